/// A line on its way from one version to another, and the card that it becomes a part of.
struct LineDraft: ~Copyable {
  /// The card so far.
  var card = OctetBuffer()
  /// Lines that stay as they are and are not in ``card`` yet.
  private var run = 0..<0
  /// The line as it stands in the card, and what the way asks of it.
  private(set) var row = Row.none
  private(set) var rule = RowRule()
  /// Who converts the line, and of which kind its value is.
  var task = RowRule.Task.line
  var kind = LineForm.Kind.other
  /// The name and the parameters of the line as the target has them, unless they are the card's.
  var head = OctetBuffer()
  /// The text of the label of an address, and where its parameter stands.
  var label = OctetBuffer()
  var labelRange = 0..<0
  /// The value without folds and transfer encodings.
  var decoded: [UInt8] = []
  var spare: [UInt8] = []
  /// The value as the target has it, and in the escapes of vCard 2.1.
  var value = OctetBuffer()
  var plain = OctetBuffer()
  /// Whether the value, if it is not encoded, is UTF-8 as it stands in the card.
  var isText = true
  /// Whether the value is that of the card, and ``value`` holds nothing.
  var isKept = false
  /// Whether it is, but for folds.
  var isSame = false
  /// Where the base64 of a value starts in the card.
  var octetsStart = 0
  /// What becomes of the line, but for its value, and what is known of others.
  var form = LineForm()
  var forms = LineForms()
  /// Lines that took a closer look, as they are read in the card and in some before it that were read in
  /// another way, and whether those of the card are read alike.
  private var remembered: LineMemo?
  private var rememberedBefore: LineMemo?
  private var remembers = false
  private var isFirst = true
  /// How text of other charsets is read, and whether there is none that declares it not.
  private(set) var decoding = TextDecoding.builtin
  private(set) var isUTF8 = true
  /// A line that is longer than a physical one.
  private var long = OctetBuffer()

  /// Whether text that declares no charset and may be UTF-8 is.
  var readsUTF8: Bool { decoding.undeclared.readsUTF8 }

  /// Lines that took a closer look; `nil` where those of the card may not be remembered.
  var memo: LineMemo? { remembers ? remembered : nil }

  /// Looks whether lines of a card may be remembered: not of the first, since many a converter has no other.
  mutating func beginMemory(_ card: borrowing Card) {
    // Lines that were edited are read as UTF-8, whatever the others are.
    remembers = !isFirst && (card.editStart == nil || card.decoding.undeclared.readsUTF8)
    isFirst = false
    guard remembers, remembered?.decoding.isSame(as: card.decoding) != true else { return }
    swap(&remembered, &rememberedBefore)
    if remembered?.decoding.isSame(as: card.decoding) != true {
      remembered = LineMemo(card.decoding)
    }
  }

  /// Starts a card, of which nothing is there; `false` where lines of one card are read in several ways.
  mutating func beginCard(_ card: borrowing Card) -> Bool {
    decoding = card.decoding
    // Lines that were edited are UTF-8.
    guard readsUTF8 || card.editStart == nil else { return false }
    isUTF8 = readsUTF8 && card.isUTF8
    self.card.truncate()
    run = 0..<0
    return true
  }

  /// Gives back memory that only a long line or a large card needed.
  mutating func endCard() {
    let limit = 1 << 20
    card.release(over: limit)
    label.release(over: limit)
    value.release(over: limit)
    plain.release(over: limit)
    long.release(over: limit)
    if decoded.capacity > limit { decoded = [] }
    if spare.capacity > limit { spare = [] }
  }

  /// Starts a line, of which nothing is known.
  @inline(__always)
  mutating func beginLine(_ row: Row, _ rule: RowRule, _ task: RowRule.Task) {
    self.row = row
    self.rule = rule
    self.task = task
    kind = .other
    form = LineForm()
  }

  /// Where the group of the line stands, with its point.
  var groupRange: Range<Int> { Int(row.start)..<Int(row.nameStart) }
  /// Where its name stands.
  var nameRange: Range<Int> { Int(row.nameStart)..<Int(row.nameEnd) }

  /// Whether the line has no parameters.
  var isBare: Bool { row.nameEnd + 1 == row.valueStart }

  /// What of the line's head stands in the card as the target has it: the group, or all.
  var keptHead: Range<Int> {
    Int(row.start)..<(form.outcome == .same ? Int(row.valueStart) - 1 : Int(row.nameStart))
  }

  /// Whether the parameters name another charset than UTF-8.
  var declaresCharset: Bool { kind != .labelled && !form.other.isEmpty }
  /// The name of that charset.
  var charset: String { String(decoding: forms.octets[Range(form.other)], as: UTF8.self) }

  /// Tells what the target cannot say of the line.
  func tell(of index: Int, _ losses: inout ConversionLosses) {
    for place in form.losses { losses.append(forms.losses[Int(place)], at: index) }
  }

  // MARK: The card

  /// Takes a line as it is.
  mutating func keep(_ line: Range<Int>, of bytes: Span<UInt8>) {
    if run.upperBound != line.lowerBound {
      flush(bytes)
      run = line
    } else {
      run = run.lowerBound..<line.upperBound
    }
  }

  /// Copies the lines that stay as they are.
  mutating func flush(_ bytes: Span<UInt8>) {
    card.append(bytes.extracting(run))
    run = 0..<0
  }

  /// The name that the value of N says as the target has it; nothing where the card folds it.
  func formattedName(_ bytes: Span<UInt8>) -> [UInt8] {
    if !isKept { return value.withSpan(FormattedName.octets(ofName:)) }
    return row.folds > 0 ? [] : FormattedName.octets(ofName: bytes.extracting(row.valueRange))
  }

  /// Puts the value, where it is that of the card, into ``value`` without its folds.
  mutating func unfold(_ bytes: Span<UInt8>) {
    guard isKept else { return }
    value.truncate()
    Unfolding.append(bytes, row.valueRange, to: &value)
  }

  /// Appends a line with its parameters and its value, folded.
  mutating func write(_ bytes: Span<UInt8>) {
    let start = card.count
    card.append(bytes.extracting(keptHead))
    if head.count > 0 { card.append(head) }
    card.append(UInt8(ascii: ":"))
    if isKept, row.folds == 0 {
      card.append(bytes.extracting(row.valueRange))
    } else {
      unfold(bytes)
      card.append(value)
    }
    LineDraft.endLine(from: start, in: &card, &long)
  }

  /// Makes the line of an address that was written that of its label, in the same group.
  mutating func startLabel() {
    head.truncate()
    forms.copy(form.other, to: &head)
    swap(&value, &label)
    isKept = false
    rule.plain = .text
  }

  /// Ends a line, whose octets are the last of a card, and folds it.
  private static func endLine(
    from start: Int, in card: inout OctetBuffer, _ long: inout OctetBuffer
  ) {
    if card.count - start > Folding.width {
      card.move(from: start, to: &long)
      long.withSpan { Folding.append($0, to: &card) }
    } else {
      card.append(0x0D)
      card.append(0x0A)
    }
  }
}

/// A draft whose memory is used for card after card.
final class CardDraft: @unchecked Sendable {
  var draft = LineDraft()
}
