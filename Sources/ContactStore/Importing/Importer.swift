public import ContactMatching
public import ContactMerging
public import VCard

/// Takes cards into a book: finds out who each is, adds what the person lacks, makes new people.
///
/// ```
/// incoming ─▶ same content or UUID in the book? ─▶ matched ─▶ values added ─┐
///                   │ no                              ▲                     ├─▶ SaveRequest
///                   ▼                                 │ a person             │
///               MatchIndex ─▶ matched ────────────────┤                     │
///                   ├──────▶ ambiguous ─▶ the rule ───┼─▶ a new person ─────┘
///                   └──────▶ unknown ───▶ the rule ───┴─▶ skipped
/// ```
/// All cards are compared with the book as it was at the start: two cards of one import are taken for
/// each other only if they say the same, UID and all. An import that is done again changes nothing.
///
/// Whom the book knows by another UID is known by that of the card, too, and groups of the import name
/// everybody by the UID that the book has:
/// ```
/// book      Kate UID:1                   incoming  Kate UID:2   Family MEMBER:2   MEMBER:3   Bo UID:3
/// then      Kate UID:1 X-ALSO-UID:2                             Family MEMBER:1   MEMBER:3   Bo UID:3
/// ```
public struct Importer {
  /// What becomes of a card.
  public enum Decision: Hashable, Sendable {
    /// It is this person.
    case person(RecordID)
    /// It is a new person.
    case new
    /// It is left out.
    case skip
    /// Nothing at all is imported.
    case fail
  }

  /// Who decides about the cards that nobody can be told for sure, or that nobody in the book is.
  public enum Rule {
    /// The same for all.
    case always(Decision)
    /// Somebody is asked about each.
    case ask((Question) throws -> Decision)

    /// The same, but nobody is asked the same question twice.
    ///
    /// A plan that is made again, because others have changed the book meanwhile, asks about the same
    /// cards; what was said of a card and its candidates still stands.
    public func askedOnce() -> Rule {
      guard case .ask(let ask) = self else { return self }
      let answers = Answers()
      return .ask { try answers.decision($0, ask) }
    }
  }

  /// What somebody is asked.
  public struct Question: Sendable {
    /// The number of the card among the incoming ones, from 0.
    public let index: Int
    /// The card.
    public let card: Card
    /// By which the card is known again.
    public let digest: CardDigest
    /// What its name and the rest of it tell: `ambiguous` or `unknown`, with the candidates.
    public let outcome: Outcome
  }

  /// What a card says that a person lacks who is matched.
  public struct Offer: Sendable {
    /// The record that would get it.
    public let person: RecordID
    /// Its card.
    public let card: Card
    /// What it would get.
    public let additions: [CardMerge.Addition]
  }

  /// By which rule a card is said to be a person.
  public var policy: MatchPolicy
  /// What matching is told besides.
  public var options = MatchOptions()
  /// What a person who is matched gets; `nil` for nothing, unless somebody says who a card is: then all
  /// but names is added, for that is what was asked.
  public var updates: CardMerge.Extent? = .everything
  /// Says whether a person gets what would not be added otherwise, all but names; `nil` where nobody
  /// needs to know.
  public var offer: ((Offer) throws -> Bool)?
  /// What becomes of cards that may be several people.
  public var ambiguous: Rule = .always(.skip)
  /// What becomes of cards that are nobody in the book.
  public var unknown: Rule = .always(.new)
  /// Gives the card that a new person gets instead of the incoming one, by its number; `nil` for that
  /// one.
  public var rewriting: ((Int) -> Card?)?
  /// Receives each card that was decided about, as 1.
  public var advance: (Int) -> Void = { _ in }
  /// The record that every card is, whatever it says; `nil` to find out.
  public var person: RecordID?
  /// The source that the cards come from; `nil` for none.
  ///
  /// A person who is matched and has no record of that source gets one, linked with the others, also
  /// where another source has a card of the same UUID or content; so what one source says does not get
  /// into the records of another. In a book without links, a folder with collections, the cards are
  /// matched with the people of that source alone.
  public var source: String?
  /// The time of the import, which REV of changed cards gets: seconds since 1970.
  public var now: Int64

  /// Creates an importer.
  ///
  /// - Parameters:
  ///   - policy: By which rule a card is said to be a person.
  ///   - now: The time of the import: seconds since 1970.
  public init(policy: MatchPolicy, now: Int64) {
    self.policy = policy
    self.now = now
  }

  /// Finds out what importing cards would do.
  ///
  /// Nothing is changed; hand the plan's request to ``AddressBook/save(_:)``.
  ///
  /// - Parameters:
  ///   - incoming: The cards.
  ///   - book: The book.
  /// - Returns: What becomes of each card, and the request that does it.
  /// - Throws: ``BookError``, an error of ICU, and what those who are asked throw.
  /// - Complexity: Reads the book once, and the records of those who match again.
  public func plan(_ incoming: [Card], for book: any AddressBook) throws -> ImportPlan {
    if let person { _ = try book.requiredRecord(person) }
    let matched = try source.flatMap { try (book as? VDirBook)?.book(ofSource: $0) } ?? book
    var groups = incoming.indices.filter { incoming[$0].isGroup }
    let known = try KnownCards(
      incoming, in: matched, options: options, policy: policy, hasGroups: !groups.isEmpty)
    var planning = try Planning(self, book, known, groups: groups.map { incoming[$0] })
    // Whom a group names is known when everybody else is.
    let isGroup = Set(groups)
    for index in incoming.indices where !isGroup.contains(index) {
      if try planning.add(incoming[index], at: index) { continue }
      groups.removeAll { $0 > index }
      break
    }
    for index in groups {
      guard try planning.add(incoming[index], at: index) else { break }
    }
    return planning.finished(of: incoming.count)
  }
}

/// What was answered, by what was asked.
private final class Answers {
  private struct Asked: Hashable {
    let digest: CardDigest
    let verdict: Outcome.Verdict
    let candidates: [String]
  }

  private var answers: [Asked: Importer.Decision] = [:]

  func decision(
    _ question: Importer.Question, _ ask: (Importer.Question) throws -> Importer.Decision
  ) throws -> Importer.Decision {
    let asked = Asked(
      digest: question.digest, verdict: question.outcome.verdict,
      candidates: question.outcome.candidates.flatMap { [$0.person, $0.name] })
    if let answer = answers[asked] { return answer }
    let answer = try ask(question)
    answers[asked] = answer
    return answer
  }
}

/// What an import does, before it is done.
public struct ImportPlan: Sendable {
  /// How a card was found to be a person.
  public enum Reason: Hashable, Sendable {
    /// A card of the same content is in the book.
    case content
    /// A card of the same UUID is in the book.
    case uid
    /// By the policy.
    case policy
    /// Somebody said so.
    case choice
  }

  /// What becomes of a card.
  public enum Fate: Hashable, Sendable {
    /// It is a person in the book.
    case matched(RecordID, by: Reason)
    /// It becomes a new person: the added card of this place in the request.
    case created(Int)
    /// It is left out.
    case skipped
  }

  /// What becomes of a card, and why.
  public struct Item: Sendable {
    /// What becomes of it.
    public internal(set) var fate: Fate
    /// What the policy said; `nil` when nobody asked it.
    public let outcome: Outcome?
    /// What is added to the person.
    public let additions: [CardMerge.Addition]
    /// What was offered, and is not added.
    public let declined: [CardMerge.Addition]
    /// What could not be carried over, for people.
    public let notes: [String]
    /// Whether the person gets a record of the source that the card comes from.
    public let isNewRecord: Bool

    /// Whether the policy could not tell.
    public var isAmbiguous: Bool { outcome?.verdict == .ambiguous }
    /// Whether the person's card changes.
    public var isUpdated: Bool { !additions.isEmpty || isNewRecord }
  }

  /// How many cards had which fate.
  public struct Counts: Hashable, Sendable, CustomStringConvertible {
    /// All incoming cards.
    public internal(set) var read = 0
    /// Those that are people in the book.
    public internal(set) var matched = 0
    /// Those of them that told something new.
    public internal(set) var updated = 0
    /// Those that became new people.
    public internal(set) var created = 0
    /// Those that the policy could not tell, whatever became of them then.
    public internal(set) var ambiguous = 0
    /// Those that were left out.
    ///
    /// With those matched and created, these are all.
    public internal(set) var skipped = 0

    /// The last line of `import`.
    public var description: String {
      "read \(read), matched \(matched) (\(updated) updated), created \(created), "
        + "ambiguous \(ambiguous), skipped \(skipped)"
    }
  }

  /// What becomes of each incoming card, in order.
  public internal(set) var items: [Item] = []
  /// The same as numbers.
  public internal(set) var counts = Counts()
  /// What is to be saved.
  public internal(set) var request = SaveRequest()
  /// Whether somebody decided that nothing at all is imported.
  public internal(set) var isRefused = false

  init() {}

  /// The numbers of the cards that are left out.
  public var rejected: [Int] {
    items.indices.filter { items[$0].fate == .skipped }
  }

  /// The cards that are left out, as vCard.
  ///
  /// - Parameter incoming: The cards that the plan was made for.
  /// - Returns: Their octets, one after the other.
  public func rejects(of incoming: [Card]) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in rejected { CardWriter().write(incoming[index], into: &bytes) }
    return bytes
  }
}

/// A plan that is being made.
private struct Planning {
  let importer: Importer
  let book: any AddressBook
  let known: KnownCards
  var plan = ImportPlan()
  private var isRefused = false
  /// The number of the card that is being decided about.
  private var number = 0
  /// What became of the cards so far, by their numbers.
  private var items: [Int: ImportPlan.Item] = [:]
  /// The cards of people who were matched, as they will be.
  private var cards: [RecordID: (card: Card, base: Card)] = [:]
  /// The numbers of the cards of which matched people get records in the source.
  private var newRecords: [RecordID: Int] = [:]
  /// The cards that are added, by the numbers of those that they come of.
  private var newCards: [Int: Card] = [:]
  /// The numbers of new people by the digests of their cards as they came in.
  private var newPeople: [CardDigest: Int] = [:]
  /// The contents of groups that get records in the source.
  private var newGroups: Set<CardDigest> = []
  /// The records of the source that the cards come from.
  private let own: Set<RecordID>
  /// The UIDs that incoming groups name.
  private let named: Set<OctetText>
  /// Those by which the same people are known in the book.
  private var renamed: [OctetText: String] = [:]

  init(_ importer: Importer, _ book: any AddressBook, _ known: KnownCards, groups: [Card]) throws {
    (self.importer, self.book, self.known) = (importer, book, known)
    own = try importer.source.flatMap { try book.records(ofSource: $0) } ?? []
    named = Set(groups.flatMap { GroupMembers.uids(in: $0) })
  }

  /// Decides about a card; `false` when nothing is to be imported at all.
  mutating func add(_ incoming: Card, at index: Int) throws -> Bool {
    importer.advance(1)
    number = index
    plan.counts.read += 1
    var card = incoming
    if !renamed.isEmpty, card.isGroup {
      GroupMembers.rename(renamed, in: &card)
      if !card.isIdentical(to: incoming) { known.change(index, to: card) }
    }
    if let person = importer.person {
      try match(card, person: person, record: person, reason: .choice, outcome: nil)
    } else if let known = known.holder(ofContentAt: index, first: own) {
      try match(
        card, person: known.person, record: known.record, reason: .content, outcome: nil)
    } else if let known = known.holder(ofUIDAt: index, first: own) {
      try match(
        card, person: known.person, record: known.record, reason: .uid, outcome: nil)
    } else {
      return try add(card, as: incoming, known.outcome(at: index))
    }
    return true
  }

  /// Decides by what the policy says.
  private mutating func add(
    _ card: Card, as incoming: Card, _ outcome: Outcome
  ) throws -> Bool {
    let digest = known.digest(at: number)
    let rule: Importer.Rule
    switch outcome.verdict {
    case .matched:
      guard let person = outcome.person else {
        preconditionFailure("whoever is matched has an identifier")
      }
      try match(
        card, person: RecordID(rawValue: person), record: nil, reason: .policy,
        outcome: outcome)
      return true
    case .ambiguous:
      plan.counts.ambiguous += 1
      rule = importer.ambiguous
    case .unknown: rule = importer.unknown
    }
    let decision: Importer.Decision
    switch rule {
    case .always(let always): decision = always
    case .ask(let ask):
      decision = try ask(
        Importer.Question(index: number, card: card, digest: digest, outcome: outcome))
    }
    switch decision {
    case .person(let person):
      try match(
        card, person: person, record: person, reason: .choice, outcome: outcome)
    case .new:
      if let twin = newPeople[digest] {
        // The same card again is nobody else.
        plan.counts.matched += 1
        append(.created(twin), outcome)
        return true
      }
      plan.counts.created += 1
      append(.created(number), outcome)
      newPeople[digest] = number
      let card = importer.rewriting?(number) ?? card
      // The next time it is known by that.
      newCards[number] =
        book.capabilities.contains(.identifiedCards)
        ? card.identified(by: known.incomingDigest(at: number)) : card
      noteUID(of: incoming, as: card)
    case .skip:
      plan.counts.skipped += 1
      append(.skipped, outcome)
    case .fail:
      plan.counts.skipped += 1
      append(.skipped, outcome)
      isRefused = true
      return false
    }
    return true
  }

  /// Takes a card for a person.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - person: The person, or one of the person's records.
  ///   - record: The record that is meant; `nil` for any of the person.
  ///   - reason: How that was found out.
  ///   - outcome: What the policy said, if it was asked.
  /// - Throws: ``BookError``, also for a person and a group that somebody takes for one.
  private mutating func match(
    _ card: Card, person: RecordID, record: RecordID?, reason: ImportPlan.Reason,
    outcome: Outcome?
  ) throws {
    plan.counts.matched += 1
    let isKnown = reason == .content && (importer.source == nil || record.map(own.contains) == true)
    let isChosen = reason == .choice && importer.person == nil
    let extent = importer.updates ?? (isChosen ? .details : nil)
    guard !isKnown, extent != nil || importer.offer != nil else {
      // Of the same content only identifiers of a device differ, and nobody is known by those.
      if !isKnown, isNamed(card) {
        noteUID(of: card, as: try book.requiredRecord(record ?? person).card)
      }
      return append(.matched(person, by: reason), outcome)
    }
    let unified = try book.requiredPerson(of: person)
    let records =
      importer.source == nil
      ? unified.records : unified.records.filter { own.contains($0.id) }
    guard let target = records.first(where: { $0.id == record }) ?? records.first else {
      return takeIntoSource(card, person: unified, reason: reason, outcome: outcome)
    }
    if reason == .content { return append(.matched(person, by: reason), outcome) }
    if reason == .choice { try refuseMixing(card, with: target) }
    let old = cards[target.id] ?? (target.card, target.card)
    var merge = CardMerge(
      adding: card, to: old.card, extent: extent ?? .details, now: importer.now)
    if merge.isChanged, extent == nil {
      let offer = Importer.Offer(
        person: target.id, card: old.card, additions: merge.additions)
      guard try importer.offer?(offer) == true else {
        noteUID(of: card, as: old.card)
        return append(.matched(person, by: reason), outcome, declined: merge.additions)
      }
    }
    if merge.isChanged || extent != nil {
      // A UID that somebody else may have does not become that of a record.
      merge.keepUID(of: card, isFurther: !known.isFreeUID(at: number), now: importer.now)
    }
    noteUID(of: card, as: merge.card)
    if merge.isChanged {
      plan.counts.updated += 1
      cards[target.id] = (merge.card, old.base)
    }
    append(
      .matched(person, by: reason), outcome, additions: merge.additions, notes: merge.notes)
  }

  /// Refuses to put what is told of a person into a group, and the other way round.
  private func refuseMixing(_ card: Card, with record: Record) throws {
    let isGroup = card.isGroup
    guard isGroup != record.card.isGroup else { return }
    throw BookError(
      .unsupported, book.path,
      isGroup
        ? "record \(record.id) is no group, and the card is one"
        : "record \(record.id) is a group, and the card is none")
  }

  /// Whether an incoming group names a card.
  private func isNamed(_ card: Card) -> Bool {
    !named.isEmpty
      && GroupMembers.uid(of: card).map { named.contains(GroupMembers.key($0)) } == true
  }

  /// Notes by what UID somebody is known in the book whom groups name by that of a card.
  private mutating func noteUID(of incoming: Card, as card: Card) {
    guard isNamed(incoming), let old = GroupMembers.uid(of: incoming).map(GroupMembers.key),
      let new = GroupMembers.uid(of: card), GroupMembers.key(new) != old, renamed[old] == nil
    else { return }
    renamed[old] = new
  }

  /// Gives a person a record of the source, or adds to the one that an earlier card gave it.
  private mutating func takeIntoSource(
    _ card: Card, person: UnifiedRecord, reason: ImportPlan.Reason, outcome: Outcome?
  ) {
    if person.records.contains(where: { $0.card.isGroup }) {
      // Groups are not linked, so that the next time only its content tells which one a card is.
      let isNew = newGroups.insert(CardDigest(card)).inserted
      if isNew {
        plan.counts.updated += 1
        newCards[number] = card
      }
      return append(.matched(person.id, by: reason), outcome, isNewRecord: isNew)
    }
    guard let first = newRecords[person.id], let old = newCards[first] else {
      plan.counts.updated += 1
      newRecords[person.id] = number
      newCards[number] = card
      return append(.matched(person.id, by: reason), outcome, isNewRecord: true)
    }
    var merge = CardMerge(adding: card, to: old, extent: .everything, now: importer.now)
    merge.keepUID(of: card, now: importer.now)
    noteUID(of: card, as: merge.card)
    if merge.isChanged {
      plan.counts.updated += 1
      newCards[first] = merge.card
    }
    append(
      .matched(person.id, by: reason), outcome, additions: merge.additions, notes: merge.notes)
  }

  private mutating func append(
    _ fate: ImportPlan.Fate, _ outcome: Outcome?, additions: [CardMerge.Addition] = [],
    declined: [CardMerge.Addition] = [], notes: [String] = [], isNewRecord: Bool = false
  ) {
    items[number] = ImportPlan.Item(
      fate: fate, outcome: outcome, additions: additions, declined: declined, notes: notes,
      isNewRecord: isNewRecord)
  }

  /// The plan of a number of cards; one that does nothing when something could not be decided.
  func finished(of count: Int) -> ImportPlan {
    var plan = plan
    plan.items = (0..<count).prefix { items[$0] != nil }.compactMap { items[$0] }
    plan.isRefused = isRefused
    if isRefused { return plan }
    plan.request.kind = "import"
    // A card that got a UID says more than it did.
    let identifies = book.capabilities.contains(.identifiedCards)
    let digests = Dictionary(
      uniqueKeysWithValues: identifies ? [] : newPeople.map { ($0.value, $0.key) })
    var places: [Int: Int] = [:]
    for (number, card) in newCards.sorted(by: { $0.key < $1.key }) {
      places[number] = places.count
      plan.request.add(card, source: importer.source, digest: digests[number])
    }
    for index in plan.items.indices {
      if case .created(let number) = plan.items[index].fate, let place = places[number] {
        plan.items[index].fate = .created(place)
      }
    }
    for (record, change) in cards {
      plan.request.update(record, to: change.card, from: change.base)
    }
    for (person, number) in newRecords.sorted(by: { $0.value < $1.value }) {
      if let place = places[number] { plan.request.link(.match(.record(person), .added(place))) }
    }
    return plan
  }
}
