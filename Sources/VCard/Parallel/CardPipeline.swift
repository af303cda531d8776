/// Reads the cards of a stream on several threads, and delivers what came of them in the order of the
/// input.
///
/// ```
/// stream ─▶ pieces ─▶ worker ─▶ ┐
///              │  └─▶ worker ─▶ ┴▶ pieces in order ─▶ deliver
///              └ each ends where a card seems to start
/// ```
/// `END:VCARD` followed by `BEGIN:VCARD` is only a guess at a boundary: the lines may stand within a
/// card. A piece counts only if the reader of the piece before it stands between two cards exactly
/// there; otherwise what came of it is thrown away and the reader before reads on. So what is
/// delivered is what one reader makes of the whole stream, whatever the number of threads.
///
/// - Complexity: O(*n*) in the octets. Holds a few pieces a thread and the card that is being read.
public struct CardPipeline: Sendable {
  /// Octets of a piece: so many that handing it over costs little, and so few that a core's cache
  /// holds it.
  private static let pieceSize = 512 * 1024
  /// Octets of a piece when there is one thread.
  static let serialPieceSize = 256 * 1024

  private let threads: Int
  let limits: CardReader.Limits
  let decoding: TextDecoding
  private let pieceSize: Int

  /// Creates a pipeline.
  ///
  /// - Parameters:
  ///   - threads: How many threads read; with 1 the caller's does it all.
  ///   - limits: What bounds the memory of each reader.
  ///   - decoding: How values that are not UTF-8 become text; kept by every card.
  public init(
    threads: Int, limits: CardReader.Limits = .init(), decoding: TextDecoding = .builtin
  ) {
    self.init(
      threads: threads, limits: limits, decoding: decoding,
      pieceSize: threads > 1 ? CardPipeline.pieceSize : CardPipeline.serialPieceSize)
  }

  /// Creates a pipeline with pieces of another size, for tests.
  package init(
    threads: Int, limits: CardReader.Limits, decoding: TextDecoding, pieceSize: Int
  ) {
    precondition(threads > 0 && pieceSize > 0, "there is a thread, and a piece has octets")
    self.threads = threads
    self.limits = limits
    self.decoding = decoding
    self.pieceSize = pieceSize
  }

  /// Reads a stream to its end.
  ///
  /// - Parameters:
  ///   - source: The stream.
  ///   - worker: What is done to cards; each thread copies it.
  ///   - deliver: Receives what came of each piece, on the caller's thread and in the order of the
  ///     input. What it leaves of the result is given to a worker to use its storage again.
  /// - Returns: How many cards there were, those that were skipped for being too large counted too.
  /// - Throws: What the source, a worker or `deliver` throws, after everything before it was
  ///   delivered; a source that breaks ends the stream. Threads that still wait for it then end by
  ///   themselves.
  public func run<Worker: CardWorker>(
    _ source: OctetSource, _ worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws -> Int {
    var cutter = PieceCutter(source, size: pieceSize)
    let fresh = CardReader(limits: limits, decoding: decoding)
    var reader = SerialReader(worker, fresh)
    var octets: [UInt8] = []
    while true {
      let piece: PieceCutter.Piece
      do {
        piece = try cutter.next(reusing: &octets, cutting: threads > 1)
      } catch {
        try reader.finish(deliver)
        throw error
      }
      if piece.endsAtCut {
        // There is more than one piece: now threads are worth it.
        let first = piece.number
        cutter.putBack(piece)
        let crew = Crew(cutter, first: first, worker, threads: threads, fresh)
        try runThreads(crew, reader: &reader, deliver: deliver)
        break
      }
      try reader.read(piece, deliver)
      if piece.isLast { break }
      octets = piece.octets
    }
    return reader.cards
  }

  /// Hands over every card of a stream as soon as it is read, on the caller's thread alone.
  ///
  /// - Parameters:
  ///   - source: The stream.
  ///   - body: Receives each card with what was odd about it and the text before it; for what is odd
  ///     after the last card it is called with `nil`.
  /// - Returns: How many cards there were, those that were skipped for being too large counted too.
  /// - Throws: What the source or `body` throws.
  public func forEachCard(
    _ source: OctetSource, _ body: (Card?, [Diagnostic]) throws -> Void
  ) throws -> Int {
    var reader = CardReader(limits: limits, decoding: decoding)
    var card = Card(decoding: decoding)
    var octets = [UInt8](repeating: 0, count: pieceSize)
    var isLast = false
    while !isLast {
      let count = try source.read(&octets, 0)
      isLast = count == 0
      try reader.append(octets.span.extracting(0..<count))
      if isLast { reader.finish() }
      while reader.next(into: &card) == .card { try body(card, reader.takeDiagnostics()) }
    }
    let rest = reader.takeDiagnostics()
    if !rest.isEmpty { try body(nil, rest) }
    return reader.cardCount
  }

  private func runThreads<Worker: CardWorker>(
    _ crew: Crew<Worker>, reader: inout SerialReader<Worker>,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws {
    defer { crew.stop() }
    // Where the system has no thread left, this one does their work.
    let isAlone = crew.start(threads: threads) == 0
    var hand = crew.makeHand()
    var isLast = false
    while !isLast {
      if isAlone { _ = crew.work(&hand) }
      var done: Crew<Worker>.Done
      do {
        done = try crew.next()
      } catch {
        try reader.finish(deliver)
        throw error
      }
      isLast = done.piece.isLast
      if var output = done.output.take() {
        if reader.isAtCut {
          // The guess was right: the reader before would have read the same.
          try reader.acceptOther(&output, endsAtCut: done.piece.endsAtCut, deliver)
        } else {
          done.piece.octets = output.reader.takeBuffer()
          try reader.read(done.piece, deliver)
        }
        if done.piece.octets.isEmpty { done.piece.octets = output.reader.takeBuffer() }
      } else {
        try reader.read(done.piece, deliver)
      }
      crew.giveBack(&done.piece.octets, reader.spent.take())
    }
  }
}
