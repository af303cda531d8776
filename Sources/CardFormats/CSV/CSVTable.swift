import VCard

/// Makes a table of the records of cards, once it is known which columns they need.
///
/// A record is a list of cells with the numbers of their columns; see ``CSVWriter``.
public struct CSVTable: Sendable {
  /// How a table is written.
  public struct Options: Hashable, Sendable {
    /// Which cells get an apostrophe, so that no program takes them for something else.
    public enum Guard: String, CaseIterable, Sendable {
      /// What would be a formula.
      case formulas
      /// Numbers, too, of which Excel makes other numbers.
      case all
      /// Nothing.
      case none
    }

    /// The columns.
    public var dialect = CSVDialect.google
    /// What separates cells.
    public var delimiter = UInt8(ascii: ",")
    /// Whether a byte order mark comes first, for Excel.
    public var hasMark = false
    /// Which cells get an apostrophe.
    public var guarded = Guard.formulas
    /// The charset; `nil` for UTF-8.
    public var charset: CSVCharset?

    /// Creates the options of Google's columns.
    public init() {}
  }

  private let options: Options
  private let columns: CSVColumns
  /// The most numbers that a card needs, by what they number.
  private var counts: [Int]
  /// The names of the columns that have no numbers.
  private var names = OctetTable()

  /// Creates a table without rows.
  public init(_ options: Options) {
    self.options = options
    columns = CSVColumns(options.dialect)
    counts = columns.sets.map { _ in 0 }
  }

  /// Takes note of the columns that a record needs.
  public mutating func note(_ record: Span<UInt8>) {
    CSVRecord.forEachCell(of: record) { column, name, _ in
      if column == CSVColumns.named {
        _ = names.number(of: record.extracting(name))
      } else if let (set, _, number) = CSVColumns.parts(of: column) {
        counts[set] = max(counts[set], number)
      }
    }
  }

  /// The header, and what writes rows below it.
  ///
  /// - Parameter octets: Receives the header.
  /// - Returns: The columns' places.
  public func begin(_ octets: inout [UInt8]) -> Rows {
    let rows = rows
    if let charset = options.charset {
      if options.hasMark || charset.isAlwaysMarked { octets += charset.mark }
    } else if options.hasMark {
      octets += [0xEF, 0xBB, 0xBF]
    }
    let start = octets.count
    for (index, name) in header.enumerated() {
      if index > 0 { octets.append(options.delimiter) }
      Rows.append(name.span, rows.marks, to: &octets)
    }
    octets += [0x0D, 0x0A]
    options.charset?.encode(&octets, from: start)
    return rows
  }

  /// The columns' places.
  private var rows: Rows {
    var marks = [UInt8](repeating: 0, count: 256)
    for octet in [options.delimiter, 0x0A, 0x0D] { marks[Int(octet)] = Rows.mark }
    marks[0x22] = Rows.mark | Rows.quotationMark
    var starts: [Int] = []
    var width = columns.fixed.count
    for (set, count) in zip(columns.sets, counts) {
      starts.append(width)
      width += count * set.parts.count
    }
    return Rows(
      starts: starts, parts: columns.sets.map(\.parts.count), others: width, names: names,
      cells: Array(repeating: 0..<0, count: width + names.count), marks: marks, options: options)
  }

  /// The names of the columns.
  private var header: [[UInt8]] {
    (columns.fixed + columns.numbered(counts)).map { Array($0.utf8) }
      + (0..<names.count).map { Array(names.octets[names.range($0)]) }
  }

  /// What the row of a record says, for people: a line `column: text` for each cell that is not empty.
  public static func lines(of record: Span<UInt8>, _ options: Options) -> [UInt8] {
    var table = CSVTable(options)
    table.note(record)
    var lines: [UInt8] = []
    var rows = table.rows
    rows.place(record)
    for (name, cell) in zip(table.header, rows.cells) where !cell.isEmpty {
      lines += name + ": ".utf8
      lines.append(record.extracting(cell))
      lines.append(0x0A)
    }
    return lines
  }

  /// The whole table of one record.
  public static func document(of record: Span<UInt8>, _ options: Options) -> [UInt8] {
    var table = CSVTable(options)
    table.note(record)
    var octets: [UInt8] = []
    var rows = table.begin(&octets)
    rows.append(record, to: &octets)
    return octets
  }

  /// Writes rows of a table whose columns are known.
  public struct Rows: Sendable {
    /// Where the columns of each set begin, and how many each number has.
    fileprivate let starts: [Int]
    fileprivate let parts: [Int]
    /// Where those begin whose names have numbers only here.
    fileprivate let others: Int
    fileprivate var names: OctetTable
    /// Where in a record the cell of each column stands.
    fileprivate var cells: [Range<Int>]
    /// What each octet means to a cell that has no quotation marks around it.
    fileprivate let marks: [UInt8]
    fileprivate let options: Options

    /// An octet that may not stand there, and one that is doubled.
    fileprivate static let mark: UInt8 = 1
    fileprivate static let quotationMark: UInt8 = 2

    /// Appends the row of a record.
    public mutating func append(_ record: Span<UInt8>, to octets: inout [UInt8]) {
      let start = octets.count
      place(record)
      for index in cells.indices {
        if index > 0 { octets.append(options.delimiter) }
        if cells[index].isEmpty { continue }
        let cell = record.extracting(cells[index])
        if Rows.isLive(cell, options.guarded) {
          let guarded = [UInt8(ascii: "'")] + CSVText.array(cell)
          Rows.append(guarded.span, marks, to: &octets)
        } else {
          Rows.append(cell, marks, to: &octets)
        }
      }
      octets.append(0x0D)
      octets.append(0x0A)
      options.charset?.encode(&octets, from: start)
    }

    /// Finds the columns of the cells of a record.
    fileprivate mutating func place(_ record: Span<UInt8>) {
      for index in cells.indices { cells[index] = 0..<0 }
      CSVRecord.forEachCell(of: record) { column, name, text in
        let place: Int
        if column == CSVColumns.named {
          place = others + names.number(of: record.extracting(name)).number
        } else if let (set, part, number) = CSVColumns.parts(of: column) {
          place = starts[set] + (number - 1) * parts[set] + part
        } else {
          place = Int(column)
        }
        if place < cells.count { cells[place] = text }
      }
    }

    /// Whether a program may take a cell, which is not empty, for a formula.
    private static func isLive(_ cell: Span<UInt8>, _ guarded: Options.Guard) -> Bool {
      if guarded == .none { return false }
      let guardsAll = guarded == .all
      switch cell[0] {
      case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D, 0x0A: return true
      case UInt8(ascii: "+"), UInt8(ascii: "-"): return guardsAll || !CSVText.isNumber(cell)
      // What would lose its own apostrophe.
      case UInt8(ascii: "'"):
        return cell.count > 1 && CSVCardMaker.isGuarded(CSVText.array(cell)[...])
      default: return guardsAll && CSVText.isNumber(cell)
      }
    }

    /// Appends a cell, in quotation marks where it needs them (RFC 4180 §2).
    fileprivate static func append(
      _ cell: Span<UInt8>, _ marks: [UInt8], to octets: inout [UInt8]
    ) {
      guard !cell.isEmpty else { return }
      let found = unsafe marks.withUnsafeBufferPointer { marks in
        unsafe cell.withUnsafeBufferPointer { cell in
          var found: UInt8 = 0
          for index in 0..<cell.count { found |= unsafe marks[Int(cell[index])] }
          return found
        }
      }
      guard found != 0 || cell[0] == 0x20 || cell[cell.count - 1] == 0x20 else {
        return octets.append(cell)
      }
      let hasMark = found & quotationMark != 0
      octets.append(0x22)
      var start = 0
      while hasMark, start < cell.count {
        let mark = Octets.first(0x22, in: cell, from: start)
        guard mark < cell.count else { break }
        octets.append(cell.extracting(start..<mark + 1))
        octets.append(0x22)
        start = mark + 1
      }
      octets.append(cell.extracting(start..<cell.count))
      octets.append(0x22)
    }
  }
}
