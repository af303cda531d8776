extension CardAssembler {
  enum Envelope: Sendable { case none, beginCard, endCard, beginOther, endOther }

  /// Leaves blanks and line ends off both ends.
  static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    ValueSyntax.trimmed(bytes, range, of: Octets.isSpace)
  }

  /// What a line without blanks around it says about cards.
  ///
  /// `BEGIN:VCARD`, `x.End : vCard`, …; nothing where a control character stands in the group.
  static func envelope(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Envelope {
    let (start, end) = (range.lowerBound, range.upperBound)
    guard end - start >= 5 else { return .none }
    switch bytes[end - 1] | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): break
    default: return .none
    }
    var name = start
    var index = start
    while index < end, index - start < 64, bytes[index] != UInt8(ascii: ":") {
      if bytes[index] == UInt8(ascii: ".") { name = index + 1 }
      if bytes[index] < 0x20, !Octets.isBlank(bytes[index]) { return .none }
      index += 1
    }
    guard index < end, bytes[index] == UInt8(ascii: ":") else { return .none }
    let value = trimmed(bytes, index + 1..<end)
    let nameEnd = ValueSyntax.trimmed(bytes, name..<index).upperBound
    guard !value.isEmpty else { return .none }
    let isBegin = Octets.equal(bytes.extracting(name..<nameEnd), "BEGIN")
    guard isBegin || Octets.equal(bytes.extracting(name..<nameEnd), "END") else { return .none }
    let isCard = Octets.equal(bytes.extracting(value), "VCARD")
    return isBegin ? (isCard ? .beginCard : .beginOther) : (isCard ? .endCard : .endOther)
  }

  /// Where BEGIN:VCARD starts at the end of a line that holds something before it.
  static func trailingBegin(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Int? {
    let (length, end) = (11, line.upperBound)
    guard line.count > length, Octets.equal(bytes.extracting(end - length..<end), "BEGIN:VCARD")
    else { return nil }
    let before = bytes[end - length - 1]
    switch before {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "."), UInt8(ascii: "\\"):
      // A longer word, a group, or an escape inside a text.
      return nil
    default: return end - length
    }
  }

  /// What stands after `AGENT` and its parameters.
  enum Agent: Sendable { case empty, beginCard, other }

  /// What an AGENT line holds; `other` for any other line.
  static func agent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Agent {
    let end = range.upperBound
    var name = range.lowerBound
    var index = name
    while index < end, bytes[index] != UInt8(ascii: ":"), bytes[index] != UInt8(ascii: ";") {
      if bytes[index] == UInt8(ascii: ".") { name = index + 1 }
      index += 1
    }
    guard KnownName.named(bytes.extracting(name..<index)) == .agent else { return .other }
    while index < end, bytes[index] != UInt8(ascii: ":") { index += 1 }
    guard index < end else { return .other }
    let value = trimmed(bytes, index + 1..<end)
    if value.isEmpty { return .empty }
    return envelope(bytes, value.lowerBound..<end) == .beginCard ? .beginCard : .other
  }

  /// Cards that are begun in a value and not ended.
  static func unfinishedCards(_ value: Span<UInt8>) -> Int {
    var depth = 0
    forEachLine(value, value.indices) { line in
      let line = trimmed(value, line)
      switch envelope(value, line) {
      case .beginCard: depth += 1
      case .endCard: depth -= 1
      default: if agent(value, line) == .beginCard { depth += 1 }
      }
    }
    return max(depth, 0)
  }

  /// Where the byte order marks at the start of a line end.
  static func markEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while end - index >= 3, bytes[index] == 0xEF, bytes[index + 1] == 0xBB, bytes[index + 2] == 0xBF
    {
      index += 3
    }
    return index
  }

  /// Whether a head up to the end of its name is a name, perhaps with groups before it.
  ///
  /// RFC 6350 §3.3 allows letters, digits and hyphens; `_`, `/` and, in `X-GOOGLE TALK` and the
  /// like, blanks are known from real programs.
  static func isName(_ head: Span<UInt8>) -> Bool {
    var start = 0
    while start < head.count, Octets.isBlank(head[start]) { start += 1 }
    var name = start
    var hasBlank = false
    for index in start..<head.count {
      switch head[index] {
      case let octet where Octets.isLooseNameOctet(octet): break
      case UInt8(ascii: "."):
        // A group has a name, without blanks in it.
        guard index > start, !hasBlank else { return false }
        name = index + 1
      case 0x20, 0x09: hasBlank = true
      default: return false
      }
    }
    guard name < head.count else { return false }
    return !hasBlank
      || head.count - name > 2 && head[name] | 0x20 == UInt8(ascii: "x")
        && head[name + 1] == UInt8(ascii: "-")
  }

  static func isPunctuation(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range {
      switch bytes[index] {
      case 0x21...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: continue
      default: return false
      }
    }
    return true
  }

  /// Whether a line can only stem from a card whose BEGIN is missing.
  static func startsCard(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    let (start, end) = (line.lowerBound, line.upperBound)
    var index = start
    while index < end, bytes[index] != UInt8(ascii: ":"), bytes[index] != UInt8(ascii: ";"),
      index - start < 16
    {
      index += 1
    }
    guard index < end, index > start else { return false }
    // Random octets may begin with `N;`; a line of text holds no control characters.
    for place in index..<end where bytes[place] < 0x20 && bytes[place] != 0x09 { return false }
    switch KnownName.named(bytes.extracting(start..<index)) {
    case .fn, .n, .tel, .email, .adr, .url, .org, .bday, .nickname, .photo: return true
    case .version:
      let value = bytes.extracting(trimmed(bytes, index + 1..<end))
      return Octets.equal(value, "2.1") || Octets.equal(value, "3.0") || Octets.equal(value, "4.0")
    default: return false
    }
  }

  /// Whether a line, or a value, ends in `=` with nothing but blanks after it: a soft line break, or padding.
  static func endsInEqualsSign(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    // From the end only: it is asked of the whole value for each line that may go on with it.
    var end = range.upperBound
    while end > range.lowerBound, Octets.isBlank(bytes[end - 1]) { end -= 1 }
    return end > range.lowerBound && bytes[end - 1] == UInt8(ascii: "=")
  }

  /// Octets.
  ///
  /// No name of a property that anybody writes is longer.
  private static let longestName = 255

  /// Whether a line begins with a name, or a group, and what ends one, with folds and empty lines or
  /// without; `nil` where that is still to come.
  static func beginsProperty(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool? {
    var index = start
    var count = 0
    while index < end {
      let octet = bytes[index]
      index += 1
      if Octets.isLineEnd(octet) {
        // A line end within is a fold, with the blank after it.
        while index < end, Octets.isLineEnd(bytes[index]) { index += 1 }
        index += 1
        continue
      }
      guard Octets.isNameOctet(octet) else {
        return octet == UInt8(ascii: ";") || octet == UInt8(ascii: ":")
          || octet == UInt8(ascii: ".")
      }
      count += 1
      if count == longestName { return false }
    }
    return nil
  }

  /// Whether a line holds nothing but base64.
  static func isBase64(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where !Base64.isDigit(bytes[index]) && !Octets.isBlank(bytes[index]) {
      return false
    }
    return true
  }
}
