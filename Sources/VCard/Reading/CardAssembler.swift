/// Puts physical lines together to content lines, and content lines to cards.
///
/// ```
/// buffer  …END:VCARD⏎ BEGIN:VCARD⏎ VERSION:3.0⏎ FN:Kate⏎ NOTE:a⏎ b⏎ TEL:+1 40
///                     ^cardStart                         └─open row─┘ ^next ^searched
/// ```
/// A physical line is looked at once, when its line end is there. It continues the open row, or
/// closes it and opens another; so the pieces in which the input comes make no difference, and nothing
/// is read twice but the name of a property that looked like base64 as far as its first fold.
struct CardAssembler: Sendable {
  enum Mode: Sendable { case between, inCard, skipping }

  /// A line that may yet turn out to be no part of the row before it.
  struct LooseLine: Sendable {
    /// Where it starts, counted from the start of the card.
    let offset: Int
    let position: SourcePosition
    /// The row without it.
    let row: Row
  }

  /// Octets.
  ///
  /// Between cards a line is judged by so many; whatever starts a card is shorter.
  private static let judgedOctets = 4096

  let limits: CardReader.Limits
  var mode = Mode.between
  /// Where the card starts in the buffer; outside of cards the same as `next`.
  var cardStart = 0
  /// Where the card that was just finished ends.
  var cardEnd = 0
  /// Where the next physical line starts.
  var next = 0
  /// No line end stands from `next` to here.
  var searched = 0
  /// Octets of the source that one ASCII character takes: 2 in UTF-16.
  var unit = 1
  /// The source's place of `next`; its card is the number of those finished so far.
  var position = SourcePosition()

  var rows: [Row] = []
  /// Where the rows of an ordinary card are put before it is known to be one.
  var spare = [Row](repeating: .none, count: CardAssembler.ordinaryRows)
  /// The open row, if `isOpen`.
  ///
  /// It is changed in place: a copy a line costs a tenth of the time.
  var open = OpenLine()
  var isOpen = false
  /// Where the card starts in the source.
  var start = SourcePosition()
  var isCanonical = true

  private(set) var diagnostics: [Diagnostic] = []
  /// How many of them precede the card, which may not be finished.
  private var decided = 0

  /// Cards inside the card that are not finished.
  var nestedDepth = 0
  /// Inside a nested or skipped card: the last line was AGENT without a value.
  var isAfterAgent = false
  /// Where a nested card began with the last line.
  var untoldNest: SourcePosition?
  /// The row that unindented text was last added to.
  var continuedRow = -1
  /// The last line without a blank before it that was taken for base64.
  var looseLine: LooseLine?

  /// Cards being skipped that are not finished, one inside the other.
  private var skippedDepth = 0
  private var foreignDepth = 0
  private var junkLines = 0
  private var junkPosition = SourcePosition()
  /// The rest of the current line has been judged: it says nothing.
  private var isDiscardingLine = false

  /// Where in the buffer half of a UTF-16 pair became U+FFFD, in order.
  private var brokenPairs: [Int] = []
  private var firstBrokenPair = Int.max

  init(limits: CardReader.Limits) { self.limits = limits }

  /// Tells that `count` octets were taken off the front of the buffer.
  mutating func moved(by count: Int) {
    cardStart -= count
    next -= count
    searched -= count
    guard firstBrokenPair < .max else { return }
    for index in brokenPairs.indices { brokenPairs[index] -= count }
    firstBrokenPair -= count
  }

  /// Whether all octets of the buffer, which has so many, are read, and nothing that was read makes
  /// a difference to what comes.
  func isIdle(at count: Int) -> Bool {
    mode == .between && next == count && !isDiscardingLine && junkLines == 0 && foreignDepth == 0
      && brokenPairs.isEmpty
  }

  // MARK: Diagnostics

  /// Adds a diagnostic; those of a card stay in the order of the input.
  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at position: SourcePosition,
    _ message: String
  ) {
    var index = diagnostics.count
    while index > decided, diagnostics[index - 1].position.byte > position.byte { index -= 1 }
    diagnostics.insert(
      Diagnostic(severity: severity, code: code, position: position, message: message), at: index)
  }

  /// The diagnostics since the last call, without those of a card that is not finished: what is
  /// odd about it is known only at its end.
  mutating func takeDiagnostics() -> [Diagnostic] {
    guard !diagnostics.isEmpty else { return [] }
    let count = mode == .inCard ? decided : diagnostics.count
    decided = 0
    var taken: [Diagnostic] = []
    if count == diagnostics.count {
      swap(&taken, &diagnostics)
    } else {
      taken += diagnostics[..<count]
      diagnostics.removeFirst(count)
    }
    return taken
  }

  /// Takes note that half of a UTF-16 pair became U+FFFD.
  mutating func noteBrokenPair(at offset: Int) {
    brokenPairs.append(offset)
    firstBrokenPair = min(firstBrokenPair, offset)
  }

  /// Reports the broken pairs of the line from `next` to `end`, if it is part of a card.
  private mutating func takeBrokenPairs(_ bytes: Span<UInt8>, to end: Int) {
    let count = brokenPairs.firstIndex { $0 >= end } ?? brokenPairs.count
    if mode == .inCard {
      var place = position
      let width = CardAssembler.width(bytes, next..<firstBrokenPair, unit: unit)
      place.byte += width
      place.column += width
      report(
        .warning, .brokenUTF16, at: place,
        count == 1
          ? "half of a UTF-16 pair; became U+FFFD"
          : "\(count) halves of UTF-16 pairs in this line; became U+FFFD")
    }
    brokenPairs.removeFirst(count)
    firstBrokenPair = brokenPairs.first ?? .max
  }

  // MARK: Physical lines

  /// Goes on until a card is whole, or the input is spent.
  mutating func advance(_ bytes: Span<UInt8>, isLast: Bool) -> CardReader.Progress {
    while true {
      if mode != .inCard { cardStart = next }
      if mode == .between, !isDiscardingLine, takeOrdinaryCard(bytes) { return .card }
      guard next < bytes.count else { return isLast ? finish(bytes) : .needsInput }
      let end = Octets.lineEnd(in: bytes, from: max(searched, next))
      searched = end
      let after = CardAssembler.lineEnd(bytes, at: end, isLast: isLast)
      if mode == .inCard {
        if end - next > limits.bytesPerLine || end - cardStart > limits.bytesPerCard {
          skipForLength()
          continue
        }
        guard let after else { return .needsInput }
        if takeInCard(bytes, to: end, after: after) { return .card }
        continue
      }
      if isDiscardingLine {
        guard let after else {
          pass(bytes, to: end)
          cardStart = end
          return .needsInput
        }
        isDiscardingLine = false
        passLine(bytes, after: after)
        continue
      }
      let isLong = end - next > CardAssembler.judgedOctets
      guard isLong || after != nil else { return .needsInput }
      let judged = isLong ? next + CardAssembler.judgedOctets : end
      let isTaken =
        mode == .between
        ? takeBetween(bytes, to: judged, isLong: isLong) : takeSkipped(bytes, to: judged, isLong)
      // What was taken is the first line of a card; what is only judged is left behind.
      if isTaken { continue }
      if isLong {
        isDiscardingLine = true
      } else if let after {
        passLine(bytes, after: after)
      }
    }
  }

  /// Where the next line starts when one ends at `end`; `nil` when more octets are needed to tell.
  static func lineEnd(_ bytes: Span<UInt8>, at end: Int, isLast: Bool) -> Int? {
    guard end < bytes.count else { return isLast ? end : nil }
    if bytes[end] == 0x0A { return end + 1 }
    // CR CR LF is one line end: iOS 5 and 6 wrote it over Bluetooth.
    guard end + 1 < bytes.count else { return isLast ? end + 1 : nil }
    if bytes[end + 1] == 0x0A { return end + 2 }
    guard bytes[end + 1] == 0x0D else { return end + 1 }
    guard end + 2 < bytes.count else { return isLast ? end + 1 : nil }
    return bytes[end + 2] == 0x0A ? end + 3 : end + 1
  }

  /// Where the next line starts when one ends at `end`, and these are all octets there are.
  static func afterLineEnd(_ bytes: Span<UInt8>, at end: Int) -> Int {
    lineEnd(bytes, at: end, isLast: true) ?? bytes.count
  }

  /// Hands over each physical line of a range without its line end, which may be missing at the end.
  static func forEachLine(_ bytes: Span<UInt8>, _ range: Range<Int>, _ body: (Range<Int>) -> Void) {
    let bytes = bytes.extracting(0..<range.upperBound)
    var index = range.lowerBound
    while index < range.upperBound {
      let end = Octets.lineEnd(in: bytes, from: index)
      body(index..<end)
      index = afterLineEnd(bytes, at: end)
    }
  }

  /// The octets that a range takes in the source.
  private static func width(_ bytes: Span<UInt8>, _ range: Range<Int>, unit: Int) -> Int {
    unit == 1 ? range.count : UTF16Source.width(bytes, range)
  }

  /// Moves on past octets of the current line.
  mutating func pass(_ bytes: Span<UInt8>, to end: Int) {
    if firstBrokenPair < end { takeBrokenPairs(bytes, to: end) }
    let width = CardAssembler.width(bytes, next..<end, unit: unit)
    position.byte += width
    position.column += width
    next = end
    searched = max(searched, end)
  }

  /// Moves on past the current line and its line end.
  mutating func passLine(_ bytes: Span<UInt8>, after: Int) {
    if firstBrokenPair < after { takeBrokenPairs(bytes, to: after) }
    position.byte += CardAssembler.width(bytes, next..<after, unit: unit)
    position.line += 1
    position.column = 1
    next = after
    searched = after
  }

  // MARK: Lines between cards

  /// Judges a line between cards; `true` when a card starts at `next`, and otherwise the line was
  /// left out.
  private mutating func takeBetween(_ bytes: Span<UInt8>, to end: Int, isLong: Bool) -> Bool {
    let place = position
    let mark = CardAssembler.markEnd(bytes, from: next, to: end)
    let text = CardAssembler.trimmed(bytes, mark..<end)
    if text.isEmpty {
      if isLong || mark > next && position.byte > 0 { noteJunk() }
      return false
    }
    switch isLong ? .none : CardAssembler.envelope(bytes, text) {
    case .beginCard:
      enterCard(bytes, at: mark, place)
      return true
    case .endCard:
      flushJunk()
      report(.warning, .extraEnd, at: place, "END:VCARD without a card before it; left out")
      return false
    case .beginOther: foreignDepth += 1
    case .endOther: foreignDepth = max(0, foreignDepth - 1)
    case .none:
      if !isLong, let begin = CardAssembler.trailingBegin(bytes, text) {
        if CardAssembler.isPunctuation(bytes, text.lowerBound..<begin) {
          // `--BEGIN:VCARD`: damage done to the line; it stays in the card as it stands.
          enterCardWithoutBegin(bytes, at: mark, place)
        } else {
          // `text:BEGIN:VCARD` and the like: the card starts where it says so.
          noteJunk()
          enterCard(bytes, at: begin, place)
        }
        return true
      }
      if foreignDepth == 0, CardAssembler.startsCard(bytes, text) {
        enterCardWithoutBegin(bytes, at: mark, place)
        return true
      }
    }
    noteJunk()
    return false
  }

  private mutating func enterCardWithoutBegin(
    _ bytes: Span<UInt8>, at begin: Int, _ place: SourcePosition
  ) {
    enterCard(bytes, at: begin, place)
    report(.warning, .missingBegin, at: start, "a card starts here without BEGIN:VCARD; added")
    isCanonical = false
  }

  /// Starts a card at an octet of the current line, which starts at `place`.
  private mutating func enterCard(
    _ bytes: Span<UInt8>, at begin: Int, _ place: SourcePosition
  ) {
    flushJunk()
    // At the start of the input, a byte order mark belongs to the encoding.
    if begin > next, place.byte > 0, CardAssembler.markEnd(bytes, from: next, to: begin) == begin {
      report(.note, .byteOrderMark, at: place, "a byte order mark stands here; left out")
    }
    pass(bytes, to: begin)
    startCard()
    mode = .inCard
  }

  /// Starts a card that may already stand in the buffer as a whole.
  mutating func startCard() {
    flushJunk()
    decided = diagnostics.count
    cardStart = next
    start = position
    rows.removeAll(keepingCapacity: true)
    isOpen = false
    isCanonical = true
    nestedDepth = 0
    foreignDepth = 0
    isAfterAgent = false
    untoldNest = nil
    continuedRow = -1
    looseLine = nil
  }

  /// Gives up a card of which nothing but VERSION came before another BEGIN.
  mutating func leaveCardForJunk() {
    mode = .between
    diagnostics.removeSubrange(decided...)
    junkPosition = start
    junkLines = rows.count
  }

  private mutating func noteJunk() {
    if junkLines == 0 { junkPosition = position }
    junkLines += 1
  }

  private mutating func flushJunk() {
    guard junkLines > 0 else { return }
    let count = junkLines
    junkLines = 0
    report(
      .warning, .textBetweenCards, at: junkPosition,
      count == 1
        ? "a line that belongs to no card; left out"
        : "\(count) lines that belong to no card; left out")
  }

  // MARK: Cards that are skipped

  /// Judges a line of a card that is skipped; `true` when the next card starts at `next`.
  private mutating func takeSkipped(_ bytes: Span<UInt8>, to end: Int, _ isLong: Bool) -> Bool {
    let mark = CardAssembler.markEnd(bytes, from: next, to: end)
    if isLong { return false }
    guard let change = depthChange(bytes, from: mark, to: end) else {
      mode = .between
      return true
    }
    skippedDepth += change
    if change < 0, skippedDepth <= 0 { mode = .between }
    return false
  }

  private mutating func skipForLength() {
    let isLine = next + limits.bytesPerLine <= cardStart + limits.bytesPerCard
    skip(isLine ? .lineTooLong : .cardTooLarge)
  }

  /// Gives up the card; the lines up to its end are left out.
  mutating func skip(_ code: Diagnostic.Code) {
    let message =
      switch code {
      case .lineTooLong: "a line is longer than \(limits.bytesPerLine) octets; the card is skipped"
      case .nestedTooDeep: "cards are nested deeper than \(limits.nesting); the card is skipped"
      default:
        "the card is longer than \(limits.bytesPerCard) octets or "
          + "\(limits.propertiesPerCard) lines; it is skipped"
      }
    tellNest()
    report(.error, code, at: code == .lineTooLong ? position : start, message)
    if nestedDepth == 0 { isAfterAgent = isOpen && open.isEmptyAgent }
    skippedDepth = nestedDepth + 1
    // A first line past the limit must not start the card anew.
    isDiscardingLine = code == .lineTooLong || next == cardStart
    mode = .skipping
    isOpen = false
    rows.removeAll(keepingCapacity: true)
    position.card += 1
  }

  // MARK: Ends

  mutating func finishCard(_ bytes: Span<UInt8>, at end: Int) -> Bool {
    closeRow(bytes)
    cardEnd = end
    mode = .between
    position.card += 1
    return true
  }

  private mutating func finish(_ bytes: Span<UInt8>) -> CardReader.Progress {
    guard mode == .inCard else {
      mode = .between
      flushJunk()
      return .end
    }
    let last = isOpen ? open.position : start
    tellNest()
    closeRow(bytes)
    if Octets.isLineEnd(bytes[next - 1]) {
      report(.warning, .missingEnd, at: position, "the input ends without END:VCARD; added")
    } else {
      report(
        .error, .truncatedCard, at: last, "the input ends in the middle of a card; END:VCARD added")
    }
    isCanonical = false
    _ = finishCard(bytes, at: next)
    return .card
  }
}
