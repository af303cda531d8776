import Foundation
import ICU
import SystemPackage
import TestSupport
import Testing

@Suite("Choosing one of several people on a terminal")
struct PickerTests {
  private let folder: TemporaryDirectory

  /// A book of three Kates and one other, in a folder of its own.
  init() throws {
    folder = try TemporaryDirectory()
    try writeBook([("Bell", "Kate"), ("Lee", "Kate"), ("Zorn", "Kate"), ("Kim", "Ann")])
  }

  private func writeBook(_ names: [(family: String, given: String)]) throws {
    let cards = names.map { family, given in
      """
      BEGIN:VCARD\r\nVERSION:3.0\r\nN:\(family);\(given);;;\r\nFN:\(given) \(family)\r
      EMAIL:\(family.lowercased())@mail.example\r\nEND:VCARD\r\n
      """
    }
    try folder.write(cards.joined(), to: "book.vcf")
  }

  /// Runs a command on the book with a person who types.
  private func run(
    _ arguments: [String], columns: Int = 100, environment: [String: String] = ["TERM": "xterm"],
    _ body: @escaping @Sendable (Terminal, ToolRunner.Process) async throws -> Void
  ) async throws -> (outcome: ToolRunner.Outcome, terminal: Terminal) {
    try await Terminal.run(
      arguments + ["--book", "book.vcf"], columns: columns, environment: environment,
      directory: folder.path, body: body)
  }

  private static let question =
    "3 people fit; which one? Arrows or a number and Enter; letters narrow, Escape leaves\n"

  @Test(
    "arrows, a number and letters choose, Enter takes",
    arguments: [
      ("\r", "Bell"), ("\u{1B}[B\r", "Lee"), ("\u{1B}OB\u{1B}OB\u{1B}OB\u{1B}[A\r", "Lee"),
      ("2\r", "Lee"), ("3\r", "Zorn"), ("lee\r", "Lee"), ("zo\u{1B}[B\r", "Zorn"),
      ("zx\r\u{7F}\r", "Zorn"), ("z\u{15}\r", "Bell"), ("\u{1B}[F\r", "Zorn"),
      ("\u{E}\u{E}\u{10}\r", "Lee"), ("\u{1B}[6~\r", "Zorn"), ("bell@m\r", "Bell"),
      ("4\r\u{8}\r", "Bell"),
    ])
  func keys(typed: String, expected: String) async throws {
    let (outcome, terminal) = try await run(["share", "kate"]) { terminal, _ in
      let shown = try await terminal.wait(for: "1 of 3: ")
      #expect(
        shown == Self.erasing + Self.question + """
          > 1  Kate Bell  bell@mail.example  ID 0
            2  Kate Lee   lee@mail.example   ID 1
            3  Kate Zorn  zorn@mail.example  ID 2
          1 of 3:\u{20}
          """)
      #expect(try !terminal.takesLines)
      try terminal.type(typed)
    }
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.contains("\"lastName\":\"\(expected)\""))
    #expect(try terminal.takesLines)
    let place = ["Bell": 0, "Lee": 1, "Zorn": 2][expected] ?? -1
    #expect(terminal.rest.hasSuffix("\u{1B}[J\(place) Kate \(expected)\n"))
  }

  private static let erasing = "\u{1B}[K"

  @Test(
    "the terminal is as it was, and the list gone, whichever way it is left",
    arguments: ["\u{1B}", "\u{4}", "\u{3}", "SIGTERM"])
  func left(way: String) async throws {
    let (outcome, terminal) = try await run(["book", "show", "kate"]) { terminal, process in
      try await terminal.wait(for: "1 of 3: ")
      if way == "SIGTERM" { try process.send(signal: 15) } else { try terminal.type(way) }
    }
    let isLeft = way == "\u{1B}" || way == "\u{4}"
    #expect(outcome.ending == .exit(isLeft ? 1 : 130))
    #expect(outcome.output.isEmpty)
    #expect(try terminal.takesLines)
    let rest = isLeft ? "vcard: error: nobody was chosen\n" : ""
    #expect(terminal.rest == "\u{1B}[4A\u{1B}[J" + rest)
  }

  @Test("a terminal that cannot erase, and none, get the list and 1")
  func cannotErase() async throws {
    let (outcome, terminal) = try await run(
      ["share", "kate"], environment: ["TERM": "dumb"]
    ) { _, _ in }
    #expect(outcome.ending == .exit(1))
    let list = "vcard: error: 3 people fit; choose one with --id\n0  Kate Bell  bell@mail.example\n"
    #expect(terminal.rest.hasPrefix(list))
    let none = try await ToolRunner.run(
      ["share", "kate", "--book", "book.vcf"], directory: folder.path)
    #expect(none.ending == .exit(1))
    #expect(none.errorText.hasPrefix(list))
  }

  @Test("long lists scroll, wide ones are cut, and names cannot act on the terminal")
  func long() async throws {
    try writeBook(
      (1...40).map { ("\u{1B}[2J\u{202E}語語語語語語語語語語語語\($0)", "Kate") })
    let (outcome, _) = try await run(["share", "kate"], columns: 40) { terminal, _ in
      let first = try await terminal.wait(for: "1 of 40: ")
      #expect(Self.isSafe(first, rows: 14))
      try terminal.type("\u{1B}[6~\u{1B}[6~\u{1B}[B")
      let later = try await terminal.wait(for: "26 of 40: ")
      #expect(Self.isSafe(later, rows: 14))
      #expect(later.contains("\n> 26") && later.contains("\n  15") && !later.contains("\n  14"))
      try terminal.type("\u{1B}[A\u{1B}[A")
      // Rows stay where they are as long as the one that is chosen is among them.
      #expect(try await terminal.wait(for: "24 of 40: ").contains("\n  26"))
      try terminal.type(String(repeating: "x", count: 60))
      let typed = try await terminal.wait(for: "none fits: " + String(repeating: "x", count: 28))
      #expect(Self.isSafe(typed, rows: 2))
      try terminal.type("\u{15}37\r")
    }
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.contains("語37\""))
  }

  private static func isSafe(_ shown: String, rows: Int) -> Bool {
    let text = shown.replacingOccurrences(
      of: "^(\u{1B}\\[[0-9]+A)?\u{1B}\\[[JK]", with: "", options: .regularExpression)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.count == rows && !text.contains("\u{1B}") && !text.contains("\u{202E}")
      && lines.allSatisfy { DisplayWidth.of(String($0)) < 40 }
  }

  // MARK: Commands

  @Test("every command that is about a person asks which one")
  func commands() async throws {
    let book = try BookRunner()
    for name in ["Kate", "Kate", "Kate", "Ann", "Ann"] {
      _ = try await book.add(name, "TEL:+1 555 01\(name.utf8.count)")
    }
    func choose(_ typed: String..., from arguments: String...) async throws -> String {
      let (outcome, terminal) = try await Terminal.run(
        arguments + ["--book", book.book],
        environment: ["TERM": "xterm", "EDITOR": "sed -i s/555/556/"],
        directory: book.folder.path
      ) { terminal, _ in
        for typed in typed {
          try await terminal.wait(for: "letters narrow")
          try await terminal.wait(for: "1 of ")
          try terminal.type(typed)
        }
      }
      #expect(outcome.ending == .exit(0))
      let lines = terminal.rest.split(separator: "\u{1B}[J").last ?? ""
      return String(lines.split(separator: "\n").dropFirst().joined(separator: "\n"))
    }
    #expect(try await choose("2\r", from: "book", "edit", "kate") == "changed 2 Kate")
    #expect(
      try await choose("3\r", "2\r", from: "book", "link", "kate", "ann")
        == "linked 3 Kate and 5 Ann")
    #expect(try await choose("1\r", from: "book", "split", "ann") == "split Kate into 3, 5")
    let merged = try await choose("1\r", "1\r", from: "book", "merge", "kate", "ann")
    #expect(merged.hasPrefix("merged 4 into 1 Kate: "))
    _ = try await book.output(["book", "groups", "new", "Friends"])
    #expect(
      try await choose("3\r", from: "book", "groups", "add", "Friends", "kate")
        == "3 Kate: added to Friends")
    #expect(try await choose("2\r", from: "book", "remove", "kate") == "removed 2 Kate")
  }

  @Test("words name a person without a terminal, too; a number is an ID and nothing else")
  func words() async throws {
    let book = try BookRunner()
    for name in ["Kate", "Kate", "Ann"] { _ = try await book.add(name, "TEL:99") }
    let several = try await book(["book", "remove", "kate"])
    #expect(several.ending == .exit(1))
    let list = "vcard: error: 2 people fit; choose one by its ID\n1  Kate"
    #expect(several.errorText.hasPrefix(list))
    for nobody in ["99", "zoe", "."] {
      let outcome = try await book(["book", "remove", nobody])
      #expect(outcome.ending == .exit(66))
      #expect(outcome.errorText.contains("has no record \(nobody)"))
    }
    #expect(try await book(["book", "link", "1", "ann"]).errorText == "linked 1 Kate and 3 Ann\n")
    let record = try await book(["book", "remove", "--record", "ann"])
    #expect(record.ending == .exit(1))
    #expect(record.errorText.contains("take one of the IDs 1, 3"))
    #expect(
      try await book(["book", "remove", "ann"]).errorText == "removed 1 Kate\nremoved 3 Ann\n")
  }

  @Test(
    "nobody waits while somebody chooses, and who has changed meanwhile is not changed again",
    arguments: [["merge", "3", "kate"], ["remove", "kate"]], ["1", "2"])
  func chooses(words: [String], changed: String) async throws {
    let isRemoval = words[0] == "remove"
    let directory = folder.path
    let (outcome, terminal) = try await run(["book"] + words) { terminal, _ in
      try await terminal.wait(for: "1 of 3: ")
      if isRemoval {
        try terminal.type("2\r")
        try await terminal.wait(for: "Remove? [yes/no] ")
      }
      let set = try await ToolRunner.shell(
        "timeout 60 vcard book set \(changed) title=Baker --book book.vcf", directory: directory)
      #expect(set.ending == .exit(0), "\(set.errorText)")
      try terminal.type(isRemoval ? "yes\r" : "2\r")
    }
    let isRefused = changed == "1"
    #expect(outcome.ending == .exit(isRefused ? 75 : 0))
    #expect(terminal.rest.contains("nothing was written; \(words[0]) them again") == isRefused)
    let cards = try folder.text("book.vcf").components(separatedBy: "BEGIN:VCARD").count - 1
    #expect(cards == (isRefused ? 4 : 3))
  }

  // MARK: receive

  private static let unknown = "[create/edit/add/leave] "

  @Test("receive adds to somebody who is looked for in the book; who leaves the list is asked on")
  func receiveAdds() async throws {
    try folder.write(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoe\r\nN:;Zoe;;;\r\nTEL:+1 555 0100\r\nEND:VCARD\r\n",
      to: "in.vcf")
    let (outcome, _) = try await run(["receive", "in.vcf"]) { terminal, _ in
      try await terminal.wait(for: Self.unknown)
      try terminal.type("add\r")
      #expect(try await terminal.wait(for: "1 of 4: ").contains("Who is it? Arrows"))
      try terminal.type("\u{1B}")
      try await terminal.wait(for: Self.unknown)
      #expect(try terminal.takesLines)
      try terminal.type("add\r")
      try await terminal.wait(for: "1 of 4: ")
      try terminal.type("ann\r")
    }
    #expect(outcome.outputText == "Zoe: matched 3 Ann Kim, updated\n")
    #expect(try folder.text("book.vcf").contains("ann@") == false)
    #expect(try folder.text("book.vcf").contains("kim@mail.example\r\nTEL:+1 555 0100\r\n"))
  }

  @Test("receive creates a person from the card as somebody edited it")
  func receiveEdits() async throws {
    try folder.write("{\"compositeName\":\"Zoe\",\"schema\":\"vcard.cutout/1\"}\n", to: "in")
    let environment = [
      "TERM": "xterm", "EDITOR": "sed -i s/FN:Zoe/FN:Zoe.Orr/", "TMPDIR": folder.path.string,
    ]
    let (outcome, _) = try await run(["receive", "in"], environment: environment) { terminal, _ in
      try await terminal.wait(for: Self.unknown)
      try terminal.type("edit\r")
    }
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "Zoe: unknown, created 4\n")
    let book = try folder.text("book.vcf")
    #expect(book.components(separatedBy: "FN:Zoe.Orr").count == 2)
    #expect(book.components(separatedBy: "BEGIN:VCARD").count == 6)
    #expect(try folder.names() == ["book.vcf", "in"])
  }
}
