import ContactMerging
import ContactStore
import VCard

/// Makes one card of those of a cluster, for a thread.
struct ClusterMerger: Sendable {
  private var reader: CardTable.Reader
  private var merge = ClusterMerge()
  /// What says what comes of clusters.
  private let plan: DedupePlan?

  /// Prepares to merge.
  init(_ table: CardTable, _ plan: DedupePlan?) {
    reader = CardTable.Reader(table)
    self.plan = plan
  }

  /// The card that comes of a cluster: as it was edited in the plan, if it was, else with the values that
  /// somebody has chosen.
  mutating func card(of cluster: DedupeMerging.Cluster) throws -> Card {
    let cards = try read(cluster.cards)
    if let line = cluster.line, let plan {
      merge.merge(cards, pictureSize: PictureRank.size)
      let text = try plan.entry(line).merged
      guard text == merge.referenceText else {
        return try plan.card(text, sources: cards, line: line)
      }
      if cluster.taken.isEmpty { return merge.card }
    }
    merge.merge(cards, taking: cluster.takenPlaces, pictureSize: PictureRank.size)
    return merge.card
  }

  /// The same as it is written.
  mutating func octets(of cluster: DedupeMerging.Cluster) throws -> [UInt8] {
    var octets: [UInt8] = []
    CardWriter().write(try card(of: cluster), into: &octets)
    return octets
  }

  /// Whether somebody has edited in the plan what comes of a cluster.
  mutating func isEdited(_ cluster: DedupeMerging.Cluster) throws -> Bool {
    guard let line = cluster.line, let plan else { return false }
    merge.merge(try read(cluster.cards), pictureSize: PictureRank.size)
    return try plan.entry(line).merged != merge.referenceText
  }

  /// A card by itself.
  mutating func card(_ number: Int) throws -> Card { try reader.card(number) }

  private mutating func read(_ numbers: [Int]) throws -> [Card] {
    var cards: [Card] = []
    for number in numbers { cards.append(try reader.card(number)) }
    return cards
  }
}

extension DedupePlan {
  /// The card of an edited text, with the pictures that it refers to.
  fileprivate func card(_ text: String, sources: [Card], line: Int) throws -> Card {
    let reading = CardReading(Array(text.utf8), decoding: .builtin)
    guard let card = reading.card else {
      throw damaged(line, "the merged card: \(reading.problem ?? "it does not read")")
    }
    guard let resolved = ClusterMerge.resolved(card, sources) else {
      throw damaged(line, "the merged card refers to a line that no card has")
    }
    return resolved
  }
}
