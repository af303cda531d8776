internal import Foundation
internal import GRDB
import VCard

/// What a book keeps of records to find and list people by, of many people in one row: whoever looks through
/// the book goes to a row where there would be 64.
///
/// ```
/// number   of the block: that of a person without its last six bits
/// octets   of each record: the last six bits of its person · its number less that of the person
///          · sort key · entry
/// ```
/// So the records of a person stand together, in ascending order of people and of the records of each. Numbers
/// but for the six bits are packed; sort keys, those of the table `record`, and entries, a `SearchEntry` each,
/// have their length before them. A record whose card does not read has none.
enum EntryBlock {
  /// Bits of a person's number by which it is told apart from the others of its block.
  private static let bits = 6

  /// What is kept of a record.
  struct Kept: Hashable {
    var person: Int64
    var sortKey: [UInt8]
    var entry: [UInt8]
  }

  /// What is kept of a record, where it stands in a block.
  struct Place {
    let person: Int64
    let record: Int64
    let sortKey: Range<Int>
    let entry: Range<Int>
  }

  /// The number of the block of a person.
  @inline(__always)
  static func number(of person: Int64) -> Int64 { person >> bits }

  /// The numbers that a block can have.
  static let numbers = Int64.min >> bits...Int64.max >> bits

  /// The people whom a block is of.
  static func people(of number: Int64) -> ClosedRange<Int64> { people(of: number...number) }

  /// The people whom some blocks are of.
  static func people(of numbers: ClosedRange<Int64>) -> ClosedRange<Int64> {
    numbers.lowerBound << bits...numbers.upperBound << bits | (1 << bits - 1)
  }

  /// Hands over where what is kept of each record stands.
  ///
  /// - Parameters:
  ///   - octets: Those of the block.
  ///   - number: The number of the block.
  ///   - body: Receives the place of each record.
  /// - Returns: Whether all octets were those of a block.
  /// - Throws: What `body` throws.
  @inline(__always)
  static func forEach<Failure: Error>(
    in octets: Span<UInt8>, of number: Int64, _ body: (Place) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var place = 0
    var last: (person: UInt8, further: UInt64)?
    while place < octets.count {
      let person = octets[place]
      place += 1
      guard person < 1 << bits, let further = octets.packedNumber(&place),
        let key = octets.counted(&place), let entry = octets.counted(&place)
      else { return false }
      if let last, (last.person, last.further) >= (person, further) { return false }
      last = (person, further)
      let lead = number << bits | Int64(person)
      try body(
        Place(
          person: lead, record: lead &+ Int64(bitPattern: further), sortKey: key, entry: entry))
    }
    return true
  }

  /// The octets of the block of a number.
  static let selection = "SELECT octets FROM entry_block WHERE number = ?"

  /// What is kept of the records of a block; nothing where its octets do not read.
  static func kept(_ number: Int64, _ db: Database) throws -> [Int64: Kept] {
    let block = try db.cachedStatement(sql: selection)
    return try block.withRow(number) {
      block.withOctets(at: 0) { octets in
        var all: [Int64: Kept] = [:]
        guard let octets else { return all }
        let isWhole = forEach(in: octets, of: number) { place in
          var kept = Kept(person: place.person, sortKey: [], entry: [])
          kept.sortKey.append(octets.extracting(place.sortKey))
          kept.entry.append(octets.extracting(place.entry))
          all[place.record] = kept
        }
        return isWhole ? all : [:]
      }
    } ?? [:]
  }

  /// Writes what is kept of the records of a block, in the place of what was.
  fileprivate static func write(_ kept: [Int64: Kept], to number: Int64, _ db: Database) throws {
    guard !kept.isEmpty else {
      return try db.cachedStatement(sql: "DELETE FROM entry_block WHERE number = ?")
        .execute(arguments: [number])
    }
    var octets: [UInt8] = []
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
      octets.append(person)
      octets.append(packed: further)
      octets.append(counted: kept.sortKey.span)
      octets.append(counted: kept.entry.span)
    }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO entry_block (number, octets) VALUES (?, ?)")
      .execute(arguments: [number, Data(octets)])
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
    /// `nil` for what is kept of it already.
    var sortKey: [UInt8]?
    var entry: [UInt8]?
  }

  /// Octets held before they are written.
  private static let mostOctets = 16 << 20
  /// Octets of a record whose old ones are read when they are written.
  private static let usualOctets = 256

  private var changes: [Int64: Change] = [:]
  private var octets = 0

  /// Notes a record that was not there.
  mutating func insert(_ record: Int64, of person: Int64, _ facts: RecordFacts, _ db: Database)
    throws
  {
    try change(record, from: nil, to: person, facts, db)
  }

  /// Notes what a record is by now; without facts, that it is gone.
  mutating func change(
    _ record: Int64, of person: Int64, to facts: RecordFacts?, _ db: Database
  ) throws {
    try change(record, from: person, to: person, facts, db)
  }

  private mutating func change(
    _ record: Int64, from old: Int64?, to person: Int64, _ facts: RecordFacts?, _ db: Database
  ) throws {
    var change = changes[record] ?? Change(old: old)
    change.new = facts?.entry == nil ? nil : person
    (change.sortKey, change.entry) = (facts?.sortKey, facts?.entry)
    changes[record] = change
    try makeRoom(for: (facts?.sortKey.count ?? 0) + (facts?.entry?.count ?? 0), db)
  }

  /// Notes that a record belongs to another person.
  mutating func move(_ record: Int64, from person: Int64, to other: Int64, _ db: Database) throws {
    changes[record, default: Change(old: person)].new = other
    try makeRoom(for: PendingEntries.usualOctets, db)
  }

  /// Notes where a record stands in the order of names.
  mutating func change(
    _ record: Int64, of person: Int64, toSortKey key: [UInt8], _ db: Database
  ) throws {
    changes[record, default: Change(old: person, new: person)].sortKey = key
    try makeRoom(for: PendingEntries.usualOctets, db)
  }

  private mutating func makeRoom(for more: Int, _ db: Database) throws {
    octets += more
    if octets > PendingEntries.mostOctets { try write(db) }
  }

  /// Writes them and forgets them.
  mutating func write(_ db: Database) throws {
    var blocks: [Int64: [(record: Int64, kept: EntryBlock.Kept?)]] = [:]
    for (number, changes) in Dictionary(
      grouping: changes, by: { $0.value.old.map(EntryBlock.number) })
    {
      let kept = try number.map { try EntryBlock.kept($0, db) } ?? [:]
      for (record, change) in changes {
        if let number { blocks[number, default: []].append((record, nil)) }
        let old = kept[record]
        guard let person = change.new, let key = change.sortKey ?? old?.sortKey,
          let entry = change.entry ?? old?.entry
        else { continue }
        blocks[EntryBlock.number(of: person), default: []].append(
          (record, EntryBlock.Kept(person: person, sortKey: key, entry: entry)))
      }
    }
    for (number, changes) in blocks.sorted(by: { $0.key < $1.key }) {
      var kept = try EntryBlock.kept(number, db)
      // Those that leave the block come first: some come back to it.
      for change in changes where change.kept == nil { kept[change.record] = nil }
      for change in changes where change.kept != nil { kept[change.record] = change.kept }
      try EntryBlock.write(kept, to: number, db)
    }
    changes.removeAll()
    octets = 0
  }
}
