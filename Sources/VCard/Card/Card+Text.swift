/// Why a text is not one card.
public enum CardTextError: Error, Hashable, Sendable {
  /// There is no card in it.
  case noCard
  /// There are several.
  case severalCards
}

extension Card {
  /// Reads the only card of a text, as leniently as ``CardReader`` does.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - diagnose: Receives what was odd about it.
  /// - Throws: When there is no card in the text, or more than one.
  public init(
    _ text: String, diagnose: @escaping CardSequence.Diagnose = { _ in }
  ) throws(CardTextError) {
    var cards = CardSequence(text, diagnose: diagnose).makeIterator()
    guard let card = cards.next() else { throw .noCard }
    guard cards.next() == nil else { throw .severalCards }
    self = card
  }

  /// The card as a ``CardWriter`` writes it, with CRLF.
  ///
  /// Octets that are no UTF-8 become U+FFFD: what has to keep them writes octets.
  ///
  /// - Complexity: O(*n*) in the octets of the card.
  public var text: String {
    var octets: [UInt8] = []
    CardWriter().write(self, into: &octets)
    return String(decoding: octets, as: UTF8.self)
  }
}
