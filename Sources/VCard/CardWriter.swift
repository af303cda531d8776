/// Writes cards as vCard, each in its own version.
///
/// It owns no output: octets are appended to an array, which the caller writes out and empties.
public struct CardWriter: Sendable {
  /// Creates a writer.
  public init() {}

  /// Appends a card.
  ///
  /// What was read comes out with the octets it came in with; only line ends become CRLF, and
  /// lines of more than 75 octets are folded (in 3.0 and 4.0, where they may be folded anywhere).
  /// A missing BEGIN or END is added.
  ///
  /// - Complexity: O(*n*) in the octets of the card; one copy for a card that is canonical.
  public func write(_ card: Card, into text: inout [UInt8]) {
    if card.isCanonical {
      text.append(contentsOf: card.bytes)
      return
    }
    if card.rows.first?.known != .begin { text.append(contentsOf: "BEGIN:VCARD\r\n".utf8) }
    var isOpen = false
    for index in card.rows.indices {
      write(row: index, of: card, isOpen: isOpen, into: &text)
      let row = card.rows[index]
      isOpen = row.known != .begin && !row.flags.contains(.nested)
    }
    if card.rows.last?.known != .end { text.append(contentsOf: CardWriter.end) }
  }

  private static let end = Array("END:VCARD\r\n".utf8)

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
    if !row.flags.contains(.uncanonical) {
      text.append(contentsOf: card.bytes[range])
    } else if mayRefold(row, card) {
      let unfolded = Unfolding.unfolded(
        card.bytes.span, range.lowerBound..<Int(row.valueEnd), joint: .nothing)
      Folding.append(
        unfolded.span, keepsEscapes: row.flags.contains(.quotedPrintable), to: &text)
    } else {
      appendLines(
        card.bytes, range, keepsBlankLines: row.flags.contains(.nested), to: &text)
    }
    if row.flags.contains(.nested) {
      // A nested card that was cut off would take the END of the card that holds it.
      let value = card.bytes.span.extracting(row.valueRange)
      for _ in 0..<CardAssembler.unfinishedCards(value) { text.append(contentsOf: CardWriter.end) }
    }
    if needsBlankLine(after: index, of: card) { text.append(contentsOf: Folding.lineEnd) }
  }

  /// Whether a blank line stands after a row or has to, lest it take the next line for its own.
  private func needsBlankLine(after index: Int, of card: Card) -> Bool {
    let row = card.rows[index]
    let bytes = card.bytes.span
    guard !row.flags.isDisjoint(with: [.base64, .quotedPrintable]) else { return false }
    if row.flags.contains(.base64), !card.rules.foldsAnywhere, Int(row.end) < bytes.count,
      Octets.isLineEnd(bytes[Int(row.end)])
    {
      return true
    }
    guard index + 1 < card.rows.count else { return false }
    let start = Int(card.rows[index + 1].start)
    let end = Octets.lineEnd(in: bytes, from: start)
    // The next line may be folded after 75 octets.
    if row.flags.contains(.base64),
      CardAssembler.isBase64(bytes, start, min(end, start + Folding.width))
    {
      return true
    }
    guard row.flags.contains(.quotedPrintable),
      CardAssembler.endsInSoftBreak(bytes, row.valueRange.lowerBound, row.valueRange.upperBound)
    else { return false }
    let (first, last) = CardAssembler.trimmed(bytes, start, end)
    return CardAssembler.envelope(bytes, first, last) != .endCard
  }

  /// Whether the line may be unfolded and folded again without a change of what it says.
  private func mayRefold(_ row: Row, _ card: Card) -> Bool {
    guard card.rules.foldsAnywhere, row.known != .malformed, !row.flags.contains(.nested) else {
      return false
    }
    // Of soft breaks and folds in one value nobody but its writer knows which is which.
    if row.flags.contains(.quotedPrintable), row.folds > 0 { return false }
    if row.flags.contains(.unindented) { return row.flags.contains(.base64) }
    return hasLongLine(card.bytes.span, row)
  }

  private func hasLongLine(_ bytes: Span<UInt8>, _ row: Row) -> Bool {
    let bytes = bytes.extracting(0..<Int(row.end))
    var index = Int(row.start)
    while index < bytes.count {
      let end = Octets.lineEnd(in: bytes, from: index)
      if end - index > Folding.width { return true }
      index = end
      while index < bytes.count, Octets.isLineEnd(bytes[index]) { index += 1 }
    }
    return false
  }

  /// Appends physical lines as they are, with CRLF after each; empty ones go, but not those of a
  /// nested card, where they may end a value.
  private func appendLines(
    _ bytes: [UInt8], _ range: Range<Int>, keepsBlankLines: Bool, to text: inout [UInt8]
  ) {
    let span = bytes.span.extracting(0..<range.upperBound)
    var index = range.lowerBound
    while index < range.upperBound {
      let end = Octets.lineEnd(in: span, from: index)
      if end > index || keepsBlankLines {
        text.append(contentsOf: bytes[index..<end])
        text.append(contentsOf: Folding.lineEnd)
      }
      index = CardAssembler.lineEnd(span, at: end, isLast: true) ?? range.upperBound
    }
  }
}
