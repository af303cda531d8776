import ContactModel
internal import Foundation
internal import GRDB
import VCard

/// Carries out one request inside a transaction, and writes into the journal what it does.
///
/// Rows of the indexes are collected and go in at the end, in the order of their keys: a B-tree that
/// is filled in order is filled three times as fast.
struct BookWriter {
  let db: Database
  let tools: BookTools
  private let kind: String
  private let time: Int64
  private let undoes: Int64?
  private var indexes = PendingIndexes()
  private var entries: PendingEntries
  private var counts = (added: 0, updated: 0, deleted: 0)
  /// The number of the last change before the request.
  private let lastChange: Int64
  private var changeCount: Int64 = 0
  private var lastRecord: Int64?

  /// Begins a request.
  ///
  /// - Parameters:
  ///   - db: The database, in a transaction.
  ///   - kind: What people call it, such as `import`.
  ///   - time: Seconds since 1970.
  ///   - undoes: The number of the request that it takes back.
  ///   - tools: Make what stands beside cards.
  /// - Throws: Errors of the database and of ICU.
  init(
    _ db: Database, kind: String, time: Int64, undoes: Int64? = nil, tools: BookTools
  ) throws {
    self.db = db
    self.kind = kind
    self.time = time
    self.undoes = undoes
    self.tools = tools
    lastChange = try BookWriter.lastNumber("change", db)
    let keeper = FactsKeeper(db: db, tools: tools)
    entries = PendingEntries(keeper)
    try keeper.bringUpToDate()
  }

  /// The highest identifier that a table ever had.
  private static func lastNumber(_ table: String, _ db: Database) throws -> Int64 {
    let number =
      try Int64.fetchOne(
        db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table]) ?? 0
    guard number >= 0 else {
      throw DatabaseError(corrupt: "the numbers of the table '\(table)' are below zero")
    }
    return number
  }

  /// A number so many after another: nobody has used up all of them, but a damaged file may say so.
  private static func number(_ count: Int64, after last: Int64) throws -> Int64 {
    let (number, isTooHigh) = last.addingReportingOverflow(count)
    guard !isTooHigh else { throw DatabaseError(corrupt: "there are no numbers left") }
    return number
  }

  /// What a record is before it changes.
  struct Stored {
    let source: Int64
    let person: Int64
    let card: Int64
  }

  func stored(_ id: Int64) throws -> Stored? {
    let statement = try db.cachedStatement(
      sql: "SELECT source, person, card FROM record WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [id]).map { row in
      Stored(source: try row.value(0), person: try row.value(1), card: try row.value(2))
    }
  }

  /// A card that is kept.
  func card(_ id: Int64) throws -> StoredCard {
    try StoredCard.fetch(id, db)
  }

  // MARK: Records

  /// Keeps a card and returns its number.
  func keep(_ card: StoredCard) throws -> Int64 {
    try db.cachedStatement(sql: "INSERT INTO card (charset, octets) VALUES (?, ?)")
      .execute(arguments: [card.charset, card.octets])
    return db.lastInsertedRowID
  }

  /// Puts in a new record and returns its identifier.
  mutating func insert(_ facts: RecordFacts, source: Int64) throws -> Int64 {
    let id = try BookWriter.number(1, after: lastRecord ?? BookWriter.lastNumber("record", db))
    lastRecord = id
    try insert(facts, card: keep(facts.card), source: source, id: id, person: id)
    return id
  }

  private static let insertion = """
    INSERT INTO record (id, source, person, card, \(RecordFacts.columnNames.joined(separator: ", ")))
    VALUES (?, ?, ?, ?\(String(repeating: ", ?", count: RecordFacts.columnNames.count)))
    """
  private static let replacement =
    "UPDATE record SET card = ?, \(RecordFacts.assignments) WHERE id = ?"

  /// Puts in a record that was there before.
  mutating func insert(
    _ facts: RecordFacts, card: Int64, source: Int64, id: Int64, person: Int64
  ) throws {
    let statement = try db.cachedStatement(sql: BookWriter.insertion)
    try statement.execute(arguments: [id, source, person, card] + facts.columns)
    indexes.change(id, from: nil, to: facts.keys)
    try entries.insert(id, of: person, facts)
    counts.added += 1
    try note("add", id, source: source, person: person, after: card)
  }

  /// Gives a record another card.
  ///
  /// - Parameters:
  ///   - id: The record.
  ///   - old: What it is.
  ///   - facts: The card.
  ///   - card: The number of the card, where it is kept already.
  ///   - asked: What the request asked for, where that is not what came of it.
  /// - Throws: Errors of the database.
  mutating func update(
    _ id: Int64, _ old: Stored, to facts: RecordFacts, card: Int64? = nil,
    asked: StoredCard? = nil
  ) throws {
    let before = try self.card(old.card)
    if card == nil, before == facts.card { return }
    let card = try card ?? keep(facts.card)
    let statement = try db.cachedStatement(sql: BookWriter.replacement)
    try statement.execute(arguments: [card] + facts.columns + [id])
    indexes.change(id, from: old.card, to: facts.keys)
    try entries.change(id, of: old.person, to: facts)
    try keepIdentifiers(of: id, from: before, to: facts.card)
    counts.updated += 1
    try note(
      "update", id, source: old.source, person: old.person, before: old.card, after: card,
      asked: asked.map { try keep($0) })
  }

  /// Removes a record; whoever was linked with it goes by the lowest identifier that is left.
  mutating func delete(_ id: Int64, _ old: Stored) throws {
    let others = try old.person == id ? records(linkedWith: id) : []
    try db.cachedStatement(sql: "DELETE FROM record WHERE id = ?").execute(arguments: [id])
    indexes.change(id, from: old.card, to: nil)
    try entries.change(id, of: old.person, to: nil)
    counts.deleted += 1
    try note("delete", id, source: old.source, person: old.person, before: old.card)
    if let first = others.first {
      for other in others { try setPerson(of: other, to: first) }
    }
  }

  /// Keeps the identifiers of a record's values when its card becomes another one.
  private func keepIdentifiers(
    of id: Int64, from before: StoredCard, to after: StoredCard
  ) throws {
    guard let before = tools.reader.card(before), let after = tools.reader.card(after) else {
      return
    }
    let old = try ValueIdentifiers.fetch(id, db)
    let new = old.following(from: before, to: after)
    guard new != old else { return }
    let statement = try db.cachedStatement(
      sql: new.isEmpty
        ? "DELETE FROM value_identifier WHERE record = ?"
        : "INSERT OR REPLACE INTO value_identifier (record, identifiers) VALUES (?, ?)")
    try statement.execute(arguments: new.isEmpty ? [id] : [id, Data(new.octets)])
  }

  // MARK: Links

  /// The records of a person besides the one that it goes by.
  func records(linkedWith person: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: "SELECT id FROM record WHERE person = ? AND person <> id ORDER BY id"),
      arguments: [person])
  }

  /// The person that a record is one of.
  func person(of record: Int64) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT person FROM record WHERE id = ?"), arguments: [record])
  }

  /// Whether a record is a group.
  func isGroup(_ record: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT is_group FROM record WHERE id = ?"), arguments: [record])
      ?? false
  }

  /// Makes a record one of another person.
  mutating func setPerson(of id: Int64, to person: Int64) throws {
    guard let before = try self.person(of: id), before != person else { return }
    try db.cachedStatement(sql: "UPDATE record SET person = ? WHERE id = ?")
      .execute(arguments: [person, id])
    try entries.move(id, from: before, to: person)
    try note("person", id, person: before)
  }

  /// Has a record belong to another source.
  mutating func setSource(of id: Int64, to source: Int64) throws {
    guard let before = try stored(id)?.source, before != source else { return }
    try db.cachedStatement(sql: "UPDATE record SET source = ? WHERE id = ?")
      .execute(arguments: [source, id])
    counts.updated += 1
    try note("source", id, source: before)
  }

  /// Whether somebody said of two records that they are different people.
  func areSeparate(_ one: Int64, _ other: Int64) throws -> Bool {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM separation WHERE low = ? AND high = ?"),
      arguments: [min(one, other), max(one, other)]) != nil
  }

  /// Remembers, or forgets, that two records are different people.
  mutating func setSeparation(_ one: Int64, _ other: Int64, isSeparate: Bool) throws {
    let (low, high) = (min(one, other), max(one, other))
    let statement = try db.cachedStatement(
      sql: isSeparate
        ? "INSERT OR IGNORE INTO separation (low, high) VALUES (?, ?)"
        : "DELETE FROM separation WHERE low = ? AND high = ?")
    try statement.execute(arguments: [low, high])
    guard db.changesCount > 0 else { return }
    try note(isSeparate ? "separate" : "unite", low, person: high)
  }

  /// Gives records a person and a source that are there.
  ///
  /// It is no request: nobody wants the faults back.
  mutating func mendReferences() throws {
    let local = try source(named: DatabaseBook.localSource)
    try db.execute(
      sql: "UPDATE record SET source = ? WHERE source NOT IN (SELECT id FROM source)",
      arguments: [local])
    var links = LinkedNumbers()
    for row in try Row.fetchAll(db, sql: "SELECT id, person FROM record WHERE person <> id") {
      links.join(try row.value(0), try row.value(1))
    }
    for numbers in links.sets() {
      let records = try numbers.filter { try stored($0) != nil }
      guard let first = records.first else { continue }
      for record in records { try setPerson(of: record, to: first) }
    }
  }

  // MARK: Sources

  /// The number of a source, which is made if there is none of that name.
  mutating func source(named name: String) throws -> Int64 {
    try DatabaseBook.sourceNumber(name, db) ?? insertSource(name)
  }

  /// Makes a source; `id` only for one that was there before, whose name somebody else may have by now.
  mutating func insertSource(_ name: String, id: Int64? = nil) throws -> Int64 {
    let old = name
    var (name, count) = (name, 1)
    while id != nil, try DatabaseBook.sourceNumber(name, db) != nil {
      count += 1
      name = "\(old) (\(count))"
    }
    try db.execute(sql: "INSERT INTO source (id, name) VALUES (?, ?)", arguments: [id, name])
    let source = db.lastInsertedRowID
    try note("add-source", source, name: name)
    return source
  }

  /// Removes a source of which no record is left; what is known of its server goes for good.
  mutating func deleteSource(_ id: Int64, name: String) throws {
    for table in ["server_member", "server"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE source = ?", arguments: [id])
    }
    try db.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [id])
    try note("delete-source", id, name: name)
  }

  // MARK: Journal

  private mutating func note(
    _ action: String, _ record: Int64, source: Int64? = nil, person: Int64? = nil,
    before: Int64? = nil, after: Int64? = nil, asked: Int64? = nil, name: String? = nil
  ) throws {
    changeCount += 1
    let sequence = try BookWriter.number(changeCount, after: lastChange)
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO change (sequence, action, record, source, person, before, after, asked, name)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [sequence, action, record, source, person, before, after, asked, name])
  }

  /// Writes the indexes and the request into the journal, unless nothing changed.
  mutating func finish() throws {
    try indexes.write(FactsKeeper(db: db, tools: tools))
    try entries.write()
    guard changeCount > 0 else { return }
    try db.execute(
      sql: """
        INSERT INTO request (kind, time, undoes, first_change, last_change, added, updated, deleted)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        kind.storable, time, undoes, BookWriter.number(1, after: lastChange),
        BookWriter.number(changeCount, after: lastChange), counts.added, counts.updated,
        counts.deleted,
      ])
    if let undoes {
      try db.execute(sql: "UPDATE request SET is_undone = 1 WHERE id = ?", arguments: [undoes])
    }
  }
}

extension ValueIdentifiers {
  /// Those of a record that the database keeps.
  static func fetch(_ record: Int64, _ db: Database) throws -> ValueIdentifiers {
    let statement = try db.cachedStatement(
      sql: "SELECT identifiers FROM value_identifier WHERE record = ?")
    let octets: Data? = try Row.fetchOne(statement, arguments: [record])?.value(0)
    return ValueIdentifiers(octets: [UInt8](octets ?? Data()))
  }
}

extension StoredCard {
  /// A card that the database keeps.
  static func fetch(_ id: Int64, _ db: Database) throws -> StoredCard {
    let statement = try db.cachedStatement(sql: "SELECT octets, charset FROM card WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id]) else {
      throw DatabaseError(corrupt: "card \(id) is gone")
    }
    return StoredCard(octets: try row.value(0), charset: try row.value(1))
  }
}
