internal import VCard

// The values with labels.
extension CardUpdate {
  // MARK: Which line is whose

  /// Finds for each value that a contact has now the value of the card that it is or takes over.
  ///
  /// In this order: an equal one with the same label, that which it was when it was read before
  /// others; an equal one with another label, in the same way; the one that it was; the one in its
  /// place, when there are as many as before. What is still there comes first, so that a value of
  /// another contact takes nobody's line.
  private func match<Value: Hashable>(
    _ new: [LabeledValue<Value>], _ old: [LabeledValue<Value>], card: [LabeledValue<Value>]
  ) -> [Int?] {
    // The other way round than elsewhere: what each new value was.
    var pairing = Pairing(new.count, card.count)
    // Where the values stand now that were there when the contact was read.
    var origins = Pairing(old.count, card.count)
    origins.pair({ old[$0] }, { card[$0] })
    func origin(of value: LabeledValue<Value>) -> Int? {
      let origin = Int(value.origin) - 1
      return old.indices.contains(origin) ? origins.found[origin] : nil
    }
    for isExact in [true, false] {
      func key(_ value: LabeledValue<Value>) -> LabeledValue<Value> {
        isExact ? value : value.setting(label: nil)
      }
      for (place, value) in new.enumerated() {
        guard let index = origin(of: value), key(card[index]) == key(value) else { continue }
        pairing.pair(place, with: index)
      }
      pairing.pair({ key(new[$0]) }, { key(card[$0]) })
    }
    for (place, value) in new.enumerated() {
      if let index = origin(of: value) { pairing.pair(place, with: index) }
    }
    if new.count == card.count {
      for place in new.indices { pairing.pair(place, with: place) }
    }
    return pairing.found
  }

  // MARK: Writing

  /// Writes the values of one kind.
  ///
  /// - Parameters:
  ///   - path: The values among all of a contact.
  ///   - read: Where the card has them.
  ///   - spelling: How to write it.
  ///   - rewritesAll: Whether values that stay as they are take another form, too.
  /// - Returns: For each value that stays or is taken over, in the new order: which one of the card it
  ///   is, and the line in which it stands now.
  /// - Throws: ``ContactUpdateError`` when the card's version has no way to say a value.
  @discardableResult
  mutating func write<Spelling: LineSpelling>(
    _ path: KeyPath<ContactValues, [LabeledValue<Spelling.Value>]>,
    _ read: LabeledReading<Spelling.Value>, _ spelling: Spelling, rewritesAll: Bool = false
  ) throws(ContactUpdateError) -> [(index: Int, place: Int, line: Int)] {
    let (new, old) = (contact.values[keyPath: path], old[keyPath: path])
    guard new != old else { return [] }
    let card = reading.values[keyPath: path]
    var found = match(new, old, card: card)
    let lines = read.lines
    // A line of several values stays as long as all of them do; else each gets a line of its own.
    let broken = CardUpdate.broken(lines, by: new, card, found)
    for place in new.indices {
      if let index = found[place], broken.contains(read.places[index].line) { found[place] = nil }
    }
    let kept = Set(found.compactMap(\.self))
    let gone = card.indices.lazy.filter { !kept.contains($0) }.flatMap { lines[$0] }
    for line in broken.union(gone) { edits.remove(line) }
    // The lines in which values stay, in the order of the card; values that changed places get
    // those of each other.
    let slots = found.compactMap { $0.map { read.places[$0].line } }
    let ordered = slots.sorted()
    var nextSlot = 0
    var last: Int?
    var stays: [(index: Int, place: Int, line: Int)] = []
    for (place, value) in new.enumerated() {
      guard let index = found[place] else {
        let (line, label) = try fresh(value, spelling)
        if last == nil, let first = ordered.first ?? broken.min() {
          edits.insert([line] + label, after: first - 1)
        } else {
          edits.add([line] + label, after: last)
        }
        continue
      }
      let own = read.places[index].line
      let slot = ordered[nextSlot]
      nextSlot += 1
      defer { last = slot }
      stays.append((index, place, slot))
      let isChanged = card[index] != value || rewritesAll
      guard isChanged || slot != own else { continue }
      for line in lines[index].dropFirst() { edits.remove(line) }
      let (line, label) =
        isChanged
        ? try changed(card[index], to: value, at: own, spelling, rewrites: rewritesAll)
        : (ContentLine(keepingValueOf: edits.card.property(at: own)), [])
      edits.replace(slot, with: line)
      edits.insert(label, after: slot)
    }
    return stays
  }

  /// A new line, and the line of its label where it needs one.
  private mutating func fresh<Spelling: LineSpelling>(
    _ value: LabeledValue<Spelling.Value>, _ spelling: Spelling
  ) throws(ContactUpdateError) -> (ContentLine, [ContentLine]) {
    var line = try spelling.fresh(value.value, label: value.label)
    let known = PropertyRegistry.named(line.name)?.name ?? .unknown
    var lines: [ContentLine] = []
    if let label = value.label, !spelling.isLabelFixed(known, line.name) {
      lines = addLabel(label, to: &line, known: known, isShared: false, spelling)
    }
    lines += addCountryCode(value.value, to: &line)
    return (line, lines)
  }

  /// A line as it is after its value or its label changed, and new lines of its group.
  private mutating func changed<Spelling: LineSpelling>(
    _ old: LabeledValue<Spelling.Value>, to new: LabeledValue<Spelling.Value>, at index: Int,
    _ spelling: Spelling, rewrites: Bool
  ) throws(ContactUpdateError) -> (ContentLine, [ContentLine]) {
    let property = edits.card.property(at: index)
    let known = property.known
    let isFixed = spelling.isLabelFixed(known, property.canonicalName)
    let isLabeled = property.group.map { !labelLines($0.asciiLowercased).isEmpty } ?? false
    let mustMove = isFixed && !isLabeled && old.label != new.label
    let isRewritten = old.value != new.value || mustMove || rewrites
    var line = isRewritten ? ContentLine(property) : ContentLine(keepingValueOf: property)
    if isRewritten {
      let isSaid =
        try mustMove || known == .xAndroidCustom
        ? false : spelling.rewrite(&line, known: known, from: old.value, to: new.value)
      guard isSaid else {
        // The line has no way to say it: one that has comes in its place.
        edits.leaveGroup(index)
        return try fresh(new, spelling)
      }
    }
    var lines: [ContentLine] = []
    if old.label != new.label {
      lines = relabel(&line, at: index, known: known, label: new.label, spelling: spelling)
    }
    lines += changeAddress(old.value, new.value, line: &line)
    return (line, lines)
  }

  // MARK: Labels

  private func group(of line: ContentLine) -> String? { line.group?.asciiLowercased }

  /// The lines that say the label of a group, the first of which counts.
  private func labelLines(_ group: String) -> [Int] { edits.groups[group]?.labels ?? [] }

  private func isShared(_ group: String) -> Bool { (edits.groups[group]?.values.count ?? 0) > 1 }

  /// Gives a line another label; gives the lines that say it where none did.
  private mutating func relabel(
    _ line: inout ContentLine, at index: Int, known: KnownName, label: ContactLabel?,
    spelling: any LineSpelling
  ) -> [ContentLine] {
    let name = group(of: line)
    let labels = name.map { labelLines($0) } ?? []
    let isShared = name.map { self.isShared($0) } ?? false
    if let first = labels.first, !isShared {
      if let label {
        var labelLine = ContentLine(edits.card.property(at: first))
        labelLine.value = .text(label.appleForm)
        edits.replace(first, with: labelLine)
        return []
      }
      for index in labels { edits.removeLine(index) }
    }
    let unlabeled = line
    line.removeTypes { spelling.isLabel($0, unlabeled, known: known) }
    if isShared, !labels.isEmpty {
      line.group = nil
      edits.leaveGroup(index)
    }
    guard let label else { return [] }
    return addLabel(label, to: &line, known: known, isShared: isShared, spelling)
  }

  /// Says the label of a line that has none: by types, else by an X-ABLabel in its group.
  private mutating func addLabel(
    _ label: ContactLabel, to line: inout ContentLine, known: KnownName, isShared: Bool,
    _ spelling: any LineSpelling
  ) -> [ContentLine] {
    if let types = spelling.types(label, known: known) {
      line.addTypes(types)
      return []
    }
    let group = line.group.flatMap { isShared ? nil : $0 } ?? edits.freshGroup()
    line.group = group
    return [ContentLine(group: group, "X-ABLabel", .text(label.appleForm))]
  }

  // MARK: Addresses

  mutating func writeAddresses() throws(ContactUpdateError) {
    let new = contact.values.addresses
    guard new != old.addresses else { return }
    let isInOnePiece = reading.addresses.places.contains {
      edits.card.property(at: $0.line).known == .label
    }
    // Beside an ADR a LABEL is no address any more: all become ADR.
    let staysInOnePiece = isInOnePiece && new.allSatisfy { $0.value.isInOnePiece }
    let stays = try write(
      \.addresses, reading.addresses,
      AddressSpelling(rules: rules, isInOnePiece: staysInOnePiece),
      rewritesAll: isInOnePiece && !staysInOnePiece)
    if !isInOnePiece { writeLabels(new, stays) }
  }

  /// Brings the LABEL of each address up to date, which says how that is printed: it goes with an
  /// address that changes, and follows one that gets another label or another place.
  ///
  /// RFC 2426 §3.2.2 does not say which LABEL belongs to which ADR. Here it is that of the same types,
  /// the first to the first and so on.
  private mutating func writeLabels(
    _ new: [LabeledValue<PostalAddress>], _ stays: [(index: Int, place: Int, line: Int)]
  ) {
    let labels = edits.card.properties(named: .label)
    guard !labels.isEmpty else { return }
    func types(_ property: Property) -> Set<String> {
      Set(property.types.filter { $0 != "pref" })
    }
    var free: [Set<String>: [Int]] = [:]
    for label in labels.reversed() { free[types(label), default: []].append(label.index) }
    let card = reading.values.addresses
    let own = reading.addresses.places.map { place in
      free[types(edits.card.property(at: place.line))]?.popLast()
    }
    var kept: [(label: Int, line: Int)] = []
    for stay in stays where card[stay.index].value == new[stay.place].value {
      if let label = own[stay.index] { kept.append((label, stay.line)) }
    }
    let keptLabels = Set(kept.map(\.label))
    for case let label? in own where !keptLabels.contains(label) { edits.remove(label) }
    // Without an address a LABEL would be one.
    if new.isEmpty {
      for label in labels { edits.remove(label.index) }
      return
    }
    for (slot, entry) in zip(keptLabels.sorted(), kept) {
      let label = edits.card.property(at: entry.label)
      var line = ContentLine(keepingValueOf: label)
      let words = edits.line(at: entry.line).values(of: "TYPE").filter {
        $0.asciiLowercased != "pref"
      }
      let isRelabeled = Set(words.map(\.asciiLowercased)) != types(label)
      guard isRelabeled || slot != entry.label else { continue }
      if isRelabeled {
        line.removeTypes { $0.asciiLowercased != "pref" }
        line.addTypes(words)
      }
      edits.replace(slot, with: line)
    }
  }

  /// Adds the country code of a new address.
  private mutating func addCountryCode(
    _ value: some ContactValue, to line: inout ContentLine
  ) -> [ContentLine] {
    guard let address = value as? PostalAddress, let code = address.isoCountryCode else {
      return []
    }
    if rules.hasCountryCodes {
      line.set("CC", code)
      return []
    }
    let group = line.group ?? edits.freshGroup()
    line.group = group
    return [ContentLine(group: group, "X-ABADR", .text(code.asciiLowercased))]
  }

  /// Changes what the other lines of an address's group say of it.
  private mutating func changeAddress(
    _ old: some ContactValue, _ new: some ContactValue, line: inout ContentLine
  ) -> [ContentLine] {
    guard let old = old as? PostalAddress, let new = new as? PostalAddress else { return [] }
    let parts = group(of: line).flatMap { edits.groups[$0]?.parts } ?? []
    func partLine(_ name: String) -> Int? {
      parts.first { edits.card.property(at: $0).canonicalName == name }
    }
    for part in PostalAddress.appleParts where old[keyPath: part.path] != new[keyPath: part.path] {
      if let line = partLine(part.name) { edits.removeLine(line) }
    }
    guard old.isoCountryCode != new.isoCountryCode else { return [] }
    let code = partLine("X-ABADR")
    guard let country = new.isoCountryCode else {
      if let code { edits.removeLine(code) }
      return []
    }
    if line.values(of: "CC").isEmpty {
      guard let code else {
        return addCountryCode(new, to: &line)
      }
      var changed = ContentLine(edits.card.property(at: code))
      changed.value = .text(country.asciiLowercased)
      edits.replace(code, with: changed)
    }
    return []
  }
}

extension CardUpdate {
  /// The lines of several values, unless all of these stay unchanged and in their order.
  private static func broken<Value: Equatable>(
    _ lines: [[Int]], by new: [LabeledValue<Value>], _ card: [LabeledValue<Value>], _ found: [Int?]
  ) -> Set<Int> {
    var counts: [Int: Int] = [:]
    for own in lines { for line in Set(own) { counts[line, default: 0] += 1 } }
    let shared = Set(counts.filter { $0.value > 1 }.keys)
    guard !shared.isEmpty else { return [] }
    var isSame = [Bool](repeating: false, count: card.count)
    var last: Int?
    var isAfterNew = false
    for (place, index) in found.enumerated() {
      guard let index else {
        isAfterNew = true
        continue
      }
      if let last {
        // A new value may stand between two of a line.
        guard last < index, !isAfterNew || lines[last].first != lines[index].first else {
          return shared
        }
      }
      isSame[index] = card[index] == new[place]
      (last, isAfterNew) = (index, false)
    }
    let isKept = card.indices.allSatisfy { isSame[$0] || shared.isDisjoint(with: lines[$0]) }
    return isKept ? [] : shared
  }
}

extension PostalAddress {
  /// Whether nothing but a street, or an address in one piece, is there.
  var isInOnePiece: Bool {
    var rest = self
    rest.street = nil
    return street != nil && rest.isEmpty
  }
}
