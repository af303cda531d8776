internal import VCard

extension SplitFeatures {
  /// Gives the keys of names, birthdays and organisations, with what bounds the pairs of a card.
  ///
  /// - Parameters:
  ///   - table: What is known of the whole book.
  ///   - weights: What evidence weighs.
  ///   - parts: The parts of the keys.
  ///   - sink: Receives the blobs.
  /// - Throws: What `sink` throws.
  /// - Complexity: O(*n* log *n*) in the keys.
  package func giveKeys(
    _ table: BookTable, _ weights: MatchWeights, _ parts: KeyParts, _ sink: @escaping BlobSink
  ) throws {
    let whole = try SplitBook(book)
    let summaries = whole.summaries
    var bounds = try PairBounds(whole, table.statistics, weights, threads: 1)
    for rule in table.crowdedRules {
      var keys = KeyedCards()
      for card in 0..<book.count {
        keys.removeAll()
        BlockingKeys.add(rule, card: card, as: card, book: book, keys: &keys)
        if keys.keys.contains(where: { table.isCrowded(rule, $0) }) {
          bounds.note(crowded: card, rule)
        }
      }
    }
    for rule in BlockStage.rules {
      var keys = KeyedCards()
      for card in 0..<book.count {
        BlockingKeys.add(rule, card: card, as: card, book: book, keys: &keys)
      }
      keys.sort()
      var blobs = EntryBlobs(UInt8(rule.rawValue), of: split, job: job, parts, sink)
      for (key, card) in zip(keys.keys, keys.cards) {
        let summary = summaries[Int(card)]
        try blobs.begin(key)
        blobs.append { entry in
          entry.append(packed: Int(card))
          entry.append(summary.order)
          entry.append(rule.secondKey(of: summary))
          bounds[card].append(to: &entry, hasInitial: summary.hasInitial)
        }
      }
      try blobs.end()
    }
  }
}

extension PairBounds.Card {
  /// Stands beside the flags for a card with an initial.
  private static let initialBit: UInt8 = 128

  /// Appends what bounds a card to a blob.
  func append(to blob: inout BlobWriter, hasInitial: Bool) {
    blob.append(flags.rawValue | (hasInitial ? Self.initialBit : 0))
    blob.append(packed: UInt64(birthday))
    if flags.contains(.hasOrganization) { blob.append(organization) }
    blob.append(UInt16(bitPattern: tenths))
  }

  /// Reads what ``append(to:hasInitial:)`` wrote.
  static func read(
    _ blob: inout BlobReader
  ) throws(BlobError) -> (bounds: PairBounds.Card, hasInitial: Bool) {
    var card = PairBounds.Card()
    let flags = try blob.octet()
    card.flags = PairBounds.Flags(rawValue: flags & ~initialBit)
    card.birthday = UInt32(try blob.number(below: 1 << 32))
    if card.flags.contains(.hasOrganization) { card.organization = try blob.number16() }
    card.tenths = Int16(bitPattern: try blob.number16())
    return (card, flags & initialBit != 0)
  }
}

/// What stage `blocks` makes of the keys of a part: pairs of cards.
package struct BlockStage {
  /// The rules whose pairs it finds; they are bounded, which takes the whole book's statistics.
  static let rules: [BlockingRule] = [
    .local, .organization, .birthday, .name, .nickname, .initial, .single, .written,
  ]

  /// What was not compared, by kind.
  package private(set) var skipped: [SkippedBlocks] = []
  /// Pairs that were given.
  package private(set) var pairCount = 0

  /// Goes through the blobs of ``SplitFeatures/giveKeys(_:_:_:_:)`` for a part.
  ///
  /// - Parameters:
  ///   - octets: The blobs, in any order.
  ///   - weights: What evidence weighs.
  ///   - job: The job.
  ///   - sink: Receives pairs by the split of one of their cards.
  /// - Throws: ``BlobError``, and what `sink` throws.
  /// - Complexity: O(*n* log *n*) in the entries; holds those of one kind.
  package init(
    _ octets: [[UInt8]], _ weights: MatchWeights, job: UInt64, _ sink: @escaping BlobSink
  ) throws {
    var blobs = try EntryBlobReader(octets, of: job)
    var pairs = PairBlobs(job, sink)
    for rule in Self.rules {
      var keys = KeyedCards()
      var entries = BoundedEntries(rule, PairBounds(weights))
      try blobs.forEach(UInt8(rule.rawValue)) { blob throws(BlobError) in
        while blob.hasMore {
          keys.append(try blob.nextKey(), entries.cards.count)
          entries.cards.append(try blob.card())
          try blob.read { reader throws(BlobError) in try entries.read(&reader) }
        }
      }
      keys.sort()
      var block = BlockPairs(rule, entries)
      try keys.forEachBlock { _, range in
        try block.take(keys.cards[range]) {
          try pairs.add(entries.cards[Int(min($0, $1))], entries.cards[Int(max($0, $1))])
        }
      }
      skipped.append(block.skipped)
    }
    try pairs.end()
    pairCount = pairs.count
  }
}

/// Entries of a key of names, with what bounds their pairs; numbers rise with the cards of one key.
private struct BoundedEntries: BlockEntries {
  var cards: [UInt64] = []
  private var orders: [UInt32] = []
  private var seconds: [UInt32] = []
  private var known: [PairBounds.Card] = []
  private var initials: [Bool] = []
  private let rule: BlockingRule
  private let bounds: PairBounds

  init(_ rule: BlockingRule, _ bounds: PairBounds) { (self.rule, self.bounds) = (rule, bounds) }

  mutating func read(_ blob: inout BlobReader) throws(BlobError) {
    orders.append(try blob.number32())
    seconds.append(try blob.number32())
    let (card, hasInitial) = try PairBounds.Card.read(&blob)
    known.append(card)
    initials.append(hasInitial)
  }

  var mayLeaveOut: Bool { true }
  func areOneCard(_ left: UInt32, _ right: UInt32) -> Bool {
    cards[Int(left)] == cards[Int(right)]
  }
  func secondKey(_ entry: UInt32) -> UInt32 { seconds[Int(entry)] }
  func order(_ entry: UInt32) -> UInt32 { orders[Int(entry)] }
  func hasInitial(_ entry: UInt32) -> Bool { initials[Int(entry)] }
  func bound(_ entry: UInt32) -> PairBounds.Card { known[Int(entry)] }
  func mayMatter(_ left: PairBounds.Card, _ right: PairBounds.Card) -> Bool {
    bounds.mayMatter(left, right, mayShareLocal: rule.mayShareLocal)
  }
}
