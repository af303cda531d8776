internal import VCard

/// How a property becomes a member of the card itself, or an anniversary.
///
/// RFC 9555 §2.5.1, §2.11 and §2.13.
struct JSContactMember: Sendable {
  /// What becomes of the value.
  enum Form: Sendable {
    case text, timestamp
    /// A text in lower case.
    case word
    /// The date of an anniversary.
    case date
  }

  let name: KnownName
  /// The key; of an anniversary its kind.
  let key: String
  let keyOctets: [UInt8]
  let form: Form
  /// The property of its place.
  let place: KnownName?

  private init(_ name: KnownName, _ key: String, _ form: Form, place: KnownName? = nil) {
    (self.name, self.key, self.form, self.place) = (name, key, form, place)
    keyOctets = Array(key.utf8)
  }

  static let all = [
    JSContactMember(.uid, "uid", .text),
    JSContactMember(.kind, "kind", .word),
    JSContactMember(.prodid, "prodId", .text),
    JSContactMember(.language, "language", .text),
    JSContactMember(.rev, "updated", .timestamp),
    JSContactMember(.created, "created", .timestamp),
    JSContactMember(.bday, "birth", .date, place: .birthplace),
    JSContactMember(.deathdate, "death", .date, place: .deathplace),
    JSContactMember(.anniversary, "wedding", .date),
  ]

  private static let byName: [JSContactMember?] = {
    var members = [JSContactMember?](repeating: nil, count: KnownName.allCases.count)
    for member in all { members[Int(member.name.rawValue)] = member }
    return members
  }()

  /// The member of a property.
  static func named(_ name: KnownName) -> JSContactMember? { byName[Int(name.rawValue)] }

  /// The value of a member, of a property that says a text; `nil` for what cannot be one.
  func value(_ text: String) -> String? {
    switch form {
    case .text: text
    case .word: text.lowercased()
    case .timestamp, .date: JSContactDate.utc(text)
    }
  }
}
