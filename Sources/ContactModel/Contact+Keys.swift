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

    /// The parts of the name, the formatted name, the previous family name and the name's language.
    public static let names = Keys(rawValue: 1 << 0)
    /// How the parts of the name sound, and how they sort.
    public static let phoneticNames = Keys(rawValue: 1 << 1)
    /// The nicknames.
    public static let nickname = Keys(rawValue: 1 << 2)
    /// The organisation and the department.
    public static let organization = Keys(rawValue: 1 << 3)
    /// The job title.
    public static let jobTitle = Keys(rawValue: 1 << 4)
    /// The email addresses.
    public static let emailAddresses = Keys(rawValue: 1 << 5)
    /// The phone numbers.
    public static let phoneNumbers = Keys(rawValue: 1 << 6)
    /// The birthday.
    public static let birthday = Keys(rawValue: 1 << 7)
    /// The photo and its thumbnail.
    public static let image = Keys(rawValue: 1 << 8)
    /// The UID.
    public static let uid = Keys(rawValue: 1 << 9)
    /// Whether it is a person.
    public static let contactType = Keys(rawValue: 1 << 10)

    /// Everything there is.
    public static let all: Keys = [
      .names, .phoneticNames, .nickname, .organization, .jobTitle, .emailAddresses,
      .phoneNumbers, .birthday, .image, .uid, .contactType,
    ]
    /// What ``Contact/compositeName(_:language:)`` needs.
    public static let compositeName: Keys = [
      .names, .nickname, .organization, .emailAddresses, .phoneNumbers, .contactType,
    ]
    /// What ``NameSorter`` needs.
    public static let sorting: Keys = [.compositeName, .phoneticNames]
    /// What ``NameSearch`` needs.
    public static let searching: Keys = [.compositeName, .phoneticNames]

    /// The names of the keys, for messages.
    var names: [String] {
      let all: [(Keys, String)] = [
        (.names, "names"), (.phoneticNames, "phoneticNames"), (.nickname, "nickname"),
        (.organization, "organization"), (.jobTitle, "jobTitle"),
        (.emailAddresses, "emailAddresses"), (.phoneNumbers, "phoneNumbers"),
        (.birthday, "birthday"), (.image, "image"), (.uid, "uid"),
        (.contactType, "contactType"),
      ]
      return all.compactMap { contains($0.0) ? $0.1 : nil }
    }
  }
}
