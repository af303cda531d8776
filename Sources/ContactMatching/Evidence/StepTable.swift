internal import VCard

/// Steps by hash, sorted: nine octets each, found by a look or two.
struct StepTable: Hashable, Sendable {
  private(set) var hashes: [UInt64] = []
  private(set) var steps: [UInt8] = []
  /// Where the hashes of each value of the leading bits start.
  private var starts: [UInt32] = []
  private var shift: UInt64 = 0

  /// Creates an empty table.
  init() {}

  /// Creates a table of hashes in ascending order, each once.
  init(hashes: [UInt64], steps: [UInt8]) {
    precondition(hashes.count == steps.count, "each hash has a step")
    self.hashes = hashes
    self.steps = steps
    guard !hashes.isEmpty else { return }
    let bits = max(1, hashes.count.log2Step)
    shift = UInt64(64 - bits)
    let shift = shift
    starts = [UInt32](
      startsOf: hashes.lazy.map { Int(truncatingIfNeeded: $0 >> shift) }, count: 1 << bits)
  }

  /// Creates a table of hashes in any order; the last step of a hash counts.
  init(_ pairs: [(hash: UInt64, step: UInt8)]) {
    let last = Dictionary(pairs.map { ($0.hash, $0.step) }, uniquingKeysWith: { $1 })
    let hashes = last.keys.sorted()
    self.init(hashes: hashes, steps: hashes.map { last[$0, default: 0] })
  }

  var count: Int { hashes.count }

  /// The step of a hash; 0 for one that is not in the table.
  subscript(hash: UInt64) -> UInt8 {
    guard !hashes.isEmpty else { return 0 }
    let bucket = Int(truncatingIfNeeded: hash >> shift)
    let place = (Int(starts[bucket])..<Int(starts[bucket + 1])).firstPlace { hashes[$0] >= hash }
    return place < hashes.count && hashes[place] == hash ? steps[place] : 0
  }

  /// The steps of hashes, looked up on some threads.
  func steps(of hashes: [UInt64], threads: Int = 1) -> [UInt8] {
    Array(
      OrderedTasks.map(hashes.count, threads: threads) { hashes[$0].map { self[$0] } }.joined())
  }

  /// Both tables in one; of a hash that is in both, the higher step counts.
  func merged(_ other: StepTable) -> StepTable {
    if isEmpty { return other }
    if other.isEmpty { return self }
    var hashes: [UInt64] = []
    var steps: [UInt8] = []
    hashes.reserveCapacity(count + other.count)
    steps.reserveCapacity(count + other.count)
    var (left, right) = (0, 0)
    while left < count || right < other.count {
      let first = left < count ? self.hashes[left] : .max
      let second = right < other.count ? other.hashes[right] : .max
      hashes.append(min(first, second))
      steps.append(
        max(
          first <= second && left < count ? self.steps[left] : 0,
          second <= first && right < other.count ? other.steps[right] : 0))
      if first <= second { left += 1 }
      if second <= first { right += 1 }
    }
    return StepTable(hashes: hashes, steps: steps)
  }

  var isEmpty: Bool { hashes.isEmpty }
}
