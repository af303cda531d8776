import ContactMatching
package import ContactMerging
import VCard

/// The pairs of a plan that people decide, with what they have answered.
///
/// Whoever decides, on a terminal or on a page, does it by one of these; the file of the answers is what
/// they share.
public struct Review: Sendable {
  /// The plan.
  public let plan: DedupePlan
  /// The cards of its inputs.
  public let table: CardTable
  /// All pairs, those that are answered, too.
  public let pairs: [DedupePlan.Group]
  /// What the plan has as one person, which no pair shows.
  package let clusters: [DedupePlan.Group]
  private var book: Decisions
  /// What was answered.
  package var answers: Decisions { book }
  private let groups: [DedupePlan.Group]
  private var choice: DedupePlan.Choice
  private var identities: [Int: CardIdentity]
  /// The lines that cards are in, by the cards; made when somebody first asks.
  private var lines: [(card: Int, line: Int)]?

  /// Finds out what is open.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - table: The cards of its inputs.
  ///   - book: What was answered.
  /// - Throws: ``DedupeError/damagedPlan(_:line:reason:)``, and what keeps cards from being read.
  public init(_ plan: DedupePlan, _ table: CardTable, _ book: Decisions) throws {
    let groups = try plan.groups(in: table)
    self.plan = plan
    self.table = table
    self.book = book
    self.groups = groups
    pairs = groups.filter { !$0.isSame }
    clusters = groups.filter(\.isSame)
    var identities: [Int: CardIdentity] = [:]
    choice = try DedupePlan.Choice(groups, book, of: plan) { card in
      let identity = CardIdentity(try table.card(card))
      identities[card] = identity
      return identity
    }
    self.identities = identities
  }

  /// The pairs about which nothing is answered, as `dedupe apply` counts them.
  public var openPairs: [DedupePlan.Group] { choice.open }

  /// Whether nothing is answered about a pair, nor about another of the same two clusters.
  public func isOpen(_ pair: DedupePlan.Group) -> Bool { choice.isOpen(pair) }

  /// The pair of a number.
  public func pair(cluster: Int) -> DedupePlan.Group? { pairs.first { $0.cluster == cluster } }

  /// What was answered about a pair itself; `nil` for nothing.
  public mutating func answer(about pair: DedupePlan.Group) throws -> Bool? {
    // Of nothing that was answered nobody need be known.
    if book.decisions.isEmpty { return nil }
    return book.answer(try identity(pair.cards[0]), try identity(pair.cards[1]))
  }

  /// The pair that was answered last, of those whose answer still holds; `nil` for none.
  public mutating func lastAnswered() throws -> DedupePlan.Group? {
    if book.decisions.isEmpty { return nil }
    var asked: [Set<CardIdentity>: DedupePlan.Group] = [:]
    for pair in pairs {
      let sides = Set([try identity(pair.cards[0]), try identity(pair.cards[1])])
      if book.answer(try identity(pair.cards[0]), try identity(pair.cards[1])) != nil {
        asked[sides] = pair
      }
    }
    for decision in book.decisions.reversed() {
      if let pair = asked[[decision.left, decision.right]] { return pair }
    }
    // Cards that are known by their UIDs have said something else when they were asked about.
    return asked.values.max { $0.line < $1.line }
  }

  /// Answers about a pair.
  ///
  /// - Parameters:
  ///   - pair: The pair.
  ///   - isSame: Whether it is one person; `nil` takes back what was answered before.
  ///   - values: Of whatever a person has one of, by the name of the property, the card whose value
  ///     stands if it is one person, 0 or 1; `nil` leaves it as it was.
  /// - Throws: What keeps cards from being read.
  public mutating func answer(
    _ pair: DedupePlan.Group, isSame: Bool?, values: [String: Int]? = nil
  ) throws {
    let (left, right) = (try identity(pair.cards[0]), try identity(pair.cards[1]))
    var chosen: [String: Int] = [:]
    if isSame == true {
      chosen =
        try values.map { try self.chosen($0, of: pair).mapValues { $0.card } }
        ?? book.choices(among: [left, right]).last?.values ?? [:]
    }
    book.add(Decisions.Decision(isSame: isSame, left: left, right: right, values: chosen))
    if let isSame { choice.note(pair, isSame: isSame) } else { try chooseAgain() }
  }

  /// Heeds what all answers say, when one that was heeded before is another by now.
  public mutating func chooseAgain() throws {
    choice = try DedupePlan.Choice(groups, book, of: plan) { try identity($0) }
  }

  /// Heeds what others have answered meanwhile.
  ///
  /// - Returns: Whether they have.
  public mutating func refresh() throws -> Bool {
    guard try book.refresh() else { return false }
    try chooseAgain()
    return true
  }

  /// Writes the answers that are new, and heeds those that others have written.
  public mutating func save() throws {
    let isAlone = try !book.refresh()
    try book.save()
    if !isAlone { try chooseAgain() }
  }

  // MARK: Values

  /// The card that comes of a line of the plan, by the values that were chosen so far.
  package struct Merged: Sendable {
    /// What a person has one of and the cards have several of, with what stands; nothing can be chosen
    /// of a card that was edited in the plan.
    package let contests: [ClusterMerge.Contest]
    /// The names of the properties of which somebody has chosen the value.
    package let chosen: Set<String>
    /// Its lines without the envelope, with pictures as references.
    package let lines: [String]
  }

  /// What comes of a line of the plan.
  ///
  /// - Throws: ``DedupeError/damagedPlan(_:line:reason:)``, and what keeps cards from being read.
  package mutating func merged(_ group: DedupePlan.Group) throws -> Merged {
    let entry = try plan.entry(group.line)
    let cards = try group.cards.map { try table.card($0) }
    var merge = ClusterMerge(cards, pictureSize: PictureRank.size)
    guard entry.merged == merge.referenceText else {
      return Merged(contests: [], chosen: [], lines: entry.mergedLines)
    }
    let taken = try self.taken(in: group)
    if !taken.isEmpty { merge.merge(cards, taking: taken, pictureSize: PictureRank.size) }
    let contests = merge.contests()
    return Merged(
      contests: contests, chosen: Set(taken.map(\.name)).intersection(contests.map(\.name)),
      lines: DedupePlan.Entry.lines(of: merge.referenceText))
  }

  /// What comes of the line of a number from 0.
  package mutating func merged(line: Int) throws -> Merged { try merged(groups[line]) }

  private mutating func taken(in group: DedupePlan.Group) throws -> [ClusterMerge.Taken] {
    let book = book
    return try book.taken(among: Array(group.cards.indices)) { try identity(group.cards[$0]) }
  }

  /// Of the values that somebody has marked those that would not stand anyway, each with the one that
  /// would.
  private mutating func chosen(
    _ marked: [String: Int], of group: DedupePlan.Group
  ) throws -> [String: (rival: Int, card: Int)] {
    let cards = try group.cards.map { try table.card($0) }
    var merge = ClusterMerge(cards, pictureSize: PictureRank.size)
    guard try plan.entry(group.line).merged == merge.referenceText else { return [:] }
    var chosen: [String: (rival: Int, card: Int)] = [:]
    for name in merge.contests().map(\.name) {
      // What was chosen of one name may change what stands of another: the parts follow the name.
      guard let card = marked[name],
        let contest = merge.contests().first(where: { $0.name == name }),
        let value = contest.values.first(where: { $0.cards.contains(card) }), !value.stands
      else { continue }
      chosen[name] = (contest.standing, card)
      merge.merge(
        cards, taking: chosen.map { ClusterMerge.Taken($0.key, of: $0.value.card) },
        pictureSize: PictureRank.size)
    }
    return chosen
  }

  /// Chooses whose values stand on the card of a cluster, which says that those cards are of one person.
  ///
  /// - Parameters:
  ///   - values: By the name of the property, the place of the card in the cluster; of others nothing
  ///     changes.
  ///   - group: The cluster.
  /// - Throws: ``DedupeError/damagedPlan(_:line:reason:)``, and what keeps cards from being read.
  package mutating func choose(_ values: [String: Int], of group: DedupePlan.Group) throws {
    let identities = try group.cards.map { try identity($0) }
    var before: [[Int]: [String: Int]] = [:]
    for choice in book.choices(among: identities) { before[choice.cards] = choice.values }
    var after = before.mapValues { $0.filter { values[$0.key] == nil } }
    for (name, (rival, card)) in try chosen(values, of: group) {
      after[[min(rival, card), max(rival, card)], default: [:]][name] = card
    }
    for (places, values) in after.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
    where values != before[places] ?? [:] {
      book.add(
        Decisions.Decision(
          isSame: true, left: identities[places[0]], right: identities[places[1]],
          values: values.mapValues { $0 == places[0] ? 0 : 1 }))
    }
    try chooseAgain()
  }

  // MARK: Clusters

  /// The cards that are one person when those of a pair are, by the plan and what was answered.
  ///
  /// - Parameter pair: The pair, whose cards come first.
  /// - Returns: The cluster; `nil` for the two cards alone.
  /// - Throws: ``DedupeError/damagedPlan(_:line:reason:)``, and what keeps cards from being read.
  package mutating func cluster(around pair: DedupePlan.Group) throws -> ReviewCluster? {
    let all = Set(pair.cards.flatMap { choice.cards(with: $0) })
    guard all.count > 2 else { return nil }
    return try cluster(of: pair.cards + all.subtracting(pair.cards).sorted())
  }

  /// What the plan and people say of cards, each of which is in a line with another one of them.
  ///
  /// Reads those lines alone.
  package mutating func cluster(of cards: [Int]) throws -> ReviewCluster {
    guard cards.count <= ReviewCluster.mostCards else { return ReviewCluster(count: cards.count) }
    let places = Dictionary(uniqueKeysWithValues: zip(cards, cards.indices))
    var known: [Int: DedupePlan.Entry.Card] = [:]
    var links: [[Int]: ReviewCluster.Link] = [:]
    for line in lines(of: cards) {
      let group = groups[line]
      guard group.cards.count(where: { places[$0] != nil }) > 1 else { continue }
      let entry = try plan.entry(line)
      for (card, said) in zip(group.cards, entry.cards) { known[card] = said }
      for link in DedupePlan.links(of: group, entry) {
        guard let one = places[link.left], let other = places[link.right] else { continue }
        let (left, right) = (min(one, other), max(one, other))
        if links[[left, right]]?.isPlanned == true { continue }
        links[[left, right]] = ReviewCluster.Link(
          left, right, bits: Bits(tenths: link.tenths), isPlanned: group.isSame)
      }
    }
    for right in cards.indices where !book.decisions.isEmpty {
      for left in 0..<right {
        let answer = book.answer(try identity(cards[left]), try identity(cards[right]))
        guard let answer else { continue }
        links[
          [left, right], default: ReviewCluster.Link(left, right, bits: nil, isPlanned: false)
        ].answer = answer
      }
    }
    let told = cards.map { card in
      guard let said = known[card] else { preconditionFailure("a card of no line") }
      return said
    }
    return ReviewCluster(told, links.values)
  }

  /// The lines that cards are in, each once, in order.
  private mutating func lines(of cards: [Int]) -> [Int] {
    let all: [(card: Int, line: Int)]
    if let lines {
      all = lines
    } else {
      all = groups.flatMap { group in group.cards.map { ($0, group.line) } }.sorted(by: <)
      lines = all
    }
    var found: Set<Int> = []
    for card in cards {
      let first = all.indices.firstPlace { all[$0].card >= card }
      for line in all[first...].prefix(while: { $0.card == card }) { found.insert(line.line) }
    }
    return found.sorted()
  }

  private mutating func identity(_ card: Int) throws -> CardIdentity {
    if let known = identities[card] { return known }
    let identity = CardIdentity(try table.card(card))
    identities[card] = identity
    return identity
  }
}
