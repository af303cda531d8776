package import ContactModel
package import VCard

/// Who is who among the cards of some components, as the whole book would have it.
///
/// ```
/// cards ─▶ features ─▶ Clusterer ─▶ ClusterRefiner        each component by itself, in the order of the book
/// ```
/// What was found out of words serves for all components that one stage decides.
package struct ComponentResolver: Sendable {
  private let options: MatchOptions
  private let statistics: BookStatistics
  private let weights: MatchWeights
  private var builder: CardFeatures.Builder
  private var vocabulary: Vocabulary
  private var lexicon = NameLexicon()
  private var wordSteps: [UInt8] = []

  /// Prepares to decide.
  ///
  /// - Parameters:
  ///   - options: What the book was read with.
  ///   - table: What is known of the whole book.
  ///   - weights: What evidence weighs.
  package init(options: MatchOptions, table: BookTable, weights: MatchWeights) {
    (self.options, self.weights) = (options, weights)
    statistics = table.statistics
    builder = CardFeatures.Builder(options: options)
    vocabulary = builder.vocabulary
  }

  /// Decides.
  ///
  /// - Parameters:
  ///   - cards: The cards of some components, in the order of the book.
  ///   - numbers: Their numbers in the book.
  ///   - kept: The pairs of them that are not `different`.
  ///   - decisions: What people said of them, by their places.
  ///   - merged: The card that comes of some cards, or a card by itself.
  /// - Returns: Who is who, by places; and the digests of the cards, which order reviews.
  /// - Throws: What `merged` throws; `ICUError` when memory runs out.
  package mutating func resolve(
    _ cards: [Card], _ numbers: [UInt64], _ kept: [KeptPair], _ decisions: [Decision],
    merged: @escaping @Sendable ([Int]) throws -> Contact
  ) async throws -> (found: Deduplication, digests: [UInt64]) {
    for card in cards { try builder.append(card) }
    let (statistics, weights) = (statistics, weights)
    var steps: [UInt8] = []
    swap(&steps, &wordSteps)
    let (clustering, digests) = try builder.withCards(numberedBy: &vocabulary, &lexicon) { book in
      for word in steps.count..<book.lexicon.count {
        steps.append(statistics.wordSteps[book.lexicon.usualHashes[word]])
      }
      let context = ComparisonRows(book, statistics, wordSteps: steps)
      let digests = book.rows.map(\.digest)
      func place(_ card: UInt64) -> Int { numbers.indices.firstPlace { numbers[$0] >= card } }
      let pairs = PairOrder.sorted(
        kept.map { $0.pair(place($0.left), place($0.right)) }, digests)
      return (
        Clusterer(book.count, context, weights, decisions).clustering(pairs), digests
      )
    }
    swap(&steps, &wordSteps)
    let found = Deduplication(
      count: cards.count, clusters: clustering.clusters, reviews: clustering.reviews,
      reviewedClusters: clustering.reviewedClusters, skipped: [], comparedPairs: kept.count)
    let refiner = ClusterRefiner(options: options, statistics: statistics, weights: weights)
    return (try await refiner.refined(found, decisions: decisions, merged: merged), digests)
  }

  /// What explains pairs.
  package var explainer: PairExplainer {
    PairExplainer(statistics: statistics, weights: weights)
  }
}
