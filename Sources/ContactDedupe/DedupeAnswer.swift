/// What somebody said of two cards, which no evidence overrules.
struct DedupeAnswer: Hashable, Sendable {
  /// One card.
  var left: Int
  /// Another.
  var right: Int
  /// Whether they are of one person.
  var isSame: Bool
}
