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

  func match(_ card: Card, _ policy: MatchPolicy) -> Verdict {
    let fitting = people.indices.filter { fits(card, people[$0]) }
    func verdict(_ outcome: String, _ person: Int?, _ candidates: [Int]) -> Verdict {
      Verdict(outcome: outcome, person: person, candidates: Set(candidates))
    }
    switch policy {
    case .cutout:
      if fitting.isEmpty { return verdict("unknown", nil, []) }
      let left = fitting.count == 1 ? fitting : fitting.filter { sharesEmail(card, people[$0]) }
      return left.count == 1
        ? verdict("matched", left[0], fitting) : verdict("ambiguous", nil, fitting)
    case .careful:
      if fitting.isEmpty {
        let reached = people.indices.filter { person in
          (sharesEmail(card, people[person]) || sharesPhone(card, people[person]))
            && people[person].contains { isCompatible(card, $0) }
        }
        return verdict(reached.isEmpty ? "unknown" : "ambiguous", nil, reached)
      }
      let left = fitting.filter { isConfirmed(card, people[$0]) }
      return left.count == 1
        ? verdict("matched", left[0], fitting) : verdict("ambiguous", nil, fitting)
    }
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

  private func relation(_ left: Card, _ right: Card) -> Relation {
    let leftCore = Set((left.given + left.family).map(folded))
    let rightCore = Set((right.given + right.family).map(folded))
    if leftCore.isEmpty || rightCore.isEmpty { return .none }
    if leftCore == rightCore { return relation(left.middle, right.middle) }
    // Middle names that both have among the given names, on one side as initials.
    if left.middle.isEmpty, right.middle.isEmpty, left.given.count == right.given.count,
      Set((left.given.prefix(1) + left.family).map(folded))
        == Set((right.given.prefix(1) + right.family).map(folded)),
      relation(Array(left.given.dropFirst()), Array(right.given.dropFirst())) == .agrees
    {
      return .agrees
    }
    // A middle name that one side has among the given names.
    if left.middle.isEmpty != right.middle.isEmpty {
      let (whole, divided) = left.middle.isEmpty ? (left, right) : (right, left)
      let wholeCore = Set((whole.given + whole.family).map(folded))
      let dividedCore = Set((divided.given + divided.family).map(folded))
      if wholeCore == dividedCore.union(divided.middle.map(folded)) { return .agrees }
      let rest = Array(whole.given.dropFirst())
      if !rest.isEmpty, !whole.given.isEmpty,
        Set((whole.given.prefix(1) + whole.family).map(folded)) == dividedCore
      {
        let found = relation(rest, divided.middle)
        return found == .contradicts ? .none : found
      }
    }
    return .none
  }

  private func relation(_ left: [String], _ right: [String]) -> Relation {
    if left.isEmpty, right.isEmpty { return .agrees }
    if left.isEmpty || right.isEmpty { return .oneLacksMiddle }
    let fewer = (left.count <= right.count ? left : right).map(folded)
    var more = (left.count <= right.count ? right : left).map(folded)
    for word in fewer.sorted(by: { $0.count > $1.count }) {
      guard
        let index = more.firstIndex(of: word) ?? more.firstIndex(where: { agree($0, word) })
      else { return .contradicts }
      more.remove(at: index)
    }
    return more.isEmpty ? .agrees : .oneLacksMiddle
  }

  private func agree(_ left: String, _ right: String) -> Bool {
    left.count == 1 && right.count > 1 && right.hasPrefix(left)
      || right.count == 1 && left.count > 1 && left.hasPrefix(right)
  }

  private func isCompatible(_ left: Card, _ right: Card) -> Bool {
    let (own, other) = (number(left.generation), number(right.generation))
    guard own == 0 || other == 0 || own == other else { return false }
    let leftCore = Set((left.given + left.family).map(folded))
    let rightCore = Set((right.given + right.family).map(folded))
    if leftCore == rightCore, relation(left.middle, right.middle) == .contradicts { return false }
    let leftWords = leftCore.union(left.middle.map(folded))
    let rightWords = rightCore.union(right.middle.map(folded))
    if leftWords.isEmpty || rightWords.isEmpty { return true }
    let (leftRest, rightRest) = (
      leftWords.subtracting(rightWords), rightWords.subtracting(leftWords)
    )
    if leftRest.isEmpty || rightRest.isEmpty { return true }
    let (fewer, more) =
      leftRest.count <= rightRest.count ? (leftRest, rightRest) : (rightRest, leftRest)
    if canPair(Array(fewer), Array(more)) { return true }
    let isDivided = !left.given.isEmpty && !left.family.isEmpty
    return isDivided && Set(left.given.map(folded)) == Set(right.given.map(folded))
  }

  private func canPair(_ fewer: [String], _ more: [String]) -> Bool {
    guard let word = fewer.first else { return true }
    return more.indices.contains { index in
      var rest = more
      rest.remove(at: index)
      return agree(word, more[index]) && canPair(Array(fewer.dropFirst()), rest)
    }
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

  private func sharesPhone(_ card: Card, _ person: [Card]) -> Bool {
    person.contains { other in
      card.phones.contains { phone in other.phones.contains { isSame(phone, $0) } }
    }
  }

  private func isSame(_ left: String, _ right: String) -> Bool {
    func forms(_ phone: String) -> Set<String> {
      let digits = phone.filter { $0.isNumber || $0 == "+" }
      // All generated numbers are German.
      return digits.hasPrefix("+49") ? [digits, "0" + digits.dropFirst(3)] : [digits]
    }
    return !forms(left).isDisjoint(with: forms(right))
  }

  private func isConfirmed(_ card: Card, _ person: [Card]) -> Bool {
    let birthdays = person.map(\.birthday).filter { !$0.isEmpty }
    let agrees = birthdays.contains { other in
      card.birthday == other
        || card.birthday.suffix(4) == other.suffix(4)
          && (card.birthday.hasPrefix("--") || other.hasPrefix("--"))
    }
    if !card.birthday.isEmpty, !birthdays.isEmpty, !agrees { return false }
    return sharesEmail(card, person) || sharesPhone(card, person)
      || !card.birthday.isEmpty && agrees
      || !card.uid.isEmpty && person.contains { $0.uid == card.uid }
  }
}
