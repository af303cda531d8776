import ContactMatching
import ContactMerging
import ContactStore
import Cutouts
import VCard

/// Cards that came together, until it is said what becomes of each.
struct Arrival {
  /// What became of a card.
  enum Fate: Hashable, Sendable {
    /// It is somebody new.
    case created(RecordID)
    /// It is somebody, who got so many values.
    case added(RecordID, values: Int)
    case left

    var person: RecordID? {
      switch self {
      case .created(let person), .added(let person, _): person
      case .left: nil
      }
    }
  }

  /// The cards, without what means something to their sender only.
  let cards: [Card]
  /// What was odd about the files.
  let notes: [String]
  /// What was said of cards, by their numbers.
  var fates: [Int: Fate] = [:]
  /// Who the cards are by the book.
  let comparison = Derived<ImportPlan>()

  /// Creates an arrival of cards as they were read.
  init(_ reading: ArrivalReader.Reading) {
    cards = reading.cards.map { $0.received().card }
    notes = reading.notes
  }

  /// The numbers of the cards of which nothing was said.
  var open: [Int] { cards.indices.filter { fates[$0] == nil } }
  /// Octets of the cards.
  var size: Int { cards.reduce(0) { $0 + $1.octetsAsRead.count } }
}

/// The arrivals that the page still knows.
struct Arrivals {
  private static let mostKept = 8
  /// Octets.
  private static let mostSize = ArrivalReader.mostHeld

  private var last = 0
  private(set) var known: [Int: Arrival] = [:]

  subscript(_ number: Int) -> Arrival? {
    get { known[number] }
    set { known[number] = newValue }
  }

  /// Keeps an arrival, and forgets the oldest ones where there are many.
  mutating func add(_ arrival: Arrival) -> Int {
    last += 1
    known[last] = arrival
    while known.count > 1,
      known.count > Self.mostKept
        || known.values.reduce(0, { $0 + $1.size }) > Self.mostSize
        || known.values.reduce(0, { $0 + $1.cards.count }) > 2 * ArrivalReader.mostCards
    {
      known[known.keys.min() ?? last] = nil
    }
    return last
  }
}

/// What a card says beside what somebody's record says.
struct ArrivalField: Sendable {
  enum Standing: Hashable, Sendable {
    /// The record does not say it.
    case new
    /// The record says something else of which there is one: both would be kept.
    case differs
    /// The record says it.
    case there
    /// Names are as the book has them.
    case stays
  }

  /// The number of the property on the card.
  let number: Int
  let property: Property
  let standing: Standing

  var isNew: Bool { standing == .new || standing == .differs }

  /// Compares a card with a record, by what adding the one to the other would do.
  static func fields(of card: Card, besides record: Card) -> [ArrivalField] {
    let merge = CardMerge(tracing: card, to: record, extent: .details)
    let old = record.properties.reduce(0) { count, _ in count + 1 }
    let merged = Array(merge.card.properties)
    var fields: [ArrivalField] = []
    for (number, property) in card.properties.enumerated() {
      if property.known.isAttendant || property.isMalformed { continue }
      let places = merge.places.indices.contains(number) ? merge.places[number] : []
      let added = places.filter { $0 >= old && $0 < merged.count }
      let standing: Standing =
        if let first = added.first {
          merged[first].known == property.known ? .new : .differs
        } else {
          places.isEmpty ? .stays : .there
        }
      fields.append(ArrivalField(number: number, property: property, standing: standing))
    }
    return fields
  }

  /// A card without what is new on it and is not wanted.
  static func card(_ card: Card, _ fields: [ArrivalField], taking taken: Set<Int>) -> Card {
    let removed = fields.filter { $0.isNew && !taken.contains($0.number) }.map(\.property)
    let groups = Set(removed.compactMap { $0.group?.lowercased() })
    let labels = card.properties.filter { property in
      property.known.isAttendant
        && property.group.map { groups.contains($0.lowercased()) } == true
    }
    var card = card
    card.edit(replacing: [], removing: removed + labels, appending: [])
    return card
  }
}

extension PageBook {
  /// Who cards are; nothing is decided where that is not sure.
  ///
  /// - Parameter now: Seconds since 1970.
  /// - Returns: What finds out, and adds to whoever is known.
  static func importer(now: Int64) -> Importer {
    var importer = Importer(policy: .cutout, now: now)
    importer.updates = .details
    importer.unknown = .always(.skip)
    return importer
  }
}
