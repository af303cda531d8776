internal import CVCard

/// Finds the number of a short word without regard to case, and without allocation.
///
/// ```
/// "SORT-AS" ─▶ its octets in upper case, as two words ─▶ slot
/// ```
struct WordTable: Sendable {
  private struct Key: Equatable, Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0
  }

  private struct Slot: Sendable {
    var key = Key()
    var number: UInt8 = 0
    var isTaken = false
  }

  private var slots = [Slot](repeating: Slot(), count: WordTable.size)
  /// Slots; a power of two, about twice the words of the largest table.
  private static let size = 128
  /// Octets of the longest word of a standard, which is DATE-AND-OR-TIME.
  private static let longest = 16

  /// Creates a table of words and their numbers.
  init(_ words: [(word: String, number: UInt8)]) {
    for (word, number) in words {
      let octets = Array(word.utf8)
      precondition(octets.count <= WordTable.longest, "\(word) fits in two machine words")
      let key = WordTable.key(octets.span)
      var index = WordTable.index(key)
      while slots[index].isTaken { index = (index + 1) & (WordTable.size - 1) }
      slots[index] = Slot(key: key, number: number, isTaken: true)
    }
  }

  static let parameters = WordTable(
    KnownParameter.allCases.filter { !$0.name.isEmpty }.map { ($0.name, $0.rawValue) })
  static let valueTypes = WordTable(
    ValueType.allCases.filter { !$0.name.isEmpty }.map { ($0.name, $0.rawValue) })
  /// The words that name a type when they stand alone.
  ///
  /// vCard 2.1 §2.9.
  static let types = WordTable(Parameter.typeWords.map { ($0, 1) })

  /// The octets in upper case (ASCII), padded with NUL, which no word holds.
  private static func key(_ word: Span<UInt8>) -> Key {
    let key = NameTable.key(word)
    return Key(low: key.first, high: key.second)
  }

  private static func index(_ key: Key) -> Int {
    Int(truncatingIfNeeded: ((key.low ^ key.high &* 31) &* 0x9E37_79B9_7F4A_7C15) >> 57)
  }

  /// The number of a word, or `nil`.
  func number(of word: Span<UInt8>) -> UInt8? {
    guard word.count <= WordTable.longest, !word.isEmpty else { return nil }
    let key = WordTable.key(word)
    var index = WordTable.index(key)
    while slots[index].isTaken {
      if slots[index].key == key { return slots[index].number }
      index = (index + 1) & (WordTable.size - 1)
    }
    return nil
  }
}

extension Octets {
  /// Whether a word starts with `X-` or `VND-`, as all that is not standard should.
  ///
  /// RFC 6350 §3.3 and §10.2.2.
  static func isVendorWord(_ word: Span<UInt8>) -> Bool {
    guard word.count > 2 else { return false }
    if word[0] | 0x20 == UInt8(ascii: "x") { return word[1] == UInt8(ascii: "-") }
    return ValueSyntax.starts(word, with: "VND-")
  }
}
