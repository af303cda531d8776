/// UUIDs as texts: hexadecimal digits in groups of 8, 4, 4, 4 and 12, and perhaps `urn:uuid:` before them.
///
/// RFC 9562 §4.
package enum UUIDText {
  /// Whether octets are a UUID without anything before it.
  package static func isUUID(_ text: Span<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    for index in text.indices {
      let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
      guard isHyphen ? text[index] == 0x2D : Octets.hexadecimalDigit(text[index]) != nil
      else { return false }
    }
    return true
  }

  /// Octets of the `urn:uuid:` that a text begins with, whatever follows; 0 where there is none.
  package static func schemeLength(_ text: Span<UInt8>) -> Int {
    Octets.equal(text.extracting(first: 9), "urn:uuid:") ? 9 : 0
  }

  /// A text without the `urn:uuid:` that it begins with.
  package static func withoutScheme(_ text: String) -> String {
    let length = schemeLength(text.utf8Span.span)
    return length == 0 ? text : String(decoding: text.utf8.dropFirst(length), as: UTF8.self)
  }
}
