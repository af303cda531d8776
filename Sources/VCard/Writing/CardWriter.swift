/// Writes cards as vCard, each in its own version.
///
/// It owns no output: octets are appended to an array, which the caller writes out and empties.
public struct CardWriter: Sendable {
  /// How physical lines look.
  public let options: Options

  /// Creates a writer.
  public init(options: Options = Options()) { self.options = options }

  /// Appends a card.
  ///
  /// What was read comes out with the octets it came in with; only line ends become CRLF, and
  /// lines of more than 75 octets are folded (in 3.0 and 4.0, where they may be folded anywhere),
  /// unless the options ask for something else. A missing BEGIN or END is added.
  ///
  /// Whatever the options, what is written reads as the card: a line stays as it is where its folds
  /// cannot be told from what they fold.
  ///
  /// - Complexity: O(*n*) in the octets of the card; one copy for a card that is canonical.
  public func write(_ card: Card, into text: inout [UInt8]) {
    let start = text.count
    if card.isCanonical, !changesLook(of: card) {
      text.append(contentsOf: card.bytes)
    } else {
      writeRows(of: card, into: &text)
    }
    if options.lineEnd == .lf {
      text.replaceSubrange(start..., with: ValueText.normalizedLineEnds(Array(text[start...])))
    }
  }

  /// Whether a canonical card looks otherwise by the options.
  private func changesLook(of card: Card) -> Bool {
    // Written row by row, as it will be when it is read and written again.
    if options.lineEnd != .crlf { return true }
    let irregular: Row.Flags = card.rules.foldsAnywhere ? [] : .base64
    return switch options.folding {
    case .asNeeded: false
    case .at(let width) where width < Folding.width: true
    case .at, .never:
      card.rows.contains { $0.folds > 0 || !$0.flags.isDisjoint(with: irregular) }
    }
  }

  private func writeRows(of card: Card, into text: inout [UInt8]) {
    let lineEnd = lineEnd(of: card)
    if card.rows.first?.known != .begin { text.append(contentsOf: "BEGIN:VCARD".utf8 + lineEnd) }
    var isOpen = false
    for index in card.rows.indices {
      write(row: index, of: card, isOpen: isOpen, into: &text)
      let row = card.rows[index]
      isOpen = row.known != .begin && !row.flags.contains(.nested)
    }
    if !card.hasEnd { text.append(contentsOf: "END:VCARD".utf8 + lineEnd) }
  }

  /// What stands at the end of a line that is added.
  private func lineEnd(of card: Card) -> [UInt8] {
    options.keepsLines ? card.lineEnd : Folding.lineEnd
  }

  /// Appends a row.
  ///
  /// - Parameters:
  ///   - index: Its place in the table.
  ///   - card: The card.
  ///   - isOpen: Whether a blank at its start would make it a part of the line before it.
  ///   - text: Where it goes.
  private func write(
    row index: Int, of card: Card, isOpen: Bool, into text: inout [UInt8]
  ) {
    let row = card.rows[index]
    var range = row.lineRange
    if isOpen {
      while range.count > 1, Octets.isBlank(card.bytes[range.lowerBound]) {
        range = range.lowerBound + 1..<range.upperBound
      }
    }
    if options.keepsLines {
      text.append(contentsOf: card.octets(ofLine: range))
      // The last line of an input may have no end.
      if !card.isEnd(at: index), let last = text.last, last != 0x0A, last != 0x0D {
        text.append(contentsOf: lineEnd(of: card))
      }
    } else if options.folding.foldsAnew, !row.isEnvelope,
      foldAnew(range, index: index, card: card, into: &text)
    {
      // Written.
    } else if !row.flags.contains(.uncanonical), row.folds == 0 {
      // Between the lines of a longer one an empty line may stand.
      text.append(card.bytes.span.extracting(range))
    } else if row.known == .end && !card.isEnd(at: index) || !needsFolding(row, card) {
      // `END:` and blanks, folded, would be read as another line.
      CardWriter.appendLines(
        card.bytes, range, keepsBlankLines: row.flags.contains(.nested), to: &text)
    } else if row.known == .begin || row.known == .end {
      // Folded, it would be read as another line.
      text.append(contentsOf: "\(row.known.canonical):VCARD".utf8 + Folding.lineEnd)
    } else {
      fold(row, range, of: card, width: Folding.width, into: &text)
    }
    if row.flags.contains(.nested) {
      // A nested card that was cut off would take the END of the card that holds it.
      let value = card.bytes.span.extracting(row.valueRange)
      for _ in 0..<CardAssembler.unfinishedCards(value) {
        text.append(contentsOf: "END:VCARD".utf8 + lineEnd(of: card))
      }
    }
    if needsBlankLine(after: index, of: card) { text.append(contentsOf: lineEnd(of: card)) }
  }

  /// Whether a blank line stands after a row or has to, lest it take the next line for its own.
  private func needsBlankLine(after index: Int, of card: Card) -> Bool {
    let row = card.rows[index]
    let bytes = card.bytes.span
    guard !row.flags.isDisjoint(with: [.base64, .quotedPrintable]) else { return false }
    if row.flags.contains(.base64), !card.rules.foldsAnywhere,
      options.folding.foldsAnew
        || Int(row.end) < bytes.count && Octets.isLineEnd(bytes[Int(row.end)])
    {
      return true
    }
    guard index + 1 < card.rows.count else { return false }
    let next = card.rows[index + 1]
    let start = Int(next.start)
    let end = Octets.lineEnd(in: bytes, from: start)
    if row.flags.contains(.base64),
      looksLikeBase64(bytes, from: start, to: end, row: next, card: card)
    {
      return true
    }
    guard row.flags.contains(.quotedPrintable),
      CardAssembler.endsInEqualsSign(bytes, row.valueRange)
    else { return false }
    return CardAssembler.envelope(bytes, CardAssembler.trimmed(bytes, start..<end)) != .endCard
  }

  /// Whether a row reads as a line of base64 up to where it is folded.
  private func looksLikeBase64(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, row: Row, card: Card
  ) -> Bool {
    let width = options.width ?? .max
    let isFolded =
      options.folding.foldsAnew
      ? card.rules.foldsAnywhere && mayRefold(row)
      : !options.keepsLines && needsFolding(row, card)
    if isFolded {
      let line = Unfolding.unfolded(bytes, start..<Int(row.valueEnd))
      return CardAssembler.isBase64(line.span, 0..<min(line.count, width))
    }
    return CardAssembler.isBase64(bytes, start..<start + min(end - start, width))
  }

  /// Appends a line folded anew; `false` when it has to stay as it is, and nothing was appended.
  private func foldAnew(
    _ range: Range<Int>, index: Int, card: Card, into text: inout [UInt8]
  ) -> Bool {
    let row = card.rows[index]
    guard mayRefold(row) else { return false }
    if card.rules.foldsAnywhere {
      fold(row, range, of: card, width: options.width ?? .max, into: &text)
      return true
    }
    guard !row.flags.contains(.quotedPrintable) else { return false }
    let isBase64 = row.flags.contains(.base64)
    let isText = card.property(at: index).foldsBetweenWords
    // Of any other value only those folds go that readers do not agree about.
    guard isBase64 || isText || options.width == nil else { return false }
    let bytes = card.bytes.span
    var line = Unfolding.unfolded(bytes, range.lowerBound..<Int(row.valueStart))
    let valueStart = line.count
    Unfolding.append(
      bytes, row.valueRange, lineStart: isText ? Int(row.start) : nil, to: &line)
    switch options.width {
    case .some(let width) where isBase64:
      WordFolding.append(base64: line.span, valueStart: valueStart, width: width, to: &text)
    case .some(let width):
      WordFolding.append(line.span, valueStart: valueStart, width: width, to: &text)
    case nil:
      text.append(contentsOf: line)
      text.append(contentsOf: Folding.lineEnd)
    }
    return true
  }

  /// Appends a line that may be folded anywhere.
  private func fold(
    _ row: Row, _ range: Range<Int>, of card: Card, width: Int, into text: inout [UInt8]
  ) {
    let line = Unfolding.unfolded(card.bytes.span, range.lowerBound..<Int(row.valueEnd))
    var width = width
    if row.known == .agent {
      // A line that ends after the BEGIN of an agent's inlined card would start a nested card.
      while width > 1, line.count > width,
        CardAssembler.agent(line.span, 0..<width) == .beginCard
      {
        width -= 1
      }
    }
    Folding.append(
      line.span, keepsEscapes: row.flags.contains(.quotedPrintable), width: width, to: &text)
  }

  /// Whether the line may be unfolded and folded again without a change of what it says.
  private func mayRefold(_ row: Row) -> Bool {
    guard row.known != .malformed, !row.flags.contains(.nested) else { return false }
    // Of soft breaks and folds in one value nobody but its writer knows which is which.
    if row.flags.contains(.quotedPrintable), row.folds > 0 { return false }
    return !row.flags.contains(.unindented) || row.flags.contains(.base64)
  }

  /// Whether the line is too long, or its continuation lacks the blank, and may be folded again.
  private func needsFolding(_ row: Row, _ card: Card) -> Bool {
    guard card.rules.foldsAnywhere, mayRefold(row) else { return false }
    if row.flags.contains(.unindented) { return true }
    var isLong = false
    CardAssembler.forEachLine(card.bytes.span, row.lineRange) { line in
      isLong = isLong || line.count > Folding.width
    }
    return isLong
  }

  /// Appends physical lines as they are, with CRLF after each.
  ///
  /// Empty ones go in a file, but not those of a nested card, where they may end a value.
  static func appendLines(
    _ bytes: [UInt8], _ range: Range<Int>, keepsBlankLines: Bool, to text: inout [UInt8]
  ) {
    CardAssembler.forEachLine(bytes.span, range) { line in
      if line.isEmpty, !keepsBlankLines { return }
      text.append(contentsOf: bytes[line])
      text.append(contentsOf: Folding.lineEnd)
    }
  }
}
