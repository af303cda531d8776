extension Diagnostic.Code {
  // MARK: The card

  /// The card has no FN.
  public static let missingFN = Self(rawValue: "missing-fn")
  /// The card has no N.
  public static let missingN = Self(rawValue: "missing-n")
  /// FN has no value.
  public static let emptyFN = Self(rawValue: "empty-fn")
  /// UID has no value.
  public static let emptyUID = Self(rawValue: "empty-uid")
  /// A property has no value.
  public static let emptyProperty = Self(rawValue: "empty-property")
  /// A property stands more often than its version allows.
  public static let repeatedProperty = Self(rawValue: "repeated-property")
  /// The same line stands twice.
  public static let duplicateProperty = Self(rawValue: "duplicate-property")
  /// The property belongs to another version.
  public static let propertyNotInVersion = Self(rawValue: "property-not-in-version")
  /// No standard has the property.
  public static let unknownProperty = Self(rawValue: "unknown-property")
  /// The name holds what no name may hold.
  public static let propertyName = Self(rawValue: "property-name")
  /// The group holds what no group may hold.
  public static let groupName = Self(rawValue: "group-name")
  /// X-ABLabel labels nothing.
  public static let strayLabel = Self(rawValue: "stray-label")
  /// MEMBER stands in a card that is no group.
  public static let memberWithoutGroup = Self(rawValue: "member-without-group")
  /// A PID names a source that no CLIENTPIDMAP explains.
  public static let pidWithoutMap = Self(rawValue: "pid-without-map")
  /// There is more to say about the card than fits.
  public static let moreDiagnostics = Self(rawValue: "more-diagnostics")

  // MARK: Parameters

  /// A parameter is written without its name.
  public static let bareParameter = Self(rawValue: "bare-parameter")
  /// A parameter is empty.
  public static let emptyParameter = Self(rawValue: "empty-parameter")
  /// The parameter belongs to another version.
  public static let parameterNotInVersion = Self(rawValue: "parameter-not-in-version")
  /// The parameter does not belong to the property.
  public static let parameterNotAllowed = Self(rawValue: "parameter-not-allowed")
  /// No standard has the parameter.
  public static let unknownParameter = Self(rawValue: "unknown-parameter")
  /// A parameter stands twice.
  public static let repeatedParameter = Self(rawValue: "repeated-parameter")
  /// `TYPE=pref` stands where PREF is meant.
  public static let typePref = Self(rawValue: "type-pref")
  /// A TYPE that vCard 4.0 no longer has.
  public static let obsoleteType = Self(rawValue: "obsolete-type")
  /// A word alone that names no type.
  public static let unknownType = Self(rawValue: "unknown-type")
  /// PREF is no number from 1 to 100.
  public static let badPref = Self(rawValue: "bad-pref")
  /// PID is no list of numbers.
  public static let badPID = Self(rawValue: "bad-pid")
  /// A language tag is none.
  public static let badLanguage = Self(rawValue: "bad-language")
  /// A parameter has a value it cannot have.
  public static let badParameterValue = Self(rawValue: "bad-parameter-value")
  /// VALUE names no type.
  public static let unknownValueType = Self(rawValue: "unknown-value-type")
  /// VALUE names a type that the property cannot have.
  public static let valueTypeNotAllowed = Self(rawValue: "value-type-not-allowed")
  /// ENCODING names nothing known.
  public static let unknownEncoding = Self(rawValue: "unknown-encoding")
  /// ENCODING is spelled as in another version.
  public static let encodingSpelling = Self(rawValue: "encoding-spelling")
  /// Quoted-printable where there is none.
  public static let quotedPrintableObsolete = Self(rawValue: "quoted-printable-obsolete")
  /// A backslash in a parameter, where it means nothing.
  public static let escapeInParameter = Self(rawValue: "escape-in-parameter")
  /// A circumflex in a parameter that starts no escape.
  public static let circumflexEscape = Self(rawValue: "circumflex-escape")

  // MARK: Values

  /// A value is not of its type.
  public static let unparsableValue = Self(rawValue: "unparsable-value")
  /// A date is in a form of another version.
  public static let dateForm = Self(rawValue: "date-form")
  /// A value is no URI.
  public static let badURI = Self(rawValue: "bad-uri")
  /// A value is a URI, and VALUE does not say so.
  public static let uriWithoutValue = Self(rawValue: "uri-without-value")
  /// A backslash escapes something in a URI.
  public static let escapeInURI = Self(rawValue: "escape-in-uri")
  /// A structure has too few or too many components.
  public static let componentCount = Self(rawValue: "component-count")
  /// The sex of GENDER is none of its letters.
  public static let badGender = Self(rawValue: "bad-gender")
  /// KIND is none of the known ones.
  public static let unknownKind = Self(rawValue: "unknown-kind")
  /// CLIENTPIDMAP is no number and URI.
  public static let badClientPIDMap = Self(rawValue: "bad-clientpidmap")
  /// Something in base64 is not base64.
  public static let badBase64 = Self(rawValue: "bad-base64")
  /// Binary octets do not say that they are base64.
  public static let missingEncoding = Self(rawValue: "missing-encoding")
  /// ENCODING stands with a URI.
  public static let encodingOnURI = Self(rawValue: "encoding-on-uri")
  /// Octets are of another media type than declared.
  public static let mediaTypeMismatch = Self(rawValue: "media-type-mismatch")
  /// Something in quoted-printable is not quoted-printable.
  public static let badQuotedPrintable = Self(rawValue: "bad-quoted-printable")
  /// A control character stands in a line.
  public static let controlCharacter = Self(rawValue: "control-character")
  /// A backslash starts no escape.
  public static let badEscape = Self(rawValue: "bad-escape")
  /// A comma or semicolon in a text lacks its backslash.
  public static let unescapedSeparator = Self(rawValue: "unescaped-separator")

  // MARK: Charsets

  /// Octets are not UTF-8 and declare no charset.
  public static let undeclaredCharset = Self(rawValue: "undeclared-charset")
  /// The declared charset is unknown.
  public static let unknownCharset = Self(rawValue: "unknown-charset")
  /// The octets are not of the declared charset.
  public static let wrongCharset = Self(rawValue: "wrong-charset")
  /// Text beyond ASCII declares no charset where it must.
  public static let missingCharset = Self(rawValue: "missing-charset")
  /// A fold splits a character.
  public static let splitCharacter = Self(rawValue: "split-character")

  // MARK: Lines

  /// A line is longer than 75 octets.
  public static let longLine = Self(rawValue: "long-line")
  /// A line does not end in CRLF.
  public static let lineEnd = Self(rawValue: "line-end")
  /// A blank line stands inside a card.
  public static let blankLine = Self(rawValue: "blank-line")
}
