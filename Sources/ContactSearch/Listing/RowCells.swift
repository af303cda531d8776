internal import VCard

/// The cells of a row of a list, as octets.
///
/// ```
/// octets  columns  text      for each cell, the numbers packed
/// ```
/// A row that is kept has no columns yet, which are 0: they are counted when it is shown.
package enum RowCells {
  /// Appends a cell to a row.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - columns: How many columns of a terminal it takes.
  ///   - row: The cells before it.
  package static func append(_ text: Span<UInt8>, columns: Int, to row: inout [UInt8]) {
    row.append(packed: UInt64(text.count))
    row.append(packed: UInt64(columns))
    row.append(text)
  }

  /// Hands over the number of each cell, where its text stands, and how many columns that takes.
  ///
  /// - Returns: How many cells there are; `nil` where the octets are something else from some cell on.
  package static func forEach(
    of row: Span<UInt8>, _ body: (Int, Range<Int>, Int) -> Void
  ) -> Int? {
    var (index, place) = (0, 0)
    while place < row.count {
      guard let count = row.packedNumber(&place), let columns = row.packedNumber(&place),
        count <= row.count - place, let columns = Int(exactly: columns)
      else { return nil }
      let end = place + Int(count)
      body(index, place..<end, columns)
      (index, place) = (index + 1, end)
    }
    return index
  }
}
