package import ContactMatching

/// What a plan would be if cards were of one person from another number of bits on, as the engine finds
/// when it compares the cards again: a cluster is more than the sums of its pairs.
///
/// ```
/// plan      {a b c} {d e}   f─g to review
/// again     {a b c} {d e}   f─g            at the plan's threshold: the weights are those of the plan
/// trial     {a b}   {d e} {f g}            at another one
///            └ parted        └ made
/// ```
package struct ThresholdTrial: Sendable {
  /// How much there is of what.
  package struct Counts: Hashable, Sendable {
    /// People of several cards.
    package let clusters: Int
    /// The cards that they are.
    package let cards: Int
    /// Pairs to review.
    package let reviews: Int

    /// Counts.
    package init(clusters: Int, cards: Int, reviews: Int) {
      (self.clusters, self.cards, self.reviews) = (clusters, cards, reviews)
    }
  }

  /// What the engine finds at one threshold.
  private struct Found: Sendable {
    let clusters: Set<[Int]>
    let reviews: [[Int]]
    var counts: Counts {
      Counts(
        clusters: clusters.count, cards: clusters.reduce(0) { $0 + $1.count },
        reviews: reviews.count)
    }
  }

  /// The threshold that was tried.
  package let same: Bits
  /// What the plan has.
  package let plan: Counts
  /// What there would be.
  package let trial: Counts
  /// The cards of clusters of the plan that would be one person no longer, or not all of them.
  package let parted: [[Int]]
  /// The cards of clusters that the plan does not have so.
  package let made: [[Int]]
  /// Pairs that the plan leaves to review and that would be one person.
  package let joinedPairs: Int

  /// Cards that are compared again while somebody waits: of more it takes too long.
  package static let mostCards = 200_000

  /// The weights of this program with the thresholds of a plan, and another one from which on cards are
  /// of one person.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - same: That threshold; one below that of looking at all is that one.
  /// - Returns: The weights.
  package static func weights(_ plan: DedupePlan, same: Bits) -> MatchWeights {
    var weights = MatchWeights.standard
    weights.review = plan.thresholds.review
    weights.same = max(same, weights.review)
    return weights
  }

  /// Compares the cards of a plan again.
  ///
  /// - Parameters:
  ///   - review: The plan, with what was answered.
  ///   - same: Bits from which on cards are of one person.
  ///   - settings: How cards are compared, but for weights and answers.
  ///   - read: Reads the cards to be compared.
  /// - Returns: `nil` where the engine finds another plan at the plan's own threshold, whether answers
  ///   are heeded or not: then it was made with other weights, statistics or options.
  /// - Throws: ``DedupeError``, and what `read` throws.
  package static func run(
    _ review: Review, same: Bits, _ settings: DedupeSettings,
    read: (DedupeSettings) throws -> DedupeInput
  ) async throws -> ThresholdTrial? {
    let planned = Set(review.clusters.map { $0.cards.sorted() })
    let own = review.plan.thresholds.same
    for answers in [nil, review.answers] {
      func found(_ same: Bits) async throws -> Found {
        var settings = settings
        settings.decisions = answers
        settings.weights = weights(review.plan, same: same).text
        let run = try await DedupeRun(read(settings), settings)
        return Found(
          clusters: Set(run.open.map { run.result.clusters[$0].cards.sorted() }),
          reviews: run.result.reviews.map { [$0.left, $0.right] })
      }
      let before = try await found(own)
      guard before.clusters == planned else { continue }
      return ThresholdTrial(same, before, try await found(same))
    }
    return nil
  }

  private init(_ same: Bits, _ before: Found, _ after: Found) {
    self.same = same
    (plan, trial) = (before.counts, after.counts)
    var cluster: [Int: Int] = [:]
    for (number, cards) in after.clusters.enumerated() {
      for card in cards { cluster[card] = number }
    }
    func isOne(_ cards: [Int]) -> Bool {
      let clusters = Set(cards.map { cluster[$0] })
      return clusters.count == 1 && clusters != [nil]
    }
    let order: ([Int], [Int]) -> Bool = { $0.lexicographicallyPrecedes($1) }
    parted = before.clusters.filter { !isOne($0) }.sorted(by: order)
    made = after.clusters.subtracting(before.clusters).sorted(by: order)
    joinedPairs = before.reviews.count(where: isOne)
  }
}
