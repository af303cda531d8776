import ContactMatching
import ContactModel
import Foundation
import VCard

/// What a card says, read plainly: by no code of the engine that is judged.
struct PlainCard {
  /// The words of the name.
  let words: Set<String>
  /// The given and the family name without spaces, in both orders.
  let joined: Set<String>
  /// Emails as mailboxes, and the last eight digits of phone numbers without extensions.
  let values: Set<String>
  let birthday: String?

  init(_ contact: Contact) {
    let parts = [contact.givenName, contact.familyName].compactMap { $0 }
    let core = Self.words(parts.isEmpty ? [contact.formattedName ?? ""] : parts)
    words = Set(core + Self.words(parts.isEmpty ? [] : [contact.middleName ?? ""]))
    joined = [core.joined(), Self.words(parts.reversed()).joined()]
    let phones = contact.phoneNumbers.map { phone in
      let number = phone.value.prefix { $0 != "," && !$0.isLetter }
      return String(number.filter(\.isNumber).suffix(8))
    }
    let mailboxes = contact.emailAddresses.map { Self.mailbox($0.value) }
    values = Set(mailboxes + phones.filter { $0 != "" })
    if let date = contact.birthday, let year = date.year, let month = date.month, let day = date.day
    {
      birthday = "\(year)-\(month)-\(day)"
    } else {
      birthday = nil
    }
  }

  /// Case, a tag and the dots of Gmail aside.
  private static func mailbox(_ email: String) -> String {
    let parts = email.lowercased().split(separator: "@", maxSplits: 1)
    guard parts.count == 2 else { return email.lowercased() }
    let local = parts[0].prefix { $0 != "+" }
    let isGmail = parts[1] == "gmail.com" || parts[1] == "googlemail.com"
    return isGmail ? local.filter { $0 != "." } + "@gmail.com" : local + "@" + parts[1]
  }

  /// Case, marks and width aside.
  private static func words(_ texts: [String]) -> [String] {
    let folded = texts.joined(separator: " ").folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return String(folded.map { letters[$0] ?? $0 }).split { !$0.isLetter }.map { String($0) }
  }

  /// Letters whose stroke is no mark.
  private static let letters: [Character: Character] = [
    "ł": "l", "đ": "d", "ø": "o", "ı": "i",
  ]

  /// Whether the names are the same words, in any order.
  ///
  /// One may have words more than the other's two or more: a middle name, a second family name.
  func hasName(of other: PlainCard, initialsFit: Bool) -> Bool {
    if !joined.isDisjoint(with: other.joined), !words.isEmpty { return true }
    let (few, many) = words.count < other.words.count ? (words, other.words) : (other.words, words)
    return few.count > 1
      && few.allSatisfy { word in
        many.contains(word)
          || initialsFit
            && many.contains {
              (word.count == 1 || $0.count == 1) && $0.first == word.first
            }
      }
  }
}

/// Says whether an outcome is right.
///
/// The card of somebody in the book:
/// - `matched` with that person is right, with another a wrong person.
/// - `ambiguous` with that person among the candidates is acceptable where a careful person would
///   ask: no email, phone number or birthday agrees; or the names are not the same words (case,
///   marks, order and words that only one of them has aside); or somebody else of the book has the
///   card's name; or the birthdays differ. Anywhere else it asks without need. Without that person
///   it is a miss.
/// - `unknown` is a miss, and acceptable only where nothing is shared: no value and no word of the
///   names, or no value and one of the names has a single word.
///
/// The card of somebody who is not in the book:
/// - `unknown` is right, `matched` a wrong person.
/// - `ambiguous` is acceptable where a candidate has the card's name (initials fit), an email or a
///   phone number of it, or its birthday and a word of its name. Anywhere else it asks without need.
struct IncomingJudge {
  enum Judgement: String {
    case right, acceptable, wrong, missed
    case needless = "asked without need"
  }

  private let people: [[PlainCard]]
  /// The people of each name.
  private var owners: [String: Set<Int>] = [:]
  /// How many people have an email or phone number.
  private var sharers: [String: Int] = [:]

  init(_ people: [[PlainCard]]) {
    self.people = people
    for (person, cards) in people.enumerated() {
      for card in cards { for name in card.joined { owners[name, default: []].insert(person) } }
      for value in Set(cards.flatMap(\.values)) { sharers[value, default: 0] += 1 }
    }
  }

  func judge(_ outcome: Outcome, of card: PlainCard, by person: Int?) -> Judgement {
    switch outcome.verdict {
    case .matched:
      return person != nil && outcome.person == person.map(String.init) ? .right : .wrong
    case .ambiguous:
      let candidates = outcome.candidates.compactMap { Int($0.person) }
      guard let person else {
        return candidates.contains { mayBe(card, $0) } ? .acceptable : .needless
      }
      guard candidates.contains(person) else { return .missed }
      return isClear(card, person) ? .needless : .acceptable
    case .unknown:
      guard let person else { return .right }
      return hasNothing(card, of: person) ? .acceptable : .missed
    }
  }

  /// Whether a careful person would not ask.
  private func isClear(_ card: PlainCard, _ person: Int) -> Bool {
    let own = people[person]
    let days = Set(own.compactMap(\.birthday))
    let isOneDay = card.birthday.map { days.isEmpty || days.contains($0) } ?? true
    return isOneDay && !shared(card, person).isEmpty
      && own.contains { card.hasName(of: $0, initialsFit: false) }
      && namesakes(of: card).subtracting([person]).isEmpty
  }

  /// The people with just the name of a card.
  private func namesakes(of card: PlainCard) -> Set<Int> {
    card.joined.reduce(into: []) { if $1 != "" { $0.formUnion(owners[$1, default: []]) } }
  }

  private func mayBe(_ card: PlainCard, _ person: Int) -> Bool {
    people[person].contains {
      card.hasName(of: $0, initialsFit: true) || !card.values.isDisjoint(with: $0.values)
        || card.birthday != nil && card.birthday == $0.birthday
          && !card.words.isDisjoint(with: $0.words)
    }
  }

  private func hasNothing(_ card: PlainCard, of person: Int) -> Bool {
    shared(card, person).isEmpty
      && people[person].allSatisfy {
        card.words.isDisjoint(with: $0.words) || min(card.words.count, $0.words.count) < 2
      }
  }

  /// The emails, phone numbers and birthdays that agree.
  private func shared(_ card: PlainCard, _ person: Int) -> Set<String> {
    people[person].reduce(into: []) { shared, other in
      shared.formUnion(card.values.intersection(other.values))
      if let day = card.birthday, day == other.birthday { shared.insert(day) }
    }
  }

  /// What a card shares, for the table of kinds.
  func kind(of card: PlainCard, by person: Int?) -> String {
    guard let person else {
      if !namesakes(of: card).isEmpty { return "absent: its name is in the book" }
      let isShared = card.values.contains { sharers[$0] != nil }
      return isShared ? "absent: a value is in the book" : "absent: nothing is in the book"
    }
    let shared = shared(card, person)
    if shared.isEmpty { return "present: nothing but the name" }
    if shared == [card.birthday ?? ""] { return "present: birthday only" }
    if shared.allSatisfy({ sharers[$0, default: 1] > 1 || $0 == card.birthday }) {
      return "present: what others have, too"
    }
    return shared.contains { $0.contains("@") } ? "present: an email" : "present: a phone number"
  }
}
