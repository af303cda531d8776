/// A charset that text may be in, with the languages that are written in it.
struct CharsetCandidate: Sendable {
  private enum Reading: Sendable {
    case letters([LetterCharset])
    case ideographs(IdeographModel, CharsetDecoder)
  }

  /// The name that people and ``CharsetConverter`` know.
  let name: String
  let plan: CharsetPlan
  /// Languages, by what hints call them.
  let languages: [Language]
  /// The logarithm of how much likelier than others it is before anything is known.
  let prior: Float
  private let reading: Reading

  /// All of them, the likelier ones first.
  ///
  /// Charsets that differ in no letter, as ISO-8859-9 and windows-1254 do, stand once.
  static func all() -> [CharsetCandidate] {
    let western: [Language] = [
      .german, .french, .spanish, .portuguese, .italian, .swedish, .danish, .finnish, .icelandic,
      .dutch,
    ]
    let central: [Language] = [
      .polish, .czech, .slovak, .hungarian, .romanian, .croatian, .slovene, .german,
    ]
    let cyrillic: [Language] = [
      .russian, .ukrainian, .bulgarian, .serbian, .macedonian, .belarusian,
    ]
    let letters: [(String, Float, [Language])] = [
      ("windows-1252", 0, western), ("windows-1250", -1, central), ("ISO-8859-2", -2, central),
      ("windows-1251", -1, cyrillic), ("KOI8-R", -1.5, [.russian, .bulgarian]),
      ("KOI8-U", -2, [.ukrainian, .russian]), ("ISO-8859-5", -2.5, cyrillic),
      ("windows-1253", -1, [.greek]), ("ISO-8859-7", -1.5, [.greek]),
      ("windows-1254", -1, [.turkish]), ("windows-1255", -1, [.hebrew]),
      ("windows-1256", -1, [.arabic, .persian, .urdu]),
      ("windows-1257", -2, [.lithuanian, .latvian, .estonian]), ("windows-874", -1, [.thai]),
    ]
    let ideographs: [(String, Float, IdeographModel.Form, Language, [String])] = [
      ("GBK", -1, .gbk, .simplifiedChinese, IdeographModel.simplifiedChinese),
      ("Big5", -1, .big5, .traditionalChinese, IdeographModel.traditionalChinese),
      ("Shift_JIS", -1, .shiftJIS, .japanese, IdeographModel.japanese),
      ("EUC-JP", -1.5, .eucJP, .japanese, IdeographModel.japanese),
      ("EUC-KR", -1, .eucKR, .korean, IdeographModel.korean),
    ]
    // What a build of ICU lacks is no candidate.
    return letters.compactMap { try? CharsetCandidate($0.0, $0.1, letters: $0.2) }
      + ideographs.compactMap { try? CharsetCandidate($0.0, $0.1, $0.2, $0.3, $0.4) }
  }

  private init(_ name: String, _ prior: Float, letters languages: [Language]) throws(ICUError) {
    (self.name, self.prior, self.languages) = (name, prior, languages)
    let decoder = try CharsetPool.decoder(of: name)
    plan = decoder.plan
    var scalars: [Unicode.Scalar?] = []
    for octet in UInt8(0x80)...0xFF {
      let (text, substitutions) = try decoder.decode([octet].span)
      let scalar = String(decoding: text, as: UTF8.self).unicodeScalars.first
      scalars.append(substitutions > 0 ? nil : scalar)
    }
    reading = .letters(
      languages.compactMap { $0.model }.map { LetterCharset(scalars, $0) })
  }

  private init(
    _ name: String, _ prior: Float, _ form: IdeographModel.Form, _ language: Language,
    _ ranks: [String]
  ) throws(ICUError) {
    (self.name, self.prior, languages) = (name, prior, [language])
    let decoder = try CharsetPool.decoder(of: name)
    plan = decoder.plan
    var converter = try CharsetConverter(charset: name)
    var encoded: [[UInt8]] = []
    for rank in ranks { encoded.append(try converter.encode(rank).bytes) }
    reading = .ideographs(IdeographModel(form, encoded), decoder)
  }

  /// For each language the logarithms of how likely each text is, and how many octets of each stand for
  /// nothing.
  func likelihoods(of texts: [[UInt8]]) -> ([[Float]], unassigned: [Int]) {
    switch reading {
    case .letters(let charsets):
      return (
        charsets.map { $0.likelihoods(of: texts) }, texts.map { charsets[0].unassigned(in: $0) }
      )
    case .ideographs(let model, let decoder):
      // What is put together as it should be may still be no character.
      let substitutions = try? decoder.substitutions(in: texts)
      var (likelihoods, all): ([Float], [Int]) = ([], [])
      for (index, text) in texts.enumerated() {
        let (likelihood, unassigned) = model.likelihood(of: text)
        let faults = substitutions?[index] ?? 0
        let missing = max(0, faults - unassigned)
        likelihoods.append(likelihood + Float(missing) * Likelihood.unassigned)
        all.append(max(faults, unassigned))
      }
      return ([likelihoods], all)
    }
  }
}

/// A language of names.
enum Language: Hashable, Sendable {
  case german, french, spanish, portuguese, italian, swedish, danish, finnish, icelandic, dutch
  case polish, czech, slovak, hungarian, romanian, croatian, slovene
  case turkish, lithuanian, latvian, estonian
  case russian, ukrainian, bulgarian, serbian, macedonian, belarusian
  case greek, hebrew, arabic, persian, urdu, thai
  case simplifiedChinese, traditionalChinese, japanese, korean

  /// How its letters follow each other; `nil` where it has more than an alphabet.
  fileprivate var model: LetterModel? {
    switch self {
    case .german: .german
    case .french: .french
    case .spanish: .spanish
    case .portuguese: .portuguese
    case .italian: .italian
    case .swedish: .swedish
    case .danish: .danish
    case .finnish: .finnish
    case .icelandic: .icelandic
    case .dutch: .dutch
    case .polish: .polish
    case .czech: .czech
    case .slovak: .slovak
    case .hungarian: .hungarian
    case .romanian: .romanian
    case .croatian: .croatian
    case .slovene: .slovene
    case .turkish: .turkish
    case .lithuanian: .lithuanian
    case .latvian: .latvian
    case .estonian: .estonian
    case .russian: .russian
    case .ukrainian: .ukrainian
    case .bulgarian: .bulgarian
    case .serbian: .serbian
    case .macedonian: .macedonian
    case .belarusian: .belarusian
    case .greek: .greek
    case .hebrew: .hebrew
    case .arabic: .arabic
    case .persian: .persian
    case .urdu: .urdu
    case .thai: .thai
    case .simplifiedChinese, .traditionalChinese, .japanese, .korean: nil
    }
  }
}
