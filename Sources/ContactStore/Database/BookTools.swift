internal import ICU
internal import VCard

/// What a book makes rows with, on as many threads as it may use.
struct BookTools: Sendable {
  let facts: RecordFactsMaker
  let reader: StoredCardReader
  let threads: Int
  /// Octets of entries that are held before they are written.
  let pendingOctets: Int

  /// Makers that no thread uses, with the words that they have learned.
  private let makers = StatePool<RecordFactsMaker>()

  /// Things that one thread does at once: less is done before another thread has started.
  static let smallestPiece = 256

  init(
    facts: RecordFactsMaker, reader: StoredCardReader, threads: Int, pendingOctets: Int
  ) {
    (self.facts, self.reader, self.threads) = (facts, reader, threads)
    self.pendingOctets = pendingOctets
  }

  /// Makes something of each of several things, in their order.
  func map<Item: Sendable, Result: Sendable>(
    _ items: [Item],
    _ body: @Sendable (inout RecordFactsMaker, Item) throws(ICUError) -> Result
  ) throws -> [Result] {
    let pieces = try OrderedTasks.map(
      items.count, threads: threads, atLeast: Self.smallestPiece
    ) { piece in
      var maker = makers.take() ?? facts.anew
      defer { makers.give(maker) }
      return try items[piece].map { try body(&maker, $0) }
    }
    return Array(pieces.joined())
  }

  /// What stands beside cards that are kept; `nil` for those that do not read.
  func facts(of cards: [StoredCard]) throws -> [RecordFacts?] {
    try map(cards) { (maker, card) throws(ICUError) in try maker.facts(of: card) }
  }
}
