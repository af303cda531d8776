/// What telephone numbers, tags and domains say of languages.
enum LanguageHints {
  /// What the best hint adds to the logarithm of how likely a language is.
  ///
  /// It decides between charsets that a few letters fit alike, and never against many.
  private static let most: Float = 6

  /// What hints add to the logarithm of how likely each language is.
  static func languages(_ expectation: CharsetFinder.Expectation) -> [Language: Float] {
    var counts: [Language: Float] = [:]
    func count(_ words: [String: Int], _ table: [Language: String], prefixes: Bool = false) {
      var hints: [Substring: [Language]] = [:]
      for (language, codes) in table {
        for code in codes.split(separator: " ") { hints[code, default: []].append(language) }
      }
      for (word, count) in words {
        var key = word[...]
        while prefixes, hints[key] == nil, key.count > 1 { key.removeLast() }
        for language in hints[key] ?? [] { counts[language, default: 0] += Float(count) }
      }
    }
    count(expectation.callingCodes, callingCodes, prefixes: true)
    count(expectation.domains, domains)
    for (tag, number) in expectation.languages {
      let parts = tag.split(separator: "-")
      let isTraditional = ["hant", "tw", "hk", "mo"].contains { parts.dropFirst().contains($0) }
      for (language, codes) in tags where codes.split(separator: " ").contains(parts.first ?? "") {
        let isOther = language == .simplifiedChinese && isTraditional
        if !isOther, language != .traditionalChinese || isTraditional {
          counts[language, default: 0] += Float(number)
        }
      }
    }
    let all = counts.values.max() ?? 0
    // A single number may be anybody's.
    return counts.mapValues { most * $0 / max(all, 3) }
  }

  /// Country codes of telephone numbers.
  ///
  /// Source: ITU-T E.164, and the languages of the countries in CLDR.
  private static let callingCodes: [Language: String] = [
    .german: "49 43 41 423", .french: "33 32 41 352", .spanish: "34 51 52 54 56 57 58 59 50",
    .portuguese: "351 55", .italian: "39 41", .swedish: "46", .danish: "45 47", .finnish: "358",
    .icelandic: "354", .dutch: "31 32", .polish: "48", .czech: "420", .slovak: "421",
    .hungarian: "36", .romanian: "40 373", .croatian: "385 387", .slovene: "386", .turkish: "90",
    .lithuanian: "370", .latvian: "371", .estonian: "372", .russian: "7 375", .ukrainian: "380",
    .bulgarian: "359", .serbian: "381 382 387", .macedonian: "389", .belarusian: "375",
    .greek: "30 357", .hebrew: "972",
    .arabic: "20 212 213 216 218 249 961 962 963 964 965 966 967 968 970 971 973 974",
    .persian: "98", .urdu: "92", .thai: "66", .simplifiedChinese: "86",
    .traditionalChinese: "886 852 853", .japanese: "81", .korean: "82",
  ]

  /// Primary subtags of language tags.
  ///
  /// Source: ISO 639.
  private static let tags: [Language: String] = [
    .german: "de", .french: "fr", .spanish: "es ca gl", .portuguese: "pt", .italian: "it",
    .swedish: "sv", .danish: "da no nb nn", .finnish: "fi", .icelandic: "is", .dutch: "nl",
    .polish: "pl", .czech: "cs", .slovak: "sk", .hungarian: "hu", .romanian: "ro",
    .croatian: "hr bs", .slovene: "sl", .turkish: "tr", .lithuanian: "lt", .latvian: "lv",
    .estonian: "et", .russian: "ru", .ukrainian: "uk", .bulgarian: "bg", .serbian: "sr",
    .macedonian: "mk", .belarusian: "be", .greek: "el", .hebrew: "he iw", .arabic: "ar",
    .persian: "fa", .urdu: "ur", .thai: "th", .simplifiedChinese: "zh", .traditionalChinese: "zh",
    .japanese: "ja", .korean: "ko",
  ]

  /// Top-level domains of countries.
  ///
  /// Source: ISO 3166, and the languages of the countries in CLDR.
  private static let domains: [Language: String] = [
    .german: "de at ch li", .french: "fr be ch lu", .spanish: "es mx ar cl co pe",
    .portuguese: "pt br",
    .italian: "it ch", .swedish: "se", .danish: "dk no", .finnish: "fi", .icelandic: "is",
    .dutch: "nl be", .polish: "pl", .czech: "cz", .slovak: "sk", .hungarian: "hu",
    .romanian: "ro md", .croatian: "hr ba", .slovene: "si", .turkish: "tr", .lithuanian: "lt",
    .latvian: "lv", .estonian: "ee", .russian: "ru su by", .ukrainian: "ua", .bulgarian: "bg",
    .serbian: "rs me ba", .macedonian: "mk", .belarusian: "by", .greek: "gr cy", .hebrew: "il",
    .arabic: "ae bh dz eg iq jo kw lb ly ma om ps qa sa sd sy tn ye", .persian: "ir", .urdu: "pk",
    .thai: "th", .simplifiedChinese: "cn", .traditionalChinese: "tw hk mo", .japanese: "jp",
    .korean: "kr",
  ]
}
