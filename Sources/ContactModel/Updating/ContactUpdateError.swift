public import VCard

/// Says that a card cannot hold what was set on a contact.
///
/// The version has no form for it, as vCard 3.0 has none for a birthday in a year without its day, or
/// no octets that are read back as the value.
public struct ContactUpdateError: Error, Hashable, Sendable {
  /// What the card cannot hold.
  public let keys: Contact.Keys
  /// The version of the card.
  public let version: Version

  /// Creates an error.
  public init(keys: Contact.Keys, version: Version) {
    self.keys = keys
    self.version = version
  }
}

extension ContactUpdateError: CustomStringConvertible {
  /// One sentence that names the keys.
  public var description: String {
    let names = keys.names.joined(separator: ", ")
    return "a card of version \(version.rawValue) cannot hold what was set: \(names)"
  }
}
