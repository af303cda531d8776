import ContactSearch
internal import GRDB
internal import VCard

/// What is done to what a book keeps beside the cards of people to find them by, as ``VCard/CardWorker`` says of
/// cards; a worker may be both.
package protocol EntryWorker: Sendable {
  /// What comes of some people.
  associatedtype Piece: Sendable

  /// Whether nothing else is needed for what comes of them.
  var needsNoCards: Bool { get }

  /// Whether the keys are needed by which people stand in their order.
  var needsKeys: Bool { get }

  /// Takes a person with one record in the place of the card, by less than the entry.
  ///
  /// - Parameters:
  ///   - row: The octets of a ``ContactSearch/SearchRow``.
  ///   - key: By which the record stands in the order of names.
  /// - Returns: Whether the row told what there is to tell; the entry is handed over otherwise.
  /// - Throws: What stops the run.
  mutating func process(row: Span<UInt8>, key: Span<UInt8>) throws -> Bool

  /// Takes a person in the place of the cards.
  ///
  /// - Parameters:
  ///   - person: The person, whom a worker asks for that wants to know.
  ///   - row: The octets of a ``ContactSearch/SearchRow`` where there is one record that has them.
  ///   - entries: The ``ContactSearch/SearchEntry`` of each record of the person, one after the other.
  ///   - starts: Where each begins.
  ///   - keys: The keys by which each record stands in the order of names, one after the other.
  ///   - keyStarts: Where each begins.
  /// - Returns: Whether the entries told what there is to tell; the cards are handed over otherwise.
  /// - Throws: What stops the run.
  mutating func process(
    _ person: @autoclosure () -> RecordID, row: Span<UInt8>, entries: Span<UInt8>,
    startingAt starts: [Int], keys: Span<UInt8>, startingAt keyStarts: [Int]
  ) throws -> Bool

  /// Gives what came of the people since the last call, and begins anew, as a ``VCard/CardWorker`` does.
  mutating func finish(_ piece: inout Piece?) throws
}

extension EntryWorker {
  package var needsNoCards: Bool { true }

  package mutating func process(row: Span<UInt8>, key: Span<UInt8>) throws -> Bool { false }
}

extension DatabaseBook {
  /// Hands over the entries of people, as a book keeps them, to workers on its threads.
  ///
  /// - Parameters:
  ///   - people: The people.
  ///   - worker: What is done to them; each thread copies it.
  ///   - deliver: Receives what came of some people after the other, in the order of the book.
  /// - Returns: Those of whom the cards must tell, in the order of the book.
  /// - Throws: ``BookError``, and what the worker or `deliver` throws.
  /// - Complexity: O(*n*) in the octets of the entries.
  package func readEntries<Worker: EntryWorker>(
    of people: [RecordID], _ worker: Worker, deliver: (inout Worker.Piece) throws -> Void
  ) throws -> [RecordID] {
    let leads = people.compactMap(DatabaseBook.number).sorted()
    return try readEntries(of: .these(leads), recordLinks(), worker) { try deliver(&$0.result) }
      .map { DatabaseBook.recordID($0) }
  }

  /// Blocks that a thread reads at once, or people as if they filled so many.
  private static let mostBlocks = 128
  /// Parts of the largest book: ten million people are fewer.
  private static let mostPartsOfAll = 4096
  /// How often a thread reads so many before what came of it is handed over, and how many parts all threads
  /// read before it where they are many.
  private static let mostParts = (ofThread: 16, ofAll: 64)

  /// People of whom one thread takes the entries.
  private enum Part {
    case these(ArraySlice<Int64>)
    case blocks(ClosedRange<Int64>)
  }

  private func parts(of leads: Leads) throws -> [Part] {
    let most = DatabaseBook.mostBlocks * EntryBlock.people(of: 0).count
    switch leads {
    case .these(let leads):
      let size = max(1, min(most, (leads.count + threads - 1) / threads))
      return OrderedTasks.pieces(leads.count, of: size).map { .these(leads[$0]) }
    case .anybody:
      let ends = try reading { db in
        // SQLite finds one at a time in the tree, and both at once by going through it.
        try Row.fetchOne(
          db, sql: "SELECT (SELECT min(id) FROM record), (SELECT max(id) FROM record)")
      }
      guard let ends, let first: Int64 = try ends.value(0), let last: Int64 = try ends.value(1)
      else { return [] }
      let (start, end) = (EntryBlock.number(of: first), EntryBlock.number(of: last))
      // Parts of a damaged book, whose numbers may be far apart, are no more but larger.
      let size = max(DatabaseBook.mostBlocks, Int(end - start) / DatabaseBook.mostPartsOfAll)
      return stride(from: start, through: end, by: size).map {
        .blocks($0...min(end, $0 + Int64(size) - 1))
      }
    }
  }

  /// Hands over the entries of people, in their order, to workers on the threads of the book.
  ///
  /// - Parameters:
  ///   - leads: Whom to look at.
  ///   - links: Which records are linked.
  ///   - joins: Whether linked records are one; if not, `leads` are records.
  ///   - worker: What is done to them; each thread copies it.
  ///   - deliver: As for `readCards`.
  /// - Returns: Those of whom the cards must tell, in ascending order.
  /// - Throws: ``BookError``, and what the worker or `deliver` throws.
  /// - Complexity: O(*n*) in the octets of the blocks that they stand in.
  func readEntries<Worker: EntryWorker>(
    of leads: Leads, _ links: RecordLinks, joining joins: Bool = true, _ worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws -> [Int64] {
    let parts = try parts(of: leads)
    let workers = StatePool<Worker>()
    let round = min(
      DatabaseBook.mostParts.ofThread * threads, max(threads, DatabaseBook.mostParts.ofAll))
    var (links, left, start, turns) = (links, [Int64](), 0, 4)
    while start < parts.count {
      let made = try made(
        parts[start..<min(parts.count, start + round)], links, joining: joins, worker, workers)
      // Parts are read each by itself: who is linked meanwhile has gone from one to another.
      if start == 0, turns > 0, made.contains(where: { $0.change != links.change }) {
        (links, turns) = (try recordLinks(), turns - 1)
        continue
      }
      start += made.count
      for made in made {
        left += made.left
        options.advance(made.count)
        guard let result = made.result else { continue }
        var piece = CardPiece(result: result, diagnostics: [], cards: made.count)
        try deliver(&piece)
      }
    }
    return left
  }

  /// What came of the people of a part.
  private struct Made<Piece: Sendable>: Sendable {
    let result: Piece?
    let count: Int
    let left: [Int64]
    /// The newest change when they were read.
    let change: Int64
  }

  private func made<Worker: EntryWorker>(
    _ parts: ArraySlice<Part>, _ links: RecordLinks, joining joins: Bool, _ worker: Worker,
    _ workers: StatePool<Worker>
  ) throws -> [Made<Worker.Piece>] {
    let (tools, connection) = (tools, connection)
    return try translating {
      try OrderedTasks.map(parts, threads: threads) { part in
        var worker = workers.take() ?? worker
        defer { workers.give(worker) }
        let (entries, change) = try connection.database.read { db in
          let change = try DatabaseBook.newestChange(db)
          let links = try change == links.change ? links : DatabaseBook.recordLinks(db)
          var entries = EntryHand(links, joins: joins, db)
          let areCurrent =
            try FactsKeeper.areFactsCurrent(tools, db)
            && (!worker.needsKeys || FactsKeeper.isOrderCurrent(tools, db))
          switch (part, areCurrent) {
          case (.these(let leads), true): try entries.hand(leads, to: &worker)
          case (.these(let leads), false): entries.left += leads
          case (.blocks(let blocks), true): try entries.hand(blocks, to: &worker)
          case (.blocks(let blocks), false): try entries.leave(EntryBlock.people(of: blocks))
          }
          return ((count: entries.count, left: entries.left), change)
        }
        var result: Worker.Piece?
        try worker.finish(&result)
        return Made(result: result, count: entries.count, left: entries.left, change: change)
      }
    }
  }
}

/// Hands entries to one worker.
private struct EntryHand {
  private let links: DatabaseBook.RecordLinks
  private let hasLinks: Bool
  private let joins: Bool
  private let db: Database

  /// How many people were handed over.
  private(set) var count = 0
  /// Those of whom the cards must tell.
  var left: [Int64] = []

  /// The person of whom linked records were come to, and not all of them.
  private var person: Int64?
  /// The last one of the block who was handed over or left.
  private var settled: Int64?
  private var (entries, keys): ([UInt8], [UInt8]) = ([], [])
  private var (starts, keyStarts): ([Int], [Int]) = ([], [])
  private let alone = [0]
  private let none: [UInt8] = []
  /// The block whose entries were last looked at, and where they stand; nowhere where they do not read.
  private var block: (number: Int64?, octets: [UInt8], entries: [Range<Int>]) = (nil, [], [])

  init(_ links: DatabaseBook.RecordLinks, joins: Bool, _ db: Database) {
    self.links = links
    hasLinks = !links.leads.isEmpty
    self.joins = joins
    self.db = db
  }

  /// Hands over some people, or records where linked ones are not joined.
  mutating func hand<Worker: EntryWorker>(
    _ leads: ArraySlice<Int64>, to worker: inout Worker
  ) throws {
    let selection = try db.makeStatement(sql: EntryBlock.rows)
    var rest = leads
    while let first = rest.first {
      let number = EntryBlock.number(of: links.lead(of: first))
      let isLinked = hasLinks && links.leads[first] != nil
      let some =
        isLinked
        ? rest.prefix(1)
        : rest.prefix {
          EntryBlock.number(of: $0) == number && !(hasLinks && links.leads[$0] != nil)
        }
      rest = rest.dropFirst(some.count)
      var waiting = some
      _ = try selection.withRow(number) {
        try selection.withOctets(at: 0) { rows in
          guard let rows else { return }
          _ = try EntryBlock.forEach(in: rows, of: number) { place in
            while let lead = waiting.first, lead < place.person, !isLinked {
              left.append(waiting.removeFirst())
            }
            guard waiting.first == (joins ? place.person : place.record) else { return }
            if try take(place, of: number, in: rows, to: &worker) { waiting.removeFirst() }
          }
        }
      }
      left += waiting
      person = nil
    }
    left.sort()
  }

  /// Hands over everybody in some blocks.
  mutating func hand<Worker: EntryWorker>(
    _ blocks: ClosedRange<Int64>, to worker: inout Worker
  ) throws {
    let all = try db.cachedStatement(
      sql: "SELECT number, rows FROM entry_block WHERE number BETWEEN ? AND ? ORDER BY number")
    var others: [ClosedRange<Int64>] = []
    var next = blocks.lowerBound
    try Int64.fetchCursor(all, arguments: [blocks.lowerBound, blocks.upperBound]).forEach {
      number in
      if next < number { others.append(EntryBlock.people(of: next...number - 1)) }
      next = number + 1
      let people = EntryBlock.people(of: number)
      settled = nil
      let isWhole = try all.withOctets(at: 1) { rows in
        guard let rows else { return false }
        return try EntryBlock.forEach(in: rows, of: number) { place in
          leavePerson(before: place.person)
          if place.person != settled { _ = try take(place, of: number, in: rows, to: &worker) }
        }
      }
      if isWhole {
        leavePerson(before: nil)
      } else {
        person = nil
        let first = settled.map { $0 &+ 1 } ?? people.lowerBound
        if people.contains(first) { others.append(first...people.upperBound) }
      }
    }
    if next <= blocks.upperBound {
      others.append(EntryBlock.people(of: next...blocks.upperBound))
    }
    // Of those without a block that reads, the cards tell.
    for people in others { try leave(people) }
    left.sort()
  }

  /// Leaves a person to the cards of whom not all records were come to.
  private mutating func leavePerson(before next: Int64?) {
    guard let person, person != next else { return }
    left.append(person)
    (self.person, settled) = (nil, person)
  }

  /// Leaves some people to the cards.
  mutating func leave(_ people: ClosedRange<Int64>) throws {
    left += try Int64.fetchAll(
      db, sql: "SELECT id FROM record WHERE id BETWEEN ? AND ? AND person = id",
      arguments: [people.lowerBound, people.upperBound])
  }

  /// Where the entry of a record stands in ``block``, which is read if it is another; `nil` where the entries
  /// do not read, or are not as many as the rows.
  private mutating func entry(
    _ place: EntryBlock.Place, of number: Int64, in rows: Span<UInt8>
  ) throws -> Range<Int>? {
    if block.number != number {
      block.number = number
      block.octets.removeAll(keepingCapacity: true)
      let statement = try db.cachedStatement(sql: EntryBlock.entries)
      _ = try statement.withRow(number) {
        statement.withOctets(at: 0) { if let octets = $0 { block.octets.append(octets) } }
      }
      var count = 0
      _ = EntryBlock.forEach(in: rows, of: number) { _ in count += 1 }
      block.entries = EntryBlock.entries(in: block.octets.span, count: count) ?? []
    }
    return place.number < block.entries.count ? block.entries[place.number] : nil
  }

  /// Takes a record, and hands over the person when it is the last one or tells that the cards must;
  /// whether it did.
  private mutating func take<Worker: EntryWorker>(
    _ place: EntryBlock.Place, of number: Int64, in rows: Span<UInt8>, to worker: inout Worker
  ) throws -> Bool {
    let (row, key) = (rows.extracting(place.row), rows.extracting(place.sortKey))
    let id = joins ? place.person : place.record
    let isTold: Bool
    if joins, hasLinks, let others = links.others[id] {
      if person != id {
        (starts, keyStarts) = ([], [])
        entries.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
      }
      person = id
      if let entry = try entry(place, of: number, in: rows) {
        starts.append(entries.count)
        keyStarts.append(keys.count)
        let octets = block.octets
        entries.append(octets.span.extracting(entry))
        keys.append(key)
        guard starts.count > others.count else { return false }
        isTold = try worker.process(
          DatabaseBook.recordID(id), row: none.span, entries: entries.span, startingAt: starts,
          keys: keys.span, startingAt: keyStarts)
      } else {
        isTold = false
      }
      person = nil
    } else if try worker.process(row: row, key: key) {
      isTold = true
    } else if let entry = try entry(place, of: number, in: rows) {
      let octets = block.octets
      isTold = try worker.process(
        DatabaseBook.recordID(id), row: row, entries: octets.span.extracting(entry),
        startingAt: alone, keys: key, startingAt: alone)
    } else {
      isTold = false
    }
    settled = id
    if isTold { count += 1 } else { left.append(id) }
    return true
  }
}
