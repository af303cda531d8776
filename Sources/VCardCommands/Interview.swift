import ContactMatching
import ContactMerging
import ContactModel
import ContactStore
import VCard

/// Asks the person at the terminal who an incoming card is.
final class Interview {
  private let console: Console
  private var prompt: Prompt
  /// What was said of offers, which others who change the book meanwhile bring up again.
  private var answers: [[String]: Bool] = [:]

  /// Finds the person; `nil` when nobody is there to ask.
  init?(console: Console) {
    guard let prompt = Prompt(console: console) else { return nil }
    self.prompt = prompt
    self.console = console
  }

  /// Asks which of the candidates a card is.
  func decideAmbiguous(_ question: Importer.Question) throws -> Importer.Decision {
    var text: [UInt8] = []
    text.append(visible: Self.description(of: question.card))
    text.append(" may be\n")
    for candidate in question.outcome.candidates {
      text.append(visible: "  \(candidate.person)  \(candidate.name)")
      text.append("\n")
      EvidenceRows(candidate.evidence, indent: 4)
        .render(into: &text, maximumWidth: console.stream.columns ?? 80)
    }
    text.append("Which? An ID of these, 'new', 'skip' or 'fail':")
    let asked = String(decoding: text, as: UTF8.self)
    while let answer = try prompt.line(asked) {
      switch answer.lowercased() {
      case "new": return .new
      case "skip": return .skip
      case "fail": return .fail
      default:
        if question.outcome.candidates.contains(where: { $0.person == answer }) {
          return .person(RecordID(rawValue: answer))
        }
      }
    }
    return .skip
  }

  /// Asks what becomes of somebody whom the book lacks.
  func decideUnknown(
    _ question: Importer.Question, in book: any AddressBook
  ) throws -> Importer.Decision {
    let text =
      "\(Self.description(of: question.card)) is not in the book. "
      + "Create, add to an existing person, or leave?"
    switch try prompt.choice(text, among: ["create", "add", "leave"]) {
    case 0: return .new
    case 1:
      while let answer = try prompt.line("The ID of the person:"), !answer.isEmpty {
        let id = RecordID(rawValue: answer)
        let type = try book.record(id).map { Contact($0.card, keys: .contactType).contactType }
        if let type, type != .group { return .person(id) }
      }
      return .skip
    default: return .skip
    }
  }

  /// Asks whether a person gets what a card says besides.
  func decideOffer(_ offer: Importer.Offer) throws -> Bool {
    let values = offer.additions.map { "\($0.name)  \($0.text)" }
    let asked = [offer.person.rawValue] + values
    if let answer = answers[asked] { return answer }
    let text =
      "\(offer.card.callName) (\(offer.person)) lacks\n"
      + values.map { "  \($0)\n" }.joined() + "Add it?"
    let answer = try prompt.choice(text, among: ["yes", "no"]) == 0
    answers[asked] = answer
    return answer
  }

  private static func description(of card: Card) -> String {
    let contact = Contact(card, keys: [.compositeName, .emailAddresses])
    let emails = contact.emailAddresses.map(\.value).joined(separator: ", ")
    let name = contact.compositeName ?? "(no name)"
    return emails.isEmpty || emails == name ? name : "\(name), \(emails)"
  }
}
