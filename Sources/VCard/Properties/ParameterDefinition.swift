/// The parameters that some version defines, by number.
enum KnownParameter: UInt8, StandardWord {
  /// A name that no standard has.
  case unknown
  /// A name that starts with `X-`.
  case vendor
  case type, value, encoding, charset, language, context
  case pref, altid, pid, mediatype, calscale, sortAs, geo, tz, label
  case level, index
  case cc
  case author, authorName, created, derived, phonetic, propID, script, serviceType, username
  case jscomps, jsptr
  // Programs' own, and those by which conversion knows its lines again; `X-` stands before them.
  case sortString, omittedYear
  case version, original, property, nested, repeated, paired, user
}

/// What the standards say about one parameter: a row.
///
/// To add a parameter, add its row, and its tests.
final class ParameterDefinition: Sendable {
  /// Which versions have a parameter.
  enum Standing: UInt8, Sendable {
    case all
    /// Conversion decodes what it is about, and writes it anew.
    case encoding, charset
    /// vCard 3.0; in vCard 4.0 it stands as `X-NAME`.
    case only30
    /// Programs write it in vCard 2.1 and 3.0; in vCard 4.0 it stands as `X-NAME`.
    case program
    /// vCard 4.0; before, it stands as `X-NAME`.
    case since40
  }

  /// Its number.
  let parameter: KnownParameter
  /// The name in upper case, without `X-`.
  let name: String
  let standing: Standing
  /// How often `X-` stands before the name where the parameter is at home.
  let prefixes: Int
  /// Whether it may stand with any property of vCard 4.0.
  let isAnywhere: Bool
  /// Whether to be carried is no loss worth telling.
  let isSilent: Bool
  /// The sections of the standards.
  let source: String

  var versions: Set<Version> {
    switch standing {
    case .all: [.version21, .version30, .version40]
    case .encoding: [.version21, .version30]
    case .charset: [.version21]
    case .only30: [.version30]
    case .program: []
    case .since40: [.version40]
    }
  }

  private init(
    _ parameter: KnownParameter, _ name: String, _ standing: Standing, _ source: String,
    prefixes: Int = 0, isAnywhere: Bool = false, isSilent: Bool = false
  ) {
    self.parameter = parameter
    self.name = name
    self.standing = standing
    self.source = source
    self.prefixes = prefixes
    self.isAnywhere = isAnywhere
    self.isSilent = isSilent
  }

  static let all: [ParameterDefinition] = [
    .init(.type, "TYPE", .all, "vCard 2.1 §2.9, RFC 2425 §5.8.4, RFC 6350 §5.6"),
    .init(
      .value, "VALUE", .all, "vCard 2.1 §2.1.8, RFC 2425 §5.8.4, RFC 6350 §5.2",
      isAnywhere: true),
    .init(.encoding, "ENCODING", .encoding, "vCard 2.1 §2.1.5, RFC 2425 §5.8.4"),
    .init(.charset, "CHARSET", .charset, "vCard 2.1 §2.1.6"),
    .init(.language, "LANGUAGE", .all, "vCard 2.1 §2.1.7, RFC 2425 §5.8.4, RFC 6350 §5.1"),
    .init(.context, "CONTEXT", .only30, "RFC 2425 §6.1"),
    .init(.pref, "PREF", .since40, "RFC 6350 §5.3"),
    .init(.altid, "ALTID", .since40, "RFC 6350 §5.4"),
    .init(.pid, "PID", .since40, "RFC 6350 §5.5"),
    .init(.mediatype, "MEDIATYPE", .since40, "RFC 6350 §5.7"),
    .init(.calscale, "CALSCALE", .since40, "RFC 6350 §5.8"),
    .init(.sortAs, "SORT-AS", .since40, "RFC 6350 §5.9"),
    .init(.geo, "GEO", .since40, "RFC 6350 §5.10"),
    .init(.tz, "TZ", .since40, "RFC 6350 §5.11"),
    .init(.label, "LABEL", .since40, "RFC 6350 §6.3.1"),
    // RFC 6715.
    .init(.index, "INDEX", .since40, "RFC 6715 §3.1", isAnywhere: true),
    .init(.level, "LEVEL", .since40, "RFC 6715 §3.2"),
    // RFC 8605.
    .init(.cc, "CC", .since40, "RFC 8605 §3.1"),
    // RFC 9554.
    .init(.author, "AUTHOR", .since40, "RFC 9554 §4.1", isAnywhere: true),
    .init(.authorName, "AUTHOR-NAME", .since40, "RFC 9554 §4.2", isAnywhere: true),
    .init(.created, "CREATED", .since40, "RFC 9554 §4.3", isAnywhere: true),
    // A mark between programs, not something that a card says.
    .init(.derived, "DERIVED", .since40, "RFC 9554 §4.4", isAnywhere: true, isSilent: true),
    .init(.phonetic, "PHONETIC", .since40, "RFC 9554 §4.6"),
    .init(.propID, "PROP-ID", .since40, "RFC 9554 §4.7", isAnywhere: true, isSilent: true),
    .init(.script, "SCRIPT", .since40, "RFC 9554 §4.8"),
    .init(.serviceType, "SERVICE-TYPE", .since40, "RFC 9554 §4.9"),
    .init(.username, "USERNAME", .since40, "RFC 9554 §4.10"),
    // RFC 9555.
    .init(.jscomps, "JSCOMPS", .since40, "RFC 9555 §3.3.1", isSilent: true),
    .init(.jsptr, "JSPTR", .since40, "RFC 9555 §3.3.2", isAnywhere: true, isSilent: true),
    // Some programs write it on N, where SORT-AS takes it over.
    .init(.sortString, "SORT-STRING", .program, "RFC 2426 §3.6.5", isSilent: true),
    // vCard 4.0 has dates without a year, and readers of it take 1604 for one.
    .init(
      .omittedYear, "APPLE-OMIT-YEAR", .program, "RFC 6350 §4.3.1", prefixes: 1, isSilent: true),
  ]

  /// The parameters whose rows have something in common.
  static func set(where isWanted: (ParameterDefinition) -> Bool) -> ParameterSet {
    ParameterSet(all.lazy.filter(isWanted).map { ParameterSet($0.parameter) })
  }
}

extension KnownParameter {
  /// The row; `nil` for what only conversion knows.
  var row: ParameterDefinition? { KnownParameter.rows[Int(rawValue)] }

  private static let rows = allCases.map { number in
    ParameterDefinition.all.first { $0.parameter == number }
  }

  /// The name as the standards write it; empty for what none has.
  var name: String { row.flatMap { $0.standing == .program ? nil : $0.name } ?? "" }

  /// The parameter of a name in upper case, without the `X-` of a program's own.
  static func named(_ name: String) -> KnownParameter? { byName[name] }

  static let words = table()

  private static let byName = Dictionary(
    uniqueKeysWithValues: ParameterDefinition.all.map { ($0.name, $0.parameter) })
}
