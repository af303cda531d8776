/// The name that a card without FN is shown by.
package enum FormattedName {
  /// The text: from N, else ORG, NICKNAME, EMAIL or TEL.
  ///
  /// Each from the first property of its name that says something, whichever version writes how
  /// many semicolons after nothing.
  ///
  /// - Parameter lines: Gives the lines of a name.
  /// - Returns: `nil` when there is nothing.
  static func text(_ lines: (KnownName) -> [ConversionLine]) -> String? {
    for known in [KnownName.fn, .n, .org, .nickname, .email, .tel] {
      for line in lines(known) where !line.octets.isEmpty {
        let text = text(of: line)
        if !text.isEmpty { return text }
      }
    }
    return nil
  }

  private static func text(of line: ConversionLine) -> String {
    switch line.known {
    case .n: text(ofComponents: ValueText.components(line.octets, splitsAtCommas: true))
    case .org:
      ValueText.components(line.octets, splitsAtCommas: false).compactMap(\.first)
        .filter { !$0.isEmpty }.joined(separator: ", ")
    default: line.text
    }
  }

  /// The text of the components of N; empty when they are.
  package static func text(ofComponents components: [[String]]) -> String {
    func part(_ index: Int) -> [String] {
      index < components.count ? components[index].filter { !$0.isEmpty } : []
    }
    let (family, given) = (part(0), part(1))
    if (family + given).contains(where: isEastAsian) {
      return (family + given).joined()
    }
    return (part(3) + given + part(2) + family + part(4)).joined(separator: " ")
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
