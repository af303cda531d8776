/// Writes the name of a contact as people write names.
///
/// The rule by which the parts of a name are put together is that of ``Contact/compositeName``: with
/// no ``locale`` the full name is the composite name, octet by octet. A locale adds what a reader of
/// that language expects: it stands in for the language of names that tell none, and sets the comma
/// before a degree (`Kate Bell, PhD`). Facts: UTS #35 part 8, CLDR 42 and its test data.
///
/// Names are put out as they are. Who shows them on a terminal escapes control characters there.
public struct ContactFormatter: Hashable, Sendable {
  /// What is made of a name.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// `Dr. Kate Ann Bell Jr.`
    case fullName
    /// How the name sounds, as `やまだたろう`; nothing where the card does not say.
    case phoneticFullName
    /// A monogram of one or two letters: `KB`.
    case initials
    /// What friends say: the nickname or the given name.
    case short
  }

  /// What is made of a name.
  public var style: Style
  /// The order of the parts, by the user's choice or by script and language.
  public var nameOrder: NameOrder
  /// The BCP 47 tag of the reader's language; `nil` for no punctuation but spaces.
  public var locale: String?
  /// Whether names with letters written from right to left stand between U+2068 and U+2069.
  ///
  /// They then do not turn the text around them about (UAX #9, first strong isolate). Isolates and
  /// their ends that a name holds without a partner get one, so that none reaches beyond the name.
  public var usesIsolates: Bool
  /// Whether ``Style/short`` takes a nickname before the given name.
  public var prefersNicknames: Bool

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - style: What is made of a name.
  ///   - nameOrder: The order of the parts.
  ///   - locale: The BCP 47 tag of the reader's language.
  ///   - usesIsolates: Whether right-to-left names are isolated from the text around them.
  ///   - prefersNicknames: Whether the short style takes a nickname before the given name.
  public init(
    style: Style = .fullName, nameOrder: NameOrder = .automatic, locale: String? = nil,
    usesIsolates: Bool = false, prefersNicknames: Bool = true
  ) {
    self.style = style
    self.nameOrder = nameOrder
    self.locale = locale
    self.usesIsolates = usesIsolates
    self.prefersNicknames = prefersNicknames
  }

  /// The keys that a contact must have been read with to be written in a style.
  public static func requiredKeys(for style: Style) -> Contact.Keys {
    switch style {
    case .fullName, .short, .initials: .compositeName
    case .phoneticFullName: [.names, .phoneticNames, .contactType]
    }
  }

  /// The name of a contact in a style, by the rules of script and language.
  ///
  /// - Returns: `nil` when there is nothing to write.
  public static func string(from contact: Contact, style: Style = .fullName) -> String? {
    ContactFormatter(style: style).string(from: contact)
  }

  /// The name of a contact.
  ///
  /// The contact must have been read with ``requiredKeys(for:)``.
  ///
  /// - Returns: `nil` when the contact has nothing to be called by, or does not say how it sounds.
  /// - Complexity: O(*n*) in the octets of the name.
  public func string(from contact: Contact) -> String? {
    if style == .fullName, !usesIsolates, locale == nil {
      return contact.compositeName(nameOrder)
    }
    let parts = attributedParts(from: contact)
    guard !parts.isEmpty else { return nil }
    return parts.reduce(into: "") { $0 += $1.text }
  }

  /// The name of a contact in its parts, which joined give ``string(from:)`` exactly.
  ///
  /// What stands between the names, such as a space, is a part of its own of kind
  /// ``Part/Kind/literal``.
  ///
  /// - Returns: No part when there is nothing to write.
  public func attributedParts(from contact: Contact) -> [Part] {
    let parts: [Part]
    switch style {
    case .fullName: parts = fullName(of: contact)
    case .phoneticFullName: parts = phoneticFullName(of: contact)
    case .initials: parts = initials(of: contact)
    case .short: parts = shortName(of: contact)
    }
    guard usesIsolates, !parts.isEmpty else { return parts }
    return BidiIsolate.isolating(parts)
  }

  /// The order in which the parts of a contact's name stand, never automatic.
  ///
  /// In any style the contact must have been read with ``Contact/Keys/compositeName``.
  public func nameOrder(for contact: Contact) -> NameOrder {
    guard let arrangement = arrangement(for: contact) else {
      return nameOrder == .familyNameFirst ? .familyNameFirst : .givenNameFirst
    }
    return arrangement.standsFamilyFirst ? .familyNameFirst : .givenNameFirst
  }

  /// What stands between the given and the family name of a contact: a space, a dot or nothing.
  ///
  /// In any style the contact must have been read with ``Contact/Keys/compositeName``.
  public func delimiter(for contact: Contact) -> String {
    guard let arrangement = arrangement(for: contact) else { return " " }
    return arrangement.usesDots ? "・" : arrangement.leavesSpacesOut ? "" : " "
  }

  /// How the parts of a contact's name stand, where it has any.
  private func arrangement(for contact: Contact) -> NameArrangement? {
    guard case .parts(let arrangement) = composition(of: contact) else { return nil }
    return arrangement
  }

  /// The language of a contact's name: what the card says, else the reader's.
  ///
  /// A reader's language does not say whether Katakana is foreign, so of it only those count in
  /// which names stand family name first.
  private func language(of contact: Contact) -> String? {
    if let own = contact.nameLanguage { return own }
    switch LanguageTag.primary(locale) {
    case "hu", "vi", "km", "mn", "si", "ta", "te": return locale
    default: return nil
    }
  }

  /// What a contact is called by.
  ///
  /// A reader's language does not stand against the formatted name.
  private func composition(of contact: Contact) -> NameComposition? {
    contact.composition(
      nameOrder, language: language(of: contact), isAssumed: contact.nameLanguage == nil)
  }

  // MARK: The styles

  private func fullName(of contact: Contact) -> [Part] {
    switch composition(of: contact) {
    case .parts(let arrangement):
      let comma = SuffixComma.of(language: locale)
      var joiner = NameJoiner(
        arrangement, suffixComma: arrangement.leavesSpacesOut ? nil : comma, keepsParts: true)
      contact.nameParts.join(into: &joiner)
      return joiner.parts ?? []
    case .whole(let kind, let text): return [Part(kind: kind, text: text)]
    case nil: return []
    }
  }

  private func phoneticFullName(of contact: Contact) -> [Part] {
    if contact.contactType == .organization {
      return contact.phoneticOrganizationName.map { [Part(kind: .organization, text: $0)] } ?? []
    }
    let phonetic = contact.content(for: .phoneticNames).rareValues.phonetic
    guard phonetic.hasName else { return [] }
    // The sound stands in the order of the name: that of ヤマダタロウ in letters is Yamada Taro.
    var arrangement = NameArrangement(
      of: phonetic, nameOrder, language: language(of: contact))
    let name = contact.nameParts
    if nameOrder == .automatic, name.hasName {
      let own = NameArrangement(of: name, nameOrder, language: language(of: contact))
      arrangement.standsFamilyFirst = own.standsFamilyFirst
      arrangement.putsMiddleFirst = own.putsMiddleFirst
    }
    var joiner = NameJoiner(arrangement, keepsParts: true)
    phonetic.join(into: &joiner)
    return joiner.parts ?? []
  }

  private func shortName(of contact: Contact) -> [Part] {
    if contact.contactType == .organization, let organization = contact.organizationName {
      return [Part(kind: .organization, text: organization)]
    }
    let nickname = contact.nickname.map { Part(kind: .nickname, text: $0) }
    let given = contact.givenName.map { Part(kind: .given, text: $0) }
    if let part = prefersNicknames ? nickname ?? given : given ?? nickname { return [part] }
    return fullName(of: contact)
  }

  private func initials(of contact: Contact) -> [Part] {
    switch composition(of: contact) {
    case .parts(let arrangement):
      let name = contact.nameParts
      let language = language(of: contact)
      guard name.hasName else { return Monogram.ofWords(name.prefix ?? name.suffix ?? "", .prefix) }
      return Monogram.of(name, arrangement, language: LanguageTag.primary(language ?? locale))
    case .whole(let kind, let text):
      switch kind {
      case .formattedName: return Monogram.ofWords(text, kind)
      case .phoneNumber: return []
      default: return Monogram.ofFirst(text, kind)
      }
    case nil: return []
    }
  }
}

extension ContactFormatter {
  /// A piece of a formatted name.
  public struct Part: Hashable, Sendable {
    /// What a piece is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A title such as `Dr.`.
      case prefix
      /// A given name.
      case given
      /// Further given names.
      case middle
      /// A family name.
      case family
      /// What stands after a name, such as `Jr.`.
      case suffix
      /// A nickname.
      case nickname
      /// An organisation.
      case organization
      /// A name in one piece: FN.
      case formattedName
      /// A department, where there is nothing better.
      case department
      /// An email address, where there is nothing better.
      case emailAddress
      /// A phone number, where there is nothing better.
      case phoneNumber
      /// What the formatter put between, such as a space.
      case literal
    }

    /// What the piece is.
    public let kind: Kind
    /// The text, never empty.
    public let text: String

    /// Creates a piece.
    public init(kind: Kind, text: String) {
      self.kind = kind
      self.text = text
    }
  }
}

extension Contact {
  /// The parts of the name.
  var nameParts: NameParts { content(for: .names).values.name }
}
