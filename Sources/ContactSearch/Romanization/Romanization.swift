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

/// How Cyrillic names are spelt in Latin letters.
enum CyrillicSpelling {
  /// A letter a line: as in passports and atlases (BGN/PCGN), as scholars and Slavic languages of
  /// Latin script do (ISO 9 without its marks), as Ukraine does (resolution 55 of 2010).
  private static let table = """
    а a a a
    б b b b
    в v v v
    г g g h
    ґ g g g
    д d d d
    ђ dj d dj
    ѓ gj g gj
    е e e e
    ё yo e yo
    є ye je ie
    ж zh z zh
    з z z z
    ѕ dz z dz
    и i i y
    і i i i
    ї yi i i
    й y j i
    ј j j j
    к k k k
    л l l l
    љ lj lj lj
    м m m m
    н n n n
    њ nj nj nj
    о o o o
    п p p p
    р r r r
    с s s s
    т t t t
    ћ c c c
    ќ kj k kj
    у u u u
    ў u u w
    ф f f f
    х kh h kh
    ц ts c ts
    ч ch c ch
    џ dzh dz dzh
    ш sh s sh
    щ shch sc shch
    ъ - a -
    ы y y y
    ь - - -
    э e e e
    ю yu ju iu
    я ya ja ia
    ә a a a
    ғ gh g g
    қ q q k
    ң ng n n
    ө o o o
    ұ u u u
    ү u u u
    һ h h h
    """

  private static let letters: [Unicode.Scalar: [[UInt8]]] = {
    var letters: [Unicode.Scalar: [[UInt8]]] = [:]
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard let letter = fields.first?.unicodeScalars.first else { continue }
      letters[letter] = fields.dropFirst().map { $0 == "-" ? [] : Array($0.utf8) }
    }
    return letters
  }()

  /// The spellings of a folded word, one a style; ё also as e.
  static func spellings(of word: String) -> [[UInt8]] {
    var result: [[UInt8]] = [[], [], [], []]
    for scalar in word.unicodeScalars {
      let spellings = letters[scalar]
      for style in result.indices {
        if let spellings {
          // The fourth style is the first with e for ё.
          result[style] += style < 3 ? spellings[style] : spellings[scalar == "ё" ? 1 : 0]
        } else if let octet = UInt8(exactly: scalar.value).flatMap(SearchText.asciiFolded) {
          result[style].append(octet)
        }
      }
    }
    return result
  }

  /// Дмитрий is Dmitriy, and Dmitry and Dmitri: the spellings with a short ending.
  static func shortEndings(_ spelling: [UInt8]) -> [[UInt8]] {
    guard spelling.count > 2, let last = spelling.last, isI(last),
      isI(spelling[spelling.count - 2])
    else { return [] }
    let stem = Array(spelling.dropLast(2))
    return [stem + [UInt8(ascii: "y")], stem + [UInt8(ascii: "i")]]
  }

  /// Александр is Aleksandr, and Alexander elsewhere: the spelling with an e before a last r.
  static func fullEnding(_ spelling: [UInt8]) -> [UInt8]? {
    guard spelling.count > 2, spelling.last == UInt8(ascii: "r"),
      !LooseSpelling.isVowel(spelling[spelling.count - 2])
    else { return nil }
    return spelling.dropLast() + Array("er".utf8)
  }

  private static func isI(_ octet: UInt8) -> Bool {
    octet == UInt8(ascii: "i") || octet == UInt8(ascii: "y") || octet == UInt8(ascii: "j")
  }
}

/// How Greek names are spelt in Latin letters, beside what ICU has.
enum GreekSpelling {
  /// A folded word with Latin letters for the pairs that write b, d and g: Μπάμπης is Babis, Ντίνος
  /// Dinos, Αγγελική Aggeliki.
  ///
  /// - Returns: `nil` for a word that has none.
  static func voiced(_ word: String) -> String? {
    var result = String.UnicodeScalarView()
    var before: Unicode.Scalar?
    var isChanged = false
    for scalar in word.unicodeScalars {
      let voiced: [Unicode.Scalar] =
        switch (before, scalar) {
        case ("μ"?, "π"): ["b"]
        case ("ν"?, "τ"): ["d"]
        case ("γ"?, "γ"): ["g", "g"]
        case ("γ"?, "κ"): ["g"]
        default: []
        }
      if voiced.isEmpty {
        if let before { result.append(before) }
        before = scalar
      } else {
        result.append(contentsOf: voiced)
        before = nil
        isChanged = true
      }
    }
    if let before { result.append(before) }
    return isChanged ? String(result) : nil
  }
}

/// How names of India and Armenia are spelt, beside what ICU has (ISO 15919 and BGN/PCGN without
/// their marks).
enum UsualSpelling {
  /// चन्द्र is candra to scholars and Chandra to all others, Խաչատրյան xac'atryan and Khachatryan;
  /// in Tamil ச is also s, and k, t and p are voiced between vowels and after n and m: முருகன் is
  /// murukan and Murugan, கணேஷ் Ganesh.
  ///
  /// - Parameters:
  ///   - spelling: What ICU has.
  ///   - isTamil: Whether the word is Tamil.
  /// - Returns: Spellings, some perhaps twice.
  static func of(_ spelling: [UInt8], isTamil: Bool) -> [[UInt8]] {
    let usual = spelling.flatMap { octet in
      switch octet {
      case UInt8(ascii: "c"): Array("ch".utf8)
      case UInt8(ascii: "x"): Array("kh".utf8)
      default: [octet]
      }
    }
    guard isTamil else { return usual == spelling ? [] : [usual] }
    let hissed = spelling.map { $0 == UInt8(ascii: "c") ? UInt8(ascii: "s") : $0 }
    return [usual, hissed].flatMap { [$0, voiced($0, isFirst: false), voiced($0, isFirst: true)] }
  }

  /// A romanized word as it is spoken in the north of India.
  ///
  /// It is without a short a at the end or between a vowel with one consonant and another consonant,
  /// and has g between n and h. चोपड़ा is copaṛā and Chopra, राजकुमार rājakumāra and Rajkumar, सिंह
  /// siṁha and Singh.
  static func spoken(_ marked: String) -> String {
    var scalars = Array(marked.unicodeScalars)
    if scalars.count > 2, scalars.last == "a" { scalars.removeLast() }
    var index = scalars.count - 2
    while index > 1 {
      if scalars[index] == "a", !isVowel(scalars[index + 1]), !isVowel(scalars[index - 1]) {
        // An aspirate is two letters.
        let before = scalars[index - 1] == "h" && index > 2 ? index - 3 : index - 2
        if isVowel(scalars[before]) {
          scalars.remove(at: index)
          index -= 1
        }
      }
      index -= 1
    }
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if scalar == "h", index > 0, "nṁṃ".unicodeScalars.contains(scalars[index - 1]) {
        result.append("g")
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// A word with the Gurmukhi sign for n that ICU knows for the other, which it leaves out: ਸਿੰਘ is
  /// Singh.
  static func withPlainNasal(_ word: String) -> String {
    let (tippi, bindi): (Unicode.Scalar, Unicode.Scalar) = ("\u{A70}", "\u{A02}")
    guard word.unicodeScalars.contains(tippi) else { return word }
    return String(String.UnicodeScalarView(word.unicodeScalars.map { $0 == tippi ? bindi : $0 }))
  }

  private static func isVowel(_ scalar: Unicode.Scalar) -> Bool {
    "aāiīuūeēoōæ".unicodeScalars.contains(scalar)
  }

  /// The spelling with k, t and p voiced that stand single between vowels or after n and m.
  private static func voiced(_ spelling: [UInt8], isFirst: Bool) -> [UInt8] {
    var result = spelling
    for index in spelling.indices {
      let next = index + 1 < spelling.count ? spelling[index + 1] : 0
      if index == 0 {
        guard isFirst else { continue }
      } else {
        let before = spelling[index - 1]
        let isVoicing =
          LooseSpelling.isVowel(before) || before == UInt8(ascii: "n")
          || before == UInt8(ascii: "m")
        guard isVoicing, next != spelling[index] else { continue }
      }
      switch spelling[index] {
      case UInt8(ascii: "k"): result[index] = UInt8(ascii: "g")
      case UInt8(ascii: "t"): result[index] = UInt8(ascii: "d")
      case UInt8(ascii: "p"): result[index] = UInt8(ascii: "b")
      default: break
      }
    }
    return result
  }
}

/// How kana are spelt in Latin letters, beside what ICU has (Hepburn's system, letter by letter).
enum KanaSpelling {
  /// さとう is satou, and sato to most.
  static func withoutLongVowels(_ spelling: [UInt8]) -> [UInt8] {
    let (o, u) = (UInt8(ascii: "o"), UInt8(ascii: "u"))
    var result: [UInt8] = []
    for octet in spelling {
      let isLong =
        octet == u && (result.last == o || result.last == u)
        || octet == o && result.last == o
      if !isLong { result.append(octet) }
    }
    return result
  }

  /// なんば is nanba, and namba in older spelling.
  static func withLabialM(_ spelling: [UInt8]) -> [UInt8] {
    var result = spelling
    for index in result.indices.dropLast() where result[index] == UInt8(ascii: "n") {
      switch result[index + 1] {
      case UInt8(ascii: "b"), UInt8(ascii: "p"), UInt8(ascii: "m"):
        result[index] = UInt8(ascii: "m")
      default: break
      }
    }
    return result
  }
}

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

/// Latin spellings brought together that differ only by system or habit.
enum LooseSpelling {
  /// Rules of spelling, the longest first: what is found, and what it becomes.
  private static let rules: [(found: [UInt8], becomes: [UInt8])] = {
    let text = """
      shch s
      tsch c
      tch c
      sch s
      dzh i
      zh z
      kh h
      ch c
      cz c
      sh s
      sz s
      ph f
      th t
      dh d
      gh g
      bh b
      ts c
      tz c
      ck k
      qu k
      ou u
      oo u
      ee i
      ye e
      je e
      ie e
      x ks
      w v
      q k
      y i
      j i
      """
    return text.split(separator: "\n").map { line in
      let fields = line.split(separator: " ").map { Array($0.utf8) }
      return (fields[0], fields[1])
    }
  }()

  private static let ch = Array("ch".utf8)

  /// The rules by the letter they begin with.
  private static let rulesByLetter: [[Int]] = {
    var result = [[Int]](repeating: [], count: 256)
    for (index, rule) in rules.enumerated() { result[Int(rule.found[0])].append(index) }
    return result
  }()

  /// A spelling in which Yuri, Yury, Yuriy, Jurij and Iurii are one, and so are Khrushchev and
  /// Hruscev, Giorgos and Yorgos.
  ///
  /// - Parameters:
  ///   - spelling: A Latin spelling.
  ///   - guttural: What ch stands for that belongs to no longer group: c, or h as in Michail.
  /// - Returns: Letters of ASCII.
  static func of(_ spelling: [UInt8], guttural: UInt8 = UInt8(ascii: "c")) -> [UInt8] {
    var result: [UInt8] = []
    func append(_ octet: UInt8) {
      if result.last != octet { result.append(octet) }
    }
    var index = 0
    letters: while index < spelling.count {
      for number in rulesByLetter[Int(spelling[index])] {
        let rule = rules[number]
        guard spelling[index...].starts(with: rule.found) else { continue }
        if rule.found == LooseSpelling.ch {
          append(guttural)
        } else {
          for octet in rule.becomes { append(octet) }
        }
        index += rule.found.count
        continue letters
      }
      let next = index + 1 < spelling.count ? spelling[index + 1] : 0
      let afterNext = index + 2 < spelling.count ? spelling[index + 2] : 0
      switch spelling[index] {
      case UInt8(ascii: "g") where isI(next) && isVowel(afterNext):
        break  // Γιώργος is Giorgos and Yorgos.
      case UInt8(ascii: "c") where next != 0 && !isI(next) && next != UInt8(ascii: "e"):
        append(UInt8(ascii: "k"))
      default: append(spelling[index])
      }
      index += 1
    }
    return result
  }

  private static func isI(_ octet: UInt8) -> Bool {
    octet == UInt8(ascii: "i") || octet == UInt8(ascii: "y")
  }

  static func isVowel(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      true
    default: false
    }
  }
}

/// The consonants of a Latin spelling, for scripts that write few vowels or all of them: Mohammed,
/// Muhammad and mhmd are one, as are Rajkumar and rajakumara.
enum ConsonantSpelling {
  /// What is done with w and y inside a word, which in Arabic and Hebrew may be vowels.
  enum Semivowels {
    /// y is a vowel, w a v.
    case typed
    /// Both are vowels.
    case dropped
    /// Both are consonants, w a v; and kh is two letters, as in Cohen.
    case kept
    /// Both are long vowels, w an u, y an i.
    case long
    /// So are what people write for these: Mahmoud is mhmud.
    case typedLong
  }

  /// Leaves the vowels out; one at the start stays, as `a` whichever it is.
  ///
  /// - Parameters:
  ///   - spelling: A Latin spelling.
  ///   - semivowels: What is done with w and y inside.
  ///   - guttural: What ch stands for: h in Hebrew, c in Hindi.
  /// - Returns: Letters of ASCII.
  static func of(
    _ spelling: [UInt8], _ semivowels: Semivowels, guttural: UInt8 = UInt8(ascii: "c")
  ) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < spelling.count {
      var octet = spelling[index]
      var width = 1
      let isFirst = index == 0
      if index + 1 < spelling.count {
        switch (octet, spelling[index + 1]) {
        case (UInt8(ascii: "s"), UInt8(ascii: "h")), (UInt8(ascii: "t"), UInt8(ascii: "h")),
          (UInt8(ascii: "d"), UInt8(ascii: "h")), (UInt8(ascii: "g"), UInt8(ascii: "h")),
          (UInt8(ascii: "b"), UInt8(ascii: "h")):
          width = 2
        case (UInt8(ascii: "k"), UInt8(ascii: "h")) where semivowels != .kept:
          octet = UInt8(ascii: "h")
          width = 2
        case (UInt8(ascii: "c"), UInt8(ascii: "h")):
          octet = guttural
          width = 2
        case (UInt8(ascii: "p"), UInt8(ascii: "h")):
          octet = UInt8(ascii: "f")
          width = 2
        case (UInt8(ascii: "t"), UInt8(ascii: "z")), (UInt8(ascii: "t"), UInt8(ascii: "s")):
          octet = UInt8(ascii: "z")
          width = 2
        case (let first, let second) where first == second: width = 2
        case (UInt8(ascii: "c"), _): octet = UInt8(ascii: "k")
        default: break
        }
      }
      index += width
      switch octet {
      case UInt8(ascii: "q"): octet = UInt8(ascii: "k")
      // Hebrew has one letter for b and v, and one for p and f.
      case UInt8(ascii: "b"): octet = UInt8(ascii: "v")
      case UInt8(ascii: "p"): octet = UInt8(ascii: "f")
      case UInt8(ascii: "y") where !isFirst && (semivowels == .typed || semivowels == .dropped):
        continue
      case UInt8(ascii: "y") where !isFirst && semivowels != .kept:
        octet = UInt8(ascii: "i")
        if result.last == octet { continue }
      case UInt8(ascii: "w"):
        if !isFirst, semivowels == .dropped { continue }
        octet = UInt8(ascii: !isFirst && semivowels == .long ? "u" : "v")
      case UInt8(ascii: "h") where index == spelling.count && !isFirst: continue
      case let letter where LooseSpelling.isVowel(letter):
        if isFirst {
          octet = UInt8(ascii: "a")
        } else {
          guard semivowels == .long || semivowels == .typedLong,
            let long = longVowel(letter, isDouble: width == 2), result.last != long
          else { continue }
          octet = long
        }
      default: break
      }
      result.append(octet)
    }
    return result
  }

  /// The long vowel that a Latin one may stand for.
  private static func longVowel(_ letter: UInt8, isDouble: Bool) -> UInt8? {
    switch letter {
    case UInt8(ascii: "o"), UInt8(ascii: "u"): UInt8(ascii: "u")
    case UInt8(ascii: "i"): letter
    case UInt8(ascii: "e") where isDouble: UInt8(ascii: "i")
    default: nil
    }
  }
}
