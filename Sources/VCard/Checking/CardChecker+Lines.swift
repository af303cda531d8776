extension CardChecker {
  /// Looks at physical lines: their ends, their lengths, and those that are blank.
  ///
  /// Only what is not canonical has anything to tell, and the rows know what that is.
  mutating func checkLines(of card: borrowing Card, _ bytes: Span<UInt8>) {
    guard !lineChecks.isEmpty else { return }
    // What is still worth saying: line ends are told once a card.
    var checks = lineChecks
    if !table.rules.foldsAnywhere { checks.remove(.lengths) }
    var end = card.rows.first.map { Int($0.start) } ?? 0
    var isAfterBase64 = false
    for row in card.rows {
      // Something else than blanks stands where a line was taken out. vCard 2.1 §2.1.5: a blank line
      // ends base64.
      if Int(row.start) > end, !isAfterBase64,
        CardAssembler.trimmed(bytes, end..<Int(row.start)).isEmpty
      {
        sayBlank(end)
      }
      if row.flags.contains(.uncanonical) || row.folds > 0 {
        checkLines(of: row, bytes, &checks)
      }
      isAfterBase64 = row.flags.contains(.base64)
      end = max(end, Int(row.end))
    }
  }

  private mutating func sayBlank(_ offset: Int) {
    say(
      .note, code: .blankLine, at: offset, message: "a blank line stands inside the card; left out")
  }

  private mutating func checkLines(
    of row: Row, _ bytes: Span<UInt8>, _ checks: inout LineChecks
  ) {
    let isNested = row.flags.contains(.nested)
    var saysLength = checks.contains(.lengths) && !isNested
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
      if checks.contains(.lineEnds), after - end != 2 || bytes[end] != 0x0D {
        checks.remove(.lineEnds)
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
    lineEnd.count > 1 ? "CR CR LF" : lineEnd[0] == 0x0A ? "LF" : "CR"
  }
}
