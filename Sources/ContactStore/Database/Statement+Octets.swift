internal import GRDB
private import GRDBSQLite

extension Statement {
  /// Hands over the octets of a column of the row that the statement stands at, where SQLite has them.
  ///
  /// - Parameters:
  ///   - column: The number of the column, from 0.
  ///   - body: Receives the octets; `nil` for NULL.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  /// - Complexity: Nothing is copied.
  func withOctets<Result>(
    at column: Int32, _ body: (Span<UInt8>?) throws -> Result
  ) rethrows -> Result {
    let start = unsafe sqlite3_column_blob(sqliteStatement, column)
    // None have no address either.
    if unsafe start == nil, unsafe sqlite3_column_type(sqliteStatement, column) == SQLITE_NULL {
      return try body(nil)
    }
    let count = unsafe Int(sqlite3_column_bytes(sqliteStatement, column))
    // The address stands for so many octets until the statement goes on; none have no address.
    let octets = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    return try unsafe body(octets.bindMemory(to: UInt8.self).span)
  }
}
