import Synchronization
import VCard

/// Who may come in: whoever brings the key that was printed, once, and from then on their browser.
final class PageSession: Sendable {
  private struct State {
    /// What lets somebody in; `nil` when it did.
    var key: String?
    var expiry: ContinuousClock.Instant
    /// What the browser brings that was let in.
    var cookie: String?
  }

  /// What forms of the session bring along.
  let formToken = PageSession.secret()
  private let state: Mutex<State>

  /// Makes a key.
  ///
  /// - Parameter validity: How long it lets somebody in.
  init(validity: Duration) {
    state = Mutex(State(key: Self.secret(), expiry: .now + validity))
  }

  /// The key; `nil` when it was used.
  var key: String? { state.withLock { $0.key } }

  /// Lets somebody in who has the key.
  ///
  /// - Returns: What their browser shall bring from now on; `nil` for a key that is another, was used
  ///   or is too old.
  func open(with key: String) -> String? {
    state.withLock { state in
      guard let expected = state.key, .now < state.expiry, Self.areEqual(key, expected) else {
        return nil
      }
      state.key = nil
      let cookie = Self.secret()
      state.cookie = cookie
      return cookie
    }
  }

  /// Whether this is what the browser brings that was let in.
  func knows(_ cookie: String) -> Bool {
    state.withLock { state in state.cookie.map { Self.areEqual(cookie, $0) } ?? false }
  }

  /// Whether this is what forms of the session bring along.
  func isFormToken(_ token: String) -> Bool { Self.areEqual(token, formToken) }

  /// 256 bits that nobody guesses, in hexadecimal digits.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in String(generator.next() as UInt64, digits: 16, radix: 16) }.joined()
  }

  /// Whether two texts are equal, in a time that does not tell where they differ.
  private static func areEqual(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    return zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
