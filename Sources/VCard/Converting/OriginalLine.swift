/// A line as it was in another version, as the value of a parameter: `3.0 BDAY;VALUE=date`, and
/// after a colon the value, when that does not follow from the one that stands there.
struct OriginalLine {
  let version: Version
  let line: ConversionLine
  /// Whether the mark holds the value, too.
  let isWhole: Bool

  static func text(_ line: ConversionLine, of version: Version, isWhole: Bool) -> String {
    var line = line
    var value: [UInt8] = []
    switch line.value {
    case .escaped(let octets): value = octets
    case .binary(_, let octets):
      if isWhole { value = Base64.encode(octets) }
      line.append(ParameterName(.encoding), "b")
    }
    var text: [UInt8] = []
    text.reserveCapacity(64 + value.count)
    text.append(contentsOf: version.rawValue.utf8)
    text.append(0x20)
    line.writeHead(Rules(.version30), isExact: true, keepsOrder: true, to: &text)
    if isWhole { text += [UInt8(ascii: ":")] + value }
    return String(decoding: text, as: UTF8.self)
  }
}

extension ConversionLine {
  /// Whether a mark says what the line was in another version.
  var isMarked: Bool { has(.version) || has(.original) }

  /// What the last mark of the line holds; `nil` where it has none.
  var original: OriginalLine? {
    guard let mark = last(.original) else { return nil }
    var text = Array(CarriedValue.decoded(mark).utf8)
    guard text.count > 4,
      let version = Version(rawValue: String(decoding: text[..<3], as: UTF8.self))
    else { return nil }
    text.removeFirst(4)
    var isQuoted = false
    let isWhole = text.contains { octet in
      if octet == UInt8(ascii: "\"") { isQuoted.toggle() }
      return octet == UInt8(ascii: ":") && !isQuoted
    }
    if !isWhole { text.append(UInt8(ascii: ":")) }
    guard !text.contains(where: Octets.isLineEnd), let property = Card.property(ofLine: text) else {
      return nil
    }
    return OriginalLine(
      version: version, line: ConversionLine(property).standing(in: row), isWhole: isWhole)
  }
}
