/// Where the rule of blocks finds what it asks of the entries of a block, whatever holds them.
///
/// An entry is a card with a key; a number stands for it. Numbers rise with the cards.
protocol BlockEntries {
  /// Whether some pairs may be left out, by what bounds them.
  var mayLeaveOut: Bool { get }
  /// Whether two entries are of one card, which has a key twice.
  func areOneCard(_ left: UInt32, _ right: UInt32) -> Bool
  /// What splits a block that is too large; 0 for a card that has nothing to split by.
  func secondKey(_ entry: UInt32) -> UInt32
  /// What orders the cards of a block that is still too large, as ``CardSummary/order``.
  func order(_ entry: UInt32) -> UInt32
  /// Whether some given name is an initial.
  func hasInitial(_ entry: UInt32) -> Bool
  /// What bounds the pairs of the card.
  func bound(_ entry: UInt32) -> PairBounds.Card
  /// Whether a pair may be more than `different`.
  func mayMatter(_ left: PairBounds.Card, _ right: PairBounds.Card) -> Bool
}

/// The pairs of the blocks of one kind of keys, by the rule of ``Block``.
struct BlockPairs<Entries: BlockEntries> {
  /// What was not compared.
  private(set) var skipped: SkippedBlocks
  private let rule: BlockingRule
  private let entries: Entries

  init(_ rule: BlockingRule, _ entries: Entries) {
    (self.rule, self.entries) = (rule, entries)
    skipped = SkippedBlocks(kind: rule.name)
  }

  /// Hands over the pairs of a block that are compared.
  ///
  /// - Parameters:
  ///   - block: Its entries in ascending order, two at least.
  ///   - body: Receives each pair.
  /// - Throws: What `body` throws.
  /// - Complexity: O(*n* log *n*) in the entries of a block that is too large.
  mutating func take(
    _ block: ArraySlice<UInt32>, _ body: (UInt32, UInt32) throws -> Void
  ) rethrows {
    if rule == .initial { return try takeInitials(block, body) }
    if block.count <= Block.mostCards {
      try pair(block, body)
      return
    }
    var added = 0
    let keyed = block.map {
      (key: entries.secondKey($0), order: entries.order($0), entry: $0)
    }.sorted { ($0.key, $0.order, $0.entry) < ($1.key, $1.order, $1.entry) }
    var start = 0
    while start < keyed.count {
      var end = start + 1
      while end < keyed.count, keyed[end].key == keyed[start].key { end += 1 }
      let group = keyed[start..<end].map(\.entry)
      if keyed[start].key != 0, group.count <= Block.mostCards {
        added += try pair(group[...], body)
      } else {
        for index in group.indices {
          for other in group[(index + 1)...].prefix(Block.window)
          where try pair(group[index], other, body) { added += 1 }
        }
      }
      start = end
    }
    note(block.count, block.count * (block.count - 1) / 2 - added)
  }

  /// Hands over a pair if it may matter; `false` for a card with itself.
  @inline(__always)
  @discardableResult
  private func pair(
    _ left: UInt32, _ right: UInt32, _ body: (UInt32, UInt32) throws -> Void
  ) rethrows -> Bool {
    guard !entries.areOneCard(left, right) else { return false }
    if entries.mayLeaveOut, !entries.mayMatter(entries.bound(left), entries.bound(right)) {
      return true
    }
    try body(left, right)
    return true
  }

  /// Hands over the pairs of at most ``Block/mostCards`` entries and counts them.
  @discardableResult
  private func pair(
    _ group: ArraySlice<UInt32>, _ body: (UInt32, UInt32) throws -> Void
  ) rethrows -> Int {
    // Each card of the block is compared with all others.
    var known = InlineArray<48, PairBounds.Card>(repeating: PairBounds.Card())
    precondition(group.count <= known.count, "larger blocks are split")
    if entries.mayLeaveOut {
      for (place, entry) in group.enumerated() { known[place] = entries.bound(entry) }
    }
    var count = 0
    for place in 0..<group.count {
      let left = group[group.startIndex + place]
      for other in place + 1..<group.count {
        let right = group[group.startIndex + other]
        guard !entries.areOneCard(left, right) else { continue }
        count += 1
        if !entries.mayLeaveOut || entries.mayMatter(known[place], known[other]) {
          try body(left, right)
        }
      }
    }
    return count
  }

  private mutating func note(_ count: Int, _ left: Int) {
    guard left > 0 else { return }
    skipped.blocks += 1
    skipped.largest = max(skipped.largest, count)
    skipped.pairs += left
  }

  /// Cards with an initial are compared with cards that have the whole name.
  private mutating func takeInitials(
    _ block: ArraySlice<UInt32>, _ body: (UInt32, UInt32) throws -> Void
  ) rethrows {
    let initials = block.filter { entries.hasInitial($0) }
    guard !initials.isEmpty else { return }
    let others = block.filter { !entries.hasInitial($0) }
    guard initials.count + others.count <= Block.mostCards else {
      note(block.count, initials.count * others.count)
      return
    }
    for initial in initials { for other in others { try pair(initial, other, body) } }
  }
}
