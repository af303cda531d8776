/// What VALUE says about a value.
package enum ValueType: UInt8, StandardWord {
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

  /// The type of a word in lower case.
  package static func named(_ word: String) -> ValueType? {
    allCases.first { !$0.name.isEmpty && $0.name == word }
  }

  static let words = table()

  private static let names = [
    "", "", "text", "uri", "date", "time", "date-time", "date-and-or-time", "timestamp", "boolean",
    "integer", "float", "utc-offset", "language-tag", "binary", "phone-number", "vcard", "inline",
    "url", "content-id", "cid",
  ]
}

extension ValueTypeSet {
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
}
