import TestSupport
import Testing

@Suite("vcard check --for")
struct CheckTests {
  private static let card = [
    "BEGIN:VCARD", "VERSION:3.0", "N:Bell;Kate;;;", "FN:Kate Bell",
    "TEL;VALUE=uri:tel:+1-408-555-0100", "UID:1", "END:VCARD", "",
  ].joined(separator: "\r\n")

  private func check(_ arguments: String..., input: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(["check"] + arguments, input: Array(input.utf8))
  }

  @Test("what a program does not take as it is is a warning with a place, and ends with 1")
  func tells() async throws {
    let outcome = try await check("--for", "google", input: Self.card)
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errorLines.first
        == """
        -:5:1: warning: [importer-change] 'convert --for google' changes this for Google Contacts: \
        `tel:` URIs become plain numbers, because only vCard 4.0 has them
        """)
    let converted = try await ToolRunner.run(
      ["convert", "--for", "google"], input: Array(Self.card.utf8))
    let again = try await check("--for", "google", input: converted.outputText)
    #expect(again.ending == .exit(0))
  }

  @Test("a file with more cards than a program takes is told, and ends with 1")
  func many() async throws {
    let plain = Self.card.replacing("TEL;VALUE=uri:tel:", with: "TEL:")
    #expect(try await check("--for", "carddav", input: plain).ending == .exit(0))
    let two = try await check("--for", "carddav", input: plain + plain)
    #expect(two.ending == .exit(1))
    #expect(
      two.errorLines.first?.hasPrefix(
        "-:1:1: warning: [importer-change] CardDAV takes 1 of the 2 cards in one file") == true)
  }

  @Test("a program that is none is wrong usage, and the ones that are are told")
  func unknown() async throws {
    let outcome = try await check("--for", "lotus", input: Self.card)
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errorText.contains("apple") && outcome.errorText.contains("carddav"))
  }
}
