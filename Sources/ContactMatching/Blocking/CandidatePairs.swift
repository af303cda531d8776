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
}

/// The pairs of cards that have some key of one kind in common.
struct CandidatePairs: Sendable {
  /// The pairs; one that is found by several keys is in it several times.
  private(set) var pairStore: PairStore
  private(set) var skipped: SkippedBlocks

  /// Whether each card is in a block that was too large; empty where none is, and not told of names,
  /// birthdays and organisations.
  private(set) var crowded: [Bool] = []

  private let rule: BlockingRule
  private let summaries: [CardSummary]
  private let bounds: PairBounds?

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
    self.rule = rule
    self.bounds = bounds
    summaries = book.summaries
    pairStore = PairStore(tiles, budget)
    skipped = SkippedBlocks(kind: rule.name)
    try book.forEachBlock {
      BlockingKeys.add(rule, card: $0, as: $1, book: $2, keys: &$3)
    } body: { _, cards in
      if rule == .initial { try addInitials(cards) } else { try add(cards) }
    }
  }

  /// Adds a pair if it may matter; `false` for a card with itself, which has a key twice.
  @inline(__always)
  @discardableResult
  private mutating func add(_ left: UInt32, _ right: UInt32) throws -> Bool {
    guard left != right else { return false }
    if let bounds,
      !bounds.mayMatter(bounds[left], bounds[right], mayShareLocal: rule.mayShareLocal)
    {
      return true
    }
    try pairStore.add(min(left, right), max(left, right))
    return true
  }

  /// Adds the pairs of at most ``Block/mostCards`` cards and counts them.
  @discardableResult
  private mutating func addAll(_ cards: ArraySlice<UInt32>) throws -> Int {
    // Each card of the block is compared with all others.
    var known = InlineArray<48, PairBounds.Card>(repeating: PairBounds.Card())
    precondition(cards.count <= known.count, "larger blocks are split")
    if let bounds { for (place, card) in cards.enumerated() { known[place] = bounds[card] } }
    var count = 0
    for place in 0..<cards.count {
      let left = cards[cards.startIndex + place]
      for other in place + 1..<cards.count {
        let right = cards[cards.startIndex + other]
        guard left != right else { continue }
        count += 1
        if bounds?.mayMatter(known[place], known[other], mayShareLocal: rule.mayShareLocal) ?? true
        {
          try pairStore.add(min(left, right), max(left, right))
        }
      }
    }
    return count
  }

  private mutating func add(_ cards: ArraySlice<UInt32>) throws {
    if cards.count <= Block.mostCards {
      try addAll(cards)
      return
    }
    if rule.isValue {
      if crowded.isEmpty { crowded = [Bool](repeating: false, count: summaries.count) }
      for card in cards { crowded[Int(card)] = true }
    }
    var added = 0
    let keyed = cards.map { (key: rule.secondKey(of: summaries[Int($0)]), card: $0) }
      .sorted {
        ($0.key, summaries[Int($0.card)].digest) < ($1.key, summaries[Int($1.card)].digest)
      }
    var start = 0
    while start < keyed.count {
      var end = start + 1
      while end < keyed.count, keyed[end].key == keyed[start].key { end += 1 }
      let group = keyed[start..<end].map(\.card)
      if keyed[start].key != 0, group.count <= Block.mostCards {
        added += try addAll(group[...])
      } else {
        for index in group.indices {
          for other in group[(index + 1)...].prefix(Block.window)
          where try add(group[index], other) { added += 1 }
        }
      }
      start = end
    }
    note(cards.count, cards.count * (cards.count - 1) / 2 - added)
  }

  private mutating func note(_ count: Int, _ left: Int) {
    guard left > 0 else { return }
    skipped.blocks += 1
    skipped.largest = max(skipped.largest, count)
    skipped.pairs += left
  }

  /// Cards with an initial are compared with cards that have the whole name.
  private mutating func addInitials(_ cards: ArraySlice<UInt32>) throws {
    let initials = cards.filter { summaries[Int($0)].hasInitial }
    guard !initials.isEmpty else { return }
    let others = cards.filter { !summaries[Int($0)].hasInitial }
    guard initials.count + others.count <= Block.mostCards else {
      note(cards.count, initials.count * others.count)
      return
    }
    for initial in initials { for other in others { try add(initial, other) } }
  }
}
