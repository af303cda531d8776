import VCard

extension LDIFWriter {
  /// Appends an entry on the octets of its card; `false`, and nothing, where the thorough way has to.
  mutating func writePlain(
    _ card: Card, _ plain: inout PlainProperty, into octets: inout [UInt8],
    notes: inout [Diagnostic]
  ) -> Bool {
    var named = LDIFNames()
    let source = card.octets
    // What the entry is, and how it is called, changes what other lines become; so do several languages.
    var languages = 0
    for index in 0..<card.lineCount {
      named.note(card.name(at: index), .line(index))
      if card.name(at: index) == .lang { languages += 1 }
      if languages > 1 { return false }
      guard card.name(at: index) == .kind else { continue }
      guard let text = card.bareText(at: index),
        Octets.equal(source.span.extracting(text), "individual")
      else { return false }
    }
    guard !named.hasSource, let name = named.derived(card, &plain) else { return false }
    heads.start()
    LDIFWriter.append(LDIFWriter.entryName, name.span, to: &octets)
    octets += LDIFWriter.individual
    var uses = Uses()
    for index in 0..<card.lineCount where !card.isEnvelope(at: index) {
      if writeLine(card, index, source.span, &plain, &uses, into: &octets, notes: &notes) {
        continue
      }
      let property = card.property(at: index)
      if property.isComment { continue }
      write(property, at: card.start, &uses, into: &octets, notes: &notes)
    }
    octets.append(0x0A)
    return true
  }

  // MARK: Lines

  /// Writes a line; `false`, and nothing, where it has to be looked at the thorough way.
  private mutating func writeLine(
    _ card: Card, _ index: Int, _ source: Span<UInt8>, _ plain: inout PlainProperty,
    _ uses: inout Uses, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) -> Bool {
    guard let head = heads.decode(card, index, source, into: &plain),
      let saying = head.saying(plain, source)
    else { return false }
    let isFree = saying != .nothing && uses.mayStand(head.rows[0])
    if isFree {
      write(head, plain, source, &uses, into: &octets)
      if saying == .all, head.saysAll { return true }
    }
    if carries {
      let further = !isFree && saying != .nothing
      scratch.removeAll(keepingCapacity: true)
      card.appendUnfolded(at: index, to: &scratch)
      let line = scratch
      LDIFWriter.append(
        further ? carriedFurther : carried, line.span, to: &octets)
    }
    let note =
      !isFree
      ? head.notes.property
      : !head.saysAll ? head.own : saying == .part ? head.notes.value : nil
    if var note, LDIFWriter.saysSomething(source.extracting(card.value(at: index))) {
      note.position = card.start
      notes.append(note)
    }
    return true
  }

  /// Whether there is something besides separators and blanks.
  private static func saysSomething(_ value: Span<UInt8>) -> Bool {
    for index in value.indices {
      switch value[index] {
      case UInt8(ascii: ";"), 0x20, 0x0D, 0x0A: continue
      default: return true
      }
    }
    return false
  }

  /// Writes the attributes that say a value.
  private mutating func write(
    _ head: LDIFHead, _ plain: borrowing PlainProperty, _ card: Span<UInt8>, _ uses: inout Uses,
    into octets: inout [UInt8]
  ) {
    let (names, addressNames) = (names, addressNames)
    head.forEachPair(of: plain, card, &scratch) { row, value in
      let name =
        row == LDIFAttribute.address ? addressNames[min(uses.nextAddress(), 2)] : names[row]
      LDIFWriter.append(name, value, to: &octets)
    }
  }
}
