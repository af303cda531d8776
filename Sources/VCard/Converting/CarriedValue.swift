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
    let octets = text.utf8
    if octets.first != 0x20, octets.last != 0x20, !octets.contains(where: isSpecial) { return text }
    let last = octets.count - 1
    var index = -1
    return encoded(text) { octet in
      index += 1
      return isSpecial(octet) || octet == 0x20 && (index == 0 || index == last)
    }
  }

  /// A text without special octets, each of which is looked at once.
  static func encoded(_ text: String, _ isSpecial: (UInt8) -> Bool) -> String {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.utf8.count)
    for octet in text.utf8 {
      if isSpecial(octet) { appendEncoded(octet, to: &octets) } else { octets.append(octet) }
    }
    return String(decoding: octets, as: UTF8.self)
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
