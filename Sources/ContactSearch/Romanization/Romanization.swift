import ContactModel
internal import ICU

/// Ways to write words of other scripts with the 26 Latin letters, as people do who have no other
/// keyboard.
///
/// A word has several spellings, since every language and every century has its own. All are made
/// of `a` to `z` and digits.
enum Romanization {
  /// The scripts of the letters of a word, as far as it matters here.
  struct Scripts: OptionSet {
    let rawValue: UInt16
    static let latin = Scripts(rawValue: 1 << 0)
    static let cyrillic = Scripts(rawValue: 1 << 1)
    static let greek = Scripts(rawValue: 1 << 2)
    static let kana = Scripts(rawValue: 1 << 3)
    static let han = Scripts(rawValue: 1 << 4)
    static let hangul = Scripts(rawValue: 1 << 5)
    static let other = Scripts(rawValue: 1 << 6)
    /// Among the others, those that write every vowel but a short a.
    static let indic = Scripts(rawValue: 1 << 7)
    /// Among those, the one that writes no voice: k is g too.
    static let tamil = Scripts(rawValue: 1 << 8)

    /// The scripts of a word.
    init(of word: String) {
      var scripts: Scripts = []
      for scalar in word.unicodeScalars {
        switch Script.of(scalar) {
        case .latin: scripts.insert(.latin)
        case .cyrillic: scripts.insert(.cyrillic)
        case .greek: scripts.insert(.greek)
        case .hiragana, .katakana: scripts.insert(.kana)
        case .han, .bopomofo: scripts.insert(.han)
        case .hangul: scripts.insert(.hangul)
        case .common, .inherited, .unknown: break
        case let script:
          scripts.insert(.other)
          let code = script.code
          if Scripts.indicCodes.contains(code) { scripts.insert(.indic) }
          if code == "Taml" { scripts.insert(.tamil) }
        }
      }
      self = scripts
    }

    /// ISO 15924.
    private static let indicCodes: Set<String> = [
      "Beng", "Deva", "Gujr", "Guru", "Knda", "Mlym", "Orya", "Sinh", "Taml", "Telu",
    ]

    init(rawValue: UInt16) { self.rawValue = rawValue }
  }

  /// The spellings of a folded word.
  ///
  /// - Parameters:
  ///   - word: A word that is not ASCII, folded.
  ///   - scripts: Its scripts.
  ///   - isTyped: Whether somebody looks for the word: then it begins where it begins, though a name
  ///     without spaces may hold a given name that begins further on.
  /// - Returns: No two the same, none empty.
  /// - Throws: `ICUError` when ICU's rules are missing or memory runs out.
  static func spellings(
    of word: String, _ scripts: Scripts, isTyped: Bool = false
  ) throws(ICUError) -> [[UInt8]] {
    let mostStarts = isTyped ? 1 : mostSyllables
    var result: [[UInt8]] = []
    func add(_ spelling: [UInt8]) {
      if !spelling.isEmpty, !result.contains(spelling) { result.append(spelling) }
    }
    switch scripts {
    case [], .latin:
      let rules = scripts == .latin ? latinLetters : anyLatin
      for text in latinVariants(word) { add(letters(try latin(text, rules))) }
    case .cyrillic:
      for spelling in CyrillicSpelling.spellings(of: word) {
        add(spelling)
        for ending in CyrillicSpelling.shortEndings(spelling) { add(ending) }
        if let full = CyrillicSpelling.fullEnding(spelling) { add(full) }
      }
    case .greek:
      add(letters(try rewrite(word, by: modernGreek)))
      add(letters(try rewrite(word, by: anyLatin)))
      if let voiced = GreekSpelling.voiced(word) {
        add(letters(try rewrite(voiced, by: modernGreek)))
      }
    case .hangul:
      for spelling in HangulSpelling.spellings(of: word, mostStarts) { add(spelling) }
    case .kana:
      let spelling = letters(try rewrite(word, by: anyLatin))
      add(spelling)
      add(KanaSpelling.withoutLongVowels(spelling))
      add(KanaSpelling.withLabialM(spelling))
    default:
      guard scripts.contains(.han) else {
        let marked = try rewrite(UsualSpelling.withPlainNasal(word), by: markedLatin)
        let text = try rewrite(marked, by: latinLetters)
        let spelling = letters(text)
        add(spelling)
        if scripts.contains(.indic), !scripts.contains(.tamil) {
          let spoken = letters(try rewrite(UsualSpelling.spoken(marked), by: latinLetters))
          add(spoken)
          for usual in UsualSpelling.of(spoken, isTamil: false) { add(usual) }
        }
        for usual in UsualSpelling.of(spelling, isTamil: scripts.contains(.tamil)) { add(usual) }
        if let first = text.utf8.first, SearchText.asciiFolded(first) == nil {
          // عمر is ʿmr, and Omar: some vowel follows the sign at the start.
          add([UInt8(ascii: "a")] + spelling)
        }
        if word.unicodeScalars.last == "\u{629}" {
          // The t of سارة is silent: Sara, Sarah.
          add(spelling.dropLast() + Array("ah".utf8))
        }
        // Al-Hasan is also looked for as Hasan.
        if spelling.starts(with: "al".utf8) { add(Array(spelling.dropFirst(2))) }
        break
      }
      // 陈秀英 is Chen Xiu Ying: whoever types the given name, types xiuying.
      let syllables = try hanSyllables(of: word, isHanOnly: scripts == .han)
      for start in syllables.indices.prefix(mostStarts) {
        add(Array(syllables[start...].joined()))
      }
    }
    return result
  }

  /// The syllables of a word that has Han characters.
  private static func hanSyllables(
    of word: String, isHanOnly: Bool
  ) throws(ICUError) -> [[UInt8]] {
    func read(_ text: String) throws(ICUError) -> String { try rewrite(text, by: hanNames) }
    if isHanOnly, let syllables = try hanReading.syllables(of: word, read) { return syllables }
    return try read(word).unicodeScalars.split { $0.isBlank }.map { letters(String($0)) }
  }

  /// A word in simplified Han characters; the same where it has no others.
  static func simplified(_ word: String) throws(ICUError) -> String {
    func simplify(_ text: String) throws(ICUError) -> String {
      try rewrite(text, by: simplifiedHan)
    }
    return try hanReading.simplified(word, simplify)
  }

  private static let hanReading = HanReading()

  /// Syllables of a name in one piece at which a search may begin; no name has more.
  static let mostSyllables = 6

  // MARK: Latin

  /// The word itself, and spellings that write marked letters as two.
  ///
  /// German, Danish and Norwegian ä, ö, ü, ø and å as ae, oe, ue, oe and aa. While there are few
  /// of them each may be written either way, else all or none.
  private static func latinVariants(_ word: String) -> [String] {
    let scalars = Array(word.unicodeScalars)
    let places = scalars.indices.filter { twoLetters(scalars[$0]) != nil }
    guard !places.isEmpty else { return [word] }
    let choices = places.count <= mostFreeLetters ? Array(0..<1 << places.count) : [0, -1]
    return choices.map { choice in
      var text = ""
      for (index, scalar) in scalars.enumerated() {
        if let pair = twoLetters(scalar), let bit = places.firstIndex(of: index),
          choice == -1 || choice != 0 && choice >> bit & 1 == 1
        {
          text += pair
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
      return text
    }
  }

  /// Letters up to which every choice of one letter or two is tried.
  private static let mostFreeLetters = 3

  private static func twoLetters(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "ä": "ae"
    case "ö", "ø": "oe"
    case "ü": "ue"
    case "å": "aa"
    default: nil
    }
  }

  /// A Latin word without marks and letters beyond the 26.
  private static func latin(
    _ word: String, _ rules: Result<Rules, ICUError>
  ) throws(ICUError) -> String {
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return word }
    let plain = try Normalizer.strippingMarks(word)
    if plain.utf8.allSatisfy({ $0 < 0x80 }) { return plain }
    return try rewrite(plain, by: rules)
  }

  /// The letters and digits of ASCII in a text, in lower case.
  private static func letters(_ text: String) -> [UInt8] {
    text.utf8.compactMap(SearchText.asciiFolded)
  }

  // MARK: ICU's rules

  /// An ICU transliterator that all threads share.
  private final class Rules: Sendable {
    let transliterator: Transliterator

    init(_ identifier: String) throws(ICUError) {
      transliterator = try Transliterator(identifier)
    }

    /// Opens rules, or tells why that failed each time they are needed.
    static func open(_ identifier: String) -> Result<Rules, ICUError> {
      do { return .success(try Rules(identifier)) } catch { return .failure(error) }
    }
  }

  private static let latinLetters = Rules.open("Latin-ASCII")
  private static let markedLatin = Rules.open("Any-Latin; NFC")
  private static let anyLatin = Rules.open("Any-Latin; Latin-ASCII")
  /// The reading that a character has in surnames goes before its common one.
  private static let hanNames = Rules.open("Han-Latin/Names; Any-Latin; Latin-ASCII")
  private static let simplifiedHan = Rules.open("Traditional-Simplified")
  /// UN's system for Greek: η is i, β is v.
  private static let modernGreek = Rules.open("Greek-Latin/UNGEGN; Any-Latin; Latin-ASCII")

  private static func rewrite(
    _ text: String, by rules: Result<Rules, ICUError>
  ) throws(ICUError) -> String {
    try rules.get().transliterator.transliterate(text)
  }
}
