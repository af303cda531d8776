/// A version of the vCard format.
public enum Version: String, Hashable, Sendable, CaseIterable, Comparable, CustomStringConvertible {
  /// vCard 2.1, the Versit Consortium's specification of 18 September 1996.
  case version21 = "2.1"
  /// vCard 3.0, RFC 2425 and RFC 2426.
  case version30 = "3.0"
  /// vCard 4.0, RFC 6350 and its extensions.
  case version40 = "4.0"

  /// The version as cards declare it, such as `3.0`.
  public var description: String { rawValue }

  /// Its place among ``allCases``.
  package var index: Int {
    switch self {
    case .version21: 0
    case .version30: 1
    case .version40: 2
    }
  }

  /// Whether one version is older than the other.
  public static func < (left: Version, right: Version) -> Bool { left.rawValue < right.rawValue }

  /// The version that a `VERSION` value means, and whether it is one that exists.
  ///
  /// Blanks and folds do not count; `3` reads as 3.0 and `4.2` as 4.0, for the digit before the
  /// point tells the grammar.
  static func declared(_ octets: Span<UInt8>) -> (version: Version, exists: Bool)? {
    var (major, minor): (UInt8, UInt8) = (0, 0)
    var count = 0
    for index in 0..<octets.count {
      let octet = octets[index]
      if Octets.isSpace(octet) { continue }
      switch count {
      case 0: major = octet
      case 1: guard octet == UInt8(ascii: ".") else { return nil }
      default:
        guard ValueSyntax.isDigit(octet) else { return nil }
        minor = octet
      }
      count += 1
    }
    switch major {
    case UInt8(ascii: "2"): return (.version21, count == 3 && minor == UInt8(ascii: "1"))
    case UInt8(ascii: "3"): return (.version30, count == 3 && minor == UInt8(ascii: "0"))
    case UInt8(ascii: "4"): return (.version40, count == 3 && minor == UInt8(ascii: "0"))
    default: return nil
    }
  }
}

/// What differs between the versions, as answers to questions.
///
/// Code asks `rules.encodesWithQuotedPrintable` and never compares versions.
public struct Rules: Hashable, Sendable {
  /// The version whose rules these are.
  public let version: Version

  /// Creates the rules of a version.
  public init(_ version: Version) { self.version = version }

  /// Whether text beyond ASCII and line ends are written in quoted-printable.
  ///
  /// vCard 2.1 §2.1.5.
  public var encodesWithQuotedPrintable: Bool { version == .version21 }
  /// Whether a parameter may lack its name.
  ///
  /// vCard 2.1 §2.1.2.
  public var allowsNamelessParameters: Bool { version == .version21 }
  /// Whether lines may be folded anywhere, and not only before a blank.
  ///
  /// RFC 2425 §5.8.1.
  public var foldsAnywhere: Bool { version != .version21 }
  /// Whether `^n`, `^'` and `^^` stand for characters in parameter values.
  ///
  /// RFC 6868 §3.
  public var decodesCircumflex: Bool { version != .version21 }
  /// Whether a parameter value may be quoted.
  ///
  /// RFC 2425 §5.8.2.
  public var quotesParameters: Bool { version != .version21 }
  /// Whether a comma separates the values inside a component of N and ADR.
  ///
  /// RFC 2426 §3.1.2.
  public var separatesWithinComponents: Bool { version != .version21 }
  /// Whether a semicolon separates NICKNAME and CATEGORIES too, as vCard 2.1 programs write them.
  public var separatesListsWithSemicolons: Bool { version == .version21 }
  /// The value of ENCODING for base64: `BASE64` or `b`; `nil` where there is no such parameter.
  public var base64Encoding: String? {
    switch version {
    case .version21: "BASE64"
    case .version30: "b"
    case .version40: nil
    }
  }
  /// Whether dates and times are in the basic format of ISO 8601.
  ///
  /// RFC 6350 §4.3.
  public var writesBasicDates: Bool { version == .version40 }
  /// Whether an offset from UTC must have a colon.
  ///
  /// RFC 2426 §4.
  var hasExtendedOffsetsOnly: Bool { version == .version30 }
  /// Whether a card can be in UTF-8 only.
  ///
  /// RFC 6350 §3.1; before, the transport may name a charset.
  var isUTF8Only: Bool { version == .version40 }
  /// Whether it is vCard 4.0, of which RFC 6350 says that it is compatible with none before.
  ///
  /// Conversion asks this; whoever wants to know one thing asks for that.
  var isModern: Bool { version == .version40 }
  /// Whether a day may lack its year.
  ///
  /// RFC 6350 §4.3.1.
  package var hasYearlessDates: Bool { isModern }
  /// Whether KIND, ANNIVERSARY and their kin are there.
  ///
  /// RFC 6350 §6.1.4 and §6.2.6.
  package var hasKind: Bool { isModern }
  /// Whether an address may have a country code.
  ///
  /// RFC 8605 §3.1.
  package var hasCountryCodes: Bool { isModern }
  /// Whether RELATED says whom somebody knows.
  ///
  /// RFC 6350 §6.6.6.
  package var hasRelated: Bool { isModern }
  /// Whether SOCIALPROFILE, and SERVICE-TYPE of an account, are there.
  ///
  /// RFC 9554 §3.5 and §4.9.
  package var hasServiceTypes: Bool { isModern }
  /// Whether programs write types in lower case.
  package var writesLowercaseTypes: Bool { isModern }
  /// Whether a telephone number may be a URI.
  ///
  /// RFC 6350 §6.4.1.
  var hasTelURIs: Bool { isModern }
  /// Whether ALTID lets several properties count as one.
  ///
  /// RFC 6350 §5.4.
  var hasAlternatives: Bool { isModern }
  /// Whether a semicolon in a text has a backslash.
  ///
  /// RFC 2426 §4.
  var escapesSemicolons: Bool { !isModern }
  /// Whether PROFILE says what kind of directory entry it is.
  ///
  /// RFC 2426 §2.1.3.
  var hasProfile: Bool { version == .version30 }
  /// Whether a card may stand in a value as lines of its own.
  ///
  /// vCard 2.1 §2.4.2.
  var nestsCards: Bool { version == .version21 }
  /// Whether TZ may name a time zone.
  ///
  /// RFC 2426 §3.4.1.
  var hasZoneNames: Bool { version != .version21 }
  /// The value of VALUE for a reference.
  ///
  /// vCard 2.1 §2.1.8.
  var referenceType: String { version == .version21 ? "URL" : "uri" }
  /// What stands between the numbers of GEO.
  ///
  /// RFC 2426 §3.4.2 has a semicolon, vCard 2.1 §2.4.6 a comma.
  var positionSeparator: String { version == .version21 ? "," : ";" }
  /// The parameter that marks what a program made of other properties.
  ///
  /// RFC 9554 §4.4; `X-` before vCard 4.0, which RFC 2426 §3.8 allows.
  var derivedMark: Parameter { Parameter(derivedName.text, "TRUE") }
  /// The same mark of a line that is converted.
  var derivedLineMark: LineParameter { LineParameter(derivedName, "TRUE") }
  /// The name of that parameter.
  var derivedName: ParameterName { ParameterName(.derived, isModern ? 0 : 1) }
  /// Whether N must be there.
  ///
  /// RFC 2426 §3.1.2, vCard 2.1 §2.2.2.
  public var requiresName: Bool { version != .version40 }
  /// Whether VERSION must come right after BEGIN.
  ///
  /// RFC 6350 §6.7.9; RFC 2426 §3.6.9 and vCard 2.1 §2.6.6 say nothing of its place.
  public var requiresVersionFirst: Bool { version == .version40 }
  /// Whether FN must be there.
  ///
  /// RFC 2426 §3.1.1, RFC 6350 §6.2.1.
  public var requiresFormattedName: Bool { version != .version21 }

  /// Whether a card must have a property.
  func requires(_ name: KnownName) -> Bool {
    name == .n ? requiresName : name == .fn && requiresFormattedName
  }
}
