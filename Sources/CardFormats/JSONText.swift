/// Writes JSON text to octets, RFC 8259.
package enum JSONText {
  /// Appends a string with its quotation marks.
  ///
  /// Control characters, U+007F to U+009F, U+2028 and U+2029 are escaped, so that a line of output
  /// is a line wherever it goes; `/` is not.
  package static func append(_ text: String, to json: inout [UInt8]) {
    var text = text
    text.withUTF8 { buffer in
      unsafe append(utf8: buffer.span, to: &json)
    }
  }

  /// Appends well-formed UTF-8 as a string with its quotation marks.
  package static func append(utf8 octets: Span<UInt8>, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    var start = 0
    var index = 0
    while index < octets.count {
      let octet = octets[index]
      if needsNoEscape(octet) {
        index += 1
        continue
      }
      var width = 1
      var scalar = UInt32(octet)
      if octet == 0xC2, index + 1 < octets.count {
        // U+0080 to U+009F: the C1 controls.
        width = 2
        guard octets[index + 1] < 0xA0 else {
          index += 2
          continue
        }
        scalar = UInt32(octets[index + 1])
      } else if octet == 0xE2, index + 2 < octets.count {
        width = 3
        guard octets[index + 1] == 0x80, octets[index + 2] & 0xFE == 0xA8 else {
          index += 3
          continue
        }
        scalar = 0x2000 | UInt32(octets[index + 2] & 0x3F)
      }
      appendRaw(octets.extracting(start..<index), to: &json)
      appendEscape(scalar, to: &json)
      index += width
      start = index
    }
    appendRaw(octets.extracting(start..<octets.count), to: &json)
    json.append(UInt8(ascii: "\""))
  }

  /// Appends a number in decimal digits.
  package static func append(_ number: Int, to json: inout [UInt8]) {
    if 0..<10 ~= number {
      json.append(UInt8(ascii: "0") + UInt8(number))
    } else {
      json.append(contentsOf: String(number).utf8)
    }
  }

  /// Appends what is JSON already.
  package static func append(literal text: StaticString, to json: inout [UInt8]) {
    text.withUTF8Buffer { unsafe json.append(contentsOf: $0) }
  }

  @inline(__always)
  private static func needsNoEscape(_ octet: UInt8) -> Bool {
    octet >= 0x20 && octet != UInt8(ascii: "\"") && octet != UInt8(ascii: "\\") && octet != 0x7F
      && octet != 0xC2 && octet != 0xE2
  }

  private static func appendRaw(_ octets: Span<UInt8>, to json: inout [UInt8]) {
    unsafe octets.withUnsafeBufferPointer { unsafe json.append(contentsOf: $0) }
  }

  private static func appendEscape(_ scalar: UInt32, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x22, 0x5C: json.append(UInt8(scalar))
    case 0x08: json.append(UInt8(ascii: "b"))
    case 0x09: json.append(UInt8(ascii: "t"))
    case 0x0A: json.append(UInt8(ascii: "n"))
    case 0x0C: json.append(UInt8(ascii: "f"))
    case 0x0D: json.append(UInt8(ascii: "r"))
    default:
      let digits = Array("0123456789ABCDEF".utf8)
      json.append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] { json.append(digits[Int(scalar >> UInt32(shift) & 15)]) }
    }
  }
}
