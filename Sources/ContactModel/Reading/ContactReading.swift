internal import VCard

/// The state while the lines of a card are read.
///
/// ```
/// keys ─▶ names of the lines that say such values ─▶ those lines ─▶ values
///                                                    X-ABLabel, X-ABADR of their groups ─▶ labels
/// ```
/// Lines that no key asks for are passed over by the number of their name.
struct ContactReading: ~Copyable {
  let keys: Contact.Keys
  var values = ContactValues()
  var rare: RareContactValues.Values?
  var places = ValuePlaces()
  var line: ContactLine

  var emails = LabeledReading<String>()
  var phones = LabeledReading<String>()
  var addresses = LabeledReading<PostalAddress>()
  var urls = LabeledReading<String>()
  var relations = LabeledReading<ContactRelation>()
  var socialProfiles = LabeledReading<SocialProfile>()
  var instantMessages = LabeledReading<InstantMessageAddress>()
  var dates = LabeledReading<ContactDate>()
  /// Formatted addresses, which count when there is no ADR.
  var formattedAddresses = LabeledReading<PostalAddress>()
  /// Whether a line with a label has a group, so that its label may stand in a line of its own.
  var hasGroups = false

  private var formattedNamePreference = Int.max
  /// LANGUAGE of N, and that of the FN that counts.
  private var languages: (name: String?, formattedName: String?)

  init(_ card: Card, keys: Contact.Keys, isThorough: Bool) {
    self.keys = keys
    line = ContactLine(card, isThorough: isThorough)
  }

  mutating func run() {
    let names = PropertyRegistry.names(saying: keys.fields)
    var next = 0
    while let found = line.card.nextLine(from: next, named: names) {
      next = found.index + 1
      line.move(to: found.index, named: found.name)
      read()
    }
    let labels = hasGroups ? readGroups() : [:]
    if keys.contains(.postalAddresses), addresses.values.isEmpty { addresses = formattedAddresses }
    setRare(\.nameLanguage, languages.name ?? languages.formattedName)
    values.emails = emails.finish(labels)
    values.phones = phones.finish(labels)
    values.addresses = addresses.finish(labels)
    values.urls = urls.finish(labels)
    values.relations = relations.finish(labels, ignoringLabels: false)
    values.socialProfiles = socialProfiles.finish(labels, ignoringLabels: true)
    values.instantMessages = instantMessages.finish(labels, ignoringLabels: true)
    values.dates = dates.finish(labels, ignoringLabels: false)
  }

  // MARK: Lines

  private mutating func read() {
    switch line.known {
    case .n: readName()
    case .fn: readFormattedName()
    case .email:
      guard let text = line.text else { return }
      let value = EmailText.address(text)
      if !value.isEmpty { emails.append(value, label: line.label, place: place()) }
    case .tel:
      guard let text = line.text else { return }
      let value = PhoneText.number(text)
      if !value.isEmpty { phones.append(value, label: line.label, place: place()) }
    case .org: readOrganization()
    case .title: fill(\.jobTitle, \.jobTitle)
    case .nickname:
      let list = line.list
      guard !list.isEmpty else { return }
      values.nicknames += list
      places.nicknames += repeatElement(line.index, count: list.count)
    case .bday: readBirthday()
    case .uid: fill(\.uid, \.uid)
    case .kind, .xAddressBookServerKind:
      guard let kind = line.text else { return }
      values.type = ContactType(rawValue: kind.asciiLowercased)
      places.types.append(line.index)
    case .xABShowAs:
      places.types.append(line.index)
      if line.text?.asciiLowercased == "company" { values.type = .organization }
    case .note:
      guard let note = line.text else { return }
      values.notes.append(note)
      places.notes.append(line.index)
    case .categories:
      let list = line.list
      values.categories += list
      places.categories += repeatElement(line.index, count: list.count)
    case .photo, .xThumbnail: readPicture()
    case .xMaidenName: fillRare(\.previousFamilyName, \.previousFamilyName)
    case .language: setRare(\.cardLanguage, line.text)
    case .xPhoneticFirstName: fillRare(\.phonetic.given, \.phoneticGiven)
    case .xPhoneticMiddleName: fillRare(\.phonetic.middle, \.phoneticMiddle)
    case .xPhoneticLastName: fillRare(\.phonetic.family, \.phoneticFamily)
    case .xPhoneticOrg: fillRare(\.phoneticOrganization, \.phoneticOrganization)
    case .sortString: fillRare(\.sortAs.family, \.sortString)
    case .sound: readSound()
    case .adr: readAddress()
    case .label: readFormattedAddress()
    case .url:
      if let url = line.text { urls.append(url, label: line.label, place: place()) }
    case .xAltBday: readOtherBirthday()
    case .related, .xABRelatedNames, .xSpouse, .xManager, .xAssistant, .xChild: readRelation()
    case .socialProfile, .xSocialProfile, .xTwitter: readSocialProfile()
    case .impp, .xAIM, .xICQ, .xJabber, .xMSN, .xYahoo, .xSkype, .xSkypeUsername, .xGTalk,
      .xGoogleTalk, .xQQ, .xGaduGadu, .xGroupWise, .xMatrix:
      readInstantMessage()
    case .anniversary, .xAnniversary, .xABDate, .deathdate: readDate()
    case .xAndroidCustom: readAndroidCustom()
    case .unknown: readUnknown()
    default: break
    }
  }

  /// Reads what has no number, by its name.
  private mutating func readUnknown() {
    let name = line.name
    guard name.hasPrefix("X-") else { return }
    if keys.contains(.relations), ContactLabel.relation(of: name) != nil {
      readRelation()
    } else if keys.contains(.dates), ContactLabel.date(of: name) != nil {
      readDate()
    } else if keys.contains(.socialProfiles), SocialService.name(ofProperty: name) != nil {
      readSocialProfile()
    } else if keys.contains(.instantMessageAddresses), InstantMessageAddress.isNamed(name) {
      readInstantMessage()
    }
  }

  /// Where the value of the current line stands.
  mutating func place() -> ValuePlace {
    let group = line.group
    if group != nil { hasGroups = true }
    return ValuePlace(line: line.index, group: group)
  }

  // MARK: Single values

  private mutating func fill(
    _ path: WritableKeyPath<ContactValues, String?>, _ place: WritableKeyPath<ValuePlaces, Int?>
  ) {
    guard values[keyPath: path] == nil, let text = line.text else { return }
    values[keyPath: path] = text
    places[keyPath: place] = line.index
  }

  private mutating func fillRare(
    _ path: WritableKeyPath<RareContactValues.Values, String?>,
    _ place: WritableKeyPath<ValuePlaces, Int?>
  ) {
    guard let text = line.text, setRare(path, text) else { return }
    places[keyPath: place] = line.index
  }

  /// Sets a rare value, unless an earlier line has said it.
  @discardableResult
  private mutating func setRare<Value>(
    _ path: WritableKeyPath<RareContactValues.Values, Value?>, _ value: Value?
  ) -> Bool {
    guard let value else { return false }
    var changed = rare ?? RareContactValues.Values()
    guard changed[keyPath: path] == nil else { return false }
    changed[keyPath: path] = value
    rare = changed
    return true
  }

  // MARK: Names

  private mutating func readName() {
    guard line.hasParameters else {
      if values.name.isEmpty { setName() }
      return
    }
    if !line.parameter("PHONETIC").isEmpty {
      // RFC 9554 §4.6: another N of the same ALTID says how the name sounds.
      readPhonetic(line.component(0), line.component(1), line.component(2))
      return
    }
    guard values.name.isEmpty else { return }
    setName()
    guard !values.name.isEmpty else { return }
    languages.name = line.first("LANGUAGE")
    if keys.contains(.phoneticNames) {
      // RFC 6350 §5.9: as many values as the name has components, or fewer; in its example the
      // comma between them stands in quotation marks. Programs also write the semicolons of N.
      let sorted = line.parameter("SORT-AS").flatMap {
        $0.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }.map(String.init)
      }
      if let family = sorted.first { setRare(\.sortAs.family, family.filled) }
      if sorted.count > 1 { setRare(\.sortAs.given, sorted[1].filled) }
    }
  }

  private mutating func setName() {
    values.name = NameParts(line)
    if !values.name.isEmpty || places.name == nil { places.name = line.index }
  }

  private mutating func readPhonetic(_ family: String?, _ given: String?, _ middle: String?) {
    guard keys.contains(.phoneticNames) else { return }
    if setRare(\.phonetic.family, family) { places.phoneticFamily = line.index }
    if setRare(\.phonetic.given, given) { places.phoneticGiven = line.index }
    if setRare(\.phonetic.middle, middle) { places.phoneticMiddle = line.index }
  }

  /// Japanese phones write the reading of N as `SOUND;X-IRMC-N:family;given;;;`.
  private mutating func readSound() {
    let property = line.property
    guard line.hasParameters, property.types.contains("x-irmc-n") else { return }
    // There is one column at least, so that there are three with two more.
    let columns = property.columns(decodesLineEnds: true) + ["", ""]
    readPhonetic(columns[0].filled, columns[1].filled, columns[2].filled)
  }

  private mutating func readFormattedName() {
    // The first of those that are preferred alike; PREF is at most 100 by RFC 6350 §5.3.
    let none = 101
    let preference = line.first("PREF").flatMap { Int($0) } ?? none
    guard preference < formattedNamePreference, let text = line.text else { return }
    values.formattedName = text
    places.formattedName = line.index
    formattedNamePreference = preference
    languages.formattedName = line.first("LANGUAGE")
  }

  // MARK: Other values

  private mutating func readOrganization() {
    guard values.organization == nil, values.department == nil else { return }
    values.organization = line.component(0)
    var units: [String] = []
    for index in 1..<max(1, line.componentCount) {
      if let unit = line.component(index) { units.append(unit) }
    }
    values.department = units.isEmpty ? nil : units.joined(separator: ", ")
    if values.organization != nil || values.department != nil || places.organization == nil {
      places.organization = line.index
    }
  }

  private mutating func readBirthday() {
    guard let text = line.text else { return }
    let date = ContactDate(line, text: text)
    if date.calendar != nil { return setOtherBirthday(date) }
    // RFC 6350 §5.4: one day may be given in words and, in another line, as a date, which says more.
    guard places.birthday == nil || values.birthday == nil && date.date != nil else { return }
    values.birthday = date.date
    places.birthday = line.index
    if date.date == nil { setRare(\.birthdayText, text) } else { rare?.birthdayText = nil }
  }

  private mutating func readOtherBirthday() {
    guard let text = line.text else { return }
    let date = ContactDate(line, text: text)
    setOtherBirthday(ContactDate(text: date.text, calendar: date.calendar))
  }

  private mutating func setOtherBirthday(_ date: ContactDate) {
    if setRare(\.nonGregorianBirthday, date) { places.otherBirthday = line.index }
  }

  private mutating func readPicture() {
    let property = line.property
    guard property.seemsBinary else { return }
    let isThumbnail =
      line.known == .xThumbnail
      || line.hasParameters
        && property.types.contains { $0 == "thumbnail" || $0 == "x-thumbnail" }
    setRare(isThumbnail ? \.thumbnail : \.photo, property)
  }
}

extension NameParts {
  /// The parts that a line N says.
  init(_ line: borrowing ContactLine) {
    family = line.component(0)
    given = line.component(1)
    middle = line.component(2)
    prefix = line.component(3)
    suffix = line.component(4)
    guard line.componentCount > 5 else { return }
    // RFC 9554 §2.2: the second surname should stand among the family names too, and the generation
    // among the suffixes, and may not.
    if let second = line.component(5),
      !NameParts.holds(second, part: family, values: line.values(of: 0))
    {
      family = family.map { "\($0) \(second)" } ?? second
    }
    if let generation = line.component(6),
      !NameParts.holds(generation, part: suffix, values: line.values(of: 4))
    {
      suffix = suffix.map { "\($0) \(generation)" } ?? generation
    }
  }

  /// Whether a part says some words already: as one of its values, or at its end.
  private static func holds(_ words: String, part: String?, values: [String]) -> Bool {
    ends(part, with: words) || part != nil && values.contains { $0.trimmingBlanks == words }
  }
}
