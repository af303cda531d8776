/// Somebody who is something to a person; the label says what.
public struct ContactRelation: Hashable, Sendable {
  /// The name as it is written.
  public var name: String

  /// Creates a relation.
  public init(name: String) { self.name = name }
}

extension ContactRelation: ContactValue {
  /// Feeds the name.
  public func combine(into hasher: inout StableHasher) { hasher.combine(name) }
}
