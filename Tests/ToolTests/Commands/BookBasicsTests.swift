import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard book: list, show, new, remove")
struct BookBasicsTests {
  @Test("new prints the ID, keeps the octets, and makes a book that only its owner may read")
  func new() async throws {
    let book = try BookRunner()
    let card = BookRunner.card("Bell", ["TEL:+1 415 555 0100", "X-ODD;x=y: kept  as it is"])
    #expect(try await book.output(["book", "new"], input: card) == "1\n")
    #expect(try await book.output(["book", "new"], input: card + card) == "2\n3\n")
    #expect(try await book.output(["book", "show", "1", "--format", "vcf"]) == card)
    for name in try book.folder.names() {
      #expect(try BookRunner.permissions(book.folder.path(name)) == "600", "\(name)")
    }
    let dry = try await book(["book", "new", "--dry-run"], input: Array(card.utf8))
    #expect(dry.ending == .exit(0))
    #expect(dry.errorText == "would add Bell\n")
    #expect(try await book.output(["book", "list"]).split(separator: "\n").count == 4)
    let none = try await book(["book", "new"], input: Array("no card".utf8))
    #expect(none.ending == .exit(65))
  }

  @Test(
    "--strict stops at the first error in a book, too, with 65, and nothing changes",
    arguments: [
      "export", "find quinn", "show", "share quinn", "match -", "import -", "dedupe plan",
      "dedupe run", "book list", "book show quinn", "book birthdays", "book info", "book check",
      "book new", "book set quinn note=x", "book remove --force quinn",
    ], ["book.vcf", "people"])
  func strict(command: String, name: String) async throws {
    let book = try BookRunner(name)
    let file = name == "people" ? "people/a.vcf" : name
    if name == "people" { try book.folder.makeFolder(name) }
    let bad = try Fixtures.bytes("bad/unclosed-quote.vcf")
    try book.folder.write(bad, to: file)
    let arguments = command.split(separator: " ").map(String.init) + ["--strict"]
    let outcome = try await book(arguments, input: Array(BookRunner.card("Bell").utf8))
    #expect(outcome.ending == .exit(65), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("error: stopped at the first error"))
    #expect(outcome.errorText.components(separatedBy: ": error: [").count == 2)
    #expect(try book.folder.bytes(file) == bad)
    #expect(try book.folder.names(in: name == "people" ? name : "").count == 1)
  }

  @Test("what nobody names is $XDG_DATA_HOME's, in folders that nobody else may enter")
  func ownBook() async throws {
    let folder = try TemporaryDirectory()
    let data = ["XDG_DATA_HOME": folder.argument("data"), "HOME": folder.argument("home")]
    let missing = try await ToolRunner.run(["book", "list"], environment: data)
    #expect(missing.ending == .exit(66))
    #expect(missing.errorText.contains("data/vcard/book.sqlite: No such file or directory"))
    #expect(try folder.names().isEmpty)
    let card = Array(BookRunner.card("Bell").utf8)
    let new = try await ToolRunner.run(["book", "new"], input: card, environment: data)
    #expect(new.outputText == "1\n", "\(new.errorText)")
    for name in ["data", "data/vcard"] {
      #expect(try BookRunner.permissions(folder.path(name)) == "700")
    }
    #expect(try BookRunner.permissions(folder.path("data/vcard/book.sqlite")) == "600")
    let home = try await ToolRunner.run(
      ["book", "new"], input: card, environment: ["HOME": folder.argument("home")])
    #expect(home.outputText == "1\n", "\(home.errorText)")
    #expect(try folder.names(in: "home/.local/share/vcard").contains("book.sqlite"))
    let named = try await ToolRunner.run(
      ["book", "info"],
      environment: data.merging(["VCARD_BOOK": folder.argument("none.sqlite")]) { $1 })
    #expect(named.ending == .exit(66))
    #expect(named.errorText.contains("none.sqlite"))
    let nowhere = try await ToolRunner.run(["book", "list"])
    #expect(nowhere.ending == .exit(64))
  }

  @Test("list goes by names as a language sorts, in pages, the same for every kind of book")
  func list() async throws {
    for kind in ["book.sqlite", "book.vcf"] {
      let book = try await BookRunner.importing(to: kind)
      let all = try await book.output(["book", "list"])
      let lines = all.split(separator: "\n").map(String.init)
      #expect(lines.count == 14)
      #expect(lines[0] == "ID  Name                                  Phone             Email")
      let names = try await book.output(["book", "list", "--format", "jsonl"])
        .split(separator: "\n").compactMap { line in
          (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["name"]
            as? String
        }
      #expect(
        names == [
          "Tom Ashdown", "Tom Ashdown", "Kate Bell", "Kate Bell", "Ole Brandvold",
          "Lucía Fernández-Ortega", "Harbour Lights Café", "Prof. Dr. Henrik Johan Lindqvist Jr.",
          "Nguyễn Minh Khai", "José Ángel Núñez", "Szabó Márta", "Наталья Сергеевна Орлова",
          "陈思远",
        ], "\(kind)")
      let page = try await book.output(["book", "list", "--from", "3", "--limit", "2"])
      #expect(page.split(separator: "\n").dropFirst().allSatisfy { $0.contains("Kate Bell") })
      #expect(page.split(separator: "\n").count == 3)
      let found = try await book.output(["book", "list", "bell", "north", "--format", "jsonl"])
      #expect(found.contains("\"emails\":[\"kate@northpier.example\"]"))
      let beyond = try await book.output(["book", "list", "--from", "99"])
      #expect(beyond == "ID  Name  Phone  Email\n")
      let nobody = try await book(["book", "list", "zzz"])
      #expect(nobody.ending == .exit(1))
      #expect(nobody.output.isEmpty)
    }
  }

  @Test("list looks for words, also where they are the ID of somebody else")
  func listNumber() async throws {
    for kind in ["book.sqlite", "book.vcf"] {
      let book = try BookRunner(kind)
      let id = try await book.add("Ann")
      let nobody = try await book(["book", "list", id])
      #expect(nobody.ending == .exit(1), "\(nobody.outputText)")
      #expect(try await book.add("\(id) Mile") != id)
      let found = try await book.output(["book", "list", id]).split(separator: "\n")
      #expect(found.count == 2)
      #expect(found.last?.contains("\(id) Mile") == true)
      #expect(try await book.output(["book", "show", id]).hasPrefix("\(id)  Ann\n"))
    }
  }

  @Test("a long list is its pages one after the other")
  func longList() async throws {
    let book = try BookRunner()
    let cards = (0..<2500).map { BookRunner.card("Ann\($0 &* 7919 % 2500)x", ["TEL:\($0)"]) }
    let new = try await book.output(["book", "new"], input: cards.joined())
    #expect(new.split(separator: "\n").count == 2500)
    let all = try await book.output(["book", "list", "--format", "jsonl"])
    #expect(all.split(separator: "\n").count == 2500)
    var pages = ""
    for start in stride(from: 1, to: 2500, by: 900) {
      pages += try await book.output(
        ["book", "list", "--format", "jsonl", "--from", "\(start)", "--limit", "900"])
    }
    #expect(pages == all)
  }

  @Test("show takes an ID or a query; several or nobody end with 1")
  func show() async throws {
    let book = try await BookRunner.importing()
    let page = try await book.output(["book", "show", "orlova"])
    #expect(
      page == """
        5  Наталья Сергеевна Орлова
        “Наташа”
          Mobile  +7 495 555-01-04
            Home  n.orlova@pochta.example
            Note  Переводит с финского, рисует карты.

        """)
    let json = try await book.output(["book", "show", "5", "--format", "jsonl"])
    #expect(json.hasPrefix("{\"schema\":\"vcard.card/2\",\"file\":"))
    let several = try await book(["book", "show", "kate"])
    #expect(several.ending == .exit(1))
    #expect(several.output.isEmpty)
    #expect(
      several.errorText.hasPrefix("vcard: error: 2 people fit; choose one by its ID\n1  Kate"))
    for nobody in ["99", "zzz"] {
      let outcome = try await book(["book", "show", nobody])
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errorLines.count == 1)
    }
    let empty = try await book(["book", "show", "."])
    #expect(empty.ending == .exit(64))
  }

  @Test("remove takes all or nobody; a number is never used again")
  func remove() async throws {
    let book = try await BookRunner.importing()
    let before = try await book.export()
    let dry = try await book(["book", "remove", "1", "2", "--dry-run"])
    #expect(dry.errorText == "would remove 1 Kate Bell\nwould remove 2 Kate Bell\n")
    let wrong = try await book(["book", "remove", "1", "99"])
    #expect(wrong.ending == .exit(66))
    #expect(wrong.errorText.contains("has no record 99"))
    #expect(try await book.export() == before)
    let removed = try await book(["book", "remove", "12", "13"])
    #expect(removed.ending == .exit(0))
    #expect(removed.errorText == "removed 12 Nguyễn Minh Khai\nremoved 13 Ole Brandvold\n")
    #expect(try await book.add("New") == "14")
    for _ in 0..<2 { #expect(try await book(["undo", "--quiet"]).ending == .exit(0)) }
    #expect(try await book.export() == before)
  }

  @Test(
    "without undo and a terminal words remove nobody unless forced; several go by ID only",
    arguments: ["book.vcf", "people", "book.sqlite"])
  func removeByWords(name: String) async throws {
    let book = try BookRunner(name)
    if name == "people" { try book.folder.makeFolder(name) }
    let id = try await book.add("Annabel")
    _ = try await book.add("Kate Bell")
    let before = try await book.export()
    let several = try await book(["book", "remove", "kate", "annabel", "--force"])
    #expect(several.ending == .exit(64))
    #expect(
      several.errorLines.first
        == "vcard: error: of several people each is named by an ID, and \"kate\" is none")
    #expect(try await book(["book", "remove", id, "kate"]).ending == .exit(64))
    if name != "book.sqlite" {
      let words = try await book(["book", "remove", "ann"])
      #expect(words.ending == .exit(64))
      #expect(
        words.errorLines == [
          "vcard: error: \"ann\" finds \(id) Annabel, whom nothing would bring back",
          "vcard: note: name the ID, or take --force",
        ])
    }
    let dry = try await book(["book", "remove", "ann", "--dry-run"])
    #expect(dry.errorText == "would remove \(id) Annabel\n")
    #expect(try await book.export() == before)
    #expect(try await book(["book", "remove", "kate bell", "--force"]).ending == .exit(0))
    #expect(try await book(["book", "remove", id]).errorText == "removed \(id) Annabel\n")
    #expect(try await book.export().isEmpty)
  }

  @Test(
    "who changes what is in a book makes none",
    arguments: [
      "edit 1", "remove 1", "merge 1 2", "link 1 2", "unlink 1 2", "split 1", "compact",
      "sources remove phone", "groups add A 1", "groups remove A 1", "groups delete A",
      "backup copy",
    ])
  func makesNone(command: String) async throws {
    for name in ["book.sqlite", "book.vcf"] {
      let book = try BookRunner(name)
      let words = command.split(separator: " ").map(String.init)
      let outcome = try await book(["book"] + words)
      #expect(outcome.ending == .exit(66), "\(outcome.errorText)")
      #expect(outcome.errorText.contains("No such file or directory"))
      #expect(try book.folder.names().isEmpty)
    }
  }

  @Test("new --dry-run needs no book and makes none")
  func newDryRun() async throws {
    let book = try BookRunner()
    let dry = try await book(["book", "new", "-n"], input: Array(BookRunner.card("Bell").utf8))
    #expect(dry.ending == .exit(0), "\(dry.errorText)")
    #expect(dry.errorText == "would add Bell\n")
    #expect(try book.folder.names().isEmpty)
  }

  @Test(
    "new --dry-run without a book says what the real run would say against it",
    arguments: [
      (["new"], "book.x", Int32(73)), (["new"], "none/book.sqlite", 73),
      (["new"], "none/book.vcf", 73), (["new", "--source", "phone"], "book.vcf", 64),
      (["new", "--source", " "], "book.sqlite", 65),
      (["groups", "new", "Family"], "none/book.sqlite", 73),
      (["groups", "new", "Family", "--source", " "], "book.sqlite", 65),
    ])
  func newDryRunRefuses(command: [String], name: String, code: Int32) async throws {
    let book = try BookRunner(name)
    let card = Array(BookRunner.card("Bell").utf8)
    let dry = try await book(["book"] + command + ["--dry-run"], input: card)
    #expect(dry.ending == .exit(code))
    #expect(try book.folder.names().isEmpty)
    let real = try await book(["book"] + command, input: card)
    #expect(real.ending == .exit(code))
    #expect(dry.errorText == real.errorText)
  }

  @Test("show lists each of very many values once, in their order")
  func manyValues() async throws {
    let book = try BookRunner()
    let count = 100_000
    var lines = (0..<count).map { "TEL:\($0)" }
    lines += (0..<count / 4).flatMap {
      ["item\($0).URL:http://x.example/\($0)", "item\($0).X-ABLabel:label \($0)"]
    }
    _ = try await book.output(
      ["book", "new"], input: BookRunner.card("Bell", lines + lines[..<count]))
    let page = try await book.output(["book", "show", "1"]).split(separator: "\n")
    #expect(page.count == 1 + count + count / 4)
    #expect(page[1].hasSuffix(" 0") && page[count].hasSuffix(" \(count - 1)"))
    #expect(page.last?.contains("label \(count / 4 - 1)  http://x.example/") == true)
  }

  @Test("names from strangers cannot act on the terminal", arguments: ["list", "show", "remove"])
  func hostile(command: String) async throws {
    let book = try BookRunner()
    let id = try await book.add("Eve\u{1B}[2J\u{202E}gpj", "TEL:\u{7}1\u{9B}31m")
    let arguments = command == "list" ? [] : [id]
    let outcome = try await book(["book", command] + arguments)
    let text = outcome.outputText + outcome.errorText
    #expect(text.contains("Eve\\u{1B}[2J\\u{202E}gpj"))
    for scalar in text.unicodeScalars {
      #expect(scalar == "\n" || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
      #expect(scalar != "\u{202E}")
    }
  }

  @Test("a folder and a file are books, too, and say with 64 what they cannot do")
  func otherKinds() async throws {
    for kind in ["book.vcf", "people"] {
      let book = try BookRunner(kind)
      if kind == "people" { try book.folder.makeFolder(kind) }
      let first = try await book.add("Bell", "EMAIL:kate@bell.example")
      let second = try await book.add("Bell", "TEL:1")
      #expect(first != second)
      #expect(try await book.output(["book", "show", first, "--format", "vcf"]).contains("EMAIL"))
      for command in [
        ["book", "link", first, second], ["book", "unlink", first, second],
        ["book", "split", first], ["book", "sources"], ["book", "groups"], ["book", "log"],
        ["book", "groups", "new", "Family"], ["book", "backup", book.folder.argument("copy")],
        ["book", "compact"], ["undo"], ["export", "--source", "phone"],
        ["export", "--group", "Family"],
      ] {
        let outcome = try await book(command)
        #expect(outcome.ending == .exit(64), "\(command): \(outcome.errorText)")
        #expect(outcome.output.isEmpty)
      }
      #expect(try await book(["book", "check"]).ending == .exit(0))
      #expect(try await book.output(["book", "info"]).contains("people   2"))
      let merged = try await book(["book", "merge", first, second])
      #expect(merged.ending == .exit(0), "\(merged.errorText)")
      let one = try await book.output(["export"])
      #expect(one.contains("EMAIL:kate@bell.example") && one.contains("TEL:1"))
      #expect(one.components(separatedBy: "BEGIN:VCARD").count == 2)
      let removed = try await book(["book", "remove", first, "--force"])
      #expect(removed.ending == .exit(0))
      #expect(try await book.export().isEmpty)
    }
  }
}
