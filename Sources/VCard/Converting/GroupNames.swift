/// Groups such as `item3` that a card does not use yet.
struct FreeGroups: Sendable {
  private let used: Set<String>
  private var number = 0

  /// Creates the groups that are none of those of some lines.
  init(_ groups: some Sequence<String?>) {
    used = Set(groups.lazy.compactMap { $0.map(Property.Name.uppercased) })
  }

  mutating func next() -> String {
    repeat { number += 1 } while used.contains("ITEM\(number)")
    return "item\(number)"
  }
}

/// The groups of lines that are converted, looked at the first time that somebody asks.
struct GroupNames: Sendable {
  private let lines: [ConversionLine?]
  /// The groups that no line has.
  lazy var free = FreeGroups(lines.lazy.map { $0?.group })
  /// What their labels say.
  lazy var labels = GroupLabels(
    lines.lazy.compactMap(\.self).filter { $0.known == .xABLabel }.map { ($0.group, $0.text) })

  init(_ lines: [ConversionLine?]) { self.lines = lines }
}
