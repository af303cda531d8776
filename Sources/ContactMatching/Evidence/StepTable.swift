internal import VCard

/// Octets that stand outside memory and are looked up one by one, such as those of a mapped file.
public protocol StatisticsOctets: Sendable {
  /// How many octets there are.
  var count: Int { get }
  /// The octet at a place.
  func octet(at place: Int) -> UInt8
  /// The number whose eight octets stand from a place on, the lowest first.
  func number(at place: Int) -> UInt64
}

/// Steps by hash, sorted: nine octets each, found by a look or two.
struct StepTable: Sendable {
  // In memory.
  private var hashes: [UInt64] = []
  private var steps: [UInt8] = []
  /// Where the hashes of each value of the leading bits start.
  private var starts: [UInt32] = []
  private var shift: UInt64 = 0
  /// Or outside of it.
  private var stored: StoredSteps?

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

  /// Creates a table that stands in octets.
  init(_ stored: StoredSteps) { self.stored = stored }

  var count: Int { stored?.count ?? hashes.count }

  /// The hash at a place, in ascending order.
  func hash(at place: Int) -> UInt64 { stored?.hash(at: place) ?? hashes[place] }

  /// The step of the hash at a place.
  func step(at place: Int) -> UInt8 { stored?.step(at: place) ?? steps[place] }

  /// The step of a hash; 0 for one that is not in the table.
  subscript(hash: UInt64) -> UInt8 {
    if let stored { return stored[hash] }
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
      let first = left < count ? hash(at: left) : .max
      let second = right < other.count ? other.hash(at: right) : .max
      hashes.append(min(first, second))
      steps.append(
        max(
          first <= second && left < count ? step(at: left) : 0,
          second <= first && right < other.count ? other.step(at: right) : 0))
      if first <= second { left += 1 }
      if second <= first { right += 1 }
    }
    return StepTable(hashes: hashes, steps: steps)
  }

  var isEmpty: Bool { count == 0 }
}

extension StepTable: Hashable {
  /// Whether both say the same, wherever they stand.
  static func == (left: StepTable, right: StepTable) -> Bool {
    left.count == right.count
      && (0..<left.count).allSatisfy {
        left.hash(at: $0) == right.hash(at: $0) && left.step(at: $0) == right.step(at: $0)
      }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    if !isEmpty { hasher.combine(hash(at: 0)) }
  }
}

/// A ``StepTable`` in octets, which are looked up where they stand.
///
/// ```
/// starts  │ 0 │ 7 │ 15 │ …    8 octets for each value of the leading bits, and one more
/// hashes  │ … │ … │           8 octets each, in ascending order
/// steps   │ … │ … │           1 octet each
/// ```
struct StoredSteps: Sendable {
  let count: Int
  private let octets: any StatisticsOctets
  private let bits: Int
  private let place: Int

  /// Finds a table in octets.
  ///
  /// - Parameters:
  ///   - octets: What holds it.
  ///   - place: Where it starts.
  ///   - count: How many hashes it has.
  /// - Throws: ``BlobError`` when there are fewer octets, or its starts do not rise up to the count.
  init(
    _ octets: any StatisticsOctets, at place: Int, count: Int
  ) throws(BlobError) {
    (self.octets, self.place, self.count) = (octets, place, count)
    bits = Self.bits(count)
    guard place >= 0, count >= 0, count <= octets.count,
      place <= octets.count - Self.size(count)
    else { throw .damaged }
    guard octets.number(at: place) == 0, octets.number(at: place + 8 << bits) == count else {
      throw .damaged
    }
  }

  /// Leading bits by which hashes are found: some eight have the same.
  private static func bits(_ count: Int) -> Int { max(1, count.log2Step - 3) }

  /// Octets of a table of so many hashes.
  static func size(_ count: Int) -> Int { 8 << bits(count) + 8 + 9 * count }

  private var hashes: Int { place + 8 << bits + 8 }

  func hash(at index: Int) -> UInt64 { octets.number(at: hashes + 8 * index) }

  func step(at index: Int) -> UInt8 { octets.octet(at: hashes + 8 * count + index) }

  subscript(hash: UInt64) -> UInt8 {
    let bucket = Int(truncatingIfNeeded: hash >> UInt64(64 - bits))
    // What is damaged is looked up nowhere else.
    let end = Int(clamping: min(octets.number(at: place + 8 * bucket + 8), UInt64(count)))
    let start = Int(clamping: min(octets.number(at: place + 8 * bucket), UInt64(end)))
    let index = (start..<end).firstPlace { self.hash(at: $0) >= hash }
    return index < count && self.hash(at: index) == hash ? step(at: index) : 0
  }

  /// Appends a table as octets.
  static func append(_ table: StepTable, to blob: inout BlobWriter) {
    let bits = bits(table.count)
    var next = 0
    for bucket in 0...(1 << bits) {
      while next < table.count, Int(table.hash(at: next) >> UInt64(64 - bits)) < bucket {
        next += 1
      }
      blob.append(UInt64(next))
    }
    for index in 0..<table.count { blob.append(table.hash(at: index)) }
    for index in 0..<table.count { blob.append(table.step(at: index)) }
  }
}
