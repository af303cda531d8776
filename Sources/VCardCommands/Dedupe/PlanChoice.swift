import ContactStore

/// What of a plan is carried out, and which of its pairs are still to review, given what was
/// answered.
///
/// ```
/// same 0  ┌a─b┐          a and b are one person by the plan, c and d as well
/// same 1  └c─d┘
/// pair 2   b─c  same     joins the two: a b c d
/// pair 3   a─d           is no question any more: both are in one cluster
/// pair 4   a─e  different
/// pair 5   d─e           neither is this: it is about the same two clusters as pair 4
/// ```
struct PlanChoice {
  /// What is merged.
  private(set) var clusters: [DedupeMerging.Cluster] = []
  /// The clusters of the plan that stay apart.
  private(set) var conflicts: [Int] = []
  /// Lines that answers call one person and whose merged card is not what is written.
  private(set) var overruled: [PlannedGroup] = []
  /// Pairs to review, the two cards of which are one of two clusters about which nothing is answered.
  var open: [PlannedGroup] { pairs.filter(isOpen) }

  private let pairs: [PlannedGroup]
  /// The first card of the cluster that each card of one is in.
  private var root: [Int: Int] = [:]
  /// The lines that each cluster comes from, by its first card.
  private var parts: [Int: [PlannedGroup]] = [:]
  private var members: [Int: [Int]] = [:]
  /// Cards that are not of one person, as somebody said.
  private var apart: [Int: Set<Int>] = [:]
  private var answered: [PlannedGroup] = []
  /// The two clusters of each pair that was answered.
  private var decided: Set<[Int]> = []

  /// Chooses.
  ///
  /// - Parameters:
  ///   - groups: The lines of the plan.
  ///   - book: What was answered.
  ///   - identity: By which a card is known again; called once a card of the plan.
  /// - Throws: What `identity` throws.
  init(
    _ groups: [PlannedGroup], _ book: DecisionBook?, identity: (Int) throws -> CardIdentity
  ) throws {
    pairs = groups.filter { !$0.isSame }
    var identities: [Int: CardIdentity] = [:]
    if let book, !book.decisions.isEmpty {
      for card in Set(groups.flatMap(\.cards)) { identities[card] = try identity(card) }
      let placed = identities.keys.sorted().compactMap { card in
        identities[card].map { CardIdentity.Placed(card: card, identity: $0) }
      }
      for answer in book.answers(about: placed) where !answer.isSame {
        apart[answer.left, default: []].insert(answer.right)
        apart[answer.right, default: []].insert(answer.left)
      }
    }
    for group in groups where group.isSame {
      if contradict(group.cards, group.cards) {
        conflicts.append(group.cluster)
        continue
      }
      members[group.cards[0]] = group.cards
      parts[group.cards[0]] = [group]
      for card in group.cards { root[card] = group.cards[0] }
    }
    for pair in pairs {
      guard let one = identities[pair.cards[0]], let other = identities[pair.cards[1]],
        let isSame = book?.answer(one, other)
      else { continue }
      answered.append(pair)
      if isSame { join(pair) }
    }
    decide()
    for (first, cards) in members {
      let parts = parts[first] ?? []
      if parts.count > 1 { overruled += parts }
      // Only what the plan has as one line is there as one card.
      clusters.append(
        DedupeMerging.Cluster(
          cards: parts.count > 1 ? cards.sorted() : cards,
          line: parts.count > 1 ? nil : parts.first?.line))
    }
    overruled.sort { $0.line < $1.line }
  }

  /// Whether nothing is answered about a pair, nor about another of the same two clusters.
  func isOpen(_ pair: PlannedGroup) -> Bool {
    let clusters = clusters(of: pair)
    return clusters[0] != clusters[1] && !decided.contains(clusters)
  }

  /// Heeds an answer about a pair when it is told what is left to review; what is merged stays as
  /// it was chosen.
  mutating func note(_ pair: PlannedGroup, isSame: Bool) {
    answered.append(pair)
    if isSame { join(pair) }
    decide()
  }

  private mutating func decide() { decided = Set(answered.map { clusters(of: $0) }) }

  private func clusters(of pair: PlannedGroup) -> [Int] {
    pair.cards.map { root[$0] ?? $0 }.sorted()
  }

  private func contradict(_ one: [Int], _ other: [Int]) -> Bool {
    if apart.isEmpty { return false }
    return one.contains { card in apart[card].map { !$0.isDisjoint(with: other) } ?? false }
  }

  private mutating func join(_ pair: PlannedGroup) {
    let (left, right) = (pair.cards[0], pair.cards[1])
    let (first, second) = (root[left] ?? left, root[right] ?? right)
    if first == second {
      overruled.append(pair)
      return
    }
    let (mine, others) = (members[first] ?? [left], members[second] ?? [right])
    if contradict(mine, others) {
      conflicts.append(pair.cluster)
      return
    }
    members[second] = nil
    members[first] = mine + others
    parts[first, default: []] += (parts.removeValue(forKey: second) ?? []) + [pair]
    for card in mine + others { root[card] = first }
  }
}
