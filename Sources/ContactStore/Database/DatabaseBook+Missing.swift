import Files
internal import GRDB
import SystemPackage

extension DatabaseBook {
  /// Whether there is no file yet.
  static func isMissing(_ path: FilePath) throws(BookError) -> Bool {
    try BookError.naming(.open, path) { () throws(Errno) in try FileStamp.type(of: path) == nil }
  }

  /// Whether it is more than an empty one in memory.
  var isMade: Bool { access == .reading || database is DatabasePool }

  /// Whether another database of the same name has left a log, which would become part of one that is
  /// put beside it; SQLite takes it away where it makes the file itself.
  func hasStrayLog() throws(BookError) -> Bool {
    let target = try BookError.naming(.create, path) { () throws(Errno) in
      try DatabaseFile.resolve(path)
    }
    return ["-wal", "-journal"].contains { (try? Stat(FilePath(target.string + $0))) != nil }
  }

  /// Makes the book with what a change puts into it: both, or nothing where this throws.
  func make<Result>(with body: (Database) throws -> Result) throws -> Result {
    do {
      let result = try makeFile(with: body)
      connection = try DatabaseBook.open(path, access: access, options: options, schema: schema)
      return result
    } catch let error as FileError {
      guard error.errno == .fileExists else { throw BookError(error) }
      connection = try DatabaseBook.open(path, access: access, options: options, schema: schema)
      throw BookError(.changed, path, "somebody else has just made it; try again")
    }
  }

  private func makeFile<Result>(with body: (Database) throws -> Result) throws -> Result {
    let (target, temporary, descriptor) = try FileError.naming(.create, path) {
      () throws(Errno) in
      let target = try DatabaseFile.resolve(path)
      let (temporary, descriptor) = try TemporaryFiles.create(
        beside: target, permissions: .ownerReadWrite)
      return (target, temporary, descriptor)
    }
    defer {
      // Before SQLite opens the file in its place, whose locks would go with this.
      try? SystemCalls.close(descriptor)
      TemporaryFiles.remove(temporary)
    }
    let file = try DatabaseFile.text(of: temporary, named: path, .cannotCreate)
    let result = try translating {
      // Not made anew where an interruption has just removed it.
      let queue = try DatabaseQueue(path: DatabaseBook.uri(file, "mode=rw"))
      try queue.inDatabase { db in
        // Nobody needs a half-written book back; KiB, as for one that is there.
        try db.execute(
          sql: """
            PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536
            """)
        try schema.migrate(db, path)
      }
      let result = try queue.write(body)
      try queue.close()
      return result
    }
    try place(temporary, descriptor, at: target)
    return result
  }

  /// Puts a new book in its place, where nothing may be.
  private func place(
    _ temporary: FilePath, _ descriptor: FileDescriptor, at target: FilePath
  ) throws(FileError) {
    try FileError.naming(.write, path) { () throws(Errno) in
      try SystemCalls.synchronize(descriptor)
    }
    TemporaryFiles.beginChange()
    var isDone = false
    defer { TemporaryFiles.endChange(isDone: isDone) }
    let move = TemporaryFiles.Move(temporary, to: target, replacing: false)
    let placement = try TemporaryFiles.place([move])
    do throws(FileError) {
      try AtomicFile.synchronizeNames(of: [target])
    } catch {
      TemporaryFiles.takeBack(placement)
      throw error
    }
    TemporaryFiles.settle(placement)
    isDone = true
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
