package import VCard

/// The texts of a card by which people know whose it is, in storage that serves for the next card again.
///
/// They are those of a ``Contact``; most cards are read without making one.
package struct PersonTexts: Sendable {
  private var texts = IdentityTexts()
  /// What the card is called by.
  package private(set) var compositeName: String?

  /// Creates empty storage.
  package init() {}

  /// Takes the texts of a contact that was read with ``IdentityTexts/keys``.
  package init(_ contact: Contact) {
    texts.read(contact)
    compositeName = contact.compositeName
  }

  /// Takes the texts of a card.
  package mutating func read(_ card: borrowing Card) {
    texts.read(card)
    compositeName =
      if let composed = texts.composed { texts.text(composed) } else {
        Contact(copy card, keys: .compositeName).compositeName
      }
  }

  /// Forgets the texts, and lets go of the octets of the card.
  package mutating func removeAll() {
    texts.removeAll()
    compositeName = nil
  }

  /// The given name.
  package var givenName: String? { texts.given.map(texts.text) }
  /// Further given names.
  package var middleName: String? { texts.middle.map(texts.text) }
  /// The family name.
  package var familyName: String? { texts.family.map(texts.text) }
  /// What stands after the name.
  package var nameSuffix: String? { texts.suffix.map(texts.text) }
  /// The organisation, without the department.
  package var organizationName: String? { texts.organization.map(texts.text) }
  /// The birthday.
  package var birthday: PartialDate? { texts.birthday }
  /// The email addresses.
  package var emails: [String] { texts.emails.map(texts.text) }
  /// The phone numbers.
  package var phones: [String] { texts.phones.map(texts.text) }
  /// The UID.
  package var uid: String? { texts.uid.map(texts.text) }
}
