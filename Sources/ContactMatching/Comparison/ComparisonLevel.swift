/// A kind and level of evidence about two cards, as a number into tables of weights.
package struct ComparisonLevel: Hashable, Sendable {
  package let number: Int

  private init(_ number: Int) { self.number = number }

  /// The kind and level of each number, as they stand in tables and reports, and what they say.
  package static let all: [(kind: Evidence.Kind, level: Evidence.Level, row: Comparison.Level)] =
    Comparison.all.flatMap { comparison in
      comparison.levels.map { (comparison.kind, Evidence.Level(rawValue: $0.name), $0) }
    }

  package static let count = all.count

  /// What is compared.
  var kind: Evidence.Kind { ComparisonLevel.kinds[number] }
  private static let kinds = all.map(\.kind)
  /// How it agrees.
  var level: Evidence.Level { ComparisonLevel.levels[number] }
  private static let levels = all.map(\.level)
  /// The same in words for people.
  var label: String { ComparisonLevel.all[number].row.label }

  static let prior = ComparisonLevel(0)
  static let common = ComparisonLevel(1)
  static let swapped = ComparisonLevel(2)
  private static let givenStart = start(.givenName)
  private static let familyStart = start(.familyName)
  private static let middleStart = start(.middleName)
  private static let suffixStart = start(.suffix)
  // What is missing has no number.
  private static let emailStart = start(.email) - 1
  private static let phoneStart = start(.phone) - 1
  private static let organizationStart = start(.organization) - 1
  private static let birthdayStart = start(.birthday)
  static let emailName = ComparisonLevel(start(.emailName))
  static let uid = ComparisonLevel(start(.uid))

  /// The number of the first level of a comparison.
  private static func start(_ kind: Evidence.Kind) -> Int {
    guard let start = all.firstIndex(where: { $0.kind == kind }) else {
      preconditionFailure("\(kind.rawValue) is compared")
    }
    return start
  }

  private init(_ start: Int, _ level: UInt8) { number = start + Int(level) }

  static func given(_ level: NameFinding.Level) -> Self { Self(givenStart, level.rawValue) }
  static func family(_ level: NameFinding.Level) -> Self { Self(familyStart, level.rawValue) }
  static func middle(_ level: NameFinding.Middle) -> Self { Self(middleStart, level.rawValue) }
  static func suffix(_ level: NameFinding.Generation) -> Self { Self(suffixStart, level.rawValue) }
  static func email(_ level: PairFinding.Shared) -> Self { Self(emailStart, level.rawValue) }
  static func phone(_ level: PairFinding.Shared) -> Self { Self(phoneStart, level.rawValue) }
  static func organization(_ level: PairFinding.Shared) -> Self {
    Self(organizationStart, level.rawValue)
  }
  static func birthday(_ level: PairFinding.Birthday) -> Self {
    Self(birthdayStart, level.rawValue)
  }

  /// The level of a comparison by their names, for reading tables.
  static func named(_ kind: String, _ level: String) -> ComparisonLevel? {
    all.firstIndex { $0.kind.rawValue == kind && $0.level.rawValue == level }.map(
      ComparisonLevel.init)
  }
}

extension Evidence.Kind {
  /// What is known before anything is compared: few pairs of a large book are of one person.
  public static var prior: Self { Self(rawValue: "prior") }
  /// The given names.
  public static var givenName: Self { Self(rawValue: "given") }
  /// The family names.
  public static var familyName: Self { Self(rawValue: "family") }
  /// The middle names.
  public static var middleName: Self { Self(rawValue: "middle") }
  /// Whether given and family name stand in each other's place.
  public static var nameOrder: Self { Self(rawValue: "order") }
  /// The organisations.
  public static var organization: Self { Self(rawValue: "organization") }
  /// What stands before the @ of the emails, where the emails differ.
  public static var emailName: Self { Self(rawValue: "email-name") }
}
