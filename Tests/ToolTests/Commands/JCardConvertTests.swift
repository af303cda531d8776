import TestSupport
import Testing

@Suite("convert --to jcard and --from jcard")
struct JCardConvertTests {
  private static let cards =
    [
      "BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "item1.TEL;TYPE=home:+1", "END:VCARD",
      "BEGIN:VCARD", "VERSION:4.0", "FN:Hank Zakroff", "END:VCARD", "",
    ].joined(separator: "\r\n")

  private func run(_ arguments: String..., input: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(["convert"] + arguments, input: Array(input.utf8))
  }

  @Test("cards stand one a line, or all in one array, and are told by what they look like")
  func there() async throws {
    let lines = try await run("--to", "jcard", input: JCardConvertTests.cards)
    #expect(
      lines.outputText == """
        ["vcard",[["version",{},"text","4.0"],["fn",{},"text","Kate Bell"],\
        ["tel",{"group":"item1","type":"home"},"text","+1"]]]
        ["vcard",[["version",{},"text","4.0"],["fn",{},"text","Hank Zakroff"]]]

        """)
    let array = try await run("--to", "jcard", "--array", input: JCardConvertTests.cards)
    let elements = lines.outputText.dropLast().replacing("\n", with: ",\n")
    #expect(array.outputText == "[\(elements)]\n")
    for json in [lines.outputText, array.outputText] {
      let back = try await run("--to", "vcard4", input: json)
      #expect(back.outputText == JCardConvertTests.cards)
      #expect(back.errorText == "")
    }
  }

  @Test("what is no jCard ends with 65, and what is none as the standard has it is told")
  func wrong() async throws {
    let told = try await run(
      "--from", "jcard", "--to", "jsonl", input: #"["vcard",[["fn",{},"text",null]]]"#)
    #expect(
      told.errorLines == [
        "-:1:1: warning: [jcard-value] a value of FN is null; taken for an empty text"
      ])
    for json in ["[]", #"["vcard",[["version""#] {
      let outcome = try await run("--from", "jcard", input: json)
      #expect(outcome.ending == .exit(65), "\(json)")
    }
    let cut = try await run("--from", "jcard", input: "\n[\"vcard\",[[\"fn\",{},\"te")
    #expect(cut.errorLines == ["vcard: error: -: line 2, column 23: the jCard is cut"])
    let usage = try await run("--to", "vcard4", "--array", input: JCardConvertTests.cards)
    #expect(usage.ending == .exit(64))
  }
}
