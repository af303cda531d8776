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
