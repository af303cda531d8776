import ArgumentParser
import ContactStore
import Files
import SystemPackage
import TestSupport
import Testing
import VCardCommands

private struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vcard", abstract: "A root.", version: "1.2.3",
    subcommands: [Fail.self, Wait.self, ManualCommand.self]
  )
}

private struct Fail: ParsableCommand {
  enum Way: String, CaseIterable, ExpressibleByArgument {
    case never, failure, suggestion, exit, file, pipe, errno, cancelled, foreign, unknown, usage
  }

  struct Foreign: Error {}
  struct Unknown: Error {}

  static let configuration = CommandConfiguration(
    abstract: "Fails.", discussion: "Examples:\n  vcard fail \\never\n\n.Not a request.")

  @OptionGroup(title: "Options of every command") var global: GlobalOptions
  @Argument(help: "How to fail.") var way: Way

  func run() throws {
    switch way {
    case .never: break
    case .failure: throw CommandFailure(.changed, "it\u{1B} changed")
    case .suggestion: throw CommandFailure(.data, "no", suggestion: "try 'vcard yes'")
    case .exit: throw ExitCode.found
    case .file: throw FileError(.create, "a.vcf", .readOnlyFileSystem)
    case .pipe: throw FileError(.write, "standard output", .brokenPipe)
    case .errno: throw Errno.ioError
    case .cancelled: throw CancellationError()
    case .foreign: throw Foreign()
    case .unknown: throw Unknown()
    case .usage: throw ValidationError("Two FILEs are one too many.")
    }
  }
}

private struct Wait: AsyncParsableCommand {
  func run() async throws {
    await Task.yield()
    throw CommandFailure(.data, "waited")
  }
}

@Suite("Tool")
struct ToolEndingTests {
  private func run(_ arguments: String...) async -> Tool.Ending {
    await Tool.run(Root.self, arguments: arguments) { error in
      error is Fail.Foreign ? CommandFailure(.noInput, "foreign") : nil
    }
  }

  @Test(
    "turns each error into one line and an exit code",
    arguments: [
      ("never", 0, ""), ("exit", 1, ""), ("pipe", 0, ""),
      ("failure", 75, "vcard: error: it\\u{1B} changed\n"),
      ("suggestion", 65, "vcard: error: no\nvcard: note: try 'vcard yes'\n"),
      ("file", 73, "vcard: error: cannot create a.vcf: Read-only file system\n"),
      ("errno", 74, "vcard: error: Input/output error\n"),
      ("cancelled", 130, "vcard: error: interrupted\n"),
      ("foreign", 66, "vcard: error: foreign\n"),
      ("unknown", 70, "vcard: error: internal error: Unknown()\n"),
      (
        "usage", 64,
        "vcard: error: two FILEs are one too many.\nvcard: note: see 'vcard --help'\n"
      ),
    ])
  func turnsErrors(way: String, exitCode: Int32, errors: String) async {
    let ending = await run("fail", way)
    #expect(ending == Tool.Ending(exitCode: ExitCode(exitCode), errors: errors))
  }

  @Test("waits for commands that are asynchronous")
  func waits() async { #expect(await run("wait").exitCode == .data) }

  @Test(
    "ends with 64 for wrong usage and says where to read more",
    arguments: [
      (["fail", "never", "--nonsense"], "unknown option '--nonsense'", "vcard fail"),
      (["fail"], "missing expected argument '<way>'", "vcard fail"),
      (["nonsense"], "vcard has no command 'nonsense'", "vcard"),
      (["fail", "never", "-q", "-v"], "--quiet and --verbose exclude each other", "vcard fail"),
      (
        ["fail", "never", "--threads", "0"], "--threads takes a number from 1 to 1024",
        "vcard fail"
      ),
      (
        ["fail", "never", "--region", "Germany"],
        "the value 'Germany' is invalid for '--region <cc>': a country is two letters, as in DE",
        "vcard fail"
      ),
      (
        ["fail", "never", "--color", "blue"],
        "the value 'blue' is invalid for '--color <when>'. "
          + "Please provide one of 'auto', 'always' or 'never'.",
        "vcard fail"
      ),
    ])
  func refusesUsage(arguments: [String], message: String, command: String) async {
    let ending = await Tool.run(Root.self, arguments: arguments) { _ in nil }
    let errors = "vcard: error: \(message)\nvcard: note: see '\(command) --help'\n"
    #expect(ending == Tool.Ending(exitCode: .usage, errors: errors))
  }

  @Test(
    "prints help, version and completions on standard output and ends with 0",
    arguments: [
      (["--help"], "OVERVIEW: A root."), (["help", "fail"], "OVERVIEW: Fails."),
      (["fail", "--help"], "OVERVIEW: Fails."), (["--version"], "1.2.3\n"),
      (["--generate-completion-script", "bash"], "#!/bin/bash"),
    ])
  func helps(arguments: [String], start: String) async {
    let ending = await Tool.run(Root.self, arguments: arguments) { _ in nil }
    #expect(ending.exitCode == .ok)
    #expect(ending.errors == "")
    #expect(ending.output.hasPrefix(start))
    #expect(ending.output.hasSuffix("\n") && !ending.output.hasSuffix("\n\n"))
  }

  @Test("prints the manual page of a command in the language of man(7)")
  func printsManual() async {
    let page = await run("manual", "fail")
    #expect(page.exitCode == .ok)
    let start = #"""
      .TH "VCARD\-FAIL" 1 "" "vcard 1.2.3"
      .SH "NAME"
      vcard\-fail \- Fails
      .SH "SYNOPSIS"
      \fBvcard fail\fR [OPTION...] WAY
      .SH "DESCRIPTION"
      Examples:
      .PP
      .nf
        vcard fail \enever
      .PP
      .fi
      .PP
      \&.Not a request.
      .SH "ARGUMENTS"
      .TP
      \fIway\fR
      How to fail. (one of never, failure, suggestion,
      """#
    #expect(page.output.hasPrefix(start))
    let options = #"""
      .SH "OPTIONS OF EVERY COMMAND"
      .TP
      \fB\-\-from\fR \fIformat\fR
      """#
    #expect(page.output.contains(options))
    #expect(page.output.contains("\\fB\\-q, \\-\\-quiet\\fR\n"))
    #expect(page.output.contains(".TP\n\\fB75\\fR\nWhat a plan was made from has changed"))
    #expect(page.output.hasSuffix(".SH \"SEE ALSO\"\nvcard(1)\n"))
    #expect(await run("manual").output.contains(".TP\n\\fBvcard\\-fail(1)\\fR\nFails.\n"))
  }

  @Test("writes the manual pages of all commands into a folder, and knows no others")
  func writesManuals() async throws {
    let directory = try TemporaryDirectory()
    #expect(await run("manual", "--into", directory.path.string) == Tool.Ending(exitCode: .ok))
    let names = ["vcard-fail.1", "vcard-manual.1", "vcard-wait.1", "vcard.1"]
    #expect(try directory.names() == names)
    #expect(try directory.text("vcard-fail.1") == (await run("manual", "fail")).output)
    #expect(await run("manual", "--into", directory.argument("missing")).exitCode == .cannotCreate)
    #expect(await run("manual", "nonsense").exitCode == .usage)
    #expect(await run("manual", "--into", "x", "fail").exitCode == .usage)
  }

  @Test("reads the options that every command has")
  func readsOptions() throws {
    let plain = try GlobalOptions.parse([])
    #expect(plain.threads.count >= 1)
    #expect(plain.input.from == nil)
    #expect(!plain.reporting.strict)
    #expect(plain.reporting.console.verbosity == .normal)
    let all = try GlobalOptions.parse([
      "--from", "cutout", "--charset", "cp932", "--region", "jp", "--strict", "-q", "--color",
      "always", "--progress", "always", "--threads", "3", "--diagnostics", "jsonl",
    ])
    #expect(all.input.from == .cutout)
    #expect(all.input.text.charset == "cp932")
    #expect(all.input.region == "JP")
    #expect(all.reporting.strict)
    #expect(all.reporting.diagnostics == .jsonl)
    #expect(all.threads.count == 3)
    #expect(all.reporting.console.verbosity == .quiet)
    #expect(all.reporting.console.usesColor)
    // Who wants quiet wants no progress either.
    #expect(!all.reporting.console.showsProgress)
  }
}

@Suite("The built tool")
struct BuiltToolTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(
    "suggests the command that a misspelled one may be",
    arguments: [
      (["conver", "x"], "vcard has no command 'conver'", "did you mean 'convert'?"),
      (["help", "bok"], "vcard has no command 'bok'", "did you mean 'book'?"),
      (["book", "lsit"], "vcard book has no command 'lsit'", "did you mean 'list'?"),
      (["list"], "vcard has no command 'list'", "did you mean 'book list'?"),
      (["help", "plan"], "vcard has no command 'plan'", "did you mean 'dedupe plan'?"),
      (
        ["book", "frobnicate"], "vcard book has no command 'frobnicate'", "see 'vcard book --help'"
      ),
    ])
  func suggestsCommands(arguments: [String], error: String, note: String) async throws {
    let outcome = try await ToolRunner.run(arguments)
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errorLines == ["vcard: error: \(error)", "vcard: note: \(note)"])
  }

  @Test(
    "says no to outputs that would not be what their names look like",
    arguments: ["out/", "out.vcf.gz", "out.sqlite"])
  func refusesOutput(name: String) async throws {
    let outcome = try await ToolRunner.run(
      ["convert", "-o", name], input: Array("BEGIN:VCARD\r\nEND:VCARD\r\n".utf8),
      directory: directory.path)
    #expect(outcome.ending == .exit(64))
    #expect(try directory.names() == [])
  }

  @Test("says its version, and what is wrong with its arguments")
  func runs() async throws {
    let version = try await ToolRunner.run(["--version"])
    #expect(version.ending == .exit(0))
    #expect(version.outputText.split(separator: ".").count == 3)
    #expect(version.errors == [])
    let wrong = try await ToolRunner.run(["--nonsense"])
    #expect(wrong.ending == .exit(64))
    #expect(wrong.output == [])
    #expect(wrong.errorLines.first == "vcard: error: unknown option '--nonsense'")
  }

  @Test("ends quietly when nobody reads on")
  func endsOnBrokenPipe() async throws {
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nEND:VCARD\r\n"
    try directory.write(String(repeating: card, count: 50_000), to: "many.vcf")
    let outcome = try await ToolRunner.shell(
      "{ vcard convert many.vcf; echo exit $? >&2; } | head -c 1", directory: directory.path)
    #expect(outcome.outputText == "B")
    #expect(outcome.errorText == "exit 0\n")
  }

  @Test(
    "ends with 130 when interrupted; the old file stays, the new one goes",
    arguments: [2, 15, 1] as [Int32])
  func endsOnInterruption(signal: Int32) async throws {
    try directory.write("old", to: "out.vcf")
    let directory = directory
    let outcome = try await ToolRunner.start(
      ["convert", "-o", directory.argument("out.vcf")]
    ) { process in
      try await process.write(Array("BEGIN:VCARD\r\nVERSION:3.0\r\n".utf8))
      // The new file is there before the first card is.
      for _ in 0..<6000 where try directory.names() == ["out.vcf"] {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try directory.names().count == 2)
      try process.send(signal: signal)
      // Its input stays open until it has ended.
      for _ in 0..<6000 where try directory.names() != ["out.vcf"] {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    #expect(outcome.ending == .exit(130))
    #expect(try directory.names() == ["out.vcf"])
    #expect(try directory.text("out.vcf") == "old")
    #expect(outcome.output == [])
  }

  @Test("leaves nothing of a split behind that is interrupted while it writes files")
  func splitEndsOnInterruption() async throws {
    let cards = (0..<3000).map {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:K;\($0);;;\r\nFN:\($0) K\r\nEND:VCARD\r\n"
    }
    let directory = directory
    for _ in 0..<4 {
      let outcome = try await ToolRunner.start(
        ["convert", "--split", directory.argument("people")]
      ) { process in
        try await process.write(Array(cards.joined().utf8))
        try process.send(signal: 2)
        for _ in 0..<6000 where try !directory.names().isEmpty {
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      #expect(outcome.ending == .exit(130))
      #expect(try directory.names() == [])
    }
  }

  @Test("leaves signals alone that it was told to ignore, as nohup does")
  func leavesIgnoredSignals() async throws {
    let directory = directory
    let outcome = try await ToolRunner.start(
      ["-c", "trap '' HUP; exec vcard convert -o out.vcf"], program: "/bin/sh",
      directory: directory.path
    ) { process in
      try await process.write(Array("BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\n".utf8))
      for _ in 0..<6000 where try directory.names().isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
      try process.send(signal: 1)
      try await process.write(Array("FN:\r\nEND:VCARD\r\n".utf8))
    }
    #expect(outcome.ending == .exit(0))
    #expect(try directory.names() == ["out.vcf"])
  }

  @Test("is ended when it takes too long")
  func timesOut() async throws {
    // Writing fails once the tool is gone, however long the clock took to end it.
    let outcome = try await ToolRunner.start(["convert"], timeout: .milliseconds(300)) { process in
      for _ in 0..<3000 {
        guard (try? await process.write(Array("x\r\n".utf8))) != nil else { return }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    #expect(outcome.ending == .timeout)
  }

  @Test("replaces the file that it reads")
  func replacesInput() async throws {
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nEND:VCARD\r\n"
    let many = String(repeating: card, count: 20_000)
    try directory.write(many, to: "a.vcf")
    let outcome = try await ToolRunner.run(
      ["convert", "a.vcf", "-o", "a.vcf"], directory: directory.path)
    #expect(outcome.ending == .exit(0))
    let isSame = try directory.text("a.vcf") == many
    #expect(isSame)
    #expect(try directory.names() == ["a.vcf"])
  }

  @Test("writes to /dev/stdout what it writes to standard output, after what is there already")
  func writesToInheritedDescriptor() async throws {
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nEND:VCARD\r\n"
    try directory.write(card, to: "a.vcf")
    let outcome = try await ToolRunner.shell(
      "{ echo first; vcard convert a.vcf -o /dev/stdout; } > out", directory: directory.path)
    #expect(outcome.ending == .exit(0))
    #expect(try directory.text("out") == "first\n" + card)
    #expect(try directory.names() == ["a.vcf", "out"])
  }
}
