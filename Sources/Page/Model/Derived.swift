import Synchronization

/// What is made of a state of the book on another thread: what was made of the state before is there until
/// then.
///
/// The actor of the site owns it.
final class Derived<Value: Sendable> {
  /// Where another thread leaves what it made.
  private final class Box: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  /// What was made last, and of which change of the book.
  private(set) var last: (revision: Int64, value: Value)?
  /// The change of the book of which it could not be made.
  private(set) var failed: Int64?
  private var making: (revision: Int64, box: Box)?

  /// Whether the next one is being made.
  var isMaking: Bool { making != nil }

  /// Has it made of a state of the book, and waits a moment: small books are done at once, large ones in
  /// the meantime.
  ///
  /// - Parameters:
  ///   - revision: The newest change of the book.
  ///   - patience: How long the request waits for what is being made.
  ///   - site: Who owns it.
  ///   - make: Begins to make it.
  /// - Returns: The newest one that there is; `nil` for none.
  /// - Throws: That nobody waits any more.
  func value(
    at revision: Int64, patience: Duration = .milliseconds(30), on site: isolated PageSite,
    _ make: () -> Task<Value, any Error>
  ) async throws -> Value? {
    takeMade()
    if last?.revision == revision { return last?.value }
    if making == nil, failed != revision {
      let (task, box) = (make(), Box())
      making = (revision, box)
      Task.detached(executorPreference: PageExecutor.shared) {
        let result = await task.result
        box.result.withLock { $0 = result }
      }
    }
    let end = ContinuousClock.now + patience
    while last?.revision != revision, making != nil, .now < end {
      try await Task.sleep(for: .milliseconds(2))
      takeMade()
    }
    return last?.value
  }

  private func takeMade() {
    guard let (revision, box) = making, let result = box.result.withLock({ $0 }) else { return }
    making = nil
    switch result {
    case .success(let value): if revision > last?.revision ?? -1 { last = (revision, value) }
    case .failure: failed = revision
    }
  }
}
