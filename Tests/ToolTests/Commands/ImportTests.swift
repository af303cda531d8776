import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard import and export")
struct ImportCommandTests {
  private func demo() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes("demo/book.vcf"), to: "book.vcf")
    return folder
  }

  private let incoming = Fixtures.path("demo/incoming.vcf").string

  @Test("the main job: matched, created, skipped, and the second time changes nothing")
  func mainJob() async throws {
    let folder = try demo()
    let book = folder.argument("book.vcf")
    let arguments = [
      "import", incoming, "--book", book, "--ambiguous", "skip", "--rejects",
      folder.argument("rejects.vcf"),
    ]
    let first = try await ToolRunner.run(arguments)
    #expect(first.ending == .exit(0))
    #expect(
      first.errorLines.last?.hasPrefix("read 12, matched 5 (") == true, "\(first.errorText)")
    #expect(first.errorLines.last?.hasSuffix("created 4, ambiguous 3, skipped 3") == true)
    let rejects = try folder.text("rejects.vcf")
    #expect(rejects.split(separator: "\r\n").filter { $0 == "BEGIN:VCARD" }.count == 3)
    let once = try folder.bytes("book.vcf")
    // Those who were created are in the book now, and nobody is created twice.
    let second = try await ToolRunner.run(arguments)
    #expect(
      second.errorLines.last == "read 12, matched 9 (0 updated), created 0, ambiguous 3, skipped 3")
    #expect(try folder.bytes("book.vcf") == once)
  }

  @Test("untouched cards keep their octets, and export gives the book byte for byte")
  func bytesSurvive() async throws {
    let folder = try demo()
    let before = try folder.text("book.vcf")
    let book = folder.argument("book.vcf")
    let exported = try await ToolRunner.run(["export", "--book", book])
    #expect(exported.outputText == before)
    _ = try await ToolRunner.run(["import", incoming, "--book", book, "--ambiguous", "skip"])
    let after = try folder.text("book.vcf")
    let untouched = try #require(before.range(of: "FN:Tom Ashdown"))
    #expect(after.contains(before[untouched]))
    #expect(after.contains("FN:Ingrid Halvorsen"))
    // What means something on the other device only does not come along.
    let expected = before.components(separatedBy: "X-ABUID").count
    #expect(after.components(separatedBy: "X-ABUID").count == expected)
  }

  @Test("--dry-run changes nothing, --ambiguous fail changes nothing and ends with 1")
  func noChange() async throws {
    let folder = try demo()
    let before = try folder.bytes("book.vcf")
    let book = folder.argument("book.vcf")
    let dry = try await ToolRunner.run(
      ["import", "--dry-run", incoming, "--book", book, "--ambiguous", "new"])
    #expect(dry.ending == .exit(0))
    #expect(dry.errorLines.last?.contains("created 7") == true, "\(dry.errorText)")
    let failing = try await ToolRunner.run(
      ["import", incoming, "--book", book, "--ambiguous", "fail"])
    #expect(failing.ending == .exit(1))
    #expect(try folder.bytes("book.vcf") == before)
    #expect(try folder.names() == ["book.vcf"])
  }

  @Test("a folder is a book as well: one file a person")
  func folderBook() async throws {
    let folder = try TemporaryDirectory()
    try folder.makeFolder("people")
    let people = folder.argument("people")
    let book = Fixtures.path("demo/book.vcf").string
    let first = try await ToolRunner.run(["import", book, "--book", people, "--ambiguous", "new"])
    #expect(first.ending == .exit(0))
    #expect(try folder.names(in: "people").filter { $0.hasSuffix(".vcf") }.count == 13)
    let matched = try await ToolRunner.run(
      [
        "match", "--quiet", "--policy", "cutout", "--book", people,
        Fixtures.path("demo/cutout-known.json").string,
      ])
    #expect(matched.ending == .exit(0))
    let again = try await ToolRunner.run(["import", book, "--book", people, "--ambiguous", "new"])
    #expect(
      again.errorLines.last == "read 13, matched 13 (0 updated), created 0, ambiguous 0, skipped 0")
  }

  @Test("a new book is made, with nobody else allowed to read it")
  func newBook() async throws {
    let folder = try TemporaryDirectory()
    let book = folder.argument("new.vcf")
    let outcome = try await ToolRunner.run(["import", incoming, "--book", book])
    #expect(outcome.ending == .exit(0))
    let mode = try await ToolRunner.shell("stat -c %a '\(book)'")
    #expect(mode.outputText == "600\n")
  }

  @Test("a book on a read-only place ends with 73 and stays as it was")
  func readOnly() async throws {
    let folder = try demo()
    let before = try folder.bytes("book.vcf")
    let outcome = try await ToolRunner.run(
      ["import", incoming, "--book", "/proc/version.vcf"])
    #expect([.exit(73), .exit(66)].contains(outcome.ending), "\(outcome.errorText)")
    #expect(try folder.bytes("book.vcf") == before)
  }
}

@Suite("vcard share, receive and inspect")
struct CutoutCommandTests {
  private let book = Fixtures.path("demo/book.vcf").string

  @Test("a cutout has the form that the other side knows, and nothing device-local")
  func share() async throws {
    let outcome = try await ToolRunner.run(["share", "Lucía", "--book", book])
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.outputText
        == "{\"compositeName\":\"Lucía Fernández-Ortega\",\"emails\":[\"lucia@fernandez.example\","
        + "\"l.fernandez@astillero.example\"],\"firstName\":\"Lucía\","
        + "\"lastName\":\"Fernández-Ortega\",\"schema\":\"vcard.cutout/1\"}\n")
    let photo = try await ToolRunner.run(["share", "kate", "bellbakery", "--book", book])
    #expect(photo.outputText.contains("\"image\":{\"data\":\""))
    for secret in ["ABPerson", "UID", "urn:uuid", "REV", "pid"] {
      #expect(!photo.outputText.contains(secret))
    }
    let again = try await ToolRunner.run(["share", "kate", "bellbakery", "--book", book])
    #expect(again.output == photo.output)
  }

  @Test("nobody, or several who are not linked, end with 1 and the list of them")
  func refused() async throws {
    let nobody = try await ToolRunner.run(["share", "zzz", "--book", book])
    #expect(nobody.ending == .exit(1))
    let several = try await ToolRunner.run(["share", "Kate", "--book", book])
    #expect(several.ending == .exit(1))
    #expect(several.output.isEmpty)
    #expect(several.errorText.contains("kate@northpier.example"))
    let chosen = try await ToolRunner.run(["share", "Kate", "--id", "1", "--book", book])
    #expect(chosen.outputText.contains("kate@northpier.example"))
  }

  @Test("--id chooses among those who fit, also where the words are another one's whole name")
  func chosenByID() async throws {
    let folder = try TemporaryDirectory()
    let cards = ["Ann Leeson", "Ann Lee", "Ann Lee"].enumerated().map { number, name in
      "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\(name)\r\nEMAIL:\(number)@x.example\r\nEND:VCARD\r\n"
    }
    try folder.write(cards.joined(), to: "ann.vcf")
    for id in ["0", "1", "2"] {
      let chosen = try await ToolRunner.run(
        ["share", "ann", "lee", "--id", id, "--book", "ann.vcf"], directory: folder.path)
      #expect(chosen.ending == .exit(0), "\(chosen.errorText)")
      #expect(chosen.outputText.contains("\(id)@x.example"))
      #expect(chosen.errors == [])
    }
  }

  @Test("--fields and --format")
  func forms() async throws {
    let names = try await ToolRunner.run(
      ["share", "--id", "1", "--fields", "name", "--book", book])
    #expect(!names.outputText.contains("email"))
    for format in ["plist", "vcard"] {
      let shared = try await ToolRunner.run([
        "share", "--id", "9", "--format", format, "--book", book,
      ])
      let matched = try await ToolRunner.run(
        ["match", "--quiet", "--policy", "cutout", "--format", "jsonl", "--book", book],
        input: shared.output)
      #expect(matched.outputText.contains("\"person\":\"9\""), "\(format) \(matched.errorText)")
    }
  }

  @Test("receive: the known is named, the namesake told by email, the unknown created")
  func receive() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes("demo/book.vcf"), to: "book.vcf")
    let before = try folder.bytes("book.vcf")
    let mine = folder.argument("book.vcf")
    func receive(_ name: String, _ more: [String] = []) async throws -> ToolRunner.Outcome {
      try await ToolRunner.run(
        ["receive", Fixtures.path("demo/\(name).json").string, "--book", mine] + more)
    }
    let known = try await receive("cutout-known")
    #expect(known.ending == .exit(0))
    #expect(known.outputText.hasPrefix("Szabó Márta: matched 9"))
    let namesake = try await receive("cutout-namesake")
    #expect(namesake.outputText.hasPrefix("Kate Bell: matched 0"))
    let unclear = try await receive("cutout-namesake-unclear")
    #expect(unclear.ending == .exit(1))
    #expect(unclear.outputText.hasPrefix("Kate Bell: ambiguous"))
    let dry = try await receive("cutout-unknown", ["--dry-run"])
    #expect(dry.outputText.contains("FN:Amara Okonjo-Reyes"))
    #expect(try folder.bytes("book.vcf") == before)
    let unknown = try await receive("cutout-unknown")
    #expect(unknown.ending == .exit(0))
    #expect(unknown.outputText == "Amara Okonjo-Reyes: unknown, created 13\n")
    let now = try await ToolRunner.run(["find", "--quiet", "amara", "okonjo", "--in", mine])
    #expect(now.outputText.contains("amara@okonjo.example"))
    let updated = try await receive("cutout-known", ["--update"])
    #expect(updated.outputText.contains("updated"))
    #expect(try folder.text("book.vcf").contains("marta@kertek.example"))
    // Received once more, nothing is new.
    let last = try folder.bytes("book.vcf")
    _ = try await receive("cutout-known", ["--update"])
    _ = try await receive("cutout-unknown")
    #expect(try folder.bytes("book.vcf") == last)
  }

  @Test(
    "receive takes a vCard whole, tells what is new of somebody known, and adds it when told to")
  func receiveCard() async throws {
    let folder = try TemporaryDirectory()
    func card(_ lines: String...) -> String {
      (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }
    let kate = card("N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL:kate@mail.example")
    try folder.write(kate, to: "book.vcf")
    try folder.write(
      card(
        "N:Bell;Kate;;;", "FN:Kate Bell", "UID:another", "X-ABUID:77", "TEL:+1 555 0100",
        "ADR:;;1 Main St;Town;;;", "NOTE:likes tea"), to: "sent.vcf")
    func receive(_ more: String...) async throws -> ToolRunner.Outcome {
      try await ToolRunner.run(["receive", "--book", "book.vcf"] + more, directory: folder.path)
    }
    let told = try await receive("sent.vcf")
    #expect(told.outputText == "Kate Bell: matched 0 Kate Bell\n")
    #expect(
      told.errorText.contains(
        "Kate Bell: not added: TEL +1 555 0100; ADR ;;1 Main St;Town;;;; NOTE likes tea; --update"))
    #expect(told.errorText.contains("left out: UID, X-ABUID"))
    #expect(try folder.text("book.vcf") == kate)
    let added = try await receive("--update", "sent.vcf")
    #expect(added.outputText == "Kate Bell: matched 0 Kate Bell, updated\n")
    let book = try folder.text("book.vcf")
    for line in ["TEL:+1 555 0100", "ADR:;;1 Main St;Town;;;", "NOTE:likes tea"] {
      #expect(book.contains("\r\n\(line)\r\n"), "\(line)")
    }
    #expect(!book.contains("UID"))
    // Once more nothing is new, and nothing is told.
    let again = try await receive("sent.vcf")
    #expect(!again.errorText.contains("not added"))
    // Somebody new keeps all that was sent.
    try folder.write(card("FN:Ann Young", "TEL:+1 555 0199", "ORG:Gull;Sales"), to: "new.vcf")
    #expect(try await receive("new.vcf").outputText == "Ann Young: unknown, created 1\n")
    let both = try folder.text("book.vcf")
    #expect(both.contains("TEL:+1 555 0199") && both.contains("ORG:Gull;Sales"))
    // A first name alone, with the person's own mailbox.
    try folder.write(
      #"{"schema":"vcard.cutout/1","compositeName":"Kate","emails":["KATE@mail.example"]}"#,
      to: "kate.json")
    #expect(try await receive("kate.json").outputText == "Kate: matched 0 Kate Bell\n")
  }

  @Test("what --fields names travels whole, and is added to who is known")
  func details() async throws {
    let folder = try TemporaryDirectory()
    let lines = [
      "ADR;TYPE=HOME:;;1 Main St;Town;;12345;", "BDAY:1980-02-03", "NOTE:likes\\ntea",
      "ORG:Gull;Sales", "TEL;TYPE=CELL:+1 555 0100", "TITLE:Baker", "URL:https://kate.example",
    ]
    func card(_ lines: [String]) -> String {
      let head = ["BEGIN:VCARD", "VERSION:3.0", "N:Bell;Kate;;;", "FN:Kate Bell"]
      return (head + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }
    try folder.write(card(lines + ["UID:17", "CATEGORIES:x"]), to: "mine.vcf")
    func run(_ arguments: String..., input: [UInt8] = []) async throws -> ToolRunner.Outcome {
      try await ToolRunner.run(arguments, input: input, directory: folder.path)
    }
    let fields = "name,phone,address,organization,birthday,url,note"
    let usual = try await run("share", "kate", "--book", "mine.vcf")
    #expect(usual.outputText.contains("\"vcard.cutout/1\"") && !usual.outputText.contains("555"))
    for format in ["json", "plist", "vcard"] {
      let shared = try await run(
        "share", "kate", "--book", "mine.vcf", "--fields", fields, "--format", format)
      #expect(shared.ending == .exit(0), "\(shared.errorText)")
      #expect(!shared.outputText.contains("17"))
      // Who is unknown is created with all of it, and shares the same.
      let book = "\(format).vcf"
      try folder.write(card([]).replacing("Kate", with: "Ann"), to: book)
      let created = try await run("receive", "--book", book, input: shared.output)
      #expect(created.outputText == "Kate Bell: unknown, created 1\n", "\(created.errorText)")
      let again = try await run(
        "share", "kate", "--book", book, "--fields", fields, "--format", format)
      #expect(again.output == shared.output, "\(again.outputText)")
      // Who is known gets it.
      try folder.write(card(["EMAIL:k@x.example"]), to: book)
      let updated = try await run("receive", "--book", book, "--update", input: shared.output)
      #expect(updated.outputText == "Kate Bell: matched 0 Kate Bell, updated\n")
      let text = try folder.text(book)
      for line in lines {
        let name = line.prefix { $0 != ":" && $0 != ";" }
        let value = line.drop { $0 != ":" }
        #expect(text.contains("\r\n\(name)") && text.contains(value), "\(line) in \(text)")
      }
      let inspected = try await run("inspect", input: shared.output)
      #expect(inspected.outputText.contains("1 phone: +1 555 0100 (mobile)"))
    }
    let plain = #"{"firstName":"Kim","phones":["+1 555 0111"]}"#
    let received = try await run("receive", "--book", "mine.vcf", input: Array(plain.utf8))
    #expect(received.outputText == "Kim: unknown, created 1\n", "\(received.errorText)")
    #expect(try folder.text("mine.vcf").contains("TEL:+1 555 0111"))
  }

  @Test("the same card twice in one import is one person")
  func twins() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes("demo/incoming.vcf"), to: "in.vcf")
    let once = try await ToolRunner.run(
      ["import", "in.vcf", "--book", "a.vcf"], directory: folder.path)
    let twice = try await ToolRunner.run(
      ["import", "in.vcf", "in.vcf", "--book", "b.vcf"], directory: folder.path)
    #expect(try folder.bytes("a.vcf") == folder.bytes("b.vcf"))
    #expect(once.ending == twice.ending)
  }

  @Test("inspect tells what a cutout holds, and refuses what is none")
  func inspect() async throws {
    let unknown = try await ToolRunner.run(
      ["inspect", Fixtures.path("demo/cutout-unknown.json").string])
    #expect(unknown.ending == .exit(0))
    #expect(unknown.outputText.contains("Amara Okonjo-Reyes"))
    #expect(unknown.outputText.contains("image"))
    for bad in ["bad/json.vcf", "bad/binary.vcf", "bad/empty.vcf", "bad/not-a-vcard.txt"] {
      let outcome = try await ToolRunner.run(["inspect", Fixtures.path(bad).string])
      #expect(outcome.ending == .exit(65), "\(bad)")
      #expect(outcome.errorLines.count == 1)
    }
  }
}
