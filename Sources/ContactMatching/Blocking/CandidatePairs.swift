/// Blocks that were too large to compare all their cards with each other.
public struct SkippedBlocks: Hashable, Sendable {
  /// What the keys of the blocks are made of, such as `name` or `phone`.
  public let kind: String
  /// How many blocks.
  public internal(set) var blocks = 0
  /// Cards in the largest of them.
  public internal(set) var largest = 0
  /// Pairs of cards in them that were not compared for it; other keys may have found them.
  public internal(set) var pairs = 0

  /// The kinds in the order in which they are told.
  package static let kinds = (ValueStage.rules + BlockStage.rules).map(\.name)

  package init(kind: String) { self.kind = kind }

  /// Takes in what was not compared of further keys of the kind.
  package mutating func add(blocks: Int, largest: Int, pairs: Int) {
    self.blocks += blocks
    self.largest = max(self.largest, largest)
    self.pairs += pairs
  }
}

/// The pairs of cards that have some key of one kind in common.
struct CandidatePairs: Sendable {
  /// The pairs; one that is found by several keys is in it several times.
  private(set) var pairStore: PairStore
  /// What was not compared.
  let skipped: SkippedBlocks

  /// Whether each card is in a block that was too large; empty where none is, and not told of names,
  /// birthdays and organisations.
  private(set) var crowded: [Bool] = []

  /// Finds the pairs.
  ///
  /// - Parameters:
  ///   - rule: What the keys are made of.
  ///   - book: The cards.
  ///   - tiles: How pairs are put together.
  ///   - budget: How many of them stay in memory.
  ///   - bounds: What tells which pairs need not be compared, where the keys do not say enough.
  /// - Throws: What spilling and reading back throw.
  init(
    _ rule: BlockingRule, _ book: SplitBook, _ tiles: PairTiles, _ budget: SpillBudget,
    _ bounds: PairBounds? = nil
  ) throws {
    let summaries = book.summaries
    var pairStore = PairStore(tiles, budget)
    var crowded: [Bool] = []
    var pairs = BlockPairs(rule, SummarizedCards(rule, summaries, bounds))
    try book.forEachBlock {
      BlockingKeys.add(rule, card: $0, as: $1, book: $2, keys: &$3)
    } body: { _, cards in
      try pairs.take(cards) { try pairStore.add(min($0, $1), max($0, $1)) }
      guard rule.isValue, cards.count > Block.mostCards else { return }
      if crowded.isEmpty { crowded = [Bool](repeating: false, count: summaries.count) }
      for card in cards { crowded[Int(card)] = true }
    }
    self.pairStore = pairStore
    self.crowded = crowded
    skipped = pairs.skipped
  }
}

/// The cards of a book as entries of its blocks: an entry is a card.
private struct SummarizedCards: BlockEntries {
  private let rule: BlockingRule
  private let summaries: [CardSummary]
  private let bounds: PairBounds?

  init(_ rule: BlockingRule, _ summaries: [CardSummary], _ bounds: PairBounds?) {
    (self.rule, self.summaries, self.bounds) = (rule, summaries, bounds)
  }

  var mayLeaveOut: Bool { bounds != nil }

  @inline(__always)
  func areOneCard(_ left: UInt32, _ right: UInt32) -> Bool { left == right }

  func secondKey(_ entry: UInt32) -> UInt32 { rule.secondKey(of: summaries[Int(entry)]) }

  func order(_ entry: UInt32) -> UInt32 { summaries[Int(entry)].order }

  func hasInitial(_ entry: UInt32) -> Bool { summaries[Int(entry)].hasInitial }

  @inline(__always)
  func bound(_ entry: UInt32) -> PairBounds.Card { bounds?[entry] ?? PairBounds.Card() }

  @inline(__always)
  func mayMatter(_ left: PairBounds.Card, _ right: PairBounds.Card) -> Bool {
    bounds?.mayMatter(left, right, mayShareLocal: rule.mayShareLocal) ?? true
  }
}
