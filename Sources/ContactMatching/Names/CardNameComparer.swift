/// Compares the names of two cards of a book.
struct CardNameComparer: Sendable {
  // Of the context, for all of them are looked at for every pair.
  private let cardStep: Int
  private let steps: [UInt8]
  private let lexicon: NameLexicon
  /// The words of all names, one after the other.
  private let all: [Word]
  private var words: WordComparer
  /// What a word is that several are written together as, and its sound.
  private var joined: [UInt8] = []
  private var skeleton: [UInt8] = []

  init(_ context: ComparisonRows) {
    cardStep = context.cardStep
    steps = context.wordSteps
    lexicon = context.book.lexicon
    all = context.book.words
    words = WordComparer(context)
  }

  /// Words of a name, no more than it may have.
  private struct Words {
    private var words = InlineArray<12, Word>(repeating: 0)
    private(set) var count = 0

    subscript(index: Int) -> Word { words[index] }

    mutating func append(_ word: Word) {
      words[count] = word
      count += 1
    }
  }

  /// What the names of two cards have to do with each other; the order does not count.
  mutating func compare(
    _ left: CardFeatures.Row, _ right: CardFeatures.Row
  ) -> NameFinding {
    let (first, second) = (left.name, right.name)
    let both = left.flags.union(right.flags)
    var best = NameFinding()
    if !first.isEmpty, !second.isEmpty {
      if left.joined == right.joined {
        best = sameWords(first, second)
      } else {
        best = align(first, second)
        if rank(best) < Self.good {
          let isSingle = first.family.isEmpty || second.family.isEmpty
          var swapped = isSingle ? alignSingle(first, second) : alignSwapped(first, second)
          swapped.isSwapped = true
          if rank(swapped) > rank(best),
            swapped.given.isAgreeing || isSingle && swapped.family.isAgreeing
          {
            best = swapped
          }
          if rank(best) < Self.good, let turned = alignFamilyFirst(first, second),
            rank(turned) > rank(best)
          {
            best = turned
          }
        }
        if rank(best) < Self.good,
          left.flags.union(right.flags).contains(.isUndivided),
          let bag = alignBag(first, second), rank(bag) > rank(best)
        {
          best = bag
        }
      }
      if both.contains(.isSeveral), !left.flags.intersection(right.flags).contains(.isSeveral) {
        // One of a couple is not the couple.
        best.given = .different
      } else if !both.isDisjoint(with: [.isOrganization, .isSeveral]),
        best.given != .exact || best.family != .exact && best.family != .missing
      {
        best.given = .different
      }
    }
    // A group is nobody, whatever it is called.
    if both.contains(.isGroup), !left.flags.intersection(right.flags).contains(.isGroup) {
      best.given = .different
    }
    let (generation, other) = (left.generation, right.generation)
    if generation != 0 || other != 0 {
      best.generation =
        generation == other ? .same : generation == 0 || other == 0 ? .oneSided : .different
    }
    return best
  }

  /// The rank of a finding that no other way of reading is looked for.
  private static let good = 12

  private func rank(_ finding: NameFinding) -> Int {
    finding.given.rank + finding.family.rank - (finding.isSwapped ? 1 : 0)
      - (finding.middle == .different ? 4 : 0)
  }

  // MARK: Ways to put the words side by side

  /// Names with the same letters in the same order, however they are divided.
  private mutating func sameWords(_ first: NamePlaces, _ second: NamePlaces) -> NameFinding {
    var finding = align(first, second)
    if finding.given != .exact || finding.family != .exact {
      let swapped = alignSwapped(first, second)
      if swapped.given == .exact, swapped.family == .exact {
        finding = swapped
        finding.isSwapped = true
      } else {
        finding.given = .exact
        finding.family = first.family.isEmpty && second.family.isEmpty ? .missing : .exact
        finding.middle = .none
        finding.givenRarity = min(rarity(first.given), rarity(second.given))
        finding.familyRarity = min(rarity(first.family), rarity(second.family))
      }
    }
    return finding
  }

  /// Given names beside family names.
  ///
  /// Either side may be the one that is turned around, and which matters where one of them has a name
  /// in two words; the better way counts, whichever comes first.
  private mutating func alignSwapped(_ first: NamePlaces, _ second: NamePlaces) -> NameFinding {
    let (left, right) = (align(first, second.swapped), align(first.swapped, second))
    func order(_ finding: NameFinding) -> (Int, Int, Int, Int, Int) {
      (
        rank(finding), finding.given.rank, -Int(finding.middle.rawValue), finding.givenRarity,
        finding.familyRarity
      )
    }
    return order(left) < order(right) ? right : left
  }

  private mutating func align(_ first: NamePlaces, _ second: NamePlaces) -> NameFinding {
    var finding = NameFinding()
    compareGiven(first, second, finding: &finding)
    compareFamily(first.family, second.family, finding: &finding)
    return finding
  }

  /// One side is in an East Asian script, and the other is its Latin spelling in that order: `Park Ji
  /// Sung`.
  private mutating func alignFamilyFirst(_ first: NamePlaces, _ second: NamePlaces) -> NameFinding?
  {
    let (isFirst, isSecond) = (isEastAsian(first), isEastAsian(second))
    guard isFirst != isSecond else { return nil }
    let (eastern, latin) = isFirst ? (first, second) : (second, first)
    guard latin.given.count == 1, !latin.middle.isEmpty, !latin.family.isEmpty else { return nil }
    let turned = NamePlaces(
      given: latin.middle.lowerBound..<latin.family.upperBound,
      middle: latin.family.upperBound..<latin.family.upperBound, family: latin.given,
      other: latin.other, hasParticle: latin.hasParticle)
    var finding = align(eastern, turned)
    finding.isSwapped = true
    return finding
  }

  private func isEastAsian(_ view: NamePlaces) -> Bool {
    guard let first = view.family.first ?? view.given.first else { return false }
    return lexicon.facts[Int(all[first])].traits.script == .eastAsian
  }

  /// One side has one name only: it may be the other's family name, or in East Asia the whole name.
  private mutating func alignSingle(_ first: NamePlaces, _ second: NamePlaces) -> NameFinding {
    let (single, whole) = first.family.isEmpty ? (first, second) : (second, first)
    var finding = NameFinding()
    guard single.given.count == 1, single.family.isEmpty, !whole.family.isEmpty else {
      finding.given = .different
      return finding
    }
    if whole.given.count == 1, whole.family.count == 1, isEastAsian(single),
      isWritten(single, whole)
    {
      finding.given = .exact
      finding.family = .exact
      finding.givenRarity = rarity(whole.given)
      finding.familyRarity = rarity(whole.family)
      return finding
    }
    compareFamily(single.given, whole.family, finding: &finding)
    if !finding.family.isAgreeing { finding.given = .different }
    return finding
  }

  /// Whether a name in one piece is given and family name of another in either order.
  private func isWritten(_ single: NamePlaces, _ whole: NamePlaces) -> Bool {
    let text = lexicon.words[Int(all[single.given.lowerBound])].text
    let given = lexicon.words[Int(all[whole.given.lowerBound])].text
    let family = lexicon.words[Int(all[whole.family.lowerBound])].text
    return text.utf8.count == given.utf8.count + family.utf8.count
      && (text.hasPrefix(given) && text.hasSuffix(family)
        || text.hasPrefix(family) && text.hasSuffix(given))
  }

  /// Every word of the shorter name is one of the longer, in whatever order.
  private mutating func alignBag(_ first: NamePlaces, _ second: NamePlaces) -> NameFinding? {
    let (left, right) = (core(first), core(second))
    let (fewer, more) = left.count <= right.count ? (left, right) : (right, left)
    guard fewer.count >= 2, more.count <= CardName.mostWords else { return nil }
    var taken = Taken()
    var finding = NameFinding()
    var worst = WordAgreement.exact
    var full = 0
    for place in 0..<fewer.count {
      let word = fewer[place]
      guard let best = best(word, in: more, except: taken, above: .incomparable) else { return nil }
      taken[best.index] = true
      worst = min(worst, best.agreement)
      if best.agreement > .initial {
        full += 1
        let bits = min(rarity(word), rarity(more[best.index]))
        if place == 0 { finding.givenRarity = bits } else { finding.familyRarity += bits }
      }
    }
    // The first name of one is not left out by the other.
    guard full >= 1, taken[0] || taken[more.count - 1] else { return nil }
    if fewer.count < more.count, worst == .similar { return nil }
    finding.given = NameFinding.Level(worst)
    finding.family =
      fewer.count < more.count ? .compound : worst == .initial ? .exact : NameFinding.Level(worst)
    return finding
  }

  /// Which words of a name stand beside another's already.
  private struct Taken {
    private var bits: UInt16 = 0

    subscript(index: Int) -> Bool {
      get { bits >> UInt16(index) & 1 != 0 }
      set { if newValue { bits |= 1 << UInt16(index) } else { bits &= ~(1 << UInt16(index)) } }
    }
  }

  /// The word that agrees best with another, and better than so.
  private mutating func best(
    _ word: Word, in more: Words, except taken: Taken, above least: WordAgreement
  ) -> (index: Int, agreement: WordAgreement)? {
    var best: (index: Int, agreement: WordAgreement)?
    for index in 0..<more.count where !taken[index] {
      let agreement = words.agreement(word, more[index])
      if agreement > best?.agreement ?? least { best = (index, agreement) }
    }
    return best
  }

  /// The words without particles.
  private func core(_ view: NamePlaces) -> Words {
    var result = Words()
    for index in view.core where !(view.hasParticle && isParticle(all[index])) {
      result.append(all[index])
    }
    return result
  }

  // MARK: Given names

  private mutating func compareGiven(
    _ first: NamePlaces, _ second: NamePlaces, finding: inout NameFinding
  ) {
    guard let left = leadOfGiven(first), let right = leadOfGiven(second) else { return }
    var agreement = words.agreement(all[left], all[right])
    var rarity = min(rarity(all[left]), rarity(all[right]))
    if agreement < .initial || agreement == .initial && first.given.count != second.given.count {
      if let joined = joinedAgreement(first, second), joined > agreement {
        finding.given = NameFinding.Level(joined)
        finding.givenRarity = rarity
        return
      }
    }
    if agreement < .initial, sharesOther(first, second) {
      agreement = .nickname
      rarity = 0
    } else if agreement == .nickname {
      finding.areBothFormal = isFormal(all[left]) && isFormal(all[right])
    }
    finding.given = NameFinding.Level(agreement)
    if agreement < .initial, let found = otherGiven(first, second) {
      finding.given = .other
      finding.givenRarity = found
      return
    }
    if agreement > .initial { finding.givenRarity = rarity }
    if agreement >= .initial { compareMiddle(first, second, finding: &finding) }
  }

  private func isFormal(_ word: Word) -> Bool {
    Nicknames.standard.isFormal(Array(lexicon.usual[lexicon.facts[Int(word)].usual]))
  }

  /// The place of the first given name that is no particle: families stand in given names' place, too.
  private func leadOfGiven(_ view: NamePlaces) -> Int? {
    if view.hasParticle {
      for place in view.given where !isParticle(all[place]) { return place }
    }
    return view.given.first
  }

  private func isParticle(_ word: Word) -> Bool { lexicon.facts[Int(word)].traits.isParticle }

  /// The given names written as one word: Jean-Pierre and Jeanpierre, Chul-soo and 철수.
  private mutating func joinedAgreement(_ first: NamePlaces, _ second: NamePlaces) -> WordAgreement?
  {
    guard first.given.count + first.middle.count != second.given.count + second.middle.count else {
      return nil
    }
    let (fewer, more) =
      first.given.count + first.middle.count < second.given.count + second.middle.count
      ? (first, second) : (second, first)
    guard fewer.given.count == 1, fewer.middle.isEmpty,
      more.given.count + more.middle.count <= 3
    else { return nil }
    joined.removeAll(keepingCapacity: true)
    for index in more.given { append(all[index]) }
    for index in more.middle { append(all[index]) }
    let single = all[fewer.given.lowerBound]
    let facts = lexicon.facts[Int(single)]
    // Beside the comparer, which changes.
    let octets = lexicon.usual
    let usual = octets.span.extracting(facts.usual)
    if joined.elementsEqual(octets[facts.usual]) { return .exact }
    guard joined.count > 3 else { return nil }
    let word = joined
    NameSkeleton.replace(&skeleton, with: word.span)
    let sound = StableHash.of(skeleton.span)
    guard lexicon.sounds(of: single).contains(sound) else { return nil }
    if facts.traits.script != .latin { return .romanized }
    return SlipDistance.between(usual, word.span, atMost: 3) < 3 ? .similar : nil
  }

  private mutating func append(_ word: Word) {
    for index in lexicon.facts[Int(word)].usual { joined.append(lexicon.usual[index]) }
  }

  /// Whether a nickname of one side is the given name of the other.
  private mutating func sharesOther(_ first: NamePlaces, _ second: NamePlaces) -> Bool {
    for (names, nicknames) in [(first.given, second.other), (second.given, first.other)] {
      for index in nicknames {
        for name in names where words.agreement(all[index], all[name]) >= .nickname { return true }
      }
    }
    return false
  }

  /// The rarity of a further given name of one side that is the first of the other.
  private mutating func otherGiven(_ first: NamePlaces, _ second: NamePlaces) -> Int? {
    for (one, more) in [(first, second), (second, first)] {
      guard let given = one.given.first else { continue }
      let (word, further) = (all[given], further(more))
      for place in 0..<further.count where words.agreement(word, further[place]) > .initial {
        return rarity(word)
      }
    }
    return nil
  }

  /// The given names but the first, and the middle names.
  private func further(_ name: NamePlaces) -> Words {
    var result = Words()
    for index in name.given.dropFirst() { result.append(all[index]) }
    for index in name.middle { result.append(all[index]) }
    return result
  }

  private mutating func compareMiddle(
    _ first: NamePlaces, _ second: NamePlaces, finding: inout NameFinding
  ) {
    let (left, right) = (further(first), further(second))
    guard left.count > 0, right.count > 0 else {
      if left.count > 0 || right.count > 0 { finding.middle = .oneSided }
      return
    }
    var best = WordAgreement.different
    for place in 0..<left.count {
      for other in 0..<right.count { best = max(best, words.agreement(left[place], right[other])) }
    }
    finding.middle =
      best > .initial
      ? .same : best == .initial ? .initial : best == .incomparable ? .none : .different
  }

  // MARK: Family names

  private mutating func compareFamily(
    _ first: Range<Int>, _ second: Range<Int>, finding: inout NameFinding
  ) {
    if first.count == 1, second.count == 1 {
      compareSingle(all[first.lowerBound], all[second.lowerBound], finding: &finding)
      return
    }
    let (left, right) = (withoutParticles(first), withoutParticles(second))
    let (fewer, more) = left.count <= right.count ? (left, right) : (right, left)
    guard fewer.count > 0 else { return }
    let lead = fewer[0]
    if fewer.count == 1, more.count == 1 {
      compareSingle(lead, more[0], finding: &finding)
      return
    }
    if fewer.count < more.count, joinedFamily(fewer, more) {
      finding.family = .exact
      finding.familyRarity = rarity(lead)
      return
    }
    var taken = Taken()
    var worst = WordAgreement.exact
    var matched = 0
    for place in 0..<fewer.count {
      let word = fewer[place]
      guard let best = best(word, in: more, except: taken, above: .initial) else { continue }
      taken[best.index] = true
      matched += 1
      worst = min(worst, best.agreement)
      finding.familyRarity += min(rarity(word), rarity(more[best.index]))
    }
    if matched == fewer.count {
      finding.family = fewer.count < more.count ? .compound : NameFinding.Level(worst)
      // A mark less and a name less are two steps, which few pairs of one person are apart.
      if finding.family == .compound, worst < .romanized { finding.family = .mixed }
    } else if matched > 0 {
      finding.family = .mixed
    } else {
      finding.family = NameFinding.Level(words.agreement(lead, more[0]))
      if finding.family.isAgreeing { finding.family = .unlike }
    }
  }

  private mutating func compareSingle(
    _ left: Word, _ right: Word, finding: inout NameFinding
  ) {
    let agreement = words.agreement(left, right)
    finding.family = NameFinding.Level(agreement)
    if agreement > .initial { finding.familyRarity = min(rarity(left), rarity(right)) }
    if agreement == .nickname { finding.family = .unlike }
  }

  /// Whether both are the same letters, however they are divided.
  private func joinedFamily(_ fewer: Words, _ more: Words) -> Bool {
    let octets = lexicon.usual.span
    var (left, right) = (0..<0, 0..<0)
    var (nextLeft, nextRight) = (0, 0)
    var isEmpty = true
    while true {
      while left.isEmpty, nextLeft < fewer.count {
        left = lexicon.facts[Int(fewer[nextLeft])].usual
        nextLeft += 1
      }
      while right.isEmpty, nextRight < more.count {
        right = lexicon.facts[Int(more[nextRight])].usual
        nextRight += 1
      }
      if left.isEmpty || right.isEmpty { return left.isEmpty && right.isEmpty && !isEmpty }
      isEmpty = false
      if octets[left.lowerBound] != octets[right.lowerBound] { return false }
      left = left.lowerBound + 1..<left.upperBound
      right = right.lowerBound + 1..<right.upperBound
    }
  }

  /// The words of a family name without particles, or all where there is nothing else.
  private func withoutParticles(_ range: Range<Int>) -> Words {
    var result = Words()
    for index in range where !isParticle(all[index]) { result.append(all[index]) }
    if result.count == 0 { for index in range { result.append(all[index]) } }
    return result
  }

  // MARK: Rarity

  private func rarity(_ word: Word) -> Int {
    max(0, cardStep - Int(steps[Int(word)]))
  }

  private func rarity(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 + rarity(all[$1]) }
  }
}
