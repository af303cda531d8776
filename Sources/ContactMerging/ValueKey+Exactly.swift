import Crypto
import Files
import VCard

extension ValueKey {
  /// The key of a value of which nothing is lost when another with the same key stays.
  ///
  /// Blanks at the ends and repeated ones do not count, nor the case of an email, nor what stands
  /// between the digits of a phone number, nor how a date or a picture is written. But a name in
  /// other letters, a number with or without its country and a date without its year are values of
  /// their own.
  init(exactly property: Property) {
    if property.isNestedCard {
      self.init(property)
      return
    }
    if property.isBase64, let binary = property.binary {
      self = .octets(SHA256.hash(data: binary.octets).hexadecimal)
      return
    }
    switch ValueKey.comparedName(property.canonicalName) {
    case "FN": self.init(text: property.text)
    case "TEL":
      let text = ValueKey.normalized(property.text)
      let number = text.unicodeScalars.filter { !ValueKey.isSeparator($0) }
      self.init(text: number.isEmpty ? text : String(String.UnicodeScalarView(number)).lowercased())
    default: self.init(property)
    }
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "(", ")", "-", ".", "/", " ", "\u{A0}", "\u{2010}"..."\u{2015}": true
    default: false
    }
  }
}
