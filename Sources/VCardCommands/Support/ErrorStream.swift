import ContactPages
import ContactStore
import Files
import Synchronization
package import SystemPackage

/// Standard error: whole lines, and a status below them that comes and goes.
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
    /// How many lines the status has.
    var status = 0

    /// What takes the status away: to its first column; what follows is erased (ECMA-48 §8.3.39, 41).
    var erasing: String { status > 1 ? "\r\u{1B}[\(status - 1)A\u{1B}[J" : "\r\u{1B}[K" }
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

  /// How many rows the terminal has.
  var rows: Int? { Platform.rows(of: descriptor) }

  /// Writes lines.
  ///
  /// - Parameters:
  ///   - later: Whether they may wait for others or for ``flush()``; on a terminal nothing waits.
  ///   - compose: Appends whole lines, each with its end.
  package func write(later: Bool = false, _ compose: (inout [UInt8]) -> Void) {
    state.withLock { state in
      if state.status > 0 {
        state.pending.append(state.erasing)
        state.status = 0
      }
      compose(&state.pending)
      if !later || isTerminal || state.pending.count >= Self.capacity { send(&state) }
    }
  }

  /// Writes what has been waiting.
  package func flush() { state.withLock { send(&$0) } }

  /// Shows lines below all others that are replaced by the next ones, or by lines that are written.
  ///
  /// - Parameter status: Lines with ends between them, no wider and fewer than those of the terminal;
  ///   empty to take them away.
  package func show(status: String) {
    state.withLock { state in
      guard state.status > 0 || !status.isEmpty else { return }
      state.pending.append(state.erasing)
      state.status = status.isEmpty ? 0 : status.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      state.pending.append(status)
      send(&state)
    }
  }

  /// Takes the status away, unless another thread is writing for long.
  ///
  /// For the end of an interrupted process, which must not wait for a terminal that stands still.
  func eraseStatusIfPossible() {
    for _ in 0..<20 {
      let isDone: Void? = state.withLockIfAvailable { state in
        guard state.status > 0 else { return }
        var erasing = Array(state.erasing.utf8)
        state.status = 0
        send(&erasing)
      }
      if isDone != nil { return }
      SystemCalls.pause(milliseconds: 1)
    }
  }

  private func send(_ state: inout State) { send(&state.pending) }

  private func send(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    try? SystemCalls.write(bytes.span, to: descriptor)
    bytes.removeAll(keepingCapacity: true)
  }
}
