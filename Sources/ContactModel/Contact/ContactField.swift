package import VCard

/// What of a person somebody names in a command: an everyday word, or the name that vCard has for it.
///
/// `phone` and `tel` are the same, and so are `organization` and `org`.
public enum ContactField: String, Hashable, Sendable, CaseIterable {
  /// The name, whole.
  case name
  /// The first name in the West.
  case first
  /// Further given names.
  case middle
  /// The last name in the West.
  case last
  /// What stands before the name, such as `Dr.`.
  case prefix
  /// What stands after the name, such as `Jr.`.
  case suffix
  /// The nicknames.
  case nickname
  /// The organisation.
  case organization
  /// The department of the organisation.
  case department
  /// The job titles.
  case title
  /// The phone numbers.
  case phone
  /// The email addresses.
  case email
  /// The postal addresses.
  case address
  /// The cities of the postal addresses.
  case city
  /// The addresses of web pages.
  case url
  /// The birthday.
  case birthday
  /// The days other than the birthday.
  case date
  /// The people who are something to the person.
  case relation
  /// The categories.
  case category
  /// The notes.
  case note
  /// The photo.
  case photo
  /// The photo made small.
  case thumbnail
  /// The UID.
  case uid
  /// The groups that the person is a member of.
  case group

  /// The field that a word names in any case; `nil` when none has that name.
  ///
  /// - Parameter word: An everyday word, or the name of a property such as `TEL`.
  public init?(word: String) {
    guard let field = ContactField.byWord[word.asciiLowercased] else { return nil }
    self = field
  }

  /// All words that name a field.
  public static let words: [String] = byWord.keys.sorted()

  /// The property that holds it; `nil` for what is a part of one, or stands in no card.
  package var property: KnownName? {
    switch self {
    case .name: .n
    case .nickname: .nickname
    case .organization: .org
    case .title: .title
    case .phone: .tel
    case .email: .email
    case .address: .adr
    case .url: .url
    case .birthday: .bday
    case .relation: .related
    case .category: .categories
    case .note: .note
    case .photo: .photo
    case .uid: .uid
    case .first, .middle, .last, .prefix, .suffix, .department, .city, .date, .thumbnail, .group:
      nil
    }
  }

  private static let byWord: [String: ContactField] = {
    var fields: [String: ContactField] = [
      "fn": .name, "given": .first, "family": .last, "relative": .relation,
    ]
    for field in allCases {
      fields[field.rawValue] = field
      if let property = field.property { fields[property.canonical.asciiLowercased] = field }
    }
    return fields
  }()
}
