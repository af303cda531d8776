public import ContactModel
public import ICU
public import VCard

/// The features of a book's cards: what dedupe compares, and nothing else.
///
/// ```
/// card    nameStarts ──▶ words, roles      given │ given │ middle │ family │ other
///         emailStarts ──▶ mailboxes, locals
///         phoneStarts ──▶ phones
///         birthday, organization, uid, digest, flags
/// ```
/// Some hundred octets a card; memory grows with cards, not with their octets. A `…Starts` array has
/// one number more than there are cards.
public struct CardFeatures: Sendable {
  /// What a word of a name is.
  enum Role: UInt8, Sendable { case given, middle, family, other }

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

  var lexicon = NameLexicon()
  var nameStarts: [UInt32] = [0]
  var words: [Word] = []
  var roles: [Role] = []
  var joined: [UInt64] = []
  var emailStarts: [UInt32] = [0]
  var mailboxes: [UInt64] = []
  var locals: [UInt64] = []
  /// Whose each mailbox is.
  var mailboxKinds: [EmailKey.Kind] = []
  var phoneStarts: [UInt32] = [0]
  var phones: [PhoneKey] = []
  /// Year, month and day in one number; 0 for none.
  var birthdays: [UInt32] = []
  var organizations: [UInt64] = []
  var uids: [UInt64] = []
  var digests: [UInt64] = []
  var generations: [UInt8] = []
  var flags: [Flags] = []

  /// Cards in the book.
  public var count: Int { flags.count }

  func names(_ card: Int) -> Range<Int> { Int(nameStarts[card])..<Int(nameStarts[card + 1]) }
  func emails(_ card: Int) -> Range<Int> { Int(emailStarts[card])..<Int(emailStarts[card + 1]) }
  func phones(_ card: Int) -> Range<Int> { Int(phoneStarts[card])..<Int(phoneStarts[card + 1]) }

  /// Takes in the cards of another book after those of this one, which has words of the same numbers.
  mutating func append(_ other: CardFeatures) {
    words += other.words
    roles += other.roles
    joined += other.joined
    CardFeatures.append(other.nameStarts, to: &nameStarts)
    CardFeatures.append(other.emailStarts, to: &emailStarts)
    CardFeatures.append(other.phoneStarts, to: &phoneStarts)
    mailboxes += other.mailboxes
    locals += other.locals
    mailboxKinds += other.mailboxKinds
    phones += other.phones
    birthdays += other.birthdays
    organizations += other.organizations
    uids += other.uids
    digests += other.digests
    generations += other.generations
    flags += other.flags
  }

  /// Gives each card of a person the emails and phone numbers of all of them, and the day and employer
  /// that another says where it says none.
  ///
  /// - Parameter ends: How many cards there are with those of each person.
  mutating func unite(upTo ends: [UInt32]) {
    guard ends.count < count else { return }
    var united = CardFeatures()
    united.lexicon = lexicon
    united.append(Array(0..<count), of: self)
    united.removeValues()
    var start = 0
    for end in ends {
      let cards = start..<Int(end)
      start = Int(end)
      appendValues(of: cards, to: &united)
      guard cards.count > 1 else { continue }
      let birthday = birthdays[cards].first { $0 != 0 } ?? 0
      let organization = organizations[cards].first { $0 != 0 } ?? 0
      for card in cards {
        if birthdays[card] == 0 { united.birthdays[card] = birthday }
        if organizations[card] == 0 { united.organizations[card] = organization }
      }
    }
    self = united
  }

  /// Forgets all cards, and keeps the room for as many.
  fileprivate mutating func removeAll() {
    nameStarts.removeSubrange(1...)
    emailStarts.removeSubrange(1...)
    phoneStarts.removeSubrange(1...)
    words.removeAll(keepingCapacity: true)
    roles.removeAll(keepingCapacity: true)
    joined.removeAll(keepingCapacity: true)
    mailboxes.removeAll(keepingCapacity: true)
    locals.removeAll(keepingCapacity: true)
    mailboxKinds.removeAll(keepingCapacity: true)
    phones.removeAll(keepingCapacity: true)
    birthdays.removeAll(keepingCapacity: true)
    organizations.removeAll(keepingCapacity: true)
    uids.removeAll(keepingCapacity: true)
    digests.removeAll(keepingCapacity: true)
    generations.removeAll(keepingCapacity: true)
    flags.removeAll(keepingCapacity: true)
  }

  private mutating func removeValues() {
    (emailStarts, phoneStarts) = ([0], [0])
    (mailboxes, locals, mailboxKinds, phones) = ([], [], [], [])
  }

  /// Appends the values of all of some cards to each of them.
  private func appendValues(of cards: Range<Int>, to united: inout CardFeatures) {
    guard let first = cards.first, let last = cards.last else { return }
    var (emails, phones): ([Int], [Int]) = ([], [])
    for index in self.emails(first).lowerBound..<self.emails(last).upperBound
    where cards.count == 1 || !emails.contains(where: { mailboxes[$0] == mailboxes[index] }) {
      if emails.count < Self.mostValues { emails.append(index) }
    }
    for index in self.phones(first).lowerBound..<self.phones(last).upperBound
    where cards.count == 1 || !phones.contains(where: { self.phones[$0] == self.phones[index] }) {
      if phones.count < Self.mostValues { phones.append(index) }
    }
    for _ in cards {
      for index in emails {
        united.mailboxes.append(mailboxes[index])
        united.locals.append(locals[index])
        united.mailboxKinds.append(mailboxKinds[index])
      }
      united.emailStarts.append(UInt32(united.mailboxes.count))
      for index in phones { united.phones.append(self.phones[index]) }
      united.phoneStarts.append(UInt32(united.phones.count))
    }
  }

  /// Values of one kind that are kept of a card; a hostile card has more.
  static let mostValues = 64

  // Of a book, it would copy the array each time, for the book would hold it, too.
  private static func append(_ starts: [UInt32], to all: inout [UInt32]) {
    let offset = all.last ?? 0
    // No room is asked for, which would be as much as is needed now and not for the pieces to come.
    for start in starts.dropFirst() { all.append(start + offset) }
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
    /// - Throws: ``ICU/ICUError`` when ICU's data are missing or memory runs out.
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
    /// - Throws: ``ICU/ICUError`` when ICU's data are missing or memory runs out.
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
      var content = StableHash.mix(digest)
      try names.read(texts, &lexicon)
      let name = names.name
      var flags: Flags = []
      if name.isUndivided { flags.insert(.isUndivided) }
      if name.isOrganization { flags.insert(.isOrganization) }
      if name.isSeveral { flags.insert(.isSeveral) }
      if texts.isGroup { flags.insert(.isGroup) }
      append(name.given, .given, &content, &flags)
      append(name.middle, .middle, &content, &flags)
      append(name.family, .family, &content, &flags)
      append(name.other, .other, &content, &flags)
      book.nameStarts.append(UInt32(book.words.count))
      book.joined.append(name.joined)
      book.generations.append(name.generation)
      content = StableHash.combine(content, UInt64(name.generation))
      book.flags.append(flags)
      try appendValues(&content)
      book.digests.append(content)
    }

    private mutating func append(
      _ words: [Word], _ role: Role, _ content: inout UInt64, _ flags: inout Flags
    ) {
      for word in words {
        book.words.append(self.words.number(of: lexicon.numbers[Int(word)]))
        book.roles.append(role)
        content = StableHash.combine(
          content, lexicon.hashes[Int(word)] &+ UInt64(role.rawValue))
        let traits = lexicon.traits[Int(word)]
        if role == .given, traits.isInitial { flags.insert(.hasInitial) }
        if traits.isParticle { flags.insert(.hasParticle) }
      }
    }

    private mutating func appendValues(_ content: inout UInt64) throws(ICUError) {
      // Beside the texts, since the builder changes.
      let bytes = texts.octets
      let octets = bytes.span
      let firstEmail = book.mailboxes.count
      // The order of values is no content.
      var sum: UInt64 = 0
      for email in texts.emails.prefix(CardFeatures.mostValues) {
        guard let key = try EmailKey(octets.extracting(email), &scratch),
          !book.mailboxes[firstEmail...].contains(key.mailbox)
        else { continue }
        book.mailboxes.append(key.mailbox)
        book.locals.append(key.local)
        book.mailboxKinds.append(key.kind)
        sum &+= StableHash.mix(key.mailbox)
      }
      book.emailStarts.append(UInt32(book.mailboxes.count))
      let firstPhone = book.phones.count
      for phone in texts.phones.prefix(CardFeatures.mostValues) {
        guard let key = PhoneKey(octets.extracting(phone), region: options.region),
          !book.phones[firstPhone...].contains(key)
        else { continue }
        book.phones.append(key)
        sum &+= StableHash.mix(key.national ^ UInt64(key.country) << 48)
      }
      book.phoneStarts.append(UInt32(book.phones.count))
      let birthday = texts.birthday.flatMap(DateKey.init)?.packed ?? 0
      book.birthdays.append(birthday)
      var organization: UInt64 = 0
      if let name = texts.organization {
        scratch.removeAll(keepingCapacity: true)
        if PlainFolding.append(octets.extracting(name), to: &scratch) {
          organization = scratch.isEmpty ? 0 : StableHash.of(scratch.span)
        } else if let folded = try NameSpelling.folded(texts.text(name)) {
          organization = StableHash.of(folded)
        }
      }
      book.organizations.append(organization)
      let uid = texts.uid.flatMap { UIDKey(octets.extracting($0)) }
      book.uids.append(uid.map { StableHash.combine($0.high, $0.low) } ?? 0)
      content = StableHash.combine(StableHash.combine(content, sum), UInt64(birthday))
      content = StableHash.combine(StableHash.combine(content, organization), book.uids.last ?? 0)
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
          numbers[index] = lexicon.store.number(of: numbers[index], in: known)
        }
      }
      for index in numbers.indices { numbers[index] = words.number(of: numbers[index]) }
      for index in other.book.words.indices {
        other.book.words[index] = numbers[Int(other.book.words[index])]
      }
      book.append(other.book)
    }

    /// Octets of the features of the cards taken in.
    var featureOctets: Int { book.featureOctets }

    /// Takes the cards out, with the numbers that their words have in the lexicon in the end.
    mutating func takeCards() -> CardFeatures {
      var cards = book
      book.removeCards()
      cards.lexicon = NameLexicon()
      return cards
    }

    /// Prepares what was taken in.
    ///
    /// - Parameter threads: How many threads find out how words are spelled.
    /// - Returns: The book.
    /// - Throws: ``ICU/ICUError`` when ICU's data are missing or memory runs out.
    public consuming func build(threads: Int = 1) async throws -> CardFeatures {
      var lexicon = NameLexicon()
      lexicon.append(self.lexicon.store.words, words.stored)
      let named = lexicon
      lexicon.finish(
        try await Chunks.map(named.count, threads: threads) { try named.spelled($0) })
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
    /// - Throws: ``ICU/ICUError`` when memory runs out.
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
      cards.append(order, of: book)
      book = cards
    }

    /// The same at once, on threads of its own.
    consuming func built(threads: Int = 1) throws -> CardFeatures {
      var lexicon = NameLexicon()
      lexicon.append(self.lexicon.store.words, words.stored)
      let named = lexicon
      lexicon.finish(try Chunks.mapped(named.count, threads: threads) { try named.spelled($0) })
      book.lexicon = lexicon
      return book
    }
  }
}

/// The words of a book by their numbers, with the store that all who read words share.
struct Vocabulary: Sendable {
  let store: WordStore
  var words: WordNumbers
}
