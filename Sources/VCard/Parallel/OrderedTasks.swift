internal import Dispatch
import Synchronization

/// Work on things in a row by several threads; what comes of it is in the order of the things.
package enum OrderedTasks {
  /// Does something with each of several things, as many at a time as there are threads.
  ///
  /// - Parameters:
  ///   - items: The things.
  ///   - threads: How many threads work, the caller's among them.
  ///   - body: What is done with each.
  /// - Returns: What came of each, in their order.
  /// - Throws: What `body` throws for the first thing for which it throws; whatever is not begun
  ///   by then is not done.
  package static func map<
    Items: RandomAccessCollection & Sendable, Result: Sendable, Failure: Error
  >(
    _ items: Items, threads: Int, _ body: @Sendable (Items.Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let count = items.count
    guard threads > 1, count > 1 else { return try items.map(body) }
    let next = Atomic(0)
    let results = Mutex([Swift.Result<Result, Failure>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        let result = Swift.Result { () throws(Failure) in
          try body(items[items.index(items.startIndex, offsetBy: number)])
        }
        if case .failure = result { next.store(count, ordering: .relaxed) }
        results.withLock { $0[number] = result }
      }
    }
    var done: [Result] = []
    for case let result? in results.withLock({ $0 }) { done.append(try result.get()) }
    return done
  }

  /// Cuts `0..<count` into pieces, the last of which may be smaller.
  package static func pieces(_ count: Int, of size: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: size).map { $0..<min(count, $0 + size) }
  }

  /// Does something with pieces of `0..<count`, some for each thread so that threads end together.
  ///
  /// What comes of a thing must not depend on where its piece starts, for the threads decide that.
  ///
  /// - Parameters:
  ///   - count: How many things.
  ///   - threads: How many threads work, the caller's among them.
  ///   - smallest: Things fewer of which are not worth a thread.
  ///   - body: What is done with each piece.
  /// - Returns: What came of each piece, in their order.
  /// - Throws: What `body` throws for the first piece for which it throws.
  package static func map<Result: Sendable, Failure: Error>(
    _ count: Int, threads: Int, atLeast smallest: Int = 2048,
    _ body: @Sendable (Range<Int>) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let pieces = threads > 1 ? max(1, min(threads * 4, count / smallest)) : 1
    return try map(0..<pieces, threads: threads) { (piece) throws(Failure) in
      try body(count * piece / pieces..<count * (piece + 1) / pieces)
    }
  }

  /// Does something for each of many numbers, and hands over what comes of it meanwhile.
  ///
  /// What waits to be handed over is bounded.
  ///
  /// - Parameters:
  ///   - count: How many numbers, from 0.
  ///   - threads: How many threads work.
  ///   - state: What a thread works with; made as often as threads work, and used again.
  ///   - make: What is done for each number.
  ///   - deliver: Receives what came of each, in order.
  /// - Throws: What the closures throw.
  package static func forEach<State: Sendable, Result: Sendable>(
    _ count: Int, threads: Int, state: @escaping @Sendable () -> State,
    _ make: @escaping @Sendable (inout State, Int) throws -> Result,
    deliver: (Result) throws -> Void
  ) async throws {
    guard threads > 1, count > 1 else {
      var only = state()
      for number in 0..<count { try deliver(make(&only, number)) }
      return
    }
    let states = StatePool<State>()
    let most = threads * 4
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var begun = 0
      var next = 0
      var done: [Int: Result] = [:]
      func begin() {
        while begun < count, begun < next + most, begun - next - done.count < threads {
          let number = begun
          begun += 1
          group.addTask {
            var mine = states.take() ?? state()
            defer { states.give(mine) }
            return (number, try make(&mine, number))
          }
        }
      }
      begin()
      while let (number, result) = try await group.next() {
        done[number] = result
        while let result = done.removeValue(forKey: next) {
          next += 1
          try deliver(result)
        }
        begin()
      }
    }
  }
}

/// What threads work with, while none does.
package final class StatePool<State: Sendable>: Sendable {
  private let states = Mutex<[State]>([])

  /// Creates an empty pool.
  package init() {}

  /// Takes what was given back last.
  package func take() -> State? { states.withLock { $0.popLast() } }

  /// Gives back what was taken, or what was made instead.
  package func give(_ state: State) { states.withLock { $0.append(state) } }
}
