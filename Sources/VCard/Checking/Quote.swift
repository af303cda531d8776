/// Input in messages.
enum Quote {
  /// Characters.
  ///
  /// What is longer ends in an ellipsis.
  private static let longest = 40

  /// A part of the input, or all of it, in quotation marks for a message: without folds, shortened, and
  /// with everything visible.
  static func of(
    _ bytes: Span<UInt8>, _ range: Range<Int>? = nil, marks: String = "\""
  ) -> String {
    let range = range ?? 0..<bytes.count
    // A scalar takes four octets at most, and a fold in between three.
    let part = range.lowerBound..<min(range.upperBound, range.lowerBound + 7 * longest)
    let octets = Unfolding.unfolded(bytes, part)
    // Most is ASCII, which is visible.
    let plain = octets.prefix(longest).prefix { 0x20..<0x7F ~= $0 }
    var text = Array(marks.utf8) + plain
    var count = plain.count
    let rest = octets[count...].prefix(4 * (longest + 1))
    for scalar in String(decoding: rest, as: UTF8.self).unicodeScalars {
      if count == longest {
        text += "…".utf8
        break
      }
      append(scalar, to: &text)
      count += 1
    }
    return String(decoding: text + marks.utf8, as: UTF8.self)
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
      text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
    default: text += UTF8.encode(scalar) ?? .init()
    }
  }

  /// A control character for people, such as `U+0008`.
  static func control(_ octet: UInt8) -> String {
    "the control character U+" + String(octet, digits: 4, radix: 16, uppercase: true)
  }
}
