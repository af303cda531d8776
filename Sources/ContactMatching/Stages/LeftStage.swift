internal import VCard

extension SplitFeatures {
  /// Gives the pairs of this split, each once, with the features of its cards, to the splits of the others.
  ///
  /// ```
  /// job │ split │ features and places of its cards, unless the others are of the same split │
  ///     pairs: its card, further than that before │ place of the other
  /// ```
  /// - Parameters:
  ///   - octets: What stages `values` and `blocks` gave for this split, in any order.
  ///   - sink: Receives the blobs.
  /// - Returns: How many pairs there are.
  /// - Throws: ``BlobError``, and what `sink` throws.
  /// - Complexity: O(*n* log *n*) in the pairs, all of which are held.
  package func giveLefts(_ octets: [[UInt8]], _ sink: BlobSink) throws -> Int {
    var bySplit: [UInt32: [UInt64]] = [:]
    var isDamaged = false
    for octets in octets {
      try PairBlobs.forEach(octets, of: split, job: job) { place, other in
        if Int(place) >= book.count { isDamaged = true }
        bySplit[UInt32(other >> 32), default: []].append(
          UInt64(place) << 32 | other & 0xFFFF_FFFF)
      }
    }
    if isDamaged { throw BlobError.damaged }
    var count = 0
    for other in bySplit.keys.sorted() {
      var pairs = bySplit.removeValue(forKey: other) ?? []
      pairs.sort()
      try giveLefts(pairs, to: other, &count, sink)
    }
    return count
  }

  private func giveLefts(
    _ pairs: [UInt64], to other: UInt32, _ count: inout Int, _ sink: BlobSink
  ) throws {
    var packed = PackedFeatures()
    /// Where the cards stand in their split.
    var places = BlobWriter()
    var body = BlobWriter()
    var last: UInt64?
    /// The card before, as the blob counts.
    var place = 0
    /// Cards of this blob.
    var lefts = 0
    func end() throws {
      var blob = BlobWriter(of: job)
      blob.append(packed: UInt64(split))
      if other != split {
        packed.move(to: &blob)
        blob.append(contentsOf: places.take())
      }
      blob.append(contentsOf: body.take())
      try sink(Int(other), blob.take())
      (place, lefts) = (0, 0)
    }
    for pair in pairs where pair != last {
      let left = Int(pair >> 32)
      let isNew = last.map { Int($0 >> 32) != left } ?? true
      if isNew, packed.size + body.count >= BlobWriter.usualSize { try end() }
      var next = left
      if other != split {
        if isNew {
          packed.append(left, of: book)
          places.append(packed: left)
          lefts += 1
        }
        next = lefts - 1
      }
      body.append(packed: next - place)
      body.append(packed: pair & 0xFFFF_FFFF)
      place = next
      last = pair
      count += 1
    }
    if body.count > 0 { try end() }
  }
}

/// A pair that is not `different`, by the numbers of its cards in the whole book.
package struct KeptPair: Sendable, Comparable {
  package let left: UInt64
  package let right: UInt64
  private let tenths: Int32
  private let verdict: Verdict
  private let finding: PackedFinding

  init(_ left: UInt64, _ right: UInt64, _ scored: PairScorer.Scored) {
    (self.left, self.right) = (left, right)
    tenths = Int32(clamping: scored.bits.tenths)
    verdict = scored.verdict
    finding = PackedFinding(scored.finding)
  }

  /// The pair among some cards, by their numbers there.
  func pair(_ left: Int, _ right: Int) -> Pair {
    Pair(
      left: left, right: right, bits: Bits(tenths: Int(tenths)), verdict: verdict,
      packed: finding)
  }

  package static func < (one: KeptPair, other: KeptPair) -> Bool {
    (one.left, one.right) < (other.left, other.right)
  }

  package static func == (one: KeptPair, other: KeptPair) -> Bool {
    (one.left, one.right) == (other.left, other.right)
  }

  /// Appends the pair to a blob, in some twenty octets.
  package func append(to blob: inout BlobWriter) {
    blob.append(card: left)
    blob.append(card: right)
    blob.append(packed: UInt64(UInt32(bitPattern: tenths)) << 1 | (verdict == .same ? 1 : 0))
    finding.append(to: &blob)
  }

  /// Reads what ``append(to:)`` wrote.
  package init(_ blob: inout BlobReader) throws(BlobError) {
    (left, right) = (try blob.card(), try blob.card())
    let score = try blob.number(below: 1 << 33)
    tenths = Int32(truncatingIfNeeded: score >> 1)
    verdict = score & 1 == 1 ? .same : .review
    finding = try PackedFinding(&blob)
  }
}

/// Stage `compare`: pairs are scored where one of their cards is.
package struct CompareStage {
  /// The pairs that are not `different`, in order.
  package private(set) var kept: [KeptPair] = []

  /// Scores what stage `left` gave for a split.
  ///
  /// - Parameters:
  ///   - own: The split.
  ///   - octets: The blobs, in any order.
  ///   - table: What is known of the whole book.
  ///   - weights: What evidence weighs.
  /// - Throws: ``BlobError``.
  /// - Complexity: O(*n*) in the pairs; holds the features of all cards of them.
  package init(
    _ own: consuming SplitFeatures, _ octets: [[UInt8]], _ table: BookTable,
    _ weights: MatchWeights
  ) throws(BlobError) {
    let (split, job) = (own.split, own.job)
    var book = own.book
    let count = book.count
    var known = KnownWords(book.lexicon)
    // Cards that are not of the split follow its own.
    var numbers: [UInt64] = []
    var pairs: [UInt64] = []
    for octets in octets {
      var blob = try BlobReader(octets, of: job)
      let other = try blob.number(below: 1 << 32)
      var others = 0..<count
      if other != Int(split) {
        others = try book.read(&blob, knowing: &known)
        for _ in others {
          numbers.append(UInt64(other) << 32 | UInt64(try blob.number(below: 1 << 32)))
        }
      }
      var place = others.lowerBound
      while !blob.isAtEnd {
        place += try blob.number(below: others.upperBound - place)
        let (one, two) = (UInt64(place), UInt64(try blob.number(below: count)))
        // The lower number is the left one.
        pairs.append(other <= Int(split) ? one << 32 | two : two << 32 | one)
      }
    }
    func number(_ place: Int) -> UInt64 {
      place < count ? UInt64(split) << 32 | UInt64(place) : numbers[place - count]
    }
    let context = ComparisonRows(book, table.statistics)
    var scorer = PairScorer(context, weights)
    // Cards side by side are looked at one after the other.
    pairs.sort()
    for pair in pairs {
      let (left, right) = (Int(pair >> 32), Int(pair & 0xFFFF_FFFF))
      guard let scored = scorer.kept(left, right) else { continue }
      kept.append(KeptPair(number(left), number(right), scored))
    }
    kept.sort()
  }
}
