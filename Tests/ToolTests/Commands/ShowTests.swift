import SystemPackage
import TestSupport
import Testing

@Suite("vcard show")
struct ShowTests {
  private let people = Fixtures.path("show/people.vcf").string

  @Test("prints people as the fixture has them, by language", arguments: ["en", "de", "ja"])
  func pages(language: String) async throws {
    let outcome = try await ToolRunner.run(["show", people, "--locale", language])
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errorText == "")
    try Golden.expect(outcome.output, "show/people.\(language).txt")
  }

  @Test("labels and dates follow $LC_ALL, and without it are English")
  func environment() async throws {
    let german = try await ToolRunner.run(["show", people], environment: ["LC_ALL": "de_AT.UTF-8"])
    let chosen = try await ToolRunner.run(["show", people, "--locale", "de-AT"])
    #expect(german.outputText.contains("12. April 1978"))
    #expect(german.outputText.contains("Mobil "))
    // The country of the reader is that of the environment, and decides about the last lines only.
    let plain = try await ToolRunner.run(["show", people], environment: ["LC_ALL": "C"])
    let english = try await ToolRunner.run(["show", people, "--locale", "en"])
    #expect(plain.output == english.output)
    #expect(chosen.outputText.contains("12. April 1978"))
  }

  @Test("an unknown language is wrong usage")
  func unknownLanguage() async throws {
    let outcome = try await ToolRunner.run(["show", people, "--locale", "12345"])
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errorText.contains("there is no language \"12345\""))
  }

  @Test("--name-order puts the family name first, or the given one")
  func order() async throws {
    let family = try await ToolRunner.run(["show", people, "--name-order", "family"])
    #expect(family.outputText.hasPrefix("Dr. Bell Kate\n"))
    let given = try await ToolRunner.run(["show", people, "--name-order", "given"])
    #expect(given.outputText.contains("\n太郎山田\n"))
  }

  @Test("--find shows who is found, and ends with 1 when nobody is")
  func find() async throws {
    let found = try await ToolRunner.run(["show", people, "--find", "yamada"])
    #expect(found.ending == .exit(0))
    #expect(found.outputText.hasPrefix("山田太郎\n"))
    #expect(!found.outputText.contains("Bell"))
    let nobody = try await ToolRunner.run(["show", people, "--find", "nobody"])
    #expect(nobody.ending == .exit(1))
    #expect(nobody.outputText == "")
    let wordless = try await ToolRunner.run(["show", people, "--find", " - "])
    #expect(wordless.ending == .exit(64))
  }

  @Test("cards of all versions, from standard input and an address book")
  func inputs() async throws {
    let card =
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:"
      + "=D6berg;=C5ke\r\nTEL;CELL:1\r\nEND:VCARD\r\n"
    let piped = try await ToolRunner.run(["show"], input: Array(card.utf8))
    #expect(piped.outputText == "Åke Öberg\n  Mobile  1\n")
    let dash = try await ToolRunner.run(["show", "-"], input: Array(card.utf8))
    #expect(dash.output == piped.output)
    let book = try await ToolRunner.run(["show", "--book", Fixtures.path("demo/book.vcf").string])
    #expect(book.ending == .exit(0))
    #expect(book.outputText.contains("Kate Bell\n"))
    let own = try await ToolRunner.shell(
      "vcard show </dev/null", environment: ["VCARD_BOOK": Fixtures.path("demo/book.vcf").string])
    #expect(own.output == book.output)
    let nothing = try await ToolRunner.shell(
      "vcard show </dev/null", environment: ["XDG_DATA_HOME": "/nowhere"])
    #expect(nothing.ending == .exit(64))
    #expect(nothing.errorText.contains("--book"))
    let both = try await ToolRunner.run(["show", people, "--book", people])
    #expect(both.ending == .exit(64))
  }

  @Test(
    "birthdays in words, at midnight and at a time, and names in marks, are shown as people say them"
  )
  func odd() async throws {
    let cards = [
      "BDAY:circa 1800", "BDAY:1955-07-19T00:00:00Z", "BDAY:1985-04-12T10:30:00-05:00",
      "TEL:\u{202A}+972 1\u{202C}", "TITLE:Line 1\\nLine 2", "X-MAIDENNAME:Parker",
      "X-SOCIALPROFILE;TYPE=mastodon;X-USER=kate:https://social.example/@kate",
    ].map {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\n\($0)\r\nEND:VCARD\r\n"
    }
    let outcome = try await ToolRunner.run(
      ["show", "--locale", "en"], input: Array(cards.joined().utf8))
    let pages = outcome.outputText.split(separator: "\n\n").map { $0.trimmingSuffix("\n") }
    #expect(
      pages == [
        "Kate Bell\n  Birthday  circa 1800", "Kate Bell\n  Birthday  July 19, 1955",
        "Kate Bell\n  Birthday  April 12, 1985 10:30:00 UTC-05:00", "Kate Bell\n  Phone  +972 1",
        "Kate Bell\nLine 1\nLine 2", "Kate Bell\nParker",
        "Kate Bell\n  Mastodon  kate\n            https://social.example/@kate",
      ])
  }

  @Test("what a card says cannot act on the terminal")
  func hostile() async throws {
    let card =
      "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\u{1B}[2JEve\u{202E}\r\nitem1.TEL:\u{7}5\r\n"
      + "item1.X-ABLabel:\u{1B}]0;x\r\nNOTE:a\\n\u{1B}[31mb\r\nADR:;;x\u{9B}y;;;;\r\n"
      + "IMPP;X-SERVICE-TYPE=\u{1B}c:x:\u{1B}c\r\nEND:VCARD\r\n"
    let outcome = try await ToolRunner.run(
      ["show", "--color", "always", "--pictures", "never"], input: Array(card.utf8))
    #expect(outcome.ending == .exit(0))
    // Bold and dim, and what ends them, are ours.
    let ours = ["\u{1B}[1m", "\u{1B}[2m", "\u{1B}[0m"]
    let rest = ours.reduce(outcome.outputText) { text, style in
      text.split(separator: style, omittingEmptySubsequences: false).joined()
    }
    let controls = rest.unicodeScalars.filter {
      $0 != "\n" && ($0.value < 0x20 || 0x7F...0x9F ~= $0.value || $0 == "\u{202E}")
    }
    #expect(Array(controls) == [])
    #expect(rest.hasPrefix("\\u{1B}[2JEve\\u{202E}\n"))
  }

  @Test("no colours and no pictures where output is no terminal; both when they are asked for")
  func colors() async throws {
    let photo = Fixtures.path("demo/book.vcf").string
    let plain = try await ToolRunner.run(
      ["show", photo], environment: ["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"])
    #expect(!plain.output.contains(0x1B))
    let colored = try await ToolRunner.run(["show", people, "--color", "always"])
    #expect(colored.outputText.hasPrefix("\u{1B}[1mDr. Kate Bell\u{1B}[0m\n"))
  }

  @Test("a page is in one language, dates as labels, also where there are no labels of it")
  func wholeLanguage() async throws {
    let english = try await ToolRunner.run(["show", people, "--locale", "en"])
    for language in ["is", "tlh", "und"] {
      let page = try await ToolRunner.run(["show", people, "--locale", language])
      #expect(page.output == english.output, "\(language)")
    }
    let norwegian = try await ToolRunner.run(["show", people, "--locale", "nn"])
    #expect(
      try await norwegian.output == ToolRunner.run(["show", people, "--locale", "nb"]).output)
  }

  @Test("notes and organisations of cards of every kind, groups and categories, photos in words")
  func kinds() async throws {
    for kind in ["individual", "org", "group", "location", "x-else"] {
      let card = BookRunner.card(
        "Bell",
        [
          "KIND:\(kind)", "ORG:Bakery;Ovens", "NOTE:by nine", "CATEGORIES:a,b",
          "PHOTO:data:image/png;base64,iVBORw0KGgo=", "X-OWN:secret",
        ], version: "4.0")
      let page = try await ToolRunner.run(["show"], input: Array(card.utf8)).outputText
      #expect(page.contains("Bakery") && page.contains("Ovens"), "\(kind)")
      #expect(page.contains("  Note  by nine\n") && page.contains("  Group  a, b\n"), "\(kind)")
      #expect(page.contains("  Photo  image/png, 8 bytes\n"))
      #expect(!page.contains("secret"))
      let all = try await ToolRunner.run(["show", "-v"], input: Array(card.utf8)).outputText
      #expect(all.contains("  X-OWN  secret\n"))
    }
    let remote = BookRunner.card("Bell", ["PHOTO;VALUE=uri:https://x.example/a.png"])
    let page = try await ToolRunner.run(["show"], input: Array(remote.utf8)).outputText
    #expect(page == "Bell\n  Photo  https://x.example/a.png\n")
  }

  @Test("people of a database are shown with all of their records and groups, in their order")
  func database() async throws {
    let book = try BookRunner()
    _ = try await book.add("Bell", "TEL:1", "BDAY:1978-04-12")
    _ = try await book.add("Ray")
    _ = try await book.add("Bell", "EMAIL:k@x.example", "BDAY:1979-04-12")
    for command in [
      ["link", "1", "3"], ["groups", "new", "Bakers"], ["groups", "add", "Bakers", "3"],
    ] {
      #expect(try await book(["book"] + command).ending == .exit(0))
    }
    let people = """
      Bell
                 Phone  1
                 Email  k@x.example
              Birthday  April 12, 1978
        also: Birthday  April 12, 1979
                 Group  Bakers

      Ray

      Bakers

      """
    #expect(try await book.output(["show"]) == people)
    #expect(
      try await book.output(["show", "--find", "bell k"]) == people.prefix { $0 != "R" }.dropLast())
    #expect(
      try await book.output(["show", "--records", "--find", "k"])
        == "Bell\n     Email  k@x.example\n  Birthday  April 12, 1979\n     Group  Bakers\n")
    #expect(try await book(["show", "--records", "--find", "ray k"]).ending == .exit(1))
  }

  @Test("on a terminal with colours what is said leads somewhere, and nowhere else")
  func links() async throws {
    let folder = try TemporaryDirectory()
    let hostile = "EMAIL:a\u{1B}]8;;http://evil.example/\u{1B}\\b@x.example"
    let card = BookRunner.card(
      "Bell",
      [
        "TEL:+1 (408) 555-0100 ext. 5", "TEL:none", "EMAIL:kate bell?@x.example", hostile,
        "ADR:;;5 Bell Lane;Town;;1;", "URL:https://x.example/a?b=\u{E9}", "URL:javascript:x",
      ])
    let file = try folder.write(card, to: "in.vcf").string
    func shown(_ environment: [String: String]) async throws -> String {
      let (outcome, terminal) = try await Terminal.run(
        ["show", file, "--locale", "en"], script: "exec vcard \"$@\" >&2", environment: environment,
        directory: folder.path
      ) { _, _ in }
      #expect(outcome.ending == .exit(0))
      return terminal.rest
    }
    let page = try await shown(["TERM": "xterm"])
    func link(_ target: String, _ text: String) -> String {
      "\u{1B}]8;;\(target)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }
    #expect(page.contains(link("tel:+14085550100", "+1 (408) 555-0100 ext. 5")))
    #expect(page.contains("none\n") && !page.contains("tel:none"))
    #expect(page.contains(link("mailto:kate%20bell%3F@x.example", "kate bell?@x.example")))
    #expect(page.contains("]8;;mailto:a%1B%5D8%3B%3Bhttp%3A%2F%2Fevil.example"))
    #expect(page.contains("\\u{1B}]8;;http://evil.example"))
    #expect(page.contains("]8;;https://www.openstreetmap.org/search?query=5%20Bell%20Lane%2C%20"))
    #expect(page.contains(link("https://x.example/a?b=%C3%A9", "https://x.example/a?b=\u{E9}")))
    #expect(!page.contains("]8;;javascript"))
    // Each sequence that begins ends; the address is two lines.
    #expect(
      page.split(separator: "\u{1B}]8;;\u{1B}\\", omittingEmptySubsequences: false).count == 7)
    for plain in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"]] {
      #expect(try await !shown(plain).contains("\u{1B}"))
    }
    let piped = try await ToolRunner.run(
      ["show", file, "--color", "always"], environment: ["TERM": "xterm"])
    #expect(!piped.outputText.contains("]8;;mailto"))
  }

  @Test("photos as kitty and sixel pictures; what is no picture is left out in silence")
  func pictures() async throws {
    let book = Fixtures.path("demo/cutout-unknown.json").string
    let kitty = try await ToolRunner.run(["show", book, "--pictures", "kitty"])
    #expect(kitty.outputText.hasPrefix("\u{1B}_G"))
    #expect(kitty.outputText.contains("\u{1B}\\\nAmara Okonjo-Reyes\n"))
    let sixel = try await ToolRunner.run(["show", book, "--pictures", "sixel"])
    #expect(sixel.outputText.hasPrefix("\u{1B}P"))
    let never = try await ToolRunner.run(["show", book, "--pictures", "never"])
    #expect(never.outputText.hasPrefix("Amara Okonjo-Reyes\n"))
    let broken =
      "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nPHOTO:data:image/jpeg;base64,/9j/AAAA\r\n"
      + "END:VCARD\r\n"
    let silent = try await ToolRunner.run(
      ["show", "--pictures", "kitty"], input: Array(broken.utf8))
    #expect(silent.outputText == "A\n")
    #expect(silent.ending == .exit(0))
  }
}

@Suite("Names of many cultures, through the tool")
struct CultureToolTests {
  private let people = Fixtures.path("cultures/people.vcf").string

  private func table(_ name: String) throws -> [[String]] {
    let text = String(decoding: try Fixtures.bytes("cultures/\(name)"), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test("show writes each name as its culture does")
  func names() async throws {
    let outcome = try await ToolRunner.run(["show", people])
    let shown = outcome.outputText.split(separator: "\n\n").compactMap {
      $0.split(separator: "\n").first.map(String.init)
    }
    #expect(shown == (try table("names.tsv")).map { $0[11] })
  }

  @Test("sort orders them as PyICU does, in every language")
  func order() async throws {
    for row in try table("orders.tsv") {
      let outcome = try await ToolRunner.run(["sort", people, "--locale", row[0], "--by", row[1]])
      let ids = outcome.outputText.split(whereSeparator: \.isNewline)
        .filter { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) }
      let expected = row[2].split(separator: " ").map { String($0) }
      #expect(ids == expected, "\(row[0]) by \(row[1])")
    }
  }

  @Test("find finds whom the fixture says, and nobody else")
  func find() async throws {
    // The library's tests have all rows; here each waits for ICU's transliterators.
    for (number, row) in try table("searches.tsv").enumerated()
    where number % 4 == 0 || lawTimes > 1 {
      let outcome = try await ToolRunner.run(["find", row[0], "--in", people, "--format", "vcf"])
      let ids = outcome.outputText.split(whereSeparator: \.isNewline)
        .filter { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) }
      let expected = Set(row[1].split(separator: " ").map { String($0) })
      #expect(Set(ids) == expected, "\(row[0])")
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ suffix: Character) -> String {
    last == suffix ? String(dropLast()) : String(self)
  }
}
