public import ArgumentParser
import CardFormats
public import ContactMatching
import ContactModel
import ContactStore
import Files
import VCard

/// `vcard match`: says who each incoming card is.
struct MatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Say who of an address book each card is, and why.",
    usage: "vcard match <file> … [--book <book>] [--policy <policy>] [--format <format>]",
    discussion: """
      EXAMPLES:
        vcard match phone.vcf --book contacts.vcf
        vcard match --policy cutout --format jsonl kate.json --book ~/contacts

      Changes nothing. A card is matched, ambiguous or unknown. 'careful' weighs all evidence as \
      'dedupe' does, with what the book says of how rare a name is and who shares an address, and \
      wants exactly one person who is the same and no other near; 'cutout' takes a name that only one \
      person has, and of several the one who shares an email. Ends with 1 when any card is not matched.
      """)

  @OptionGroup var arguments: IncomingArguments

  @Option(help: ArgumentHelp("The form of the answer.", valueName: "format"))
  var format = ListFormat.text

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let (_, reporter) = options.reporting.start()
    // The book is read after the inputs, and is summed up with them.
    defer { reporter.finish() }
    let input = try CardInput(arguments.files, options, reporter: reporter, endsReport: false)
    let book = try arguments.book.open(for: .reading, options, reporter: reporter)
    let output = try output.open()
    var incoming: [IncomingCard] = []
    // With their cards at hand, a book with indexes need not be read.
    var cards: [Card]? = book.capabilities.contains(.links) ? [] : nil
    try input.readAll(Incoming(keepsCards: cards != nil)) { piece, place in
      for var card in piece.result {
        card.file = place.file
        card.card += piece.origin.cards
        if let whole = card.whole.take() { cards?.append(whole) }
        incoming.append(card)
      }
      if cards?.count ?? 0 > Self.mostCards { cards = nil }
    }
    let index = try book.matchIndex(options.input.matchOptions, for: cards)
    let outcomes = try index.match(
      incoming.map(\.contact), policy: arguments.policy, threads: options.threads.count)
    for (card, outcome) in zip(incoming, outcomes) {
      try output.writer.append { text in
        switch format {
        case .text: outcome.appendText(of: card, to: &text)
        case .jsonl: outcome.appendJSON(of: card, to: &text)
        }
      }
    }
    try output.commit()
    if outcomes.contains(where: { $0.verdict != .matched }) { throw ExitCode.found }
  }

  /// Cards that are kept for indexes; for more than these the book is read as a whole.
  private static let mostCards = 2000
}

extension MatchPolicy: ExpressibleByArgument {}

extension InputOptions {
  /// How phone numbers without a country are read.
  var matchOptions: MatchOptions {
    get throws {
      guard let region else { return MatchOptions() }
      guard let known = PhoneRegion(region) else {
        throw CommandFailure(.usage, "the phone numbers of \"\(region)\" are not known")
      }
      return MatchOptions(region: known)
    }
  }
}

/// A card that came in.
struct IncomingCard: Sendable {
  /// The name of its file.
  var file: String
  /// Its number in the file, from 0.
  var card: Int
  /// What counts for matching.
  var contact: Contact
  /// All of it, until it is taken, where somebody wants it.
  fileprivate var whole: Card?

  var name: String { contact.compositeName ?? "" }
}

/// Reads what counts for matching.
private struct Incoming: CardWorker {
  private let keepsCards: Bool
  private var cards: [IncomingCard] = []

  init(keepsCards: Bool) { self.keepsCards = keepsCards }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    cards.append(
      IncomingCard(
        file: "", card: card.start.card, contact: Contact(copy card, keys: .matching),
        whole: keepsCards ? copy card : nil))
  }

  mutating func finish(_ piece: inout [IncomingCard]?) {
    piece = cards
    cards = []
  }
}

extension Outcome {
  /// A line such as `Kate Bell: matched 1 Kate Bell, 21.4 bits (the same name; the same birthday)`, and
  /// one for each candidate when it is ambiguous.
  fileprivate func appendText(of card: IncomingCard, to text: inout [UInt8]) {
    text.append(visible: card.name.isEmpty ? "(no name)" : card.name)
    text.append(": \(verdict.rawValue)")
    switch verdict {
    case .matched:
      if let best = candidates.first(where: { $0.person == person }) ?? candidates.first {
        text.append(" ")
        best.appendText(to: &text)
      }
      text.append("\n")
    case .ambiguous:
      text.append("\n")
      for candidate in candidates {
        text.append("  perhaps ")
        candidate.appendText(to: &text)
        text.append("\n")
      }
    case .unknown: text.append("\n")
    }
  }

  fileprivate func appendJSON(of card: IncomingCard, to json: inout [UInt8]) {
    json.append("{\"schema\":\"vcard.match/1\",\"incoming\":{\"file\":")
    JSONText.append(card.file, to: &json)
    json.append(",\"card\":\(card.card),\"name\":")
    JSONText.append(card.name, to: &json)
    json.append("},\"outcome\":\"\(verdict.rawValue)\",\"person\":")
    if let person { JSONText.append(person, to: &json) } else { json.append("null") }
    json.append(",\"candidates\":[")
    for (index, candidate) in candidates.enumerated() {
      if index > 0 { json.append(",") }
      candidate.appendJSON(to: &json)
    }
    json.append("]}\n")
  }
}

extension Candidate {
  fileprivate func appendText(to text: inout [UInt8]) {
    text.append(visible: person)
    text.append(" ")
    text.append(visible: name)
    text.append(", \(bits) bits")
    for (index, reason) in evidence.enumerated() {
      text.append(index == 0 ? " (" : "; ")
      text.append(reason.label)
    }
    if !evidence.isEmpty { text.append(")") }
  }

  fileprivate func appendJSON(to json: inout [UInt8]) {
    json.append("{\"person\":")
    JSONText.append(person, to: &json)
    json.append(",\"name\":")
    JSONText.append(name, to: &json)
    json.append(",\"bits\":\(bits),\"evidence\":[")
    for (index, reason) in evidence.enumerated() {
      if index > 0 { json.append(",") }
      json.append("{\"kind\":")
      JSONText.append(reason.kind.rawValue, to: &json)
      json.append(",\"level\":")
      JSONText.append(reason.level.rawValue, to: &json)
      json.append(",\"label\":")
      JSONText.append(reason.label, to: &json)
      json.append(",\"bits\":\(reason.bits),\"detail\":")
      JSONText.append(reason.detail, to: &json)
      json.append("}")
    }
    json.append("]}")
  }
}
