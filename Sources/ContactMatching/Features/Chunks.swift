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
}
