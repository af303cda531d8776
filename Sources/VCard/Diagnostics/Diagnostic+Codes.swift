extension Diagnostic.Code {
  /// The card starts without BEGIN:VCARD.
  public static let missingBegin = Self(rawValue: "missing-begin")
  /// The card ends without END:VCARD.
  public static let missingEnd = Self(rawValue: "missing-end")
  /// The input ends in the middle of a line of a card.
  public static let truncatedCard = Self(rawValue: "truncated-card")
  /// END:VCARD without a card before it.
  public static let extraEnd = Self(rawValue: "extra-end")
  /// The card has no VERSION.
  public static let missingVersion = Self(rawValue: "missing-version")
  /// The card's VERSION is none that exists.
  public static let unknownVersion = Self(rawValue: "unknown-version")
  /// VERSION does not come right after BEGIN.
  public static let lateVersion = Self(rawValue: "late-version")
  /// Something stands between two cards.
  public static let textBetweenCards = Self(rawValue: "text-between-cards")
  /// A line is no property.
  public static let malformedLine = Self(rawValue: "malformed-line")
  /// A line of text continues a value without the blank that folding asks for.
  public static let unindentedContinuation = Self(rawValue: "unindented-continuation")
  /// A line starts with `#`.
  public static let commentLine = Self(rawValue: "comment-line")
  /// A byte order mark stands inside the input.
  public static let byteOrderMark = Self(rawValue: "byte-order-mark")
  /// The input is UTF-16.
  public static let utf16 = Self(rawValue: "utf16")
  /// Text declares no charset, and it was found out.
  public static let foundCharset = Self(rawValue: "found-charset")
  /// A UTF-16 unit is half a pair.
  public static let brokenUTF16 = Self(rawValue: "broken-utf16")
  /// A quotation mark in the parameters is never closed.
  public static let unclosedQuote = Self(rawValue: "unclosed-quote")
  /// A card stands inside a card.
  public static let nestedCard = Self(rawValue: "nested-card")
  /// Cards stand inside each other too deeply.
  public static let nestedTooDeep = Self(rawValue: "nested-too-deep")
  /// A quoted-printable value ends in a soft line break.
  public static let quotedPrintableUnterminated = Self(rawValue: "quoted-printable-unterminated")
  /// A line is longer than the limit.
  public static let lineTooLong = Self(rawValue: "line-too-long")
  /// A card is longer, or has more lines, than the limit.
  public static let cardTooLarge = Self(rawValue: "card-too-large")
}
