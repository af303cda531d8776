/// Pairs of cards by the split of the left one, in some six octets each.
///
/// ```
/// job │ left split │ left place, further than that before │ right split, further than left │ right place │ …
/// ```
struct PairBlobs {
  private struct Entry: Hashable, Comparable {
    let left: UInt32
    let right: UInt64

    static func < (one: Entry, other: Entry) -> Bool {
      one.left != other.left ? one.left < other.left : one.right < other.right
    }
  }

  /// Pairs that are held until they are sorted.
  private static let mostHeld = 1 << 22

  private let job: UInt64
  private let sink: BlobSink
  private var held: [UInt32: [Entry]] = [:]
  private var heldCount = 0
  /// Pairs given so far.
  private(set) var count = 0

  init(_ job: UInt64, _ sink: @escaping BlobSink) { (self.job, self.sink) = (job, sink) }

  /// Adds a pair, the lower number first.
  mutating func add(_ left: UInt64, _ right: UInt64) throws {
    held[UInt32(left >> 32), default: []].append(
      Entry(left: UInt32(truncatingIfNeeded: left), right: right))
    heldCount += 1
    if heldCount == Self.mostHeld { try end() }
  }

  /// Gives what is held, each pair once.
  mutating func end() throws {
    for split in held.keys.sorted() {
      var pairs = held[split] ?? []
      held[split] = nil
      pairs.sort()
      var blob = BlobWriter()
      var last: Entry?
      for pair in pairs where pair != last {
        if blob.count >= BlobWriter.usualSize {
          try sink(Int(split), blob.take())
          last = nil
        }
        if blob.count == 0 {
          blob.append(job)
          blob.append(packed: UInt64(split))
        }
        blob.append(packed: UInt64(pair.left - (last?.left ?? 0)))
        blob.append(packed: pair.right >> 32 - UInt64(split))
        blob.append(packed: pair.right & 0xFFFF_FFFF)
        last = pair
        count += 1
      }
      if blob.count > 0 { try sink(Int(split), blob.take()) }
    }
    held = [:]
    heldCount = 0
  }

  /// Goes through the pairs of a blob.
  ///
  /// - Parameters:
  ///   - octets: The blob.
  ///   - split: The split that it is of.
  ///   - job: The job.
  ///   - body: Receives the left card's place and the right card.
  /// - Throws: ``BlobError``.
  static func forEach(
    _ octets: [UInt8], of split: UInt32, job: UInt64,
    _ body: (UInt32, UInt64) -> Void
  ) throws(BlobError) {
    var blob = try BlobReader(octets, of: job)
    guard try blob.packed() == UInt64(split) else { throw .damaged }
    var left = 0
    while !blob.isAtEnd {
      left += try blob.number(below: 1 << 32 - left)
      let right = try blob.number(below: 1 << 32 - Int(split))
      let place = try blob.number(below: 1 << 32)
      body(UInt32(left), (UInt64(right) + UInt64(split)) << 32 | UInt64(place))
    }
  }
}
