public import ICU

/// The form in which email addresses are compared.
public enum EmailKey {
  /// The address with its case folded, or `nil` for what is no address.
  ///
  /// RFC 5321 §2.3.11 lets a host tell cases of the local part apart; none does.
  ///
  /// - Parameter address: An address without `mailto:` and blanks, as a contact has it.
  /// - Returns: The key; equal keys are one mailbox.
  /// - Throws: ``ICU/ICUError`` when memory runs out.
  /// - Complexity: O(*n*) in the octets; ICU is asked beyond ASCII only.
  public static func key(_ address: String) throws(ICUError) -> String? {
    var octets: [UInt8] = []
    try append(address, to: &octets)
    return octets.isEmpty ? nil : String(decoding: octets, as: UTF8.self)
  }

  /// Appends the key, or nothing for what is no address.
  static func append(_ address: String, to key: inout [UInt8]) throws(ICUError) {
    try append(address.utf8.span, to: &key)
  }

  /// Appends the key of UTF-8, or nothing for what is no address.
  static func append(_ address: Span<UInt8>, to key: inout [UInt8]) throws(ICUError) {
    let start = key.count
    var at: Int?
    var isASCII = true
    for index in address.indices {
      let octet = address[index]
      switch octet {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): key.append(octet | 0x20)
      case UInt8(ascii: "@"):
        at = key.count
        key.append(octet)
      default:
        if octet >= 0x80 { isASCII = false }
        key.append(octet)
      }
    }
    guard let at, at > start, at + 1 < key.count else {
      key.removeSubrange(start...)
      return
    }
    if !isASCII {
      key.removeSubrange(start...)
      try CaseFolder.appendCaseFolded(address, to: &key)
    }
  }
}
