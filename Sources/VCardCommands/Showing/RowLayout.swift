import ContactPages
import ICU
import VCard

/// The columns of rows that are too many to be held by a ``Table``.
///
/// Each row is first measured, and when all have been, it is written.
struct RowLayout {
  /// The widest cell that others of its column are aligned with where no terminal sets a bound: a
  /// wider one pushes the rest of its row aside, so that one long name does not blow up every row.
  private static let widestAligned = 80
  /// What stands between the cells of a row: visible text has no tabs.
  private static let separator = UInt8(ascii: "\t")
  private static let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 128)

  private let maximumWidth: Int?
  private var widths: [Int]

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - columns: How many cells a row has.
  ///   - maximumWidth: Columns of the terminal, to which the widest cells are cut; `nil` cuts none,
  ///     and aligns cells of up to 80 columns.
  init(columns: Int, maximumWidth: Int?) {
    widths = [Int](repeating: 0, count: columns)
    self.maximumWidth = maximumWidth
  }

  /// A layout of as many columns that has measured nothing.
  var anew: RowLayout { RowLayout(columns: widths.count, maximumWidth: maximumWidth) }

  /// Ends a cell of a row, before another.
  static func endCell(_ text: inout [UInt8]) { text.append(separator) }

  /// Takes a row into account: the cells, safe to print, in one text.
  mutating func measure(_ row: Span<UInt8>) {
    RowLayout.forEachCell(of: row) { index, cell, isASCII in
      let columns = RowLayout.width(row.extracting(cell), isASCII)
      if maximumWidth == nil, columns > RowLayout.widestAligned { return }
      widths[index] = max(widths[index], columns)
    }
  }

  /// Takes the rows into account that another layout of as many columns has measured.
  mutating func measure(as other: RowLayout) {
    for index in widths.indices { widths[index] = max(widths[index], other.widths[index]) }
  }

  /// Ends measuring: cuts the columns to fit.
  mutating func fit() {
    guard let maximumWidth else { return }
    Table.fit(&widths, cutting: Array(widths.indices), to: maximumWidth)
  }

  /// Appends a row that was measured, and a line end.
  func append(_ row: Span<UInt8>, to text: inout [UInt8]) {
    var blanks = 0
    func add(_ shown: Span<UInt8>, _ columns: Int, in width: Int) {
      if !shown.isEmpty {
        // Nothing is written after the last text of a line.
        while blanks > 0 {
          let some = RowLayout.blanks.span.extracting(first: blanks)
          text.append(some)
          blanks -= some.count
        }
        text.append(shown)
      }
      blanks += Table.gap + max(0, width - columns)
    }
    RowLayout.forEachCell(of: row) { index, range, isASCII in
      let cell = row.extracting(range)
      let columns = RowLayout.width(cell, isASCII)
      guard maximumWidth != nil, columns > widths[index] else {
        return add(cell, columns, in: widths[index])
      }
      var octets: [UInt8] = []
      octets.append(cell)
      let cut = DisplayWidth.truncated(
        String(decoding: octets, as: UTF8.self), to: widths[index])
      add(cut.utf8.span, DisplayWidth.of(cut), in: widths[index])
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// Text that is safe to print has no controls, and each octet of ASCII takes a column.
  private static func width(_ cell: Span<UInt8>, _ isASCII: Bool) -> Int {
    isASCII ? cell.count : DisplayWidth.of(cell)
  }

  /// Hands over the number of each cell, where it stands, and whether it is ASCII.
  @inline(__always)
  private static func forEachCell(
    of row: Span<UInt8>, _ body: (Int, Range<Int>, Bool) -> Void
  ) {
    var (index, start, place, isASCII) = (0, 0, 0, true)
    while true {
      place = Octets.firstUnprintable(in: row, from: place)
      guard place < row.count else { break }
      if row[place] == separator {
        body(index, start..<place, isASCII)
        (index, start, isASCII) = (index + 1, place + 1, true)
      } else {
        isASCII = false
      }
      place += 1
    }
    body(index, start..<row.count, isASCII)
  }
}
