import ArgumentParser
import ContactMerging
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book new`: adds people as their cards say.
struct BookNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Add people, and print their IDs.",
    usage: "vcard book new [<file>] [--name <name>] [--email <email>] … [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book new --name 'Kate Bell' --email work:kate@bellbakery.example
        vcard book new kate.vcf --book ~/contacts

      Every card of the file, else of standard input, becomes a person with the octets that it has; \
      nobody is matched, as 'vcard import' does. With --name, --email and the like one person is \
      added of what they say. On a terminal without a file, $VISUAL, else \
      $EDITOR, else vi opens with a card to be filled in; lines left empty are none.
      """)

  @Argument(
    help: ArgumentHelp("A vCard file or a cutout; '-' is standard input.", valueName: "file"),
    completion: .file())
  var file: String?

  @OptionGroup(title: "Instead of a file") var person: NewPersonOptions

  @OptionGroup var book: BookArguments

  @Option(help: ArgumentHelp("The source that the people belong to.", valueName: "name"))
  var source: String?

  @Flag(name: .dryRun, help: "Say who would be added, and do nothing.")
  var dryRun = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if file != nil, try !person.assignments().isEmpty {
      throw ValidationError("take either a file or what options say of a person")
    }
  }

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let assignments = try person.assignments()
    if !assignments.isEmpty {
      let changes = try CardChanges(assignments)
      let card = try NewPersonOptions.card(changes, decoding: options.input.text.textDecoding)
      return try add([card], changes, reporter: reporter)
    }
    if file == nil, Platform.isTerminal(.standardInput), console.stream.isTerminal {
      let editor = try CardEditor(console)
      return try editor.keepingText(console) {
        guard let card = try written(editor, reporter: reporter) else {
          return console.tell("nothing was filled in, and nobody was added")
        }
        try add([card], reporter: reporter)
      }
    }
    // The book is read after it, and is summed up with it.
    let input = try CardInput(
      file.map { [$0] } ?? [], options, reporter: reporter, directories: .refused,
      endsReport: false)
    try add(try input.cards(), reporter: reporter)
  }

  private func add(
    _ cards: [Card], _ changes: CardChanges? = nil, reporter: DiagnosticReporter
  ) throws {
    let book = try book.open(
      rehearsing: dryRun, decoding: options.input.text.textDecoding, threads: options.threads.count,
      reporter: reporter)
    try book.requireSource(source, reporter.console)
    var request = SaveRequest("new")
    for card in cards {
      request.add(card, source: source)
      try changes?.changeGroups(of: book, for: card, nil, in: &request)
    }
    guard dryRun else { return try save(request, in: book) }
    for card in cards { reporter.console.tell("would add \(card.callName)") }
  }

  private func save(_ request: SaveRequest, in book: any AddressBook) throws {
    let ids = try book.save(request)
    try OutputFile.print { text in
      for id in ids { text.append(visible: "\(id)\n", layout: .block) }
    }
  }

  /// Has somebody write a card; `nil` when they leave it as it was.
  private func written(_ editor: CardEditor, reporter: DiagnosticReporter) throws -> Card? {
    let template = Array(Self.template.utf8)
    var text = template
    while true {
      text = try editor.edited(text)
      if text == template { return nil }
      let filled = Self.withoutEmptyLines(text)
      let reading = CardReading(filled, decoding: try options.input.text.textDecoding)
      try reporter.report(reading.diagnostics, in: CardEditor.fileName)
      if var card = reading.card {
        card.append(ContentLine("UID", .verbatim(NewUID.make())))
        card.setRevision(Platform.secondsSince1970())
        return card
      }
      let problem = reading.problem ?? ""
      guard try editor.isToBeEditedAgain(reporter.console, because: problem) else {
        throw CardEditor.refusal(problem)
      }
    }
  }

  private static let template = """
    BEGIN:VCARD
    VERSION:4.0
    FN:
    N:;;;;
    NICKNAME:
    ORG:
    TITLE:
    TEL;TYPE=cell:
    TEL;TYPE=work:
    EMAIL;TYPE=home:
    EMAIL;TYPE=work:
    ADR;TYPE=home:;;;;;;
    BDAY:
    NOTE:
    END:VCARD

    """

  /// A card without the lines of the template that nobody filled in.
  static func withoutEmptyLines(_ text: [UInt8]) -> [UInt8] {
    var lines: [ArraySlice<UInt8>] = []
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // What begins with a blank goes on with the line before it, and is filled in or empty with it.
      if let first = line.first, first == 0x20 || first == 0x09, let last = lines.popLast() {
        lines.append(text[last.startIndex..<line.endIndex])
      } else {
        lines.append(line)
      }
    }
    let filled = lines.filter { line in
      let value = line.drop { $0 != UInt8(ascii: ":") }
      return value.isEmpty
        || value.dropFirst().contains { $0 != UInt8(ascii: ";") && $0 > 0x20 }
    }
    return Array(filled.joined(separator: [UInt8(ascii: "\n")]))
  }
}
