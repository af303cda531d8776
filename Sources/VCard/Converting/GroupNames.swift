/// Groups that a card does not use yet.
struct GroupNames: Sendable {
  private var used: Set<String> = []
  private var labelled: Set<String> = []
  private var number = 0
  private let lines: [ConversionLine?]
  private var isCounted = false

  init(_ lines: [ConversionLine?]) { self.lines = lines }

  /// The group of a line, if nothing in it is labelled.
  mutating func unlabelled(_ group: String?) -> String? {
    guard let group else { return nil }
    count()
    return labelled.contains(Property.Name.uppercased(group)) ? nil : group
  }

  /// Looks at the groups of all lines, the first time that somebody asks.
  private mutating func count() {
    guard !isCounted else { return }
    isCounted = true
    for case let line? in lines {
      guard let group = line.group.map(Property.Name.uppercased) else { continue }
      used.insert(group)
      if line.known == .xABLabel { labelled.insert(group) }
    }
  }

  /// A group such as `item3`.
  mutating func next() -> String {
    count()
    repeat { number += 1 } while used.contains("ITEM\(number)")
    return "item\(number)"
  }
}
