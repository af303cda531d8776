internal import Dispatch
internal import Synchronization

/// Does something with each of several things, on several threads.
struct Threads: Sendable {
  let count: Int

  init(_ count: Int) { self.count = max(count, 1) }

  /// Things that one thread takes at once: less is done before another thread has started.
  private static let chunk = 256

  /// Makes something of each thing; what comes of them is in their order.
  ///
  /// - Throws: What `body` throws for the first thing for which it throws.
  func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @Sendable (Item) throws -> Result
  ) throws -> [Result] {
    try pieces(items) { try $0.map(body) }
  }

  /// Makes something of some things at a time; what comes of them is in their order.
  func pieces<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @Sendable (ArraySlice<Item>) throws -> [Result]
  ) throws -> [Result] {
    let starts = Array(stride(from: 0, to: items.count, by: Threads.chunk))
    return try Array(
      results(starts) { try body(items[$0..<min(items.count, $0 + Threads.chunk)]) }.joined())
  }

  /// Does something with each of a few things, however long each takes.
  func results<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @Sendable (Item) throws -> Result
  ) throws -> [Result] {
    guard count > 1, items.count > 1 else { return try items.map(body) }
    let next = Atomic(0)
    let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: min(count, items.count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        let result = Swift.Result { try body(items[index]) }
        results.withLock { $0[index] = result }
        if case .failure = result { return }
      }
    }
    let done = results.withLock { $0 }
    // Whoever fails takes no more; what nobody took comes after a failure.
    return try items.indices.compactMap { try done[$0]?.get() }
  }
}
