/// Base64 as slowly as it can be told, RFC 4648 §4 and §5.
package enum SlowBase64 {
  package static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ octets: some Collection<UInt8>) -> [UInt8] {
    var bits = octets.flatMap { octet in (0..<8).map { octet >> (7 - $0) & 1 } }
    while bits.count % 6 != 0 { bits.append(0) }
    var text = stride(from: 0, to: bits.count, by: 6).map { start in
      digits[bits[start..<start + 6].reduce(0) { $0 << 1 | Int($1) }]
    }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return text
  }

  /// What `Base64.decode` must come to: `nil` with anything but digits and white space before the
  /// first `=`, or but `=` and white space after it; a digit alone at the end is no octet.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bits: [UInt8] = []
    var isPadded = false
    for octet in text where !Array(" \t\r\n".utf8).contains(octet) {
      if octet == UInt8(ascii: "=") {
        isPadded = true
        continue
      }
      let standard =
        switch octet {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: octet
        }
      guard !isPadded, let value = digits.firstIndex(of: standard) else { return nil }
      bits += (0..<6).map { UInt8(value >> (5 - $0) & 1) }
    }
    if bits.count % 8 == 6 { return nil }
    return stride(from: 0, to: bits.count / 8 * 8, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    }
  }
}
