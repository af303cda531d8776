internal import VCard

/// What kinds of entries ``SplitFeatures/giveValues(_:_:)`` makes.
private enum ValueKind {
  /// Those of shared values go by the number of their rule.
  static func shared(_ rule: BlockingRule) -> UInt8 { UInt8(rule.rawValue) }
  /// Keys with how many entries have them.
  static let locals = UInt8(BlockingRule.local.rawValue)
  static let names = UInt8(BlockingRule.name.rawValue)
  static let words: UInt8 = 100

  /// Values by which cards are found wherever they share them, and organisations, which are counted.
  static let rules = ValueStage.rules + [.organization]

  /// Whether the names of those who share a value are counted.
  static func areNamesCounted(_ rule: BlockingRule) -> Bool { rule != .uid }
}

extension SplitFeatures {
  /// Gives what statistics and pairs by shared values are made of.
  ///
  /// - Parameters:
  ///   - parts: The parts of the keys.
  ///   - sink: Receives the blobs.
  /// - Throws: What `sink` throws.
  /// - Complexity: O(*n* log *n*) in the values.
  package func giveValues(_ parts: KeyParts, _ sink: @escaping BlobSink) throws {
    let summaries = summaries
    for rule in ValueKind.rules {
      var keys = KeyedCards()
      for card in 0..<book.count {
        if rule == .organization {
          keys.append(book.rows[card].organization, card)
        } else {
          BlockingKeys.add(rule, card: card, as: card, book: book, keys: &keys)
        }
      }
      keys.sort()
      var blobs = EntryBlobs(ValueKind.shared(rule), of: split, job: job, parts, sink)
      for (key, card) in zip(keys.keys, keys.cards) {
        let summary = summaries[Int(card)]
        try blobs.begin(key)
        blobs.append { entry in
          entry.append(packed: Int(card))
          entry.append(summary.digest)
          if rule != .organization { entry.append(summary.sound) }
        }
        guard ValueKind.areNamesCounted(rule) else { continue }
        blobs.append(summary.given, of: book.lexicon)
        blobs.append(summary.family, of: book.lexicon)
        blobs.append { $0.append(summary.generation) }
      }
      try blobs.end()
    }
    var locals = KeyedCards()
    var names = KeyedCards()
    for card in 0..<book.count {
      BlockingKeys.add(.local, card: card, as: card, book: book, keys: &locals)
      names.append(BlockingKeys.fullName(of: card, book), card)
    }
    try giveCounts(ValueKind.locals, &locals, parts, sink) { _ in false }
    try giveCounts(ValueKind.names, &names, parts, sink) { summaries[Int($0)].generation != 0 }
    var words = KeyedCards()
    words.reserveCapacity(book.words.count)
    for word in book.words { words.append(book.lexicon.usualHashes[Int(word)], 0) }
    try giveCounts(ValueKind.words, &words, parts, sink) { _ in false }
  }

  /// Gives how many entries have each key, and whether some is so.
  private func giveCounts(
    _ kind: UInt8, _ keys: inout KeyedCards, _ parts: KeyParts, _ sink: @escaping BlobSink,
    where isSo: (UInt32) -> Bool
  ) throws {
    keys.sort()
    var blobs = EntryBlobs(kind, of: split, job: job, parts, sink)
    var start = 0
    while start < keys.count {
      let end = keys.keys.endOfRun(at: start)
      try blobs.begin(keys.keys[start])
      let some = keys.cards[start..<end].contains(where: isSo)
      blobs.append { $0.append(packed: (end - start) << 1 | (some ? 1 : 0)) }
      start = end
    }
    try blobs.end()
  }

  var summaries: [CardSummary] {
    var summaries: [CardSummary] = []
    summaries.append(book)
    return summaries
  }
}

/// What stage `values` makes of the keys of a part: what is known of the whole book, and the pairs of
/// cards that share an email, a phone number or a UID.
package struct ValueStage {
  /// The rules whose pairs it finds.
  static let rules: [BlockingRule] = [.email, .phone, .uid]

  /// What was not compared, by kind.
  package private(set) var skipped: [SkippedBlocks] = []
  /// Pairs that were given, those of one key each once.
  package private(set) var pairCount = 0

  private let job: UInt64
  private var words = StepTable()
  private var names = StepTable()
  private var sharings = StepTable()
  private var crowded: [(rule: BlockingRule, key: UInt64)] = []

  /// Goes through the blobs of ``SplitFeatures/giveValues(_:_:)`` for a part.
  ///
  /// - Parameters:
  ///   - octets: The blobs, in any order.
  ///   - job: The job.
  ///   - sink: Receives pairs by the split of one of their cards.
  /// - Throws: ``BlobError``, and what `sink` throws.
  /// - Complexity: O(*n* log *n*) in the entries; holds those of one kind.
  package init(_ octets: [[UInt8]], job: UInt64, _ sink: @escaping BlobSink) throws {
    self.job = job
    var blobs = try EntryBlobReader(octets, of: job)
    var pairs = PairBlobs(job, sink)
    for rule in ValueKind.rules { try take(rule, &blobs, &pairs) }
    try pairs.end()
    pairCount = pairs.count
    let locals = try counts(ValueKind.locals, &blobs) { _, count, _ in
      count > Block.mostCards ? 1 : 0
    }
    for place in 0..<locals.count { crowded.append((.local, locals.hash(at: place))) }
    names = try counts(ValueKind.names, &blobs) {
      BookStatistics.nameStep(ofCards: $1, tellGeneration: $2)
    }
    words = try counts(ValueKind.words, &blobs) { _, count, _ in
      BookStatistics.wordStep(ofCards: count)
    }
  }

  /// Takes the entries of a shared value.
  private mutating func take(
    _ rule: BlockingRule, _ blobs: inout EntryBlobReader, _ pairs: inout PairBlobs
  ) throws {
    var lexicon = NameLexicon()
    var known: [UInt64: Word] = [:]
    var keys = KeyedCards()
    var entries = SharedEntries()
    try blobs.forEach(ValueKind.shared(rule), &lexicon, &known) { blob throws(BlobError) in
      while blob.hasMore {
        let key = try blob.nextKey()
        entries.cards.append(try blob.card())
        let digest = try blob.read { reader throws(BlobError) in try reader.number64() }
        let sound =
          rule == .organization
          ? 0 : try blob.read { reader throws(BlobError) in try reader.number32() }
        var (given, family, generation) = (CardSummary.none, CardSummary.none, UInt8(0))
        if ValueKind.areNamesCounted(rule) {
          (given, family) = (try blob.word(), try blob.word())
          generation = try blob.read { reader throws(BlobError) in try reader.octet() }
        }
        entries.summaries.append(
          CardSummary(
            digest: digest, given: given, family: family, sound: sound, generation: generation))
        keys.append(key, entries.cards.count - 1)
      }
    }
    keys.sort()
    let counter = NameCounter(entries.summaries, lexicon)
    var block = BlockPairs(rule, entries)
    var (hashes, steps): ([UInt64], [UInt8]) = ([], [])
    try keys.forEachBlock { key, range in
      let cards = keys.cards[range]
      if ValueKind.areNamesCounted(rule) {
        let step = BookStatistics.sharing(ofNames: counter.count(cards))
        if step > 0 {
          hashes.append(key)
          steps.append(step)
        }
      }
      guard rule != .organization else { return }
      if cards.count > Block.mostCards { crowded.append((rule, key)) }
      try block.take(cards) {
        try pairs.add(entries.cards[Int(min($0, $1))], entries.cards[Int(max($0, $1))])
      }
    }
    sharings = sharings.merged(StepTable(hashes: hashes, steps: steps))
    if rule != .organization { skipped.append(block.skipped) }
  }

  /// The steps of keys that several entries have.
  private func counts(
    _ kind: UInt8, _ blobs: inout EntryBlobReader,
    step: (UInt64, _ count: Int, _ isSome: Bool) -> UInt8
  ) throws(BlobError) -> StepTable {
    var keys = KeyedCards()
    var counts: [Int] = []
    try blobs.forEach(kind) { blob throws(BlobError) in
      while blob.hasMore {
        let key = try blob.nextKey()
        counts.append(
          try blob.read { reader throws(BlobError) in try reader.number(below: 1 << 40) })
        keys.append(key, counts.count - 1)
      }
    }
    keys.sort()
    var (hashes, steps): ([UInt64], [UInt8]) = ([], [])
    var start = 0
    while start < keys.count {
      let end = keys.keys.endOfRun(at: start)
      var (sum, isSome) = (0, false)
      for place in keys.cards[start..<end] {
        sum += counts[Int(place)] >> 1
        isSome = isSome || counts[Int(place)] & 1 != 0
      }
      let step = step(keys.keys[start], sum, isSome)
      if step > 0 {
        hashes.append(keys.keys[start])
        steps.append(step)
      }
      start = end
    }
    return StepTable(hashes: hashes, steps: steps)
  }

  /// What is known of the whole book, for ``BookTable``.
  ///
  /// - Parameter part: The part of the keys that it is of.
  /// - Returns: A blob.
  package func statistics(ofPart part: Int) -> [UInt8] {
    var blob = BlobWriter(of: job)
    blob.append(packed: part)
    for table in [words, names, sharings] {
      blob.append(packed: table.count)
      for place in 0..<table.count { blob.append(table.hash(at: place)) }
      for place in 0..<table.count { blob.append(table.step(at: place)) }
    }
    blob.append(packed: crowded.count)
    for (rule, key) in crowded {
      blob.append(UInt8(rule.rawValue))
      blob.append(key)
    }
    return blob.take()
  }
}

/// Entries of a value that several cards share; their numbers rise with the cards of one key.
private struct SharedEntries: BlockEntries {
  var cards: [UInt64] = []
  var summaries: [CardSummary] = []

  var mayLeaveOut: Bool { false }
  func areOneCard(_ left: UInt32, _ right: UInt32) -> Bool {
    cards[Int(left)] == cards[Int(right)]
  }
  func secondKey(_ entry: UInt32) -> UInt32 { summaries[Int(entry)].sound }
  func order(_ entry: UInt32) -> UInt32 { summaries[Int(entry)].order }
  func hasInitial(_ entry: UInt32) -> Bool { false }
  func bound(_ entry: UInt32) -> PairBounds.Card { PairBounds.Card() }
  func mayMatter(_ left: PairBounds.Card, _ right: PairBounds.Card) -> Bool { true }
}

/// What is known of a whole book whose cards stand in splits: the statistics, and the keys that too many
/// cards have.
package struct BookTable: Sendable {
  /// What decisions about two cards take from the others.
  package let statistics: BookStatistics
  private let crowded: [BlockingRule: Set<UInt64>]

  /// Joins what stage `values` gave for all parts.
  ///
  /// - Parameters:
  ///   - octets: The blobs of ``ValueStage/statistics(ofPart:)``, in any order.
  ///   - job: The job.
  ///   - cards: Cards in all splits.
  ///   - given: A table that takes the place of what was counted.
  /// - Returns: The table as octets; see ``init(_:job:)``.
  /// - Throws: ``BlobError``.
  package static func octets(
    of octets: [[UInt8]], job: UInt64, cards: Int, given: BookStatistics? = nil
  ) throws(BlobError) -> [UInt8] {
    var parts: [(part: UInt64, blob: BlobReader)] = []
    for octets in octets {
      var blob = try BlobReader(octets, of: job)
      parts.append((try blob.packed(), blob))
    }
    parts.sort { $0.part < $1.part }
    var tables: [(hashes: [UInt64], steps: [UInt8])] = [([], []), ([], []), ([], [])]
    var crowded: [(rule: UInt8, key: UInt64)] = []
    for (_, blob) in parts {
      var blob = blob
      for table in tables.indices {
        let count = try blob.count(ofAtLeast: 9)
        for _ in 0..<count {
          let hash = try blob.number64()
          if let last = tables[table].hashes.last, last >= hash { throw .damaged }
          tables[table].hashes.append(hash)
        }
        tables[table].steps += try blob.slice(count)
      }
      for _ in 0..<(try blob.count(ofAtLeast: 9)) {
        crowded.append((try blob.octet(), try blob.number64()))
      }
    }
    var statistics = BookStatistics()
    statistics.cardStep = cards.log2Step
    statistics.wordSteps = StepTable(hashes: tables[0].hashes, steps: tables[0].steps)
    statistics.nameSteps = StepTable(hashes: tables[1].hashes, steps: tables[1].steps)
    statistics.sharings = StepTable(hashes: tables[2].hashes, steps: tables[2].steps)
    crowded.sort { $0 < $1 }
    var blob = BlobWriter(of: job)
    blob.append(UInt64(crowded.count))
    for (rule, key) in crowded {
      blob.append(rule)
      blob.append(key)
    }
    blob.append(contentsOf: (given ?? statistics).octets)
    return blob.take()
  }

  /// Finds a table in octets, which are looked up where they stand.
  ///
  /// - Parameters:
  ///   - octets: What ``octets(of:job:cards:given:)`` gave.
  ///   - job: The job.
  /// - Throws: ``BlobError``.
  package init(_ octets: any StatisticsOctets, job: UInt64) throws(BlobError) {
    guard octets.count >= 16 else { throw .damaged }
    guard octets.number(at: 0) == job else { throw .ofAnotherJob }
    guard let count = Int(exactly: octets.number(at: 8)), count <= (octets.count - 16) / 9 else {
      throw .damaged
    }
    var crowded: [BlockingRule: Set<UInt64>] = [:]
    for place in 0..<count {
      let place = 16 + 9 * place
      guard let rule = BlockingRule(rawValue: UInt64(octets.octet(at: place))) else {
        throw .damaged
      }
      crowded[rule, default: []].insert(octets.number(at: place + 1))
    }
    self.crowded = crowded
    statistics = try BookStatistics(octets, at: 16 + 9 * count)
  }

  /// Whether too many cards have a key to compare them all.
  func isCrowded(_ rule: BlockingRule, _ key: UInt64) -> Bool {
    crowded[rule]?.contains(key) ?? false
  }

  /// The rules of whose keys too many cards have some.
  var crowdedRules: [BlockingRule] { BlockingRule.allCases.filter { crowded[$0] != nil } }
}
