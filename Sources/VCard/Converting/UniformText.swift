/// URIs, as far as conversion looks at them.
enum UniformText {
  /// Whether a text begins as a URI does: a scheme, a colon, and something after it.
  ///
  /// RFC 3986 §3.1.
  static func hasScheme(_ text: String) -> Bool { hasScheme(text.utf8Span.span) }

  /// The same of octets.
  static func hasScheme(_ octets: Span<UInt8>) -> Bool {
    ValueSyntax.scheme(octets).map { $0 > 1 && $0 + 1 < octets.count } ?? false
  }

  static func isData(_ octets: [UInt8]) -> Bool {
    Octets.equal(octets.span.extracting(first: 5), "data:")
  }

  /// Percent-encodes what a URI cannot hold: all but letters, digits and some signs.
  static func encoded(_ text: String) -> String {
    PercentCoding.encoded(text, keeping: "-._~@+!$&'()*=/#?")
  }
}
