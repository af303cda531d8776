internal import ContactModel
internal import VCard

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
    let text = uid.trimmingBlanks
    self.init(text.utf8.span)
  }

  /// Reads a UID in UTF-8 without blanks around it.
  ///
  /// One that is known to be local is no UUID, for none ends or begins as these do; see
  /// ``ContactModel/DeviceLocal/isLocal(uid:)``.
  init?(_ uid: Span<UInt8>) {
    var start = UUIDText.schemeLength(uid)
    var end = uid.count
    if end - start > 1, uid[start] == UInt8(ascii: "{"), uid[end - 1] == UInt8(ascii: "}") {
      (start, end) = (start + 1, end - 1)
    }
    guard UUIDText.isUUID(uid.extracting(start..<end)) else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    for place in start..<end {
      guard let digit = Octets.hexadecimalDigit(uid[place]) else { continue }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
    }
    guard high != 0 || low != 0 else { return nil }
    self.high = high
    self.low = low
  }
}

extension UIDKey: CustomStringConvertible {
  /// The UUID as a URN in lower case, RFC 9562 §4.
  public var description: String {
    let digits = [high, low].map { String($0, digits: 16, radix: 16) }.joined().utf8
    var text = "urn:uuid:"
    for (place, digit) in digits.enumerated() {
      if place == 8 || place == 12 || place == 16 || place == 20 { text += "-" }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }
}
