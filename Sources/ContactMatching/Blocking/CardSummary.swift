/// What blocks and statistics need to know of any card of a book, in whatever piece it is.
///
/// Some thirty octets, which stay in memory while blocks are made.
struct CardSummary: Sendable {
  /// Stands for a name that the card does not have.
  static let none = Word.max

  let digest: UInt64
  /// The first given name that is no initial.
  private(set) var given = Self.none
  /// The first family name after it that is no particle.
  private(set) var family = Self.none
  /// By which blocks of a shared value are split that are too large: a hash of how the first given
  /// name sounds; 0 for none.
  private(set) var sound: UInt32 = 0
  /// By which blocks of a name are split: a hash of all its words; 0 for none.
  let name: UInt32
  let generation: UInt8
  /// Whether some given name is an initial.
  let hasInitial: Bool

  /// What orders cards so that copies of one stand together, whatever the order of the book: the leading
  /// half of the digest, for it goes from stage to stage with every key.
  var order: UInt32 { UInt32(digest >> 32) }

  /// What statistics and shared values need to know of a card that stands elsewhere.
  init(digest: UInt64, given: Word, family: Word, sound: UInt32, generation: UInt8) {
    (self.digest, self.given, self.family) = (digest, given, family)
    (self.sound, self.generation) = (sound, generation)
    (name, hasInitial) = (0, false)
  }

  fileprivate init(_ card: Int, of book: borrowing CardFeatures) {
    let row = book.rows[card]
    let places = row.name
    digest = row.digest
    generation = row.generation
    hasInitial = row.flags.contains(.hasInitial)
    var hash: UInt64 = 0
    for index in places.core {
      hash &+= StableHash.mix(book.lexicon.usualHashes[Int(book.words[index])])
    }
    name = UInt32(truncatingIfNeeded: hash)
    if let first = places.given.first {
      let heard = book.lexicon.sounds(of: book.words[first]).first
      sound = UInt32(truncatingIfNeeded: heard ?? 0)
    }
    for index in places.given where !book.lexicon.facts[Int(book.words[index])].traits.isInitial {
      given = book.words[index]
      break
    }
    guard given != Self.none else { return }
    for index in places.family where !book.lexicon.facts[Int(book.words[index])].traits.isParticle {
      family = book.words[index]
      break
    }
  }
}

extension [CardSummary] {
  /// Takes in the cards of a piece of the book.
  mutating func append(_ book: borrowing CardFeatures) {
    reserveCapacity(count + book.count)
    for card in 0..<book.count { append(CardSummary(card, of: book)) }
  }
}
