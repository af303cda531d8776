import VCard

extension LDIFWriter {
  /// What becomes of lines with one head, as the thorough way answers for a sample.
  final class Head: Sendable {
    enum Kind: Sendable {
      /// Each has to be looked at the thorough way.
      case odd
      /// No attribute says it.
      case carried
      case text, telephone, components, organisation, names, categories, birth, revision, identifier
    }

    let kind: Kind
    /// The rows of the attributes that say it, one a component.
    let rows: [Int]
    /// What the attributes do not say of a value that they say whole.
    let loss: LDIFPairs.Loss
    /// What is told where no attribute says it, and where they say a part of the value.
    let notes: (property: Diagnostic?, value: Diagnostic?)
    /// What is told where they say the value whole.
    let own: Diagnostic?
    /// Whether nothing has to be decoded but the value.
    let isPlain: Bool

    init(
      _ kind: Kind, rows: [Int], loss: LDIFPairs.Loss,
      notes: (property: Diagnostic?, value: Diagnostic?), own: Diagnostic?, isPlain: Bool
    ) {
      self.kind = kind
      self.rows = rows
      self.loss = loss
      self.notes = notes
      self.own = own
      self.isPlain = isPlain
    }
  }

  /// What attributes say of a value.
  private enum Saying { case nothing, part, all, butForm }

  /// Heads that are remembered; address books have some dozens.
  private static let mostHeads = 4096

  /// Appends an entry on the octets of its card; `false`, and nothing, where the thorough way has to.
  mutating func writePlain(
    _ card: Card, _ plain: inout PlainProperty, into octets: inout [UInt8],
    notes: inout [Diagnostic]
  ) -> Bool {
    var named: (name: Int?, address: Int?, identifier: Int?)
    let source = card.octets
    for index in 0..<card.lineCount {
      switch card.name(at: index) {
      case .fn: named.name = named.name ?? index
      case .email: named.address = named.address ?? index
      case .uid: named.identifier = named.identifier ?? index
      // What the entry is, and how it is called, changes what other lines become.
      case .source: return false
      case .kind:
        guard let text = card.bareText(at: index)?.range,
          Octets.equal(source.span.extracting(text), "individual")
        else { return false }
      default: break
      }
    }
    var texts: [[UInt8]] = []
    for index in [named.name, named.address, named.identifier] {
      var text: [UInt8] = []
      if let index {
        guard card.decode(at: index, into: &plain), plain.shape == .single else { return false }
        plain.append(plain.values.lowerBound, of: source.span, to: &text)
      }
      texts.append(text)
    }
    if heads.count > LDIFWriter.mostHeads {
      heads = OctetTable()
      plans = []
    }
    let name = DistinguishedName.derived(name: texts[0], address: texts[1], identifier: texts[2])
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
    let head = card.head(at: index)
    guard !head.isEmpty else { return false }
    let found: (number: Int, isNew: Bool)
    let label = card.label(at: index)
    if let label {
      // What LABEL says changes nothing, and hardly any two say the same.
      key.removeAll(keepingCapacity: true)
      key.append(source.extracting(head.lowerBound..<label.lowerBound + ";LABEL=".utf8.count))
      key.append(source.extracting(label.upperBound..<head.upperBound))
      let key = key
      found = heads.number(of: key.span)
    } else {
      found = heads.number(of: source.extracting(head))
    }
    if found.isNew {
      let isPlain = label == nil && card.decode(at: index, into: &plain)
      plans.append(plan(ofHead: card, head, isPlain: isPlain))
    }
    let plan = plans[found.number]
    guard plan.kind != .odd, card.decode(at: index, into: &plain, isHeadKnown: plan.isPlain),
      let saying = saying(plan, plain, source)
    else { return false }
    let isFree = saying != .nothing && uses.mayStand(plan.rows[0])
    if isFree {
      write(plan, plain, source, &uses, into: &octets)
      if saying == .all, plan.loss == .nothing { return true }
    }
    if carries {
      let further = !isFree && saying != .nothing
      scratch.removeAll(keepingCapacity: true)
      card.appendUnfolded(at: index, to: &scratch)
      let line = scratch
      LDIFWriter.append(
        further ? LDIFWriter.carriedFurther : LDIFWriter.carried, line.span, to: &octets)
    }
    let note =
      !isFree
      ? plan.notes.property
      : plan.loss != .nothing ? plan.own : saying == .part ? plan.notes.value : nil
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

  /// What attributes say of a value; `nil` where the thorough way has to look at it.
  private func saying(
    _ plan: Head, _ plain: borrowing PlainProperty, _ card: Span<UInt8>
  ) -> Saying? {
    guard plan.kind != .carried else { return .nothing }
    guard !plain.values.isEmpty else { return plain.shape == .single ? nil : .nothing }
    let own = plain.octets
    let first = plain.strings[plain.values.lowerBound]
    let text = (first.isInCard ? card : own.span).extracting(first.range)
    var isSaid = true
    switch plan.kind {
    case .odd, .carried: return nil
    case .text: return text.isEmpty ? .nothing : .all
    case .telephone:
      guard text.count >= 4, Octets.equal(text.extracting(0..<4), "tel:") else {
        return text.isEmpty ? .nothing : .all
      }
      // An extension stands elsewhere.
      if Octets.first(UInt8(ascii: ";"), in: text, from: 0) < text.count { return nil }
      return text.count == 4 ? .nothing : .part
    case .components, .organisation:
      var (start, isEmpty) = (0, true)
      let isAddress = plan.rows.count == 7
      for (index, end) in plain.componentEnds.enumerated() {
        for place in start..<end {
          if plain.strings[plain.values.lowerBound + place].range.isEmpty {
            isSaid = false
          } else if index < plan.rows.count || plan.kind == .organisation {
            isEmpty = false
          }
        }
        let count = end - start
        start = end
        if plan.kind == .organisation {
          if index == 0 ? count > 1 : count != 1 { isSaid = false }
        } else if index >= plan.rows.count && count > 0 || isAddress && index == 6 && count > 1 {
          // The name of a country is told from its code by its length.
          isSaid = false
        }
      }
      if isEmpty { return .nothing }
      let hasWidth =
        plan.kind == .organisation || plain.componentEnds.count == plan.rows.count
      return !isSaid ? .part : hasWidth ? .all : .butForm
    case .names, .categories:
      for index in plain.values {
        let text = plain.strings[index]
        if text.range.isEmpty { return nil }
        guard plan.kind == .categories else { continue }
        let octets = (text.isInCard ? card : own.span).extracting(text.range)
        if Octets.isBlank(octets[0]) || Octets.isBlank(octets[octets.count - 1])
          || Octets.first(UInt8(ascii: ","), in: octets, from: 0) < octets.count
        {
          return nil
        }
      }
      return plan.kind == .categories || plain.values.count == 1 ? .all : .part
    case .birth: return CSVText.isBasicDate(text) ? .all : nil
    case .revision: return LDIFDate.isRevision(text) ? .all : nil
    case .identifier:
      return Octets.first(UInt8(ascii: ":"), in: text, from: 0) < text.count ? .all : nil
    }
  }

  /// Writes the attributes that say a value.
  private mutating func write(
    _ plan: Head, _ plain: borrowing PlainProperty, _ card: Span<UInt8>, _ uses: inout Uses,
    into octets: inout [UInt8]
  ) {
    let own = plain.octets
    let first = plain.strings[plain.values.lowerBound]
    let text = (first.isInCard ? card : own.span).extracting(first.range)
    switch plan.kind {
    case .odd, .carried: break
    case .telephone where text.count >= 4 && Octets.equal(text.extracting(0..<4), "tel:"):
      LDIFWriter.append(names[plan.rows[0]], text.extracting(4..<text.count), to: &octets)
    case .text where plan.rows[0] == LDIFAttribute.address:
      LDIFWriter.append(addressNames[min(uses.nextAddress(), 2)], text, to: &octets)
    case .text, .telephone, .identifier:
      LDIFWriter.append(names[plan.rows[0]], text, to: &octets)
    case .components, .organisation:
      var start = 0
      for (index, end) in plain.componentEnds.enumerated() {
        let row = plan.kind == .organisation ? min(index, 1) : index
        for place in start..<end where row < plan.rows.count {
          let text = plain.strings[plain.values.lowerBound + place]
          if text.range.isEmpty { continue }
          LDIFWriter.append(
            names[plan.rows[row]], (text.isInCard ? card : own.span).extracting(text.range),
            to: &octets)
        }
        start = end
      }
    case .names:
      for index in plain.values {
        let text = plain.strings[index]
        LDIFWriter.append(
          names[plan.rows[0]], (text.isInCard ? card : own.span).extracting(text.range),
          to: &octets)
      }
    case .categories, .revision:
      scratch.removeAll(keepingCapacity: true)
      for index in plain.values {
        if index > plain.values.lowerBound { scratch.append(UInt8(ascii: ",")) }
        plain.append(index, of: card, to: &scratch)
      }
      if plan.kind == .revision { scratch.remove(at: 8) }
      let text = scratch
      LDIFWriter.append(names[plan.rows[0]], text.span, to: &octets)
    case .birth:
      LDIFWriter.append(names[plan.rows[0]], text.extracting(0..<4), to: &octets)
      for (row, place) in [(1, 4), (2, 6)] {
        let start = text[place] == UInt8(ascii: "0") ? place + 1 : place
        LDIFWriter.append(names[plan.rows[row]], text.extracting(start..<place + 2), to: &octets)
      }
    }
  }

  // MARK: Heads

  /// What becomes of lines with a head.
  private func plan(ofHead card: Card, _ head: Range<Int>, isPlain: Bool) -> Head {
    let octets = card.octets[head]
    let odd = Head(
      .odd, rows: [], loss: .property, notes: (nil, nil), own: nil, isPlain: isPlain)
    guard let name = Card.sample(ofHead: octets, "x")?.canonicalName else { return odd }
    var (kind, sample) = (Head.Kind.text, "x")
    switch name {
    case "N": (kind, sample) = (.components, "x;;;;")
    case "ADR": (kind, sample) = (.components, ";;x;;;;")
    case "ORG": kind = .organisation
    case "TEL": (kind, sample) = (.telephone, "1")
    case "NICKNAME": kind = .names
    case "CATEGORIES": kind = .categories
    case "BDAY": (kind, sample) = (.birth, "19900203")
    case "REV": (kind, sample) = (.revision, "19900203T102030Z")
    case "UID": (kind, sample) = (.identifier, "urn:x")
    case "ANNIVERSARY", "MEMBER", "IMPP", "PHOTO", "SOUND", "KEY": return odd
    default: if name.hasPrefix(LDIFAttribute.unknownPrefix) { return odd }
    }
    guard let property = Card.sample(ofHead: octets, sample) else { return odd }
    let found = LDIFPairs(property)
    let rows = found.pairs.compactMap(\.row)
    guard rows.count == found.pairs.count, found.loss != .value, found.loss != .form else {
      return odd
    }
    let place = card.start
    return Head(
      rows.isEmpty ? .carried : kind, rows: rows.first.map(LDIFAttribute.together) ?? [],
      loss: found.loss,
      notes: (note(property, .property, at: place), note(property, .value, at: place)),
      own: note(property, found.loss, at: place), isPlain: isPlain)
  }
}
