import ContactMatching
import ContactModel
import VCard

/// A book prepared for the question which incoming cards it knows.
///
/// The book is read once. Digests are made only of its cards that are called like an incoming one, for
/// a card of the same content has the same name.
struct KnownCards {
  private let digests: [CardDigest]
  private let uids: [UIDKey?]
  private var peopleByContent: [CardDigest: RecordID] = [:]
  /// `nil` for a UUID that several people have: then it tells nothing.
  private var peopleByUID: [UIDKey: RecordID?] = [:]
  private let index: MatchIndex

  init(_ incoming: [Card], in book: any AddressBook, options: MatchOptions) throws {
    digests = incoming.map { CardDigest($0) }
    uids = incoming.map { $0.first(.uid).flatMap { UIDKey($0.text) } }
    let wantedDigests = Set(digests)
    let wantedUIDs = Set(uids.compactMap { $0 })
    let wantedNames = Set(incoming.flatMap { KnownCards.names($0) })
    var byContent: [CardDigest: RecordID] = [:]
    var byUID: [UIDKey: RecordID?] = [:]
    var builder = try MatchIndex.Builder(options: options)
    try book.forEachPerson { person in
      var contacts: [Contact] = []
      for record in person.records {
        let contact = Contact(record.card, keys: .matching)
        contacts.append(contact)
        if KnownCards.names(record.card).contains(where: { wantedNames.contains($0) }) {
          let digest = CardDigest(record.card)
          if wantedDigests.contains(digest), byContent[digest] == nil {
            byContent[digest] = record.id
          }
        }
        if let uid = contact.uid.flatMap({ UIDKey($0) }), wantedUIDs.contains(uid) {
          byUID.updateValue(byUID[uid] == nil ? record.id : nil, forKey: uid)
        }
      }
      try builder.append(Person(id: person.id.rawValue, contacts: contacts))
    }
    index = builder.build()
    peopleByContent = byContent
    peopleByUID = byUID
  }

  /// The names of a card, or an empty one.
  private static func names(_ card: Card) -> [String] {
    guard let first = card.first(.fn) else { return [""] }
    let all = card.properties(named: .fn)
    return all.count == 1 ? [first.text] : all.map(\.text)
  }

  /// Whose card has the content of the incoming card of a number.
  func person(ofContentAt index: Int) -> RecordID? { peopleByContent[digests[index]] }

  /// Whose card alone has the UUID of the incoming card of a number.
  func person(ofUIDAt index: Int) -> RecordID? {
    guard let uid = uids[index], let person = peopleByUID[uid] else { return nil }
    return person
  }

  /// Who a card is by a policy.
  func outcome(_ card: Card, _ policy: MatchPolicy) throws -> Outcome {
    try index.match(Contact(card, keys: .matching), policy: policy)
  }
}
