/// Pairs of cards by the split of one of them, in some six octets each.
///
/// ```
/// job │ split │ place, further than that before │ split of the other card │ its place │ …
/// ```
/// Whose split it is goes by the left card, half and half: so the splits have as many pairs to compare.
struct PairBlobs {
  private struct Entry: Hashable, Comparable {
    let place: UInt32
    let other: UInt64

    static func < (one: Entry, other: Entry) -> Bool {
      one.place != other.place ? one.place < other.place : one.other < other.other
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
    let isOfLeft = left >> 32 == right >> 32 || StableHash.mix(left) & 1 == 0
    let (card, other) = isOfLeft ? (left, right) : (right, left)
    held[UInt32(card >> 32), default: []].append(
      Entry(place: UInt32(truncatingIfNeeded: card), other: other))
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
        blob.append(packed: UInt64(pair.place - (last?.place ?? 0)))
        blob.append(card: pair.other)
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
  ///   - body: Receives the place of the split's card, which is the left one of two of the same split,
  ///     and the other card.
  /// - Throws: ``BlobError``.
  static func forEach(
    _ octets: [UInt8], of split: UInt32, job: UInt64,
    _ body: (UInt32, UInt64) -> Void
  ) throws(BlobError) {
    var blob = try BlobReader(octets, of: job)
    guard try blob.packed() == UInt64(split) else { throw .damaged }
    var place = 0
    while !blob.isAtEnd {
      place += try blob.number(below: 1 << 32 - place)
      body(UInt32(place), try blob.card())
    }
  }
}
