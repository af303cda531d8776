import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard with a folder of collections")
struct FolderBookTests {
  /// A root with two collections, as vdirsyncer makes it.
  private static func root() throws -> BookRunner {
    let book = try BookRunner("root")
    for folder in ["personal", "workshop", ".git"] { try book.folder.makeFolder("root/\(folder)") }
    let kate = BookRunner.card("Kate", ["UID:kate", "EMAIL:kate@bell.example"])
    try book.folder.write(kate, to: "root/personal/kate.vcf")
    try book.folder.write(BookRunner.card("Hank", ["UID:hank"]), to: "root/workshop/hank.vcf")
    try book.folder.write("At work\n", to: "root/workshop/displayname")
    return book
  }

  private func names(_ book: BookRunner, _ folder: String) throws -> [String] {
    try book.folder.names(in: "root/\(folder)")
  }

  @Test("sources, list, show, find, info and export see all of it, or one source")
  func reads() async throws {
    let book = try Self.root()
    #expect(
      try await book.output(["book", "sources"])
        == "Source    Records  Title\npersonal        1\nworkshop        1  At work\n")
    #expect(
      try await book.output(["book", "sources", "--format", "jsonl"])
        == """
        {"schema":"vcard.source/1","source":"personal","records":1,"kind":"folder"}
        {"schema":"vcard.source/1","source":"workshop","records":1,"kind":"folder","title":"At work"}

        """)
    let list = try await book.output(["book", "list"])
    #expect(list.contains("workshop/hank.vcf") && list.contains("personal/kate.vcf"))
    for name in ["workshop", "At work"] {
      let own = try await book.output(["book", "list", "--source", name])
      #expect(own.contains("workshop/hank.vcf") && !own.contains("kate"))
    }
    #expect(try await book.output(["book", "show", "workshop/hank.vcf"]).contains("Hank"))
    #expect(try await book.output(["find", "kate"]).contains("kate@bell.example"))
    #expect(try await book.output(["book", "info"]).contains("sources  2"))
    #expect(try await book.output(["export", "--source", "workshop"]).contains("FN:Hank"))
    #expect(try await book.output(["export"]).split(separator: "\r\n").count == 13)
    for command in [["export"], ["book", "list"], ["book", "new"], ["import", "-"]] {
      let none = try await book(
        command + ["--source", "wrok"], input: Array(BookRunner.card("Eve").utf8))
      #expect(none.ending == .exit(66))
      #expect(none.errorText.contains("has no source \"wrok\""))
    }
    let removed = try await book(["book", "sources", "remove", "workshop"])
    #expect(removed.ending == .exit(64))
    #expect(removed.errorText.contains("no sources that can be removed"))
    let moved = try await book(["book", "move", "personal/kate.vcf", "--to", "workshop"])
    #expect(moved.ending == .exit(64))
    #expect(moved.errorText.contains("no sources that records can be moved to"))
    #expect(try names(book, "") == [".git", "personal", "workshop"])
  }

  @Test("new and import add to the first source or to the one that is named; edit, remove, dedupe")
  func writes() async throws {
    let book = try Self.root()
    let eve = Array(BookRunner.card("Eve", ["UID:eve"]).utf8)
    let new = try await book(["book", "new"], input: eve)
    #expect(new.outputText == "personal/eve.vcf\n")
    #expect(
      new.errorText
        == "vcard: note: new people go to the source \"personal\"; --source names another\n")
    let named = try await book(["book", "new", "--source", "workshop"], input: eve)
    #expect(named.outputText == "workshop/eve.vcf\n" && named.errorText == "")
    let kate = BookRunner.card("Kate", ["EMAIL:kate@bell.example", "NOTE:rows"])
    for (counts, source) in [
      ("matched 1 (1", "personal"), ("matched 0 (0", "workshop"), ("matched 1 (0", "workshop"),
    ] {
      let outcome = try await book(["import", "-", "--source", source], input: Array(kate.utf8))
      #expect(outcome.errorText.contains(counts), "\(outcome.errorText)")
    }
    #expect(try names(book, "personal").count == 2 && names(book, "workshop").count == 4)
    let edited = try await book(
      ["book", "edit", "workshop/hank.vcf"], environment: ["EDITOR": "sed -i s/FN:Hank/FN:Henry/"])
    #expect(edited.ending == .exit(0), "\(edited.errorText)")
    #expect(try book.folder.text("root/workshop/hank.vcf").contains("FN:Henry"))
    // People of two folders stay two: nothing can link them.
    _ = try await book(["dedupe", "run", "--quiet"])
    #expect(try names(book, "personal").count == 2 && names(book, "workshop").count == 4)
    _ = try await book.output(["book", "remove", "--force", "workshop/hank.vcf"])
    #expect(try !names(book, "workshop").contains("hank.vcf"))
    #expect(try names(book, "") == [".git", "personal", "workshop"])
  }

  @Test("a folder of users with collections is refused, and the folders to name are told")
  func deeper() async throws {
    let book = try BookRunner("root")
    try book.folder.makeFolder("root/user/0f3c")
    try book.folder.write(BookRunner.card("Kate"), to: "root/user/0f3c/a.vcf")
    let list = try await book(["book", "list"])
    #expect(list.ending == .exit(65))
    #expect(list.errorText.contains("further down; a book is \(book.book)/user"))
    let find = try await book(["find", "kate"])
    #expect(find.ending == .exit(66))
    #expect(find.errorText.contains("name \(book.book)/user"))
    let user = try await ToolRunner.run(["book", "list", "--book", book.book + "/user"])
    #expect(user.outputText.contains("0f3c/a.vcf"))
  }

  // MARK: Other programs

  private static func run(
    _ program: String?, _ arguments: [String], _ environment: [String: String]
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(program))
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(text)")
    return text
  }

  @Test(
    "khard lists what was put into each collection",
    .enabled(if: ToolRunner.program("khard") != nil, "khard is not installed"))
  func khard() async throws {
    let book = try Self.root()
    let eve = Array(BookRunner.card("Eve", ["TEL:+1 415 555 0100"]).utf8)
    _ = try await book(["book", "new", "--source", "workshop"], input: eve)
    let folders = ["personal", "workshop"].map { "[[\($0)]]\npath = \(book.book)/\($0)\n" }.joined()
    let file = try book.folder.write(
      "[addressbooks]\n\(folders)[general]\ndefault_action = list\n", to: "khard.conf")
    for (folder, people) in [("personal", ["Kate"]), ("workshop", ["Hank", "Eve"])] {
      let listed = try Self.run(
        ToolRunner.program("khard"), ["-c", file.string, "list", "-a", folder],
        ["LC_ALL": "C.UTF-8", "HOME": book.folder.path.string])
      for name in ["Kate", "Hank", "Eve"] {
        #expect(listed.contains(name) == people.contains(name), "\(listed)")
      }
    }
  }

  @Test(
    "vdirsyncer copies what was changed in each collection, and what it copied is read",
    .enabled(if: ToolRunner.program("vdirsyncer") != nil, "vdirsyncer is not installed"))
  func vdirsyncer() async throws {
    let book = try Self.root()
    let other = book.folder.argument("other")
    for folder in ["personal", "workshop"] { try book.folder.makeFolder("other/\(folder)") }
    let file = try book.folder.write(
      """
      [general]
      status_path = "\(book.folder.argument("status"))"
      [pair contacts]
      a = "mine"
      b = "theirs"
      collections = ["personal", "workshop"]
      [storage mine]
      type = "filesystem"
      path = "\(book.book)"
      fileext = ".vcf"
      [storage theirs]
      type = "filesystem"
      path = "\(other)"
      fileext = ".vcf"
      """, to: "vdirsyncer.conf")
    func sync(_ command: String) throws {
      _ = try Self.run(
        ToolRunner.program("vdirsyncer"), ["-c", file.string, command], ["LC_ALL": "C.UTF-8"])
    }
    try sync("discover")
    try sync("sync")
    let eve = Array(BookRunner.card("Eve").utf8)
    for (root, source) in [(book.book, "workshop"), (other, "personal")] {
      let new = try await ToolRunner.run(
        ["book", "new", "--book", root, "--source", source], input: eve)
      #expect(new.ending == .exit(0), "\(new.errorText)")
    }
    _ = try await book(["book", "remove", "--force", "workshop/hank.vcf"])
    try sync("sync")
    for root in [book.book, other] {
      let sources = try await ToolRunner.run(
        ["book", "sources", "--format", "jsonl", "--book", root])
      #expect(sources.outputText.contains("\"personal\",\"records\":2"), "\(sources.errorText)")
      #expect(sources.outputText.contains("\"workshop\",\"records\":1"), "\(sources.outputText)")
    }
  }
}
