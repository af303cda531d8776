public import ArgumentParser
import CardFormats
import CardSorting
import ContactModel
import ContactPages
public import ContactSearch
import ContactStore
import Files
import ICU
import SystemPackage
import VCard

/// `vcard find`: the people who answer all words of a query.
struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find people by their names, numbers, emails and whatever else is known of them.",
    usage: """
      vcard find <word> … [--book <book> | --in <file>] … [--field <name>] [--records] \
      [--limit <n>] [--format <format>]
      """,
    discussion: """
      EXAMPLES:
        vcard find kate be
        vcard find '(408)' 555-1234
        vcard find nunez --in contacts.vcf --limit 5 --format vcf

      Every word begins a word of the name, a nickname, the organisation, an email, a category, a \
      city or a note, or is part of a telephone number in any notation, or a UID, of which the first \
      eight letters and digits are enough; in any order. With --field only one of these counts. Case, marks and punctuation do not count, and mueller also finds Müller. Latin \
      letters find other scripts: ivanov Иванов, tanaka たなか, kim 김, chen 陈; and the other way \
      round. Ends with 1 when nobody is found.

      Of a book it finds people: linked records are one, and the words may stand in several of them. \
      '--records' finds records by themselves.

      Without --book and --in it looks in the book of $VCARD_BOOK, else in your own; standard input \
      is read when asked for, with '--in -'. Where there is no such book it ends with 64.

      Who answers best comes first: by where the words were found (name, nickname, organisation, \
      email, phone, category, city, note, UID; in each as whole words, then as beginnings, then in another script), then who has them \
      in the order typed, then who has fewer words besides, then by name as 'vcard sort' does.

      'email' and 'phone' print what mail programs ask of an address book: a line with a count, then \
      a line a value with the value, the name and the label, and tabs between them. For mutt:
        set query_command = "vcard find --format email -- %s"
      aerc wants no count:
        address-book-cmd = sh -c 'vcard find --format email -- "$1" | tail -n +2' find %s
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case jsonl
    case vcf
    case email
    case phone

    /// Whether a line is a value, and a count goes before them.
    var listsValues: Bool { self == .email || self == .phone }
  }

  @Argument(help: ArgumentHelp("The words to find.", valueName: "word"))
  var words: [String]

  @Option(
    name: .customLong("book"),
    help: ArgumentHelp(
      "Look in this address book (default: $VCARD_BOOK, else your own).", valueName: "book"),
    completion: .file())
  var books: [String] = []

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Look in this file or folder; '-' is standard input.", valueName: "file"), completion: .file()
  )
  var files: [String] = []

  @Option(help: ArgumentHelp("Look only here.", valueName: "name"))
  var field: SearchField?

  @Flag(help: "Find records of a book by themselves, also those that are linked to one person.")
  var records = false

  @Option(help: ArgumentHelp("Write so many at most, the best.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "What to write: a table, JSON Lines, cards, or the values that mail programs ask for.",
      valueName: "format"))
  var format = Format.text

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 on") }
  }

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    let query = words.joined(separator: " ")
    let fields = field.map { [$0] } ?? SearchField.all
    let search = try NameSearch(requiringWordIn: query, fields: fields)
    var input = try CardInput(files, books: try booksToRead(), options, reporter: reporter)
    input.query.words = query
    input.query.fields = fields
    input.query.joinsLinked = !records
    // Where a line is a person, and nothing tells how many there are besides.
    if format == .text || format == .vcf { input.query.best = limit }
    let output = try output.open(reading: input.files)
    let sorter = try NameSorter(
      locale: Preferences.current.language(for: .sorting, reporter))
    var people = FoundPeople(format, columns: output.columns)
    do {
      try input.readAll(Finding(search, sorter, format, columns: output.columns)) { piece, place in
        try people.append(piece, place)
      }
    } catch {
      // Who was found before is found.
      try? people.write(to: output.writer, limit: limit, threads: options.threads.count)
      try? output.flush()
      throw error
    }
    let found = people.count
    try people.write(to: output.writer, limit: limit, threads: options.threads.count)
    try output.commit()
    guard found == 0 else { return }
    if files.isEmpty, let advice = Self.advice(words) { console.say(.note, advice) }
    throw ExitCode.found
  }

  /// The books to look in: as told, else where no file is the one that everybody uses.
  private func booksToRead() throws -> [String] {
    guard books.isEmpty, files.isEmpty else { return books }
    let path = try BookArguments.standard(
      orSaying: Self.advice(words)
        ?? "'--in FILE' looks in a file, '--in -' in standard input; 'vcard import' makes a book")
    return [path.string]
  }

  /// What to say to somebody who named a file among the words; `nil` where none is one.
  private static func advice(_ words: [String]) -> String? {
    let file = words.first { word in
      word == "-" || (try? Stat(Platform.path(word)))?.type == .regular
        || word.contains("/") && (try? Stat(Platform.path(word)))?.type == .directory
    }
    return file.map { "\"\($0)\" was taken for a word to find; '--in \($0)' looks in it" }
  }
}

extension SearchField: ExpressibleByArgument {
  /// The names of the fields, and not the numbers behind them.
  public static var allValueStrings: [String] { allCases.map { "\($0)" } }

  /// Reads the name of a field.
  public init?(argument: String) {
    let word = ContactField(word: argument)?.rawValue
    guard let field = SearchField.allCases.first(where: { "\($0)" == word }) else { return nil }
    self = field
  }
}

/// Those who were found, in any number: what is written of them is put in order as sorted cards are.
private struct FoundPeople: ~Copyable {
  /// How many there are.
  private(set) var count = 0

  private let format: FindCommand.Format
  private var layout: RowLayout
  private var records = CardSorter(
    ExternalSorter.Limits(memory: MemorySize.default.bytes), backwards: false)

  init(_ format: FindCommand.Format, columns: Int?) {
    self.format = format
    layout = RowLayout(columns: ListedTexts.cells, maximumWidth: columns)
  }

  mutating func append(_ piece: CardPiece<Finding.Piece>, _ place: InputPlace) throws {
    if piece.result.listed > 0 {
      count += piece.result.listed
      layout.measure(as: piece.result.layout)
      try records.append(piece.result.rows)
    }
    let heads = JSONLinesWriter(file: place.file)
    var builder = SortPieceBuilder()
    for record in piece.result.records where record.card < place.stop {
      count += 1
      switch format {
      case .text: layout.measure(record.text.span)
      case .jsonl:
        heads.writeHead(
          card: record.card + piece.origin.cards, line: record.line + piece.origin.lines,
          into: &builder.text)
      case .vcf, .email, .phone: break
      }
      builder.text += record.text
      builder.keys += record.key
      builder.endRecord()
    }
    try records.append(builder.takePiece())
  }

  consuming func write(to writer: BufferedWriter, limit: Int?, threads: Int) throws {
    let (count, format) = (count, format)
    var left = limit ?? .max
    var layout = layout
    if format == .text, left < count {
      return try Self.write(records, limit: left, layout.anew, to: writer)
    }
    layout.fit()
    if format == .text {
      let layout = layout
      return try records.forEach(threads: threads) {
        layout.append($0, to: &$1)
      } deliver: {
        try writer.write($0)
      }
    }
    // What mail programs show while they list the rest.
    if format.listsValues {
      try writer.append { $0.append("\(min(left, count)) found\n") }
    }
    try records.forEach { record in
      guard left > 0 else { return }
      left -= 1
      try writer.write(record)
    }
  }
}

extension FoundPeople {
  /// Writes the first rows, aligned with each other and no others.
  private static func write(
    _ records: consuming CardSorter, limit: Int, _ layout: RowLayout, to writer: BufferedWriter
  ) throws {
    var layout = layout
    var (rows, ends): ([UInt8], [Int]) = ([], [])
    try records.forEach { record in
      guard ends.count < limit else { return }
      layout.measure(record)
      rows.append(record)
      ends.append(rows.count)
    }
    layout.fit()
    var start = 0
    for end in ends {
      let row = rows.span.extracting(start..<end)
      try writer.append { layout.append(row, to: &$0) }
      start = end
    }
  }
}

/// Finds contacts, on whatever thread.
private struct Finding: CardWorker, EntryWorker {
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
    /// What is written of those of whom no card was read, and how many lines that are.
    var rows = SortPiece()
    var listed = 0
    var layout = RowLayout(columns: ListedTexts.cells, maximumWidth: nil)
  }

  private let search: NameSearch
  private let sorter: NameSorter
  private let format: FindCommand.Format
  private var lines = JSONLinesWriter(file: "")
  private let writer = CardWriter()
  private var memory = SearchMemory()
  private var texts = ListedTexts()
  private var shown: [UInt8] = []
  private var builder = SortPieceBuilder()
  private var piece: Piece

  init(_ search: NameSearch, _ sorter: NameSorter, _ format: FindCommand.Format, columns: Int?) {
    self.search = search
    self.sorter = sorter
    self.format = format
    piece = Piece()
    piece.layout = RowLayout(columns: ListedTexts.cells, maximumWidth: columns)
  }

  private static let keys: Contact.Keys = [.searching, .sorting, .phoneNumbers]

  // MARK: By cards

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    let contact = Contact(copy card, keys: Self.keys)
    guard let rank = try search.rank(of: contact, &memory) else { return }
    try add([copy card], [contact], rank)
  }

  mutating func process(person cards: [Card], found: inout [Diagnostic]) throws {
    let contacts = cards.map { Contact($0, keys: Self.keys) }
    guard let rank = try search.rank(of: contacts) else { return }
    try add(cards, contacts, rank)
  }

  private mutating func add(_ cards: [Card], _ contacts: [Contact], _ rank: SearchRank) throws {
    let named = contacts.first { $0.compositeName != nil } ?? contacts[0]
    var key: [UInt8] = []
    rank.append(to: &key)
    key += try sorter.sortKey(for: named).bytes
    var record = Piece.Record(key: key, card: cards[0].start.card, line: cards[0].start.line)
    switch format {
    case .vcf:
      for card in cards { writer.write(card, into: &record.text) }
      piece.records.append(record)
    case .jsonl:
      for card in cards {
        (record.text, record.card, record.line) = ([], card.start.card, card.start.line)
        lines.writeBody(card, into: &record.text)
        piece.records.append(record)
      }
    case .text, .email, .phone:
      let (entries, starts) = SearchEntry.joined(contacts.map { SearchEntry(textsOf: $0) })
      guard texts.take(entries.span, startingAt: starts) != nil else {
        preconditionFailure("an entry that was just made reads")
      }
      if format == .text {
        var row: [UInt8] = []
        texts.appendRow(of: entries.span, to: &row)
        let isRow = piece.layout.appendShown(row.span, to: &record.text, &shown)
        precondition(isRow, "a row that was just made reads")
        return piece.records.append(record)
      }
      for value in values {
        record.text = []
        append(value, of: entries.span, to: &record.text)
        piece.records.append(record)
      }
    }
  }

  // MARK: By entries

  var needsNoCards: Bool { format == .text || format.listsValues }

  let needsKeys = true

  mutating func process(row: Span<UInt8>, key: Span<UInt8>) throws -> Bool {
    guard format == .text, search.isToldByRows else { return false }
    var cells = 0..<0
    switch search.rank(ofRow: row, cells: &cells) {
    case .notFound: return true
    case .found(let rank): return add(row.extracting(cells), rank, key)
    case .unreadable, nil: return false
    }
  }

  mutating func process(
    _ person: @autoclosure () -> RecordID, row: Span<UInt8>, entries: Span<UInt8>,
    startingAt starts: [Int], keys: Span<UInt8>, startingAt keyStarts: [Int]
  ) throws -> Bool {
    let rank: SearchRank
    switch try search.rank(ofEntries: entries, startingAt: starts, &memory) {
    case .unreadable: return false
    case .notFound: return true
    case .found(let found): rank = found
    }
    if format == .text, starts.count == 1 {
      var cells = 0..<0
      if case .unreadable? = search.rank(ofRow: row, cells: &cells) { return false }
      return add(row.extracting(cells), rank, keys)
    }
    guard let named = texts.take(entries, startingAt: starts) else { return false }
    let end = named + 1 < keyStarts.count ? keyStarts[named + 1] : keys.count
    let key = keys.extracting(keyStarts[named]..<end)
    if format == .text {
      var row: [UInt8] = []
      texts.appendRow(of: entries, to: &row)
      return add(row.span, rank, key)
    }
    for value in values {
      append(value, of: entries, to: &builder.text)
      endRecord(rank, key)
    }
    return true
  }

  /// Adds somebody by the cells of a row, as the texts stand; `false` where these are no cells.
  private mutating func add(_ cells: Span<UInt8>, _ rank: SearchRank, _ key: Span<UInt8>) -> Bool {
    guard piece.layout.appendShown(cells, to: &builder.text, &shown) else { return false }
    endRecord(rank, key)
    return true
  }

  private mutating func endRecord(_ rank: SearchRank, _ key: Span<UInt8>) {
    rank.append(to: &builder.keys)
    builder.keys.append(key)
    builder.endRecord()
    piece.listed += 1
  }

  // MARK: Lines

  /// What is listed of whom the texts are, a line each.
  private var values: [ListedTexts.Value] { format == .email ? texts.emails : texts.phones }

  /// Appends a line with a value: each comes out by itself; whoever has none is nobody to a mail program.
  private func append(
    _ value: ListedTexts.Value, of entries: Span<UInt8>, to line: inout [UInt8]
  ) {
    line.append(visible: entries.extracting(value.text))
    line.append(UInt8(ascii: "\t"))
    line.append(visible: entries.extracting(texts.name))
    line.append(UInt8(ascii: "\t"))
    line.append(visible: entries.extracting(value.label))
    line.append(UInt8(ascii: "\n"))
  }

  mutating func finish(_ piece: inout Piece?) {
    var made = self.piece
    self.piece.records = []
    self.piece.listed = 0
    made.rows = builder.takePiece()
    piece = made
  }
}
