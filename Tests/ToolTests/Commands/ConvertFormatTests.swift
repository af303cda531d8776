import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("vcard convert: formats")
struct ConvertFormatTests {
  private func run(_ arguments: String..., input: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(["convert"] + arguments, input: Array(input.utf8))
  }

  private static let card30 = """
    BEGIN:VCARD\r
    VERSION:3.0\r
    N:Bell;Kate;;;\r
    FN:Kate Bell\r
    CLASS:PRIVATE\r
    TEL;TYPE=CELL,PREF:+1 408 555 0000\r
    MAILER:Pine\r
    END:VCARD\r

    """

  // MARK: Versions

  @Test(
    "--to writes every card in one version",
    arguments: [("vcard4", "4.0"), ("vcard3", "3.0"), ("vcard21", "2.1")])
  func versions(format: String, version: String) async throws {
    let input = try Fixtures.bytes("demo/book.vcf")
    let outcome = try await ToolRunner.run(["convert", "--quiet", "--to", format], input: input)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == [])
    let lines = outcome.outputText.split(whereSeparator: \.isNewline)
    let begun = lines.filter { $0 == "BEGIN:VCARD" }
    #expect(begun.count == 13)
    #expect(lines.filter { $0 == "VERSION:\(version)" }.count == begun.count)
    #expect(lines.filter { $0 == "END:VCARD" }.count == begun.count)
  }

  @Test("cards of the target version already come out as with --to same")
  func sameVersion() async throws {
    let same = try await run("--to", "same", input: Self.card30)
    let converted = try await run("--to", "vcard3", input: Self.card30)
    #expect(converted.output == same.output)
    #expect(converted.outputText == Self.card30)
    #expect(converted.errors == [])
  }

  // MARK: Losses

  @Test("what the version cannot say is one note each, in the order of the lines")
  func losses() async throws {
    let outcome = try await run("--to", "vcard4", input: Self.card30)
    #expect(outcome.ending == .exit(0))
    let losses = outcome.errorLines.filter { $0.contains("[loss-") }
    #expect(losses.count >= 2)
    #expect(losses.allSatisfy { $0.contains(": note: ") })
    #expect(losses.first?.hasPrefix("-:5:1:") == true)
    #expect(losses.last?.hasPrefix("-:7:1:") == true)
  }

  @Test("they stand among what the reader found, by their places")
  func lossesInOrder() async throws {
    let input = Self.card30.replacing("TEL;", with: "nothing\r\nTEL;")
    let outcome = try await run("--to", "vcard4", "--diagnostics", "jsonl", input: input)
    let codes = outcome.errorLines.map { line in
      line.contains("\"code\":\"loss-")
        ? "loss" : line.contains("\"code\":\"malformed-line\"") ? "malformed" : "other"
    }
    let place = try #require(codes.firstIndex(of: "malformed"))
    #expect(codes[..<place].contains("loss"))
    #expect(codes[place...].contains("loss"))
    let lines = outcome.errorLines.compactMap { line in
      line.split(separator: ",").first { $0.hasPrefix("\"line\":") }.flatMap {
        Int($0.dropFirst(7))
      }
    }
    #expect(lines == lines.sorted() && lines.count == outcome.errorLines.count)
  }

  @Test("--loss keep is the default and comes back; --loss drop leaves out")
  func keepsOrDrops() async throws {
    let kept = try await run("--to", "vcard4", input: Self.card30)
    #expect(
      try await run("--to", "vcard4", "--loss", "keep", input: Self.card30).output == kept.output)
    #expect(kept.outputText.contains("X-CLASS:PRIVATE\r\n"))
    let back = try await run("--to", "vcard3", input: kept.outputText)
    #expect(back.outputText.contains("\r\nCLASS:PRIVATE\r\n"))
    let dropped = try await run("--to", "vcard4", "--loss", "drop", input: Self.card30)
    #expect(dropped.ending == .exit(0))
    #expect(!dropped.outputText.contains("PRIVATE"))
    #expect(dropped.errorText.contains("[loss-"))
  }

  @Test("--strict makes a loss an error that ends with 65, and nothing is written")
  func strict() async throws {
    let folder = try TemporaryDirectory()
    let outcome = try await run(
      "--to", "vcard4", "--strict", "-o", folder.argument("out.vcf"), input: Self.card30)
    #expect(outcome.ending == .exit(65))
    #expect(outcome.errorLines.first?.contains("-:5:1: error: [loss-") == true)
    #expect(try folder.names() == [])
    let quiet = try await run("--to", "vcard4", "--strict", "--quiet", input: Self.card30)
    #expect(quiet.ending == .exit(65))
    #expect(quiet.output == [])
    let same = try await run("--strict", input: Self.card30)
    #expect(same.ending == .exit(0))
  }

  @Test("--quiet says nothing of losses")
  func quiet() async throws {
    let outcome = try await run("--to", "vcard4", "--quiet", input: Self.card30)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == [])
  }

  @Test("export converts, too")
  func exports() async throws {
    let book = Fixtures.path("demo/book.vcf").string
    let outcome = try await ToolRunner.run(
      ["export", "--book", book, "--to", "vcard4", "--quiet", "--line-ends", "lf"])
    let converted = try await ToolRunner.run(
      ["convert", book, "--to", "vcard4", "--quiet", "--line-ends", "lf"])
    #expect(outcome.ending == .exit(0))
    #expect(outcome.output == converted.output)
    #expect(!outcome.output.contains(0x0D))
  }

  // MARK: Lines

  @Test("--line-ends lf writes no CR, and reads as before")
  func lineEnds() async throws {
    let bytes = try Fixtures.bytes("cards/wild/nextcloud.vcf")
    let plain = try await ToolRunner.run(["convert", "-q"], input: bytes)
    let outcome = try await ToolRunner.run(["convert", "-q", "--line-ends", "lf"], input: bytes)
    #expect(!outcome.output.contains(0x0D))
    #expect(outcome.output == plain.output.filter { $0 != 0x0D })
    let back = try await ToolRunner.run(
      ["convert", "-q", "--line-ends", "crlf"], input: outcome.output)
    #expect(back.output == plain.output)
  }

  @Test(
    "--fold folds at a width or not at all, also what is converted", arguments: ["same", "vcard4"])
  func folds(format: String) async throws {
    let note = String(repeating: "A long note. ", count: 20)
    let input = Self.card30.replacing("MAILER:Pine", with: "NOTE:\(note)")
    let narrow = try await run("-q", "--to", format, "--fold", "40", input: input)
    let lines = narrow.outputText.split(whereSeparator: \.isNewline)
    #expect(lines.map(\.utf8.count).max() == 40)
    #expect(lines.filter { $0.hasPrefix(" ") }.count >= 6)
    let none = try await run("-q", "--to", format, "--fold", "none", input: narrow.outputText)
    #expect(none.outputText.contains("\r\nNOTE:\(note)\r\n"))
  }

  // MARK: Importers

  @Test("--for picks the version that the program reads best, and --to another")
  func importers() async throws {
    for preset in ImporterPreset.all {
      let best = try await run("-q", "--for", preset.name, input: Self.card30)
      #expect(best.ending == .exit(0))
      #expect(best.outputText.contains("VERSION:\(preset.version.rawValue)\r\n"), "\(preset.name)")
      let chosen = try await run("-q", "--for", preset.name, "--to", "vcard4", input: Self.card30)
      #expect(chosen.outputText.contains("VERSION:4.0\r\n"), "\(preset.name)")
    }
  }

  @Test("--for writes no folds where the program cuts values off at them, unless --fold says so")
  func importersFold() async throws {
    let note = String(repeating: "Long note. ", count: 20)
    let input = Self.card30.replacing("MAILER:Pine", with: "NOTE:\(note)")
    for preset in ImporterPreset.all {
      let outcome = try await run("-q", "--for", preset.name, input: input)
      let isWhole = outcome.outputText.contains("NOTE:\(note)\r\n")
      #expect(isWhole == (!preset.foldsLines || preset.version == .version21), "\(preset.name)")
      let folded = try await run("-q", "--for", preset.name, "--fold", "60", input: input)
      #expect(!folded.outputText.contains("NOTE:\(note)\r\n"), "\(preset.name)")
    }
  }

  @Test("--for carddav gives a card without a UID one, and leaves that of another")
  func identified() async throws {
    let made = try await run("-q", "--for", "carddav", input: Self.card30)
    let uid = try #require(made.outputText.firstMatch(of: /\r\nUID:urn:uuid:[0-9a-f-]{36}\r\n/))
    #expect(try await run("-q", "--for", "carddav", input: Self.card30).output == made.output)
    #expect(made.outputText.contains(uid.output))
    let kept = try await run("-q", "--for", "carddav", input: made.outputText)
    #expect(kept.output == made.output)
    let many = try await run("--for", "carddav", input: Self.card30 + Self.card30)
    #expect(many.errorText.contains("--split DIR"))
  }

  @Test("more cards than the program takes from one file are warned of")
  func importersLimit() async throws {
    let input = Self.card30 + Self.card30
    let outlook = try await run("--for", "outlook", input: input)
    #expect(outlook.errorText.contains("--split DIR"))
    let single = try await run("--for", "outlook", input: Self.card30)
    #expect(!single.errorText.contains("--split DIR"))
  }

  // MARK: Usage

  @Test(
    "what does not go together, or is no value, is wrong usage",
    arguments: [
      ["--to", "vcard5"], ["--loss", "some"], ["--line-ends", "cr"], ["--fold", "19"],
      ["--fold", "0"], ["--fold", "-1"], ["--fold", "all"], ["--fold", "10000000"],
      ["--to", "jsonl", "--fold", "none"], ["--to", "jsonl", "--line-ends", "lf"],
      ["--to", "jsonl", "--for", "google"], ["--for", "nobody"],
    ])
  func usage(arguments: [String]) async throws {
    let outcome = try await ToolRunner.run(["convert"] + arguments)
    #expect(outcome.ending == .exit(64), "\(outcome.errorText)")
    #expect(outcome.output == [])
  }

  @Test("--help names every option and both examples")
  func help() async throws {
    let outcome = try await ToolRunner.run(["convert", "--help"])
    for word in [
      "vcard convert contacts.vcf --to vcard4", "--loss", "--photos", "extract DIR", "--split",
      "--split-every", "--line-ends", "--fold", "--in-place=.bak", "--force", "--for",
      "-n, --dry-run",
    ] {
      #expect(outcome.outputText.contains(word), "\(word)")
    }
  }
}
