// What says other properties in the terms of the target.
extension Conversion {
  /// Leaves out what a program derived, when it would be derived again; what is not so is kept.
  mutating func finishDerived() {
    guard entries.indices.contains(where: { entries[$0].isDerived }) else { return }
    readAll()
    let converted = entries.map(\.result)
    let lines = converted.compactMap { $0 }
    let names = NameSet(lines.map(\.known))
    let derived = Deriver(direction: direction.reversed).derive(converted) { [] }
    let required = Conversion.requiredNames(besides: names, in: source) { name in
      lines.filter { $0.known == name }
    }
    let again = Set((derived.map(\.line) + required + presetName(lines)).map(DerivedKey.init))
    for index in entries.indices where entries[index].isDerived {
      guard let line = entries[index].line else { continue }
      // What the version demands stays where it is.
      let isMissing = to.requires(line.known) && !names.contains(line.known)
      if isMissing || !again.contains(DerivedKey(line)) { convertEntry(index) }
    }
  }

  /// The N that a preset makes of FN where a card has none.
  private func presetName(_ lines: [ConversionLine]) -> [ConversionLine] {
    guard let fn = lines.first(where: { $0.known == .fn }) else { return [] }
    let value = ";".utf8 + ConversionLine.escaped(fn.text) + ";;;".utf8
    return [ConversionLine("N", parameters: [from.derivedLineMark], .escaped(value), row: fn.row)]
  }

  /// By what a derived property is known again.
  struct DerivedKey: Hashable {
    let identity: [UInt8]
    let hasGroup: Bool
    let parameters: [Parameter]

    init(_ line: ConversionLine) {
      identity = line.identity
      // Which group is free depends on the card.
      hasGroup = line.group != nil
      var line = line
      line.remove(.altid, of: CardConverter.repeatedID)
      parameters = ConversionLine.canonical(line.parameters)
    }
  }

  /// Marks the lines from which the way back would derive what the card did not have.
  mutating func keepFromDeriving() {
    let again = Deriver(direction: direction.reversed)
    guard mayMake(again, results: true) else { return }
    read(again.names)
    let all = again.derive(entries.map(\.result), isRepeating: true) { entries.compactMap(\.line) }
    for made in all
    where made.line.known != .xABLabel {
      guard made.line.known == .n, !to.isModern else {
        markAsRestored(made.after)
        continue
      }
      // Several properties say how one name is spoken.
      for index in entries.indices {
        guard let known = entries[index].line?.known,
          PropertyRegistry.shared[known]?.phoneticComponent != nil
        else { continue }
        markAsRestored(index)
      }
    }
  }

  /// Takes the mark of what was derived, which no way back needs.
  mutating func dropDerivedMarks() {
    readAll()
    let mark = to.derivedName
    for index in leaders.indices { leaders[index].remove(mark) }
    for index in entries.indices {
      entries[index].result?.remove(mark)
      for place in entries[index].followers.indices { entries[index].followers[place].remove(mark) }
    }
  }

  mutating func markAsRestored(_ index: Int) {
    guard let line = entries[index].result, let original = entries[index].line, !line.isMarked
    else { return }
    if line.says(original) {
      entries[index].result?.append(.version, converter.sourceMark)
    } else {
      let text = OriginalLine.text(original, of: source, isWhole: false)
      entries[index].result?.append(.original, converter.encoded(text))
    }
  }

  mutating func derive() {
    let deriver = Deriver(direction: direction)
    guard mayMake(deriver, results: false) else { return }
    // Before vCard 4.0 a group is free that no line has.
    read(deriver.names, andGrouped: !deriver.to.isModern)
    let lines = entries.map { $0.isDerived && $0.result == nil ? nil : $0.line }
    let all = deriver.derive(lines) { entries.compactMap(\.result) + entries.flatMap(\.followers) }
    for made in all {
      entries[made.after].followers.append(made.line)
      guard made.line.known == .n else { continue }
      // The name gets the ALTID of the one that says how it is spoken.
      for index in entries.indices
      where entries[index].result?.known == .n && entries[index].result?.has(.altid) == false {
        entries[index].result?.append(.altid, CardConverter.repeatedID)
      }
    }
  }

  /// Whether something may be made of some line, or of what stands in its place.
  private func mayMake(_ deriver: Deriver, results: Bool) -> Bool {
    entries.indices.contains { index in
      let line = results ? entries[index].result : entries[index].line
      return deriver.mayMake(of: line, entries[index].unread)
    }
  }
}
