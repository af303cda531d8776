internal import ContactModel
internal import ICU

/// The words of a book's names, each romanized once.
///
/// ```
///          ┌▶ forms      muller mueller
/// müller ──┼▶ sounds     mlr
///          └▶ nicknames  the groups of given names that it belongs to
/// ```
struct NameLexicon: Sendable {
  private(set) var words: [KnownWord] = []

  // Of the words that were spelled.
  private(set) var facts: [WordFacts] = []
  /// The hashes of the forms of all words.
  private(set) var forms: [UInt64] = []
  private(set) var sounds: [UInt64] = []
  private(set) var groups: [UInt16] = []
  /// The usual form of each word in letters `a` to `z`; empty where it has none.
  private(set) var usual = Usual()
  /// The hash of the usual form, by which words are counted.
  private(set) var usualHashes: [UInt64] = []

  /// The usual forms of words, one after the other.
  struct Usual: Sendable {
    fileprivate(set) var octets: [UInt8] = []
    private var ends: [UInt32] = [0]

    subscript(word: Int) -> ArraySlice<UInt8> { octets[range(word)] }

    func range(_ word: Int) -> Range<Int> { Int(ends[word])..<Int(ends[word + 1]) }

    fileprivate mutating func append(_ form: [UInt8]) {
      octets += form
      ends.append(UInt32(octets.count))
    }
  }

  var count: Int { words.count }

  /// Creates a lexicon without words.
  init() {}

  /// Takes in some of the words of all threads, in order; they are to be spelled then.
  mutating func append(_ stored: [KnownWord], _ numbers: some Sequence<Word>) {
    for number in numbers { words.append(stored[Int(number)]) }
  }

  /// Words that were taken in and are not spelled yet.
  var unspelled: Range<Int> { facts.count..<count }

  // MARK: Forms

  /// What is found out about a word by looking at its letters.
  struct Spelled: Sendable {
    var forms: [[UInt8]] = []
    var sounds: [UInt64] = []
    var groups: [UInt16] = []
  }

  /// Finds out about the words of a range; any thread may.
  func spelled(_ range: Range<Int>) throws(ICUError) -> [Spelled] {
    var result: [Spelled] = []
    result.reserveCapacity(range.count)
    for word in range { result.append(try spelled(words[word])) }
    return result
  }

  private func spelled(_ word: KnownWord) throws(ICUError) -> Spelled {
    var spelled = Spelled()
    let text = word.text
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    spelled.forms = isASCII ? [Array(text.utf8)] : try NameSpelling.spellings(of: text)
    if !isASCII, word.traits.script == .latin {
      for (letter, pair) in NameTables.wideLetters where text.unicodeScalars.contains(letter) {
        var wide = ""
        for scalar in text.unicodeScalars {
          if scalar == letter { wide += pair } else { wide.unicodeScalars.append(scalar) }
        }
        for form in try NameSpelling.spellings(of: wide) where !spelled.forms.contains(form) {
          spelled.forms.append(form)
        }
      }
    }
    var skeleton: [UInt8] = []
    for form in spelled.forms {
      NameSkeleton.replace(&skeleton, with: form.span)
      guard !skeleton.isEmpty else { continue }
      let sound = StableHash.of(skeleton.span)
      if !spelled.sounds.contains(sound) { spelled.sounds.append(sound) }
      for group in Nicknames.standard.groups(of: form) where !spelled.groups.contains(group) {
        spelled.groups.append(group)
      }
    }
    if word.traits.isHan || spelled.sounds.isEmpty { spelled.sounds.append(word.hash) }
    if spelled.sounds.count > Self.mostSounds {
      spelled.sounds.removeSubrange(Self.mostSounds...)
    }
    return spelled
  }

  /// Sounds of one word; more spellings than that sound alike but for a vowel.
  private static let mostSounds = 3

  /// Keeps what was found out about the words that were ``unspelled``, in their order.
  mutating func finish(_ all: [[Spelled]]) {
    for spelled in all.joined() {
      let number = facts.count
      let word = words[number]
      var facts = WordFacts(word.traits)
      facts.formStart = UInt32(forms.count)
      facts.formCount = UInt16(clamping: spelled.forms.count)
      for form in spelled.forms.prefix(Int(UInt16.max)) { forms.append(StableHash.of(form.span)) }
      facts.soundStart = UInt32(sounds.count)
      facts.soundCount = UInt8(spelled.sounds.count)
      sounds += spelled.sounds
      facts.groupStart = UInt32(groups.count)
      facts.groupCount = UInt16(spelled.groups.count)
      groups += spelled.groups
      // Han names that sound alike are counted apart.
      let form = word.traits.isHan ? [] : spelled.forms.first ?? []
      usual.append(form)
      usualHashes.append(form.isEmpty ? word.hash : StableHash.of(form.span))
      facts.setUsual(usual.range(number), usual.octets.span)
      if facts.formCount > 0 { facts.form = forms[Int(facts.formStart)] }
      if facts.soundCount > 0 { facts.sound = sounds[Int(facts.soundStart)] }
      self.facts.append(facts)
    }
    precondition(facts.count == count, "every word was spelled")
  }

  func soundRange(_ word: Word) -> Range<Int> { facts[Int(word)].sounds }
  func groupRange(_ word: Word) -> Range<Int> { facts[Int(word)].groups }

  /// Whether two words are forms of one name, as nicknames are.
  func haveCommonGroup(_ left: WordFacts, _ right: WordFacts) -> Bool {
    groups.haveCommon(left.groups, right.groups)
  }
}

/// What comparing needs of a word first, side by side: one touch of memory a word.
struct WordFacts: Sendable {
  /// The first sound.
  var sound: UInt64 = 0
  /// A bit for each letter of the usual form.
  private(set) var letters: UInt32 = 0
  /// Where the usual form starts in ``NameLexicon/Usual/octets``.
  private(set) var usualStart: UInt32 = 0
  /// The hash of the first form.
  var form: UInt64 = 0
  var formStart: UInt32 = 0
  var soundStart: UInt32 = 0
  var groupStart: UInt32 = 0
  private(set) var usualCount: UInt32 = 0
  var formCount: UInt16 = 0
  var groupCount: UInt16 = 0
  var soundCount: UInt8 = 0
  /// The first and the last letter of the usual form; 0 where it has none.
  private(set) var first: UInt8 = 0
  private(set) var last: UInt8 = 0
  let script: WritingSystem
  let isInitial: Bool
  let isParticle: Bool
  let isHan: Bool
  let isAbjad: Bool

  init(_ traits: WordTraits) {
    script = traits.script
    isInitial = traits.isInitial
    isParticle = traits.isParticle
    isHan = traits.isHan
    isAbjad = traits.isAbjad
  }

  /// Where its forms stand in ``NameLexicon/forms``.
  var forms: Range<Int> { Int(formStart)..<Int(formStart) + Int(formCount) }
  /// Where its sounds stand in ``NameLexicon/sounds``.
  var sounds: Range<Int> { Int(soundStart)..<Int(soundStart) + Int(soundCount) }
  /// Where its nickname groups stand in ``NameLexicon/groups``.
  var groups: Range<Int> { Int(groupStart)..<Int(groupStart) + Int(groupCount) }
  /// Where the usual form stands in ``NameLexicon/Usual/octets``.
  var usual: Range<Int> { Int(usualStart)..<Int(usualStart) + Int(usualCount) }

  fileprivate mutating func setUsual(_ range: Range<Int>, _ octets: Span<UInt8>) {
    usualStart = UInt32(range.lowerBound)
    usualCount = UInt32(range.count)
    guard !range.isEmpty else { return }
    first = octets[range.lowerBound]
    last = octets[range.upperBound - 1]
    // Digits and whatever else there is have no bits of their own; then they tell nothing.
    for index in range where 0x61...0x7A ~= octets[index] {
      letters |= 1 << UInt32(octets[index] - 0x61)
    }
  }

  /// Whether more letters stand in one word only than two slips can put there: one slip takes out a
  /// letter and puts in another at most.
  func isFar(from other: WordFacts) -> Bool { (letters ^ other.letters).nonzeroBitCount > 4 }
}

extension Array where Element: Equatable {
  /// Whether an element stands at two places, of which each is in one of two ranges.
  func haveCommon(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    for index in left {
      for other in right where self[index] == self[other] { return true }
    }
    return false
  }
}
