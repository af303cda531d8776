public import ContactModel
internal import ICU
internal import VCard

/// Looks again at pairs to review with all that is known of both sides.
///
/// ```
/// a  Robert Bell  robert@bell.example  +1 408 555 0100     a═b  same
/// b  Robert Bell  robert@bell.example  +1 408 555 0199
/// c  Bob Bell     +1 408 555 0100      +1 408 555 0199     a─c, b─c to review;  ab═c  same
/// ```
/// The card that comes of a cluster says more than each of the cards in it. So what is merged could
/// be merged further, and dedupe of its own output would find more; here it is found at once.
public struct ClusterRefiner: Sendable {
  private let options: MatchOptions
  private let statistics: BookStatistics
  private let weights: MatchWeights

  /// Prepares to look again.
  ///
  /// - Parameters:
  ///   - options: What the book was read with.
  ///   - statistics: The table that the deduplication was made with.
  ///   - weights: The weights that it was made with.
  public init(
    options: MatchOptions, statistics: BookStatistics, weights: MatchWeights = .standard
  ) {
    (self.options, self.statistics, self.weights) = (options, statistics, weights)
  }

  /// Joins clusters that are one person by what they say together.
  ///
  /// - Parameters:
  ///   - found: What the cards say by themselves.
  ///   - decisions: What people said.
  ///   - threads: How many threads work; the result is the same.
  ///   - merged: The card that comes of some cards, or a card by itself, read with
  ///     ``ContactModel/Contact/Keys/matching``. Several threads call it at a time.
  /// - Returns: The same with fewer pairs to review. ``Deduplication/jointEvidence`` says what
  ///   speaks for each new link.
  /// - Throws: What `merged` throws; `ICUError` when memory runs out.
  /// - Complexity: O(*n*) in the cards of pairs to review, a few times.
  public func refined(
    _ found: Deduplication, decisions: [Decision] = [], threads: Int = 1,
    merged: @escaping @Sendable ([Int]) throws -> Contact
  ) async throws -> Deduplication {
    var sets = ClusterSets(found.clusters, of: found.count)
    var reviewed = ClusterSets(found.reviewedClusters, of: found.count)
    var joint: [Pair: [Evidence]] = [:]
    let others = decisions.others
    var changed: Set<Int>?
    while true {
      let open = sets.openPairs(found.reviews, changed)
      guard !open.isEmpty else { break }
      var touched: Set<Int> = []
      for next in try sameByNow(open, sets: sets, threads: threads, merged: merged) {
        let (left, right) = (sets.root(of: next.left), sets.root(of: next.right))
        // The cards that were compared are not those that would be merged any more.
        if touched.contains(left) || touched.contains(right) { continue }
        let (cards, rest) = (sets.cards(left), sets.cards(right))
        if cards.contains(where: { !(others[$0]?.isDisjoint(with: rest) ?? true) }) { continue }
        if try contradict(cards, rest, merged: merged) { continue }
        joint[next] = try PairExplainer(statistics: statistics, weights: weights)
          .evidence(for: next, merged(cards), merged(rest))
        sets.unite(next)
        reviewed.unite(next)
        touched.formUnion([left, right])
      }
      if touched.isEmpty { break }
      changed = touched
    }
    return Deduplication(
      count: found.count, clusters: sets.clusters,
      reviews: found.reviews.filter { sets.root(of: $0.left) != sets.root(of: $0.right) },
      reviewedClusters: reviewed.clusters, skipped: found.skipped,
      comparedPairs: found.comparedPairs, jointEvidence: joint)
  }

  /// The pairs that are of one person if each side is one card, the strongest first.
  private func sameByNow(
    _ open: [Pair], sets: ClusterSets, threads: Int,
    merged: @escaping @Sendable ([Int]) throws -> Contact
  ) throws -> [Pair] {
    var places: [Int: Int] = [:]
    var groups: [[Int]] = []
    for pair in open {
      for root in [sets.root(of: pair.left), sets.root(of: pair.right)] where places[root] == nil {
        places[root] = groups.count
        groups.append(sets.cards(root))
      }
    }
    let book = try book(of: groups, threads, merged)
    var scorer = PairScorer(ComparisonRows(book, statistics), weights)
    var found: [ClusterPair] = []
    for pair in open {
      guard let left = places[sets.root(of: pair.left)],
        let right = places[sets.root(of: pair.right)]
      else { continue }
      let scored = scorer.score(left, right)
      guard scored.verdict == .same else { continue }
      let digests = (book.rows[left].digest, book.rows[right].digest)
      found.append(
        ClusterPair(
          link: Pair(
            left: pair.left, right: pair.right, bits: scored.bits, verdict: .same,
            finding: scored.packed.finding),
          low: min(digests.0, digests.1), high: max(digests.0, digests.1)))
    }
    return found.sorted().map(\.link)
  }

  /// The features of the cards that come of some cards each.
  private func book(
    of groups: [[Int]], _ threads: Int, _ merged: @Sendable ([Int]) throws -> Contact
  ) throws -> CardFeatures {
    let pieces = try OrderedTasks.map(groups.count, threads: threads) { range in
      var piece = CardFeatures.Builder(options: options)
      for cards in groups[range] { try piece.append(merged(cards)) }
      return piece
    }
    var builder = CardFeatures.Builder(options: options)
    for piece in pieces { builder.append(piece) }
    return try builder.built(threads: threads)
  }

  /// Whether some card of the one side is of another generation than some of the other, or was born
  /// on another day; names are those of the merged cards, which are the fullest.
  private func contradict(
    _ left: [Int], _ right: [Int], merged: @Sendable ([Int]) throws -> Contact
  ) throws -> Bool {
    let book = try book(of: (left + right).map { [$0] }, 1, merged)
    var comparer = PairComparer(ComparisonRows(book, statistics))
    for one in left.indices {
      for other in right.indices {
        let finding = comparer.compare(one, left.count + other)
        if finding.name.generation == .different || finding.birthday == .conflict { return true }
      }
    }
    return false
  }
}

/// A link between two clusters, the strongest first, equal ones by their contents.
private struct ClusterPair: Comparable {
  var link: Pair
  var low: UInt64
  var high: UInt64

  static func < (left: ClusterPair, right: ClusterPair) -> Bool {
    if left.link.bits != right.link.bits { return left.link.bits > right.link.bits }
    return (left.low, left.high, left.link.left, left.link.right)
      < (right.low, right.high, right.link.left, right.link.right)
  }
}

/// Clusters that are put together further; a cluster goes by its first card.
private struct ClusterSets {
  private let original: Clusters
  /// The first card of each card's cluster.
  private var roots: [UInt32]
  /// What has become of clusters that were put together.
  private var joined: [Int: Cluster] = [:]
  /// Clusters that are part of others.
  private var gone: Set<Int> = []

  init(_ clusters: Clusters, of count: Int) {
    original = clusters
    roots = Array(0..<UInt32(count))
    for index in clusters.indices {
      let first = clusters.firstCard(index)
      for card in clusters[index].cards { roots[card] = first }
    }
  }

  func root(of card: Int) -> Int { Int(roots[card]) }

  /// The cluster that begins with a card; `nil` for a card alone.
  private func cluster(_ root: Int) -> Cluster? {
    if let cluster = joined[root] { return cluster }
    let place = (0..<original.count).firstPlace { Int(original.firstCard($0)) >= root }
    guard place < original.count, Int(original.firstCard(place)) == root else { return nil }
    return original[place]
  }

  /// The cards of the cluster that begins with a card.
  func cards(_ root: Int) -> [Int] { cluster(root)?.cards ?? [root] }

  /// The strongest pair between any two clusters of which one at least has several cards, and one
  /// at least has changed.
  func openPairs(_ pairs: [Pair], _ changed: Set<Int>?) -> [Pair] {
    let changed = changed.map { Set($0.map(root)) }
    var seen: Set<[Int]> = []
    return pairs.filter { pair in
      let (left, right) = (root(of: pair.left), root(of: pair.right))
      if let changed, !changed.contains(left), !changed.contains(right) { return false }
      guard left != right, cluster(left) != nil || cluster(right) != nil else { return false }
      return seen.insert([min(left, right), max(left, right)]).inserted
    }
  }

  mutating func unite(_ link: Pair) {
    let (left, right) = (root(of: link.left), root(of: link.right))
    guard left != right else { return }
    let (first, second) = (min(left, right), max(left, right))
    let (one, other) = (cluster(first), cluster(second))
    let cards = ((one?.cards ?? [first]) + (other?.cards ?? [second])).sorted()
    for card in cards { roots[card] = UInt32(first) }
    joined[second] = nil
    gone.insert(second)
    joined[first] = Cluster(
      cards: cards, links: Cluster.ordered((one?.links ?? []) + (other?.links ?? []) + [link]))
  }

  /// The clusters in the order of their first cards.
  var clusters: Clusters {
    if joined.isEmpty { return original }
    var clusters = Clusters()
    var rest = joined.keys.sorted()[...]
    func append(_ root: Int) {
      guard let cluster = joined[root] else { return }
      clusters.append(cluster.cards.map { UInt32($0) }, cluster.links)
    }
    for index in original.indices {
      let first = Int(original.firstCard(index))
      while let next = rest.first, next <= first {
        append(next)
        rest.removeFirst()
      }
      if joined[first] == nil, !gone.contains(first) { clusters.append(index, of: original) }
    }
    for root in rest { append(root) }
    return clusters
  }
}
