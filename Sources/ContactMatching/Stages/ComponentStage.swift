internal import VCard

/// Edges between cards as octets, and what is written for each part of the cards.
package struct EdgeBlobs {
  private let job: UInt64
  private let sink: BlobSink
  private var blobs: [Int: BlobWriter] = [:]

  /// Octets of a blob that is given before all have come; there may be many parts.
  private static let size = 1 << 18

  package init(_ job: UInt64, _ sink: @escaping BlobSink) { (self.job, self.sink) = (job, sink) }

  /// Adds an edge, or a card and what is said of it.
  package mutating func add(_ one: UInt64, _ other: UInt64, to part: Int = 0) throws {
    var blob = BlobWriter()
    // Taken out, so that it is not copied.
    swap(&blob, &blobs[part, default: BlobWriter(of: job)])
    blob.append(card: one)
    blob.append(card: other)
    if blob.count >= Self.size {
      try sink(part, blob.take())
      blobs[part] = nil
    } else {
      swap(&blob, &blobs[part, default: BlobWriter()])
    }
  }

  /// Gives what is left.
  package mutating func end() throws {
    for part in blobs.keys.sorted() {
      if var blob = blobs[part] { try sink(part, blob.take()) }
    }
    blobs = [:]
  }

  /// The part of a card, or of a component by its root.
  package static func part(of card: UInt64, _ parts: Int) -> Int {
    Int(StableHash.mix(card).multipliedFullWidth(by: UInt64(parts)).high)
  }

  /// Goes through the edges of a blob.
  ///
  /// - Throws: ``BlobError``, and what `body` throws.
  package static func forEach(
    _ octets: [UInt8], job: UInt64, _ body: (UInt64, UInt64) throws -> Void
  ) throws {
    var blob = try BlobReader(octets, of: job)
    while !blob.isAtEnd { try body(blob.card(), blob.card()) }
  }
}

/// Stage `components`: which cards hang together, and the first of them, their root.
///
/// Four octets and a bit for each card of the book, and nothing for the edges.
package struct ComponentStage {
  private var sets: DisjointSets
  private var isPaired: [Bool]
  private let starts: [Int]
  /// Edges taken in.
  package private(set) var edges = 0

  /// Begins with all cards alone.
  ///
  /// - Parameter counts: How many cards each split has, fewer than 2^32 together.
  package init(cards counts: [Int]) {
    var starts = [0]
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    let total = starts[starts.count - 1]
    precondition(total <= UInt32.max, "more cards take rounds of stars")
    self.starts = starts
    sets = DisjointSets(total)
    isPaired = [Bool](repeating: false, count: total)
  }

  private func place(_ card: UInt64) throws(BlobError) -> Int {
    let (split, index) = (Int(card >> 32), Int(card & 0xFFFF_FFFF))
    guard split + 1 < starts.count, starts[split] + index < starts[split + 1] else {
      throw .damaged
    }
    return starts[split] + index
  }

  /// Takes in an edge.
  ///
  /// - Throws: ``BlobError`` for a card that no split has.
  package mutating func add(_ one: UInt64, _ other: UInt64) throws(BlobError) {
    let (left, right) = (try place(one), try place(other))
    sets.unite(UInt32(left), UInt32(right))
    (isPaired[left], isPaired[right]) = (true, true)
    edges += 1
  }

  /// Hands over each card of a component with its root, in order.
  ///
  /// - Returns: How many components there are, how many cards are in them, and in the largest of them.
  package mutating func forEachCard(
    _ body: (_ card: UInt64, _ root: UInt64) throws -> Void
  ) rethrows -> (components: Int, cards: Int, largest: Int) {
    var sizes: [UInt32: Int] = [:]
    var cards = 0
    var (rootSplit, split) = (0, 0)
    for card in isPaired.indices where isPaired[card] {
      while card >= starts[split + 1] { split += 1 }
      let root = Int(sets.first(of: UInt32(card)))
      rootSplit = (0..<starts.count - 1).firstPlace { starts[$0 + 1] > root }
      try body(
        UInt64(split) << 32 | UInt64(card - starts[split]),
        UInt64(rootSplit) << 32 | UInt64(root - starts[rootSplit]))
      sizes[UInt32(root), default: 0] += 1
      cards += 1
    }
    return (sizes.count, cards, sizes.values.max() ?? 0)
  }
}

/// Rounds of alternating stars, which find the roots of any number of edges in pieces of bounded size.
///
/// ```
/// large   each card hands its neighbours beyond it to the least of all, itself counted
/// small   each card hands its neighbours before it, and itself, to the least of them
/// ```
/// Source: R. Kiveris, S. Lattanzi, V. Mirrokni, V. Rastogi, S. Vassilvitskii, Connected Components in
/// MapReduce and Beyond, SoCC 2014.
package struct StarStage {
  /// The cards whose edges a part looks at.
  private let parts: Int
  private let job: UInt64
  /// Edges that were taken in, each once, and a hash of them whatever their order.
  package private(set) var edges = 0
  package private(set) var hash: UInt64 = 0

  package init(parts: Int, job: UInt64) { (self.parts, self.job) = (parts, job) }

  private func part(_ card: UInt64) -> Int { EdgeBlobs.part(of: card, parts) }

  /// Deals edges out to the parts of both their cards, for the first round.
  package mutating func first(_ octets: [UInt8], _ out: inout EdgeBlobs) throws {
    try EdgeBlobs.forEach(octets, job: job) { one, other in
      try out.add(one, other, to: part(one))
      try out.add(other, one, to: part(other))
    }
  }

  /// The neighbours of each card of a part, each once, in order.
  private func forEachCard(
    _ octets: [[UInt8]], _ body: (UInt64, ArraySlice<UInt64>) throws -> Void
  ) throws {
    var pairs: [(card: UInt64, neighbour: UInt64)] = []
    for octets in octets {
      try EdgeBlobs.forEach(octets, job: job) { pairs.append(($0, $1)) }
    }
    pairs.sort { $0 < $1 }
    var start = 0
    while start < pairs.count {
      let card = pairs[start].card
      var neighbours: [UInt64] = []
      while start < pairs.count, pairs[start].card == card {
        if neighbours.last != pairs[start].neighbour { neighbours.append(pairs[start].neighbour) }
        start += 1
      }
      try body(card, neighbours[...])
    }
  }

  /// Carries out a large round: edges go to the part of the later card.
  package mutating func large(_ octets: [[UInt8]], _ out: inout EdgeBlobs) throws {
    var (edges, hash) = (0, UInt64(0))
    try forEachCard(octets) { card, neighbours in
      let least = min(card, neighbours.first ?? card)
      for neighbour in neighbours {
        if neighbour < card {
          edges += 1
          hash &+= StableHash.combine(neighbour, card)
        } else if neighbour > card {
          try out.add(neighbour, least, to: part(neighbour))
        }
      }
    }
    (self.edges, self.hash) = (edges, hash)
  }

  /// Carries out a small round: edges go to the parts of both cards.
  package mutating func small(_ octets: [[UInt8]], _ out: inout EdgeBlobs) throws {
    var (edges, hash) = (0, UInt64(0))
    try forEachCard(octets) { card, neighbours in
      guard let least = neighbours.first else { return }
      for neighbour in neighbours.dropFirst() + [card] {
        edges += 1
        hash &+= StableHash.combine(least, neighbour)
        try out.add(neighbour, least, to: part(neighbour))
        try out.add(least, neighbour, to: part(least))
      }
    }
    (self.edges, self.hash) = (edges, hash)
  }

  /// Hands over the cards of a part with their roots, once the rounds change nothing any more.
  package func last(
    _ octets: [[UInt8]], _ body: (_ card: UInt64, _ root: UInt64) throws -> Void
  ) throws {
    try forEachCard(octets) { card, neighbours in
      try body(card, min(card, neighbours.first ?? card))
    }
  }
}
