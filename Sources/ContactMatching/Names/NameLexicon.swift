internal import ContactModel
import ContactSearch
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
  /// The usual forms of all words in letters `a` to `z`, which some do not have.
  private(set) var usual: [UInt8] = []
  /// The hash of the usual form, by which words are counted.
  private(set) var usualHashes: [UInt64] = []

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
      let word = words[facts.count]
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
      usualHashes.append(form.isEmpty ? word.hash : StableHash.of(form.span))
      facts.setUsual(form, at: usual.count)
      usual += form
      if facts.formCount > 0 { facts.form = forms[Int(facts.formStart)] }
      if facts.soundCount > 0 { facts.sound = sounds[Int(facts.soundStart)] }
      self.facts.append(facts)
    }
    precondition(facts.count == count, "every word was spelled")
  }

  func sounds(of word: Word) -> ArraySlice<UInt64> { sounds[facts[Int(word)].sounds] }
  func groups(of word: Word) -> ArraySlice<UInt16> { groups[facts[Int(word)].groups] }

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
  /// Where the usual form starts in ``NameLexicon/usual``.
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
  let traits: WordTraits

  init(_ traits: WordTraits) { self.traits = traits }

  /// Where its forms stand in ``NameLexicon/forms``.
  var forms: Range<Int> { Int(formStart)..<Int(formStart) + Int(formCount) }
  /// Where its sounds stand in ``NameLexicon/sounds``.
  var sounds: Range<Int> { Int(soundStart)..<Int(soundStart) + Int(soundCount) }
  /// Where its nickname groups stand in ``NameLexicon/groups``.
  var groups: Range<Int> { Int(groupStart)..<Int(groupStart) + Int(groupCount) }
  /// Where the usual form stands in ``NameLexicon/usual``.
  var usual: Range<Int> { Int(usualStart)..<Int(usualStart) + Int(usualCount) }

  fileprivate mutating func setUsual(_ form: [UInt8], at start: Int) {
    usualStart = UInt32(start)
    usualCount = UInt32(form.count)
    (first, last) = (form.first ?? 0, form.last ?? 0)
    // Digits and whatever else there is have no bits of their own; then they tell nothing.
    for letter in form where 0x61...0x7A ~= letter { letters |= 1 << UInt32(letter - 0x61) }
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
