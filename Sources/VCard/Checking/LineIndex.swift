/// Finds lines that stand twice in a card, in one pass and with next to no work for other lines.
///
/// A line is told by a key of its length and its last octets. Only lines whose keys are alike are
/// hashed whole, with a seed that no writer of a card can know, so that no choice of lines makes
/// the work more than linear.
struct LineIndex: Sendable {
  private var keys: [UInt64] = []
  private var lines: [Range<Int>] = []
  private var numbers: [UInt64: Int] = [:]
  private var contents: [UInt64: Int] = [:]
  /// The hashes of lines that share their key with another.
  private var hashes: [Int: UInt64] = [:]
  private let seed = UInt64.random(in: 1..<LineIndex.prime)
  /// 2^61 - 1, a prime: hashes are polynomials over the field it makes.
  private static let prime: UInt64 = (1 << 61) - 1
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
    if !hashes.isEmpty { hashes.removeAll(keepingCapacity: true) }
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
    if hashes[earlier] == nil {
      let first = content(lines[earlier], in: bytes)
      hashes[earlier] = first
      if contents[first] == nil { contents[first] = earlier }
    }
    let hash = content(line, in: bytes)
    guard let same = contents[hash] else {
      contents[hash] = lines.count - 1
      return false
    }
    return LineIndex.areEqual(lines[same], line, in: bytes)
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

  private func content(_ line: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
    var hash = UInt64(line.count) % LineIndex.prime
    for index in line {
      let (high, low) = hash.multipliedFullWidth(by: seed)
      // The product modulo the prime: the upper bits come back at the bottom.
      let folded = (low & LineIndex.prime) + (high << 3 | low >> 61) + UInt64(bytes[index])
      hash = folded % LineIndex.prime
    }
    return hash
  }

  private static func areEqual(
    _ left: Range<Int>, _ right: Range<Int>, in bytes: Span<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count
    where bytes[left.lowerBound + index] != bytes[right.lowerBound + index] {
      return false
    }
    return true
  }
}
