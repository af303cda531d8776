internal import CVCard

// Values as the target has them.
extension RowConverter {
  /// Puts the value as the target has it into the draft, in the escapes of vCard 3.0 and 4.0.
  ///
  /// What it adds to the parameters goes to the line.
  ///
  /// - Returns: Whether it would come back the same.
  func takeValue(
    _ row: Row, _ rule: RowRule, _ task: RowRule.Task, _ bytes: Span<UInt8>,
    _ draft: inout LineDraft
  ) -> Bool {
    draft.isKept = false
    draft.isSame = false
    if !row.flags.contains(.quotedPrintable), row.folds == 0 || task == .value,
      from.separatesWithinComponents || row.folds == 0 && rule.shape == .single
    {
      let octets = bytes.extracting(row.valueRange)
      let marks = Octets.valueMarks(octets)
      // A fold may stand within an escape, and what gets one is written without folds.
      if row.folds == 0 || marks.has_backslash == 0 && !rule.escapes(marks) {
        draft.isKept = true
        return take(octets, marks, rule, task, &draft)
      }
    }
    guard decode(row, rule, bytes, &draft) else { return false }
    let marks = Octets.valueMarks(draft.decoded.span)
    // The scratch is lent to the value while it is looked at.
    var octets: [UInt8] = []
    swap(&octets, &draft.decoded)
    defer { swap(&octets, &draft.decoded) }
    draft.isSame = !row.flags.contains(.quotedPrintable) && from.separatesWithinComponents
    return take(octets.span, marks, rule, task, &draft)
  }

  /// Puts the value into the draft, without folds and transfer encodings, in the escapes of vCard 3.0
  /// and 4.0; `false` for what takes a closer look.
  private func decode(
    _ row: Row, _ rule: RowRule, _ bytes: Span<UInt8>, _ draft: inout LineDraft
  ) -> Bool {
    draft.decoded.removeAll(keepingCapacity: true)
    if row.flags.contains(.quotedPrintable) {
      guard
        QuotedPrintable.decode(
          bytes, row.valueRange, into: &draft.decoded, escapesSeparators: rule.shape != .single)
      else { return false }
      if let charset = draft.said.charset {
        let name = unsafe bytes.extracting(charset).withUnsafeBufferPointer {
          unsafe String(decoding: $0, as: UTF8.self)
        }
        guard let text = draft.decoding.convert(draft.decoded, charset: name) else { return false }
        draft.decoded = text
      }
      guard Octets.areUTF8(draft.decoded.span) else { return false }
    } else {
      Unfolding.append(
        bytes, row.valueRange,
        lineStart: !from.foldsAnywhere && rule.foldsBetweenWords ? Int(row.start) : nil,
        to: &draft.decoded)
    }
    guard !from.separatesWithinComponents else { return true }
    return escapeDecoded(rule, &draft)
  }

  /// Gives the decoded octets, which are of vCard 2.1, the escapes of vCard 3.0 and 4.0.
  private func escapeDecoded(_ rule: RowRule, _ draft: inout LineDraft) -> Bool {
    let isSingle = rule.shape == .single
    let isPlain = draft.decoded.allSatisfy { octet in
      !Octets.isLineEnd(octet)
        && (isSingle || octet != UInt8(ascii: "\\") && octet != UInt8(ascii: ","))
    }
    if isPlain, rule.shape != .list { return true }
    var escaped: [UInt8] = []
    swap(&escaped, &draft.spare)
    escaped.removeAll(keepingCapacity: true)
    var index = 0
    while index < draft.decoded.count {
      let octet = draft.decoded[index]
      index += 1
      switch octet {
      case 0x0D, 0x0A:
        // A line end means nothing in a URI.
        if rule.isURI { return false }
        if octet == 0x0D, index < draft.decoded.count, draft.decoded[index] == 0x0A { index += 1 }
        escaped.append(UInt8(ascii: "\\"))
        escaped.append(UInt8(ascii: "n"))
      case UInt8(ascii: "\\") where !isSingle:
        guard index < draft.decoded.count else { return false }
        switch draft.decoded[index] {
        case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "n"): break
        default: return false
        }
        escaped.append(octet)
        escaped.append(draft.decoded[index])
        index += 1
      case UInt8(ascii: ",") where rule.shape == .structure:
        escaped.append(UInt8(ascii: "\\"))
        escaped.append(octet)
      case UInt8(ascii: ";") where rule.shape == .list: escaped.append(UInt8(ascii: ","))
      default: escaped.append(octet)
      }
    }
    swap(&escaped, &draft.decoded)
    swap(&escaped, &draft.spare)
    return true
  }

  /// Puts octets, of which so much stands in them, into the draft as the target has them.
  private func take(
    _ octets: Span<UInt8>, _ marks: cvc_marks, _ rule: RowRule, _ task: RowRule.Task,
    _ draft: inout LineDraft
  ) -> Bool {
    draft.value.truncate()
    if marks.has_nul != 0 || marks.is_odd != 0 || rule.isURI && marks.has_backslash != 0 {
      return false
    }
    var start = 0
    switch task {
    case .phone where changesModernity:
      let isURI = octets.count >= 4 && Octets.equal(octets.extracting(0..<4), "tel:")
      if draft.said.isReference {
        guard isURI, RowConverter.isPlainNumber(octets) else { return false }
        start = 4
        if carries { draft.parameters.append(";X-VALUE=uri") }
      } else if isURI {
        return false
      }
    case .email where changesModernity:
      guard !draft.said.isOfOtherSystem else { return false }
      if isToOld {
        // With INTERNET from the start, the way back would change it.
        guard !draft.said.isInternet else { return false }
      } else if !draft.said.isInternet {
        // Without INTERNET the way back would add it.
        guard !draft.said.isPreferred, carries else { return false }
        appendVersionMark(&draft)
      }
    case .identifier:
      guard takesIdentifier(octets, marks, &draft) else { return false }
    case .day, .moment:
      (draft.isKept, draft.isSame) = (false, false)
      return task == .day ? takeDay(octets, &draft) : takeMoment(octets, &draft)
    default:
      guard rule.shape != .structure || rule.fewest...rule.most ~= marks.semicolons + 1,
        !rule.hasSingleComponents || marks.commas == 0
      else { return false }
    }
    let isEscaped = rule.escapes(marks)
    if isEscaped || start > 0 { (draft.isKept, draft.isSame) = (false, false) }
    if isEscaped {
      LineValues.appendEscaped(
        octets.extracting(start..<octets.count), semicolons: rule.escapesSemicolons,
        commas: rule.escapesCommas, to: &draft.value)
      return true
    }
    // A value that is kept is copied from the card.
    if !draft.isKept { draft.value.append(octets.extracting(start..<octets.count)) }
    return true
  }

  /// Says that the source's way to say it was another, though the target says the same.
  private func appendVersionMark(_ draft: inout LineDraft) {
    draft.parameters.append(versionMark)
  }

  /// Whether what follows `tel:` is a number that a text holds as it is, and that comes back.
  private static func isPlainNumber(_ octets: Span<UInt8>) -> Bool {
    guard octets.count > 4, Octets.areSame(octets.extracting(0..<4), scheme.span) else {
      return false
    }
    for index in 4..<octets.count {
      switch octets[index] {
      case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\\"): return false
      case 0x21...0x7E: break
      default: return false
      }
    }
    return true
  }

  private static let scheme = Array("tel:".utf8)

  /// Whether a UID stays; one that is no URI says so in vCard 4.0.
  private func takesIdentifier(
    _ octets: Span<UInt8>, _ marks: cvc_marks, _ draft: inout LineDraft
  ) -> Bool {
    guard marks.has_backslash == 0, marks.commas == 0,
      marks.semicolons == 0 || to.isModern
    else { return false }
    guard changesModernity, !UniformText.hasScheme(octets) else { return true }
    guard isToModern, !octets.isEmpty else { return false }
    draft.parameters.append(";VALUE=text")
    return true
  }

  // MARK: Dates

  /// Takes a whole date without a time: `1985-04-12`, `19850412`.
  private func takeDay(_ octets: Span<UInt8>, _ draft: inout LineDraft) -> Bool {
    let isExtended = octets.count == 10
    guard draft.parameters.count == 0, isExtended || octets.count == 8,
      RowConverter.isDay(octets, isExtended)
    else { return false }
    guard takesAnew(isExtended, octets, &draft) else { return draft.value.count > 0 }
    appendDay(octets, isExtended, &draft)
    return true
  }

  /// Takes when something was written: `2008-04-24T19:52:43Z`, `20080424T195243Z`.
  private func takeMoment(_ octets: Span<UInt8>, _ draft: inout LineDraft) -> Bool {
    let isExtended = octets.count == 20
    let time = isExtended ? 11 : 9
    guard draft.parameters.count == 0, isExtended || octets.count == 16,
      RowConverter.isDay(octets, isExtended), octets[time - 1] == UInt8(ascii: "T"),
      RowConverter.isTime(octets, time, isExtended)
    else { return false }
    guard takesAnew(isExtended, octets, &draft) else { return draft.value.count > 0 }
    appendDay(octets, isExtended, &draft)
    draft.value.append(UInt8(ascii: "T"))
    let step = isExtended ? 3 : 2
    for part in 0..<3 {
      if part > 0, !isExtended { draft.value.append(UInt8(ascii: ":")) }
      draft.value.append(octets[time + part * step])
      draft.value.append(octets[time + part * step + 1])
    }
    draft.value.append(UInt8(ascii: "Z"))
    return true
  }

  /// Whether a date is written in the other form of ISO 8601.
  ///
  /// One that has the target's form already stays, and is marked: the way back would change it.
  private func takesAnew(
    _ isExtended: Bool, _ octets: Span<UInt8>, _ draft: inout LineDraft
  ) -> Bool {
    if isExtended == isToModern { return true }
    guard isToModern else { return false }
    if carries { appendVersionMark(&draft) }
    draft.value.append(octets)
    return false
  }

  private func appendDay(
    _ octets: Span<UInt8>, _ isExtended: Bool, _ draft: inout LineDraft
  ) {
    let step = isExtended ? 1 : 0
    for index in 0..<8 {
      if !isExtended, index == 4 || index == 6 { draft.value.append(UInt8(ascii: "-")) }
      draft.value.append(octets[index + (index < 4 ? 0 : index < 6 ? step : 2 * step)])
    }
  }

  private static func number(_ octets: Span<UInt8>, _ index: Int) -> Int? {
    let (tens, ones) = (octets[index] &- 0x30, octets[index + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens * 10 + ones) : nil
  }

  /// Whether there is such a day; 1604 means no year.
  private static func isDay(_ octets: Span<UInt8>, _ isExtended: Bool) -> Bool {
    if isExtended, octets[4] != UInt8(ascii: "-") || octets[7] != UInt8(ascii: "-") { return false }
    guard let century = number(octets, 0), let year = number(octets, 2),
      let month = number(octets, isExtended ? 5 : 4), let day = number(octets, isExtended ? 8 : 6),
      1...12 ~= month, century * 100 + year != YearlessDate.year
    else { return false }
    return PartialDate.hasDay(day, month: month, year: century * 100 + year)
  }

  /// Whether there is such a time.
  ///
  /// Of the leap seconds, others tell.
  private static func isTime(_ octets: Span<UInt8>, _ start: Int, _ isExtended: Bool) -> Bool {
    let step = isExtended ? 3 : 2
    if isExtended,
      octets[start + 2] != UInt8(ascii: ":") || octets[start + 5] != UInt8(ascii: ":")
    {
      return false
    }
    guard let hour = number(octets, start), let minute = number(octets, start + step),
      let second = number(octets, start + 2 * step),
      octets[octets.count - 1] == UInt8(ascii: "Z")
    else { return false }
    return hour < 24 && minute < 60 && second < 60
  }
}

extension RowRule {
  /// Whether something in a value gets a backslash.
  func escapes(_ marks: cvc_marks) -> Bool {
    escapesCommas && marks.commas > 0 || escapesSemicolons && marks.semicolons > 0
  }
}
