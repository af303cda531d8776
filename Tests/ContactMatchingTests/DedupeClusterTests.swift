import ContactMatching
import Testing

@Suite("Dedupe: clusters")
struct DedupeClusterTests {
  @Test("A chain breaks at its weakest link where its ends contradict each other")
  func chaining() async throws {
    let cards = [
      ["N:Smith;John;;;", "EMAIL:john.s@example.com", "TEL:+1 212 555 0101"],
      ["N:Smith;J.;;;", "EMAIL:john.s@example.com", "EMAIL:js@example.org", "TEL:+1 212 555 0101"],
      ["N:Smith;James;;;", "EMAIL:js@example.org"],
    ]
    let found = try await deduplicated(cards)
    #expect(found.clusters.first?.cards == [0, 1])
    #expect(found.clusters.allSatisfy { !($0.cards.contains(0) && $0.cards.contains(2)) })
    #expect(found.reviewedClusters.allSatisfy { !($0.cards.contains(0) && $0.cards.contains(2)) })
  }

  @Test("A cluster has one link less than cards, the weakest last")
  func links() async throws {
    let book = try await dedupeBook(damagedBook(people: 300, seed: 3))
    let found = try await book.deduplicated(statistics: book.statistics())
    #expect(!found.clusters.isEmpty)
    for cluster in found.clusters {
      #expect(cluster.links.count == cluster.cards.count - 1)
      #expect(cluster.links.map(\.bits) == cluster.links.map(\.bits).sorted(by: >))
      #expect(cluster.weakest == cluster.links.last)
      #expect(cluster.links.allSatisfy { cluster.cards.contains($0.left) && $0.verdict == .same })
    }
  }

  @Test("Cards of a cluster, or of none, have one number; numbers go up from the first card")
  func partition() async throws {
    let book = try await dedupeBook(damagedBook(people: 200, seed: 4))
    let found = try await book.deduplicated(statistics: book.statistics())
    for includesReview in [false, true] {
      let numbers = found.partition(includesReview: includesReview)
      var next = 0
      for number in numbers {
        #expect(number <= next)
        if number == next { next += 1 }
      }
      let clusters = includesReview ? found.reviewedClusters : found.clusters
      #expect(next == book.count - clusters.reduce(0) { $0 + $1.cards.count - 1 })
      for cluster in clusters { #expect(Set(cluster.cards.map { numbers[$0] }).count == 1) }
    }
  }

  @Test("Any number of copies of one card is one cluster, and nothing grows without bound")
  func copies() async throws {
    let card = ["N:Copy;Cora;;;", "EMAIL:cora.copy@example.com", "TEL:+1 212 555 0102"]
    let cards = [[String]](repeating: card, count: 3000)
    let book = try await dedupeBook(cards)
    let found = try await book.deduplicated(statistics: book.statistics())
    #expect(found.clusters.map(\.cards) == [Array(0..<3000)])
    #expect(found.comparedPairs < 3000 * 100)
  }

  @Test("Blocks too large are told, and what another key finds is found")
  func largeBlocks() async throws {
    var cards = (0..<400).map { ["N:Smith;John;;;", "EMAIL:john\($0)@mail\($0).example"] }
    cards.append(["N:Smith;John;;;", "EMAIL:john17@mail17.example"])
    let book = try await dedupeBook(cards)
    let found = try await book.deduplicated(statistics: book.statistics())
    #expect(found.clusters.map(\.cards) == [[17, 400]])
    let skipped = found.skipped.first { $0.kind == "name" }
    #expect(skipped?.largest == 401)
    #expect(skipped?.pairs ?? 0 > 50_000)
  }
}
