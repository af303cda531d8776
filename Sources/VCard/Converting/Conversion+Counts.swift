// What a version demands, and has once only.
extension Conversion {
  mutating func requireNames() {
    var found: NameSet = []
    for index in entries.indices { entries[index].resultName.map { found.insert($0) } }
    if found.contains(.fn), found.contains(.n) { return }
    read(FormattedName.names)
    leaders = requiredNames(entries.compactMap(\.result), in: target)
  }

  /// FN and N, where a version demands them and they are not there.
  func requiredNames(_ lines: [ConversionLine], in version: Version) -> [ConversionLine] {
    let rules = Rules(version)
    var required: [ConversionLine] = []
    if rules.requiresName, !lines.contains(where: { $0.known == .n }) {
      required.append(
        ConversionLine(
          "N", parameters: [rules.derivedLineMark], .escaped(Array(";;;;".utf8)), row: 0))
    }
    if rules.requiresFormattedName, !lines.contains(where: { $0.known == .fn }) {
      let text = FormattedName.text(lines) ?? ""
      required.append(
        ConversionLine(
          "FN", parameters: [rules.derivedLineMark], .escaped(ConversionLine.escaped(text)),
          row: 0))
    }
    return required
  }

  /// Places of the lines that vCard 4.0 has once only and that stand several times, without being
  /// alternatives.
  ///
  /// - Parameter results: Whether vCard 4.0 is what comes of them, and not where they come from.
  /// - Returns: The places by name.
  mutating func repeated(results: Bool) -> [KnownName: [Int]] {
    var places: [KnownName: [Int]] = [:]
    var (once, twice) = (NameSet(), NameSet())
    for index in entries.indices {
      guard let name = results ? entries[index].resultName : entries[index].name else { continue }
      if once.contains(name) { twice.insert(name) }
      once.insert(name)
    }
    // Most cards have nothing that is there twice and may not be.
    guard twice.intersects(RuleTable.once) else { return [:] }
    readAll()
    for (index, entry) in entries.enumerated() where !entry.mayRepeat {
      guard let name = results ? entry.result?.known : entry.line?.known,
        twice.contains(name), RuleTable.version40[name].occurrence == .once
      else { continue }
      places[name, default: []].append(index)
    }
    return places.filter { _, indices in
      guard indices.count > 1 else { return false }
      let ids = Set(
        indices.map { (results ? entries[$0].result : entries[$0].line)?.first(.altid) })
      return ids.count > 1 || ids.first == .some(nil)
    }
  }

  /// Marks what stands too often in a card of vCard 4.0, so that it comes back so.
  mutating func markRepeated() {
    for (_, indices) in repeated(results: false) {
      for index in indices {
        entries[index].result?.append(.repeated, "TRUE")
      }
    }
  }

  /// Makes alternatives of what vCard 4.0 has once only.
  ///
  /// RFC 6350 §5.4: properties of one ALTID count as one.
  mutating func allowRepeated() {
    for (_, indices) in repeated(results: true) {
      if indices.allSatisfy({ entries[$0].result?.has(.altid) == false }) {
        for index in indices {
          entries[index].result?.append(.altid, CardConverter.repeatedID)
        }
      } else {
        for index in indices.dropFirst() { carryRepeated(index) }
      }
    }
  }

  mutating func carryRepeated(_ index: Int) {
    guard var line = entries[index].result else { return }
    let name = line.known.canonical
    let version = target.rawValue
    losses.append(
      .lossRepeated, row: line.row,
      about: "\(name) stands a second time, and once only in vCard \(version)", carrier: "X-\(name)"
    )
    guard carries else {
      entries[index].result = nil
      return
    }
    line.append(.repeated, "TRUE")
    line.name = "X-\(name)"
    entries[index].result = line
  }

  /// The property of a name that is preferred most gets TYPE=pref, unless it had a PREF of its own
  /// before vCard 4.0 and has it again.
  ///
  /// RFC 2426 §3.2.1, §3.3.1 and §3.3.2.
  mutating func preferOne() {
    guard isToOld else { return }
    var best: [KnownName: (order: Int, index: Int)] = [:]
    for index in entries.indices {
      guard let name = entries[index].result?.known, name.mayBePreferred,
        !preferredAlone.contains(name), let line = entries[index].result
      else { continue }
      let order: Int
      if line.hasType("pref") {
        order = 1
      } else if !line.has(.pref), let text = entries[index].line?.first(.pref),
        let number = Int(text), 2...100 ~= number
      {
        order = number
      } else {
        continue
      }
      if order < best[line.known]?.order ?? .max { best[line.known] = (order, index) }
    }
    for (order, index) in best.values where order > 1 {
      entries[index].result?.append(.type, "pref")
    }
  }
}
