internal import ICU

/// Makes monograms of one or two letters.
///
/// A letter is a whole grapheme cluster, so no mark, jamo or vowel sign is cut off. Clusters of
/// hostile length (a letter under hundreds of marks) are cut at ``longestCluster``.
enum Monogram {
  /// The scalars of a cluster that are kept.
  ///
  /// The longest clusters of real names, in Indic scripts, stay below ten; families of emoji have up
  /// to seven, and eleven with skin tones.
  private static let longestCluster = 16

  /// The monogram of a name in parts.
  ///
  /// By CLDR's monogram patterns: Chinese names give family and given name, Japanese and Korean ones
  /// the given name only, Arabic letters have full stops between them lest they join, and all others
  /// give two letters in the order of the name.
  static func of(
    _ name: NameParts, _ arrangement: NameArrangement, language: String?
  ) -> [ContactFormatter.Part] {
    let given = letter(of: name.given, .given) ?? letter(of: name.middle, .middle)
    let family = letter(of: name.family, .family)
    guard let given, let family else { return (given ?? family).map { [$0] } ?? [] }
    if arrangement.leavesSpacesOut {
      let isChinese = language != "ja" && language != "ko" && isHan(name)
      guard isChinese else { return [given] }
    }
    let both = arrangement.standsFamilyFirst ? [family, given] : [given, family]
    guard both.allSatisfy({ startsArabic($0.text) }) else { return both }
    return [both[0], ContactFormatter.Part(kind: .literal, text: "."), both[1]]
  }

  /// The monogram of a name in one piece: that of its first and its last word with a letter, or its
  /// first letter.
  static func ofWords(
    _ text: String, _ kind: ContactFormatter.Part.Kind
  ) -> [ContactFormatter.Part] {
    guard !NameScript.isEastAsian(text) else { return ofFirst(text, kind) }
    guard let first = letter(of: text, kind) else { return [] }
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { $0.properties.isAlphabetic }),
      let end = scalars.lastIndex(where: { $0.properties.isAlphabetic }),
      let space = scalars[start..<end].lastIndex(of: " "),
      let last = letter(of: String(scalars[scalars.index(after: space)...]), kind)
    else { return [first] }
    guard startsArabic(first.text), startsArabic(last.text) else { return [first, last] }
    return [first, ContactFormatter.Part(kind: .literal, text: "."), last]
  }

  /// The first letter of a text.
  static func ofFirst(
    _ text: String, _ kind: ContactFormatter.Part.Kind
  ) -> [ContactFormatter.Part] {
    letter(of: text, kind).map { [$0] } ?? []
  }

  private static func letter(
    of text: String?, _ kind: ContactFormatter.Part.Kind
  ) -> ContactFormatter.Part? {
    guard let text else { return nil }
    // Whatever comes before the first letter, such as a quotation mark, is no part of a monogram;
    // a name without letters, such as 7 or an emoji, is its first cluster.
    let scalars = text.unicodeScalars
    let start = scalars.firstIndex { $0.properties.isAlphabetic } ?? scalars.startIndex
    guard start < scalars.endIndex else { return nil }
    let window = scalars[start...].prefix(longestCluster)
    guard let cluster = Substring(window).first else { return nil }
    return ContactFormatter.Part(kind: kind, text: titleCased(cluster))
  }

  /// The cluster as a capital, where that is one cluster too; `ß` and Georgian letters stay.
  private static func titleCased(_ cluster: Character) -> String {
    guard let first = cluster.unicodeScalars.first else { return "" }
    let title = first.properties.titlecaseMapping
    guard title.unicodeScalars.count == 1 else { return String(cluster) }
    return title + String(String.UnicodeScalarView(cluster.unicodeScalars.dropFirst()))
  }

  private static func isHan(_ name: NameParts) -> Bool {
    for part in [name.given, name.middle, name.family] {
      guard let first = part?.unicodeScalars.first else { continue }
      if Script.of(first) != .han { return false }
    }
    return true
  }

  private static func startsArabic(_ text: String) -> Bool {
    text.unicodeScalars.first.map { Script.of($0) == .arabic } ?? false
  }
}
