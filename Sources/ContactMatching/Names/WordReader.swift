internal import ContactModel
internal import ICU
internal import Synchronization

/// The number of a word in a ``WordReader`` or a ``NameLexicon``; never seen outside, for threads give
/// it as they come.
typealias Word = UInt32

/// What a word is, besides its letters.
struct WordTraits: Sendable {
  var title = NameTitle.none
  var script = WritingSystem.none
  /// Whether it is a single letter of an alphabet, so that it may stand for a name.
  var isInitial = false
  /// Whether it stands between given and family names and may be left out: van, de, bin.
  var isParticle = false
  /// Han characters alone, which sound alike and mean different people.
  var isHan = false
  /// Arabic or Hebrew, which leave vowels out.
  var isAbjad = false

  init(_ text: String) {
    var letters = 0
    for scalar in text.unicodeScalars where Self.isLetter(scalar) {
      letters += 1
      if letters == 1 { script = WritingSystem(scalar) }
    }
    isInitial = letters == 1 && script != .eastAsian && script != .none
    title = NameTables.titles[text] ?? .none
    isParticle = NameTables.particles.contains(text)
    isHan =
      script == .eastAsian
      && text.unicodeScalars.allSatisfy { 0x3400...0x9FFF ~= $0.value || $0.value > 0x1FFFF }
    isAbjad = script == .arabic || script == .hebrew
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A: true
    case 0..<0xC0: scalar.value == 0xAA || scalar.value == 0xB5 || scalar.value == 0xBA
    default: scalar.properties.isAlphabetic && scalar.properties.generalCategory != .nonspacingMark
    }
  }
}

/// The words that a thread has read, each spelling folded once.
///
/// ```
/// spelling "MÜLLER" ─┐
/// spelling "Müller" ─┴▶ müller 7 ─▶ number 31 of the words of all threads
/// ```
/// It remembers; what it found out stands in the ``WordStore`` that all threads share.
struct WordReader: Sendable {
  /// Stands for a spelling without a letter.
  private static let nothing = Word.max
  /// Words from which on it is better to forget them: no book has as many names that come again.
  private static let mostWords = 1 << 18

  private(set) var store: WordStore
  private var shortSpellings = ShortTextTable()
  private var longSpellings = EntryTable()
  /// The octets of the long spellings, one after the other, and where each ends.
  private var longOctets: [UInt8] = []
  private var longEnds: [Int] = [0]
  private var longWords: [Word] = []
  private var entries = EntryTable()
  private(set) var texts: [String] = []
  private(set) var hashes: [UInt64] = []
  private(set) var traits: [WordTraits] = []
  /// The numbers of the words in the store.
  private(set) var numbers: [Word] = []

  init(_ store: WordStore) { self.store = store }

  /// Forgets what it remembers if that is very much.
  mutating func trim() {
    if max(texts.count, longWords.count) > Self.mostWords { self = WordReader(store) }
  }

  /// The word of a spelling in UTF-8, or `nil` for one without a letter.
  mutating func word(_ spelling: Span<UInt8>) throws(ICUError) -> Word? {
    guard let key = ShortTextTable.Key(spelling) else { return try longWord(spelling) }
    if let found = shortSpellings.find(key) { return found == Self.nothing ? nil : found }
    let word = try NameLetters.canonical(spelling.string).map { add($0) } ?? Self.nothing
    shortSpellings.add(key, word)
    return word == Self.nothing ? nil : word
  }

  private mutating func longWord(_ spelling: Span<UInt8>) throws(ICUError) -> Word? {
    let hash = spelling.hashed()
    let known = longSpellings.find(hash) { entry in
      spelling.equals(longOctets, longEnds[entry], longEnds[entry + 1] - longEnds[entry])
    }
    if let known { return longWords[known] == Self.nothing ? nil : longWords[known] }
    let word = try NameLetters.canonical(spelling.string).map { add($0) } ?? Self.nothing
    if spelling.count <= NameLetters.longestWord {
      _ = longSpellings.add(hash)
      for index in spelling.indices { longOctets.append(spelling[index]) }
      longEnds.append(longOctets.count)
      longWords.append(word)
    }
    return word == Self.nothing ? nil : word
  }

  /// The word of a text in canonical form.
  mutating func add(_ text: String) -> Word {
    let hash = StableHash.of(text)
    if let found = entries.find(hash, where: { texts[$0] == text }) { return Word(found) }
    let traits = WordTraits(text)
    texts.append(text)
    hashes.append(hash)
    self.traits.append(traits)
    numbers.append(store.number(of: text, hash, traits))
    if WordStore.isFirst(of: traits, text) {
      // ICU compiles the rules of a script when they are first needed, which takes it as long as to
      // read a thousand cards, and here other threads go on. If it fails, it fails again in the end.
      _ = try? NameSpelling.spellings(of: text)
    }
    return Word(entries.add(hash))
  }
}

/// The words that all threads have read, each once.
final class WordStore: Sendable {
  /// The words by their numbers.
  struct Words: Sendable {
    fileprivate(set) var texts: [String] = []
    fileprivate(set) var hashes: [UInt64] = []
    fileprivate(set) var traits: [WordTraits] = []
    fileprivate var entries = EntryTable()
  }

  private let state = Mutex(Words())
  /// The scripts that some word was of in this process, a bit each.
  private static let scripts = Atomic<UInt32>(0)

  /// Whether a word is the first one of its script that is not ASCII.
  static func isFirst(of traits: WordTraits, _ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return false }
    let bit: UInt32 = 1 << (traits.isHan ? 31 : UInt32(traits.script.rawValue))
    // Most words come when all scripts have.
    if Self.scripts.load(ordering: .relaxed) & bit != 0 { return false }
    return Self.scripts.bitwiseOr(bit, ordering: .relaxed).oldValue & bit == 0
  }

  /// The number of a word.
  func number(of text: String, _ hash: UInt64, _ traits: WordTraits) -> Word {
    state.withLock { words in
      if let found = words.entries.find(hash, where: { words.texts[$0] == text }) {
        return Word(found)
      }
      words.texts.append(text)
      words.hashes.append(hash)
      words.traits.append(traits)
      return Word(words.entries.add(hash))
    }
  }

  /// The words so far.
  var words: Words { state.withLock { $0 } }

  /// The number that a word of another store has in this one.
  func number(of word: Word, in other: Words) -> Word {
    let word = Int(word)
    return number(of: other.texts[word], other.hashes[word], other.traits[word])
  }
}

/// The words of a book's cards in the order in which they come, so that their numbers do not depend on
/// the threads that read them.
///
/// ```
/// numbers in the store   │ – │ 1 │ – │ 0 │ 2 │      how far each word has come
/// words of the book      │ 3 │ 1 │ 4 │              their numbers in the store
/// ```
struct WordNumbers: Sendable {
  /// The words by their numbers in the store.
  private(set) var stored: [Word] = []
  private var numbers: [Word] = []

  /// The number of a word by that in the store.
  mutating func number(of word: Word) -> Word {
    let place = Int(word)
    if place >= numbers.count {
      numbers.append(contentsOf: repeatElement(.max, count: place + 1 - numbers.count))
    }
    if numbers[place] == .max {
      numbers[place] = Word(stored.count)
      stored.append(word)
    }
    return numbers[place]
  }

  /// Begins anew.
  mutating func removeAll() {
    for word in stored { numbers[Int(word)] = .max }
    stored.removeAll(keepingCapacity: true)
  }

  /// Takes out the words and begins anew.
  mutating func cut() -> WordNumbers {
    var words = WordNumbers()
    swap(&words.stored, &stored)
    for word in words.stored { numbers[Int(word)] = .max }
    return words
  }
}
