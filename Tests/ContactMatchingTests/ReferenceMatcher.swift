import ContactMatching

/// The rules as they are written down, slowly: every card against every person, words as text.
///
/// It knows names that are divided as N divides them, and the marks of the few words that the
/// generated people have; it uses nothing of the module but its types.
struct ReferenceMatcher {
  struct Card {
    var given: [String] = []
    var middle: [String] = []
    var family: [String] = []
    var generation = ""
    var emails: [String] = []
    var phones: [String] = []
    var birthday = ""
    var uid = ""

    var lines: [String] {
      [
        "N:\(family.joined(separator: " "));\(given.joined(separator: " "));"
          + "\(middle.joined(separator: " "));;\(generation)"
      ]
        + emails.map { "EMAIL:\($0)" } + phones.map { "TEL:\($0)" }
        + (birthday.isEmpty ? [] : ["BDAY:\(birthday)"]) + (uid.isEmpty ? [] : ["UID:\(uid)"])
    }
  }

  struct Verdict: Equatable {
    var outcome: String
    var person: Int?
    var candidates: Set<Int>
  }

  /// A person each, with all linked cards.
  var people: [[Card]]

  /// Who a card is by name, then email: the policy for cutouts.
  func match(_ card: Card) -> Verdict {
    var fitting = people.indices.filter { fits(card, people[$0]) }
    if fitting.isEmpty {
      fitting = people.indices.filter {
        sharesEmail(card, people[$0]) && fitsInPart(card, people[$0])
      }
    }
    if fitting.isEmpty { return Verdict(outcome: "unknown", person: nil, candidates: []) }
    let left = fitting.count == 1 ? fitting : fitting.filter { sharesEmail(card, people[$0]) }
    return Verdict(
      outcome: left.count == 1 ? "matched" : "ambiguous", person: left.count == 1 ? left[0] : nil,
      candidates: Set(fitting))
  }

  // MARK: Names

  private enum Relation { case none, agrees, oneLacksMiddle, contradicts }

  private func fits(_ card: Card, _ person: [Card]) -> Bool {
    let relations = person.map { relation(card, $0) }
    let agrees = relations.contains(.agrees)
    guard agrees || relations.contains(.oneLacksMiddle) else { return false }
    if !agrees, relations.contains(.contradicts) { return false }
    let generations = person.map { number($0.generation) }.filter { $0 > 0 }
    let own = number(card.generation)
    return own == 0 || generations.isEmpty || generations.contains(own)
  }

  /// Whether one has a single name, which is the given or the family name of the other.
  private func fitsInPart(_ card: Card, _ person: [Card]) -> Bool {
    func single(_ card: Card) -> [String]? {
      guard card.given.isEmpty != card.family.isEmpty else { return nil }
      return (card.given.prefix(1) + card.family).map(folded).sorted()
    }
    func isPart(_ card: Card, _ other: Card) -> Bool {
      guard let name = single(card), !other.given.isEmpty, !other.family.isEmpty else {
        return false
      }
      // A family name is somebody's given name only if that is one word.
      let mayBeGiven = card.family.isEmpty || other.given.count == 1
      return mayBeGiven && other.given.prefix(1).map(folded) == name
        || other.family.map(folded).sorted() == name
    }
    let own = number(card.generation)
    return person.contains { other in
      let others = number(other.generation)
      return (own == 0 || others == 0 || own == others)
        && (isPart(card, other) || isPart(other, card))
    }
  }

  /// The names as they stand, or with given and family name in each other's place.
  private func relation(_ left: Card, _ right: Card) -> Relation {
    var found: [Relation] = [straight(left, right)]
    for (one, other) in [(left, swapped(right)), (swapped(left), right)] {
      found.append(straight(one, other))
    }
    return found.first { $0 == .agrees } ?? found.first { $0 == .oneLacksMiddle }
      ?? found.first { $0 == .contradicts } ?? .none
  }

  private func swapped(_ card: Card) -> Card {
    var card = card
    (card.given, card.family) = (card.family, card.given)
    return card
  }

  /// Further given names are middle names.
  private func straight(_ left: Card, _ right: Card) -> Relation {
    guard left.given.first.map(folded) == right.given.first.map(folded),
      left.family.map(folded).sorted() == right.family.map(folded).sorted(),
      !left.given.isEmpty || !left.family.isEmpty
    else { return .none }
    let (mine, others) = (
      left.given.dropFirst() + left.middle, right.given.dropFirst() + right.middle
    )
    if mine.isEmpty, others.isEmpty { return .agrees }
    if mine.isEmpty || others.isEmpty { return .oneLacksMiddle }
    let agree = mine.contains { word in
      others.contains { folded($0) == folded(word) || isInitial(folded(word), folded($0)) }
    }
    return agree ? .agrees : .contradicts
  }

  private func isInitial(_ left: String, _ right: String) -> Bool {
    left.count == 1 && right.count > 1 && right.hasPrefix(left)
      || right.count == 1 && left.count > 1 && left.hasPrefix(right)
  }

  private func number(_ generation: String) -> Int {
    switch generation {
    case "Sr.": 1
    case "Jr.", "II": 2
    case "III": 3
    default: 0
    }
  }

  /// Lower case without points, apostrophes and the marks of the generated words.
  private func folded(_ word: String) -> String {
    var text = ""
    for character in word.lowercased() {
      switch character {
      case "é", "è": text += "e"
      case "ü", "ú": text += "u"
      case "ß": text += "ss"
      case ".", "'", "’": break
      default: text.append(character)
      }
    }
    return text
  }

  // MARK: What agrees

  private func sharesEmail(_ card: Card, _ person: [Card]) -> Bool {
    person.contains { other in
      card.emails.contains { email in
        other.emails.contains { $0.lowercased() == email.lowercased() }
      }
    }
  }
}
