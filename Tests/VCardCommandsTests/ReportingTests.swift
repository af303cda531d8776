import ContactStore
import Files
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard
import VCardCommands

/// Gathers in a file what goes to standard error.
final class Recorder {
  private let directory: TemporaryDirectory
  private let descriptor: FileDescriptor
  let stream: ErrorStream

  init(isTerminal: Bool = false) throws {
    directory = try TemporaryDirectory()
    descriptor = try SystemCalls.open(
      directory.path("errors"), .writeOnly, options: .create, permissions: .ownerReadWrite)
    stream = ErrorStream(descriptor, isTerminal: isTerminal)
  }

  deinit { try? SystemCalls.close(descriptor) }

  var text: String {
    get throws { try directory.text("errors") }
  }

  var lines: [String] {
    get throws { try text.split(separator: "\n").map(String.init) }
  }
}

@Suite("DiagnosticReporter and Console")
struct ReportingTests {
  private func diagnostic(
    _ severity: Diagnostic.Severity = .warning, _ code: String = "unparsable-value",
    line: Int = 812, _ message: String = "BDAY \"12th May\" is not a date; kept as text"
  ) -> Diagnostic {
    Diagnostic(
      severity: severity, code: .init(rawValue: code),
      position: SourcePosition(byte: 9000, card: 3, line: line, column: 14), message: message)
  }

  @Test("says what compilers say: place, severity, code, message")
  func saysPlace() throws {
    let recorder = try Recorder()
    let reporter = DiagnosticReporter(console: Console(stream: recorder.stream))
    try reporter.report(diagnostic(), in: "a.vcf")
    reporter.finish()
    let expected =
      "a.vcf:812:14: warning: [unparsable-value] BDAY \"12th May\" is not a date; kept as text\n"
    #expect(try recorder.text == expected)
  }

  @Test("makes the name and the message safe to print")
  func escapes() throws {
    let recorder = try Recorder()
    let reporter = DiagnosticReporter(console: Console(stream: recorder.stream))
    try reporter.report(diagnostic(.note, "odd", line: 1, "a\u{1B}[2J\nb"), in: "\u{202E}.vcf")
    #expect(try recorder.text == "\\u{202E}.vcf:1:14: note: [odd] a\\u{1B}[2J\\nb\n")
  }

  @Test("colours the severity as compilers do, and only that and the place")
  func colors() throws {
    let recorder = try Recorder()
    let reporter = DiagnosticReporter(console: Console(stream: recorder.stream, usesColor: true))
    for severity in [Diagnostic.Severity.note, .warning, .error] {
      try reporter.report(diagnostic(severity, "odd", line: 1, "m"), in: "a")
    }
    let place = "\u{1B}[1ma:1:14:\u{1B}[0m "
    #expect(
      try recorder.lines == [
        place + "\u{1B}[1;36mnote:\u{1B}[0m [odd] m",
        place + "\u{1B}[1;35mwarning:\u{1B}[0m [odd] m",
        place + "\u{1B}[1;31merror:\u{1B}[0m [odd] m",
      ])
  }

  @Test("prints 20 of one code in the whole run, and sums up the rest in one line a code")
  func sumsUp() throws {
    let recorder = try Recorder()
    let reporter = DiagnosticReporter(console: Console(stream: recorder.stream))
    for line in 1...154 {
      try reporter.report(diagnostic(line: line), in: line % 2 == 0 ? "a.vcf" : "b.vcf")
    }
    for line in 1...20 { try reporter.report(diagnostic(.note, "other", line: line), in: "a.vcf") }
    reporter.finish()
    reporter.finish()
    let lines = try recorder.lines
    #expect(lines.count == 20 + 20 + 1)
    #expect(lines[19].hasPrefix("a.vcf:20:14:"))
    #expect(
      lines.last == "vcard: note: 134 more of [unparsable-value]; --diagnostics jsonl lists all")
    #expect(reporter.counts.warnings == 154)
    #expect(reporter.counts.notes == 20)
    #expect(reporter.counts.errors == 0)
  }

  @Test("gives one JSON object a line with every field, and sums up nothing")
  func writesJSON() throws {
    let recorder = try Recorder()
    let console = Console(stream: recorder.stream, usesColor: true)
    let reporter = DiagnosticReporter(console: console, format: .jsonl)
    for line in 1...1000 { try reporter.report(diagnostic(line: line), in: "a\"b.vcf") }
    reporter.finish()
    let lines = try recorder.lines
    #expect(lines.count == 1000)
    #expect(
      lines.first
        == #"{"file":"a\"b.vcf","line":1,"column":14,"byte":9000,"card":3,"severity":"warning","#
        + #""code":"unparsable-value","message":"BDAY \"12th May\" is not a date; kept as text"}"#)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?.count == 8)
    }
  }

  @Test(
    "stops a strict run at its first error, prints that one, and ends with 65",
    arguments: [Console.Verbosity.quiet, .normal])
  func stops(verbosity: Console.Verbosity) throws {
    let recorder = try Recorder()
    let console = Console(stream: recorder.stream, verbosity: verbosity)
    let reporter = DiagnosticReporter(console: console, isStrict: true)
    try reporter.report(diagnostic(.warning, "odd"), in: "a.vcf")
    let failure = #expect(throws: CommandFailure.self) {
      try reporter.report(
        [diagnostic(.note, "odd"), diagnostic(.error, "bad"), diagnostic(.error, "bad")],
        in: "a.vcf")
    }
    #expect(failure?.exitCode == .data)
    #expect(reporter.counts.errors == 1)
    #expect(try recorder.lines.count == (verbosity == .quiet ? 1 : 3))
    #expect(try recorder.lines.last?.contains(" error: [bad] ") == true)
  }

  @Test("prints nothing when quiet, but counts", arguments: DiagnosticReporter.Format.allCases)
  func staysQuiet(format: DiagnosticReporter.Format) throws {
    let recorder = try Recorder()
    let console = Console(stream: recorder.stream, verbosity: .quiet)
    let reporter = DiagnosticReporter(console: console, format: format)
    for severity in Diagnostic.Severity.allCases {
      for _ in 0..<30 { try reporter.report(diagnostic(severity), in: "a.vcf") }
    }
    console.say(.warning, "odd")
    reporter.finish()
    #expect(try recorder.text == "")
    #expect(reporter.counts.errors == 30)
    console.say(.error, "bad")
    #expect(try recorder.text == "vcard: error: bad\n")
  }

  @Test("keeps lines of several threads whole")
  func keepsLinesWhole() async throws {
    let recorder = try Recorder()
    let reporter = DiagnosticReporter(console: Console(stream: recorder.stream), format: .jsonl)
    try await withThrowingTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          for line in 1...2000 {
            try reporter.report(self.diagnostic(line: line), in: "\(thread).vcf")
          }
        }
      }
      try await group.waitForAll()
    }
    reporter.finish()
    let lines = try recorder.lines
    #expect(lines.count == 8000)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"file\":\"") && $0.hasSuffix("kept as text\"}") })
  }

  @Test("explains only to those who asked for it, and asks nothing of what it will not say")
  func explains() throws {
    let recorder = try Recorder()
    func never() -> String {
      Issue.record("an explanation was made for nobody")
      return ""
    }
    Console(stream: recorder.stream).explain(never())
    Console(stream: recorder.stream, verbosity: .quiet).explain(never())
    Console(stream: recorder.stream, verbosity: .verbose).explain("windows-1252 it is")
    Console(stream: recorder.stream, verbosity: .quiet).line("read 3, matched 2")
    #expect(try recorder.text == "vcard: note: windows-1252 it is\nread 3, matched 2\n")
  }

  @Test(
    "colours and shows progress on a terminal that can, unless told otherwise",
    arguments: [
      (true, ["TERM": "xterm"], TerminalChoice.auto, true, true),
      (true, ["TERM": "xterm", "NO_COLOR": "1"], .auto, false, true),
      (true, ["TERM": "xterm", "NO_COLOR": ""], .auto, true, true),
      (true, ["TERM": "dumb"], .auto, false, false),
      (true, [:], .auto, false, false),
      (false, ["TERM": "xterm"], .auto, false, false),
      (false, ["NO_COLOR": "1"], .always, true, true),
      (true, ["TERM": "xterm"], .never, false, false),
    ])
  func chooses(
    isTerminal: Bool, environment: [String: String], choice: TerminalChoice, usesColor: Bool,
    showsProgress: Bool
  ) throws {
    let recorder = try Recorder(isTerminal: isTerminal)
    let console = Console(
      color: choice, progress: choice, verbosity: .normal, stream: recorder.stream,
      environment: { environment[$0] })
    #expect(console.usesColor == usesColor)
    #expect(console.showsProgress == showsProgress)
  }
}
