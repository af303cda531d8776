internal import VCard

/// The most bits that pairs of cards can come to which share no email, phone number or UID, so that
/// those which stay `different` whatever their names need not be compared.
///
/// ```
/// bits   prior + given + family + common + order     at most what the words of either card are worth
///        + middle + suffix                           at most what such a name may have
///        + birthday + organization                   what they are
///        + email + phone                             different; those that agree have keys of their own
/// ```
/// In a large book most cards that have a name, a day or an employer in common are of two people, ever
/// more for a card; and a name that many have is worth too little by itself. A pair that is left out
/// would have been `different` in any case.
struct PairBounds: Sendable {
  /// What bounds the pairs of a card: twelve octets, for all are looked at for every pair.
  struct Card: Hashable, Sendable {
    /// As in ``CardFeatures/Row``.
    var birthday: UInt32 = 0
    /// Some of the organisation's hash; 0 for none.
    var organization: UInt16 = 0
    /// Tenths of a bit that its name comes to at most, with the prior; the highest number stands for
    /// any number of them.
    var tenths: Int16 = .max
    var flags: Flags = []
  }

  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// The first four number the sums of what both cards have and do not share.
    static let hasEmail = Flags(rawValue: 1)
    static let hasPhone = Flags(rawValue: 2)
    static let hasOrganization = Flags(rawValue: 4)
    /// What stands before the @ of an email is that of too many cards to compare them all.
    static let isCrowdedLocal = Flags(rawValue: 8)
    static let numbered = Flags(rawValue: 15)
    /// An email, phone number or UID is.
    static let isCrowded = Flags(rawValue: 16)
    /// Some value may agree with one that has another key.
    static let isOpen = Flags(rawValue: 32)
  }

  private var cards: [Card] = []
  private let review: Int
  /// Tenths by the flags of what both cards of a pair have and do not share.
  private let differing: [Int]
  /// Tenths by how birthdays agree.
  private let birthdays: [Int]
  /// Tenths of an organisation that both cards have, at most.
  private let sameOrganization: Int

  /// Bounds pairs of cards that others hold.
  ///
  /// - Parameter weights: What evidence weighs.
  init(_ weights: MatchWeights) {
    review = weights.review.tenths
    differing = (0...Flags.numbered.rawValue).map { number in
      let flags = Flags(rawValue: number)
      var sum = 0
      func add(_ flag: Flags, _ feature: ComparisonLevel, atLeast least: Int = .min) {
        if flags.contains(flag) { sum += max(least, weights.tenths(alone: feature, 0)) }
      }
      add(.hasEmail, .email(.different))
      add(.hasPhone, .phone(.different))
      add(.hasOrganization, .organization(.different))
      add(.isCrowdedLocal, .emailName, atLeast: 0)
      return sum
    }
    birthdays = PairFinding.Birthday.allCases.map { weights.tenths(alone: .birthday($0), 0) }
    // Two organisations may be taken for one here.
    sameOrganization = PairFinding.Shared.allCases.filter { $0 != .missing }.reduce(Int.min) {
      max($0, weights.tenths(alone: .organization($1), 0))
    }
  }

  /// Bounds the cards of a book.
  ///
  /// - Parameters:
  ///   - book: The cards.
  ///   - statistics: What is known of the whole book.
  ///   - weights: What evidence weighs.
  ///   - threads: How many threads work.
  /// - Throws: What reading back throws.
  init(
    _ book: SplitBook, _ statistics: BookStatistics, _ weights: MatchWeights, threads: Int
  ) throws {
    self.init(weights)
    let limits = NameLimits(book.lexicon, statistics, weights)
    cards.reserveCapacity(book.count)
    for number in book.pieces.indices {
      let piece = try book.piece(number)
      for part in OrderedTasks.map(piece.count, threads: threads, { limits.cards($0, of: piece) }) {
        cards += part
      }
    }
  }

  subscript(card: UInt32) -> Card { cards[Int(card)] }

  /// Notes cards with a value that too many have to compare them all, so that cards that share it may
  /// not have been found by it.
  ///
  /// - Parameters:
  ///   - crowded: Whether each card is one; empty where none is.
  ///   - kind: What the value is.
  mutating func note(crowded: [Bool], _ kind: BlockingRule) {
    for card in crowded.indices where crowded[card] { note(crowded: card, kind) }
  }

  /// Notes a card with a value that too many have.
  mutating func note(crowded card: Int, _ kind: BlockingRule) {
    cards[card].flags.insert(kind == .local ? .isCrowdedLocal : .isCrowded)
  }

  /// Whether a pair of cards that no key of an email, phone number or UID found may be more than
  /// `different`.
  ///
  /// - Parameters:
  ///   - left: A card.
  ///   - right: Another.
  ///   - mayShareLocal: Whether what stands before the @ may be the same though it is not crowded.
  /// - Returns: `false` only for a pair that would be `different` by itself.
  @inline(__always)
  func mayMatter(_ left: Card, _ right: Card, mayShareLocal: Bool) -> Bool {
    var tenths = 0
    if left.birthday != 0, right.birthday != 0 {
      let level = PairFinding.Birthday(left.birthday, right.birthday)
      if level == .conflict { return false }
      tenths += birthdays[Int(level.rawValue)]
    }
    let both = left.flags.intersection(right.flags)
    if both.contains(.isCrowded) || left.flags.union(right.flags).contains(.isOpen) { return true }
    let least = min(left.tenths, right.tenths)
    if least == .max { return true }
    var different = both.intersection(.numbered)
    if different.contains(.hasOrganization), left.organization == right.organization {
      different.remove(.hasOrganization)
      tenths += sameOrganization
    }
    if mayShareLocal { different.insert(.isCrowdedLocal) }
    return Int(least) + tenths + differing[Int(different.rawValue)] >= review
  }
}

extension PairBounds.Card {
  fileprivate init(_ card: Int, of book: borrowing CardFeatures) {
    let row = book.rows[card]
    birthday = row.birthday
    if row.organization != 0 {
      organization = UInt16(truncatingIfNeeded: row.organization) | 1
      flags.insert(.hasOrganization)
    }
    for index in row.emails where book.emails[index].kind == .person { flags.insert(.hasEmail) }
    for index in row.phones {
      flags.insert(.hasPhone)
      if !BlockingKeys.isWhole(book.phones[index].key) { flags.insert(.isOpen) }
    }
  }
}

/// What names weigh at most, by how rare their words are.
private final class NameLimits: Sendable {
  private let statistics: BookStatistics
  private let wordSteps: [UInt8]
  private let cardStep: Int
  private let review: Int
  /// Tenths of names that agree, by the bits of rarity or fewer.
  private let given: [Int]
  private let family: [Int]
  /// Tenths of names that do not.
  private let otherGiven: Int
  private let otherFamily: [Int]
  /// Tenths by the step of how many cards have the full name, or more.
  private let common: [Int]
  /// Of cards that have one name of each kind, and of the others.
  private let middle: (one: Int, several: Int)
  private let suffix: (none: Int, some: Int)
  private let prior: Int

  init(_ lexicon: NameLexicon, _ statistics: BookStatistics, _ weights: MatchWeights) {
    self.statistics = statistics
    wordSteps = statistics.wordSteps.steps(of: lexicon.usualHashes)
    cardStep = statistics.cardStep
    review = weights.review.tenths
    let most = cardStep * CardName.mostWords
    func rising(_ features: [ComparisonLevel]) -> [Int] {
      var best = Int.min
      return (0...most).map { rarity in
        for feature in features { best = max(best, weights.tenths(alone: feature, rarity)) }
        return best
      }
    }
    let (agreeing, other) = (
      NameFinding.Level.allCases.filter(\.isAgreeing),
      NameFinding.Level.allCases.filter { !$0.isAgreeing }
    )
    given = rising(agreeing.map(ComparisonLevel.given))
    family = rising(agreeing.map(ComparisonLevel.family))
    otherGiven = rising(other.map(ComparisonLevel.given))[cardStep]
    otherFamily = rising(other.map(ComparisonLevel.family))
    var common = (0...Int(BookStatistics.generationBit)).map {
      $0 == 0 ? 0 : weights.tenths(alone: .common, $0)
    }
    for step in common.indices.dropLast().reversed() {
      common[step] = max(common[step], common[step + 1])
    }
    self.common = common
    func best(_ features: [ComparisonLevel]) -> Int {
      features.reduce(0) { max($0, weights.tenths(alone: $1, 0)) }
    }
    middle = (
      best([.middle(.oneSided)]), best(NameFinding.Middle.allCases.map(ComparisonLevel.middle))
    )
    suffix = (
      best([.suffix(.oneSided)]), best(NameFinding.Generation.allCases.map(ComparisonLevel.suffix))
    )
    prior = weights.tenths(alone: .prior, cardStep) + best([.swapped])
  }

  /// The bounds of some cards of a book.
  func cards(_ range: Range<Int>, of book: CardFeatures) -> [PairBounds.Card] {
    range.map { card in
      var bounds = PairBounds.Card(card, of: book)
      bounds.tenths = Int16(clamping: tenths(card, book))
      return bounds
    }
  }

  private func rarity(_ word: Word) -> Int { max(0, cardStep - Int(wordSteps[Int(word)])) }

  /// What the name of a card comes to at most beside any other.
  private func tenths(_ card: Int, _ book: borrowing CardFeatures) -> Int {
    let row = book.rows[card]
    let name = row.name
    // A name in several words may agree with one that is written as one word, whose rarity counts; and
    // so may an East Asian name in one word with one in two.
    for part in [name.given, name.family] where part.count > 1 {
      guard part.count(where: { !facts($0, book).traits.isParticle }) == 1 else { return .max }
    }
    if name.family.isEmpty, let first = name.all.first,
      facts(first, book).traits.script == .eastAsian
    {
      return .max
    }
    let givenSum = name.given.reduce(0) { $0 + rarity(book.words[$1]) }
    let familySum = name.family.reduce(0) { $0 + rarity(book.words[$1]) }
    let sum = name.middle.reduce(givenSum + familySum) { $0 + rarity(book.words[$1]) }
    // Any word may stand beside the other's given name, and all others beside family names.
    var both = given[givenSum] + family[familySum]
    var rarest = 0
    for index in name.core {
      let bits = rarity(book.words[index])
      rarest = max(rarest, bits)
      both = max(both, given[bits] + family[sum - bits])
    }
    let others = max(
      max(given[rarest], otherGiven) + otherFamily[rarest], otherGiven + family[rarest])
    let hasSeveral = !name.middle.isEmpty || name.given.count > 1 || name.family.count > 1
    let ends =
      prior + (hasSeveral ? middle.several : middle.one)
      + (row.generation == 0 ? suffix.none : suffix.some)
    // The name is only looked up where that may tell.
    let most = ends + max(others, both + common[0])
    guard most >= review else { return most }
    let step = statistics.nameSteps[BlockingKeys.fullName(of: card, book)]
    return ends + max(others, both + common[Int(step & ~BookStatistics.generationBit)])
  }

  private func facts(_ place: Int, _ book: borrowing CardFeatures) -> WordFacts {
    book.lexicon.facts[Int(book.words[place])]
  }
}
