/// Names that are known by number, a bit each.
package struct NameSet: ExpressibleByArrayLiteral, Sendable {
  private var bits: UInt128 = 0

  /// Creates the set of some names.
  package init(_ names: some Sequence<KnownName>) {
    for name in names { insert(name) }
  }

  /// Creates the set of some names.
  package init(arrayLiteral names: KnownName...) { self.init(names) }

  /// Adds a name.
  package mutating func insert(_ name: KnownName) {
    precondition(name.rawValue < UInt128.bitWidth, "a name has a bit")
    bits |= 1 << UInt128(name.rawValue)
  }

  /// Whether a name is one of them.
  package func contains(_ name: KnownName) -> Bool {
    bits & 1 << UInt128(name.rawValue) != 0
  }

  /// Whether a name is in both sets.
  package func intersects(_ other: NameSet) -> Bool { bits & other.bits != 0 }

  /// The names of both sets.
  package func union(_ other: NameSet) -> NameSet {
    var union = self
    union.bits |= other.bits
    return union
  }
}
