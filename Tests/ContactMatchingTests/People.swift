import ContactMatching
import ContactModel
import VCard

struct NoCard: Error {}

/// A contact from the lines between BEGIN and END of a vCard 4.0, read for matching.
func contact(_ lines: [String]) throws -> Contact {
  var reader = CardReader()
  let text = (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""])
  try reader.append(Array(text.joined(separator: "\r\n").utf8))
  reader.finish()
  guard case .card(let card, _) = reader.next() else { throw NoCard() }
  return Contact(card, keys: .matching)
}

func contact(_ lines: String...) throws -> Contact { try contact(lines) }

/// A book of people of one contact each, whose IDs are their places.
func book(_ people: [[String]], region: PhoneRegion? = nil) throws -> MatchIndex {
  try MatchIndex(
    people.enumerated().map { Person(id: "\($0)", contacts: [try contact($1)]) },
    options: MatchOptions(region: region))
}

extension MatchIndex {
  func match(_ lines: String..., policy: MatchPolicy) throws -> Outcome {
    try match(contact(lines), policy: policy)
  }
}

/// Whether two names fit, each way round: what the policy for cutouts takes at once.
func fits(_ left: String, _ right: String) throws -> Bool {
  let forth = try book([[left]]).match(right, policy: .cutout)
  let back = try book([[right]]).match(left, policy: .cutout)
  guard forth.verdict == back.verdict else { throw OneWay() }
  return forth.verdict == .matched
}

struct OneWay: Error {}

/// How well two names fit.
func nameLevel(_ left: String, _ right: String) throws -> String? {
  let outcome = try book([[left]]).match(right, policy: .cutout)
  return outcome.candidates.first?.evidence.first?.level.rawValue
}
