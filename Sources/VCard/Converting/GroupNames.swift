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
  private var free: FreeGroups?
  private var labelled: Set<String> = []
  private let lines: [ConversionLine?]

  init(_ lines: [ConversionLine?]) { self.lines = lines }

  /// The group of a line, if nothing in it is labelled.
  mutating func unlabelled(_ group: String?) -> String? {
    guard let group else { return nil }
    _ = count()
    return labelled.contains(Property.Name.uppercased(group)) ? nil : group
  }

  private mutating func count() -> FreeGroups {
    if let free { return free }
    for case let line? in lines where line.known == .xABLabel {
      if let group = line.group { labelled.insert(Property.Name.uppercased(group)) }
    }
    let free = FreeGroups(lines.lazy.map { $0?.group })
    self.free = free
    return free
  }

  /// A group that no line has.
  mutating func next() -> String {
    var free = count()
    defer { self.free = free }
    return free.next()
  }
}
