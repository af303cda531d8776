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
    let (first, last) = CardAssembler.trimmed(octets.span, from: 0, to: octets.count)
    var body = octets[first..<last]
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
    let numbers = parts.map { part -> ArraySlice<UInt8> in
      var part = part
      while let octet = part.first, Octets.isBlank(octet) { part.removeFirst() }
      while let octet = part.last, Octets.isBlank(octet) { part.removeLast() }
      return part
    }
    guard numbers.allSatisfy(PositionText.isNumber) else { return nil }
    latitude = String(decoding: numbers[0], as: UTF8.self)
    longitude = String(decoding: numbers[1], as: UTF8.self)
    if numbers.count == 3 {
      let altitude = "an altitude of \(String(decoding: numbers[2], as: UTF8.self))"
      rest = rest.isEmpty ? altitude : "\(altitude) and \(rest)"
    }
    self.rest = rest
  }

  private static func isNumber(_ octets: ArraySlice<UInt8>) -> Bool {
    var octets = octets
    if octets.first == UInt8(ascii: "-") || octets.first == UInt8(ascii: "+") {
      octets.removeFirst()
    }
    var points = 0
    var digits = 0
    for octet in octets {
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "."): points += 1
      default: return false
      }
    }
    return digits > 0 && points <= 1
  }
}
