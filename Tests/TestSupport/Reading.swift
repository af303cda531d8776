package import VCard

/// What a reader makes of an input.
package struct Reading {
  package var cards: [Card] = []
  package var diagnostics: [Diagnostic] = []

  /// Nothing read so far.
  package init() {}

  /// Reads all of an input at once.
  package init(
    _ bytes: [UInt8], limits: CardReader.Limits = .init(), decoding: TextDecoding = .builtin
  ) throws {
    try self.init(bytes, pieces: [bytes.count], limits: limits, decoding: decoding)
  }

  /// Reads an input in pieces of these sizes, taken in turn.
  package init(
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
  package mutating func drain(_ reader: inout CardReader) {
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
  package func isIdentical(to other: Reading) -> Bool {
    cards.count == other.cards.count && diagnostics == other.diagnostics
      && zip(cards, other.cards).allSatisfy { $0.isIdentical(to: $1) }
  }
}
