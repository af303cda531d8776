/// What the standards have words for, by number: parameters and value types.
protocol StandardWord: RawRepresentable<UInt8>, CaseIterable, Sendable {
  /// What no standard has.
  static var unknown: Self { get }
  /// What no standard has and starts with `X-`.
  static var vendor: Self { get }
  /// The numbers of all that have a name.
  static var words: WordTable { get }

  /// The name as the standards write it; empty for what none has.
  var name: String { get }

  /// What has a name, as the standards write it.
  static func named(_ name: String) -> Self?
}

extension StandardWord {
  /// Makes the table of all that have a name.
  static func table() -> WordTable {
    WordTable(allCases.filter { !$0.name.isEmpty }.map { ($0.name, $0.rawValue) })
  }

  /// What has a word for its name, in any case.
  static func named(_ word: Span<UInt8>) -> Self {
    if let number = words.number(of: word) { return Self(rawValue: number) ?? .unknown }
    return Octets.isVendorWord(word) ? .vendor : .unknown
  }
}

/// A set of parameters or of value types, in a word.
protocol StandardWordSet: OptionSet, Sendable where RawValue == UInt64 {
  associatedtype Word: StandardWord
}

struct ParameterSet: StandardWordSet {
  typealias Word = KnownParameter
  let rawValue: UInt64
}

struct ValueTypeSet: StandardWordSet {
  typealias Word = ValueType
  let rawValue: UInt64
}

extension StandardWordSet {
  init(_ word: Word) { self.init(rawValue: 1 << UInt64(word.rawValue)) }

  /// Creates a set from names, with blanks between them.
  init(_ names: String) {
    self.init()
    for name in names.split(separator: " ") {
      guard let word = Word.named(String(name)) else {
        preconditionFailure("\(name) is a word of some version")
      }
      formUnion(Self(word))
    }
  }

  func contains(_ word: Word) -> Bool { isSuperset(of: Self(word)) }
}
