import Files
internal import GRDB
import SystemPackage

extension DatabaseBook {
  /// Whether there is no file yet.
  static func isMissing(_ path: FilePath) throws(BookError) -> Bool {
    try BookError.naming(.open, path) { () throws(Errno) in try FileStamp.type(of: path) == nil }
  }

  /// What a book is before it is made: nothing, in memory.
  static func nothing(_ path: FilePath, _ schema: BookSchema) throws(BookError)
    -> any DatabaseReader
  {
    _ = settings
    do {
      let queue = try DatabaseQueue()
      try queue.inDatabase { try schema.migrate($0, path) }
      return queue
    } catch let error as DatabaseError {
      throw BookError(error, path)
    } catch {
      throw BookError(.inputOutput, path, "\(error)")
    }
  }
}
