/// How properties and parameters of one version are said in another.
///
/// The rows are data; ``LineConverter`` does with each column the same for every row.
struct ConversionTable: Sendable {
  static let shared = ConversionTable()

  private let rows: [PropertyConversion?]

  private init() {
    var rows = [PropertyConversion?](repeating: nil, count: KnownName.allCases.count)
    for row in ConversionTable.properties { rows[Int(row.name.rawValue)] = row }
    self.rows = rows
  }

  /// The row of a property; `nil` for those that programs have of their own, which stay as they
  /// are.
  subscript(_ name: KnownName) -> PropertyConversion? { rows[Int(name.rawValue)] }

  // MARK: Properties

  static let properties: [PropertyConversion] = [
    PropertyConversion(.source, .all, .same, "RFC 2426 §2.1.4, RFC 6350 §6.1.3"),
    // What BEGIN:VCARD says already; nobody misses it.
    PropertyConversion(.profile, .only30, .same, "RFC 2426 §2.1.3", isSilent: true),
    PropertyConversion(.name, .before40, .text, "RFC 2426 §2.1.2, RFC 6350 §A.2"),
    PropertyConversion(.kind, .since40, .same, "RFC 6350 §6.1.4, RFC 6473, RFC 6869"),
    PropertyConversion(.xml, .since40, .same, "RFC 6350 §6.1.5"),
    // Several FN stay in place: readers of 3.0 take the first, and none is lost.
    PropertyConversion(.fn, .all, .text, "RFC 2426 §3.1.1, RFC 6350 §6.2.1"),
    PropertyConversion(.n, .all, .components, "RFC 2426 §3.1.2, RFC 6350 §6.2.2, RFC 9554 §2.2"),
    PropertyConversion(.nickname, .all, .list, "RFC 2426 §3.1.3, RFC 6350 §6.2.3"),
    PropertyConversion(.photo, .all, .binary, "RFC 2426 §3.1.4, RFC 6350 §6.2.4"),
    PropertyConversion(.bday, .all, .date, "RFC 2426 §3.1.5, RFC 6350 §6.2.5"),
    PropertyConversion(.anniversary, .since40WithNamesake, .date, "RFC 6350 §6.2.6"),
    PropertyConversion(.gender, .since40WithNamesake, .same, "RFC 6350 §6.2.7"),
    PropertyConversion(.adr, .all, .components, "RFC 2426 §3.2.1, RFC 6350 §6.3.1, RFC 9554 §2.1"),
    PropertyConversion(.label, .before40, .text, "RFC 2426 §3.2.2, RFC 6350 §6.3.1"),
    PropertyConversion(.tel, .all, .phone, "RFC 2426 §3.3.1, RFC 6350 §6.4.1, RFC 3966 §3"),
    PropertyConversion(.email, .all, .text, "RFC 2426 §3.3.2, RFC 6350 §6.4.2"),
    PropertyConversion(.mailer, .before40, .text, "RFC 2426 §3.3.3, RFC 6350 §A.2"),
    PropertyConversion(.impp, .all, .same, "RFC 4770 §2, RFC 6350 §6.4.3"),
    PropertyConversion(.lang, .since40, .same, "RFC 6350 §6.4.4"),
    PropertyConversion(.tz, .all, .offset, "RFC 2426 §3.4.1, RFC 6350 §6.5.1"),
    PropertyConversion(.geo, .all, .position, "RFC 2426 §3.4.2, RFC 6350 §6.5.2, RFC 5870 §3.3"),
    PropertyConversion(.title, .all, .text, "RFC 2426 §3.5.1, RFC 6350 §6.6.1"),
    PropertyConversion(.role, .all, .text, "RFC 2426 §3.5.2, RFC 6350 §6.6.2"),
    PropertyConversion(.logo, .all, .binary, "RFC 2426 §3.5.3, RFC 6350 §6.6.3"),
    PropertyConversion(.agent, .before40, .agent, "RFC 2426 §3.5.4, RFC 6350 §6.6.6 and §A.2"),
    PropertyConversion(.org, .all, .components, "RFC 2426 §3.5.5, RFC 6350 §6.6.4"),
    PropertyConversion(.member, .since40, .same, "RFC 6350 §6.6.5"),
    PropertyConversion(.related, .since40, .related, "RFC 6350 §6.6.6"),
    PropertyConversion(.categories, .all, .list, "RFC 2426 §3.6.1, RFC 6350 §6.7.1"),
    PropertyConversion(.note, .all, .text, "RFC 2426 §3.6.2, RFC 6350 §6.7.2"),
    PropertyConversion(.prodid, .all, .same, "RFC 2426 §3.6.3, RFC 6350 §6.7.3"),
    PropertyConversion(.rev, .all, .timestamp, "RFC 2426 §3.6.4, RFC 6350 §6.7.4"),
    PropertyConversion(.sortString, .before40, .text, "RFC 2426 §3.6.5, RFC 6350 §5.9"),
    PropertyConversion(.sound, .all, .binary, "RFC 2426 §3.6.6, RFC 6350 §6.7.5"),
    PropertyConversion(.uid, .all, .identifier, "RFC 2426 §3.6.7, RFC 6350 §6.7.6"),
    PropertyConversion(.clientPIDMap, .since40, .same, "RFC 6350 §6.7.7"),
    PropertyConversion(.url, .all, .same, "RFC 2426 §3.6.8, RFC 6350 §6.7.8"),
    PropertyConversion(.access, .before40, .same, "RFC 2426 §3.7.1, RFC 6350 §A.2"),
    PropertyConversion(.key, .all, .binary, "RFC 2426 §3.7.2, RFC 6350 §6.8.1"),
    PropertyConversion(.fburl, .all, .same, "RFC 2739 §2.3.1, RFC 6350 §6.9.1"),
    PropertyConversion(.calAdrURI, .all, .same, "RFC 2739 §2.3.2, RFC 6350 §6.9.2"),
    PropertyConversion(.calURI, .all, .same, "RFC 2739 §2.3.4, RFC 6350 §6.9.3"),
    // RFC 6350 took over three of the four of RFC 2739.
    PropertyConversion(.capURI, .before40, .same, "RFC 2739 §2.3.3"),
    PropertyConversion(.birthplace, .since40, .same, "RFC 6474 §2.1"),
    PropertyConversion(.deathplace, .since40, .same, "RFC 6474 §2.2"),
    PropertyConversion(.deathdate, .since40, .same, "RFC 6474 §2.3"),
    PropertyConversion(.expertise, .since40, .same, "RFC 6715 §2.1"),
    PropertyConversion(.hobby, .since40, .same, "RFC 6715 §2.2"),
    PropertyConversion(.interest, .since40, .same, "RFC 6715 §2.3"),
    PropertyConversion(.orgDirectory, .since40, .same, "RFC 6715 §2.4"),
    PropertyConversion(.contactURI, .since40, .same, "RFC 8605 §2.1"),
    PropertyConversion(.created, .since40, .same, "RFC 9554 §3.1"),
    PropertyConversion(.gramGender, .since40, .same, "RFC 9554 §3.2"),
    PropertyConversion(.language, .since40, .same, "RFC 9554 §3.3"),
    PropertyConversion(.pronouns, .since40, .same, "RFC 9554 §3.4"),
    PropertyConversion(.socialProfile, .since40WithNamesake, .same, "RFC 9554 §3.5"),
    PropertyConversion(.jsprop, .since40, .same, "RFC 9555 §3.2.1"),
  ]

  // MARK: Parameters

  /// Parameters of vCard 4.0 alone; before, they stand as `X-NAME`.
  ///
  /// RFC 6350 §5, RFC 6715 §3, RFC 8605 §3, RFC 9554 §4, RFC 9555 §3.
  static let parametersSince40: [String: ParameterConversion] = [
    "PREF": ParameterConversion("RFC 6350 §5.3"), "ALTID": ParameterConversion("RFC 6350 §5.4"),
    "PID": ParameterConversion("RFC 6350 §5.5"), "SORT-AS": ParameterConversion("RFC 6350 §5.9"),
    "MEDIATYPE": ParameterConversion("RFC 6350 §5.7"),
    "CALSCALE": ParameterConversion("RFC 6350 §5.8"),
    "GEO": ParameterConversion("RFC 6350 §5.10"), "TZ": ParameterConversion("RFC 6350 §5.11"),
    "LABEL": ParameterConversion("RFC 6350 §6.3.1"),
    "LEVEL": ParameterConversion("RFC 6715 §3.2"), "INDEX": ParameterConversion("RFC 6715 §3.1"),
    "CC": ParameterConversion("RFC 8605 §3.1"), "AUTHOR": ParameterConversion("RFC 9554 §4.1"),
    "AUTHOR-NAME": ParameterConversion("RFC 9554 §4.2"),
    "CREATED": ParameterConversion("RFC 9554 §4.3"),
    // A mark between programs, not something that a card says.
    "DERIVED": ParameterConversion("RFC 9554 §4.4", isSilent: true),
    "PHONETIC": ParameterConversion("RFC 9554 §4.6"),
    "PROP-ID": ParameterConversion("RFC 9554 §4.7", isSilent: true),
    "SCRIPT": ParameterConversion("RFC 9554 §4.8"),
    "SERVICE-TYPE": ParameterConversion("RFC 9554 §4.9"),
    "USERNAME": ParameterConversion("RFC 9554 §4.10"),
    "JSCOMPS": ParameterConversion("RFC 9555 §3.3.1", isSilent: true),
    "JSPTR": ParameterConversion("RFC 9555 §3.3.2", isSilent: true),
  ]

  /// Parameters that vCard 4.0 has no more; there they stand as `X-NAME`.
  static let parametersBefore40: [String: ParameterConversion] = [
    "CONTEXT": ParameterConversion("RFC 2425 §6.1"),
    // Some programs write it on N, where SORT-AS takes it over.
    "SORT-STRING": ParameterConversion("RFC 2426 §3.6.5", isSilent: true),
    // X-APPLE-OMIT-YEAR: vCard 4.0 has dates without a year, and readers of it take 1604 for one.
    "APPLE-OMIT-YEAR": ParameterConversion("RFC 6350 §4.3.1", prefixes: 1, isSilent: true),
  ]

  /// The most components that a version has.
  ///
  /// RFC 2426 §3.1.2 and §3.2.1, RFC 9554 §2.
  static func components(of name: KnownName, in version: Version) -> Int? {
    switch name {
    case .n: version == .version40 ? 7 : 5
    case .adr: version == .version40 ? 18 : 7
    default: nil
    }
  }
}
