public import ContactMatching

/// How cards are compared.
public struct DedupeSettings: Sendable {
  /// What is looked at of a card.
  public var options = MatchOptions()
  /// What evidence weighs, as a table; `nil` for the weights that come with the module.
  public var weights: String?
  /// What is known of the whole book, as a table; `nil` to count it.
  public var statistics: String?
  /// What people have answered.
  public var decisions: Decisions?
  /// How much memory there is.
  public var memory = DedupeMemoryLimit.unlimited
  /// How many threads work.
  public var threads = 1

  /// Creates settings that are as usual.
  public init() {}
}
