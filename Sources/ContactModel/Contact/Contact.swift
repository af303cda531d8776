public import VCard

/// A person, an organisation or a group, as a card tells of it.
///
/// A contact is an immutable value that holds what was asked for when the card was read; it may be
/// used by any thread. The names of its properties are those of Apple's Contacts framework. What a
/// card leaves out is `nil`, or an empty array; no value is empty or has white space around it.
public struct Contact: Sendable {
  private let content: Content

  /// Reads a card.
  ///
  /// - Parameters:
  ///   - card: The card; the contact keeps it only as far as its values came from it.
  ///   - keys: What to decode.
  /// - Complexity: O(*n*) in the lines of the card and the octets of what is decoded; photos are
  ///   decoded when they are asked for.
  public init(_ card: Card, keys: Keys = .all) {
    content = Content(card, keys: keys)
  }

  /// Reads a card for those that will look at the contact, such as formatters.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - descriptors: What knows the keys that it needs; all of them are decoded.
  public init(_ card: Card, keysToFetch descriptors: [any ContactKeyDescriptor]) {
    self.init(card, keys: descriptors.reduce(into: []) { $0.formUnion($1.keys) })
  }

  /// Reads a card by looking at all of its lines the thorough way; what ``init(_:keys:)`` must come
  /// to.
  package init(thoroughly card: Card, keys: Keys = .all) {
    content = Content(card, keys: keys, isThorough: true)
  }

  init(content: Content) { self.content = content }

  /// What was decoded.
  public var keys: Keys { content.keys }

  /// Tells whether values may be read.
  public func isKeyAvailable(_ keys: Keys) -> Bool { content.keys.isSuperset(of: keys) }

  /// The content, once it is sure that it was read with a key.
  func content(for key: Keys) -> Content {
    if !content.keys.isSuperset(of: key) { content.failToHave(key) }
    return content
  }

  // MARK: The name

  /// What stands before the name, such as `Dr.`.
  public var namePrefix: String? { content(for: .names).values.name.prefix }
  /// The first name in the West.
  public var givenName: String? { content(for: .names).values.name.given }
  /// Further given names.
  public var middleName: String? { content(for: .names).values.name.middle }
  /// The last name in the West.
  public var familyName: String? { content(for: .names).values.name.family }
  /// What stands after the name, such as `Jr.`.
  public var nameSuffix: String? { content(for: .names).values.name.suffix }
  /// The family name before it was changed, by X-MAIDENNAME.
  public var previousFamilyName: String? { content(for: .names).rare?.values.previousFamilyName }
  /// The name as the card has it in one piece, FN.
  public var formattedName: String? { content(for: .names).values.formattedName }
  /// The language of the name, a BCP 47 tag: LANGUAGE of N or FN, else of the card.
  ///
  /// RFC 6350 §5.1, RFC 9554 §3.3.
  public var nameLanguage: String? { content(for: .names).rare?.values.language }
  /// How the given name sounds.
  public var phoneticGivenName: String? { content(for: .phoneticNames).rare?.values.phonetic.given }
  /// How the middle name sounds.
  public var phoneticMiddleName: String? {
    content(for: .phoneticNames).rare?.values.phonetic.middle
  }
  /// How the family name sounds.
  public var phoneticFamilyName: String? {
    content(for: .phoneticNames).rare?.values.phonetic.family
  }
  /// How the organisation's name sounds.
  public var phoneticOrganizationName: String? {
    content(for: .phoneticNames).rare?.values.phoneticOrganization
  }
  /// The family name as it sorts: SORT-AS of N (RFC 6350 §5.9) or SORT-STRING (RFC 2426 §3.6.5).
  public var sortAsFamilyName: String? { content(for: .phoneticNames).rare?.values.sortAs.family }
  /// The given name as it sorts: SORT-AS of N.
  public var sortAsGivenName: String? { content(for: .phoneticNames).rare?.values.sortAs.given }
  /// The first nickname.
  public var nickname: String? { content(for: .nickname).values.nicknames.first }
  /// All nicknames.
  public var nicknames: [String] { content(for: .nickname).values.nicknames }

  // MARK: Work

  /// The organisation: the first component of ORG.
  public var organizationName: String? { content(for: .organization).values.organization }
  /// The department: the further components of ORG, with commas between them.
  public var departmentName: String? { content(for: .organization).values.department }
  /// The job title, TITLE.
  public var jobTitle: String? { content(for: .jobTitle).values.jobTitle }

  // MARK: Ways to reach it

  /// The email addresses in the card's order, without `mailto:` and names beside them.
  public var emailAddresses: [LabeledValue<String>] { content(for: .emailAddresses).values.emails }
  /// The phone numbers in the card's order, as they are written; a `tel:` URI is read as its number.
  public var phoneNumbers: [LabeledValue<String>] { content(for: .phoneNumbers).values.phones }

  /// The postal addresses in the card's order; see ``PostalAddress`` for what is read as one.
  public var postalAddresses: [LabeledValue<PostalAddress>] {
    content(for: .postalAddresses).values.addresses
  }
  /// The addresses of web pages in the card's order, as they are written.
  public var urlAddresses: [LabeledValue<String>] { content(for: .urlAddresses).values.urls }
  /// The accounts with social networks in the card's order, each once however often it is given.
  ///
  /// SOCIALPROFILE (RFC 9554 §2.5), X-SOCIALPROFILE, and X-TWITTER and the like.
  public var socialProfiles: [LabeledValue<SocialProfile>] {
    content(for: .socialProfiles).values.socialProfiles
  }
  /// The accounts for instant messages in the card's order, each once however often it is given.
  ///
  /// IMPP (RFC 4770, RFC 6350 §6.4.3), and X-AIM, X-JABBER and the like.
  public var instantMessageAddresses: [LabeledValue<InstantMessageAddress>] {
    content(for: .instantMessageAddresses).values.instantMessages
  }

  // MARK: The rest

  /// The first note.
  public var note: String? { content(for: .notes).values.notes.first }
  /// What the person is filed under, as often as the card says so.
  public var categories: [String] { content(for: .categories).values.categories }
  /// All notes.
  public var notes: [String] { content(for: .notes).values.notes }
  /// The people who are something to the person, each once; the label says what.
  ///
  /// RELATED with a name (RFC 6350 §6.6.6), X-ABRELATEDNAMES, and X-SPOUSE and the like. A RELATED
  /// that is the URI of another card has no name and is not among them; neither is AGENT.
  public var contactRelations: [LabeledValue<ContactRelation>] {
    content(for: .relations).values.relations
  }
  /// The days other than the birthday, each once; the label says of what.
  ///
  /// ANNIVERSARY (RFC 6350 §6.2.6), DEATHDATE (RFC 6474 §2.3), X-ABDATE, and X-ANNIVERSARY and the
  /// like.
  public var dates: [LabeledValue<ContactDate>] { content(for: .dates).values.dates }
  /// The birthday; without a year where the card says so, or has Apple's year 1604.
  ///
  /// `nil` also for what is no date of the Gregorian calendar: see ``nonGregorianBirthday`` and
  /// ``birthdayText``.
  public var birthday: PartialDate? { content(for: .birthday).values.birthday }
  /// The birthday by another calendar, as it is written: X-ALTBDAY, or a BDAY with CALSCALE.
  public var nonGregorianBirthday: ContactDate? {
    content(for: .birthday).rare?.values.nonGregorianBirthday
  }
  /// What BDAY says if that is no date, such as `circa 1800` (RFC 6350 §6.2.5).
  public var birthdayText: String? { content(for: .birthday).rare?.values.birthdayText }
  /// The UID as it is written.
  public var uid: String? { content(for: .uid).values.uid }
  /// Whether it is a person, an organisation, a group or something else.
  public var contactType: ContactType { content(for: .contactType).values.type }

  /// Whether the card seems to hold a photo, and not only a link to one.
  public var isImageAvailable: Bool { content(for: .image).rare?.values.photo != nil }
  /// The photo, decoded anew each time; `nil` when there is none or it cannot be decoded.
  public var image: ContactImage? {
    content(for: .image).rare?.values.photo.flatMap(ContactImage.init)
  }
  /// A small copy of the photo, where a program put one on the card; decoded anew each time.
  ///
  /// No standard has one. A PHOTO of TYPE thumbnail and X-THUMBNAIL are read.
  public var thumbnail: ContactImage? {
    content(for: .image).rare?.values.thumbnail.flatMap(ContactImage.init)
  }
}

extension Contact: Hashable {
  /// Whether both were read with the same keys and have the same values.
  public static func == (left: Contact, right: Contact) -> Bool {
    let (left, right) = (left.content, right.content)
    return left === right
      || left.keys == right.keys && left.values == right.values
        && left.rareValues == right.rareValues
  }

  /// Feeds the values that many cards have.
  public func hash(into hasher: inout Hasher) { hasher.combine(content.values) }
}

/// A picture as it lies on a card, or may.
public struct ContactImage: Hashable, Sendable {
  /// The media type, such as `image/jpeg`.
  public let mediaType: String
  /// The octets of the file.
  public let octets: [UInt8]

  /// Creates a picture.
  public init(mediaType: String, octets: [UInt8]) {
    self.mediaType = mediaType
    self.octets = octets
  }

  init?(_ property: Property) {
    guard let (mediaType, octets) = property.binary, !octets.isEmpty else { return nil }
    self.mediaType = mediaType
    self.octets = octets
  }
}
