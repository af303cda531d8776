/// A book with what is known of the whole of it, laid beside its words and values, for all threads to
/// read.
final class DedupeContext: Sendable {
  /// The words and values of the cards; what is in ``rows`` is not in it.
  let book: DedupeBook
  let statistics: BookStatistics
  let cardStep: Int
  /// Steps of words, by their number.
  let wordSteps: [UInt8]
  /// How many names share a mailbox, beside ``DedupeBook/mailboxes``.
  let mailboxSharings: [UInt8]
  /// How many names share a number, beside ``DedupeBook/phones``.
  let phoneSharings: [UInt8]
  /// How many names share a card's organisation.
  let organizationSharings: [UInt8]
  /// What a comparison needs of each card first, side by side: one touch of memory a card.
  let rows: [Row]

  /// How many cards there are.
  var count: Int { rows.count }

  /// A card's numbers in ``DedupeBook`` and places in its lists.
  struct Row: Sendable {
    var digest: UInt64
    var joined: UInt64
    var organization: UInt64
    var uid: UInt64
    var birthday: UInt32
    var firstWord: UInt32
    var firstEmail: UInt32
    var firstPhone: UInt32
    var givenCount: UInt8
    var middleCount: UInt8
    var familyCount: UInt8
    var otherCount: UInt8
    var emailCount: UInt8
    var phoneCount: UInt8
    var generation: UInt8
    /// The step of the full name.
    var nameStep: UInt8
    /// Whether some card of the book with the full name says which generation it is.
    var isGenerationKnown: Bool
    var flags: DedupeBook.Flags

    var emails: Range<Int> { Int(firstEmail)..<Int(firstEmail) + Int(emailCount) }
    var phones: Range<Int> { Int(firstPhone)..<Int(firstPhone) + Int(phoneCount) }
  }

  /// Takes over what was laid out.
  init(
    _ book: DedupeBook, _ statistics: BookStatistics, wordSteps: [UInt8],
    mailboxSharings: [UInt8], phoneSharings: [UInt8], organizationSharings: [UInt8], rows: [Row]
  ) {
    self.book = book
    self.statistics = statistics
    cardStep = statistics.cardStep
    self.wordSteps = wordSteps
    self.mailboxSharings = mailboxSharings
    self.phoneSharings = phoneSharings
    self.organizationSharings = organizationSharings
    self.rows = rows
  }

  /// Steps of words, by their number.
  static func wordSteps(_ lexicon: NameLexicon, _ statistics: BookStatistics) -> [UInt8] {
    lexicon.usualHashes.map { statistics.wordSteps[$0] }
  }

  /// Lays out the cards of a book, which had best be given away.
  ///
  /// - Parameters:
  ///   - book: The cards.
  ///   - statistics: What is known of the whole book.
  ///   - wordSteps: What ``wordSteps(_:_:)`` gave for it, where it is at hand.
  init(
    _ book: consuming DedupeBook, _ statistics: BookStatistics, wordSteps: [UInt8]? = nil
  ) {
    self.statistics = statistics
    cardStep = statistics.cardStep
    self.wordSteps = wordSteps ?? DedupeContext.wordSteps(book.lexicon, statistics)
    // A household's mailbox is shared by two names at least, known or not.
    let household = BookStatistics.sharing(ofNames: 2)
    var sharings: [UInt8] = []
    sharings.reserveCapacity(book.mailboxes.count)
    for (mailbox, kind) in zip(book.mailboxes, book.mailboxKinds) {
      sharings.append(max(statistics.sharings[mailbox], kind == .household ? household : 0))
    }
    mailboxSharings = sharings
    phoneSharings = book.phones.map { statistics.sharings[DedupeKeys.key(of: $0)] }
    organizationSharings = book.organizations.map { $0 == 0 ? 0 : statistics.sharings[$0] }
    var rows: [Row] = []
    rows.reserveCapacity(book.count)
    for card in 0..<book.count { rows.append(DedupeContext.row(card, book, statistics)) }
    self.rows = rows
    book.keepValues()
    self.book = book
  }

  private static func row(
    _ card: Int, _ book: DedupeBook, _ statistics: BookStatistics
  ) -> Row {
    let (emails, phones) = (book.emails(card), book.phones(card))
    let name = statistics.nameSteps[DedupeKeys.fullName(of: card, book)]
    var row = Row(
      digest: book.digests[card], joined: book.joined[card], organization: book.organizations[card],
      uid: book.uids[card],
      birthday: book.birthdays[card], firstWord: book.nameStarts[card],
      firstEmail: book.emailStarts[card], firstPhone: book.phoneStarts[card], givenCount: 0,
      middleCount: 0, familyCount: 0, otherCount: 0, emailCount: UInt8(clamping: emails.count),
      phoneCount: UInt8(clamping: phones.count), generation: book.generations[card],
      nameStep: name & ~BookStatistics.generationBit,
      isGenerationKnown: name & BookStatistics.generationBit != 0,
      flags: book.flags[card])
    // Roles stand in this order, and a name has few words.
    for index in book.names(card) {
      switch book.roles[index] {
      case .given: row.givenCount += 1
      case .middle: row.middleCount += 1
      case .family: row.familyCount += 1
      case .other: row.otherCount += 1
      }
    }
    return row
  }
}

extension DedupeBook {
  /// Forgets what a ``DedupeContext`` has of each card.
  fileprivate mutating func keepValues() {
    roles = []
    joined = []
    birthdays = []
    organizations = []
    uids = []
    digests = []
    generations = []
    flags = []
    (nameStarts, emailStarts, phoneStarts) = ([0], [0], [0])
  }
}
