/// A book of invented cards, and whose card each is.
///
/// Another maker than the one that the weights were fitted on: households with twins, sisters and
/// brothers of one initial, fathers and sons of one name; mailboxes of couples and families,
/// switchboards, offices, companies and namesakes in them; up to nine devices a person, and some forty
/// kinds of damage. The same for the same size and seed.
public struct InventedBook: Sendable {
  /// Whose a card is.
  public struct Truth: Hashable, Sendable {
    /// The person, company, office or couple.
    public var person: Int
    /// The household or company.
    public var household: Int
    /// The language of the names.
    public var culture: String
    /// What was done to the card.
    public var damage: [String]
  }

  /// The cards as vCard.
  public private(set) var octets: [UInt8] = []
  /// Whose they are, in the same order.
  public private(set) var truth: [Truth] = []

  /// Makes a book.
  ///
  /// - Parameters:
  ///   - count: Cards.
  ///   - seed: Books of different seeds are different.
  public init(cards count: Int, seed: UInt64) {
    var people = InventedPeople(seed: seed, cards: count)
    var damage = CardDamage(seed: seed &+ 1)
    var cards: [(text: String, truth: Truth)] = []
    cards.reserveCapacity(count)
    while cards.count < count {
      for person in people.next() where cards.count < count {
        var last: (text: String, truth: Truth)?
        for copy in 0..<(person.kind == .person ? damage.copies() : 1 + damage.place(upTo: 3))
        where cards.count < count {
          if let known = last, damage.happens(25) {
            // A program wrote the same card twice.
            cards.append(known)
            cards[cards.count - 1].truth.damage.append("exact_copy")
            continue
          }
          let isClean = copy == 0 && damage.happens(500)
          let uid = "urn:x-card:\(seed)-\(cards.count)"
          let text = damage.card(person, isClean: isClean, uid: uid)
          let truth = Truth(
            person: person.number, household: person.household,
            culture: Culture.all[person.culture].code, damage: damage.ops)
          last = (text, truth)
          cards.append((text, truth))
        }
      }
    }
    var numbers = SampleNumbers(seed: seed &+ 2)
    cards.shuffle(using: &numbers)
    octets.reserveCapacity(count * 220)
    truth.reserveCapacity(count)
    for card in cards {
      octets += card.text.utf8
      truth.append(card.truth)
    }
  }

  /// The truth as a table: `card true_id household locale ops`, tabs between, a line a card.
  public var truthTable: [UInt8] {
    var text = Array("card\ttrue_id\thousehold\tlocale\tops\n".utf8)
    for (card, truth) in truth.enumerated() {
      text +=
        "\(card)\t\(truth.person)\t\(truth.household)\t\(truth.culture)\t".utf8
      text += (truth.damage.joined(separator: ",") + "\n").utf8
    }
    return text
  }

  /// Reads a table like ``truthTable``; `nil` for a line that is none of its.
  public static func truth(of table: [UInt8]) -> [Truth]? {
    var all: [Truth] = []
    for line in table.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 5, Int(fields[0]) == all.count, let person = Int(fields[1]),
        let household = Int(fields[2])
      else { return nil }
      all.append(
        Truth(
          person: person, household: household, culture: fields[3],
          damage: fields[4].split(separator: ",").map { String($0) }))
    }
    return all
  }
}
