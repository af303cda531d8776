import VCard

/// Names of files made from what cards say, which strangers wrote.
///
/// Whatever a card says, the name is one part of a path, of letters, digits, `-`, `_` and `.`, is
/// not hidden, reads as no option and is short enough for every file system.
enum CardFileName {
  /// The size in bytes of the longest name, before a number and an extension.
  static let longest = 100

  /// A name for a card: its UID as far as it may be one, else its number.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - number: Its number from 1 in the run.
  /// - Returns: The name without an extension.
  static func stem(of card: Card, number: Int) -> String { stem(of: card) ?? stem(number: number) }

  /// A name for a card by its UID; `nil` when nothing of that may be one.
  static func stem(of card: Card) -> String? { card.first(.uid).flatMap { stem(uid: $0.text) } }

  /// A name for a card without a UID, by its number from 1 in the run.
  ///
  /// Six digits, so that the order of the names is that of the cards.
  static func stem(number: Int) -> String { "card-" + String(number, digits: 6) }

  /// What of a UID may be a name; `nil` when nothing.
  static func stem(uid: String) -> String? {
    var octets = Array(uid.utf8.prefix(4 * longest))[...]
    let length = UUIDText.schemeLength(octets.span)
    if length < octets.count { octets = octets.dropFirst(length) }
    var name: [UInt8] = []
    for octet in octets where name.count < longest {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        name.append(octet)
      case UInt8(ascii: "."), UInt8(ascii: "-"):
        // A hidden file begins with a dot, an option with a hyphen; `..` is another folder.
        if let last = name.last, last != octet || octet == hyphen { name.append(octet) }
      default:
        // A run of what no name may hold is one hyphen.
        if let last = name.last, last != hyphen { name.append(hyphen) }
      }
    }
    while let last = name.last, last == UInt8(ascii: ".") || last == hyphen { name.removeLast() }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  private static let hyphen = UInt8(ascii: "-")
}

/// Names of which some are asked for more than once.
struct NumberedNames {
  /// The last number that was given to a name that was asked for again.
  private var numbers: [String: Int] = [:]

  /// Tries a name, and then `NAME-2`, `NAME-3`, … until one is free.
  ///
  /// - Parameters:
  ///   - stem: The name.
  ///   - suffix: What follows the number, such as `.vcf`.
  ///   - take: Takes a name, or says `false` when it is not free.
  /// - Returns: The name that was taken.
  mutating func firstFree(
    _ stem: String, suffix: String, take: (String) throws -> Bool
  ) rethrows -> String {
    let first = stem + suffix
    if try take(first) { return first }
    while true {
      let number = numbers[first, default: 1] + 1
      numbers[first] = number
      let name = "\(stem)-\(number)\(suffix)"
      if try take(name) { return name }
    }
  }
}
