import ContactMatching
import TestSupport
import Testing

@Suite("MatchPolicy.cutout, against a slow matcher that follows the rule word by word")
struct ReferenceTests {
  struct Generator {
    var random: SeededGenerator

    mutating func pick<T>(_ values: [T]) -> T {
      values[Int.random(in: 0..<values.count, using: &random)]
    }

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func spelled(_ word: String) -> String {
      if chance(15) { return word.uppercased() }
      return chance(15) ? word.lowercased() : word
    }

    mutating func card() -> ReferenceMatcher.Card {
      var card = ReferenceMatcher.Card()
      let firstNames = ["Kate", "José", "Jose", "Jürgen", "Jurgen", "Anna", "Maria", "K.", "J."]
      let lastNames = ["Bell", "Groß", "Gross", "O'Neil", "ONeil", "Núñez", "Ruiz"]
      if !chance(4) { card.given.append(spelled(pick(firstNames))) }
      if !card.given.isEmpty, chance(12) {
        card.given.append(spelled(pick(["Maria", "Ann", "A."])))
      }
      if chance(35) { card.middle.append(spelled(pick(["Ann", "A.", "Maria", "M.", "Bert"]))) }
      if !card.middle.isEmpty, chance(15) { card.middle.append(pick(["Zoe", "Z.", "Ann"])) }
      if !chance(4) { card.family.append(spelled(pick(lastNames))) }
      if chance(10) { card.family.append(pick(lastNames)) }
      if chance(5) { (card.given, card.family) = (card.family, card.given) }
      if card.given.isEmpty || card.family.isEmpty {
        // In one field a name is not divided, which the reference does not know.
        card.given = Array(card.given.prefix(1))
        card.family = Array(card.family.prefix(1))
        if card.given.isEmpty, card.family.isEmpty { card.middle = [] }
        if !card.middle.isEmpty { card.middle = [] }
      }
      if !card.family.isEmpty, chance(15) { card.generation = pick(["Jr.", "Sr.", "II", "III"]) }
      let emails = ["a@x.example", "A@X.example", "b@x.example", "c@x.example", "d@x.example"]
      while chance(40) { card.emails.append(pick(emails)) }
      let phones = ["+49 30 123456", "030 123456", "+49 30 654321", "030/654321", "0049 30 777777"]
      while chance(30) { card.phones.append(pick(phones)) }
      if chance(30) { card.birthday = pick(["19800203", "19800204", "--0203", "19810203"]) }
      if chance(15) {
        card.uid = "urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b\(pick([1, 2, 3]))"
      }
      return card
    }
  }

  @Test("gives the same verdict, person and candidates", arguments: 0..<16)
  func same(seed: Int) throws {
    var generator = Generator(random: SeededGenerator(seed: UInt64(seed)))
    var people: [[ReferenceMatcher.Card]] = []
    for _ in 0..<60 {
      people.append((0..<generator.pick([1, 1, 1, 2, 3])).map { _ in generator.card() })
    }
    let index = try MatchIndex(
      people.enumerated().map { id, cards in
        Person(id: "\(id)", contacts: try cards.map { try contact($0.lines) })
      })
    let reference = ReferenceMatcher(people: people)
    var seen: Set<String> = []
    for _ in 0..<60 {
      let card = generator.card()
      let outcome = try index.match(contact(card.lines), policy: .cutout)
      let expected = reference.match(card)
      let found = ReferenceMatcher.Verdict(
        outcome: outcome.verdict.rawValue, person: outcome.person.flatMap { Int($0) },
        candidates: Set(outcome.candidates.map(\.position)))
      let different = found.candidates.symmetricDifference(expected.candidates).sorted()
      #expect(
        found == expected, "\(card.lines) and \(different.map { people[$0].map(\.lines) })")
      seen.insert(found.outcome)
      #expect(
        outcome.candidates.allSatisfy { $0.bits == $0.evidence.reduce(.zero) { $0 + $1.bits } })
    }
    // Every verdict comes up, or the test shows little.
    #expect(seen.count == 3)
  }
}
