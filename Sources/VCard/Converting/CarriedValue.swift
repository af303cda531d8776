/// Values in parameters of ours, so written that no reader, however simple, stumbles over a quoted
/// separator: `;` is `%3B`.
enum CarriedValue {
  /// A text without special octets, nor blanks at its ends; where it is to be a word of vCard 2.1 (§3),
  /// which holds still less, without those that none may hold.
  static func encoded(_ text: String, isWord: Bool = false) -> String {
    let last = text.utf8.count - 1
    return PercentCoding.encoded(text) { octet, index in
      switch octet {
      case UInt8(ascii: "%"), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: ","),
        UInt8(ascii: "\""), UInt8(ascii: "^"), UInt8(ascii: "\\"), 0..<0x20, 0x7F:
        true
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "="), UInt8(ascii: "."): isWord
      case 0x20: index == 0 || index == last
      default: false
      }
    }
  }

  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    return String(decoding: PercentCoding.decoded(text.utf8Span.span), as: UTF8.self)
  }
}
