import VCard

/// What a contact holds: decoded once, never changed, shared by all copies.
final class Content: Sendable {
  let keys: Contact.Keys
  let values: ContactValues
  let rare: RareContactValues?

  init(_ card: Card, keys: Contact.Keys) {
    var reading = ContactReading(keys: keys)
    for property in card.properties { reading.read(property) }
    if reading.hasGroups { reading.applyGroupLabels() }
    self.keys = keys
    rare = reading.rare.map(RareContactValues.init)
    values = reading.values
  }

  /// Stops the program.
  ///
  /// Not a precondition: optimised builds would not say which key it was.
  func failToHave(_ key: Contact.Keys) -> Never {
    let missing = key.subtracting(keys).names.joined(separator: ", ")
    fatalError("a contact is asked only for what it was read with; missing: \(missing)")
  }
}

/// The values that many cards have.
struct ContactValues: Sendable {
  var name = NameParts()
  var formattedName: String?
  var nicknames: [String] = []
  var organization: String?
  var department: String?
  var jobTitle: String?
  var emails: [LabeledValue<String>] = []
  var phones: [LabeledValue<String>] = []
  var birthday: PartialDate?
  var uid: String?
  var type = ContactType.person
}

/// The values that few cards have, apart, so that most contacts stay small.
final class RareContactValues: Sendable {
  struct Values: Sendable {
    var phonetic = NameParts()
    var sortAs = NameParts()
    var previousFamilyName: String?
    var nameLanguage: String?
    var cardLanguage: String?
    var phoneticOrganization: String?
    var photo: Property?
    var thumbnail: Property?
  }

  let values: Values

  init(_ values: Values) { self.values = values }

  var nameLanguage: String? { values.nameLanguage ?? values.cardLanguage }
}

/// The state while the lines of a card are read.
private struct ContactReading {
  let keys: Contact.Keys
  var values = ContactValues()
  var rare: RareContactValues.Values?
  /// Whether a line has a group, so that its label may stand in a line of its own.
  private(set) var hasGroups = false

  private var emailRanks = ValueRanks()
  private var phoneRanks = ValueRanks()
  private var emailGroups: [String?] = []
  private var phoneGroups: [String?] = []
  private var groupLabels: [String: ContactLabel] = [:]
  private var hasBirthday = false
  private var formattedNamePreference = Int.max

  init(keys: Contact.Keys) { self.keys = keys }

  mutating func read(_ property: Property) {
    switch property.known {
    case .n where !keys.isDisjoint(with: [.names, .phoneticNames]): readName(property)
    case .fn where keys.contains(.names): readFormattedName(property)
    case .email where keys.contains(.emailAddresses): readEmail(property)
    case .tel where keys.contains(.phoneNumbers): readPhone(property)
    case .org where keys.contains(.organization): readOrganization(property)
    case .title where keys.contains(.jobTitle): fill(&values.jobTitle, property)
    case .nickname where keys.contains(.nickname):
      for nickname in property.list {
        if let nickname = filled(nickname) { values.nicknames.append(nickname) }
      }
    case .bday where keys.contains(.birthday): readBirthday(property)
    case .uid where keys.contains(.uid): fill(&values.uid, property)
    case .kind where keys.contains(.contactType),
      .xAddressBookServerKind where keys.contains(.contactType):
      if let kind = filled(property.quickText) {
        values.type = ContactType(rawValue: kind.asciiLowercased)
      }
    case .xABShowAs where keys.contains(.contactType):
      if property.quickText.trimmingBlanks.asciiLowercased == "company" {
        values.type = .organization
      }
    case .xABLabel: readLabel(property)
    case .photo where keys.contains(.image): readPhoto(property)
    case .unknown where keys.contains(.image): readThumbnail(property)
    case .xMaidenName where keys.contains(.names): fillRare(\.previousFamilyName, property)
    case .language where keys.contains(.names): fillRare(\.cardLanguage, property)
    case .xPhoneticFirstName where keys.contains(.phoneticNames):
      fillRare(\.phonetic.given, property)
    case .xPhoneticMiddleName where keys.contains(.phoneticNames):
      fillRare(\.phonetic.middle, property)
    case .xPhoneticLastName where keys.contains(.phoneticNames):
      fillRare(\.phonetic.family, property)
    case .xPhoneticOrg where keys.contains(.phoneticNames):
      fillRare(\.phoneticOrganization, property)
    case .sortString where keys.contains(.phoneticNames): fillRare(\.sortAs.family, property)
    case .sound where keys.contains(.phoneticNames): readSound(property)
    default: break
    }
  }

  /// Sets a value to what a property says, unless an earlier one has said it.
  private func fill(_ value: inout String?, _ property: Property) {
    if value == nil { value = filled(property.quickText) }
  }

  private mutating func fillRare(
    _ path: WritableKeyPath<RareContactValues.Values, String?>, _ property: Property
  ) {
    setRare(path, filled(property.quickText))
  }

  private mutating func setRare(
    _ path: WritableKeyPath<RareContactValues.Values, String?>, _ text: String?
  ) {
    guard let text else { return }
    var changed = rare ?? RareContactValues.Values()
    if changed[keyPath: path] == nil { changed[keyPath: path] = text }
    rare = changed
  }

  private func filled(_ text: String) -> String? {
    let text = text.trimmingBlanks
    return text.isEmpty ? nil : text
  }

  private func filled(_ values: [String]) -> String? {
    if values.count == 1 { return filled(values[0]) }
    let words = values.compactMap { filled($0) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  // MARK: Names

  private mutating func readName(_ property: Property) {
    guard property.hasParameters else {
      if values.name.isEmpty { setName(property) }
      return
    }
    if !property.parameter("PHONETIC").isEmpty {
      // RFC 9554 §4.6: another N of the same ALTID says how the name sounds.
      readPhonetic(property.components)
      return
    }
    guard values.name.isEmpty else { return }
    setName(property)
    guard !values.name.isEmpty else { return }
    if let language = property.parameter("LANGUAGE").first {
      setRare(\.nameLanguage, filled(language))
    }
    if keys.contains(.phoneticNames) {
      // RFC 6350 §5.9: as many values as the name has components, or fewer; in its example the
      // comma between them stands in quotation marks. Programs also write the semicolons of N.
      let sorted = property.parameter("SORT-AS").flatMap {
        $0.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }.map(String.init)
      }
      if let family = sorted.first { setRare(\.sortAs.family, filled(family)) }
      if sorted.count > 1 { setRare(\.sortAs.given, filled(sorted[1])) }
    }
  }

  private mutating func setName(_ property: Property) {
    if let plain = property.plainValue, let parts = PlainName.parts(plain) {
      values.name = parts
      return
    }
    let components = property.components
    values.name = parts(components)
    guard components.count > 6, let generation = filled(components[6]) else { return }
    // RFC 9554 §2.2: the generation should stand among the suffixes too, and may not.
    guard !components[4].contains(where: { $0.trimmingBlanks == generation }) else { return }
    values.name.suffix = values.name.suffix.map { "\($0) \(generation)" } ?? generation
  }

  private func parts(_ components: [[String]]) -> NameParts {
    var parts = NameParts()
    let count = components.count
    if count > 0 { parts.family = filled(components[0]) }
    if count > 1 { parts.given = filled(components[1]) }
    if count > 2 { parts.middle = filled(components[2]) }
    if count > 3 { parts.prefix = filled(components[3]) }
    if count > 4 { parts.suffix = filled(components[4]) }
    return parts
  }

  private mutating func readPhonetic(_ components: [[String]]) {
    guard keys.contains(.phoneticNames) else { return }
    let parts = parts(components)
    setRare(\.phonetic.family, parts.family)
    setRare(\.phonetic.given, parts.given)
    setRare(\.phonetic.middle, parts.middle)
  }

  /// Japanese phones write the reading of N as `SOUND;X-IRMC-N:family;given;;;`.
  private mutating func readSound(_ property: Property) {
    guard property.hasParameters, property.types.contains("x-irmc-n") else { return }
    let components = property.quickText.split(separator: ";", omittingEmptySubsequences: false)
    readPhonetic(components.map { [String($0)] })
  }

  private mutating func readFormattedName(_ property: Property) {
    guard property.hasParameters else {
      if formattedNamePreference > noPreference, let text = filled(property.quickText) {
        values.formattedName = text
        formattedNamePreference = noPreference
      }
      return
    }
    guard let text = filled(property.quickText) else { return }
    let preference = property.parameter("PREF").first.flatMap { Int($0) } ?? noPreference
    guard preference < formattedNamePreference else { return }
    values.formattedName = text
    formattedNamePreference = preference
    if let language = property.parameter("LANGUAGE").first {
      setRare(\.nameLanguage, filled(language))
    }
  }

  /// More than the largest PREF, which is 100 by RFC 6350 §5.3.
  private let noPreference = 101

  // MARK: Other values

  private mutating func readOrganization(_ property: Property) {
    guard values.organization == nil, values.department == nil else { return }
    if let plain = property.plainValue, !plain.contains(UInt8(ascii: ";")) {
      values.organization = plain.validText.flatMap(filled)
      return
    }
    let components = property.components.map { filled($0) }
    values.organization = components.first ?? nil
    let units = components.dropFirst().compactMap(\.self)
    values.department = units.isEmpty ? nil : units.joined(separator: ", ")
  }

  private mutating func readBirthday(_ property: Property) {
    guard !hasBirthday else { return }
    hasBirthday = true
    guard var date = PartialDate(property.quickText) else { return }
    var omitted: [String] = []
    if property.hasParameters {
      // RFC 6350 §5.8: a date of another calendar is not what its digits seem to say.
      let calendar = property.parameter("CALSCALE").first?.asciiLowercased ?? "gregorian"
      guard calendar == "gregorian" else { return }
      omitted = property.parameter("X-APPLE-OMIT-YEAR")
    }
    if let year = date.year, year == appleYearOfNoYear || omitted.contains(String(year)) {
      date.year = nil
    }
    values.birthday = date
  }

  /// The year that Apple's programs write for a birthday without one, not always with
  /// X-APPLE-OMIT-YEAR beside it.
  private let appleYearOfNoYear = 1604

  private mutating func readPhoto(_ property: Property) {
    guard property.seemsBinary else { return }
    var changed = rare ?? RareContactValues.Values()
    if property.hasParameters,
      property.types.contains(where: { $0 == "thumbnail" || $0 == "x-thumbnail" })
    {
      changed.thumbnail = changed.thumbnail ?? property
    } else {
      changed.photo = changed.photo ?? property
    }
    rare = changed
  }

  private mutating func readThumbnail(_ property: Property) {
    guard property.canonicalName == "X-THUMBNAIL", property.seemsBinary else { return }
    var changed = rare ?? RareContactValues.Values()
    changed.thumbnail = changed.thumbnail ?? property
    rare = changed
  }

  // MARK: Labels

  private mutating func readEmail(_ property: Property) {
    let value = EmailText.address(property.quickText)
    guard !value.isEmpty else { return }
    let group = property.group
    let rank = emailRanks.rank(of: value, after: values.emails)
    values.emails.append(LabeledValue(label: label(of: property), value: value, rank: rank))
    emailGroups.append(group?.asciiLowercased)
    if group != nil { hasGroups = true }
  }

  private mutating func readPhone(_ property: Property) {
    let value = PhoneText.number(property.quickText)
    guard !value.isEmpty else { return }
    let group = property.group
    let rank = phoneRanks.rank(of: value, after: values.phones)
    values.phones.append(LabeledValue(label: label(of: property), value: value, rank: rank))
    phoneGroups.append(group?.asciiLowercased)
    if group != nil { hasGroups = true }
  }

  private func label(of property: Property) -> ContactLabel? {
    property.hasParameters ? ContactLabel(types: property.parameter("TYPE")) : nil
  }

  private mutating func readLabel(_ property: Property) {
    // Labels are found by their group, whose case does not count; the first of two wins.
    guard let group = property.group?.asciiLowercased, groupLabels[group] == nil,
      let label = ContactLabel(property.quickText)
    else { return }
    groupLabels[group] = label
  }

  /// Gives the values of a group the label that its X-ABLabel says.
  mutating func applyGroupLabels() {
    values.emails = relabeled(values.emails, emailGroups)
    values.phones = relabeled(values.phones, phoneGroups)
  }

  private func relabeled(
    _ values: [LabeledValue<String>], _ groups: [String?]
  ) -> [LabeledValue<String>] {
    zip(values, groups).map { value, group in
      guard let group, let label = groupLabels[group] else { return value }
      return LabeledValue(label: label, value: value.value, rank: value.rank)
    }
  }
}

/// Counts how many equal values come before one.
private struct ValueRanks {
  /// Values from which on they are counted in a dictionary; nearly all cards have fewer.
  private static let many = 8

  private var counts: [String: Int] = [:]

  mutating func rank(of value: String, after earlier: [LabeledValue<String>]) -> Int {
    if earlier.count < ValueRanks.many { return earlier.count { $0.value == value } }
    if counts.isEmpty {
      for other in earlier { counts[other.value, default: 0] += 1 }
    }
    defer { counts[value, default: 0] += 1 }
    return counts[value] ?? 0
  }
}

/// Reads N where nothing in it is folded, escaped or encoded: nearly always.
private enum PlainName {
  /// The parts, or `nil` when the octets need the long way: a list in a component, more components
  /// than five, or no UTF-8.
  static func parts(_ octets: ArraySlice<UInt8>) -> NameParts? {
    var parts = NameParts()
    var start = octets.startIndex
    var component = 0
    for index in octets.startIndex...octets.endIndex {
      if index < octets.endIndex {
        let octet = octets[index]
        if octet == UInt8(ascii: ",") { return nil }
        guard octet == UInt8(ascii: ";") else { continue }
      }
      if index > start {
        guard let text = octets[start..<index].validText else { return nil }
        let trimmed = text.trimmingBlanks
        let part = trimmed.isEmpty ? nil : trimmed
        switch component {
        case 0: parts.family = part
        case 1: parts.given = part
        case 2: parts.middle = part
        case 3: parts.prefix = part
        case 4: parts.suffix = part
        default: return nil
        }
      }
      start = index + 1
      component += 1
    }
    return parts
  }
}

/// Reads what programs write as the value of EMAIL.
enum EmailText {
  /// The address itself: of `mailto:a@x?subject=y`, `"A" <a@x>` and `a@x;` it is `a@x`.
  static func address(_ text: String) -> String {
    let text = text.trimmingBlanks
    var isPlain = true
    for octet in text.utf8 where octet <= 0x3C {
      switch octet {
      case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "<"), 0x20: isPlain = false
      default: break
      }
    }
    guard !isPlain else { return text }
    var octets = Array(text.utf8)[...]
    if let open = octets.lastIndex(of: UInt8(ascii: "<")),
      let close = octets[open...].firstIndex(of: UInt8(ascii: ">")), close > open + 1
    {
      octets = octets[(open + 1)..<close]
    }
    if octets.startsIgnoringCase("mailto:") {
      octets = octets.dropFirst("mailto:".utf8.count).prefix { $0 != UInt8(ascii: "?") }
    }
    while octets.last == UInt8(ascii: ";") { octets.removeLast() }
    return String(decoding: octets, as: UTF8.self).trimmingBlanks
  }
}

/// Reads what programs write as the value of TEL.
enum PhoneText {
  /// The number: `tel:+1-201;ext=5` (RFC 3966 §3) is `+1-201 x5`, anything else stays.
  static func number(_ text: String) -> String {
    let text = text.trimmingBlanks
    guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "t"),
      Array(text.utf8)[...].startsIgnoringCase("tel:")
    else { return text }
    let parts = text.utf8.dropFirst("tel:".utf8.count).split(separator: UInt8(ascii: ";"))
    guard let number = parts.first.map({ String(decoding: $0, as: UTF8.self).trimmingBlanks })
    else { return text }
    for part in parts.dropFirst() where Array(part)[...].startsIgnoringCase("ext=") {
      let digits = String(decoding: part.dropFirst("ext=".utf8.count), as: UTF8.self)
      return digits.isEmpty ? number : "\(number) x\(digits)"
    }
    return number
  }
}

extension ArraySlice<UInt8> {
  /// The octets as text if they are UTF-8.
  var validText: String? {
    guard let text = try? UTF8Span(validating: span) else { return nil }
    return String(copying: text)
  }

  /// Whether the octets start with a text of lower-case ASCII, in any case.
  func startsIgnoringCase(_ text: String) -> Bool {
    let letters = text.utf8
    guard count >= letters.count else { return false }
    var index = startIndex
    for letter in letters {
      let octet = self[index]
      let lower = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= octet ? octet | 0x20 : octet
      if lower != letter { return false }
      index += 1
    }
    return true
  }
}

extension Property {
  /// Whether parameters stand before the value; much cheaper than reading them.
  var hasParameters: Bool {
    for octet in line {
      switch octet {
      case UInt8(ascii: ":"): return false
      case UInt8(ascii: ";"): return true
      default: break
      }
    }
    return false
  }

  /// The value as one text: what `text` gives, sooner where nothing has to be decoded.
  var quickText: String { plainValue?.validText ?? text }

  /// The value as it stands in the card, if nothing in it is folded, escaped or encoded.
  ///
  /// It may be no UTF-8. Properties with parameters have none: one may be a CHARSET.
  var plainValue: ArraySlice<UInt8>? {
    guard !isQuotedPrintable, !hasParameters else { return nil }
    let value = rawValue
    for octet in value where octet == UInt8(ascii: "\\") || octet == 0x0A || octet == 0x0D {
      return nil
    }
    return value
  }

  /// Whether the value is base64 or a `data:` URI, told without decoding it.
  var seemsBinary: Bool {
    if isBase64 { return true }
    let head = rawValue.prefix(32).drop { $0 <= 0x20 }
    if head.startsIgnoringCase("data:") { return true }
    // A photo that declares nothing: a link has a colon or a point among its first characters.
    return head.count >= 16
      && head.prefix(16).allSatisfy {
        switch $0 {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }
}
