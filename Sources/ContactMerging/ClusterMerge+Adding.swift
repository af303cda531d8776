import VCard

extension ClusterMerge {
  /// How a line comes onto the merged card.
  struct Manner {
    /// The group that it is put into; `nil` is that of the line itself, in other words if need be.
    var group: String?
    /// Whether it loses its group.
    var losesGroup = false
    /// Whether it loses what sets it above others of its name.
    var losesPreference = false
    /// Whether it is a further value beside that of the merged card.
    var isConflict = false
    /// The values of a list that it keeps; `nil` for all.
    var values: [String]?
  }

  /// Adds the lines of a card.
  mutating func add(_ range: Range<Int>) {
    var hasLabels = false
    for index in range where !lines[index].traits.contains(.isDone) {
      if lines[index].traits.contains(.attendant) {
        hasLabels = true
      } else {
        decide(index)
      }
    }
    guard hasLabels else { return }
    for index in range
    where lines[index].traits.contains(.attendant) && !lines[index].traits.contains(.isDone) {
      attach(index)
    }
  }

  /// Decides what becomes of a line.
  mutating func decide(_ index: Int, keepsGroup: Bool = true) {
    let line = lines[index]
    let there = line.key.isEmpty ? nil : places.first(line.name.compared, line.key)
    if line.known == .rev { return drop(index, there == nil ? .older : .equal) }
    let isTaken = valued.contains(line.name.compared)
    if isTaken, line.traits.contains(.derived) { return drop(index, .derived) }
    var manner = Manner(losesGroup: !keepsGroup, losesPreference: isTaken)
    if line.name.isList { return decideList(index, manner) }
    if line.key.isEmpty { return drop(index, .empty) }
    if let there {
      traces.add(line.origin, to: there)
      note(index, at: there)
      return drop(index, reason(forEqual: index), parameters: unite(index, with: there))
    }
    if isTaken || line.name.hasAssumedValue && !ValueKey(places.octets[line.key]).isAssumedKind,
      !line.name.isConflict, line.name.isSingle(in: card.version) || staysBehind(line)
    {
      manner.isConflict = true
    }
    append(index, manner)
  }

  /// Whether a line belongs to its card, program or device.
  private func staysBehind(_ line: Line) -> Bool {
    switch line.known {
    case .uid: true
    case .email, .tel, .adr, .url, .impp, .note: false
    default: CarriedLine.staysBehind(propertyRead(line))
    }
  }

  private mutating func decideList(_ index: Int, _ manner: Manner) {
    let line = lines[index]
    var (new, old): ([String], [String]) = ([], [])
    var seen: Set<String> = []
    var first: Int?
    let list = property(line).list
    for value in list {
      let key = key(ofItem: value)
      guard !key.isEmpty else { continue }
      if let there = places.first(line.name.compared, key) {
        if !traces[there].contains(line.origin) { traces.add(line.origin, to: there) }
        old.append(value)
        first = first ?? there
      } else if seen.insert(MergeKeyWriter.normalized(value)).inserted {
        new.append(value)
      } else {
        old.append(value)
      }
    }
    if new.isEmpty, old.isEmpty { return drop(index, .empty) }
    var lost: [Parameter] = []
    if new.isEmpty, let first {
      // What is said of several values is not said of one.
      let isOne = list.count == 1 && property(lines[entries[first].line]).list.count == 1
      lost = unite(index, with: first, mayChange: isOne)
    }
    if !old.isEmpty {
      drop(index, .equal, text: old.joined(separator: ", "), parameters: lost)
    }
    guard !new.isEmpty else { return }
    var manner = manner
    if !old.isEmpty { manner.values = new }
    append(index, manner)
  }

  /// A label goes where the value goes that it is about, also to an equal one.
  private mutating func attach(_ index: Int) {
    let line = lines[index]
    let group = propertyRead(line).group
    guard
      let entry = carried[
        MergedGroups.Group(card: line.origin.card, name: group?.lowercased() ?? "")],
      !line.key.isEmpty
    else {
      // A label of nothing.
      return drop(index, .empty)
    }
    // Where the base says the value twice, with a label each, the label may stand at the other.
    let value = lines[entries[entry].line]
    for copy in places.all(value.name.compared, key: value.key, most: MergePlaces.mostCopies) {
      if isLabeled(copy, index) { return }
    }
    let name: String
    if let there = entries[entry].group {
      name = there
    } else {
      name = groups.free(group ?? "item1", of: line.origin.card)
      var moved = content(of: entry)
      moved.move(to: name)
      entries[entry].group = name
      rewrite(entry, as: moved.line)
    }
    if isLabeled(entry, index) { return }
    let new = entries.count
    entries.append(Entry(line: index, slot: nil, group: name))
    traces.append(line.origin)
    var label = CarriedLine(propertyRead(line)).line
    label.group = name
    rewrite(new, as: label)
    indexEntry(new)
  }

  /// Whether an entry has a label already, which then goes.
  mutating func isLabeled(_ entry: Int, _ label: Int) -> Bool {
    let line = lines[label]
    guard let group = entries[entry].group else { return false }
    let key = labelKey(line, in: group)
    guard let there = places.first(line.name.canonical, key) else { return false }
    traces.add(line.origin, to: there)
    drop(label, .equal, parameters: unite(label, with: there, mayChange: false))
    return true
  }

  /// Notes where a value has gone, for the labels of its group.
  mutating func note(_ index: Int, at entry: Int) {
    let line = lines[index]
    guard line.traits.contains(.hasGroup), let group = propertyRead(line).group else { return }
    carried[MergedGroups.Group(card: line.origin.card, name: group.lowercased())] = entry
  }

  /// Puts a line into the place of what an entry says.
  mutating func put(_ new: Int, at entry: Int, losesPreference: Bool = false) {
    lines[new].traits.insert(.isDone)
    let line = lines[new]
    var group = entries[entry].group
    if group == nil, line.traits.contains(.hasGroup) {
      group = propertyRead(line).group.map { groups.free($0, of: line.origin.card) }
    }
    set(entry, to: new, Manner(group: group, losesPreference: losesPreference))
    traces.replace(entry, with: line.origin)
    note(new, at: entry)
  }

  /// Puts a line onto the merged card.
  mutating func append(_ index: Int, _ manner: Manner) {
    let line = lines[index]
    var manner = manner
    if !manner.losesGroup, line.traits.contains(.hasGroup) {
      manner.group = propertyRead(line).group.map { groups.free($0, of: line.origin.card) }
    }
    var entry = entries.count
    if line.name.isUsuallyOne, !manner.isConflict, !empty.isEmpty,
      let place = empty.firstIndex(where: { $0.name == line.name.canonical })
    {
      entry = empty.remove(at: place).entry
      drop(entries[entry].line, .empty)
      set(entry, to: index, manner)
      traces.replace(entry, with: line.origin)
    } else {
      entries.append(Entry(line: index))
      traces.append(line.origin)
      set(entry, to: index, manner)
    }
    note(index, at: entry)
    indexEntry(entry)
  }
}
