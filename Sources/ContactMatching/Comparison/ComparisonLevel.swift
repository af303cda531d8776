/// A kind and level of evidence about two cards, as a number into tables of weights.
struct ComparisonLevel: Hashable, Sendable {
  let number: Int

  private init(_ number: Int) { self.number = number }

  /// The kind and level of each feature, as they stand in tables and reports.
  static let all: [(kind: Evidence.Kind, level: Evidence.Level)] = {
    var all: [(kind: Evidence.Kind, level: Evidence.Level)] = [
      (.prior, .init(rawValue: "book")), (.name, .init(rawValue: "common")),
      (.nameOrder, .init(rawValue: "swapped")),
    ]
    for kind in [Evidence.Kind.givenName, .familyName] {
      for level in NameFinding.Level.allCases { all.append((kind, .init(rawValue: "\(level)"))) }
    }
    for level in NameFinding.Middle.allCases {
      all.append((.middleName, .init(rawValue: level == .oneSided ? "one-sided" : "\(level)")))
    }
    for level in NameFinding.Generation.allCases {
      all.append((.suffix, .init(rawValue: level == .oneSided ? "one-sided" : "\(level)")))
    }
    for kind in [Evidence.Kind.email, .phone, .organization] {
      for level in sharedLevels { all.append((kind, .init(rawValue: level))) }
    }
    for level in PairFinding.Birthday.allCases {
      all.append((.birthday, .init(rawValue: "\(level)")))
    }
    all.append((.emailName, .exact))
    all.append((.uid, .exact))
    return all
  }()

  /// The levels of a value that both cards may have, after how many names share it.
  static let sharedLevels = [
    "exact", "shared-2", "shared-4", "shared-8", "shared-many", "role", "further", "different",
  ]

  static let count = all.count

  static let prior = ComparisonLevel(0)
  static let common = ComparisonLevel(1)
  static let swapped = ComparisonLevel(2)
  private static let givenStart = 3
  private static let familyStart = givenStart + NameFinding.Level.allCases.count
  private static let middleStart = familyStart + NameFinding.Level.allCases.count
  private static let suffixStart = middleStart + NameFinding.Middle.allCases.count
  private static let emailStart = suffixStart + NameFinding.Generation.allCases.count
  private static let phoneStart = emailStart + sharedLevels.count
  private static let organizationStart = phoneStart + sharedLevels.count
  private static let birthdayStart = organizationStart + sharedLevels.count
  static let emailName = ComparisonLevel(birthdayStart + PairFinding.Birthday.allCases.count)
  static let uid = ComparisonLevel(birthdayStart + PairFinding.Birthday.allCases.count + 1)

  static func given(_ level: NameFinding.Level) -> ComparisonLevel {
    ComparisonLevel(givenStart + Int(level.rawValue))
  }
  static func family(_ level: NameFinding.Level) -> ComparisonLevel {
    ComparisonLevel(familyStart + Int(level.rawValue))
  }
  static func middle(_ level: NameFinding.Middle) -> ComparisonLevel {
    ComparisonLevel(middleStart + Int(level.rawValue))
  }
  static func suffix(_ level: NameFinding.Generation) -> ComparisonLevel {
    ComparisonLevel(suffixStart + Int(level.rawValue))
  }
  static func email(_ level: PairFinding.Shared) -> ComparisonLevel {
    ComparisonLevel(emailStart + Int(level.rawValue) - 1)
  }
  static func phone(_ level: PairFinding.Shared) -> ComparisonLevel {
    ComparisonLevel(phoneStart + Int(level.rawValue) - 1)
  }
  static func organization(_ level: PairFinding.Shared) -> ComparisonLevel {
    ComparisonLevel(organizationStart + Int(level.rawValue) - 1)
  }
  static func birthday(_ level: PairFinding.Birthday) -> ComparisonLevel {
    ComparisonLevel(birthdayStart + Int(level.rawValue))
  }

  /// Feature by feature kind and level, for reading tables.
  static func named(_ kind: String, _ level: String) -> ComparisonLevel? {
    all.firstIndex { $0.kind.rawValue == kind && $0.level.rawValue == level }.map(
      ComparisonLevel.init)
  }
}

extension Evidence.Kind {
  /// What is known before anything is compared: few pairs of a large book are of one person.
  public static let prior = Evidence.Kind(rawValue: "prior")
  /// The given names.
  public static let givenName = Evidence.Kind(rawValue: "given")
  /// The family names.
  public static let familyName = Evidence.Kind(rawValue: "family")
  /// The middle names.
  public static let middleName = Evidence.Kind(rawValue: "middle")
  /// Whether given and family name stand in each other's place.
  public static let nameOrder = Evidence.Kind(rawValue: "order")
  /// The organisations.
  public static let organization = Evidence.Kind(rawValue: "organization")
  /// What stands before the @ of the emails, where the emails differ.
  public static let emailName = Evidence.Kind(rawValue: "email-name")
}
