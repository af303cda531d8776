import Foundation
import TestSupport
import Testing

@Suite("vcard import and receive on a terminal")
struct ImportTerminalTests {
  private let folder: TemporaryDirectory

  /// Two people of one name in the book, and a card of that name that has nothing else of either.
  init() throws {
    folder = try TemporaryDirectory()
    func card(_ lines: String...) -> String {
      (["BEGIN:VCARD", "VERSION:3.0", "FN:Kate Bell", "N:Bell;Kate;;;"] + lines + ["END:VCARD", ""])
        .joined(separator: "\r\n")
    }
    try folder.write(
      card("EMAIL:one@mail.example", "BDAY:1980-02-03") + card("EMAIL:two@mail.example"),
      to: "book.vcf")
    try folder.write(card("EMAIL:three@mail.example", "NOTE:from a phone"), to: "in.vcf")
    try folder.write(card("EMAIL:three@mail.example"), to: "cutout.vcf")
    try folder.write("{\"compositeName\":\"Ann Young\",\"schema\":\"vcard.cutout/1\"}\n", to: "new")
  }

  private struct Answer: Decodable {
    struct Candidate: Decodable {
      struct Evidence: Decodable {
        let label: String
        let detail: String
      }
      let person: String
      let evidence: [Evidence]
    }
    let candidates: [Candidate]
  }

  /// Runs a command on the book with a person who types.
  private func run(
    _ arguments: String..., body: @escaping @Sendable (Terminal) async throws -> Void
  ) async throws -> ToolRunner.Outcome {
    try await Terminal.run(arguments + ["--book", "book.vcf"], directory: folder.path) {
      terminal, _ in try await body(terminal)
    }.outcome
  }

  private static let question = "Which? An ID of these, 'new', 'skip' or 'fail': "

  @Test(
    "the question shows each candidate with the evidence that match gives",
    arguments: [("import", "in.vcf", "careful"), ("receive", "cutout.vcf", "cutout")])
  func evidence(command: String, file: String, policy: String) async throws {
    let matched = try await ToolRunner.run(
      ["match", file, "--book", "book.vcf", "--policy", policy, "--format", "jsonl"],
      directory: folder.path)
    let answer = try JSONDecoder().decode(Answer.self, from: Data(matched.output))
    #expect(answer.candidates.count == 2)
    let outcome = try await run(command, file) { terminal in
      var rest = try await terminal.wait(for: Self.question)[...]
      for candidate in answer.candidates {
        let name = try #require(rest.firstRange(of: "\n  \(candidate.person)  Kate Bell\n"))
        rest = rest[name.upperBound...]
        for row in candidate.evidence {
          let line = rest.prefix { $0 != "\n" }.trimmingPrefix("    ")
          #expect(line.hasPrefix(row.label) && line.hasSuffix(row.detail), "\(line)")
          rest = rest[line.endIndex...].dropFirst()
        }
        #expect(rest.hasPrefix("    sum "), "\(rest)")
      }
      try terminal.type("neither\r")
      try await terminal.wait(for: Self.question)
      try terminal.type("skip\r")
    }
    #expect(outcome.ending == .exit(command == "import" ? 0 : 1))
    #expect(try folder.text("book.vcf").components(separatedBy: "BEGIN:VCARD").count == 3)
  }

  @Test("an ID adds the card to that person, new makes another one")
  func answers() async throws {
    let added = try await run("import", "in.vcf") { terminal in
      try await terminal.wait(for: Self.question)
      try terminal.type("1\r")
      try await terminal.wait(for: "read 1, matched 1 (1 updated), created 0, ambiguous 1")
    }
    #expect(added.ending == .exit(0))
    #expect(try folder.text("book.vcf").contains("three@mail.example"))
    try folder.write(
      try folder.text("in.vcf").replacingOccurrences(of: "three", with: "four"), to: "in.vcf")
    let made = try await run("receive", "in.vcf") { terminal in
      try await terminal.wait(for: Self.question)
      try terminal.type("new\r")
    }
    #expect(made.outputText.contains("created"), "\(made.outputText)")
    #expect(try folder.text("book.vcf").components(separatedBy: "BEGIN:VCARD").count == 4)
  }

  @Test("receive asks what becomes of somebody whom the book lacks")
  func unknown() async throws {
    let text =
      "Create, edit the card and create, add to an existing person, or leave? "
      + "[create/edit/add/leave] "
    let left = try await run("receive", "new") { terminal in
      try await terminal.wait(for: "Ann Young is not in the book. " + text)
      try terminal.type("leave\r")
    }
    #expect(left.outputText == "Ann Young: unknown, left\n")
    let created = try await run("receive", "new") { terminal in
      try await terminal.wait(for: text)
      try terminal.type("c\r")
    }
    #expect(created.outputText.hasPrefix("Ann Young: unknown, created"))
  }

  @Test("receive adds to the person who is named, and asks what is new of one who is known")
  func additions() async throws {
    func send(_ lines: String) throws {
      try folder.write(
        "BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines)\r\nEND:VCARD\r\n", to: "new")
    }
    try send("FN:Ann Young\r\nN:Young;Ann;;;\r\nTEL:+1 555 0100\r\nNOTE:a friend")
    let added = try await run("receive", "new") { terminal in
      try await terminal.wait(for: "leave? [create/edit/add/leave] ")
      try terminal.type("add\r")
      try await terminal.wait(for: "1 of 2: ")
      try terminal.type("2\r")
    }
    #expect(added.outputText == "Ann Young: matched 1 Kate Bell, updated\n")
    let cards = try folder.text("book.vcf").components(separatedBy: "END:VCARD")
    #expect(cards[1].contains("\r\nTEL:+1 555 0100\r\nNOTE:a friend\r\n"))
    #expect(!cards[1].contains("Ann"))
    try send("FN:Ann Lee\r\nN:Lee;Ann;;;\r\nEMAIL:lee@mail.example")
    _ = try await run("receive", "new") { terminal in
      try await terminal.wait(for: "[create/edit/add/leave] ")
      try terminal.type("create\r")
    }
    try send("FN:Ann Lee\r\nN:Lee;Ann;;;\r\nTEL:+1 555 0111")
    let question = "Ann Lee (2) lacks\n  TEL  +1 555 0111\nAdd it? [yes/no] "
    for (answer, line) in [("no", ""), ("yes", ", updated")] {
      let asked = try await run("receive", "new") { terminal in
        try await terminal.wait(for: question)
        try terminal.type("\(answer)\r")
      }
      #expect(asked.outputText == "Ann Lee: matched 2 Ann Lee\(line)\n")
      #expect(try folder.text("book.vcf").contains("0111") == (answer == "yes"))
    }
  }
}
