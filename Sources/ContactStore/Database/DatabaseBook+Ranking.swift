import ContactModel
import ContactSearch
internal import Foundation
internal import GRDB
internal import ICU
import VCard

extension DatabaseBook {
  /// How well somebody answers a query, then the place by name, then in the book.
  private struct Standing: Comparable {
    var rank: UInt32
    var sortKey: [UInt8]
    var id: Int64

    static func < (left: Standing, right: Standing) -> Bool {
      if left.rank != right.rank { return left.rank < right.rank }
      if left.sortKey != right.sortKey {
        return left.sortKey.lexicographicallyPrecedes(right.sortKey)
      }
      return left.id < right.id
    }
  }

  /// Those of some records among whom are the best, so that not all cards need be read.
  ///
  /// ```
  /// names, keys (columns) ─▶ best rank that each can have ─▶ cards in that order, until what is left
  ///                              │ not told                  cannot be better than the last of the best
  ///                              └─▶ kept
  /// ```
  /// - Parameters:
  ///   - leads: The records, in ascending order; of linked ones the first of the person.
  ///   - query: What is searched, and how many are enough.
  ///   - links: Which records are linked.
  /// - Returns: Some of them, in ascending order; all where names do not tell enough, or where the book
  ///   is in the order of another language.
  /// - Throws: ``BookError``, and errors of ICU.
  /// - Complexity: O(*n* log *n*) in the records, and O(*m*) in the octets of the cards that are read.
  func leadingBest(
    of leads: [Int64], _ query: BookQuery, _ links: RecordLinks
  ) throws -> [Int64] {
    // Fewer are as soon read.
    let few = 512
    guard let words = query.words, let limit = query.best, limit > 0,
      leads.count > few, limit < leads.count / 2,
      let rows = try places(of: leads.filter { !links.isLinked($0) })
    else { return leads }
    let search = try NameSearch(words, in: query.fields)
    var waiting = try standings(of: rows, search)
    guard waiting.count > leads.count / 2 else { return leads }
    let told = Set(waiting.map(\.id))
    waiting.sort()
    var best: [Standing] = []
    var next = 0
    while next < waiting.count {
      if best.count >= limit, best[limit - 1] < waiting[next] { break }
      let batch = waiting[next..<min(waiting.count, next + max(limit, 64))]
      next += batch.count
      let keys = Dictionary(uniqueKeysWithValues: batch.map { ($0.id, $0.sortKey) })
      for entry in try entries(batch.map(\.id)) {
        guard let card = tools.reader.card(entry.card) else {
          throw BookError(unreadable: entry.id, path)
        }
        guard let rank = try search.rank(of: Contact(card, keys: .searching)) else { continue }
        best.append(Standing(rank: rank.number, sortKey: keys[entry.id] ?? [], id: entry.id))
      }
      best.sort()
    }
    return (leads.filter { !told.contains($0) } + best.prefix(limit).map(\.id)).sorted()
  }

  /// The names of records, and the keys of their places; `nil` where they are in another order.
  private func places(of numbers: [Int64]) throws -> [(name: String, standing: Standing)]? {
    try reading { db in
      guard try FactsKeeper.isOrderCurrent(tools, db) else { return nil }
      var places: [(name: String, standing: Standing)] = []
      places.reserveCapacity(numbers.count)
      let statement = try db.cachedStatement(
        sql: "SELECT name, sort_key FROM record WHERE id = ? AND NOT is_group")
      for number in numbers {
        guard let row = try Row.fetchOne(statement, arguments: [number]) else { continue }
        let key: Data = try row.value(1)
        places.append(
          (try row.value(0), Standing(rank: 0, sortKey: Array(key), id: number)))
      }
      return places
    }
  }

  /// The best standing that those have of whom the name tells one.
  private func standings(
    of rows: [(name: String, standing: Standing)], _ search: NameSearch
  ) throws -> [Standing] {
    try OrderedTasks.map(rows.count, threads: threads) { piece throws(ICUError) in
      var memory = SearchMemory()
      var standings: [Standing] = []
      for row in rows[piece] {
        guard let rank = try search.bestRank(ofName: row.name, &memory) else { continue }
        var standing = row.standing
        standing.rank = rank.number
        standings.append(standing)
      }
      return standings
    }.flatMap(\.self)
  }
}
