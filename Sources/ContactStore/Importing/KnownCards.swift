import ContactMatching
import ContactModel
import VCard

/// A book prepared for the question which incoming cards it knows.
///
/// The book is read once, or asked by its indexes. Digests are made only of its cards that are called
/// like an incoming one, for a card of the same content has the same name.
final class KnownCards {
  private let incoming: [Card]
  private let policy: MatchPolicy
  private let threads: Int
  /// Who the next incoming cards are, found out on all threads.
  private var outcomes: [Int: Outcome] = [:]
  private let digests: [CardDigest]
  private let uids: [Identity?]
  private var holdersByContent: [CardDigest: [Holder]] = [:]
  private var holdersByUID: [Identity: [Holder]] = [:]
  private let index: MatchIndex

  /// A record that knows a card, and the person whom it is one of.
  struct Holder: Hashable {
    let person: RecordID
    let record: RecordID
  }

  /// A UUID; a group is nobody who has the same.
  private struct Identity: Hashable {
    let uid: UIDKey
    let isGroup: Bool

    init?(_ contact: Contact) {
      guard let uid = contact.uid.flatMap({ UIDKey($0) }) else { return nil }
      self.uid = uid
      isGroup = contact.contactType == .group
    }
  }

  init(
    _ incoming: [Card], in book: any AddressBook, options: MatchOptions, policy: MatchPolicy
  ) throws {
    self.incoming = incoming
    self.policy = policy
    threads = book.threads
    digests = try Threads(book.threads).map(incoming) { CardDigest($0) }
    uids = try Threads(book.threads).map(incoming) { card in
      card.first(.uid).flatMap { UIDKey($0.text) } == nil
        ? nil : Identity(Contact(card, keys: .matching))
    }
    let worker = Worker(
      digests: Set(digests), uids: Set(uids.compactMap { $0 }),
      names: Set(incoming.flatMap { KnownCards.names($0) }))
    var byContent: [CardDigest: [Holder]] = [:]
    var byUID: [Identity: [Holder]] = [:]
    var builder = try MatchIndex.Builder(options: options)
    func take(_ piece: Worker.Piece, _ holders: [Holder]) {
      for (digest, place) in piece.digests {
        byContent[digest, default: []].append(holders[place])
      }
      for (uid, place) in piece.uids { byUID[uid, default: []].append(holders[place]) }
    }
    func take(_ person: UnifiedRecord) throws {
      var worker = worker
      for record in person.records { worker.take(record.card) }
      take(worker.piece, person.records.map { Holder(person: person.id, record: $0.id) })
      try builder.append(Person(id: person.id.rawValue, contacts: worker.piece.contacts))
    }
    if let people = try book.peopleInQuestion(for: incoming) {
      for person in people { try take(person) }
    } else if book.capabilities.contains(.links) {
      try book.forEachPerson { try take($0) }
    } else {
      try book.readCards(worker) { piece, ids in
        take(piece, ids.map { Holder(person: $0, record: $0) })
        for (contact, id) in zip(piece.contacts, ids) {
          try builder.append(Person(id: id.rawValue, contacts: [contact]))
        }
      }
    }
    index = builder.build()
    holdersByContent = byContent
    holdersByUID = byUID
  }

  /// Finds the cards of the book that may be wanted, and reads what counts for matching of all.
  private struct Worker: CardWorker {
    struct Piece: Sendable {
      /// Cards that may be wanted, by their place in the piece.
      var digests: [(CardDigest, Int)] = []
      var uids: [(Identity, Int)] = []
      var contacts: [Contact] = []
    }

    let digests: Set<CardDigest>
    let uids: Set<Identity>
    let names: Set<String>
    var piece = Piece()

    mutating func take(_ card: borrowing Card, found: inout [Diagnostic]) { take(copy card) }

    mutating func take(_ card: Card) {
      let place = piece.contacts.count
      if KnownCards.names(card).contains(where: { names.contains($0) }) {
        let digest = CardDigest(card)
        if digests.contains(digest) { piece.digests.append((digest, place)) }
      }
      let contact = Contact(card, keys: .matching)
      if !uids.isEmpty, let uid = Identity(contact), uids.contains(uid) {
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

  /// The digest of the incoming card of a number.
  func digest(at number: Int) -> CardDigest { digests[number] }

  /// The record whose card has the content of the incoming card of a number.
  ///
  /// - Parameters:
  ///   - number: The number of the incoming card.
  ///   - source: The records of the source that it comes from, which go first.
  /// - Returns: The record; `nil` when there is none.
  func holder(ofContentAt number: Int, first source: Set<RecordID>) -> Holder? {
    let holders = holdersByContent[digests[number]] ?? []
    return holders.first { source.contains($0.record) } ?? holders.first
  }

  /// The record whose card has the UUID of the incoming card of a number.
  ///
  /// - Parameters:
  ///   - number: The number of the incoming card.
  ///   - source: The records of the source that it comes from, which go first.
  /// - Returns: The record; `nil` for a UUID that nobody has, or several people, where it tells
  ///   nothing.
  func holder(ofUIDAt number: Int, first source: Set<RecordID>) -> Holder? {
    guard let uid = uids[number], let all = holdersByUID[uid] else { return nil }
    let own = all.filter { source.contains($0.record) }
    let holders = own.isEmpty ? all : own
    guard let first = holders.first, holders.allSatisfy({ $0.person == first.person }) else {
      return nil
    }
    return first
  }

  /// Who the incoming card of a number is by the policy; asked from the first card on.
  func outcome(at number: Int) throws -> Outcome {
    if let outcome = outcomes.removeValue(forKey: number) { return outcome }
    // Cards that are told by their content are not asked about.
    let reach = 1024 * threads
    let numbers = (number..<min(incoming.count, number + reach)).filter {
      $0 == number
        || holder(ofContentAt: $0, first: []) == nil && holder(ofUIDAt: $0, first: []) == nil
    }
    let (index, policy, incoming) = (index, policy, incoming)
    let found = try Threads(threads).map(numbers) { number in
      try index.match(Contact(incoming[number], keys: .matching), policy: policy)
    }
    outcomes = Dictionary(uniqueKeysWithValues: zip(numbers, found))
    guard let outcome = outcomes.removeValue(forKey: number) else {
      preconditionFailure("the card that was asked about is the first that is found out about")
    }
    return outcome
  }
}
