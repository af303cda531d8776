public import VCard

/// A contact that can be changed, and then written back onto its card.
///
/// ```
/// card ─▶ Contact ─▶ mutableCopy() ─▶ changes ─▶ card.update(with:) ─▶ card with only these changed
/// ```
/// It is a value: a copy knows nothing of another's changes. Texts are taken without the blanks
/// around them, with LF between their lines, and empty ones as none. Like ``Contact``, it holds what
/// it was read with, and stops the program when it is asked for anything else.
public struct MutableContact: Hashable, Sendable {
  /// What the contact was when it was read.
  let original: Contact
  var values: ContactValues
  var rare: RareContactValues.Values

  /// Creates a contact without any value, for a new card.
  public init() { self.init(Contact(Card(version: .version40))) }

  init(_ contact: Contact) {
    original = contact
    values = contact.content(for: []).values
    rare = contact.content(for: []).rareValues
  }

  /// What was decoded.
  public var keys: Contact.Keys { original.keys }

  /// Tells whether values may be read and changed.
  public func isKeyAvailable(_ keys: Contact.Keys) -> Bool { original.isKeyAvailable(keys) }

  /// The contact as it is now, for formatters and whatever else reads contacts.
  public var contact: Contact {
    Contact(content: Content(keys: keys, values: values, rare: RareContactValues(rare)))
  }

  // MARK: Access

  private func expect(_ key: Contact.Keys) { _ = original.content(for: key) }

  private subscript<Value>(
    key: Contact.Keys, path: WritableKeyPath<MutableContact, Value>
  ) -> Value {
    get {
      expect(key)
      return self[keyPath: path]
    }
    set {
      expect(key)
      self[keyPath: path] = newValue
    }
  }

  /// A text, which is cleaned where it is set.
  private subscript(
    key: Contact.Keys, text path: WritableKeyPath<MutableContact, String?>
  ) -> String? {
    get { self[key, path] }
    set { self[key, path] = newValue.flatMap(CleanText.lines) }
  }

  // MARK: The name

  /// What stands before the name, such as `Dr.`.
  public var namePrefix: String? {
    get { self[.names, text: \.values.name.prefix] }
    set { self[.names, text: \.values.name.prefix] = newValue }
  }
  /// The first name in the West.
  public var givenName: String? {
    get { self[.names, text: \.values.name.given] }
    set { self[.names, text: \.values.name.given] = newValue }
  }
  /// Further given names.
  public var middleName: String? {
    get { self[.names, text: \.values.name.middle] }
    set { self[.names, text: \.values.name.middle] = newValue }
  }
  /// The last name in the West.
  public var familyName: String? {
    get { self[.names, text: \.values.name.family] }
    set { self[.names, text: \.values.name.family] = newValue }
  }
  /// What stands after the name, such as `Jr.`.
  public var nameSuffix: String? {
    get { self[.names, text: \.values.name.suffix] }
    set { self[.names, text: \.values.name.suffix] = newValue }
  }
  /// The name in one piece, FN.
  ///
  /// Unless it is set, it follows the parts of the name if it was what they gave before.
  public var formattedName: String? {
    get { self[.names, text: \.values.formattedName] }
    set { self[.names, text: \.values.formattedName] = newValue }
  }
  /// The family name before it was changed.
  public var previousFamilyName: String? {
    get { self[.names, text: \.rare.previousFamilyName] }
    set { self[.names, text: \.rare.previousFamilyName] = newValue }
  }
  /// How the given name sounds.
  public var phoneticGivenName: String? {
    get { self[.phoneticNames, text: \.rare.phonetic.given] }
    set { self[.phoneticNames, text: \.rare.phonetic.given] = newValue }
  }
  /// How the middle name sounds.
  public var phoneticMiddleName: String? {
    get { self[.phoneticNames, text: \.rare.phonetic.middle] }
    set { self[.phoneticNames, text: \.rare.phonetic.middle] = newValue }
  }
  /// How the family name sounds.
  public var phoneticFamilyName: String? {
    get { self[.phoneticNames, text: \.rare.phonetic.family] }
    set { self[.phoneticNames, text: \.rare.phonetic.family] = newValue }
  }
  /// How the organisation's name sounds.
  public var phoneticOrganizationName: String? {
    get { self[.phoneticNames, text: \.rare.phoneticOrganization] }
    set { self[.phoneticNames, text: \.rare.phoneticOrganization] = newValue }
  }
  /// The first nickname; to set it leaves the others.
  public var nickname: String? {
    get { nicknames.first }
    set { nicknames = CleanText.first(newValue, of: nicknames) }
  }
  /// All nicknames.
  public var nicknames: [String] {
    get { self[.nickname, \.values.nicknames] }
    set { self[.nickname, \.values.nicknames] = newValue.compactMap(CleanText.lines) }
  }

  // MARK: Work

  /// The organisation.
  public var organizationName: String? {
    get { self[.organization, text: \.values.organization] }
    set { self[.organization, text: \.values.organization] = newValue }
  }
  /// The department.
  public var departmentName: String? {
    get { self[.organization, text: \.values.department] }
    set { self[.organization, text: \.values.department] = newValue }
  }
  /// The job title.
  public var jobTitle: String? {
    get { self[.jobTitle, text: \.values.jobTitle] }
    set { self[.jobTitle, text: \.values.jobTitle] = newValue }
  }

  // MARK: Ways to reach it

  /// The email addresses.
  public var emailAddresses: [LabeledValue<String>] {
    get { self[.emailAddresses, \.values.emails] }
    set { self[.emailAddresses, \.values.emails] = CleanText.values(newValue, CleanText.email) }
  }
  /// The phone numbers.
  public var phoneNumbers: [LabeledValue<String>] {
    get { self[.phoneNumbers, \.values.phones] }
    set { self[.phoneNumbers, \.values.phones] = CleanText.values(newValue, CleanText.phone) }
  }
  /// The postal addresses.
  public var postalAddresses: [LabeledValue<PostalAddress>] {
    get { self[.postalAddresses, \.values.addresses] }
    set {
      self[.postalAddresses, \.values.addresses] = CleanText.values(newValue, CleanText.address)
    }
  }
  /// The addresses of web pages.
  public var urlAddresses: [LabeledValue<String>] {
    get { self[.urlAddresses, \.values.urls] }
    set { self[.urlAddresses, \.values.urls] = CleanText.values(newValue, CleanText.line) }
  }
  /// The accounts with social networks; equal ones are one.
  ///
  /// ``SocialProfile/urlString`` must start with a scheme such as `https:`. Without one it is taken
  /// as the name of the account; beside such a name no card can hold it.
  public var socialProfiles: [LabeledValue<SocialProfile>] {
    get { self[.socialProfiles, \.values.socialProfiles] }
    set {
      self[.socialProfiles, \.values.socialProfiles] = CleanText.once(
        newValue, ignoringLabels: true, CleanText.profile)
    }
  }
  /// The accounts for instant messages; equal ones are one.
  public var instantMessageAddresses: [LabeledValue<InstantMessageAddress>] {
    get { self[.instantMessageAddresses, \.values.instantMessages] }
    set {
      self[.instantMessageAddresses, \.values.instantMessages] = CleanText.once(
        newValue, ignoringLabels: true, CleanText.message)
    }
  }

  // MARK: The rest

  /// The people who are something to the person; equal ones with equal labels are one.
  public var contactRelations: [LabeledValue<ContactRelation>] {
    get { self[.relations, \.values.relations] }
    set {
      self[.relations, \.values.relations] = CleanText.once(
        newValue, ignoringLabels: false, CleanText.relation)
    }
  }
  /// The days other than the birthday; equal ones with equal labels are one.
  public var dates: [LabeledValue<ContactDate>] {
    get { self[.dates, \.values.dates] }
    set {
      self[.dates, \.values.dates] = CleanText.once(newValue, ignoringLabels: false, CleanText.date)
    }
  }
  /// The birthday; to set it replaces what BDAY says, also if that is no date.
  public var birthday: PartialDate? {
    get { self[.birthday, \.values.birthday] }
    set { self[.birthday, \.values.birthday] = newValue }
  }
  /// The birthday by another calendar, which it should name.
  public var nonGregorianBirthday: ContactDate? {
    get { self[.birthday, \.rare.nonGregorianBirthday] }
    set { self[.birthday, \.rare.nonGregorianBirthday] = newValue.flatMap(CleanText.otherBirthday) }
  }
  /// The first note; to set it leaves the others.
  public var note: String? {
    get { notes.first }
    set { notes = CleanText.first(newValue, of: notes) }
  }
  /// All notes.
  public var notes: [String] {
    get { self[.notes, \.values.notes] }
    set { self[.notes, \.values.notes] = newValue.compactMap(CleanText.lines) }
  }
  /// Whether it is a person, an organisation, a group or something else.
  public var contactType: ContactType {
    get { self[.contactType, \.values.type] }
    set {
      self[.contactType, \.values.type] = ContactType(
        rawValue: newValue.rawValue.trimmingBlanks.asciiLowercased)
    }
  }
}

extension MutableContact {
  /// Feeds the values that many cards have.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension Contact {
  /// A copy that can be changed and written back with ``VCard/Card/update(with:)``.
  public func mutableCopy() -> MutableContact { MutableContact(self) }
}
