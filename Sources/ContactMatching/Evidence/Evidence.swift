/// One reason to think that two cards are of one person, or that they are not.
public struct Evidence: Hashable, Sendable {
  /// What was compared.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name of the kind, as it stands in reports.
    public let rawValue: String
    /// Creates a kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The words of the names.
    public static var name: Self { Self(rawValue: "name") }
    /// Jr., Sr., II, III.
    public static var suffix: Self { Self(rawValue: "suffix") }
    /// The email addresses.
    public static var email: Self { Self(rawValue: "email") }
    /// The phone numbers.
    public static var phone: Self { Self(rawValue: "phone") }
    /// The birthdays.
    public static var birthday: Self { Self(rawValue: "birthday") }
    /// The UIDs, where they are UUIDs.
    public static var uid: Self { Self(rawValue: "uid") }
  }

  /// How well it agrees.
  public struct Level: RawRepresentable, Hashable, Sendable {
    /// The name of the level, as it stands in reports.
    public let rawValue: String
    /// Creates a level.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The same.
    public static var exact: Self { Self(rawValue: "exact") }
    /// A name: the middle names agree, one as an initial.
    public static var initial: Self { Self(rawValue: "initial") }
    /// A name: one side has a middle name more.
    public static var middle: Self { Self(rawValue: "middle") }
    /// A name: the same in two scripts.
    public static var romanized: Self { Self(rawValue: "romanized") }
    /// A name: a given name is a short form of the other.
    public static var nickname: Self { Self(rawValue: "nickname") }
    /// A name: a slip of the pen apart, or spelled as it sounds.
    public static var similar: Self { Self(rawValue: "similar") }
    /// A name that does not fit: one side lacks words of the other.
    public static var partial: Self { Self(rawValue: "partial") }
    /// A name that does not fit: a given name is an initial on one side.
    public static var abbreviated: Self { Self(rawValue: "abbreviated") }
    /// A name that does not fit: the given names are the same and the family names are not.
    public static var given: Self { Self(rawValue: "given") }
    /// A name that cannot be compared: the two are in different scripts.
    public static var script: Self { Self(rawValue: "script") }
    /// A name that cannot be compared: one side has none.
    public static var missing: Self { Self(rawValue: "missing") }
    /// A birthday: the same day, and a year on one side only.
    public static var day: Self { Self(rawValue: "day") }
    /// The two contradict each other.
    public static var conflict: Self { Self(rawValue: "conflict") }
  }

  /// What was compared.
  public let kind: Kind
  /// How well it agrees.
  public let level: Level
  /// What it weighs; less than zero when it speaks against.
  public let bits: Bits
  /// What people need to see, such as `Kate Bell = Kate Bell`; it quotes the cards.
  public let detail: String

  /// What the kind and level say, in words for people, such as `two people share this email address`.
  public var label: String { Evidence.label(kind, level) }

  /// What a kind and level say, in words for people.
  ///
  /// - Returns: Their names where they are none of this version's, as of a plan that another made.
  public static func label(_ kind: Kind, _ level: Level) -> String {
    if let known = ComparisonLevel.named(kind.rawValue, level.rawValue) { return known.label }
    if kind == .name, let known = nameLabels[level] { return known }
    return "\(kind.rawValue) \(level.rawValue)"
  }

  /// What whole names say.
  private static let nameLabels: [Level: String] = [
    .exact: "the same name", .initial: "the same name, with an initial for a middle name",
    .middle: "the same name, with a middle name on one side",
    .romanized: "the same name in two scripts",
    .nickname: "a short form of the given name",
    .similar: "names that are a slip of the pen apart, or sound the same",
    .partial: "one name lacks words of the other",
    .abbreviated: "an initial for the given name",
    .given: "the same given name with another family name",
    .script: "names in scripts that cannot be compared", .missing: "no name on one side",
    .conflict: "two names",
  ]
}
