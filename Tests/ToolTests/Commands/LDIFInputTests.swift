import SystemPackage
import TestSupport
import Testing

@Suite("vcard: LDIF, MECARD, and what every format keeps")
struct LDIFInputTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: String..., input: String = "") async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, input: Array(input.utf8), directory: Repository.root)
  }

  @Test("LDIF is told by its content, and comes back whole")
  func ldif() async throws {
    let file = "Fixtures/formats/mozilla.ldif"
    let card = try await run("convert", file)
    #expect(card.ending == .exit(0))
    #expect(card.errors == [])
    #expect(card.outputText.contains("TEL;TYPE=work:+1 212 555 0199\r\n"))
    let ldif = try await run("convert", "--to", "ldif", file)
    #expect(ldif.errors == [])
    #expect(ldif.outputText.hasPrefix("version: 1\ndn: cn=Kate Bell,mail=kate@northpier.example\n"))
    let back = try await run("convert", input: ldif.outputText)
    #expect(back.output == card.output)
    let found = try await run("find", "kit", "--in", file)
    #expect(found.ending == .exit(0))
  }

  @Test("what has no attribute is one note each, an error with --strict, gone with --loss drop")
  func losses() async throws {
    let text = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:K\r\nGENDER:F\r\nEND:VCARD\r\n"
    let told = try await run("convert", "--to", "ldif", input: text)
    #expect(
      told.errorText == """
        -:1:1: note: [loss-property] LDIF has no attribute for this GENDER; carried as vcardProperty

        """)
    #expect(told.outputText.contains("\nvcardProperty: GENDER:F\n"))
    #expect(try await run("convert", "--to", "vcard4", input: told.outputText).outputText == text)
    let strict = try await run("convert", "--strict", "--to", "ldif", input: text)
    #expect(strict.ending == .exit(65))
    let dropped = try await run("convert", "--to", "ldif", "--loss", "drop", input: text)
    #expect(!dropped.outputText.contains("GENDER"))
  }

  @Test("an input of which nothing is a card ends with 65 and says why")
  func nobody() async throws {
    let outcome = try await run("convert", input: "dn: cn=K\nchangetype: delete\n")
    #expect(outcome.ending == .exit(65))
    #expect(outcome.errorText.contains("the change 'delete' of a directory makes no card"))
  }

  @Test("--split writes a file of LDIF each")
  func split() async throws {
    let outcome = try await run(
      "convert", "Fixtures/formats/mozilla.ldif", "--to", "ldif", "--split", folder.path.string)
    #expect(outcome.ending == .exit(0))
    let files = try folder.names()
    #expect(files.count == 2)
    #expect(files.allSatisfy { $0.hasSuffix(".ldif") })
  }

  @Test("MECARD is told by its content and written")
  func mecard() async throws {
    let card = try await run("convert", "Fixtures/formats/mecard.txt")
    #expect(card.outputText.contains("N:Bell;Kate;;;\r\n"))
    let text = try await run("convert", "--to", "mecard", input: card.outputText)
    #expect(text.output == (try Fixtures.bytes("formats/mecard.txt")))
  }

  @Test(
    "backslashes of a URI come back from every format",
    arguments: ["jcard", "xcard", "jsonl", "jscontact", "ldif", "mecard", "csv"])
  func backslashesOfURIs(format: String) async throws {
    // MECARD has no accounts.
    let uris =
      [#"URL:http://ann.example/\\\\a\\,b"#]
      + (format == "mecard" ? [] : [#"IMPP:xmpp:ann\\\\a\\,b@ann.example"#])
    let lines = ["VERSION:4.0", "N:Lee;Ann;;;", "FN:Ann Lee"] + uris
    let card = "BEGIN:VCARD\n\(lines.joined(separator: "\n"))\nEND:VCARD\n"
    let there = try await run("convert", "--to", format, input: card)
    let back = try await run("convert", "--from", format, "--to", "vcard4", input: there.outputText)
    let read = back.outputText.split(separator: "\r\n").map(String.init)
    #expect(Set(uris).isSubset(of: read), "\(there.outputText)")
  }
}
