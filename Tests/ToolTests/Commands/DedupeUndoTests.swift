import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard dedupe and undo: nothing is lost, and all comes back")
struct DedupeUndoTests {
  private func run(
    _ folder: TemporaryDirectory, _ arguments: [String], input: [UInt8] = []
  ) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, input: input, directory: folder.path)
  }

  private func expect(
    _ ending: Int32, _ folder: TemporaryDirectory, _ arguments: String...,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await run(folder, arguments)
    #expect(
      outcome.ending == .exit(ending), "\(arguments): \(outcome.errorText)",
      sourceLocation: location
    )
  }

  /// A card of one of several people; the same number is the same person.
  private static func card(
    _ person: Int, _ line: String = "NOTE:a", begins: Bool = true, ends: Bool = true,
    lineEnd: String = "\r\n"
  ) -> String {
    let names = ["Kate;Bell", "Tom;Ashdown", "Ann;Young", "José;García", "Юрий;Орлов", "Zoe;Hall"]
    let parts = names[person % names.count].split(separator: ";")
    let lines = [
      "VERSION:3.0", "N:\(parts[1]);\(parts[0]);;;", "FN:\(parts[0]) \(parts[1])",
      "EMAIL:person\(person)@house\(person).example", "TEL:+1408555010\(person)", line,
    ]
    let all = (begins ? ["BEGIN:VCARD"] : []) + lines + (ends ? ["END:VCARD"] : [])
    return all.joined(separator: lineEnd) + lineEnd
  }

  /// How many cards are read of a file.
  private func count(_ folder: TemporaryDirectory, _ name: String) async throws -> Int {
    let outcome = try await run(folder, ["convert", name, "--to", "jsonl", "--quiet"])
    #expect(outcome.ending == .exit(0), "\(name): \(outcome.errorText)")
    return outcome.outputText.split(separator: "\n").count
  }

  // MARK: What may be written

  @Test("an address book, its answers, a cutout or a compressed file is never written over: 64")
  func sparedBooks() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.card(0) + Self.card(0, "NOTE:b") + Self.card(1), to: "x.vcf")
    try await expect(0, folder, "import", "x.vcf", "--book", "b.sqlite", "--ambiguous", "new")
    try await expect(0, folder, "import", "x.vcf", "--book", "other.sqlite", "--ambiguous", "new")
    let zipped = try await ToolRunner.shell("gzip -k x.vcf", directory: folder.path)
    #expect(zipped.ending == .exit(0))
    let cutout =
      #"{"compositeName":"Kate Bell","emails":["k@b.example"],"schema":"vcard.cutout/1"}"#
    try folder.write(cutout, to: "kate.json")
    let answers = """
      {"schema":"vcard.decision/1","answer":"same","cards":\
      [{"digest":"0","uid":null,"name":""},{"digest":"1","uid":null,"name":""}]}

      """
    try folder.write(answers, to: "bd.decisions.jsonl")
    try await expect(1, folder, "dedupe", "plan", "x.vcf", "-o", "plan")
    try await expect(0, folder, "dedupe", "run", "x.vcf", "-o", "made", "--journal", "j")
    let names = [
      "b.sqlite", "other.sqlite", "x.vcf.gz", "kate.json", "bd.decisions.jsonl", "j", "plan",
    ]
    let before = try names.map { try folder.bytes($0) }
    for arguments in [
      ["dedupe", "run", "b.sqlite", "-o", "b.sqlite"],
      ["dedupe", "run", "x.vcf", "--book", "b.sqlite", "-o", "b.sqlite"],
      ["dedupe", "run", "x.vcf", "-o", "other.sqlite"],
      ["dedupe", "run", "b.sqlite", "-o", "out", "--journal", "b.sqlite", "--force"],
      ["dedupe", "run", "x.vcf", "-o", "out", "--journal", "other.sqlite", "--force"],
      ["dedupe", "run", "x.vcf.gz", "-o", "x.vcf.gz"],
      ["dedupe", "run", "x.vcf", "kate.json", "-o", "kate.json"],
      [
        "dedupe", "run", "x.vcf", "--book", "bd", "-o", "out", "--journal", "bd.decisions.jsonl",
        "--force",
      ],
      ["dedupe", "run", "x.vcf", "--book", "bd", "-o", "bd.decisions.jsonl"],
      // Answers that are not there yet.
      ["dedupe", "run", "x.vcf", "--book", "new", "-o", "out", "--journal", "new.decisions.jsonl"],
      ["dedupe", "plan", "x.vcf", "--book", "b.sqlite", "-o", "b.sqlite"],
      ["dedupe", "plan", "x.vcf", "-o", "other.sqlite"],
      ["dedupe", "plan", "x.vcf", "-o", "p", "--clusters", "other.sqlite"],
      ["dedupe", "plan", "x.vcf", "--book", "bd", "-o", "bd.decisions.jsonl"],
      ["dedupe", "apply", "plan", "--book", "bd", "-o", "bd.decisions.jsonl"],
      ["dedupe", "apply", "plan", "--book", "b.sqlite", "-o", "b.sqlite"],
      ["undo", "j", "-o", "other.sqlite"],
      ["undo", "j", "-o", "./j"],
    ] {
      let outcome = try await run(folder, arguments)
      #expect(outcome.ending == .exit(64), "\(arguments): \(outcome.errorText)")
    }
    #expect(try names.map { try folder.bytes($0) } == before)
    let made = try folder.names()
    #expect(!made.contains("out") && !made.contains("new.decisions.jsonl"))
  }

  @Test("two names of one file that is not there yet are seen to be one")
  func newFilesByOtherNames() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.card(0), to: "x.vcf")
    try folder.makeFolder("d1")
    try folder.makeLink("d2", to: "d1")
    try folder.makeLink("link", to: "d1/z")
    try await expect(64, folder, "dedupe", "run", "x.vcf", "-o", "d1/z", "--journal", "d2/z")
    try await expect(64, folder, "dedupe", "run", "x.vcf", "-o", "d1/z", "--journal", "link")
    // The same words, and yet two files.
    try folder.makeFolder("a/b")
    try folder.makeLink("deep", to: "a/b")
    try await expect(0, folder, "dedupe", "run", "x.vcf", "-o", "deep/../z", "--journal", "z")
    #expect(try folder.names(in: "a") == ["b", "z"])
  }

  @Test("a journal that is there stays, with 73, unless --force is given")
  func journalsStay() async throws {
    let folder = try TemporaryDirectory()
    let before = Self.card(0) + Self.card(0, "NOTE:b") + Self.card(1)
    try folder.write(before, to: "x.vcf")
    try await expect(0, folder, "dedupe", "run", "x.vcf", "-o", "x.vcf", "--journal", "j")
    let (journal, merged) = (try folder.bytes("j"), try folder.bytes("x.vcf"))
    try await expect(73, folder, "dedupe", "run", "x.vcf", "-o", "x.vcf", "--journal", "j")
    try await expect(73, folder, "dedupe", "run", "x.vcf", "-o", "y", "--journal", "j", "-n")
    #expect(try folder.bytes("j") == journal && folder.bytes("x.vcf") == merged)
    try await expect(0, folder, "undo", "j")
    #expect(try folder.text("x.vcf") == before)
    try await expect(
      0, folder, "dedupe", "run", "x.vcf", "-o", "y", "--journal", "j", "--force")
    #expect(try folder.bytes("j") != journal)
    try await expect(64, folder, "dedupe", "run", "x.vcf", "-o", "y", "--force")
  }

  @Test("a new journal can be read by its owner only: removed cards are in it")
  func privateJournal() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.card(0) + Self.card(0, "NOTE:b"), to: "x.vcf")
    try await expect(0, folder, "dedupe", "run", "x.vcf", "-o", "y", "--journal", "j")
    #expect(try BookRunner.permissions(folder.path("j")) == "600")
  }

  @Test("--journal is refused with 64 where the output is no file")
  func journalsOfNoFile() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.card(0), to: "x.vcf")
    for place in ["-", "/dev/stdout", "/dev/null", "/dev/full", "/dev/fd/1"] {
      try await expect(64, folder, "dedupe", "run", "x.vcf", "-o", place, "--journal", "j")
    }
    #expect(try folder.names() == ["x.vcf"])
  }

  @Test("--dry-run ends as the real run would, and writes nothing")
  func rehearsals() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.card(0) + Self.card(0, "NOTE:b"), to: "x.vcf")
    try await expect(73, folder, "dedupe", "run", "x.vcf", "-n", "-o", "none/y")
    try await expect(73, folder, "dedupe", "run", "x.vcf", "-n", "-o", "y", "--journal", "none/j")
    try await expect(0, folder, "dedupe", "run", "x.vcf", "-n", "-o", "y", "--journal", "j")
    #expect(try folder.names() == ["x.vcf"])
    try await expect(0, folder, "dedupe", "run", "x.vcf", "-o", "y", "--journal", "j")
    let merged = try folder.bytes("y")
    try await expect(73, folder, "undo", "j", "-n", "-o", "none/z")
    try await expect(0, folder, "undo", "j", "-n", "-o", "z")
    try await expect(0, folder, "undo", "j", "-n", "-o", "z/")
    try await expect(0, folder, "undo", "j", "-n")
    #expect(try folder.names() == ["j", "x.vcf", "y"])
    #expect(try folder.bytes("y") == merged)
  }

  // MARK: Cards that lack an end

  @Test(
    "a card without END and one without BEGIN never become one",
    arguments: [
      // An input ends inside a card that is inside of another.
      [
        card(0, "AGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nFN:In", ends: false), card(1), card(2),
      ],
      // A last line looks like the END of the card.
      [card(0, "NOTE:see END:VCARD", ends: false), card(1, begins: false)],
      [
        card(0, "AGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nFN:In\r\nEND:VCARD", ends: false),
        card(1, begins: false),
      ],
      // What follows the open card is merged away.
      [card(1), card(0, ends: false) + card(1, "NOTE:b"), card(2, begins: false)],
      [card(1), card(0, ends: false) + card(1, "NOTE:b") + card(2, begins: false)],
      // Text before hides a card without BEGIN.
      [card(0) + "BEGIN:VCALENDAR\r\n", card(1, begins: false)],
      [card(1), card(0) + card(1, "NOTE:b", ends: false), "\u{FEFF}" + card(2, begins: false)],
    ])
  func openCards(_ texts: [String]) async throws {
    try await checkAll(texts)
  }

  /// Merges files and undoes it, and expects every card to be there.
  private func checkAll(_ texts: [String]) async throws {
    let folder = try TemporaryDirectory()
    var cards = 0
    for (index, text) in texts.enumerated() {
      try folder.write(text, to: "\(index).vcf")
      cards += try await count(folder, "\(index).vcf")
    }
    let names = texts.indices.map { "\($0).vcf" }
    let merged = try await run(
      folder, ["dedupe", "run"] + names + ["-o", "out", "--journal", "j"])
    #expect(merged.ending == .exit(0), "\(merged.errorText)")
    let said = try #require(merged.errorText.firstMatch(of: /wrote ([0-9]+) card/)?.1)
    #expect(try await count(folder, "out") == Int(said), "\(texts)")
    try await expect(0, folder, "undo", "j", "-o", "each/")
    for (name, text) in zip(names, texts) { #expect(try folder.text("each/\(name)") == text) }
    try await expect(0, folder, "undo", "j", "-o", "back")
    #expect(try await count(folder, "back") == cards, "\(texts)")
  }

  @Test(
    "whatever files are made of: as many cards are written as are told, and all come back", .slow)
  func seededFiles() async throws {
    var numbers = SeededGenerator(seed: 31)
    for _ in 0..<24 {
      let texts = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
        var text = Bool.random(using: &numbers) ? "" : "\u{FEFF}"
        for part in 0..<Int.random(in: 1...5, using: &numbers) {
          if Int.random(in: 0..<4, using: &numbers) == 0 {
            text +=
              [
                "\r\n", "junk\r\n", "BEGIN:VCALENDAR\r\n", "END:VCARD\r\n", " \n",
                "--BEGIN:VCARD\r\n",
              ]
              .randomElement(using: &numbers) ?? ""
          }
          let line = [
            "NOTE:\(part)", "NOTE:see END:VCARD", "AGENT:",
            "AGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nFN:In",
            "AGENT:BEGIN:VCARD\r\nFN:In\r\nAGENT:BEGIN:VCARD\r\nFN:Within\r\nEND:VCARD",
            "AGENT:\r\nBEGIN:VCARD\r\nFN:In\r\nEND:VCARD", "END:",
          ]
          text += Self.card(
            Int.random(in: 0..<6, using: &numbers), line.randomElement(using: &numbers) ?? "",
            begins: part == 0 || Int.random(in: 0..<3, using: &numbers) > 0,
            ends: Int.random(in: 0..<3, using: &numbers) > 0,
            lineEnd: Bool.random(using: &numbers) ? "\r\n" : "\n")
        }
        return Bool.random(using: &numbers) ? text : String(text.dropLast())
      }
      try await checkAll(texts)
    }
  }

  // MARK: What comes back

  @Test("in place with several inputs: the file that was replaced is as it was, and no other")
  func replacedAmongOthers() async throws {
    let folder = try TemporaryDirectory()
    let p = "text before\r\n" + Self.card(0) + Self.card(1) + "\r\ntext behind"
    let q = Self.card(0, "NOTE:b") + Self.card(2)
    try folder.write(p, to: "p.vcf")
    try folder.write(q, to: "q.vcf")
    try folder.makeLink("link.vcf", to: "p.vcf")
    for (place, journal) in [("p.vcf", "j1"), ("link.vcf", "j2")] {
      try await expect(
        0, folder, "dedupe", "run", "q.vcf", "p.vcf", "-o", place, "--journal", journal)
      #expect(try folder.text("p.vcf") != p)
      try await expect(0, folder, "undo", journal, "-n")
      #expect(try folder.text("p.vcf") != p)
      try await expect(0, folder, "undo", journal)
      #expect(try folder.text("p.vcf") == p && folder.text("q.vcf") == q)
    }
  }

  @Test("a file in UTF-16 that was replaced comes back as it was, its text between cards too")
  func replacedUTF16() async throws {
    let folder = try TemporaryDirectory()
    let text = "\u{FEFF}" + Self.card(0) + "between\r\n" + Self.card(0, "NOTE:b") + "behind\r\n"
    let octets = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try folder.write(octets, to: "x.vcf")
    try folder.write(Self.card(1), to: "y.vcf")
    try await expect(
      0, folder, "dedupe", "run", "x.vcf", "y.vcf", "-o", "x.vcf", "--journal", "j")
    #expect(try folder.bytes("x.vcf") != octets)
    let journal = try folder.text("j")
    // Without what was replaced, or with less of it, nothing is restored.
    let raw = try #require(journal.split(separator: "\n").first { $0.hasPrefix("{\"raw\"") })
    let merged = try folder.bytes("x.vcf")
    try folder.write(journal.replacing(raw + "\n", with: ""), to: "bad")
    try await expect(65, folder, "undo", "bad", "--merged", "x.vcf")
    #expect(try folder.bytes("x.vcf") == merged)
    try await expect(0, folder, "undo", "j")
    #expect(try folder.bytes("x.vcf") == octets)
  }

  @Test("a file with NUL in it is no UTF-16: its text between cards passes and comes back")
  func octetsOfNothing() async throws {
    let folder = try TemporaryDirectory()
    let text =
      "text\u{0} before\r\n" + Self.card(0, "NOTE:\u{0}") + "\u{0}between\r\n" + Self.card(1)
      + Self.card(0, "NOTE:b") + "behind"
    try folder.write(text, to: "x.vcf")
    try await expect(0, folder, "dedupe", "run", "x.vcf", "-o", "y", "--journal", "j")
    let merged = try folder.text("y")
    for word in ["text\u{0} before", "\u{0}between", "behind"] { #expect(merged.contains(word)) }
    try await expect(0, folder, "undo", "j", "-o", "z")
    #expect(try folder.text("z") == text)
  }

  @Test("a damaged journal restores nothing, with 65, whatever its inputs are")
  func damagedJournals() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.card(0) + Self.card(1) + Self.card(0, "NOTE:b"), to: "x.vcf")
    let zipped = try await ToolRunner.shell("gzip -k x.vcf", directory: folder.path)
    #expect(zipped.ending == .exit(0))
    for (input, target) in [("x.vcf", "z"), ("x.vcf.gz", "z"), ("x.vcf.gz", "z/")] {
      try await expect(
        0, folder, "dedupe", "run", input, "-o", "y", "--journal", "j", "--force")
      let journal = try folder.text("j")
      let lines = journal.split(separator: "\n").map(String.init)
      #expect(lines.count >= 4)
      var damaged = lines.indices.map { index in
        lines.enumerated().filter { $0.offset != index }.map(\.element)
      }
      damaged.append(lines.map { $0.replacing("{\"input\":0,\"data", with: "{\"input\":1,\"data") })
      damaged.append(lines.map { $0.replacing(/"inputs":\[.*\]/, with: "\"inputs\":[]") })
      damaged.append(lines.map { $0.replacing("\"cards\":\"", with: "\"cards\":\"0") })
      damaged.append(lines.map { $0.replacing("\"inputs\":", with: "\"replaced\":7,\"inputs\":") })
      for lines in damaged where lines.joined(separator: "\n") + "\n" != journal {
        try folder.write(lines.joined(separator: "\n") + "\n", to: "bad")
        let outcome = try await run(folder, ["undo", "bad", "--merged", "y", "-o", target])
        #expect(outcome.ending == .exit(65), "\(lines): \(outcome.errorText)")
        #expect(try !folder.names().contains("z"))
      }
    }
  }

  @Test("into a folder: each input comes back under a name of its own")
  func foldersOfInputs() async throws {
    let folder = try TemporaryDirectory()
    var texts: [String] = []
    let inputs = ["2-s.vcf", "a/s.vcf", "b/s.vcf", "c/s.vcf"]
    for name in ["a", "b", "c"] { try folder.makeFolder(name) }
    for (index, name) in inputs.enumerated() {
      texts.append(Self.card(index) + Self.card(5, "NOTE:\(index)"))
      try folder.write(texts[index], to: name)
    }
    let outcome = try await run(
      folder, ["dedupe", "run"] + inputs + ["-o", "out", "--journal", "j"])
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    try await expect(0, folder, "undo", "j", "-o", "each/")
    let names = try folder.names(in: "each")
    #expect(names.count == 4)
    #expect(try Set(names.map { try folder.text("each/\($0)") }) == Set(texts))
    // What is there already stays.
    try await expect(73, folder, "undo", "j", "-o", "each/")
  }

  @Test("a merged file that was moved is named by --merged, from whatever folder")
  func movedOutput() async throws {
    let folder = try TemporaryDirectory()
    let text = Self.card(0) + Self.card(0, "NOTE:b")
    try folder.write(text, to: "x.vcf")
    try await expect(0, folder, "dedupe", "run", "x.vcf", "-o", "y", "--journal", "j")
    try FileManager.default.moveItem(atPath: folder.argument("y"), toPath: folder.argument("w"))
    try await expect(66, folder, "undo", "j")
    try await expect(0, folder, "undo", "j", "--merged", "w", "-o", "z")
    #expect(try folder.text("z") == text)
    try await expect(0, folder, "undo", "j", "--merged", "w")
    #expect(try folder.text("w") == text)
    try await expect(64, folder, "undo", "--merged", "w")
  }

  @Test("a journal from elsewhere overwrites nothing but what --merged names: 65")
  func journalsFromElsewhere() async throws {
    let folder = try TemporaryDirectory()
    let text = Self.card(0) + Self.card(0, "NOTE:b")
    try folder.write(text, to: "x.vcf")
    // Everybody has such a file, and knows its digest.
    try folder.write("# ~/.profile: executed by the command interpreter\n", to: ".profile")
    try await expect(0, folder, "dedupe", "run", "x.vcf", "-o", "y", "--journal", "j")
    let digest = try await ToolRunner.shell("sha256sum .profile", directory: folder.path)
    let evil = try folder.text("j").replacing(
      /"file":"y","sha256":"[0-9a-f]*","bytes":[0-9]*/,
      with: "\"file\":\".profile\",\"sha256\":\"\(digest.outputText.prefix(64))\",\"bytes\":50")
    #expect(evil.contains(".profile"))
    try folder.write(evil, to: "evil")
    let before = try folder.names().map { try folder.bytes($0) }
    for arguments in [[], ["-o", "z"], ["-o", "z/"], ["-n"]] {
      let outcome = try await run(folder, ["undo", "evil"] + arguments)
      #expect(outcome.ending == .exit(65), "\(arguments): \(outcome.errorText)")
      #expect(
        outcome.errorText.contains(
          "evil: the journal is a copy or from elsewhere, and says it is about .profile"))
    }
    #expect(try folder.names().map { try folder.bytes($0) } == before)
    // What was only renamed is still what was written; of a copy that cannot be known.
    try FileManager.default.moveItem(atPath: folder.argument("j"), toPath: folder.argument("k"))
    try folder.write(try folder.bytes("k"), to: "copy")
    try await expect(65, folder, "undo", "copy")
    try await expect(0, folder, "undo", "copy", "--merged", "y", "-o", "z")
    #expect(try folder.text("z") == text)
    try await expect(0, folder, "undo", "k")
    #expect(try folder.text("y") == text)
  }

  #if os(Linux)
    @Test("names that are no UTF-8 come back from a journal, and a plan refuses them with 64")
    func namesOfOctets() async throws {
      let folder = try TemporaryDirectory()
      let text = Self.card(0) + Self.card(0, "NOTE:b")
      try folder.write(text, to: "x.vcf")
      let script = """
        in=$(printf 'in\\377.vcf'); out=$(printf 'out\\377.vcf')
        cp x.vcf "$in"
        vcard dedupe plan "$in" -o plan && exit 9
        test $? = 64 || exit 1
        vcard dedupe run "$in" -o "$out" --journal j || exit 2
        cmp -s "$out" x.vcf && exit 3
        vcard undo j || exit 4
        cmp "$out" x.vcf || exit 5
        vcard dedupe run "$in" -o "$in" --journal j2 || exit 6
        vcard undo j2 || exit 7
        cmp "$in" x.vcf || exit 8
        """
      let outcome = try await ToolRunner.shell(script, directory: folder.path)
      #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    }
  #endif
}
