public import VCard

/// Reads the people of a table of comma-separated values, whichever program wrote it.
///
/// ```
/// octets ─▶ UTF-8, UTF-16 or what is found out ─▶ the first MiB ─▶ separator, header, order of dates
///                                                      └─▶ rows ─▶ cards
/// ```
/// RFC 4180, and the columns of Google, Outlook, Thunderbird and others in several languages. Memory
/// holds a MiB, or one row where that is larger.
public struct CSVReader: CardDocumentReader {
  /// What is told of a table, and not to be found out.
  public struct Options: Sendable {
    /// What separates cells.
    public var delimiter: UInt8?
    /// The order of day and month.
    public var dates: DateOrder?
    /// What columns mean, by their names.
    public var columns: [String: CSVMeaning] = [:]

    /// Creates options that tell nothing.
    public init() {}

    fileprivate var map: [String: CSVMeaning] {
      Dictionary(columns.map { (CSVColumnNames.normalized($0), $1) }) { first, _ in first }
    }
  }

  /// Octets.
  ///
  /// So much is looked at before the first card.
  private static let lookSize = 1 << 20
  /// Octets.
  private static let stepSize = 1 << 14
  /// Octets that tell whether a table is in UTF-16.
  private static let firstOctets = 4

  private let options: Options
  private let decoding: TextDecoding
  private var utf16: UTF16Source?
  private var isTold = false
  private var isBegun = false
  private var isEnded = false
  private var hasHeader = false
  private var look: [UInt8] = []
  /// Octets that came before the look was over.
  private var taken = 0
  private var charset: UndeclaredCharset?
  private var rows = CSVRows(delimiter: UInt8(ascii: ","))
  private var people: CSVRowReader?
  /// A row in UTF-8 that is none in the table, and its cells.
  private var decoded: [UInt8] = []
  private var decodedCells: [Range<Int>] = []
  /// Whether every row is looked at the thorough way; both ways come to the same.
  package var isThorough = false
  private var width = 0
  private var cards = 0
  /// Octets of a byte order mark.
  private var mark = 0
  /// What is told with the next card.
  private var waiting: [Diagnostic] = []

  /// Creates a reader at the start of a table.
  ///
  /// - Parameters:
  ///   - options: What is told of the table.
  ///   - decoding: What text is that is no Unicode.
  public init(_ options: Options = Options(), decoding: TextDecoding = .builtin) {
    self.options = options
    self.decoding = decoding
  }

  /// Whether octets begin a table of people: a row of it names columns that somebody knows.
  public static func begins(_ first: [UInt8]) -> Bool {
    let reader = CSVReader(lookingAt: first)
    let look = reader.look
    guard let octet = look.first, !"{[<".utf8.contains(octet), !isCard(look) else {
      return false
    }
    let header = CSVLayout(of: look[...], delimiter: nil, [:], reader.text).header
    if header.columns.count == 1 {
      return header.columns[0].isKnown
        && ["EMAIL", "TEL", "FN"].contains(header.columns[0].meaning.property)
    }
    return header.telling > 0
  }

  /// Whether a line of octets, and no cell of a table, begins or ends a vCard or says its version.
  public static func holdsCard(_ first: [UInt8]) -> Bool {
    isCard(CSVReader(lookingAt: first).look)
  }

  /// Looks at the first octets of a table that may be another text.
  private init(lookingAt first: [UInt8]) {
    self.init()
    take(first[...])
    if look.starts(with: [0xEF, 0xBB, 0xBF]) { look.removeFirst(3) }
  }

  private static func isCard(_ octets: [UInt8]) -> Bool {
    let text = octets.span
    var isQuoted = false
    /// Behind a quotation mark that closed a cell, unless another follows.
    var closed = -1
    var start = 0
    while start < text.count {
      let end = Octets.lineEnd(in: text, from: start)
      if !isQuoted, isOfCard(text.extracting(start..<end)) { return true }
      var index = Octets.first(0x22, in: text, from: start)
      while index < end {
        if isQuoted {
          (isQuoted, closed) = (false, index + 1)
        } else {
          isQuoted =
            index == start || index == closed || CSVLayout.delimiters.contains(text[index - 1])
        }
        index = Octets.first(0x22, in: text, from: index + 1)
      }
      start = end + 1
    }
    return false
  }

  /// Whether there is such a line, with no other cell that says something.
  private static func isOfCard(_ line: Span<UInt8>) -> Bool {
    func isNothing(_ octet: UInt8) -> Bool {
      Octets.isSpace(octet) || CSVLayout.delimiters.contains(octet)
    }
    guard let first = line.indices.first(where: { !isNothing(line[$0]) }),
      let last = line.indices.last(where: { !isNothing(line[$0]) })
    else { return false }
    let words: [StaticString] = [
      "BEGIN:VCARD", "END:VCARD", "VERSION:2.1", "VERSION:3.0", "VERSION:4.0",
    ]
    return words.contains { Octets.equal(line.extracting(first...last), $0) }
  }

  /// Takes further octets of the table.
  public mutating func append(_ octets: ArraySlice<UInt8>) {
    var octets = octets
    // In steps that begin at the same octets in whatever pieces the table comes: as much is looked at.
    while !isBegun, !octets.isEmpty {
      let step = octets.prefix(CSVReader.stepSize - taken % CSVReader.stepSize)
      take(step)
      taken += step.count
      octets = octets.dropFirst(step.count)
      if look.count >= CSVReader.lookSize { begin() }
    }
    // Without a header there is nothing to come.
    guard isBegun, hasHeader else { return }
    if utf16 == nil { return rows.append(octets) }
    take(octets)
    rows.append(look[...])
    look.removeAll(keepingCapacity: true)
  }

  /// Tells that there are no more octets.
  public mutating func finish() {
    if !isTold { tellForm() }
    utf16?.finish(&look) { _ in }
    isEnded = true
    if isBegun { rows.append(look[...]) } else { begin() }
    rows.finish()
  }

  /// The next person; `nil` when more octets are needed, or at the end.
  ///
  /// - Complexity: O(*n*) in the octets of the row.
  public mutating func next() -> DocumentEntry? {
    guard isBegun else { return nil }
    guard hasHeader else {
      defer { waiting = [] }
      return waiting.first.map(DocumentEntry.noCard)
    }
    while let row = rows.next() {
      if rows.isEmpty { continue }
      let place = SourcePosition(byte: mark + row.byte, card: cards, line: row.line, column: 1)
      if row.isTooLarge {
        cards += 1
        return .noCard(
          CSVReader.diagnostic(.error, .csvRow, place, "the row is too large; passed over"))
      }
      var count = rows.cells.count
      while count > width, rows.cells[count - 1].isEmpty { count -= 1 }
      guard let (card, found) = card(of: count, at: place) else { return nil }
      cards += 1
      if let problem = quotation(row, cards - 1) { waiting.append(problem) }
      var told = waiting
      waiting = []
      if row.isUnclosed {
        told.append(
          CSVReader.diagnostic(
            .warning, .csvRow, place, "a quotation mark is never closed; read to the end"))
      }
      if count > width {
        told.append(
          CSVReader.diagnostic(
            .warning, .csvRow, place,
            "the row has \(count) cells for \(width) columns; kept under numbers"))
      }
      return .card(card, told + found)
    }
    return nil
  }

  /// The card of so many cells of the row.
  private mutating func card(of count: Int, at place: SourcePosition) -> (Card, [Diagnostic])? {
    let octets = rows.octets
    var cells = rows.cells
    let row = (cells.first?.lowerBound ?? 0)..<(cells.last?.upperBound ?? 0)
    if count < cells.count { cells.removeLast(cells.count - count) }
    if charset?.readsUTF8 ?? true, Octets.areUTF8(octets.span.extracting(row)) {
      return people?.card(of: octets, cells, at: place, isThorough: isThorough)
    }
    decoded.removeAll(keepingCapacity: true)
    decodedCells.removeAll(keepingCapacity: true)
    for cell in cells {
      let start = decoded.count
      decoded += text(Array(octets[cell])).utf8
      decodedCells.append(start..<decoded.count)
    }
    return people?.card(of: decoded, decodedCells, at: place, isThorough: isThorough)
  }

  // MARK: The beginning

  /// Adds octets as text to what is looked at.
  private mutating func take(_ octets: ArraySlice<UInt8>) {
    guard isTold else {
      look += octets
      if look.count >= CSVReader.firstOctets { tellForm() }
      return
    }
    guard utf16 != nil else {
      look += octets
      return
    }
    let piece = Array(octets)
    utf16?.append(piece.span, to: &look) { _ in }
  }

  /// Tells by the first octets whether the table is in UTF-16.
  private mutating func tellForm() {
    isTold = true
    let first = look.prefix(CSVReader.firstOctets)
    if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) {
      utf16 = UTF16Source(isBigEndian: first.first == 0xFE)
      mark = 2
    } else if first.count == CSVReader.firstOctets, first.filter({ $0 == 0 }).count == 2 {
      utf16 = UTF16Source(isBigEndian: first.first == 0)
    } else {
      return
    }
    let octets = look
    look = []
    utf16?.append(octets.span, to: &look) { _ in }
  }

  private mutating func begin() {
    isBegun = true
    // A mark of UTF-8, or the one that UTF-16 had.
    if look.starts(with: [0xEF, 0xBB, 0xBF]) {
      look.removeFirst(3)
      mark = 3
    }
    if utf16 != nil { mark = 0 }
    findCharset()
    let layout = CSVLayout(
      of: look[...], delimiter: options.delimiter, options.map, { text($0) })
    let header = layout.header
    guard header.telling > 0 else {
      let names = header.columns.prefix(12).map { "\"\($0.name)\"" }.joined(separator: ", ")
      let understood = header.columns.filter(\.isKnown).map { "\"\($0.name)\"" }
      waiting = [
        CSVReader.diagnostic(
          .error, .csvColumns, SourcePosition(),
          (look.isEmpty
            ? "the input is empty"
            : "a table of which no column is known to tell of people (\(names)"
              + (header.columns.count > 12 ? ", …" : "") + ")")
            + (understood.isEmpty ? "" : "; understood: " + understood.joined(separator: ", "))
            + "; name them with --map FILE, a line each: \"column\" = \"TEL;work\"")
      ]
      return
    }
    hasHeader = true
    width = header.columns.count
    var maker = CSVCardMaker(header, order: options.dates)
    rows = CSVRows(delimiter: layout.delimiter)
    rows.append(look[...])
    var ahead = rows
    for _ in 0..<layout.rows {
      if let problem = rows.next().flatMap({ quotation($0, 0) }) { waiting.append(problem) }
    }
    let columns = maker.dateColumns
    for number in 0... {
      guard !columns.isEmpty, ahead.next() != nil else { break }
      for column in columns where number >= layout.rows && column < ahead.cells.count {
        maker.look(at: text(Array(ahead.octets[ahead.cells[column]])), in: column)
      }
    }
    maker.finishLooking()
    people = CSVRowReader(header, maker)
    tellColumns(header)
    look = []
  }

  /// What is told of text behind a closing quotation mark, which is read as Python does.
  private func quotation(_ row: CSVRows.Row, _ card: Int) -> Diagnostic? {
    guard let stray = row.stray else { return nil }
    return CSVReader.diagnostic(
      .warning, .csvRow,
      SourcePosition(
        byte: mark + stray.byte, card: card, line: stray.line, column: stray.column),
      "text follows the closing quotation mark of a cell; kept as part of the cell")
  }

  private mutating func tellColumns(_ header: CSVHeader) {
    let unknown = header.columns.filter { !$0.isKnown && !$0.name.isEmpty }
    guard !unknown.isEmpty else { return }
    waiting.append(
      CSVReader.diagnostic(
        .note, .csvColumns, SourcePosition(byte: mark),
        "\(header.known) of \(header.columns.count) columns understood; kept under X-CSV-…: "
          + unknown.map { "\"\($0.name)\"" }.joined(separator: ", ")))
  }

  /// Finds out the charset of what is looked at, where it is no UTF-8.
  private mutating func findCharset() {
    /// Lines beyond ASCII, of which a few hundred tell as much as all.
    var lines: [[UInt8]] = []
    var isForeign = false
    // The last one may be cut within a character.
    let end = isEnded ? look.count : look.lastIndex(of: 0x0A) ?? look.count
    if Octets.areUTF8(look.span.extracting(0..<end)) { return }
    for line in look[..<end].split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    where lines.count < 2000 {
      guard line.contains(where: { $0 >= 0x80 }) else { continue }
      lines.append(Array(line))
      if String(validating: line, as: UTF8.self) == nil { isForeign = true }
    }
    guard isForeign else { return }
    decide(lines)
  }

  private mutating func decide(_ lines: [[UInt8]]) {
    guard decoding.findsOut else { return charset = decoding.undeclared }
    let found = decoding.runs(of: UndeclaredText([lines])).first?.charset ?? decoding.undeclared
    charset = found
    waiting.append(
      CSVReader.diagnostic(
        .note, .foundCharset, SourcePosition(card: cards),
        "read as \(found.name) (found out); --charset changes it"))
  }

  /// The text of a cell.
  private func text(_ cell: [UInt8]) -> String {
    if charset?.readsUTF8 ?? true, let text = String(validating: cell, as: UTF8.self) {
      return text
    }
    let name = (charset ?? decoding.undeclared).name
    let octets = decoding.convert(cell, charset: name) ?? cell
    return String(decoding: octets, as: UTF8.self)
  }

  private static func diagnostic(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ place: SourcePosition,
    _ message: String
  ) -> Diagnostic {
    Diagnostic(severity: severity, code: code, position: place, message: message)
  }
}
