/// The names and numbers of people of one language.
struct Culture: Sendable {
  /// A name as its people write it and in Latin letters, in a few spellings.
  struct Name: Hashable, Sendable {
    var native: String
    var latin: [String]
    /// Kana of a name in kanji.
    var kana = ""
  }

  enum Order: Sendable { case western, eastern, joined }
  enum FamilyForms: Sendable { case none, russian, polish, czech }

  var code: String
  var weight: Int
  var callingCode: String
  var trunk: String
  var nationalLength: Int
  var order = Order.western
  var familyForms = FamilyForms.none
  var hasTwoFamilies = false
  var men: [Name]
  var women: [Name]
  var families: [Name]
  /// Beginnings and ends of rarer family names.
  var stems: [Name] = []
  var ends: [Name] = []
  /// Family names in a thousand that are made of stems and ends.
  var composed = 0
  /// Syllables of given names that are made of two.
  var syllables: [Name] = []
  var nicknames: [String: [String]] = [:]
  var honorifics: [String] = []

  var isLatin: Bool { men[0].latin.isEmpty || men[0].latin == [men[0].native] }

  init(
    _ code: String, _ weight: Int, _ callingCode: String, trunk: String, _ nationalLength: Int,
    men: String, women: String, families: String, stems: String = "", ends: String = "",
    syllables: String = "", nicknames: String = "", honorifics: String = ""
  ) {
    (self.code, self.weight, self.callingCode) = (code, weight, callingCode)
    (self.trunk, self.nationalLength) = (trunk, nationalLength)
    self.men = Culture.names(men)
    self.women = Culture.names(women)
    self.families = Culture.names(families)
    self.stems = Culture.names(stems)
    self.ends = Culture.names(ends)
    composed = stems.isEmpty ? 0 : 450
    self.syllables = Culture.names(syllables)
    for entry in Culture.words(nicknames) {
      let parts = entry.split(separator: "=").map { String($0) }
      self.nicknames[parts[0]] = parts[1].split(separator: "/").map { String($0) }
    }
    self.honorifics = honorifics.split(separator: " ").map { String($0) }
  }

  static func words(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { String($0) }
  }

  /// Reads `John`, `Иван=Ivan/Iwan`, `佐藤=さとう=Sato/Satoh`, with `_` for blanks.
  private static func names(_ text: String) -> [Name] {
    words(text).map { word in
      let parts = word.split(separator: "=").map {
        String($0.map { $0 == "_" ? " " : $0 })
      }
      let latin = parts.count > 1 ? parts[parts.count - 1].split(separator: "/") : [Substring(word)]
      return Name(
        native: parts[0], latin: latin.map { String($0) }, kana: parts.count == 3 ? parts[1] : "")
    }
  }

  func given(_ isWoman: Bool, _ numbers: inout SampleNumbers) -> Name {
    if !syllables.isEmpty {
      let first = syllables[numbers.skewed(syllables.count)]
      if code == "zh", numbers.happens(250) {
        return Name(native: first.native, latin: first.latin.map(Culture.capitalized))
      }
      let second = syllables[numbers.skewed(syllables.count)]
      let (left, right) = (numbers.pick(first.latin), numbers.pick(second.latin))
      let joined = Culture.capitalized(left) + right
      let latin =
        code == "ko"
        ? [
          joined, Culture.capitalized(left) + "-" + right,
          Culture.capitalized(left) + " " + Culture.capitalized(right),
        ]
        : [joined]
      return Name(native: first.native + second.native, latin: latin)
    }
    let names = isWoman ? women : men
    return names[numbers.skewed(names.count)]
  }

  func family(_ numbers: inout SampleNumbers) -> Name {
    guard composed > 0, numbers.happens(composed) else {
      return families[numbers.skewed(families.count)]
    }
    let (stem, end) = (numbers.pick(stems), numbers.pick(ends))
    return Name(
      native: stem.native + end.native, latin: [(stem.latin.first ?? "") + (end.latin.first ?? "")],
      kana: stem.kana + end.kana)
  }

  /// The family name of a woman of a family.
  func womans(_ family: Name) -> Name {
    func changed(_ text: String, _ ends: [(String, String)]) -> String {
      for (end, new) in ends where text.hasSuffix(end) { return text.dropLast(end.count) + new }
      return text
    }
    var name = family
    switch familyForms {
    case .none: return family
    case .polish:
      name.native = changed(family.native, [("ski", "ska"), ("cki", "cka"), ("dzki", "dzka")])
      name.latin = [name.native]
    case .czech:
      name.native = changed(
        family.native, [("ý", "á"), ("ek", "ková"), ("a", "ová"), ("k", "ková"), ("", "ová")])
      name.latin = [name.native]
    case .russian:
      name.native = changed(
        family.native,
        [("ский", "ская"), ("ов", "ова"), ("ев", "ева"), ("ин", "ина"), ("ёв", "ёва")])
      name.latin = family.latin.map {
        changed($0, [("sky", "skaya"), ("ov", "ova"), ("ev", "eva"), ("in", "ina")])
      }
    }
    return name
  }

  static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
