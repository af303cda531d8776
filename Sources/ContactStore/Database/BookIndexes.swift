internal import Foundation
internal import GRDB
import VCard

/// The rows of one index, collected to be written in the order of their keys.
struct IndexRows<Key: Comparable & DatabaseValueConvertible> {
  private(set) var rows: [(key: Key, record: Int64)] = []

  mutating func append(_ keys: [Key], _ record: Int64) {
    for key in keys { rows.append((key, record)) }
  }

  mutating func sort() { rows.sort { ($0.key, $0.record) < ($1.key, $1.record) } }

  /// Inserts them and forgets them.
  mutating func insert(into table: String, _ column: String, _ db: Database) throws {
    sort()
    // As many as a statement may have values of in any SQLite (https://sqlite.org/limits.html, 9).
    let size = 256
    for piece in OrderedTasks.pieces(rows.count, of: size) {
      let places = repeatElement("(?, ?)", count: piece.count).joined(separator: ", ")
      let sql = "INSERT OR IGNORE INTO \(table) (\(column), record) VALUES \(places)"
      let isUsual = piece.count == size
      let statement = try isUsual ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
      var arguments: [any DatabaseValueConvertible] = []
      arguments.reserveCapacity(2 * size)
      for row in rows[piece] {
        arguments.append(row.key)
        arguments.append(row.record)
      }
      try statement.execute(arguments: StatementArguments(arguments))
    }
    rows.removeAll()
  }

  /// Deletes them and forgets them.
  mutating func delete(from table: String, _ column: String, _ db: Database) throws {
    sort()
    let statement = try db.cachedStatement(
      sql: "DELETE FROM \(table) WHERE \(column) = ? AND record = ?")
    for row in rows { try statement.execute(arguments: [row.key, row.record]) }
    rows.removeAll()
  }
}

/// How often terms are said more, or less, than they were.
struct TermCounts {
  private(set) var counts: [Int64: Int] = [:]

  mutating func add(_ terms: [Int64], _ times: Int = 1) {
    for term in terms { counts[term, default: 0] += times }
  }

  /// Adds them to those of a database and forgets them.
  mutating func write(_ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO term (key, count) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET count = count + excluded.count
        """)
    let changed = counts.filter { $0.value != 0 }.sorted { $0.key < $1.key }
    for (key, count) in changed { try statement.execute(arguments: [key, count]) }
    if changed.contains(where: { $0.value < 0 }) {
      let remove = try db.cachedStatement(sql: "DELETE FROM term WHERE key = ? AND count <= 0")
      for (key, count) in changed where count < 0 { try remove.execute(arguments: [key]) }
    }
    counts.removeAll()
  }
}

/// The rows of all indexes.
struct AllIndexRows {
  var match = IndexRows<Int64>()
  var words = IndexRows<Int64>()
  var members = IndexRows<OctetText>()

  mutating func append(_ keys: RecordKeys, _ record: Int64) {
    match.append(keys.match, record)
    words.append(keys.words, record)
    members.append(keys.members, record)
  }

  var count: Int { match.rows.count + words.rows.count + members.rows.count }

  mutating func insert(_ db: Database) throws {
    try match.insert(into: "match_key", "key", db)
    try words.insert(into: "word_key", "key", db)
    try members.insert(into: "member", "uid", db)
  }

  mutating func delete(_ db: Database) throws {
    try match.delete(from: "match_key", "key", db)
    try words.delete(from: "word_key", "key", db)
    try members.delete(from: "member", "uid", db)
  }
}

/// What a request does to the indexes, as a whole.
struct PendingIndexes {
  /// Of each record the card that the indexes know, and what they are to have.
  private var changes: [Int64: (old: Int64?, new: RecordKeys?)] = [:]

  /// Rows held before they are written: 64 MiB.
  static let mostRows = 4 << 20

  /// Notes that a record has another card.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - old: The number of the card that it had; `nil` for none.
  ///   - new: The rows that lead to it from now on; `nil` for none.
  mutating func change(_ record: Int64, from old: Int64?, to new: RecordKeys?) {
    changes[record] = (changes[record].map(\.old) ?? old, new)
  }

  /// Writes the changes.
  mutating func write(_ keeper: FactsKeeper) throws {
    let gone = changes.compactMap { record, change in
      change.old.map { (record: record, card: $0, new: change.new) }
    }
    let most = 1000
    if gone.count > most, try keeper.recordCount() < gone.count {
      // What is left is less than what is gone.
      changes.removeAll()
      return try keeper.rebuild(columns: false)
    }
    var (rows, terms) = (AllIndexRows(), TermCounts())
    guard try remove(gone.sorted { $0.card < $1.card }, &rows, terms: &terms, keeper: keeper) else {
      // Nobody knows under which keys an old card was filed that does not read.
      changes.removeAll()
      return try keeper.rebuild(columns: false)
    }
    for (record, change) in changes where change.old == nil {
      guard let new = change.new else { continue }
      rows.append(new, record)
      terms.add(new.terms)
      if rows.count > PendingIndexes.mostRows { try rows.insert(keeper.db) }
    }
    try rows.insert(keeper.db)
    try terms.write(keeper.db)
    changes.removeAll()
  }

  /// Takes out the rows of old cards, and notes those of the new ones; `false` when an old card does not
  /// read.
  private func remove(
    _ gone: [(record: Int64, card: Int64, new: RecordKeys?)], _ added: inout AllIndexRows,
    terms: inout TermCounts, keeper: FactsKeeper
  ) throws -> Bool {
    var removed = AllIndexRows()
    for batch in OrderedTasks.pieces(gone.count, of: 2048).map({ gone[$0] }) {
      let cards = try batch.map { try StoredCard.fetch($0.card, keeper.db) }
      for (change, facts) in zip(batch, try keeper.tools.facts(of: cards)) {
        let new = change.new ?? RecordKeys()
        terms.add(new.terms)
        guard let old = facts?.keys else { return false }
        terms.add(old.terms, -1)
        removed.append(old.without(new), change.record)
        added.append(new.without(old), change.record)
      }
    }
    try removed.delete(keeper.db)
    return true
  }
}

extension RecordKeys {
  /// The keys that others lack.
  fileprivate func without(_ other: RecordKeys) -> RecordKeys {
    let (match, words, members) = (Set(other.match), Set(other.words), Set(other.members))
    return RecordKeys(
      match: self.match.filter { !match.contains($0) },
      words: self.words.filter { !words.contains($0) },
      members: self.members.filter { !members.contains($0) })
  }
}
