import VCard

/// What a reader makes of an input.
struct Reading {
  var cards: [Card] = []
  var diagnostics: [Diagnostic] = []

  /// Nothing read so far.
  init() {}

  /// Reads all of an input at once.
  init(
    _ bytes: [UInt8], limits: CardReader.Limits = .init(), decoding: TextDecoding = .builtin
  ) throws {
    try self.init(bytes, pieces: [bytes.count], limits: limits, decoding: decoding)
  }

  /// Reads an input in pieces of these sizes, taken in turn.
  init(
    _ bytes: [UInt8], pieces: [Int], limits: CardReader.Limits = .init(),
    decoding: TextDecoding = .builtin
  ) throws {
    var reader = CardReader(limits: limits, decoding: decoding)
    var start = 0
    var turn = 0
    while start < bytes.count {
      let end = min(start + max(pieces[turn % pieces.count], 1), bytes.count)
      try reader.append(bytes.span.extracting(start..<end))
      drain(&reader)
      start = end
      turn += 1
    }
    reader.finish()
    drain(&reader)
  }

  /// Goes on with a reader until it wants more, or is done.
  mutating func drain(_ reader: inout CardReader) {
    reading: while true {
      switch reader.next() {
      case .card(let card, let found):
        cards.append(card)
        diagnostics += found
      case .needsInput, .end: break reading
      }
    }
    diagnostics += reader.takeDiagnostics()
  }

  /// Whether both have the same cards, octet for octet and row for row, and the same diagnostics.
  func isIdentical(to other: Reading) -> Bool {
    cards.count == other.cards.count && diagnostics == other.diagnostics
      && zip(cards, other.cards).allSatisfy { $0.isIdentical(to: $1) }
  }
}

extension [UInt8] {
  /// The same lines with other line ends.
  func withLineEnds(_ lineEnd: String) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count + count / 16)
    var index = 0
    while index < count {
      switch self[index] {
      case 0x0D:
        if index + 1 < count, self[index + 1] == 0x0A { index += 1 }
        text += lineEnd.utf8
      case 0x0A: text += lineEnd.utf8
      default: text.append(self[index])
      }
      index += 1
    }
    return text
  }
}
