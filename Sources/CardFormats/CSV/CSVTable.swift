/// Makes a table of the records of cards, once it is known which columns they need.
///
/// A record is a list of cells with the names of their columns, each with its size before it:
/// ```
/// 00 00 00 0A 00 00 00 04 First Name Kate …
/// ```
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

    /// Creates the options of Google's columns.
    public init() {}
  }

  private let options: Options
  private let numbered: [CSVDialect.Numbered]
  /// The most numbers that a card needs, by what they number.
  private var counts: [Int]
  private var fixed: [String: Int] = [:]
  private var others: [String] = []
  private var known: Set<String> = []

  /// Creates a table without rows.
  public init(_ options: Options) {
    self.options = options
    numbered = options.dialect.numbered
    counts = numbered.map { _ in 0 }
    for (index, name) in options.dialect.columns.enumerated() { fixed[name] = index }
  }

  static func append(_ name: String, _ text: String, to record: inout [UInt8]) {
    for size in [name.utf8.count, text.utf8.count] {
      for shift in [24, 16, 8, 0] { record.append(UInt8(truncatingIfNeeded: size >> shift)) }
    }
    record += name.utf8
    record += text.utf8
  }

  private static func forEachCell(
    of record: Span<UInt8>, _ body: (_ name: String, _ text: Range<Int>) -> Void
  ) {
    func size(at index: Int) -> Int {
      (0..<4).reduce(0) { $0 << 8 | Int(record[index + $1]) }
    }
    func octets(_ range: Range<Int>) -> [UInt8] { range.map { record[$0] } }
    var index = 0
    while index + 8 <= record.count {
      let (name, text) = (size(at: index), size(at: index + 4))
      let start = index + 8 + name
      body(String(decoding: octets(index + 8..<start), as: UTF8.self), start..<start + text)
      index = start + text
    }
  }

  /// Takes note of the columns that a record needs.
  public mutating func note(_ record: Span<UInt8>) {
    var names: [String] = []
    CSVTable.forEachCell(of: record) { name, _ in names.append(name) }
    for name in names where fixed[name] == nil && known.insert(name).inserted {
      if let (set, number) = number(in: name) {
        counts[set] = max(counts[set], number)
      } else {
        others.append(name)
      }
    }
  }

  private func number(in name: String) -> (set: Int, number: Int)? {
    for (index, set) in numbered.enumerated() where name.hasPrefix(set.name + " ") {
      let rest = name.dropFirst(set.name.count + 1)
      guard let end = rest.firstIndex(of: " "), let number = Int(rest[..<end]) else { continue }
      return (index, number)
    }
    return nil
  }

  private var columns: [String] {
    var columns = options.dialect.columns
    for (set, count) in zip(numbered, counts) {
      for number in 0..<count { columns += set.parts.map { "\(set.name) \(number + 1) - \($0)" } }
    }
    return columns + others
  }

  /// The header, and what writes rows below it.
  ///
  /// - Parameter octets: Receives the header.
  /// - Returns: The columns' places.
  public func begin(_ octets: inout [UInt8]) -> Rows {
    let columns = columns
    if options.hasMark { octets += [0xEF, 0xBB, 0xBF] }
    for (index, name) in columns.enumerated() {
      if index > 0 { octets.append(options.delimiter) }
      Rows.append(Array(name.utf8), options.delimiter, to: &octets)
    }
    octets += [0x0D, 0x0A]
    return Rows(columns, options)
  }

  /// The whole table of one record.
  public static func document(of record: Span<UInt8>, _ options: Options) -> [UInt8] {
    var table = CSVTable(options)
    table.note(record)
    var octets: [UInt8] = []
    table.begin(&octets).append(record, to: &octets)
    return octets
  }

  /// Writes rows of a table whose columns are known.
  public struct Rows: Sendable {
    private let places: [String: Int]
    private let options: Options

    fileprivate init(_ columns: [String], _ options: Options) {
      places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
      self.options = options
    }

    /// Appends the row of a record.
    public func append(_ record: Span<UInt8>, to octets: inout [UInt8]) {
      var cells = [[UInt8]](repeating: [], count: places.count)
      CSVTable.forEachCell(of: record) { name, range in
        guard let place = places[name] else { return }
        cells[place] = guarded(range.map { record[$0] })
      }
      for (index, cell) in cells.enumerated() {
        if index > 0 { octets.append(options.delimiter) }
        Rows.append(cell, options.delimiter, to: &octets)
      }
      octets += [0x0D, 0x0A]
    }

    /// A cell that no program takes for a formula.
    private func guarded(_ cell: [UInt8]) -> [UInt8] {
      guard let first = cell.first, options.guarded != .none else { return cell }
      let isNumber = cell.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || " +-().,/#*;:\u{A0}".utf8.contains($0)
      }
      let isLive =
        switch first {
        case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D, 0x0A: true
        case UInt8(ascii: "+"), UInt8(ascii: "-"): !isNumber || options.guarded == .all
        // What would lose its own apostrophe.
        case UInt8(ascii: "'"): cell.count > 1 && CSVCardMaker.isGuarded(cell[...])
        default: isNumber && options.guarded == .all
        }
      return isLive ? [UInt8(ascii: "'")] + cell : cell
    }

    /// Appends a cell, in quotation marks where it needs them (RFC 4180 §2).
    fileprivate static func append(
      _ cell: [UInt8], _ delimiter: UInt8, to octets: inout [UInt8]
    ) {
      let needsQuotes =
        cell.contains { $0 == delimiter || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
        || cell.first == 0x20 || cell.last == 0x20
      guard needsQuotes else { return octets += cell }
      octets.append(0x22)
      for octet in cell {
        if octet == 0x22 { octets.append(0x22) }
        octets.append(octet)
      }
      octets.append(0x22)
    }
  }
}
