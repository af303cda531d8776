internal import CVCard

// Values by the rules of the table.
extension LineConverter {
  func takeValue(
    _ line: inout ConversionLine, rule: ValueForm.Change,
    losses: inout ConversionLosses
  ) {
    switch rule {
    case .same, .related: break
    case .agent:
      let text = line.text
      guard !to.isModern, NestedCard.isBegun(text), !NestedCard.isSound(text) else { return }
      carry(&line, .lossAgent, "the card in AGENT is not whole, or has errors", &losses)
    case .text: LineValues.escapeSeparators(&line, semicolons: to.escapesSemicolons)
    case .list: LineValues.escapeSeparators(&line, semicolons: to.escapesSemicolons, commas: false)
    case .components: convertComponents(&line, &losses)
    case .date: convertDate(&line, &losses, isNamesake: false)
    case .timestamp: convertTimestamp(&line, &losses)
    case .phone: convertPhone(&line, &losses)
    case .offset: convertOffset(&line, &losses)
    case .position: convertPosition(&line, &losses)
    case .identifier: convertIdentifier(&line)
    case .binary: convertBinary(&line, &losses)
    }
  }

  func convertComponents(_ line: inout ConversionLine, _ losses: inout ConversionLosses) {
    if line.known.hasPlainComponents { LineValues.escapeSeparators(&line, semicolons: false) }
    let limit = Int(RuleTable.of(target)[line.known].most)
    guard limit < UInt8.max else { return }
    let count = Int(Octets.valueMarks(line.octets.span).semicolons) + 1
    if count > limit { cut(&line, limit: limit, losses: &losses) }
    // RFC 6350 §6.2.2 and §6.3.1: neither may have fewer.
    let fewest = line.known.fewestComponents
    if isToModern, count < fewest {
      line.octets += [UInt8](repeating: UInt8(ascii: ";"), count: fewest - count)
    }
    // vCard 2.1 has no values within a component.
    if !to.separatesWithinComponents { LineValues.escapeSeparators(&line, semicolons: false) }
  }

  /// Cuts what the target has no component for.
  func cut(_ line: inout ConversionLine, limit: Int, losses: inout ConversionLosses) {
    let components = line.components
    var kept = components.prefix(limit).map { Array($0) }
    var isLost = false
    for (index, component) in components.enumerated().dropFirst(limit) where !component.isEmpty {
      isLost = true
      // RFC 9554 §2.2: the sixth, a second surname, is said among the surnames as well, the
      // seventh, a generation, among the suffixes.
      guard line.known == .n, isToOld, let place = index == 5 ? 0 : index == 6 ? 4 : nil
      else { continue }
      let said = ValueText.split(kept[place][...]) { $0 == UInt8(ascii: ",") }
      for value in ValueText.split(component, at: { $0 == UInt8(ascii: ",") })
      where !said.contains(where: { $0.elementsEqual(value) }) {
        if !kept[place].isEmpty { kept[place].append(UInt8(ascii: ",")) }
        kept[place] += value
      }
    }
    line.octets = Array(kept.joined(separator: [UInt8(ascii: ";")]))
    if isLost {
      losses.append(
        .lossComponents, row: line.row,
        about: "\(line.name) has \(components.count) components, of which vCard "
          + "\(target.rawValue) has \(limit)", carrier: "X-ORIGINAL")
    }
  }

  private func convertTimestamp(_ line: inout ConversionLine, _ losses: inout ConversionLosses) {
    guard changesModernity, var text = line.dateText else { return }
    guard isToModern else { return line.octets = text.extended ?? line.octets }
    if text.date.isFullDate, text.date.hour == nil {
      losses.append(
        .lossDate, row: line.row,
        about: "\(line.name) is a day without a time, which vCard 4.0 has not", isKept: true)
    }
    dropFraction(of: &text, line, &losses)
    line.octets = text.basic()
  }

  /// RFC 6350 §4.3.2 has no fraction of a second, RFC 2425 §5.8.4 has.
  private func dropFraction(
    of text: inout DateText, _ line: ConversionLine, _ losses: inout ConversionLosses
  ) {
    guard text.dropFraction() else { return }
    losses.append(
      .lossDate, row: line.row,
      about: "\(line.name) has a fraction of a second, which vCard 4.0 has not",
      carrier: "X-ORIGINAL")
  }

  func convertDate(
    _ line: inout ConversionLine, _ losses: inout ConversionLosses, isNamesake: Bool
  ) {
    guard changesModernity else { return }
    let isText = line.saysText
    if isToModern, isText { return }
    let text = line.dateText
    if isToModern {
      let isYearless = text.map { line.omitsYear(of: $0.date) } ?? false
      line.remove(.omittedYear)
      if var text {
        dropFraction(of: &text, line, &losses)
        return line.octets = text.basic(isYearless: isYearless)
      }
      line.set(.value, "text")
      return LineValues.escapeSeparators(&line, semicolons: false)
    }
    guard let text, !isText else {
      // Text may hold a date all the same.
      guard isText, !isNamesake, text?.date.isFullDate != true else { return }
      let name = line.name
      return carry(
        &line, .lossDate, "\(name) is text, and a date in vCard \(target.rawValue)",
        named: "-TEXT", &losses)
    }
    let date = text.date
    if date.isDayOfNoYear {
      line.octets = Array(DateText.day(date).utf8)
      line.append(.omittedYear, String(YearlessDate.year))
    } else if date.isFullDate, !date.hasTime || date.hasWholeTime {
      // RFC 2425 §5.8.4 has times without colons, too, so these stay as they are.
      if date.hour == nil, let extended = text.extended { line.octets = extended }
    } else if !isNamesake {
      losses.append(
        .lossDate, row: line.row,
        about: "\(line.name) is a date with parts left out, which vCard \(target.rawValue) has not",
        isKept: true)
    }
  }

  func convertPhone(_ line: inout ConversionLine, _ losses: inout ConversionLosses) {
    let isURI = line.saysURI
    let text = line.text
    func carryType() {
      line.remove(.value)
      if carries { line.append(.value.carried, "uri") }
    }
    if isToOld, text.utf8.count > 4, let phone = TelURI(text) {
      line.octets = ConversionLine.escaped(phone.text)
      if isURI { carryType() }
      guard !phone.rest.isEmpty else { return }
      return losses.append(
        .lossValue, row: line.row,
        about: "TEL has parameters that vCard \(target.rawValue) has no place for",
        carrier: "X-ORIGINAL")
    }
    if isToModern, isURI, !UniformText.hasScheme(text) {
      if let uri = TelURI.uri(text) { return line.octets = Array(uri.utf8) }
      // Somebody wrote a number for people since.
      line.remove(.value)
    } else if source != target, !changesModernity, isURI, !UniformText.hasScheme(text) {
      // The number of a `tel:` URI of vCard 4.0.
      carryType()
    }
    LineValues.escapeSeparators(&line, semicolons: to.escapesSemicolons)
  }

  func convertOffset(_ line: inout ConversionLine, _ losses: inout ConversionLosses) {
    guard source != target else { return }
    let type = (line.first(.value) ?? line.first(.value.carried))?.lowercased()
    let isOffset = type == nil || type == "utc-offset"
    let offset = isOffset ? DateText.offset(line.text, isBasic: false) : nil
    if to.isModern {
      if let basic = offset.flatMap({ DateText.offset($0, isBasic: true) }) {
        line.octets = Array(basic.utf8)
        line.remove(.value.carried)
        line.set(.value, "utc-offset")
      } else {
        LineValues.escapeSeparators(&line, semicolons: false)
        // RFC 6350 §6.5.1: text is what it is without VALUE.
        if type == "text", from.hasZoneNames { line.remove(.value) }
      }
    } else if let offset {
      line.octets = Array(offset.utf8)
      line.remove(.value)
      line.remove(.value.carried)
    } else if to.hasZoneNames {
      LineValues.escapeSeparators(&line, semicolons: true)
      if type == nil { line.append(.value, "text") }
    } else {
      carry(&line, .lossValue, "TZ names a time zone, and vCard 2.1 has offsets only", &losses)
    }
  }

  func convertPosition(_ line: inout ConversionLine, _ losses: inout ConversionLosses) {
    guard source != target else { return }
    guard let position = PositionText(line.text) else {
      return carry(
        &line, .lossValue, "GEO is no position that vCard \(target.rawValue) has", &losses)
    }
    if isToModern {
      line.octets = Array("geo:\(position.latitude),\(position.longitude)".utf8)
      return
    }
    line.octets = Array("\(position.latitude)\(to.positionSeparator)\(position.longitude)".utf8)
    if !position.rest.isEmpty {
      losses.append(
        .lossValue, row: line.row,
        about: "GEO says \(position.rest) besides, which vCard \(target.rawValue) cannot",
        carrier: "X-ORIGINAL")
    }
  }

  /// Puts a value that the target's property cannot be into a property of our own, the name of which may
  /// end in a word more, and tells why.
  func carry(
    _ line: inout ConversionLine, _ code: Diagnostic.Code, _ about: @autoclosure () -> Message,
    named word: String = "", _ losses: inout ConversionLosses
  ) {
    let property = line.known.canonical
    let name = "X-\(property)\(word)"
    losses.append(code, row: line.row, about: about(), carrier: "\(name)")
    if carries { line.append(.property, property) }
    line.name = carries ? name : ""
  }

  func convertIdentifier(_ line: inout ConversionLine) {
    let isURI = UniformText.hasScheme(line.text)
    if isToModern, !line.has(.value), !isURI, !line.octets.isEmpty {
      line.append(.value, "text")
    } else if isToOld, !isURI {
      // Before, nobody takes a UID for a URI.
      for name in [ParameterName.value, .value.carried] where line.has(name, "TEXT") {
        line.remove(name)
      }
    }
    if !from.quotesParameters || to.quotesParameters && to.escapesSemicolons {
      LineValues.escapeSeparators(&line, semicolons: to.escapesSemicolons)
    }
  }
}
