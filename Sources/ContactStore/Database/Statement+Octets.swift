internal import GRDB
private import GRDBSQLite

extension Statement {
  /// Goes to the row of a number, which is the only argument.
  ///
  /// - Parameters:
  ///   - number: The argument.
  ///   - body: Is called while the statement stands at the row.
  /// - Returns: What `body` returns; `nil` where there is no row.
  /// - Throws: `DatabaseError`, and what `body` throws.
  /// - Complexity: A look-up; a cursor of GRDB takes ten times as long.
  func withRow<Result>(_ number: Int64, _ body: () throws -> Result) throws -> Result? {
    let statement = unsafe sqliteStatement
    defer { unsafe sqlite3_reset(statement) }
    var code = unsafe sqlite3_bind_int64(statement, 1, number)
    if code == SQLITE_OK { code = unsafe sqlite3_step(statement) }
    switch code {
    case SQLITE_ROW: return try body()
    case SQLITE_DONE: return nil
    default:
      let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(statement)))
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
  }

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
