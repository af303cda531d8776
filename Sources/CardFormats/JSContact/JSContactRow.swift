internal import VCard

/// How a property becomes an object in a map of a JSContact card, and back: one row for both ways.
///
/// ```
/// TEL;TYPE=home;PREF=1:tel:+1-555    phones: { PHONE-1: { number: …, contexts: …, pref: 1 } }
/// ```
/// RFC 9555 §2.4 to §2.13 and RFC 9553 §2.2 to §2.8.
struct JSContactRow: Sendable {
  /// How a parameter's value becomes that of a member.
  enum Form: Sendable {
    case text, number, level, timestamp
  }

  /// A parameter that has a member of its own.
  struct Member: Sendable {
    let parameter: String
    /// The path, such as `author/name`.
    let key: String
    var form = Form.text
  }

  let name: KnownName
  /// The key of the map in the card.
  let map: String
  /// What Ids begin with that no PROP-ID tells.
  let prefix: String
  /// The member that holds the value.
  let key: String
  var kind: String?
  /// Whether TYPE tells contexts.
  var hasContexts = true
  /// Whether X-ABLabel tells a label.
  var hasLabel = false
  var members: [Member] = []

  private static let pref = Member(parameter: "PREF", key: "pref", form: .number)
  private static let media = Member(parameter: "MEDIATYPE", key: "mediaType")
  private static let index = Member(parameter: "INDEX", key: "listAs", form: .number)
  private static let level = Member(parameter: "LEVEL", key: "level", form: .level)
  private static let service = [
    Member(parameter: "SERVICE-TYPE", key: "service"), Member(parameter: "USERNAME", key: "user"),
  ]
  private static let author = [
    Member(parameter: "CREATED", key: "created", form: .timestamp),
    Member(parameter: "AUTHOR", key: "author/uri"),
    Member(parameter: "AUTHOR-NAME", key: "author/name"),
  ]

  private static func resource(
    _ name: KnownName, _ map: String, _ prefix: String, _ kind: String?, _ further: Member...
  ) -> JSContactRow {
    JSContactRow(
      name: name, map: map, prefix: prefix, key: "uri", kind: kind, hasLabel: true,
      members: [pref, media] + further)
  }

  private static func info(_ name: KnownName, _ kind: String) -> JSContactRow {
    JSContactRow(
      name: name, map: "personalInfo", prefix: "PERSINFO", key: "value", kind: kind,
      hasContexts: false, hasLabel: true, members: [level, index])
  }

  private static func job(_ name: KnownName, _ kind: String) -> JSContactRow {
    JSContactRow(
      name: name, map: "titles", prefix: "TITLE", key: "name", kind: kind, hasContexts: false)
  }

  static let all: [JSContactRow] = [
    resource(.source, "directories", "ENTRY", "entry", index),
    resource(.orgDirectory, "directories", "DIRECTORY", "directory", index),
    resource(.photo, "media", "PHOTO", "photo"),
    resource(.logo, "media", "LOGO", "logo"),
    resource(.sound, "media", "SOUND", "sound"),
    resource(.contactURI, "links", "CONTACT", "contact"),
    resource(.url, "links", "LINK", nil),
    resource(.key, "cryptoKeys", "KEY", nil),
    resource(.calURI, "calendars", "CAL", "calendar"),
    resource(.fburl, "calendars", "FBURL", "freeBusy"),
    JSContactRow(
      name: .calAdrURI, map: "schedulingAddresses", prefix: "SCHEDULING", key: "uri",
      hasLabel: true, members: [pref]),
    JSContactRow(name: .nickname, map: "nicknames", prefix: "NICK", key: "name", members: [pref]),
    JSContactRow(
      name: .email, map: "emails", prefix: "EMAIL", key: "address", hasLabel: true,
      members: [pref]),
    JSContactRow(
      name: .tel, map: "phones", prefix: "PHONE", key: "number", hasLabel: true, members: [pref]),
    JSContactRow(
      name: .impp, map: "onlineServices", prefix: "OS", key: "uri", hasLabel: true,
      members: [pref] + service),
    JSContactRow(
      name: .socialProfile, map: "onlineServices", prefix: "OS", key: "uri", hasLabel: true,
      members: [pref] + service),
    JSContactRow(
      name: .lang, map: "preferredLanguages", prefix: "LANG", key: "language", members: [pref]),
    JSContactRow(
      name: .note, map: "notes", prefix: "NOTE", key: "note", hasContexts: false, members: author),
    JSContactRow(
      name: .pronouns, map: "pronouns", prefix: "PRONOUNS", key: "pronouns", members: [pref]),
    JSContactRow(name: .org, map: "organizations", prefix: "ORG", key: "name"),
    JSContactRow(name: .adr, map: "addresses", prefix: "ADDR", key: "", members: [pref]),
    job(.title, "title"), job(.role, "role"),
    info(.expertise, "expertise"), info(.hobby, "hobby"), info(.interest, "interest"),
  ]

  private static let byName: [JSContactRow?] = {
    var rows = [JSContactRow?](repeating: nil, count: KnownName.allCases.count)
    for row in all { rows[Int(row.name.rawValue)] = row }
    return rows
  }()

  /// The row of a property.
  static func named(_ name: KnownName) -> JSContactRow? { byName[Int(name.rawValue)] }

  private static let byMap = Dictionary(grouping: all, by: \.map)

  /// The rows of a map.
  static func rows(of map: String) -> [JSContactRow] { byMap[map] ?? [] }

  // MARK: Words

  /// The contexts that a type of the property tells, each with its type.
  ///
  /// RFC 9555 §2.3.22; RFC 9554 §5.1 and §5.2.
  var contexts: [(type: String, word: String)] {
    guard hasContexts else { return [] }
    let common = [("home", "private"), ("work", "work")]
    return name == .adr ? common + [("billing", "billing"), ("delivery", "delivery")] : common
  }

  /// The features of a telephone, each with its type; RFC 9555 §2.7.6.
  static let features: [(type: String, word: String)] =
    [("cell", "mobile")]
    + ["fax", "main-number", "pager", "text", "textphone", "video", "voice"].map { ($0, $0) }

  /// The levels of EXPERTISE; those of hobbies and interests are the same in both.
  ///
  /// RFC 9555 §2.3.13.
  static let levels = [("beginner", "low"), ("average", "medium"), ("expert", "high")]
}
