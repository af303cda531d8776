import ContactModel
import ContactSearch
internal import ICU

/// Makes the numbers under which the words of a person are filed.
///
/// A number is the first eight octets of a key of ``ContactModel/ContactWords``: words that begin alike stand together, and the
/// words that begin with a given one are a range. Whoever is found there is looked at again.
struct WordKeys: Sendable {
  /// The version of these rules: numbers of another version are to be made again.
  static let version = "1.\(ContactWords.version)"

  let words: ContactWords

  init() throws(ICUError) { words = try ContactWords() }

  /// The numbers of all words, each once and in ascending order.
  func keys(of entry: SearchEntry) throws(ICUError) -> [Int64] {
    Set(try words.keys(of: entry).map { WordKeys.number($0, filler: 0) }).sorted()
  }

  /// A word of a query: a person has a word with one of these beginnings.
  typealias Term = [ClosedRange<Int64>]

  /// Where the words of a query are found.
  func terms(of query: String, in fields: Set<SearchField>) throws(ICUError) -> [Term] {
    try words.terms(of: query, in: fields).map { beginnings in
      beginnings.map { WordKeys.number($0, filler: 0)...WordKeys.number($0, filler: 0xFF) }
    }
  }

  /// Eight octets as a number in the order of octets.
  private static func number(_ key: [UInt8], filler: UInt64) -> Int64 {
    var number: UInt64 = 0
    for place in 0..<8 { number = number << 8 | (place < key.count ? UInt64(key[place]) : filler) }
    return Int64(bitPattern: number ^ 1 << 63)
  }
}
