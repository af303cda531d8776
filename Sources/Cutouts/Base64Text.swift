import VCard

/// Base64 as text files hold it.
enum Base64Text {
  /// The octets, or `nil` when the text is not base64; blanks and line ends do not count.
  static func decoded(_ text: String) -> [UInt8]? { Base64.decode(Array(text.utf8)) }
}
