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
  private lazy var labels = {
    var labels: [String: String] = [:]
    for case let line? in lines where line.known == .xABLabel {
      guard let group = line.group.map(Property.Name.uppercased) else { continue }
      // The first that says something, as for presets and contacts.
      if labels[group, default: ""].isEmpty { labels[group] = AppleLabel(line.text)?.key ?? "" }
    }
    return labels
  }()

  init(_ lines: [ConversionLine?]) { self.lines = lines }

  /// The label of a group in lower case, empty where it says nothing; `nil` where there is none.
  mutating func label(of group: String) -> String? { labels[Property.Name.uppercased(group)] }
}
