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
  static func map<Result: Sendable>(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Range<Int>) throws -> Result
  ) async throws -> [Result] {
    let pieces = max(1, min(threads * 4, count / smallest))
    guard pieces > 1, threads > 1 else { return [try body(0..<count)] }
    return try await tasks(pieces, threads: threads) { piece in
      try body(count * piece / pieces..<count * (piece + 1) / pieces)
    }
  }

  /// Does numbered tasks, as many at a time as there are threads; results in their order.
  static func tasks<Result: Sendable>(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) throws -> Result
  ) async throws -> [Result] {
    guard threads > 1, count > 1 else { return try (0..<count).map(body) }
    return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: count)
      var begun = 0
      func begin() {
        guard begun < count else { return }
        let number = begun
        begun += 1
        group.addTask { (number, try body(number)) }
      }
      for _ in 0..<threads { begin() }
      while let (number, result) = try await group.next() {
        results[number] = result
        begin()
      }
      return results.compactMap(\.self)
    }
  }

  /// The same as ``map(_:threads:_:)`` for those who cannot wait elsewhere.
  static func mapped<Result: Sendable>(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Range<Int>) throws -> Result
  ) throws -> [Result] {
    let pieces = max(1, min(threads * 4, count / smallest))
    guard pieces > 1, threads > 1 else { return [try body(0..<count)] }
    return try done(pieces, threads: threads) { piece in
      try body(count * piece / pieces..<count * (piece + 1) / pieces)
    }
  }

  /// The same as ``tasks(_:threads:_:)`` for those who cannot wait elsewhere.
  static func done<Result: Sendable>(
    _ count: Int, threads: Int, _ body: @Sendable (Int) throws -> Result
  ) throws -> [Result] {
    guard threads > 1, count > 1 else { return try (0..<count).map(body) }
    let next = Atomic(0)
    let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        let result = Swift.Result { try body(number) }
        results.withLock { $0[number] = result }
      }
    }
    let all = results.withLock { $0 }
    return try (0..<count).compactMap { try all[$0]?.get() }
  }
}
