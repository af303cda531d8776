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
      let components = line.components.map { component in
        ValueText.split(component) { $0 == UInt8(ascii: ",") }
      }
      let (parts, separator) = parts(of: components) { isEastAsian($0.span) }
      // A part without escapes stands in the text as it is.
      let escaped = parts.map { part in
        part.contains(UInt8(ascii: "\\"))
          ? ConversionLine.escaped(ValueText.unescaped(part))[...] : part
      }
      return Array(escaped.joined(separator: Array(separator.utf8)))
    case .org:
      let parts = line.components.lazy.filter { !$0.isEmpty }.map { ValueText.unescaped($0) }
      return ConversionLine.escaped(parts.joined(separator: ", "))
    default: return ConversionLine.escaped(line.text)
    }
  }

  /// The text of the components of N; empty when they are.
  package static func text(ofComponents components: [[String]]) -> String {
    let (parts, separator) = parts(of: components, isEastAsian)
    return parts.joined(separator: separator)
  }

  /// The parts of a name in the order in which they are said, and what stands between them.
  private static func parts<Part: Collection>(
    of components: [[Part]], _ isOfEast: (Part) -> Bool
  ) -> ([Part], separator: String) {
    let hasEast = components.prefix(2).joined().contains(where: isOfEast)
    var parts: [Part] = []
    for index in hasEast ? [0, 1] : [3, 1, 2, 0, 4] where index < components.count {
      for part in components[index] where !part.isEmpty { parts.append(part) }
    }
    return (parts, separator: hasEast ? "" : " ")
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
