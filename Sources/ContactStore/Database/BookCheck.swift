internal import Foundation
internal import GRDB

/// Looks at every record of a book, and at every row of its indexes.
struct BookCheck {
  let snapshot: BookSnapshot
  let tools: BookTools
  /// Receives how many more records were looked at.
  private let advance: (Int) -> Void
  /// Whether the indexes were made by our rules.
  let facts: Bool
  /// Whether people stand in the order of our language.
  let order: Bool
  private(set) var count = 0
  private var expected = AllIndexRows()
  private var terms = TermCounts()
  /// What is kept of the people of the block that is looked at.
  private var kept: (number: Int64, records: [Int64: EntryBlock.Kept]) = (.min, [:])
  /// Records that something is kept of, as it should be.
  private var keptCount = 0

  init(
    snapshot: BookSnapshot, tools: BookTools, advance: @escaping (Int) -> Void, facts: Bool,
    order: Bool
  ) {
    self.snapshot = snapshot
    self.tools = tools
    self.advance = advance
    self.facts = facts
    self.order = order
  }

  mutating func run(_ found: (BookFault) throws -> Void) throws {
    let strays = try strays()
    try checkRecords(besides: Set(strays.map(\.id)), found)
    for (id, person) in strays {
      try found(
        BookFault(
          kind: .reference, record: DatabaseBook.recordID(id), text: "its person \(person) is none")
      )
    }
    // Other rules have made them, and whoever writes next makes them again.
    guard facts else { return }
    expected.match.sort()
    expected.words.sort()
    expected.members.sort()
    try compare(
      expected.match.rows, table: "match_key", column: "key", key: { try $0.value(0) }, found: found
    )
    try compare(
      expected.words.rows, table: "word_key", column: "key", key: { try $0.value(0) }, found: found)
    try compare(
      expected.members.rows, table: "member", column: "uid", key: { OctetText(try $0.value(0)) },
      found: found)
    try compareTerms(found)
    let surplus = try snapshot.database.read { try EntryBlock.count($0) } - keptCount
    guard surplus > 0 else { return }
    try found(
      BookFault(kind: .index, record: nil, text: "\(surplus) entries belong to no card"))
  }

  /// What is kept of a record beside its card.
  private mutating func kept(of record: Int64, _ row: Row) throws -> EntryBlock.Kept? {
    let number = EntryBlock.number(of: try row.value("person"))
    guard kept.number != number else { return kept.records[record] }
    let records = try snapshot.database.read { try EntryBlock.kept(number, $0) } ?? [:]
    // Not for a linked one, after which those go on that are not.
    if number == EntryBlock.number(of: record) { kept = (number, records) }
    return records[record]
  }

  /// Compares how often terms are to be counted with how often they are.
  private func compareTerms(_ found: (BookFault) throws -> Void) throws {
    var counts = terms.counts
    let wrong = try snapshot.database.read { db in
      var wrong = 0
      let cursor = try Row.fetchCursor(db, sql: "SELECT key, count FROM term")
      while let row = try cursor.next() {
        let (key, count): (Int64, Int) = (try row.value(0), try row.value(1))
        if counts.removeValue(forKey: key) != count { wrong += 1 }
      }
      return wrong + counts.count
    }
    guard wrong > 0 else { return }
    try found(
      BookFault(kind: .index, record: nil, text: "\(wrong) terms are not counted as the cards say"))
  }

  private mutating func checkRecords(
    besides strays: Set<Int64>, _ found: (BookFault) throws -> Void
  ) throws {
    var check = self
    try FactsKeeper.forEachBatch(snapshot.rows) { batch, cards in
      defer { advance(batch.count) }
      for (row, made) in zip(batch, try tools.facts(of: cards)) {
        let id: Int64 = try row.value("id")
        check.count += 1
        guard let made else {
          try found(
            BookFault(
              kind: .unreadableCard, record: DatabaseBook.recordID(id),
              text: "the card does not read"))
          continue
        }
        guard facts else { continue }
        check.expected.append(made.keys, id)
        check.terms.add(made.keys.terms)
        let expected = try expected(made, beside: row)
        // Nobody knows in which block one stands whose person is none.
        let kept = try strays.contains(id) ? expected.kept : check.kept(of: id, row)
        if kept != nil { check.keptCount += 1 }
        if try !expected.facts.standsBeside(row) || kept != expected.kept {
          try found(
            BookFault(
              kind: .index, record: DatabaseBook.recordID(id),
              text: "what stands beside the card is not of it"))
        }
      }
    }
    self = check
  }

  /// What is to stand beside a card.
  private func expected(
    _ made: RecordFacts, beside row: Row
  ) throws -> (facts: RecordFacts, kept: EntryBlock.Kept?) {
    var made = made
    if !order {
      let sortKey: Data? = try row.value("sort_key")
      made.sortKey = [UInt8](sortKey ?? Data())
    }
    let person: Int64 = try row.value("person")
    return (made, made.entry?.kept(of: person, sortKey: made.sortKey))
  }

  /// Records that lead nowhere, or not to the lowest record that they are linked with.
  private func strays() throws -> [(id: Int64, person: Int64)] {
    try snapshot.rows(
      """
      SELECT record.id, record.person FROM record LEFT JOIN record AS lead ON lead.id = record.person
      WHERE record.person <> record.id
        AND (lead.id IS NULL OR lead.person <> lead.id OR lead.id > record.id)
      ORDER BY record.id
      """, []
    ).map { (try $0.value(0), try $0.value(1)) }
  }

  /// Compares rows that are to be there with those that are, both in the order of their keys.
  private func compare<Key: Comparable>(
    _ rows: [(key: Key, record: Int64)], table: String, column: String,
    key: (Row) throws -> Key, found: (BookFault) throws -> Void
  ) throws {
    let (missing, stray) = try snapshot.database.read { db in
      var (missing, stray) = (0, 0)
      var next = 0
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT \(column), record FROM \(table) ORDER BY \(column), record")
      while let row = try cursor.next() {
        let there: (Key, Int64) = (try key(row), try row.value(1))
        while next < rows.count, (rows[next].key, rows[next].record) < there {
          missing += 1
          next += 1
        }
        if next < rows.count, (rows[next].key, rows[next].record) == there {
          next += 1
        } else {
          stray += 1
        }
      }
      return (missing + rows.count - next, stray)
    }
    if missing > 0 {
      try found(
        BookFault(kind: .index, record: nil, text: "\(missing) rows of \(table) are missing"))
    }
    if stray > 0 {
      try found(
        BookFault(kind: .index, record: nil, text: "\(stray) rows of \(table) belong to no card"))
    }
  }
}
