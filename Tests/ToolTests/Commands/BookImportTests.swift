import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard import, match, receive and export with a database")
struct BookImportTests {
  private static let wild = Fixtures.files(in: "cards/wild").filter { $0.extension == "vcf" }
    .map(\.string)

  @Test("cards of real programs come out byte for byte", arguments: wild)
  func bytesSurvive(file: String) async throws {
    let book = try BookRunner()
    let imported = try await book(["import", "--quiet", "--ambiguous", "new", file])
    #expect(imported.ending == .exit(0), "\(imported.errorText)")
    let original = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    // Blank lines between two cards are of neither.
    let cards = original.replacingOccurrences(
      of: "(END:VCARD\\r?\\n)(\\r?\\n)+", with: "$1", options: .regularExpression)
    let exported = try await book.export()
    let isSame = String(decoding: exported, as: UTF8.self) == cards
    #expect(isSame)
    let again = try await book(["import", "--ambiguous", "new", file])
    #expect(again.errorLines.last?.contains("(0 updated), created 0") == true, "\(again.errorText)")
    #expect(try await book.export() == exported)
    #expect(try await book.output(["book", "log"]).split(separator: "\n").count == 2)
    #expect(try await book(["book", "check"]).ending == .exit(0))
    #expect(try await book(["undo"]).ending == .exit(0))
    #expect(try await book.export().isEmpty)
  }

  @Test("the demo: matched, created, skipped; the second time nothing changes; undo gives it back")
  func demo() async throws {
    let book = try await BookRunner.importing()
    let before = try await book.export()
    #expect(before == (try Fixtures.bytes("demo/book.vcf")))
    let arguments = ["import", Fixtures.path("demo/incoming.vcf").string, "--ambiguous", "skip"]
    let first = try await book(arguments)
    #expect(
      first.errorLines.last == "read 12, matched 5 (3 updated), created 4, ambiguous 3, skipped 3")
    let once = try await book.export()
    let log = try await book.output(["book", "log"])
    let second = try await book(arguments)
    #expect(
      second.errorLines.last == "read 12, matched 9 (0 updated), created 0, ambiguous 3, skipped 3")
    #expect(try await book.export() == once)
    // Nothing went into the journal either.
    #expect(try await book.output(["book", "log"]) == log)
    _ = try await book(["undo"])
    #expect(try await book.export() == before)
  }

  @Test(
    "a book is made by what puts somebody into it, and whatever fails before leaves nothing behind",
    arguments: ["book.sqlite", "book.vcf"])
  func madeLate(name: String) async throws {
    let book = try BookRunner(name)
    let nobody = [
      ["import", "/dev/null"], ["import", "--unknown", "skip", "-"], ["receive", "/dev/null"],
      ["book", "new"],
    ]
    let others = [
      ["book", "groups", "new", "X", "--source", ""],
      ["book", "sources", "add", "S", "http://127.0.0.1:9/"],
    ]
    for arguments in nobody + (name == "book.sqlite" ? others : []) {
      let input = arguments.last == "-" ? BookRunner.card("Kate") : "junk\n"
      let outcome = try await book(arguments, input: Array(input.utf8))
      #expect(arguments.last == "-" || outcome.ending != .exit(0), "\(arguments)")
      #expect(try book.folder.names().isEmpty, "\(arguments): \(outcome.errorText)")
    }
    _ = try await book.output(["import", "-"], input: BookRunner.card("Kate"))
    #expect(try book.folder.names() == [name])
    #expect(try await book.output(["export"]).contains("FN:Kate"))
  }

  @Test("--dry-run and --ambiguous fail change nothing")
  func noChange() async throws {
    let book = try await BookRunner.importing()
    let before = try await book.export()
    let incoming = Fixtures.path("demo/incoming.vcf").string
    for (arguments, code) in [(["--dry-run"], Int32(0)), (["--ambiguous", "fail"], 1)] {
      let outcome = try await book(["import", incoming] + arguments)
      #expect(outcome.ending == .exit(code))
      #expect(try await book.export() == before)
    }
    #expect(try await book.output(["book", "log"]).split(separator: "\n").count == 2)
  }

  @Test(
    "--dry-run without a book says what would be made, and makes nothing",
    arguments: ["book.sqlite", "book.vcf"])
  func noBook(name: String) async throws {
    let none = try BookRunner(name)
    let cards = Fixtures.path("demo/book.vcf").string
    let import_ = try await none(["import", cards, "--dry-run"])
    #expect(import_.ending == .exit(0))
    #expect(
      import_.errorLines == [
        "vcard: note: \(none.book) is not there yet and would be made",
        "read 13, matched 0 (0 updated), created 13, ambiguous 0, skipped 0",
      ])
    let received = try await none(
      ["receive", "--dry-run", Fixtures.path("demo/cutout-unknown.json").string])
    #expect(received.outputText.hasPrefix("Amara Okonjo-Reyes: unknown, would be created\n"))
    #expect(try none.folder.names().isEmpty)
    // What a real run would not make is not made in a rehearsal.
    for name in ["none/\(name)", "folder"] {
      for more in [["--dry-run"], []] {
        let outcome = try await ToolRunner.run(
          ["import", cards, "--book", none.folder.argument(name)] + more)
        #expect(outcome.ending == .exit(73), "\(name): \(outcome.errorText)")
      }
    }
    let own = try await ToolRunner.run(
      ["import", cards, "--dry-run"], environment: ["XDG_DATA_HOME": none.folder.argument("data")])
    #expect(own.ending == .exit(0), "\(own.errorText)")
    #expect(try none.folder.names().isEmpty)
  }

  @Test("what cannot be put into --rejects leaves the book as it was, and the other way round")
  func rejects() async throws {
    let book = try await BookRunner.importing()
    let before = try await book.export()
    let incoming = Fixtures.path("demo/incoming.vcf").string
    let arguments = ["import", incoming, "--ambiguous", "skip", "--rejects"]
    for (place, code) in [(book.folder.argument("none/r.vcf"), Int32(73)), ("/dev/full", 74)] {
      let outcome = try await book(arguments + [place])
      #expect(outcome.ending == .exit(code), "\(outcome.errorText)")
      #expect(try await book.export() == before)
    }
    #expect(try await book.output(["book", "log"]).split(separator: "\n").count == 2)
    // Many cards, so that the book does not fit; the file of an earlier run stays.
    let many = (0..<3000).map { BookRunner.card("Ann\($0)x", ["EMAIL:\($0)x@ann.example"]) }
    let cards = try book.folder.write(
      Fixtures.bytes("demo/incoming.vcf") + Array(many.joined().utf8), to: "many.vcf")
    let old = try book.folder.write("earlier", to: "rejects.vcf")
    let full = try await ToolRunner.shell(
      "ulimit -f 400; exec vcard import '\(cards)' --ambiguous skip --rejects '\(old)' "
        + "--book '\(book.book)'")
    #expect(full.ending == .exit(74), "\(full.errorText)")
    #expect(try book.folder.text("rejects.vcf") == "earlier")
    #expect(try await book.export() == before)
    #expect(try book.folder.names().sorted().allSatisfy { !$0.hasPrefix(".") })
    #expect(try await book(arguments + [old.string]).ending == .exit(0))
    #expect(try book.folder.text("rejects.vcf").components(separatedBy: "BEGIN:VCARD").count == 4)
  }

  @Test("what is added to a card has the line ends of the card", arguments: ["\n", "\r\n"])
  func lineEnds(end: String) async throws {
    let book = try BookRunner()
    let uid = "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    let lines = ["BEGIN:VCARD", "VERSION:3.0", "N:Bell;;;;", "FN:Bell", "NOTE:a", "  b", uid]
    let more = [
      "TEL:12345678", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/\(String(repeating: "A", count: 120))",
    ]
    try book.folder.write((lines + ["END:VCARD", ""]).joined(separator: end), to: "a.vcf")
    try book.folder.write((lines + more + ["END:VCARD", ""]).joined(separator: end), to: "b.vcf")
    _ = try await book.output(["import", book.folder.argument("a.vcf")])
    _ = try await book.output(["import", book.folder.argument("b.vcf")])
    let text = try await book.output(["export"])
    #expect(text.hasPrefix(lines.joined(separator: end) + end + "TEL:12345678" + end))
    #expect(text.contains("\(end)REV:"))
    #expect(text.contains("\r") == (end == "\r\n"))
    #expect(text.replacingOccurrences(of: "\r\n", with: "").contains("\n") == (end == "\n"))
    let again = try await book(["import", book.folder.argument("b.vcf")])
    #expect(again.errorText == "read 1, matched 1 (0 updated), created 0, ambiguous 0, skipped 0\n")
  }

  @Test("--charset is remembered, also of what quoted-printable hides")
  func charset() async throws {
    let book = try BookRunner()
    let card =
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN;ENCODING=QUOTED-PRINTABLE:=E9=D7=C1=CE=CF=D7;=E9=D7=C1=CE"
      + "\r\nEND:VCARD\r\n"
    let file = try book.folder.write(card, to: "koi.vcf").string
    _ = try await book.output(["import", "--charset", "koi8-r", file])
    #expect(try await book.output(["book", "list"]).contains("Иван Иванов"))
    #expect(try await book.output(["find", "иванов"]).contains("Иван Иванов"))
    #expect(try await book.output(["export"]) == card)
    let again = try await book(["import", "--charset", "koi8-r", file])
    #expect(again.errorText == "read 1, matched 1 (0 updated), created 0, ambiguous 0, skipped 0\n")
  }

  @Test(
    "all cards of real programs at once: the second time nothing changes, undo takes all back",
    .enabled(if: !Corpus.files.isEmpty), arguments: [[], ["--source", "phone"]])
  func corpus(more: [String]) async throws {
    let book = try BookRunner()
    let files = try Corpus.files.filter { try $0.extension == "vcf" && Self.holdsCard($0) }
      .map(\.string)
    let arguments = ["import", "--quiet", "--ambiguous", "new"] + more + files
    let first = try await book(arguments)
    #expect(first.ending == .exit(0), "\(first.errorText.suffix(500))")
    let exported = try await book.export()
    let log = try await book.output(["book", "log"])
    #expect(log.split(separator: "\n").count == 2)
    let second = try await book(arguments.filter { $0 != "--quiet" })
    #expect(
      second.errorLines.last?.contains("(0 updated), created 0, ambiguous 0, skipped 0") == true,
      "\(second.errorLines.last ?? "")")
    let isSame = try await book.export() == exported
    #expect(isSame)
    #expect(try await book.output(["book", "log"]) == log)
    #expect(try await book(["book", "check"]).ending == .exit(0))
    _ = try await book.output(["undo"])
    #expect(try await book.export().isEmpty)
  }

  /// Whether a line begins a card; a file without one ends a command.
  private static func holdsCard(_ file: FilePath) throws -> Bool {
    try Data(contentsOf: URL(fileURLWithPath: file.string)).split { $0 == 0x0D || $0 == 0x0A }
      .contains { line in
        String(decoding: line.filter { $0 > 0x20 }, as: UTF8.self).lowercased() == "begin:vcard"
      }
  }

  @Test("two imports at once both land, and of the same file only one creates")
  func atOnce() async throws {
    let book = try BookRunner()
    for number in 0..<4 {
      let cards = (0..<50).map {
        BookRunner.card("Ann\(number)x\($0)", ["EMAIL:\(number)x\($0)@ann.example"])
      }
      try book.folder.write(cards.joined(), to: "\(number / 2).\(number % 2).vcf")
    }
    let files = ["0.0.vcf", "0.1.vcf", "1.0.vcf", "1.1.vcf", "0.0.vcf", "1.1.vcf"]
    let outcomes = try await withThrowingTaskGroup(of: ToolRunner.Outcome.self) { group in
      for file in files {
        group.addTask { try await book(["import", book.folder.argument(file)]) }
      }
      var outcomes: [ToolRunner.Outcome] = []
      for try await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
    #expect(outcomes.allSatisfy { $0.ending == .exit(0) }, "\(outcomes.map(\.errorText))")
    #expect(outcomes.filter { $0.errorText.contains("created 50") }.count == 4)
    #expect(outcomes.filter { $0.errorText.contains("matched 50 (0 updated)") }.count == 2)
    #expect(try await book.output(["book", "info"]).contains("records   200\n"))
    #expect(try await book(["book", "check"]).ending == .exit(0))
  }

  @Test("match says the same of a database as of the file it was filled from")
  func match() async throws {
    let book = try await BookRunner.importing()
    let incoming = Fixtures.path("demo/incoming.vcf").string
    for policy in ["careful", "cutout"] {
      let arguments = ["match", incoming, "--policy", policy]
      let database = try await book(arguments)
      let file = try await ToolRunner.run(
        arguments + ["--book", Fixtures.path("demo/book.vcf").string])
      #expect(database.ending == .exit(1))
      // Records count from 1 in a database, from 0 in a file.
      let renumbered = file.outputText.replacing(#/(matched|perhaps) (\d+) /#) {
        "\($0.output.1) \((Int($0.output.2) ?? 0) + 1) "
      }
      #expect(database.outputText == renumbered)
    }
  }

  @Test("receive finds and makes people in a database")
  func receive() async throws {
    let book = try await BookRunner.importing()
    let unknown = Fixtures.path("demo/cutout-unknown.json").string
    let first = try await book(["receive", unknown])
    #expect(first.outputText == "Amara Okonjo-Reyes: unknown, created 14\n")
    let second = try await book(["receive", unknown])
    #expect(second.outputText == "Amara Okonjo-Reyes: matched 14 Amara Okonjo-Reyes\n")
    #expect(try await book(["undo"]).ending == .exit(0))
    #expect(try await book.export() == (try Fixtures.bytes("demo/book.vcf")))
  }

  @Test("a place that nobody can write to ends with 73, and nothing is made there")
  func readOnly() async throws {
    let incoming = Fixtures.path("demo/incoming.vcf").string
    let nowhere = try await ToolRunner.run(["import", incoming, "--book", "/sys/kernel/b.sqlite"])
    #expect(nowhere.ending == .exit(73), "\(nowhere.errorText)")
    let missing = try BookRunner("none/book.sqlite")
    #expect(try await missing(["import", incoming]).ending == .exit(73))
    #expect(try missing.folder.names().isEmpty)
  }

  @Test("a disk that is full ends with 74, and the book is what it was")
  func fullDisk() async throws {
    let book = try await BookRunner.importing()
    let cards = (0..<3000).map { BookRunner.card("Ann\($0)x", ["EMAIL:\($0)x@ann.example"]) }
    let file = try book.folder.write(cards.joined(), to: "many.vcf")
    // In units of 512 or 1024 octets, as the shell has it.
    let outcome = try await ToolRunner.shell(
      "ulimit -f 400; exec vcard import '\(file)' --book '\(book.book)'")
    #expect(outcome.ending == .exit(74), "\(outcome.errorText)")
    #expect(try await book.export() == (try Fixtures.bytes("demo/book.vcf")))
    #expect(try await book(["book", "check"]).ending == .exit(0))
    #expect(try await book.output(["book", "log"]).split(separator: "\n").count == 2)
  }

  @Test("--to and --fold say what cards look like; without them they are as they came")
  func forms() async throws {
    let book = try BookRunner()
    let irregular = "begin:vcard\nversion:3.0\nFN:Bell\nN:Bell;;;;\nNOTE:a\n  b\nend:vcard\n"
    let open = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Last;;;;\r\nFN:Last\r\nEND:VCARD"
    #expect(try await book.output(["book", "new"], input: irregular + open) == "1\n2\n")
    #expect(try await book.output(["export"]) == irregular + open)
    let canonical = try await book.output(["export", "--line-ends", "crlf"])
    #expect(canonical.contains("FN:Bell\r\n"))
    let json = try await book.output(["export", "--to", "jsonl"])
    #expect(json.split(separator: "\n").count == 2)
  }
}
