import Files
import ICU

/// Merges sorted records of several sources into one order.
///
/// A tree of losers (Knuth, "The Art of Computer Programming", volume 3, §5.4.1): each inner node
/// keeps the source that lost there, and the winner of all goes on to its next record and plays its
/// way up again.
/// ```
///            winner 2
///               │
///           ┌── 0 ──┐
///         ┌ 1 ┐   ┌ 3 ┐      losers
///         0   1   2   3      sources
/// ```
/// Records of equal keys come in the order of their sources.
struct RecordMerger: Sendable {
  private var sources: [RecordCursor]
  /// The first eight bytes of each source's key, and the eight after them, by which most games are decided.
  private var words: [(first: UInt64, second: UInt64)]
  private var hasEnded: [Bool]
  private var losers: [Int]
  private var winner: Int
  private var hasStarted = false
  /// Whether the greatest key comes first.
  private let isBackwards: Bool

  /// Starts a merge.
  ///
  /// - Parameters:
  ///   - sources: The sources before their first records, each in the order that is wanted.
  ///   - backwards: Whether the greatest key comes first.
  /// - Throws: A failure that ends with 74 when a file cannot be read.
  init(_ sources: consuming [RecordCursor], backwards: Bool) throws(FileError) {
    let count = sources.count
    self.sources = consume sources
    isBackwards = backwards
    words = [(first: UInt64, second: UInt64)](repeating: (0, 0), count: count)
    hasEnded = [Bool](repeating: false, count: count)
    losers = [Int](repeating: -1, count: count)
    winner = 0
    for source in 0..<count { try advance(source) }
    for source in 0..<count {
      var challenger = source
      var node = (source + count) / 2
      while node > 0, losers[node] >= 0 {
        if precedes(losers[node], challenger) { swap(&losers[node], &challenger) }
        node /= 2
      }
      if node > 0 { losers[node] = challenger } else { winner = challenger }
    }
  }

  /// The place in the record that ``next()`` went to.
  var place: TextPlace { sources[winner].place }

  /// Appends the record that ``next()`` went to.
  func appendRecord(to records: inout SortedRecords) {
    let all = sources.span
    records.append(all[winner].place, key: all[winner].octets.span.extracting(all[winner].key))
  }

  /// Goes on to the next record of all; `false` at the end.
  mutating func next() throws(FileError) -> Bool {
    guard !sources.isEmpty else { return false }
    if hasStarted {
      try advance(winner)
      var node = (winner + sources.count) / 2
      while node > 0 {
        if precedes(losers[node], winner) { swap(&losers[node], &winner) }
        node /= 2
      }
    }
    hasStarted = true
    return !hasEnded[winner]
  }

  /// Goes on by some records; fewer at the end.
  mutating func next(_ count: Int) throws(FileError) -> [TextPlace] {
    var places: [TextPlace] = []
    places.reserveCapacity(count)
    while places.count < count, try next() { places.append(place) }
    return places
  }

  private mutating func advance(_ source: Int) throws(FileError) {
    if try sources[source].advance() {
      let mask: UInt64 = isBackwards ? .max : 0
      words[source] = (sources[source].word ^ mask, sources[source].secondWord ^ mask)
    } else {
      words[source] = (.max, .max)
      hasEnded[source] = true
    }
  }

  /// Whether the record of one source comes before that of another.
  @inline(__always)
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (one, other) = (words[left], words[right])
    if one.first != other.first { return one.first < other.first }
    return one.second != other.second ? one.second < other.second : precedesByKey(left, right)
  }

  private func precedesByKey(_ left: Int, _ right: Int) -> Bool {
    if hasEnded[left] || hasEnded[right] { return hasEnded[right] && !hasEnded[left] }
    let all = sources.span
    let order = SortKey.order(
      all[left].octets.span.extracting(all[left].key),
      all[right].octets.span.extracting(all[right].key))
    if order != 0 { return isBackwards ? order > 0 : order < 0 }
    return left < right
  }
}
