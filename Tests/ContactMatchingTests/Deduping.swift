import ContactMatching
import ContactModel
import TestSupport
import VCard

/// A book of cards, each the lines between BEGIN and END of a vCard 4.0.
func dedupeBook(
  _ cards: [[String]], pieces: Int = 1, region: PhoneRegion? = nil
) async throws -> CardFeatures {
  let options = MatchOptions(region: region)
  var whole = CardFeatures.Builder(options: options)
  for piece in 0..<pieces {
    var builder = CardFeatures.Builder(options: options)
    for card in cards[cards.count * piece / pieces..<cards.count * (piece + 1) / pieces] {
      try builder.append(contact(card))
    }
    whole.append(builder)
  }
  return try await whole.build(threads: pieces)
}

/// Who is who among a few cards of a large book of other people.
///
/// Weights know how large the book is; the statistics are those of the cards with a size given.
func deduplicated(
  _ cards: [[String]], decisions: [Decision] = [], region: PhoneRegion? = nil
) async throws -> Deduplication {
  let book = try await dedupeBook(cards + strangers, region: region)
  return try await book.deduplicated(
    statistics: book.statistics(), decisions: decisions)
}

/// People who have nothing to do with each other, so that a book is no handful.
let strangers: [[String]] = {
  let syllables = ["ba", "ke", "di", "lo", "mu", "ra", "se", "ti", "vo", "zu", "na", "pe"]
  var generator = SeededGenerator(seed: 11)
  func name() -> String {
    let letters = (0..<3).map { _ in syllables[generator.below(syllables.count)] }.joined()
    return letters.prefix(1).uppercased() + letters.dropFirst()
  }
  return (0..<1500).map { number in
    let (given, family) = (name(), name())
    return [
      "N:\(family);\(given);;;", "EMAIL:\(given).\(family)\(number)@example.org",
      "TEL:+49 30 \(10_000_000 + number * 37)",
    ]
  }
}()

/// Given and family names of some strangers.
let strangerNames: [(given: String, family: String)] = strangers.map { card in
  let parts = card[0].dropFirst(2).split(separator: ";")
  return (String(parts[1]), String(parts[0]))
}

/// The verdict about the first two cards.
func verdict(
  _ left: [String], _ right: [String], _ others: [[String]] = []
) async throws -> Verdict {
  let found = try await deduplicated([left, right] + others)
  if found.clusters.contains(where: { $0.cards.starts(with: [0, 1]) }) { return .same }
  return found.reviews.contains { $0.left == 0 && $0.right == 1 } ? .review : .different
}

extension SeededGenerator {
  /// A number from 0, less than a count.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}

/// A book with copies of people, damaged in a few ways, in households.
func damagedBook(people: Int, seed: UInt64) -> [[String]] {
  var numbers = SeededGenerator(seed: seed)
  let given = [
    "Robert", "Anna", "Miguel", "Юрий", "José", "Elizabeth", "Käthe", "Paul", "Paula", "Jürgen",
  ]
  let short = ["Bob", "Anne", "Mike", "Yuri", "Pepe", "Liz", "Kathe", "Paul", "Paula", "Juergen"]
  var cards: [[String]] = []
  for person in 0..<people {
    let first = numbers.below(given.count)
    let family = "Familia\(Array("abcdefghijklmnopqrstuvwxyz")[person / 3 % 26])\(person / 78)x"
    for copy in 0...numbers.below(3) {
      var card = ["N:\(family);\(copy == 1 ? short[first] : given[first]);;;"]
      if numbers.below(4) > 0 { card.append("EMAIL:person\(person)@example.net") }
      if numbers.below(4) > 0 { card.append("TEL:+1 212 555 \(1000 + person / 3)") }
      if numbers.below(4) == 0 { card.append("BDAY:1980\(1000 + person % 3 * 100 + 5)") }
      cards.append(card)
    }
  }
  return cards
}
