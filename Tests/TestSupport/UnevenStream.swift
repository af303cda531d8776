import Synchronization
public import VCard

/// Octets that come in reads of any size, and sometimes let the reader wait.
public final class UnevenStream: Sendable {
  /// What breaks the stream where a test has it break.
  public struct Broken: Error {}

  private struct State: Sendable {
    var position = 0
    var random: SeededGenerator
  }

  private let bytes: [UInt8]
  private let mostOctets: Int
  private let stalls: Bool
  private let breaksAt: Int?
  private let state: Mutex<State>

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - bytes: What it gives.
  ///   - mostOctets: What one read gives at most.
  ///   - stalls: Whether there is sometimes, one time in eight, nothing more for now.
  ///   - breaksAt: Where it breaks.
  ///   - seed: What its reads and pauses are made of.
  public init(
    _ bytes: [UInt8], mostOctets: Int = .max, stalls: Bool = false, breaksAt: Int? = nil,
    seed: UInt64 = 1
  ) {
    self.bytes = bytes
    self.mostOctets = mostOctets
    self.stalls = stalls
    self.breaksAt = breaksAt
    state = Mutex(State(random: SeededGenerator(seed: seed)))
  }

  /// The octets from where they were last read.
  public var source: OctetSource {
    OctetSource(
      read: { buffer, start in
        try self.state.withLock { state in
          if state.position == self.breaksAt { throw Broken() }
          let rest = min(
            (self.breaksAt ?? self.bytes.count) - state.position, buffer.count - start,
            Int.random(in: 1...self.mostOctets, using: &state.random))
          for offset in 0..<rest { buffer[start + offset] = self.bytes[state.position + offset] }
          state.position += rest
          return rest
        }
      },
      hasMore: { _ in
        self.stalls ? self.state.withLock { Int.random(in: 0..<8, using: &$0.random) > 0 } : true
      })
  }
}
