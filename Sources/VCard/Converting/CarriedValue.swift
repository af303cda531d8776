/// Values in parameters of ours, so written that no reader, however simple, stumbles over a quoted
/// separator: `;` is `%3B`.
enum CarriedValue {
  static func encoded(_ text: String) -> String { encodedWithin(text, isSpecial) }

  /// The same for vCard 2.1, whose words hold still less.
  ///
  /// vCard 2.1 §3.
  static func encodedPlainly(_ text: String) -> String {
    encodedWithin(text) { octet in
      switch octet {
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "="), UInt8(ascii: "."): true
      default: isSpecial(octet)
      }
    }
  }

  /// A text without special octets, nor blanks at its ends.
  private static func encodedWithin(_ text: String, _ isSpecial: (UInt8) -> Bool) -> String {
    let last = text.utf8.count - 1
    return PercentCoding.encoded(text) { octet, index in
      isSpecial(octet) || octet == 0x20 && (index == 0 || index == last)
    }
  }

  private static func isSpecial(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "%"), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: ","),
      UInt8(ascii: "\""), UInt8(ascii: "^"), UInt8(ascii: "\\"), 0..<0x20, 0x7F:
      true
    default: false
    }
  }

  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    return String(decoding: PercentCoding.decoded(text.utf8Span.span), as: UTF8.self)
  }
}
