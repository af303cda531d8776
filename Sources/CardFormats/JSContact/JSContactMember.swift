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
  let form: Form
  /// The property of its place.
  var place: KnownName?

  static let all = [
    JSContactMember(name: .uid, key: "uid", form: .text),
    JSContactMember(name: .kind, key: "kind", form: .word),
    JSContactMember(name: .prodid, key: "prodId", form: .text),
    JSContactMember(name: .language, key: "language", form: .text),
    JSContactMember(name: .rev, key: "updated", form: .timestamp),
    JSContactMember(name: .created, key: "created", form: .timestamp),
    JSContactMember(name: .bday, key: "birth", form: .date, place: .birthplace),
    JSContactMember(name: .deathdate, key: "death", form: .date, place: .deathplace),
    JSContactMember(name: .anniversary, key: "wedding", form: .date),
  ]

  /// The octets of their keys.
  static let keys = all.map { Array($0.key.utf8) }

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
