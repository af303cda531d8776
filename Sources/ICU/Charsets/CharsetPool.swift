import Synchronization

/// What decodes the charsets that were asked for, kept for the next value in them.
package final class CharsetPool: Sendable {
  /// The pool behind the static functions of ``CharsetConverter``.
  private static let shared = CharsetPool()

  /// Names that are remembered as they were written; past that all are forgotten.
  private static let mostNames = 256
  /// Octets of a name that is remembered: strangers may put blanks around it.
  private static let longestName = 64

  private struct State {
    /// By names as they were written.
    var named: [String: CharsetDecoder] = [:]
    /// By ICU's names of tables.
    var decoders: [String: CharsetDecoder] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of converters opened so far, for a test that they are kept.
  package var opened: Int { state.withLock { $0.decoders.values.reduce(0) { $0 + $1.opened } } }

  /// Converts bytes as ``CharsetConverter`` does; `nil` when nobody knows the charset.
  package func decode(_ bytes: Span<UInt8>, from charset: String) throws(ICUError)
    -> (utf8: [UInt8], substitutions: Int)?
  {
    try decoder(of: charset)?.decode(bytes)
  }

  /// What decodes a charset.
  ///
  /// - Throws: ``ICUError`` of kind ``ICUError/Kind/unknownCharset`` when ICU does not know the name.
  static func decoder(of charset: String) throws(ICUError) -> CharsetDecoder {
    guard let decoder = try shared.decoder(of: charset) else {
      throw Bridge.unknownCharset(charset)
    }
    return decoder
  }

  /// What decodes a charset; `nil` when nobody knows it.
  private func decoder(of charset: String) throws(ICUError) -> CharsetDecoder? {
    if let known = state.withLock({ $0.named[charset] }) { return known }
    guard let plan = try CharsetPlan.named(charset) else { return nil }
    let kept = state.withLock { $0.decoders[plan.decoder] }
    let made = if let kept { kept } else { try CharsetDecoder(plan) }
    return state.withLock { state in
      // Another thread may have been sooner.
      let decoder = state.decoders[plan.decoder] ?? made
      state.decoders[plan.decoder] = decoder
      if charset.utf8.count <= Self.longestName {
        if state.named.count >= Self.mostNames { state.named.removeAll() }
        state.named[charset] = decoder
      }
      return decoder
    }
  }
}

/// Decodes one charset, on any number of threads.
final class CharsetDecoder: Sendable {
  /// The most converters that wait.
  private static let mostIdle = 16

  private struct State {
    var idle: [CharsetHandle]
    var opened = 1
  }

  let plan: CharsetPlan
  private let table: CharsetTable?
  private let state: Mutex<State>

  init(_ plan: CharsetPlan) throws(ICUError) {
    let handle = try CharsetHandle(plan.decoder, readsEuroAt80: plan.readsEuroAt80)
    self.plan = plan
    table = try CharsetTable(handle)
    state = Mutex(State(idle: table == nil ? [handle] : []))
  }

  /// Converters opened so far.
  var opened: Int { state.withLock { $0.opened } }

  /// Converts bytes as ``CharsetConverter`` does.
  func decode(_ bytes: Span<UInt8>) throws(ICUError) -> (utf8: [UInt8], substitutions: Int) {
    if let table { return table.decode(bytes) }
    let handle = try checkOut()
    // One that failed is not given back.
    let result = try handle.decode(bytes)
    giveBack(handle)
    return result
  }

  /// How many sequences of each text the charset does not have.
  func substitutions(in texts: [[UInt8]]) throws(ICUError) -> [Int] {
    let handle = try checkOut()
    var counts: [Int] = []
    counts.reserveCapacity(texts.count)
    for text in texts { counts.append(try handle.decode(text.span).substitutions) }
    giveBack(handle)
    return counts
  }

  private func checkOut() throws(ICUError) -> CharsetHandle {
    let waiting = state.withLock { state -> CharsetHandle? in
      guard let handle = state.idle.popLast() else {
        state.opened += 1
        return nil
      }
      return handle
    }
    return if let waiting {
      waiting
    } else {
      try CharsetHandle(plan.decoder, readsEuroAt80: plan.readsEuroAt80)
    }
  }

  private func giveBack(_ handle: CharsetHandle) {
    state.withLock { if $0.idle.count < Self.mostIdle { $0.idle.append(handle) } }
  }
}
