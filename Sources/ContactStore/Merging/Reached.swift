import ContactMatching
import ContactModel
import VCard

/// What is reached by a value of TEL or EMAIL, however it is written.
enum Reached {
  /// The number, as far as it is known; `nil` for what is none.
  static func number(_ property: Property) -> PhoneKey? {
    PhoneKey(PhoneText.number(property.text))
  }

  /// The mailbox, and whether the address has no tag after `+`; `nil` for what is no address.
  static func mailbox(_ property: Property) -> (key: UInt64, isUntagged: Bool)? {
    let address = EmailText.address(property.text)
    var scratch: [UInt8] = []
    // ICU fails only when there is no memory left; the address then is one of its own.
    guard let key = try? EmailKey(address.utf8.span, &scratch) else { return nil }
    let local = address.utf8.prefix { $0 != UInt8(ascii: "@") }
    return (key.mailbox, !local.dropFirst().contains(UInt8(ascii: "+")))
  }
}
