public import ArgumentParser
public import ContactMatching
import ContactMerging
import ContactModel
import ContactPages
import ContactStore
import Files
import VCard

/// `vcard match`: says who each incoming card is.
struct MatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Say who of an address book each card is, and why.",
    usage:
      "vcard match <file> … [--book <book>] [--policy <policy>] [--format <format>] [--sorted]",
    discussion: """
      EXAMPLES:
        vcard match phone.vcf --book contacts.vcf
        vcard match --policy cutout --format jsonl kate.json --book ~/contacts

      Changes nothing. A card is matched, ambiguous or unknown. 'careful' weighs all evidence as \
      'dedupe' does, with what the book says of how rare a name is and who shares an address, and \
      wants exactly one person who is the same and no other near; 'cutout' takes a name that only one \
      person has, and of several the one who shares an email. Ends with 1 when any card is not matched.

      '--format vcf' makes one list of people of it: who is in the book as the book has them, once, \
      and everybody else as they came; with --sorted in the order in which people look names up. \
      Incoming files may also be JSON, as web services give it: {"name": …, "email": …, "url": …}.
      """)

  @OptionGroup var arguments: IncomingArguments

  @Option(help: ArgumentHelp("The form of the answer.", valueName: "format"))
  var format = PeopleFormat.text

  @Flag(help: "Sort the people of '--format vcf' by name.")
  var sorted = false

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if sorted, format != .vcf { throw ValidationError("--sorted is for '--format vcf'") }
  }

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    // The book is read after the inputs, and is summed up with them.
    defer { reporter.finish() }
    let input = try CardInput(arguments.files, options, reporter: reporter, endsReport: false)
    let progress = ProgressLine(.items("records"), of: nil, console: console)
    let book = try arguments.book.open(
      for: .reading, options, reporter: reporter, progress: progress)
    let output = try output.open(reading: input.files + [.file(book.path)])
    var incoming: [IncomingCard] = []
    // With their cards at hand, a book with indexes need not be read.
    var cards: [Card]? = book.capabilities.contains(.links) ? [] : nil
    try input.readAll(Incoming(keepsCards: cards != nil || format == .vcf)) { piece, place in
      for var card in piece.result {
        card.file = place.file
        card.card += piece.origin.cards
        if let whole = card.whole { cards?.append(whole) }
        if format != .vcf { card.whole = nil }
        incoming.append(card)
      }
      if cards?.count ?? 0 > Self.mostCards { cards = nil }
    }
    let index = try book.matchIndex(options.input.matchOptions, for: cards)
    let outcomes = try index.match(
      incoming.map(\.contact), policy: arguments.policy, threads: options.threads.count)
    progress.finish()
    if format == .vcf {
      let locale = try Preferences.current.language(for: .sorting, sorted ? reporter : nil)
      try write(people(incoming, outcomes, in: book), in: locale, to: output)
    } else {
      for (card, outcome) in zip(incoming, outcomes) {
        try output.writer.append { text in
          if format == .jsonl {
            outcome.appendJSON(of: card, to: &text)
          } else {
            outcome.appendText(of: card, to: &text)
          }
        }
      }
    }
    try output.commit()
    if outcomes.contains(where: { $0.verdict != .matched }) { throw ExitCode.found }
  }

  /// Those who came, each once: as the book has them, where it has them.
  private func people(
    _ incoming: [IncomingCard], _ outcomes: [Outcome], in book: any AddressBook
  ) throws -> [Card] {
    var people: [Card] = []
    var seen: Set<RecordID> = []
    for (card, outcome) in zip(incoming, outcomes) {
      guard let id = outcome.person, let person = try book.person(of: RecordID(rawValue: id))
      else {
        if let whole = card.whole { people.append(whole) }
        continue
      }
      guard seen.insert(person.id).inserted else { continue }
      people.append(UnifiedCard(person.records.map(\.card)).card)
    }
    return people
  }

  private func write(_ people: [Card], in locale: String, to output: OutputFile) throws {
    for card in sorted ? try NameSorter(locale: locale).sorted(people, card: \.self) : people {
      try output.writer.append { CardWriter().write(card, into: &$0) }
    }
  }

  /// Cards that are kept for indexes; for more than these the book is read as a whole.
  private static let mostCards = 2000
}

extension MatchPolicy: ExpressibleByArgument {}

extension InputOptions {
  /// How phone numbers without a country are read.
  var matchOptions: MatchOptions {
    get throws {
      guard let region = Preferences.current.region(flag: region) else { return MatchOptions() }
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
    json.append("{\"schema\":\"vcard.match/1\",\"incoming\":{\"file\":", jsonString: card.file)
    json.append(",\"card\":\(card.card),\"name\":", jsonString: card.name)
    json.append("},\"outcome\":\"\(verdict.rawValue)\",\"person\":", jsonString: person)
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
    json.append("{\"person\":", jsonString: person)
    json.append(",\"name\":", jsonString: name)
    json.append(",\"bits\":\(bits),\"evidence\":[")
    for (index, reason) in evidence.enumerated() {
      if index > 0 { json.append(",") }
      json.append("{\"kind\":", jsonString: reason.kind.rawValue)
      json.append(",\"level\":", jsonString: reason.level.rawValue)
      json.append(",\"label\":", jsonString: reason.label)
      json.append(",\"bits\":\(reason.bits),\"detail\":", jsonString: reason.detail)
      json.append("}")
    }
    json.append("]}")
  }
}
