/// Whether a card stands for a person, an organisation or something else.
///
/// RFC 6350 §6.1.4 (KIND), and the X- properties by which Apple says the same in vCard 3.0.
public struct ContactType: RawRepresentable, Hashable, Sendable {
  /// The value of KIND in lower case.
  public let rawValue: String

  /// Creates a type from a value of KIND in lower case.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A single person.
  public static let person = ContactType(rawValue: "individual")
  /// A company, a club, an office.
  public static let organization = ContactType(rawValue: "org")
  /// A group of contacts.
  public static let group = ContactType(rawValue: "group")
  /// A place.
  public static let location = ContactType(rawValue: "location")
}
