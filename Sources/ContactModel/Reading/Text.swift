extension String {
  /// The text without white space and byte order marks around it.
  package var trimmingBlanks: String {
    let octets = utf8
    guard let first = octets.first, let last = octets.last else { return self }
    // Letters from U+0086 to U+167F start with C3 to E1, those beyond U+3000 with E3 and more; a
    // blank beyond ASCII ends in one of the octets that White_Space has.
    let mayStartBlank = first <= 0x20 || first == 0xC2 || first >= 0xE1 && first <= 0xEF
    let mayEndBlank = last <= 0x20 || last >= 0x80 && last <= 0xBF
    guard mayStartBlank || mayEndBlank else { return self }
    let scalars = unicodeScalars
    var start = scalars.startIndex
    var end = scalars.endIndex
    while start < end, scalars[start].isBlank { start = scalars.index(after: start) }
    while start < end {
      let before = scalars.index(before: end)
      guard scalars[before].isBlank else { break }
      end = before
    }
    if start == scalars.startIndex, end == scalars.endIndex { return self }
    return String(scalars[start..<end])
  }

  /// The text with A to Z in lower case and nothing else changed.
  package var asciiLowercased: String {
    guard utf8.contains(where: { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else {
      return self
    }
    let octets = utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    return String(decoding: octets, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space (the property White_Space of Unicode) or a byte order mark.
  package var isBlank: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000, 0xFEFF:
      true
    default: false
    }
  }
}

/// A hash that is the same in every run and on every machine, unlike `Hasher`: FNV-1a of 64 bits.
///
/// Not proof against somebody who wants two texts to collide: compare what it finds.
public struct StableHasher: Sendable {
  /// The hash of what was fed so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates a hasher that was fed nothing.
  public init() {}

  private mutating func combine(octet: UInt8) {
    value = (value ^ UInt64(octet)) &* 0x0000_0100_0000_01B3
  }

  /// Feeds a text and its end.
  public mutating func combine(_ text: String) {
    for octet in text.utf8 { combine(octet: octet) }
    // No UTF-8 holds this octet, so "ab" and "c" differ from "a" and "bc".
    combine(octet: 0xFF)
  }

  /// Feeds a number.
  public mutating func combine(_ number: UInt64) {
    var number = number
    for _ in 0..<8 {
      combine(octet: UInt8(truncatingIfNeeded: number))
      number >>= 8
    }
  }
}
