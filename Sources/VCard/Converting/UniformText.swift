/// URIs, as far as others look at them.
package enum UniformText {
  /// The scheme that a text begins with, in lower case and without its colon; `nil` where there is none.
  ///
  /// RFC 3986 §3.1.
  package static func scheme(_ text: String) -> String? {
    ValueSyntax.scheme(text.utf8Span.span).map {
      String(decoding: text.utf8.prefix($0), as: UTF8.self).lowercased()
    }
  }

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
