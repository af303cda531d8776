import ArgumentParser
import CardFormats
import ContactMerging
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book show`: a person of a book with all values.
struct BookShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a person with all values, and with -v where each comes from.",
    usage: """
      vcard book show <ID or query> … [--records] [--book <book>] [--format <format>] \
      [--reference]
      """,
    discussion: """
      EXAMPLES:
        vcard book show 17
        vcard book show kate bellbakery --format vcf

      An ID with a name or emails behind it is a saved reference: the name must fit the ID, but for \
      case, order, titles and suffixes; else name and emails find the person, and the ID to save is \
      told. --reference prints what there is to save as JSON, which stands in place of the ID then.

      What fits no ID is looked for as 'vcard find' does. The page is that of 'vcard show'. A person \
      with several linked records is one, and has each value once; -v says which sources and records \
      have it, and shows all that the cards say. '--format vcf' and 'jsonl' write one card, too; with \
      --records each record is a page, a card or an object. Ends with 1 when nobody fits, or several \
      people do.
      """)

  @Argument(help: ArgumentHelp("An ID, or words to find the person by.", valueName: "ID or query"))
  var words: [String]

  @Option(help: ArgumentHelp("What to write: a page, JSON Lines or cards.", valueName: "format"))
  var format = PeopleFormat.text

  @Flag(help: "Print what a program saves to find the person again, as one JSON object.")
  var reference = false

  @Flag(help: "Show the records of the person by themselves.")
  var records = false

  @OptionGroup var pages: PageOptions

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try options.open(for: .reading, reporter)
    let person = try PeopleLookup.person(words, in: book, console)
    let people = records ? person.records.map { UnifiedRecord(alone: $0) } : [person]
    let output = try OutputFile()
    if reference {
      try output.writer.append { $0.append(SavedReference(person)) }
      return try output.commit()
    }
    let page = try pages.page(for: output, options.reporting, reporter)
    let notes = try PersonNotes(book, tellsSources: options.reporting.verbose)
    var lines = JSONLinesWriter(file: book.path.string)
    for (number, person) in people.enumerated() {
      let cards = person.records.map(\.card)
      var text: [UInt8] = []
      switch format {
      case .text:
        if number > 0 { text.append("\n") }
        var notes = try notes.notes(of: person)
        notes.id = person.id.rawValue
        page.append(person: cards, notes, to: &text)
      case .vcf: text.append(wholeCard: UnifiedCard(cards).card)
      case .jsonl:
        lines.writeHead(card: number, line: 1, into: &text)
        lines.writeBody(UnifiedCard(cards).card, into: &text)
      }
      try output.writer.append { $0 += text }
    }
    try output.commit()
  }
}

extension [UInt8] {
  /// Appends a card with the octets that it has in the book, so that another card can follow.
  mutating func append(wholeCard card: Card) {
    card.appendAsRead(to: &self)
    if !endsLine { self += card.lineEnd }
  }

  /// Whether what follows begins a line.
  var endsLine: Bool { last.map { $0 == 0x0A || $0 == 0x0D } ?? true }
}

extension [UInt8] {
  /// Appends a reference as one JSON object, with a line end.
  fileprivate mutating func append(_ reference: SavedReference) {
    append("{\"schema\":\"\(reference.schema)\"")
    for (key, text) in [
      ("id", reference.id), ("compositeName", reference.compositeName),
      ("firstName", reference.firstName), ("lastName", reference.lastName),
      ("digest", reference.digest),
    ] {
      if let text { append(",\"\(key)\":", jsonString: text) }
    }
    append(",\"emails\":", jsonStrings: reference.emails)
    append("}\n")
  }
}
