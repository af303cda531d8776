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
    starts = [UInt32](repeating: 0, count: 1 << bits + 1)
    for hash in hashes { starts[Int(truncatingIfNeeded: hash >> shift) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
  }

  /// Creates a table of hashes in any order; the last step of a hash counts.
  init(_ pairs: [(hash: UInt64, step: UInt8)]) {
    var hashes: [UInt64] = []
    var steps: [UInt8] = []
    let order = pairs.indices.sorted { (pairs[$0].hash, $0) < (pairs[$1].hash, $1) }
    for index in order {
      let (hash, step) = pairs[index]
      if hashes.last == hash {
        steps[steps.count - 1] = step
      } else {
        hashes.append(hash)
        steps.append(step)
      }
    }
    self.init(hashes: hashes, steps: steps)
  }

  var count: Int { hashes.count }

  /// The step of a hash; 0 for one that is not in the table.
  subscript(hash: UInt64) -> UInt8 {
    guard !hashes.isEmpty else { return 0 }
    let bucket = Int(truncatingIfNeeded: hash >> shift)
    var (low, high) = (Int(starts[bucket]), Int(starts[bucket + 1]))
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < hashes.count && hashes[low] == hash ? steps[low] : 0
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
      if right == other.count || left < count && first < second {
        hashes.append(first)
        steps.append(self.steps[left])
        left += 1
      } else if left == count || second < first {
        hashes.append(second)
        steps.append(other.steps[right])
        right += 1
      } else {
        hashes.append(first)
        steps.append(max(self.steps[left], other.steps[right]))
        left += 1
        right += 1
      }
    }
    return StepTable(hashes: hashes, steps: steps)
  }

  var isEmpty: Bool { hashes.isEmpty }
}
