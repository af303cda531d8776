/// Names that are known by number, a bit each.
package struct NameSet: ExpressibleByArrayLiteral, Sendable {
  private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// Creates the set of some names.
  package init(_ names: some Sequence<KnownName>) {
    for name in names { insert(name) }
  }

  /// Creates the set of some names.
  package init(arrayLiteral names: KnownName...) { self.init(names) }

  /// Adds a name.
  package mutating func insert(_ name: KnownName) {
    let bit: UInt64 = 1 << UInt64(name.rawValue & 63)
    switch name.rawValue >> 6 {
    case 0: bits.0 |= bit
    case 1: bits.1 |= bit
    case 2: bits.2 |= bit
    default: bits.3 |= bit
    }
  }

  /// Whether a name is one of them.
  package func contains(_ name: KnownName) -> Bool {
    let word =
      switch name.rawValue >> 6 {
      case 0: bits.0
      case 1: bits.1
      case 2: bits.2
      default: bits.3
      }
    return word >> UInt64(name.rawValue & 63) & 1 == 1
  }

  /// Whether a name is in both sets.
  package func intersects(_ other: NameSet) -> Bool {
    bits.0 & other.bits.0 | bits.1 & other.bits.1 | bits.2 & other.bits.2 | bits.3 & other.bits.3
      != 0
  }

  /// The names of both sets.
  package func union(_ other: NameSet) -> NameSet {
    var union = self
    union.bits.0 |= other.bits.0
    union.bits.1 |= other.bits.1
    union.bits.2 |= other.bits.2
    union.bits.3 |= other.bits.3
    return union
  }
}
