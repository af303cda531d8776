/// A book without duplicates, and incoming cards of which it is known whose they are.
///
/// Six incoming cards of ten are of people of the book, four of people who are not in it. The same
/// for the same input.
public struct IncomingBook: Sendable {
  /// An incoming card.
  public struct Incoming: Sendable {
    /// Its place in ``IncomingBook/octets``, from 0.
    public var card: Int
    /// Whose it is, as a place in ``IncomingBook/people``; `nil` for somebody who is not in the book.
    public var person: Int?
    /// What kind of card it is: of whom, and what was done to it.
    public var kinds: [String]
  }

  /// All cards as vCard, those of the book and the incoming ones.
  public private(set) var octets: [UInt8] = []
  /// The cards of each person of the book; several where linked records count as one person.
  public private(set) var people: [[Int]] = []
  /// The incoming cards.
  public private(set) var incoming: [Incoming] = []

  /// Of a thousand incoming cards those of people of the book.
  private static let known = 600
}

// MARK: Invented

extension IncomingBook {
  /// Invents people, and for the incoming cards other devices of theirs.
  ///
  /// Those who are not in the book are strangers, namesakes of people of the book, relatives and
  /// colleagues of such with the values that they share, and a parent or child of the same name.
  ///
  /// - Parameters:
  ///   - count: People of the book.
  ///   - seed: Books of different seeds are different.
  ///   - incoming: Incoming cards.
  ///   - linksRecords: Whether people have linked records, one a device, and not one card each.
  public init(people count: Int, seed: UInt64, incoming: Int, linksRecords: Bool) {
    var maker = InventedPeople(seed: seed, cards: count)
    var damage = CardDamage(seed: seed &+ 1)
    var numbers = SampleNumbers(seed: seed &+ 2)
    var known: [InventedPerson] = []
    var absent: [Absence: [InventedPerson]] = [:]
    while known.count < count {
      var home = maker.next()
      if let (place, absence) = Self.absence(home, &numbers) {
        absent[absence, default: []].append(home.remove(at: place))
      }
      known += home.prefix(count - known.count)
    }
    let named = known.filter { $0.kind == .person }
    var cards = 0
    func append(_ text: String, _ household: Int) {
      octets += Self.addressed(text, household).utf8
      cards += 1
    }
    for person in known {
      let copies = linksRecords && person.kind == .person ? damage.copies() : 1
      people.append(Array(cards..<cards + copies))
      for copy in 0..<copies {
        let isClean = copy == 0 && damage.happens(500)
        append(damage.card(person, isClean: isClean, uid: "urn:x-card:\(cards)"), person.household)
      }
    }
    for _ in 0..<incoming {
      var kinds: [String] = []
      var person: InventedPerson
      var place: Int?
      var draw = CardDraw()
      if numbers.happens(Self.known) {
        let index = numbers.number(0...count - 1)
        (person, place) = (known[index], index)
        draw = CardDraw(&person, &numbers)
      } else {
        let absence = Absence.drawn(&numbers)
        if absence == .namesake {
          person = maker.namesake(of: numbers.pick(named))
        } else if let held = absent[absence] {
          person = numbers.pick(held)
          person.sharesAll()
        } else {
          var home = maker.next()
          while home.isEmpty { home = maker.next() }
          person = numbers.pick(home)
        }
        kinds.append("absent: " + absence.rawValue)
      }
      let text = draw.card(of: person, &damage, uid: "urn:x-card:\(cards)")
      kinds += damage.ops
      self.incoming.append(Incoming(card: cards, person: place, kinds: kinds))
      append(text, person.household)
    }
  }

  /// Why somebody is not in the book but may be mistaken for somebody who is.
  private enum Absence: String {
    case stranger, namesake, relative
    case sameNameAtHome = "parent or child of the name"
    case colleague

    static func drawn(_ numbers: inout SampleNumbers) -> Absence {
      [.stranger, .namesake, .relative, .sameNameAtHome, .colleague][
        numbers.place([30, 20, 25, 10, 15])]
    }
  }

  /// Who of a household is left out of the book.
  private static func absence(
    _ home: [InventedPerson], _ numbers: inout SampleNumbers
  ) -> (Int, Absence)? {
    if let child = home.firstIndex(where: \.isNamesake) {
      return numbers.happens(500) ? (numbers.happens(500) ? child : 0, .sameNameAtHome) : nil
    }
    // A company that has its cards is nobody further.
    guard let last = home.indices.last else { return nil }
    let place = numbers.number(0...last)
    guard home[place].kind == .person else { return nil }
    if home.count > 1, numbers.happens(60) { return (place, .relative) }
    let isEmployed = home[place].sharedPhones.contains { $0.op == "switchboard" }
    return isEmployed && numbers.happens(60) ? (place, .colleague) : nil
  }

  /// The card with the postal address of the household, which one in four has.
  private static func addressed(_ text: String, _ household: Int) -> String {
    guard household % 4 == 0 else { return text }
    let end = "END:VCARD\r\n"
    return text.dropLast(end.count) + "ADR:;;\(household) Long Street;Town;;;\r\n" + end
  }
}

extension InventedPerson {
  /// Says on every card what is shared with the household or the company.
  fileprivate mutating func sharesAll() {
    for index in sharedEmails.indices { sharedEmails[index].perMille = 1000 }
    for index in sharedPhones.indices { sharedPhones[index].perMille = 1000 }
  }
}

/// What an incoming card of somebody in the book is to be.
private struct CardDraw {
  /// Cards that are drawn at most for what only some people's cards can have, such as a nickname.
  private static let mostDraws = 40
  private static let variants = [
    "nickname", "marks_dropped", "marks_spelled_out", "romanized", "swapped", "initial", "typo",
    "second_family_dropped", "married_name", "middle_dropped", "case", "given_only",
  ]

  private var variant: String?
  private var hasBirthday = false

  init() {}

  /// Draws a variant of the name for half of the cards, and takes values from two of three.
  init(_ person: inout InventedPerson, _ numbers: inout SampleNumbers) {
    if numbers.happens(500) { variant = numbers.pick(Self.variants) }
    let kept = numbers.place([56, 14, 14, 10, 6])
    guard kept > 0 else { return }
    if kept != 1 { (person.emails, person.sharedEmails) = ([], []) }
    if kept != 2 { (person.phones, person.sharedPhones) = ([], []) }
    if kept == 3 { hasBirthday = person.number % 3 == 0 } else { person.year = 0 }
  }

  func card(of person: InventedPerson, _ damage: inout CardDamage, uid: String) -> String {
    var text = ""
    for _ in 0..<Self.mostDraws {
      let isClean = variant == nil && damage.happens(250)
      text = damage.card(person, isClean: isClean, uid: uid)
      if variant.map(damage.ops.contains) != false, !hasBirthday || text.contains("BDAY") { break }
    }
    return text
  }
}

// MARK: Of a book with duplicates

extension IncomingBook {
  /// Holds out cards of a book with duplicates: of some people one, of others all.
  ///
  /// - Parameters:
  ///   - octets: The book as vCard.
  ///   - truth: Whose its cards are.
  ///   - count: Incoming cards, fewer where the book has too few.
  ///   - linksRecords: Whether people keep all their other cards, and not the first alone.
  public init(
    _ octets: [UInt8], _ truth: [InventedBook.Truth], incoming count: Int, linksRecords: Bool
  ) {
    self.octets = octets
    var numbers = SampleNumbers(seed: 1)
    var cards: [Int: [Int]] = [:]
    for (card, truth) in truth.enumerated() { cards[truth.person, default: []].append(card) }
    var order = cards.keys.sorted()
    order.shuffle(using: &numbers)
    var wanted = count * Self.known / 1000
    var unknown = count - wanted
    var absent: [Int] = []
    var homes: Set<Int> = []
    for person in order {
      guard var own = cards[person] else { continue }
      // Who has one card may be absent; of the others as many as of all.
      if unknown > 0, numbers.happens(1000 - Self.known) {
        unknown -= 1
        absent.append(numbers.pick(own))
        continue
      }
      if own.count > 1, wanted > 0 {
        wanted -= 1
        let card = own.remove(at: numbers.number(0...own.count - 1))
        incoming.append(Incoming(card: card, person: people.count, kinds: truth[card].damage))
      }
      homes.insert(truth[own[0]].household)
      people.append(linksRecords ? own : [own[0]])
    }
    for card in absent {
      let kind = homes.contains(truth[card].household) ? "absent: relative" : "absent: stranger"
      incoming.append(Incoming(card: card, person: nil, kinds: [kind] + truth[card].damage))
    }
  }
}
