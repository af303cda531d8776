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

  private let digests: [UInt64]
  private let context: DedupeContext?
  private let weights: DedupeWeights
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
  ///   - digests: Their digests.
  ///   - context: The cards; `nil` where no more than two hang together.
  ///   - weights: What evidence weighs.
  ///   - decisions: What people said; none without the cards.
  init(
    _ count: Int, _ digests: [UInt64], _ context: DedupeContext?, _ weights: DedupeWeights,
    _ decisions: [Decision]
  ) {
    self.digests = digests
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
    for pair in Clusterer.sorted(pairs, digests) {
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

  /// Pairs in order, the strongest first; equal ones by the digests of their cards.
  static func sorted(_ pairs: [Pair], _ digests: [UInt64]) -> [Pair] {
    func order(_ pair: Pair) -> (UInt64, UInt64) {
      let (left, right) = (digests[pair.left], digests[pair.right])
      return (min(left, right), max(left, right))
    }
    return pairs.sorted { left, right in
      if left.bits != right.bits { return left.bits > right.bits }
      let (first, second) = (order(left), order(right))
      if first != second { return first < second }
      return (left.left, left.right) < (right.left, right.right)
    }
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
    _ left: UInt32, _ right: UInt32, _ context: DedupeContext
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
    var keyed = links.map { (first: find(UInt32($0.left)), link: $0) }
    keyed.sort { left, right in
      if left.first != right.first { return left.first < right.first }
      return (right.link.bits, left.link.left, left.link.right)
        < (left.link.bits, right.link.left, right.link.right)
    }
    var list = Clusters()
    var cards: [UInt32] = []
    var start = 0
    while start < keyed.count {
      var end = start + 1
      while end < keyed.count, keyed[end].first == keyed[start].first { end += 1 }
      cards.removeAll(keepingCapacity: true)
      forEachMember(keyed[start].first) { cards.append($0) }
      cards.sort()
      list.append(cards, keyed[start..<end].lazy.map(\.link))
      start = end
    }
    return list
  }
}
