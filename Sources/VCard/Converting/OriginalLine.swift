/// A line as it was in another version, as the value of a parameter: `3.0 BDAY;VALUE=date`, and
/// after a colon the value, when that does not follow from the one that stands there.
enum OriginalLine {
  static func text(_ line: ConversionLine, of version: Version, isWhole: Bool) -> String {
    var line = line
    var value: [UInt8] = []
    switch line.value {
    case .escaped(let octets): value = octets
    case .binary(_, let octets):
      if isWhole { value = Base64.encode(octets) }
      line.append(ParameterName(.encoding), "b")
    }
    var text = Array("\(version.rawValue) ".utf8)
    line.writeHead(Rules(.version30), isExact: true, keepsOrder: true, to: &text)
    if isWhole { text += value } else { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the mark holds the value too.
  static func isWhole(_ mark: String) -> Bool {
    let text = Array(CarriedValue.decoded(mark).utf8)
    return colon(text) != nil
  }

  private static func colon(_ text: [UInt8]) -> Int? {
    var isQuoted = false
    for (index, octet) in text.enumerated() {
      if octet == UInt8(ascii: "\"") { isQuoted.toggle() }
      if octet == UInt8(ascii: ":"), !isQuoted { return index }
    }
    return nil
  }

  /// The version and the line of a mark; `nil` for what is none.
  static func line(
    _ mark: String, _ present: ConversionLine
  ) -> (version: Version, line: ConversionLine)? {
    var text = Array(CarriedValue.decoded(mark).utf8)
    guard text.count > 4,
      let version = Version(rawValue: String(decoding: text[..<3], as: UTF8.self))
    else { return nil }
    text.removeFirst(4)
    if colon(text) == nil { text.append(UInt8(ascii: ":")) }
    guard !text.contains(where: Octets.isLineEnd) else { return nil }
    let start = Array("BEGIN:VCARD\r\nVERSION:3.0\r\n".utf8)
    guard let property = Card(reading: start + text + Array("\r\nEND:VCARD\r\n".utf8))?.onlyProperty
    else { return nil }
    var line = ConversionLine(property)
    line.row = present.row
    return (version, line)
  }
}
