/// How likely text is that may be UTF-8, damaged perhaps.
///
/// Chance makes pairs of octets that look like UTF-8 of text in two octets a character, hardly ever
/// three in a row, and seldom letters of one script.
enum UTF8Likelihood {
  /// Whether no fewer sequences of two octets and more are whole than broken.
  static func mayBeUTF8(_ text: [UInt8]) -> Bool {
    var whole = 0
    var broken = 0
    forEachSequence(text) { if $0 == nil { broken += 1 } else { whole += 1 } }
    return whole >= broken
  }

  /// The logarithm of how likely text is.
  static func likelihood(of text: [UInt8]) -> Float {
    var sum: Float = 0
    for octet in text where octet < 0x80 {
      sum += 0x61...0x7A ~= octet | 0x20 ? Likelihood.asciiLetter : Likelihood.asciiOther
    }
    var block: UInt32 = 0
    forEachSequence(text) { scalar in
      guard let scalar else {
        sum += Likelihood.damage
        return
      }
      let own = scalar >> 7
      switch scalar {
      // Letters of one script stand together; Latin ones also between those of ASCII.
      case 0xC0..<0x250: sum += -6
      case 0x370..<0x700: sum += block == 0 || own >> 1 == block >> 1 ? -3.5 : -9
      case 0x80..<0x800: sum += -9
      case 0x900..<0x1200, 0x3040..<0x3100, 0xAC00..<0xD7A4: sum += -6
      case 0x4E00..<0xA000: sum += -8
      case 0x2010..<0x2027, 0x1E00..<0x2000: sum += -7
      default: sum += -10
      }
      block = own
    }
    return sum
  }

  /// Goes through the sequences beyond ASCII; `nil` stands for what is none.
  private static func forEachSequence(_ text: [UInt8], _ body: (UInt32?) -> Void) {
    var index = 0
    while index < text.count {
      let lead = text[index]
      index += 1
      guard lead >= 0x80 else { continue }
      let length = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1
      var scalar = UInt32(lead) & (0x3F >> UInt32(length))
      var found = 0
      while found < length, index < text.count, text[index] & 0xC0 == 0x80 {
        scalar = scalar << 6 | UInt32(text[index] & 0x3F)
        index += 1
        found += 1
      }
      body(0xC2...0xF4 ~= lead && found == length ? scalar : nil)
    }
  }
}
