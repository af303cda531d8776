import ContactPages
import ICU

/// Rows of text in columns, for people.
///
/// Columns are as wide as their widest cell takes on a terminal, two spaces apart. Cells are made
/// safe to print.
package struct Table: Sendable {
  /// On which side of its column a cell stands.
  package enum Alignment: Sendable {
    case left
    case right
  }

  /// What one column is like.
  package struct Column: Sendable {
    /// What stands above it; nothing does when no column has a title.
    package var title: String
    /// On which side its cells stand.
    package var alignment: Alignment

    /// Creates a column.
    package init(_ title: String = "", _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  /// Spaces between two columns.
  static let gap = 2
  /// The width below which a column is not cut to fit.
  private static let narrowest = 8

  private let columns: [Column]
  private var rows: [[String]] = []

  /// Creates an empty table.
  package init(_ columns: [Column]) {
    self.columns = columns
    if columns.contains(where: { !$0.title.isEmpty }) { append(columns.map(\.title)) }
  }

  /// Adds a row with a cell for each column.
  package mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    rows.append(cells.map { TerminalText.visible($0) })
  }

  /// Appends the table's lines.
  ///
  /// - Parameters:
  ///   - output: Where they are appended.
  ///   - maximumWidth: Columns of the terminal; when given, the widest cells of columns that stand
  ///     left are cut to fit, as far as that is possible.
  package func render(into output: inout [UInt8], maximumWidth: Int? = nil) {
    let widths = fittedWidths(maximumWidth)
    for row in rows {
      var blanks = 0
      for (index, column) in columns.enumerated() {
        let cell =
          maximumWidth == nil ? row[index] : DisplayWidth.truncated(row[index], to: widths[index])
        let padding = widths[index] - DisplayWidth.of(cell)
        if column.alignment == .right { blanks += padding }
        if !cell.isEmpty {
          // Nothing is written after the last text of a line.
          output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
          output.append(cell)
          blanks = 0
        }
        blanks += Self.gap + (column.alignment == .left ? padding : 0)
      }
      output.append(UInt8(ascii: "\n"))
    }
  }

  private func fittedWidths(_ maximumWidth: Int?) -> [Int] {
    var widths = columns.indices.map { column in
      rows.reduce(0) { max($0, DisplayWidth.of($1[column])) }
    }
    guard let maximumWidth else { return widths }
    Table.fit(
      &widths, cutting: columns.indices.filter { columns[$0].alignment == .left },
      to: maximumWidth)
    return widths
  }

  /// Narrows columns until a row fits, as far as that is possible, the widest one first.
  ///
  /// - Parameters:
  ///   - widths: Those of all columns.
  ///   - cut: The columns that may be narrowed.
  ///   - maximumWidth: Columns of the terminal.
  static func fit(_ widths: inout [Int], cutting cut: [Int], to maximumWidth: Int) {
    var excess = widths.reduce(0, +) + gap * (widths.count - 1) - maximumWidth
    while excess > 0, let widest = cut.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > narrowest
    {
      widths[widest] -= 1
      excess -= 1
    }
  }
}
