internal import VCard

/// Goes through the octets of a JSON value that are needed, without making anything of the others.
///
/// It finds where strings stand; what it passes over is JSON only if a ``JSONScanner`` says so.
struct JSONCursor: Sendable {
  /// Where a string stands, without its quotation marks.
  struct Text {
    var range: Range<Int>
    var hasEscapes = false
  }

  private(set) var octets: [UInt8] = []
  private(set) var index = 0

  /// How deep values may stand inside each other that are passed over.
  private static let nesting = 8

  mutating func start(_ octets: [UInt8]) {
    self.octets = octets
    index = 0
  }

  /// Goes to a place.
  mutating func go(to index: Int) { self.index = index }

  var isAtEnd: Bool { index >= octets.count }

  mutating func skipBlanks() {
    while index < octets.count, JSONScanner.isBlank(octets[index]) { index += 1 }
  }

  /// Takes an octet, and blanks before it.
  mutating func takes(_ octet: UInt8) -> Bool {
    skipBlanks()
    guard index < octets.count, octets[index] == octet else { return false }
    index += 1
    return true
  }

  /// Takes a string; `nil` where none stands.
  mutating func text() -> Text? {
    guard takes(UInt8(ascii: "\"")) else { return nil }
    let start = index
    var hasEscapes = false
    while true {
      index = JSONEscapes.mark(in: octets, from: index, to: octets.count)
      guard index < octets.count else { return nil }
      if octets[index] == UInt8(ascii: "\"") {
        index += 1
        return Text(range: start..<index - 1, hasEscapes: hasEscapes)
      }
      guard octets[index] == UInt8(ascii: "\\") else { return nil }
      hasEscapes = true
      index = min(index + 2, octets.count)
    }
  }

  /// Takes a string; `false` where it is not that of a word, or none.
  mutating func takes(text word: StaticString) -> Bool {
    text().map { isSame($0.range, word) } ?? false
  }

  /// Takes a key without escapes, and its colon.
  mutating func key() -> Range<Int>? {
    guard let text = text(), !text.hasEscapes, takes(UInt8(ascii: ":")) else { return nil }
    return text.range
  }

  /// Takes a whole number that is not negative.
  mutating func number() -> Int? {
    skipBlanks()
    let start = index
    var number = 0
    while index < octets.count, 0x30...0x39 ~= octets[index], index - start < 9 {
      number = 10 * number + Int(octets[index] - 0x30)
      index += 1
    }
    // RFC 8259 §6: none begins with a zero.
    guard index > start, index == start + 1 || octets[start] != 0x30, index < octets.count,
      !(0x30...0x39 ~= octets[index])
    else { return nil }
    return number
  }

  /// Takes a word such as `true`.
  mutating func takes(word: StaticString) -> Bool {
    skipBlanks()
    let end = index + word.utf8CodeUnitCount
    guard end <= octets.count, isSame(index..<end, word) else { return false }
    index = end
    return true
  }

  /// Passes over a value; `nil` where that is too deep, or none.
  mutating func value() -> Range<Int>? {
    skipBlanks()
    let start = index
    var depth = 0
    while index < octets.count {
      switch octets[index] {
      case UInt8(ascii: "\""):
        guard text() != nil else { return nil }
        if depth == 0 { return start..<index }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > JSONCursor.nesting { return nil }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index > start ? start..<index : nil }
        depth -= 1
        if depth == 0 {
          index += 1
          return start..<index
        }
      case UInt8(ascii: ",") where depth == 0: return index > start ? start..<index : nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Whether some octets are a word.
  func isSame(_ range: Range<Int>, _ word: StaticString) -> Bool {
    range.count == word.utf8CodeUnitCount && Octets.areSame(octets.span.extracting(range), word)
  }

  /// Whether some octets are others.
  func isSame(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
    range.count == other.count && Octets.areSame(octets.span.extracting(range), other.span)
  }

  // MARK: Escapes

  /// Appends what a string says; `false` where it is none, or says a control character but a line
  /// feed.
  func append(_ text: Text, to said: inout [UInt8]) -> Bool {
    var index = text.range.lowerBound
    let end = text.range.upperBound
    while true {
      let start = index
      index = JSONEscapes.mark(in: octets, from: start, to: end)
      said.append(octets.span.extracting(start..<index))
      if index == end { return true }
      // No control character stands in a string.
      guard octets[index] == UInt8(ascii: "\\"), index + 1 < end else { return false }
      let escape = octets[index + 1]
      index += 2
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): said.append(escape)
      case UInt8(ascii: "n"): said.append(0x0A)
      case UInt8(ascii: "t"): said.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&index, end), scalar.value >= 0x20 else { return false }
        said.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      default: return false
      }
    }
  }

  /// The character of an escape, RFC 8259 §7; beyond the first plane it is a pair of surrogates.
  private func scalar(_ index: inout Int, _ end: Int) -> Unicode.Scalar? {
    guard let unit = unit(&index, end) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, index + 2 <= end, octets[index] == UInt8(ascii: "\\"),
      octets[index + 1] == UInt8(ascii: "u")
    else { return nil }
    index += 2
    guard let low = self.unit(&index, end), 0xDC00..<0xE000 ~= low else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private func unit(_ index: inout Int, _ end: Int) -> UInt32? {
    guard index + 4 <= end else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Octets.hexadecimalDigit(octets[index]) else { return nil }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
