import VCard

extension SplitBook {
  /// Puts pairs together to clusters, with a bounded number of cards in memory.
  ///
  /// ```
  /// pairs       a─b   c─d─e   f─g─h   …        what hangs together is decided by itself
  /// batches     0     1       1       2 …      0 needs no features: two cards contradict no third
  /// ```
  /// - Parameters:
  ///   - pairs: The pairs that are not `different`, in the order of ``PairOrder``.
  ///   - statistics: What is known of the whole book.
  ///   - weights: What evidence weighs.
  ///   - decisions: What people said.
  ///   - digests: The digests of all cards.
  /// - Returns: Who is who.
  /// - Throws: What reading back throws.
  /// - Complexity: O(*n*) in the cards and pairs; all features are read once a batch.
  func clustered(
    _ pairs: [Pair], statistics: BookStatistics, weights: MatchWeights,
    decisions: [Decision], digests: [UInt64]
  ) throws -> Clusterer.Clustering {
    let batches = ClusterBatches(
      count, pairs, decisions, most: pieces.reduce(1) { max($0, $1.count) })
    var all: [Clusterer.Clustering] = [
      Clusterer(count, nil, weights, []).clustering(batches.pairs(of: 0, pairs))
    ]
    for batch in 1..<max(1, batches.count) {
      let cards = batches.cards(of: batch)
      let features = try features(of: cards)
      func place(_ card: Int) -> Int { cards.indices.firstPlace { Int(cards[$0]) >= card } }
      let found = Clusterer(
        cards.count, ComparisonRows(features, statistics), weights,
        decisions.filter { batches.holds($0, batch) }.map {
          Decision(place($0.left), place($0.right), isSame: $0.isSame)
        }
      ).clustering(batches.pairs(of: batch, pairs).map { $0.renumbered(place) })
      all.append(found.renumbered(cards))
    }
    return Clusterer.Clustering(all, digests)
  }

  /// The features of some cards, given in order, as a book of their own.
  private func features(of cards: [UInt32]) throws -> CardFeatures {
    var features = CardFeatures()
    features.lexicon = lexicon
    var rest = cards[...]
    for (number, piece) in pieces.enumerated() {
      let own = rest.prefix { Int($0) < piece.first + piece.count }
      rest = rest[own.endIndex...]
      if !own.isEmpty {
        features.append(each: own.map { Int($0) - piece.first }, of: try self.piece(number))
      }
    }
    return features
  }
}

extension Clusterer.Clustering {
  /// What was found for a few cards, with the numbers that they have in the book.
  fileprivate func renumbered(_ cards: [UInt32]) -> Clusterer.Clustering {
    func renumbered(_ list: Clusters) -> Clusters {
      var all = Clusters()
      for cluster in list {
        all.append(
          cluster.cards.map { cards[$0] },
          cluster.links.map { $0.renumbered { Int(cards[$0]) } })
      }
      return all
    }
    return Clusterer.Clustering(
      clusters: renumbered(clusters),
      reviews: reviews.map { $0.renumbered { Int(cards[$0]) } },
      reviewedClusters: renumbered(reviewedClusters))
  }

  /// Puts together what was found for parts that have no pair in common.
  fileprivate init(_ all: [Clusterer.Clustering], _ digests: [UInt64]) {
    func merged(_ lists: [Clusters]) -> Clusters {
      var places: [(first: UInt32, list: Int, index: Int)] = []
      for (number, list) in lists.enumerated() {
        for index in list.indices { places.append((list.firstCard(index), number, index)) }
      }
      places.sort { $0.first < $1.first }
      var merged = Clusters()
      for place in places { merged.append(place.index, of: lists[place.list]) }
      return merged
    }
    clusters = merged(all.map(\.clusters))
    reviews = PairOrder.sorted(all.flatMap(\.reviews), digests)
    reviewedClusters = merged(all.map(\.reviewedClusters))
  }
}

/// Cards that hang together by pairs, dealt out to batches that are decided one after the other.
private struct ClusterBatches {
  /// The batch of each card; of cards alone it means nothing.
  private var batches: [UInt32]
  /// Whether a card is in a pair.
  private var isPaired: [Bool]
  /// How many batches there are, the first one with pairs of cards that no other hangs to.
  private(set) var count = 1

  init(_ cards: Int, _ pairs: [Pair], _ decisions: [Decision], most: Int) {
    var sets = DisjointSets(cards)
    func find(_ card: Int) -> Int { Int(sets.first(of: UInt32(card))) }
    var isPaired = [Bool](repeating: false, count: cards)
    func unite(_ left: Int, _ right: Int) {
      sets.unite(UInt32(left), UInt32(right))
      (isPaired[left], isPaired[right]) = (true, true)
    }
    for pair in pairs { unite(pair.left, pair.right) }
    for decision in decisions where decision.isSame { unite(decision.left, decision.right) }
    // How many hang together, by the first of them.
    var sizes = [UInt32](repeating: 0, count: cards)
    for card in 0..<cards where isPaired[card] { sizes[find(card)] += 1 }
    // What somebody said needs the cards for its bits and for who is not who.
    for decision in decisions {
      for card in [find(decision.left), find(decision.right)] where sizes[card] == 2 {
        sizes[card] = 3
      }
    }
    var room = 0
    for card in 0..<cards where sizes[card] > 0 {
      let size = Int(sizes[card])
      if size == 2 {
        sizes[card] = 0
        continue
      }
      if size > room {
        count += 1
        room = max(most, size)
      }
      room -= size
      sizes[card] = UInt32(count - 1)
    }
    batches = (0..<cards).map { sizes[find($0)] }
    self.isPaired = isPaired
  }

  /// The cards of a batch in order.
  func cards(of batch: Int) -> [UInt32] {
    batches.indices.filter { isPaired[$0] && Int(batches[$0]) == batch }.map { UInt32($0) }
  }

  /// The pairs of a batch, in their order.
  func pairs(of batch: Int, _ pairs: [Pair]) -> [Pair] {
    pairs.filter { Int(batches[$0.left]) == batch }
  }

  /// Whether an answer is about two cards of a batch.
  func holds(_ decision: Decision, _ batch: Int) -> Bool {
    [decision.left, decision.right].allSatisfy { isPaired[$0] && Int(batches[$0]) == batch }
  }
}
