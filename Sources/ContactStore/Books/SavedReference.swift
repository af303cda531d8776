import ContactMatching
import ContactMerging
import ContactModel
internal import ICU
import VCard

/// A person as a program remembers one outside of the book: by identifier, name and emails.
///
/// An identifier means a person only as long as the name under it fits: another device, or a book that
/// was made anew, gives it to somebody else. Then the name finds the person, and of several people with
/// the name their emails; see ``AddressBook/find(_:)``.
public struct SavedReference: Hashable, Sendable, Codable {
  /// What the form of a reference is called where it is written.
  public static let schema = "vcard.reference/1"

  /// The form that was read; ``schema`` of those that this program writes.
  public private(set) var schema = SavedReference.schema
  /// The identifier, which means nothing in another book.
  public var id: String?
  /// The name in one piece.
  public var compositeName: String?
  /// The first name in the West.
  public var firstName: String?
  /// The last name in the West.
  public var lastName: String?
  /// The emails of all records of the person.
  public var emails: [String]
  /// What the record said when it was saved, as hexadecimal digits of a `CardDigest`.
  public var digest: String?

  /// Creates a reference of what is known.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - compositeName: The name in one piece.
  ///   - firstName: The first name.
  ///   - lastName: The last name.
  ///   - emails: The emails.
  public init(
    id: RecordID? = nil, compositeName: String? = nil, firstName: String? = nil,
    lastName: String? = nil, emails: [String] = []
  ) {
    self.id = id?.rawValue
    self.compositeName = compositeName
    self.firstName = firstName
    self.lastName = lastName
    self.emails = emails
  }

  /// Saves who a person is.
  ///
  /// - Complexity: O(*n* log *n*) in the octets of the first card.
  public init(_ person: UnifiedRecord) {
    let contacts = person.records.map { Contact($0.card, keys: .compositeName) }
    let named = contacts.first { $0.compositeName != nil }
    self.init(
      id: person.id, compositeName: named?.compositeName, firstName: named?.givenName,
      lastName: named?.familyName, emails: contacts.flatMap { $0.emailAddresses.map(\.value) })
    digest = "\(CardDigest(person.records[0].card))"
  }

  /// Who a reference means.
  public enum Finding: Sendable {
    /// The person whom the identifier still means.
    case current(UnifiedRecord)
    /// The person whom name and emails mean; the identifier of the person is the one to save.
    case moved(UnifiedRecord)
    /// Several people whom name and emails fit.
    case ambiguous([UnifiedRecord])
    /// Nobody.
    case nobody
  }

  /// The card that an incoming person of this name and these emails would have; `nil` when there are
  /// neither.
  fileprivate var card: Card? {
    let lines = Contact.newPersonLines(
      givenName: firstName, familyName: lastName, compositeName: compositeName, emails: emails)
    var card = Card(version: .version40)
    for line in lines { card.append(line) }
    // The name in one piece may say more than its first and last word.
    if let compositeName, let name = card.first(.fn) {
      card.replace(name, with: ContentLine("FN", .text(compositeName)))
    }
    return Contact(card, keys: .compositeName).compositeName == nil ? nil : card
  }

  /// Whether a person has the card that was saved.
  fileprivate func isExactly(_ person: UnifiedRecord) -> Bool {
    person.records.contains { "\(CardDigest($0.card))" == digest }
  }
}

extension AddressBook {
  /// Finds whom somebody has saved a reference to.
  ///
  /// The person of the identifier is meant if the name fits, by the rule of `MatchPolicy.cutout`: case,
  /// marks, order, titles and suffixes do not count. Else the rule finds the person: the only one whom
  /// the name fits, of several the one who shares an email, else the one whose card is the same as then.
  ///
  /// - Parameter reference: What was saved; without name and emails only the identifier counts.
  /// - Returns: Who is meant.
  /// - Throws: ``BookError``, and errors of ICU.
  public func find(_ reference: SavedReference) throws -> SavedReference.Finding {
    let known = try reference.id.flatMap { try person(of: RecordID(rawValue: $0)) }
    guard let card = reference.card else { return known.map { .current($0) } ?? .nobody }
    let contact = Contact(card, keys: .matching)
    if let known {
      var builder = MatchIndex.Builder()
      try builder.append(id: known.id.rawValue, known.records.map(\.card))
      let outcome = try builder.build().match(contact, policy: .cutout)
      if outcome.verdict == .matched { return .current(known) }
    }
    let outcome = try matchIndex(MatchOptions(), for: [card]).match(contact, policy: .cutout)
    let ids = outcome.person.map { [$0] } ?? outcome.candidates.map(\.person)
    let people = try ids.compactMap { try person(of: RecordID(rawValue: $0)) }
      .filter { !$0.records[0].card.isGroup }
    if people.count == 1 { return .moved(people[0]) }
    let same = people.filter(reference.isExactly)
    if same.count == 1 { return .moved(same[0]) }
    return people.isEmpty ? .nobody : .ambiguous(people)
  }
}
