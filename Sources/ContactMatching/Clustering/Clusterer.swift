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
  private var sets: DisjointSets
  /// The next card of the same cluster, and so round.
  private var next: [UInt32]
  /// The cards of a cluster that differ in what can contradict, by its first card; where none
  /// differ, nothing is kept.
  private var signatures: [UInt32: [UInt32]] = [:]
  /// Cards that people said are others, both ways.
  private let others: [Int: Set<Int>]

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
    sets = DisjointSets(count)
    next = Array(0..<UInt32(count))
    others = decisions.others
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
        let (left, right) = firsts(pair)
        if left != right, !isForbidden(left, right) {
          unite(left, right)
          links.append(pair)
        }
      }
    }
    var open: [Pair] = []
    for pair in pairs {
      if pair.verdict == .same, join(pair) { links.append(pair) } else { open.append(pair) }
    }
    clustering.clusters = clusters(links)
    for var pair in open {
      let (left, right) = firsts(pair)
      if left == right || isForbidden(left, right) { continue }
      pair.verdict = .review
      clustering.reviews.append(pair)
    }
    for pair in clustering.reviews where join(pair) { links.append(pair) }
    clustering.reviewedClusters = clusters(links)
    return clustering
  }

  // MARK: Sets

  /// The first cards of the clusters of both.
  private mutating func firsts(_ pair: Pair) -> (left: UInt32, right: UInt32) {
    (sets.first(of: UInt32(pair.left)), sets.first(of: UInt32(pair.right)))
  }

  /// Joins the clusters of a pair unless their cards contradict each other; `false` also for cards
  /// that are in one cluster already.
  private mutating func join(_ pair: Pair) -> Bool {
    let (left, right) = firsts(pair)
    guard left != right, !isForbidden(left, right), fits(left, right) else { return false }
    unite(left, right)
    return true
  }

  private mutating func unite(_ one: UInt32, _ other: UInt32) {
    let (left, right) = (min(one, other), max(one, other))
    // Two rings become one where each goes on with the other.
    next.swapAt(Int(left), Int(right))
    sets.unite(left, right)
    guard let context else { return }
    // Cards that differ in nothing stand for each other.
    var kept = signatures.removeValue(forKey: left) ?? [left]
    for card in signatures.removeValue(forKey: right) ?? [right]
    where !kept.contains(where: { Self.isAlike($0, card, context: context) }) {
      kept.append(card)
    }
    if kept.count > 1 { signatures[left] = kept }
  }

  /// The cards of a cluster in order.
  private func cards(_ first: UInt32) -> [UInt32] {
    var cards = [first]
    while let last = cards.last, next[Int(last)] != first { cards.append(next[Int(last)]) }
    return cards.sorted()
  }

  /// Whether people said that some card of the one cluster is another than some of the other.
  private mutating func isForbidden(_ left: UInt32, _ right: UInt32) -> Bool {
    guard !others.isEmpty else { return false }
    for card in cards(left) {
      for other in others[Int(card)] ?? [] where sets.first(of: UInt32(other)) == right {
        return true
      }
    }
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
    _ left: UInt32, _ right: UInt32, context: ComparisonRows
  ) -> Bool {
    let (left, right) = (context.book.rows[Int(left)], context.book.rows[Int(right)])
    guard left.joined == right.joined, left.birthday == right.birthday,
      left.generation == right.generation, left.flags == right.flags
    else { return false }
    let (name, other) = (left.name, right.name)
    let words = context.book.words
    return words[name.given] == words[other.given] && words[name.middle] == words[other.middle]
      && words[name.family] == words[other.family] && words[name.other] == words[other.other]
  }

  private mutating func clusters(_ links: [Pair]) -> Clusters {
    // The links of each cluster side by side, in the order of the clusters' first cards.
    let keyed = links.indices.map { index in
      UInt64(sets.first(of: UInt32(links[index].left))) << 32 | UInt64(index)
    }.sorted()
    var list = Clusters()
    var start = 0
    while start < keyed.count {
      let first = keyed[start] >> 32
      let held = keyed[start...].prefix { $0 >> 32 == first }.map { links[Int($0 & 0xFFFF_FFFF)] }
      list.append(cards(UInt32(first)), held.count > 1 ? Cluster.ordered(held) : held)
      start += held.count
    }
    return list
  }
}
