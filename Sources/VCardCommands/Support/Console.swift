import ContactPages
package import VCard

/// What goes to people on standard error besides diagnostics: who says it, how loud, in colour or
/// not.
package struct Console: Sendable {
  /// How much is said.
  package enum Verbosity: Sendable, Comparable {
    /// Only what stops the work.
    case quiet
    /// What people want to know as a rule.
    case normal
    /// How things are done, too.
    case verbose
  }

  /// Where it goes.
  package let stream: ErrorStream
  /// Whether severities are coloured.
  package let usesColor: Bool
  /// How much is said.
  package let verbosity: Verbosity
  /// Whether long work shows how far it has come.
  package let showsProgress: Bool
  /// Whether lines can be taken away again, for others in their place.
  package let canErase: Bool

  /// Creates a console.
  package init(
    stream: ErrorStream = .shared, usesColor: Bool = false, verbosity: Verbosity = .normal,
    showsProgress: Bool = false, canErase: Bool = false
  ) {
    self.stream = stream
    self.usesColor = usesColor
    self.verbosity = verbosity
    self.showsProgress = showsProgress
    self.canErase = canErase
  }

  /// Creates the console that a person's choices and their terminal ask for.
  ///
  /// - Parameters:
  ///   - color: When to colour; `auto` means on a terminal, without NO_COLOR and TERM=dumb.
  ///   - progress: When to show how far long work has come; `auto` means on a terminal.
  ///   - verbosity: How much is said; progress is not when that is `quiet`.
  ///   - stream: Where it goes.
  ///   - environment: Looks up an environment variable.
  package init(
    color: TerminalChoice, progress: TerminalChoice, verbosity: Verbosity,
    stream: ErrorStream = .shared,
    environment: (String) -> String? = Platform.environment
  ) {
    let canErase = stream.isTerminal && (environment("TERM") ?? "dumb") != "dumb"
    // no-color.org: set and not empty, whatever it says.
    let mayColor = (environment("NO_COLOR") ?? "").isEmpty
    self.init(
      stream: stream, usesColor: color.holds(when: canErase && mayColor), verbosity: verbosity,
      showsProgress: verbosity > .quiet && progress.holds(when: canErase), canErase: canErase)
  }

  /// Says something that has no place in a file, such as `vcard: warning: …`.
  ///
  /// Errors are always said, notes and warnings not to those who asked for quiet.
  package func say(_ severity: Diagnostic.Severity, _ message: String) {
    guard severity == .error || verbosity > .quiet else { return }
    stream.write { line in
      line.append("vcard: ")
      append(severity, to: &line)
      line.append(visible: message)
      line.append(UInt8(ascii: "\n"))
    }
  }

  /// Says how something is done, to those who asked with `--verbose`.
  package func explain(_ message: @autoclosure () -> String) {
    guard verbosity == .verbose else { return }
    say(.note, message())
  }

  /// Writes one line that is the answer itself, such as what an import did; quiet does not hide it.
  package func line(_ text: String) {
    stream.write { line in
      line.append(visible: text)
      line.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends `warning: ` and the like, in the colours that compilers use.
  func append(_ severity: Diagnostic.Severity, to line: inout [UInt8]) {
    let color =
      switch severity {
      case .note: "\u{1B}[1;36m"
      case .warning: "\u{1B}[1;35m"
      case .error: "\u{1B}[1;31m"
      }
    if usesColor { line.append(color) }
    line.append(severity.rawValue)
    line.append(":")
    if usesColor { line.append("\u{1B}[0m") }
    line.append(" ")
  }
}

/// When to do what suits a terminal only.
package enum TerminalChoice: String, Sendable, CaseIterable {
  /// When there is one.
  case auto
  /// In any case.
  case always
  /// In no case.
  case never

  /// What was chosen, given what `auto` means here.
  func holds(when suitable: Bool) -> Bool {
    switch self {
    case .auto: suitable
    case .always: true
    case .never: false
    }
  }
}
