import TestSupport
import Testing

@Suite("convert --to xcard and --from xcard")
struct XCardConvertTests {
  private func run(_ arguments: String..., input: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(["convert"] + arguments, input: Array(input.utf8))
  }

  @Test("cards are one document, which is told by what it looks like")
  func there() async throws {
    let cards = [
      "BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "item1.TEL;TYPE=home:+1", "END:VCARD",
      "BEGIN:VCARD", "VERSION:4.0", "FN:Hank Zakroff", "END:VCARD", "",
    ].joined(separator: "\r\n")
    let xml = try await run("--to", "xcard", input: cards)
    #expect(
      xml.outputText == """
        <?xml version="1.0" encoding="UTF-8"?>
        <vcards xmlns="urn:ietf:params:xml:ns:vcard-4.0">
        <vcard><fn><text>Kate Bell</text></fn><group name="item1"><tel><parameters><type>\
        <text>home</text></type></parameters><text>+1</text></tel></group></vcard>
        <vcard><fn><text>Hank Zakroff</text></fn></vcard>
        </vcards>

        """)
    let back = try await run("--to", "vcard4", input: xml.outputText)
    #expect(back.outputText == cards)
    #expect(back.errorText == "")
    let cut = try await run("--to", "vcard4", input: String(xml.outputText.dropLast(10)))
    #expect(cut.outputText == cards)
    #expect(cut.errorLines.first?.contains("[xcard-value] no XML: no element found") == true)
  }

  @Test(
    "a document in UTF-16 is told by what it looks like, too (XML 1.0 §4.3.3)",
    arguments: [false, true])
  func wide(isBigEndian: Bool) async throws {
    let xml = """
      \u{FEFF}<?xml version="1.0" encoding="UTF-16"?><vcards xmlns="\(namespace)"><vcard><fn><text>Zoë\
      </text></fn></vcard></vcards>
      """
    let octets = xml.utf16.flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
    let card = try await ToolRunner.run(["convert", "--to", "vcard4"], input: octets)
    #expect(card.outputText == "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Zoë\r\nEND:VCARD\r\n")
    #expect(card.errorText == "")
  }

  private let namespace = "urn:ietf:params:xml:ns:vcard-4.0"
}
