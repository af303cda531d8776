import VCard

extension CSVWriter {
  /// What becomes of lines with a head, as the thorough way answers for a sample.
  ///
  /// - Parameters:
  ///   - key: The head, after which a label and an octet 0 before it may stand.
  ///   - label: The label.
  /// - Returns: What becomes of them.
  mutating func place(of key: [UInt8], _ label: [UInt8]?) -> Place {
    var place = Place()
    let head = label.map { key.dropLast($0.count + 1) } ?? key[...]
    guard let property = Card.sample(ofHead: head, "x") else { return place }
    let name = property.canonicalName
    let text = label.map { String(decoding: $0, as: UTF8.self) }
    place.name = number(ofName: name)
    place.isTold = !CSVWriter.hidden.contains(name)
    switch property.value {
    case .text:
      place.form =
        switch name {
        case "TEL": .telephone
        case "BDAY", "ANNIVERSARY", "X-ABDATE": .date
        default: .text
        }
    case .structure: place.form = .structure
    case .list: place.form = name == "CATEGORIES" ? .categories : .names
    case .binary: return place
    }
    if name == "FN", !hasNameColumn {
      place.kind = .name
      place.isBare = property.group == nil && property.parameters.isEmpty
      return place
    }
    counts.removeAll()
    taken.removeAll()
    if let set = dialect.numbered.firstIndex(where: { $0.properties.contains(name) }) {
      let isAddress = dialect.numbered[set].name == "Address"
      guard (place.form == .structure) == isAddress, place.form != .names,
        place.form != .categories
      else { return place }
      place.kind = .numbered
      place.set = set
      note(
        Card.sample(ofHead: head, isAddress ? ";;x" : place.form == .date ? "19900203" : "x"), text,
        &place
      )
      return place
    }
    let slots = fixedSlots(property, label: text ?? "")
    if !slots.isEmpty {
      place.kind = .fixed
      let first = fixedPlaces.count
      for slot in slots { fixedPlaces.append(fixedPlace(slot, head, text, place.form, name)) }
      place.fixed = first..<fixedPlaces.count
      return place
    }
    guard !dialect.numbered.isEmpty, place.isTold else {
      place.kind = .none
      return place
    }
    place.kind = .custom
    place.set = dialect.numbered.count - 1
    note(Card.sample(ofHead: head, place.form == .date ? "19900203" : "x"), text, &place)
    if place.form == .structure || place.form == .names { place.kind = .odd }
    return place
  }

  /// Notes the label of a sample in columns with numbers, and whether it comes back.
  private mutating func note(
    _ property: Property?, _ label: String?, _ place: inout Place
  ) {
    cells.removeAll()
    guard let property,
      let column = self.place(property, label: label ?? "", in: place.set)
    else {
      place.kind = .odd
      return
    }
    if let word = cells.first(where: { $0.name.hasSuffix(" - Label") })?.text {
      place.word = store.count..<store.count + word.utf8.count
      store += word.utf8
    }
    let lines = sampled(column, in: samples, sampler)
    place.comesBack = CSVWriter.isExact([Placed(property: property, label: label)], lines)
    if case .verbatim = lines.first?.value { place.isVerbatim = true }
  }

  /// The lines that the cells of a sample give back.
  private func sampled(
    _ column: String, in header: CSVHeader, _ maker: CSVCardMaker
  ) -> [ContentLine] {
    guard let slot = header.columns.first(where: { $0.name == column })?.slot else { return [] }
    var (maker, groups, told) = (maker, 0, [Diagnostic]())
    return maker.lines(of: slot, at: SourcePosition(), groups: &groups, found: &told) { index in
      cells.first { $0.name == header.columns[index].name }?.text
    }
  }

  private mutating func fixedPlace(
    _ slot: Int, _ head: ArraySlice<UInt8>, _ label: String?, _ form: Place.Form, _ name: String
  ) -> FixedPlace {
    let columns = fixed.slotColumns[slot]
    let parts = columns.map { fixed.columns[$0].meaning.part }
    var value = form == .date ? "19900203" : "x"
    var isPlain: Bool
    switch form {
    case .structure:
      isPlain = parts.allSatisfy { if case .component = $0 { true } else { false } }
      if case .component(let number)? = parts.first {
        value = String(repeating: ";", count: number) + "x"
      }
    case .date:
      isPlain = parts == [.whole] || parts.allSatisfy { [.year, .month, .day].contains($0) }
    case .text, .telephone, .names, .categories: isPlain = parts == [.whole]
    }
    if ["GENDER", "LANG", "PHONETIC"].contains(fixed.slots[slot].property) { isPlain = false }
    cells.removeAll()
    taken.removeAll()
    var lines: [ContentLine] = []
    var comesBack = false
    if isPlain, let property = Card.sample(ofHead: head, value),
      let column = fill(slot, with: property)
    {
      lines = sampled(column, in: fixed, fixedMaker)
      comesBack = CSVWriter.isExact([Placed(property: property, label: label)], lines)
    } else {
      isPlain = false
    }
    var isVerbatim = false
    if form != .date, case .verbatim = lines.first?.value { isVerbatim = true }
    let first = fixedColumns.count
    fixedColumns += columns
    return FixedPlace(
      slot: slot, columns: first..<fixedColumns.count, comesBack: comesBack,
      isVerbatim: isVerbatim, isPlain: isPlain)
  }

  /// The number of a name, under which lines go that columns do not say whole.
  private mutating func number(ofName name: String) -> Int {
    if let number = rawNames.firstIndex(where: { $0.name == name }) { return number }
    rawNames.append((name, Array((CSVHeader.linesPrefix + name).utf8)))
    return rawNames.count - 1
  }
}

extension Card {
  /// The property of a line of vCard 4.0 that has a head; `nil` where it is none that is plain.
  static func sample(ofHead head: ArraySlice<UInt8>, _ value: String) -> Property? {
    let isOneLine = head.last == UInt8(ascii: ":") && !head.contains { Octets.isLineEnd($0) }
    guard isOneLine else { return nil }
    var card = Card(version: .version40)
    card.append(rawLine: Array(head) + Array(value.utf8) + [0x0D, 0x0A])
    let properties = Array(card.properties)
    guard properties.count == 1, !properties[0].isMalformed, !properties[0].isComment,
      !properties[0].isBase64, !properties[0].isQuotedPrintable, !properties[0].isNestedCard
    else { return nil }
    return properties[0]
  }
}
