internal import VCard

/// Reads what programs write as the value of EMAIL.
package enum EmailText {
  /// The address itself: of `mailto:a@x?subject=y`, `"A" <a@x>` and `a@x;` it is `a@x`.
  package static func address(_ text: String) -> String {
    let text = text.trimmingBlanks
    if isAlone(text.utf8Span.span) { return text }
    var octets = Array(text.utf8)[...]
    if let open = octets.lastIndex(of: UInt8(ascii: "<")),
      let close = octets[open...].firstIndex(of: UInt8(ascii: ">")), close > open + 1
    {
      octets = octets[(open + 1)..<close]
    }
    if Octets.equal(octets.span.extracting(first: 7), "mailto:") {
      octets = octets.dropFirst("mailto:".utf8.count).prefix { $0 != UInt8(ascii: "?") }
    }
    while octets.last == UInt8(ascii: ";") { octets.removeLast() }
    return String(decoding: octets, as: UTF8.self).trimmingBlanks
  }

  /// Whether nothing may stand beside the address.
  static func isAlone(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] <= 0x3C {
      switch text[index] {
      case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "<"), 0x20: return false
      default: break
      }
    }
    return true
  }
}

/// Reads what programs write as the value of TEL.
package enum PhoneText {
  /// The number: `tel:+1-201;ext=5` (RFC 3966 §3) is `+1-201 x5`, anything else stays.
  package static func number(_ text: String) -> String {
    let text = text.trimmingBlanks
    guard let uri = TelURI(text), let number = uri.number.filled else { return text }
    return uri.extent.map { "\(number) x\($0)" } ?? number
  }

  /// What of a number counts: its digits, letters and signs, and not what stands between them.
  package static func digits(_ number: String) -> String {
    number.lowercased().filter { $0.isLetter || $0.isNumber || "+#*".contains($0) }
  }
}

extension Property {
  /// Whether the value is base64 or a `data:` URI, told without decoding it.
  var seemsBinary: Bool {
    if isBase64 { return true }
    let head = rawValue.prefix(32).drop { $0 <= 0x20 }
    if Octets.equal(head.span.extracting(first: 5), "data:") { return true }
    // A photo that declares nothing: a link has a colon or a point among its first characters.
    return head.count >= 16
      && head.prefix(16).allSatisfy {
        // The slash comes right before the digits.
        ValueSyntax.isLetter($0) || UInt8(ascii: "/")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "+")
      }
  }
}
