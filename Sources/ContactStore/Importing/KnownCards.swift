import ContactMatching
import ContactMerging
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
  /// Those of incoming groups that say something else by now.
  private var changed: [Int: CardDigest] = [:]
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
  struct Identity: Hashable {
    private let uid: UIDKey
    private let isGroup: Bool

    fileprivate init?(_ contact: Contact) {
      guard let uid = contact.uid.flatMap({ UIDKey($0) }) else { return nil }
      self.uid = uid
      isGroup = contact.contactType == .group
    }
  }

  /// Makes something of each card, in their order.
  private static func map<Element: Sendable, Result: Sendable>(
    _ cards: [Element], threads: Int, body: @Sendable (Element) -> Result
  ) -> [Result] {
    let pieces = OrderedTasks.map(
      cards.count, threads: threads, atLeast: BookTools.smallestPiece
    ) { cards[$0].map(body) }
    return Array(pieces.joined())
  }

  /// Prepares a book.
  ///
  /// - Parameters:
  ///   - incoming: The cards that are asked about.
  ///   - book: The book.
  ///   - options: What matching is told besides the cards.
  ///   - policy: By which rule a card is said to be a person.
  ///   - hasGroups: Whether there are groups among the cards, which may get other members.
  /// - Throws: ``BookError``, and an error of ICU.
  init(
    _ incoming: [Card], in book: any AddressBook, options: MatchOptions, policy: MatchPolicy,
    hasGroups: Bool
  ) throws {
    self.incoming = incoming
    self.policy = policy
    threads = book.threads
    digests = Self.map(incoming, threads: threads) { CardDigest($0) }
    let identifies = book.capabilities.contains(.identifiedCards)
    uids = Self.map(Array(zip(incoming, digests)), threads: threads) { card, digest in
      let card = identifies ? card.identified(by: digest) : card
      return card.first(.uid).flatMap { UIDKey($0.text) } == nil
        ? nil : Identity(Contact(card, keys: .matching))
    }
    var worker = Worker(builder: MatchIndex.Builder(options: options))
    worker.digests = Set(digests)
    worker.uids = Set(uids.compactMap { $0 })
    worker.hasGroups = hasGroups
    worker.names = Set(incoming.flatMap { KnownCards.names($0) })
    var byContent: [CardDigest: [Holder]] = [:]
    var byUID: [Identity: [Holder]] = [:]
    index = try book.matchIndex(options, for: incoming, worker) { piece, holders in
      for (digest, place) in piece.digests {
        byContent[digest, default: []].append(holders[place])
      }
      for (uid, place) in piece.uids { byUID[uid, default: []].append(holders[place]) }
    }
    holdersByContent = byContent
    holdersByUID = byUID
  }

  /// Finds the cards of the book that may be wanted, and reads what counts for matching of all.
  struct Worker: CardWorker {
    struct Piece: Sendable {
      /// Cards that may be wanted, by their place in the piece.
      var digests: [(CardDigest, Int)] = []
      var uids: [(Identity, Int)] = []
      var count = 0
      var builder: MatchIndex.Builder?

      var isEmpty: Bool { digests.isEmpty && uids.isEmpty }
    }

    fileprivate var digests: Set<CardDigest> = []
    fileprivate var uids: Set<Identity> = []
    fileprivate var names: Set<String> = []
    /// Whether a group may be wanted by a content that nobody knows yet.
    fileprivate var hasGroups = false
    private var builder: MatchIndex.Builder
    private(set) var piece = Piece()

    /// Creates a worker that wants no cards.
    init(builder: MatchIndex.Builder) { self.builder = builder }

    mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
      let card = copy card
      try note(card)
      try builder.append(id: "", [card])
    }

    /// Notes a card that may be wanted.
    mutating func note(_ card: Card) throws {
      let place = piece.count
      piece.count += 1
      if !names.isEmpty, KnownCards.names(card).contains(where: { names.contains($0) }) {
        let digest = CardDigest(card)
        if digests.contains(digest) || hasGroups && card.isGroup {
          piece.digests.append((digest, place))
        }
      }
      if !uids.isEmpty, card.first(.uid).flatMap({ UIDKey($0.text) }) != nil,
        let uid = Identity(Contact(card, keys: .matching)), uids.contains(uid)
      {
        piece.uids.append((uid, place))
      }
    }

    mutating func finish(_ piece: inout Piece?) {
      self.piece.builder = builder.cut()
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

  /// The digest of the incoming card of a number, as it came in.
  func incomingDigest(at number: Int) -> CardDigest { digests[number] }

  /// The digest of the incoming card of a number, as it is by now.
  func digest(at number: Int) -> CardDigest { changed[number] ?? digests[number] }

  /// Has an incoming group say something else.
  func change(_ number: Int, to card: Card) { changed[number] = CardDigest(card) }

  /// Whether the incoming card of a number has a UUID, and nobody in the book has it.
  func isFreeUID(at number: Int) -> Bool { uids[number].map { holdersByUID[$0] == nil } ?? false }

  /// The record whose card has the content of the incoming card of a number.
  ///
  /// - Parameters:
  ///   - number: The number of the incoming card.
  ///   - source: The records of the source that it comes from, which go first.
  /// - Returns: The record; `nil` when there is none.
  func holder(ofContentAt number: Int, first source: Set<RecordID>) -> Holder? {
    let holders = holdersByContent[digest(at: number)] ?? []
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
    let asked = Self.map(numbers.map { incoming[$0] }, threads: threads) {
      Contact($0, keys: .matching)
    }
    let found = try index.match(asked, policy: policy, threads: threads)
    outcomes = Dictionary(uniqueKeysWithValues: zip(numbers, found))
    guard let outcome = outcomes.removeValue(forKey: number) else {
      preconditionFailure("the card that was asked about is the first that is found out about")
    }
    return outcome
  }
}
