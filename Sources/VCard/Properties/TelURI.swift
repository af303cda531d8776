/// A telephone number as a URI, and as people write it.
///
/// RFC 3966 §3: `tel:+49-30-1;ext=2` is `+49-30-1 x2`.
package struct TelURI: Sendable {
  /// What stands between the scheme and the first semicolon.
  package let number: String
  /// The extension, where the number holds none already.
  package private(set) var extent: String?
  /// The parameters that plain numbers have no place for.
  package private(set) var rest: [String] = []

  /// Reads a URI; `nil` for what is no `tel:` URI.
  package init?(_ uri: String) {
    guard TelURI.hasScheme(uri.utf8Span.span) else { return nil }
    let parts = uri.utf8.dropFirst(4)
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    number = parts[0]
    for part in parts.dropFirst() {
      if extent == nil, part.utf8.count > 4, !number.utf8.contains(UInt8(ascii: "x")),
        part.utf8.prefix(4).elementsEqual("ext=".utf8, by: { $0 | 0x20 == $1 | 0x20 })
      {
        extent = String(part.dropFirst(4))
      } else {
        rest.append(part)
      }
    }
  }

  /// Whether octets begin with the scheme, in any case.
  static func hasScheme(_ octets: Span<UInt8>) -> Bool {
    Octets.equal(octets.extracting(first: 4), "tel:")
  }

  /// The number as people write it.
  package var text: String { extent.map { "\(number) x\($0)" } ?? number }

  /// The URI of a number that was one: the way back of ``text``.
  ///
  /// - Returns: `nil` for what no URI can hold.
  static func uri(_ text: String) -> String? {
    let octets = Array(text.utf8)
    guard let mark = octets.lastIndex(of: UInt8(ascii: "x")), mark > 0, octets[mark - 1] == 0x20
    else { return isURI(octets[...]) ? "tel:\(text)" : nil }
    guard isURI(octets[..<(mark - 1)]), isURI(octets[(mark + 1)...]) else { return nil }
    let number = String(decoding: octets[..<(mark - 1)], as: UTF8.self)
    let extent = String(decoding: octets[(mark + 1)...], as: UTF8.self)
    return "tel:\(number);ext=\(extent)"
  }

  private static func isURI(_ octets: ArraySlice<UInt8>) -> Bool {
    octets.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ",") }
  }
}
