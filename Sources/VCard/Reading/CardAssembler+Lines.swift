extension CardAssembler {
  /// Takes the physical line from `next` to `end`; `true` when it ends the card.
  mutating func takeInCard(_ bytes: Span<UInt8>, to end: Int, after: Int) -> Bool {
    if after - end != 2 || end - next > Folding.width { isCanonical = false }
    if nestedDepth > 0, !isFoldedAgent(bytes, to: end) {
      return takeNested(bytes, to: end, after: after)
    }
    guard next < end else {
      takeBlank(bytes, after: after)
      return false
    }
    if isOpen, goesBack(bytes, to: end) { return false }
    if isOpen, continuesRow(bytes, to: end) {
      open.extend(bytes, from: next, to: end, after: after, cardStart: cardStart)
      passLine(bytes, after: after)
      return false
    }
    return openRow(bytes, to: end, after: after)
  }

  /// Whether the physical line from `next` to `end` belongs to the open row.
  private mutating func continuesRow(_ bytes: Span<UInt8>, to end: Int) -> Bool {
    if Octets.isBlank(bytes[next]) { return true }
    if open.isSoftBroken {
      // A soft break says that the value goes on, whatever the next line looks like; but a value
      // that swallows the end of its card was cut by its writer.
      let mark = CardAssembler.markEnd(bytes, from: next, to: end)
      switch CardAssembler.envelope(bytes, CardAssembler.trimmed(bytes, mark..<end)) {
      case .beginCard, .endCard: return false
      default:
        open.row.flags.insert(.unindented)
        return true
      }
    }
    // Behind an equals sign no base64 comes.
    if open.takesBase64, CardAssembler.isBase64(bytes, next..<end),
      !CardAssembler.endsInEqualsSign(bytes, value(of: open.row))
    {
      looseLine = LooseLine(offset: next - cardStart, position: position, row: open.row)
      open.row.flags.insert([.unindented, .uncanonical])
      isCanonical = false
      return true
    }
    return false
  }

  /// Where the value of a row stands in the buffer.
  private func value(of row: Row) -> Range<Int> {
    cardStart + Int(row.valueStart)..<cardStart + Int(row.valueEnd)
  }

  /// Goes back to a line that was taken for base64, when the blank line that begins at `next` shows
  /// that it is the start of a property that was folded within its name.
  private mutating func goesBack(_ bytes: Span<UInt8>, to end: Int) -> Bool {
    guard let loose = looseLine, Octets.isBlank(bytes[next]),
      !CardAssembler.isBase64(bytes, next..<end)
    else { return false }
    let start = cardStart + loose.offset
    guard let isProperty = CardAssembler.beginsProperty(bytes, from: start, to: end) else {
      return false
    }
    looseLine = nil
    guard isProperty else { return false }
    open.row = loose.row
    closeRow(bytes)
    (next, searched) = (start, start)
    position = loose.position
    return true
  }

  private mutating func takeBlank(_ bytes: Span<UInt8>, after: Int) {
    if isOpen, open.takesBase64 {
      // vCard 2.1 §2.1.5: a blank line ends a base64 value.
      if open.row.valueEnd > open.row.valueStart { open.takesBase64 = false }
    } else {
      isCanonical = false
      open.isSoftBroken = false
    }
    passLine(bytes, after: after)
  }

  private mutating func openRow(_ bytes: Span<UInt8>, to end: Int, after: Int) -> Bool {
    if rows.count + (isOpen ? 1 : 0) >= limits.propertiesPerCard {
      skip(.cardTooLarge)
      return false
    }
    closeRow(bytes)
    looseLine = nil
    open.begin(bytes, from: next, to: end, after: after, cardStart: cardStart)
    open.position = position
    if open.hasHead {
      switch open.row.known {
      case .begin, .end:
        switch CardAssembler.envelope(bytes, CardAssembler.trimmed(bytes, next..<end)) {
        case .beginCard: return takeBegin(bytes, to: end, after: after)
        case .endCard: return takeEnd(bytes, after: after)
        case .endOther: if splitLine(bytes, to: end) { return true }
        default: break
        }
      case .agent:
        let value = valueOfOpenLine(bytes, to: end)
        if CardAssembler.envelope(bytes, value) == .beginCard {
          return beginNested(bytes, after: after)
        }
        open.isEmptyAgent = value.isEmpty
      case .unknown:
        // Two files put together, the first of them cut off.
        if isMarkedBegin(bytes, to: end) { return endBeforeNextCard(bytes) }
      default: break
      }
    }
    isOpen = true
    passLine(bytes, after: after)
    return false
  }

  /// Whether the current line is BEGIN:VCARD after a byte order mark: another file starts.
  private func isMarkedBegin(_ bytes: Span<UInt8>, to end: Int) -> Bool {
    let mark = CardAssembler.markEnd(bytes, from: next, to: end)
    guard mark > next else { return false }
    return CardAssembler.envelope(bytes, CardAssembler.trimmed(bytes, mark..<end)) == .beginCard
  }

  /// The value of the line that was just opened, without blanks around it.
  private func valueOfOpenLine(_ bytes: Span<UInt8>, to end: Int) -> Range<Int> {
    CardAssembler.trimmed(bytes, cardStart + Int(open.row.valueStart)..<end)
  }

  /// Takes BEGIN:VCARD; `true` when it finished the card.
  private mutating func takeBegin(_ bytes: Span<UInt8>, to end: Int, after: Int) -> Bool {
    guard let last = rows.last else {
      rows.append(open.row)
      passLine(bytes, after: after)
      return false
    }
    if last.known == .agent, isEmptyValue(bytes, last) {
      rows.removeLast()
      // The row goes on from AGENT, whose value starts here.
      open.row = last
      open.extend(bytes, from: next, to: end, after: after, cardStart: cardStart)
      return beginNested(bytes, after: after)
    }
    if rows.allSatisfy({ $0.known == .version }) {
      // `VERSION` before BEGIN is no card of its own.
      leaveCardForJunk()
      return false
    }
    return endBeforeNextCard(bytes)
  }

  /// Ends the card before the current line, with which another starts.
  private mutating func endBeforeNextCard(_ bytes: Span<UInt8>) -> Bool {
    report(
      .warning, .missingEnd, at: position,
      "another card starts here without END:VCARD before it; the card ends here")
    isCanonical = false
    return finishCard(bytes, at: next)
  }

  private mutating func takeEnd(_ bytes: Span<UInt8>, after: Int) -> Bool {
    rows.append(open.row)
    passLine(bytes, after: after)
    return finishCard(bytes, at: next)
  }

  /// Ends the card inside of `END:VCARDBEGIN:VCARD`, which lacks a line end; `false` when the line
  /// is something else.
  private mutating func splitLine(_ bytes: Span<UInt8>, to end: Int) -> Bool {
    let value = valueOfOpenLine(bytes, to: end)
    let nameEnd = value.lowerBound + 5
    guard nameEnd < value.upperBound,
      Octets.equal(bytes.extracting(value.lowerBound..<nameEnd), "VCARD")
    else { return false }
    let second = CardAssembler.trimmed(bytes, nameEnd..<value.upperBound)
    guard CardAssembler.envelope(bytes, second) == .beginCard else { return false }
    open.row.valueEnd = UInt32(truncatingIfNeeded: nameEnd - cardStart)
    open.row.end = open.row.valueEnd
    open.row.flags.insert(.uncanonical)
    rows.append(open.row)
    isCanonical = false
    pass(bytes, to: second.lowerBound)
    return finishCard(bytes, at: nameEnd)
  }

  private func isEmptyValue(_ bytes: Span<UInt8>, _ row: Row) -> Bool {
    CardAssembler.trimmed(bytes, value(of: row)).isEmpty
  }

  // MARK: Nested cards

  /// Notes that the open row holds a card, whose BEGIN is the current line; it is told with the next,
  /// by which the line may be the start of a text.
  private mutating func beginNested(_ bytes: Span<UInt8>, after: Int) -> Bool {
    untoldNest = position
    open.row.flags.insert(.nested)
    isOpen = true
    isAfterAgent = false
    return deepen(bytes, after: after)
  }

  /// Goes one card deeper with the current line.
  private mutating func deepen(_ bytes: Span<UInt8>, after: Int) -> Bool {
    nestedDepth += 1
    passLine(bytes, after: after)
    if nestedDepth > limits.nesting { skip(.nestedTooDeep) }
    return false
  }

  /// Tells of the nested card that just began.
  mutating func tellNest() {
    guard let place = untoldNest else { return }
    untoldNest = nil
    report(.note, .nestedCard, at: place, "a card inside a card; kept as its value")
  }

  /// Whether AGENT has a text that was folded behind `BEGIN:VCARD`, as the line from `next` to `end`
  /// shows (RFC 2426 §3.5.4): in a text a backslash comes next, and no property begins with one.
  private mutating func isFoldedAgent(_ bytes: Span<UInt8>, to end: Int) -> Bool {
    guard untoldNest != nil, next + 1 < end, Octets.isBlank(bytes[next]),
      bytes[next + 1] == UInt8(ascii: "\\")
    else { return false }
    untoldNest = nil
    nestedDepth = 0
    open.row.flags.remove(.nested)
    return true
  }

  private mutating func takeNested(_ bytes: Span<UInt8>, to end: Int, after: Int) -> Bool {
    tellNest()
    if isMarkedBegin(bytes, to: end) { return endBeforeNextCard(bytes) }
    guard let change = depthChange(bytes, from: next, to: end) else {
      return endBeforeNextCard(bytes)
    }
    open.extendNested(to: end, after: after, cardStart: cardStart)
    if change > 0 { return deepen(bytes, after: after) }
    nestedDepth += change
    passLine(bytes, after: after)
    if nestedDepth == 0 { closeRow(bytes) }
    return false
  }

  /// How many cards deeper a line of a nested or skipped card leads; `nil` when a card begins that no
  /// property holds, for the ones before it were cut off.
  mutating func depthChange(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
    let line = CardAssembler.trimmed(bytes, start..<end)
    if line.isEmpty { return 0 }
    let wasAfterAgent = isAfterAgent
    isAfterAgent = false
    switch CardAssembler.envelope(bytes, line) {
    case .beginCard: return wasAfterAgent ? 1 : nil
    case .endCard: return -1
    default: break
    }
    let agent = CardAssembler.agent(bytes, line)
    isAfterAgent = agent == .empty
    return agent == .beginCard ? 1 : 0
  }

  // MARK: Closing a row

  /// Settles what the open line is, now that nothing continues it.
  mutating func closeRow(_ bytes: Span<UInt8>) {
    guard isOpen else { return }
    isOpen = false
    if open.hasHead, open.row.known.isProperty, !open.isSoftBroken {
      rows.append(open.row)
      return
    }
    closeIrregularRow(bytes)
  }

  private mutating func closeIrregularRow(_ bytes: Span<UInt8>) {
    if open.isSoftBroken {
      report(
        .warning, .quotedPrintableUnterminated, at: open.position,
        "the value ends in a soft line break; it ends there")
    }
    if !open.hasHead, !open.isInName { closeHead(bytes) }
    guard open.hasHead else { return keepTextLine(bytes) }
    if open.isProperty(bytes, cardStart: cardStart) {
      rows.append(open.row)
    } else if open.row.known == .end, isEmptyValue(bytes, open.row) {
      // DAVdroid 0.6.8 wrote `END:` inside its cards.
      report(.warning, .extraEnd, at: open.position, "END ends nothing here; kept as it stands")
      rows.append(open.row)
    } else {
      keepTextLine(bytes)
    }
  }

  /// Takes the first colon for the end of a head in which none stands outside of quotes.
  private mutating func closeHead(_ bytes: Span<UInt8>) {
    let quote = open.isInQuote ? open.quoteStart : nil
    guard open.endAtFirstColon(bytes, cardStart: cardStart), let quote else { return }
    let line = bytes.extracting(cardStart + Int(open.row.start)..<next)
    report(
      .warning, .unclosedQuote,
      at: Card.position(
        at: quote - Int(open.row.start), in: line, from: open.position, unit: unit),
      "a quotation mark is never closed; the parameters end at the first colon")
  }

  /// Keeps a line that is no property: as more text of the value before it, or as it stands.
  private mutating func keepTextLine(_ bytes: Span<UInt8>) {
    var row = open.row
    let start = cardStart + Int(row.start)
    let end = cardStart + Int(row.valueEnd)
    row.keepAsText(bytes.extracting(cardStart..<bytes.count))
    if row.flags.contains(.comment) {
      report(.note, .commentLine, at: open.position, "a comment; not a property")
      rows.append(row)
      return
    }
    if let last = rows.indices.last, continuesText(bytes, last: rows[last], range: start..<end) {
      rows[last].flags.insert(.unindented)
      rows[last].flags.formUnion(row.flags.intersection(.uncanonical))
      rows[last].valueEnd = row.valueEnd
      rows[last].end = row.end
      rows[last].addFold()
      // Of a long text one report is enough, and more would be unbounded.
      guard continuedRow != last, !isEscapedLineEnd(bytes, before: start) else { return }
      continuedRow = last
      report(
        .warning, .unindentedContinuation, at: open.position,
        "not a property; taken, with lines like it that follow, as text of the value before it")
      return
    }
    report(.error, .malformedLine, at: open.position, "not a property; kept as it stands")
    rows.append(row)
  }

  /// Whether a backslash stands before the line end before a line of vCard 2.1.
  ///
  /// By its grammar (`strnosemi`) that is a line end in the value.
  private func isEscapedLineEnd(_ bytes: Span<UInt8>, before start: Int) -> Bool {
    var end = start
    while end > cardStart, Octets.isLineEnd(bytes[end - 1]) { end -= 1 }
    guard end > cardStart, bytes[end - 1] == UInt8(ascii: "\\"),
      let row = rows.first(where: { $0.known == .version })
    else { return false }
    return Version.declared(bytes.extracting(value(of: row)))?.version == .version21
  }

  /// Whether a line that is no property reads as more text of the property before it.
  private func continuesText(_ bytes: Span<UInt8>, last: Row, range: Range<Int>) -> Bool {
    guard last.flags.isDisjoint(with: [.base64, .nested]) else { return false }
    switch last.known {
    case .note, .adr, .label: break
    case .unknown, .title, .role, .org, .agent: if open.hasHead { return false }
    default:
      // A name, number or date has one line; what follows it belongs to something else.
      return false
    }
    // `;`, `=`, `:value` and `.PROP:x` are broken properties, not text; and so is `FN` alone.
    switch bytes[range.lowerBound] {
    case UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "."), 0x20, 0x09:
      return false
    default:
      return open.hasHead || open.row.folds > 0
        || KnownName.named(bytes.extracting(range)) == .unknown && !isVendorName(bytes, range)
    }
  }

  /// Whether a line begins with a name of a program's own, and nothing follows but parameters.
  private func isVendorName(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let end = Octets.nameEnd(bytes, from: range.lowerBound, to: range.upperBound)
    guard end == range.upperBound || bytes[end] == UInt8(ascii: ";") else { return false }
    return Octets.isVendorWord(bytes.extracting(range.lowerBound..<end))
  }
}
