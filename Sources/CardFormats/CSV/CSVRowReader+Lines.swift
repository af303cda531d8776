import VCard

extension CSVRowReader {
  /// Takes the lines of a cell; `false` where one of them is not plain.
  mutating func takeRawLines(
    _ octets: Span<UInt8>, _ cell: Range<Int>, _ hasName: inout Bool
  ) -> Bool {
    let text = octets.extracting(0..<cell.upperBound)
    var start = cell.lowerBound
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
      if known.isName { hasName = true }
      groups = max(groups, known.group)
      raw.append(
        RawLine(
          line: start + known.skipped..<end, value: value, slot: known.slot, shape: known.shape))
    }
    return true
  }

  /// What the head of a line in a cell says, with the column before it.
  private func rawHead(_ head: [UInt8]) -> RawHead {
    let date = "19900203"
    guard let line = maker.rawLine(head + Array(date.utf8)) else { return RawHead(shape: .none) }
    let property = line.property
    let skipped = head.count + date.utf8.count + 2 - line.octets.count
    var known = RawHead(
      shape: .other, isName: property.canonicalName == "FN", slot: line.slot ?? -1,
      group: line.lastGroup, skipped: skipped)
    switch property.value {
    case .text(date):
      known.shape =
        switch property.canonicalName {
        case "TEL": .telephone
        case "BDAY", "ANNIVERSARY", "X-ABDATE": .date
        default: .text
        }
    case .structure: known.shape = .structure
    default: break
    }
    let isPlain =
      !property.isMalformed && !property.isComment && skipped < 256
      && line.octets.first.map { $0 > 0x20 } == true
    if !isPlain { known.shape = .odd }
    return known
  }

  /// Whether the cells of a slot say what a line says.
  mutating func holds(_ line: RawLine, _ octets: Span<UInt8>, _ cells: [Range<Int>]) -> Bool {
    if isSame(line, octets, cells) { return true }
    guard let parsed = maker.rawLine(CSVText.array(octets.extracting(line.line))) else {
      return false
    }
    return maker.holds(parsed.property, slot: line.slot) {
      CSVRowReader.text($0, octets, cells)
    }
  }

  /// Whether the one cell, or the cell of each component, is the text of the line.
  private mutating func isSame(
    _ line: RawLine, _ octets: Span<UInt8>, _ cells: [Range<Int>]
  ) -> Bool {
    var start = line.value.lowerBound
    switch line.shape {
    case .telephone:
      if line.value.count > 4, Octets.equal(octets.extracting(start..<start + 4), "tel:") {
        start += 4
      }
    case .text, .date, .structure: break
    case .other, .none, .odd: return false
    }
    let value = start..<line.value.upperBound
    var used = 0
    for place in plans[line.slot].columns {
      let column = order[place]
      guard column < cells.count, !cells[column].isEmpty else { continue }
      let cell = octets.extracting(cells[column])
      if cell[0] == UInt8(ascii: "'") { return false }
      switch parts[column] {
      case .label, .formatted: continue
      case .whole where line.shape != .structure:
        used += 1
        let isEqual =
          line.shape == .date
          ? CSVText.isDate(cell, octets.extracting(value))
          : CSVRowReader.says(octets.extracting(value), cell, isComponent: false)
        if used > 1 || !isEqual { return false }
      case .component(let number) where line.shape == .structure:
        guard let part = CSVRowReader.component(number, of: octets, value),
          CSVRowReader.says(octets.extracting(part), cell, isComponent: true)
        else { return false }
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
