/// What one version says about one property: a row of ``RuleTable``.
struct PropertyRule: Sendable {
  /// Whether the version has the property.
  enum Standing: UInt8, Sendable {
    /// Defined for this version.
    case standard
    /// Defined, but for another version only.
    case otherVersion
    /// A program's own, which every version allows.
    case vendor
    /// Defined nowhere.
    case undefined
  }

  /// How often the property may stand in a card.
  enum Occurrence: UInt8, Sendable {
    case any
    /// The standard says at most once (`*1`, RFC 6350 §3.3).
    case once
    /// The standard does not say it, but readers take one.
    case onceInPractice
  }

  /// The syntax of a value.
  enum Syntax: UInt8, Sendable {
    /// Nothing to check but the octets.
    case anything
    /// One text.
    case text
    /// Texts with commas between them.
    case list
    /// Components with semicolons between them.
    case structure
    case gender, kind, pidMap, languageTag, card
    /// A date, a time or both.
    case date
    /// A date with a time, when something was written.
    case timestamp
    case utcOffset
    /// Two numbers: `lat;lon`, or `lat,lon` in vCard 2.1.
    case coordinates
    /// A URI; that of a place is most often a `geo:` URI.
    case uri, placeURI
    /// Octets in base64, or a reference to them.
    case binary
    case boolean, integer, float
  }

  var standing = Standing.undefined
  var occurrence = Occurrence.any
  var syntax = Syntax.anything
  /// Whether a comma must have a backslash because it would separate.
  ///
  /// RFC 6350 §3.4.
  var escapesCommas = false
  /// Whether a semicolon must have one too.
  ///
  /// RFC 2426 §4.
  var escapesSemicolons = false
  /// The value types that VALUE may name.
  var types = ValueTypeSet()
  /// The parameters that the standard gives to the property.
  var parameters = ParameterSet()
  /// The parameters that the standard forbids for it, or that mean something else there.
  var forbidden = ParameterSet()
  /// Whether PREF may stand alone, as the examples of RFC 2739 §2.3 have it.
  var allowsBarePref = false
  /// The components of a structure.
  var fewest: UInt8 = 0
  var most: UInt8 = .max
}

/// The properties of a version and what it says about them.
///
/// The rows are the tables of the standards, one property a line. What the code does with a column
/// is the same for all versions.
struct RuleTable: Sendable {
  let rules: Rules
  /// The parameters that the version has.
  let parameters: ParameterSet
  /// The types that VALUE may name somewhere.
  let types: ValueTypeSet
  /// Whether a card can be in UTF-8 only.
  ///
  /// RFC 6350 §3.1; before, the transport may name a charset.
  let isUTF8Only: Bool
  /// Whether an offset from UTC must have a colon.
  ///
  /// RFC 2426 §4.
  let hasExtendedOffsetsOnly: Bool
  private let rows: [PropertyRule]

  static let version21 = RuleTable(
    Rules(.version21), parameters21, types21, rows21, isUTF8Only: false,
    hasExtendedOffsetsOnly: false)
  static let version30 = RuleTable(
    Rules(.version30), parameters30, types30, rows30, isUTF8Only: false,
    hasExtendedOffsetsOnly: true)
  static let version40 = RuleTable(
    Rules(.version40), parameters40, types40, rows40, isUTF8Only: true,
    hasExtendedOffsetsOnly: false)

  static func of(_ version: Version) -> RuleTable {
    switch version {
    case .version21: version21
    case .version30: version30
    case .version40: version40
    }
  }

  private init(
    _ rules: Rules, _ parameters: ParameterSet, _ types: ValueTypeSet, _ given: [PropertyRow],
    isUTF8Only: Bool, hasExtendedOffsetsOnly: Bool
  ) {
    self.isUTF8Only = isUTF8Only
    self.hasExtendedOffsetsOnly = hasExtendedOffsetsOnly
    self.rules = rules
    self.parameters = parameters
    self.types = types
    var rows = [PropertyRule](repeating: PropertyRule(), count: KnownName.allCases.count)
    for known in KnownName.allCases where known.canonical.utf8.starts(with: "X-".utf8) {
      rows[Int(known.rawValue)].standing = .vendor
    }
    for row in RuleTable.rows21 + RuleTable.rows30 + RuleTable.rows40 {
      rows[Int(row.name.rawValue)].standing = .otherVersion
    }
    for row in given { rows[Int(row.name.rawValue)] = row.rule }
    self.rows = rows
  }

  subscript(_ name: KnownName) -> PropertyRule { rows[Int(name.rawValue)] }
}

extension Rules {
  /// Whether a card may have several properties of a name.
  ///
  /// - Parameter name: The name in upper case.
  /// - Returns: What the standard says or, where it says nothing, what readers take.
  package func allowsSeveral(_ name: String) -> Bool {
    RuleTable.of(version)[ConversionLine.known(name)].occurrence == .any
  }
}

/// A property's name and the rule for it.
private struct PropertyRow {
  let name: KnownName
  var rule = PropertyRule()

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - name: The property.
  ///   - occurrence: How often it may stand in a card.
  ///   - syntax: The syntax of its value when VALUE does not change it.
  ///   - types: What VALUE may name.
  ///   - parameters: What it may have besides VALUE.
  init(
    _ name: KnownName, _ occurrence: PropertyRule.Occurrence, _ syntax: PropertyRule.Syntax,
    _ types: String, _ parameters: String
  ) {
    self.name = name
    rule.standing = .standard
    rule.occurrence = occurrence
    rule.syntax = syntax
    rule.types = ValueTypeSet(types)
    rule.parameters = ParameterSet(parameters)
  }

  /// The same row for a property of RFC 2739.
  func barePref() -> PropertyRow {
    var row = self
    row.rule.allowsBarePref = true
    return row
  }

  /// The same row with bounds on the components of the value.
  func components(_ range: ClosedRange<UInt8>) -> PropertyRow {
    var row = self
    (row.rule.fewest, row.rule.most) = (range.lowerBound, range.upperBound)
    return row
  }
}

// MARK: - vCard 4.0

extension RuleTable {
  private static let types40 = ValueTypeSet(
    """
    text uri date time date-time date-and-or-time timestamp boolean integer float utc-offset \
    language-tag
    """)

  private static let parameters40 = ParameterSet(
    """
    TYPE VALUE LANGUAGE PREF ALTID PID MEDIATYPE CALSCALE SORT-AS GEO TZ LABEL LEVEL INDEX CC \
    AUTHOR AUTHOR-NAME CREATED DERIVED PHONETIC PROP-ID SCRIPT SERVICE-TYPE USERNAME JSCOMPS JSPTR
    """)

  /// RFC 9554 §4: these may stand with any property.
  private static let anywhere40 = ParameterSet(
    "VALUE AUTHOR AUTHOR-NAME CREATED DERIVED PROP-ID INDEX JSPTR")

  /// RFC 6350 §6, with RFC 6474 §2, RFC 6715 §2, RFC 8605 §2, RFC 9554 §2 and §3, RFC 9555 §3.
  private static let rows40: [PropertyRow] = {
    let text = "LANGUAGE TYPE ALTID PID PREF PHONETIC SCRIPT"
    let uri = "TYPE ALTID PID PREF MEDIATYPE"
    let service = "TYPE ALTID PID PREF MEDIATYPE SERVICE-TYPE USERNAME"
    let level = "LANGUAGE TYPE ALTID PREF LEVEL"
    let rows: [PropertyRow] = [
      PropertyRow(.version, .once, .anything, "text", ""),
      PropertyRow(.source, .any, .uri, "uri", "PID PREF ALTID MEDIATYPE"),
      PropertyRow(.kind, .once, .kind, "text", ""),
      PropertyRow(.xml, .any, .anything, "text", "ALTID"),
      PropertyRow(.fn, .any, .text, "text", text),
      PropertyRow(.n, .once, .structure, "text", "SORT-AS LANGUAGE ALTID PHONETIC SCRIPT JSCOMPS")
        .components(5...7),
      PropertyRow(.nickname, .any, .list, "text", text),
      PropertyRow(.photo, .any, .uri, "uri", uri),
      PropertyRow(.bday, .once, .date, "date-and-or-time text", "LANGUAGE ALTID CALSCALE"),
      PropertyRow(.anniversary, .once, .date, "date-and-or-time text", "LANGUAGE ALTID CALSCALE"),
      PropertyRow(.gender, .once, .gender, "text", "").components(0...2),
      PropertyRow(
        .adr, .any, .structure, "text",
        "LABEL LANGUAGE GEO TZ ALTID PID PREF TYPE CC PHONETIC SCRIPT JSCOMPS"
      ).components(7...18),
      PropertyRow(.tel, .any, .anything, "text uri", uri),
      PropertyRow(.email, .any, .anything, "text", "PID PREF TYPE ALTID"),
      PropertyRow(.impp, .any, .uri, "uri", service),
      PropertyRow(.lang, .any, .languageTag, "language-tag", "PID PREF ALTID TYPE"),
      PropertyRow(.tz, .any, .anything, "text uri utc-offset", uri),
      PropertyRow(.geo, .any, .placeURI, "uri", uri),
      PropertyRow(.title, .any, .text, "text", text),
      PropertyRow(.role, .any, .text, "text", text),
      PropertyRow(.logo, .any, .uri, "uri", uri + " LANGUAGE"),
      PropertyRow(.org, .any, .structure, "text", text + " SORT-AS JSCOMPS"),
      PropertyRow(.member, .any, .uri, "uri", "PID PREF ALTID MEDIATYPE"),
      PropertyRow(.related, .any, .uri, "uri text", uri + " LANGUAGE"),
      PropertyRow(.categories, .any, .list, "text", "PID PREF TYPE ALTID LANGUAGE"),
      PropertyRow(.note, .any, .text, "text", text),
      PropertyRow(.prodid, .once, .text, "text", ""),
      PropertyRow(.rev, .once, .timestamp, "timestamp", ""),
      PropertyRow(.sound, .any, .uri, "uri", uri + " LANGUAGE"),
      PropertyRow(.uid, .once, .uri, "uri text", ""),
      PropertyRow(.clientPIDMap, .any, .pidMap, "", ""),
      PropertyRow(.url, .any, .uri, "uri", uri),
      PropertyRow(.key, .any, .uri, "uri text", uri),
      PropertyRow(.fburl, .any, .uri, "uri", uri),
      PropertyRow(.calAdrURI, .any, .uri, "uri", uri),
      PropertyRow(.calURI, .any, .uri, "uri", uri),
      PropertyRow(.birthplace, .once, .text, "text uri", "LANGUAGE ALTID"),
      PropertyRow(.deathplace, .once, .text, "text uri", "LANGUAGE ALTID"),
      PropertyRow(.deathdate, .once, .date, "date-and-or-time text", "LANGUAGE ALTID CALSCALE"),
      PropertyRow(.expertise, .any, .text, "text", level),
      PropertyRow(.hobby, .any, .text, "text", level),
      PropertyRow(.interest, .any, .text, "text", level),
      PropertyRow(.orgDirectory, .any, .uri, "uri", uri + " LANGUAGE"),
      PropertyRow(.contactURI, .any, .uri, "uri", uri),
      PropertyRow(.created, .once, .timestamp, "timestamp", ""),
      PropertyRow(.gramGender, .any, .anything, "text", "LANGUAGE ALTID"),
      PropertyRow(.language, .once, .languageTag, "language-tag", ""),
      PropertyRow(.pronouns, .any, .text, "text", text),
      PropertyRow(.socialProfile, .any, .uri, "uri text", service),
      PropertyRow(.jsprop, .any, .text, "text", ""),
    ]
    return rows.map { row in
      var row = row
      row.rule.parameters.formUnion(anywhere40)
      // RFC 6350 §5.6: TYPE must not be applied to other properties of that document; §5.5: PID not
      // to what may stand once; §5.3: PREF to what may stand several times.
      row.rule.forbidden = ParameterSet("TYPE PID PREF").subtracting(row.rule.parameters)
      // RFC 6350 §3.4. In the components of N and ADR a comma separates.
      row.rule.escapesCommas = row.rule.syntax == .text || row.name == .org
      return row
    }
  }()
}

// MARK: - vCard 3.0

extension RuleTable {
  private static let types30 = ValueTypeSet(
    """
    text uri date time date-time boolean integer float utc-offset binary phone-number vcard
    """)

  private static let parameters30 = ParameterSet("TYPE VALUE ENCODING LANGUAGE CONTEXT")

  /// RFC 2426 §3 and §4, with RFC 2425 §6, RFC 2739 §2.3 and RFC 4770 §3.
  private static let rows30: [PropertyRow] = {
    let rows: [PropertyRow] = [
      PropertyRow(.version, .once, .anything, "text", ""),
      PropertyRow(.source, .any, .uri, "uri", "CONTEXT"),
      PropertyRow(.name, .onceInPractice, .text, "text", ""),
      PropertyRow(.profile, .onceInPractice, .anything, "text", ""),
      PropertyRow(.fn, .onceInPractice, .text, "text", "LANGUAGE"),
      PropertyRow(.n, .onceInPractice, .structure, "text", "LANGUAGE").components(1...5),
      PropertyRow(.nickname, .any, .list, "text", "LANGUAGE"),
      PropertyRow(.photo, .any, .binary, "binary uri", "TYPE"),
      PropertyRow(.bday, .onceInPractice, .date, "date date-time", ""),
      PropertyRow(.adr, .any, .structure, "text", "TYPE LANGUAGE").components(1...7),
      PropertyRow(.label, .any, .text, "text", "TYPE LANGUAGE"),
      PropertyRow(.tel, .any, .anything, "phone-number text", "TYPE"),
      PropertyRow(.email, .any, .anything, "text", "TYPE"),
      PropertyRow(.mailer, .any, .text, "text", "LANGUAGE"),
      PropertyRow(.tz, .any, .utcOffset, "utc-offset text", ""),
      PropertyRow(.geo, .any, .coordinates, "float", ""),
      PropertyRow(.title, .any, .text, "text", "LANGUAGE"),
      PropertyRow(.role, .any, .text, "text", "LANGUAGE"),
      PropertyRow(.logo, .any, .binary, "binary uri", "TYPE"),
      PropertyRow(.agent, .any, .card, "vcard text uri", ""),
      PropertyRow(.org, .any, .structure, "text", "LANGUAGE"),
      PropertyRow(.categories, .any, .list, "text", "LANGUAGE"),
      PropertyRow(.note, .any, .text, "text", "LANGUAGE"),
      PropertyRow(.prodid, .onceInPractice, .anything, "text", ""),
      PropertyRow(.rev, .onceInPractice, .timestamp, "date-time date", ""),
      PropertyRow(.sortString, .onceInPractice, .text, "text", "LANGUAGE"),
      PropertyRow(.sound, .any, .binary, "binary uri", "TYPE"),
      PropertyRow(.uid, .onceInPractice, .anything, "text", "TYPE"),
      PropertyRow(.url, .any, .uri, "uri", ""),
      PropertyRow(.access, .onceInPractice, .anything, "text", ""),
      PropertyRow(.key, .any, .anything, "binary text", "TYPE"),
      PropertyRow(.impp, .any, .uri, "uri", "TYPE"),
      PropertyRow(.fburl, .any, .uri, "uri", "TYPE").barePref(),
      PropertyRow(.calAdrURI, .any, .uri, "uri", "TYPE").barePref(),
      PropertyRow(.capURI, .any, .uri, "uri", "TYPE").barePref(),
      PropertyRow(.calURI, .any, .uri, "uri", "TYPE").barePref(),
    ]
    return rows.map { row in
      var row = row
      // RFC 2425 §5.8.4: these may stand with any property.
      row.rule.parameters.formUnion(ParameterSet("VALUE ENCODING"))
      // RFC 2426 §5: any comma or semicolon in a text value must have a backslash.
      row.rule.escapesCommas = row.rule.syntax == .text || row.name == .org
      row.rule.escapesSemicolons = row.rule.syntax == .text || row.rule.syntax == .list
      return row
    }
  }()
}

// MARK: - vCard 2.1

extension RuleTable {
  private static let types21 = ValueTypeSet("inline url content-id cid")

  private static let parameters21 = ParameterSet("TYPE VALUE ENCODING CHARSET LANGUAGE")

  /// vCard 2.1 §2.2 to §2.9.
  ///
  /// Every parameter may be used on any property (§2.1.5 to §2.1.8).
  private static let rows21: [PropertyRow] = {
    let rows: [PropertyRow] = [
      PropertyRow(.version, .once, .anything, "", ""),
      PropertyRow(.fn, .onceInPractice, .text, "", ""),
      PropertyRow(.n, .onceInPractice, .structure, "", "").components(1...5),
      PropertyRow(.photo, .any, .binary, "", ""),
      PropertyRow(.bday, .onceInPractice, .date, "", ""),
      PropertyRow(.adr, .any, .structure, "", "").components(1...7),
      PropertyRow(.label, .any, .text, "", ""),
      PropertyRow(.tel, .any, .anything, "", ""),
      PropertyRow(.email, .any, .anything, "", ""),
      PropertyRow(.mailer, .any, .text, "", ""),
      PropertyRow(.tz, .any, .utcOffset, "", ""),
      PropertyRow(.geo, .any, .coordinates, "", ""),
      PropertyRow(.title, .any, .text, "", ""),
      PropertyRow(.role, .any, .text, "", ""),
      PropertyRow(.logo, .any, .binary, "", ""),
      PropertyRow(.agent, .any, .card, "", ""),
      PropertyRow(.org, .any, .structure, "", ""),
      PropertyRow(.note, .any, .text, "", ""),
      PropertyRow(.rev, .onceInPractice, .timestamp, "", ""),
      // vCard 2.1 §2.6.3: the sound may be spelled in letters.
      PropertyRow(.sound, .any, .anything, "", ""),
      PropertyRow(.url, .any, .uri, "", ""),
      PropertyRow(.uid, .onceInPractice, .anything, "", ""),
      PropertyRow(.key, .any, .anything, "", ""),
    ]
    return rows.map { row in
      var row = row
      row.rule.parameters = parameters21
      row.rule.types = types21
      return row
    }
  }()
}
