internal import GRDB
import SystemPackage

/// The connections of a book to its database, closed when the last one who reads from them is gone.
///
/// Left to themselves they are closed on threads of their own, perhaps not before the process ends.
final class BookConnection: Sendable {
  let database: any DatabaseReader
  private let file: DatabaseFile?

  /// Takes connections over.
  ///
  /// - Parameters:
  ///   - database: What holds them.
  ///   - file: The book, beside which nothing shall stay.
  init(_ database: any DatabaseReader, tidying file: DatabaseFile? = nil) {
    self.database = database
    self.file = file
  }

  deinit {
    do {
      try database.close()
      if let file { try tidy(file) }
    } catch {
      // Others are using the book; the last of them tidies up.
    }
  }

  /// Takes away the log and the index of it that SQLite keeps beside a database in use.
  ///
  /// The last connection takes them away when it is closed, if it may write
  /// (https://sqlite.org/walformat.html#file_lifecycles); a reader, which those of a pool are that is
  /// closed last, leaves them behind. Where others use the book or nobody may write, they stay.
  private func tidy(_ file: DatabaseFile) throws {
    guard file.isInPlace,
      ["-wal", "-shm"].contains(where: { (try? Stat(FilePath(file.path + $0))) != nil })
    else { return }
    // Not made anew where somebody has just removed it.
    let queue = try DatabaseQueue(path: DatabaseBook.uri(file.path, "mode=rw"))
    _ = try queue.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
    try queue.close()
  }
}
