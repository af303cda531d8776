package import VCard

/// What of a card tells whose it is, in storage that serves for the next card again.
///
/// ```
/// octets   BEGIN:VCARD⏎VERSION:4.0⏎N:Bell;Kate;;;⏎EMAIL:kate@mac.com⏎END:VCARD⏎Mary Ann
/// places                            ^fam  ^given        ^email                   ^middle
/// ```
/// The texts are those of a ``Contact`` that was read with ``keys``. Nearly all of them stand in the
/// card as they are; those that have to be put together stand behind its octets. For a card with lines
/// that are not plain a contact is asked.
package struct IdentityTexts: Sendable {
  /// The values of a contact that are looked at.
  package static let keys: Contact.Keys = [
    .names, .nickname, .organization, .emailAddresses, .phoneNumbers, .birthday, .uid,
    .contactType,
  ]

  /// The octets in which the texts stand, in UTF-8.
  package private(set) var octets: [UInt8] = []
  /// The given name; a place is never empty.
  package private(set) var given: Range<Int>?
  /// Further given names.
  package private(set) var middle: Range<Int>?
  /// The family name.
  package private(set) var family: Range<Int>?
  /// What stands after the name.
  package private(set) var suffix: Range<Int>?
  /// The name in one piece.
  package private(set) var formatted: Range<Int>?
  /// The nicknames.
  package private(set) var nicknames: [Range<Int>] = []
  /// The organisation, without the department.
  package private(set) var organization: Range<Int>?
  /// The email addresses.
  package private(set) var emails: [Range<Int>] = []
  /// The phone numbers.
  package private(set) var phones: [Range<Int>] = []
  /// The UID.
  package private(set) var uid: Range<Int>?
  /// The birthday.
  package private(set) var birthday: PartialDate?
  /// Whether it is an organisation or a group, and no person.
  package private(set) var isOrganization = false
  /// Whether it is a group.
  package private(set) var isGroup = false

  /// What stands before the name, such as a title.
  private var prefix: Range<Int>?
  /// Whether the language of the name is known, or of the card.
  private var hasLanguage = false
  /// Whether some N has said a part of the name.
  private var hasName = false
  private var hasDepartment = false

  /// Creates empty storage.
  package init() {}

  /// A text by its place.
  package func text(_ place: Range<Int>) -> String {
    String(decoding: octets[place], as: UTF8.self)
  }

  /// The name in one piece where it is the ``Contact/compositeName``, too: the given name first, as
  /// most programs write names of scripts that put spaces into them, in a language that nobody says.
  ///
  /// ```
  /// N:Bell;Kate;;Dr.;   FN:Dr. Kate Bell    this one
  /// N:Bell;Kate;;Dr.;   FN:Kate Bell        none
  /// N:王;小明;;;         FN:王小明            none
  /// ```
  package var composed: Range<Int>? {
    guard let formatted, given != nil, family != nil, !hasLanguage, !isOrganization else {
      return nil
    }
    var place = formatted.lowerBound
    var hasLetter = false
    for part in [prefix, given, middle, family, suffix] {
      guard let part else { continue }
      if place > formatted.lowerBound {
        guard place < formatted.upperBound, octets[place] == 0x20 else { return nil }
        place += 1
      }
      guard part.count <= formatted.upperBound - place else { return nil }
      for index in part {
        let octet = octets[index]
        // Signs that go with a letter, and those that are another letter to some: the same text may
        // be in other octets.
        guard octets[place] == octet, octet != 0xCC, octet != 0xCD, octet != 0xE2 else {
          return nil
        }
        place += 1
        // A Latin or Cyrillic letter says that the name is none of East Asia.
        if part != prefix, part != suffix,
          0x61...0x7A ~= octet | 0x20 || octet == 0xD0 || octet == 0xD1
        {
          hasLetter = true
        }
      }
    }
    return hasLetter && place == formatted.upperBound ? formatted : nil
  }

  /// Whether the name has parts, and not only a title.
  var hasParts: Bool { given != nil || middle != nil || family != nil }

  /// What a person is called by whose name has parts, where nothing else of the card counts for it.
  package var arranged: String? {
    guard hasParts, !hasLanguage, !isOrganization else { return nil }
    let name = NameParts(
      prefix: prefix.map { text($0) }, given: given.map { text($0) },
      middle: middle.map { text($0) },
      family: family.map { text($0) }, suffix: suffix.map { text($0) })
    return name.joined(
      NameArrangement(
        of: name, .automatic, language: nil, isAssumed: false,
        as: formatted.map { text($0) }))
  }

  /// Forgets the texts, and lets go of the octets of the card.
  package mutating func removeAll() {
    octets = []
    (prefix, given, middle, family, suffix, formatted) = (nil, nil, nil, nil, nil, nil)
    (organization, uid, birthday) = (nil, nil, nil)
    if !nicknames.isEmpty { nicknames.removeAll(keepingCapacity: true) }
    if !emails.isEmpty { emails.removeAll(keepingCapacity: true) }
    if !phones.isEmpty { phones.removeAll(keepingCapacity: true) }
    (isOrganization, isGroup) = (false, false)
    (hasLanguage, hasName, hasDepartment) = (false, false, false)
  }

  // MARK: From contacts

  /// Takes the texts of a contact that was read with ``keys``.
  package mutating func read(_ contact: Contact) {
    removeAll()
    prefix = contact.namePrefix.map { add($0) }
    given = contact.givenName.map { add($0) }
    middle = contact.middleName.map { add($0) }
    family = contact.familyName.map { add($0) }
    suffix = contact.nameSuffix.map { add($0) }
    hasLanguage = contact.nameLanguage != nil
    formatted = contact.formattedName.map { add($0) }
    for nickname in contact.nicknames { nicknames.append(add(nickname)) }
    organization = contact.organizationName.map { add($0) }
    for email in contact.emailAddresses { emails.append(add(email.value)) }
    for phone in contact.phoneNumbers { phones.append(add(phone.value)) }
    uid = contact.uid.map { add($0) }
    birthday = contact.birthday
    isGroup = contact.contactType == .group
    isOrganization = isGroup || contact.contactType == .organization
  }

  private mutating func add(_ text: String) -> Range<Int> {
    let start = octets.count
    octets += text.utf8
    return start..<octets.count
  }

  /// Takes the texts that were packed.
  ///
  /// - Parameters:
  ///   - values: What ``packedValues`` gave, in its order.
  ///   - birthday: The birthday.
  mutating func read(packed values: [[ArraySlice<UInt8>]], birthday: PartialDate?) {
    removeAll()
    func added(_ text: ArraySlice<UInt8>) -> Range<Int> {
      octets += text
      return octets.count - text.count..<octets.count
    }
    suffix = values[0].first.map(added)
    organization = values[1].first.map(added)
    emails = values[2].map(added)
    phones = values[3].map(added)
    self.birthday = birthday
  }

  /// The texts by which people see why two cards are of one person, but for the names: suffix,
  /// organisation, emails and phone numbers.
  var packedValues: [[ArraySlice<UInt8>]] {
    [[suffix].compactMap(\.self), [organization].compactMap(\.self), emails, phones].map { places in
      places.map { octets[$0] }
    }
  }

  // MARK: From cards

  /// Takes the texts of a card.
  ///
  /// - Complexity: O(*n*) in the lines of the card and the octets of those that count; allocates
  ///   nothing once the storage has grown, if no line has parameters, folds or escapes.
  package mutating func read(_ card: borrowing Card) {
    removeAll()
    octets = card.octets
    guard let first = readBare(card, .all) else { return }
    var plain = PlainProperty()
    if !readPlain(card, from: first, lines: .all, plain: &plain) {
      read(Contact(copy card, keys: IdentityTexts.keys))
    }
  }

  /// Takes the texts of a card that its name is sorted by.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - lines: Which of its lines say them.
  ///   - plain: Storage.
  /// - Returns: `false` for a card that only a contact can read.
  mutating func read(
    _ card: borrowing Card, lines: Lines, plain: inout PlainProperty
  ) -> Bool {
    removeAll()
    octets = card.octets
    guard let first = readBare(card, lines) else { return true }
    return readPlain(card, from: first, lines: lines, plain: &plain)
  }

  /// Which lines of a card are read.
  struct Lines {
    fileprivate let names: NameSet
    /// Those of them that only a contact can read.
    fileprivate let irregular: NameSet
    /// Whether it matters that a name is sorted as another text.
    fileprivate let areSorted: Bool

    private static let kinds: [KnownName] = [.kind, .xAddressBookServerKind, .xABShowAs]

    /// Those that say any of the texts.
    static let all = Lines(
      [.n, .fn, .nickname, .org, .email, .tel, .bday, .uid, .language] + kinds,
      irregular: [.xAndroidCustom])

    /// Those by which a card is sorted; the language of the name decides how it is shown only.
    static func sorting(heedingLanguage: Bool) -> Lines {
      Lines(
        [.n, .fn] + kinds + (heedingLanguage ? [.language] : []),
        irregular: [
          .sortString, .sound, .xPhoneticFirstName, .xPhoneticMiddleName, .xPhoneticLastName,
          .xPhoneticOrg,
        ], areSorted: true)
    }

    private init(_ names: [KnownName], irregular: [KnownName], areSorted: Bool = false) {
      self.names = NameSet(names + irregular)
      self.irregular = NameSet(irregular)
      self.areSorted = areSorted
    }
  }

  /// Reads lines as long as nothing has to be decoded; the first one for which it has, if there is one.
  private mutating func readBare(_ card: borrowing Card, _ lines: Lines) -> Int? {
    // Beside ``octets``, which may grow.
    let bytes = card.octets
    let rules = card.rules
    var next = 0
    while let found = card.nextLine(from: next, named: lines.names) {
      guard !lines.irregular.contains(found.name), let range = card.bareValue(at: found.index)
      else {
        return found.index
      }
      next = found.index + 1
      switch found.name {
      case .n:
        guard takeName(bytes.span, range, splitsAtCommas: rules.separatesWithinComponents) else {
          hasName = false
          return found.index
        }
      case .org: takeOrganization(bytes.span, range)
      case .nickname:
        takeNicknames(bytes.span, range, splitsAtSemicolons: rules.separatesListsWithSemicolons)
      default: store(found.name, in: bytes.span, place: bytes.span.filled(range))
      }
    }
    return nil
  }

  /// Takes the parts of N; `false` for one with more than five.
  private mutating func takeName(
    _ bytes: Span<UInt8>, _ range: Range<Int>, splitsAtCommas: Bool
  ) -> Bool {
    guard !hasName else { return true }
    (prefix, given, middle, family, suffix) = (nil, nil, nil, nil, nil)
    var number = 0
    var start = range.lowerBound
    for index in range.lowerBound...range.upperBound {
      guard index == range.upperBound || bytes[index] == UInt8(ascii: ";") else { continue }
      let place = splitsAtCommas ? joined(bytes, start..<index) : filled(bytes, start..<index)
      start = index + 1
      guard set(number, place) else { return false }
      number += 1
    }
    return true
  }

  /// Sets a part of the name by the number of its component; `false` for more than five.
  ///
  /// RFC 6350 §6.2.2.
  private mutating func set(_ component: Int, _ place: Range<Int>?) -> Bool {
    guard let place else { return true }
    switch component {
    case 0: family = place
    case 1: given = place
    case 2: middle = place
    case 3: prefix = place
    case 4: suffix = place
    default: return false
    }
    hasName = true
    return true
  }

  /// What is left of a text without blanks around it; `nil` for nothing.
  private func filled(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    let range = bytes.filled(range)
    return range.isEmpty ? nil : range
  }

  /// The filled values of a component; several are added with blanks between them.
  private mutating func joined(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    var place: Range<Int>?
    var start = range.lowerBound
    for index in range.lowerBound...range.upperBound {
      guard index == range.upperBound || bytes[index] == UInt8(ascii: ",") else { continue }
      join(filled(bytes, start..<index), to: &place)
      start = index + 1
    }
    return place
  }

  /// Adds a text to another with a blank between them.
  private mutating func join(_ word: Range<Int>?, to place: inout Range<Int>?) {
    guard let word else { return }
    guard let first = place else {
      place = word
      return
    }
    let start = octets.count
    octets += octets[first]
    octets.append(0x20)
    octets += octets[word]
    place = start..<octets.count
  }

  private mutating func takeOrganization(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard organization == nil, !hasDepartment else { return }
    var number = 0
    var start = range.lowerBound
    for index in range.lowerBound...range.upperBound {
      guard index == range.upperBound || bytes[index] == UInt8(ascii: ";") else { continue }
      let place = filled(bytes, start..<index)
      start = index + 1
      setOrganization(number, place)
      number += 1
    }
  }

  /// Sets the organisation, or notes that there is a part of it, by the number of a component.
  private mutating func setOrganization(_ component: Int, _ place: Range<Int>?) {
    if component == 0 { organization = place } else if place != nil { hasDepartment = true }
  }

  private mutating func takeNicknames(
    _ bytes: Span<UInt8>, _ range: Range<Int>, splitsAtSemicolons: Bool
  ) {
    var start = range.lowerBound
    for index in range.lowerBound...range.upperBound {
      guard
        index == range.upperBound || bytes[index] == UInt8(ascii: ",")
          || splitsAtSemicolons && bytes[index] == UInt8(ascii: ";")
      else { continue }
      if let nickname = filled(bytes, start..<index) { nicknames.append(nickname) }
      start = index + 1
    }
  }

  // MARK: Single values

  /// Takes a value of one text, without blanks around it.
  private mutating func store(_ name: KnownName, in bytes: Span<UInt8>, place: Range<Int>) {
    guard !place.isEmpty else { return }
    switch name {
    case .fn: if formatted == nil { formatted = place }
    case .email: takeEmail(bytes, place)
    case .tel: takePhone(bytes, place)
    case .uid: if uid == nil { uid = place }
    case .bday: takeBirthday(place)
    case .kind, .xAddressBookServerKind:
      isGroup = bytes.isWord(place, "group")
      isOrganization = isGroup || bytes.isWord(place, "org")
    case .language: hasLanguage = true
    case .xABShowAs: if bytes.isWord(place, "company") { (isOrganization, isGroup) = (true, false) }
    default: preconditionFailure("\(name.canonical) is none of the names that are looked for")
    }
  }

  private mutating func takeEmail(_ bytes: Span<UInt8>, _ place: Range<Int>) {
    if EmailText.isAlone(bytes.extracting(place)) {
      emails.append(place)
    } else {
      let address = EmailText.address(text(place))
      if !address.isEmpty { emails.append(add(address)) }
    }
  }

  private mutating func takePhone(_ bytes: Span<UInt8>, _ place: Range<Int>) {
    if bytes[place.lowerBound] | 0x20 != UInt8(ascii: "t") {
      phones.append(place)
    } else {
      let number = PhoneText.number(text(place))
      if !number.isEmpty { phones.append(add(number)) }
    }
  }

  private mutating func takeBirthday(_ place: Range<Int>) {
    // RFC 6350 §5.4: of several, the first that is a date counts.
    guard birthday == nil else { return }
    birthday = PartialDate(text(place))
    birthday = birthday?.withoutOmittedYear(named: [])
  }

  // MARK: Decoded lines

  /// Reads the lines from one on that is not bare; `false` for a card that only a contact can read.
  private mutating func readPlain(
    _ card: borrowing Card, from first: Int, lines: Lines, plain: inout PlainProperty
  ) -> Bool {
    let bytes = card.octets
    var next = first
    while let found = card.nextLine(from: next, named: lines.names) {
      next = found.index + 1
      guard !lines.irregular.contains(found.name), card.decode(at: found.index, into: &plain) else {
        return false
      }
      for parameter in plain.parameters {
        let name = plain.strings[parameter.name]
        let source = name.isInCard ? bytes : plain.octets
        if IdentityTexts.matters(source.span, parameter: name.range, to: found.name, lines: lines) {
          return false
        }
        if found.name == .n || found.name == .fn, source.span.isWord(name.range, "language") {
          hasLanguage = true
        }
      }
      switch found.name {
      case .n:
        guard !hasName else { continue }
        (prefix, given, middle, family, suffix) = (nil, nil, nil, nil, nil)
        for number in plain.componentEnds.indices {
          guard set(number, joined(plain, number)) else { return false }
        }
      case .org:
        guard organization == nil, !hasDepartment else { continue }
        for number in plain.componentEnds.indices {
          setOrganization(number, joined(plain, number))
        }
      case .nickname:
        for number in plain.values {
          let place = filled(plain, number)
          if !place.isEmpty { nicknames.append(place) }
        }
      default:
        let place = filled(plain, plain.values.lowerBound)
        let source = octets
        store(found.name, in: source.span, place: place)
      }
    }
    return true
  }

  /// Whether a parameter changes what a property says of the values here.
  private static func matters(
    _ bytes: Span<UInt8>, parameter: Range<Int>, to name: KnownName, lines: Lines
  ) -> Bool {
    switch name {
    // Which of several FN counts; how a name sounds, and what it is sorted as; other calendars and
    // years that are none.
    case .fn: bytes.isWord(parameter, "pref")
    case .n:
      bytes.isWord(parameter, "phonetic") || lines.areSorted && bytes.isWord(parameter, "sort-as")
    case .bday:
      bytes.isWord(parameter, "calscale") || bytes.isWord(parameter, "x-apple-omit-year")
    default: false
    }
  }

  /// The place of a decoded string without blanks around it.
  private mutating func filled(_ plain: borrowing PlainProperty, _ number: Int) -> Range<Int> {
    let place = plain.strings[number]
    if place.isInCard { return octets.span.filled(place.range) }
    let start = octets.count
    octets += plain.octets[place.range]
    return octets.span.filled(start..<octets.count)
  }

  /// The filled values of a decoded component; several are added with blanks between them.
  private mutating func joined(
    _ plain: borrowing PlainProperty, _ number: Int
  ) -> Range<Int>? {
    let first = plain.values.lowerBound
    let start = number > 0 ? plain.componentEnds[number - 1] : 0
    var place: Range<Int>?
    for index in first + start..<first + plain.componentEnds[number] {
      let word = filled(plain, index)
      join(word.isEmpty ? nil : word, to: &place)
    }
    return place
  }
}

extension Span where Element == UInt8 {
  /// Whether some octets are a word, in letters of either case.
  fileprivate func isWord(_ place: Range<Int>, _ word: StaticString) -> Bool {
    Octets.equal(extracting(place), word)
  }
}
