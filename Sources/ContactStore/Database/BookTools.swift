internal import ICU

/// What a book makes rows with, on as many threads as it may use.
struct BookTools: Sendable {
  let facts: RecordFactsMaker
  let reader: StoredCardReader
  let threads: Threads

  /// Makes something of each of several things, in their order.
  func map<Item: Sendable, Result: Sendable>(
    _ items: [Item],
    _ body: @Sendable (inout RecordFactsMaker, Item) throws(ICUError) -> Result
  ) throws -> [Result] {
    try threads.map(items, with: { facts }, { try body(&$0, $1) })
  }

  /// What stands beside cards that are kept; `nil` for those that do not read.
  func facts(of cards: [StoredCard]) throws -> [RecordFacts?] {
    try map(cards) { (maker, card) throws(ICUError) in try maker.facts(of: card) }
  }
}
