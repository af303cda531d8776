/// What a word means that stands before or after a name.
enum NameTitle: Hashable, Sendable {
  /// Nothing: it is a word of the name.
  case none
  /// A form of address or a title that stands before the name.
  case prefix
  /// A degree, an honour or a form of address that stands after the name.
  case suffix
  /// Which of several people of one name it is: 1 for Sr., 2 for Jr. and II, 3 for III, …
  case generation(UInt8)
  /// A prefix before the name and a generation after it: Sr. is Señor and Senior.
  case prefixOrGeneration(UInt8)
}

extension NameTitle {
  var isPrefix: Bool {
    switch self {
    case .prefix, .prefixOrGeneration: true
    case .none, .suffix, .generation: false
    }
  }

  var isSuffix: Bool { self == .suffix || generation != nil }

  var generation: UInt8? {
    switch self {
    case .generation(let number), .prefixOrGeneration(let number): number
    case .none, .prefix, .suffix: nil
    }
  }

  /// The table, compared as words of names are: case, marks and points do not count.
  ///
  /// Source: the honorifics and abbreviations in the examples of RFC 2426 §3.1.2 and RFC 6350
  /// §6.2.2, the personal titles of CLDR's person-name samples, and forms of address, degrees and
  /// generations in general use. Words that are names as well are left out (Don, Pan, Ma, Do), and so
  /// are single letters, for those are initials.
  static let words: [(String, NameTitle)] =
    prefixes.map { ($0, .prefix) } + suffixes.map { ($0, .suffix) }
    + generations.map { ($0.key, .generation($0.value)) } + [("sr", .prefixOrGeneration(1))]

  private static let prefixes = [
    // English
    "mr", "mrs", "ms", "miss", "mx", "mister", "dr", "doctor", "prof", "professor", "sir", "dame",
    "lord", "lady", "rev", "reverend", "hon", "capt", "captain", "col", "gen", "lt", "maj", "sgt",
    // German
    "herr", "frau", "hr", "fr", "mag", "dipl", "ing", "dipling", "doktor",
    // French
    "mme", "mlle", "monsieur", "madame", "mademoiselle", "maître",
    // Spanish and Portuguese
    "sra", "srta", "señor", "señora", "señorita", "dña", "doña", "dra", "lic", "licda", "profa",
    "senhor", "senhora", "eng",
    // Italian
    "sig", "sigra", "signor", "signora", "signorina", "dott", "dottssa", "dottore", "dottoressa",
    "avv", "ragioniere",
    // Dutch, Scandinavian, Turkish
    "dhr", "mevr", "mw", "drs", "ir", "mevrouw", "meneer", "fru", "frk", "sayın",
    // Russian, Ukrainian
    "господин", "госпожа", "пан", "пані",
    // Arabic and Indian
    "sheikh", "shaikh", "sheik", "shri", "smt", "الشيخ", "السيد", "السيدة", "الدكتور", "الدكتورة",
    "श्री", "श्रीमती",
  ]

  private static let suffixes = [
    "phd", "md", "dds", "dmd", "dvm", "jd", "esq", "esquire", "cpa", "rn", "mba", "msc", "bsc",
    "llm", "llb", "dphil", "edd", "psyd", "pharmd", "cfa", "obe", "mbe", "cbe", "kbe", "ret",
    "さん", "さま", "くん", "ちゃん", "様", "殿", "先生", "女士", "小姐", "님",
  ]

  private static let generations: [(key: String, value: UInt8)] = [
    ("snr", 1), ("senior", 1), ("jr", 2), ("jnr", 2), ("junior", 2), ("ii", 2), ("2nd", 2),
    ("iii", 3), ("3rd", 3), ("iv", 4), ("4th", 4),
  ]

  /// What an abbreviation with inner points means, such as `M.D.`, `Ph.D.` or `Dott.ssa`.
  ///
  /// - Parameter letters: Its letters without the points, in lower case.
  /// - Returns: ``none`` for an abbreviation that is not in the table.
  static func abbreviation(_ letters: String) -> NameTitle { NameTables.titles[letters] ?? .none }

  /// The generation that a whole name suffix says, where single letters are numerals too.
  static func generation(inSuffix word: String) -> UInt8? {
    switch word {
    case "i", "1st": 1
    case "v", "5th": 5
    case "vi": 6
    default: nil
    }
  }

  /// The forms of address that Japanese, Chinese and Korean write right behind a name.
  static let attached = ["さん", "さま", "くん", "ちゃん", "様", "先生", "女士", "小姐", "님"]
}
