/// Groups that a card does not use yet.
struct GroupNames: Sendable {
  private var used: Set<String> = []
  private var number = 0
  private let lines: [ConversionLine?]
  private var isCounted = false

  init(_ lines: [ConversionLine?]) { self.lines = lines }

  /// The group of a line, if nothing in it is labelled.
  func unlabelled(_ group: String?) -> String? {
    guard let group else { return nil }
    let name = Property.Name.uppercased(group)
    let isLabelled = lines.contains {
      $0?.known == .xABLabel && $0?.group.map(Property.Name.uppercased) == name
    }
    return isLabelled ? nil : group
  }

  /// A group such as `item3`.
  mutating func next() -> String {
    if !isCounted {
      isCounted = true
      for case let line? in lines {
        if let group = line.group { used.insert(Property.Name.uppercased(group)) }
      }
    }
    repeat { number += 1 } while used.contains("ITEM\(number)")
    return "item\(number)"
  }
}
