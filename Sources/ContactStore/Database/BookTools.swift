internal import ICU
internal import Synchronization

/// What a book makes rows with, on as many threads as it may use.
struct BookTools: Sendable {
  let facts: RecordFactsMaker
  let reader: StoredCardReader
  let threads: Threads

  /// Makers that no thread uses, with the words that they have learned.
  private let makers = Makers()

  init(facts: RecordFactsMaker, reader: StoredCardReader, threads: Threads) {
    (self.facts, self.reader, self.threads) = (facts, reader, threads)
  }

  /// Makes something of each of several things, in their order.
  func map<Item: Sendable, Result: Sendable>(
    _ items: [Item],
    _ body: @Sendable (inout RecordFactsMaker, Item) throws(ICUError) -> Result
  ) throws -> [Result] {
    try threads.pieces(items) { items in
      var maker = makers.take() ?? facts.anew
      defer { makers.give(maker) }
      return try items.map { try body(&maker, $0) }
    }
  }

  /// What stands beside cards that are kept; `nil` for those that do not read.
  func facts(of cards: [StoredCard]) throws -> [RecordFacts?] {
    try map(cards) { (maker, card) throws(ICUError) in try maker.facts(of: card) }
  }
}

/// Keeps makers until a thread needs one.
private final class Makers: Sendable {
  private let free = Mutex<[RecordFactsMaker]>([])

  func take() -> RecordFactsMaker? { free.withLock { $0.popLast() } }

  func give(_ maker: RecordFactsMaker) { free.withLock { $0.append(maker) } }
}
