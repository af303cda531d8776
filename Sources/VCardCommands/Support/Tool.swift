package import ArgumentParser
import ContactPages
import Files
import SystemPackage

/// Runs the command that the arguments name, and ends the process as its outcome asks.
package enum Tool {
  /// Turns an error of another module into what people read; `nil` when it knows nothing about it.
  package typealias Explanation = @Sendable (any Error) -> CommandFailure?

  /// What is left to do when a command has ended: text to print, and the exit code.
  package struct Ending: Hashable, Sendable {
    /// How the run ends.
    package var exitCode: ExitCode
    /// What goes to standard output: help and the like.
    package var output: String
    /// What goes to standard error: one line, and one more for a suggestion.
    package var errors: String

    /// Creates an ending.
    package init(exitCode: ExitCode, output: String = "", errors: String = "") {
      self.exitCode = exitCode
      self.output = output
      self.errors = errors
    }
  }

  /// Runs the tool, and nothing after it.
  ///
  /// A reader that went away ends it quietly with 0. SIGINT, SIGTERM and SIGHUP remove half-written
  /// files and end it with 130; what somebody has written in an editor stays, and is named.
  ///
  /// - Parameters:
  ///   - root: The command that has all others.
  ///   - arguments: What follows the tool's name.
  ///   - explanation: What the errors of other modules mean.
  package static func main(
    _ root: any ParsableCommand.Type, arguments: [String], explaining explanation: Explanation
  ) async -> Never {
    Platform.ignoreWriteSignals()
    Platform.onInterruption { isLate in
      KeyMode.restore()
      ErrorStream.shared.eraseStatusIfPossible()
      TemporaryFiles.interrupt(evenIfChanged: isLate) { path in
        // Not by the stream, which another thread may hold.
        let line = "vcard: note: what was written is in \(TerminalText.visible("\(path)"))\n"
        try? SystemCalls.write(line.utf8.span, to: .standardError)
      } then: {
        Platform.endImmediately(ExitCode.interrupted.rawValue)
      }
    }
    let ending = await run(root, arguments: arguments, explaining: explanation)
    var exitCode = ending.exitCode
    do {
      try SystemCalls.write(ending.output.utf8.span, to: .standardOutput)
    } catch Errno.brokenPipe {
      // Whoever asked for help has read enough of it.
    } catch {
      exitCode = .ioError
    }
    if !ending.errors.isEmpty { ErrorStream.shared.write { $0.append(ending.errors) } }
    ErrorStream.shared.flush()
    TemporaryFiles.removeAll { Platform.end(exitCode.rawValue) }
  }

  /// Runs a command and tells how it ended.
  package static func run(
    _ root: any ParsableCommand.Type, arguments: [String], explaining explanation: Explanation
  ) async -> Ending {
    // Help on a command that is none would be help on all.
    if arguments.first == "help", let failure = unknownCommand(arguments, of: root) {
      return ending(for: failure)
    }
    var command: any ParsableCommand
    do {
      command = try parse(arguments, of: root)
    } catch {
      if let failure = unknownCommand(arguments, of: root) { return ending(for: failure) }
      return ending(forUsage: error, of: root)
    }
    do {
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return Ending(exitCode: .ok)
    } catch {
      return ending(for: error, of: root, explaining: explanation)
    }
  }

  /// The command that arguments ask for.
  ///
  /// By itself a command is read in two thirds of the time that it takes below all others: those read
  /// it twice. Only they know what is wrong with arguments, and how help is given.
  private static func parse(
    _ arguments: [String], of root: any ParsableCommand.Type
  ) throws -> any ParsableCommand {
    let (named, words) = named(by: arguments, of: root)
    if named.configuration.subcommands.isEmpty,
      let command = try? named.parseAsRoot(Array(arguments.dropFirst(words))),
      type(of: command) == named
    {
      return command
    }
    return try root.parseAsRoot(arguments)
  }

  /// The command that the first of some words name, and how many of them do.
  private static func named(
    by words: [String], of root: any ParsableCommand.Type
  ) -> (command: any ParsableCommand.Type, words: Int) {
    var command: any ParsableCommand.Type = root
    for (count, word) in words.enumerated() {
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == word })
      else { return (command, count) }
      command = next
    }
    return (command, words.count)
  }

  /// What is wrong with arguments that name a command which is none, and which one they may mean;
  /// `nil` for others.
  private static func unknownCommand(
    _ arguments: [String], of root: any ParsableCommand.Type
  ) -> CommandFailure? {
    let words = Array(arguments.drop { $0 == "help" })
    let (command, count) = named(by: words, of: root)
    let below = command.configuration.subcommands
    // What follows an option may be its value.
    guard count < words.count, !words[count].hasPrefix("-"), !below.isEmpty,
      command.configuration.defaultSubcommand == nil
    else { return nil }
    let word = words[count]
    let path = ([root._commandName] + words[..<count]).joined(separator: " ")
    let names = below.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
    // `vcard list` means that of a command further down.
    let further = below.first { command in
      command.configuration.subcommands.contains {
        $0._commandName == word && $0.configuration.shouldDisplay
      }
    }
    let meant =
      further.map { "\($0._commandName) \(word)" } ?? SpellingDistance.nearest(word, among: names)
    return CommandFailure(
      .usage, "\(path) has no command '\(word)'",
      suggestion: meant.map { "did you mean '\($0)'?" } ?? "see '\(path) --help'")
  }

  /// How a run ends that an error stopped.
  private static func ending(
    for error: any Error, of root: any ParsableCommand.Type, explaining explanation: Explanation
  ) -> Ending {
    switch error {
    case let failure as CommandFailure: return ending(for: failure)
    case let exitCode as ExitCode: return Ending(exitCode: exitCode)
    case let request as ManualRequest: return ending(for: request, of: root)
    case let error as FileError where error.errno == .brokenPipe: return Ending(exitCode: .ok)
    case let error as FileError: return ending(for: CommandFailure(error))
    case Errno.brokenPipe: return Ending(exitCode: .ok)
    case let error as Errno: return ending(for: CommandFailure(.ioError, "\(error)"))
    case is CancellationError: return ending(for: CommandFailure(.interrupted, "interrupted"))
    default: break
    }
    if let failure = explanation(error) { return ending(for: failure) }
    switch root.exitCode(for: error) {
    // `vcard help`, and what a command itself finds wrong with its arguments.
    case .ok, .usage: return ending(forUsage: error, of: root)
    // An error that nobody can explain is a defect of ours.
    default: return ending(for: CommandFailure(.software, "internal error: \(error)"))
    }
  }

  /// How a run ends whose arguments ask for help, or are wrong.
  private static func ending(
    forUsage error: any Error, of root: any ParsableCommand.Type
  ) -> Ending {
    let full = root.fullMessage(for: error)
    if root.exitCode(for: error) == .ok {
      let lines = ownOptionsFirst(full).reversed().drop { $0 == "\n" }.reversed()
      return Ending(exitCode: .ok, output: String(lines) + "\n")
    }
    // ArgumentParser ends with `See 'vcard sort --help' for more information.`
    let help = full.split(separator: "'").last { $0.hasSuffix(" --help") }
    return ending(
      for: CommandFailure(
        .usage, oneLine(root.message(for: error)), suggestion: help.map { "see '\($0)'" }))
  }

  /// Help with the options of a command before those of every command: ArgumentParser puts sections
  /// with a title before those without.
  private static func ownOptionsFirst(_ help: String) -> String {
    var blocks = help.split(separator: "\n\n", omittingEmptySubsequences: false)
    guard let shared = blocks.firstIndex(where: { $0.hasPrefix("OPTIONS OF EVERY COMMAND:") }),
      let own = blocks.firstIndex(where: { $0.hasPrefix("OPTIONS:") }), shared < own
    else { return help }
    blocks.insert(blocks.remove(at: shared), at: own)
    return blocks.joined(separator: "\n\n")
  }

  /// How a run ends that asks for manual pages.
  private static func ending(
    for request: ManualRequest, of root: any ParsableCommand.Type
  ) -> Ending {
    do {
      return Ending(exitCode: .ok, output: try request.carryOut(on: ManualPage.pages(of: root)))
    } catch {
      return ending(for: error, of: root, explaining: { _ in nil })
    }
  }

  private static func ending(for failure: CommandFailure) -> Ending {
    let suggestion = failure.suggestion.map { "vcard: note: \(TerminalText.visible($0))\n" } ?? ""
    return Ending(
      exitCode: failure.exitCode,
      errors: "vcard: error: \(TerminalText.visible(failure.message))\n\(suggestion)")
  }

  /// A message of ArgumentParser the way ours are: on one line, beginning with a small letter.
  private static func oneLine(_ message: String) -> String {
    let words = message.split(whereSeparator: \.isWhitespace)
    guard let first = words.first else { return message }
    return ([first.prefix(1).lowercased() + first.dropFirst()] + words.dropFirst())
      .joined(separator: " ")
  }
}
