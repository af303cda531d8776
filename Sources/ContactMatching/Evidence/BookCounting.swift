extension CardFeatures {
  /// Counts what a decision about two cards needs to know of the others.
  ///
  /// - Parameter threads: How many threads count.
  /// - Returns: The same table whatever the threads and the order of the cards.
  /// - Throws: When the task is cancelled.
  /// - Complexity: O(*n*) in the words and values of the cards.
  public func statistics(threads: Int = 1) async throws -> BookStatistics {
    try await SplitBook(self).statistics(threads: threads)
  }
}

extension SplitBook {
  /// Counts what a decision about two cards needs to know of the others.
  ///
  /// - Parameter threads: How many threads count.
  /// - Returns: The same table whatever the threads and the order of the cards.
  /// - Throws: What reading back throws, or when the task is cancelled.
  /// - Complexity: O(*n*) in the words and values of the cards.
  public func statistics(threads: Int = 1) async throws -> BookStatistics {
    let book = self
    return BookStatistics(
      cards: count, try await Chunks.tasks(Self.tables, threads: threads) { try book.counted($0) })
  }

  /// The same at once, on threads of its own.
  func countedStatistics(threads: Int = 1) throws -> BookStatistics {
    let book = self
    return BookStatistics(
      cards: count, try Chunks.done(Self.tables, threads: threads) { try book.counted($0) })
  }

  /// Tables that may be counted at the same time.
  private static let tables = 5

  /// Counts one of the tables, those that take longest first.
  private func counted(_ table: Int) throws -> StepTable {
    switch table {
    case 0: try countedSharings { BlockingKeys.add(.email, $0, as: $1, $2, &$3) }
    case 1: try countedSharings { BlockingKeys.add(.phone, $0, as: $1, $2, &$3) }
    case 2: try countedNames()
    case 3: try countedSharings { $3.append($2.organizations[$0], $1) }
    default: try countedWords()
    }
  }

  private func countedWords() throws -> StepTable {
    var counts = [UInt32](repeating: 0, count: lexicon.count)
    try forEachPiece { book, _ in for word in book.words { counts[Int(word)] += 1 } }
    // Words with the same Latin form count together.
    var keys = KeyedCards()
    keys.reserveCapacity(lexicon.count)
    for word in 0..<lexicon.count { keys.append(lexicon.usualHashes[word], word) }
    keys.sort()
    var (hashes, steps): ([UInt64], [UInt8]) = ([], [])
    var start = 0
    while start < keys.count {
      let hash = keys.keys[start]
      var sum = 0
      while start < keys.count, keys.keys[start] == hash {
        sum += Int(counts[Int(keys.cards[start])])
        start += 1
      }
      if sum.log2Step >= BookStatistics.fewestWords {
        hashes.append(hash)
        steps.append(UInt8(sum.log2Step))
      }
    }
    return StepTable(hashes: hashes, steps: steps)
  }

  private func countedNames() throws -> StepTable {
    var (hashes, steps): ([UInt64], [UInt8]) = ([], [])
    let generations = briefs.generations
    try forEachBlock { card, number, book, keys in
      keys.append(BlockingKeys.fullName(of: card, book), number)
    } body: { key, cards in
      let step = cards.count.log2Step
      var entry = step >= BookStatistics.fewestNames ? UInt8(step) : 0
      if cards.contains(where: { generations[Int($0)] != 0 }) {
        entry |= BookStatistics.generationBit
      }
      guard entry > 0 else { return }
      hashes.append(key)
      steps.append(entry)
    }
    return StepTable(hashes: hashes, steps: steps)
  }

  /// How many names share each key, where they are more than one.
  private func countedSharings(
    _ add: (Int, Int, CardFeatures, inout KeyedCards) -> Void
  ) throws -> StepTable {
    var (hashes, steps): ([UInt64], [UInt8]) = ([], [])
    let names = NameCounter(briefs, lexicon)
    try forEachBlock(adding: add) { key, cards in
      let step = BookStatistics.sharing(ofNames: names.count(cards))
      guard step > 0 else { return }
      hashes.append(key)
      steps.append(step)
    }
    return StepTable(hashes: hashes, steps: steps)
  }
}

extension BookStatistics {
  /// Puts the tables of a book together: emails, phone numbers, full names, organisations, words.
  fileprivate init(cards: Int, _ tables: [StepTable]) {
    cardStep = cards.log2Step
    wordSteps = tables[4]
    nameSteps = tables[2]
    sharings = tables[0].merged(tables[1]).merged(tables[3])
  }
}

/// Counts how many names, as far as they may be told apart, a few cards have.
private struct NameCounter {
  /// Names that are compared with each other; of more, only distinct given names are counted.
  private static let most = 24

  private let briefs: CardBriefs
  private let lexicon: NameLexicon

  init(_ briefs: CardBriefs, _ lexicon: NameLexicon) {
    self.briefs = briefs
    self.lexicon = lexicon
  }

  /// A name with the least digest of the cards that have it.
  private struct Name {
    var digest: UInt64
    var card: Int
  }

  /// How many; cards without a full given name are no further ones.
  func count(_ cards: ArraySlice<UInt32>) -> Int {
    if cards.count > Self.most { return countGiven(cards) }
    var distinct: [Name] = []
    for card in cards where briefs.given[Int(card)] != CardBriefs.none {
      let name = Name(digest: briefs.digests[Int(card)], card: Int(card))
      var isKnown = false
      for place in distinct.indices where isSame(distinct[place].card, name.card) {
        if name.digest < distinct[place].digest { distinct[place] = name }
        isKnown = true
      }
      if !isKnown { distinct.append(name) }
    }
    switch distinct.count {
    case 0, 1: return distinct.count
    case 2: return mayBeOne(distinct[0].card, distinct[1].card) ? 1 : 2
    default: break
    }
    // Greedy, so the order counts; that of the book must not.
    distinct.sort { $0.digest < $1.digest }
    var kept: [Int] = []
    for name in distinct {
      var isOther = true
      for card in kept where isOther { isOther = !mayBeOne(card, name.card) }
      if isOther { kept.append(name.card) }
    }
    return kept.count
  }

  /// Whether two cards have one name to the letter, as far as it is looked at.
  private func isSame(_ left: Int, _ right: Int) -> Bool {
    briefs.given[left] == briefs.given[right] && briefs.families[left] == briefs.families[right]
      && briefs.generations[left] == briefs.generations[right]
  }

  private func countGiven(_ cards: ArraySlice<UInt32>) -> Int {
    var given: Set<UInt64> = []
    for card in cards {
      let name = briefs.given[Int(card)]
      if name != CardBriefs.none { given.insert(lexicon.usualHashes[Int(name)]) }
    }
    return given.count
  }

  private func mayBeOne(_ left: Int, _ right: Int) -> Bool {
    guard briefs.generations[left] == briefs.generations[right] else { return false }
    let (given, other) = (briefs.given[left], briefs.given[right])
    if sounds(given, other)
      || lexicon.haveCommonGroup(lexicon.facts[Int(given)], lexicon.facts[Int(other)])
    {
      return true
    }
    let (family, second) = (briefs.families[left], briefs.families[right])
    guard family != CardBriefs.none, second != CardBriefs.none else { return false }
    if sounds(given, second), sounds(family, other) { return true }
    // Given names of East Asia are in Latin letters written in one piece and in two.
    let traits = lexicon.traits
    return (traits[Int(family)].script == .eastAsian) != (traits[Int(second)].script == .eastAsian)
      && (sounds(family, second) || sounds(family, other) || sounds(given, second))
  }

  private func sounds(_ left: Word, _ right: Word) -> Bool {
    if left == right { return true }
    let rights = lexicon.soundRange(right)
    for index in lexicon.soundRange(left) {
      let sound = lexicon.sounds[index]
      // Maria and Mario sound alike to whoever hears no vowels.
      for other in rights where lexicon.sounds[other] == sound {
        let (first, second) = (lexicon.usual[Int(left)], lexicon.usual[Int(right)])
        if first.last == second.last
          || lexicon.traits[Int(left)].script != lexicon.traits[Int(right)].script
        {
          return true
        }
      }
    }
    return false
  }
}
