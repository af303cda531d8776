import ContactMatching
import ContactModel
import Synchronization
import TestSupport
import Testing

@Suite("Dedupe: memory")
struct DedupeSpillTests {
  /// Keeps octets, and has room for so many.
  private final class Shelf: DedupeSpill {
    struct Full: Error {}

    private let octets = Mutex<[UInt8]>([])
    private let room: Int

    init(room: Int = .max) { self.room = room }

    var count: Int { octets.withLock(\.count) }

    func append(_ more: [UInt8]) throws -> Int {
      try octets.withLock { octets in
        guard octets.count + more.count <= room else { throw Full() }
        defer { octets += more }
        return octets.count
      }
    }

    func read(at offset: Int, into wanted: inout [UInt8]) throws {
      let range = offset..<offset + wanted.count
      wanted = octets.withLock { Array($0[range]) }
    }
  }

  /// People in households, copies of them, chains, and namesakes too many to compare.
  private static func cards(_ seed: UInt64) -> [[String]] {
    var cards = damagedBook(people: 400, seed: seed)
    for number in 0..<130 {
      cards.append(["N:Sedlak;Petr;;;", "TEL:+420 222 \(100_000 + number / 2)"])
      if number % 3 == 0 { cards.append(["N:Sedlak;P.;;;", "ORG:Works \(number)"]) }
    }
    for given in ["J.", "John", "James", "J."] {
      cards.append(["N:Ashdown;\(given);;;", "EMAIL:ashdown@example.org", "TEL:+44 20 7946 0000"])
    }
    var numbers = SeededGenerator(seed: seed)
    return cards.shuffled(using: &numbers)
  }

  private func split(
    _ cards: [[String]], _ memory: DedupeMemory, pieces: Int = 16, threads: Int = 1
  ) async throws -> SplitBook {
    var whole = SplitBook.Builder(memory: memory)
    for piece in 0..<pieces {
      var builder = CardFeatures.Builder()
      for card in cards[cards.count * piece / pieces..<cards.count * (piece + 1) / pieces] {
        try builder.append(contact(card))
      }
      try whole.append(builder)
    }
    return try await whole.build(threads: threads)
  }

  private func expectSame(_ one: Deduplication, _ other: Deduplication) {
    #expect(one.clusters == other.clusters)
    #expect(one.reviews == other.reviews)
    #expect(one.reviewedClusters == other.reviewedClusters)
    #expect(one.skipped == other.skipped)
    #expect(one.comparedPairs == other.comparedPairs)
    for includesReview in [false, true] {
      #expect(
        one.partition(includesReview: includesReview)
          == other.partition(includesReview: includesReview))
    }
  }

  @Test(
    "What is spilled is found as in memory",
    arguments: [(1, 4000, 1), (2, 9000, 2), (3, 30_000, 3), (4, 1, 2), (5, 60_000, 1)])
  func spilled(seed: Int, piece: Int, threads: Int) async throws {
    let cards = Self.cards(UInt64(seed))
    let book = try await dedupeBook(cards)
    let statistics = try await book.statistics()
    let found = try await book.deduplicated(statistics: statistics)
    #expect(found.clusters.contains { $0.cards.count > 2 } && !found.reviews.isEmpty)
    #expect(found.skipped.contains { $0.kind == "initial" && $0.pairs > 0 })
    #expect(found.skipped.contains { $0.kind == "name" && $0.largest > 48 })
    let shelf = Shelf()
    let split = try await split(
      cards, DedupeMemory(spill: shelf, cards: 5000, piece: piece, keys: 6000, pairs: 2000),
      threads: threads)
    #expect(split.isSpilled && split.count == cards.count)
    #expect(try await split.statistics(threads: threads) == statistics)
    expectSame(try await split.deduplicated(statistics: statistics, threads: threads), found)
  }

  @Test("What fits stays in memory, and keys are sorted and pairs spilled by themselves")
  func unspilled() async throws {
    let cards = Self.cards(6)
    let book = try await dedupeBook(cards)
    let statistics = try await book.statistics()
    let shelf = Shelf()
    let split = try await split(
      cards, DedupeMemory(spill: shelf, cards: .max, piece: 1000, keys: 3000, pairs: 0))
    #expect(!split.isSpilled && shelf.count == 0)
    expectSame(
      try await split.deduplicated(statistics: statistics),
      try await book.deduplicated(statistics: statistics))
    #expect(shelf.count > 0)
  }

  @Test("What people said is heard, whatever pieces the cards are in", arguments: [7, 8])
  func decisions(seed: UInt64) async throws {
    let cards = Self.cards(seed)
    let book = try await dedupeBook(cards)
    let statistics = try await book.statistics()
    let before = try await book.deduplicated(statistics: statistics)
    var numbers = SeededGenerator(seed: seed)
    var decisions: [Decision] = []
    for cluster in before.clusters.prefix(40) {
      decisions.append(Decision(cluster.cards[0], cluster.cards[1], isSame: false))
    }
    for review in before.reviews.prefix(20) {
      decisions.append(Decision(review.left, review.right, isSame: review.left % 2 == 0))
    }
    for _ in 0..<20 {
      let (one, other) = (numbers.below(cards.count), numbers.below(cards.count))
      if one != other {
        decisions.append(Decision(min(one, other), max(one, other), isSame: true))
      }
    }
    let split = try await split(
      cards, DedupeMemory(spill: Shelf(), cards: 5000, piece: 8000, keys: 1 << 20))
    let found = try await book.deduplicated(statistics: statistics, decisions: decisions)
    #expect(found.clusters != before.clusters)
    expectSame(
      try await split.deduplicated(statistics: statistics, decisions: decisions), found)
  }

  @Test("Where there is no room the error is passed on", .slow, arguments: [0, 3000, 60_000])
  func full(room: Int) async throws {
    let cards = Self.cards(9)
    let shelf = Shelf(room: room)
    await #expect(throws: Shelf.Full.self) {
      let split = try await split(
        cards, DedupeMemory(spill: shelf, cards: 5000, piece: 8000, keys: 1 << 20, pairs: 0))
      _ = try await split.deduplicated(statistics: split.statistics(threads: 2), threads: 2)
    }
  }

  @Test("A pair that was found keeps what explains it, whatever is spilled")
  func explained() async throws {
    let cards = Self.cards(10)
    let memory = DedupeMemory(spill: Shelf(), cards: 5000, piece: 8000, keys: 1 << 20)
    let statistics = try await dedupeBook(cards).statistics()
    let found = try await split(cards, memory).deduplicated(statistics: statistics)
    let explainer = PairExplainer(statistics: statistics)
    let pairs = found.clusters.flatMap(\.links) + found.reviews
    #expect(!pairs.isEmpty)
    for pair in pairs {
      let evidence = try explainer.evidence(
        for: pair, contact(cards[pair.left]), contact(cards[pair.right]))
      #expect(evidence.reduce(.zero) { $0 + $1.bits } == pair.bits)
    }
  }
}
