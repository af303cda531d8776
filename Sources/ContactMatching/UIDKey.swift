internal import ContactModel

/// A UID that is a UUID, however it is written.
///
/// `urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1`, the same without `urn:uuid:`, in braces or in
/// upper case are one. Other UIDs are names that some program gave, and two programs may give the
/// same; they are no evidence.
public struct UIDKey: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// Reads a UID, or returns `nil` when it is no UUID, the nil UUID, or known to be local.
  public init?(_ uid: String) {
    // A UUID is 36 octets long, at most 11 stand around it, and blanks.
    guard uid.utf8.count >= 36, !DeviceLocal.isLocal(uid: uid) else { return nil }
    var octets = Array(uid.trimmingBlanks.utf8)[...]
    let scheme = Array("urn:uuid:".utf8)
    if octets.count > scheme.count, zip(octets, scheme).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
      octets.removeFirst(scheme.count)
    }
    if octets.first == UInt8(ascii: "{"), octets.last == UInt8(ascii: "}") {
      octets = octets.dropFirst().dropLast()
    }
    // RFC 9562 §4: 8-4-4-4-12 hexadecimal digits.
    guard octets.count == 36 else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    for (place, octet) in octets.enumerated() {
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard octet == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = UIDKey.digit(octet) else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | digit
    }
    guard high != 0 || low != 0 else { return nil }
    self.high = high
    self.low = low
  }

  private static func digit(_ octet: UInt8) -> UInt64? {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(octet - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(octet - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(octet - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

extension UIDKey: CustomStringConvertible {
  /// The UUID as a URN in lower case, RFC 9562 §4.
  public var description: String {
    let digits = [high, low].map { number in
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }.joined().utf8
    var text = "urn:uuid:"
    for (place, digit) in digits.enumerated() {
      if place == 8 || place == 12 || place == 16 || place == 20 { text += "-" }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }
}
