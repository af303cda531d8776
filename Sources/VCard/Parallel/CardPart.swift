/// How the reading of a part of an input ended.
package struct CardPartEnd: Hashable, Sendable {
  /// Cards, those that were skipped for being too large counted too.
  package let cards: Int
  /// Line ends.
  package let lines: Int
  /// Whether the reader stood between two cards, where another would read on in the same way.
  package let isAtCut: Bool
  /// Whether it stopped, for good, at text whose charset nobody tells: what comes before it has a say.
  package let isStopped: Bool
}

extension CardPipeline {
  /// Reads a part of an input that starts where a card seems to start, on the caller's thread.
  ///
  /// - Parameters:
  ///   - source: The octets of the part.
  ///   - isWhole: Whether it is the whole input, so that nothing comes before it.
  ///   - worker: What is done to cards.
  ///   - deliver: Receives what came of each piece, with places counted from the start of the part.
  /// - Returns: How it ended.
  /// - Throws: What the source, the worker or `deliver` throws.
  package func runPart<Worker: CardWorker>(
    _ source: OctetSource, isWhole: Bool, _ worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws -> CardPartEnd {
    var worker = worker
    var card = Card(decoding: decoding)
    var output = WorkerOutput<Worker>(CardReader(limits: limits, decoding: decoding), reusing: nil)
    output.reader.stopsAtUndeclaredText = !isWhole
    var octets = [UInt8](repeating: 0, count: CardPipeline.serialPieceSize)
    var isAtCut = false
    var isLast = false
    while !isLast {
      let count = try source.read(&octets, 0)
      isLast = count == 0
      try output.reader.append(octets.span.extracting(0..<count))
      if isLast {
        isAtCut = output.reader.isAtCut
        output.reader.finish()
      }
      output.read(&worker, &card)
      try output.deliver(from: PieceOrigin(), to: deliver)
      if output.reader.isStopped { break }
    }
    return CardPartEnd(
      cards: output.reader.cardCount, lines: output.reader.position.line - 1, isAtCut: isAtCut,
      isStopped: output.reader.isStopped)
  }
}
