public import ContactMerging
public import ContactModel
public import SystemPackage
public import VCard

/// A person of a book as one contact, of which each value knows the records that it comes from.
///
/// It has the values of all records of the person, each once, as ``UnifiedRecord`` has the records:
/// ```swift
/// let kate = UnifiedContact(person)
/// for (phone, records) in zip(kate.contact.phoneNumbers, kate.records(for: .phoneNumbers)) {
///   print(phone.value, records)   // +1 408 555 0100 [1, 17]
/// }
/// ```
public struct UnifiedContact: Sendable {
  /// The person.
  public let person: UnifiedRecord
  /// The cards of the records as one.
  public let unified: UnifiedCard
  /// The person's values.
  public let contact: Contact
  private let lines: ContactLines

  /// Unifies the records of a person.
  ///
  /// - Parameters:
  ///   - person: The person.
  ///   - keys: What to decode.
  /// - Complexity: That of unifying the cards: see `UnifiedCard`.
  public init(_ person: UnifiedRecord, keys: Contact.Keys = .all) {
    self.person = person
    unified = UnifiedCard(person.records.map(\.card))
    contact = Contact(unified.card, keys: keys)
    lines = ContactLines(unified.card, keys: keys)
  }

  /// The card that says all that the records say.
  public var card: Card { unified.card }

  /// The records that values come from.
  ///
  /// - Parameter key: The key of one kind of values.
  /// - Returns: The records of each value, in the order in which ``contact`` has the values and the
  ///   person the records; of the name those of its parts, N, and of the formatted name, FN, as far as
  ///   the card has them.
  public func records(for key: Contact.Keys) -> [[RecordID]] {
    lines[key].map { records(sayingAny: $0) }
  }

  /// The records that say what properties of the unified card say.
  ///
  /// - Parameter properties: The numbers of properties among those of ``card``.
  /// - Returns: The records in the order of the person, each once.
  public func records(sayingAny properties: [Int]) -> [RecordID] {
    let cards = Set(properties.flatMap { unified.origins[$0].map(\.card) })
    return cards.sorted().map { person.records[$0].id }
  }

  /// The request that saves a changed card, each change to the records that have the value.
  ///
  /// - Parameters:
  ///   - edited: ``card`` as somebody changed it, of the same version.
  ///   - record: The record that new values are added to; `nil` for the first one.
  ///   - now: What REV becomes: seconds since 1970.
  /// - Returns: An empty request where nothing has changed. One `undo` takes all of it back.
  public func request(
    saving edited: Card, addingTo record: RecordID? = nil, now: Int64
  ) -> SaveRequest {
    var request = SaveRequest("edit")
    let place = record.map { record in person.records.firstIndex { $0.id == record } } ?? 0
    guard let place else { preconditionFailure("values are added to a record of the person") }
    let changed = unified.saving(edited, addingTo: place, now: now)
    for (record, card) in zip(person.records, changed) {
      if let card { request.update(record.id, to: card, from: record.card) }
    }
    return request
  }
}

extension AddressBook {
  /// Goes through all people and groups, each as one card, in the order of the book.
  ///
  /// Who has one record only has its card as it is. Groups name the people of several records by the
  /// UIDs that their cards begin with.
  ///
  /// - Parameters:
  ///   - choose: The records of a person that count; nobody is handed over who has none.
  ///   - body: Receives each card, and the file of its first record.
  /// - Throws: ``BookError``, and what `body` throws.
  /// - Complexity: O(*n*) in the octets of the book.
  public func forEachUnifiedCard(
    of choose: (UnifiedRecord) -> [Record] = \.records, _ body: (Card, FilePath) throws -> Void
  ) throws {
    let linked = try linkedRecords()
    var uids: [OctetText: String] = [:]
    if !linked.isEmpty, try (self as? any LinkedBook)?.groups().isEmpty == false {
      for records in linked {
        guard let person = try person(of: records[0]) else { continue }
        let names = choose(person).compactMap { GroupMembers.uid(of: $0.card) }
        for name in names.dropFirst() { uids[GroupMembers.key(name)] = names[0] }
      }
    }
    func hand(_ person: UnifiedRecord) throws {
      let records = choose(person)
      guard var card = records.first?.card, let file = records.first?.file else { return }
      if records.count > 1 {
        card = UnifiedCard(records.map(\.card)).card
      } else if !uids.isEmpty {
        GroupMembers.rename(uids, in: &card)
      }
      try body(card, file)
    }
    // Whoever has no links is read as fast as can be.
    if linked.isEmpty { return try forEachRecord { try hand(UnifiedRecord(alone: $0)) } }
    try forEachPerson(hand)
  }
}
