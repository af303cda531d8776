import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard review on a terminal")
struct ReviewTerminalTests {
  private let folder: TemporaryDirectory

  /// Three pairs to review in a plan of two files.
  init() async throws {
    folder = try TemporaryDirectory()
    func card(_ name: String) -> String {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name)\r\nEMAIL:\(name)@mail.example\r\nEND:VCARD\r\n"
    }
    try folder.write(["Ann", "Ben", "Cleo"].map(card).joined(), to: "phone.vcf")
    try folder.write(["Dan", "Eve", "Finn"].map(card).joined(), to: "cloud.vcf")
    let made = try await ToolRunner.run(
      ["dedupe", "plan", "phone.vcf", "cloud.vcf"], directory: folder.path)
    let header = try #require(made.outputText.split(separator: "\n").first)
    var text = "\(header)\n"
    for (number, names) in [("Ann", "Dan"), ("Ben", "Eve"), ("Cleo", "Finn")].enumerated() {
      text += "{\"cluster\":\(number),\"verdict\":\"review\",\"cards\":["
      text += "{\"file\":\"phone.vcf\",\"card\":\(number),\"name\":\"\(names.0)\"},"
      text += "{\"file\":\"cloud.vcf\",\"card\":\(number),\"name\":\"\(names.1)\"}],\"evidence\":["
      text += "{\"kind\":\"name\",\"level\":\"exact\",\"bits\":4.5,\"detail\":\"\(names.0) one\"},"
      text += "{\"kind\":\"phone\",\"level\":\"different\",\"bits\":-3.2,\"detail\":\"two\"}],"
      text += "\"merged\":\"BEGIN:VCARD\\r\\nVERSION:3.0\\r\\nFN:A\\r\\nEND:VCARD\\r\\n\"}\n"
    }
    try folder.write(text, to: "plan")
  }

  private static let question = "One person? [s/d/u/b/?/q] "

  /// Reviews the plan; `body` begins in front of the first question.
  @discardableResult
  private func review(
    _ body: @escaping @Sendable (Terminal, ToolRunner.Process) async throws -> Void
  ) async throws -> (outcome: ToolRunner.Outcome, terminal: Terminal) {
    try await Terminal.run(
      ["review", "plan", "--decisions", "answers"], directory: folder.path
    ) { terminal, process in
      try await terminal.wait(for: Self.question)
      try await body(terminal, process)
    }
  }

  /// The answers in the order in which they were given.
  private func answers() throws -> [String] {
    struct Line: Decodable { let answer: String }
    guard let text = try? folder.text("answers") else { return [] }
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).answer
    }
  }

  @Test("says which files the cards come from, what speaks for it, and how many pairs are left")
  func screen() async throws {
    let (outcome, terminal) = try await Terminal.run(
      ["review", "plan", "--decisions", "answers"], directory: folder.path
    ) { terminal, _ in
      let first = try await terminal.wait(for: Self.question)
      #expect(first.contains("pair 0; 3 pairs are left\n"), "\(first)")
      #expect(first.contains("phone.vcf, card 0  cloud.vcf, card 0\n"), "\(first)")
      #expect(first.contains("EMAIL    Ann@mail.example   Dan@mail.example\n"), "\(first)")
      #expect(first.contains("the same name                            4.5  Ann one\n"), "\(first)")
      #expect(first.contains("each side has another telephone number  -3.2  two\n"), "\(first)")
      #expect(first.contains("sum                                      1.3\n"), "\(first)")
      try terminal.type("s")
      let second = try await terminal.wait(for: Self.question)
      #expect(second.hasPrefix("same\n\npair 1; 2 pairs are left\n"), "\(second)")
      try terminal.type("d")
      #expect(try await terminal.wait(for: Self.question).contains("pair 2; 1 pair is left\n"))
      try terminal.type("q")
    }
    #expect(outcome.ending == .exit(0))
    #expect(terminal.rest == "quit\nremembered 2 answers; 1 pair left\n")
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "a key answers with and without Enter, and so does its word; each answer is written at once",
    arguments: [
      ("s", "same"), ("y", "same"), ("S", "same"), ("s\r", "same"), ("same\r", "same"),
      ("yes\r", "same"), ("d", "different"), ("n", "different"), ("n\r", "different"),
      ("different\r", "different"), ("diff\r", "different"), ("u", nil), ("u\r", nil),
      ("undecided\r", nil), ("skip\r", nil),
    ])
  func keys(typed: String, expected: String?) async throws {
    let folder = folder
    try await review { terminal, _ in
      try terminal.type(typed)
      let next = try await terminal.wait(for: Self.question)
      #expect(next.contains("\npair 1; "), "\(next)")
      #expect(!next.contains("s or y same"), "\(next)")
      #expect(((try? folder.text("answers")) != nil) == (expected != nil))
      try terminal.type("q")
    }
    #expect(try answers() == (expected.map { [$0] } ?? []))
  }

  @Test("a word typed letter by letter answers one pair", arguments: ["different", "same", "yes"])
  func slowWord(word: String) async throws {
    try await review { terminal, _ in
      for letter in word + "\r" {
        try terminal.type("\(letter)")
        // Longer than the octets of one key take.
        try await Task.sleep(for: .milliseconds(60))
      }
      try await terminal.wait(for: "\npair 1; ")
      try await terminal.wait(for: Self.question)
      try terminal.type("q")
      #expect(try await terminal.wait(for: "2 pairs left\n").contains("remembered 1 answer;"))
    }
    #expect(try answers() == [word == "different" ? "different" : "same"])
  }

  @Test(
    "any other key says what the keys are, and answers nothing",
    arguments: ["x", "7", " ", "\r", "\u{1B}[D", "\u{1B}OS", "ä", "\u{7F}", "x sad\r"])
  func otherKeys(typed: String) async throws {
    try await review { terminal, _ in
      try terminal.type(typed)
      let shown = try await terminal.wait(for: Self.question)
      #expect(
        shown.contains(
          "\ns or y same, d or n different, u undecided, b back, ? or h help, q quit\n"))
      try terminal.type("?")
      let help = try await terminal.wait(for: Self.question)
      #expect(help.contains("  d or n  different: they are two people\n"), "\(help)")
      try terminal.type("q")
      try await terminal.wait(for: "remembered 0 answers; 3 pairs left\n")
    }
    #expect(try answers().isEmpty)
  }

  @Test("b goes back to the pair before, whose last answer counts")
  func back() async throws {
    try await review { terminal, _ in
      try terminal.type("b")
      try await terminal.wait(for: "this is the first pair\n")
      try await terminal.wait(for: Self.question)
      try terminal.type("s")
      try await terminal.wait(for: Self.question)
      try terminal.type("u")
      #expect(try await terminal.wait(for: Self.question).contains("\npair 2; 2 pairs are left"))
      try terminal.type("b")
      #expect(try await terminal.wait(for: Self.question).contains("\npair 1; 2 pairs are left\n"))
      try terminal.type("b")
      let first = try await terminal.wait(for: Self.question)
      #expect(first.contains("\npair 0; 2 pairs are left; your answer was same\n"), "\(first)")
      try terminal.type("d")
      #expect(try await terminal.wait(for: Self.question).contains("\npair 1; 2 pairs are left\n"))
      try terminal.type("b")
      try await terminal.wait(for: "\npair 0; 2 pairs are left; your answer was different\n")
      try await terminal.wait(for: Self.question)
      // The same again is not another answer.
      try terminal.type("d")
      try await terminal.wait(for: Self.question)
      try terminal.type("q")
      try await terminal.wait(for: "remembered 1 answer; 2 pairs left\n")
    }
    #expect(try answers() == ["same", "different"])
    let applied = try await ToolRunner.run(
      ["dedupe", "apply", "plan", "--decisions", "answers", "-o", "out.vcf"],
      directory: folder.path)
    #expect(applied.ending == .exit(0), "\(applied.errorText)")
    #expect(try folder.text("out.vcf").components(separatedBy: "BEGIN:VCARD").count == 7)
  }

  // MARK: The terminal

  @Test(
    "the terminal is as it was whichever way review ends",
    arguments: ["q", "\u{4}", "\u{3}", "\u{1C}", "SIGINT", "SIGTERM"])
  func restored(way: String) async throws {
    let (outcome, terminal) = try await review { terminal, process in
      #expect(try !terminal.takesLines)
      switch way {
      case "SIGINT": try process.send(signal: 2)
      case "SIGTERM": try process.send(signal: 15)
      default: try terminal.type(way)
      }
    }
    #expect(try terminal.takesLines)
    switch way {
    case "q", "\u{4}": #expect(outcome.ending == .exit(0))
    case "\u{1C}": #expect(outcome.ending == .signal(3))
    default: #expect(outcome.ending == .exit(130))
    }
  }

  @Test("Ctrl-Z gives the shell the terminal as it was, and fg goes on with keys")
  func stopped() async throws {
    let (_, terminal) = try await Terminal.run(
      ["review", "plan", "--decisions", "answers"],
      script: "set -m; vcard \"$@\"; echo \"stopped $?\" >&2; read line; fg", directory: folder.path
    ) { terminal, _ in
      try await terminal.wait(for: Self.question)
      #expect(try !terminal.takesLines)
      try terminal.type("\u{1A}")
      // 128 and the number of SIGTSTP.
      try await terminal.wait(for: "stopped 148\n")
      #expect(try terminal.takesLines)
      try terminal.type("on\r")
      while try terminal.takesLines { try await Task.sleep(for: .milliseconds(5)) }
      try terminal.type("s")
      try await terminal.wait(for: "\npair 1; ")
      try await terminal.wait(for: Self.question)
      try terminal.type("q")
    }
    #expect(try terminal.takesLines)
    #expect(try answers() == ["same"])
  }

  @Test("1 and 2 choose the value that stands, which apply writes and explain names")
  func values() async throws {
    func card(_ side: String, _ phone: String, _ zone: String) -> String {
      [
        "BEGIN:VCARD", "VERSION:3.0", "N:Zorvath;Ann;;;", "FN:Ann Zorvath", "ORG:Works of Zorvath",
        "EMAIL:\(side)@\(side).example", "TEL:\(phone)", "X-EVOLUTION-FILE-AS:\(side)",
        "TZ:\(zone)",
        "END:VCARD", "",
      ].joined(separator: "\r\n")
    }
    try folder.write(
      card("one", "+1 408 555 0100", "-05:00") + card("two", "+1 212 555 0177", "+01:00"),
      to: "two.vcf")
    func run(_ arguments: String...) async throws -> ToolRunner.Outcome {
      try await ToolRunner.run(arguments, directory: folder.path)
    }
    /// Blanks between columns as one.
    @Sendable func plain(_ text: String) -> String {
      text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        .joined(separator: "\n")
    }
    _ = try await run("dedupe", "plan", "two.vcf", "-o", "two.jsonl")
    let question = "One person? [s/d/u/b/?/q/1/2] "
    let (outcome, _) = try await Terminal.run(
      ["review", "two.jsonl", "--decisions", "chosen"], directory: folder.path
    ) { terminal, _ in
      let first = plain(try await terminal.wait(for: question))
      #expect(first.contains("\n> X-EVOLUTION-FILE-AS (*) one ( ) two\n"), "\(first)")
      #expect(first.contains("\nTZ (*) -05:00 ( ) +01:00\n"), "\(first)")
      try terminal.type("2")
      let second = plain(try await terminal.wait(for: question))
      #expect(second.contains("\nX-EVOLUTION-FILE-AS ( ) one (*) two\n"), "\(second)")
      #expect(second.contains("\n> TZ (*) -05:00 ( ) +01:00\n"), "\(second)")
      try terminal.type("1")
      #expect(plain(try await terminal.wait(for: question)).contains("\n> X-EVOLUTION-FILE-AS"))
      try terminal.type("s")
    }
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    #expect(try folder.text("chosen").hasSuffix("],\"values\":{\"X-EVOLUTION-FILE-AS\":1}}\n"))
    let explained = try await run(
      "dedupe", "explain", "two.jsonl", "--decisions", "chosen"
    ).outputText
    #expect(explained.contains("  X-EVOLUTION-FILE-AS stands, as chosen: two\n"), "\(explained)")
    #expect(explained.contains("  X-EVOLUTION-FILE-AS is kept beside it: one\n"), "\(explained)")
    #expect(explained.contains("    X-EVOLUTION-FILE-AS:two\n"), "\(explained)")
    #expect(explained.contains("  TZ stands: -05:00\n"), "\(explained)")
    let before = try await run("dedupe", "explain", "two.jsonl").outputText
    #expect(!before.contains("stands"), "\(before)")
    #expect(before.contains("    X-EVOLUTION-FILE-AS:one\n"), "\(before)")
    _ = try await run("dedupe", "apply", "two.jsonl", "--decisions", "chosen", "-o", "one.vcf")
    let merged = try folder.text("one.vcf")
    #expect(merged.contains("\r\nX-EVOLUTION-FILE-AS:two\r\n"), "\(merged)")
    #expect(merged.contains("\r\nX-ALSO-X-EVOLUTION-FILE-AS:one\r\n"), "\(merged)")
    _ = try await run(
      "dedupe", "explain", "two.jsonl", "--decisions", "chosen", "--html", "two.html")
    let html = try folder.text("two.html")
    #expect(html.contains("<bdi>two</bdi> <span class=\"dim\">stands, as chosen"), "\(html)")
  }
}
