/// A book whose cards know what is known of the whole of it, for any thread to compare them.
final class ComparisonRows: Sendable {
  let book: CardFeatures
  let cardStep: Int
  /// Steps of words, by their number.
  let wordSteps: [UInt8]

  /// Takes over a book that was measured.
  init(measured book: CardFeatures, cardStep: Int, wordSteps: [UInt8]) {
    (self.book, self.cardStep, self.wordSteps) = (book, cardStep, wordSteps)
  }

  /// Measures a book.
  ///
  /// - Parameters:
  ///   - book: The cards.
  ///   - statistics: What is known of the whole book.
  ///   - wordSteps: The steps of its words, where they are at hand.
  ///   - threads: How many threads work.
  convenience init(
    _ book: consuming CardFeatures, _ statistics: BookStatistics, wordSteps: [UInt8]? = nil,
    threads: Int = 1
  ) {
    let steps = wordSteps ?? statistics.wordSteps.steps(of: book.lexicon.usualHashes)
    book.measure(by: statistics, threads: threads)
    self.init(measured: book, cardStep: statistics.cardStep, wordSteps: steps)
  }

  /// The cards of one piece of a book and after them those of another.
  convenience init(_ first: ComparisonRows, _ second: ComparisonRows) {
    var book = first.book
    book.append(0..<second.book.count, of: second.book)
    self.init(measured: book, cardStep: first.cardStep, wordSteps: first.wordSteps)
  }
}

extension CardFeatures {
  /// Notes on the cards what is known of the whole book, looked up on some threads.
  mutating func measure(by statistics: BookStatistics, threads: Int = 1) {
    let names = statistics.nameSteps.steps(of: fullNames, threads: threads)
    let sharings = statistics.sharings
    let employers = sharings.steps(of: rows.map(\.organization), threads: threads)
    for card in rows.indices {
      rows[card].nameStep = names[card] & ~BookStatistics.generationBit
      rows[card].isGenerationKnown = names[card] & BookStatistics.generationBit != 0
      rows[card].organizationSharing = employers[card]
    }
    // A household's mailbox is shared by two names at least, known or not.
    let household = BookStatistics.sharing(ofNames: 2)
    let mailboxes = sharings.steps(of: emails.map(\.mailbox), threads: threads)
    for index in emails.indices {
      emails[index].sharing = max(
        mailboxes[index], emails[index].kind == .household ? household : 0)
    }
    let numbers = sharings.steps(
      of: phones.map { BlockingKeys.key(of: $0.key) }, threads: threads)
    for index in phones.indices { phones[index].sharing = numbers[index] }
  }

  private var fullNames: [UInt64] { rows.indices.map { BlockingKeys.fullName(of: $0, self) } }
}
