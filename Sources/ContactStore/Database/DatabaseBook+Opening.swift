internal import CSQLite
import Files
internal import Foundation
internal import GRDB
import SystemPackage
import VCard

extension DatabaseBook {
  /// Is done once, before the first connection.
  static let settings: Void = csqlite_keep_no_account()

  /// Seconds that a writer waits for another.
  private static let patience = 60.0

  static func open(
    _ path: FilePath, access: BookAccess, options: BookOptions, schema: BookSchema
  ) throws(BookError) -> BookConnection {
    let opening = Opening(name: path, access: access, options: options, schema: schema)
    let deadline = ContinuousClock.now.advanced(by: .seconds(patience))
    do {
      // Whoever puts another file into its place does so once.
      var turns = 4
      while turns > 0 {
        let file = try DatabaseFile(path, making: access == .writing && options.makesMissing)
        do {
          let connection = try opening.open(file)
          if file.isInPlace { return connection }
          turns -= 1
        } catch let error as DatabaseError {
          // Of several who give a new file its log at once, SQLite lets all but one fail without waiting.
          guard error.resultCode == .SQLITE_BUSY, options.waitsForLock,
            ContinuousClock.now < deadline
          else { throw error }
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
      throw BookError(.changed, path, "other files come into its place again and again")
    } catch let error as BookError {
      throw error
    } catch let error as DatabaseError {
      throw BookError(error, path, opening: access)
    } catch {
      throw BookError(.inputOutput, path, "\(error)")
    }
  }

  /// The way from a file to a database.
  private struct Opening {
    /// What people call it.
    let name: FilePath
    let access: BookAccess
    let options: BookOptions
    let schema: BookSchema

    func open(_ file: DatabaseFile) throws -> BookConnection {
      guard access == .writing else { return try openForReading(file) }
      // What is no book is not changed in the least.
      if try file.size() > 0 {
        try recovering(file) {
          _ = try state(
            of: DatabaseQueue(path: file.path, configuration: configuration(of: file, true)))
        }
      }
      let pool = try DatabasePool(path: file.path, configuration: configuration(of: file, false))
      try pool.writeWithoutTransaction { db in
        // GRDB lets a pool be less careful.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        try schema.migrate(db, name)
      }
      return BookConnection(pool, tidying: file)
    }

    private func configuration(of file: DatabaseFile, _ readonly: Bool) -> Configuration {
      _ = DatabaseBook.settings
      var configuration = Configuration()
      configuration.readonly = readonly
      configuration.maximumReaderCount = max(configuration.maximumReaderCount, options.threads)
      let waits = readonly || options.waitsForLock
      configuration.busyMode = waits ? .timeout(patience) : .immediateError
      configuration.foreignKeysEnabled = true
      configuration.label = "vcard"
      configuration.prepareDatabase { db in
        // So the file lives as long as its connections.
        try withExtendedLifetime(file) {
          // A pool has others for reading.
          guard !db.configuration.readonly else { return }
          // A commit that has been told of survives a loss of power.
          try db.execute(sql: "PRAGMA synchronous = FULL")
          // KiB. An import goes back to index pages again and again: below this it writes them twice.
          try db.execute(sql: "PRAGMA cache_size = -65536")
        }
      }
      return configuration
    }

    private func state(of database: any DatabaseReader) throws -> BookSchema.State {
      try database.read { try schema.state($0, name) }
    }

    private func openForReading(_ file: DatabaseFile) throws -> BookConnection {
      do {
        return try recovering(file) {
          try readable(
            DatabasePool(path: file.path, configuration: configuration(of: file, true)), file)
        }
      } catch let error as DatabaseError {
        // On a medium that cannot be written to nobody changes the file, and SQLite need not lock it.
        // Where a log is left that belongs to it, the file alone is not the book.
        guard [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode),
          isUnwritable(file), !hasLog(file)
        else { throw error }
        return try readable(
          DatabaseQueue(
            path: DatabaseBook.uri(file.path, "immutable=1"),
            configuration: configuration(of: file, true)))
      }
    }

    /// Does what a reader does; where a killed process left something half written, SQLite takes that
    /// back first, which only one who may write can.
    ///
    /// https://sqlite.org/lockingv3.html#hot_journals
    private func recovering<Result>(
      _ file: DatabaseFile, _ read: () throws -> Result
    ) throws -> Result {
      do {
        return try read()
      } catch let error as DatabaseError {
        guard error.resultCode == .SQLITE_READONLY, !isUnwritable(file) else { throw error }
        let queue = try DatabaseQueue(
          path: file.path, configuration: configuration(of: file, false))
        _ = try queue.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
        return try read()
      }
    }

    /// What is read of a database: of one without tables an empty book, of one that an older version
    /// made a copy in memory as this version would have it.
    ///
    /// Whoever only reads does not take the book away from those who have the older version; the next
    /// one who writes does.
    private func readable(
      _ database: any DatabaseReader, _ file: DatabaseFile? = nil
    ) throws -> BookConnection {
      let state = try state(of: database)
      let connection = BookConnection(database, tidying: file)
      if state == .current { return connection }
      let copy = try DatabaseQueue()
      if state == .older { try connection.database.backup(to: copy) }
      try copy.inDatabase { try schema.migrate($0, name) }
      return BookConnection(copy)
    }

    /// Whether SQLite's log of a database has something in it.
    private func hasLog(_ file: DatabaseFile) -> Bool {
      (try? Stat(FilePath(file.path + "-wal")))?.size ?? 0 > 0
    }

    private func isUnwritable(_ file: DatabaseFile) -> Bool {
      (try? SystemCalls.checkAccess(FilePath(file.path).removingLastComponent(), .write)) == nil
    }
  }

  /// A database as SQLite is told how to open it.
  ///
  /// https://sqlite.org/uri.html; octets as RFC 3986 §2.1 writes them.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - parameter: How, such as `immutable=1` for one that nobody writes to.
  /// - Returns: The URI.
  static func uri(_ path: String, _ parameter: String) -> String {
    "file://\(PercentCoding.encoded(path, keeping: "-._~/"))?\(parameter)"
  }
}

extension BookError {
  /// Gives an error of SQLite the meaning that it has for a book.
  init(_ error: DatabaseError, _ path: FilePath, opening access: BookAccess = .reading) {
    self.init(error, path.string, opening: access)
  }

  init(_ error: DatabaseError, _ name: String, opening access: BookAccess = .reading) {
    // What failed may have had a connection of its own, as a backup does: this one knows of nothing.
    let message = error.message == "not an error" ? nil : error.message
    let reason = message ?? "\(error.resultCode)"
    let kind: Kind =
      switch error.resultCode {
      case .SQLITE_CANTOPEN: access == .writing ? .cannotCreate : .cannotRead
      case .SQLITE_NOTADB: .notABook
      case .SQLITE_CORRUPT: .damaged
      case .SQLITE_READONLY, .SQLITE_PERM: .cannotCreate
      default: .inputOutput
      }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(kind, name, "another process is using it")
    default: self.init(kind, name, reason)
    }
  }
}
