internal import Foundation
internal import GRDB
import VCard

/// What a book keeps of records to find and list people by, of many people in one row: whoever looks through
/// the book goes to a row where there would be 64.
///
/// ```
/// number    of the block: that of a person without its last six bits
/// rows      of each record: the last six bits of its person · its number less that of the person
///           · sort key · row
/// entries   of each record in that order: entry
/// ```
/// So the records of a person stand together, in ascending order of people and of the records of each. Numbers
/// but for the six bits are packed; sort keys, those of the table `record`, rows, a `SearchRow` each, and
/// entries, a `SearchEntry` each, have their length before them. Entries are the greater part, and stand
/// apart for those who need none. A record whose card does not read has neither.
enum EntryBlock {
  /// Bits of a person's number by which it is told apart from the others of its block.
  private static let bits = 6

  /// What is kept of a record.
  struct Kept: Hashable {
    var person: Int64
    var sortKey: [UInt8]
    var row: [UInt8]
    var entry: [UInt8]
  }

  /// What is kept of a record, where it stands among the rows of a block.
  struct Place {
    /// Which one it is, from 0.
    let number: Int
    let person: Int64
    let record: Int64
    let sortKey: Range<Int>
    let row: Range<Int>
  }

  /// The number of the block of a person.
  @inline(__always)
  static func number(of person: Int64) -> Int64 { person >> bits }

  /// The people whom a block is of.
  static func people(of number: Int64) -> ClosedRange<Int64> { people(of: number...number) }

  /// The people whom some blocks are of.
  static func people(of numbers: ClosedRange<Int64>) -> ClosedRange<Int64> {
    numbers.lowerBound << bits...numbers.upperBound << bits | (1 << bits - 1)
  }

  /// Hands over where what is kept of each record stands.
  ///
  /// - Parameters:
  ///   - octets: The rows of the block.
  ///   - number: The number of the block.
  ///   - body: Receives the place of each record.
  /// - Returns: Whether all octets were those of rows.
  /// - Throws: What `body` throws.
  @inline(__always)
  static func forEach<Failure: Error>(
    in octets: Span<UInt8>, of number: Int64, _ body: (Place) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    // A block of nobody is not kept.
    guard !octets.isEmpty else { return false }
    var place = 0
    var (count, last): (Int, (person: UInt8, further: UInt64)?) = (0, nil)
    while place < octets.count {
      let person = octets[place]
      place += 1
      guard person < 1 << bits, let further = octets.packedNumber(&place),
        let key = octets.counted(&place), let row = octets.counted(&place)
      else { return false }
      if let last, (last.person, last.further) >= (person, further) { return false }
      last = (person, further)
      let lead = number << bits | Int64(person)
      try body(
        Place(
          number: count, person: lead, record: lead &+ Int64(bitPattern: further), sortKey: key,
          row: row))
      count += 1
    }
    return true
  }

  /// Where each entry stands among those of a block; `nil` where the octets are not so many entries.
  static func entries(in octets: Span<UInt8>, count: Int) -> [Range<Int>]? {
    var (place, entries) = (0, [Range<Int>]())
    while place < octets.count {
      guard entries.count < count, let entry = octets.counted(&place) else { return nil }
      entries.append(entry)
    }
    return entries.count == count ? entries : nil
  }

  /// The rows of the block of a number.
  static let rows = "SELECT rows FROM entry_block WHERE number = ?"
  /// The entries of the block of a number.
  static let entries = "SELECT entries FROM entry_block WHERE number = ?"

  /// What is kept of the records of a block; `nil` where its octets do not read.
  static func kept(_ number: Int64, _ db: Database) throws -> [Int64: Kept]? {
    let block = try db.cachedStatement(
      sql: "SELECT rows, entries FROM entry_block WHERE number = ?")
    let kept = try block.withRow(number) {
      block.withOctets(at: 0) { rows in
        block.withOctets(at: 1) { entries -> [Int64: Kept]? in
          guard let rows, let entries else { return nil }
          var (all, count): ([Int64: Kept], Int) = ([:], 0)
          guard forEach(in: rows, of: number, { _ in count += 1 }),
            let places = self.entries(in: entries, count: count)
          else { return nil }
          _ = forEach(in: rows, of: number) { place in
            var kept = Kept(person: place.person, sortKey: [], row: [], entry: [])
            kept.sortKey.append(rows.extracting(place.sortKey))
            kept.row.append(rows.extracting(place.row))
            kept.entry.append(entries.extracting(places[place.number]))
            all[place.record] = kept
          }
          return all
        }
      }
    }
    return kept ?? [:]
  }

  /// How many records there are in all blocks, as far as these read.
  static func count(_ db: Database) throws -> Int {
    var count = 0
    let all = try db.makeStatement(sql: "SELECT number, rows FROM entry_block")
    try Int64.fetchCursor(all).forEach { number in
      all.withOctets(at: 1) { octets in
        guard let octets else { return }
        _ = forEach(in: octets, of: number) { _ in count += 1 }
      }
    }
    return count
  }

  /// Writes what is kept of the records of a block, in the place of what was.
  fileprivate static func write(_ kept: [Int64: Kept], to number: Int64, _ db: Database) throws {
    guard !kept.isEmpty else {
      return try db.cachedStatement(sql: "DELETE FROM entry_block WHERE number = ?")
        .execute(arguments: [number])
    }
    var (rows, entries): ([UInt8], [UInt8]) = ([], [])
    let first = people(of: number).lowerBound
    let all = kept.map { record, kept in
      (
        person: UInt8(kept.person - first), further: UInt64(bitPattern: record &- kept.person),
        kept: kept
      )
    }
    for (person, further, kept) in all.sorted(by: {
      ($0.person, $0.further) < ($1.person, $1.further)
    }) {
      rows.append(person)
      rows.append(packed: further)
      rows.append(counted: kept.sortKey.span)
      rows.append(counted: kept.row.span)
      entries.append(counted: kept.entry.span)
    }
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO entry_block (number, rows, entries) VALUES (?, ?, ?)"
    ).execute(arguments: [number, Data(rows), Data(entries)])
  }
}

/// What is to be kept of records from now on, collected so that each block is written once.
struct PendingEntries {
  /// What becomes of a record.
  private struct Change {
    /// The person in whose block it stands; `nil` for none.
    let old: Int64?
    /// The person whose it is from now on; `nil` for none.
    var new: Int64?
    var content: Content
  }

  private enum Content {
    case asKept
    case sortKey([UInt8])
    case made(sortKey: [UInt8], RecordFacts.Entry)
    case nothing
  }

  /// Octets of a record whose old ones are read when they are written.
  private static let usualOctets = 256

  private let keeper: FactsKeeper
  private var changes: [Int64: Change] = [:]
  private var octets = 0
  /// What is to be put into blocks, and its octets.
  private var carried: [Int64: [Int64: EntryBlock.Kept]] = [:]
  private var carriedOctets = 0

  /// Creates a list of nothing.
  init(_ keeper: FactsKeeper) { self.keeper = keeper }

  /// Notes a record that was not there.
  mutating func insert(_ record: Int64, of person: Int64, _ facts: RecordFacts) throws {
    try change(record, from: nil, to: person, facts)
  }

  /// Notes what a record is by now; without facts, that it is gone.
  mutating func change(_ record: Int64, of person: Int64, to facts: RecordFacts?) throws {
    try change(record, from: person, to: person, facts)
  }

  private mutating func change(
    _ record: Int64, from old: Int64?, to person: Int64, _ facts: RecordFacts?
  ) throws {
    let content = facts.flatMap { facts in
      facts.entry.map { Content.made(sortKey: facts.sortKey, $0) }
    }
    changes[record] = Change(
      old: changes[record].map(\.old) ?? old, new: facts == nil ? nil : person,
      content: content ?? .nothing)
    try makeRoom(for: (facts?.sortKey.count ?? 0) + (facts?.entry?.count ?? 0))
  }

  /// Notes that a record belongs to another person.
  mutating func move(_ record: Int64, from person: Int64, to other: Int64) throws {
    changes[record, default: Change(old: person, content: .asKept)].new = other
    try makeRoom(for: PendingEntries.usualOctets)
  }

  /// Notes where a record stands in the order of names, of which nothing else is changed.
  mutating func change(_ record: Int64, of person: Int64, toSortKey key: [UInt8]) throws {
    changes[record] = Change(old: person, new: person, content: .sortKey(key))
    try makeRoom(for: PendingEntries.usualOctets)
  }

  private mutating func makeRoom(for more: Int) throws {
    octets += more
    if octets > keeper.tools.pendingOctets { try write() }
  }

  /// Writes them and forgets them.
  mutating func write() throws {
    let blocks = Dictionary(grouping: changes, by: { $0.value.old.map(EntryBlock.number) })
    (changes, octets) = ([:], 0)
    for (number, changes) in blocks.sorted(by: { ($0.key ?? .min) < ($1.key ?? .min) }) {
      var kept = try number.map(kept) ?? [:]
      for (record, change) in changes {
        let old = kept.removeValue(forKey: record)
        guard let person = change.new,
          let new = try self.kept(change.content, record, of: person, old)
        else { continue }
        if EntryBlock.number(of: person) == number {
          kept[record] = new
        } else {
          carried[EntryBlock.number(of: person), default: [:]][record] = new
          carriedOctets += new.sortKey.count + new.row.count + new.entry.count
        }
      }
      if let number { try EntryBlock.write(kept, to: number, keeper.db) }
      if carriedOctets > keeper.tools.pendingOctets { try putCarried() }
    }
    try putCarried()
  }

  private mutating func putCarried() throws {
    for (number, records) in carried.sorted(by: { $0.key < $1.key }) {
      try EntryBlock.write(
        kept(number).merging(records) { _, new in new }, to: number, keeper.db)
    }
    (carried, carriedOctets) = ([:], 0)
  }

  /// What is kept of the records of a block; of one that does not read, what their cards say.
  private func kept(_ number: Int64) throws -> [Int64: EntryBlock.Kept] {
    if let kept = try EntryBlock.kept(number, keeper.db) { return kept }
    let people = EntryBlock.people(of: number)
    return try keeper.entries(
      of: """
        record.id BETWEEN ?1 AND ?2 AND person = record.id
        OR person <> record.id AND person BETWEEN ?1 AND ?2
        """, [people.lowerBound, people.upperBound])
  }

  /// What is to be kept of a record; what was kept of it and is not found is made of the card.
  private func kept(
    _ content: Content, _ record: Int64, of person: Int64, _ old: EntryBlock.Kept?
  ) throws -> EntryBlock.Kept? {
    func known() throws -> EntryBlock.Kept? {
      try old ?? keeper.entries(of: "record.id = ?", [record])[record]
    }
    var kept: EntryBlock.Kept?
    switch content {
    case .nothing: break
    case .made(let key, let entry): kept = entry.kept(of: person, sortKey: key)
    case .asKept: kept = try known()
    case .sortKey(let key):
      kept = try known()
      kept?.sortKey = key
    }
    kept?.person = person
    return kept
  }
}
