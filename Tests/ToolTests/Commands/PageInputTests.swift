import SystemPackage
import TestSupport
import Testing

@Suite("Pages of the web as input")
struct PageInputTests {
  @Test("people on a page are told by how it begins, and read by every command")
  func page() async throws {
    let page = Fixtures.path("formats/page.html").string
    let card = try await ToolRunner.run(["convert", page])
    #expect(card.ending == .exit(0))
    #expect(card.errorText == "")
    #expect(card.outputText.contains("FN:Kate Bell\r\nN:Bell;Kate;;;\r\nORG:Bell Bakery\r\n"))
    let found = try await ToolRunner.run(["find", "bell", "--in", page])
    #expect(found.outputText.hasPrefix("Kate Bell  Bell Bakery"))
    let told = try await ToolRunner.run(
      ["convert", "--from", "hcard", "--to", "jsonl"],
      input: Array("<b>x</b>\n<p class=vcard>Kate <i class=bday>soon</i></p>".utf8))
    #expect(
      told.errorLines == ["-:2:1: warning: [hcard-value] BDAY is no date; kept as text"])
  }

  // Of the cases of other owners: microformats/tests completes addresses of mail by the page's own
  // (v1 hcard/email), which RFC 6068 §2 has no place for, and keeps the subject of a letter in them;
  // and a page that is not fetched has no address but that of <base> (v2 h-card/impliedname).
  @Test("a page without people ends with 65; references stay as they are without a base")
  func nobody() async throws {
    let nobody = try await ToolRunner.run(
      ["convert"], input: Array("<html><body></body></html>".utf8))
    #expect(nobody.ending == .exit(65))
    #expect(nobody.errorText.contains("nobody is in it"))
    let mail = try await ToolRunner.run(
      ["convert"],
      input: Array(
        "<p class=h-card><b class=p-name>K</b><a class=u-email href='mailto:k@x.example?subject=a'>m</a><a class=u-url href=a.html></a></p>"
          .utf8))
    #expect(mail.outputText.contains("EMAIL:k@x.example\r\nURL:a.html\r\n"))
  }
}
