/// How two words of names agree, the better the higher.
enum WordAgreement: UInt8, Comparable, Sendable {
  /// They are two names.
  case different
  /// They are two names that look alike: `Maria` and `Mario`, `Petrov` and `Petrova`.
  case unlike
  /// They are of scripts that cannot be compared, such as kanji and Latin.
  case incomparable
  /// One is a letter with which the other begins.
  case initial
  /// One is likely a slip of the pen, or another spelling that sounds the same.
  case similar
  /// One is a short or pet form of the other, or both of a third.
  case nickname
  /// The same in two scripts.
  case romanized
  /// The same but for marks, or letters written as two.
  case marked
  /// The same.
  case exact

  static func < (left: WordAgreement, right: WordAgreement) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Compares words of a book, and remembers the last ones that it compared.
struct WordComparer: Sendable {
  private let lexicon: NameLexicon
  /// Steps of words, by their number.
  private let steps: [UInt8]
  private var memory = [Remembered](repeating: Remembered(), count: 1 << memoryBits)

  /// How two words agree that were compared before.
  private struct Remembered: Sendable {
    var left = Word.max
    var right = Word.max
    var agreement = WordAgreement.different
  }

  /// So many that a core's cache holds them.
  private static let memoryBits = 14

  init(_ context: ComparisonRows) {
    lexicon = context.book.lexicon
    steps = context.wordSteps
  }

  /// Letters, fewer of which a slip turns into another name.
  private static let fewestTypoLetters = 5
  /// Letters from which on there may be two slips.
  private static let fewestTwoTypoLetters = 9

  /// How two words agree; the order does not count.
  mutating func agreement(_ left: Word, _ right: Word) -> WordAgreement {
    if left == right { return .exact }
    let (left, right) = (min(left, right), max(left, right))
    let hash = StableHash.mix(UInt64(left) << 32 | UInt64(right))
    let slot = Int(truncatingIfNeeded: hash) & (memory.count - 1)
    let known = memory[slot]
    if known.left == left, known.right == right { return known.agreement }
    let agreement = compare(left, right)
    memory[slot] = Remembered(left: left, right: right, agreement: agreement)
    return agreement
  }

  private func compare(_ left: Word, _ right: Word) -> WordAgreement {
    let (leftFacts, rightFacts) = (lexicon.facts[Int(left)], lexicon.facts[Int(right)])
    if leftFacts.traits.isHan, rightFacts.traits.isHan { return .different }
    let sameScript = leftFacts.traits.script == rightFacts.traits.script
    if sharesForm(leftFacts, rightFacts) {
      // Kana, Hangul and Han that sound alike are compared as they are written.
      if sameScript { return leftFacts.traits.script == .eastAsian ? .incomparable : .marked }
      return .romanized
    }
    if leftFacts.traits.isInitial || rightFacts.traits.isInitial {
      guard leftFacts.traits.isInitial != rightFacts.traits.isInitial else { return .different }
      let (initial, whole) =
        leftFacts.traits.isInitial ? (leftFacts, rightFacts) : (rightFacts, leftFacts)
      if initial.usualCount > 0, initial.first == whole.first, whole.usualCount > 0 {
        return .initial
      }
      let (letter, word) = leftFacts.traits.isInitial ? (left, right) : (right, left)
      return lexicon.words[Int(word)].text.hasPrefix(lexicon.words[Int(letter)].text)
        ? .initial : .different
    }
    if lexicon.haveCommonGroup(leftFacts, rightFacts) { return .nickname }
    guard sameScript else {
      if sharesSound(leftFacts, rightFacts), isSpelledNear(leftFacts, rightFacts) {
        return .romanized
      }
      let isEastAsian =
        leftFacts.traits.script == .eastAsian || rightFacts.traits.script == .eastAsian
      return isEastAsian || leftFacts.traits.isAbjad || rightFacts.traits.isAbjad
        || leftFacts.traits.script == .thai || rightFacts.traits.script == .thai
        ? .incomparable : .unlike
    }
    if leftFacts.traits.script == .eastAsian {
      return leftFacts.traits.isHan == rightFacts.traits.isHan ? .different : .incomparable
    }
    return spelledAlike(left, right, leftFacts: leftFacts, rightFacts: rightFacts)
  }

  // MARK: Spelling

  private func spelledAlike(
    _ left: Word, _ right: Word, leftFacts: WordFacts, rightFacts: WordFacts
  ) -> WordAgreement {
    let octets = lexicon.usual.span
    let (first, second) = (
      octets.extracting(leftFacts.usual), octets.extracting(rightFacts.usual)
    )
    let shorter = min(first.count, second.count)
    guard shorter > 0 else { return .different }
    let sounds = sharesSound(leftFacts, rightFacts)
    let distance =
      abs(first.count - second.count) > 2 || leftFacts.isFar(from: rightFacts)
      ? 3 : SlipDistance.between(first, second, atMost: 3)
    // The endings tell Maria from Mario and Petrov from Petrova.
    let sameLast = leftFacts.last == rightFacts.last
    let sameEnds = leftFacts.first == rightFacts.first && sameLast
    let isSlip =
      sameEnds
      && (distance == 1
        && (shorter >= Self.fewestTypoLetters || shorter > 2 && isRareBesideCommon(left, right))
        || distance == 2 && shorter >= Self.fewestTwoTypoLetters)
      || distance == 1 && shorter > 2 && isDoubling(first, second)
    let soundsAlike = sounds && sameLast && shorter >= Self.fewestTypoLetters && distance < 3
    if isSlip || soundsAlike, mayBeOne(left, right, leftFacts: leftFacts, rightFacts: rightFacts) {
      return .similar
    }
    if distance <= 2, shorter > 2 || sounds { return .unlike }
    // A short form that no table has is the beginning of the name.
    return sounds || shorter >= 2 && haveSame(first, second, prefix: shorter)
      || shorter >= 4 && haveSame(first, second, prefix: 3) ? .unlike : .different
  }

  private func haveSame(_ first: Span<UInt8>, _ second: Span<UInt8>, prefix count: Int) -> Bool {
    for index in 0..<count where first[index] != second[index] { return false }
    return true
  }

  /// Whether two words are the same but for a letter written twice.
  private func isDoubling(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
    if first.count > second.count { return isDoubled(second, first) }
    return isDoubled(first, second)
  }

  private func isDoubled(_ fewer: Span<UInt8>, _ more: Span<UInt8>) -> Bool {
    guard fewer.count + 1 == more.count else { return false }
    var index = 0
    while index < fewer.count, fewer[index] == more[index] { index += 1 }
    guard index > 0, more[index] == more[index - 1] else { return false }
    while index < fewer.count, fewer[index] == more[index + 1] { index += 1 }
    return index == fewer.count
  }

  /// Whether one of two words stands on one card, and the other on eight times as many.
  private func isRareBesideCommon(_ left: Word, _ right: Word) -> Bool {
    let (first, second) = (steps[Int(left)], steps[Int(right)])
    return min(first, second) == 0 && max(first, second) >= 3
  }

  /// Whether one of two words is so rare in the book that it may be a slip of the other; two that
  /// many people have are two names.
  private func mayBeOne(
    _ left: Word, _ right: Word, leftFacts: WordFacts, rightFacts: WordFacts
  ) -> Bool {
    let (first, second) = (steps[Int(left)], steps[Int(right)])
    guard min(first, second) <= 1 || max(first, second) - min(first, second) >= 5 else {
      return false
    }
    return leftFacts.groupCount == 0 || rightFacts.groupCount == 0
  }

  /// Whether some spelling of a word of another script is near a Latin one; scripts that leave
  /// vowels out are near whatever sounds alike.
  private func isSpelledNear(_ left: WordFacts, _ right: WordFacts) -> Bool {
    if left.traits.isAbjad || right.traits.isAbjad { return true }
    let isEastAsian = left.traits.script == .eastAsian || right.traits.script == .eastAsian
    let most = isEastAsian ? 1 : min(left.usualCount, right.usualCount) > 8 ? 3 : 2
    let octets = lexicon.usual.span
    return SlipDistance.between(
      octets.extracting(left.usual), octets.extracting(right.usual), atMost: most + 1) <= most
  }

  // MARK: Sets

  private func sharesForm(_ left: WordFacts, _ right: WordFacts) -> Bool {
    // Nearly all words have one form.
    if left.formCount <= 1, right.formCount <= 1 {
      return left.form == right.form && left.formCount == right.formCount && left.formCount > 0
    }
    return lexicon.forms.haveCommon(left.forms, right.forms)
  }

  private func sharesSound(_ left: WordFacts, _ right: WordFacts) -> Bool {
    if left.soundCount == 1, right.soundCount == 1 { return left.sound == right.sound }
    return lexicon.sounds.haveCommon(left.sounds, right.sounds)
  }
}
