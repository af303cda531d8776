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
  }

  /// Those that have a name.
  private(set) var names: [Contact] = []
  /// Those that have an organisation or a title.
  private(set) var works: [Contact] = []
  /// All others.
  private(set) var others: [Value] = []

  /// Finds what a card says besides.
  ///
  /// - Complexity: O(*n*) in the lines of the card and the octets of what it says besides.
  init(_ card: borrowing Card) {
    for known in [KnownName.org, .title] {
      for property in card.properties(named: known).dropFirst() {
        var alone = Card(version: card.version)
        alone.append(copying: property)
        works.append(Contact(alone, keys: ContactPage.keys))
      }
    }
    for (name, alone) in card.furtherValues {
      let contact = Contact(alone, keys: ContactPage.keys)
      switch name {
      case .fn, .n: names.append(contact)
      case .org, .title: works.append(contact)
      default:
        let text = alone.first(name)?.text ?? ""
        others.append(Value(name: name.canonical, contact: contact, text: text))
      }
    }
  }
}
