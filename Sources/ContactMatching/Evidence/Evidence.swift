/// One reason to think that two cards are of one person, or that they are not.
public struct Evidence: Hashable, Sendable {
  /// What was compared.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name of the kind, as it stands in reports.
    public let rawValue: String
    /// Creates a kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The words of the names.
    public static let name = Kind(rawValue: "name")
    /// Jr., Sr., II, III.
    public static let suffix = Kind(rawValue: "suffix")
    /// The email addresses.
    public static let email = Kind(rawValue: "email")
    /// The phone numbers.
    public static let phone = Kind(rawValue: "phone")
    /// The birthdays.
    public static let birthday = Kind(rawValue: "birthday")
    /// The UIDs, where they are UUIDs.
    public static let uid = Kind(rawValue: "uid")
  }

  /// How well it agrees.
  public struct Level: RawRepresentable, Hashable, Sendable {
    /// The name of the level, as it stands in reports.
    public let rawValue: String
    /// Creates a level.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The same.
    public static let exact = Level(rawValue: "exact")
    /// A name: the middle names agree, one as an initial.
    public static let initial = Level(rawValue: "initial")
    /// A name: one side has a middle name more.
    public static let middle = Level(rawValue: "middle")
    /// A name: the same in two scripts.
    public static let romanized = Level(rawValue: "romanized")
    /// A name: a given name is a short form of the other.
    public static let nickname = Level(rawValue: "nickname")
    /// A name: a slip of the pen apart, or spelled as it sounds.
    public static let similar = Level(rawValue: "similar")
    /// A name that does not fit: one side lacks words of the other.
    public static let partial = Level(rawValue: "partial")
    /// A name that does not fit: a given name is an initial on one side.
    public static let abbreviated = Level(rawValue: "abbreviated")
    /// A name that does not fit: the given names are the same and the family names are not.
    public static let given = Level(rawValue: "given")
    /// A name that cannot be compared: the two are in different scripts.
    public static let script = Level(rawValue: "script")
    /// A name that cannot be compared: one side has none.
    public static let missing = Level(rawValue: "missing")
    /// A birthday: the same day, and a year on one side only.
    public static let day = Level(rawValue: "day")
    /// The two contradict each other.
    public static let conflict = Level(rawValue: "conflict")
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
