import ContactModel
import VCard

/// The only card of a text whose lines may end in LF.
func card(_ text: String) throws -> Card {
  var reader = CardReader()
  try reader.append(Array(text.utf8))
  reader.finish()
  guard case .card(let card, _) = reader.next() else { throw NoCard() }
  return card
}

struct NoCard: Error {}

/// A contact from the lines between BEGIN and END of a vCard 3.0.
func contact(
  _ lines: String..., version: String = "3.0", keys: Contact.Keys = .all
) throws -> Contact {
  let text = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
  return Contact(try card(text.joined(separator: "\r\n")), keys: keys)
}
