import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard dedupe, review and undo")
struct DedupeTests {
  /// Two books of our own: three people are in both, one of them by name alone.
  private func books() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for name in ["phone.vcf", "cloud.vcf"] {
      try folder.write(Fixtures.bytes("dedupe/\(name)"), to: name)
    }
    return folder
  }

  private func run(
    _ folder: TemporaryDirectory, _ arguments: String..., input: [UInt8] = []
  ) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, input: input, directory: folder.path)
  }

  private struct Line: Decodable {
    struct Card: Decodable, Hashable {
      let file: String
      let card: Int
      let name: String
    }
    struct Evidence: Decodable {
      let kind: String
      let level: String
      let bits: Double
      let detail: String
      let cards: [Int]
    }
    struct Drop: Decodable {
      let from: String
      let reason: String
    }
    let cluster: Int
    let verdict: String
    let bits: Double
    let cards: [Card]
    let evidence: [Evidence]
    let merged: String
    let provenance: [[String]]
    let dropped: [Drop]
  }

  private func lines(_ plan: String) throws -> [Line] {
    try plan.split(separator: "\n").dropFirst().map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// A plan of the two books, in `plan.jsonl`.
  private func planned() async throws -> (TemporaryDirectory, [Line]) {
    let folder = try books()
    let outcome = try await run(
      folder, "dedupe", "plan", "phone.vcf", "cloud.vcf", "-o", "plan.jsonl")
    #expect(outcome.ending == .exit(1), "\(outcome.errorText)")
    return (folder, try lines(folder.text("plan.jsonl")))
  }

  @Test("a plan says who is who, with evidence that adds up and pictures by reference")
  func plan() async throws {
    let (folder, lines) = try await planned()
    let first = try #require(try folder.text("plan.jsonl").split(separator: "\n").first)
    #expect(first.hasPrefix("{\"schema\":\"vcard.plan/1\",\"inputs\":[{\"file\":\"phone.vcf\","))
    #expect(first.contains("\"cards\":4}"))
    #expect(lines.map(\.verdict) == ["same", "same", "review"])
    #expect(lines.map { $0.cards.map(\.name) }.last == ["Ann Young", "Ann Young"])
    #expect(lines[0].cluster == 0)
    for line in lines {
      let tenths = line.evidence.map { Int(($0.bits * 10).rounded()) }
      #expect(tenths.reduce(0, +) == Int((line.bits * 10).rounded()))
      #expect(line.evidence.allSatisfy { $0.cards == [0, 1] })
      #expect(line.merged.hasPrefix("BEGIN:VCARD\r\n") && line.merged.hasSuffix("END:VCARD\r\n"))
      #expect(!line.merged.contains("iVBOR"))
    }
    let jose = lines[0]
    #expect(jose.merged.contains("FN:José García\r\n"))
    #expect(jose.merged.contains("PHOTO;VALUE=uri:cid:1/5\r\n"))
    #expect(jose.merged.contains("X-ALSO-PHOTO;VALUE=uri:cid:0/4\r\n"))
    #expect(jose.provenance.contains(["1/0"]))
  }

  @Test("the same input gives the same bytes, whatever the threads")
  func determinism() async throws {
    let folder = try books()
    var plans: [[UInt8]] = []
    for threads in ["1", "2", "7"] {
      plans.append(
        try await run(
          folder, "dedupe", "plan", "phone.vcf", "cloud.vcf", "--threads", threads
        ).output)
    }
    #expect(!plans[0].isEmpty)
    #expect(plans[1] == plans[0] && plans[2] == plans[0])
  }

  @Test("--clusters has a row a card, in order, numbered by first cards")
  func clusters() async throws {
    let folder = try books()
    for (arguments, expected) in [
      ([], [0, 1, 2, 3, 0, 1, 4]), (["--include-review"], [0, 1, 2, 3, 0, 1, 3]),
    ] {
      let outcome = try await ToolRunner.run(
        ["dedupe", "plan", "phone.vcf", "cloud.vcf", "-o", "plan.jsonl", "--clusters", "c.tsv"]
          + arguments, directory: folder.path)
      #expect(outcome.ending == .exit(1))
      let rows = try folder.text("c.tsv").split(separator: "\n").map {
        $0.split(separator: "\t").map(String.init)
      }
      #expect(
        rows.map { $0[0] } == Array(repeating: "phone.vcf", count: 4)
          + Array(repeating: "cloud.vcf", count: 3))
      #expect(rows.map { $0[1] } == ["0", "1", "2", "3", "0", "1", "2"])
      #expect(rows.map { Int($0[2]) } == expected)
    }
  }

  @Test(
    "apply writes what run writes; other cards pass byte for byte, and a second run changes nothing"
  )
  func apply() async throws {
    let (folder, _) = try await planned()
    let applied = try await run(folder, "dedupe", "apply", "plan.jsonl", "-o", "out.vcf")
    #expect(applied.ending == .exit(0), "\(applied.errorText)")
    let ran = try await run(folder, "dedupe", "run", "phone.vcf", "cloud.vcf", "-o", "run.vcf")
    #expect(ran.ending == .exit(0), "\(ran.errorText)")
    let text = try folder.text("out.vcf")
    #expect(try folder.text("run.vcf") == text)
    #expect(text.components(separatedBy: "BEGIN:VCARD").count == 6)
    let phone = try folder.text("phone.vcf")
    let tom = try #require(phone.range(of: "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ashdown"))
    // Tom and Ann follow each other and are nobody else.
    #expect(text.contains(phone[tom.lowerBound...]))
    #expect(text.contains("NOTE:from the phone") && text.contains("\r\nNOTE:from the cloud"))
    let again = try await run(folder, "dedupe", "run", "out.vcf", "-o", "again.vcf")
    #expect(again.ending == .exit(0))
    #expect(try folder.text("again.vcf") == text)
    let plan = try await run(folder, "dedupe", "plan", "out.vcf")
    #expect(try lines(plan.outputText).allSatisfy { $0.verdict == "review" })
  }

  @Test("undo gives the bytes back: into one file, a folder, and the place of the output")
  func undo() async throws {
    let folder = try books()
    let all = try folder.bytes("phone.vcf") + folder.bytes("cloud.vcf")
    let merged = try await run(
      folder, "dedupe", "run", "phone.vcf", "cloud.vcf", "-o", "out.vcf", "--journal", "j")
    #expect(merged.ending == .exit(0))
    let output = try folder.bytes("out.vcf")
    #expect(try await run(folder, "undo", "j", "-o", "back.vcf").ending == .exit(0))
    #expect(try folder.bytes("back.vcf") == all)
    try folder.makeFolder("each")
    #expect(try await run(folder, "undo", "j", "-o", "each").ending == .exit(0))
    for name in ["phone.vcf", "cloud.vcf"] {
      #expect(try folder.bytes("each/\(name)") == folder.bytes(name))
    }
    #expect(try await run(folder, "undo", "j", "--dry-run").ending == .exit(0))
    #expect(try folder.bytes("out.vcf") == output)
    #expect(try await run(folder, "undo", "j").ending == .exit(0))
    #expect(try folder.bytes("out.vcf") == all)
    // What is there now is not what the journal is about.
    let stale = try await run(folder, "undo", "j")
    #expect(stale.ending == .exit(75))
    #expect(try folder.bytes("out.vcf") == all)
    let none = try await run(folder, "undo", "phone.vcf")
    #expect(none.ending == .exit(65))
  }

  @Test("odd inputs come back too: marks, blank lines, text between, no last line end, no END")
  func oddInputs() async throws {
    let folder = try TemporaryDirectory()
    let card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nEMAIL:k@bell.example\r\nTEL:+14085550100\r\n"
    let other = "BEGIN:VCARD\nVERSION:3.0\nFN:Tom Ashdown\nN:Ashdown;Tom;;;\nEND:VCARD"
    let one = "\u{FEFF}junk\r\n\(card)END:VCARD\r\n\r\n\n\(other)"
    let two =
      "\u{FEFF}\(card)NOTE:x\r\nEND:VCARD\r\n \n\(other.replacing("Tom", with: "Ann").replacing("\nEND:VCARD", with: ""))"
    try folder.write(one, to: "one.vcf")
    try folder.write(two, to: "two.vcf")
    let merged = try await run(
      folder, "dedupe", "run", "one.vcf", "two.vcf", "one.vcf", "-o", "out.vcf", "--journal", "j",
      "--quiet")
    #expect(merged.ending == .exit(0), "\(merged.errorText)")
    let text = try folder.text("out.vcf")
    #expect(text.components(separatedBy: "FN:Kate Bell").count == 2)
    #expect(text.contains("Ann"))
    let converted = try await run(folder, "convert", "out.vcf", "--to", "jsonl", "--quiet")
    // Kate once, Tom of both copies of a file as one, and Ann.
    let names = text.components(separatedBy: "FN:").count - 1
    #expect(converted.outputText.split(separator: "\n").count == names)
    try folder.makeFolder("each")
    let undone = try await run(folder, "undo", "j", "-o", "each")
    #expect(undone.ending == .exit(0), "\(undone.errorText)")
    #expect(try folder.text("each/one.vcf") == one)
    #expect(try folder.text("each/two.vcf") == two)
    #expect(try folder.text("each/2-one.vcf") == one)
  }

  @Test("standard input and compressed files are read as well, and their cards come back")
  func otherInputs() async throws {
    let folder = try books()
    let phone = try folder.bytes("phone.vcf")
    let zipped = try await ToolRunner.shell(
      "gzip -c phone.vcf > phone.vcf.gz", directory: folder.path)
    #expect(zipped.ending == .exit(0))
    let outcome = try await run(
      folder, "dedupe", "run", "phone.vcf.gz", "-", "-o", "out.vcf", "--journal", "j",
      input: try folder.bytes("cloud.vcf"))
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    let plain = try await run(folder, "dedupe", "run", "phone.vcf", "cloud.vcf", "-o", "plain.vcf")
    #expect(plain.ending == .exit(0))
    #expect(try folder.bytes("out.vcf") == folder.bytes("plain.vcf"))
    #expect(try await run(folder, "undo", "j", "-o", "back.vcf").ending == .exit(0))
    #expect(try folder.bytes("back.vcf") == phone + folder.bytes("cloud.vcf"))
    let plan = try await run(folder, "dedupe", "plan", input: phone)
    #expect(plan.ending == .exit(0))
    #expect(plan.outputText.contains("{\"file\":\"-\","))
  }

  @Test("a plan of files that changed since is refused with 75, and nothing is written")
  func stale() async throws {
    let (folder, _) = try await planned()
    try folder.write(folder.text("phone.vcf").replacing("Tom", with: "Tim"), to: "phone.vcf")
    for command in [
      ["dedupe", "apply", "plan.jsonl", "-o", "out.vcf"],
      ["review", "plan.jsonl", "--decisions", "answers.jsonl"],
    ] {
      let outcome = try await ToolRunner.run(command, directory: folder.path)
      #expect(outcome.ending == .exit(75), "\(outcome.errorText)")
    }
    #expect(try folder.names() == ["cloud.vcf", "phone.vcf", "plan.jsonl"])
    let missing = try await run(folder, "dedupe", "apply", "phone.vcf", "-o", "out.vcf")
    #expect(missing.ending == .exit(65))
  }

  @Test("a merged card that was edited in the plan is written as edited, with its pictures")
  func editedPlan() async throws {
    let (folder, _) = try await planned()
    let plan = try folder.text("plan.jsonl")
    try folder.write(plan.replacing("FN:José García", with: "FN:Pepe"), to: "plan.jsonl")
    let outcome = try await run(folder, "dedupe", "apply", "plan.jsonl", "-o", "out.vcf")
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    let text = try folder.text("out.vcf")
    #expect(text.contains("FN:Pepe\r\n") && text.contains("iVBOR") && !text.contains("cid:"))
    try folder.write(plan.replacing("cid:1/5", with: "cid:9/5"), to: "plan.jsonl")
    let wrong = try await run(folder, "dedupe", "apply", "plan.jsonl", "-o", "out.vcf")
    #expect(wrong.ending == .exit(65))
  }

  @Test("answers are remembered, heeded and never asked again")
  func review() async throws {
    let (folder, lines) = try await planned()
    let pair = try #require(lines.last)
    let asked = try await run(folder, "review", "plan.jsonl", "--decisions", "a.jsonl")
    #expect(asked.ending == .exit(64))
    #expect(asked.outputText.contains("Ann Young (phone.vcf 3)"))
    let answered = try await run(
      folder, "review", "plan.jsonl", "--decisions", "a.jsonl", "--same", "\(pair.cluster)")
    #expect(answered.ending == .exit(0), "\(answered.errorText)")
    let file = try folder.text("a.jsonl")
    #expect(
      file.hasPrefix("{\"schema\":\"vcard.decision/1\",\"answer\":\"same\",\"cards\":[{\"digest\":")
    )
    let again = try await run(folder, "review", "plan.jsonl", "--decisions", "a.jsonl")
    #expect(again.ending == .exit(0))
    #expect(again.errorText.contains("nothing is left to review"))
    _ = try await run(folder, "dedupe", "apply", "plan.jsonl", "-o", "o", "--decisions", "a.jsonl")
    let text = try folder.text("o")
    #expect(text.components(separatedBy: "FN:Ann Young").count == 2)
    #expect(text.contains("TEL:5550009\r\nTEL:5550010\r\n"))
    // In a new plan the answer is heeded from the start.
    let plan = try await run(
      folder, "dedupe", "plan", "cloud.vcf", "phone.vcf", "--decisions", "a.jsonl")
    #expect(try self.lines(plan.outputText).map(\.verdict) == ["same", "same", "same"])
  }

  @Test("what was answered different is never put together, in this plan and the next")
  func different() async throws {
    let (folder, lines) = try await planned()
    let pair = try #require(lines.last)
    _ = try await run(
      folder, "review", "plan.jsonl", "--book", "people.sqlite", "--different", "\(pair.cluster)")
    #expect(try folder.names().contains("people.sqlite.decisions.jsonl"))
    let plan = try await run(
      folder, "dedupe", "plan", "phone.vcf", "cloud.vcf", "--book", "people.sqlite")
    #expect(try self.lines(plan.outputText).map(\.verdict) == ["same", "same"])
    // An answer about cards that the plan has put together keeps them apart.
    let digests = try folder.text("people.sqlite.decisions.jsonl")
    try folder.write(digests, to: "a.jsonl")
    let other = try await run(
      folder, "dedupe", "apply", "plan.jsonl", "-o", "o", "--decisions", "a.jsonl")
    #expect(other.ending == .exit(0))
    #expect(try folder.text("o").components(separatedBy: "FN:Ann Young").count == 3)
    let bad = try await run(folder, "review", "plan.jsonl", "--decisions", "phone.vcf")
    #expect(bad.ending == .exit(65))
  }

  @Test("explain shows evidence that adds up, for a terminal and as one page")
  func explain() async throws {
    let (folder, lines) = try await planned()
    let text = try await run(folder, "dedupe", "explain", "plan.jsonl", "\(lines[1].cluster)")
    #expect(text.ending == .exit(0))
    #expect(text.outputText.contains("cluster \(lines[1].cluster): one person"))
    #expect(!text.outputText.contains("Ann Young"))
    #expect(text.outputText.contains("sum"))
    let none = try await run(folder, "dedupe", "explain", "plan.jsonl", "999")
    #expect(none.ending == .exit(64))
    let page = try await run(folder, "dedupe", "explain", "plan.jsonl", "--html", "p.html")
    #expect(page.ending == .exit(0))
    let html = try folder.text("p.html")
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.hasSuffix("</html>\n"))
    for line in lines { #expect(html.contains("id=\"c\(line.cluster)\"")) }
    #expect(!html.contains("<script") && !html.contains("src=") && !html.contains("href="))
  }

  @Test("names are hostile text: escaped on the page, made visible on a terminal")
  func hostile() async throws {
    let folder = try TemporaryDirectory()
    let name = "<script>alert(1)</script>\u{1B}[2J\u{202E}\"'&"
    let card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:\(name);Kate;;;\r\nFN:Kate \(name)\r\nEMAIL:k@x.example\r\nTEL:+14085550100\r\nEND:VCARD\r\n"
    try folder.write(card + card, to: "in<b>.vcf")
    let plan = try await run(
      folder, "dedupe", "plan", "in<b>.vcf", "-o", "p", "--clusters", "c.tsv", "--quiet")
    #expect(plan.ending == .exit(1), "\(plan.errorText)")
    _ = try await run(folder, "dedupe", "explain", "p", "--html", "p.html")
    let html = try folder.text("p.html")
    #expect(!html.contains("<script") && !html.contains("in<b>"))
    #expect(!html.contains("\u{1B}") && !html.contains("\u{202E}"))
    let text = try await run(folder, "dedupe", "explain", "p")
    #expect(!text.outputText.contains("\u{1B}") && !text.outputText.contains("\u{202E}"))
  }

  @Test("what is no plan, or names cards that are not there, is refused with 65")
  func damagedPlans() async throws {
    let (folder, _) = try await planned()
    let plan = try folder.text("plan.jsonl").split(separator: "\n").map(String.init)
    for (name, text) in [
      ("empty", ""), ("words", "hello\n"), ("json", "{}\n"),
      ("cut", plan[0] + "\n" + plan[1].prefix(90)),
      ("card", plan[0] + "\n" + plan[1].replacing("\"card\":0", with: "\"card\":77") + "\n"),
      ("twice", plan[0] + "\n" + plan[1] + "\n" + plan[1] + "\n"),
    ] {
      try folder.write(text, to: "bad")
      let outcome = try await run(folder, "dedupe", "apply", "bad", "-o", "out.vcf")
      #expect(outcome.ending == .exit(65), "\(name): \(outcome.errorText)")
    }
    #expect(try !folder.names().contains("out.vcf"))
  }

  @Test("--statistics writes a table when there is none and uses the one that is there")
  func statistics() async throws {
    let folder = try books()
    let arguments = ["dedupe", "plan", "phone.vcf", "cloud.vcf", "--statistics", "s"]
    let first = try await ToolRunner.run(arguments, directory: folder.path)
    #expect(first.ending == .exit(1))
    let table = try folder.bytes("s")
    #expect(!table.isEmpty)
    let second = try await ToolRunner.run(arguments, directory: folder.path)
    #expect(second.output == first.output)
    #expect(try folder.bytes("s") == table)
    try folder.write("not a table\n", to: "s")
    #expect(try await ToolRunner.run(arguments, directory: folder.path).ending == .exit(65))
    let weights = try await run(folder, "dedupe", "plan", "phone.vcf", "--weights", "phone.vcf")
    #expect(weights.ending == .exit(65))
  }

  @Test("in place: the file itself may be the output, and undo restores it")
  func inPlace() async throws {
    let folder = try TemporaryDirectory()
    let before = try Fixtures.bytes("dedupe/phone.vcf") + Fixtures.bytes("dedupe/cloud.vcf")
    try folder.write(before, to: "book.vcf")
    #expect(
      try await run(folder, "dedupe", "run", "book.vcf", "-o", "book.vcf", "--journal", "j").ending
        == .exit(0))
    #expect(try folder.bytes("book.vcf") != before)
    #expect(try await run(folder, "undo", "j").ending == .exit(0))
    #expect(try folder.bytes("book.vcf") == before)
    let wrong = try await run(folder, "dedupe", "run", "book.vcf", "-o", "-", "--journal", "j")
    #expect(wrong.ending == .exit(64))
  }

  @Test("nothing that is read is overwritten by a plan, a list or a journal, by whatever name")
  func sparedInputs() async throws {
    let (folder, _) = try await planned()
    let before = try folder.bytes("phone.vcf")
    let plan = try folder.bytes("plan.jsonl")
    let answers = """
      {"schema":"vcard.decision/1","answer":"same","cards":\
      [{"digest":"0","uid":null,"name":""},{"digest":"1","uid":null,"name":""}]}

      """
    try folder.write(answers, to: "a")
    for arguments in [
      ["plan", "phone.vcf", "-o", "phone.vcf"],
      ["plan", "phone.vcf", "-o", "./phone.vcf"],
      ["plan", ".", "-o", "p", "--clusters", "phone.vcf"],
      ["plan", "phone.vcf", "-o", "p", "--clusters", "./p"],
      ["plan", "phone.vcf", "--decisions", "a", "-o", "a"],
      ["run", "phone.vcf", "-o", "out.vcf", "--journal", "./phone.vcf"],
      ["run", "phone.vcf", "-o", "out.vcf", "--journal", "./out.vcf"],
      ["apply", "plan.jsonl", "-o", "out.vcf", "--journal", "phone.vcf"],
      ["apply", "plan.jsonl", "-o", "plan.jsonl"],
    ] {
      let outcome = try await ToolRunner.run(["dedupe"] + arguments, directory: folder.path)
      #expect(outcome.ending == .exit(64), "\(arguments): \(outcome.errorText)")
      #expect(try folder.bytes("phone.vcf") == before)
      #expect(try folder.bytes("plan.jsonl") == plan)
      #expect(try folder.text("a") == answers)
    }
  }
}
