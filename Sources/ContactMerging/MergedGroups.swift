/// The names of the groups of a card that lines of other cards are added to.
struct MergedGroups: Sendable {
  /// A group of one card.
  struct Group: Hashable {
    let card: Int
    let name: String
  }

  /// The names that the card has, in lower case.
  private var taken: Set<String> = []
  private var renamed: [Group: String] = [:]
  /// The lowest number of which `item` with it may be free; the ones below are taken.
  private var next = 1

  /// Forgets all groups.
  mutating func removeAll() {
    next = 1
    if !taken.isEmpty { taken.removeAll() }
    if !renamed.isEmpty { renamed.removeAll() }
  }

  /// Notes a group that the card has.
  mutating func insert(_ group: String) { taken.insert(group.lowercased()) }

  /// A group that the card has none of, the same for all lines of one group of another card.
  ///
  /// - Complexity: O(1) on average, however many groups there are.
  mutating func free(_ group: String, of card: Int = 0) -> String {
    let key = Group(card: card, name: group.lowercased())
    if let name = renamed[key] { return name }
    var name = group
    while taken.contains(name.lowercased()) {
      name = "item\(next)"
      next += 1
    }
    taken.insert(name.lowercased())
    renamed[key] = name
    return name
  }
}
