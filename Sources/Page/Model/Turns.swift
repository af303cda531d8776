/// Lets a few at once do what takes long or holds much; others wait in the order in which they came.
///
/// The actor of the site owns it.
final class Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ most: Int) { free = most }

  /// Does something when it is somebody's turn, on another thread: other requests are answered meanwhile.
  func run<Value: Sendable, Failure>(
    on site: isolated PageSite, _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation(isolation: site) { waiting.append($0) }
    }
    let result = await Task.detached(executorPreference: PageExecutor.shared) {
      Result(catching: body)
    }.value
    // Whoever waits takes the place over.
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    return try result.get()
  }
}
