import Synchronization
public import SystemPackage

/// A terminal that the tool runs on, and the person in front of it.
///
/// ```
/// the test ◀─▶ outside ═ terminal ═ inside ◀─▶ the tool: standard input, standard error, /dev/tty
/// ```
public final class Terminal: Sendable {
  /// A text was not shown in time.
  public struct NotShown: Error {
    /// The text.
    public let text: String
    /// What was shown instead, since the text before.
    public let shown: String
  }

  private struct Shown {
    var octets: [UInt8] = []
    var seen = 0
  }

  private let outside: FileDescriptor
  private let inside: FileDescriptor
  private let shown = Mutex(Shown())

  private init(columns: Int) throws {
    (outside, inside) = try TestSystem.makeTerminal(columns: columns)
    try TestSystem.makeNonBlocking(outside)
  }

  deinit {
    for end in [outside, inside] { try? end.close() }
  }

  /// Whether it puts lines together and shows what is typed, as terminals do by default.
  public var takesLines: Bool { get throws { try TestSystem.takesLines(inside) } }

  /// Types keys.
  public func type(_ keys: String) throws { try outside.writeAll(keys.utf8) }

  /// Waits until a text is shown, after the one that was waited for before.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - timeout: How long to wait.
  /// - Returns: All that was shown since then, with this text at its end.
  /// - Throws: ``NotShown``.
  @discardableResult
  public func wait(for text: String, timeout: Duration = .seconds(60)) async throws -> String {
    let end = ContinuousClock.now + timeout
    while true {
      if let found = take(through: Array(text.utf8)) { return found }
      guard ContinuousClock.now < end else { throw NotShown(text: text, shown: rest) }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// What was shown since the text that was waited for last.
  public var rest: String {
    read()
    return shown.withLock { String(decoding: $0.octets[$0.seen...], as: UTF8.self) }
  }

  private func take(through text: [UInt8]) -> String? {
    read()
    return shown.withLock { shown in
      guard let found = shown.octets[shown.seen...].firstRange(of: text) else { return nil }
      defer { shown.seen = found.upperBound }
      return String(decoding: shown.octets[shown.seen..<found.upperBound], as: UTF8.self)
    }
  }

  /// Takes what is there; the line ends of terminals become those of texts.
  private func read() {
    var octets = TestSystem.available(outside)
    octets.removeAll { $0 == UInt8(ascii: "\r") }
    shown.withLock { $0.octets += octets }
  }
}

extension Terminal {
  /// Runs the tool, or a script of the POSIX shell that finds it as `vcard`, on a new terminal.
  ///
  /// - Parameters:
  ///   - arguments: What follows its name.
  ///   - script: The script; the tool alone when `nil`.
  ///   - columns: How wide the terminal is.
  ///   - environment: All of its environment besides `PATH`.
  ///   - directory: Where it runs.
  ///   - body: What the person does.
  /// - Returns: How it ended; what it printed on standard output.
  /// - Throws: An error of the launcher or of `body`.
  public static func run(
    _ arguments: [String], script: String? = nil, columns: Int = 100,
    environment: [String: String] = ["TERM": "xterm"], directory: FilePath,
    body: @escaping @Sendable (Terminal, ToolRunner.Process) async throws -> Void
  ) async throws -> (outcome: ToolRunner.Outcome, terminal: Terminal) {
    let terminal = try Terminal(columns: columns)
    let path = try TestSystem.path(ofTerminal: terminal.inside).string
    // The first terminal that the leader of a session opens becomes its own.
    let script = script ?? "exec vcard \"$@\""
    let outcome = try await ToolRunner.start(
      ["-c", "exec <>\"$0\" 2>&0; \(script)", path] + arguments, program: "/bin/sh",
      environment: environment, directory: directory, leadsSession: true
    ) { process in
      do {
        try await body(terminal, process)
      } catch {
        // Nobody is there any more to end it.
        try? process.send(signal: 9)
        throw error
      }
    }
    return (outcome, terminal)
  }
}
