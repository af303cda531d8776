/// Finds lines that stand twice in a card, in one pass and with next to no work for other lines.
///
/// A line is told by a key of its length and its last octets. Only lines whose keys are alike are
/// hashed whole, with a seed that no writer of a card can know, so that no choice of lines makes
/// the work more than linear.
struct LineIndex: Sendable {
  private var keys: [UInt64] = []
  private var lines: [Range<Int>] = []
  private var numbers: [UInt64: Int] = [:]
  private var contents: [Int: Int] = [:]
  /// The first lines of their keys that share them with another.
  private var shared: Set<Int> = []
  /// Lines.
  ///
  /// Up to here looking through all keys is faster than a table.
  private static let fewLines = 48

  /// Forgets all lines.
  mutating func reset() {
    keys.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    if !numbers.isEmpty { numbers.removeAll(keepingCapacity: true) }
    if !contents.isEmpty { contents.removeAll(keepingCapacity: true) }
    if !shared.isEmpty { shared.removeAll(keepingCapacity: true) }
  }

  /// Adds a line; returns whether it stood there already.
  mutating func isRepeated(_ line: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let key = LineIndex.key(line, in: bytes)
    let earlier = number(of: key)
    lines.append(line)
    keys.append(key)
    guard let earlier else {
      if keys.count > LineIndex.fewLines { numbers[key] = lines.count - 1 }
      return false
    }
    if shared.insert(earlier).inserted {
      let first = LineIndex.content(lines[earlier], in: bytes)
      if contents[first] == nil { contents[first] = earlier }
    }
    let hash = LineIndex.content(line, in: bytes)
    guard let same = contents[hash] else {
      contents[hash] = lines.count - 1
      return false
    }
    return Octets.areSame(bytes.extracting(lines[same]), bytes.extracting(line))
  }

  private mutating func number(of key: UInt64) -> Int? {
    if keys.count < LineIndex.fewLines { return keys.firstIndex(of: key) }
    if numbers.isEmpty {
      for index in keys.indices.reversed() { numbers[keys[index]] = index }
    }
    return numbers[key]
  }

  private static func key(_ line: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    for index in max(line.lowerBound, line.upperBound - 8)..<line.upperBound {
      key = key << 8 | UInt64(bytes[index])
    }
    return key ^ (UInt64(line.count) &* 0x9E37_79B9_7F4A_7C15)
  }

  private static func content(_ line: Range<Int>, in bytes: Span<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe bytes.extracting(line).withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
