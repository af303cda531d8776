/// Turns UTF-16 that comes in pieces into UTF-8.
package struct UTF16Source: Sendable {
  let isBigEndian: Bool
  /// An octet that waits for the other half of its unit.
  private var half: UInt8?
  /// A high surrogate that waits for its low one.
  private var high: UInt16?

  /// Creates a source that waits for its first piece.
  package init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Appends a piece.
  ///
  /// - Parameters:
  ///   - piece: The octets.
  ///   - text: Receives their UTF-8.
  ///   - noteBroken: Told where in `text` half of a pair became U+FFFD.
  package mutating func append(
    _ piece: Span<UInt8>, to text: inout [UInt8], noteBroken: (Int) -> Void
  ) {
    var index = 0
    while index < piece.count {
      let first: UInt8
      if let waiting = half {
        first = waiting
        half = nil
      } else {
        first = piece[index]
        index += 1
        guard index < piece.count else {
          half = first
          return
        }
      }
      let second = piece[index]
      index += 1
      let unit =
        isBigEndian
        ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first)
      append(unit, to: &text, noteBroken)
    }
  }

  /// Appends what is left of a pair or unit at the very end.
  package mutating func finish(_ text: inout [UInt8], noteBroken: (Int) -> Void) {
    for isLeft in [high != nil, half != nil] where isLeft {
      noteBroken(text.count)
      UTF16Source.append(0xFFFD, to: &text)
    }
    high = nil
    half = nil
  }

  private mutating func append(
    _ unit: UInt16, to text: inout [UInt8], _ noteBroken: (Int) -> Void
  ) {
    if let first = high {
      high = nil
      if 0xDC00..<0xE000 ~= unit {
        UTF16Source.append(
          0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(unit) - 0xDC00, to: &text)
        return
      }
      noteBroken(text.count)
      UTF16Source.append(0xFFFD, to: &text)
    }
    switch unit {
    case 0xD800..<0xDC00: high = unit
    case 0xDC00..<0xE000:
      noteBroken(text.count)
      UTF16Source.append(0xFFFD, to: &text)
    default: UTF16Source.append(UInt32(unit), to: &text)
    }
  }

  private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    if scalar < 0x80 { return text.append(UInt8(scalar)) }
    Unicode.Scalar(scalar).flatMap(UTF8.encode).map { text.append(contentsOf: $0) }
  }

  /// The octets that a range of UTF-8 text took in its UTF-16 source.
  static func width(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var width = 0
    for index in range {
      switch bytes[index] {
      case 0x80..<0xC0: break
      case 0xF0...: width += 4
      default: width += 2
      }
    }
    return width
  }
}
