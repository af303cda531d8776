import VCard

/// Cards by 64-bit keys, sorted so that cards with one key stand together.
///
/// ```
/// keys    │ 17 17 17 │ 40 │ 99 99 │ …
/// cards   │  3  8  1 │  5 │  2  3 │ …      a block is the cards of one key
/// ```
struct KeyedCards: Sendable {
  private(set) var keys: [UInt64] = []
  private(set) var cards: [UInt32] = []

  /// Which of how many parts of all keys is taken in; together the parts have the keys in order.
  private let part: UInt64
  private let parts: UInt64

  /// Creates a list of no keys.
  ///
  /// - Parameters:
  ///   - part: Which part of all keys is taken in, from 0.
  ///   - parts: How many parts there are.
  init(part: Int = 0, of parts: Int = 1) {
    self.part = UInt64(part)
    self.parts = UInt64(parts)
  }

  var count: Int { keys.count }

  mutating func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    cards.reserveCapacity(count)
  }

  /// Forgets all cards, and keeps the room for as many.
  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    cards.removeAll(keepingCapacity: true)
  }

  /// Adds a card; 0 is no key.
  @inline(__always)
  mutating func append(_ key: UInt64, _ card: Int) {
    guard key != 0, parts == 1 || key.multipliedFullWidth(by: parts).high == part else { return }
    keys.append(key)
    cards.append(UInt32(truncatingIfNeeded: card))
  }

  /// Sorts by key, and within a key by card.
  ///
  /// - Complexity: O(*n*) as long as keys are hashes.
  mutating func sort() {
    let count = keys.count
    guard count > 1 else { return }
    // Some sixteen to a bucket by the leading bits, then each bucket by itself.
    let bits = max(1, min(24, count.log2Step - 4))
    let shift = UInt64(64 - bits)
    let starts = [UInt32](
      startsOf: keys.lazy.map { Int(truncatingIfNeeded: $0 >> shift) }, count: 1 << bits)
    var sortedKeys = [UInt64](repeating: 0, count: count)
    var sortedCards = [UInt32](repeating: 0, count: count)
    var next = starts
    for index in 0..<count {
      let bucket = Int(truncatingIfNeeded: keys[index] >> shift)
      let place = Int(next[bucket])
      next[bucket] += 1
      sortedKeys[place] = keys[index]
      sortedCards[place] = cards[index]
    }
    for bucket in 0..<starts.count - 1 {
      KeyedCards.sort(
        &sortedKeys, cards: &sortedCards, range: Int(starts[bucket])..<Int(starts[bucket + 1]))
    }
    keys = sortedKeys
    cards = sortedCards
  }

  /// Sorts a bucket by insertion, a large one otherwise: one key may have millions of cards.
  private static func sort(
    _ keys: inout [UInt64], cards: inout [UInt32], range: Range<Int>
  ) {
    guard range.count > 1 else { return }
    if range.count > 64 {
      let sorted = range.map { (keys[$0], cards[$0]) }.sorted { $0 < $1 }
      for (index, entry) in zip(range, sorted) { (keys[index], cards[index]) = entry }
      return
    }
    for index in range.dropFirst() {
      let (key, card) = (keys[index], cards[index])
      var place = index
      while place > range.lowerBound,
        keys[place - 1] > key || keys[place - 1] == key && cards[place - 1] > card
      {
        keys[place] = keys[place - 1]
        cards[place] = cards[place - 1]
        place -= 1
      }
      keys[place] = key
      cards[place] = card
    }
  }

  /// Hands over the blocks of two entries and more, in the order of their keys.
  func forEachBlock(_ body: (UInt64, Range<Int>) throws -> Void) rethrows {
    var start = 0
    while start < keys.count {
      let end = keys.endOfRun(at: start)
      if end - start > 1 { try body(keys[start], start..<end) }
      start = end
    }
  }

  /// The cards of a key, once they are sorted.
  ///
  /// - Complexity: O(log *n*) in all keys.
  func cards(of key: UInt64) -> ArraySlice<UInt32> {
    let start = keys.indices.firstPlace { keys[$0] >= key }
    return cards[start..<(start..<keys.count).firstPlace { keys[$0] > key }]
  }
}
