import Foundation

/// Something that may wait for long, done on a thread of its own.
///
/// Tests share as many threads as the machine has processors; one that waits for another test would
/// stop them all.
public struct BackgroundResult<Value: Sendable>: Sendable {
  private let results: AsyncStream<Value>

  /// Starts the thread.
  public init(_ body: @escaping @Sendable () -> Value) {
    let (results, continuation) = AsyncStream<Value>.makeStream()
    self.results = results
    Thread.detachNewThread {
      continuation.yield(body())
      continuation.finish()
    }
  }

  /// What it came to; `nil` when asked a second time.
  public var value: Value? {
    get async { await results.first { _ in true } }
  }
}
