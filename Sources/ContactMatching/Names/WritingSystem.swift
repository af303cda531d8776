internal import ICU

/// The scripts among which names can be compared only within one.
enum WritingSystem: UInt8, Sendable {
  case none, latin, cyrillic, greek, armenian, georgian, arabic, hebrew, indic, thai, eastAsian
  case other
}

extension WritingSystem {
  init(_ letter: Unicode.Scalar) {
    if letter.value < 0x250 {
      self = .latin
      return
    }
    self =
      switch Script.of(letter) {
      case .latin: .latin
      case .cyrillic: .cyrillic
      case .greek: .greek
      case .armenian: .armenian
      case .georgian: .georgian
      case .arabic: .arabic
      case .hebrew: .hebrew
      case .devanagari, .bengali: .indic
      case .thai: .thai
      case .han, .hiragana, .katakana, .hangul, .bopomofo: .eastAsian
      case .common, .inherited, .unknown: .none
      default: .other
      }
  }
}

extension Span where Element == UInt8 {
  /// Decodes the scalar at an index of UTF-8 that is known to be well-formed, and steps over it.
  @inline(__always)
  func scalar(at index: inout Int) -> Unicode.Scalar? {
    guard index < count else { return nil }
    let first = self[index]
    if first < 0x80 {
      index += 1
      return Unicode.Scalar(first)
    }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    let end = Swift.min(index + length, count)
    index += 1
    while index < end {
      value = value << 6 | UInt32(self[index] & 0x3F)
      index += 1
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
