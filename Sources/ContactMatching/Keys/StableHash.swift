/// A hash that is the same on every machine, in every run and for every order of threads.
///
/// Blocks, digests and saved statistics rest on it. Whoever makes two texts collide puts two cards
/// into one block, where they are compared and found to differ.
enum StableHash {
  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Spreads every bit over all others; the finalizer of MurmurHash3.
  @inline(__always)
  static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value ^= value >> 33
    value &*= 0xFF51_AFD7_ED55_8CCD
    value ^= value >> 33
    value &*= 0xC4CE_B9FE_1A85_EC53
    value ^= value >> 33
    return value
  }

  /// Puts two hashes together; their order counts.
  @inline(__always)
  static func combine(_ left: UInt64, _ right: UInt64) -> UInt64 {
    mix(left &* 0x9FB2_1C65_1E98_DF25 &+ right &+ seed)
  }

  /// Puts two hashes together; their order does not count.
  @inline(__always)
  static func unite(_ left: UInt64, _ right: UInt64) -> UInt64 {
    combine(min(left, right), max(left, right))
  }

  /// The hash of octets.
  static func of(_ octets: Span<UInt8>) -> UInt64 {
    var hash = mix(UInt64(truncatingIfNeeded: octets.count) &+ seed)
    var index = 0
    while index < octets.count {
      var word: UInt64 = 0
      let end = min(index + 8, octets.count)
      while index < end {
        word = word << 8 | UInt64(octets[index])
        index += 1
      }
      hash = combine(hash, word)
    }
    return hash
  }

  /// The hash of a text's UTF-8.
  static func of(_ text: String) -> UInt64 { of(text.utf8.span) }
}

extension Int {
  /// The logarithm to base 2, rounded down; 0 for everything below 2.
  var log2Step: Int { self < 2 ? 0 : Int.bitWidth - 1 - leadingZeroBitCount }
}
