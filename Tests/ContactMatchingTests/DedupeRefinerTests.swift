import ContactMatching
import ContactModel
import TestSupport
import Testing

@Suite("Dedupe: what cards say together")
struct DedupeRefinerTests {
  /// A household of two: each of its numbers alone is everybody's.
  private static let bells: [[String]] = [
    ["N:Bell;Robert;;;", "EMAIL:robert@bell.example", "TEL:+1 408 555 0100"],
    ["N:Bell;Robert;;;", "EMAIL:robert@bell.example", "TEL:+1 408 555 0199"],
    ["N:Bell;Bob;;;", "TEL:+1 408 555 0100", "TEL:+1 408 555 0199"],
    ["N:Bell;Simone;;;", "TEL:+1 408 555 0100", "TEL:+1 408 555 0199"],
  ]

  private struct Found {
    var cards: [[String]]
    var alone: Deduplication
    var together: Deduplication
  }

  /// Cards are merged as their lines one after the other; of the first, the name counts.
  private func refined(
    _ cards: [[String]], decisions: [Decision] = [], threads: Int = 1
  ) async throws -> Found {
    let all = cards + strangers
    let book = try await dedupeBook(all)
    let statistics = try await book.statistics()
    let alone = try await book.deduplicated(statistics: statistics, decisions: decisions)
    let refiner = ClusterRefiner(options: MatchOptions(), statistics: statistics)
    let together = try await refiner.refined(alone, decisions: decisions, threads: threads) {
      try contact(
        $0.enumerated().flatMap { place, card in
          all[card].filter { place == 0 || !$0.hasPrefix("N:") }
        })
    }
    return Found(cards: all, alone: alone, together: together)
  }

  private func sets(_ clusters: Clusters) -> [[Int]] { clusters.map(\.cards) }

  @Test("A card that fits neither of two, but both as one, joins them")
  func joined() async throws {
    let found = try await refined(Self.bells)
    #expect(sets(found.alone.clusters) == [[0, 1]])
    #expect(Set(found.alone.reviews.map { [$0.left, $0.right] }) == [[0, 2], [1, 2]])
    #expect(sets(found.together.clusters) == [[0, 1, 2]])
    #expect(found.together.reviews.isEmpty)
    #expect(sets(found.together.reviewedClusters) == [[0, 1, 2]])
    #expect(found.together.partition() == Array([0, 0, 0] + (1...strangers.count + 1)))
  }

  @Test("The new link says what speaks for it, and that adds up")
  func explained() async throws {
    let found = try await refined(Self.bells)
    let cluster = try #require(found.together.clusters.first)
    #expect(cluster.links.count == 2)
    let link = try #require(cluster.links.first { $0.right == 2 })
    let evidence = try #require(found.together.jointEvidence[link])
    #expect(evidence.reduce(.zero) { $0 + $1.bits } == link.bits)
    #expect(evidence.contains { $0.kind == .phone && $0.level.rawValue == "further" })
    #expect(found.together.jointEvidence.count == 1)
  }

  @Test("Whom somebody said to be another joins no cluster, whatever its cards say together")
  func decided() async throws {
    for card in 0...1 {
      let found = try await refined(Self.bells, decisions: [Decision(card, 2, isSame: false)])
      #expect(sets(found.together.clusters) == [[0, 1]])
    }
  }

  @Test("Two birthdays or generations keep clusters apart, also of cards that are not compared")
  func contradicted() async throws {
    for (mine, other) in [
      ("BDAY:1985-04-12", "BDAY:1959-11-02"), ("NOTE:none", "N:Bell;Bob;;;Jr."),
    ] {
      var cards = Self.bells
      cards[1].append(mine)
      if mine.hasPrefix("NOTE") { for card in 0...1 { cards[card][0] = "N:Bell;Robert;;;Sr." } }
      cards[2] = cards[2].filter { !$0.hasPrefix("N:") || !other.hasPrefix("N:") } + [other]
      let found = try await refined(cards)
      #expect(sets(found.together.clusters) == [[0, 1]])
    }
  }

  @Test("Cards alone and clusters that nothing new is said of stay what they are")
  func unchanged() async throws {
    let found = try await refined([
      ["N:Young;Ann;;;", "TEL:+1 408 555 0300"], ["N:Young;Ann;;;", "TEL:+1 408 555 0301"],
    ])
    #expect(found.together.clusters == found.alone.clusters)
    #expect(found.together.reviews == found.alone.reviews)
    #expect(found.together.jointEvidence.isEmpty)
  }

  @Test("Threads and the order of the cards change nothing, and once more finds no more")
  func laws() async throws {
    var cards: [[String]] = []
    for number in 0..<60 {
      let name = "N:Familia\(String(number, radix: 26))x;Robert;;;"
      let (one, other) = ("TEL:+1 212 555 \(1000 + number)", "TEL:+1 212 556 \(1000 + number)")
      cards.append([name, "EMAIL:r\(number)@bell.example", one])
      cards.append([name, "EMAIL:r\(number)@bell.example", other])
      cards.append([name.replacing("Robert", with: "Bob"), one, other])
      cards.append([name.replacing("Robert", with: "Simone"), one, other])
    }
    let found = try await refined(cards)
    #expect(found.together.jointEvidence.count > 30)
    let threaded = try await refined(cards, threads: 3)
    #expect(threaded.together.clusters == found.together.clusters)
    #expect(threaded.together.jointEvidence == found.together.jointEvidence)
    var generator = SeededGenerator(seed: 3)
    let order = Array(cards.indices).shuffled(using: &generator)
    let shuffled = try await refined(order.map { cards[$0] })
    #expect(
      Set(shuffled.together.clusters.map { Set($0.cards.map { order[$0] }) })
        == Set(found.together.clusters.map { Set($0.cards) }))
  }
}
