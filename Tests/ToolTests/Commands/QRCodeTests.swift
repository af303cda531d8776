import SystemPackage
import TestSupport
import Testing

@Suite("vcard convert --to qr, share --format qr")
struct QRCodeTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// What reads codes, where it is installed.
  private static let reader = ToolRunner.program("zbarimg")

  private func run(_ arguments: String..., input: String = "") async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, input: Array(input.utf8), directory: Repository.root)
  }

  private func card(_ lines: String...) -> String {
    (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  }

  /// What a code in a picture says.
  private func read(_ picture: FilePath) async throws -> String {
    let outcome = try await ToolRunner.shell(
      "\(Self.reader ?? "") -q --raw -Sdisable -Sqrcode.enable -Sbinary '\(picture)'")
    return outcome.outputText
  }

  private static let notes = [
    "Kate", "Zo\u{EB}", "\u{5C0F}\u{7B20}\u{539F} \u{30ED}\u{30C9}\u{30CB}\u{30FC}",
    "\u{1F600} \u{0928}\u{092E}\u{0938}\u{094D}\u{0924}\u{0947}",
    String(repeating: "a long note ", count: 60),
    String(repeating: "\u{E9}\u{4E00} ", count: 420),
  ]

  @Test(
    "a code is read back as the vCard 3.0 that it is to say", .enabled(if: reader != nil),
    arguments: notes)
  func readBack(note: String) async throws {
    let picture = folder.path("code.png")
    let outcome = try await run(
      "convert", "--to", "qr", "-o", picture.string,
      input: card("FN:\(note.prefix(20))", "N:Bell;Kate;;;", "NOTE:\(note)"))
    #expect(outcome.ending == .exit(0))
    let text = [
      "BEGIN:VCARD", "VERSION:3.0", "N:Bell;Kate;;;", "FN:\(note.prefix(20))", "NOTE:\(note)",
      "END:VCARD", "",
    ].joined(separator: "\r\n")
    #expect(try await read(picture) == text)
  }

  @Test("--qr mecard is read back, too", .enabled(if: reader != nil))
  func mecard() async throws {
    let picture = folder.path("code.png")
    _ = try await run(
      "convert", "--to", "qr", "--qr", "mecard", "-o", picture.string,
      "Fixtures/formats/mecard.txt")
    let text = String(decoding: try Fixtures.bytes("formats/mecard.txt"), as: UTF8.self)
    #expect(try await read(picture) == text.replacing("\n", with: ""))
  }

  @Test("what is left out is told, and a photo never goes in")
  func leftOut() async throws {
    let outcome = try await run(
      "convert", "--to", "qr",
      input: card("FN:K", "PHOTO:data:image/jpeg;base64,/9j/", "TEL;TYPE=cell:+1", "GENDER:F"))
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errorText.contains("[loss-property] PHOTO"))
    let long = try await run(
      "convert", "--to", "qr", input: card("FN:K", "NOTE:\(String(repeating: "x", count: 3000))"))
    #expect(long.errorText.contains("NOTE: left out of the QR code"))
    let fine = try await run(
      "convert", "--to", "qr", input: card("FN:K", "NOTE:\(String(repeating: "x", count: 600))"))
    #expect(fine.errorText.contains("note: [fine-qr]"))
  }

  @Test("a card that does not fit ends with 65 and leaves no file")
  func tooLarge() async throws {
    let picture = folder.path("code.svg")
    let outcome = try await run(
      "convert", "--to", "qr", "-o", picture.string,
      input: card("FN:\(String(repeating: "x", count: 2990))"))
    #expect(outcome.ending == .exit(65))
    #expect(outcome.errorText.contains("[too-large-for-qr]"))
    #expect(try folder.names().isEmpty)
  }

  @Test("a picture holds one code; --split makes one of each card")
  func several() async throws {
    let alone = try await run(
      "convert", "Fixtures/demo/incoming.vcf", "--to", "qr", "-o",
      folder.argument("a.png"))
    #expect(alone.ending == .exit(65))
    let split = try await run(
      "convert", "Fixtures/demo/incoming.vcf", "--to", "qr", "--split", folder.path.string)
    #expect(split.ending == .exit(0))
    #expect(try folder.names().filter { $0.hasSuffix(".png") }.count == 12)
  }

  @Test("text and SVG have four light modules around the same dark ones")
  func forms() async throws {
    let picture = folder.path("code.svg")
    let input = card("FN:K")
    _ = try await run("convert", "--to", "qr", "-o", picture.string, input: input)
    let svg = try folder.text("code.svg")
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 41 41\""))
    #expect(svg.contains("d=\"M4 4h7v1H4z"))
    let text = try await run("convert", "--to", "qr", input: input).outputText
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 21)
    #expect(lines.allSatisfy { $0.count == 41 && $0.hasPrefix("    ") && $0.hasSuffix("    ") })
    #expect(lines[2].hasPrefix("    \u{2588}\u{2580}\u{2580}\u{2580}\u{2580}\u{2580}\u{2588} "))
  }

  @Test("share makes a code of a person")
  func share() async throws {
    let outcome = try await run(
      "share", "lucia", "--book", "Fixtures/demo/book.vcf", "--format", "qr")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.contains("\u{2588}"))
  }
}
