internal import VCard

extension Contact {
  /// The values of a contact that can be asked for.
  ///
  /// Reading a card decodes what is asked for and nothing else. To read a value that was not asked
  /// for is a programming error, and stops the program with the name of the key.
  public struct Keys: OptionSet, Hashable, Sendable {
    /// One bit a key.
    public let rawValue: UInt32

    /// Creates keys from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ fields: PersonFields) { rawValue = fields.rawValue }

    /// What properties say of the keys.
    var fields: PersonFields { PersonFields(rawValue: rawValue) }

    /// The parts of the name, the formatted name, the previous family name and the name's language.
    public static let names = Keys(.names)
    /// How the parts of the name sound, and how they sort.
    public static let phoneticNames = Keys(.phoneticNames)
    /// The nicknames.
    public static let nickname = Keys(.nickname)
    /// The organisation and the department.
    public static let organization = Keys(.organization)
    /// The job title.
    public static let jobTitle = Keys(.jobTitle)
    /// The email addresses.
    public static let emailAddresses = Keys(.emails)
    /// The phone numbers.
    public static let phoneNumbers = Keys(.phones)
    /// The birthday, also one of another calendar.
    public static let birthday = Keys(.birthday)
    /// The photo and its thumbnail.
    public static let image = Keys(.image)
    /// The UID.
    public static let uid = Keys(.uid)
    /// Whether it is a person.
    public static let contactType = Keys(.kind)
    /// The notes.
    public static let notes = Keys(.notes)
    /// The postal addresses.
    public static let postalAddresses = Keys(.addresses)
    /// The addresses of web pages.
    public static let urlAddresses = Keys(.urls)
    /// The people who are something to the person.
    public static let relations = Keys(.relations)
    /// The accounts with social networks.
    public static let socialProfiles = Keys(.profiles)
    /// The accounts for instant messages.
    public static let instantMessageAddresses = Keys(.messaging)
    /// The days other than the birthday.
    public static let dates = Keys(.dates)
    /// The categories.
    public static let categories = Keys(.categories)

    /// Everything there is.
    public static let all = Keys(rawValue: (1 << 19) - 1)
    /// What ``Contact/compositeName(_:language:)`` needs.
    public static let compositeName: Keys = [
      .names, .nickname, .organization, .emailAddresses, .phoneNumbers, .contactType,
    ]
    /// What ``NameSorter`` needs.
    public static let sorting: Keys = [.compositeName, .phoneticNames]
    /// What `NameSearch` needs.
    public static let searching: Keys = [
      .compositeName, .phoneticNames, .categories, .postalAddresses, .notes, .uid,
    ]

    /// The names of the keys, for messages.
    var names: [String] {
      Keys.words.enumerated().compactMap { bit, word in rawValue >> bit & 1 != 0 ? word : nil }
    }

    /// The name of each key, by its bit.
    private static let words = """
      names phoneticNames nickname organization jobTitle emailAddresses phoneNumbers birthday image \
      uid contactType notes postalAddresses urlAddresses relations socialProfiles \
      instantMessageAddresses dates categories
      """.split(separator: " ").map(String.init)
  }
}

/// What knows which values of a contact it needs: keys themselves, and formatters.
///
/// A program that shows contacts asks for what its formatters need and never lists their keys:
/// `Contact(card, keysToFetch: [formatter, Contact.Keys.emailAddresses])`.
public protocol ContactKeyDescriptor: Sendable {
  /// The keys that a contact must be read with.
  var keys: Contact.Keys { get }
}

extension Contact.Keys: ContactKeyDescriptor {
  /// The keys themselves.
  public var keys: Contact.Keys { self }
}
