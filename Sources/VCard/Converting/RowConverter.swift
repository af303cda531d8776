internal import CVCard

/// Converts the lines of a card on their octets.
///
/// ```
/// rows ─▶ what its head asks for ─┬─▶ octets of the line, a few of them changed
///                                 ├─▶ LineConverter, for this line alone
///                                 └─▶ Conversion, for the whole card
/// ```
/// Most lines say in both versions the same with the same octets, or nearly: those in a row are
/// copied at once. What becomes of a head ``LineConverter`` tells once, of any value of its kind;
/// other values go to it line by line. Whatever depends on other lines (labels of their own, what is
/// derived, what stands twice) sends the card to ``Conversion``.
final class RowConverter: Directed, Sendable {
  let converter: LineConverter
  let tellsLosses: Bool
  let rules: [RowRule]
  /// Parameters whose meaning depends on other lines.
  let contextual: ParameterSet
  private let required: UInt8

  var direction: Direction { converter.direction }
  var carries: Bool { converter.carries }

  /// Creates a converter of lines.
  init(_ direction: Direction, carries: Bool, tellsLosses: Bool) {
    self.tellsLosses = tellsLosses
    converter = LineConverter(direction: direction, carries: carries)
    rules = RowRule.rules(of: direction)
    // Where neither is vCard 4.0: what is derived, and the name of a date without the year that a preset
    // took away.
    let names: [KnownParameter] =
      direction.changesModernity
      ? [
        .derived, .repeated, .pref, .altid, .property, .sortAs, .sortString, .phonetic, .paired,
      ] : [.derived, .property]
    contextual = names.reduce(into: []) { $0.insert(ParameterSet($1)) }
    required = rules.reduce(0) { $0 | $1.required }
  }

  // MARK: Cards

  /// Appends a card; `false`, with nothing appended, when the whole card has to be looked at.
  func convert(
    _ card: borrowing Card, _ draft: inout LineDraft, into text: inout [UInt8],
    notes: inout [Diagnostic]
  ) -> Bool {
    let (bytes, rows, all) = (card.bytes.span, card.rows.span, self.rules)
    let rules = all.span
    var once: UInt32 = 0
    var missing = required
    for index in rows.indices {
      let rule = rules[Int(rows[index].name_number)]
      if rule.task == .envelope { continue }
      if rule.task == .card || once & rule.once != 0 { return false }
      once |= rule.once
      missing &= ~rule.required
    }
    guard draft.beginCard(card) else { return false }
    defer { draft.endCard() }
    var losses = ConversionLosses(areWanted: tellsLosses, carries: carries)
    let isNameless = missing & rules[Int(KnownName.fn.rawValue)].required != 0
    var formatted: [UInt8] = []
    for index in rows.indices {
      let row = rows[index]
      let rule = rules[Int(row.name_number)]
      if rule.task == .envelope { continue }
      draft.beginLine(row, rule, rule.task)
      switch convert(bytes, &draft) {
      case .same: draft.keep(row.lineRange, of: bytes)
      case .done: break
      case .leftOut:
        draft.tell(of: index, &losses)
        continue
      case .forLine:
        draft.flush(bytes)
        draft.card.append(closer(index, of: card, draft, &losses))
        continue
      case .forCard: return false
      }
      draft.tell(of: index, &losses)
      if isNameless, row.known == .n { formatted = draft.formattedName(bytes) }
    }
    draft.flush(bytes)
    draft.card.append(Conversion.end)
    text += Conversion.begin(target)
    if missing != 0 {
      // Of several N the first counts that says something.
      let isSaid = !formatted.isEmpty && rows.indices.count { rows[$0].known == .n } == 1
      for line in requiredNames(of: card, isSaid ? formatted : []) { line.write(to, into: &text) }
    }
    draft.card.copy(to: &text)
    losses.report(card, into: &notes)
    return true
  }

  /// What becomes of a line that takes a closer look, as the target writes it.
  private func closer(
    _ index: Int, of card: borrowing Card, _ draft: borrowing LineDraft,
    _ losses: inout ConversionLosses
  ) -> [UInt8] {
    let line =
      card.rows[index].known == .malformed
      ? converter.carried(card.property(at: index), &losses)
      : converter.seen(at: index, of: card, draft.memo).convert(row: index, &losses)
    var octets: [UInt8] = []
    octets.reserveCapacity(2 * Folding.width)
    line?.write(to, into: &octets)
    return octets
  }

  /// FN and N, where the target demands them and a card has none; FN is what N was found to say, or,
  /// where that is nothing, what the lines of other names say.
  private func requiredNames(
    of card: borrowing Card, _ formatted: [UInt8]
  ) -> [ConversionLine] {
    let card = copy card
    return Conversion.requiredNames(
      besides: NameSet(card.rows.lazy.map(\.known)), in: target,
      isMarked: !converter.dropsDerivedMarks, formatted: formatted
    ) { name in
      var ignored = ConversionLosses.ignored
      return card.properties(named: name).compactMap { property in
        let line = ConversionLine(property)
        // Without parameters, nothing is restored, and a mark changes no value.
        return line.parameters.isEmpty
          ? converter.plainly(line, &ignored) : converter.convert(line, &ignored)
      }
    }
  }

  /// Converts the lines of a card to which no other line matters.
  func linesAlone(of card: borrowing Card, _ draft: inout LineDraft) -> LinesAlone {
    var alone = LinesAlone()
    guard draft.beginCard(card) else { return alone }
    let (bytes, rows) = (card.bytes.span, card.rows.span)
    var (once, twice) = (UInt32(0), UInt32(0))
    var isNamed = false
    for index in rows.indices {
      let row = rows[index]
      let rule = rules[Int(row.name_number)]
      twice |= once & rule.once
      once |= rule.once
      if row.known == .fn, row.nameEnd + 1 == row.valueStart { isNamed = true }
      // What is carried may come back as a second one.
      let name = bytes.extracting(Int(row.nameStart)..<Int(row.nameEnd))
      if !rule[.isSource], CarriedName.stemStart(name) > 0, rule.task == .card || !isAlone(name) {
        twice = .max
      }
    }
    var losses = ConversionLosses(areWanted: tellsLosses, carries: carries)
    alone.places = [Range<Int>](repeating: 0..<0, count: rows.count)
    alone.asked = [LinesAlone.Asked](repeating: .no, count: rows.count)
    for index in rows.indices {
      let row = rows[index]
      let rule = rules[Int(row.name_number)]
      draft.beginLine(row, rule, rule[.isSource] ? .value : rule.task)
      switch draft.task {
      case .line, .card, .envelope, .kind: continue
      default: if twice & rule.once != 0 { continue }
      }
      draft.card.truncate()
      let start = alone.octets.count
      // A group may have a label.
      let isAsked = rule[.isAsked] || rule[.mayNameCard] && !isNamed || row.nameStart > row.start
      switch convert(bytes, &draft) {
      case .same:
        alone.octets.append(bytes.extracting(row.lineRange))
        if isAsked { alone.asked[index] = .same }
      // Whoever asks for an address wants it with its label.
      case .done where !(isAsked && row.known == .adr && !draft.form.other.isEmpty):
        draft.card.copy(to: &alone.octets)
        if isAsked { alone.asked[index] = .other }
      case .forLine where draft.task == .stray && carries:
        alone.octets += closer(index, of: card, draft, &losses)
      default: continue
      }
      if draft.form.isPreferred { alone.preferred.insert(row.known) }
      draft.tell(of: index, &losses)
      alone.places[index] = start..<alone.octets.count
    }
    alone.losses = losses.all
    return alone
  }

  // MARK: Lines

  /// Converts the line that was begun.
  private func convert(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> LineForm.Outcome {
    let (row, flags) = (draft.row, draft.row.flags)
    if draft.task == .stray { return .forLine }
    if stays(bytes, &draft) { return .same }
    // A fold may hide a name, or that of a parameter, that matters to other lines.
    if flags.contains(.foldedHead) { return .forCard }
    if !draft.isUTF8,
      !Octets.areASCII(bytes.extracting(Int(row.start)..<Int(row.valueStart)))
    {
      return .forCard
    }
    if draft.task == .unknown {
      let name = bytes.extracting(draft.nameRange)
      guard isAlone(name) else { return .forCard }
      if !LineValues.isName(name) { return .forLine }
      draft.task = .value
    }
    // The lines of quoted-printable have no blanks before them.
    let isEncoded = flags.contains(.quotedPrintable)
    let group = draft.groupRange
    let isIrregular =
      !flags.isDisjoint(with: [.nested, .quotesIgnored, .comment])
      || !group.isEmpty && !LineValues.isName(bytes.extracting(group.dropLast()))
      || (isEncoded ? from.quotesParameters : flags.contains(.unindented))
    if !isIrregular { draft.kind = kind(bytes, &draft) }
    let kind = draft.kind
    let closer = draft.task == .kind || kind == .labelled ? LineForm.Outcome.forCard : .forLine
    if draft.isBare, kind == .other { return closer }
    if draft.isBare, kind == .text, draft.task == .value || draft.task == .phone {
      draft.head.truncate()
    } else {
      findForm(bytes, &draft)
      switch draft.form.outcome {
      case .same, .done: break
      case .forLine: return closer
      case .leftOut, .forCard: return draft.form.outcome
      }
    }
    if draft.task == .octets { return writeOctets(bytes, &draft) ? .done : .forLine }
    let isForeign = draft.declaresCharset
    // What says that it is UTF-8 is, whatever the rest of the card is in.
    if !draft.readsUTF8, !isForeign, row.mayHave("CHARSET", in: bytes) { return closer }
    if isForeign || draft.isUTF8 {
      draft.isText = !isForeign
    } else {
      let octets = bytes.extracting(row.valueRange)
      draft.isText = draft.readsUTF8 ? Octets.areUTF8(octets) : Octets.areASCII(octets)
    }
    return takeValue(bytes, &draft) ? finish(bytes, &draft) : closer
  }

  /// Whether a name without a number means nothing to other lines.
  private func isAlone(_ name: Span<UInt8>) -> Bool {
    guard !name.isEmpty else { return false }
    let foreign = changesModernity ? WordTable.foreign : WordTable.carried
    if !LineValues.isName(name) {
      // A name of a program's property, or what becomes one when it is spelt cleanly.
      let clean = LineValues.cleanName(name)
      return foreign.number(of: name) == nil && KnownName.named(clean.span) == .unknown
        && isAlone(clean.span)
    }
    return CarriedName.stemStart(name) == 0
      || foreign.number(of: name) == nil && !CarriedName.carries(name)
  }
}

/// Lines that were converted without a look at others.
struct LinesAlone {
  /// Whether others may ask for a line, and whether it says the same in both versions.
  enum Asked: Sendable { case no, same, other }

  /// What the target cannot say of them.
  var losses: [ConversionLoss] = []
  var octets: [UInt8] = []
  /// Where they stand in ``octets``, by their places in the card; empty for all others.
  var places: [Range<Int>] = []
  /// Whether others may ask for a line.
  var asked: [Asked] = []
  /// The names of which one is the preferred.
  var preferred: NameSet = []
}

extension WordTable {
  /// The names of programs' properties that say what standard ones say, and of lines that are carried.
  static let foreign = WordTable(
    (Derivation.all.keys + [CardConverter.carriedLine]).map { ($0, 1) })
  static let carried = WordTable([(CardConverter.carriedLine, 1)])
}

extension Octets {
  /// Letters, digits and hyphens.
  ///
  /// RFC 6350 §3.3.
  @inlinable
  package static func isNameOctet(_ octet: UInt8) -> Bool {
    (octet | 0x20) &- UInt8(ascii: "a") < 26 || octet &- UInt8(ascii: "0") < 10
      || octet == UInt8(ascii: "-")
  }

  /// Letters, digits and hyphens, and what programs put into names besides.
  @inline(__always)
  static func isLooseNameOctet(_ octet: UInt8) -> Bool {
    isNameOctet(octet) || octet == UInt8(ascii: "_") || octet == UInt8(ascii: "/")
  }

  static func upper(_ octet: UInt8) -> UInt8 {
    octet &- UInt8(ascii: "a") < 26 ? octet ^ 0x20 : octet
  }

  /// The hexadecimal digit of a number below 16.
  package static func hexadecimal(_ number: UInt8) -> UInt8 {
    number + (number < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
  }

  /// The number below 16 that a hexadecimal digit says, of either case.
  @inlinable
  package static func hexadecimalDigit(_ octet: UInt8) -> UInt8? {
    let number = octet &- UInt8(ascii: "0")
    if number < 10 { return number }
    let letter = (octet | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  /// Where the octets of a name that start at a place end.
  static func nameEnd(_ octets: Span<UInt8>, from index: Int, to end: Int) -> Int {
    var index = index
    while index < end, isNameOctet(octets[index]) { index += 1 }
    return index
  }
}
