public import VCard

/// The cards of one person as one card, of which each value knows the cards that say it.
///
/// ```
/// card 0   FN:Kate Bell   TEL:+1 408 555 0100   BDAY:1978-04-12
/// card 1   FN:KATE BELL   TEL:4085550100        BDAY:1979-04-12        EMAIL:kate@work.example
/// unified  FN:Kate Bell   TEL:+1 408 555 0100   BDAY:1978-04-12
///          EMAIL:kate@work.example   X-ALSO-BDAY:1979-04-12
/// from     0, 1           0, 1                  0             1        1
/// ```
/// The first card stays as it is written; what the others have besides is added as ``CardMerge`` adds
/// it, each value once. The UIDs of all cards remain, those of others as X-ALSO-UID, and REV is the
/// newest, so the same cards give the same card. ``saving(_:addingTo:now:)`` brings a change of the
/// unified card back to the cards that it is about.
public struct UnifiedCard: Sendable {
  /// Where a value of the unified card comes from.
  public struct Origin: Hashable, Sendable {
    /// Which of the cards.
    public let card: Int
    /// The number of the property among those of the card.
    public let property: Int
  }

  /// The cards of the person.
  public let cards: [Card]
  /// The unified card.
  public private(set) var card: Card
  /// Where each property of the unified card comes from, the one that stands there first.
  ///
  /// There is a list for each property, in the order of the cards.
  public private(set) var origins: [[Origin]] = []

  /// Unifies cards in their order.
  ///
  /// - Parameter cards: The cards of one person, at least one.
  /// - Complexity: O(*n*) in the octets of the cards for each card but the first: every one is added
  ///   to all that the ones before it say.
  public init(_ cards: [Card]) {
    precondition(!cards.isEmpty, "there is a card to unify")
    self.cards = cards
    card = cards[0]
    origins = card.properties.enumerated().map { number, _ in [Origin(card: 0, property: number)] }
    for (place, other) in cards.enumerated().dropFirst() {
      let merge = CardMerge(tracing: other, to: card)
      card = merge.card
      let count = card.properties.reduce(0) { count, _ in count + 1 }
      while origins.count < count { origins.append([]) }
      for (number, properties) in merge.places.enumerated() {
        for property in properties {
          origins[property].append(Origin(card: place, property: number))
        }
      }
      keepUID(of: other, place)
    }
    if cards.count > 1 { keepNewestRevision() }
  }

  /// Keeps the UID by which a card is known, too.
  private mutating func keepUID(of other: Card, _ place: Int) {
    guard let kept = card.keepUID(of: other) else { return }
    let origin = Origin(card: place, property: kept.incoming)
    if kept.place == origins.count {
      origins.append([origin])
    } else if kept.isNew {
      origins[kept.place] = [origin]
    } else {
      origins[kept.place].append(origin)
    }
  }

  /// Gives the card the newest REV of all.
  private mutating func keepNewestRevision() {
    let texts = cards.compactMap { $0.first(.rev)?.text }
    guard
      let newest = texts.max(by: {
        UnifiedCard.digits($0).lexicographicallyPrecedes(UnifiedCard.digits($1))
      })
    else { return }
    let line = ContentLine("REV", .verbatim(newest))
    if let revision = card.first(.rev) {
      if revision.text != newest { card.replace(revision, with: line) }
    } else {
      card.append(line)
      origins.append([])
    }
  }

  /// The digits of a date and time: those of later ones compare greater.
  private static func digits(_ text: String) -> [UInt8] {
    text.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
