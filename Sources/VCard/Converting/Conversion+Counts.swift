// What a version demands, and has once only.
extension Conversion {
  mutating func requireNames() {
    var names: NameSet = []
    for index in entries.indices { entries[index].name(ofResult: true).map { names.insert($0) } }
    leaders = Conversion.requiredNames(besides: names, in: target) { name in
      guard names.contains(name) else { return [] }
      read([name])
      return entries.compactMap { $0.result?.known == name ? $0.result : nil }
    }
  }

  /// N, and FN after it, where a version demands them and a card that has lines of some names lacks them;
  /// FN is what is known, or, where that is nothing, what the lines say that are given for names.
  static func requiredNames(
    besides names: NameSet, in version: Version, isMarked: Bool = true, formatted: [UInt8] = [],
    lines: (KnownName) -> [ConversionLine]
  ) -> [ConversionLine] {
    let rules = Rules(version)
    var required: [ConversionLine] = []
    for name in [KnownName.n, .fn] where rules.requires(name) && !names.contains(name) {
      let value =
        name == .n
        ? Array(";;;;".utf8) : formatted.isEmpty ? FormattedName.octets(lines) ?? [] : formatted
      let parameters = isMarked ? [rules.derivedLineMark] : []
      required.append(
        ConversionLine(name.canonical, parameters: parameters, .escaped(value), row: 0))
    }
    return required
  }

  /// Places of the lines, by their names, that vCard 4.0 has once only and that stand several times
  /// without being alternatives: as they were read, or, of results, as they are written.
  mutating func repeated(results: Bool) -> [[Int]] {
    var (once, twice) = (NameSet(), NameSet())
    for index in entries.indices {
      guard let name = entries[index].name(ofResult: results) else { continue }
      if once.contains(name) { twice.insert(name) }
      once.insert(name)
    }
    // Most cards have nothing that is there twice and may not be.
    guard twice.intersects(RuleTable.once) else { return [] }
    readAll()
    var places: [KnownName: [Int]] = [:]
    for index in entries.indices where entries[index].seen?.mayRepeat != true {
      guard let name = entries[index].name(ofResult: results), twice.contains(name),
        RuleTable.once.contains(name)
      else { continue }
      places[name, default: []].append(index)
    }
    return places.values.filter { indices in
      let ids = indices.map { (results ? entries[$0].result : entries[$0].line)?.first(.altid) }
      return ids.count > 1 && (ids[0] == nil || ids.contains { $0 != ids[0] })
    }
  }

  /// Marks what stands too often in a card of vCard 4.0, so that it comes back so.
  mutating func markRepeated() {
    for index in repeated(results: false).joined() {
      entries[index].result?.append(.repeated, "TRUE")
    }
  }

  /// Makes alternatives of what vCard 4.0 has once only.
  ///
  /// RFC 6350 §5.4: properties of one ALTID count as one.
  mutating func allowRepeated() {
    for indices in repeated(results: true) {
      if indices.allSatisfy({ entries[$0].result?.has(.altid) == false }) {
        for index in indices { entries[index].result?.append(.altid, CardConverter.repeatedID) }
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
    line.append(.repeated, "TRUE")
    line.name = "X-\(name)"
    entries[index].result = carries ? line : nil
  }

  /// The property of a name that is preferred most gets TYPE=pref, unless it had a PREF of its own
  /// before vCard 4.0 and has it again.
  ///
  /// RFC 2426 §3.2.1, §3.3.1 and §3.3.2.
  mutating func preferOne() {
    var best: [KnownName: (order: Int, index: Int)] = [:]
    for index in entries.indices {
      guard let name = entries[index].result?.known, name.mayBePreferred,
        !alone.preferred.contains(name), let line = entries[index].result
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
