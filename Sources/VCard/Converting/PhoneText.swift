/// Telephone numbers as texts and as URIs.
///
/// RFC 3966 §3.
enum PhoneText {
  /// The number of a `tel:` URI as people write it: `+49-30-1 x2` for `tel:+49-30-1;ext=2`.
  ///
  /// - Returns: The text, and whether it says all that the URI says.
  static func phone(_ uri: String) -> (text: String, isWhole: Bool) {
    var parts = uri.utf8.dropFirst(4).split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    var text = String(decoding: parts.removeFirst(), as: UTF8.self)
    var isWhole = true
    for part in parts {
      if part.count > 4, Octets.equal(Array(part.prefix(4)).span, "ext="),
        !text.utf8.contains(UInt8(ascii: "x"))
      {
        text += " x" + String(decoding: part.dropFirst(4), as: UTF8.self)
      } else {
        isWhole = false
      }
    }
    return (text, isWhole)
  }

  /// The URI of a number that was one: the way back of ``phone(_:)``.
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
