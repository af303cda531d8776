public import ContactMatching
import ContactModel
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
/// All cards are compared with the book as it was at the start: two cards of one import are never
/// taken for each other. An import that is done again changes nothing.
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
  }

  /// What somebody is asked.
  public struct Question: Sendable {
    /// The number of the card among the incoming ones, from 0.
    public let index: Int
    /// The card.
    public let card: Card
    /// What its name and the rest of it tell: `ambiguous` or `unknown`, with the candidates.
    public let outcome: Outcome
  }

  /// By which rule a card is said to be a person.
  public var policy: MatchPolicy
  /// What matching is told besides.
  public var options = MatchOptions()
  /// What a person who is matched gets; `nil` for nothing.
  public var updates: CardMerge.Extent? = .everything
  /// What becomes of cards that may be several people.
  public var ambiguous: Rule = .always(.skip)
  /// What becomes of cards that are nobody in the book.
  public var unknown: Rule = .always(.new)
  /// The person that every card is, whatever it says; `nil` to find out.
  public var person: RecordID?
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
    if let person, try book.record(person) == nil {
      throw BookError(.noSuchRecord, book.path, person.rawValue)
    }
    var planning = Planning(importer: self, book: book)
    let known = try KnownCards(incoming, in: book, options: options)
    for (index, card) in incoming.enumerated() {
      if try !planning.take(card, at: index, known) {
        return ImportPlan(refusing: planning.plan)
      }
    }
    return planning.finished()
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
    public let fate: Fate
    /// What the policy said; `nil` when nobody asked it.
    public let outcome: Outcome?
    /// What is added to the person.
    public let additions: [CardMerge.Addition]
    /// What could not be carried over, for people.
    public let notes: [String]

    /// Whether the policy could not tell.
    public var isAmbiguous: Bool { outcome?.verdict == .ambiguous }
    /// Whether the person's card changes.
    public var isUpdated: Bool { !additions.isEmpty }
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

  /// A plan that does nothing because something of another could not be decided.
  init(refusing plan: ImportPlan) {
    self = plan
    request = SaveRequest()
    isRefused = true
  }

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
  var plan = ImportPlan()
  /// The cards of people who were matched, as they will be.
  private var cards: [RecordID: Card] = [:]

  init(importer: Importer, book: any AddressBook) {
    self.importer = importer
    self.book = book
  }

  /// Decides about a card; `false` when nothing is to be imported at all.
  mutating func take(_ card: Card, at index: Int, _ known: KnownCards) throws -> Bool {
    plan.counts.read += 1
    if let person = importer.person {
      try match(card, person, .choice, nil)
    } else if let person = known.person(ofContentAt: index) {
      try match(card, person, .content, nil)
    } else if let person = known.person(ofUIDAt: index) {
      try match(card, person, .uid, nil)
    } else {
      return try take(card, at: index, known.outcome(card, importer.policy))
    }
    return true
  }

  private mutating func take(_ card: Card, at index: Int, _ outcome: Outcome) throws -> Bool {
    let rule: Importer.Rule
    switch outcome.verdict {
    case .matched:
      guard let person = outcome.person else {
        preconditionFailure("whoever is matched has an identifier")
      }
      try match(card, RecordID(rawValue: person), .policy, outcome)
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
      decision = try ask(Importer.Question(index: index, card: card, outcome: outcome))
    }
    switch decision {
    case .person(let person): try match(card, person, .choice, outcome)
    case .new:
      plan.counts.created += 1
      append(.created(plan.request.added.count), outcome)
      plan.request.add(card)
    case .skip:
      plan.counts.skipped += 1
      append(.skipped, outcome)
    case .fail:
      plan.counts.skipped += 1
      append(.skipped, outcome)
      return false
    }
    return true
  }

  private mutating func match(
    _ card: Card, _ person: RecordID, _ reason: ImportPlan.Reason, _ outcome: Outcome?
  ) throws {
    plan.counts.matched += 1
    guard let extent = importer.updates, reason != .content else {
      return append(.matched(person, by: reason), outcome)
    }
    guard let target = try cards[person] ?? book.record(person)?.card else {
      throw BookError(.noSuchRecord, book.path, person.rawValue)
    }
    let merge = CardMerge(adding: card, to: target, extent: extent, now: importer.now)
    if merge.isChanged {
      plan.counts.updated += 1
      cards[person] = merge.card
    }
    append(
      .matched(person, by: reason), outcome, additions: merge.additions, notes: merge.notes)
  }

  private mutating func append(
    _ fate: ImportPlan.Fate, _ outcome: Outcome?, additions: [CardMerge.Addition] = [],
    notes: [String] = []
  ) {
    plan.items.append(
      ImportPlan.Item(fate: fate, outcome: outcome, additions: additions, notes: notes))
  }

  func finished() -> ImportPlan {
    var plan = plan
    for (person, card) in cards { plan.request.update(person, to: card) }
    return plan
  }
}
