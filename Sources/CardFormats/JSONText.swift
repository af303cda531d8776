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

  /// Octets that are taken at once: room for all that they may become is small beside the output.
  private static let pieceSize = 1 << 14

  /// Appends well-formed UTF-8 as a string with its quotation marks.
  package static func append(utf8 octets: Span<UInt8>, to json: inout [UInt8]) {
    json.append(quote)
    var start = 0
    while start < octets.count {
      var end = min(start + pieceSize, octets.count)
      // A piece ends between two characters.
      while end < octets.count, octets[end] & 0xC0 == 0x80 { end -= 1 }
      let piece = octets.extracting(start..<end)
      json.append(addingCapacity: piece.count * growth + slack) { appendEscaped(piece, to: &$0) }
      start = end
    }
    json.append(quote)
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

  // MARK: Where there is room

  /// How many times as many octets a string may become.
  static let growth = 6
  /// Octets.
  ///
  /// Room that a string needs besides, for its quotation marks and for whole words.
  static let slack = 10

  private static let quote = UInt8(ascii: "\"")

  /// Appends well-formed UTF-8 as a string with its quotation marks; there must be room for
  /// ``growth`` times its octets and ``slack``.
  static func append(utf8 octets: Span<UInt8>, to json: inout OutputSpan<UInt8>) {
    json.append(quote)
    appendEscaped(octets, to: &json)
    json.append(quote)
  }

  /// Appends what is JSON already; there must be room for it.
  static func append(raw octets: Span<UInt8>, to json: inout OutputSpan<UInt8>) {
    precondition(json.freeCapacity >= octets.count, "there is room")
    unsafe octets.withUnsafeBufferPointer { source in
      unsafe json.withUnsafeMutableBufferPointer { target, count in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        unsafe (to + count).initialize(from: from, count: source.count)
        count += source.count
      }
    }
  }

  /// Appends what is JSON already; there must be room for it.
  static func append(literal text: StaticString, to json: inout OutputSpan<UInt8>) {
    text.withUTF8Buffer { unsafe append(raw: $0.span, to: &json) }
  }

  private static func appendEscaped(_ octets: Span<UInt8>, to json: inout OutputSpan<UInt8>) {
    precondition(json.freeCapacity >= octets.count * growth + 8, "there is room")
    unsafe octets.withUnsafeBufferPointer { source in
      unsafe json.withUnsafeMutableBufferPointer { target, count in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        count += unsafe escape(from, source.count, into: to + count)
      }
    }
  }

  /// Copies octets, with escapes for those that need them; gives how many it wrote.
  ///
  /// It may write eight octets more than it says.
  private static func escape(
    _ source: UnsafePointer<UInt8>, _ length: Int, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var index = 0
    var written = 0
    while index < length {
      // Eight octets at once as long as none of them needs a look.
      let left = length - index
      let word = unsafe left >= 8 ? load(source + index) : lastWord(source, length, left)
      if !needsLook(word) {
        unsafe UnsafeMutableRawPointer(target + written).storeBytes(
          of: word.littleEndian, as: UInt64.self)
        index += min(8, left)
        written += min(8, left)
        continue
      }
      let octet = unsafe source[index]
      let next = unsafe left > 1 ? source[index + 1] : 0
      if octet < 0x20 || octet == 0x22 || octet == 0x5C || octet == 0x7F {
        written += unsafe escape(UInt32(octet), into: target + written)
        index += 1
      } else if octet == 0xC2, next < 0xA0 {
        // U+0080 to U+009F: the C1 controls.
        written += unsafe escape(UInt32(next), into: target + written)
        index += 2
      } else if octet == 0xE2, next == 0x80, left > 2, unsafe source[index + 2] & 0xFE == 0xA8 {
        written += unsafe escape(0x2000 | UInt32(source[index + 2] & 0x3F), into: target + written)
        index += 3
      } else {
        unsafe target[written] = octet
        index += 1
        written += 1
      }
    }
    return written
  }

  /// Eight octets, the first of them lowest.
  private static func load(_ source: UnsafePointer<UInt8>) -> UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(source).loadUnaligned(as: UInt64.self))
  }

  /// The last octets of a string, of which fewer than eight are left, and letters after them.
  private static func lastWord(
    _ source: UnsafePointer<UInt8>, _ length: Int, _ left: Int
  ) -> UInt64 {
    let letters: UInt64 = 0x6161_6161_6161_6161 << UInt64(8 * left)
    if length >= 8 {
      return unsafe load(source + length - 8) >> UInt64(8 * (8 - left)) | letters
    }
    var word = letters
    for place in 0..<left {
      unsafe word |= UInt64(source[length - left + place]) << UInt64(8 * place)
    }
    return word
  }

  /// Whether one of eight octets is a control, a quotation mark, a backslash or DEL, or starts a
  /// character that may need an escape.
  ///
  /// Where it says so of an octet to the right of such a one, it may be wrong; that costs a look.
  private static func needsLook(_ word: UInt64) -> Bool {
    var found = (word &- ones &* 0x20) & ~word
    found |= zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C)
    found |= zeros(word ^ ones &* 0x7F)
    found |= zeros(word ^ ones &* 0xC2) | zeros(word ^ ones &* 0xE2)
    return found & (ones &* 0x80) != 0
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Sets the highest bit of the octets that are 0.
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  private static func escape(
    _ scalar: UInt32, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    unsafe target[0] = UInt8(ascii: "\\")
    switch scalar {
    case 0x22, 0x5C: unsafe target[1] = UInt8(truncatingIfNeeded: scalar)
    case 0x08: unsafe target[1] = UInt8(ascii: "b")
    case 0x09: unsafe target[1] = UInt8(ascii: "t")
    case 0x0A: unsafe target[1] = UInt8(ascii: "n")
    case 0x0C: unsafe target[1] = UInt8(ascii: "f")
    case 0x0D: unsafe target[1] = UInt8(ascii: "r")
    default:
      unsafe target[1] = UInt8(ascii: "u")
      for place in 0..<4 {
        let digit = UInt8(truncatingIfNeeded: scalar >> UInt32(12 - 4 * place) & 15)
        unsafe target[2 + place] =
          digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit
      }
      return 6
    }
    return 2
  }
}
