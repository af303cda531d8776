public import ContactModel
import ContactSearch
public import ICU
public import VCard

/// The features of a book's cards: what is compared, and nothing else.
///
/// ```
/// rows    │ numbers, and places in the lists │ …       one touch of memory a card
/// words   │ given │ middle │ family │ other │ …
/// emails  │ mailbox, name, whose it is, how many share it │ …
/// phones  │ number, how many share it │ …
/// ```
/// Some hundred and fifty octets a card; memory grows with cards, not with their octets.
public struct CardFeatures: Sendable {
  /// What is known of a card in single bits.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    static let isUndivided = Flags(rawValue: 1)
    static let isOrganization = Flags(rawValue: 2)
    /// Whether some given name is a single letter.
    static let hasInitial = Flags(rawValue: 4)
    /// Whether it names a couple or a family.
    static let isSeveral = Flags(rawValue: 8)
    /// Whether some word is a particle, such as `van`.
    static let hasParticle = Flags(rawValue: 16)
    static let isGroup = Flags(rawValue: 32)
  }

  /// A card's numbers, and places in the lists; 0 stands for what it does not have.
  struct Row: Sendable, BitwiseCopyable {
    var digest: UInt64 = 0
    /// The hash of the words of the name written together.
    var joined: UInt64 = 0
    var organization: UInt64 = 0
    var uid: UInt64 = 0
    /// Year, month and day in one number.
    var birthday: UInt32 = 0
    var firstWord: UInt32 = 0
    var firstEmail: UInt32 = 0
    var firstPhone: UInt32 = 0
    var givenCount: UInt8 = 0
    var middleCount: UInt8 = 0
    var familyCount: UInt8 = 0
    var otherCount: UInt8 = 0
    var emailCount: UInt8 = 0
    var phoneCount: UInt8 = 0
    var generation: UInt8 = 0
    var flags: Flags = []
    /// How many names share the organisation; from here on what ``CardFeatures/measure(by:threads:)``
    /// finds out.
    var organizationSharing: UInt8 = 0
    /// The step of the full name.
    var nameStep: UInt8 = 0
    /// Whether some card of the book with the full name says which generation it is.
    var isGenerationKnown = false

    var name: NamePlaces { NamePlaces(self) }
    var emails: Range<Int> { Int(firstEmail)..<Int(firstEmail) + Int(emailCount) }
    var phones: Range<Int> { Int(firstPhone)..<Int(firstPhone) + Int(phoneCount) }
  }

  /// An email address of a card.
  struct Email: Sendable, BitwiseCopyable {
    var mailbox: UInt64
    /// What stands before the @; 0 for what says nothing.
    var local: UInt64
    var kind: EmailKey.Kind
    /// How many names share it.
    var sharing: UInt8 = 0
  }

  /// A phone number of a card.
  struct Phone: Sendable, BitwiseCopyable {
    var key: PhoneKey
    /// How many names share it.
    var sharing: UInt8 = 0
  }

  var lexicon = NameLexicon()
  var rows: [Row] = []
  var words: [Word] = []
  var emails: [Email] = []
  var phones: [Phone] = []

  /// Cards in the book.
  public var count: Int { rows.count }

  /// Octets of all features, besides the words of the lexicon.
  var octets: Int {
    rows.count * MemoryLayout<Row>.stride + words.count * MemoryLayout<Word>.stride
      + emails.count * MemoryLayout<Email>.stride + phones.count * MemoryLayout<Phone>.stride
  }

  /// Values of one kind that are kept of a card; a hostile card has more.
  static let mostValues = 64

  /// Takes in cards of a book with words of the same numbers after those of this one.
  ///
  /// - Parameters:
  ///   - cards: Cards whose words and values stand one after the other.
  ///   - other: The book.
  mutating func append(_ cards: Range<Int>, of other: CardFeatures) {
    guard let first = cards.first, let last = cards.last else { return }
    let (head, tail) = (other.rows[first], other.rows[last])
    // No room is asked for, which would be as much as is needed now and not for the pieces to come.
    for var row in other.rows[cards] {
      row.firstWord = row.firstWord - head.firstWord + UInt32(words.count)
      row.firstEmail = row.firstEmail - head.firstEmail + UInt32(emails.count)
      row.firstPhone = row.firstPhone - head.firstPhone + UInt32(phones.count)
      rows.append(row)
    }
    words += other.words[head.name.all.lowerBound..<tail.name.all.upperBound]
    emails += other.emails[head.emails.lowerBound..<tail.emails.upperBound]
    phones += other.phones[head.phones.lowerBound..<tail.phones.upperBound]
  }

  /// Takes in cards in any order, whose words and values may stand anywhere.
  mutating func append(each cards: some Sequence<Int>, of other: CardFeatures) {
    for card in cards { append(card..<card + 1, of: other) }
  }

  /// Forgets all cards, and keeps the room for as many.
  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    emails.removeAll(keepingCapacity: true)
    phones.removeAll(keepingCapacity: true)
  }

  /// Gives each card of a person the emails and phone numbers of all of them, and the day and employer
  /// that another says where it says none.
  ///
  /// - Parameter ends: How many cards there are with those of each person.
  mutating func unite(upTo ends: [UInt32]) {
    var start = 0
    for end in ends {
      let cards = start..<Int(end)
      start = Int(end)
      guard cards.count > 1 else { continue }
      let (firstEmail, firstPhone) = (emails.count, phones.count)
      for row in cards.map({ rows[$0] }) {
        for email in row.emails.map({ emails[$0] })
        where emails.count - firstEmail < Self.mostValues
          && !emails[firstEmail...].contains(where: { $0.mailbox == email.mailbox })
        {
          emails.append(email)
        }
        for phone in row.phones.map({ phones[$0] })
        where phones.count - firstPhone < Self.mostValues
          && !phones[firstPhone...].contains(where: { $0.key == phone.key })
        {
          phones.append(phone)
        }
      }
      let birthday = rows[cards].first { $0.birthday != 0 }?.birthday ?? 0
      let organization = rows[cards].first { $0.organization != 0 }?.organization ?? 0
      for card in cards {
        // All of them look at the same places.
        rows[card].firstEmail = UInt32(firstEmail)
        rows[card].emailCount = UInt8(emails.count - firstEmail)
        rows[card].firstPhone = UInt32(firstPhone)
        rows[card].phoneCount = UInt8(phones.count - firstPhone)
        if rows[card].birthday == 0 { rows[card].birthday = birthday }
        if rows[card].organization == 0 { rows[card].organization = organization }
      }
    }
  }
}

/// The words of a card's name by what they are, as places in ``CardFeatures/words``.
struct NamePlaces {
  var given: Range<Int>
  var middle: Range<Int>
  var family: Range<Int>
  var other: Range<Int>
  /// Whether some word is a particle.
  var hasParticle: Bool

  /// Whether there is nothing but nicknames.
  var isEmpty: Bool { given.isEmpty && middle.isEmpty && family.isEmpty }
  /// Given and family name in each other's place.
  var swapped: NamePlaces {
    NamePlaces(given: family, middle: middle, family: given, other: other, hasParticle: hasParticle)
  }
  /// All words but nicknames, in names that are not swapped.
  var core: Range<Int> { given.lowerBound..<family.upperBound }
  /// All words.
  var all: Range<Int> { given.lowerBound..<other.upperBound }
}

extension NamePlaces {
  init(_ row: CardFeatures.Row) {
    let start = Int(row.firstWord)
    given = start..<start + Int(row.givenCount)
    middle = given.upperBound..<given.upperBound + Int(row.middleCount)
    family = middle.upperBound..<middle.upperBound + Int(row.familyCount)
    other = family.upperBound..<family.upperBound + Int(row.otherCount)
    hasParticle = row.flags.contains(.hasParticle)
  }
}

extension CardFeatures {
  /// Takes in cards one after the other and keeps their features.
  ///
  /// Several threads may each fill a builder with a piece of a book; put together in the order of
  /// the book they make the same book as one.
  public struct Builder: Sendable {
    var book = CardFeatures()
    private let options: MatchOptions
    private var names = CardNameReader()
    /// The words that were read, with those of all pieces of the book.
    private var lexicon: WordReader
    private var words = WordNumbers()
    private var texts = IdentityTexts()
    private var scratch: [UInt8] = []

    /// Creates a builder.
    ///
    /// - Parameter options: What matching is told besides the cards.
    public init(options: MatchOptions = MatchOptions()) { self.init(options, WordStore()) }

    init(_ options: MatchOptions, _ store: WordStore) {
      self.options = options
      lexicon = WordReader(store)
    }

    /// Takes what was taken in so far out of the builder, which goes on with what it has learned.
    ///
    /// - Returns: A builder that may be appended to any other; where both come of one by cutting,
    ///   without looking at the letters of words.
    /// - Complexity: O(*n*) in the words of the cards.
    public mutating func cut() -> Builder {
      var piece = Builder(options, lexicon.store)
      swap(&piece.book, &book)
      piece.words = words.cut()
      lexicon.trim()
      return piece
    }

    /// Cards taken in so far.
    public var count: Int { book.count }

    /// Takes in a card.
    ///
    /// - Parameters:
    ///   - contact: The card, read with ``ContactModel/Contact/Keys/matching``.
    ///   - digest: A digest of the whole card, by which cards are ordered that are alike in all that
    ///     is compared.
    /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
    public mutating func append(_ contact: Contact, digest: UInt64 = 0) throws(ICUError) {
      texts.read(contact)
      try append(digest)
    }

    /// Takes in a card, as if it had been read into a contact.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - digest: A digest of the whole card, by which cards are ordered that are alike in all that
    ///     is compared.
    /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
    public mutating func append(_ card: borrowing Card, digest: UInt64 = 0) throws(ICUError) {
      texts.read(card)
      try append(digest)
    }

    /// Takes in a card by its texts.
    mutating func append(_ texts: IdentityTexts, digest: UInt64 = 0) throws(ICUError) {
      self.texts = texts
      try append(digest)
    }

    private mutating func append(_ digest: UInt64) throws(ICUError) {
      // The octets of a card are lent, and given back before the next is read into them.
      defer { texts.removeAll() }
      try names.read(texts, &lexicon)
      let name = names.name
      var row = Row()
      row.firstWord = UInt32(book.words.count)
      row.joined = name.joined
      row.generation = name.generation
      if name.isUndivided { row.flags.insert(.isUndivided) }
      if name.isOrganization { row.flags.insert(.isOrganization) }
      if name.isSeveral { row.flags.insert(.isSeveral) }
      if texts.isGroup { row.flags.insert(.isGroup) }
      row.digest = StableHash.mix(digest)
      row.givenCount = append(name.given, part: .given, row: &row)
      row.middleCount = append(name.middle, part: .middle, row: &row)
      row.familyCount = append(name.family, part: .family, row: &row)
      row.otherCount = append(name.other, part: .other, row: &row)
      row.digest = StableHash.combine(row.digest, UInt64(name.generation))
      try appendValues(&row)
      book.rows.append(row)
    }

    /// Appends the words of a part of the name, and tells how many they are.
    private mutating func append(
      _ words: [Word], part: CardName.Part, row: inout Row
    ) -> UInt8 {
      for word in words {
        book.words.append(self.words.number(of: lexicon.numbers[Int(word)]))
        row.digest = StableHash.combine(
          row.digest, lexicon.words[Int(word)].hash &+ UInt64(part.rawValue))
        let traits = lexicon.words[Int(word)].traits
        if part == .given, traits.isInitial { row.flags.insert(.hasInitial) }
        if traits.isParticle { row.flags.insert(.hasParticle) }
      }
      return UInt8(words.count)
    }

    private mutating func appendValues(_ row: inout Row) throws(ICUError) {
      // Beside the texts, since the builder changes.
      let bytes = texts.octets
      let octets = bytes.span
      // The order of values is no content.
      var sum: UInt64 = 0
      row.firstEmail = UInt32(book.emails.count)
      for email in texts.emails.prefix(CardFeatures.mostValues) {
        guard let key = try EmailKey(octets.extracting(email), &scratch),
          !book.emails[row.emails].contains(where: { $0.mailbox == key.mailbox })
        else { continue }
        book.emails.append(Email(mailbox: key.mailbox, local: key.local, kind: key.kind))
        row.emailCount += 1
        sum &+= StableHash.mix(key.mailbox)
      }
      row.firstPhone = UInt32(book.phones.count)
      for phone in texts.phones.prefix(CardFeatures.mostValues) {
        guard let key = PhoneKey(octets.extracting(phone), region: options.region),
          !book.phones[row.phones].contains(where: { $0.key == key })
        else { continue }
        book.phones.append(Phone(key: key))
        row.phoneCount += 1
        sum &+= StableHash.mix(key.national ^ UInt64(key.country) << 48)
      }
      row.birthday = texts.birthday.flatMap(DateKey.init)?.packed ?? 0
      if let name = texts.organization {
        scratch.removeAll(keepingCapacity: true)
        if PlainFolding.append(octets.extracting(name), to: &scratch) {
          row.organization = scratch.isEmpty ? 0 : StableHash.of(scratch.span)
        } else if let folded = try NameSpelling.folded(texts.text(name)) {
          row.organization = StableHash.of(folded)
        }
      }
      if let uid = texts.uid.flatMap({ UIDKey(octets.extracting($0)) }) {
        row.uid = StableHash.combine(uid.high, uid.low)
      }
      for content in [sum, UInt64(row.birthday), row.organization, row.uid] {
        row.digest = StableHash.combine(row.digest, content)
      }
    }

    /// Takes in the cards of another builder after those of this one.
    ///
    /// - Parameter other: A builder with the same options, with a later piece of the book.
    public mutating func append(_ other: consuming Builder) {
      precondition(other.options == options, "the pieces of a book are read with the same options")
      var numbers = other.words.stored
      if other.lexicon.store !== lexicon.store {
        let known = other.lexicon.store.words
        for index in numbers.indices {
          numbers[index] = lexicon.store.number(of: known[Int(numbers[index])])
        }
      }
      for index in numbers.indices { numbers[index] = words.number(of: numbers[index]) }
      for index in other.book.words.indices {
        other.book.words[index] = numbers[Int(other.book.words[index])]
      }
      book.append(0..<other.count, of: other.book)
    }

    /// Takes the cards out, with the numbers that their words have in the lexicon in the end.
    mutating func takeCards() -> CardFeatures {
      let cards = book
      book = CardFeatures()
      return cards
    }

    /// Prepares what was taken in.
    ///
    /// - Parameter threads: How many threads find out how words are spelled.
    /// - Returns: The book.
    /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
    public consuming func build(threads: Int = 1) async throws -> CardFeatures {
      try built(threads: threads)
    }

    /// The same for those who cannot wait elsewhere.
    consuming func built(threads: Int = 1) throws -> CardFeatures {
      var lexicon = NameLexicon()
      lexicon.append(self.lexicon.store.words, words.stored)
      let named = lexicon
      lexicon.finish(try OrderedTasks.map(named.count, threads: threads) { try named.spelled($0) })
      book.lexicon = lexicon
      return book
    }

    /// What the words are that were read.
    var vocabulary: Vocabulary { Vocabulary(store: lexicon.store, words: words) }

    /// Hands over the cards taken in, with the numbers that their words have in a lexicon; the builder
    /// has none then.
    ///
    /// - Parameters:
    ///   - vocabulary: The words of the lexicon; words that it lacks are added.
    ///   - lexicon: The words as they are spelled; those that are added are spelled here.
    ///   - body: Receives the cards.
    /// - Returns: What `body` returns.
    /// - Throws: `ICUError` when memory runs out.
    mutating func withCards<Result>(
      numberedBy vocabulary: inout Vocabulary, _ lexicon: inout NameLexicon,
      _ body: (CardFeatures) -> Result
    ) throws(ICUError) -> Result {
      for index in book.words.indices {
        let word = words.stored[Int(book.words[index])]
        book.words[index] = vocabulary.words.number(of: word)
      }
      words.removeAll()
      if vocabulary.words.stored.count > lexicon.count {
        lexicon.append(vocabulary.store.words, vocabulary.words.stored[lexicon.count...])
        lexicon.finish([try lexicon.spelled(lexicon.unspelled)])
      }
      // Lent, for a copy would be made when the next word comes.
      swap(&book.lexicon, &lexicon)
      defer {
        swap(&book.lexicon, &lexicon)
        book.removeAll()
      }
      return body(book)
    }

    /// Puts the cards into another order.
    mutating func reorder(_ order: [Int]) {
      var cards = CardFeatures()
      cards.append(each: order, of: book)
      book = cards
    }
  }
}

/// The words of a book by their numbers, with the store that all who read words share.
struct Vocabulary: Sendable {
  let store: WordStore
  var words: WordNumbers
}
