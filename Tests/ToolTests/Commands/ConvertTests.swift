import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard convert")
struct ConvertTests {
  @Test("--to same gives canonical cards back byte for byte")
  func sameIsIdentity() async throws {
    let bytes = try Fixtures.bytes("cards/wild/nextcloud.vcf")
    let once = try await ToolRunner.run(["convert"], input: bytes)
    #expect(once.ending == .exit(0))
    let twice = try await ToolRunner.run(["convert"], input: once.output)
    #expect(twice.output == once.output)
    #expect(!once.output.isEmpty)
  }

  @Test(
    "--to jsonl prints what each fixture's .json says",
    arguments: Fixtures.files(in: "cards").filter { $0.extension == "vcf" }.map(\.string))
  func jsonl(path: String) async throws {
    let expected = try String(contentsOfFile: path.dropLast(4) + ".json", encoding: .utf8)
    let outcome = try await ToolRunner.run(["convert", "--quiet", "--to", "jsonl", path])
    #expect(outcome.ending == .exit(0))
    let lines = outcome.outputText.split(separator: "\n")
    let wanted = expected.split(separator: "\n")
    #expect(lines.count == wanted.count)
    for (line, want) in zip(lines, wanted) {
      var card = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(card.removeValue(forKey: "file") as? String == path)
      let right = try #require(
        try JSONSerialization.jsonObject(with: Data(want.utf8)) as? [String: Any])
      #expect(NSDictionary(dictionary: card).isEqual(to: right), "\(line)")
    }
  }

  @Test("-o into the input itself replaces it whole")
  func intoItself() async throws {
    let folder = try TemporaryDirectory()
    let bytes = try Fixtures.bytes("cards/wild/android.vcf")
    try folder.write(bytes, to: "a.vcf")
    let path = folder.argument("a.vcf")
    let outcome = try await ToolRunner.run(["convert", "--quiet", path, "-o", path])
    #expect(outcome.ending == .exit(0))
    let plain = try await ToolRunner.run(["convert", "--quiet"], input: bytes)
    #expect(try folder.bytes("a.vcf") == plain.output)
    #expect(try folder.names() == ["a.vcf"])
  }

  @Test("a folder means every .vcf in it, in the order of their names")
  func folders() async throws {
    let folder = try TemporaryDirectory()
    for name in ["b", "a", "c"] {
      try folder.write(
        "BEGIN:VCARD\r\nVERSION:3.0\r\nN:\(name);;;;\r\nFN:\(name)\r\nEND:VCARD\r\n",
        to: "\(name).vcf")
    }
    try folder.write("no card", to: "notes.txt")
    let outcome = try await ToolRunner.run(["convert", folder.path.string])
    #expect(outcome.ending == .exit(0))
    let names = outcome.outputText.split(whereSeparator: \.isNewline).filter {
      $0.hasPrefix("FN:")
    }
    #expect(names == ["FN:a", "FN:b", "FN:c"])
  }

  @Test("text that is not UTF-8 is told with its place, and --charset settles what it is")
  func charsets() async throws {
    let card: [UInt8] =
      Array("BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:".utf8) + [0xCC, 0xE0, 0xF0, 0xE8, 0xFF]
      + Array("\r\nEND:VCARD\r\n".utf8)
    let told = try await ToolRunner.run(
      ["convert", "--to", "jsonl", "--charset", "windows-1251"], input: card)
    #expect(told.outputText.contains("\"Мария\""))
    #expect(told.errorText.contains("-:4:4: warning: [undeclared-charset]"))
    let unknown = try await ToolRunner.run(["convert", "--charset", "no-such"], input: card)
    #expect(unknown.ending == .exit(64))
  }

  @Test("names from strangers reach the terminal escaped")
  func hostileNames() async throws {
    let path = Fixtures.path("bad/terminal-escape.vcf").string
    let outcome = try await ToolRunner.run(["find", "a", "--in", path])
    let text = outcome.output + outcome.errors
    #expect(!text.contains(0x1B))
    #expect(!outcome.outputText.unicodeScalars.contains("\u{202E}"))
  }
}

@Suite("Input that is not what it should be")
struct BadInputTests {
  @Test(
    "what holds no card ends with 65 and one line",
    arguments: ["empty.vcf", "not-a-vcard.txt", "json.vcf", "binary.vcf"])
  func noCards(name: String) async throws {
    for command in [["convert"], ["convert", "--to", "jsonl"], ["stats"], ["check"], ["sort"]] {
      let outcome = try await ToolRunner.run(
        command + ["--quiet", Fixtures.path("bad/\(name)").string])
      #expect(outcome.ending == .exit(65), "\(command)")
      #expect(outcome.errorLines.count == 1, "\(outcome.errorText)")
    }
  }

  @Test(
    "what holds a card is read as far as it goes",
    arguments: [
      "nul-bytes.vcf", "truncated.vcf", "unclosed-quote.vcf", "huge-count-of-params.vcf",
      "terminal-escape.vcf", "nested-100-agents.vcf", "html-and-csv-injection.vcf",
    ])
  func someCards(name: String) async throws {
    let outcome = try await ToolRunner.run(
      ["convert", "--to", "jsonl", Fixtures.path("bad/\(name)").string])
    #expect(outcome.ending == .exit(0))
    #expect(!outcome.output.isEmpty)
  }

  @Test("a hundred nested cards are one diagnostic, and the card behind them is read")
  func nested() async throws {
    let outcome = try await ToolRunner.run(
      ["convert", "--to", "jsonl", Fixtures.path("bad/nested-100-agents.vcf").string])
    #expect(outcome.errorText.contains("[nested-too-deep]"))
    #expect(outcome.outputText.contains("\"After\""))
  }

  @Test("missing and unreadable inputs end with 66, folders where a file is wanted too")
  func unreadable() async throws {
    let folder = try TemporaryDirectory()
    let missing = try await ToolRunner.run(["convert", folder.argument("none.vcf")])
    #expect(missing.ending == .exit(66))
    #expect(missing.errorLines.count == 1)
    let empty = try await ToolRunner.run(["convert", folder.path.string])
    #expect(empty.ending == .exit(66))
    let inspected = try await ToolRunner.run(["inspect", folder.path.string])
    #expect(inspected.ending == .exit(66))
  }

  @Test("of a folder all cards are read, or it is told which are not")
  func foldersInFolder() async throws {
    let folder = try TemporaryDirectory()
    let name = String(repeating: "n", count: 200)
    for folderName in ["root/workshop", "root/users/kate", "long/\(name)"] {
      try folder.makeFolder(folderName)
    }
    for file in [
      "root/workshop/a.vcf", "root/users/kate/b.vcf", "long/a.vcf", "long/\(name)/b.vcf",
    ] {
      try folder.write(BookRunner.card("Kate"), to: file)
    }
    let root = folder.argument("root")
    let outcome = try await ToolRunner.run(["convert", root])
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == BookRunner.card("Kate"))
    let warning = "vcard: warning: cards further down in \(root) are not read: name \(root)/users"
    #expect(outcome.errorLines == [warning])
    #expect(try await ToolRunner.run(["convert", root, root + "/users"]).errorLines == [warning])
    // A path that is too long cannot be opened, not even by root.
    let long = folder.argument("long")
    let shut = long + String(repeating: "/.", count: (4000 - long.utf8.count) / 2)
    let output = folder.argument("all.vcf")
    let failed = try await ToolRunner.run(["convert", shut, "-o", output])
    #expect(failed.ending == .exit(66))
    #expect(
      failed.errorLines.first
        == "vcard: error: cannot read \(shut)/\(name): File name too long")
    #expect(try folder.names() == ["long", "root"])
  }

  @Test("wrong usage ends with 64")
  func usage() async throws {
    for arguments in [
      ["convert", "--to", "nothing"], ["nonsense"], ["explain", "no-such-code"], ["share"],
    ] {
      let outcome = try await ToolRunner.run(arguments)
      #expect(outcome.ending == .exit(64), "\(arguments)")
    }
  }

  @Test("--strict ends with 65 at the first error")
  func strict() async throws {
    let outcome = try await ToolRunner.run(
      ["convert", "--strict", Fixtures.path("bad/truncated.vcf").string])
    #expect(outcome.ending == .exit(65))
  }

  @Test("a line without end is skipped within bounded memory")
  func endlessLine() async throws {
    let tool = ToolRunner.path.string
    let outcome = try await ToolRunner.shell(
      "{ printf 'BEGIN:VCARD\\r\\nVERSION:3.0\\r\\nNOTE:'; head -c 400000000 /dev/zero | tr '\\0' a; "
        + "printf '\\r\\nEND:VCARD\\r\\nBEGIN:VCARD\\r\\nVERSION:3.0\\r\\nN:;;;;\\r\\nFN:b\\r\\n"
        + "END:VCARD\\r\\n'; } | \(tool) convert")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errorText.contains("[line-too-long]"))
    #expect(outcome.outputText.contains("FN:b"))
    #expect(outcome.output.count < 1000)
  }
}
