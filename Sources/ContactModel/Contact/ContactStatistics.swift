internal import ICU

/// Counts what contacts are and what is known of them.
public struct ContactStatistics: Sendable {
  /// What a contact is read with to be counted.
  public static let keys: Contact.Keys = Contact.Keys.all.subtracting([.uid, .phoneticNames])

  /// Contacts that are people.
  public private(set) var people = 0
  /// Contacts that are organisations.
  public private(set) var organizations = 0
  /// Contacts that are groups.
  public private(set) var groups = 0
  /// Contacts that are something else, such as a place or a device.
  public private(set) var others = 0
  /// Contacts that have nothing to be called by.
  public private(set) var nameless = 0
  /// Contacts that have a value, by what the value is about.
  public private(set) var having: [Contact.Keys: Int] = [:]
  /// Values with a label, by what the value is about and by the label; values without one have `nil`.
  public private(set) var labels: [Contact.Keys: [ContactLabel?: Int]] = [:]
  /// Contacts by the script of the first letter of their name, an ISO 15924 code such as `Latn`.
  public private(set) var scripts: [String: Int] = [:]

  /// What is counted by ``having``, in the order in which it is told.
  public static let countedKeys: [Contact.Keys] = [
    .emailAddresses, .phoneNumbers, .postalAddresses, .urlAddresses, .organization, .birthday,
    .dates, .relations, .socialProfiles, .instantMessageAddresses, .nickname, .notes, .image,
  ]

  /// Creates statistics of nobody.
  public init() {}

  /// Counts a contact.
  ///
  /// - Parameter contact: A contact with the keys ``keys``.
  /// - Complexity: O(*n*) in its values; photos are not decoded.
  public mutating func add(_ contact: Contact) {
    switch contact.contactType {
    case .person: people += 1
    case .organization: organizations += 1
    case .group: groups += 1
    default: others += 1
    }
    if let name = contact.compositeName {
      for scalar in name.unicodeScalars {
        let script = Script.of(scalar)
        guard script != .common, script != .inherited, script != .unknown else { continue }
        scripts[script.code, default: 0] += 1
        break
      }
    } else {
      nameless += 1
    }
    add(contact.emailAddresses, .emailAddresses)
    add(contact.phoneNumbers, .phoneNumbers)
    add(contact.postalAddresses, .postalAddresses)
    add(contact.urlAddresses, .urlAddresses)
    add(contact.dates, .dates)
    add(contact.contactRelations, .relations)
    count(!contact.socialProfiles.isEmpty, .socialProfiles)
    count(!contact.instantMessageAddresses.isEmpty, .instantMessageAddresses)
    count(contact.organizationName != nil, .organization)
    let hasBirthday =
      contact.birthday != nil || contact.nonGregorianBirthday != nil || contact.birthdayText != nil
    count(hasBirthday, .birthday)
    count(contact.nickname != nil, .nickname)
    count(contact.note != nil, .notes)
    count(contact.isImageAvailable, .image)
  }

  /// Adds what others have counted.
  public mutating func add(_ other: ContactStatistics) {
    people += other.people
    organizations += other.organizations
    groups += other.groups
    others += other.others
    nameless += other.nameless
    having.merge(other.having, uniquingKeysWith: +)
    for (key, counts) in other.labels {
      labels[key, default: [:]].merge(counts, uniquingKeysWith: +)
    }
    scripts.merge(other.scripts, uniquingKeysWith: +)
  }

  private mutating func add<Value: ContactValue>(
    _ values: [LabeledValue<Value>], _ key: Contact.Keys
  ) {
    for value in values { labels[key, default: [:]][value.label, default: 0] += 1 }
    count(!values.isEmpty, key)
  }

  private mutating func count(_ isThere: Bool, _ key: Contact.Keys) {
    if isThere { having[key, default: 0] += 1 }
  }
}
