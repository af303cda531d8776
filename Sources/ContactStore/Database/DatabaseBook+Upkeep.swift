import Files
internal import Foundation
internal import GRDB
public import SystemPackage
import VCard

extension DatabaseBook {
  /// Looks at the whole book: the file, every card, and what stands beside the cards.
  ///
  /// A damaged file is a fault that is found.
  ///
  /// - Complexity: O(*n* log *n*) in the words of the cards; the keys of all of them are held.
  public func check(_ found: (BookFault) throws -> Void) throws -> Int {
    var count = 0
    do {
      try DatabaseError.tellingOfValues {
        try checkFile(found)
        try withDatabaseSnapshot { snapshot in
          let (facts, order) = try snapshot.database.read { db in
            (
              try FactsKeeper.areFactsCurrent(tools, db),
              try FactsKeeper.isOrderCurrent(tools, db)
            )
          }
          var check = BookCheck(
            snapshot: snapshot, tools: tools, advance: options.advance, facts: facts, order: order)
          try check.run(found)
          count = check.count
        }
      }
    } catch let error as DatabaseError {
      guard [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) else {
        throw BookError(error, path)
      }
      try found(BookFault(kind: .damage, record: nil, text: error.message ?? "\(error.resultCode)"))
    }
    return count
  }

  /// What SQLite finds; a file that it cannot read through has been told of then.
  private func checkFile(_ found: (BookFault) throws -> Void) throws {
    let limit = 1000
    let messages = try database.read {
      try String.fetchAll($0, sql: "PRAGMA integrity_check(\(limit))")
    }
    var indexes: Set<String> = []
    for message in messages where message != "ok" {
      guard let index = DatabaseBook.index(toBeMadeAgain: message) else {
        try found(BookFault(kind: .damage, record: nil, text: message))
        continue
      }
      guard indexes.insert(index).inserted else { continue }
      try found(
        BookFault(kind: .index, record: nil, text: "\(index) is not of its table: \(message)"))
    }
    let strays = try database.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") }
    for stray in strays {
      let (table, row, parent): (String, Int64?, String) = (
        try stray.value(0), try stray.value(1), try stray.value(2)
      )
      let isMendable = table == "record" && parent == "source"
      try found(
        BookFault(
          kind: isMendable ? .reference : .damage,
          record: table == "record" ? row.map { DatabaseBook.recordID($0) } : nil,
          text: isMendable
            ? "its source is none" : "row \(row ?? 0) of \(table) leads to a \(parent) that is gone"
        ))
    }
  }

  /// The index that a message of SQLite's integrity check is about, if the table has all of it.
  private static func index(toBeMadeAgain message: String) -> String? {
    let beginnings = [
      "row ", "rowid not at end-of-record for row ", "wrong # of entries in index ",
    ]
    let middles = [
      " missing from index ", " values differ from index ", " of index ", " in index ",
    ]
    guard beginnings.contains(where: message.hasPrefix) else { return nil }
    let name = middles.compactMap { message.range(of: $0) }.first
    return name.map { String(message[$0.upperBound...]) }
  }

  /// Makes indexes again and mends references that ``check(_:)`` found wrong; cards are never touched
  /// and nothing is deleted.
  ///
  /// A record whose person is gone is a person of its own, or one with those whose person was the
  /// same; a record whose source is gone belongs to ``localSource``. ``undo()`` does not bring faults
  /// back.
  ///
  /// - Throws: ``BookError``, in which case nothing has changed; a damaged file stays as it is.
  public func repair() throws {
    try writing { db in
      try db.execute(sql: "REINDEX")
      var writer = try BookWriter(db, kind: "repair", time: options.now(), tools: tools)
      try writer.mendReferences()
      try FactsKeeper(db: db, tools: tools).rebuild(columns: true)
    }
  }

  /// Writes a copy of the book as it is now, while others may go on writing.
  ///
  /// The copy appears whole or not at all. A log that another database of the same name has left
  /// (`-wal`, `-shm`, `-journal`) would become part of it, so it is in the way as the database is.
  ///
  /// - Parameters:
  ///   - destination: Where the copy is to be.
  ///   - replaces: Whether a file that is there, and what belongs to it, is replaced.
  /// - Throws: ``BookError``: `inTheWay` for what may not be replaced, `unsupported` for the book itself
  ///   and what belongs to it.
  public func backUp(to destination: FilePath, replacing replaces: Bool = false) throws {
    let (target, companions) = try placeOfBackup(destination, replacing: replaces)
    let (temporary, descriptor) = try BookError.naming(.create, destination) { () throws(Errno) in
      try TemporaryFiles.create(beside: target, permissions: .ownerReadWrite)
    }
    defer {
      try? SystemCalls.close(descriptor)
      TemporaryFiles.remove(temporary)
    }
    let path = try DatabaseFile.text(of: temporary, named: destination, .cannotCreate)
    do {
      // Not made anew where an interruption has just removed it.
      let file = try DatabaseQueue(path: DatabaseBook.uri(path, "mode=rw"))
      // Nobody needs a half-written copy back, so no journal is left beside it.
      try file.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF") }
      try database.backup(to: file)
      try file.close()
    } catch let error as DatabaseError {
      throw BookError(error, destination, opening: .writing)
    }
    try BookError.translating { () throws(FileError) in
      try FileError.naming(.write, destination) { () throws(Errno) in
        try SystemCalls.synchronize(descriptor)
      }
      TemporaryFiles.beginChange()
      var isDone = false
      defer { TemporaryFiles.endChange(isDone: isDone) }
      for companion in companions {
        try FileError.naming(.remove, companion) { () throws(Errno) in
          do throws(Errno) {
            try SystemCalls.remove(companion)
          } catch Errno.noSuchFileOrDirectory {
            // Whoever used it has removed it.
          }
        }
      }
      let move = TemporaryFiles.Move(temporary, to: target, replacing: replaces)
      let placement = try TemporaryFiles.place([move])
      do throws(FileError) {
        try AtomicFile.synchronizeNames(of: [target])
      } catch {
        TemporaryFiles.takeBack(placement)
        throw FileError(.write, destination, error.errno)
      }
      TemporaryFiles.settle(placement)
      isDone = true
    }
  }

  /// Where a copy goes, links followed, and the files beside it that would become part of it.
  private func placeOfBackup(
    _ destination: FilePath, replacing replaces: Bool
  ) throws(BookError) -> (target: FilePath, companions: [FilePath]) {
    let (target, book, old, own) = try BookError.naming(.create, destination) {
      () throws(Errno) in
      let (target, book) = try (DatabaseFile.resolve(destination), DatabaseFile.resolve(path))
      return (target, book, try DatabaseBook.status(target), try DatabaseBook.status(book))
    }
    if let old, let own, DatabaseFile.Identity(old) == DatabaseFile.Identity(own) {
      throw BookError(.unsupported, destination, "it is the book itself")
    }
    // Also while it is not there: SQLite would take the copy for what it left.
    if try DatabaseBook.companions(of: book).contains(target) {
      throw BookError(.unsupported, destination, "it is a file of the book itself")
    }
    if let old {
      guard replaces else {
        throw BookError(.inTheWay, destination, "a file of that name is there")
      }
      guard old.type == .regular else {
        throw BookError(.cannotCreate, destination, "it is no file that could be replaced")
      }
    }
    var companions: [FilePath] = []
    for companion in try DatabaseBook.companions(of: target) {
      let status = try BookError.naming(.create, companion) { () throws(Errno) in
        try DatabaseBook.status(companion)
      }
      if status != nil { companions.append(companion) }
    }
    if let first = companions.first, !replaces {
      throw BookError(
        .inTheWay, destination,
        "\(first.string) is there, which belongs to another database of that name")
    }
    return (target, companions)
  }

  /// The files that SQLite keeps beside a database, whether or not they are there.
  private static func companions(of database: FilePath) throws(BookError) -> [FilePath] {
    try BookError.translating { () throws(FileError) in
      try ["-wal", "-shm", "-journal"].map { (suffix) throws(FileError) in
        try AtomicFile.backup(ofReplaced: database, suffix: suffix)
      }
    }
  }

  private static func status(_ path: FilePath) throws(Errno) -> Stat? {
    do throws(Errno) {
      return try Stat(path)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
  }

  /// Gives the room of what was deleted back to the file system.
  ///
  /// - Complexity: O(*n*) in the octets of the book; needs as much room again meanwhile.
  public func compact() throws { try compact(purging: false) }

  /// Takes out history, and with it everything that was deleted or overwritten.
  ///
  /// The file is written anew from what is left. A copy of it, and what a file system or a disk keeps
  /// of old files, is beyond this.
  ///
  /// - Throws: ``BookError`` of kind `changed` while others read the book, in whose log old octets stay
  ///   till they are done: history is gone then, and compacting again takes its octets out.
  /// - Complexity: As ``compact()``.
  public func purge() throws { try compact(purging: true) }

  private func compact(purging: Bool) throws {
    let pool = try writablePool()
    if purging {
      try writing { db in
        try db.execute(
          sql: """
            DELETE FROM change;
            DELETE FROM request;
            DELETE FROM card WHERE id NOT IN (
              SELECT card FROM record
              UNION SELECT local_base FROM server_member WHERE local_base IS NOT NULL
              UNION SELECT remote_base FROM server_member WHERE remote_base IS NOT NULL
              UNION SELECT sent FROM server_member WHERE sent IS NOT NULL
              UNION SELECT sent_of FROM server_member WHERE sent_of IS NOT NULL
              UNION SELECT refused FROM server_member WHERE refused IS NOT NULL);
            DELETE FROM value_identifier WHERE record NOT IN (SELECT id FROM record);
            """)
      }
    }
    try translating {
      try pool.vacuum()
      // Whoever still reads the old state keeps the log; the last one who goes takes it along.
      do {
        try pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
      } catch let error as DatabaseError {
        guard [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) else { throw error }
        if purging {
          throw BookError(
            .changed, path, "somebody else has it open, and their log still holds what was removed")
        }
      }
    }
  }
}
