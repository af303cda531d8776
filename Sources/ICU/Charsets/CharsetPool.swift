import Synchronization

/// Open converters that wait for the next value in their charset.
package final class CharsetPool: Sendable {
  /// The pool behind the static functions of ``CharsetConverter``.
  static let shared = CharsetPool()

  /// The most converters that wait.
  ///
  /// A file names a few charsets; more threads than this at once are rare.
  private static let mostIdle = 32

  private struct State {
    var idle: [String: [CharsetHandle]] = [:]
    var idleCount = 0
    var opened = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of converters opened so far, for a test that they are kept.
  package var opened: Int { state.withLock { $0.opened } }

  /// Converts bytes as ``CharsetConverter`` does.
  package func decode(_ bytes: Span<UInt8>, from charset: String) throws(ICUError)
    -> (utf8: [UInt8], substitutions: Int)?
  {
    guard let plan = try CharsetPlan.named(charset) else { return nil }
    return try decode(bytes, by: plan)
  }

  func decode(_ bytes: Span<UInt8>, by plan: CharsetPlan) throws(ICUError)
    -> (utf8: [UInt8], substitutions: Int)
  {
    let handle = try checkOut(plan)
    // One that failed is not given back.
    let result = try handle.decode(bytes)
    giveBack(handle, plan)
    return result
  }

  private func checkOut(_ plan: CharsetPlan) throws(ICUError) -> CharsetHandle {
    let waiting = state.withLock { state -> CharsetHandle? in
      guard let handle = state.idle[plan.decoder]?.popLast() else {
        state.opened += 1
        return nil
      }
      state.idleCount -= 1
      return handle
    }
    if let waiting { return waiting }
    return try CharsetHandle(plan.decoder, readsEuroAt80: plan.readsEuroAt80)
  }

  private func giveBack(_ handle: CharsetHandle, _ plan: CharsetPlan) {
    state.withLock { state in
      guard state.idleCount < Self.mostIdle else { return }
      state.idle[plan.decoder, default: []].append(handle)
      state.idleCount += 1
    }
  }
}
