internal import GRDB

extension Row {
  /// The value of a column, which is to be of a type.
  ///
  /// GRDB's subscripts trap where a value is of another type, and a damaged file may hold anything.
  ///
  /// - Throws: `DatabaseError` SQLITE_CORRUPT for a value of another type.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) throws -> Value {
    do {
      return try decode(atIndex: index)
    } catch {
      throw DatabaseError(
        corrupt: "a value of the column '\(Array(columnNames)[index])' is of a wrong type")
    }
  }

  /// The same of a column of a name.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ name: String
  ) throws -> Value {
    do {
      return try decode(forColumn: name)
    } catch {
      throw DatabaseError(corrupt: "a value of the column '\(name)' is of a wrong type")
    }
  }
}

extension DatabaseError {
  /// A file that holds what no book holds.
  init(corrupt message: String) {
    self.init(resultCode: .SQLITE_CORRUPT, message: message)
  }

  /// Calls what reads single values, for which GRDB has an error of its own where they are NULL.
  static func tellingOfValues<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch is RowDecodingError {
      throw DatabaseError(corrupt: "a value is missing, or is of a wrong type")
    }
  }
}
