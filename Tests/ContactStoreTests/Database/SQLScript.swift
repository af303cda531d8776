import Foundation
import GRDB
import SystemPackage

/// Changes a database behind the back of the book, and looks into it.
enum SQLScript {
  static func run(_ text: String, on path: FilePath) throws {
    let queue = try DatabaseQueue(path: path.string)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: text)
      // What follows is to be in the file itself.
      _ = try db.checkpoint(.truncate)
    }
    try queue.close()
  }

  /// The numbers of the first column that a query gives.
  static func numbers(_ query: String, _ path: FilePath) throws -> [Int64] {
    try DatabaseQueue(path: path.string).read { try Int64.fetchAll($0, sql: query) }
  }

  /// Changes a database, and before others see that, lets somebody begin with something.
  static func whileChanging<Result>(
    _ path: FilePath, _ text: String, _ body: (FilePath) -> Result
  ) throws -> Result {
    let queue = try DatabaseQueue(path: path.string)
    let result = try queue.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN EXCLUSIVE")
      try db.execute(sql: text)
      let result = body(path)
      // Long enough for the other to come to wait; should it take longer, it sees the change at once.
      Thread.sleep(forTimeInterval: 0.3)
      try db.execute(sql: "COMMIT")
      return result
    }
    try queue.close()
    return result
  }
}
