import Synchronization

/// Threads that read pieces of a stream, each by itself.
final class Crew<Worker: CardWorker>: Sendable {
  /// What became of a piece.
  struct Done: Sendable {
    var piece: PieceCutter.Piece
    /// What was read, unless only the reader of the piece before could read it.
    ///
    /// The octets of the piece are then in its reader.
    var output: WorkerOutput<Worker>?
  }

  private struct State: Sendable {
    /// Pieces that may be begun before others are delivered.
    var permits: Int
    var done: [Int: Done] = [:]
    /// The number of the next piece to be delivered.
    var next: Int
    /// What stopped the source, and the number of the piece that it stopped.
    var failure: (number: Int, error: any Error)?
    var isStopped = false
    var buffers: [[UInt8]] = []
    var spent: [Worker.Piece] = []
  }

  private let cutter: Mutex<PieceCutter>
  private let monitor: Monitor<State>
  private let worker: Worker
  private let reader: CardReader

  /// Creates a crew.
  ///
  /// - Parameters:
  ///   - cutter: Where pieces come from.
  ///   - first: The number of the first of them.
  ///   - worker: What is done to cards; each thread copies it.
  ///   - threads: How many threads there will be.
  ///   - reader: A reader that has read nothing.
  init(
    _ cutter: consuming PieceCutter, first: Int, _ worker: Worker, threads: Int,
    _ reader: CardReader
  ) {
    self.cutter = Mutex(cutter)
    // One piece for each thread, one more that is being delivered, and one that waits for it.
    monitor = Monitor(State(permits: threads + 2, next: first))
    self.worker = worker
    // What is found out about text depends on what comes before.
    var reader = reader
    reader.stopsAtUndeclaredText = true
    self.reader = reader
  }

  /// Starts the threads.
  ///
  /// - Returns: How many could be started.
  func start(threads: Int) -> Int {
    var started = 0
    for _ in 0..<threads {
      let isStarted = SystemThread.start { [self] in
        var hand = makeHand()
        while work(&hand) {}
      }
      started += isStarted ? 1 : 0
    }
    return started
  }

  /// What a thread works with.
  struct Hand {
    var worker: Worker
    var card: Card
  }

  func makeHand() -> Hand {
    Hand(worker: worker, card: Card(decoding: reader.decoding))
  }

  /// Works on a piece; `false` when there is none left.
  func work(_ hand: inout Hand) -> Bool {
    var octets: [UInt8] = []
    var spent: Worker.Piece?
    let isOn = monitor.wait { state -> Bool? in
      if state.isStopped { return false }
      guard state.permits > 0 else { return nil }
      state.permits -= 1
      octets = state.buffers.popLast() ?? []
      spent = state.spent.popLast()
      return true
    }
    guard isOn, var piece = nextPiece(&octets) else { return false }
    var output: WorkerOutput<Worker>?
    if piece.startsAtCut {
      var begun = WorkerOutput<Worker>(reader, reusing: spent.take())
      swap(&octets, &piece.octets)
      begun.reader.start(with: &octets)
      if piece.isLast { begun.reader.finish() }
      begun.read(&hand.worker, &hand.card)
      if begun.reader.isStopped {
        piece.octets = begun.reader.takeBuffer()
      } else {
        output = begun
      }
    }
    let done = Done(piece: piece, output: output)
    monitor.change { $0.done[done.piece.number] = done }
    return !done.piece.isLast
  }

  private func nextPiece(_ octets: inout [UInt8]) -> PieceCutter.Piece? {
    var failure: (Int, any Error)?
    let piece = cutter.withLock { cutter -> PieceCutter.Piece? in
      if cutter.isAtEnd { return nil }
      do {
        return try cutter.next(reusing: &octets)
      } catch {
        failure = (cutter.count, error)
        return nil
      }
    }
    if let failure { monitor.change { $0.failure = failure } }
    return piece
  }

  /// Waits for the next piece in the order of the stream.
  ///
  /// - Throws: What stopped the source.
  func next() throws -> Done {
    let next = monitor.wait { state -> Result<Done, any Error>? in
      if let done = state.done.removeValue(forKey: state.next) {
        state.next += 1
        return .success(done)
      }
      guard let failure = state.failure, failure.number == state.next else { return nil }
      return .failure(failure.error)
    }
    return try next.get()
  }

  /// Lets another piece be begun, with storage that is not needed any more.
  func giveBack(_ octets: inout [UInt8], _ spent: consuming Worker.Piece?) {
    var spent = spent
    monitor.change { state in
      state.permits += 1
      // One owner each, or the next one would copy them.
      state.buffers.append([])
      swap(&state.buffers[state.buffers.count - 1], &octets)
      if let piece = spent.take() { state.spent.append(piece) }
    }
  }

  /// Lets every thread end after the piece at hand.
  func stop() { monitor.change { $0.isStopped = true } }
}
