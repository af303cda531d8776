internal import Foundation
internal import GRDB
public import VCard

/// A request as the journal has it.
public struct JournalEntry: Hashable, Sendable {
  /// Its number; later requests have higher ones.
  public let number: Int64
  /// What it was, such as `import`.
  public let kind: String
  /// When it was carried out: seconds since 1970.
  public let time: Int64
  /// How many records it added.
  public let added: Int
  /// How many records it changed.
  public let updated: Int
  /// How many records it deleted.
  public let deleted: Int
  /// Whether it was taken back.
  public let isUndone: Bool
  /// The number of the request that it takes back, if it is such.
  public let undoes: Int64?
}

/// What a record held, and what came in its place.
public struct RecordVersion: Sendable {
  /// The number of the change.
  public let sequence: Int64
  /// The record.
  public let record: RecordID
  /// What happened.
  public let action: BookChange.Action
  /// The card before; `nil` for a record that was new.
  public let before: Card?
  /// The card after; `nil` for a record that went.
  public let after: Card?
  /// The card that was to be saved, where it was merged with a change that somebody else had made
  /// meanwhile.
  public let asked: Card?
}

extension DatabaseBook {
  private static let entryColumns = """
    SELECT id, kind, time, added, updated, deleted, is_undone, undoes, first_change, last_change
    FROM request
    """

  private static func entry(_ row: Row) throws -> JournalEntry {
    JournalEntry(
      number: try row.value(0), kind: try row.value(1), time: try row.value(2),
      added: try row.value(3), updated: try row.value(4), deleted: try row.value(5),
      isUndone: try row.value(6), undoes: try row.value(7))
  }

  /// The newest requests, the last one first.
  public func journal(limit: Int) throws -> [JournalEntry] {
    try reading { db in
      try Row.fetchAll(
        db, sql: "\(DatabaseBook.entryColumns) ORDER BY id DESC LIMIT ?",
        arguments: [max(limit, 0)]
      ).map { try DatabaseBook.entry($0) }
    }
  }

  /// What became of a record, from its first card on.
  public func versions(of id: RecordID) throws -> [RecordVersion] {
    guard let number = DatabaseBook.number(id) else { return [] }
    var versions: [RecordVersion] = []
    try forEachVersion(where: "record = ?", [number]) { versions.append($0) }
    return versions
  }

  /// The requests that made changes.
  ///
  /// - Parameter changes: The numbers of the changes.
  /// - Returns: The request of each; of what is no change none.
  /// - Throws: ``BookError``.
  /// - Complexity: O(*n*) in the requests of the book, and O(*m* log *m*) in the changes.
  package func entries(ofChanges changes: [Int64]) throws -> [Int64: JournalEntry] {
    var left = changes.sorted()[...]
    guard let first = left.first, let last = left.last else { return [:] }
    return try reading { db in
      var entries: [Int64: JournalEntry] = [:]
      let rows = try Row.fetchCursor(
        db, sql: "\(Self.entryColumns) WHERE last_change >= ? AND first_change <= ? ORDER BY id",
        arguments: [first, last])
      while let row = try rows.next() {
        let (start, end): (Int64, Int64) = (try row.value(8), try row.value(9))
        left = left.drop { $0 < start }
        let some = left.prefix { $0 <= end }
        guard !some.isEmpty else { continue }
        let entry = try Self.entry(row)
        for change in some { entries[change] = entry }
        left = left.dropFirst(some.count)
      }
      return entries
    }
  }

  /// Goes through what a request made of records, in the order in which it did.
  public func forEachVersion(
    in entry: JournalEntry, _ body: (RecordVersion) throws -> Void
  ) throws {
    try forEachVersion(
      where: """
        sequence BETWEEN (SELECT first_change FROM request WHERE id = ?)
          AND (SELECT last_change FROM request WHERE id = ?)
        """, [entry.number, entry.number], body)
  }

  private func forEachVersion(
    where condition: String, _ arguments: StatementArguments,
    _ body: (RecordVersion) throws -> Void
  ) throws {
    let reader = tools.reader
    try reading { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT sequence, action, before, after, asked, record FROM change
          WHERE \(condition) AND action IN ('add', 'update', 'delete') ORDER BY sequence
          """, arguments: arguments)
      while let row = try rows.next() {
        guard let action = BookChange.Action(rawValue: try row.value(1)) else { continue }
        func card(_ id: Int64?) throws -> Card? {
          try id.flatMap { reader.card(try StoredCard.fetch($0, db)) }
        }
        try body(
          RecordVersion(
            sequence: try row.value(0), record: DatabaseBook.recordID(try row.value(5)),
            action: action, before: try card(row.value(2)), after: try card(row.value(3)),
            asked: try card(row.value(4))))
      }
    }
  }

  /// Takes back the newest request that was not taken back yet, whole.
  ///
  /// Records get back their cards, identifiers, sources and links. Taking back is itself a request
  /// of the journal; called again it takes back the request before.
  ///
  /// - Complexity: O(*n* log *b*) in what the request changed, for *b* records in the book.
  public func undo() throws -> JournalEntry? {
    try writing { db in
      try DatabaseBook.undoable(db).map { try revert($0, as: "undo", db) }
    }
  }

  /// Does the request again that was taken back last, whole, unless the book has changed otherwise
  /// since.
  ///
  /// Records get back what they had before ``undo()``. Doing it again is itself a request of the
  /// journal; ``undo()`` then takes it back once more.
  ///
  /// - Complexity: As ``undo()``.
  public func redo() throws -> JournalEntry? {
    try writing { db in
      guard let row = try DatabaseBook.redoable(db) else { return nil }
      let undo = try revert(row, as: "redo", db)
      try db.execute(
        sql: "UPDATE request SET is_undone = 0 WHERE id = ?", arguments: [undo.undoes])
      return try DatabaseBook.entry(undone: undo, db)
    }
  }

  /// What ``redo()`` would do again; `nil` when there is nothing.
  public func redoable() throws -> JournalEntry? {
    try reading { db in
      try DatabaseBook.redoable(db).flatMap {
        try DatabaseBook.entry(undone: DatabaseBook.entry($0), db)
      }
    }
  }

  /// The newest request that took one back and after which nothing else was done.
  private static func redoable(_ db: Database) throws -> Row? {
    try Row.fetchOne(
      db,
      sql: """
        \(entryColumns) AS undo WHERE undoes IS NOT NULL AND kind = 'undo' AND NOT is_undone
          AND NOT EXISTS (SELECT 1 FROM request WHERE undoes IS NULL AND id > undo.id)
        ORDER BY id DESC LIMIT 1
        """)
  }

  /// The request that another one took back.
  private static func entry(undone undo: JournalEntry, _ db: Database) throws -> JournalEntry? {
    try Row.fetchOne(db, sql: "\(entryColumns) WHERE id = ?", arguments: [undo.undoes])
      .map { try entry($0) }
  }

  /// What ``undo()`` would take back; `nil` when there is nothing.
  public func undoable() throws -> JournalEntry? {
    try reading { db in try DatabaseBook.undoable(db).map { try DatabaseBook.entry($0) } }
  }

  private static func undoable(_ db: Database) throws -> Row? {
    try Row.fetchOne(
      db, sql: "\(entryColumns) WHERE undoes IS NULL AND NOT is_undone ORDER BY id DESC LIMIT 1")
  }

  /// Takes back a request by another one of some kind.
  private func revert(_ row: Row, as kind: String, _ db: Database) throws -> JournalEntry {
    let entry = try DatabaseBook.entry(row)
    var writer = try BookWriter(
      db, kind: kind, time: options.now(), undoes: entry.number, tools: tools)
    try revert(row.value(8), through: row.value(9), &writer)
    try writer.finish()
    return entry
  }

  /// Takes back changes, the last one first.
  ///
  /// Goes by the changes that are there: what a damaged request says of its first and its last one may
  /// be far off.
  private func revert(
    _ first: Int64, through last: Int64, _ writer: inout BookWriter
  ) throws {
    let batchSize = 2048
    var end = last
    while true {
      let changes = try Row.fetchAll(
        writer.db,
        sql: """
          SELECT * FROM change WHERE sequence BETWEEN ? AND ? ORDER BY sequence DESC LIMIT ?
          """, arguments: [first, end, batchSize]
      ).map { try Change($0) }
      // What comes back is made again on all threads.
      let cards = try changes.compactMap { try $0.returning.map { try writer.card($0) } }
      var next = zip(cards, try tools.facts(of: cards)).makeIterator()
      for change in changes {
        // A card that does not read comes back as it was, and is found by nothing.
        let returning = change.returning == nil ? nil : next.next()
        try revert(
          change, facts: returning.map { $1 ?? RecordFacts(unreadable: $0) }, writer: &writer)
      }
      guard changes.count == batchSize, let start = changes.last?.sequence, start > first else {
        return
      }
      end = start - 1
    }
  }

  /// A change as the journal has it.
  private struct Change {
    let sequence: Int64
    let action: String
    let record: Int64
    let person: Int64
    let source: Int64?
    let name: String?
    /// The card that comes back when it is taken back.
    let returning: Int64?

    init(_ row: Row) throws {
      sequence = try row.value("sequence")
      action = try row.value("action")
      record = try row.value("record")
      let person: Int64? = try row.value("person")
      self.person = person ?? record
      source = try row.value("source")
      name = try row.value("name")
      if action == "update" || action == "delete" {
        let before: Int64 = try row.value("before")
        returning = before
      } else {
        returning = nil
      }
    }

    /// What an action has that is of another kind than most.
    func needed<Value>(_ value: Value?) throws -> Value {
      guard let value else {
        throw DatabaseError(corrupt: "change \(sequence) of the journal is not whole")
      }
      return value
    }
  }

  private func revert(
    _ change: Change, facts: RecordFacts?, writer: inout BookWriter
  ) throws {
    let (record, person) = (change.record, change.person)
    switch change.action {
    case "add":
      if let stored = try writer.stored(record) { try writer.delete(record, stored) }
    case "update":
      guard let stored = try writer.stored(record) else { break }
      try writer.update(record, stored, to: change.needed(facts), card: change.returning)
    case "delete":
      try writer.insert(
        change.needed(facts), card: change.needed(change.returning),
        source: change.needed(change.source), id: record, person: person)
    case "person": try writer.setPerson(of: record, to: person)
    case "source": try writer.setSource(of: record, to: change.needed(change.source))
    case "separate": try writer.setSeparation(record, person, isSeparate: false)
    case "unite": try writer.setSeparation(record, person, isSeparate: true)
    case "add-source": try writer.deleteSource(record, name: change.needed(change.name))
    case "delete-source": _ = try writer.insertSource(change.needed(change.name), id: record)
    case let action:
      throw BookError(.unsupported, path, "a newer version of this program did '\(action)' to it")
    }
  }
}
