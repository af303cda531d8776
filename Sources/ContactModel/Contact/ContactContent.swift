internal import VCard

/// What a contact holds: decoded once, never changed, shared by all copies.
final class Content: Sendable {
  let keys: Contact.Keys
  let values: ContactValues
  let rare: RareContactValues?
  var rareValues: RareContactValues.Values { rare?.values ?? RareContactValues.Values() }

  init(_ card: Card, keys: Contact.Keys, isThorough: Bool = false) {
    var reading = ContactReading(card, keys: keys, isThorough: isThorough)
    reading.run()
    self.keys = keys
    rare = reading.rare.map(RareContactValues.init)
    values = reading.values
  }

  init(keys: Contact.Keys, values: ContactValues, rare: RareContactValues?) {
    self.keys = keys
    self.values = values
    self.rare = rare
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
struct ContactValues: Hashable, Sendable {
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
  var notes: [String] = []
  var categories: [String] = []
  var addresses: [LabeledValue<PostalAddress>] = []
  var urls: [LabeledValue<String>] = []
  var relations: [LabeledValue<ContactRelation>] = []
  var socialProfiles: [LabeledValue<SocialProfile>] = []
  var instantMessages: [LabeledValue<InstantMessageAddress>] = []
  var dates: [LabeledValue<ContactDate>] = []
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
    var birthdayText: String?
    var nonGregorianBirthday: ContactDate?
    var photo: Property?
    var thumbnail: Property?

    /// The language of the name, or else of the card.
    var language: String? { nameLanguage ?? cardLanguage }
  }

  let values: Values

  init(_ values: Values) { self.values = values }
}

extension RareContactValues.Values: Equatable {
  /// Whether the values are equal; pictures are when the octets of their lines are.
  static func == (left: Self, right: Self) -> Bool {
    left.phonetic == right.phonetic && left.sortAs == right.sortAs
      && left.previousFamilyName == right.previousFamilyName
      && left.nameLanguage == right.nameLanguage && left.cardLanguage == right.cardLanguage
      && left.phoneticOrganization == right.phoneticOrganization
      && left.birthdayText == right.birthdayText
      && left.nonGregorianBirthday == right.nonGregorianBirthday
      && left.photo?.line == right.photo?.line && left.thumbnail?.line == right.thumbnail?.line
  }
}
