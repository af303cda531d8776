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
  private(set) var pile: PairPile
  private(set) var skipped: SkippedBlocks

  /// Cards of a block that are all compared with each other; of more, those are that agree in a
  /// second key, and the nearest by digest.
  static let mostCards = 48
  /// Cards that each card of a block still too large is compared with: those next to it by digest,
  /// so that all copies of one card are found.
  static let window = 6

  private let kind: DedupeKeys.Kind
  private let briefs: CardBriefs

  init(
    _ kind: DedupeKeys.Kind, _ book: SplitBook, _ tiles: PairTiles, _ budget: SpillBudget
  ) throws {
    self.kind = kind
    briefs = book.briefs
    pile = PairPile(tiles, budget)
    skipped = SkippedBlocks(kind: kind.name)
    try book.forEachBlock { card, number, book, keys in
      DedupeKeys.add(kind, card, as: number, book, &keys)
    } body: { _, cards in
      if kind == .initial { try addInitials(cards) } else { try add(cards) }
    }
  }

  /// Adds a pair; `false` for a card with itself, which has a key twice.
  @inline(__always)
  @discardableResult
  private mutating func add(_ left: UInt32, _ right: UInt32) throws -> Bool {
    guard left != right else { return false }
    try pile.add(min(left, right), max(left, right))
    return true
  }

  /// Adds the pairs of some cards and counts them.
  @discardableResult
  private mutating func addAll(_ cards: ArraySlice<UInt32>) throws -> Int {
    var count = 0
    for index in cards.indices {
      for other in index + 1..<cards.endIndex
      where try add(cards[index], cards[other]) { count += 1 }
    }
    return count
  }

  private mutating func add(_ cards: ArraySlice<UInt32>) throws {
    if cards.count <= Self.mostCards {
      try addAll(cards)
      return
    }
    var added = 0
    let keyed = cards.map { (key: secondKey(of: Int($0)), card: $0) }
      .sorted {
        ($0.key, briefs.digests[Int($0.card)]) < ($1.key, briefs.digests[Int($1.card)])
      }
    var start = 0
    while start < keyed.count {
      var end = start + 1
      while end < keyed.count, keyed[end].key == keyed[start].key { end += 1 }
      let group = keyed[start..<end].map(\.card)
      if keyed[start].key != 0, group.count <= Self.mostCards {
        added += try addAll(group[...])
      } else {
        for index in group.indices {
          for other in group[(index + 1)...].prefix(Self.window)
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

  /// What splits a block that is too large; 0 for a card that has nothing to split by.
  private func secondKey(of card: Int) -> UInt32 {
    switch kind {
    // Many names share the value: the same given name.
    case .email, .phone, .organization, .uid, .local, .birthday: briefs.sounds[card]
    // Many cards have the name: the same name to the last letter.
    case .name, .nickname, .single, .initial: briefs.names[card]
    }
  }

  /// Cards with an initial are compared with cards that have the whole name.
  private mutating func addInitials(_ cards: ArraySlice<UInt32>) throws {
    let initials = cards.filter { briefs.initials[Int($0)] }
    guard !initials.isEmpty else { return }
    let others = cards.filter { !briefs.initials[Int($0)] }
    guard initials.count + others.count <= Self.mostCards else {
      note(cards.count, initials.count * others.count)
      return
    }
    for initial in initials { for other in others { try add(initial, other) } }
  }
}
