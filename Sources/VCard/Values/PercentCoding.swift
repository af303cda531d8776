/// Octets escaped with `%`.
///
/// RFC 3986 §2.1.
package enum PercentCoding {
  /// Decodes once; a `%` that escapes nothing stays.
  package static func decoded(_ text: Span<UInt8>) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.count)
    forEach(text) { octet, _ in octets.append(octet) }
    return octets
  }

  /// Each octet that a text stands for, and whether it was escaped.
  package static func forEach(_ text: Span<UInt8>, _ body: (UInt8, Bool) -> Void) {
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), let octet = QuotedPrintable.hex(text, index + 1) {
        body(octet, true)
        index += 3
      } else {
        body(text[index], false)
        index += 1
      }
    }
  }

  /// Appends an octet, escaped.
  package static func append(_ octet: UInt8, to octets: inout [UInt8]) {
    octets.append(UInt8(ascii: "%"))
    octets.append(Octets.hexadecimal(octet >> 4))
    octets.append(Octets.hexadecimal(octet & 15))
  }

  /// A text in which all is escaped but letters, digits and some signs, if no others the unreserved ones.
  ///
  /// RFC 3986 §2.3. A hyphen always stays.
  package static func encoded(_ text: String, keeping signs: String = "-._~") -> String {
    encoded(text) { octet, _ in !Octets.isNameOctet(octet) && !signs.utf8.contains(octet) }
  }

  /// A text without special octets, which are told by the octet and its place.
  package static func encoded(_ text: String, _ isSpecial: (UInt8, Int) -> Bool) -> String {
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
        append(octet, to: &encoded)
      } else {
        encoded.append(octet)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
