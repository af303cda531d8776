import SystemPackage
import TestSupport
import Testing

@Suite("People in JSON")
struct WebPeopleTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(
      [
        "BEGIN:VCARD", "VERSION:3.0", "N:Bell;Kate;;;", "FN:Kate Bell",
        "EMAIL:kate@home.example", "TEL:+1 415 555 0100", "END:VCARD",
        "BEGIN:VCARD", "VERSION:3.0", "N:Zakroff;Hank;;;", "FN:Hank Zakroff",
        "EMAIL:hank@work.example", "END:VCARD", "",
      ].joined(separator: "\r\n"), to: "book.vcf")
    try folder.write(
      """
      {"name":"Zoë Adams","email":"zoe@adams.example","url":"https://adams.example/a;b,c"}
      {"name":"Kate Bell","emails":["kate@home.example"]}
      {"nome":"Nobody"}
      {"name":"Kate Bell","email":"kate@home.example","shoe size":41}
      """, to: "web.jsonl")
  }

  private func run(_ arguments: String...) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, directory: folder.path)
  }

  @Test("match tells who of them is in the book, and of a value that is nobody where it stands")
  func matches() async throws {
    let outcome = try await run("match", "web.jsonl", "--book", "book.vcf")
    #expect(outcome.ending == .exit(1))
    let lines = outcome.outputText.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first == "Zoë Adams: unknown")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("Kate Bell: matched 0 Kate Bell, ") })
    #expect(
      outcome.errorLines.prefix(2) == [
        "web.jsonl:3:1: error: [json-value] not a cutout: it names no schema; "
          + "\"vcard.cutout/1\" is wanted",
        "web.jsonl:4:1: warning: [json-value] \"shoe size\" is nothing that a cutout holds; left out",
      ])
  }

  @Test(
    "match --format vcf is one list: the book's people once, others as they came, sorted if asked")
  func list() async throws {
    func names(_ more: String...) async throws -> [String] {
      let outcome = try await ToolRunner.run(
        ["match", "-q", "web.jsonl", "--book", "book.vcf", "--format", "vcf"] + more,
        environment: ["LC_ALL": "en_US.UTF-8"], directory: folder.path)
      #expect(outcome.ending == .exit(1))
      #expect(outcome.outputText.contains("TEL:+1 415 555 0100\r\n"))
      #expect(outcome.outputText.contains("URL:https://adams.example/a;b,c\r\n"))
      return outcome.outputText.split(separator: "\r\n").filter { $0.hasPrefix("FN:") }
        .map { String($0) }
    }
    #expect(try await names() == ["FN:Zoë Adams", "FN:Kate Bell"])
    #expect(try await names("--sorted") == ["FN:Kate Bell", "FN:Zoë Adams"])
    try folder.write(
      """
      [{"name":"Kate Bell", "email":["kate@home.example"]},
       {"name":"Amy Adams", "url":"https://adams.example/a;b,c"}]
      """, to: "web.jsonl")
    #expect(try await names() == ["FN:Kate Bell", "FN:Amy Adams"])
    #expect(try await names("--sorted") == ["FN:Amy Adams", "FN:Kate Bell"])
    let wrong = try await run("match", "web.jsonl", "--book", "book.vcf", "--sorted")
    #expect(wrong.ending == .exit(64))
  }

  @Test("import --unknown skip keeps those out who are not in the book")
  func skips() async throws {
    let outcome = try await run(
      "import", "web.jsonl", "--book", "book.vcf", "--unknown", "skip", "--rejects", "out.vcf")
    #expect(
      outcome.errorText.contains("read 3, matched 2 (0 updated), created 0, ambiguous 0, skipped 1")
    )
    #expect(try folder.text("out.vcf").contains("FN:Zoë Adams"))
    #expect(try !folder.text("book.vcf").contains("Adams"))
    let told = try await run("import", "web.jsonl", "--book", "book.vcf", "--unknown", "skip")
    #expect(told.errorText.contains("1 who are not in the book were left out"))
    let taken = try await run("import", "web.jsonl", "--book", "book.vcf")
    #expect(taken.errorText.contains("created 1"))
    #expect(try folder.text("book.vcf").contains("Adams"))
  }

  @Test("what convert --to jsonl writes is read by every command, and converts as the cards do")
  func jsonl() async throws {
    let lines = try await run("convert", "book.vcf", "--to", "jsonl", "-o", "book.jsonl")
    #expect(lines.ending == .exit(0))
    let direct = try await run("convert", "book.vcf", "--to", "vcard4")
    let back = try await run("convert", "book.jsonl", "--to", "vcard4")
    #expect(back.ending == .exit(0) && back.errors == [])
    #expect(back.output == direct.output)
    #expect(try await run("stats", "book.jsonl").outputText.contains("cards"))
    let plan = try await run("dedupe", "plan", "book.jsonl", "book.vcf", "-o", "plan.jsonl")
    #expect(plan.ending == .exit(1))
    let sorted = try await run("sort", "book.jsonl")
    #expect(sorted.outputText.contains("FN:Kate Bell"))
  }

  @Test("a cut or damaged stream is read as far as it goes")
  func cut() async throws {
    let whole = try folder.text("web.jsonl")
    for end in stride(from: 1, to: whole.utf8.count, by: 7) {
      try folder.write(Array(whole.utf8.prefix(end)), to: "cut.jsonl")
      let outcome = try await run("convert", "cut.jsonl")
      #expect([.exit(0), .exit(65)].contains(outcome.ending), "\(end)")
      let people = outcome.outputText.split(separator: "\r\n").count { $0 == "BEGIN:VCARD" }
      #expect((outcome.ending == .exit(0)) == (people > 0), "\(end)")
    }
  }
}
