import Foundation
import Subprocess
public import SystemPackage

/// Runs the tool as it was built, the way a person would.
public enum ToolRunner {
  /// How a run of the tool ended.
  public enum Ending: Hashable, Sendable {
    /// It ended by itself with this exit code.
    case exit(Int32)
    /// This signal ended it.
    case signal(Int32)
    /// It did not end in time, and was ended.
    case timeout
  }

  /// What a run of the tool left behind.
  public struct Outcome: Sendable {
    /// How it ended.
    public let ending: Ending
    /// The bytes of standard output.
    public let output: [UInt8]
    /// The bytes of standard error.
    public let errors: [UInt8]

    /// Standard output; what is not UTF-8 has become U+FFFD.
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    /// Standard error; what is not UTF-8 has become U+FFFD.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
    /// The lines of standard error without their ends.
    public var errorLines: [String] { errorText.split(separator: "\n").map(String.init) }
  }

  /// A running tool.
  public struct Process: Sendable {
    fileprivate let execution: Execution<CustomWriteInput, BytesOutput, BytesOutput>

    /// Writes to its standard input, which stays open until the body given to `start` returns.
    public func write(_ bytes: [UInt8]) async throws {
      _ = try await execution.standardInputWriter.write(bytes)
    }

    /// Closes its standard input.
    public func finishInput() async throws { try await execution.standardInputWriter.finish() }

    /// Writes all of its standard input; a tool that ends without reading it is no failure.
    fileprivate func feed(_ bytes: [UInt8]) async {
      try? await write(bytes)
      try? await finishInput()
    }

    /// Sends it a signal by number.
    public func send(signal: Int32) throws {
      try execution.send(signal: Signal(rawValue: signal))
    }
  }

  /// Where the tool is.
  ///
  /// The environment variable `VCARD_TOOL` goes first. Else it is where the package manager puts it:
  /// beside the running tests; else in the build folder of this repository.
  public static let path: FilePath = {
    if let chosen = inherited["VCARD_TOOL"] { return FilePath(chosen) }
    let tests = FilePath(CommandLine.arguments.first ?? "").removingLastComponent()
    let beside = [tests, Repository.root.appending(".build/debug")]
    let built = beside.map { $0.appending("vcard") }
    return built.first { (try? Stat($0)) != nil } ?? "vcard"
  }()

  /// The path of another program, where it is installed.
  public static func program(_ name: String) -> String? {
    (inherited["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs the tool to its end.
  ///
  /// - Parameters:
  ///   - arguments: What follows its name.
  ///   - input: All of its standard input.
  ///   - environment: All of its environment besides `PATH`, so that nothing of the machine's shows.
  ///   - directory: Where it runs; that of the tests when `nil`.
  ///   - timeout: How long it may take, once its turn has come, before it is killed.
  /// - Returns: How it ended and what it printed.
  /// - Throws: An error of the launcher, which is none of the tool.
  public static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    directory: FilePath? = nil, timeout: Duration = .seconds(120)
  ) async throws -> Outcome {
    try await start(
      arguments, environment: environment, directory: directory, timeout: timeout,
      body: { await $0.feed(input) })
  }

  /// Runs a script of the POSIX shell that finds the tool as `vcard`.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - input: All of its standard input.
  ///   - environment: All of its environment besides `PATH`.
  ///   - directory: Where it runs; that of the tests when `nil`.
  ///   - timeout: How long it may take, once its turn has come, before it is killed.
  /// - Returns: How it ended and what it printed.
  /// - Throws: An error of the launcher, which is none of the tool.
  public static func shell(
    _ script: String, input: [UInt8] = [], environment: [String: String] = [:],
    directory: FilePath? = nil, timeout: Duration = .seconds(120)
  ) async throws -> Outcome {
    try await start(
      ["-c", script], program: "/bin/sh", environment: environment, directory: directory,
      timeout: timeout, body: { await $0.feed(input) })
  }

  /// Runs the tool and does something while it runs.
  ///
  /// - Parameters:
  ///   - arguments: What follows its name.
  ///   - program: What runs instead of the tool, which it finds as `vcard`.
  ///   - environment: All of its environment besides `PATH`.
  ///   - directory: Where it runs; that of the tests when `nil`.
  ///   - timeout: How long it may take, once its turn has come, before it is killed.
  ///   - leadsSession: Whether it may make a terminal its own.
  ///   - body: What to do with it; its standard input is open until this returns.
  /// - Returns: How it ended and what it printed.
  /// - Throws: An error of the launcher or of `body`.
  public static func start(
    _ arguments: [String], program: FilePath? = nil, environment: [String: String] = [:],
    directory: FilePath? = nil, timeout: Duration = .seconds(120), leadsSession: Bool = false,
    body: @Sendable (Process) async throws -> Void
  ) async throws -> Outcome {
    // A tool that runs beside hundreds of others is late for every clock. Those that the body of
    // another starts do not wait: the other may wait for them.
    if hasTurn {
      return try await launch(
        arguments, program: program, environment: environment, directory: directory,
        timeout: timeout, leadsSession: leadsSession, body: body)
    }
    await turns.take()
    defer { turns.giveBack() }
    return try await $hasTurn.withValue(true) {
      try await launch(
        arguments, program: program, environment: environment, directory: directory,
        timeout: timeout, leadsSession: leadsSession, body: body)
    }
  }

  private static func launch(
    _ arguments: [String], program: FilePath?, environment: [String: String],
    directory: FilePath?, timeout: Duration, leadsSession: Bool,
    body: @Sendable (Process) async throws -> Void
  ) async throws -> Outcome {
    _ = TestSystem.brokenPipesAreErrors
    let search = "\(path.removingLastComponent()):\(inherited["PATH"] ?? "/usr/bin:/bin")"
    var variables: [Environment.Key: String] = ["PATH": search]
    for (name, value) in environment {
      if let key = Environment.Key(rawValue: name) { variables[key] = value }
    }
    var options = PlatformOptions()
    options.createSession = leadsSession
    let result = try await Subprocess.run(
      .path(program ?? path), arguments: Arguments(arguments), environment: .custom(variables),
      workingDirectory: directory, platformOptions: options, input: .inputWriter,
      output: .bytes(limit: outputLimit), error: .bytes(limit: outputLimit)
    ) { execution in
      let process = Process(execution: execution)
      let clock = Task {
        // In steps: while other tests hold every thread of the pool, nobody feeds the tool, and such
        // a stretch counts as one step however long it is.
        for _ in 0..<clockSteps { try await Task.sleep(for: timeout / clockSteps) }
        try process.send(signal: killSignal)
      }
      try await body(process)
      return clock
    }
    let clock = result.closureResult
    clock.cancel()
    let isLate = if case .success = await clock.result { true } else { false }
    let ending: Ending =
      switch result.terminationStatus {
      case .exited(let code): .exit(code)
      case .signaled(let number): isLate ? .timeout : .signal(number)
      }
    return Outcome(
      ending: ending, output: result.standardOutput, errors: result.standardError)
  }

  private static let turns = Turns(count: 2 * ProcessInfo.processInfo.activeProcessorCount)
  @TaskLocal private static var hasTurn = false

  private static let inherited = ProcessInfo.processInfo.environment
  /// The size in bytes of output that no test wants.
  private static let outputLimit = 1 << 28
  private static let killSignal: Int32 = 9
  private static let clockSteps = 60
}
