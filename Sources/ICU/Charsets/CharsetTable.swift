/// A charset of one octet a character, as the characters of all octets.
///
/// ```
/// octet   0xE9 of ISO-8859-1   0x81 of windows-1253, which does not have it
/// entry   0x0200_A9C3          0x83BD_BFEF
///         é                    U+FFFD, marked as missing; in both the length, then the last octet first
/// ```
struct CharsetTable: Sendable {
  private static let missing: UInt32 = 0x8000_0000

  private let characters: [UInt32]

  /// Reads a table; `nil` where a charset has more octets a character, or an octet more characters.
  init?(_ handle: CharsetHandle) throws(ICUError) {
    guard handle.isOfOneOctet else { return nil }
    var characters: [UInt32] = []
    for octet in UInt8.min...UInt8.max {
      let (text, substitutions) = try handle.decode([octet].span)
      guard (1...3).contains(text.count) else { return nil }
      var character = UInt32(text.count) << 24 | (substitutions > 0 ? Self.missing : 0)
      for (place, part) in text.enumerated() { character |= UInt32(part) << (8 * place) }
      characters.append(character)
    }
    self.characters = characters
  }

  /// Converts octets to UTF-8, and tells how many stand for nothing.
  func decode(_ octets: Span<UInt8>) -> (utf8: [UInt8], substitutions: Int) {
    let characters = characters.span
    var (count, substitutions) = (0, 0)
    for index in octets.indices {
      let character = characters[Int(octets[index])]
      count += Int(character >> 24 & 0x7F)
      substitutions += Int(character >> 31)
    }
    let text = unsafe [UInt8](unsafeUninitializedCapacity: count) { text, filled in
      for index in octets.indices {
        var character = characters[Int(octets[index])]
        for _ in 0..<(character >> 24 & 0x7F) {
          unsafe text.initializeElement(at: filled, to: UInt8(truncatingIfNeeded: character))
          character >>= 8
          filled += 1
        }
      }
    }
    return (text, substitutions)
  }
}
