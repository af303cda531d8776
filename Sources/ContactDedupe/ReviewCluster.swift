package import ContactMatching

/// Cards that are one person, or would be with an answer, and what is known of each two of them.
///
/// ```
///   0 ──+23.1── 1      planned: what the plan has as one person hangs by this
///   ┆           ║
///  +8.2         ║      ┆ a pair to review, ║ a pair of which somebody has said something
///   ┆           ║
///   2 ──+17.4── 3
/// ```
package struct ReviewCluster: Sendable {
  /// What is known of two cards.
  package struct Link: Sendable {
    /// One card, counted from 0 in the cluster.
    package let left: Int
    /// The other one.
    package let right: Int
    /// What the evidence comes to; `nil` where the plan does not compare them.
    package var bits: Bits?
    /// Whether a cluster of the plan hangs by it.
    package var isPlanned: Bool
    /// Whether they are of one person, as somebody said.
    package var answer: Bool?

    /// Creates a link.
    package init(_ left: Int, _ right: Int, bits: Bits?, isPlanned: Bool, answer: Bool? = nil) {
      (self.left, self.right, self.bits) = (left, right, bits)
      (self.isPlanned, self.answer) = (isPlanned, answer)
    }
  }

  /// Cards beyond which neither cards nor links are told: the lines of the plan have them.
  package static let mostCards = 50

  /// How many cards it has.
  package let count: Int
  /// The cards; none of more than ``mostCards``.
  package let cards: [DedupePlan.Entry.Card]
  /// What is known of them, in the order of the cards.
  package let links: [Link]

  /// A cluster of which only the number of its cards is told.
  init(count: Int) { (self.count, cards, links) = (count, [], []) }

  init(_ cards: [DedupePlan.Entry.Card], _ links: some Sequence<Link>) {
    (count, self.cards) = (cards.count, cards)
    self.links = links.sorted { ($0.left, $0.right) < ($1.left, $1.right) }
  }

  /// A line of a plan, of which nothing is answered.
  package init(_ entry: DedupePlan.Entry) {
    (count, cards) = (entry.cards.count, entry.cards)
    links = entry.comparisons.map {
      Link($0.left, $0.right, bits: $0.sum, isPlanned: entry.isSame)
    }
  }

  /// The fewest bits by which a planned cluster hangs, where it would break first; what somebody
  /// answered does not break.
  package var weakest: Bits? {
    links.lazy.filter { $0.isPlanned && $0.answer == nil }.compactMap(\.bits).min()
  }
}
