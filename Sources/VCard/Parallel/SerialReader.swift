/// What a worker made of a piece, and the reader where it stands at the end of it.
struct WorkerOutput<Worker: CardWorker>: Sendable {
  var reader: CardReader
  var result: Worker.Piece?
  var diagnostics: [Diagnostic] = []
  var cards = 0
  /// What stopped the worker.
  var error: (any Error)?

  /// Creates an output of nothing.
  ///
  /// - Parameters:
  ///   - reader: The reader to begin with.
  ///   - spent: A piece that was delivered, whose storage is used again.
  init(_ reader: consuming CardReader, reusing spent: consuming Worker.Piece?) {
    self.reader = reader
    result = spent
  }

  /// Hands the cards that can be read now to a worker.
  mutating func read(_ worker: inout Worker, _ card: inout Card) {
    do {
      try readCards(&worker, &card)
    } catch {
      self.error = error
    }
    diagnostics.take(reader.takeDiagnostics())
    do {
      try worker.finish(&result)
    } catch {
      result = nil
      self.error = self.error ?? error
    }
  }

  /// Delivers what was made, and begins anew; what was left of the result stays for the next one.
  ///
  /// - Parameters:
  ///   - origin: Where places are counted from.
  ///   - deliver: Receives it.
  /// - Throws: What `deliver` throws, or what stopped the worker.
  mutating func deliver(
    from origin: PieceOrigin, to deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws {
    // With another owner, whoever receives them would copy them to add to them.
    var found: [Diagnostic] = []
    swap(&found, &diagnostics)
    for index in found.indices {
      found[index].position = origin.place(found[index].position)
    }
    if let result = result.take(), cards > 0 || !found.isEmpty {
      var piece = CardPiece(result: result, diagnostics: found, cards: cards, origin: origin)
      try deliver(&piece)
      self.result = piece.result
    }
    cards = 0
    if let error { throw error }
  }

  private mutating func readCards(_ worker: inout Worker, _ card: inout Card) throws {
    var found: [Diagnostic] = []
    while reader.next(into: &card) == .card {
      cards += 1
      found.take(reader.takeDiagnostics())
      let count = found.count
      defer {
        diagnostics.take(found)
        found = []
      }
      try worker.process(card, found: &found)
      if found.count > count { found.sort { $0.position.byte < $1.position.byte } }
    }
  }
}

extension [Diagnostic] {
  /// Appends others, or becomes them where it has none: a card may have a million.
  fileprivate mutating func take(_ others: consuming [Diagnostic]) {
    if isEmpty { self = others } else { self += others }
  }
}

/// Reads pieces one after the other on the caller's thread, and puts what others read in its place.
struct SerialReader<Worker: CardWorker> {
  private var worker: Worker
  private var card: Card
  /// A reader that has read nothing, and knows what was found out before.
  private var fresh: CardReader
  /// The reader of the pieces before; `nil` where any reader may go on.
  private var reader: CardReader?
  /// Where the places of the reader are counted from.
  private var origin = PieceOrigin()
  /// The last result that was delivered, for a worker to use its storage again.
  var spent: Worker.Piece?

  init(_ worker: Worker, _ reader: CardReader) {
    self.worker = worker
    fresh = reader
    card = Card(decoding: reader.decoding)
  }

  /// Whether a new reader would read on in the same way.
  var isAtCut: Bool { reader == nil }

  /// Cards so far, those that were skipped counted too.
  var cards: Int { origin.cards + (reader?.cardCount ?? 0) }

  /// Reads a piece and delivers what comes of it.
  mutating func read(
    _ piece: borrowing PieceCutter.Piece, _ deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws {
    var output = WorkerOutput<Worker>(reader.take() ?? fresh, reusing: spent.take())
    try output.reader.append(piece.octets.span.extracting(0..<piece.count))
    if piece.isLast { output.reader.finish() }
    output.read(&worker, &card)
    fresh.held = output.reader.held.withoutCards
    try accept(&output, endsAtCut: piece.endsAtCut, deliver)
  }

  /// Delivers what is left when a stream broke.
  mutating func finish(_ deliver: (inout CardPiece<Worker.Piece>) throws -> Void) throws {
    let nothing = PieceCutter.Piece(
      number: 0, octets: [], count: 0, startsAtCut: false, endsAtCut: false, isLast: true)
    try read(nothing, deliver)
  }

  /// Delivers what a reader by itself made of the next piece; it is taken away if it has to read on.
  ///
  /// - Parameters:
  ///   - output: What was made.
  ///   - endsAtCut: Whether a card seems to start where the piece ends.
  ///   - deliver: Receives it.
  /// - Throws: What `deliver` throws, or what stopped the worker.
  mutating func acceptOther(
    _ output: inout WorkerOutput<Worker>, endsAtCut: Bool,
    _ deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws {
    fresh.held.remember(output.reader.held)
    output.reader.stopsAtUndeclaredText = false
    output.reader.held = fresh.held
    try accept(&output, endsAtCut: endsAtCut, deliver)
  }

  /// Delivers what was made of the next piece; its reader reads on unless it ends at a cut.
  private mutating func accept(
    _ output: inout WorkerOutput<Worker>, endsAtCut: Bool,
    _ deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws {
    try output.deliver(from: origin, to: deliver)
    spent = output.result.take()
    if endsAtCut, output.reader.isAtCut {
      origin.advance(by: output.reader.position)
    } else {
      // Two owners of one buffer would make the next piece copy it.
      var next = fresh
      swap(&output.reader, &next)
      reader = next
    }
  }
}
