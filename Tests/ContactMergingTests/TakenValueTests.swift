import ContactMerging
import TestSupport
import Testing
import VCard

@Suite("Whose value stands, as somebody has chosen")
struct TakenValueTests {
  private func card(_ lines: [String], _ version: String = "3.0") throws -> Card {
    try CardSamples.parsed(lines: lines, version: version)
  }

  private func lines(_ merge: ClusterMerge) -> [String] {
    CardSamples.lines(merge.card)
  }

  @Test("a chosen value takes the place of the one that the rule takes, which is kept beside it")
  func chosen() throws {
    let cards = [
      try card(["N:GARCIA;JOSE;;;", "FN:JOSE GARCIA", "BDAY:1985-04-12", "EMAIL:j@x.example"]),
      try card(["N:García;José;;;", "FN:José García", "BDAY:1958-04-12"]),
    ]
    var merge = ClusterMerge(cards)
    let contests = merge.contests()
    #expect(contests.map(\.name) == ["FN", "N", "BDAY"] && contests.map(\.standing) == [1, 1, 0])
    #expect(contests[1].values.map(\.text) == ["GARCIA, JOSE", "García, José"])
    merge = ClusterMerge(cards, taking: [.init("BDAY", of: 1), .init("FN", of: 0)])
    // The parts follow the name that is shown.
    #expect(
      lines(merge) == [
        "N:GARCIA;JOSE;;;", "FN:JOSE GARCIA", "BDAY:1958-04-12", "EMAIL:j@x.example",
        "X-ALSO-BDAY:1985-04-12", "X-ALSO-N:García;José;;;", "X-ALSO-FN:José García",
      ])
    #expect(merge.contests().map(\.standing) == [0, 0, 1])
    merge = ClusterMerge(cards, taking: [.init("FN", of: 0), .init("N", of: 1)])
    #expect(merge.contests().map(\.standing) == [0, 1, 0])
  }

  @Test("what nobody can take changes nothing: no value, no card, no single property")
  func nothing() throws {
    let cards = [
      try card(["FN:A", "BDAY:1985-04-12", "EMAIL:a@x.example", "REV:2020-01-01", "UID:a"]),
      try card(["FN:A", "TEL:1", "BDAY:", "EMAIL:b@x.example", "REV:2021-01-01", "UID:b"]),
      try card(["FN:A", "BDAY:19850412"]),
    ]
    let written = CardSamples.written(ClusterMerge(cards).card)
    var plain = ClusterMerge(cards)
    #expect(plain.contests().isEmpty)
    for taken in [
      ("BDAY", 1), ("BDAY", 2), ("BDAY", 7), ("BDAY", -1), ("EMAIL", 1), ("REV", 0), ("UID", 1),
      ("NONE", 0), ("", 0), ("X-ALSO-BDAY", 0),
    ] {
      let merge = ClusterMerge(cards, taking: [.init(taken.0, of: taken.1)])
      #expect(CardSamples.written(merge.card) == written, "\(taken)")
    }
  }

  @Test("of three cards it is neither the base's nor the first; what was said last counts")
  func three() throws {
    let cards = [
      try card(["FN:A", "BDAY:1985-04-12"]), try card(["FN:A", "NOTE:n", "NOTE:m", "TEL:1"]),
      try card(["FN:A", "BDAY:1958-04-12"]),
    ]
    let merge = ClusterMerge(cards, taking: [.init("BDAY", of: 0), .init("BDAY", of: 2)])
    #expect(merge.base == 1)
    #expect(lines(merge).suffix(2) == ["BDAY:1958-04-12", "X-ALSO-BDAY:1985-04-12"])
  }

  @Test("the value of a card of another version stands as the merged card's version says it")
  func versions() throws {
    let cards = [
      try card(["FN:A", "ANNIVERSARY:20010203", "GENDER:F"], "4.0"),
      try card(["FN:A", "X-ANNIVERSARY:2002-03-04"]),
    ]
    var merge = ClusterMerge(cards, taking: [.init("ANNIVERSARY", of: 1)])
    let contest = try #require(merge.contests().first)
    #expect(contest.name == "ANNIVERSARY" && contest.standing == 1 && contest.values.count == 2)
    #expect(lines(merge).contains("X-ALSO-ANNIVERSARY:20010203"))
  }

  @Test(
    "whatever is chosen stands, and the values are those of the rule, as often as they were",
    arguments: 0..<20)
  func law(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 2000)
    var tried = 0
    for _ in 0..<40 {
      let version = Version.allCases[seed % 3]
      let cards = try (0..<Int.random(in: 2...3, using: &random)).map { _ in
        try CardSamples.parsed(CardGenerator(version).card(using: &random).text)
      }
      var merge = ClusterMerge(cards)
      let values = Self.values(merge)
      for contest in merge.contests() {
        for value in contest.values {
          var chosen = ClusterMerge(cards, taking: [.init(contest.name, of: value.cards[0])])
          let now = chosen.contests().first { $0.name == contest.name }
          if let now {
            #expect(now.values.map(\.text) == contest.values.map(\.text))
            #expect(now.values.first { $0.stands }?.cards == value.cards, "\(contest)")
          } else {
            // A card says it twice (RFC 6350 §6.2.1 allows several FN), and now both stand.
            #expect(cards.contains { Self.count(contest.name, $0) > 1 }, "\(contest)")
          }
          #expect(Self.values(chosen) == values)
          tried += 1
        }
      }
    }
    #expect(tried > 0)
  }

  /// How often a card has a property.
  private static func count(_ name: String, _ card: Card) -> Int {
    card.properties.filter { $0.canonicalName == name }.count
  }

  /// The values of a merged card and of its drops under the names of what they are further values of.
  private static func values(_ merge: ClusterMerge) -> [String: Int] {
    var values: [String: Int] = [:]
    func count(_ name: String, _ text: String) {
      var name = name
      while name.hasPrefix("X-ALSO-") { name.removeFirst("X-ALSO-".count) }
      values["\(name) \(text)", default: 0] += 1
    }
    for property in merge.card.properties { count(property.canonicalName, property.summary) }
    for drop in merge.drops where drop.reason != .parameters { count(drop.name, drop.text) }
    return values
  }
}
