import ContactPages
import ContactSearch
import ICU
import VCard

/// The columns of rows that are too many to be held by a ``Table``.
///
/// Each row is first measured, and when all have been, it is written. Its cells are ``ContactSearch/RowCells``.
package struct RowLayout {
  /// The widest cell that others of its column are aligned with where no terminal sets a bound: a
  /// wider one pushes the rest of its row aside, so that one long name does not blow up every row.
  private static let widestAligned = 80
  /// Octets of an ellipsis, which may take the place of fewer.
  private static let ellipsisSize = 3

  private let maximumWidth: Int?
  private var widths: [Int]

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - columns: How many cells a row has.
  ///   - maximumWidth: Columns of the terminal, to which the widest cells are cut; `nil` cuts none,
  ///     and aligns cells of up to 80 columns.
  package init(columns: Int, maximumWidth: Int?) {
    widths = [Int](repeating: 0, count: columns)
    self.maximumWidth = maximumWidth
  }

  /// A layout of as many columns that has measured nothing.
  var anew: RowLayout { RowLayout(columns: widths.count, maximumWidth: maximumWidth) }

  /// Appends a row as it is shown, and takes it into account: what could act on a terminal is visible, and
  /// columns are counted.
  ///
  /// - Parameters:
  ///   - cells: The cells, the texts as they stand.
  ///   - row: Receives the cells.
  ///   - room: Room for a text, kept from row to row.
  /// - Returns: Whether there are so many cells as columns; nothing is appended otherwise.
  package mutating func appendShown(
    _ cells: Span<UInt8>, to row: inout [UInt8], _ room: inout [UInt8]
  ) -> Bool {
    guard RowCells.forEach(of: cells, { _, _, _ in }) == widths.count else { return false }
    _ = RowCells.forEach(of: cells) { index, range, _ in
      let text = cells.extracting(range)
      if Octets.firstUnprintable(in: text, from: 0) == text.count {
        measure(index, text.count)
        return RowCells.append(text, columns: text.count, to: &row)
      }
      room.removeAll(keepingCapacity: true)
      room.append(visible: text)
      let columns = DisplayWidth.of(room.span)
      measure(index, columns)
      RowCells.append(room.span, columns: columns, to: &row)
    }
    return true
  }

  /// Takes a row into account.
  mutating func measure(_ row: Span<UInt8>) {
    _ = RowCells.forEach(of: row) { index, _, columns in measure(index, columns) }
  }

  private mutating func measure(_ index: Int, _ columns: Int) {
    if maximumWidth == nil, columns > RowLayout.widestAligned { return }
    widths[index] = max(widths[index], columns)
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
    let most = widths.reduce(row.count + 1) { $0 + $1 + Table.gap + RowLayout.ellipsisSize }
    text.append(addingCapacity: most) { line in
      var blanks = 0
      _ = RowCells.forEach(of: row) { index, range, columns in
        let width = widths[index]
        if maximumWidth == nil || columns <= width {
          RowLayout.append(row.extracting(range), after: &blanks, to: &line)
          blanks += Table.gap + max(0, width - columns)
        } else {
          var octets: [UInt8] = []
          octets.append(row.extracting(range))
          let cut = DisplayWidth.truncated(String(decoding: octets, as: UTF8.self), to: width)
          RowLayout.append(cut.utf8.span, after: &blanks, to: &line)
          blanks += Table.gap + width - DisplayWidth.of(cut)
        }
      }
      line.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends a cell and the blanks before it; nothing is written after the last text of a line.
  private static func append(
    _ cell: Span<UInt8>, after blanks: inout Int, to line: inout OutputSpan<UInt8>
  ) {
    guard !cell.isEmpty else { return }
    line.append(repeating: UInt8(ascii: " "), count: blanks)
    blanks = 0
    line.append(cell)
  }
}
