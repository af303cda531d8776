public import ContactModel
public import ICU
internal import VCard

extension MatchIndex {
  /// Tells who an incoming card is.
  ///
  /// - Parameters:
  ///   - contact: The card, read with ``ContactModel/Contact/Keys/matching``.
  ///   - policy: The rule.
  /// - Returns: The same for the same cards, whatever the machine, its locale, and the order of
  ///   people who differ.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: As ``match(_:policy:)->[Outcome]``, which takes less for many.
  public func match(_ contact: Contact, policy: MatchPolicy) throws(ICUError) -> Outcome {
    try match(CollectionOfOne(contact), policy: policy)[0]
  }

  /// Tells who incoming cards are, each by itself.
  ///
  /// - Parameters:
  ///   - contacts: The cards, read with ``ContactModel/Contact/Keys/matching``.
  ///   - policy: The rule.
  /// - Returns: An outcome each.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: A look-up a key of a card, some fifteen; then O(*n*) in the cards found, and once
  ///   O(*n*) in the words of the book where some incoming one is new to it.
  public func match(
    _ contacts: some Collection<Contact>, policy: MatchPolicy
  ) throws(ICUError) -> [Outcome] {
    var query = try MatchQuery(contacts, book)
    return contacts.indices.enumerated().map { number, _ in query.outcome(number, policy) }
  }
}

extension MatchIndex {
  /// Cards that a thread matches at once: so few that threads end together, and so many that what is
  /// done once a batch does not count.
  private static let batchSizes = 64...1024

  /// Tells who incoming cards are, on several threads.
  ///
  /// - Parameters:
  ///   - contacts: The cards, read with ``ContactModel/Contact/Keys/matching``.
  ///   - policy: The rule.
  ///   - threads: How many threads work.
  /// - Returns: An outcome each, the same as from one thread.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: As ``match(_:policy:)->[Outcome]``.
  public func match(
    _ contacts: [Contact], policy: MatchPolicy, threads: Int
  ) throws(ICUError) -> [Outcome] {
    let share = (contacts.count + threads - 1) / max(threads, 1)
    let size = min(max(share, Self.batchSizes.lowerBound), Self.batchSizes.upperBound)
    let batches = OrderedTasks.pieces(contacts.count, of: size)
    let outcomes = try OrderedTasks.map(batches, threads: threads) { (batch) throws(ICUError) in
      try match(contacts[batch], policy: policy)
    }
    return Array(outcomes.joined())
  }
}

/// Incoming cards while they are matched.
///
/// ```
/// rows   │ cards of the book that come into question, in its order │ incoming cards │
/// ```
private struct MatchQuery {
  private let book: MatchBook
  private var texts: [PersonTexts] = []
  /// The people who come into question for each card, and whether by the name alone.
  private let people: [People]
  /// The place among the rows of each card of the book.
  private var places: [UInt32: Int] = [:]
  private let rows: ComparisonRows
  private var comparer: PairComparer

  private struct People {
    /// By all rules, with large blocks cut as dedupe cuts them.
    var byEvidence: [UInt32]
    /// All whose names have a key in common.
    var byName: [UInt32]
  }

  init(_ contacts: some Collection<Contact>, _ book: MatchBook) throws(ICUError) {
    self.book = book
    var builder = CardFeatures.Builder(book.options, book.vocabulary.store)
    for contact in contacts {
      let read = PersonTexts(contact)
      try builder.append(read.texts)
      texts.append(read)
    }
    var vocabulary = book.vocabulary
    var lexicon = book.features.lexicon
    var incoming = try builder.withCards(numberedBy: &vocabulary, &lexicon) { $0 }
    incoming.lexicon = lexicon
    var summaries: [CardSummary] = []
    summaries.append(incoming)
    people = summaries.enumerated().map {
      MatchQuery.people($0, of: incoming, summary: $1, book: book)
    }
    var both = CardFeatures()
    both.lexicon = lexicon
    let owners = Set(people.flatMap { $0.byEvidence + $0.byName }).sorted()
    let cards = owners.flatMap { Array(book.cards(of: Int($0))) }
    for (place, card) in cards.enumerated() { places[UInt32(card)] = place }
    both.append(each: cards, of: book.features)
    both.append(0..<incoming.count, of: incoming)
    rows = ComparisonRows(
      both, book.statistics,
      wordSteps: book.wordSteps
        + lexicon.usualHashes[book.wordSteps.count...].map { book.statistics.wordSteps[$0] })
    comparer = PairComparer(rows)
  }

  // MARK: Who comes into question

  private static func people(
    _ card: Int, of incoming: CardFeatures, summary: CardSummary, book: MatchBook
  ) -> People {
    var (cards, named): (Set<UInt32>, Set<UInt32>) = ([], [])
    for (rule, blocks) in zip(BlockingRule.allCases, book.blocks) {
      var keys = KeyedCards()
      BlockingKeys.add(rule, card: card, as: 0, book: incoming, keys: &keys)
      for key in Set(keys.keys) {
        let block = blocks.cards(of: key)
        Block.forEachPartner(of: summary, in: block, book.summaries, rule: rule) {
          cards.insert($0)
        }
        if rule.isName { named.formUnion(block) }
      }
    }
    func owners(_ cards: Set<UInt32>) -> [UInt32] {
      Set(cards.map { book.owners[Int($0)] }).sorted()
    }
    return People(byEvidence: owners(cards), byName: owners(named))
  }

  // MARK: What is found

  mutating func outcome(_ card: Int, _ policy: MatchPolicy) -> Outcome {
    var findings = policy == .careful ? [] : findings(among: people[card].byName, card)
    if !findings.contains(where: \.fitsByName) {
      findings = self.findings(among: people[card].byEvidence, card)
    }
    let decision = policy.decision(findings)
    return Outcome(
      verdict: decision.verdict, person: decision.match.map { book.ids[findings[$0].person] },
      candidates: decision.candidates.map { candidate(findings[$0], card) })
  }

  private mutating func findings(among people: [UInt32], _ card: Int) -> [PersonFinding] {
    ranked(people.map { finding(Int($0), card) })
  }

  /// What the cards of a person have to do with an incoming one.
  ///
  /// Linked cards are one person, with one middle name and one generation: another of either on any of
  /// them says no, unless some card of the person agrees in it.
  private mutating func finding(_ person: Int, _ card: Int) -> PersonFinding {
    let own = places.count + card
    var best: PersonFinding?
    var (generations, middles): (Set<NameFinding.Generation>, Set<NameFinding.Middle>) = ([], [])
    for other in book.cards(of: person) {
      guard let place = places[UInt32(other)] else { continue }
      let finding = comparer.compare(place, own)
      let bits = Bits(tenths: book.weights.tenths(finding, cardStep: rows.cardStep))
      let found = PersonFinding(
        person: person, card: other, finding: finding, bits: bits,
        verdict: book.weights.verdict(finding, bits),
        fitsByName: rows.namesFit(place, own, finding: finding.name),
        fitsInPart: finding.name.isPart)
      generations.insert(finding.name.generation)
      if finding.name.given.isOneName, finding.name.family.isAgreeing {
        middles.insert(finding.name.middle)
      }
      guard let known = best else {
        best = found
        continue
      }
      let fits = known.fitsByName || found.fitsByName
      let fitsInPart = known.fitsInPart || found.fitsInPart
      if (found.verdict.rank, found.bits) > (known.verdict.rank, known.bits) { best = found }
      best?.fitsByName = fits
      best?.fitsInPart = fitsInPart
    }
    guard var best else { preconditionFailure("who comes into question has a card") }
    let isContradicted =
      generations.contains(.different) && !generations.contains(.same)
      || middles.contains(.different) && middles.isDisjoint(with: [.same, .initial])
    if isContradicted, book.cards(of: person).count > 1 {
      (best.fitsByName, best.fitsInPart) = (false, false)
      if best.verdict == .same { best.verdict = .review }
    }
    return best
  }

  /// Findings, the likeliest first, and equal ones in the order of what the cards say.
  private func ranked(_ findings: [PersonFinding]) -> [PersonFinding] {
    findings.sorted { left, right in
      if left.verdict != right.verdict { return left.verdict.rank > right.verdict.rank }
      if left.bits != right.bits { return left.bits > right.bits }
      let (first, second) = (
        book.features.rows[left.card].digest, book.features.rows[right.card].digest
      )
      return (first, left.person) < (second, right.person)
    }
  }

  private func candidate(_ found: PersonFinding, _ card: Int) -> Candidate {
    let other = book.texts[found.card]
    let first = book.texts[book.cards(of: found.person).lowerBound]
    let evidence = MatchEvidence(texts[card], other, found.finding, book.weights, rows.cardStep)
    return Candidate(
      person: book.ids[found.person], name: first.compositeName ?? "", position: found.person,
      bits: found.bits, evidence: evidence.rows)
  }
}

extension Verdict {
  /// The higher, the more speaks for one person.
  fileprivate var rank: Int {
    switch self {
    case .same: 2
    case .review: 1
    case .different: 0
    }
  }
}
