/// Turns offsets in a card's buffer into places in the input, in one walk for all of them.
///
/// ```
/// BEGIN:VCARD⏎VERSION:4.0⏎FN:Kate⏎
///             ^lineStart     ^measured: what lies before needs no look again
/// ```
/// As long as offsets ascend, the walk is O(*n*) for the card, not for each of them; one that is before
/// the last starts it over: each rule of a preset begins at the start, and an edited card may have later
/// lines earlier.
struct PlaceCursor: ~Copyable {
  private let start: SourcePosition
  private let unit: Int
  /// Line ends before `lineStart`.
  private var lines = 0
  private var lineStart = 0
  /// Where the line ends; no line end stands from `lineStart` to here.
  private var lineEnd: Int?
  /// Octets of the input before `lineStart` and before `measured`, counted from the card's start.
  private var widthOfLines = 0
  private var measured = 0
  private var width = 0

  /// Creates a cursor at the start of a card.
  ///
  /// - Parameters:
  ///   - start: Where the card starts in the input.
  ///   - unit: Octets of the input that an ASCII character takes: 2 in UTF-16, and 0 where the
  ///     card was made of what stands at the start.
  init(start: SourcePosition, unit: Int) {
    self.start = start
    self.unit = unit
  }

  /// The place of an offset.
  mutating func place(of offset: Int, in bytes: Span<UInt8>) -> SourcePosition {
    if unit == 0 { return start }
    let offset = min(offset, bytes.count)
    if offset < measured { self = PlaceCursor(start: start, unit: unit) }
    while true {
      let end = lineEnd ?? Octets.lineEnd(in: bytes, from: lineStart)
      lineEnd = end
      guard end < offset else { break }
      let after = CardAssembler.afterLineEnd(bytes, at: end)
      if after > offset {
        // Inside CR LF: the next line has not started, and yet its number counts.
        advance(to: offset, in: bytes)
        return SourcePosition(
          byte: start.byte + width, card: start.card, line: start.line + lines + 1, column: 1)
      }
      lines += 1
      lineStart = after
      lineEnd = nil
      advance(to: after, in: bytes)
      widthOfLines = width
    }
    advance(to: offset, in: bytes)
    let column = width - widthOfLines
    return SourcePosition(
      byte: start.byte + width, card: start.card, line: start.line + lines,
      column: lines == 0 ? start.column + column : 1 + column)
  }

  private mutating func advance(to offset: Int, in bytes: Span<UInt8>) {
    width += unit == 1 ? offset - measured : UTF16Source.width(bytes, measured..<offset)
    measured = offset
  }
}
