import SystemPackage
import TestSupport
import Testing

@Suite("vcard show --format html|markdown, --labels")
struct SheetTests {
  private let letters = Fixtures.path("show/letters.vcf").string

  @Test(
    "prints sheets and labels as the fixtures have them",
    arguments: [
      ("letters.html", ["--format", "html", "--locale", "en"], "ar_JO.UTF-8"),
      ("letters.ar.html", ["--format", "html", "--find", "5"], "ar_JO.UTF-8"),
      ("letters.md", ["--format", "markdown"], "C"),
      ("labels.txt", ["--labels"], "C"),
      ("labels.de.html", ["--labels", "--format", "html"], "de_DE.UTF-8"),
    ])
  func golden(name: String, options: [String], locale: String) async throws {
    let outcome = try await ToolRunner.run(
      ["show", letters, "-q"] + options, environment: ["LC_ALL": locale])
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errorText == "")
    try Golden.expect(outcome.output, "show/\(name)")
  }

  @Test("a page for a browser holds its photos, loads nothing and has no mark of a card's")
  func page() async throws {
    let photo = Fixtures.path("demo/cutout-unknown.json").string
    let page = try await ToolRunner.run(["show", photo, "--format", "html"]).outputText
    #expect(page.contains("<img alt=\"\" src=\"data:image/jpeg;base64,/9j/"))
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    #expect(page.contains("http-equiv=\"Content-Security-Policy\" content=\"\(policy)\""))
    let plain = try await ToolRunner.run(
      ["show", photo, "--format", "html", "--pictures", "never"]
    ).outputText
    #expect(!plain.contains("<img") && plain.contains("image/jpeg, "))
    let document = try await ToolRunner.run(["show", photo, "--format", "markdown"]).outputText
    #expect(document.contains("\n![](data:image/jpeg;base64,/9j/"))

    let hostile = BookRunner.card(
      "</h2><script>",
      [
        "PHOTO:data:image/svg+xml,<svg onload='x'>", "NOTE:\"'><img src=x>",
        "TITLE:\u{1B}[2J\u{202E}",
        "URL:javascript:alert(1)", "item1.TEL:1", "item1.X-ABLabel:\" onclick=\"x",
      ], version: "4.0")
    for labels in [[], ["--labels"]] {
      let card = hostile.replacing("NOTE", with: "ADR:;;<script>;\"><img>;;;\r\nNOTE")
      let page = try await ToolRunner.run(
        ["show", "--format", "html"] + labels, input: Array(card.utf8)
      ).outputText
      let body = try #require(page.split(separator: "<body>").last)
      #expect(!body.contains("<script") && !body.contains("<img") && !body.contains("<svg"))
      #expect(!body.contains("\" onclick") && !body.contains("href=\"javascript"))
      #expect(!page.contains("\u{1B}") && !page.contains("\u{202E}"))
    }
  }

  @Test("a label of many lines gets smaller letters, and what has no room is told")
  func manyLines() async throws {
    func page(_ lines: Int, _ line: String = "line") async throws -> ToolRunner.Outcome {
      let street = (1...lines).map { "\(line)\($0)" }.joined(separator: "\\n")
      return try await ToolRunner.run(
        ["show", "--labels", "--format", "html"],
        input: Array(BookRunner.card("Kate", ["ADR:;;\(street);Town;;1;Germany"]).utf8),
        environment: ["LC_ALL": "de_DE.UTF-8"])
    }
    for (lines, line, size) in [
      (3, "line", 11), (12, "line", 5), (4, String(repeating: "long ", count: 10), 7),
    ] {
      let page = try await page(lines, line)
      #expect(page.errors == [])
      #expect(page.outputText.contains("font-size:\(size)pt"))
      #expect(page.outputText.contains("1 TOWN</p>"))
    }
    let cut = try await page(30)
    #expect(cut.outputText.split(separator: "<p ").count == 20)
    #expect(
      cut.errorLines == ["vcard: warning: the label of Kate has no room: 13 lines left out"])
    let long = try await page(1, String(repeating: "long ", count: 1000))
    #expect(long.errorLines == ["vcard: warning: the label of Kate has no room: 2 lines left out"])
  }

  @Test("sheets have as many labels as the paper; the sender's country is left out")
  func sheets() async throws {
    let cards = (0..<50).map { number in
      BookRunner.card("Bell\(number)", ["ADR;TYPE=home:;;\(number) Lane;Town;;1;Germany"])
    }
    let input = Array(cards.joined().utf8)
    for (locale, paper, sheets) in [
      ("de_DE", nil, 3), ("en_US", nil, 2), ("de_DE", "letter", 2), ("en_US", "a4", 3),
    ] {
      let page = try await ToolRunner.run(
        ["show", "--labels", "--format", "html"] + (paper.map { ["--paper", $0] } ?? []),
        input: input, environment: ["LC_ALL": "\(locale).UTF-8"]
      ).outputText
      #expect(page.split(separator: "<section>").count == sheets + 1)
      #expect(page.split(separator: "</section>").count == sheets + 1)
      #expect(page.split(separator: "<div ").count == 51)
      #expect(page.contains("GERMANY") == (locale == "en_US"))
    }
  }

  @Test("nobody with an address ends with 1, who has none is counted, and nothing is mixed up")
  func outcomes() async throws {
    let nobody = try await ToolRunner.run(["show", letters, "--labels", "--find", "nobody"])
    #expect(nobody.ending == .exit(1))
    #expect(nobody.outputText == "")
    #expect(nobody.errorText == "vcard: note: 1 person without an address: no label\n")
    let work = try await ToolRunner.run(["show", letters, "--labels", "--address", "work"])
    #expect(work.outputText.hasPrefix("Kate Bell\nBell Bakery\n9 High Street\nSuite 3\n"))
    #expect(work.errorText.contains("people without a work address: no label"))
    for wrong in [
      ["--labels", "--format", "markdown"], ["--address", "home"], ["--labels", "--paper", "a4"],
    ] {
      #expect(try await ToolRunner.run(["show", letters] + wrong).ending == .exit(64))
    }
  }

  @Test("people of a book are on the sheet with their groups, and their records with -v")
  func book() async throws {
    let book = try BookRunner()
    _ = try await book.add("Bell", "ADR:;;1 Lane;Town;;;")
    let page = try await book.output(["show", "--format", "html", "-v"])
    #expect(page.contains("<h2 dir=\"auto\" lang=\"und-Latn\">Bell") == false)
    #expect(page.contains("<h2 dir=\"auto\">Bell <small>local 1</small></h2>"))
    #expect(try await book.output(["show", "--labels"]) == "Bell\n1 Lane\nTOWN\n")
  }
}
