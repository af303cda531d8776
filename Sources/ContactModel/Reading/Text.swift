internal import VCard

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
    let place = utf8Span.span.filled(0..<octets.count)
    if place.count == octets.count { return self }
    return String(Substring(octets.dropFirst(place.lowerBound).prefix(place.count)))
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

extension Span where Element == UInt8 {
  /// What is left of well-formed UTF-8 without white space and byte order marks around it; see
  /// ``Swift/String/trimmingBlanks``.
  func filled(_ place: Range<Int>) -> Range<Int> {
    var (start, end) = (place.lowerBound, place.upperBound)
    while start < end {
      let length = blank(at: start, before: end)
      if length == 0 { break }
      start += length
    }
    while start < end {
      var last = end - 1
      while last > start, self[last] & 0xC0 == 0x80 { last -= 1 }
      if blank(at: last, before: end) == 0 { break }
      end = last
    }
    return start..<end
  }

  /// The octets of a blank at some place, 0 when there is none.
  private func blank(at index: Int, before end: Int) -> Int {
    guard self[index] == 0xEF else {
      return Octets.whiteSpaceLength(in: extracting(..<end), at: index)
    }
    // A byte order mark.
    return index + 2 < end && self[index + 1] == 0xBB && self[index + 2] == 0xBF ? 3 : 0
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
