import ContactPages
import ICU

/// The columns of rows that are too many to be held by a ``Table``.
///
/// Each row is first measured, and when all have been, it is written.
struct RowLayout {
  /// The widest cell that others of its column are aligned with where no terminal sets a bound: a
  /// wider one pushes the rest of its row aside, so that one long name does not blow up every row.
  private static let widestAligned = 80
  /// What stands between the cells of a row: visible text has no tabs.
  private static let separator = UInt8(ascii: "\t")

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

  /// The cells of a row, safe to print, in one text.
  static func row(_ cells: [String], into text: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { text.append(separator) }
      text.append(visible: cell)
    }
  }

  /// Takes a row into account.
  mutating func measure(_ row: [UInt8]) {
    for (index, cell) in cells(row.span).enumerated() {
      let columns = DisplayWidth.of(cell)
      if maximumWidth == nil, columns > RowLayout.widestAligned { continue }
      widths[index] = max(widths[index], columns)
    }
  }

  /// Ends measuring: cuts the columns to fit.
  mutating func fit() {
    guard let maximumWidth else { return }
    Table.fit(&widths, cutting: Array(widths.indices), to: maximumWidth)
  }

  /// Appends a row that was measured, and a line end.
  func append(_ row: Span<UInt8>, to text: inout [UInt8]) {
    var blanks = 0
    for (index, cell) in cells(row).enumerated() {
      let shown = maximumWidth == nil ? cell : DisplayWidth.truncated(cell, to: widths[index])
      if !shown.isEmpty {
        // Nothing is written after the last text of a line.
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
        text.append(shown)
        blanks = 0
      }
      blanks += Table.gap + max(0, widths[index] - DisplayWidth.of(shown))
    }
    text.append(UInt8(ascii: "\n"))
  }

  private func cells(_ row: Span<UInt8>) -> [String] {
    var cells: [String] = []
    var cell: [UInt8] = []
    for index in row.indices {
      if row[index] == RowLayout.separator {
        cells.append(String(decoding: cell, as: UTF8.self))
        cell.removeAll(keepingCapacity: true)
      } else {
        cell.append(row[index])
      }
    }
    cells.append(String(decoding: cell, as: UTF8.self))
    return cells
  }
}
