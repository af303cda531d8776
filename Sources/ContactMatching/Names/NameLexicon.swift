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
      // Han names that sound alike are counted apart.
      let form = word.traits.isHan ? [] : spelled.forms.first ?? []
      usualHashes.append(form.isEmpty ? word.hash : StableHash.of(form.span))
      usual += form
      for form in spelled.forms.prefix(Int(UInt16.max)) { forms.append(StableHash.of(form.span)) }
      sounds += spelled.sounds
      groups += spelled.groups
      keepFacts(
        word.traits, forms: spelled.forms.count, sounds: spelled.sounds.count,
        groups: spelled.groups.count, usual: form.count)
    }
    precondition(facts.count == count, "every word was spelled")
  }

  /// Keeps where what is known of the next word stands: at the end of each list.
  private mutating func keepFacts(
    _ traits: WordTraits, forms formCount: Int, sounds soundCount: Int, groups groupCount: Int,
    usual usualCount: Int
  ) {
    var facts = WordFacts(traits)
    facts.formCount = UInt16(clamping: formCount)
    facts.formStart = UInt32(forms.count - Int(facts.formCount))
    facts.soundCount = UInt8(soundCount)
    facts.soundStart = UInt32(sounds.count - soundCount)
    facts.groupCount = UInt16(groupCount)
    facts.groupStart = UInt32(groups.count - groupCount)
    facts.setUsual(usual[(usual.count - usualCount)...], at: usual.count - usualCount)
    if facts.formCount > 0 { facts.form = forms[Int(facts.formStart)] }
    if facts.soundCount > 0 { facts.sound = sounds[Int(facts.soundStart)] }
    self.facts.append(facts)
  }

  func sounds(of word: Word) -> ArraySlice<UInt64> { sounds[facts[Int(word)].sounds] }
  func groups(of word: Word) -> ArraySlice<UInt16> { groups[facts[Int(word)].groups] }

  // MARK: As octets

  private struct Packing: OptionSet {
    let rawValue: UInt8
    /// The usual form is the word itself.
    static let isUsual = Packing(rawValue: 1)
    /// The hash by which the word is counted is that of its text.
    static let isCounted = Packing(rawValue: 2)
    /// The only form is the usual one.
    static let hasOneForm = Packing(rawValue: 4)
    static let isInitial = Packing(rawValue: 8)
    static let isParticle = Packing(rawValue: 16)
    static let isHan = Packing(rawValue: 32)
    static let isAbjad = Packing(rawValue: 64)
  }

  /// Appends a word with all that is known of it, so that whoever reads it need not spell it.
  ///
  /// Titles are no part of it: they are only asked for while names are read.
  func append(_ word: Word, to blob: inout BlobWriter) {
    let (known, facts) = (words[Int(word)], facts[Int(word)])
    let usual = self.usual[facts.usual]
    let (traits, forms) = (facts.traits, self.forms[facts.forms])
    var packing: Packing = []
    if usual.elementsEqual(known.text.utf8) { packing.insert(.isUsual) }
    if usualHashes[Int(word)] == known.hash { packing.insert(.isCounted) }
    if forms.count == 1, forms.first == usualHashes[Int(word)] { packing.insert(.hasOneForm) }
    if traits.isInitial { packing.insert(.isInitial) }
    if traits.isParticle { packing.insert(.isParticle) }
    if traits.isHan { packing.insert(.isHan) }
    if traits.isAbjad { packing.insert(.isAbjad) }
    blob.append(packing.rawValue)
    blob.append(traits.script.rawValue)
    blob.append(counted: known.text.utf8)
    if !packing.contains(.isUsual) { blob.append(counted: usual) }
    if !packing.contains(.isCounted) { blob.append(usualHashes[Int(word)]) }
    if !packing.contains(.hasOneForm) {
      blob.append(packed: forms.count)
      for form in forms { blob.append(form) }
    }
    appendSounds(of: facts, to: &blob)
  }

  private func appendSounds(of facts: WordFacts, to blob: inout BlobWriter) {
    blob.append(facts.soundCount)
    for sound in sounds[facts.sounds] { blob.append(sound) }
    blob.append(packed: Int(facts.groupCount))
    for group in groups[facts.groups] { blob.append(packed: Int(group)) }
  }

  private mutating func readSounds(
    _ blob: inout BlobReader
  ) throws(BlobError) -> (sounds: Int, groups: Int) {
    let soundCount = Int(try blob.octet())
    for _ in 0..<soundCount { sounds.append(try blob.number64()) }
    let groupCount = try blob.count()
    guard groupCount <= Int(UInt16.max) else { throw .damaged }
    for _ in 0..<groupCount { groups.append(UInt16(try blob.number(below: 1 << 16))) }
    return (soundCount, groupCount)
  }

  /// Takes in a word that ``append(_:to:)`` wrote, unless it is known, and tells its number.
  ///
  /// - Parameters:
  ///   - blob: What is read.
  ///   - known: The words of the lexicon.
  /// - Returns: The number of the word.
  /// - Throws: ``BlobError``.
  mutating func read(
    _ blob: inout BlobReader, knowing known: inout KnownWords
  ) throws(BlobError) -> Word {
    let packing = Packing(rawValue: try blob.octet())
    guard let script = WritingSystem(rawValue: try blob.octet()) else { throw .damaged }
    let letters = try blob.counted()
    let text = String(decoding: letters, as: UTF8.self)
    let hash = StableHash.of(text)
    let usual = packing.contains(.isUsual) ? letters : try blob.counted()
    let usualHash = packing.contains(.isCounted) ? hash : try blob.number64()
    let (formStart, soundStart, groupStart) = (forms.count, sounds.count, groups.count)
    if packing.contains(.hasOneForm) {
      forms.append(usualHash)
    } else {
      for _ in 0..<(try blob.count(ofAtLeast: 8)) { forms.append(try blob.number64()) }
    }
    let formCount = forms.count - formStart
    guard formCount <= Int(UInt16.max) else { throw .damaged }
    let (soundCount, groupCount) = try readSounds(&blob)
    if let number = known.number(of: text, hash) {
      forms.removeLast(forms.count - formStart)
      sounds.removeLast(sounds.count - soundStart)
      groups.removeLast(groups.count - groupStart)
      return number
    }
    let traits = WordTraits(
      script, isInitial: packing.contains(.isInitial), isParticle: packing.contains(.isParticle),
      isHan: packing.contains(.isHan), isAbjad: packing.contains(.isAbjad))
    let word = KnownWord(text: text, hash: hash, traits: traits)
    let number = known.add(word)
    words.append(word)
    usualHashes.append(usualHash)
    self.usual += usual
    keepFacts(
      traits, forms: formCount, sounds: soundCount, groups: groupCount, usual: usual.count)
    return number
  }

  /// Appends of a word what tells whether it may be another: no letters and no forms.
  func appendBriefly(_ word: Word, to blob: inout BlobWriter) {
    let facts = facts[Int(word)]
    let isCounted = usualHashes[Int(word)] == words[Int(word)].hash
    blob.append(isCounted ? Packing.isCounted.rawValue : 0)
    blob.append(facts.traits.script.rawValue)
    blob.append(facts.last)
    blob.append(words[Int(word)].hash)
    if !isCounted { blob.append(usualHashes[Int(word)]) }
    appendSounds(of: facts, to: &blob)
  }

  /// Takes in a word that ``appendBriefly(_:to:)`` wrote, unless it is known by its hash.
  ///
  /// - Parameters:
  ///   - blob: What is read.
  ///   - known: The numbers of the words by their hashes.
  /// - Returns: The number of the word.
  /// - Throws: ``BlobError``.
  mutating func readBriefly(
    _ blob: inout BlobReader, knowing known: inout [UInt64: Word]
  ) throws(BlobError) -> Word {
    let packing = Packing(rawValue: try blob.octet())
    guard let script = WritingSystem(rawValue: try blob.octet()) else { throw .damaged }
    let last = try blob.octet()
    let hash = try blob.number64()
    let usualHash = packing.contains(.isCounted) ? hash : try blob.number64()
    let (soundStart, groupStart) = (sounds.count, groups.count)
    let (soundCount, groupCount) = try readSounds(&blob)
    if let number = known[hash] {
      sounds.removeLast(sounds.count - soundStart)
      groups.removeLast(groups.count - groupStart)
      return number
    }
    let number = Word(words.count)
    known[hash] = number
    let traits = WordTraits(
      script, isInitial: false, isParticle: false, isHan: false, isAbjad: false)
    words.append(KnownWord(text: "", hash: hash, traits: traits))
    usualHashes.append(usualHash)
    if last != 0 { usual.append(last) }
    keepFacts(traits, forms: 0, sounds: soundCount, groups: groupCount, usual: last == 0 ? 0 : 1)
    return number
  }

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

  fileprivate mutating func setUsual(_ form: ArraySlice<UInt8>, at start: Int) {
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
