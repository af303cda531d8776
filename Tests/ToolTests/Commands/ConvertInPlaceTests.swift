import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard convert --in-place")
struct ConvertInPlaceTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static func card(_ name: String, lineEnd: String = "\n") -> String {
    ["BEGIN:VCARD", "VERSION:3.0", "N:;;;;", "FN:\(name)", "END:VCARD", ""]
      .joined(separator: lineEnd)
  }

  private func run(_ arguments: String...) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(["convert"] + arguments, directory: folder.path)
  }

  @Test("each file is replaced by what it converts to, and keeps its permissions")
  func replaces() async throws {
    let path = try folder.write(Self.card("a"), to: "a.vcf")
    try folder.write(Self.card("b"), to: "b.vcf")
    try TestSystem.setPermissions(0o640, of: path)
    let outcome = try await run("a.vcf", "b.vcf", "--in-place")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.output == [] && outcome.errors == [])
    #expect(try folder.names() == ["a.vcf", "b.vcf"])
    #expect(try folder.text("a.vcf") == Self.card("a", lineEnd: "\r\n"))
    #expect(try folder.text("b.vcf") == Self.card("b", lineEnd: "\r\n"))
    #expect(try Stat(path).permissions.rawValue & 0o777 == 0o640)
  }

  @Test("a folder means every .vcf in it", arguments: [1, 30])
  func folders(count: Int) async throws {
    try folder.makeFolder("d")
    try folder.write("notes", to: "d/notes.txt")
    for number in 0..<count { try folder.write(Self.card("\(number)"), to: "d/\(number).vcf") }
    let outcome = try await run("--in-place", "d")
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names(in: "d").count == count + 1)
    for number in 0..<count {
      #expect(
        try folder.text("d/\(number).vcf") == Self.card("\(number)", lineEnd: "\r\n"))
    }
    #expect(try folder.text("d/notes.txt") == "notes")
  }

  @Test("of a folder only its own files are replaced; folders and links in it are told of")
  func foldersInFolder() async throws {
    for name in ["d/archive", "other", "root/workshop"] { try folder.makeFolder(name) }
    let others = ["d/archive/b.vcf", "other/c.vcf", "root/workshop/e.vcf"]
    for name in ["d/a.vcf"] + others { try folder.write(Self.card(name), to: name) }
    try folder.makeLink("d/link", to: "../other")
    let outcome = try await run("--in-place", "d")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errorLines == ["vcard: note: folders in d are left as they are: d/archive, d/link"])
    #expect(try folder.text("d/a.vcf") == Self.card("d/a.vcf", lineEnd: "\r\n"))
    // What has nothing but folders has nothing to be replaced.
    let none = try await run("--in-place", "root")
    #expect(none.ending == .exit(66))
    #expect(
      none.errorLines == [
        "vcard: error: cannot read root: no .vcf file in this folder",
        "vcard: note: there are some below; name root/workshop",
      ])
    for name in others { #expect(try folder.text(name) == Self.card(name)) }
    let read = try await run("d", "root")
    #expect(read.outputText.components(separatedBy: "BEGIN:VCARD").count == 5)
    #expect(read.errors == [])
  }

  @Test(
    "a suffix keeps the old file, with its permissions and all",
    arguments: [["--in-place=.bak"], ["--in-place", "--backup", ".bak"]])
  func backups(arguments: [String]) async throws {
    let path = try folder.write(Self.card("a"), to: "a.vcf")
    try TestSystem.setPermissions(0o600, of: path)
    let outcome = try await ToolRunner.run(
      ["convert"] + arguments + ["a.vcf"], directory: folder.path)
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names() == ["a.vcf", "a.vcf.bak"])
    #expect(try folder.text("a.vcf.bak") == Self.card("a"))
    #expect(try folder.text("a.vcf") == Self.card("a", lineEnd: "\r\n"))
    #expect(try Stat(folder.path("a.vcf.bak")).permissions.rawValue & 0o777 == 0o600)
    #expect(try Stat(path).permissions.rawValue & 0o777 == 0o600)
  }

  @Test("an older file of that name stops the run with 73 before any work; --force replaces it")
  func backupExists() async throws {
    try folder.write(Self.card("a"), to: "a.vcf")
    try folder.write(Self.card("b"), to: "b.vcf")
    try folder.write("old", to: "b.vcf.bak")
    let outcome = try await run("--in-place=.bak", "a.vcf", "b.vcf")
    #expect(outcome.ending == .exit(73))
    #expect(
      outcome.errorLines.first == "vcard: error: b.vcf.bak exists already, and nothing was written")
    #expect(try folder.names() == ["a.vcf", "b.vcf", "b.vcf.bak"])
    #expect(try folder.text("a.vcf") == Self.card("a"))
    let forced = try await run("--in-place=.bak", "--force", "a.vcf", "b.vcf")
    #expect(forced.ending == .exit(0))
    #expect(try folder.names() == ["a.vcf", "a.vcf.bak", "b.vcf", "b.vcf.bak"])
    #expect(try folder.text("b.vcf.bak") == Self.card("b"))
  }

  @Test("a link stays, and the file that it leads to is replaced and kept beside itself")
  func links() async throws {
    try folder.makeFolder("d")
    try folder.write(Self.card("a"), to: "d/a.vcf")
    try folder.makeLink("link.vcf", to: "d/a.vcf")
    let outcome = try await run("--in-place=~", "link.vcf")
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names() == ["d", "link.vcf"])
    #expect(try folder.names(in: "d") == ["a.vcf", "a.vcf~"])
    #expect(try folder.text("link.vcf") == Self.card("a", lineEnd: "\r\n"))
    #expect(try folder.text("d/a.vcf~") == Self.card("a"))
  }

  @Test("a file without a card is left as it is and told of with 65, and the others are replaced")
  func cardless() async throws {
    try folder.write("no card", to: "a.vcf")
    try folder.write(Self.card("b"), to: "b.vcf")
    try folder.write("", to: "c.vcf")
    let outcome = try await run("--in-place=.bak", "a.vcf", "b.vcf", "c.vcf")
    #expect(outcome.ending == .exit(65))
    #expect(
      outcome.errorLines == [
        "vcard: error: a.vcf: not a vCard: nothing in it starts with BEGIN:VCARD; left as it is",
        "vcard: error: c.vcf: the input is empty; left as it is",
      ])
    #expect(try folder.names() == ["a.vcf", "b.vcf", "b.vcf.bak", "c.vcf"])
    #expect(try folder.text("a.vcf") == "no card")
    #expect(try folder.text("b.vcf") == Self.card("b", lineEnd: "\r\n"))
  }

  @Test("so is a file of which a card had to be skipped, and a cutout")
  func unreadable() async throws {
    let deep = try Fixtures.bytes("bad/nested-100-agents.vcf")
    let cutout = try Fixtures.bytes("demo/cutout-unknown.json")
    try folder.write(deep, to: "deep.vcf")
    try folder.write(cutout, to: "cutout.json")
    let outcome = try await run("--in-place", "deep.vcf", "cutout.json")
    #expect(outcome.ending == .exit(65))
    #expect(outcome.errorText.contains("deep.vcf: a card in it had to be skipped; left as it is"))
    #expect(outcome.errorText.contains("cutout.json: JSON, and not a vCard; left as it is"))
    #expect(try folder.bytes("deep.vcf") == deep)
    #expect(try folder.bytes("cutout.json") == cutout)
    #expect(try folder.names() == ["cutout.json", "deep.vcf"])
  }

  @Test("when --strict stops the run, and in a dry run, no file is replaced")
  func stopped() async throws {
    let bad = "BEGIN:VCARD\nVERSION:3.0\nnothing\nEND:VCARD\n"
    try folder.write(Self.card("a"), to: "a.vcf")
    try folder.write(bad, to: "b.vcf")
    let stopped = try await run("--in-place=.bak", "--strict", "a.vcf", "b.vcf")
    #expect(stopped.ending == .exit(65))
    #expect(try folder.names() == ["a.vcf", "b.vcf"])
    #expect(try folder.text("a.vcf") == Self.card("a"))
    let dry = try await run("--in-place=.bak", "-n", "a.vcf")
    #expect(dry.ending == .exit(0))
    #expect(dry.errorLines == ["would write 1 cards to 1 files"])
    #expect(try folder.names() == ["a.vcf", "b.vcf"])
    #expect(try folder.text("a.vcf") == Self.card("a"))
  }

  @Test("a file that may not be written ends with 73, and none is replaced")
  func readOnly() async throws {
    // What is no regular file is not replaced, not even by root.
    try folder.write(Self.card("a"), to: "a.vcf")
    try TestSystem.makeFIFO(folder.path("pipe.vcf"))
    let outcome = try await run("--in-place", "a.vcf", "pipe.vcf")
    #expect(outcome.ending == .exit(73))
    #expect(try folder.names() == ["a.vcf", "pipe.vcf"])
    #expect(try folder.text("a.vcf") == Self.card("a"))
  }

  @Test("photos go into their files before the cards that named them are gone")
  func photos() async throws {
    let card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:x\r\nPHOTO;ENCODING=b:/9j/4AAQSkZJRgABAQ==\r\nEND:VCARD\r\n"
    try folder.write(card, to: "a.vcf")
    try folder.write(card, to: "b.vcf")
    let outcome = try await run("--in-place", "a.vcf", "b.vcf", "--photos", "extract", "p")
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names(in: "p") == ["card-000001.jpg", "card-000002.jpg"])
    #expect(try folder.text("b.vcf").contains("X-PHOTO-FILE:card-000002.jpg\r\n"))
    // A clash leaves the cards as they are.
    try folder.write(card, to: "c.vcf")
    let clash = try await run("--in-place", "c.vcf", "--photos", "extract", "p")
    #expect(clash.ending == .exit(73))
    #expect(try folder.text("c.vcf") == card)
  }

  @Test(
    "what does not go together is wrong usage",
    arguments: [
      ["--in-place"], ["--in-place", "-"], ["--in-place", "a.vcf", "-"],
      ["--in-place", "a.vcf", "-o", "b.vcf"], ["--in-place", "a.vcf", "--split", "d"],
      ["--in-place", "a.vcf", "--split-every", "2", "-o", "x"],
      ["--in-place", "a.vcf", "--to", "jsonl"], ["--in-place=/x", "a.vcf"],
      ["--in-place=../x", "a.vcf"], ["--in-place", "--force", "a.vcf"],
      ["--backup", ".bak", "a.vcf"], ["--in-place", "a.vcf", "./a.vcf"],
      ["--in-place=.bak", "a.vcf", "a.vcf"],
    ])
  func usage(arguments: [String]) async throws {
    try folder.write(Self.card("a"), to: "a.vcf")
    let outcome = try await ToolRunner.run(["convert"] + arguments, directory: folder.path)
    #expect(outcome.ending == .exit(64), "\(outcome.errorText)")
    #expect(outcome.output == [])
    #expect(try folder.names() == ["a.vcf"])
    #expect(try folder.text("a.vcf") == Self.card("a"))
  }
}
