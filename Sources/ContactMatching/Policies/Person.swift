public import ContactModel

/// A unified person: one contact, or several that are linked and count as one.
///
/// It has all their names and emails. Who is linked with whom is the caller's to know.
public struct Person: Sendable {
  /// What the caller knows the person by, such as a record ID; never compared.
  public var id: String
  /// The contacts; the first one's name is the person's.
  public var contacts: [Contact]

  /// Creates a person.
  ///
  /// - Parameters:
  ///   - id: What the caller knows the person by.
  ///   - contacts: The contacts, read with the keys ``ContactModel/Contact/Keys/matching``.
  public init(id: String, contacts: [Contact]) {
    self.id = id
    self.contacts = contacts
  }
}

extension Contact.Keys {
  /// What matching looks at.
  public static let matching: Contact.Keys = IdentityTexts.keys
}
