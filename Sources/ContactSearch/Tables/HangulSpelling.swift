/// How Hangul names are spelt in Latin letters.
enum HangulSpelling {
  // The parts of a syllable in Unicode's order (The Unicode Standard, §3.12): in the Revised
  // Romanization of 2000, in McCune and Reischauer's of 1939 without marks, and as most people
  // spell their own names.
  private static let initials = [
    words("g kk n d tt r m b pp s ss - j jj ch k t p h"),
    words("k kk n t tt r m p pp s ss - ch tch ch k t p h"),
    words("k k n d t r m p p s s - j j ch k t p h"),
  ]
  private static let vowels = [
    words("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i"),
    words("a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i"),
    words("a ae ya yae u e you ye o wa wae oi yo oo wo we wi yoo eu ee i"),
  ]
  private static let finals = words(
    "- k k k n n n t l k m l l l p l m p p t t ng t t k t p t")

  /// Family names that many spell in a way of their own: the syllable, and the spellings.
  private static let familyTable = """
    이 lee yi rhee
    리 lee rhee
    박 park pak
    최 choi choe
    정 chung jung
    조 cho
    장 chang
    임 lim rim
    유 yoo you ryu
    류 ryu yoo
    오 oh
    노 noh roh
    허 hur huh
    백 paik baik
    안 ahn
    고 koh
    손 sohn
    서 suh
    나 ra rah
    엄 um
    우 woo
    주 joo chu
    전 chun jun
    여 yeo yuh
    """

  private static let families: [Unicode.Scalar: [[UInt8]]] = {
    var families: [Unicode.Scalar: [[UInt8]]] = [:]
    for line in familyTable.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard let syllable = fields.first?.unicodeScalars.first else { continue }
      families[syllable] = fields.dropFirst().map { Array($0.utf8) }
    }
    return families
  }()

  private static func words(_ text: String) -> [[UInt8]] {
    text.split(separator: " ").map { $0 == "-" ? [] : Array($0.utf8) }
  }

  /// The spellings of a folded word from each of its first syllables on, since the given name
  /// begins at one of them.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - mostStarts: How many of the syllables may begin one.
  /// - Returns: The spellings, some perhaps twice.
  static func spellings(of word: String, _ mostStarts: Int) -> [[UInt8]] {
    let scalars = Array(word.unicodeScalars)
    var result: [[UInt8]] = []
    for start in scalars.indices.prefix(mostStarts) {
      let rest = scalars[(start + 1)...]
      for style in initials.indices {
        let following = rest.flatMap { syllable($0, style) }
        result.append(syllable(scalars[start], style) + following)
        if start == 0 {
          for family in families[scalars[0]] ?? [] { result.append(family + following) }
        }
      }
    }
    return result
  }

  private static func syllable(_ scalar: Unicode.Scalar, _ style: Int) -> [UInt8] {
    guard 0xAC00...0xD7A3 ~= scalar.value else {
      return UInt8(exactly: scalar.value).flatMap(SearchText.asciiFolded).map { [$0] } ?? []
    }
    let number = Int(scalar.value) - 0xAC00
    return initials[style][number / 588] + vowels[style][number / 28 % 21] + finals[number % 28]
  }
}
