import ArgumentParser
import CardFormats
import ContactModel
import ContactStore
import ICU
import VCard

/// `vcard find`: the people whose names hold all words of a query.
struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find people by the beginnings of their names.",
    usage: "vcard find <query> [<file> …] [--format <format>]",
    discussion: """
      EXAMPLES:
        vcard find 'kate be' contacts.vcf
        vcard find nunez --book ~/contacts --format vcf

      Every word of the query begins a word of the name, a nickname, the organisation or an email, \
      in any order; case, marks and punctuation do not count. Ends with 1 when nobody is found.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case jsonl
    case vcf
  }

  @Argument(help: ArgumentHelp("The words to find.", valueName: "query"))
  var query: String

  @Argument(help: ArgumentHelp("vCard files or folders; '-' is standard input.", valueName: "file"))
  var files: [String] = []

  @Option(help: ArgumentHelp("Look in this address book.", valueName: "book"))
  var book: String?

  @Option(help: ArgumentHelp("What to write: a table, JSON Lines or cards.", valueName: "format"))
  var format = Format.text

  @Option(name: .shortAndLong, help: ArgumentHelp("Write here, atomically.", valueName: "file"))
  var output: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if book != nil, !files.isEmpty {
      throw ValidationError("take either files or --book")
    }
  }

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    let search = try NameSearch(query)
    if search.isEmpty {
      throw CommandFailure(.usage, "the query \"\(query)\" holds no word")
    }
    let input = try CardInput(
      book.map { [$0] } ?? files, options, reporter: reporter, console: console)
    let output = try OutputFile(output)
    var found = 0
    var table = Table([.init(), .init(), .init(), .init()])
    do {
      try input.readAll(Finding(search, format)) { piece, place in
        found += piece.result.count
        for row in piece.result.rows { table.append(row) }
        let heads = JSONLinesWriter(file: place.file)
        for record in piece.result.records where record.card < place.stop {
          try output.writer.append { text in
            if format == .jsonl {
              heads.writeHead(
                card: record.card + piece.origin.cards, line: record.line + piece.origin.lines,
                into: &text)
            }
            text += record.text
          }
        }
      }
    } catch {
      // Who was found before is found.
      try? output.flush()
      throw error
    }
    if format == .text {
      try output.writer.append { table.render(into: &$0, maximumWidth: output.columns) }
    }
    try output.commit()
    if found == 0 { throw ExitCode.found }
  }
}

/// Finds contacts, on whatever thread.
private struct Finding: CardWorker {
  struct Piece: Sendable {
    /// A card that was found, as it is written, but for what only the place in the input tells.
    struct Record: Sendable {
      var text: [UInt8] = []
      /// Its number and its first line, counted from the start of the piece.
      var card: Int
      var line: Int
    }

    var count = 0
    var rows: [[String]] = []
    var records: [Record] = []
  }

  private let search: NameSearch
  private let format: FindCommand.Format
  private let lines = JSONLinesWriter(file: "")
  private let writer = CardWriter()
  private var piece = Piece()

  init(_ search: NameSearch, _ format: FindCommand.Format) {
    self.search = search
    self.format = format
  }

  mutating func take(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    let contact = Contact(copy card, keys: [.searching, .phoneNumbers])
    guard try search.matches(contact) else { return }
    piece.count += 1
    var record = Piece.Record(card: card.start.card, line: card.start.line)
    switch format {
    case .text: return piece.rows.append(Self.row(contact))
    case .jsonl: lines.writeBody(copy card, into: &record.text)
    case .vcf: writer.write(card, into: &record.text)
    }
    piece.records.append(record)
  }

  mutating func finish(_ piece: inout Piece?) {
    piece = self.piece
    self.piece = Piece()
  }

  private static func row(_ contact: Contact) -> [String] {
    let name = contact.compositeName ?? ""
    let organization = contact.organizationName ?? ""
    return [
      name, organization == name ? "" : organization,
      contact.emailAddresses.map(\.value).joined(separator: ", "),
      contact.phoneNumbers.map(\.value).joined(separator: ", "),
    ]
  }
}
