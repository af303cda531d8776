extension CardChecker {
  /// Looks at physical lines: their ends, their lengths, and those that are blank.
  ///
  /// Only what is not canonical has anything to tell, and the rows know what that is.
  mutating func checkLines(of card: borrowing Card, _ bytes: Span<UInt8>) {
    guard !lineChecks.isEmpty else { return }
    var lookout = LineLookout(
      saysEnds: lineChecks.contains(.lineEnds),
      saysLengths: lineChecks.contains(.lengths) && table.rules.foldsAnywhere)
    var end = card.rows.first.map { Int($0.start) } ?? 0
    var isAfterBase64 = false
    for row in card.rows {
      // vCard 2.1 §2.1.5: a blank line ends base64.
      if Int(row.start) > end, !isAfterBase64 { checkGap(end..<Int(row.start), bytes) }
      if row.flags.contains(.uncanonical) || row.folds > 0 {
        checkLines(of: row, bytes, &lookout)
      }
      isAfterBase64 = row.flags.contains(.base64)
      end = max(end, Int(row.end))
    }
  }

  /// What is still worth saying.
  private struct LineLookout {
    /// Line ends are told once a card.
    var saysEnds: Bool
    let saysLengths: Bool
  }

  /// What stands between two lines that were read one after the other: blank lines, or nothing
  /// that counts where a line was taken out.
  private mutating func checkGap(_ range: Range<Int>, _ bytes: Span<UInt8>) {
    if CardChecker.isBlank(bytes, range) { sayBlank(range.lowerBound) }
  }

  private mutating func sayBlank(_ offset: Int) {
    say(
      .note, code: .blankLine, at: offset, message: "a blank line stands inside the card; left out")
  }

  private mutating func checkLines(
    of row: Row, _ bytes: Span<UInt8>, _ lookout: inout LineLookout
  ) {
    let isNested = row.flags.contains(.nested)
    var saysLength = lookout.saysLengths && !isNested
    var saysBlank = !isNested && !row.flags.contains(.base64)
    let last = Int(row.end)
    var start = Int(row.start)
    let line = bytes.extracting(0..<last)
    while start < last {
      let end = Octets.lineEnd(in: line, from: start)
      // RFC 6350 §3.2, RFC 2425 §5.8.1: 75 octets without the line end.
      if saysLength, end - start > Folding.width {
        saysLength = false
        say(
          .note, code: .longLine, at: start,
          message:
            "a line of \(end - start) octets, and \(Folding.width) are the most; read all the same")
      }
      if saysBlank, end == start, start > Int(row.start) {
        saysBlank = false
        sayBlank(start)
      }
      guard end < last else { return }
      let after = CardAssembler.afterLineEnd(line, at: end)
      if lookout.saysEnds, after - end != 2 || bytes[end] != 0x0D {
        lookout.saysEnds = false
        say(
          .note, code: .lineEnd, at: end,
          message:
            "a line ends in \(CardChecker.name(of: line.extracting(end..<after))) and not in CR LF, "
            + "perhaps like others; read all the same")
      }
      start = after
    }
  }

  private static func name(of lineEnd: Span<UInt8>) -> String {
    switch lineEnd.count {
    case 1: lineEnd[0] == 0x0A ? "LF" : "CR"
    default: "CR CR LF"
    }
  }
}
