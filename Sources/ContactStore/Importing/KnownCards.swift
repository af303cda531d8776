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
    let worker = Worker(
      digests: Set(digests), uids: Set(uids.compactMap { $0 }),
      names: Set(incoming.flatMap { KnownCards.names($0) }))
    var byContent: [CardDigest: RecordID] = [:]
    var byUID: [UIDKey: RecordID?] = [:]
    var builder = try MatchIndex.Builder(options: options)
    try book.readCards(worker) { piece, ids in
      for (digest, place) in piece.digests where byContent[digest] == nil {
        byContent[digest] = ids[place]
      }
      for (uid, place) in piece.uids {
        byUID.updateValue(byUID[uid] == nil ? ids[place] : nil, forKey: uid)
      }
      for (contact, id) in zip(piece.contacts, ids) {
        try builder.append(Person(id: id.rawValue, contacts: [contact]))
      }
    }
    index = builder.build()
    peopleByContent = byContent
    peopleByUID = byUID
  }

  /// Finds the cards of the book that may be wanted, and reads what counts for matching of all.
  private struct Worker: CardWorker {
    struct Piece: Sendable {
      /// Cards that may be wanted, by their place in the piece.
      var digests: [(CardDigest, Int)] = []
      var uids: [(UIDKey, Int)] = []
      var contacts: [Contact] = []
    }

    let digests: Set<CardDigest>
    let uids: Set<UIDKey>
    let names: Set<String>
    var piece = Piece()

    mutating func take(_ card: borrowing Card, found: inout [Diagnostic]) {
      let card = copy card
      let place = piece.contacts.count
      if KnownCards.names(card).contains(where: { names.contains($0) }) {
        let digest = CardDigest(card)
        if digests.contains(digest) { piece.digests.append((digest, place)) }
      }
      let contact = Contact(card, keys: .matching)
      if let uid = contact.uid.flatMap({ UIDKey($0) }), uids.contains(uid) {
        piece.uids.append((uid, place))
      }
      piece.contacts.append(contact)
    }

    mutating func finish(_ piece: inout Piece?) {
      piece = self.piece
      self.piece = Piece()
    }
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
