import ContactMatching
import TestSupport
import Testing

@Suite("Dedupe: laws")
struct DedupeLawTests {
  private static let cards = damagedBook(people: 500, seed: 8)

  /// The clusters as sets of card numbers of the original order.
  private func sets(_ clusters: Clusters, _ order: [Int]) -> Set<Set<Int>> {
    Set(clusters.map { Set($0.cards.map { order[$0] }) })
  }

  @Test("The order of the cards changes nothing", arguments: [1, 2, 3])
  func shuffled(seed: UInt64) async throws {
    let cards = Self.cards
    var numbers = SeededGenerator(seed: seed)
    let order = Array(cards.indices).shuffled(using: &numbers)
    // Cards that are alike in all that is compared may take each other's place.
    func keys(_ found: Deduplication, _ order: [Int]) -> [[[String]]] {
      found.clusters.map {
        $0.cards.map { cards[order[$0]] }.sorted { $0.description < $1.description }
      }
      .sorted { $0.description < $1.description }
    }
    let book = try await dedupeBook(cards)
    let other = try await dedupeBook(order.map { cards[$0] })
    let statistics = try await book.statistics()
    #expect(try await other.statistics() == statistics)
    let first = try await book.deduplicated(statistics: statistics)
    let second = try await other.deduplicated(statistics: statistics)
    #expect(keys(first, Array(cards.indices)) == keys(second, order))
    #expect(first.reviews.count == second.reviews.count)
    #expect(first.comparedPairs == second.comparedPairs)
  }

  @Test("Threads and pieces change nothing", arguments: [2, 3, 7])
  func threads(count: Int) async throws {
    let one = try await dedupeBook(Self.cards)
    let many = try await dedupeBook(Self.cards, pieces: count)
    let statistics = try await one.statistics()
    #expect(try await many.statistics(threads: count) == statistics)
    let first = try await one.deduplicated(statistics: statistics)
    let second = try await many.deduplicated(statistics: statistics, threads: count)
    #expect(first.clusters == second.clusters)
    #expect(first.reviews == second.reviews)
    #expect(first.skipped == second.skipped)
  }

  @Test("With the same statistics an unrelated card changes no other decision")
  func unrelated() async throws {
    let cards = Self.cards
    let book = try await dedupeBook(cards)
    let statistics = try await book.statistics()
    let more = try await dedupeBook(
      cards + [["N:Zzyzx;Wilhelmine;;;", "EMAIL:nobody.else@example.info"]])
    let first = try await book.deduplicated(statistics: statistics)
    let second = try await more.deduplicated(statistics: statistics)
    #expect(first.clusters == second.clusters)
    #expect(first.reviews == second.reviews)
  }

  @Test("With the same statistics the pairs of a half are those of the whole")
  func halves() async throws {
    let cards = Self.cards
    let book = try await dedupeBook(cards)
    let statistics = try await book.statistics()
    let half = cards.count / 2
    let part = try await dedupeBook(Array(cards[..<half]))
    let whole = try await book.deduplicated(statistics: statistics)
    let first = try await part.deduplicated(statistics: statistics)
    let inHalf = whole.reviews.filter { $0.right < half }
    #expect(Set(first.reviews).isSuperset(of: inHalf))
    // Links that only cards of the other half make are missing, and no others are made.
    let joined = whole.partition()
    for cluster in first.clusters { #expect(Set(cluster.cards.map { joined[$0] }).count == 1) }
  }

  @Test("What one person's cards became is not joined any further")
  func again() async throws {
    let book = try await dedupeBook(Self.cards)
    let statistics = try await book.statistics()
    let found = try await book.deduplicated(statistics: statistics)
    // One card of each cluster stands for all.
    let numbers = found.partition()
    var seen: Set<Int> = []
    let kept = numbers.indices.filter { seen.insert(numbers[$0]).inserted }
    let rest = try await dedupeBook(kept.map { Self.cards[$0] })
    let again = try await rest.deduplicated(statistics: statistics)
    let pairs = Set(found.reviews.map { [$0.left, $0.right] })
    for cluster in again.clusters {
      // Only pairs may be left that a contradiction within their clusters held apart.
      for link in cluster.links { #expect(pairs.contains([kept[link.left], kept[link.right]])) }
    }
  }

  @Test("Hostile text neither crashes nor blows up")
  func hostile() async throws {
    let names = [
      "\u{202E}\u{0}\u{301}", String(repeating: "a", count: 200_000),
      String(repeating: "b ", count: 50_000), "((((", "\"", "....", "\u{1F600}\u{1F600}",
      String(repeating: "\u{301}", count: 3000), "ǅǅ ﷺ", ";;;;", "1 2 3 4",
    ]
    var cards: [[String]] = []
    for name in names {
      for _ in 0..<3 {
        cards.append(["FN:\(name.filter { $0 != ";" })", "EMAIL:@", "TEL:++++", "TEL:x"])
        cards.append([
          "N:\(name.filter { $0 != ";" });\(name.filter { $0 != ";" });;;", "EMAIL:a@@b",
        ])
      }
    }
    let book = try await dedupeBook(cards)
    let found = try await book.deduplicated(statistics: book.statistics())
    #expect(found.count == cards.count)
  }

  @Test("An empty book and a single card have no duplicates")
  func few() async throws {
    for cards in [[], [["N:Only;One;;;"]]] {
      let book = try await dedupeBook(cards)
      let found = try await book.deduplicated(statistics: book.statistics(), threads: 2)
      #expect(found.clusters.isEmpty && found.reviews.isEmpty)
      #expect(found.partition() == Array(cards.indices))
    }
  }
}
