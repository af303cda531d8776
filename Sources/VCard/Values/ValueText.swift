/// Splits and unescapes values that are UTF-8.
package enum ValueText {
  private static let backslash = UInt8(ascii: "\\")

  /// Decodes backslash escapes.
  ///
  /// RFC 2426 §4, RFC 6350 §3.4. `\:`, `\"` and `\'` are read as the character, because programs
  /// write them; any other pair stays as it is, and so does a backslash at the end.
  ///
  /// - Parameters:
  ///   - octets: The value in UTF-8.
  ///   - keepsLineFeeds: Whether `\n` stays as it is, because the value is a URI.
  ///   - text: Receives the text.
  static func unescape(
    _ octets: Span<UInt8>, keepsLineFeeds: Bool, into text: inout [UInt8]
  ) {
    var start = 0
    var index = 0
    func copy(_ end: Int, to text: inout [UInt8]) {
      text.append(octets.extracting(start..<end))
    }
    while true {
      index = Octets.first(backslash, in: octets, from: index)
      guard index + 1 < octets.count else { return copy(octets.count, to: &text) }
      var decoded = octets[index + 1]
      var length = 2
      switch decoded {
      case UInt8(ascii: "n") where !keepsLineFeeds, UInt8(ascii: "N") where !keepsLineFeeds:
        decoded = 0x0A
      case backslash
      where keepsLineFeeds && index + 2 < octets.count
        && octets[index + 2] == UInt8(ascii: ":"):
        // Google Contacts once escaped the colon of a URL, and then the backslash: `https\\://`.
        decoded = UInt8(ascii: ":")
        length = 3
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "\""),
        UInt8(ascii: "'"), backslash, 0x0A:
        break
      default:
        // Any other pair stays as it is.
        index += 2
        continue
      }
      copy(index, to: &text)
      text.append(decoded)
      index += length
      start = index
    }
  }

  /// The text that escaped octets say.
  static func unescaped(_ octets: ArraySlice<UInt8>, keepsLineFeeds: Bool = false) -> String {
    guard octets.contains(backslash) else { return String(decoding: octets, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(octets.count)
    unescape(octets.span, keepsLineFeeds: keepsLineFeeds, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The octets that are read as a text: a URI as it stands, unless its backslashes would be escapes.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - keepsLineFeeds: As for ``unescape(_:keepsLineFeeds:into:)``.
  /// - Returns: UTF-8, with backslashes doubled or as they are.
  static func octets(readAs text: String, keepsLineFeeds: Bool) -> [UInt8] {
    let octets = Array(text.utf8)
    guard octets.contains(backslash),
      unescaped(octets[...], keepsLineFeeds: keepsLineFeeds) != text
    else { return octets }
    var escaped: [UInt8] = []
    for (index, octet) in octets.enumerated() {
      // `\\:` would be read as a colon.
      let isColonAfter = octet == UInt8(ascii: ":") && index > 0 && octets[index - 1] == backslash
      if octet == backslash || isColonAfter { escaped.append(backslash) }
      escaped.append(octet)
    }
    return escaped
  }

  /// Where a separator stands that no backslash stands before; the end where none does.
  static func end(
    of octets: Span<UInt8>, from start: Int = 0, at isSeparator: (UInt8) -> Bool
  ) -> Int {
    var index = start
    while index < octets.count, !isSeparator(octets[index]) {
      index += octets[index] == backslash ? 2 : 1
    }
    return min(index, octets.count)
  }

  /// Splits at a separator that no backslash stands before; gives ranges that still hold escapes.
  package static func split(
    _ octets: ArraySlice<UInt8>, at isSeparator: (UInt8) -> Bool
  ) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    parts.reserveCapacity(8)
    var rest = octets
    while true {
      let end = rest.startIndex + end(of: rest.span, at: isSeparator)
      parts.append(rest[..<end])
      if end == rest.endIndex { return parts }
      rest = rest[(end + 1)...]
    }
  }

  /// What a value without folds and transfer encodings says, by the name of its property.
  static func value(_ octets: [UInt8], of name: KnownName, _ rules: Rules) -> PropertyValue {
    switch name.shape {
    case .single: .text(unescaped(octets[...], keepsLineFeeds: name.isURI))
    case .list: .list(list(octets, rules))
    case .structure: .structure(components(octets, of: name, rules))
    }
  }

  /// The components of a structured value; an empty component has no values.
  static func components(_ octets: [UInt8], of name: KnownName, _ rules: Rules) -> [[String]] {
    let splitsAtCommas = rules.separatesWithinComponents && !name.hasPlainComponents
    return split(octets[...], at: { $0 == UInt8(ascii: ";") }).map { component in
      if component.isEmpty { return [] }
      guard splitsAtCommas, component.contains(UInt8(ascii: ",")) else {
        return [unescaped(component)]
      }
      return split(component, at: { $0 == UInt8(ascii: ",") }).map { unescaped($0) }
    }
  }

  /// The values of a list.
  ///
  /// An empty value has none.
  static func list(_ octets: [UInt8], _ rules: Rules) -> [String] {
    if octets.isEmpty { return [] }
    let semicolons = rules.separatesListsWithSemicolons
    return split(
      octets[...],
      at: { $0 == UInt8(ascii: ",") || semicolons && $0 == UInt8(ascii: ";") }
    ).map { unescaped($0) }
  }

  /// Turns CR LF, CR CR LF and CR into LF.
  static func normalizedLineEnds(_ octets: [UInt8]) -> [UInt8] {
    guard octets.contains(0x0D) else { return octets }
    var text: [UInt8] = []
    text.reserveCapacity(octets.count)
    CardAssembler.forEachLine(octets.span, octets.indices) { line in
      text.append(octets.span.extracting(line))
      if line.upperBound < octets.count { text.append(0x0A) }
    }
    return text
  }
}

/// Decodes quoted-printable as vCard 2.1 uses it.
///
/// RFC 2045 §6.7, vCard 2.1 §2.1.3.
enum QuotedPrintable {
  /// Appends the octets of a value; what in it is not quoted-printable stays as it is.
  ///
  /// - Parameters:
  ///   - bytes: The buffer.
  ///   - range: Where the value stands.
  ///   - text: Receives the octets.
  ///   - escapesSeparators: Whether an encoded semicolon or comma gets a backslash, so that it does
  ///     not separate: `=3B` is part of a name, `;` ends it.
  /// - Returns: Where the first equals sign stands that neither starts an octet nor ends a line; `nil`
  ///   where all of it is quoted-printable.
  static func decode(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into text: inout [UInt8], escapesSeparators: Bool
  ) -> Int? {
    let isIndented = hasIndentedLines(bytes, range)
    var fault: Int?
    // What is decoded is no longer, with backslashes.
    text.append(addingCapacity: range.count) { text in
      var index = range.lowerBound
      let end = range.upperBound
      while index < end {
        let octet = bytes[index]
        if Octets.isLineEnd(octet) {
          // A fold without a soft break: the line end and one blank go.
          while index < end, Octets.isLineEnd(bytes[index]) { index += 1 }
          if index < end, Octets.isBlank(bytes[index]) {
            index += 1
          } else if index < end {
            text.append(0x0A)
          }
          continue
        }
        guard octet == UInt8(ascii: "=") else {
          text.append(octet)
          index += 1
          continue
        }
        if index + 2 < end, let value = hex(bytes, index + 1) {
          if escapesSeparators, value == UInt8(ascii: ";") || value == UInt8(ascii: ",") {
            text.append(UInt8(ascii: "\\"))
          }
          text.append(value)
          index += 3
          continue
        }
        guard let next = softBreak(bytes, index: index, end: end) else {
          if fault == nil { fault = index }
          text.append(octet)
          index += 1
          continue
        }
        index = next
        if isIndented, index < end, Octets.isBlank(bytes[index]) { index += 1 }
      }
    }
    return fault
  }

  /// Appends text in quoted-printable to a line that holds all up to its colon.
  ///
  /// - Parameters:
  ///   - text: UTF-8 with the escapes of vCard 2.1.
  ///   - column: Octets that the line has.
  ///   - line: Where the text goes, without the end of the line.
  static func append<Sink: OctetSink & ~Copyable>(
    _ text: Span<UInt8>, after column: Int, to line: inout Sink
  ) {
    var column = column
    // Where the physical line starts in the text; the first one starts before it.
    var lineStart = -1
    // What stands for itself and is not written yet.
    var run = 0
    for index in text.indices {
      let octet = text[index]
      var isPlain = 0x21...0x7E ~= octet && octet != UInt8(ascii: "=")
      if octet == 0x20 { isPlain = index + 1 < text.count && !Octets.isLineEnd(text[index + 1]) }
      // What follows could be read as the end of the card.
      if octet == UInt8(ascii: ":"), lineStart >= 0,
        endsInEnvelopeName(text.extracting(lineStart..<index))
      {
        isPlain = false
      }
      // RFC 2045 §6.7 rule 5: 76 characters with the soft break.
      if column + (isPlain ? 1 : 3) > 75 {
        line.append(text.extracting(run..<index))
        line.append("=\r\n")
        (run, lineStart, column) = (index, index, 0)
      }
      // A blank here would be taken for a fold's.
      if octet == 0x20, lineStart == index { isPlain = false }
      column += isPlain ? 1 : 3
      if isPlain { continue }
      line.append(text.extracting(run..<index))
      line.append(UInt8(ascii: "="))
      line.append(Octets.hexadecimal(octet >> 4))
      line.append(Octets.hexadecimal(octet & 15))
      run = index + 1
    }
    line.append(text.extracting(run..<text.count))
  }

  private static func endsInEnvelopeName(_ line: Span<UInt8>) -> Bool {
    let word = line.extracting(CardAssembler.trimmed(line, line.indices))
    return Octets.equal(word.extracting(last: 3), "END")
      || Octets.equal(word.extracting(last: 5), "BEGIN")
  }

  /// Where the next line starts when a soft break stands at `index`: `=`, perhaps blanks that a
  /// mail program added, and the line end or the end of the value.
  private static func softBreak(_ bytes: Span<UInt8>, index: Int, end: Int) -> Int? {
    var after = index + 1
    while after < end, Octets.isBlank(bytes[after]) { after += 1 }
    guard after < end else { return end }
    guard Octets.isLineEnd(bytes[after]) else { return nil }
    while after < end, Octets.isLineEnd(bytes[after]) { after += 1 }
    return after
  }

  /// Whether the blank after each soft break is a fold's and no text.
  ///
  /// After a soft break a blank is text by RFC 2045, but ez-vcard folds besides, and the example in
  /// vCard 2.1 §2.1.3 indents. It is a fold's when every further line starts with one and something
  /// shows it: a UTF-8 sequence that would be torn apart, a line end or a blank right before the
  /// soft break, or three lines and more.
  private static func hasIndentedLines(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    var lines = 0
    var isShown = false
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "=") else {
        index += 1
        continue
      }
      if index + 2 < range.upperBound, hex(bytes, index + 1) != nil {
        index += 3
        continue
      }
      guard let next = softBreak(bytes, index: index, end: range.upperBound),
        next < range.upperBound
      else {
        index += 1
        continue
      }
      guard Octets.isBlank(bytes[next]) else { return false }
      lines += 1
      if index > range.lowerBound, Octets.isBlank(bytes[index - 1]) { isShown = true }
      if index - 3 >= range.lowerBound, bytes[index - 3] == UInt8(ascii: "="),
        let before = hex(bytes, index - 2)
      {
        if before == 0x0A || before == 0x0D { isShown = true }
        if before >= 0x80, next + 3 < range.upperBound, bytes[next + 1] == UInt8(ascii: "="),
          let after = hex(bytes, next + 2), after & 0xC0 == 0x80
        {
          isShown = true
        }
      }
      index = next
    }
    return lines > 0 && (isShown || lines >= 3)
  }

  /// The octet that two hexadecimal digits say.
  static func hex(_ bytes: Span<UInt8>, _ index: Int) -> UInt8? {
    guard index + 1 < bytes.count, let high = Octets.hexadecimalDigit(bytes[index]),
      let low = Octets.hexadecimalDigit(bytes[index + 1])
    else { return nil }
    return high << 4 | low
  }
}
