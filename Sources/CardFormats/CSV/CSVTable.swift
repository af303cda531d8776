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
      rows.writer.append(quoting: name.span, to: &octets)
    }
    CSVCells.endRow(&octets)
    options.charset?.encode(&octets, from: start)
    return rows
  }

  /// The columns' places.
  private var rows: Rows {
    var starts: [Int] = []
    var width = columns.fixed.count
    for (set, count) in zip(columns.sets, counts) {
      starts.append(width)
      width += count * set.parts.count
    }
    return Rows(
      starts: starts, parts: columns.sets.map(\.parts.count), others: width, names: names,
      cells: Array(repeating: 0..<0, count: width + names.count),
      writer: CSVCells(delimiter: options.delimiter, guarded: options.guarded), options: options)
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
    fileprivate let writer: CSVCells
    fileprivate let options: Options

    /// Appends the row of a record.
    public mutating func append(_ record: Span<UInt8>, to octets: inout [UInt8]) {
      let start = octets.count
      place(record)
      for index in cells.indices {
        if index > 0 { octets.append(options.delimiter) }
        if cells[index].isEmpty { continue }
        writer.append(record.extracting(cells[index]), to: &octets)
      }
      CSVCells.endRow(&octets)
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
  }
}
