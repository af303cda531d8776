/// Names of couples and families on one card: `Anna & Peter Meyer`, `Familie Meyer`.
enum SeveralNames {
  /// Whether a given or whole name is of several people.
  ///
  /// - Complexity: O(*n*); allocates nothing for names of one word.
  static func areIn(_ name: Span<UInt8>) -> Bool {
    var blanks = 0
    for index in name.indices {
      switch name[index] {
      case UInt8(ascii: "&"): return true
      case UInt8(ascii: " "): blanks += 1
      default: break
      }
    }
    guard blanks > 0 else { return false }
    guard let text = try? UTF8Span(validating: name) else { return false }
    let words = String(copying: text).lowercased().split(separator: " ")
    guard let first = words.first, let last = words.last, words.count > 1 else { return false }
    if families.contains(String(first)) || last == "family" { return true }
    // `Ana y Luis García` are two, `José Ortega y Gasset` is one.
    return words.dropFirst().dropLast().contains { joining.contains(String($0)) }
      || words.count > 2 && shortJoining.contains(String(words[1]))
  }

  /// Source: the words for family, as they stand before a family name, in English, German, Dutch,
  /// French, Spanish, Portuguese, Italian, Polish, Russian and Swedish.
  private static let families: Set<String> = [
    "family", "familie", "fam.", "fam", "famille", "familia", "família", "famiglia", "rodzina",
    "семья", "familjen",
  ]
  /// Source: the words for and in English, German, Dutch, Danish, Swedish, French, Russian, Turkish.
  private static let joining: Set<String> = [
    "+", "and", "und", "og", "och", "et", "и", "ve", "a.", "u.",
  ]
  /// The words for and in Spanish, Portuguese, Italian, Polish and Dutch, which names hold as well.
  private static let shortJoining: Set<String> = ["y", "e", "i", "en"]
}
