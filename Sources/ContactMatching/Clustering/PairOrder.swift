internal import VCard

/// The order in which pairs are put together: the strongest first, equal ones by the digests of their
/// cards, so that the order of the cards does not count.
///
/// ```
/// bits     12.4 │ 12.3 │ … │ all the rest      counted and dealt out
/// keys     ▒▒▒▒ │ ▒▒▒▒ │ … │ ▒▒▒▒▒▒▒▒▒▒▒▒      each sorted by itself, on any thread
/// ```
struct PairOrder: Sendable {
  private struct Key: Comparable {
    /// How many bits there are less than the most.
    var behind: Int
    var low: UInt64
    var high: UInt64
    /// Equal cards by their place in the book.
    var cards: UInt64
    var index: UInt32

    static func < (left: Key, right: Key) -> Bool {
      if left.behind != right.behind { return left.behind < right.behind }
      if left.low != right.low { return left.low < right.low }
      if left.high != right.high { return left.high < right.high }
      return left.cards < right.cards
    }
  }

  private let pairs: [Pair]
  private var keys: [Key]
  /// Where the pairs of each number of bits start, from the highest on, and the end.
  private var starts: [UInt32]

  /// Numbers of bits, in tenths, that are told apart by counting.
  private static let mostBuckets = 1024

  private init(_ pairs: [Pair], _ digests: [UInt64]) {
    self.pairs = pairs
    let tenths = pairs.map(\.bits.tenths)
    let (lowest, highest) = (tenths.min() ?? 0, tenths.max() ?? 0)
    let last = min(highest - lowest, Self.mostBuckets - 1)
    starts = [UInt32](startsOf: tenths.lazy.map { min(highest - $0, last) }, count: last + 1)
    keys = [Key](
      repeating: Key(behind: 0, low: 0, high: 0, cards: 0, index: 0), count: pairs.count)
    var next = starts
    for (index, pair) in pairs.enumerated() {
      let (left, right) = (digests[pair.left], digests[pair.right])
      let behind = highest - tenths[index]
      let bucket = min(behind, last)
      keys[Int(next[bucket])] = Key(
        behind: behind, low: min(left, right), high: max(left, right),
        cards: UInt64(pair.left) << 32 | UInt64(pair.right), index: UInt32(index))
      next[bucket] += 1
    }
  }

  /// The pairs of a bucket, in order.
  private func sorted(_ bucket: Int) -> [Pair] {
    keys[Int(starts[bucket])..<Int(starts[bucket + 1])].sorted().map { pairs[Int($0.index)] }
  }

  /// Puts pairs in order.
  ///
  /// - Parameters:
  ///   - pairs: The pairs.
  ///   - digests: The digests of all cards.
  ///   - threads: How many threads work.
  /// - Returns: The pairs in order.
  /// - Complexity: O(*n* log *n*) in the pairs of one bucket.
  static func sorted(_ pairs: [Pair], _ digests: [UInt64], threads: Int = 1) -> [Pair] {
    let order = PairOrder(pairs, digests)
    let parts = OrderedTasks.map(0..<order.starts.count - 1, threads: threads) { order.sorted($0) }
    return Array(parts.joined())
  }
}
