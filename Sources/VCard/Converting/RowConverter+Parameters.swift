// Parameters as the target has them.
extension RowConverter {
  /// Reads the parameters, and appends them to the line as the target has them.
  ///
  /// - Returns: Whether they are done, or who has to look at the line.
  func takeParameters(
    _ row: Row, _ rule: RowRule, _ task: RowRule.Task, _ p: Span<UInt8>, _ draft: inout LineDraft
  ) -> Outcome {
    var index = Int(row.nameEnd)
    let end = Int(row.valueStart) - 1
    // Where the first parameter starts that holds more than words: a quoted text may look as if there
    // were parameters in it that matter to other lines.
    var odd: Int?
    // vCard 3.0 says INTERNET of what every address of vCard 4.0 is. RFC 2426 §3.3.2.
    if task == .email, isToOld { appendType("INTERNET", &draft) }
    while index < end {
      guard p[index] == UInt8(ascii: ";") else { return left(p, odd ?? end, end, rule) }
      let start = index + 1
      index = Octets.nameEnd(p, from: start, to: end)
      let name = p.extracting(start..<index)
      guard index < end, p[index] == UInt8(ascii: "=") else {
        // A word alone.
        guard !name.isEmpty, index == end || p[index] == UInt8(ascii: ";") else {
          return left(p, odd ?? start, end, rule)
        }
        switch Parameter.kind(ofNameless: name) {
        case .encoding: break
        case .value: return left(p, odd ?? start, end, rule)
        case .type:
          if keepsType(name, rule, task, &draft) { appendType(name, isFirst: true, &draft) }
        }
        continue
      }
      index += 1
      if Octets.isType(name) {
        guard let isQuoted = takeTypes(p, &index, end, rule, task, &draft) else {
          return left(p, odd ?? start, end, rule)
        }
        if isQuoted, odd == nil { odd = start }
        continue
      }
      let first = index
      index = Octets.nameEnd(p, from: index, to: end)
      let isWord = index > first && (index == end || p[index] == UInt8(ascii: ";"))
      let word = p.extracting(first..<index)
      let isTaken: Bool
      switch KnownParameter.named(name, in: .parameters) {
      case .encoding: isTaken = isWord
      case .charset:
        isTaken = isWord && draft.said.charset == nil && takesCharset(word, row, first, &draft)
      case .language:
        isTaken = isWord && task != .octets
        if isTaken { draft.append(parameter: "LANGUAGE", word) }
      case .pref:
        // PREF of another order depends on other lines.
        guard isToOld, isWord, Octets.equal(word, "1"), !draft.said.isPreferred, rule.mayBePreferred
        else {
          guard isToOld, odd == nil else { return left(p, odd ?? start, end, rule) }
          return .forCard
        }
        draft.said.isPreferred = true
        appendType("pref", &draft)
        isTaken = true
      case .value:
        // A reference to a phone becomes its number. The way back writes it so.
        isTaken =
          isToOld && isWord && task == .phone && !draft.said.isReference
          && Octets.areSame(word, RowConverter.uri.span)
        if isTaken { draft.said.isReference = true }
      case .label:
        isTaken = isToOld && rule.isAddress && takeLabel(p, first, &index, end, &draft)
        if isTaken, odd == nil { odd = start }
      case .unknown, .vendor:
        let quoted =
          from.quotesParameters && to.quotesParameters ? Octets.quotedWord(p, first, end) : nil
        isTaken = (isWord || quoted != nil) && isPlain(name)
        if isTaken {
          draft.append(parameter: name, p.extracting(first..<(quoted ?? index)))
          draft.said.hasOthers = true
        }
        if let quoted, isTaken {
          index = quoted
          if odd == nil { odd = start }
        }
      default: isTaken = false
      }
      if !isTaken { return left(p, odd ?? start, end, rule) }
    }
    guard draft.said.isPreferred else { return .done }
    // TYPE=pref in vCard 4.0, and with properties that have no TYPE before, is to come back.
    if !rule.mayBePreferred || isToOld && draft.said.hasPreferredType {
      return draft.said.label == nil ? .forLine : .forLabel
    }
    if isToModern { draft.parameters.append(";PREF=1") }
    return .done
  }

  private static let uri = Array("uri".utf8)

  // MARK: Types

  /// Takes the values of a TYPE; `nil` when it is none that can be told.
  ///
  /// - Returns: Whether there were quotation marks.
  private func takeTypes(
    _ p: Span<UInt8>, _ place: inout Int, _ end: Int, _ rule: RowRule, _ task: RowRule.Task,
    _ draft: inout LineDraft
  ) -> Bool? {
    var index = place - 1
    var hasQuotes = false
    var isQuoted = false
    var isFirst = true
    repeat {
      index += 1
      if !isQuoted, index < end, p[index] == UInt8(ascii: "\"") {
        (isQuoted, hasQuotes) = (true, true)
        index += 1
      }
      let first = index
      index = Octets.nameEnd(p, from: index, to: end)
      guard index > first else { return nil }
      let word = p.extracting(first..<index)
      if isQuoted, index < end, p[index] == UInt8(ascii: "\"") {
        isQuoted = false
        index += 1
      }
      let isComma = index < end && p[index] == UInt8(ascii: ",")
      guard isComma || !isQuoted && (index == end || p[index] == UInt8(ascii: ";")) else {
        return nil
      }
      if keepsType(word, rule, task, &draft) {
        appendType(word, isFirst: isFirst, &draft)
        isFirst = false
      }
    } while index < end && p[index] == UInt8(ascii: ",")
    place = index
    return hasQuotes
  }

  /// Whether the target has a word of TYPE.
  private func keepsType(
    _ word: Span<UInt8>, _ rule: RowRule, _ task: RowRule.Task, _ draft: inout LineDraft
  ) -> Bool {
    guard changesModernity else { return true }
    if Octets.isPreferred(word) {
      (draft.said.isPreferred, draft.said.hasPreferredType) = (true, true)
      return false
    }
    if task == .email {
      if word.count == 8, Octets.equal(word, "INTERNET") {
        draft.said.isInternet = true
        return !isToModern
      }
      if RowConverter.mailSystems.contains(word) { draft.said.isOfOtherSystem = true }
    }
    guard rule.hasMediaTypes else { return true }
    draft.said.types += 1
    guard isToModern else { return true }
    draft.said.mediaType = rule.isPicture ? MediaType.picture(word: word) : nil
    return draft.said.mediaType == nil
  }

  private static let mailSystems = OctetNames(
    LineConverter.mailSystems.subtracting(["internet"]))

  /// Appends a word of TYPE: the first of its parameter, or a further one.
  private func appendType(
    _ word: Span<UInt8>, isFirst: Bool, _ draft: inout LineDraft
  ) {
    if !to.allowsNamelessParameters {
      if isFirst {
        draft.parameters.append(";TYPE=")
      } else {
        draft.parameters.append(UInt8(ascii: ","))
      }
    } else if WordTable.types.number(of: word) != nil {
      draft.parameters.append(UInt8(ascii: ";"))
    } else {
      draft.parameters.append(";TYPE=")
    }
    draft.parameters.append(word)
  }

  private func appendType(_ word: StaticString, _ draft: inout LineDraft) {
    word.withUTF8Buffer { unsafe appendType($0.span, isFirst: true, &draft) }
  }

  // MARK: Others

  /// Whether a parameter of no number means nothing to conversion.
  private func isPlain(_ name: Span<UInt8>) -> Bool {
    guard !name.isEmpty else { return false }
    let start = CarriedName.stemStart(name)
    let stem = name.extracting(start..<name.count)
    return !RowConverter.own.contains(stem)
      && (start > 0 || WordTable.types.number(of: stem) == nil)
  }

  /// The names, without `X-`, of parameters that conversion reads or writes.
  private static let own = OctetNames(
    ParameterDefinition.all.map(\.name)
      + ["VERSION", "ORIGINAL", "PROPERTY", "NESTED", "REPEATED", "PAIRED", "USER"])

  /// Whether the text is UTF-8, or quoted-printable in a charset of one octet a character.
  private func takesCharset(
    _ word: Span<UInt8>, _ row: Row, _ start: Int, _ draft: inout LineDraft
  ) -> Bool {
    if Octets.equal(word, "UTF-8") { return true }
    guard row.flags.contains(.quotedPrintable),
      word.count > 8,
      Octets.equal(word.extracting(0..<8), "ISO-8859")
        || Octets.equal(word.extracting(0..<8), "WINDOWS-")
    else { return false }
    draft.said.charset = start..<start + word.count
    return true
  }

  /// Takes a LABEL between quotation marks.
  private func takeLabel(
    _ p: Span<UInt8>, _ first: Int, _ index: inout Int, _ end: Int, _ draft: inout LineDraft
  ) -> Bool {
    guard draft.said.label == nil, first + 1 < end, p[first] == UInt8(ascii: "\"") else {
      return false
    }
    let quote = Octets.first(UInt8(ascii: "\""), in: p.extracting(0..<end), from: first + 1)
    guard quote < end else { return false }
    draft.said.label = first + 1..<quote
    index = quote + 1
    return true
  }

  /// Who looks at a line with parameters that are not understood: they may matter to other lines.
  private func left(
    _ p: Span<UInt8>, _ start: Int, _ end: Int, _ rule: RowRule
  ) -> Outcome {
    var labels = 0
    var index = start
    while index < end {
      while index < end, Octets.isBlank(p[index]) { index += 1 }
      let word = index
      index = Octets.nameEnd(p, from: index, to: end)
      // With and without X-.
      let name = p.extracting(word..<index)
      let first = CarriedName.stemStart(name)
      let stem = name.extracting(first..<name.count)
      // PREF=1 depends on nothing, and is what most PREF are.
      let isFirst =
        first == 0 && index + 1 < end && p[index] == UInt8(ascii: "=")
        && p[index + 1] == UInt8(ascii: "1")
        && (index + 2 == end || p[index + 2] == UInt8(ascii: ";")) && Octets.equal(stem, "PREF")
      if !isFirst {
        if contextual.number(of: stem) != nil { return .forCard }
        if Octets.equal(stem, "LABEL"), changesModernity {
          if first > 0 { return .forCard }
          labels += 1
        }
      }
      while index < end, p[index] != UInt8(ascii: ";") { index += 1 }
      index += 1
    }
    if labels == 0 { return .forLine }
    // What carries a label sends the card the thorough way, so there is none.
    return labels == 1 && rule.isAddress && isToOld ? .forLabel : .forCard
  }
}

extension Octets {
  /// Where a text between quotation marks ends that needs them, and means nothing else.
  fileprivate static func quotedWord(_ octets: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    guard start < end, octets[start] == UInt8(ascii: "\"") else { return nil }
    var isNeeded = false
    for index in start + 1..<end {
      switch octets[index] {
      case UInt8(ascii: "\""):
        let isEnd = index + 1 == end || octets[index + 1] == UInt8(ascii: ";")
        return isNeeded && isEnd ? index + 1 : nil
      case UInt8(ascii: ";"), UInt8(ascii: ":"): isNeeded = true
      case UInt8(ascii: ","), UInt8(ascii: "\\"), UInt8(ascii: "^"), 0..<0x20, 0x7F...: return nil
      default: break
      }
    }
    return nil
  }

  static func isType(_ name: Span<UInt8>) -> Bool { name.count == 4 && word(name) == 0x4550_5954 }

  static func isPreferred(_ type: Span<UInt8>) -> Bool {
    type.count == 4 && word(type) == 0x4645_5250
  }

  /// Four letters in upper case, the first in the lowest octet: TYPE is `0x45505954`.
  private static func word(_ octets: Span<UInt8>) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<4 { word |= UInt32(octets[index]) << UInt32(8 * index) }
    return word & 0xDFDF_DFDF
  }
}
