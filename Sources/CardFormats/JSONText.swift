internal import VCard

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
      json.append(addingCapacity: piece.count * growth + slack) {
        JSONEscapes.append(piece, 0..<piece.count, to: &$0)
      }
      start = end
    }
    json.append(quote)
  }

  /// Appends texts as an array.
  static func append(_ texts: [String], to json: inout [UInt8]) {
    append(arrayOf: texts, to: &json) { append($0, to: &$1) }
  }

  /// Appends an array of what each element is appended as.
  static func append<Element>(
    arrayOf elements: [Element], to json: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
  ) {
    json.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      append(element, &json)
    }
    json.append(UInt8(ascii: "]"))
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
  static let growth = JSONEscapes.growth
  /// Octets.
  ///
  /// Room that a string needs besides, for its quotation marks and for whole vectors.
  static let slack = JSONEscapes.slack + 2

  private static let quote = UInt8(ascii: "\"")

  /// Appends a range of some octets, which is well-formed UTF-8, as a string with its quotation
  /// marks; there must be room for ``growth`` times its octets and ``slack``.
  static func append(
    utf8 octets: Span<UInt8>, _ range: Range<Int>, to json: inout OutputSpan<UInt8>
  ) {
    json.append(quote)
    JSONEscapes.append(octets, range, to: &json)
    json.append(quote)
  }

  /// Appends what is JSON already; there must be room for it.
  static func append(literal text: StaticString, to json: inout OutputSpan<UInt8>) {
    text.withUTF8Buffer { unsafe json.append($0.span) }
  }
}

extension PlainProperty {
  /// Room for all that its strings may become as values of JSON, with what stands around them.
  var room: Int {
    var size = 0
    for text in strings { size += text.range.count }
    let texts = strings.count * (JSONText.slack + 64)
    // The longest head of a component is not half as long; brackets stand around those without texts.
    return size * JSONText.growth + texts + componentEnds.count * 4 + 128
  }

  /// Writes a string of it; there must be room for it.
  func write(_ index: Int, of card: Span<UInt8>, into json: inout OutputSpan<UInt8>) {
    let text = strings[index]
    JSONText.append(utf8: text.isInCard ? card : octets.span, text.range, to: &json)
  }
}
