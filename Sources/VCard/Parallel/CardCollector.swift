/// Keeps the cards themselves, with places counted from the start of their piece.
public struct CardCollector: CardWorker {
  private var cards: [Card] = []

  /// Creates a collector.
  public init() {}

  /// Keeps a card.
  public mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    cards.append(copy card)
  }

  /// Gives the cards; their storage is theirs.
  public mutating func finish(_ piece: inout [Card]?) {
    piece = cards
    cards = []
  }
}
