/// Two cards and how likely they are of one person.
public struct Pair: Hashable, Sendable {
  let packed: PackedFinding
  /// What follows from the evidence.
  public internal(set) var verdict: Verdict
  private var first: UInt32
  private var second: UInt32
  private let tenths: Int32

  init(left: Int, right: Int, bits: Bits, verdict: Verdict, finding: PairFinding) {
    self.init(
      left: left, right: right, bits: bits, verdict: verdict, packed: PackedFinding(finding))
  }

  init(left: Int, right: Int, bits: Bits, verdict: Verdict, packed: PackedFinding) {
    self.packed = packed
    self.verdict = verdict
    (first, second) = (UInt32(left), UInt32(right))
    tenths = Int32(clamping: bits.tenths)
  }

  /// The card that comes first in the book.
  public var left: Int { Int(first) }
  /// The other card.
  public var right: Int { Int(second) }
  /// The sum of the evidence.
  public var bits: Bits { Bits(tenths: Int(tenths)) }

  /// The same pair in a book where its cards have other numbers, in the same order.
  func renumbered(_ number: (Int) -> Int) -> Pair {
    var pair = self
    (pair.first, pair.second) = (UInt32(number(left)), UInt32(number(right)))
    return pair
  }
}

/// Whether two cards are of one person.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// They are.
  case same
  /// A person should say.
  case review
  /// They are not.
  case different
}

/// What a person said of two cards, which no evidence overrules.
public struct Decision: Hashable, Sendable {
  /// One card of the book.
  public let left: Int
  /// Another.
  public let right: Int
  /// Whether they are of one person.
  public let isSame: Bool

  /// Creates a decision.
  public init(_ left: Int, _ right: Int, isSame: Bool) {
    (self.left, self.right) = (left, right)
    self.isSame = isSame
  }
}

extension [Decision] {
  /// The cards that people said are others, both ways.
  var others: [Int: Set<Int>] {
    var others: [Int: Set<Int>] = [:]
    for decision in self where !decision.isSame {
      others[decision.left, default: []].insert(decision.right)
      others[decision.right, default: []].insert(decision.left)
    }
    return others
  }
}

/// Cards of one person.
public struct Cluster: Hashable, Sendable {
  /// The cards in the order of the book, two at least.
  public let cards: [Int]
  /// The pairs that hold the cluster together, the strongest first; one less than there are cards.
  public let links: [Pair]

  /// The link that carries least.
  public var weakest: Pair? { links.last }

  /// Links in their order: the strongest first.
  static func ordered(_ links: [Pair]) -> [Pair] {
    links.sorted { ($0.bits, $1.left, $1.right) > ($1.bits, $0.left, $0.right) }
  }
}

/// Clusters one after the other, in some forty octets a card.
public struct Clusters: RandomAccessCollection, Hashable, Sendable {
  private var cards: [UInt32] = []
  private var links: [Pair] = []
  /// Where the cards of each cluster start; its links are one less.
  private var starts: [UInt32] = [0]

  init() {}

  /// The place of the first cluster.
  public var startIndex: Int { 0 }
  /// The place after the last cluster.
  public var endIndex: Int { starts.count - 1 }

  /// The cluster at a place.
  public subscript(index: Int) -> Cluster {
    let cards = range(index)
    let links = cards.lowerBound - index..<cards.upperBound - index - 1
    return Cluster(cards: self.cards[cards].map { Int($0) }, links: Array(self.links[links]))
  }

  /// The number of cards in all clusters.
  public var cardCount: Int { cards.count }

  /// The first card of a cluster.
  func firstCard(_ index: Int) -> UInt32 { cards[Int(starts[index])] }

  private func range(_ index: Int) -> Range<Int> {
    Int(starts[index])..<Int(starts[index + 1])
  }

  /// Goes through the cards of each cluster.
  func forEachCards(_ body: (ArraySlice<UInt32>) -> Void) {
    for index in indices { body(cards[range(index)]) }
  }

  /// Takes in a cluster.
  mutating func append(
    _ cards: some Collection<UInt32>, _ links: some Collection<Pair>
  ) {
    precondition(links.count == cards.count - 1, "a cluster hangs together by one link less")
    self.cards += cards
    self.links += links
    starts.append(UInt32(self.cards.count))
  }

  /// Takes in a cluster of another list.
  mutating func append(_ index: Int, of other: Clusters) {
    let cards = other.range(index)
    append(
      other.cards[cards],
      other.links[cards.lowerBound - index..<cards.upperBound - index - 1])
  }
}

/// Who is who in a book.
public struct Deduplication: Sendable {
  /// Cards in the book.
  public let count: Int
  /// The clusters of `same` verdicts, in the order of their first cards.
  public let clusters: Clusters
  /// The pairs that a person should look at, the likeliest first.
  ///
  /// Both cards of none are in one cluster. A pair that is `same` by its evidence is among them where
  /// a cluster would have held cards that contradict each other.
  public let reviews: [Pair]
  /// The clusters if all pairs to review are of one person, as far as nothing contradicts.
  public let reviewedClusters: Clusters
  /// What was not compared.
  public let skipped: [SkippedBlocks]
  /// Pairs that were compared.
  public let comparedPairs: Int
  /// What speaks for links that no two cards alone bear out, but all of both sides together.
  public internal(set) var jointEvidence: [Pair: [Evidence]] = [:]

  /// The number of each card's cluster, from 0 in the order of their first cards; a card alone is a
  /// cluster.
  ///
  /// - Parameter includesReview: Whether pairs to review count as of one person.
  /// - Returns: A number a card, in the order of the cards.
  public func partition(includesReview: Bool = false) -> [Int] {
    // First the number of the first card of each card's cluster, then that of the cluster; a first
    // card comes before the others.
    var numbers = Array(0..<count)
    (includesReview ? reviewedClusters : clusters).forEachCards { cards in
      guard let first = cards.first else { return }
      for card in cards { numbers[Int(card)] = Int(first) }
    }
    var next = 0
    for card in 0..<count {
      if numbers[card] == card {
        numbers[card] = next
        next += 1
      } else {
        numbers[card] = numbers[numbers[card]]
      }
    }
    return numbers
  }
}
