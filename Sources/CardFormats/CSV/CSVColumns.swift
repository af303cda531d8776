import VCard

/// The columns of a program, by numbers.
///
/// ```
/// 0…          columns that every table has, in their order
/// 1 set part number   columns of which a card needs as many as it has values: bits 30, 24…29, 20…23,
///                     0…19
/// all ones    any other column, whose name stands with it
/// ```
struct CSVColumns: Sendable {
  /// A column whose name stands with it.
  static let named = UInt32.max

  let fixed: [String]
  let sets: [CSVDialect.Numbered]
  private let places: [String: UInt32]

  init(_ dialect: CSVDialect) {
    fixed = dialect.columns
    sets = dialect.numbered
    places = Dictionary(uniqueKeysWithValues: fixed.enumerated().map { ($1, UInt32($0)) })
  }

  /// The number of a column of a set.
  static func number(set: Int, part: Int, _ number: Int) -> UInt32 {
    1 << 30 | UInt32(set) << 24 | UInt32(part) << 20 | UInt32(number)
  }

  /// What the number of a column of a set says; `nil` for others.
  static func parts(of column: UInt32) -> (set: Int, part: Int, number: Int)? {
    guard column != named, column >> 30 == 1 else { return nil }
    return (Int(column >> 24 & 63), Int(column >> 20 & 15), Int(column & 0xF_FFFF))
  }

  /// The number of a column.
  func number(of name: String) -> UInt32 {
    if let place = places[name] { return place }
    for (index, set) in sets.enumerated() where name.hasPrefix(set.name + " ") {
      let rest = name.dropFirst(set.name.count + 1)
      guard let end = rest.firstIndex(of: " "), let number = Int(rest[..<end]),
        let part = set.parts.firstIndex(where: { rest[end...] == " - \($0)" })
      else { continue }
      return CSVColumns.number(set: index, part: part, number)
    }
    return CSVColumns.named
  }

  /// All columns of sets, up to so many of each.
  func numbered(_ counts: [Int]) -> [String] {
    zip(sets, counts).flatMap { set, count in
      (0..<count).flatMap { number in set.parts.map { "\(set.name) \(number + 1) - \($0)" } }
    }
  }
}

/// The cells of a card: each with the number of its column and its size before it.
///
/// ```
/// column 4 │ size 4 │ text …            named 4 │ size 4 │ size of name 4 │ name … │ text …
/// ```
enum CSVRecord {
  static func append(_ column: UInt32, _ text: Span<UInt8>, to record: inout [UInt8]) {
    record.append(number: column)
    record.append(number: UInt32(truncatingIfNeeded: text.count))
    record.append(text)
  }

  /// Begins a cell of a column whose name stands with it; gives the place for ``end(_:in:)``.
  static func begin(named name: Span<UInt8>, to record: inout [UInt8]) -> Int {
    record.append(number: CSVColumns.named)
    record.append(number: 0 as UInt32)
    record.append(number: UInt32(truncatingIfNeeded: name.count))
    record.append(name)
    return record.count
  }

  /// Ends such a cell, whose name is of so many octets, after its text.
  static func end(_ place: Int, name: Int, in record: inout [UInt8]) {
    let size = record.count - place
    for index in 0..<4 {
      record[place - name - 8 + index] = UInt8(truncatingIfNeeded: size >> (8 * index))
    }
  }

  /// Looks at the cells: the column, where its name stands, if it does, and where the text does.
  static func forEachCell(
    of record: Span<UInt8>, _ body: (UInt32, _ name: Range<Int>, _ text: Range<Int>) -> Void
  ) {
    var index = 0
    while index + 8 <= record.count {
      let column: UInt32 = record.number(at: index)
      let size = Int(record.number(at: index + 4, as: UInt32.self))
      index += 8
      var name = index..<index
      if column == CSVColumns.named {
        name = index + 4..<index + 4 + Int(record.number(at: index, as: UInt32.self))
        index = name.upperBound
      }
      body(column, name, index..<index + size)
      index += size
    }
  }
}
