internal import ContactModel
import ContactSearch
internal import ICU
internal import Synchronization
internal import VCard

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
    isHan = script == .eastAsian && NameTables.isHan(text)
    isAbjad = script == .arabic || script == .hebrew
  }

  /// What a word is that was read before.
  init(
    _ script: WritingSystem, isInitial: Bool, isParticle: Bool, isHan: Bool, isAbjad: Bool
  ) {
    self.script = script
    (self.isInitial, self.isParticle, self.isHan, self.isAbjad) =
      (isInitial, isParticle, isHan, isAbjad)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A: true
    case 0..<0xC0: scalar.value == 0xAA || scalar.value == 0xB5 || scalar.value == 0xBA
    default: scalar.properties.isAlphabetic && scalar.properties.generalCategory != .nonspacingMark
    }
  }
}

/// A word in canonical form.
struct KnownWord: Sendable {
  let text: String
  /// The hash of the text.
  let hash: UInt64
  let traits: WordTraits
}

/// Words, each once, by numbers that count up from 0.
struct KnownWords: Sendable {
  private(set) var words: [KnownWord] = []
  /// The numbers by the hashes; of words with one hash, each has the next that is free.
  private var numbers: [UInt64: Word] = [:]

  /// The number of a word that is there.
  func number(of text: String, _ hash: UInt64) -> Word? {
    var key = hash
    while let number = numbers[key] {
      if words[Int(number)].text == text { return number }
      key &+= 1
    }
    return nil
  }

  /// Adds a word that is not there yet and returns its number.
  mutating func add(_ word: KnownWord) -> Word {
    var key = word.hash
    while numbers[key] != nil { key &+= 1 }
    let number = Word(words.count)
    numbers[key] = number
    words.append(word)
    return number
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
  /// Stands for a spelling that could not be read yet, for ICU failed.
  private static let unread = Word.max - 1
  /// Words from which on it is better to forget them: no book has as many names that come again.
  private static let mostWords = 1 << 18

  private(set) var store: WordStore
  private var spellings = OctetTable()
  /// The word of each spelling.
  private var spelled: [Word] = []
  private var table = KnownWords()
  /// The numbers of the words in the store.
  private(set) var numbers: [Word] = []

  /// The words by their numbers.
  var words: [KnownWord] { table.words }

  init(_ store: WordStore) { self.store = store }

  /// Forgets what it remembers if that is very much.
  mutating func trim() {
    if max(words.count, spellings.count / 2) > Self.mostWords { self = WordReader(store) }
  }

  /// The word of a spelling in UTF-8, or `nil` for one without a letter.
  mutating func word(_ spelling: Span<UInt8>) throws(ICUError) -> Word? {
    let word: Word
    if spelling.count > NameLetters.longestWord {
      word = try read(spelling)
    } else {
      let (number, isNew) = spellings.number(of: spelling)
      if isNew { spelled.append(Self.unread) }
      if spelled[number] == Self.unread { spelled[number] = try read(spelling) }
      word = spelled[number]
    }
    return word == Self.nothing ? nil : word
  }

  private mutating func read(_ spelling: Span<UInt8>) throws(ICUError) -> Word {
    try NameLetters.canonical(spelling.string).map { add($0) } ?? Self.nothing
  }

  /// The word of a text in canonical form.
  mutating func add(_ text: String) -> Word {
    let hash = StableHash.of(text)
    if let found = table.number(of: text, hash) { return found }
    let word = KnownWord(text: text, hash: hash, traits: WordTraits(text))
    numbers.append(store.number(of: word))
    if WordStore.isFirst(of: word) {
      // ICU compiles the rules of a script when they are first needed, which takes it as long as to
      // read a thousand cards, and here other threads go on. If it fails, it fails again in the end.
      _ = try? NameSpelling.spellings(of: text)
    }
    return table.add(word)
  }
}

/// The words that all threads have read, each once.
final class WordStore: Sendable {
  private let table = Mutex(KnownWords())
  /// The scripts that some word was of in this process, a bit each.
  private static let scripts = Atomic<UInt32>(0)

  /// Whether a word is the first one of its script that is not ASCII.
  static func isFirst(of word: KnownWord) -> Bool {
    guard word.text.utf8.contains(where: { $0 >= 0x80 }) else { return false }
    let bit: UInt32 = 1 << (word.traits.isHan ? 31 : UInt32(word.traits.script.rawValue))
    // Most words come when all scripts have.
    if Self.scripts.load(ordering: .relaxed) & bit != 0 { return false }
    return Self.scripts.bitwiseOr(bit, ordering: .relaxed).oldValue & bit == 0
  }

  /// The number of a word.
  func number(of word: KnownWord) -> Word {
    table.withLock { $0.number(of: word.text, word.hash) ?? $0.add(word) }
  }

  /// The words so far.
  var words: [KnownWord] { table.withLock(\.words) }
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
