/// How well clusters fit the truth.
public struct ClusterScore: Sendable {
  /// Of the pairs of cards that were put together, those of one person.
  public private(set) var precision = 0.0
  /// Of the pairs of cards of one person, those that were put together.
  public private(set) var recall = 0.0
  /// The harmonic mean of precision and recall of B-cubed, a mean over cards.
  public private(set) var bCubed = 0.0
  /// People put together with others, a person too many each, of 10,000 cards.
  public private(set) var falseMerges = 0.0
  /// The same within households.
  public private(set) var falseMergesAtHome = 0.0
  /// Cards of the largest cluster.
  public private(set) var largest = 0
  /// Of the pairs of one person with a kind of damage to either card, how many there are and how many
  /// were put together.
  public private(set) var recallByDamage: [(damage: String, pairs: Int, found: Int)] = []

  /// The harmonic mean of precision and recall.
  public var f1: Double {
    precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0
  }

  private struct Both: Hashable {
    var first: Int
    var second: Int
  }

  /// Compares clusters with the truth.
  ///
  /// - Parameters:
  ///   - clusters: The cluster of each card.
  ///   - truth: Whose each card is.
  public init(_ clusters: [Int], _ truth: [InventedBook.Truth]) {
    precondition(clusters.count == truth.count, "every card has a cluster")
    var people: [Int: Int] = [:]
    var groups: [Int: Int] = [:]
    var both: [Both: Int] = [:]
    var home: [Both: Set<Int>] = [:]
    var members: [Int: [Int]] = [:]
    for (card, (cluster, truth)) in zip(clusters, truth).enumerated() {
      people[truth.person, default: 0] += 1
      groups[cluster, default: 0] += 1
      both[Both(first: truth.person, second: cluster), default: 0] += 1
      home[Both(first: cluster, second: truth.household), default: []].insert(truth.person)
      members[truth.person, default: []].append(card)
    }
    func pairs(_ counts: some Sequence<Int>) -> Double {
      counts.reduce(0) { $0 + Double($1 * ($1 - 1) / 2) }
    }
    let good = pairs(both.values)
    precision = good / max(1, pairs(groups.values))
    recall = good / max(1, pairs(people.values))
    var (right, whole) = (0.0, 0.0)
    for (pair, count) in both.sorted(by: {
      ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second)
    }) {
      right += Double(count * count) / Double(groups[pair.second] ?? 1)
      whole += Double(count * count) / Double(people[pair.first] ?? 1)
    }
    bCubed = 2 * right * whole / max(1, right + whole) / Double(max(1, truth.count))
    let cards = Double(max(1, truth.count))
    falseMerges = 10_000 * Double(both.count - groups.count) / cards
    falseMergesAtHome = 10_000 * Double(home.values.reduce(0) { $0 + $1.count - 1 }) / cards
    largest = groups.values.max() ?? 0
    var counts: [String: (pairs: Int, found: Int)] = [:]
    for cards in members.values {
      for (index, left) in cards.enumerated() {
        for right in cards[(index + 1)...] {
          let found = clusters[left] == clusters[right] ? 1 : 0
          let damage = Set(truth[left].damage + truth[right].damage)
          for op in damage.isEmpty ? ["nothing"] : damage {
            counts[op, default: (0, 0)].pairs += 1
            counts[op, default: (0, 0)].found += found
          }
        }
      }
    }
    recallByDamage = counts.map { ($0.key, $0.value.pairs, $0.value.found) }
      .sorted { ($1.pairs, $0.damage) < ($0.pairs, $1.damage) }
  }
}
