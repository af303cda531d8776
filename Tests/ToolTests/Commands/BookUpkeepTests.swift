import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard undo, and vcard book: info, log, backup, check, compact")
struct BookUpkeepTests {
  @Test("compact --purge takes out what was removed and overwritten, and nothing else")
  func purge() async throws {
    let book = try await BookRunner.importing()
    let gone = try await book.add("Gone", "NOTE:a-removed-secret")
    _ = try await book(["book", "remove", gone])
    let changed = try await book.add("Changed", "NOTE:an-overwritten-secret")
    _ = try await book(
      ["book", "edit", changed], environment: ["EDITOR": "sed -i s/an-overwritten/a-present/"])
    func octets(_ text: String) throws -> Bool {
      try book.folder.names().contains { name in
        try book.folder.bytes(name).firstRange(of: Array(text.utf8)) != nil
      }
    }
    _ = try await book(["book", "compact"])
    #expect(try octets("a-removed-secret") && octets("an-overwritten-secret"))
    let before = try await book.export()
    let purged = try await book(["book", "compact", "--purge"])
    #expect(purged.ending == .exit(0), "\(purged.errorText)")
    #expect(try !octets("a-removed-secret") && !octets("an-overwritten-secret"))
    #expect(try octets("a-present-secret"))
    #expect(try await book.export() == before)
    #expect(try await book(["undo"]).ending == .exit(1))
    #expect(try await book(["book", "check"]).ending == .exit(0))
    // The book goes on, and its identifiers are never used again.
    let next = try await book.add("Next")
    #expect(Int(next) == Int(changed).map { $0 + 1 })
    #expect(try await book(["undo"]).ending == .exit(0))
  }

  @Test("undo takes back an import whole; with nothing to take back it ends with 1")
  func undo() async throws {
    let book = try await BookRunner.importing()
    let before = try await book.export()
    let incoming = Fixtures.path("demo/incoming.vcf").string
    _ = try await book(["import", incoming, "--ambiguous", "new"])
    let after = try await book.export()
    #expect(after != before)
    let dry = try await book(["undo", "--dry-run"])
    #expect(dry.errorText.hasPrefix("would take back import of 20"))
    #expect(dry.errorText.hasSuffix("Z: 7 added, 3 updated\n"), "\(dry.errorText)")
    #expect(try await book.export() == after)
    let undone = try await book(["undo"])
    #expect(undone.ending == .exit(0))
    #expect(undone.errorText.hasPrefix("took back import of 20"))
    #expect(try await book.export() == before)
    #expect(try await book(["undo"]).errorText.hasSuffix("Z: 13 added\n"))
    #expect(try await book.export().isEmpty)
    let nothing = try await book(["undo"])
    #expect(nothing.ending == .exit(1))
    #expect(nothing.errorText.contains("there is nothing to take back"))
    #expect(try await book(["undo", "--dry-run"]).ending == .exit(1))
    let log = try await book.output(["book", "log", "--format", "jsonl"])
    #expect(log.split(separator: "\n").count == 4)
    #expect(log.components(separatedBy: "\"undone\":true").count == 3)
    #expect(
      try await book.output(["book", "log", "--limit", "1"]).split(separator: "\n").count == 2)
    let missing = try await ToolRunner.run(["undo", "--book", book.folder.argument("no.sqlite")])
    #expect(missing.ending == .exit(66))
    #expect(try !book.folder.names().contains("no.sqlite"))
  }

  @Test("info says what there is, as a table and as JSON")
  func info() async throws {
    let book = try await BookRunner.importing()
    let text = try await book.output(["book", "info"])
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "kind      sqlite")
    #expect(lines[1] == "path      \(book.book)")
    #expect(
      lines[2...6] == [
        "records   13", "people    13", "groups    0", "sources   1", "journal   1",
      ])
    let json = try await book.output(["book", "info", "--format", "jsonl"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["records"] as? Int == 13)
    #expect(object["bytes"] as? Int ?? 0 > 10_000)
    #expect(object["schema"] as? String == "vcard.book/1")
  }

  @Test("backup is a book of its own, whole, and never replaces a file that nobody gave up")
  func backup() async throws {
    let book = try await BookRunner.importing()
    let copy = book.folder.argument("copy.sqlite")
    let before = try await book.export()
    #expect(try await book(["book", "backup", copy]).ending == .exit(0))
    #expect(try BookRunner.permissions(book.folder.path("copy.sqlite")) == "600")
    let exported = try await ToolRunner.run(["export", "--book", copy])
    #expect(exported.output == before)
    let old = try book.folder.bytes("copy.sqlite")
    _ = try await book(["book", "remove", "1"])
    let refused = try await book(["book", "backup", copy])
    #expect(refused.ending == .exit(73))
    #expect(refused.errorText.contains("nothing was written\nvcard: note: --force replaces"))
    #expect(try book.folder.bytes("copy.sqlite") == old)
    #expect(try await book(["book", "backup", "--force", copy]).ending == .exit(0))
    let newer = try await ToolRunner.run(["export", "--book", copy])
    #expect(newer.output == (try await book.export()))
    try FileManager.default.createSymbolicLink(
      atPath: book.folder.argument("other"), withDestinationPath: book.book)
    // What SQLite keeps beside a book belongs to it, whether or not it is there.
    for own in ["", "-wal", "-shm", "-journal"].map({ "book.sqlite\($0)" }) + ["other"] {
      for named in ["book.sqlite", "other"] {
        let outcome = try await ToolRunner.run(
          ["book", "backup", "--force", own, "--book", named], directory: book.folder.path)
        #expect(outcome.ending == .exit(64), "\(own) \(named)")
      }
    }
    let nowhere = try await book(["book", "backup", book.folder.argument("none/copy.sqlite")])
    #expect(nowhere.ending == .exit(73))
    #expect(nowhere.errorText.hasSuffix("; nothing was written\n"))
    #expect(try book.folder.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test("check is content with a good book, and with what a kill leaves of one that was just begun")
  func check() async throws {
    let book = try await BookRunner.importing()
    let good = try await book(["book", "check"])
    #expect(good.ending == .exit(0))
    #expect(good.output.isEmpty && good.errors.isEmpty)
    #expect(try await book(["book", "check", "--repair"]).ending == .exit(0))
    let empty = try BookRunner()
    try empty.folder.write("", to: "book.sqlite")
    for command in [["check"], ["list"], ["info"], ["check", "--repair"]] {
      let outcome = try await empty(["book"] + command)
      #expect(outcome.ending == .exit(0), "\(command): \(outcome.errorText)")
    }
    #expect(try await empty.add("Bell") == "1")
    #expect(try await empty(["book", "check"]).ending == .exit(0))
  }

  @Test("damage is told, ends with 1, and the file stays as it is", arguments: [false, true])
  func damage(repairing: Bool) async throws {
    let book = try await BookRunner.importing()
    _ = try await book(["book", "compact"])
    for name in try book.folder.names() where name != "book.sqlite" {
      try FileManager.default.removeItem(atPath: book.folder.argument(name))
    }
    var bytes = try book.folder.bytes("book.sqlite")
    // The first page stays: it says where everything is.
    for index in 4096..<bytes.count where index % 7 == 0 { bytes[index] ^= 0xA5 }
    try book.folder.write(bytes, to: "book.sqlite")
    let outcome = try await book(["book", "check"] + (repairing ? ["--repair"] : []))
    #expect(outcome.ending == .exit(1), "\(outcome.outputText) \(outcome.errorText)")
    #expect(outcome.outputText.hasPrefix("damage: "))
    #expect(outcome.errorText.contains("restore it from a backup"))
    #expect(try book.folder.bytes("book.sqlite") == bytes)
    let export = try await book(["export"])
    #expect([.exit(65), .exit(74)].contains(export.ending))
  }

  @Test("what is no book is refused with 65, whoever asks")
  func noBook() async throws {
    let book = try BookRunner()
    try book.folder.write("this is no database", to: "book.sqlite")
    let card = Fixtures.path("demo/cutout-unknown.json").string
    for command in [
      ["book", "list"], ["book", "info"], ["export"], ["undo"], ["import", card],
      ["receive", card], ["book", "new", card],
    ] {
      let outcome = try await book(command)
      #expect(outcome.ending == .exit(65), "\(command): \(outcome.errorText)")
    }
    #expect(try book.folder.text("book.sqlite") == "this is no database")
    #expect(try book.folder.names() == ["book.sqlite"])
  }

  @Test("compact gives room back, keeps the journal, and makes no book")
  func compact() async throws {
    let book = try BookRunner()
    #expect(try await book(["book", "compact"]).ending == .exit(66))
    #expect(try book.folder.names().isEmpty)
    let long = String(repeating: "long ", count: 50_000)
    _ = try await book.add("Bell", "NOTE:\(long)")
    let before = try await book.export()
    let outcome = try await book(["book", "compact"])
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errorText.hasPrefix("\(book.book): "))
    #expect(try await book.export() == before)
    #expect(try await book.output(["book", "log"]).contains("new"))
    #expect(try await book(["undo"]).ending == .exit(0))
  }

  @Test("every command has a manual page and examples first in its help")
  func manual() async throws {
    let page = try await ToolRunner.run(["manual", "book"])
    #expect(page.ending == .exit(0))
    let commands = [
      "list", "show", "new", "edit", "set", "remove", "merge", "link", "unlink", "split", "sources",
      "groups", "info", "log", "backup", "check", "compact",
    ]
    for command in commands {
      #expect(page.outputText.contains("vcard\\-book\\-\(command)(1)"), "\(command)")
      let help = try await ToolRunner.run(["book", command, "--help"])
      #expect(help.ending == .exit(0))
      let lines = help.outputText.split(separator: "\n").map { $0.drop { $0 == " " } }
      let examples = try #require(lines.firstIndex { $0.hasPrefix("EXAMPLES") })
      #expect(examples <= 2, "\(command)")
      #expect(lines[examples + 1].hasPrefix("vcard book \(command)"))
      #expect(lines[examples + 2].hasPrefix("vcard book \(command)"))
    }
    for nested in [["book", "groups", "add"], ["book", "sources", "remove"], ["undo"], ["redo"]] {
      #expect(try await ToolRunner.run(["manual"] + nested).ending == .exit(0))
    }
    let completions = try await ToolRunner.run(["--generate-completion-script", "bash"])
    #expect(completions.outputText.contains("_vcard_book_groups_add"))
  }

  @Test("a relative name is a name, whatever a URI looks like")
  func relativeName() async throws {
    let folder = try TemporaryDirectory()
    let card = Fixtures.path("demo/book.vcf").string
    for name in ["file:x.sqlite", "file:y.sqlite?mode=memory.db", "-z.sqlite"] {
      let made = try await ToolRunner.run(
        ["import", "--quiet", "--ambiguous", "new", card, "--book=\(name)"],
        directory: folder.path)
      #expect(made.ending == .exit(0), "\(made.errorText)")
      #expect(try folder.names().contains(name))
      let listed = try await ToolRunner.run(
        ["book", "list", "--book=\(name)"], directory: folder.path)
      #expect(listed.outputText.contains("Kate Bell"))
    }
    #expect(try folder.names().allSatisfy { !$0.hasPrefix("x") && !$0.hasPrefix("y") })
  }

  @Test("backup beside what another database left: 73, and with --force it goes")
  func backupBesideLog() async throws {
    let book = try await BookRunner.importing()
    let copy = book.folder.argument("copy.sqlite")
    try book.folder.write("of another", to: "copy.sqlite-wal")
    let refused = try await book(["book", "backup", copy])
    #expect(refused.ending == .exit(73))
    #expect(refused.errorText.contains("copy.sqlite-wal"))
    #expect(refused.errorText.contains("--force"))
    #expect(try !book.folder.names().contains("copy.sqlite"))
    #expect(try await book(["book", "backup", "--force", copy]).ending == .exit(0))
    #expect(try !book.folder.names().contains("copy.sqlite-wal"))
    #expect(try await ToolRunner.run(["book", "check", "--book", copy]).ending == .exit(0))
  }

  @Test("check --repair is nothing that undo would take back, and changes no card")
  func repair() async throws {
    let book = try await BookRunner.importing()
    let before = try await book.export()
    let database = try DatabaseBook(FilePath(book.book), for: .writing)
    var request = SaveRequest()
    request.link(.join(.record(RecordID(rawValue: "1")), .record(RecordID(rawValue: "2"))))
    _ = try database.save(request)
    let check = try await book(["book", "check", "--repair"])
    #expect(check.ending == .exit(0))
    #expect(try await book.export() == before)
    let undone = try await book(["undo"])
    #expect(undone.errorText.hasPrefix("took back save of"))
    #expect(try await book.export() == before)
  }

  @Test("undo, compact and check --repair make no book where there is none")
  func makesNothing() async throws {
    let book = try BookRunner()
    for command in [
      ["undo"], ["book", "compact"], ["book", "check"], ["book", "check", "--repair"],
    ] {
      #expect(try await book(command).ending == .exit(66), "\(command)")
    }
    #expect(try book.folder.names().isEmpty)
    for name in ["book.vcf", "folder"] {
      let other = try BookRunner(name)
      if name == "folder" { try other.folder.makeFolder(name) }
      if name == "book.vcf" { try other.folder.write(BookRunner.card("Kate"), to: name) }
      for command in [["undo"], ["book", "compact"]] {
        #expect(try await other(command).ending == .exit(64), "\(command) \(name)")
      }
      #expect(try other.folder.names() == [name])
    }
  }

  @Test("who only reads leaves nothing beside the book, also while others use it")
  func tidies() async throws {
    let book = try BookRunner()
    _ = try await book.add("Kate")
    for command in [["list"], ["show", "1"], ["info"], ["check"], ["log"]] {
      #expect(try await book(["book"] + command).ending == .exit(0))
      #expect(try book.folder.names() == ["book.sqlite"], "\(command)")
    }
    for command in [["export"], ["find", "kate"], ["find", "nobody"], ["dedupe", "plan"]] {
      _ = try await book(command)
      #expect(try book.folder.names() == ["book.sqlite"], "\(command)")
    }
    async let one = book(["export"])
    async let other = book(["find", "kate"])
    #expect(try await [one, other].allSatisfy { $0.ending == .exit(0) })
    #expect(try await book(["book", "list"]).ending == .exit(0))
    #expect(try book.folder.names() == ["book.sqlite"])
    // Where nobody may write, it is read all the same.
    guard !TestSystem.isSuperuser else { return }
    try TestSystem.setPermissions(0o500, of: book.folder.path)
    defer { try? TestSystem.setPermissions(0o700, of: book.folder.path) }
    #expect(try await book(["book", "list"]).outputText.contains("Kate"))
    #expect(try book.folder.names() == ["book.sqlite"])
  }
}
