import ArgumentParser
import CardFormats
import CardSorting
import ContactModel
import ContactSearch
import ContactStore
import Files
import ICU
import VCard

/// `vcard find`: the people whose names hold all words of a query.
struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find people by the beginnings of their names.",
    usage: "vcard find <query> [<file> …] [--limit <n>] [--format <format>]",
    discussion: """
      EXAMPLES:
        vcard find 'kate be' contacts.vcf
        vcard find nunez --book ~/contacts --limit 5 --format vcf

      Every word of the query begins a word of the name, a nickname, the organisation or an email, \
      in any order; case, marks and punctuation do not count, and mueller also finds Müller. Latin \
      letters find other scripts: ivanov Иванов, tanaka たなか, kim 김, chen 陈; and the other way \
      round. Ends with 1 when nobody is found.

      Who answers best comes first: by where the words were found (name, nickname, organisation, \
      email; in each as whole words, then as beginnings, then in another script), then who has them \
      in the order typed, then who has fewer words besides, then by name as 'vcard sort' does.
      """)

  @Argument(help: ArgumentHelp("The words to find.", valueName: "query"))
  var query: String

  @OptionGroup var cards: CardArguments

  @Option(help: ArgumentHelp("Look in this address book.", valueName: "book"))
  var book: String?

  @Option(help: ArgumentHelp("Write so many at most, the best.", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("What to write: a table, JSON Lines or cards.", valueName: "format"))
  var format = PeopleFormat.text

  @OptionGroup var output: OutputOption

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if book != nil, !cards.files.isEmpty {
      throw ValidationError("take either files or --book")
    }
    if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 on") }
  }

  func run() throws {
    let (_, reporter) = options.reporting.start()
    let search = try NameSearch(requiringWordIn: query)
    var input = try CardInput(book.map { [$0] } ?? cards.files, options, reporter: reporter)
    input.query = query
    let output = try output.open()
    let sorter = try NameSorter(locale: UserLocale.collation)
    var people = FoundPeople(format, columns: output.columns)
    do {
      try input.readAll(Finding(search, sorter, format)) { piece, place in
        try people.append(piece, place)
      }
    } catch {
      // Who was found before is found.
      try? people.write(to: output.writer, limit: limit)
      try? output.flush()
      throw error
    }
    let found = people.count
    try people.write(to: output.writer, limit: limit)
    try output.commit()
    if found == 0 { throw ExitCode.found }
  }
}

/// Those who were found, in any number: what is written of them is put in order as sorted cards are.
private struct FoundPeople: ~Copyable {
  /// How many there are.
  private(set) var count = 0

  private let format: PeopleFormat
  private var layout: RowLayout
  private var records = CardSorter(
    ExternalSorter.Limits(memory: MemorySize.default.bytes), backwards: false)

  init(_ format: PeopleFormat, columns: Int?) {
    self.format = format
    layout = RowLayout(columns: Finding.columns, maximumWidth: columns)
  }

  mutating func append(_ piece: CardPiece<Finding.Piece>, _ place: InputPlace) throws {
    let heads = JSONLinesWriter(file: place.file)
    var builder = SortPieceBuilder()
    for record in piece.result.records where record.card < place.stop {
      count += 1
      switch format {
      case .text: layout.measure(record.text)
      case .jsonl:
        heads.writeHead(
          card: record.card + piece.origin.cards, line: record.line + piece.origin.lines,
          into: &builder.text)
      case .vcf: break
      }
      builder.text += record.text
      builder.keys += record.key
      builder.endRecord()
    }
    try records.append(builder.takePiece())
  }

  consuming func write(to writer: BufferedWriter, limit: Int?) throws {
    var left = limit ?? .max
    var layout = layout
    layout.fit()
    let format = format
    try records.forEach { record in
      guard left > 0 else { return }
      left -= 1
      if format == .text {
        try writer.append { layout.append(record, to: &$0) }
      } else {
        try writer.write(record)
      }
    }
  }
}

/// Finds contacts, on whatever thread.
private struct Finding: CardWorker {
  struct Piece: Sendable {
    /// A card that was found, as it is written, but for what only the place in the input tells.
    struct Record: Sendable {
      /// How well it answers, then by what it sorts; compared as octets.
      var key: [UInt8]
      var text: [UInt8] = []
      /// Its number and its first line, counted from the start of the piece.
      var card: Int
      var line: Int
    }

    var records: [Record] = []
  }

  /// The cells of a row.
  static let columns = 4

  private let search: NameSearch
  private let sorter: NameSorter
  private let format: PeopleFormat
  private var lines = JSONLinesWriter(file: "")
  private let writer = CardWriter()
  private var memory = SearchMemory()
  private var piece = Piece()

  init(_ search: NameSearch, _ sorter: NameSorter, _ format: PeopleFormat) {
    self.search = search
    self.sorter = sorter
    self.format = format
  }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    let contact = Contact(copy card, keys: [.searching, .sorting, .phoneNumbers])
    guard let rank = try search.rank(of: contact, &memory) else { return }
    var key = (0..<4).map { UInt8(truncatingIfNeeded: rank.number >> (24 - 8 * $0)) }
    key += try sorter.sortKey(for: contact).bytes
    var record = Piece.Record(key: key, card: card.start.card, line: card.start.line)
    switch format {
    case .text: RowLayout.row(Self.row(contact), into: &record.text)
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
