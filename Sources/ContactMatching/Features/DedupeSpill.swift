internal import Synchronization

/// Keeps octets that memory has no room for, such as in a temporary file.
///
/// Several threads append and read at a time.
public protocol DedupeSpill: Sendable {
  /// Appends octets.
  ///
  /// - Parameter octets: What is to be kept.
  /// - Returns: Where they start.
  /// - Throws: When there is no room for them.
  func append(_ octets: [UInt8]) throws -> Int

  /// Reads octets back.
  ///
  /// - Parameters:
  ///   - offset: Where they start.
  ///   - octets: Filled whole.
  /// - Throws: When they cannot be read.
  func read(at offset: Int, into octets: inout [UInt8]) throws
}

/// How much of a book that is deduplicated stays in memory, and where the rest goes.
public struct DedupeMemory: Sendable {
  let spill: (any DedupeSpill)?
  /// Octets of features, past which those of all cards are spilled.
  let cards: Int
  /// Octets of features that are spilled and loaded at a time.
  let piece: Int
  /// Octets of keys that are sorted at a time.
  let keys: Int
  /// Octets of pairs, past which they are spilled.
  let pairs: Int

  /// Everything stays in memory.
  public static let unlimited = DedupeMemory(spill: nil, cards: .max, piece: .max, keys: .max)

  package init(
    spill: (any DedupeSpill)?, cards: Int, piece: Int, keys: Int, pairs: Int = .max
  ) {
    self.spill = spill
    self.cards = cards
    self.piece = max(1, piece)
    self.keys = max(1, keys)
    self.pairs = pairs
  }

  /// Shares octets out among what can be spilled.
  ///
  /// - Parameters:
  ///   - octets: What there is besides ``leastOctets(cards:words:)``.
  ///   - spill: Receives the rest.
  public init(octets: Int, spill: any DedupeSpill) {
    // Compared are the cards of two pieces at a time, whose features are held thrice while they are
    // laid out. Without pieces there are features, what is laid beside them, keys and pairs.
    self.init(
      spill: spill, cards: octets / 4, piece: octets / 8, keys: octets / 8, pairs: octets / 8)
  }

  /// Octets that stay in memory whatever else is spilled.
  ///
  /// - Parameters:
  ///   - cards: How many cards there are.
  ///   - words: How many words their names have, each counted once.
  /// - Returns: An estimate for cards as people have them; what is found is counted with it.
  public static func leastOctets(cards: Int, words: Int) -> Int {
    cards * cardOctets + words * wordOctets
  }

  /// A card's digest, parts of its name, place in its cluster, and what is found for it.
  private static let cardOctets = 64
  /// A word's texts and sounds.
  private static let wordOctets = 320
}

/// Octets in memory, counted by all threads.
final class SpillBudget: Sendable {
  let spill: (any DedupeSpill)?
  let limit: Int
  private let used = Atomic(0)

  init(_ spill: (any DedupeSpill)?, limit: Int) {
    self.spill = spill
    self.limit = limit
  }

  /// Whether so many octets more may stay in memory; they count from then on.
  func takes(_ octets: Int) -> Bool {
    guard spill != nil else { return true }
    let before = used.add(octets, ordering: .relaxed).oldValue
    if before + octets <= limit { return true }
    used.subtract(octets, ordering: .relaxed)
    return false
  }
}
