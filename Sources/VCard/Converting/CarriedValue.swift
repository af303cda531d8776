/// Values in parameters of ours, so written that no reader, however simple, stumbles over a quoted
/// separator: `;` is `%3B`.
enum CarriedValue {
  static func appendEncoded(_ octet: UInt8, to octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "%"))
    octets.append(Octets.hexadecimal(octet >> 4))
    octets.append(Octets.hexadecimal(octet & 15))
  }

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
    return encoded(text) { octet, index in
      isSpecial(octet) || octet == 0x20 && (index == 0 || index == last)
    }
  }

  /// A text without special octets, which are told by the octet and its place.
  static func encoded(_ text: String, _ isSpecial: (UInt8, Int) -> Bool) -> String {
    let octets = text.utf8Span.span
    var index = 0
    while index < octets.count, !isSpecial(octets[index], index) { index += 1 }
    // Most have none.
    if index == octets.count { return text }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(octets.count + 32)
    encoded.append(octets.extracting(0..<index))
    for index in index..<octets.count {
      let octet = octets[index]
      if isSpecial(octet, index) {
        appendEncoded(octet, to: &encoded)
      } else {
        encoded.append(octet)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
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
    let octets = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < octets.count {
      if octets[index] == UInt8(ascii: "%"), let octet = QuotedPrintable.hex(octets.span, index + 1)
      {
        decoded.append(octet)
        index += 3
      } else {
        decoded.append(octets[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
