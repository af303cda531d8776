import ContactStore

extension DedupePlan {
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
  ///
  /// same 6  f━g─h          f is not h: the cluster breaks at its weakest link, g─h
  /// ```
  public struct Choice: Sendable {
    /// What is merged.
    public private(set) var clusters: [DedupeMerging.Cluster] = []
    /// The clusters of the plan that answers contradict.
    public private(set) var conflicts: [Conflict] = []
    /// Lines that answers call one person and whose merged card is not what is written.
    private(set) var overruled: [Group] = []
    /// Pairs to review, the two cards of which are one of two clusters about which nothing is answered.
    public var open: [Group] { pairs.filter(isOpen) }

    private let pairs: [Group]
    /// The first card of the cluster that each card of one is in.
    private var root: [Int: Int] = [:]
    /// The lines that each cluster comes from, by its first card.
    private var parts: [Int: [Group]] = [:]
    private var members: [Int: [Int]] = [:]
    /// Cards that are not of one person, as somebody said.
    private var apart: [Int: Set<Int>] = [:]
    private var answered: [Group] = []
    /// The two clusters of each pair that was answered.
    private var decided: Set<[Int]> = []
    /// The lines of clusters of which only parts are merged.
    private var divided: Set<Int> = []

    /// A cluster that answers contradict.
    public struct Conflict: Hashable, Sendable {
      /// Its number in the plan.
      public let cluster: Int
      /// Whether some of its cards are merged all the same.
      public let isDivided: Bool
    }

    /// Chooses.
    ///
    /// - Parameters:
    ///   - groups: The lines of the plan.
    ///   - book: What was answered.
    ///   - known: What is known besides of cards that are not of one person.
    ///   - plan: The plan.
    ///   - identity: By which a card is known again; called once a card of the plan.
    /// - Throws: What `identity` throws, and ``DedupeError/damagedPlan(_:line:reason:)``.
    package init(
      _ groups: [Group], _ book: Decisions?, known: [DedupeAnswer] = [], of plan: DedupePlan,
      identity: (Int) throws -> CardIdentity
    ) throws {
      pairs = groups.filter { !$0.isSame }
      var identities: [Int: CardIdentity] = [:]
      for answer in known where !answer.isSame { part(answer) }
      if let book, !book.decisions.isEmpty {
        for card in Set(groups.flatMap(\.cards)) { identities[card] = try identity(card) }
        let placed = identities.keys.sorted().compactMap { card in
          identities[card].map { CardIdentity.Placed(card: card, identity: $0) }
        }
        for answer in book.answers(about: placed) where !answer.isSame { part(answer) }
      }
      for group in groups where group.isSame {
        var pieces = [group.cards]
        if contradict(group.cards, group.cards) {
          pieces = divide(group.cards, try plan.links(of: group))
          conflicts.append(Conflict(cluster: group.cluster, isDivided: !pieces.isEmpty))
          divided.insert(group.line)
        }
        for cards in pieces {
          members[cards[0]] = cards
          parts[cards[0]] = [group]
          for card in cards { root[card] = cards[0] }
        }
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
        // Only what the plan has as one line is there as one card.
        let isPlanned = parts.count == 1 && !parts.contains { divided.contains($0.line) }
        if !isPlanned { overruled += parts }
        let merged = isPlanned ? cards : cards.sorted()
        clusters.append(
          DedupeMerging.Cluster(
            cards: merged, line: isPlanned ? parts.first?.line : nil,
            taken: book?.taken(among: merged) { identities[$0] } ?? []))
      }
      overruled.sort { $0.line < $1.line }
    }

    /// Whether nothing is answered about a pair, nor about another of the same two clusters.
    public func isOpen(_ pair: Group) -> Bool {
      let clusters = clusters(of: pair)
      return clusters[0] != clusters[1] && !decided.contains(clusters)
    }

    /// The cards that are one person with a card, by the plan and the answers.
    func cards(with card: Int) -> [Int] { members[root[card] ?? card] ?? [card] }

    /// Heeds an answer about a pair when it is told what is left to review; what is merged stays as
    /// it was chosen.
    public mutating func note(_ pair: Group, isSame: Bool) {
      answered.append(pair)
      if isSame { join(pair) }
      decide()
    }

    private mutating func part(_ answer: DedupeAnswer) {
      apart[answer.left, default: []].insert(answer.right)
      apart[answer.right, default: []].insert(answer.left)
    }

    private mutating func decide() { decided = Set(answered.map { clusters(of: $0) }) }

    private func clusters(of pair: Group) -> [Int] {
      pair.cards.map { root[$0] ?? $0 }.sorted()
    }

    /// The parts of a cluster that are left when it breaks at its weakest links, where answers say that
    /// cards of it are not of one person; cards alone are none.
    private func divide(_ cards: [Int], _ links: [Link]) -> [[Int]] {
      var pieces = cards.map { [$0] }
      for link in links.sorted(by: >) {
        guard let left = pieces.firstIndex(where: { $0.contains(link.left) }),
          let right = pieces.firstIndex(where: { $0.contains(link.right) }), left != right,
          !contradict(pieces[left], pieces[right])
        else { continue }
        pieces[min(left, right)] += pieces[max(left, right)]
        pieces.remove(at: max(left, right))
      }
      return pieces.filter { $0.count > 1 }.map { $0.sorted() }
    }

    private func contradict(_ one: [Int], _ other: [Int]) -> Bool {
      if apart.isEmpty { return false }
      return one.contains { card in apart[card].map { !$0.isDisjoint(with: other) } ?? false }
    }

    private mutating func join(_ pair: Group) {
      let (left, right) = (pair.cards[0], pair.cards[1])
      let (first, second) = (root[left] ?? left, root[right] ?? right)
      if first == second {
        overruled.append(pair)
        return
      }
      let (mine, others) = (members[first] ?? [left], members[second] ?? [right])
      if contradict(mine, others) {
        conflicts.append(Conflict(cluster: pair.cluster, isDivided: false))
        return
      }
      members[second] = nil
      members[first] = mine + others
      parts[first, default: []] += (parts.removeValue(forKey: second) ?? []) + [pair]
      for card in mine + others { root[card] = first }
    }
  }
}

extension DedupePlan {
  /// Chooses what of the plan is carried out.
  ///
  /// - Parameters:
  ///   - input: The cards of its inputs.
  ///   - decisions: What was answered.
  /// - Returns: What is merged, and what is left to review.
  /// - Throws: ``DedupeError/damagedPlan(_:line:reason:)``, and ``DedupeError/editedCluster(_:line:)``
  ///   when the answers are about other clusters than one whose card somebody has edited.
  public func chosen(in input: DedupeInput, _ decisions: Decisions?) throws -> Choice {
    let table = input.table
    let known = input.answers
    let choice = try Choice(groups(in: table), decisions, known: known, of: self) { card in
      CardIdentity(try table.card(card))
    }
    for group in choice.overruled where try isEdited(group, in: table) {
      throw edited(group.line)
    }
    return choice
  }
}
