// What becomes of lines that begin alike: learned of the thorough way, by a value of their kind.
extension RowConverter {
  /// Finds what becomes of a line, and puts its head into the draft.
  func findForm(_ bytes: Span<UInt8>, _ draft: inout LineDraft) {
    let start = Int(draft.row.nameStart)
    var end = Int(draft.row.valueStart) - 1
    draft.octetsStart = end + 1
    if draft.kind == .data {
      end = Octets.first(UInt8(ascii: ","), in: bytes, from: end) + 1
      draft.octetsStart = end
    }
    guard draft.kind == .labelled else {
      return findForm(of: bytes.extracting(start..<end), &draft)
    }
    var head: [UInt8] = []
    swap(&head, &draft.spare)
    head.removeAll(keepingCapacity: true)
    head.append(bytes.extracting(start..<draft.labelRange.lowerBound))
    head.append(bytes.extracting(draft.labelRange.upperBound..<end))
    findForm(of: head.span, &draft)
    swap(&head, &draft.spare)
  }

  private func findForm(of head: Span<UInt8>, _ draft: inout LineDraft) {
    draft.head.truncate()
    guard let form = draft.forms.form(of: head, hash(of: head, draft.kind)) else {
      return findPattern(of: head, &draft)
    }
    draft.form = form
    draft.forms.copy(form.head, to: &draft.head)
  }

  /// Finds what becomes of lines with a head but for the values in it that nobody knows.
  private func findPattern(of head: Span<UInt8>, _ draft: inout LineDraft) {
    guard head.count <= LineForms.longest else {
      draft.form.outcome = .forCard
      return
    }
    let pattern = HeadPattern(head)
    let hash = hash(of: pattern.octets.span, draft.kind)
    if let form = draft.forms.form(of: pattern.octets.span, hash) {
      draft.form = form
    } else {
      let kind = draft.kind
      let way = [source.index, target.index, carries ? 1 : 0].map(UInt8.init)
      let learned = LineForms.learned(pattern.octets + way + [kind.rawValue]) {
        learn(pattern.octets, kind)
      }
      draft.form = draft.forms.insert(learned, of: pattern.octets.span, hash)
    }
    if !draft.forms.fill(pattern, draft.form.head, of: head, to: &draft.head) {
      draft.form.outcome = .forLine
    }
  }

  private func hash(of head: Span<UInt8>, _ kind: LineForm.Kind) -> UInt64 {
    HeadMemo.hash(of: head, seed: UInt64(kind.rawValue) << 2 | UInt64(source.index))
  }

  /// Learns what becomes of a head.
  private func learn(_ head: [UInt8], _ kind: LineForm.Kind) -> LearnedForm {
    var learned = LearnedForm()
    learned.form.outcome = .forCard
    let mark = kind == .labelled ? ";LABEL=\"x\"" : ""
    let name = head.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ":") }
    let known = KnownName.named(Array(name).span)
    let value = Array(self.value(of: kind, known).utf8)
    let bytes = head + (kind == .data ? "" : "\(mark):").utf8 + value + "\r\n\r\n".utf8
    guard let property = Card(source, lines: bytes)?.onlyProperty else { return learned }
    let line = ConversionLine(property)
    guard !isContextual(line, kind) else { return learned }
    learned.form.outcome = .forLine
    guard kind != .other, !dependsOnValue(line, property: property, kind: kind) else {
      return learned
    }
    var losses = ConversionLosses(areWanted: true, carries: carries)
    var converted: ConversionLine?
    if kind == .labelled {
      guard let lines = Conversion.splitLabel(line, converter: converter, losses: &losses) else {
        learned.form.outcome = .forCard
        return learned
      }
      converted = lines.address
      learned.other = writtenHead(of: lines.label, Array("x".utf8)) ?? []
    } else {
      converted = converter.convert(line, &losses)
      if let charset = property.declaredCharset, charset.lowercased() != "utf-8" {
        learned.other = Array(charset.utf8)
      }
    }
    guard let converted else {
      learned.form.outcome = .leftOut
      learned.losses = losses.all
      return learned
    }
    guard let (written, changes) = writtenValue(of: converted, value, kind),
      let new = writtenHead(of: converted, written), isOfAnyValue(converted, kind)
    else { return learned }
    let isSame = kind != .labelled && new == head && isPlain(line)
    learned.form.outcome = isSame ? .same : .done
    learned.form.changesValue = changes
    learned.form.isPreferred = converted.types.contains("pref")
    learned.head = isSame ? [] : new
    learned.losses = losses.all
    return learned
  }

  /// A value of a kind.
  private func value(of kind: LineForm.Kind, _ known: KnownName) -> String {
    let rule = rules[Int(known.rawValue)]
    switch kind {
    case .text, .labelled, .short, .other:
      let count = max(1, Int(rule.fewest)) - (kind == .short ? 1 : 0)
      return known == .kind
        ? "individual" : [String](repeating: "x", count: count).joined(separator: ";")
    case .uri: return "ab:c"
    case .number: return "tel:+1"
    case .extended: return rule.task == .day ? "1985-04-12" : "2008-04-24T19:52:43Z"
    case .basic: return rule.task == .day ? "19850412" : "20080424T195243Z"
    case .base64, .data: return "AQID"
    }
  }

  /// Whether other lines matter to a line, or it to them.
  private func isContextual(_ line: ConversionLine, _ kind: LineForm.Kind) -> Bool {
    line.parameters.indices.contains { index in
      let name = line.parameters[index].name
      // PREF=1 depends on nothing, and is what most PREF are.
      if name == .pref, line.parameters[index].value == "1",
        line.endOfParameter(at: index) == index + 1
      {
        return isToOld && !line.known.mayBePreferred
      }
      if name.stem == .label, changesModernity { return kind != .labelled || name.depth > 0 }
      return contextual.contains(name.stem)
    }
  }

  /// Whether what becomes of a line takes a look at its value.
  private func dependsOnValue(
    _ line: ConversionLine, property: Property, kind: LineForm.Kind
  ) -> Bool {
    for parameter in line.parameters {
      // The name of one that conversion reads or writes.
      if parameter.name.depth > 0 { return true }
      if parameter.name == .value, kind == .text || kind == .uri { return true }
    }
    if let charset = property.declaredCharset?.lowercased(), charset != "utf-8" {
      // What separates is found before quoted-printable is decoded: one octet a character.
      guard
        property.isQuotedPrintable
          ? charset.hasPrefix("iso-8859") || charset.hasPrefix("windows-")
          : !charset.hasPrefix("utf") && (kind == .text || kind == .uri)
      else { return true }
    }
    // The type of octets that name none is found in them.
    return kind == .base64 && !namesMediaType(line)
  }

  private func namesMediaType(_ line: ConversionLine) -> Bool {
    line.parameters.contains { parameter in
      (parameter.name == .type || parameter.name == .mediatype)
        && MediaType.named(parameter.value, line.known) != nil
    }
  }

  /// Whether a line whose head stays keeps its folds, too: its parameters are words, or need the
  /// quotation marks around them.
  private func isPlain(_ line: ConversionLine) -> Bool {
    line.parameters.allSatisfy { parameter in
      let isType = parameter.name == .type
      let value = parameter.value.utf8
      return (isType || !parameter.isFurther)
        && (parameter.name.depth > 0 || parameter.name.stem.row?.standing != .since40)
        && (LineValues.isName(parameter.value)
          || !isType && value.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
            && value.allSatisfy {
              0x20...0x7E ~= $0 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\\")
                && $0 != UInt8(ascii: "^")
            })
    }
  }

  /// Whether a line would begin so with any value of its kind.
  private func isOfAnyValue(_ line: ConversionLine, _ kind: LineForm.Kind) -> Bool {
    if kind == .data {
      guard case .binary = line.value, namesMediaType(line) else { return false }
    }
    // The mark holds the group, too, and what vCard 2.1 left out at the end of a structure is found
    // in its value.
    let isCut =
      kind != .short && line.has(.version) && line.known.fewestComponents > 1
    if isCut || line.has(.original) { return false }
    // Which escapes vCard 2.1 has in a value depends on VALUE.
    return to.foldsAnywhere || kind != .text && kind != .uri || !line.has(.value)
  }

  /// The value of a line as it is written, and whether it was changed to the other form of its kind;
  /// `nil` when it became something else.
  private func writtenValue(
    of line: ConversionLine, _ value: [UInt8], _ kind: LineForm.Kind
  ) -> (octets: [UInt8], isChanged: Bool)? {
    guard case .escaped(let octets) = line.value, kind != .base64 else { return (value, false) }
    if octets == value { return (octets, false) }
    let known = kind == .number || kind == .extended || kind == .basic || kind == .short
    return known && octets.count != value.count ? (octets, true) : nil
  }

  /// What stands before the value of a line, without the colon that is there if it is no base64.
  private func writtenHead(of line: ConversionLine, _ value: [UInt8]) -> [UInt8]? {
    var text: [UInt8] = []
    line.write(to, into: &text)
    text = Unfolding.unfolded(text.span, text.indices)
    while text.last.map(Octets.isLineEnd) ?? false { text.removeLast() }
    guard text.suffix(value.count) == value[...] else { return nil }
    text.removeLast(value.count)
    if case .escaped = line.value, text.last == UInt8(ascii: ":") { text.removeLast() }
    return text
  }
}
