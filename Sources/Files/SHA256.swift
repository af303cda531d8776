private import CNettle

/// The SHA-256 of octets that come in pieces, FIPS 180-4 §6.2.
///
/// nettle makes it, with the processor's own instructions for it where there are some.
package struct SHA256: Sendable {
  /// What octets are known by.
  package struct Digest: Hashable, Sendable {
    /// The digest as it lies in memory.
    private var words = SIMD4<UInt64>()

    fileprivate init(_ state: consuming cnettle_sha256) {
      unsafe cnettle_sha256_digest(&state, &words)
    }

    /// Its 32 octets.
    package var octets: [UInt8] { unsafe withUnsafeBytes(of: words) { unsafe Array($0) } }

    /// Its octets in lower-case hexadecimal digits.
    package var hexadecimal: String {
      let digits = Array("0123456789abcdef".utf8)
      return String(
        decoding: octets.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }

  private var state = cnettle_sha256()

  /// Begins without octets.
  package init() { unsafe cnettle_sha256_init(&state) }

  /// Takes in further octets.
  ///
  /// - Complexity: O(*n*) in the octets.
  package mutating func update(_ octets: Span<UInt8>) {
    unsafe octets.withUnsafeBufferPointer { octets in
      unsafe cnettle_sha256_update(&state, octets.baseAddress, Int64(octets.count))
    }
  }

  /// The digest of all so far, to which more may be added.
  package var digest: Digest { Digest(state) }

  /// The digest of octets.
  ///
  /// - Parameter octets: All of them.
  /// - Returns: Their digest.
  /// - Complexity: O(*n*) in the octets.
  package static func digest(of octets: Span<UInt8>) -> Digest {
    var hash = SHA256()
    hash.update(octets)
    return hash.digest
  }
}
