/// Some of the names that are known by number, a bit each.
package struct KnownNames: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Creates the set of some names.
  package init(_ names: [KnownName]) {
    for name in names {
      let bit = UInt64(1) << UInt64(name.rawValue % 64)
      if name.rawValue < 64 { low |= bit } else { high |= bit }
    }
  }

  /// The names of both sets.
  package func union(_ other: KnownNames) -> KnownNames {
    var union = self
    union.low |= other.low
    union.high |= other.high
    return union
  }

  /// Whether a name is one of them.
  package func contains(_ name: KnownName) -> Bool {
    // A shift past the width of the word gives 0.
    name.rawValue < 64 ? low >> name.rawValue & 1 != 0 : high >> (name.rawValue - 64) & 1 != 0
  }
}

extension Card {
  /// The first line from an index on whose name is among some; `nil` when there is none.
  ///
  /// - Complexity: O(*n*) in the lines passed over, a few instructions each; decodes nothing.
  package func nextLine(
    from index: Int, named names: KnownNames
  ) -> (index: Int, name: KnownName)? {
    var index = index
    while index < rows.count {
      let name = rows[index].known
      if names.contains(name) { return (index, name) }
      index += 1
    }
    return nil
  }
}
