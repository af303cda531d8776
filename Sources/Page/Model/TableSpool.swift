package import CardFormats
package import Files
import VCard

/// The records of a table, in a temporary file until all of its columns are known.
///
/// ```
/// size │ record │ size │ record │ …        size: four octets, the first the highest
/// ```
package final class TableSpool {
  private let file: TemporaryFile
  private var table: CSVTable
  private var buffer: [UInt8] = []

  /// Octets.
  ///
  /// So much is read or written at once.
  private static let pieceSize = 256 << 10

  /// Creates an empty one.
  ///
  /// - Throws: `FileError` when there is no room for temporary files.
  package init(_ options: CSVTable.Options) throws {
    file = try TemporaryFile()
    table = CSVTable(options)
  }

  /// Adds the record of a card.
  package func append(_ record: Span<UInt8>) throws {
    table.note(record)
    for shift in [24, 16, 8, 0] {
      buffer.append(UInt8(truncatingIfNeeded: record.count >> shift))
    }
    buffer.append(record)
    if buffer.count >= TableSpool.pieceSize { try flush() }
  }

  private func flush() throws {
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the table.
  package func write(to writer: BufferedWriter) throws {
    _ = try write(while: { true }) { body in try writer.append { body(&$0) } }
  }

  /// Writes the table into another temporary file, as many rows as fit.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - most: Octets after which no further row is written.
  /// - Returns: How many rows were written.
  /// - Throws: `FileError`.
  @discardableResult
  package func write(to file: TemporaryFile, most: Int = .max) throws -> Int {
    var octets: [UInt8] = []
    let rows = try write(while: { file.count + octets.count < most }) { body in
      body(&octets)
      guard octets.count >= TableSpool.pieceSize else { return }
      try file.append(octets)
      octets.removeAll(keepingCapacity: true)
    }
    try file.append(octets)
    return rows
  }

  /// Hands over what appends the table, row by row.
  ///
  /// - Returns: How many rows were wanted.
  private func write(
    while isWanted: () -> Bool, _ take: ((inout [UInt8]) -> Void) throws -> Void
  ) throws -> Int {
    var count = 0
    try flush()
    try file.finishAppending()
    var header: [UInt8] = []
    var rows = table.begin(&header)
    try take { $0 += header }
    /// What was read and is not written yet.
    var piece: [UInt8] = []
    var start = 0
    var offset = 0
    func need(_ count: Int) throws {
      guard piece.count - start < count else { return }
      piece.removeSubrange(..<start)
      start = 0
      let missing = max(count - piece.count, TableSpool.pieceSize)
      var next = [UInt8](repeating: 0, count: min(missing, file.count - offset))
      try file.read(at: offset, into: &next)
      offset += next.count
      piece += next
    }
    while offset < file.count || start < piece.count, isWanted() {
      try need(4)
      let size = piece[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      start += 4
      try need(size)
      try take { rows.append(piece.span.extracting(start..<start + size), to: &$0) }
      start += size
      count += 1
    }
    return count
  }
}
