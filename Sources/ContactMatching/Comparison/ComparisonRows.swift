/// A book with what is known of the whole of it, laid out for comparing: what a card has stands together,
/// for any thread to read.
///
/// ```
/// rows    │ numbers, and places in the lists │ …       one touch of memory a card
/// words   │ given │ middle │ family │ other │ …
/// emails  │ mailbox, name, whose it is, how many share it │ …
/// phones  │ number, how many share it │ …
/// ```
final class ComparisonRows: Sendable {
  let lexicon: NameLexicon
  let statistics: BookStatistics
  let cardStep: Int
  /// Steps of words, by their number.
  let wordSteps: [UInt8]
  let rows: [Row]
  let words: [Word]
  let emails: [Email]
  let phones: [Phone]

  /// How many cards there are.
  var count: Int { rows.count }

  /// A card's numbers in ``CardFeatures`` and places in the lists.
  struct Row: Sendable, BitwiseCopyable {
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
    /// How many names share the organisation.
    var organizationSharing: UInt8
    /// The step of the full name.
    var nameStep: UInt8
    /// Whether some card of the book with the full name says which generation it is.
    var isGenerationKnown: Bool
    var flags: CardFeatures.Flags

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
    var sharing: UInt8
  }

  /// A phone number of a card.
  struct Phone: Sendable, BitwiseCopyable {
    var key: PhoneKey
    /// How many names share it.
    var sharing: UInt8
  }

  /// Takes over what was laid out.
  init(
    _ lexicon: NameLexicon, _ statistics: BookStatistics, wordSteps: [UInt8], rows: [Row],
    words: [Word], emails: [Email], phones: [Phone]
  ) {
    self.lexicon = lexicon
    self.statistics = statistics
    cardStep = statistics.cardStep
    self.wordSteps = wordSteps
    self.rows = rows
    self.words = words
    self.emails = emails
    self.phones = phones
  }

  /// Steps of words, by their number.
  static func wordSteps(_ lexicon: NameLexicon, _ statistics: BookStatistics) -> [UInt8] {
    lexicon.usualHashes.map { statistics.wordSteps[$0] }
  }

  /// Lays out the cards of a book.
  ///
  /// - Parameters:
  ///   - book: The cards.
  ///   - statistics: What is known of the whole book.
  ///   - wordSteps: What ``wordSteps(_:_:)`` gave for it, where it is at hand.
  convenience init(
    _ book: CardFeatures, _ statistics: BookStatistics, wordSteps: [UInt8]? = nil
  ) {
    let cards = Cards(0..<book.count, of: book, statistics)
    self.init(
      book.lexicon, statistics,
      wordSteps: wordSteps ?? ComparisonRows.wordSteps(book.lexicon, statistics), rows: cards.rows,
      words: book.words, emails: cards.emails, phones: cards.phones)
  }

  /// Lays out the cards of a book on several threads.
  ///
  /// - Throws: When the task is cancelled.
  convenience init(
    _ book: CardFeatures, _ statistics: BookStatistics, threads: Int
  ) async throws {
    var parts = try await Chunks.map(book.count, threads: threads) {
      Cards($0, of: book, statistics)
    }
    var all = parts.removeFirst()
    all.rows.reserveCapacity(book.count)
    all.emails.reserveCapacity(book.mailboxes.count)
    all.phones.reserveCapacity(book.phones.count)
    for index in parts.indices {
      all.rows += parts[index].rows
      all.emails += parts[index].emails
      all.phones += parts[index].phones
      // Half of it all would be there twice in the end.
      parts[index] = Cards()
    }
    self.init(
      book.lexicon, statistics, wordSteps: ComparisonRows.wordSteps(book.lexicon, statistics),
      rows: all.rows, words: book.words, emails: all.emails, phones: all.phones)
  }

  /// Some cards of a book, laid out.
  private struct Cards: Sendable {
    var rows: [Row] = []
    var emails: [Email] = []
    var phones: [Phone] = []

    /// No cards.
    init() {}

    init(
      _ range: Range<Int>, of book: borrowing CardFeatures, _ statistics: borrowing BookStatistics
    ) {
      // A household's mailbox is shared by two names at least, known or not.
      let household = BookStatistics.sharing(ofNames: 2)
      rows.reserveCapacity(range.count)
      let (lower, upper) = (range.lowerBound, range.upperBound)
      for index in Int(book.emailStarts[lower])..<Int(book.emailStarts[upper]) {
        let (mailbox, kind) = (book.mailboxes[index], book.mailboxKinds[index])
        emails.append(
          Email(
            mailbox: mailbox, local: book.locals[index], kind: kind,
            sharing: max(statistics.sharings[mailbox], kind == .household ? household : 0)))
      }
      for index in Int(book.phoneStarts[lower])..<Int(book.phoneStarts[upper]) {
        let phone = book.phones[index]
        phones.append(
          Phone(key: phone, sharing: statistics.sharings[BlockingKeys.key(of: phone)]))
      }
      for card in range { rows.append(Row(card, of: book, statistics)) }
    }
  }
}

extension ComparisonRows.Row {
  // Both are lent: they would be copied for each card.
  fileprivate init(
    _ card: Int, of book: borrowing CardFeatures, _ statistics: borrowing BookStatistics
  ) {
    digest = book.digests[card]
    joined = book.joined[card]
    organization = book.organizations[card]
    uid = book.uids[card]
    birthday = book.birthdays[card]
    firstWord = book.nameStarts[card]
    firstEmail = book.emailStarts[card]
    firstPhone = book.phoneStarts[card]
    (givenCount, middleCount, familyCount, otherCount) = (0, 0, 0, 0)
    emailCount = UInt8(clamping: book.emails(card).count)
    phoneCount = UInt8(clamping: book.phones(card).count)
    generation = book.generations[card]
    organizationSharing = organization == 0 ? 0 : statistics.sharings[organization]
    let name = statistics.nameSteps[BlockingKeys.fullName(of: card, book)]
    nameStep = name & ~BookStatistics.generationBit
    isGenerationKnown = name & BookStatistics.generationBit != 0
    flags = book.flags[card]
    // Roles stand in this order, and a name has few words.
    for index in book.names(card) {
      switch book.roles[index] {
      case .given: givenCount += 1
      case .middle: middleCount += 1
      case .family: familyCount += 1
      case .other: otherCount += 1
      }
    }
  }
}
