import ContactSearch
internal import Foundation
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

  /// Takes a person in the place of the cards.
  ///
  /// - Parameters:
  ///   - person: The person, whom a worker asks for that wants to know.
  ///   - entries: The ``ContactSearch/SearchEntry`` of each record of the person, one after the other.
  ///   - starts: Where each begins.
  ///   - keys: The keys by which each record stands in the order of names, one after the other.
  ///   - keyStarts: Where each begins.
  /// - Returns: Whether the entries told what there is to tell; the cards are handed over otherwise.
  /// - Throws: What stops the run.
  mutating func process(
    _ person: @autoclosure () -> RecordID, entries: Span<UInt8>, startingAt starts: [Int],
    keys: Span<UInt8>, startingAt keyStarts: [Int]
  ) throws -> Bool

  /// Gives what came of the people since the last call, and begins anew, as a ``VCard/CardWorker`` does.
  mutating func finish(_ piece: inout Piece?) throws
}

extension EntryWorker {
  package var needsNoCards: Bool { true }
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
    return try readEntries(of: leads, recordLinks(), worker) { try deliver(&$0.result) }
      .map { DatabaseBook.recordID($0) }
  }

  /// People whose entries a thread reads at once.
  private static let mostEntries = 16_384
  /// Records between those that are wanted, as which so many are read rather than looked up.
  private static let mostPassedOver = 4

  /// Hands over the entries of people, in their order, to workers on the threads of the book.
  ///
  /// ```
  /// leads   3 4 7 9 …     those that are wanted
  /// record  3 4 5 6 7 8 9 gone through where they are dense, looked up where not
  /// ```
  /// - Parameters:
  ///   - leads: The records, in ascending order; of linked ones the first of the person.
  ///   - links: Which records are linked.
  ///   - worker: What is done to them; each thread copies it.
  ///   - deliver: As for `readCards`.
  /// - Returns: Those of whom the cards must tell, in ascending order.
  /// - Throws: ``BookError``, and what the worker or `deliver` throws.
  /// - Complexity: O(*n*) in the octets of the entries.
  func readEntries<Worker: EntryWorker>(
    of leads: [Int64], _ links: RecordLinks, _ worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws -> [Int64] {
    var left: [Int64] = []
    let round = DatabaseBook.mostEntries * threads
    for start in stride(from: 0, to: leads.count, by: round) {
      let some = leads[start..<min(leads.count, start + round)]
      let size = max(1, min(DatabaseBook.mostEntries, (some.count + threads - 1) / threads))
      let parts = OrderedTasks.pieces(some.count, of: size)
      let (tools, connection) = (tools, connection)
      let made = try translating {
        try OrderedTasks.map(parts, threads: threads) { part in
          var worker = worker
          let people = some.dropFirst(part.lowerBound).prefix(part.count)
          let left = try connection.database.read {
            try DatabaseBook.handEntries(of: people, links, to: &worker, tools, $0)
          }
          var result: Worker.Piece?
          try worker.finish(&result)
          return (result: result, left: left)
        }
      }
      for (part, made) in zip(parts, made) {
        left += made.left
        options.advance(part.count - made.left.count)
        guard let result = made.result else { continue }
        var piece = CardPiece(result: result, diagnostics: [], cards: part.count)
        try deliver(&piece)
      }
    }
    return left
  }

  /// Hands the entries of some people to one worker.
  private static func handEntries<Worker: EntryWorker>(
    of leads: ArraySlice<Int64>, _ links: RecordLinks, to worker: inout Worker,
    _ tools: BookTools, _ db: Database
  ) throws -> [Int64] {
    guard let first = leads.first, let last = leads.last,
      try FactsKeeper.areFactsCurrent(tools, db),
      try !worker.needsKeys || FactsKeeper.isOrderCurrent(tools, db)
    else { return Array(leads) }
    var left: [Int64] = []
    let columns = "SELECT id, sort_key, entry FROM record"
    let one = try db.cachedStatement(sql: "\(columns) WHERE id = ?")
    func take(linked lead: Int64) throws {
      var (entries, keys): ([UInt8], [UInt8]) = ([], [])
      var (starts, keyStarts): ([Int], [Int]) = ([], [])
      for record in links.records(of: lead) {
        let hasBoth = try one.withRow(record) {
          starts.append(entries.count)
          keyStarts.append(keys.count)
          return one.withOctets(at: 1) { key in
            one.withOctets(at: 2) { entry in
              guard let key, let entry else { return false }
              entries.append(entry)
              keys.append(key)
              return true
            }
          }
        }
        if hasBoth == false { return left.append(lead) }
      }
      guard !starts.isEmpty else { return }
      let isTaken = try worker.process(
        DatabaseBook.recordID(lead), entries: entries.span, startingAt: starts,
        keys: keys.span, startingAt: keyStarts)
      if !isTaken { left.append(lead) }
    }
    let alone = [0]
    func take(_ lead: Int64, at row: Statement) throws {
      let isTaken = try row.withOctets(at: 1) { key in
        try row.withOctets(at: 2) { entry in
          guard let key, let entry else { return false }
          return try worker.process(
            DatabaseBook.recordID(lead), entries: entry, startingAt: alone, keys: key,
            startingAt: alone)
        }
      }
      if !isTaken { left.append(lead) }
    }
    let isDense = last - first < Int64(leads.count * DatabaseBook.mostPassedOver)
    guard isDense else {
      for lead in leads {
        if links.isLinked(lead) {
          try take(linked: lead)
        } else {
          _ = try one.withRow(lead) { try take(lead, at: one) }
        }
      }
      return left
    }
    let all = try db.cachedStatement(sql: "\(columns) WHERE id BETWEEN ? AND ? ORDER BY id")
    var next = leads.startIndex
    try Int64.fetchCursor(all, arguments: [first, last]).forEach { id in
      // Whoever is gone meanwhile is left out.
      while next < leads.endIndex, leads[next] < id { next += 1 }
      guard next < leads.endIndex, leads[next] == id else { return }
      next += 1
      if links.isLinked(id) { try take(linked: id) } else { try take(id, at: all) }
    }
    return left
  }
}
