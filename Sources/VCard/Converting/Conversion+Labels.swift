// LABEL, which vCard 4.0 has as a parameter of ADR.
extension Conversion {
  /// What a LABEL and an ADR have in common when one is said with the other.
  static func shared(_ line: ConversionLine) -> [LineParameter] {
    LineConverter.withoutOrder(line).parameters.filter {
      $0.name == .type || $0.name == ParameterName(.language)
    }
  }

  /// Pairs LABEL with ADR: by the same types, else by a part of them, else by their order.
  ///
  /// RFC 6350 §6.3.1 made LABEL a parameter of ADR.
  mutating func pairLabels() -> [LabelPair] {
    guard has(.label) else { return [] }
    read([.adr, .label])
    var addresses: [Int] = []
    var waiting: [Int] = []
    var said: Set<String> = []
    for index in entries.indices where !entries[index].isDerived {
      guard let name = entries[index].line?.known, name == .adr || name == .label,
        let seen = entries[index].seen
      else { continue }
      let line = seen.line
      if name == .adr {
        if let own = line.first(.label) ?? line.first(.label.carried).map(CarriedValue.decoded) {
          said.insert(own)
        } else {
          addresses.append(index)
        }
      }
      if name == .label, !line.has(.version), line.original?.version != target,
        Conversion.fitsParameter(seen.text)
      {
        waiting.append(index)
      }
    }
    // What an address says of itself is not taken for what is said beside it on the way back.
    if !said.isEmpty { waiting.removeAll { said.contains(entries[$0].seen?.text ?? "") } }
    guard !waiting.isEmpty, !addresses.isEmpty else { return [] }
    var pairs: [LabelPair] = []
    // The types of each line, and a number for each set of them.
    let places = addresses + waiting
    let types = places.map { entries[$0].seen?.types ?? [] }
    var kinds: [[String]] = []
    var kind = [Int](repeating: -1, count: entries.count)
    for index in types.indices.sorted(by: { types[$0].lexicographicallyPrecedes(types[$1]) }) {
      if kinds.last != types[index] { kinds.append(types[index]) }
      kind[places[index]] = kinds.count - 1
    }
    var isFree = [Bool](repeating: false, count: entries.count)
    for address in addresses { isFree[address] = true }
    func pair(_ address: (_ label: Int) -> Int?) {
      waiting.removeAll { label in
        guard let address = address(label) else { return false }
        isFree[address] = false
        pairs.append((address, label))
        return true
      }
      addresses.removeAll { !isFree[$0] }
    }
    // A label that follows its address belongs to it, whatever else has the same types.
    pair { $0 > 0 && isFree[$0 - 1] && kind[$0] == kind[$0 - 1] ? $0 - 1 : nil }
    func fits(_ left: [String], _ right: [String]) -> Bool {
      left.allSatisfy(right.contains) || right.allSatisfy(left.contains)
    }
    // Every label looks at every set of types that an address has; no person has so many.
    for isExact in [true, false] where isExact || waiting.count * addresses.count < 1 << 16 {
      var byKind = [[Int]](repeating: [], count: kinds.count)
      for index in addresses.reversed() { byKind[kind[index]].append(index) }
      let open = kinds.indices.filter { !byKind[$0].isEmpty }
      pair { label in
        let own = kind[label]
        let first = (isExact ? [own] : open)
          .filter { isExact || fits(kinds[own], kinds[$0]) }
          .min { byKind[$0].last ?? .max < byKind[$1].last ?? .max }
        return first.flatMap { byKind[$0].popLast() }
      }
    }
    if waiting.count == addresses.count { pairs += zip(addresses, waiting).map { ($0, $1) } }
    return pairs
  }

  /// An address and its label, by their places.
  typealias LabelPair = (address: Int, label: Int)

  /// Whether a parameter can hold the text.
  static func fitsParameter(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 == 0x0A || $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
  }

  /// Makes labels parameters of their addresses.
  ///
  /// Each comes back after its address; those that stood elsewhere, or said more, are carried as
  /// well, and with them all that say the same: nothing else tells which of them are carried.
  mutating func join(_ pairs: [LabelPair]) {
    var carried: Set<String> = []
    for pair in pairs where carries && !follows(pair) {
      if let label = entries[pair.label].seen { carried.insert(label.text) }
    }
    for pair in pairs {
      guard let label = entries[pair.label].line, let home = entries[pair.address].line,
        let text = entries[pair.label].seen?.text, entries[pair.address].result?.known == .adr
      else { continue }
      entries[pair.address].result?.append(.label, text)
      if !carries, !label.says(Conversion.label(label, of: home)) {
        losses.append(
          .lossLabel, row: label.row,
          about: "the parameters of a LABEL are not those of its ADR")
      }
      if carries, carried.contains(text) {
        entries[pair.label].result?.append(.paired, "TRUE")
      } else {
        entries[pair.label].line = nil
        entries[pair.label].result = nil
      }
    }
  }

  /// Whether a label says what its address tells on the way back, in the place where it will stand.
  private func follows(_ pair: LabelPair) -> Bool {
    guard pair.label == pair.address + 1, let label = entries[pair.label].line,
      let home = entries[pair.address].line, let address = entries[pair.address].result
    else { return false }
    return label.says(Conversion.label(label, of: home)) && !address.isMarked
  }

  /// A label with the parameters that its address gives it.
  private static func label(_ label: ConversionLine, of home: ConversionLine) -> ConversionLine {
    ConversionLine(
      group: home.group, label.name, parameters: shared(home), label.value, row: label.row)
  }
}
