internal import VCard

extension CardFeatures {
  /// Finds out which cards are of one person.
  ///
  /// - Parameters:
  ///   - statistics: What is known of the whole book; of a part of a book those of the whole.
  ///   - weights: What evidence weighs.
  ///   - decisions: What people said; they are heard before any evidence.
  ///   - threads: How many threads work; the result is the same.
  /// - Returns: The same whatever the order of the cards, but for their numbers.
  /// - Throws: Nothing, for all is in memory.
  /// - Complexity: O(*n*) in the cards, as blocks are bounded; some ten pairs a card.
  public func deduplicated(
    statistics: BookStatistics, weights: MatchWeights = .standard, decisions: [Decision] = [],
    threads: Int = 1
  ) async throws -> Deduplication {
    try await SplitBook(self).deduplicated(
      statistics: statistics, weights: weights, decisions: decisions, threads: threads)
  }

  /// Hands over what is found of each pair of cards with a common key, for those who fit weights or
  /// look for rules that are wrong.
  package func forEachFinding(
    statistics: BookStatistics, _ body: (_ left: Int, _ right: Int, PairFinding) throws -> Void
  ) async throws {
    let book = try SplitBook(self)
    let tiles = PairTiles(book)
    let pairStores = try book.candidates(tiles, nil, threads: 1).pairStores
    var comparer = PairComparer(ComparisonRows(self, statistics))
    for tile in 0..<tiles.count {
      for pair in try pairStores.takePairs(of: tile) {
        let (left, right) = (Int(pair >> 32), Int(pair & 0xFFFF_FFFF))
        try body(left, right, comparer.compare(left, right))
      }
    }
  }

  /// What two cards have to do with each other.
  package func finding(_ left: Int, _ right: Int, statistics: BookStatistics) -> PairFinding {
    var comparer = PairComparer(ComparisonRows(self, statistics))
    return comparer.compare(left, right)
  }
}

extension SplitBook {
  /// Finds out which cards are of one person.
  ///
  /// ```
  /// cards ─▶ keys ─▶ blocks ─▶ pairs ─▶ evidence in bits ─▶ same, review ─▶ clusters
  /// ```
  /// - Parameters:
  ///   - statistics: What is known of the whole book; of a part of a book those of the whole.
  ///   - weights: What evidence weighs.
  ///   - decisions: What people said; they are heard before any evidence.
  ///   - threads: How many threads work; the result is the same.
  /// - Returns: The same whatever the order of the cards, but for their numbers, and whatever the
  ///   memory.
  /// - Throws: What spilling and reading back throw.
  /// - Complexity: O(*n*) in the cards, as blocks are bounded; some ten pairs a card. Of a book in
  ///   *p* pieces each is read *p* times.
  public consuming func deduplicated(
    statistics: BookStatistics, weights: MatchWeights = .standard, decisions: [Decision] = [],
    threads: Int = 1
  ) async throws -> Deduplication {
    try await deduplicated(
      statistics, weights: weights, decisions: decisions, threads: threads, comparingAll: false)
  }

  /// Finds out which cards are of one person, perhaps the slow way: pairs are compared, too, that can
  /// only be `different`.
  package consuming func deduplicated(
    _ statistics: BookStatistics, weights: MatchWeights, decisions: [Decision],
    threads: Int, comparingAll: Bool
  ) async throws -> Deduplication {
    var book = consume self
    let tiles = PairTiles(book)
    let found = try book.candidates(
      tiles, comparingAll ? nil : (statistics, weights), threads: threads)
    let pairStores = found.pairStores
    let digests = book.forgetSummaries()
    var compared = 0
    let clustering: Clusterer.Clustering
    if book.pieces.count > 1 {
      let scored = try book.scored(
        pairStores, tiles: tiles, statistics: statistics, weights: weights, compared: &compared,
        threads: threads)
      let pairs = PairOrder.sorted(scored, digests, threads: threads)
      clustering = try book.clustered(
        pairs, statistics: statistics, weights: weights, decisions: decisions, digests: digests)
    } else {
      let context = try ComparisonRows(book.takeOnlyPiece(), statistics, threads: threads)
      let scored = try OrderedTasks.map(0..<tiles.count, threads: threads) { tile in
        let pairs = try pairStores.takePairs(of: tile)
        return (PairScorer.found(pairs[...], context: context, weights: weights), pairs.count)
      }
      compared = scored.reduce(0) { $0 + $1.1 }
      let pairs = PairOrder.sorted(scored.flatMap(\.0), digests, threads: threads)
      clustering = Clusterer(book.count, context, weights, decisions).clustering(pairs)
    }
    return Deduplication(
      count: book.count, clusters: clustering.clusters, reviews: clustering.reviews,
      reviewedClusters: clustering.reviewedClusters, skipped: found.skipped,
      comparedPairs: compared)
  }

  /// All pairs of cards with a common key, by tile; and what was left out.
  ///
  /// - Parameters:
  ///   - tiles: How pairs are put together.
  ///   - scoring: What pairs are scored with, if those that can only be `different` are left out.
  ///   - threads: How many threads work.
  /// - Returns: The pairs, and the blocks that were too large to compare all their cards.
  /// - Throws: What spilling and reading back throw.
  func candidates(
    _ tiles: PairTiles, _ scoring: (statistics: BookStatistics, weights: MatchWeights)?,
    threads: Int
  ) throws -> (pairStores: PairStores, skipped: [SkippedBlocks]) {
    let budget = SpillBudget(memory.spill, limit: memory.pairs)
    // In each list the kinds that take longest first. What follows from values bounds the rest.
    var bounds = try scoring.map {
      try PairBounds(self, $0.statistics, $0.weights, threads: threads)
    }
    var all: [CandidatePairs] = []
    for kinds: [BlockingRule] in [
      [.email, .phone, .uid], [.local, .organization, .birthday],
      [.name, .nickname, .initial, .single, .written],
    ] {
      let known = all.isEmpty ? nil : bounds
      let pairs = try OrderedTasks.map(0..<kinds.count, threads: threads) {
        try CandidatePairs(kinds[$0], self, tiles, budget, known)
      }
      for (kind, pairs) in zip(kinds, pairs) { bounds?.note(crowded: pairs.crowded, kind) }
      all += pairs
    }
    return (PairStores(all.map(\.pairStore)), all.map(\.skipped).filter { $0.blocks > 0 })
  }

  /// Scores pairs tile by tile, counts them, and keeps those that are not `different`.
  private func scored(
    _ pairStores: PairStores, tiles: PairTiles, statistics: BookStatistics,
    weights: MatchWeights, compared: inout Int, threads: Int
  ) throws -> [Pair] {
    var found: [Pair] = []
    let measured = try measured(by: statistics)
    for first in pieces.indices {
      let one = try measured(first)
      for second in first..<pieces.count {
        let pairs = try pairStores.takePairs(of: tiles.number(first, second))
        if pairs.isEmpty { continue }
        compared += pairs.count
        let context = second == first ? one : ComparisonRows(one, try measured(second))
        let (start, middle) = (pieces[first].first, pieces[first].first + pieces[first].count)
        // Cards of the second piece follow those of the first.
        let shift = pieces[second].first - middle
        let local = pairs.map { pair in
          let (left, right) = (Int(pair >> 32), Int(pair & 0xFFFF_FFFF))
          let place = right < middle ? right - start : right - start - shift
          return UInt64(left - start) << 32 | UInt64(place)
        }
        let parts = OrderedTasks.map(local.count, threads: threads) { range in
          PairScorer.found(local[range], context: context, weights: weights)
        }
        found += parts.joined().lazy.map { pair in
          pair.renumbered { $0 + start < middle ? $0 + start : $0 + start + shift }
        }
      }
    }
    return found
  }

  /// Measures the cards of each piece and spills them again.
  ///
  /// - Returns: What reads a piece back.
  private func measured(
    by statistics: BookStatistics
  ) throws -> (Int) throws -> ComparisonRows {
    guard let spill = memory.spill else { preconditionFailure("what was spilled is kept") }
    let steps = statistics.wordSteps.steps(of: lexicon.usualHashes)
    let (lexicon, cardStep) = (lexicon, statistics.cardStep)
    let spilled = try pieces.indices.map { number in
      var book = try piece(number)
      book.measure(by: statistics)
      return try SpilledCards(book, to: spill)
    }
    return { number in
      ComparisonRows(
        measured: try spilled[number].read(lexicon), cardStep: cardStep, wordSteps: steps)
    }
  }
}

/// Scores pairs of cards.
struct PairScorer: Sendable {
  private let weights: MatchWeights
  private let cardStep: Int
  private var comparer: PairComparer

  init(_ context: ComparisonRows, _ weights: MatchWeights) {
    self.weights = weights
    cardStep = context.cardStep
    comparer = PairComparer(context)
  }

  mutating func score(_ left: Int, _ right: Int) -> Pair {
    let finding = comparer.compare(left, right)
    let bits = Bits(tenths: weights.tenths(finding, cardStep: cardStep))
    return Pair(
      left: min(left, right), right: max(left, right), bits: bits,
      verdict: weights.verdict(finding, bits), finding: finding)
  }

  /// Scores two cards, of which the first comes first in the book; `nil` when they are `different`.
  @inline(__always)
  mutating func kept(_ left: Int, _ right: Int) -> Scored? {
    let finding = comparer.compare(left, right)
    if finding.isVeto { return nil }
    let bits = Bits(tenths: weights.tenths(finding, cardStep: cardStep))
    let verdict = weights.verdict(finding, bits)
    return verdict == .different ? nil : Scored(bits: bits, verdict: verdict, finding: finding)
  }

  /// What was found of a pair.
  struct Scored {
    let bits: Bits
    let verdict: Verdict
    let finding: PairFinding
  }

  /// Scores pairs and leaves out what is `different`.
  static func found(
    _ pairs: ArraySlice<UInt64>, context: ComparisonRows, weights: MatchWeights
  ) -> [Pair] {
    var scorer = PairScorer(context, weights)
    var found: [Pair] = []
    for pair in pairs {
      let (left, right) = (Int(pair >> 32), Int(pair & 0xFFFF_FFFF))
      guard let scored = scorer.kept(left, right) else { continue }
      found.append(
        Pair(
          left: left, right: right, bits: scored.bits, verdict: scored.verdict,
          finding: scored.finding))
    }
    return found
  }
}
