/// The order in which the parts of a name stand.
public enum NameOrder: String, Hashable, Sendable, CaseIterable {
  /// As the script and the language of the name ask.
  case automatic
  /// `Kate Bell`.
  case givenNameFirst
  /// `Bell Kate`.
  case familyNameFirst
}

extension Contact {
  /// The name as people write it: ``compositeName(_:language:)`` in the order of its script.
  public var compositeName: String? { compositeName() }

  /// The name as people write it.
  ///
  /// Made of prefix, given, middle and family name and suffix, as far as there are any; else the
  /// formatted name, the first nickname, the organisation, the first email, the first phone number.
  /// An organisation is called by its own name first.
  ///
  /// Names all of whose letters are Han, Kana or Hangul stand family name first and without spaces;
  /// so do, with spaces, Hungarian, Khmer, Mongolian, Sinhala, Tamil, Telugu and Vietnamese names,
  /// where the language is known, and names whose formatted name is the family name followed by the
  /// given one. A foreign name in Katakana stands given name first with dots, where the language or
  /// the formatted name says that it is one.
  ///
  /// - Parameters:
  ///   - order: The order of the parts. A name that is only known in one piece stays as it is.
  ///   - language: The BCP 47 tag of the name's language; by default what the card says.
  /// - Returns: `nil` when the card has nothing to call it by.
  public func compositeName(_ order: NameOrder = .automatic, language: String? = nil) -> String? {
    let values = content(for: .compositeName).values
    switch composition(order, language: language ?? nameLanguage) {
    case .parts(let arrangement): return values.name.joined(arrangement)
    case .whole(_, let text): return text
    case nil: return nil
    }
  }

  /// What ``compositeName`` is that is not made of the parts of a name.
  package var compositeNameKind: ContactFormatter.Part.Kind? {
    guard case .whole(let kind, _) = composition(.automatic, language: nil) else { return nil }
    return kind
  }

  /// What a contact is called by, and how: the one place where this is decided.
  ///
  /// - Parameters:
  ///   - order: The order of the parts.
  ///   - language: The BCP 47 tag of the name's language.
  ///   - isAssumed: Whether the language is the reader's; the formatted name then knows better.
  /// - Returns: `nil` when the card has nothing to call it by.
  func composition(
    _ order: NameOrder, language: String?, isAssumed: Bool = false
  ) -> NameComposition? {
    let values = content(for: .compositeName).values
    if values.type == .organization, let organization = values.organization {
      return .whole(.organization, organization)
    }
    let name = values.name
    if name.hasName {
      return .parts(
        NameArrangement(
          of: name, order, language: language, isAssumed: isAssumed, as: values.formattedName))
    }
    if let formattedName = values.formattedName { return .whole(.formattedName, formattedName) }
    if !name.isEmpty { return .parts(NameArrangement(of: name, order, language: nil)) }
    if let nickname = values.nicknames.first { return .whole(.nickname, nickname) }
    if let organization = values.organization { return .whole(.organization, organization) }
    if let department = values.department { return .whole(.department, department) }
    if let email = values.emails.first?.value { return .whole(.emailAddress, email) }
    return values.phones.first.map { .whole(.phoneNumber, $0.value) }
  }
}

/// What a contact is called by.
enum NameComposition {
  /// The parts of its name.
  case parts(NameArrangement)
  /// A text that has no parts.
  case whole(ContactFormatter.Part.Kind, String)
}

/// How the parts of one name stand.
///
/// Family name first stand, by the nameOrderLocales of CLDR 42 (UTS #35 part 8) in which a language
/// names itself: Hungarian, Japanese, Khmer, Korean, Mongolian, Sinhala, Tamil, Telugu, Vietnamese
/// and Chinese. Of Japanese, Korean and Chinese only names in their own scripts are meant: who is
/// called `Taro Yamada` on a card that is else Japanese wrote it so.
struct NameArrangement: Equatable {
  /// Whether the family name comes before the given name.
  var standsFamilyFirst: Bool
  /// Whether the middle name comes before the given name, where the family name stands first.
  var putsMiddleFirst: Bool
  /// Whether no space stands between two parts whose scripts need none.
  let leavesSpacesOut: Bool
  /// Whether a dot stands between two parts in Katakana.
  var usesDots = false

  init(of name: NameParts, _ order: NameOrder, language: String?) {
    let isEastAsian = name.isEastAsian
    let primary = LanguageTag.primary(language)
    leavesSpacesOut = isEastAsian
    putsMiddleFirst = isEastAsian || primary == "vi"
    switch order {
    case .automatic:
      standsFamilyFirst = isEastAsian || NameArrangement.writesFamilyFirst(primary, name)
      if isEastAsian, let primary, !NameArrangement.isOfEastAsia(primary), name.isKatakana {
        standsFamilyFirst = false
        usesDots = true
      }
    case .givenNameFirst: standsFamilyFirst = false
    case .familyNameFirst: standsFamilyFirst = true
    }
  }

  /// How the parts of a name stand that may be written in one piece, too.
  init(
    of name: NameParts, _ order: NameOrder, language: String?, isAssumed: Bool,
    as written: String?
  ) {
    self.init(of: name, order, language: language)
    if order == .automatic, language == nil || isAssumed, let written { follow(written, name) }
  }

  /// Stands the parts as a formatted name does that is made of the same parts.
  ///
  /// Who wrote `Szabó Márta` said how the name stands, though not in which language.
  mutating func follow(_ written: String, _ name: NameParts) {
    guard let family = name.family, name.given != nil else { return }
    if leavesSpacesOut {
      guard written.unicodeScalars.contains("・"), name.isKatakana else { return }
      var dotted = self
      dotted.standsFamilyFirst = false
      dotted.usesDots = true
      if name.joined(dotted) == written { self = dotted }
      return
    }
    if standsFamilyFirst {
      followGivenFirst(written, name)
      return
    }
    // Few names pass here, so that the others need not be put together twice.
    guard written.utf8.starts(with: (name.prefix ?? family).utf8) else { return }
    var changed = self
    changed.standsFamilyFirst = true
    changed.putsMiddleFirst = false
    if name.joined(changed) == written {
      self = changed
      return
    }
    guard name.middle != nil else { return }
    changed.putsMiddleFirst = true
    if name.joined(changed) == written { self = changed }
  }

  /// Stands the given name first, as a formatted name does that begins with it and ends with the
  /// family name, or is made of the same parts in that order.
  private mutating func followGivenFirst(_ written: String, _ name: NameParts) {
    guard let family = name.family, let given = name.given else { return }
    var changed = self
    changed.standsFamilyFirst = false
    let isOuter =
      written.utf8.starts(with: "\(given) ".utf8)
      && written.utf8.reversed().starts(with: " \(family)".utf8.reversed())
    if isOuter || name.joined(changed) == written { self = changed }
  }

  private static func writesFamilyFirst(_ primary: String?, _ name: NameParts) -> Bool {
    switch primary {
    case "hu", "vi": true
    case "km": name.isWritten(in: 0x1780...0x17FF)
    case "mn": name.isWritten(in: 0x0400...0x052F) || name.isWritten(in: 0x1800...0x18AF)
    case "si": name.isWritten(in: 0x0D80...0x0DFF)
    case "ta": name.isWritten(in: 0x0B80...0x0BFF)
    case "te": name.isWritten(in: 0x0C00...0x0C7F)
    default: false
    }
  }

  private static func isOfEastAsia(_ primary: String) -> Bool {
    switch primary {
    case "ja", "zh", "ko", "yue", "cmn", "nan", "hak", "wuu", "gan", "hsn", "lzh", "ain", "ryu",
      "und", "mul", "mis", "zxx":
      true
    default: false
    }
  }
}

/// Questions about BCP 47 tags.
enum LanguageTag {
  /// The first subtag in lower case.
  static func primary(_ tag: String?) -> String? {
    guard let tag else { return nil }
    return tag.utf8.split(whereSeparator: {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    })
    .first.flatMap { String($0) }?.asciiLowercased
  }
}

extension NameParts {
  /// The parts in an order of a language.
  func joined(_ order: NameOrder, language: String?) -> String {
    joined(NameArrangement(of: self, order, language: language))
  }

  /// The parts as they stand.
  func joined(_ arrangement: NameArrangement) -> String {
    var joiner = NameJoiner(arrangement)
    join(into: &joiner)
    return joiner.text
  }

  /// Feeds the parts in their order.
  func join(into joiner: inout NameJoiner) {
    let standsFamilyFirst = joiner.arrangement.standsFamilyFirst
    let putsMiddleFirst = standsFamilyFirst && joiner.arrangement.putsMiddleFirst
    joiner.append(prefix, .prefix)
    if standsFamilyFirst { joiner.append(family, .family) }
    if putsMiddleFirst { joiner.append(middle, .middle) }
    joiner.append(given, .given)
    if !putsMiddleFirst { joiner.append(middle, .middle) }
    if !standsFamilyFirst { joiner.append(family, .family) }
    joiner.append(suffix, .suffix)
  }

  /// Whether all letters of the name proper are of scripts that put no spaces into names.
  var isEastAsian: Bool { areAll(NameScript.isEastAsian) }

  /// Whether an East Asian name has no letter but Katakana.
  var isKatakana: Bool { areAll(NameScript.isKatakana) }

  private func areAll(_ isOne: (String) -> Bool) -> Bool {
    if let family, !isOne(family) { return false }
    if let given, !isOne(given) { return false }
    if let middle, !isOne(middle) { return false }
    return hasName
  }

  /// Whether the family name starts in a range of characters, or the given name where there is none.
  fileprivate func isWritten(in range: ClosedRange<UInt32>) -> Bool {
    (family ?? given ?? middle)?.unicodeScalars.first.map { range.contains($0.value) } ?? false
  }
}

/// Puts the parts of a name together.
struct NameJoiner {
  let arrangement: NameArrangement
  /// What stands before a suffix that is no generation, such as `, ` before `PhD`.
  let suffixComma: String?
  private(set) var text = ""
  /// The parts, where they are wanted.
  private(set) var parts: [ContactFormatter.Part]?
  private var lastIsEastAsian = false
  private var lastIsKatakana = false

  init(_ arrangement: NameArrangement, suffixComma: String? = nil, keepsParts: Bool = false) {
    self.arrangement = arrangement
    self.suffixComma = suffixComma
    parts = keepsParts ? [] : nil
  }

  mutating func append(_ part: String?, _ kind: ContactFormatter.Part.Kind) {
    guard let part else { return }
    if let suffixComma, kind == .suffix, !text.isEmpty {
      let (generation, rest) = GenerationSuffix.split(part)
      if let generation { put(generation, kind, after: nil) }
      if let rest { put(rest, kind, after: suffixComma) }
    } else {
      put(part, kind, after: nil)
    }
  }

  private mutating func put(
    _ part: String, _ kind: ContactFormatter.Part.Kind, after comma: String?
  ) {
    let isEastAsian = arrangement.leavesSpacesOut && NameScript.isEastAsian(part)
    let isKatakana = arrangement.usesDots && NameScript.isKatakana(part)
    if text.isEmpty {
      text = part
    } else {
      let glue =
        comma ?? (isKatakana && lastIsKatakana ? "・" : isEastAsian && lastIsEastAsian ? "" : " ")
      text += glue
      text += part
      if !glue.isEmpty { parts?.append(ContactFormatter.Part(kind: .literal, text: glue)) }
    }
    parts?.append(ContactFormatter.Part(kind: kind, text: part))
    lastIsEastAsian = isEastAsian
    lastIsKatakana = isKatakana
  }
}
