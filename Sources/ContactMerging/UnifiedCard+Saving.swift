import ContactModel
public import VCard

extension UnifiedCard {
  /// The cards with the changes that somebody made to the unified card.
  ///
  /// A value that was changed is changed on every card that has it, one that is gone goes from all of
  /// them, and a new one is added to one card, or to those of its group. Of lists such as CATEGORIES
  /// the items are what changes. Each card keeps its version, its own labels of values that are only
  /// written otherwise, and the octets of all lines that say what they said; REV follows on those that
  /// change, and what somebody wrote as REV does not count.
  ///
  /// - Parameters:
  ///   - edited: The unified card as somebody changed it, of the same version.
  ///   - place: Which of the cards new values are added to.
  ///   - now: What REV becomes: seconds since 1970.
  /// - Returns: A card for each of ``cards``; `nil` for those that stay as they are.
  /// - Complexity: O(*n*) in the octets of the cards, and in the square of the lines of a name that
  ///   changed, up to 256 of them; beyond those they are paired in order.
  public func saving(_ edited: Card, addingTo place: Int, now: Int64) -> [Card?] {
    precondition(edited.version == card.version, "the unified card keeps its version")
    var drafts = cards.indices.map { CardDraft(self, $0) }
    let (old, new) = (Array(card.properties), Array(edited.properties))
    let fates = LineFates(from: old, to: new)
    for (number, fate) in fates.pairs where old[number].known != .rev {
      // What conversion made of other lines stands on no card: what became of it is new.
      if origins[number].isEmpty { drafts[place].add(new[fate]) }
      for origin in origins[number] {
        drafts[origin.card].change(origin.property, from: old[number], to: new[fate])
      }
    }
    for number in fates.gone where old[number].known != .rev {
      for origin in origins[number] { drafts[origin.card].remove(origin.property, old[number]) }
    }
    // What stands in a group goes where the others of the group come from.
    var groups: [String: Set<Int>] = [:]
    for (number, found) in fates.found.enumerated() {
      guard let group = found.flatMap({ new[$0].group })?.lowercased() else { continue }
      groups[group, default: []].formUnion(origins[number].map(\.card))
    }
    for property in fates.added.map({ new[$0] }) where property.known != .rev {
      let cards = property.group.flatMap { groups[$0.lowercased()] } ?? []
      for card in cards.isEmpty ? [place] : cards.sorted() { drafts[card].add(property) }
    }
    return drafts.map { $0.card(now: now) }
  }
}

/// What became of the lines of a card.
private struct LineFates {
  /// The new numbers of the lines that are there, as they were or changed; `nil` for those that are
  /// gone.
  let found: [Int?]
  /// Those that were changed, in the order of the new card.
  let pairs: [(old: Int, new: Int)]
  let gone: [Int]
  let added: [Int]

  /// Lines of one name that are compared each with each.
  ///
  /// A card with more of them that were changed at once is no person's; they are paired in order.
  private static let comparedCount = 256

  /// Finds out which line was made of which: the same ones first, then of those of one name the ones
  /// that have most in common.
  ///
  /// - Complexity: O(*n*) in the octets of the lines, and in the square of those of a name that
  ///   changed, up to ``comparedCount``.
  init(from old: [Property], to new: [Property]) {
    var pairing = Pairing(old.count, new.count)
    let lines = (old: old.map(\.lineOctets), new: new.map(\.lineOctets))
    pairing.pairEnds { lines.old[$0] == lines.new[$1] }
    // Those of the same number are the same, where lines before and behind them have changed.
    for number in 0..<min(old.count, new.count) where lines.old[number] == lines.new[number] {
      pairing.pair(number, with: number)
    }
    pairing.pair({ lines.old[$0] }, { lines.new[$0] })
    let same = pairing.found
    var left: [String: [(number: Int, octets: [UInt8])]] = [:]
    for number in old.indices where same[number] == nil {
      left[old[number].canonicalName, default: []].append((number, lines.old[number]))
    }
    func crowdedName(_ property: Property) -> String? {
      let name = property.canonicalName
      return left[name, default: []].count > LineFates.comparedCount ? name : nil
    }
    pairing.pair(
      { crowdedName(old[$0]) }, { new[$0].isMalformed ? nil : crowdedName(new[$0]) })
    for place in pairing.added where !new[place].isMalformed && crowdedName(new[place]) == nil {
      let octets = lines.new[place]
      let shared = left[new[place].canonicalName, default: []].map {
        LineFates.common($0.octets, octets)
      }
      guard let index = shared.max().flatMap({ shared.firstIndex(of: $0) }),
        let line = left[new[place].canonicalName]?.remove(at: index)
      else { continue }
      pairing.pair(line.number, with: place)
    }
    found = pairing.found
    added = pairing.added
    gone = old.indices.filter { pairing.found[$0] == nil }
    pairs = old.indices.compactMap { number in
      same[number] == nil ? pairing.found[number].map { (number, $0) } : nil
    }.sorted { $0.new < $1.new }
  }

  /// How many octets two lines share at their starts and ends.
  private static func common(_ one: [UInt8], _ other: [UInt8]) -> Int {
    let most = min(one.count, other.count)
    var start = 0
    while start < most, one[start] == other[start] { start += 1 }
    var end = 0
    while start + end < most, one[one.count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    return start + end
  }
}

/// One of the cards while changes of the unified card are made to it.
private struct CardDraft {
  private let original: Card
  private let properties: [Property]
  private let version: Version
  private var replaced: [Int: ContentLine] = [:]
  private var removed: Set<Int> = []
  private var appended: [ContentLine] = []
  /// New lines that are no properties.
  private var copied: [Property] = []
  /// The groups of the card by those of the unified card, in lower case.
  private var groups: [String: String] = [:]
  private var names = MergedGroups()

  init(_ unified: UnifiedCard, _ place: Int) {
    original = unified.cards[place]
    properties = Array(original.properties)
    version = unified.card.version
    for property in properties {
      if let group = property.group { names.insert(group) }
    }
    for (property, origins) in zip(unified.card.properties, unified.origins) {
      guard let group = property.group?.lowercased() else { continue }
      for origin in origins where origin.card == place {
        if groups[group] == nil { groups[group] = properties[origin.property].group }
      }
    }
  }

  /// The card's group for one of the unified card.
  private mutating func group(_ group: String?) -> String? {
    group.map { groups[$0.lowercased()] ?? names.free($0) }
  }

  /// Makes of a property what became of the line of the unified card.
  mutating func change(_ number: Int, from old: Property, to new: Property) {
    let property = properties[number]
    if let items = CardDraft.items(old), let changed = CardDraft.items(new),
      property.shape == .list
    {
      let (before, after) = (Set(items), Set(changed))
      return change(
        number, removing: items.filter { !after.contains($0) },
        adding: changed.filter { !before.contains($0) })
    }
    let lines = lines(new)
    guard let first = lines.first else { return }
    var line = CarriedLine(property, staysOnCard: true).line
    if old.parameters == new.parameters {
      line.value = first.value
      // A number as a URI is another one than as a text.
      line.parameters.removeAll { $0.name == "VALUE" }
      line.parameters += first.parameters.filter { $0.name == "VALUE" }
    } else {
      let name = line.name
      let group = line.group
      line = first
      if old.canonicalName == new.canonicalName { line.name = name }
      line.group = group
    }
    if old.group?.lowercased() != new.group?.lowercased() { line.group = self.group(new.group) }
    replaced[number] = line
    appended += lines.dropFirst()
  }

  mutating func remove(_ number: Int, _ old: Property) {
    if let items = CardDraft.items(old), properties[number].shape == .list {
      return change(number, removing: items, adding: [])
    }
    removed.insert(number)
  }

  /// The items of a list, as they are compared.
  private static func items(_ property: Property) -> [String]? {
    guard !property.isMalformed, property.shape == .list else { return nil }
    return property.list
  }

  /// Changes items of a list, which may have items that another line of the unified card says.
  private mutating func change(_ number: Int, removing gone: [String], adding new: [String]) {
    let gone = Set(gone.map { MergeKeyWriter.normalized($0) })
    let there = replaced[number].map(CardDraft.items) ?? properties[number].list
    let kept = there.filter { !gone.contains(MergeKeyWriter.normalized($0)) }
    if kept.isEmpty, new.isEmpty {
      removed.insert(number)
    } else {
      var line = CarriedLine(properties[number], staysOnCard: true)
      line.keep(kept + new)
      replaced[number] = line.line
    }
  }

  private static func items(_ line: ContentLine) -> [String] {
    if case .list(let items) = line.value { items } else { [] }
  }

  mutating func add(_ property: Property) {
    guard !property.isMalformed else { return copied.append(property) }
    for var line in lines(property) {
      line.group = group(line.group)
      appended.append(line)
    }
  }

  /// A line of the unified card as the version of this one says it, the one that has its value first.
  private func lines(_ property: Property) -> [ContentLine] {
    if original.version == version {
      return [CarriedLine(property, staysOnCard: true).line]
    }
    var alone = Card(version: version)
    alone.append(copying: property)
    let name = MergeName.compared(property.canonicalName)
    // A version may ask for a name, and the converter makes one.
    let made = alone.converted(to: original.version).properties.filter {
      MergeName.compared($0.canonicalName) == name || $0.known != .n && $0.known != .fn
    }
    return made.map { CarriedLine($0, staysOnCard: true).line }
  }

  /// The card with all changes; `nil` when there are none.
  func card(now: Int64) -> Card? {
    if replaced.isEmpty, removed.isEmpty, appended.isEmpty, copied.isEmpty { return nil }
    // What only says something about a line goes with it.
    var left: [String: Bool] = [:]
    for (number, property) in properties.enumerated() where !removed.contains(number) {
      guard let group = (replaced[number]?.group ?? property.group)?.lowercased() else { continue }
      left[group] = left[group] ?? false || !property.known.isAttendant
    }
    for line in appended { line.group.map { left[$0.lowercased()] = true } }
    let widowed = Set(removed.compactMap { properties[$0].group?.lowercased() }).filter {
      left[$0] == false
    }
    let orphans = properties.indices.filter { number in
      properties[number].known.isAttendant
        && properties[number].group.map { widowed.contains($0.lowercased()) } ?? false
    }
    var card = original
    card.edit(
      replaced: Dictionary(uniqueKeysWithValues: replaced.map { (properties[$0].index, $1) }),
      removed: Set((removed.union(orphans)).map { properties[$0].index }), inserted: [:],
      appended: appended)
    for property in copied { card.append(copying: property) }
    card.setRevision(now)
    return card
  }
}
