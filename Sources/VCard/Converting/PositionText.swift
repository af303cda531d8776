/// A place on the earth: two numbers, as they are spelled.
///
/// RFC 2426 §3.4.2, RFC 5870 §3.3.
struct PositionText {
  let latitude: String
  let longitude: String
  /// What a `geo:` URI says besides.
  let rest: String

  /// Reads `a;b`, `a,b` or `geo:a,b;…`; `nil` for what is neither.
  init?(_ text: String) {
    let octets = Array(text.utf8)
    let range = CardAssembler.trimmed(octets.span, octets.indices)
    var body = octets[range]
    let isURI = body.count > 4 && Octets.equal(Array(body.prefix(4)).span, "geo:")
    var rest = ""
    if isURI {
      body = body.dropFirst(4)
      if let semicolon = body.firstIndex(of: UInt8(ascii: ";")) {
        rest = String(decoding: body[(semicolon + 1)...], as: UTF8.self)
        body = body[..<semicolon]
      }
    }
    let parts = body.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ",") || !isURI && $0 == UInt8(ascii: ";")
    }
    guard parts.count == 2 || isURI && parts.count == 3 else { return nil }
    let numbers = parts.map { ValueSyntax.trimmed($0) }
    guard numbers.allSatisfy({ ValueSyntax.isFloat($0.span) }) else { return nil }
    latitude = String(decoding: numbers[0], as: UTF8.self)
    longitude = String(decoding: numbers[1], as: UTF8.self)
    if numbers.count == 3 {
      let altitude = "an altitude of \(String(decoding: numbers[2], as: UTF8.self))"
      rest = rest.isEmpty ? altitude : "\(altitude) and \(rest)"
    }
    self.rest = rest
  }
}
