import Synchronization

/// A line that lets so many in at a time, in the order they came; who waits holds no thread.
final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// A line for so many at a time, one at least.
  init(count: Int) { state = Mutex(State(free: max(count, 1))) }

  /// Waits for a turn, which the caller has until it calls `giveBack`.
  func take() async {
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(turn)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { turn.resume() }
    }
  }

  /// Ends a turn; who has waited longest has the next.
  func giveBack() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
