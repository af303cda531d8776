/// Puts pairs together to clusters that do not chain.
///
/// ```
/// pairs, the strongest first      a═b  c═d  b═c ✗      a: J. Smith   b: John Smith
///                                                      c: J. Smith   d: James Smith
/// ```
/// A pair joins two clusters only if no card of the one contradicts a card of the other. So where two
/// people hang together by a chain, it breaks at its weakest link.
struct Clusterer {
  /// Cards of a cluster that differ in what can contradict; a cluster with more takes no further
  /// cards, for nobody's name is written in so many ways.
  private static let mostSignatures = 64

  /// Who is who.
  struct Clustering {
    var clusters = Clusters()
    var reviews: [Pair] = []
    var reviewedClusters = Clusters()
  }

  private let context: ComparisonRows?
  private let weights: MatchWeights
  private let decisions: [Decision]
  private var comparer: PairComparer?
  /// A card of the same cluster before this one, or the card itself, which is the first.
  private var parents: [UInt32]
  /// The next card of the same cluster, and so round.
  private var next: [UInt32]
  /// The cards of a cluster that differ in what can contradict, by its first card; where none
  /// differ, nothing is kept.
  private var signatures: [UInt32: [UInt32]] = [:]
  /// Cards that people said are others, both ways.
  private var others: [UInt32: Set<UInt32>] = [:]

  /// Prepares to put pairs together.
  ///
  /// - Parameters:
  ///   - count: How many cards there are.
  ///   - context: The cards; `nil` where no more than two hang together.
  ///   - weights: What evidence weighs.
  ///   - decisions: What people said; none without the cards.
  init(
    _ count: Int, _ context: ComparisonRows?, _ weights: MatchWeights, _ decisions: [Decision]
  ) {
    self.context = context
    self.weights = weights
    self.decisions = decisions
    comparer = context.map { PairComparer($0) }
    parents = (0..<UInt32(count)).map { $0 }
    next = parents
    for decision in decisions where !decision.isSame {
      let (left, right) = (UInt32(decision.left), UInt32(decision.right))
      others[left, default: []].insert(right)
      others[right, default: []].insert(left)
    }
  }

  /// Makes the clusters.
  ///
  /// - Parameter pairs: The pairs that are not `different`, in the order of ``PairOrder``.
  /// - Returns: Who is who.
  consuming func clustering(_ pairs: [Pair]) -> Clustering {
    var clustering = Clustering()
    var links: [Pair] = []
    if let context {
      var scorer = PairScorer(context, weights)
      for decision in decisions where decision.isSame {
        var pair = scorer.score(decision.left, decision.right)
        pair.verdict = .same
        // Somebody said so, and nothing contradicts but another answer.
        if find(UInt32(pair.left)) != find(UInt32(pair.right)), !isForbidden(pair) {
          unite(pair)
          links.append(pair)
        }
      }
    }
    var open: [Pair] = []
    for pair in pairs {
      if pair.verdict == .same, join(pair) { links.append(pair) } else { open.append(pair) }
    }
    clustering.clusters = clusters(links)
    for var pair in open
    where find(UInt32(pair.left)) != find(UInt32(pair.right)) && !isForbidden(pair) {
      pair.verdict = .review
      clustering.reviews.append(pair)
    }
    for pair in clustering.reviews where join(pair) { links.append(pair) }
    clustering.reviewedClusters = clusters(links)
    return clustering
  }

  // MARK: Sets

  private mutating func find(_ card: UInt32) -> UInt32 {
    var card = card
    while parents[Int(card)] != card {
      parents[Int(card)] = parents[Int(parents[Int(card)])]
      card = parents[Int(card)]
    }
    return card
  }

  /// Joins the clusters of a pair unless their cards contradict each other; `false` also for cards
  /// that are in one cluster already.
  private mutating func join(_ pair: Pair) -> Bool {
    let (left, right) = (find(UInt32(pair.left)), find(UInt32(pair.right)))
    guard left != right, !isForbidden(pair), fits(left, right) else { return false }
    unite(pair)
    return true
  }

  private mutating func unite(_ pair: Pair) {
    let (one, other) = (find(UInt32(pair.left)), find(UInt32(pair.right)))
    let (left, right) = (min(one, other), max(one, other))
    // Two rings become one where each goes on with the other.
    next.swapAt(Int(left), Int(right))
    parents[Int(right)] = left
    guard let context else { return }
    // Cards that differ in nothing stand for each other.
    var kept = signatures.removeValue(forKey: left) ?? [left]
    for card in signatures.removeValue(forKey: right) ?? [right]
    where !kept.contains(where: { Self.isAlike($0, card, context) }) {
      kept.append(card)
    }
    if kept.count > 1 { signatures[left] = kept }
  }

  /// Hands over the cards of a cluster, the first one first.
  private func forEachMember(_ first: UInt32, _ body: (UInt32) -> Void) {
    var card = first
    repeat {
      body(card)
      card = next[Int(card)]
    } while card != first
  }

  /// Whether people said that some card of the one cluster is another than some of the other.
  private mutating func isForbidden(_ pair: Pair) -> Bool {
    guard !others.isEmpty else { return false }
    let (left, right) = (find(UInt32(pair.left)), find(UInt32(pair.right)))
    var card = left
    repeat {
      for other in others[card] ?? [] where find(other) == right { return true }
      card = next[Int(card)]
    } while card != left
    return false
  }

  private mutating func fits(_ left: UInt32, _ right: UInt32) -> Bool {
    let (lefts, rights) = (signatures[left] ?? [left], signatures[right] ?? [right])
    guard lefts.count + rights.count <= Self.mostSignatures else { return false }
    if lefts.count == 1, rights.count == 1 { return true }
    for card in lefts {
      for other in rights where comparer?.compare(Int(card), Int(other)).isVeto == true {
        return false
      }
    }
    return true
  }

  /// Whether two cards contradict the same cards.
  private static func isAlike(
    _ left: UInt32, _ right: UInt32, _ context: ComparisonRows
  ) -> Bool {
    let (left, right) = (context.rows[Int(left)], context.rows[Int(right)])
    guard left.joined == right.joined, left.birthday == right.birthday,
      left.generation == right.generation, left.flags == right.flags,
      left.givenCount == right.givenCount,
      left.middleCount == right.middleCount, left.familyCount == right.familyCount,
      left.otherCount == right.otherCount
    else { return false }
    let count = left.givenCount + left.middleCount + left.familyCount + left.otherCount
    let words = context.words
    for place in 0..<Int(count)
    where words[Int(left.firstWord) + place] != words[Int(right.firstWord) + place] {
      return false
    }
    return true
  }

  private mutating func clusters(_ links: [Pair]) -> Clusters {
    // The links of each cluster side by side, in the order of the clusters' first cards.
    let firsts = links.map { find(UInt32($0.left)) }
    var ends = [UInt32](repeating: 0, count: parents.count)
    for first in firsts { ends[Int(first)] += 1 }
    var sum: UInt32 = 0
    for card in ends.indices {
      // Where they start, and once they are put there, where they end.
      (ends[card], sum) = (sum, sum + ends[card])
    }
    var order = [UInt32](repeating: 0, count: links.count)
    for (index, first) in firsts.enumerated() {
      order[Int(ends[Int(first)])] = UInt32(index)
      ends[Int(first)] += 1
    }
    var list = Clusters()
    var cards: [UInt32] = []
    var start = 0
    while start < order.count {
      let first = firsts[Int(order[start])]
      let end = Int(ends[Int(first)])
      cards.removeAll(keepingCapacity: true)
      forEachMember(first) { cards.append($0) }
      cards.sort()
      let held = order[start..<end].map { links[Int($0)] }
      list.append(cards, held.count > 1 ? Cluster.ordered(held) : held)
      start = end
    }
    return list
  }
}
