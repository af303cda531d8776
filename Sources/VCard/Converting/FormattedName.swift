/// The name that a card without FN is shown by.
package enum FormattedName {
  /// The text, in the escapes of vCard 3.0 and 4.0: from N, else ORG, NICKNAME, EMAIL or TEL.
  ///
  /// Each from the first property of its name that says something, whichever version writes how
  /// many semicolons after nothing.
  ///
  /// - Parameter lines: Gives the lines of a name.
  /// - Returns: `nil` when there is nothing.
  static func octets(_ lines: (KnownName) -> [ConversionLine]) -> [UInt8]? {
    for known in [KnownName.fn, .n, .org, .nickname, .email, .tel] {
      for line in lines(known) where !line.octets.isEmpty {
        let octets = octets(of: line)
        if !octets.isEmpty { return octets }
      }
    }
    return nil
  }

  private static func octets(of line: ConversionLine) -> [UInt8] {
    switch line.known {
    case .n:
      let octets = line.octets
      return self.octets(ofName: octets.span)
    case .org:
      let parts = line.components.lazy.filter { !$0.isEmpty }.map { ValueText.unescaped($0) }
      return ConversionLine.escaped(parts.joined(separator: ", "))
    default: return ConversionLine.escaped(line.text)
    }
  }

  /// The text of the value of N, both in the escapes of vCard 3.0 and 4.0; empty when it says nothing.
  static func octets(ofName name: Span<UInt8>) -> [UInt8] {
    var components = InlineArray<5, Range<Int>>(repeating: 0..<0)
    var start = 0
    for index in components.indices {
      let end = ValueText.end(of: name, from: start) { $0 == UInt8(ascii: ";") }
      components[index] = start..<end
      start = min(end + 1, name.count)
    }
    let (order, separator) = order(isEastAsian(name.extracting(0..<components[1].upperBound)))
    var text: [UInt8] = []
    text.reserveCapacity(name.count)
    for index in order {
      var rest = components[index]
      while !rest.isEmpty {
        let said = name.extracting(rest)
        let part = said.extracting(0..<ValueText.end(of: said) { $0 == UInt8(ascii: ",") })
        rest = min(rest.lowerBound + part.count + 1, rest.upperBound)..<rest.upperBound
        if part.isEmpty { continue }
        if !text.isEmpty { text.append(separator.utf8Span.span) }
        // A part without escapes stands in the text as it is.
        if Octets.first(UInt8(ascii: "\\"), in: part, from: 0) == part.count {
          text.append(part)
          continue
        }
        var plain: [UInt8] = []
        ValueText.unescape(part, keepsLineFeeds: false, into: &plain)
        ContentLine.escape(plain.span, Rules(.version40), into: &text)
      }
    }
    return text
  }

  /// The text of the components of N; empty when they are.
  package static func text(ofComponents components: [[String]]) -> String {
    let (order, separator) = order(components.prefix(2).joined().contains(where: isEastAsian))
    return order.filter(components.indices.contains).flatMap { components[$0] }
      .filter { !$0.isEmpty }.joined(separator: separator)
  }

  /// Appends what components of N say, each a text among some octets, to what is empty yet.
  package static func append(
    _ components: [(component: Int, text: Range<Int>)], of octets: Span<UInt8>,
    to name: inout [UInt8]
  ) {
    let (order, separator) = order(
      components.contains { $0.component < 2 && isEastAsian(octets.extracting($0.text)) })
    for number in order {
      for (component, text) in components where component == number {
        if !name.isEmpty { name.append(separator.utf8Span.span) }
        name.append(octets.extracting(text))
      }
    }
  }

  /// The order in which the components of a name are said, and what stands between them.
  private static func order(_ isOfEast: Bool) -> (components: [Int], separator: String) {
    isOfEast ? ([0, 1], "") : ([3, 1, 2, 0, 4], " ")
  }

  /// Whether a name of UTF-8 is in Han, Kana or Hangul, where the family comes first and no space
  /// stands between.
  package static func isEastAsian(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] >= 0xE3 && index + 2 < text.count {
      let next = text[index + 1]
      switch text[index] {
      case 0xE3: if 0x81...0x83 ~= next || next >= 0x90 { return true }
      case 0xE4...0xE9, 0xEB, 0xEC: return true
      case 0xEA: if next >= 0xB0 { return true }
      case 0xED: if next < 0x9E || next == 0x9E && text[index + 2] <= 0xAF { return true }
      default: break
      }
    }
    return false
  }

  /// The same of a text.
  package static func isEastAsian(_ text: String) -> Bool { isEastAsian(text.utf8Span.span) }
}
