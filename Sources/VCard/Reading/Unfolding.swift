/// Joins the physical lines of a content line.
enum Unfolding {
  /// Octets.
  ///
  /// A line of vCard 2.1 that is shorter was not folded for its length but at a blank of the text,
  /// which stays. vCard 2.1 §2.1.3.
  static let shortestFullLine = 70

  /// The octets of a range without its folds.
  ///
  /// RFC 2425 §5.8.1, RFC 6350 §3.2: a fold is a line end and one blank. Line ends of every kind
  /// count, and empty lines inside a fold vanish with it.
  ///
  /// - Parameters:
  ///   - bytes: The buffer.
  ///   - range: What of it to unfold.
  ///   - keepsBareEnds: Whether a line feed stands before a line that starts without a blank.
  ///   - lineStart: Where the first line starts, in vCard 2.1 text, where a fold at a blank of the
  ///     text keeps it; `nil` when the blank always goes.
  /// - Returns: The octets without the folds.
  static func unfolded(
    _ bytes: Span<UInt8>, _ range: Range<Int>, keepsBareEnds: Bool = false, lineStart: Int? = nil
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    append(bytes, range, keepsBareEnds: keepsBareEnds, lineStart: lineStart, to: &text)
    return text
  }

  /// Appends the octets of a range without its folds.
  static func append<Sink: OctetSink & ~Copyable>(
    _ bytes: Span<UInt8>, _ range: Range<Int>, keepsBareEnds: Bool = false, lineStart: Int? = nil,
    to text: inout Sink
  ) {
    forEachPart(bytes, range, keepsBareEnds: keepsBareEnds, lineStart: lineStart) { part, isLine in
      if isLine { text.append(bytes.extracting(part)) } else { text.append(0x0A) }
    }
  }

  /// Hands over the parts of a range between its folds; for a line feed, the empty one before which it
  /// stands, and that it is no line.
  @inline(__always)
  static func forEachPart(
    _ bytes: Span<UInt8>, _ range: Range<Int>, keepsBareEnds: Bool, lineStart: Int? = nil,
    _ body: (_ part: Range<Int>, _ isLine: Bool) -> Void
  ) {
    var lineStart = lineStart
    var index = range.lowerBound
    let bytes = bytes.extracting(0..<range.upperBound)
    while index < range.upperBound {
      let end = Octets.lineEnd(in: bytes, from: index)
      body(index..<end, true)
      index = end
      while index < range.upperBound, Octets.isLineEnd(bytes[index]) { index += 1 }
      guard index < range.upperBound else { break }
      let start = lineStart
      if start != nil { lineStart = index }
      if Octets.isBlank(bytes[index]) {
        if let start, end - start < shortestFullLine,
          isBetweenWords(bytes, lineEnd: end, index: index, end: range.upperBound)
        {
          continue
        }
        index += 1
      } else if keepsBareEnds {
        body(index..<index, false)
      }
    }
  }

  /// Whether the blank at `index` is the only one between the text before and after the line end.
  private static func isBetweenWords(
    _ bytes: Span<UInt8>, lineEnd: Int, index: Int, end: Int
  ) -> Bool {
    lineEnd > 0 && !Octets.isBlank(bytes[lineEnd - 1]) && index + 1 < end
      && !Octets.isBlank(bytes[index + 1])
  }
}
