internal import ContactModel
internal import ICU

/// The number of a word: two words have the same exactly if ICU sees no primary difference.
typealias Token = UInt32

/// What is known of a word besides its number.
struct TokenTraits: Sendable {
  /// What it means before or after a name, if anything.
  var title = NameTitle.none
  /// Whether it is a single letter of an alphabet, so that it may stand for a name.
  var isInitial = false
  /// The script of its first letter.
  var script = WritingSystem.none
}

/// The scripts among which names can be compared only within one.
enum WritingSystem: UInt8, Sendable {
  case none, latin, cyrillic, greek, armenian, georgian, arabic, hebrew, indic, thai, eastAsian
  case other
}

/// The collator that tells which words are the same: root locale, primary strength, punctuation
/// shifted away.
final class WordCollator: Sendable {
  let collator: Collator

  init() throws(ICUError) {
    collator = try Collator(locale: "root", strength: .primary, alternateShifted: true)
  }
}

/// Gives words their numbers.
protocol TokenSource {
  /// The number of a word in UTF-8, or `nil` when ICU sees nothing in it.
  mutating func token(_ word: Span<UInt8>) throws(ICUError) -> Token?
  /// What is known of a word that was given a number.
  func traits(of token: Token) -> TokenTraits
}

/// The words of a book: each spelling is shown to ICU once.
///
/// ```
/// spelling "Müller" ─┐
/// spelling "MULLER" ─┴─▶ sort key 43 5B 3F … ─▶ token 7 ─▶ traits
/// ```
struct TokenTable: TokenSource, Sendable {
  /// Stands for a spelling in which ICU sees nothing.
  private static let nothing = Token.max

  let collator: WordCollator
  private var shortSpellings = ShortTextTable()
  private var longSpellings = EntryTable()
  /// The places of the long spellings among all.
  private var longSpellingPlaces: [Int] = []
  private var spellingBytes: [UInt8] = []
  private var spellingPlaces: [Spelling] = []
  private var keys = EntryTable()
  private var keyBytes: [UInt8] = []
  private var keyEnds: [Int] = [0]
  private var tokenTraits: [TokenTraits] = []
  private var scratch: [UInt8] = []

  /// Where a spelling stands in `spellingBytes`, and its word.
  private struct Spelling: Sendable {
    var start: Int
    var count: UInt32
    var token: Token
  }

  init() throws(ICUError) {
    collator = try WordCollator()
    for (word, title) in NameTitle.words {
      if let token = try token(word.utf8.span) { tokenTraits[Int(token)].title = title }
    }
  }

  /// Words in the table.
  var count: Int { keys.count }

  func traits(of token: Token) -> TokenTraits { tokenTraits[Int(token)] }

  mutating func token(_ word: Span<UInt8>) throws(ICUError) -> Token? {
    if let token = spelled(word) { return token == TokenTable.nothing ? nil : token }
    scratch.removeAll(keepingCapacity: true)
    try collator.collator.appendSortKey(ofUTF8: word, to: &scratch)
    let token = scratch.isEmpty ? TokenTable.nothing : add(key: scratch, of: word)
    add(spelling: word, token)
    return token == TokenTable.nothing ? nil : token
  }

  private mutating func add(spelling word: Span<UInt8>, _ token: Token) {
    if let key = ShortTextTable.Key(word) {
      shortSpellings.add(key, token)
    } else {
      _ = longSpellings.add(word.hashed())
      longSpellingPlaces.append(spellingPlaces.count)
    }
    spellingPlaces.append(
      Spelling(start: spellingBytes.count, count: UInt32(word.count), token: token))
    for index in word.indices { spellingBytes.append(word[index]) }
  }

  private func spelled(_ word: Span<UInt8>) -> Token? {
    if let key = ShortTextTable.Key(word) { return shortSpellings.find(key) }
    var token: Token?
    _ = longSpellings.find(word.hashed()) { entry in
      let place = spellingPlaces[longSpellingPlaces[entry]]
      guard word.equals(spellingBytes, place.start, Int(place.count)) else { return false }
      token = place.token
      return true
    }
    return token
  }

  private mutating func add(key: [UInt8], of word: Span<UInt8>) -> Token {
    let hash = key.span.hashed()
    if let token = find(key: key.span, hash) { return token }
    let token = Token(keys.add(hash))
    keyBytes.append(contentsOf: key)
    keyEnds.append(keyBytes.count)
    tokenTraits.append(TokenTraits(word))
    return token
  }

  private func find(key: Span<UInt8>, _ hash: UInt64) -> Token? {
    keys.find(hash) { entry in
      let start = keyEnds[entry]
      return key.equals(keyBytes, start, keyEnds[entry + 1] - start)
    }.map { Token($0) }
  }

  /// The number of a word without adding it: `.unknown` when no word of the table is the same.
  func existing(_ word: Span<UInt8>, key scratch: inout [UInt8]) throws(ICUError) -> Existing {
    if let token = spelled(word) {
      return token == TokenTable.nothing ? .nothing : .token(token)
    }
    scratch.removeAll(keepingCapacity: true)
    try collator.collator.appendSortKey(ofUTF8: word, to: &scratch)
    if scratch.isEmpty { return .nothing }
    return find(key: scratch.span, scratch.span.hashed()).map { .token($0) } ?? .unknown
  }

  enum Existing { case token(Token), nothing, unknown }

  /// The octets of a word's key.
  func key(of token: Token) -> ArraySlice<UInt8> {
    keyBytes[keyEnds[Int(token)]..<keyEnds[Int(token) + 1]]
  }

  /// Takes in the words of another table and tells their numbers in this one.
  mutating func merge(_ other: TokenTable) -> [Token] {
    var numbers: [Token] = []
    numbers.reserveCapacity(other.count)
    for old in 0..<other.count {
      let key = Array(other.key(of: Token(old)))
      let hash = key.span.hashed()
      if let token = find(key: key.span, hash) {
        numbers.append(token)
      } else {
        numbers.append(Token(keys.add(hash)))
        keyBytes.append(contentsOf: key)
        keyEnds.append(keyBytes.count)
        tokenTraits.append(other.tokenTraits[old])
      }
    }
    for place in other.spellingPlaces {
      let word = other.spellingBytes.span.extracting(place.start..<place.start + Int(place.count))
      guard spelled(word) == nil else { continue }
      let token = place.token
      add(spelling: word, token == TokenTable.nothing ? token : numbers[Int(token)])
    }
    return numbers
  }
}

/// The words of one incoming card: those of the book, and some that the book has not.
struct QueryTokens: TokenSource {
  private let frozen: FrozenBook
  private var ownKeys: [[UInt8]] = []
  private var ownTraits: [TokenTraits] = []
  private var scratch: [UInt8] = []

  private var bookCount: Int { frozen.book.tokens.count }

  init(_ frozen: FrozenBook) { self.frozen = frozen }

  mutating func token(_ word: Span<UInt8>) throws(ICUError) -> Token? {
    switch try frozen.book.tokens.existing(word, key: &scratch) {
    case .token(let token): return token
    case .nothing: return nil
    case .unknown: break
    }
    if let own = ownKeys.firstIndex(of: scratch) { return Token(bookCount + own) }
    ownKeys.append(scratch)
    ownTraits.append(TokenTraits(word))
    return Token(bookCount + ownKeys.count - 1)
  }

  func traits(of token: Token) -> TokenTraits {
    let index = Int(token)
    return index < bookCount ? frozen.book.tokens.traits(of: token) : ownTraits[index - bookCount]
  }

  /// Whether one word is a single letter with which the other begins.
  func agreeAsInitial(_ left: Token, _ right: Token) -> Bool {
    let (leftIsInitial, rightIsInitial) = (traits(of: left).isInitial, traits(of: right).isInitial)
    guard leftIsInitial != rightIsInitial else { return false }
    let initial = key(of: leftIsInitial ? left : right)
    return key(of: leftIsInitial ? right : left).starts(with: initial)
  }

  private func key(of token: Token) -> ArraySlice<UInt8> {
    let index = Int(token)
    return index < bookCount ? frozen.book.tokens.key(of: token) : ownKeys[index - bookCount][...]
  }
}

extension TokenTraits {
  init(_ word: Span<UInt8>) {
    var letters = 0
    var index = 0
    while let scalar = word.scalar(at: &index) {
      let value = scalar.value
      let isLetter: Bool
      switch value {
      case 0x41...0x5A, 0x61...0x7A: isLetter = true
      case 0..<0xC0: isLetter = value == 0xAA || value == 0xB5 || value == 0xBA
      default: isLetter = scalar.properties.isAlphabetic && !scalar.isNonspacingMark
      }
      guard isLetter else { continue }
      letters += 1
      if letters == 1 { script = WritingSystem(scalar) }
    }
    isInitial = letters == 1 && script != .eastAsian && script != .none
  }
}

extension WritingSystem {
  init(_ letter: Unicode.Scalar) {
    if letter.value < 0x250 {
      self = .latin
      return
    }
    self =
      switch Script.of(letter) {
      case .latin: .latin
      case .cyrillic: .cyrillic
      case .greek: .greek
      case .armenian: .armenian
      case .georgian: .georgian
      case .arabic: .arabic
      case .hebrew: .hebrew
      case .devanagari, .bengali: .indic
      case .thai: .thai
      case .han, .hiragana, .katakana, .hangul, .bopomofo: .eastAsian
      case .common, .inherited, .unknown: .none
      default: .other
      }
  }
}

extension Unicode.Scalar {
  var isNonspacingMark: Bool { properties.generalCategory == .nonspacingMark }
}

extension Span where Element == UInt8 {
  /// Decodes the scalar at an index of UTF-8 that is known to be well-formed, and steps over it.
  @inline(__always)
  func scalar(at index: inout Int) -> Unicode.Scalar? {
    guard index < count else { return nil }
    let first = self[index]
    if first < 0x80 {
      index += 1
      return Unicode.Scalar(first)
    }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    let end = Swift.min(index + length, count)
    index += 1
    while index < end {
      value = value << 6 | UInt32(self[index] & 0x3F)
      index += 1
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
