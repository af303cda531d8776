import VCard

extension CSVRowReader {
  /// Takes the lines of a cell; `false` where one of them is not plain.
  mutating func takeRawLines(
    _ octets: Span<UInt8>, _ cell: Range<Int>, _ hasLabel: inout Bool
  ) -> Bool {
    let text = octets.extracting(0..<cell.upperBound)
    var start = cell.lowerBound
    if octets[start] == UInt8(ascii: "'"),
      CSVCardMaker.isGuarded(CSVText.array(octets.extracting(cell.prefix(64)))[...])
    {
      start += 1
    }
    while start < cell.upperBound {
      let end = Octets.lineEnd(in: text, from: start)
      defer { start = end + 1 }
      if end == start { continue }
      var index = start
      if text[index] == UInt8(ascii: "[") {
        index = Octets.first(UInt8(ascii: "]"), in: text.extracting(0..<end), from: index)
      }
      var isQuoted = false
      while index < end, isQuoted || text[index] != UInt8(ascii: ":") {
        if text[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
        index += 1
      }
      guard index < end else { return false }
      let value = index + 1..<end
      let head = text.extracting(start..<value.lowerBound)
      // They are forgotten between two rows only.
      guard knownHeads.count <= CSVWriter.mostHeads else { return false }
      let (number, isNew) = rawHeads.number(of: head)
      if isNew { knownHeads.append(rawHead(CSVText.array(head))) }
      let known = knownHeads[number]
      if known.shape == .odd { return false }
      if known.shape == .none { continue }
      if known.isLabel { hasLabel = true }
      groups = max(groups, known.group)
      raw.append(
        RawLine(
          line: start + known.skipped..<end, value: value, slot: known.slot, shape: known.shape,
          head: number))
    }
    return true
  }

  /// Finds the labels of lines: each is the one other line of its group.
  mutating func findLabels() {
    var members: [String: [Int]] = [:]
    for index in raw.indices {
      guard let group = knownHeads[raw[index].head].groupName else { continue }
      members[group, default: []].append(index)
    }
    for pair in members.values where pair.count == 2 {
      for (index, other) in [(pair[0], pair[1]), (pair[1], pair[0])]
      where knownHeads[raw[index].head].isLabel {
        raw[other].label = raw[index].line
        if raw[other].slot >= 0 { raw[index].labelled = other }
      }
    }
  }

  /// What the head of a line in a cell says, with the column before it.
  private func rawHead(_ head: [UInt8], label: String = "") -> RawHead {
    let date = "19900203"
    guard let line = maker.rawLine(head + Array(date.utf8)) else { return RawHead(shape: .none) }
    let property = line.property
    let skipped = head.count + date.utf8.count + 2 - line.octets.count
    var known = RawHead(
      shape: .other, isName: property.canonicalName == "FN", slot: line.slot ?? -1,
      group: line.lastGroup, groupName: property.group?.lowercased(),
      isLabel: property.canonicalName == "X-ABLABEL", skipped: skipped)
    if let slot = line.slot {
      let cells = header.cells(
        of: property, in: slot, label: label, separator: CSVCardMaker.separator)
      known.word = Array(
        (cells.first { header.columns[$0.column].meaning.part == .label }?.text ?? "").utf8)
    }
    switch property.value {
    case .text(date):
      known.shape =
        switch property.canonicalName {
        case "TEL": .telephone
        case "BDAY", "ANNIVERSARY", "X-ABDATE": .date
        default: .text
        }
    // Further units of ORG stand in the cell of the second.
    case .structure where property.canonicalName != "ORG": known.shape = .structure
    default: break
    }
    if !property.parameter("LABEL").isEmpty { known.shape = .other }
    let isPlain =
      !property.isMalformed && !property.isComment && skipped < 256
      && CSVWriter.phonetic(property) == nil
      && line.octets.first.map { $0 > 0x20 } == true
    if !isPlain { known.shape = .odd }
    return known
  }

  /// Whether the cells of a slot are as a line left them.
  mutating func holds(_ line: RawLine, _ octets: Span<UInt8>, _ cells: [Range<Int>]) -> Bool {
    if isSame(line, octets, cells) { return true }
    guard let parsed = maker.rawLine(CSVText.array(octets.extracting(line.line))) else {
      return false
    }
    return maker.holds(parsed.property, slot: line.slot, label: label(of: line, octets)) {
      CSVRowReader.text($0, octets, cells)
    }
  }

  /// The label of the group of a line.
  private func label(of line: RawLine, _ octets: Span<UInt8>) -> String {
    if line.label.isEmpty { return "" }
    return maker.rawLine(CSVText.array(octets.extracting(line.label)))?.property.text ?? ""
  }

  /// The number of what a head says beside the label of its group.
  private mutating func head(of line: RawLine, _ octets: Span<UInt8>) -> Int {
    if line.label.isEmpty { return line.head }
    let head = CSVText.array(rawHeads.octets.span.extracting(rawHeads.range(line.head)))
    // No head goes on behind its colon.
    let key = head + CSVText.array(octets.extracting(line.label))
    let (number, isNew) = rawHeads.number(of: key.span)
    if isNew { knownHeads.append(rawHead(head, label: label(of: line, octets))) }
    return number
  }

  /// Whether the one cell, or the cell of each component, is the text of the line.
  private mutating func isSame(
    _ line: RawLine, _ octets: Span<UInt8>, _ cells: [Range<Int>]
  ) -> Bool {
    var start = line.value.lowerBound
    switch line.shape {
    case .telephone:
      if line.value.count >= 4, Octets.equal(octets.extracting(start..<start + 4), "tel:") {
        start += 4
      }
    case .text, .date, .structure: break
    case .other, .none, .odd: return false
    }
    let value = start..<line.value.upperBound
    let head = head(of: line, octets)
    var used = 0
    for place in plans[line.slot].columns {
      let column = order[place]
      let range = column < cells.count ? cells[column] : 0..<0
      let cell = octets.extracting(range)
      if !cell.isEmpty, cell[0] == UInt8(ascii: "'") { return false }
      switch parts[column] {
      case .label:
        let word = knownHeads[head].word
        guard Octets.areSame(cell, word.span) else { return false }
      case .formatted: if !cell.isEmpty { return false }
      case .whole where line.shape != .structure:
        used += 1
        let isEqual =
          line.shape == .date
          ? CSVText.isDate(cell, octets.extracting(value)) && CSVText.isDate(cell)
          : CSVRowReader.says(octets.extracting(value), cell, isComponent: false)
        if used > 1 || !isEqual { return false }
      case .component(let number) where line.shape == .structure:
        let part = CSVRowReader.component(number, of: octets, value) ?? 0..<0
        guard CSVRowReader.says(octets.extracting(part), cell, isComponent: true) else {
          return false
        }
        // A second column of the component would have to be another.
        if used >> number & 1 != 0 { return false }
        used |= 1 << number
      default: return false
      }
    }
    return used != 0
  }

  /// Where a component of a value stands.
  private static func component(
    _ number: Int, of octets: Span<UInt8>, _ value: Range<Int>
  ) -> Range<Int>? {
    var index = value.lowerBound
    var left = number
    var start = index
    while true {
      if index >= value.upperBound || octets[index] == UInt8(ascii: ";") {
        let end = min(index, value.upperBound)
        if left == 0 { return start..<end }
        if index >= value.upperBound { return nil }
        left -= 1
        start = index + 1
      }
      index += index < value.upperBound && octets[index] == UInt8(ascii: "\\") ? 2 : 1
    }
  }

  /// Whether an escaped value says a text.
  private static func says(_ value: Span<UInt8>, _ text: Span<UInt8>, isComponent: Bool) -> Bool {
    var place = 0
    var index = 0
    while index < value.count {
      var octet = value[index]
      index += 1
      if octet == UInt8(ascii: "\\") {
        guard index < value.count else { return false }
        switch value[index] {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): octet = 0x0A
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): octet = value[index]
        default: return false
        }
        index += 1
      } else if isComponent, octet == UInt8(ascii: ",") {
        return false
      }
      guard place < text.count, text[place] == octet else { return false }
      place += 1
    }
    return place == text.count
  }
}
