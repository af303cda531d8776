extension Span<UInt8> {
  /// Reads one scalar of UTF-8.
  ///
  /// What is not well-formed is taken in the steps that Unicode recommends for replacing it (The
  /// Unicode Standard §3.9, substitution of maximal subparts), so that a cut-off sequence counts
  /// once and takes nothing from what follows.
  ///
  /// - Parameter index: Where it begins.
  /// - Returns: The scalar, `nil` for bytes that are none; and how many bytes it takes, at least 1.
  func scalar(at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = self[index]
    // The range of the second byte excludes overlong forms, surrogates and what is past U+10FFFF.
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0x00...0x7F: return (Unicode.Scalar(first), 1)
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return (nil, 1)
    }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let range = offset == 1 ? second : 0x80...0xBF
      guard index + offset < count, range.contains(self[index + offset]) else {
        return (nil, offset)
      }
      value = value << 6 | UInt32(self[index + offset] & 0x3F)
    }
    return (Unicode.Scalar(value), length)
  }
}
