import ContactMatching
import ContactModel
import VCard

/// What is reached by a value of TEL or EMAIL, however it is written.
enum Reached {
  /// The number of a value in well-formed UTF-8, as far as it is known; `nil` for what is none.
  static func number(_ text: Span<UInt8>) -> PhoneKey? {
    // What begins with a digit or a sign is no URI.
    if text.isEmpty || 0x21...0x3F ~= text[0] { return PhoneKey(text, region: nil) }
    return PhoneKey(PhoneText.number(text.string))
  }

  /// The number of a property, as far as it is known; `nil` for what is none.
  static func number(_ property: Property) -> PhoneKey? { number(property.text.utf8.span) }

  /// The mailbox of a value in well-formed UTF-8, and whether the address has no tag after `+`; `nil`
  /// for what is no address.
  static func mailbox(
    _ text: Span<UInt8>, _ scratch: inout [UInt8]
  ) -> (key: UInt64, isUntagged: Bool)? {
    for index in text.indices {
      switch text[index] {
      case 0...0x20, UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "<"), 0x7F...:
        // More may stand there than the address.
        let address = EmailText.address(text.string)
        return mailbox(address: address.utf8.span, &scratch)
      default: break
      }
    }
    return mailbox(address: text, &scratch)
  }

  /// The mailbox of a property; `nil` for what is no address.
  static func mailbox(_ property: Property) -> UInt64? {
    var scratch: [UInt8] = []
    return mailbox(property.text.utf8.span, &scratch)?.key
  }

  private static func mailbox(
    address: Span<UInt8>, _ scratch: inout [UInt8]
  ) -> (key: UInt64, isUntagged: Bool)? {
    // ICU fails only when there is no memory left; the address then is one of its own.
    guard let key = try? EmailKey(address, &scratch) else { return nil }
    for index in address.indices {
      if address[index] == UInt8(ascii: "@") { break }
      if address[index] == UInt8(ascii: "+"), index > 0 { return (key.mailbox, false) }
    }
    return (key.mailbox, true)
  }
}

extension Span<UInt8> {
  /// The text of UTF-8.
  fileprivate var string: String {
    var octets: [UInt8] = []
    octets.append(self)
    return String(decoding: octets, as: UTF8.self)
  }
}
