import TestSupport
import Testing

@Suite("convert --to jscontact and --from jscontact")
struct JSContactConvertTests {
  private static let cards =
    [
      "BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "item1.TEL;TYPE=cell:+1",
      "item1.X-ABLabel:boat", "GENDER:F", "END:VCARD", "BEGIN:VCARD", "VERSION:4.0",
      "FN:Hank Zakroff", "END:VCARD", "",
    ].joined(separator: "\r\n")

  private func run(_ arguments: String..., input: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(["convert"] + arguments, input: Array(input.utf8))
  }

  @Test("cards stand one a line, or all in one array, and are told by what they look like")
  func there() async throws {
    let lines = try await run("--to", "jscontact", input: Self.cards)
    #expect(
      lines.outputText == """
        {"@type":"Card","version":"2.0","name":{"full":"Kate Bell"},"phones":{"PHONE-1":\
        {"number":"+1","features":{"mobile":true},"label":"boat"}},\
        "vCardProps":[["gender",{},"text","F"]]}
        {"@type":"Card","version":"2.0","name":{"full":"Hank Zakroff"}}

        """)
    let array = try await run("--to", "jscontact", "--array", input: Self.cards)
    let elements = lines.outputText.dropLast().replacing("\n", with: ",\n")
    #expect(array.outputText == "[\(elements)]\n")
    for json in [lines.outputText, array.outputText] {
      let back = try await run("--to", "vcard4", input: json)
      #expect(back.outputText.contains("GENDER:F"))
      #expect(back.outputText.contains("item1.X-ABLabel:boat"))
      #expect(back.errorText == "")
    }
    let without = try await run("--to", "jscontact", "--loss", "drop", input: Self.cards)
    #expect(!without.outputText.contains("vCardProps"))
  }

  @Test("1.0 gives each card a UID, the same each time; 2.0 gives none")
  func edition() async throws {
    let first = try await run("--to", "jscontact", "--jscontact", "1.0", input: Self.cards)
    let second = try await run("--to", "jscontact", "--jscontact", "1.0", input: Self.cards)
    #expect(first.outputText == second.outputText)
    #expect(first.outputText.split(separator: "\n").allSatisfy { $0.contains(#""uid":"urn:"#) })
    let usage = try await run("--to", "vcard4", "--jscontact", "1.0", input: Self.cards)
    #expect(usage.ending == .exit(64))
  }

  @Test("what the standard forbids is told and kept; no JSCOMPS reaches vCard 3.0")
  func odd() async throws {
    let json =
      #"{"@type":"Card","version":"2.0","nickNames":{},"name":{"isOrdered":true,"#
      + #""components":[{"kind":"given","value":"A"},{"kind":"surname","value":"B"}]}}"#
    let outcome = try await run("--to", "vcard4", input: json)
    #expect(
      outcome.errorLines == [
        "-:1:1: warning: [jscontact-value] \"nickNames\" differs from a name of RFC 9553 by its case "
          + "only; kept in JSPROP"
      ])
    #expect(outcome.outputText.contains("JSPROP;JSPTR=nickNames:{}"))
    #expect(outcome.outputText.contains("N;JSCOMPS=\";1;0\":B;A;;;;;"))
    let old = try await run("--to", "vcard3", input: json)
    #expect(!old.outputText.contains(";JSCOMPS"))
    let bare = try await run("--to", "vcard3", "--loss", "drop", input: json)
    #expect(!bare.outputText.contains("JSCOMPS"))
  }
}
