public import VCard

/// What of some cards statistics of a whole book tell about.
public struct BookTerms: Sendable {
  /// The hashes of the words of names, by their usual Latin form.
  public private(set) var words: Set<UInt64> = []
  /// The hashes of full names.
  public private(set) var names: Set<UInt64> = []
  /// The keys of emails, phone numbers and organisations.
  public private(set) var values: Set<UInt64> = []

  /// The terms of some cards.
  ///
  /// - Parameter cards: The cards.
  /// - Throws: `ICUError` when memory runs out.
  public init(of cards: [Card]) throws {
    var features = CardFeatures.Builder()
    for card in cards { try features.append(card) }
    self.init(try features.built())
  }

  /// Adds the terms of others.
  public mutating func formUnion(_ other: BookTerms) {
    words.formUnion(other.words)
    names.formUnion(other.names)
    values.formUnion(other.values)
  }

  init(_ book: CardFeatures) {
    for word in book.words { words.insert(book.lexicon.usualHashes[Int(word)]) }
    for card in 0..<book.count {
      names.insert(BlockingKeys.fullName(of: card, book))
      values.insert(book.rows[card].organization)
    }
    for email in book.emails { values.insert(email.mailbox) }
    for phone in book.phones { values.insert(BlockingKeys.key(of: phone.key)) }
    names.remove(0)
    values.remove(0)
  }
}
