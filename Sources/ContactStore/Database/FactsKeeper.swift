internal import Foundation
internal import GRDB
internal import ICU

/// Keeps what stands beside cards the work of one set of rules, tables and language.
///
/// The names of the rules are in the table `setting`; whoever writes brings everything to its own
/// rules first, in the same transaction.
struct FactsKeeper {
  let db: Database
  let tools: BookTools

  private static let facts = "facts"
  private static let order = "order"

  private static func setting(_ name: String, _ db: Database) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?"), arguments: [name])
  }

  private func set(_ name: String, _ value: String) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", arguments: [name, value])
  }

  /// Whether the indexes are made by our rules.
  static func areFactsCurrent(_ tools: BookTools, _ db: Database) throws -> Bool {
    try setting(facts, db) == tools.facts.version
  }

  /// Whether people stand in the order of our language.
  static func isOrderCurrent(_ tools: BookTools, _ db: Database) throws -> Bool {
    try setting(order, db) == tools.facts.orderVersion
  }

  /// The language in whose order people stand; `nil` in a book that nobody has written to.
  static func locale(_ db: Database) throws -> String? {
    try setting(order, db)?.split(separator: " ").last.map { String($0) }
  }

  /// Makes again what other rules have made.
  func bringUpToDate() throws {
    if try !FactsKeeper.areFactsCurrent(tools, db) {
      try rebuild(columns: true)
    } else if try !FactsKeeper.isOrderCurrent(tools, db) {
      try reorder()
    }
  }

  func recordCount() throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM record") ?? 0
  }

  /// Goes through all records, some at a time.
  static func forEachBatch(
    of size: Int = 2048, _ rows: (String, StatementArguments) throws -> [Row],
    _ body: ([Row], [StoredCard]) throws -> Void
  ) throws {
    var last: Int64 = 0
    while true {
      let batch = try rows(
        """
        SELECT record.*, card.octets, card.charset FROM record LEFT JOIN card ON card.id = card
        WHERE record.id > ? ORDER BY record.id LIMIT ?
        """, [last, size])
      guard let end = batch.last else { return }
      last = try end.value("id")
      let cards = try batch.map { row in
        let octets: Data? = try row.value("octets")
        return StoredCard(octets: octets ?? Data(), charset: try row.value("charset"))
      }
      try body(batch, cards)
    }
  }

  private func forEachBatch(_ body: ([Row], [StoredCard]) throws -> Void) throws {
    try FactsKeeper.forEachBatch(
      { try Row.fetchAll(db.cachedStatement(sql: $0), arguments: $1) }, body)
  }

  /// Makes the indexes again, and the columns and entries that tell of the card if asked to.
  ///
  /// A card that does not read keeps its columns and is in no index.
  func rebuild(columns: Bool) throws {
    for table in ["match_key", "term", "word_key", "member"] + (columns ? ["entry_block"] : []) {
      try db.execute(sql: "DELETE FROM \(table)")
    }
    let update = try db.cachedStatement(
      sql: "UPDATE record SET \(RecordFacts.assignments) WHERE id = ?")
    var (rows, terms, entries) = (AllIndexRows(), TermCounts(), PendingEntries(self))
    try forEachBatch { batch, cards in
      for (row, facts) in zip(batch, try tools.facts(of: cards)) {
        guard let facts else { continue }
        let id: Int64 = try row.value("id")
        rows.append(facts.keys, id)
        terms.add(facts.keys.terms)
        guard columns else { continue }
        try entries.insert(id, of: row.value("person"), facts)
        if try !facts.standsBeside(row) { try update.execute(arguments: facts.columns + [id]) }
      }
      if rows.count > PendingIndexes.mostRows { try rows.insert(db) }
    }
    try rows.insert(db)
    try terms.write(db)
    try entries.write()
    try set(FactsKeeper.facts, tools.facts.version)
    if columns { try set(FactsKeeper.order, tools.facts.orderVersion) }
  }

  /// What is to be kept of some records, made of their cards.
  func entries(
    of condition: String, _ arguments: StatementArguments
  ) throws -> [Int64: EntryBlock.Kept] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT record.id, octets, charset, person FROM record JOIN card ON card.id = card
        WHERE \(condition)
        """, arguments: arguments)
    let found = try rows.map { try DatabaseBook.Entry($0) }
    var entries: [Int64: EntryBlock.Kept] = [:]
    for ((row, record), facts) in zip(zip(rows, found), try tools.facts(of: found.map(\.card))) {
      guard let facts, let entry = facts.entry else { continue }
      entries[record.id] = entry.kept(of: try row.value(3), sortKey: facts.sortKey)
    }
    return entries
  }

  /// Puts people into the order of another language.
  private func reorder() throws {
    let update = try db.cachedStatement(sql: "UPDATE record SET sort_key = ? WHERE id = ?")
    var entries = PendingEntries(self)
    try forEachBatch { batch, cards in
      let places = try tools.map(cards) { (maker, card) throws(ICUError) in
        try maker.place(of: card)?.sortKey
      }
      for (row, key) in zip(batch, places) {
        guard let key else { continue }
        let id: Int64 = try row.value("id")
        try update.execute(arguments: [Data(key), id])
        try entries.change(id, of: row.value("person"), toSortKey: key)
      }
    }
    try entries.write()
    try set(FactsKeeper.order, tools.facts.orderVersion)
  }
}

extension RecordFacts {
  /// The columns that tell of the card.
  static let columnNames = ["is_group", "name", "sort_key", "uid"]
  /// The columns as an update names them.
  static let assignments = columnNames.map { "\($0) = ?" }.joined(separator: ", ")

  /// Their values.
  var columns: StatementArguments {
    [isGroup, name, Data(sortKey), uid]
  }

  /// Whether the columns of a record are those that its card gives.
  func standsBeside(_ row: Row) throws -> Bool {
    let name: String? = try row.value("name")
    let sortKey: Data? = try row.value("sort_key")
    let uid: String? = try row.value("uid")
    let isGroup: Bool? = try row.value("is_group")
    return self.name == name && Data(self.sortKey) == sortKey && self.uid == uid
      && self.isGroup == isGroup
  }
}
