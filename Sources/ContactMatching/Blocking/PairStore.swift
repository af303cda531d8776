internal import Synchronization
import VCard

/// Which pairs of cards are scored together.
///
/// Of a book in one piece those whose first cards are neighbours; else those of two pieces:
/// ```
/// piece   0   1   2
///     0   0   1   2      the number of a tile
///     1       3   4
///     2           5
/// ```
struct PairTiles: Sendable {
  private let starts: [Int]
  /// How many tiles there are.
  let count: Int

  /// First cards of a tile of a book in one piece, as a power of two.
  private static let sliceBits = 15

  init(_ book: SplitBook) {
    starts = book.pieces.map(\.first)
    let pieces = starts.count
    count = pieces > 1 ? pieces * (pieces + 1) / 2 : book.count >> Self.sliceBits + 1
  }

  /// The tile of a pair.
  @inline(__always)
  func tile(_ left: UInt32, _ right: UInt32) -> Int {
    if starts.count < 2 { return Int(left) >> Self.sliceBits }
    let (first, second) = (piece(Int(left)), piece(Int(right)))
    return number(first, second)
  }

  /// The number of the tile of two pieces.
  func number(_ first: Int, _ second: Int) -> Int {
    first * starts.count - first * (first - 1) / 2 + second - first
  }

  private func piece(_ card: Int) -> Int {
    starts.indices.firstPlace { starts[$0] > card } - 1
  }
}

/// Pairs of cards by tile, in memory and, when they are many, outside.
struct PairStore: Sendable {
  fileprivate enum Chunk: Sendable {
    case memory([UInt64])
    case spilled(SpilledArray<UInt64>)
  }

  private let tiles: PairTiles
  private let budget: SpillBudget
  private let chunkSize: Int
  private var open: [[UInt64]]
  private var chunks: [[Chunk]]

  init(_ tiles: PairTiles, _ budget: SpillBudget) {
    self.tiles = tiles
    self.budget = budget
    // All tiles together have some megabytes open, and those of all kinds what there is for pairs.
    chunkSize = max(64, min(8192, min(1 << 19, budget.limit / 64) / max(1, tiles.count)))
    open = [[UInt64]](repeating: [], count: tiles.count)
    chunks = [[Chunk]](repeating: [], count: tiles.count)
  }

  /// Adds a pair, the lower number first.
  @inline(__always)
  mutating func add(_ left: UInt32, _ right: UInt32) throws {
    let tile = tiles.tile(left, right)
    open[tile].append(UInt64(left) << 32 | UInt64(right))
    if open[tile].count == chunkSize { try close(tile) }
  }

  private mutating func close(_ tile: Int) throws {
    var pairs: [UInt64] = []
    swap(&pairs, &open[tile])
    let size = pairs.count * MemoryLayout<UInt64>.stride
    guard !budget.takes(size), let spill = budget.spill else {
      chunks[tile].append(.memory(pairs))
      return
    }
    chunks[tile].append(.spilled(try SpilledArray(pairs, to: spill)))
    pairs.removeAll(keepingCapacity: true)
    swap(&pairs, &open[tile])
  }

  /// Takes the pairs of a tile out.
  fileprivate mutating func takeTile(_ tile: Int) -> [Chunk] {
    var taken: [Chunk] = []
    swap(&taken, &chunks[tile])
    if !open[tile].isEmpty { taken.append(.memory(open[tile])) }
    open[tile] = []
    return taken
  }

  /// Appends the pairs of chunks that were taken out.
  fileprivate static func append(
    _ chunks: consuming [Chunk], to pairs: inout [UInt64]
  ) throws {
    for chunk in chunks {
      switch chunk {
      case .memory(let more): pairs += more
      case .spilled(let more): pairs += try more.read()
      }
    }
  }
}

/// The pairs of all kinds of keys, from which tiles are taken.
final class PairStores: Sendable {
  private let pairStores: Mutex<[PairStore]>

  init(_ pairStores: consuming sending [PairStore]) { self.pairStores = Mutex(pairStores) }

  /// The pairs of a tile, each once, in order; they are given away.
  func takePairs(of tile: Int) throws -> [UInt64] {
    let taken = pairStores.withLock { pairStores in
      pairStores.indices.map { pairStores[$0].takeTile(tile) }
    }
    var pairs: [UInt64] = []
    for chunks in taken { try PairStore.append(chunks, to: &pairs) }
    pairs.sortPairs()
    return pairs
  }
}

extension [UInt64] {
  /// Puts pairs in order and leaves each once.
  ///
  /// - Complexity: O(*n* + *m*) in the pairs and the range of their first cards, as long as a card
  ///   is in few pairs.
  fileprivate mutating func sortPairs() {
    let (low, high) = ((self.min() ?? 0) >> 32, (self.max() ?? 0) >> 32)
    guard count > 64, high - low < 8 * UInt64(count) else {
      sort()
      return removeRepeated()
    }
    var starts = [UInt32](
      startsOf: lazy.map { Int($0 >> 32 - low) }, count: Int(high - low) + 1)
    var sorted = [UInt64](repeating: 0, count: count)
    for pair in self {
      let bucket = Int(pair >> 32 - low)
      sorted[Int(starts[bucket])] = pair
      starts[bucket] += 1
    }
    // Now each start is the end of its bucket.
    var start = 0
    for bucket in 0..<starts.count - 1 {
      let end = Int(starts[bucket])
      if end - start > 32 {
        sorted[start..<end].sort()
      } else if end - start > 1 {
        for index in start + 1..<end {
          let pair = sorted[index]
          var place = index
          while place > start, sorted[place - 1] > pair {
            sorted[place] = sorted[place - 1]
            place -= 1
          }
          sorted[place] = pair
        }
      }
      start = end
    }
    self = sorted
    removeRepeated()
  }

  private mutating func removeRepeated() {
    var kept = 0
    for index in indices where kept == 0 || self[kept - 1] != self[index] {
      self[kept] = self[index]
      kept += 1
    }
    removeLast(count - kept)
  }
}
