/// Where the octets of a stretch without folds and escapes stand in the card's buffer.
///
/// ```
/// buffer  NOTE:abc⏎ def        stretch  abcdef
///              ^5   ^10        runs     (0,5) (3,10)
/// ```
struct FoldMap: Sendable {
  /// A card has fewer octets than 32 bits count, and there may be millions of folds.
  private var runs: [(index: UInt32, offset: UInt32)] = []
  /// The offset of the first octet.
  private var base = 0
  /// Whether every octet counts as standing at `base`, because it was made and not copied.
  private var isPoint = false

  /// Says that the stretch is a part of the buffer as it stands.
  mutating func reset(to base: Int) {
    if !runs.isEmpty { runs.removeAll(keepingCapacity: true) }
    self.base = base
    isPoint = false
  }

  /// Says that the stretch was decoded from what starts at an offset, and is not like it.
  mutating func reset(toPoint base: Int) {
    reset(to: base)
    isPoint = true
  }

  /// Says that the octets from `index` on stand at `offset` and after it.
  mutating func append(index: Int, offset: Int) {
    runs.append((UInt32(truncatingIfNeeded: index), UInt32(truncatingIfNeeded: offset)))
  }

  /// Where an octet of the stretch stands in the buffer.
  ///
  /// - Complexity: O(log *n*) in the folds.
  func offset(of index: Int) -> Int {
    if isPoint { return base }
    let next = runs.indices.firstPlace { runs[$0].index > index }
    guard next > 0 else { return base + index }
    return Int(runs[next - 1].offset) + index - Int(runs[next - 1].index)
  }

  /// Fills in a stretch of the buffer without its folds, and where its octets come from.
  mutating func unfold(
    _ bytes: Span<UInt8>, _ range: Range<Int>, keepsBareEnds: Bool = false,
    into octets: inout [UInt8]
  ) {
    reset(to: range.lowerBound)
    octets.removeAll(keepingCapacity: true)
    Unfolding.forEachPart(bytes, range, keepsBareEnds: keepsBareEnds) { part, isLine in
      append(index: octets.count, offset: part.lowerBound)
      if isLine { octets.append(bytes.extracting(part)) } else { octets.append(0x0A) }
    }
  }
}
