import ArgumentParser
import ContactPages
import Synchronization
package import VCard

/// Prints diagnostics, counts them, and ends the run at the first error when asked to.
///
/// It may be called from any thread; the order of the calls is the order of the lines.
package final class DiagnosticReporter: Sendable {
  /// What a diagnostic looks like on standard error.
  package enum Format: String, Sendable, CaseIterable {
    /// `FILE:LINE:COL: SEVERITY: [CODE] MESSAGE`, as compilers do it.
    case text
    /// One JSON object a line.
    case jsonl
  }

  /// How many diagnostics there were, printed or not.
  package struct Counts: Hashable, Sendable {
    /// Diagnostics of severity `note`.
    package var notes = 0
    /// Diagnostics of severity `warning`.
    package var warnings = 0
    /// Diagnostics of severity `error`.
    package var errors = 0
  }

  /// How many diagnostics of one code are printed as text; the rest are summed up at the end.
  package static let limit = 20

  fileprivate struct State {
    var counts = Counts()
    /// The codes in the order they first came, which are few, and how often each did.
    var seen: [(code: Diagnostic.Code, count: Int)] = []
  }

  /// Where diagnostics go, and whatever else is told of the run.
  let console: Console
  private let format: Format
  private let isStrict: Bool
  private let state = Mutex(State())

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - console: Where diagnostics go; when it is quiet, only one that stops the run is printed.
  ///   - format: What they look like.
  ///   - isStrict: Whether the first one of severity `error` stops the run.
  package init(console: Console, format: Format = .text, isStrict: Bool = false) {
    self.console = console
    self.format = format
    self.isStrict = isStrict
  }

  /// How many diagnostics there were so far.
  package var counts: Counts { state.withLock { $0.counts } }

  /// Reports one.
  ///
  /// - Parameters:
  ///   - diagnostic: What is odd; it may quote the input as it is.
  ///   - file: The name of the file, `-` for standard input.
  /// - Throws: The ``CommandFailure`` that stops a strict run.
  package func report(_ diagnostic: Diagnostic, in file: String) throws {
    let stops = isStrict && diagnostic.severity == .error
    let isPrinted = state.withLock { state in
      let count = state.count(diagnostic)
      if console.verbosity == .quiet { return stops }
      switch format {
      case .jsonl: return true
      case .text: return stops || count <= Self.limit
      }
    }
    if isPrinted { write(diagnostic, in: file) }
    guard stops else { return }
    throw CommandFailure(.data, "stopped at the first error, as --strict asks")
  }

  /// Reports several of one file, in order.
  package func report(_ diagnostics: [Diagnostic], in file: String) throws {
    for diagnostic in diagnostics { try report(diagnostic, in: file) }
  }

  /// Sums up what was not printed, and writes what is still waiting, when the input has ended.
  package func finish() {
    let seen = state.withLock { state in
      defer { state.seen = [] }
      return state.seen
    }
    if format == .text {
      for (code, count) in seen where count > Self.limit {
        let more = count - Self.limit
        console.say(.note, "\(more) more of [\(code.rawValue)]; --diagnostics jsonl lists all")
      }
    }
    console.stream.flush()
  }

  private func write(_ diagnostic: Diagnostic, in file: String) {
    switch format {
    case .text: console.stream.write { appendText(diagnostic, file, to: &$0) }
    case .jsonl: console.stream.write(later: true) { appendJSON(diagnostic, file, to: &$0) }
    }
  }

  private func appendText(_ diagnostic: Diagnostic, _ file: String, to line: inout [UInt8]) {
    if console.usesColor { line.append("\u{1B}[1m") }
    line.append(visible: file)
    line.append(":")
    line.append(decimal: diagnostic.position.line)
    line.append(":")
    line.append(decimal: diagnostic.position.column)
    line.append(":")
    if console.usesColor { line.append("\u{1B}[0m") }
    line.append(" ")
    console.append(diagnostic.severity, to: &line)
    line.append("[")
    line.append(diagnostic.code.rawValue)
    line.append("] ")
    line.append(visible: diagnostic.message)
    line.append("\n")
  }

  private func appendJSON(_ diagnostic: Diagnostic, _ file: String, to line: inout [UInt8]) {
    let position = diagnostic.position
    line.append("{\"file\":", jsonString: file)
    line.append(",\"line\":")
    line.append(decimal: position.line)
    line.append(",\"column\":")
    line.append(decimal: position.column)
    line.append(",\"byte\":")
    line.append(decimal: position.byte)
    line.append(",\"card\":")
    line.append(decimal: position.card)
    line.append(",\"severity\":\"")
    line.append(diagnostic.severity.rawValue)
    line.append("\",\"code\":", jsonString: diagnostic.code.rawValue)
    line.append(",\"message\":", jsonString: diagnostic.message)
    line.append("}\n")
  }
}

extension DiagnosticReporter.State {
  /// Counts a diagnostic, and says how many of its code there are now.
  fileprivate mutating func count(_ diagnostic: Diagnostic) -> Int {
    switch diagnostic.severity {
    case .note: counts.notes += 1
    case .warning: counts.warnings += 1
    case .error: counts.errors += 1
    }
    guard let index = seen.firstIndex(where: { $0.code == diagnostic.code }) else {
      seen.append((diagnostic.code, 1))
      return 1
    }
    seen[index].count += 1
    return seen[index].count
  }
}
