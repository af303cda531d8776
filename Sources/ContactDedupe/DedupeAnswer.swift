/// What somebody said of two cards, which no evidence overrules.
package struct DedupeAnswer: Hashable, Sendable {
  /// One card.
  package var left: Int
  /// Another.
  package var right: Int
  /// Whether they are of one person.
  package var isSame: Bool
}
