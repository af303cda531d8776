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
    /// A name in Han, Kana or Hangul: the same once the spaces are gone.
    public static let joined = Level(rawValue: "joined")
    /// A name: the middle names agree, one as an initial.
    public static let initial = Level(rawValue: "initial")
    /// A name: one side has a middle name more.
    public static let middle = Level(rawValue: "middle")
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
    /// A phone number: the same as far as both are written.
    public static let national = Level(rawValue: "national")
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
}
