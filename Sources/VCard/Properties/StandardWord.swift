/// What the standards have words for, by number: parameters and value types.
protocol StandardWord: RawRepresentable<UInt8>, Sendable {
  /// What no standard has.
  static var unknown: Self { get }
  /// What no standard has and starts with `X-`.
  static var vendor: Self { get }

  /// What has a name, as the standards write it.
  static func named(_ name: String) -> Self?
}

extension StandardWord {
  /// The number of a word in any case, by the table of all that have one.
  static func named(_ word: Span<UInt8>, in table: WordTable) -> Self {
    if let number = table.number(of: word) { return Self(rawValue: number) ?? .unknown }
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
