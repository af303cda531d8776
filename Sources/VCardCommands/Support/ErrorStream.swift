import ContactStore
import Files
import Synchronization
package import SystemPackage

/// Standard error: whole lines, and one line of status below them that comes and goes.
///
/// Lines of several threads do not mix. What cannot be written is dropped: there is nowhere left to
/// say so.
package final class ErrorStream: Sendable {
  /// The stream of this process.
  package static let shared = ErrorStream(.standardError)

  /// The size in bytes of the pieces in which reports of millions of lines are handed over.
  private static let capacity = 64 * 1024

  private struct State {
    var pending: [UInt8] = []
    var showsStatus = false
  }

  private let descriptor: FileDescriptor
  private let state = Mutex(State())
  /// Whether somebody may be looking.
  package let isTerminal: Bool

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - descriptor: Where the lines go; the caller keeps it open.
  ///   - isTerminal: Whether somebody may be looking; found out when `nil`.
  package init(_ descriptor: FileDescriptor, isTerminal: Bool? = nil) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal ?? Platform.isTerminal(descriptor)
  }

  /// How many columns the terminal has.
  package var columns: Int? { Platform.columns(of: descriptor) }

  /// Writes lines.
  ///
  /// - Parameters:
  ///   - later: Whether they may wait for others or for ``flush()``; on a terminal nothing waits.
  ///   - compose: Appends whole lines, each with its end.
  package func write(later: Bool = false, _ compose: (inout [UInt8]) -> Void) {
    state.withLock { state in
      if state.showsStatus {
        state.showsStatus = false
        state.pending.append(Self.erasing)
      }
      compose(&state.pending)
      if !later || isTerminal || state.pending.count >= Self.capacity { send(&state) }
    }
  }

  /// Writes what has been waiting.
  package func flush() { state.withLock { send(&$0) } }

  /// Shows a line below all others that is replaced by the next one, or by lines that are written.
  ///
  /// - Parameter status: Text without a line end, no wider than the terminal; empty to take the line
  ///   away.
  package func show(status: String) {
    state.withLock { state in
      guard state.showsStatus || !status.isEmpty else { return }
      state.showsStatus = !status.isEmpty
      state.pending.append(Self.erasing)
      state.pending.append(status)
      send(&state)
    }
  }

  /// Takes the status away, unless another thread is just writing.
  ///
  /// For the end of an interrupted process, which must not wait.
  func eraseStatusIfPossible() {
    _ = state.withLockIfAvailable { state in
      guard state.showsStatus else { return }
      state.showsStatus = false
      var erasing = Array(Self.erasing.utf8)
      send(&erasing)
    }
  }

  /// To the first column; the rest of the line is erased (ECMA-48 §8.3.41).
  private static let erasing = "\r\u{1B}[K"

  private func send(_ state: inout State) { send(&state.pending) }

  private func send(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    try? SystemCalls.write(bytes.span, to: descriptor)
    bytes.removeAll(keepingCapacity: true)
  }
}
