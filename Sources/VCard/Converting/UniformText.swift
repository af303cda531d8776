/// URIs, as far as conversion looks at them.
enum UniformText {
  /// Whether a text begins as a URI does: a scheme, a colon, and something after it.
  ///
  /// RFC 3986 §3.1.
  static func hasScheme(_ text: String) -> Bool { hasScheme(text.utf8Span.span) }

  /// The same of octets.
  static func hasScheme(_ octets: Span<UInt8>) -> Bool {
    for index in octets.indices {
      switch octets[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        if index == 0 { return false }
      case UInt8(ascii: ":"): return index > 1 && index + 1 < octets.count
      default: return false
      }
    }
    return false
  }

  static func isData(_ octets: [UInt8]) -> Bool {
    Octets.equal(octets.span.extracting(first: 5), "data:")
  }

  /// Percent-encodes what a URI cannot hold: all but letters, digits and some signs.
  ///
  /// RFC 3986 §2.1.
  static func encoded(_ text: String, signs: String = "-._~@+!$&'()*=/#?") -> String {
    CarriedValue.encoded(text) { !Octets.isNameOctet($0) && !signs.utf8.contains($0) }
  }
}
