import Synchronization

/// Does something for each of many numbers on several threads, and hands over what comes of it in
/// order.
package enum OrderedTasks {
  /// Does it.
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
    // What waits to be handed over is bounded.
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
final class StatePool<State: Sendable>: Sendable {
  private let states = Mutex<[State]>([])

  /// Takes what was given back last.
  func take() -> State? { states.withLock { $0.popLast() } }

  /// Gives back what was taken, or what was made instead.
  func give(_ state: State) { states.withLock { $0.append(state) } }
}
