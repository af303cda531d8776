import SystemPackage
import TestSupport
import Testing

@Suite("vcard convert --split and --split-every")
struct ConvertSplitTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static func card(_ name: String, uid: String? = nil, note: String = "") -> String {
    let uid = uid.map { "UID:\($0)\r\n" } ?? ""
    return
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:\(name)\r\n\(uid)NOTE:\(note)\r\nEND:VCARD\r\n"
  }

  private func run(_ arguments: String..., input: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(
      ["convert"] + arguments, input: Array(input.utf8), directory: folder.path)
  }

  // MARK: One card a file

  @Test("each card becomes a file named by its UID, else by its number, and reads as it was")
  func split() async throws {
    let cards = [
      Self.card("a", uid: "urn:uuid:1-2"), Self.card("b"), Self.card("c", uid: "1-2"),
      Self.card("d", uid: "../x"), Self.card("e", uid: "card-000002"),
    ]
    let outcome = try await run("--split", "d", input: cards.joined())
    #expect(outcome.ending == .exit(0))
    #expect(outcome.output == [] && outcome.errors == [])
    let names = [
      "1-2-2.vcf", "1-2.vcf", "card-000002-2.vcf", "card-000002.vcf", "x.vcf",
    ]
    #expect(try folder.names(in: "d") == names)
    #expect(try folder.text("d/1-2.vcf") == cards[0])
    // Readers of such folders pass over a card without a UID; what says the same gets the same.
    let given = try folder.text("d/card-000002.vcf")
    let line = try #require(given.firstMatch(of: /UID:urn:uuid:[0-9a-f-]{36}\r\n/))
    #expect(given.replacing(line.output, with: "") == cards[1])
    #expect(try await run("--split", "e", input: cards.joined()).ending == .exit(0))
    #expect(try folder.text("e/card-000002.vcf") == given)
    #expect(try folder.text("d/1-2-2.vcf") == cards[2])
    #expect(try folder.text("d/x.vcf") == cards[3])
    #expect(try folder.text("d/card-000002-2.vcf") == cards[4])
    // A vdir is an input again.
    let again = try await ToolRunner.run(["convert", "d"], directory: folder.path)
    #expect(again.output.count == cards.joined().utf8.count + line.output.utf8.count)
  }

  @Test("a folder with other files in it takes more")
  func splitIntoFolder() async throws {
    try folder.makeFolder("d")
    try folder.write("mine", to: "d/other.vcf")
    let outcome = try await run("--split", "d", input: Self.card("a", uid: "a"))
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names(in: "d") == ["a.vcf", "other.vcf"])
    #expect(try folder.text("d/other.vcf") == "mine")
  }

  @Test("a file that was there stops the run with 73, and nothing is written; --force replaces it")
  func splitExisting() async throws {
    try folder.makeFolder("d")
    try folder.write("mine", to: "d/b.vcf")
    let input = Self.card("a", uid: "a") + Self.card("b", uid: "b")
    let outcome = try await run("--split", "d", input: input)
    #expect(outcome.ending == .exit(73))
    #expect(
      outcome.errorLines.first == "vcard: error: d/b.vcf exists already, and nothing was written")
    #expect(try folder.names(in: "d") == ["b.vcf"])
    #expect(try folder.text("d/b.vcf") == "mine")
    let forced = try await run("--split", "d", "--force", input: input)
    #expect(forced.ending == .exit(0))
    #expect(try folder.names(in: "d") == ["a.vcf", "b.vcf"])
    #expect(try folder.text("d/b.vcf") == Self.card("b", uid: "b"))
  }

  @Test("nothing appears before the end: not when --strict stops the run, nor in a dry run")
  func splitStopped() async throws {
    let bad = Self.card("a", uid: "a") + "BEGIN:VCARD\r\nVERSION:3.0\r\nnothing\r\nEND:VCARD\r\n"
    let stopped = try await run("--split", "d", "--strict", input: bad)
    #expect(stopped.ending == .exit(65))
    #expect(try folder.names() == [])
    let dry = try await run("--split", "d", "-n", input: Self.card("a", uid: "a"))
    #expect(dry.ending == .exit(0))
    #expect(dry.errorLines == ["would write 1 cards"])
    #expect(try folder.names() == [])
    try folder.makeFolder("d")
    try folder.write("mine", to: "d/a.vcf")
    let clash = try await run("--split", "d", "--dry-run", input: Self.card("a", uid: "a"))
    #expect(clash.ending == .exit(73))
    #expect(try folder.text("d/a.vcf") == "mine")
  }

  @Test("an interruption leaves the folder as it was", arguments: [2, 15] as [Int32])
  func splitInterrupted(signal: Int32) async throws {
    try folder.makeFolder("d")
    let folder = folder
    let outcome = try await ToolRunner.start(
      ["convert", "--split", folder.argument("d")]
    ) { process in
      try await process.write(Array((Self.card("a", uid: "a") + "BEGIN:VCARD\r\n").utf8))
      // The card stands in a hidden folder as soon as it is read.
      for _ in 0..<6000 {
        if let hidden = try folder.names(in: "d").first,
          try folder.names(in: "d/\(hidden)") == ["a.vcf"]
        {
          break
        }
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try folder.names(in: "d").allSatisfy { $0.hasPrefix(".") && $0.hasSuffix(".tmp") })
      try process.send(signal: signal)
      for _ in 0..<6000 where try !folder.names(in: "d").isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    #expect(outcome.ending == .exit(130))
    #expect(try folder.names(in: "d") == [])
  }

  @Test("ten thousand cards of one UID take ten thousand names, in order")
  func splitMany() async throws {
    let outcome = try await run(
      "--split", "d", input: String(repeating: Self.card("a", uid: "a"), count: 10_000))
    #expect(outcome.ending == .exit(0))
    let names = Set(try folder.names(in: "d"))
    #expect(names == Set(["a.vcf"] + (2...10_000).map { "a-\($0).vcf" }))
  }

  @Test("a file that cannot be written whole ends the run with 74, and leaves nothing")
  func splitTooLarge() async throws {
    try folder.write(
      Self.card("a", uid: "a") + Self.card("b", note: String(repeating: "x", count: 5000)),
      to: "in.vcf")
    for way in ["--split d", "--split-every 1 -o out.vcf", "-o out.vcf", "--in-place"] {
      let outcome = try await ToolRunner.shell(
        "ulimit -f 2; exec vcard convert in.vcf \(way)", directory: folder.path)
      #expect(outcome.ending == .exit(74), "\(way)")
      #expect(try folder.names() == ["in.vcf"], "\(way)")
    }
  }

  // MARK: Several cards a file

  @Test("so many cards go into each of the numbered files beside the output")
  func everyCards() async throws {
    let cards = (1...5).map { Self.card("\($0)") }
    let outcome = try await run("--split-every", "2", "-o", "out.vcf", input: cards.joined())
    #expect(outcome.ending == .exit(0))
    #expect(outcome.output == [] && outcome.errors == [])
    #expect(try folder.names() == ["out-001.vcf", "out-002.vcf", "out-003.vcf"])
    #expect(try folder.text("out-001.vcf") == cards[0] + cards[1])
    #expect(try folder.text("out-002.vcf") == cards[2] + cards[3])
    #expect(try folder.text("out-003.vcf") == cards[4])
  }

  @Test("or so many bytes; no card is cut, and one that is larger stands alone")
  func everyBytes() async throws {
    let small = Self.card("a")
    let large = Self.card("b", note: String(repeating: "x y ", count: 17))
    #expect(large.utf8.count > 2 * small.utf8.count)
    let size = small.utf8.count * 2
    let outcome = try await run(
      "--split-every", "\(size)B", "--fold", "none", "-o", "out",
      input: small + small + large + small + small + small
    )
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names() == ["out-001", "out-002", "out-003", "out-004"])
    #expect(try folder.text("out-001") == small + small)
    #expect(try folder.text("out-002") == large)
    #expect(try folder.text("out-003") == small + small)
    #expect(try folder.text("out-004") == small)
  }

  @Test("files that were there are not overwritten, and one too many is told of")
  func everyExisting() async throws {
    try folder.write("mine", to: "out-002.vcf")
    try folder.write("old", to: "out-003.vcf")
    let input = Self.card("a") + Self.card("b")
    let outcome = try await run("--split-every", "1", "-o", "out.vcf", input: input)
    #expect(outcome.ending == .exit(73))
    #expect(try folder.names() == ["out-002.vcf", "out-003.vcf"])
    #expect(try folder.text("out-002.vcf") == "mine")
    let forced = try await run("--split-every", "1", "-o", "out.vcf", "--force", input: input)
    #expect(forced.ending == .exit(0))
    #expect(
      forced.errorLines == [
        "vcard: warning: ./out-003.vcf was there before and is not part of this output"
      ])
    #expect(try folder.text("out-002.vcf") == Self.card("b"))
    #expect(try folder.text("out-003.vcf") == "old")
  }

  // MARK: Usage

  @Test(
    "what does not go together is wrong usage",
    arguments: [
      ["--split", "d", "-o", "out.vcf"], ["--split", "d", "--split-every", "2", "-o", "o"],
      ["--split", "d", "--to", "jsonl"], ["--split", ""],
      ["--split-every", "2"], ["--split-every", "2", "-o", "-"], ["--split-every", "0", "-o", "o"],
      ["--split-every", "-1", "-o", "o"], ["--split-every", "1.5M", "-o", "o"],
      ["--split-every", "M", "-o", "o"], ["--split-every", "99999999999999G", "-o", "o"],
      ["--split-every", "2", "-o", "o", "--to", "jsonl"], ["--split-every", "+1", "-o", "o"],
      ["--split", "d", "--in-place"],
    ])
  func usage(arguments: [String]) async throws {
    let outcome = try await ToolRunner.run(["convert"] + arguments, directory: folder.path)
    #expect(outcome.ending == .exit(64), "\(outcome.errorText)")
    #expect(outcome.output == [])
    #expect(try folder.names() == [])
  }
}
