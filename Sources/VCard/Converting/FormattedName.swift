/// The name that a card without FN is shown by.
package enum FormattedName {
  /// The text: from N, else ORG, NICKNAME, EMAIL or TEL; empty when there is nothing.
  static func text(_ lines: [ConversionLine]) -> String? {
    func first(_ known: KnownName) -> ConversionLine? {
      lines.first { $0.known == known && !$0.octets.isEmpty }
    }
    if let name = first(.fn)?.text, !name.isEmpty { return name }
    if let line = first(.n) {
      let name = text(ofComponents: ValueText.components(line.octets, splitsAtCommas: true))
      if !name.isEmpty { return name }
    }
    if let organisation = first(.org) {
      let parts = ValueText.components(organisation.octets, splitsAtCommas: false)
        .compactMap(\.first).filter { !$0.isEmpty }
      if !parts.isEmpty { return parts.joined(separator: ", ") }
    }
    for known in [KnownName.nickname, .email, .tel] {
      if let text = first(known)?.text, !text.isEmpty { return text }
    }
    return nil
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
