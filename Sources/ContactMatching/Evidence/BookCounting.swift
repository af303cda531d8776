internal import VCard

extension CardFeatures {
  /// Counts what a decision about two cards needs to know of the others.
  ///
  /// - Parameter threads: How many threads count.
  /// - Returns: The same table whatever the threads and the order of the cards.
  /// - Throws: Nothing, for all is in memory.
  /// - Complexity: O(*n*) in the words and values of the cards.
  public func statistics(threads: Int = 1) async throws -> BookStatistics {
    try SplitBook(self).counted(threads: threads)
  }
}

extension SplitBook {
  /// Counts what a decision about two cards needs to know of the others.
  ///
  /// - Parameter threads: How many threads count.
  /// - Returns: The same table whatever the threads and the order of the cards.
  /// - Throws: What reading back throws.
  /// - Complexity: O(*n*) in the words and values of the cards.
  public func statistics(threads: Int = 1) async throws -> BookStatistics {
    try counted(threads: threads)
  }

  /// The same for those who cannot wait elsewhere.
  func counted(threads: Int = 1) throws -> BookStatistics {
    let tables = try OrderedTasks.map(0..<Self.tables, threads: threads) { try table($0) }
    var statistics = BookStatistics()
    statistics.cardStep = count.log2Step
    statistics.wordSteps = tables[4]
    statistics.nameSteps = tables[2]
    statistics.sharings = tables[0].merged(tables[1]).merged(tables[3])
    return statistics
  }

  /// Tables that may be counted at the same time: of emails, phone numbers, full names, organisations
  /// and words.
  private static let tables = 5

  /// Counts one of the tables, those that take longest first.
  private func table(_ number: Int) throws -> StepTable {
    switch number {
    case 0: try countedSharings { BlockingKeys.add(.email, card: $0, as: $1, book: $2, keys: &$3) }
    case 1: try countedSharings { BlockingKeys.add(.phone, card: $0, as: $1, book: $2, keys: &$3) }
    case 2: try countedNames()
    case 3: try countedSharings { $3.append($2.rows[$0].organization, $1) }
    default: try countedWords()
    }
  }

  private func countedWords() throws -> StepTable {
    var counts = [UInt32](repeating: 0, count: lexicon.count)
    for number in pieces.indices {
      for word in try piece(number).words { counts[Int(word)] += 1 }
    }
    // Words with the same Latin form count together.
    var keys = KeyedCards()
    keys.reserveCapacity(lexicon.count)
    for word in 0..<lexicon.count { keys.append(lexicon.usualHashes[word], word) }
    keys.sort()
    var (hashes, steps): ([UInt64], [UInt8]) = ([], [])
    var start = 0
    while start < keys.count {
      let end = keys.keys.endOfRun(at: start)
      let sum = keys.cards[start..<end].reduce(0) { $0 + Int(counts[Int($1)]) }
      let step = BookStatistics.wordStep(ofCards: sum)
      if step > 0 {
        hashes.append(keys.keys[start])
        steps.append(step)
      }
      start = end
    }
    return StepTable(hashes: hashes, steps: steps)
  }

  private func countedNames() throws -> StepTable {
    try counted {
      $3.append(BlockingKeys.fullName(of: $0, $2), $1)
    } step: { cards in
      BookStatistics.nameStep(
        ofCards: cards.count, tellGeneration: cards.contains { summaries[Int($0)].generation != 0 })
    }
  }

  /// How many names share each key, where they are more than one.
  private func countedSharings(
    _ add: (Int, Int, CardFeatures, inout KeyedCards) -> Void
  ) throws -> StepTable {
    let names = NameCounter(summaries, lexicon)
    return try counted(add) { BookStatistics.sharing(ofNames: names.count($0)) }
  }

  /// The step of each key that several cards have, where it is not 0.
  private func counted(
    _ add: (Int, Int, CardFeatures, inout KeyedCards) -> Void, step: (ArraySlice<UInt32>) -> UInt8
  ) throws -> StepTable {
    var (hashes, steps): ([UInt64], [UInt8]) = ([], [])
    try forEachBlock(adding: add) { key, cards in
      let step = step(cards)
      guard step > 0 else { return }
      hashes.append(key)
      steps.append(step)
    }
    return StepTable(hashes: hashes, steps: steps)
  }
}

/// Counts how many names, as far as they may be told apart, a few cards have.
struct NameCounter {
  /// Names that are compared with each other; of more, only distinct given names are counted.
  private static let most = 24

  private let summaries: [CardSummary]
  private let lexicon: NameLexicon

  init(_ summaries: [CardSummary], _ lexicon: NameLexicon) {
    self.summaries = summaries
    self.lexicon = lexicon
  }

  /// How many; cards without a full given name are no further ones.
  func count(_ cards: ArraySlice<UInt32>) -> Int {
    if cards.count > Self.most { return countGiven(cards) }
    // Of each name the card with the least digest.
    var distinct: [CardSummary] = []
    for number in cards where summaries[Int(number)].given != CardSummary.none {
      let card = summaries[Int(number)]
      if let place = distinct.firstIndex(where: { isSame($0, card) }) {
        if card.digest < distinct[place].digest { distinct[place] = card }
      } else {
        distinct.append(card)
      }
    }
    switch distinct.count {
    case 0, 1: return distinct.count
    case 2: return mayBeOne(distinct[0], distinct[1]) ? 1 : 2
    default: break
    }
    // Greedy, so the order counts; that of the book must not.
    distinct.sort { $0.digest < $1.digest }
    var kept: [CardSummary] = []
    for card in distinct where !kept.contains(where: { mayBeOne($0, card) }) { kept.append(card) }
    return kept.count
  }

  /// Whether two cards have one name to the letter, as far as it is looked at.
  private func isSame(_ left: CardSummary, _ right: CardSummary) -> Bool {
    left.given == right.given && left.family == right.family
      && left.generation == right.generation
  }

  private func countGiven(_ cards: ArraySlice<UInt32>) -> Int {
    var given: Set<UInt64> = []
    for card in cards {
      let name = summaries[Int(card)].given
      if name != CardSummary.none { given.insert(lexicon.usualHashes[Int(name)]) }
    }
    return given.count
  }

  private func mayBeOne(_ left: CardSummary, _ right: CardSummary) -> Bool {
    guard left.generation == right.generation else { return false }
    let (given, other) = (left.given, right.given)
    let facts = lexicon.facts
    if sounds(given, other) || lexicon.haveCommonGroup(facts[Int(given)], facts[Int(other)]) {
      return true
    }
    let (family, second) = (left.family, right.family)
    guard family != CardSummary.none, second != CardSummary.none else { return false }
    if sounds(given, second), sounds(family, other) { return true }
    // Given names of East Asia are in Latin letters written in one piece and in two.
    return (script(family) == .eastAsian) != (script(second) == .eastAsian)
      && (sounds(family, second) || sounds(family, other) || sounds(given, second))
  }

  private func script(_ word: Word) -> WritingSystem { lexicon.facts[Int(word)].traits.script }

  private func sounds(_ left: Word, _ right: Word) -> Bool {
    if left == right { return true }
    let (first, second) = (lexicon.facts[Int(left)], lexicon.facts[Int(right)])
    // Maria and Mario sound alike to whoever hears no vowels.
    return (first.last == second.last || first.traits.script != second.traits.script)
      && lexicon.sounds.haveCommon(first.sounds, second.sounds)
  }
}
