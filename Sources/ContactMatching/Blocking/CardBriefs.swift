/// What blocks and statistics need to know of any card of a book, in whatever piece it is.
///
/// Some thirty octets a card, which stay in memory while blocks are made.
struct CardBriefs: Sendable {
  /// Stands for a name that a card does not have.
  static let none = Word.max

  /// Digests of the cards.
  private(set) var digests: [UInt64] = []
  /// The first given name that is no initial.
  private(set) var given: [Word] = []
  /// The first family name after it that is no particle.
  private(set) var families: [Word] = []
  private(set) var generations: [UInt8] = []
  /// Whether some given name is an initial.
  private(set) var initials: [Bool] = []
  /// By which blocks of a shared value are split that are too large: a hash of how the first given
  /// name sounds; 0 for none.
  private(set) var sounds: [UInt32] = []
  /// By which blocks of a name are split: a hash of all its words; 0 for none.
  private(set) var names: [UInt32] = []

  var count: Int { digests.count }

  /// Takes in the cards of a piece of the book.
  mutating func append(_ book: CardFeatures) {
    digests += book.digests
    generations += book.generations
    let count = digests.count
    given.reserveCapacity(count)
    families.reserveCapacity(count)
    initials.reserveCapacity(count)
    sounds.reserveCapacity(count)
    names.reserveCapacity(count)
    let lexicon = book.lexicon
    for card in 0..<book.count {
      var (given, family) = (Self.none, Self.none)
      var sound: UInt32?
      var hash: UInt64 = 0
      for index in book.names(card) {
        let word = book.words[index]
        let role = book.roles[index]
        if role != .other { hash &+= StableHash.mix(lexicon.usualHashes[Int(word)]) }
        switch role {
        case .given:
          if sound == nil {
            let first = lexicon.sounds[lexicon.soundRange(word)].first
            sound = UInt32(truncatingIfNeeded: first ?? 0)
          }
          if given == Self.none, !lexicon.traits[Int(word)].isInitial { given = word }
        case .family:
          if given != Self.none, family == Self.none, !lexicon.traits[Int(word)].isParticle {
            family = word
          }
        case .middle, .other: break
        }
      }
      self.given.append(given)
      families.append(family)
      sounds.append(sound ?? 0)
      names.append(UInt32(truncatingIfNeeded: hash))
      initials.append(book.flags[card].contains(.hasInitial))
    }
  }

  /// Keeps the digests alone.
  mutating func removeAllButDigests() {
    var digests: [UInt64] = []
    swap(&digests, &self.digests)
    self = CardBriefs()
    self.digests = digests
  }
}
