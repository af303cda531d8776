import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard match, the policies of the demo")
struct MatchCommandTests {
  private let book = Fixtures.path("demo/book.vcf").string

  private struct Answer: Decodable {
    struct Incoming: Decodable {
      var file: String
      var card: Int
      var name: String
    }
    struct Candidate: Decodable {
      struct Evidence: Decodable {
        var kind: String
        var level: String
        var bits: Double
        var detail: String
      }
      var person: String
      var name: String
      var bits: Double
      var evidence: [Evidence]
    }
    var schema: String
    var incoming: Incoming
    var outcome: String
    var person: String?
    var candidates: [Candidate]
  }

  private func answers(_ arguments: [String], _ file: String) async throws -> [Answer] {
    let outcome = try await ToolRunner.run(
      ["match", "--quiet", "--format", "jsonl", "--book", book, file] + arguments)
    #expect(outcome.ending == .exit(1))
    return try outcome.outputText.split(separator: "\n").map {
      try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
    }
  }

  /// What Fixtures/demo/README.md says of each incoming card.
  private static let expected: [(cutout: String, careful: String)] = [
    ("matched 5", "matched 5"), ("matched 1", "matched 1"), ("ambiguous 0 1", "ambiguous 0 1"),
    ("unknown", "unknown"), ("matched 10", "matched 10"), ("matched 12", "ambiguous 12"),
    ("ambiguous 6 7", "ambiguous 6 7"), ("matched 2", "matched 2"), ("unknown", "unknown"),
    ("matched 3", "matched 3"), ("unknown", "unknown"), ("unknown", "unknown"),
  ]

  private func summary(_ answer: Answer) -> String {
    switch answer.outcome {
    case "matched": "matched \(answer.person ?? "?")"
    case "ambiguous":
      "ambiguous " + answer.candidates.map(\.person).sorted().joined(separator: " ")
    default: answer.outcome
    }
  }

  @Test("each incoming card is who the demo says", arguments: ["cutout", "careful"])
  func demo(policy: String) async throws {
    let file = Fixtures.path("demo/incoming.vcf").string
    let answers = try await answers(["--policy", policy], file)
    #expect(answers.count == Self.expected.count)
    for (answer, expected) in zip(answers, Self.expected) {
      let want = policy == "cutout" ? expected.cutout : expected.careful
      #expect(summary(answer) == want, "\(answer.incoming.card) \(answer.incoming.name)")
      #expect(answer.schema == "vcard.match/1")
      #expect(answer.incoming.file == file)
      #expect((answer.person == nil) == (answer.outcome != "matched"))
      for candidate in answer.candidates {
        let sum = candidate.evidence.reduce(0) { $0 + $1.bits }
        #expect(abs(sum - candidate.bits) < 0.01)
        #expect(!candidate.evidence.isEmpty)
      }
    }
  }

  /// A line that is no property, in so many cards.
  private static func oddCards(_ count: Int) -> String {
    (0..<count).map { BookRunner.card("Ann\($0)x", ["a line that says nothing"]) }.joined()
  }

  @Test(
    "what is odd about the inputs and then about a book that is a file is summed up in one line",
    arguments: ["match", "receive", "import"])
  func sumsUp(command: String) async throws {
    let book = try BookRunner("book.vcf")
    try book.folder.write(Self.oddCards(25), to: "book.vcf")
    let incoming = try book.folder.write(Self.oddCards(1), to: "incoming.vcf")
    let outcome = try await book(
      [command, incoming.string] + (command == "match" ? [] : ["--dry-run"]))
    let summaries = outcome.errorLines.enumerated().filter {
      $0.element.contains("more of [malformed-line]")
    }
    #expect(summaries.count == 1, "\(outcome.errorText)")
    let irregular = outcome.errorLines.count { $0.contains(": [malformed-line]") }
    #expect(irregular == 20)
    #expect(summaries.first?.element.hasPrefix("vcard: note: 6 more of ") == true)
    // The counts of an import come last.
    #expect(
      summaries.first?.offset == outcome.errorLines.count - (command == "import" ? 2 : 1))
  }

  @Test("cutouts are matched as cards are, and the machine's language changes nothing")
  func cutouts() async throws {
    let file = Fixtures.path("demo/cutout-namesake.json").string
    let plain = try await ToolRunner.run(
      ["match", "--policy", "cutout", "--format", "jsonl", "--book", book, file])
    let turkish = try await ToolRunner.run(
      ["match", "--policy", "cutout", "--format", "jsonl", "--book", book, file],
      environment: ["LC_ALL": "tr_TR.UTF-8"])
    #expect(plain.ending == .exit(0))
    #expect(plain.outputText.contains("\"outcome\":\"matched\",\"person\":\"0\""))
    #expect(turkish.output == plain.output)
  }

  @Test("device-local identifiers neither make nor break a match")
  func deviceLocal() async throws {
    let folder = try TemporaryDirectory()
    let card = { (name: String, email: String, uid: String) in
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:\(name);Ann;;;\r\nFN:Ann \(name)\r\nEMAIL:\(email)\r\n"
        + "X-ABUID:\(uid)\\:ABPerson\r\nX-IRMC-LUID:\(uid)\r\nEND:VCARD\r\n"
    }
    try folder.write(
      card("Lee", "ann@lee.example", "1") + card("Ray", "ann@ray.example", "2"), to: "book.vcf")
    try folder.write(card("Lee", "ann@lee.example", "2"), to: "in.vcf")
    let outcome = try await ToolRunner.run(
      [
        "match", "--format", "jsonl", "--book", folder.argument("book.vcf"),
        folder.argument("in.vcf"),
      ])
    #expect(outcome.outputText.contains("\"person\":\"0\""))
    #expect(!outcome.outputText.contains("ABPerson"))
  }

  @Test("a database, a missing book and no book at all are told clearly")
  func books() async throws {
    let folder = try TemporaryDirectory()
    let file = Fixtures.path("demo/incoming.vcf").string
    for (arguments, code) in [
      (["--book", folder.argument("b.sqlite")], Int32(66)),
      (["--book", folder.argument("none.vcf")], 66), ([], 64),
    ] {
      let outcome = try await ToolRunner.run(["match", file] + arguments)
      #expect(outcome.ending == .exit(code), "\(arguments): \(outcome.errorText)")
      #expect(outcome.errorText.contains("error:"))
    }
  }
}
