import ContactModel
import VCard

/// What a card says besides what a contact shows once: what merging kept as `X-ALSO-…`, and the second
/// and further organisations and titles.
struct FurtherContacts: Sendable {
  /// A value, as a contact that has nothing else.
  struct Value: Sendable {
    /// The name of the property.
    let name: String
    let contact: Contact
    /// The value as it stands on the card.
    let text: String
    /// The number of the property among those of the card.
    let property: Int
  }

  /// Those that have a name.
  private(set) var names: [Value] = []
  /// Those that have an organisation or a title.
  private(set) var works: [Value] = []
  /// All others.
  private(set) var others: [Value] = []

  /// Finds what a card says besides.
  ///
  /// - Complexity: O(*n*) in the lines of the card and the octets of what it says besides.
  init(_ card: borrowing Card) {
    var seen: Set<KnownName> = []
    for (number, property) in card.properties.enumerated() {
      if [.org, .title].contains(property.known) {
        if seen.insert(property.known).inserted { continue }
        var alone = Card(version: card.version)
        alone.append(copying: property)
        works.append(Self.value(alone, of: property.known, number))
      } else if let name = FurtherValue.ofPerson(property), let alone = property.furtherValue?.card
      {
        let value = Self.value(alone, of: name, number)
        switch name {
        case .fn, .n: names.append(value)
        case .org, .title: works.append(value)
        default: others.append(value)
        }
      }
    }
  }

  private static func value(_ alone: Card, of name: KnownName, _ number: Int) -> Value {
    Value(
      name: name.canonical, contact: Contact(alone, keys: ContactPage.keys),
      text: alone.first(name)?.text ?? "", property: number)
  }
}
