package import VCard

/// The lines of a card that the values of a contact come from.
///
/// A value that a card gives several times is one value of several lines.
package struct ContactLines: Sendable {
  private let reading: [Contact.Keys: [[Int]]]

  /// Finds the lines of a card.
  ///
  /// - Complexity: As for reading a contact.
  package init(_ card: Card, keys: Contact.Keys) {
    var numbers: [Int: Int] = [:]
    for (number, property) in card.properties.enumerated() { numbers[property.index] = number }
    var read = ContactReading(card, keys: keys, isThorough: false)
    read.run()
    func lines(_ places: [Int?]) -> [[Int]] {
      places.compactMap { $0 }.map { numbers[$0].map { [$0] } ?? [] }
    }
    func lines(_ labeled: LabeledReading<some Any>) -> [[Int]] {
      labeled.lines.map { $0.compactMap { numbers[$0] } }
    }
    let places = read.places
    reading = [
      .names: lines([places.name, places.formattedName]), .nickname: lines(places.nicknames),
      .organization: lines([places.organization]), .jobTitle: lines([places.jobTitle]),
      .categories: lines(places.categories),
      .birthday: lines([places.birthday, places.otherBirthday]), .notes: lines(places.notes),
      .uid: lines([places.uid]), .contactType: lines(places.types),
      .emailAddresses: lines(read.emails), .phoneNumbers: lines(read.phones),
      .postalAddresses: lines(read.addresses), .urlAddresses: lines(read.urls),
      .relations: lines(read.relations), .socialProfiles: lines(read.socialProfiles),
      .instantMessageAddresses: lines(read.instantMessages), .dates: lines(read.dates),
      .image: lines([read.rare?.photo?.index, read.rare?.thumbnail?.index]),
    ]
  }

  /// The lines of each value of a key, in the order in which a contact has the values: their numbers
  /// among the properties of the card.
  ///
  /// Of the name they are those of its parts and of the formatted one; a line of several nicknames
  /// or categories stands for each of them.
  package subscript(key: Contact.Keys) -> [[Int]] { reading[key] ?? [] }
}
