internal import Dispatch
internal import Synchronization

/// Work on numbered things, cut into pieces for threads and put together in order.
enum Chunks {
  /// Things of a piece, fewer of which are not worth a thread.
  private static let smallest = 2048

  /// Does the pieces of `0..<count`; results in the order of the pieces.
  ///
  /// What comes of a piece must not depend on where it starts, for threads decide how many there
  /// are.
  static func map<Result: Sendable, Failure: Error>(
    _ count: Int, threads: Int, _ body: @Sendable (Range<Int>) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let pieces = threads > 1 ? max(1, min(threads * 4, count / smallest)) : 1
    return try tasks(pieces, threads: threads) { (piece) throws(Failure) in
      try body(count * piece / pieces..<count * (piece + 1) / pieces)
    }
  }

  /// Does numbered tasks, as many at a time as there are threads; results in their order.
  static func tasks<Result: Sendable, Failure: Error>(
    _ count: Int, threads: Int, _ body: @Sendable (Int) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    guard threads > 1, count > 1 else { return try (0..<count).map(body) }
    let next = Atomic(0)
    let results = Mutex([Swift.Result<Result, Failure>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        let result = Swift.Result { () throws(Failure) in try body(number) }
        results.withLock { $0[number] = result }
      }
    }
    var done: [Result] = []
    for case let result? in results.withLock({ $0 }) { done.append(try result.get()) }
    return done
  }
}
