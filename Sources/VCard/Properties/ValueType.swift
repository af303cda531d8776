/// What VALUE says about a value.
package enum ValueType: UInt8, CaseIterable, Sendable {
  /// A word that no standard has.
  case unknown
  /// A word that starts with `X-`.
  case vendor
  // RFC 6350 §5.2.
  case text, uri, date, time, dateTime, dateAndOrTime, timestamp, boolean, integer, float
  case utcOffset, languageTag
  // RFC 2425 §5.8.4, RFC 2426 §2.4.
  case binary, phoneNumber, vcard
  // vCard 2.1 §2.1.8.
  case inline, url, contentID, cid

  /// The word as the standards write it.
  package var name: String { ValueType.names[Int(rawValue)] }

  private static let names = [
    "", "", "text", "uri", "date", "time", "date-time", "date-and-or-time", "timestamp", "boolean",
    "integer", "float", "utc-offset", "language-tag", "binary", "phone-number", "vcard", "inline",
    "url", "content-id", "cid",
  ]
}

/// A set of value types, in a word.
struct ValueTypeSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a set from the words of its types, with blanks between them.
  init(_ words: String) {
    var set: UInt32 = 0
    for word in words.split(separator: " ") {
      guard let type = ValueType.named(String(word)) else {
        preconditionFailure("\(word) is a value type of some version")
      }
      set |= 1 << UInt32(type.rawValue)
    }
    rawValue = set
  }

  /// The types that VALUE may name somewhere in a version.
  static func of(_ version: Version) -> ValueTypeSet {
    switch version {
    case .version21: ValueTypeSet("inline url content-id cid")
    case .version30:
      ValueTypeSet(
        """
        text uri date time date-time boolean integer float utc-offset binary phone-number vcard
        """)
    case .version40:
      ValueTypeSet(
        """
        text uri date time date-time date-and-or-time timestamp boolean integer float utc-offset \
        language-tag
        """)
    }
  }

  func contains(_ type: ValueType) -> Bool { rawValue & (1 << UInt32(type.rawValue)) != 0 }
}

extension ValueType {
  /// The type of a word in lower case.
  package static func named(_ word: String) -> ValueType? {
    allCases.first { !$0.name.isEmpty && $0.name == word }
  }

  /// The number of a VALUE word.
  static func named(_ word: Span<UInt8>, in table: WordTable) -> ValueType {
    if let number = table.number(of: word) { return ValueType(rawValue: number) ?? .unknown }
    return Octets.isVendorWord(word) ? .vendor : .unknown
  }
}
