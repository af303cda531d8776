internal import ContactModel
public import ICU
public import VCard

/// The numbers under which a store files a card, so that an incoming one leads to all that can be of the
/// same person, and knows how rare what they share is, without the whole book being read.
///
/// ```
/// Kate Bell, kate@bell.example ─▶ filed   name 7F3A…  email 91C0…  initial 03D2…
///                                 terms   card  word kate  word bell  name kate bell
/// ```
/// Numbers are the same in every run and on every machine with the same ``version``.
public struct CardKeys: Sendable {
  /// The version of these rules: numbers of another version are to be made again.
  public static let version = "3.\(NameLetters.version)"

  /// A key by which cards come into one block.
  public struct Key: Hashable, Sendable {
    /// What cards share that have it.
    public let rule: BlockingRule
    /// Its number.
    public let number: UInt64
  }

  /// The keys by which the card is compared with others, each once.
  public private(set) var blocking: [Key] = []
  /// Where values are filed that are shared and lead to nobody by themselves: organisations.
  public private(set) var values: [UInt64] = []
  /// What is counted of the card: itself, each word of its name, and its full name.
  public private(set) var terms: [UInt64] = []

  /// What is counted of some cards, in steps of which a statistics table is made.
  enum Term: UInt64 {
    case card = 1, word, name, generation

    /// The number under which so many are counted.
    func number(_ hash: UInt64 = 0) -> UInt64 { StableHash.combine(rawValue, hash) }
  }

  fileprivate init(_ card: Int, of book: CardFeatures, _ keys: inout KeyedCards) {
    keys.removeAll()
    blocking.reserveCapacity(12)
    for rule in BlockingRule.allCases {
      let (first, known) = (keys.count, blocking.count)
      BlockingKeys.add(rule, card: card, as: 0, book: book, keys: &keys)
      for number in keys.keys[first...]
      where !blocking[known...].contains(where: { $0.number == number }) {
        blocking.append(Key(rule: rule, number: number))
      }
    }
    let row = book.rows[card]
    if row.organization != 0 { values.append(row.organization) }
    terms.append(Term.card.number())
    for index in row.name.all {
      terms.append(Term.word.number(book.lexicon.usualHashes[Int(book.words[index])]))
    }
    let name = BlockingKeys.fullName(of: card, book)
    guard name != 0 else { return }
    terms.append(Term.name.number(name))
    if row.generation != 0 { terms.append(Term.generation.number(name)) }
  }
}

extension BlockingRule {
  /// Cards of one key that a store need hand over: of more, nothing tells who of them is meant.
  public var mostFiled: Int { self == .initial ? Block.mostCards : 2048 }
}

extension CardKeys {
  /// Makes the keys of cards, one after the other, and remembers the words of their names.
  public struct Maker: Sendable {
    private var features = CardFeatures.Builder()
    private var texts = IdentityTexts()
    private var vocabulary: Vocabulary
    private var lexicon = NameLexicon()
    private var scratch = KeyedCards()

    /// Words from which on it is better to forget them.
    private static let mostWords = 1 << 17

    /// Creates a maker.
    public init() { vocabulary = features.vocabulary }

    /// The keys of a card.
    ///
    /// Telephone numbers are read without a country: their last digits stay the same, whatever a country
    /// makes of the first.
    ///
    /// - Throws: `ICUError` when memory runs out.
    /// - Complexity: O(*n*) in the names, emails and phone numbers.
    public mutating func keys(of card: borrowing Card) throws(ICUError) -> CardKeys {
      texts.read(card)
      try features.append(texts)
      texts.removeAll()
      if lexicon.count > Self.mostWords { lexicon = NameLexicon() }
      if lexicon.count == 0 { vocabulary.words = WordNumbers() }
      return try features.withCards(numberedBy: &vocabulary, &lexicon) { book in
        CardKeys(0, of: book, &scratch)
      }
    }
  }
}

extension BookTerms {
  /// The numbers of ``CardKeys/terms`` that these are counted under.
  public var counted: [UInt64] {
    [CardKeys.Term.card.number()] + words.map { CardKeys.Term.word.number($0) }
      + names.flatMap { [CardKeys.Term.name.number($0), CardKeys.Term.generation.number($0)] }
  }
}

extension BookStatistics {
  /// The statistics of a book for some cards of it, from what is filed of all.
  ///
  /// - Parameters:
  ///   - terms: What is asked.
  ///   - sharers: The cards that have one of the values of `terms`, of a value that very many have so
  ///     many that its step is the highest that counts.
  ///   - count: How often a number of ``BookTerms/counted`` is filed.
  /// - Throws: `ICUError` when memory runs out, and what `count` throws.
  public init(
    _ terms: BookTerms, sharers: [Card], count: (UInt64) throws -> Int
  ) throws {
    var features = CardFeatures.Builder()
    for card in sharers { try features.append(card) }
    self = try SplitBook(features.built()).counted()
    cardStep = try count(CardKeys.Term.card.number()).log2Step
    wordSteps = StepTable(
      try terms.words.compactMap { word in
        let step = try count(CardKeys.Term.word.number(word)).log2Step
        return step >= Self.fewestWords ? (word, UInt8(step)) : nil
      })
    nameSteps = StepTable(
      try terms.names.compactMap { name in
        let cards = try count(CardKeys.Term.name.number(name))
        let step = cards.log2Step
        let isKnown = try cards > 1 && count(CardKeys.Term.generation.number(name)) > 0
        let entry =
          (step >= Self.fewestNames ? UInt8(step) : 0) | (isKnown ? Self.generationBit : 0)
        return entry > 0 ? (name, entry) : nil
      })
  }

  /// Cards that tell of a value that more have that it is one that very many have.
  public static let mostSharers = 40
}
