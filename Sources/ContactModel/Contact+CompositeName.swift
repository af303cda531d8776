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
  /// so do, with spaces, Hungarian and Vietnamese names, where the language is known, and names whose
  /// formatted name is the family name followed by the given one.
  ///
  /// - Parameters:
  ///   - order: The order of the parts. A name that is only known in one piece stays as it is.
  ///   - language: The BCP 47 tag of the name's language; by default what the card says.
  /// - Returns: `nil` when the card has nothing to call it by.
  public func compositeName(_ order: NameOrder = .automatic, language: String? = nil) -> String? {
    let values = content(for: .compositeName).values
    if values.type == .organization, let organization = values.organization {
      return organization
    }
    let name = values.name
    if name.hasName {
      let language = language ?? nameLanguage
      if order == .automatic, language == nil, let written = values.formattedName,
        name.isWrittenFamilyFirst(in: written)
      {
        return written
      }
      return name.joined(order, language: language)
    }
    return values.formattedName
      ?? (name.isEmpty ? nil : name.joined(order, language: nil))
      ?? values.nicknames.first ?? values.organization ?? values.department
      ?? values.emails.first?.value ?? values.phones.first?.value
  }
}

extension NameParts {
  func joined(_ order: NameOrder, language: String?) -> String {
    let isEastAsian = isEastAsian
    let standsFamilyFirst =
      switch order {
      case .automatic: isEastAsian || NameParts.writesFamilyFirst(language)
      case .givenNameFirst: false
      case .familyNameFirst: true
      }
    var joiner = NameJoiner(leavesSpacesOut: isEastAsian)
    joiner.append(prefix)
    if standsFamilyFirst {
      let middleFirst = isEastAsian || NameParts.primaryLanguage(language) == "vi"
      joiner.append(family)
      joiner.append(middleFirst ? middle : given)
      joiner.append(middleFirst ? given : middle)
    } else {
      joiner.append(given)
      joiner.append(middle)
      joiner.append(family)
    }
    joiner.append(suffix)
    return joiner.text
  }

  /// Whether a formatted name is these parts with the family name first.
  ///
  /// Who wrote `Szabó Márta` said how the name stands, though not in which language.
  func isWrittenFamilyFirst(in formattedName: String) -> Bool {
    guard family != nil, given != nil else { return false }
    return joined(.familyNameFirst, language: nil) == formattedName
      || middle != nil && joined(.familyNameFirst, language: "vi") == formattedName
  }

  /// Whether all letters of the name proper are of scripts that put no spaces into names.
  var isEastAsian: Bool {
    if let family, !NameScript.isEastAsian(family) { return false }
    if let given, !NameScript.isEastAsian(given) { return false }
    if let middle, !NameScript.isEastAsian(middle) { return false }
    return hasName
  }

  /// Hungarian and Vietnamese: CLDR's person-name order for these languages in Latin script.
  private static func writesFamilyFirst(_ language: String?) -> Bool {
    switch primaryLanguage(language) {
    case "hu", "vi": true
    default: false
    }
  }

  private static func primaryLanguage(_ language: String?) -> String? {
    guard let language else { return nil }
    return language.utf8.split(whereSeparator: {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    })
    .first.flatMap { String($0) }?.asciiLowercased
  }
}

/// Puts the parts of a name together.
private struct NameJoiner {
  /// Whether no space stands between two parts whose scripts need none.
  let leavesSpacesOut: Bool
  private(set) var text = ""
  private var lastIsEastAsian = false

  init(leavesSpacesOut: Bool) { self.leavesSpacesOut = leavesSpacesOut }

  mutating func append(_ part: String?) {
    guard let part else { return }
    let isEastAsian = leavesSpacesOut && NameScript.isEastAsian(part)
    if text.isEmpty {
      text = part
    } else {
      if !(isEastAsian && lastIsEastAsian) { text += " " }
      text += part
    }
    lastIsEastAsian = isEastAsian
  }
}
