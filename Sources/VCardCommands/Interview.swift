import ContactMatching
import ContactMerging
import ContactModel
import ContactPages
import ContactStore
import VCard

/// Asks the person at the terminal who an incoming card is.
final class Interview {
  private let console: Console
  private var prompt: Prompt
  /// What was said of offers, which others who change the book meanwhile bring up again.
  private var answers: [[String]: Bool] = [:]
  /// The cards as somebody edited them, by their numbers among the incoming ones.
  private(set) var edited: [Int: Card] = [:]
  private var editor: CardEditor?

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
    _ question: Importer.Question, in book: any AddressBook, decoding: TextDecoding
  ) throws -> Importer.Decision {
    let text =
      "\(Self.description(of: question.card)) is not in the book. "
      + "Create, edit the card and create, add to an existing person, or leave?"
    while true {
      switch try prompt.choice(text, among: ["create", "edit", "add", "leave"]) {
      case 0: return .new
      case 1:
        guard let card = try written(question.card, decoding) else { continue }
        edited[question.index] = card
        return .new
      case 2:
        // Who leaves the list is asked again.
        if let person = try person(in: book) { return .person(person) }
        if !prompt.canPick() { return .skip }
      default: return .skip
      }
    }
  }

  /// Asks which person of the book somebody is.
  private func person(in book: any AddressBook) throws -> RecordID? {
    if prompt.canPick() { return try prompt.pick(in: book)?.id }
    while let answer = try prompt.line("The ID of the person:"), !answer.isEmpty {
      let id = RecordID(rawValue: answer)
      if let record = try book.record(id), !record.card.isGroup { return id }
    }
    return nil
  }

  /// Has somebody edit a card; `nil` when they gave up what is not to be taken for one.
  private func written(_ card: Card, _ decoding: TextDecoding) throws -> Card? {
    let editor = try editor ?? CardEditor(console)
    self.editor = editor
    let edit = CardEdit(card, decoding: decoding)
    var text = edit.text
    while true {
      text = try editor.edited(text)
      let reading = CardReading(text, decoding: decoding, allowing: edit.known)
      if let new = reading.card {
        return edit.changed(new, now: Platform.secondsSince1970(), decoding: decoding) ?? card
      }
      guard try editor.isToBeEditedAgain(console, because: reading.problem ?? "") else {
        return nil
      }
    }
  }

  /// Does what makes people of cards; when that fails, a card that was edited stays.
  func keepingText<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      guard let editor else { throw error }
      return try editor.keepingText(console) { throw error }
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
