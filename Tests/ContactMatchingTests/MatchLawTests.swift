import ContactMatching
import TestSupport
import Testing

@Suite("MatchPolicy.careful and dedupe are one engine")
struct MatchLawTests {
  /// What dedupe of a book and one card more says of that card.
  private struct Told {
    /// The cards of the book that it is one person with.
    var same: Set<Int>
    /// Those that a person should look at.
    var review: Set<Int>
  }

  private func told(_ book: [[String]], _ card: [String]) async throws -> Told {
    let all = try await dedupeBook(book + [card])
    let statistics = try await dedupeBook(book).statistics()
    let found = try await all.deduplicated(statistics: statistics)
    let last = book.count
    let cluster = found.clusters.first { $0.cards.contains(last) }?.cards ?? [last]
    let reviews = found.reviews.filter { $0.right == last }.map(\.left)
    return Told(same: Set(cluster).subtracting([last]), review: Set(reviews))
  }

  /// Checks that both say the same, and tells the verdict.
  private func check(_ book: [[String]], _ card: [String]) async throws -> Outcome.Verdict {
    let index = try MatchIndex(
      book.enumerated().map { Person(id: "\($0)", contacts: [try contact($1)]) })
    let outcome = try index.match(contact(card), policy: .careful)
    let told = try await told(book, card)
    let people = Set(outcome.candidates.map(\.position))
    // Who is one person with the card only by way of others is no candidate of its own.
    #expect(told.review.isSubset(of: people), "\(card)")
    #expect(told.same.isEmpty || !told.same.isDisjoint(with: people), "\(card)")
    switch outcome.verdict {
    case .matched:
      let person = try #require(outcome.person.flatMap { Int($0) })
      #expect(told.same.contains(person), "\(card) \(book[person])")
    case .ambiguous: #expect(!told.same.isEmpty || !told.review.isEmpty, "\(card)")
    case .unknown: #expect(told.same.isEmpty && told.review.isEmpty, "\(card)")
    }
    if told.same.count == 1, told.review.isEmpty {
      #expect(outcome.verdict == .matched, "\(card) \(told.same.map { book[$0] })")
    }
    return outcome.verdict
  }

  @Test("whatever the book and the card, their verdicts agree", arguments: 0..<8)
  func agree(seed: Int) async throws {
    var generator = ReferenceTests.Generator(random: SeededGenerator(seed: UInt64(seed) + 100))
    // Of a few people and of many, for the size of the book counts.
    let book =
      (0..<40).map { _ in generator.card().lines } + (seed % 2 == 0 ? [] : strangers)
    var seen: Set<Outcome.Verdict> = []
    for _ in 0..<(seed % 2 == 0 ? 40 : 6) {
      seen.insert(try await check(book, generator.card().lines))
    }
    #expect(seen.count > 1)
  }

  @Test("also beside more cards of one name and one number than are all compared")
  func crowded() async throws {
    let crowd = (0..<70).map { number in
      [
        "N:Smith;\(number % 3 == 0 ? "John" : "Jon");;;", "TEL:+1 408 555 0000",
        "EMAIL:smith\(number)@x.example",
      ]
    }
    for card in [
      ["N:Smith;John;;;", "EMAIL:smith7@x.example"], ["N:Smith;John;;;", "TEL:+1 408 555 0000"],
      ["FN:J. Smith", "TEL:+1 408 555 0000"],
    ] {
      _ = try await check(crowd + strangers, card)
    }
  }

  @Test(
    "a short form, an umlaut written as two letters, and the same values are one person",
    arguments: [
      ("N:Gates;William;;;", "N:Gates;Bill;;;"), ("N:Müller;Jürgen;;;", "N:Mueller;Juergen;;;"),
      ("N:Bell;Kate;;;", "N:Bell;Katherine;;;"), ("N:Hale;Robert;;;", "N:Hale;Bob;;;"),
    ])
  func foundingExamples(known: String, incoming: String) async throws {
    let values = ["EMAIL:one@mail.example", "TEL:+1 408 555 0100", "BDAY:19551028"]
    let book = [[known] + values] + strangers
    #expect(try await check(book, [incoming] + values) == .matched)
    #expect(try await told(book, [incoming] + values).same == [0])
  }
}
