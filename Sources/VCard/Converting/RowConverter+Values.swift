internal import CVCard

// Values as the target has them.
extension RowConverter {
  /// Whether the line that was begun has no parameters and is in the target what it is here.
  ///
  /// It is what ``takeValue(_:_:)`` and ``finish(_:_:)`` come to for most lines, asked at once; where it is
  /// `false`, they decide.
  func stays(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> Bool {
    let (row, rule) = (draft.row, draft.rule)
    guard rule[.staysBare], row.flags.isEmpty, row.folds == 0, draft.isBare, draft.isUTF8,
      row.start == row.nameStart || LineValues.isName(bytes.extracting(draft.groupRange.dropLast()))
    else { return false }
    let marks = Octets.valueMarks(bytes, row.valueRange)
    draft.isKept = rule.reads(marks) && rule.takes(marks) && !rule.escapes(marks)
    return draft.isKept
  }

  /// Puts the value as the target has it into the draft, in the escapes of vCard 3.0 and 4.0.
  ///
  /// What it adds to the parameters goes to the line.
  ///
  /// - Returns: Whether it would come back the same.
  func takeValue(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> Bool {
    let (row, rule, kind) = (draft.row, draft.rule, draft.kind)
    draft.isKept = false
    draft.isSame = false
    if !row.flags.contains(.quotedPrintable), draft.isText, row.folds == 0 || draft.task == .value,
      from.separatesWithinComponents || row.folds == 0 && rule.shape == .single
    {
      let octets = bytes.extracting(row.valueRange)
      // Each octet of a number or a date is looked at anyway.
      let marks =
        kind == .number || kind == .extended || kind == .basic
        ? cvc_marks() : Octets.valueMarks(bytes, row.valueRange)
      // A fold may stand within an escape, and what gets one is written without folds.
      if row.folds == 0 || marks.has_backslash == 0 && !rule.escapes(marks) {
        draft.isKept = true
        return take(octets, marks, &draft)
      }
    }
    guard decode(bytes, &draft) else { return false }
    let marks = Octets.valueMarks(draft.decoded.span)
    // The scratch is lent to the value while it is looked at.
    var octets: [UInt8] = []
    swap(&octets, &draft.decoded)
    defer { swap(&octets, &draft.decoded) }
    draft.isSame =
      !row.flags.contains(.quotedPrintable) && from.separatesWithinComponents && draft.isText
    return take(octets.span, marks, &draft)
  }

  /// Puts the value into the draft, without folds and transfer encodings, in the escapes of vCard 3.0
  /// and 4.0; `false` for what takes a closer look.
  private func decode(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> Bool {
    let (row, rule) = (draft.row, draft.rule)
    draft.decoded.removeAll(keepingCapacity: true)
    if row.flags.contains(.quotedPrintable) {
      guard
        QuotedPrintable.decode(
          bytes, row.valueRange, into: &draft.decoded, escapesSeparators: rule.shape != .single)
          == nil
      else { return false }
    } else {
      Unfolding.append(
        bytes, row.valueRange,
        lineStart: !from.foldsAnywhere && row.known.foldsBetweenWords ? Int(row.start) : nil,
        to: &draft.decoded)
    }
    if draft.declaresCharset {
      guard let text = draft.decoding.convert(draft.decoded, charset: draft.charset) else {
        return false
      }
      draft.decoded = text
    } else if let text = draft.decoding.decoded(undeclared: draft.decoded) {
      draft.decoded = text
    }
    guard !from.separatesWithinComponents else { return true }
    var escaped: [UInt8] = []
    swap(&escaped, &draft.spare)
    escaped.removeAll(keepingCapacity: true)
    LineValues.appendEscaped(
      plain: draft.decoded.span, rule.shape, inURI: rule[.isURI], to: &escaped)
    swap(&escaped, &draft.decoded)
    swap(&escaped, &draft.spare)
    return true
  }

  /// Puts octets, of which so much stands in them, into the draft as the target has them.
  private func take(_ octets: Span<UInt8>, _ marks: cvc_marks, _ draft: inout LineDraft) -> Bool {
    let rule = draft.rule
    draft.value.truncate()
    guard rule.reads(marks) else { return false }
    var start = 0
    switch draft.kind {
    case .number:
      guard RowConverter.isPlainNumber(octets) else { return false }
      if draft.form.changesValue { start = 4 }
    case .extended, .basic:
      guard draft.form.changesValue else { break }
      (draft.isKept, draft.isSame) = (false, false)
      appendDate(octets, &draft)
      return true
    case .short:
      let missing = Int(rule.fewest) - 1 - Int(marks.semicolons)
      guard missing > 0, !octets.isEmpty, octets[octets.count - 1] != UInt8(ascii: ";"),
        !rule.escapes(marks)
      else { return false }
      (draft.isKept, draft.isSame) = (false, false)
      draft.value.append(octets)
      for _ in 0..<missing { draft.value.append(UInt8(ascii: ";")) }
      return true
    default:
      guard rule.takes(marks), draft.task != .identifier || isIdentifier(octets, marks, draft.kind)
      else { return false }
      // What stood in quoted-printable, or in another line.
      if !draft.isKept, draft.task == .phone, changesModernity, TelURI.hasScheme(octets) {
        return false
      }
    }
    let isEscaped = rule.escapes(marks)
    if isEscaped || start > 0 { (draft.isKept, draft.isSame) = (false, false) }
    if isEscaped {
      LineValues.appendEscaped(
        octets.extracting(start..<octets.count), semicolons: rule[.escapesSemicolons],
        commas: rule[.escapesCommas], to: &draft.value)
      return true
    }
    // A value that is kept is copied from the card.
    if !draft.isKept { draft.value.append(octets.extracting(start..<octets.count)) }
    return true
  }

  /// Whether what follows `tel:` is a number that a text holds as it is, and that comes back.
  private static func isPlainNumber(_ octets: Span<UInt8>) -> Bool {
    guard octets.count > 4, Octets.areSame(octets.extracting(0..<4), "tel:") else { return false }
    return (4..<octets.count).allSatisfy { index in
      switch octets[index] {
      case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\\"): false
      case 0x21...0x7E: true
      default: false
      }
    }
  }

  /// Whether a UID stays as it is, and is a URI if it was taken for one.
  private func isIdentifier(
    _ octets: Span<UInt8>, _ marks: cvc_marks, _ kind: LineForm.Kind
  ) -> Bool {
    marks.has_backslash == 0 && marks.commas == 0 && (marks.semicolons == 0 || to.isModern)
      && (kind == .uri) == UniformText.hasScheme(octets) && !octets.isEmpty
  }

  // MARK: Kinds

  /// Of which kind a value is, as it stands in the card.
  func kind(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> LineForm.Kind {
    let (row, rule, task) = (draft.row, draft.rule, draft.task)
    let octets = bytes.extracting(row.valueRange)
    if row.flags.contains(.base64) { return task == .octets ? .base64 : .other }
    switch task {
    case .value:
      if row.known == .adr, isToOld, let range = RowConverter.label(row, bytes) {
        draft.labelRange = range
        return .labelled
      }
      let isShort =
        rule.fewest > 1 && !from.quotesParameters
        && Octets.valueMarks(bytes, row.valueRange).semicolons + 1 < rule.fewest
      return isShort ? .short : .text
    case .email, .carry: return .text
    case .kind:
      if Octets.equal(octets, "INDIVIDUAL") { return .text }
      if row.flags.isEmpty, !Deriver.mayMake(ofKind: octets) { draft.task = .line }
      return .other
    case .phone:
      return changesModernity && TelURI.hasScheme(octets)
        ? isToOld ? .number : .other : .text
    case .identifier: return UniformText.hasScheme(octets) ? .uri : .text
    case .octets: return RowConverter.isData(octets) ? .data : .other
    case .day: return dateKind(octets, [], lengths: (extended: 10, basic: 8))
    case .moment: return dateKind(octets, [.time, .wholeTime], lengths: (extended: 20, basic: 16))
    case .line, .card, .stray, .envelope, .unknown: return .other
    }
  }

  /// Whether octets are a `data:` URI of base64.
  private static func isData(_ octets: Span<UInt8>) -> Bool {
    // Nobody has a media type of so many octets.
    let start = octets.extracting(first: 80)
    guard octets.count > 12, Octets.areSame(octets.extracting(first: 5), "data:") else {
      return false
    }
    let comma = Octets.first(UInt8(ascii: ","), in: start, from: 5)
    return comma < start.count && comma > 12
      && Octets.areSame(start.extracting(comma - 7..<comma), ";base64")
      && Octets.lineEnd(in: start.extracting(0..<comma), from: 0) == comma
  }

  /// Where LABEL between quotation marks stands among the parameters, with its semicolon.
  private static func label(_ row: Row, _ bytes: Span<UInt8>) -> Range<Int>? {
    let end = Int(row.valueStart) - 1
    for start in Int(row.nameEnd)..<end {
      switch bytes[start] {
      case UInt8(ascii: "\""): return nil
      case UInt8(ascii: ";")
      where end - start > 9 && Octets.equal(bytes.extracting(start + 1..<start + 8), "LABEL=\""):
        let quote = Octets.first(UInt8(ascii: "\""), in: bytes.extracting(0..<end), from: start + 8)
        let isEnd = quote + 1 == end || quote < end && bytes[quote + 1] == UInt8(ascii: ";")
        return quote < end && isEnd ? start..<quote + 1 : nil
      default: break
      }
    }
    return nil
  }

  // MARK: Dates

  /// Appends a date, and perhaps a time, in the other form of ISO 8601.
  private func appendDate(_ octets: Span<UInt8>, _ draft: inout LineDraft) {
    let isExtended = draft.kind == .extended
    let ends: InlineArray<4, Int> = isExtended ? [4, 7, 13, 16] : [4, 6, 11, 13]
    var start = 0
    for part in ends.indices where ends[part] < octets.count {
      draft.value.append(octets.extracting(start..<ends[part]))
      if !isExtended { draft.value.append(UInt8(ascii: part < 2 ? "-" : ":")) }
      start = isExtended ? ends[part] + 1 : ends[part]
    }
    draft.value.append(octets.extracting(start..<octets.count))
  }

  /// In which form of ISO 8601 a whole date is, and perhaps a whole time of UTC; no other has so many octets.
  ///
  /// Of years that mean none and of leap seconds, others tell.
  private func dateKind(
    _ octets: Span<UInt8>, _ time: DateForm, lengths: (extended: Int, basic: Int)
  ) -> LineForm.Kind {
    guard octets.count == lengths.extended || octets.count == lengths.basic,
      let scanner = DateScanner(octets), scanner.date.year != YearlessDate.year,
      scanner.date.second != 60
    else { return .other }
    let isExtended = octets.count == lengths.extended
    let form: DateForm = isExtended ? .extendedDate : .basicDate
    guard scanner.form == (isExtended && !time.isEmpty ? [form, .extendedTime] : form).union(time),
      scanner.range == octets.indices
    else { return .other }
    return isExtended ? .extended : .basic
  }
}

extension RowRule {
  /// Whether escapes and controls of a value are those that every version has.
  @inline(__always)
  func reads(_ marks: cvc_marks) -> Bool {
    marks.has_nul == 0 && marks.is_odd == 0 && !(self[.isURI] && marks.has_backslash != 0)
  }

  /// Whether the target has as many components, and values of each.
  @inline(__always)
  func takes(_ marks: cvc_marks) -> Bool {
    (shape != .structure || fewest...most ~= marks.semicolons + 1)
      && (!self[.hasSingleComponents] || marks.commas == 0)
  }

  /// Whether something in a value gets a backslash.
  @inline(__always)
  func escapes(_ marks: cvc_marks) -> Bool {
    self[.escapesCommas] && marks.commas > 0
      || self[.escapesSemicolons] && marks.semicolons > 0
  }
}
