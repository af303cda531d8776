package import VCard

/// The texts of a card by which people know whose it is, in storage that serves for the next card again.
///
/// They are those of a ``Contact``; most cards are read without making one.
package struct PersonTexts: Sendable {
  /// What tells whose the card is.
  package private(set) var texts = IdentityTexts()
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
      texts.composed.map { texts.text($0) } ?? texts.arranged
      ?? Contact(copy card, keys: .compositeName).compositeName
  }

  /// Forgets the texts, and lets go of the octets of the card.
  package mutating func removeAll() {
    texts.removeAll()
    compositeName = nil
  }

  /// The given name.
  package var givenName: String? { texts.given.map { texts.text($0) } }
  /// Further given names.
  package var middleName: String? { texts.middle.map { texts.text($0) } }
  /// The family name.
  package var familyName: String? { texts.family.map { texts.text($0) } }
  /// What stands after the name.
  package var nameSuffix: String? { texts.suffix.map { texts.text($0) } }
  /// The organisation, without the department.
  package var organizationName: String? { texts.organization.map { texts.text($0) } }
  /// The birthday.
  package var birthday: PartialDate? { texts.birthday }
  /// The email addresses.
  package var emails: [String] { texts.emails.map { texts.text($0) } }
  /// The phone numbers.
  package var phones: [String] { texts.phones.map { texts.text($0) } }
  /// The UID.
  package var uid: String? { texts.uid.map { texts.text($0) } }

  // MARK: Packed

  /// Appends what people need to see of the card in evidence: its name, suffix, organisation, birthday,
  /// emails and phone numbers.
  ///
  /// ```
  /// 1 9 Kate Bell │ 0 │ 0 │ 1 13 kate@mac.com │ 0 │ 1980 2 3      counts, lengths and octets
  /// ```
  package func pack(into octets: inout [UInt8]) {
    for list in [compositeName.map { [ArraySlice($0.utf8)] } ?? []] + texts.packedValues {
      octets.append(packed: UInt64(list.count))
      for text in list {
        octets.append(packed: UInt64(text.count))
        octets += text
      }
    }
    for part in [birthday?.year, birthday?.month, birthday?.day] {
      octets.append(packed: UInt64(max(0, part.map { $0 + 1 } ?? 0)))
    }
  }

  /// Takes what ``pack(into:)`` appended.
  package init(packed octets: ArraySlice<UInt8>) {
    var rest = octets
    let lists = (0..<5).map { _ in
      (0..<Self.next(&rest)).map { _ in
        let count = Self.next(&rest)
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
      }
    }
    let date = (0..<3).map { _ in Self.next(&rest) }.map { $0 == 0 ? nil : $0 - 1 }
    var birthday = PartialDate()
    (birthday.year, birthday.month, birthday.day) = (date[0], date[1], date[2])
    texts.read(
      packed: Array(lists[1...]), birthday: date.contains { $0 != nil } ? birthday : nil)
    compositeName = lists[0].first.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func next(_ octets: inout ArraySlice<UInt8>) -> Int {
    var end = 0
    let number = octets.span.packedNumber(&end)
    octets = octets.dropFirst(end)
    return number.map { Int(truncatingIfNeeded: $0) } ?? 0
  }
}
