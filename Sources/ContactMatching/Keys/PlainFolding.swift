/// Folds ASCII as ``ContactModel/NameSpelling/folded(_:)`` does, which may ask ICU.
enum PlainFolding {
  /// Appends the letters of a text in lower case and its digits; `false` for a text beyond ASCII, of
  /// which any part may be appended.
  static func append(_ text: Span<UInt8>, to folded: inout [UInt8]) -> Bool {
    for index in text.indices {
      let octet = text[index]
      switch octet {
      case 0x30...0x39, 0x61...0x7A: folded.append(octet)
      case 0x41...0x5A: folded.append(octet | 0x20)
      case 0x80...: return false
      default: break
      }
    }
    return true
  }
}

extension Span where Element == UInt8 {
  /// The octets as an array.
  var array: [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(count)
    for index in indices { octets.append(self[index]) }
    return octets
  }

  /// The text of well-formed UTF-8.
  var string: String { String(decoding: array, as: UTF8.self) }
}
