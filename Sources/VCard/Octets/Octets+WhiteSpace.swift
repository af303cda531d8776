extension Octets {
  /// Octets of the white space at a place of UTF-8, U+0085 and the like too; 0 where there is none.
  ///
  /// It is what the property White_Space of Unicode says.
  @inlinable
  package static func whiteSpaceLength(in text: Span<UInt8>, at index: Int) -> Int {
    let octet = text[index]
    switch octet {
    case 0x20, 0x09...0x0D: return 1
    case 0xC2 where index + 1 < text.count:
      return text[index + 1] == 0x85 || text[index + 1] == 0xA0 ? 2 : 0
    case 0xE1...0xE3 where index + 2 < text.count:
      let isBlank =
        switch (octet, text[index + 1], text[index + 2]) {
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
          (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
          true
        default: false
        }
      return isBlank ? 3 : 0
    default: return 0
    }
  }
}
