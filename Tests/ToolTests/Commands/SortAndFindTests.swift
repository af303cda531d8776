import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard sort")
struct SortTests {
  private func sorted(_ arguments: [String], _ names: [(String, String)]) async throws -> [String] {
    let cards = names.map { family, given in
      "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\(given) \(family)\r\nN:\(family);\(given);;;\r\n"
        + "END:VCARD\r\n"
    }
    let outcome = try await ToolRunner.run(
      ["sort"] + arguments, input: Array(cards.joined().utf8))
    #expect(outcome.ending == .exit(0))
    return outcome.outputText.split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("FN:") }.map { String($0.dropFirst(3)) }
  }

  private let names = [("Zander", "Åke"), ("Ärlig", "Bo"), ("Öberg", "Cia"), ("Abel", "Dan")]

  @Test("follows the language: Swedish has ä and ö after z, German beside a and o")
  func languages() async throws {
    #expect(
      try await sorted(["--locale", "sv"], names)
        == ["Dan Abel", "Åke Zander", "Bo Ärlig", "Cia Öberg"])
    #expect(
      try await sorted(["--locale", "de"], names)
        == ["Dan Abel", "Bo Ärlig", "Cia Öberg", "Åke Zander"])
  }

  @Test("--by given and --reverse")
  func byGivenName() async throws {
    #expect(
      try await sorted(["--locale", "de", "--by", "given", "--reverse"], names)
        == ["Dan Abel", "Cia Öberg", "Bo Ärlig", "Åke Zander"])
  }

  @Test("cards come out byte for byte, and an unknown language ends with 64")
  func bytes() async throws {
    let path = Fixtures.path("cards/wild/outlook.vcf").string
    let sorted = try await ToolRunner.run(["sort", "--quiet", path])
    let plain = try await ToolRunner.run(["convert", "--quiet", path])
    #expect(sorted.output.sorted() == plain.output.sorted())
    let unknown = try await ToolRunner.run(["sort", "--locale", "12345", path])
    #expect(unknown.ending == .exit(64))
  }
}

@Suite("vcard find")
struct FindTests {
  private let book = Fixtures.path("demo/book.vcf").string

  @Test(
    "every word begins a word of the name, in any order, without case and marks",
    arguments: [
      ("bell kat", 2), ("kate northpier", 1), ("nunez", 1), ("ORTEGA lucia", 1), ("орлова", 1),
      ("ate", 0), ("陈", 1),
    ])
  func words(query: String, count: Int) async throws {
    let outcome = try await ToolRunner.run(["find", "--quiet", query, "--in", book])
    #expect(outcome.ending == .exit(count == 0 ? 1 : 0))
    #expect(outcome.outputText.split(separator: "\n").count == count)
    let inBook = try await ToolRunner.run(["find", "--quiet", query, "--book", book])
    #expect(inBook.output == outcome.output)
  }

  @Test("looks in the book of $VCARD_BOOK, else in one's own, and never waits for standard input")
  func ownBook() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let named = try await ToolRunner.run(
      ["find", "bell", "northpier"], environment: ["VCARD_BOOK": book])
    #expect(named.ending == .exit(0))
    #expect(named.outputText.contains("kate@northpier.example"))
    let data = ["XDG_DATA_HOME": folder.path.string]
    _ = try await ToolRunner.run(["import", book], environment: data)
    let own = try await ToolRunner.run(["find", "bell", "northpier"], environment: data)
    #expect(own.output == named.output)
    let both = try await ToolRunner.run(
      ["find", "bell", "northpier", "--in", book, "--book", book])
    #expect(both.outputText == named.outputText + named.outputText)
  }

  @Test("says what to give where there is no book, and that a word names a file")
  func advice() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    _ = try folder.write(card("FN:Kate"), to: "a.vcf")
    let nobody = try await ToolRunner.run(
      ["find", "kate"], environment: ["XDG_DATA_HOME": folder.path.string])
    #expect(nobody.ending == .exit(64))
    #expect(nobody.errorLines.count == 2 && nobody.errorText.contains("'--in -'"))
    for environment in [["XDG_DATA_HOME": folder.path.string], ["VCARD_BOOK": book]] {
      let outcome = try await ToolRunner.run(
        ["find", "kate", "a.vcf"], environment: environment, directory: folder.path)
      #expect(outcome.ending == .exit(environment["VCARD_BOOK"] == nil ? 64 : 1))
      #expect(outcome.errorLines.last?.contains("'--in a.vcf' looks in it") ?? false)
    }
    let told = try await ToolRunner.run(
      ["find", "zzz", "a.vcf", "--in", "a.vcf"], directory: folder.path)
    #expect(told.ending == .exit(1) && told.errorText.isEmpty)
  }

  @Test("--format email and phone print what mail programs ask for, the best first")
  func values() async throws {
    let cards = [
      card("FN:Ada\r\nORG:Kate & Co\r\nEMAIL:ada@x.example"), card("FN:Kate Mute"),
      card(
        "FN:Kate\\n\u{1B}[2JBell\r\nEMAIL;TYPE=work:k\tb@x.example\r\nEMAIL:k@y.example\r\n"
          + "TEL;TYPE=cell:+1 408 555 1234"),
    ]
    #expect(
      try await found(["kate", "--format", "email"], cards) == [
        "3 found", "k\\tb@x.example\tKate\\n\\u{1B}[2JBell\twork",
        "k@y.example\tKate\\n\\u{1B}[2JBell\t", "ada@x.example\tAda\t",
      ])
    #expect(
      try await found(["kate", "--format", "email", "--limit", "1"], cards).first == "1 found")
    #expect(
      try await found(["kate", "--format", "phone"], cards) == [
        "1 found", "+1 408 555 1234\tKate\\n\\u{1B}[2JBell\tmobile",
      ])
    let nobody = try await ToolRunner.run(
      ["find", "mute", "--in", "-", "--format", "email"], input: Array(cards.joined().utf8))
    #expect(nobody.ending == .exit(1) && nobody.outputText == "0 found\n")
  }

  @Test(
    "mutt asks with the line that help shows, and lists who is found",
    .enabled(if: ToolRunner.program("mutt") != nil, "mutt is not installed"))
  func mutt() async throws {
    let book = try BookRunner()
    _ = try await book.add("Kate Bell", "EMAIL;TYPE=work:kate@bell.example")
    let help = try await ToolRunner.run(["find", "--help"]).outputText
    let line = try #require(
      help.split(separator: "\n").first { $0.contains("set query_command") })
    try book.folder.write("\(line)\nset quit=yes\nset folder=.\n", to: "muttrc")
    try book.folder.write("", to: "mbox")
    let (outcome, _) = try await Terminal.run(
      [], script: "exec mutt -n -F muttrc -f mbox >&0",
      environment: [
        "TERM": "xterm", "HOME": book.folder.path.string, "VCARD_BOOK": book.book,
        "LC_ALL": "C.UTF-8",
      ], directory: book.folder.path
    ) { terminal, _ in
      try await terminal.wait(for: "Mutt: ")
      try terminal.type("Q")
      try await terminal.wait(for: "Query")
      try terminal.type("bell\r")
      try await terminal.wait(for: "kate@bell.example")
      try await terminal.wait(for: "Kate Bell")
      try terminal.type("qq")
    }
    #expect(outcome.ending == .exit(0))
  }

  @Test(
    "finds numbers in any notation, notes, categories, cities and UIDs, and by --field only those",
    arguments: [
      ("4085551234", "phone"), ("(408)", "phone"), ("555-1234", "phone"), ("+1 408", "phone"),
      ("0171 12 34", "phone"), ("baker", "note"), ("frie", "category"), ("spring", "city"),
      ("urn:uuid:6BA7B810-9dad", "uid"), ("6ba7b8109dad", "uid"), ("kate", "name"),
    ])
  func fields(query: String, field: String) async throws {
    let cards = [
      card(
        "FN:Kate Bell\r\nTEL:+1 (408) 555-1234\r\nTEL:+49 171 55512-34\r\nNOTE:A baker\r\n"
          + "CATEGORIES:Work,Friends\r\nADR:;;1 Road;Springfield;;;\r\n"
          + "UID:urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
      card("FN:Ada Ek\r\nTEL:+46 8 999 888\r\nUID:urn:uuid:00000000-9dad-11d1-80b4-00c04fd430c8"),
    ]
    #expect(try await found(query.split(separator: " ").map { String($0) }, cards).count == 1)
    #expect(try await found([query, "--field", field], cards).count == 1)
    let other = field == "organization" ? "name" : "organization"
    let elsewhere = try await ToolRunner.run(
      ["find", query, "--field", other, "--in", "-"], input: Array(cards.joined().utf8))
    #expect(elsewhere.ending == .exit(1))
    #expect(try await ToolRunner.run(["find", "a", "--field", "x"]).ending == .exit(64))
  }

  @Test("of a book people are found, by words of any of their records, and --records by their own")
  func linkedRecords() async throws {
    let book = try BookRunner()
    let cards = [
      card("FN:Kate Bell\r\nEMAIL:k@x.example"), card("FN:Kathy Ortega\r\nTEL:+1 408 555 1234"),
      card("FN:Kate Ortega"),
    ]
    let path = try book.folder.write(cards.joined(), to: "in.vcf").string
    _ = try await book.output(["import", "--quiet", "--ambiguous", "new", path])
    _ = try await book.output(["book", "link", "1", "2"])
    #expect(
      try await book.output(["find", "bell", "4085551234"])
        == "Kate Bell    k@x.example  +1 408 555 1234\n")
    #expect(
      try await book.output(["find", "k", "ortega"]).split(separator: "\n").map { $0.prefix(11) }
        == ["Kate Ortega", "Kate Bell  "])
    #expect(try await book(["find", "--records", "bell", "408"]).ending == .exit(1))
    #expect(try await book.output(["find", "--records", "k"]).split(separator: "\n").count == 3)
    #expect(
      try await book.output(["find", "bell", "--format", "phone"])
        == "1 found\n+1 408 555 1234\tKate Bell\t\n")
    let both = try await book.output(["find", "bell", "--format", "vcf"])
    #expect(both.components(separatedBy: "BEGIN:VCARD\r\n").count == 3)
    #expect(try await book.output(["book", "list", "bell", "kathy"]).contains("+1 408 555 1234"))
  }

  @Test("--format vcf gives the cards")
  func cards() async throws {
    let outcome = try await ToolRunner.run(
      ["find", "--format", "vcf", "--quiet", "kate", "--in", book])
    let text = outcome.outputText
    #expect(text.components(separatedBy: "BEGIN:VCARD\r\n").count == 3)
  }

  private func card(_ lines: String) -> String {
    "BEGIN:VCARD\r\nVERSION:4.0\r\n\(lines)\r\nEND:VCARD\r\n"
  }

  private func found(_ arguments: [String], _ cards: [String]) async throws -> [String] {
    let outcome = try await ToolRunner.run(
      ["find", "--quiet", "--in", "-"] + arguments, input: Array(cards.joined().utf8),
      environment: ["LC_ALL": "sv_SE.UTF-8"])
    #expect(outcome.ending == .exit(0))
    return outcome.outputText.split(whereSeparator: \.isNewline).map(String.init)
  }

  private var people: [String] {
    [
      card("FN:Nils Öst\r\nEMAIL:kate@home.example"), card("FN:Ada Ek\r\nORG:Kate & Co"),
      card("N:Äng;Katerina;;;"), card("N:Zorn;Katerina;;;"), card("FN:Кате Орлова"),
      card("FN:Åsa Ek\r\nNICKNAME:Kate"), card("FN:Kate Anna Bell"), card("FN:Kate Bell"),
    ]
  }

  @Test("the best come first: by field, whole words, script, words left, then as sort has it")
  func ranking() async throws {
    let rows = try await found(["kate"], people)
    #expect(
      rows == [
        "Kate Bell", "Kate Anna Bell", "Кате Орлова", "Katerina Zorn", "Katerina Äng", "Åsa Ek",
        "Ada Ek          Kate & Co", "Nils Öst                   kate@home.example",
      ])
  }

  @Test("--limit writes the best, in every format", arguments: ["text", "jsonl", "vcf"])
  func limit(format: String) async throws {
    let all = try await found(["kate", "--format", format], people)
    let few = try await found(["kate", "--format", format, "--limit", "3"], people)
    if format == "text" {
      let first = all.prefix(3).map { $0.prefix(9) }
      #expect(few.map { $0.prefix(9) } == first)
    } else {
      #expect(few == Array(all.prefix(few.count)))
    }
    let names = few.filter { $0.contains("Kate") || $0.contains("Кате") }
    #expect(names.count == 3)
    #expect(!few.joined().contains("Katerina"))
  }

  @Test("JSON Lines tell the place of each card in its file, wherever it comes out")
  func places() async throws {
    let lines = try await found(["kate bell", "--format", "jsonl"], people)
    #expect(lines.count == 2)
    #expect(lines[0].contains("\"card\":7,\"line\":32,"))
    #expect(lines[1].contains("\"card\":6,\"line\":28,"))
  }

  @Test(
    "finds other scripts by Latin letters, and the other way round",
    arguments: [
      ("ivanov", "FN:Иван Иванов"), ("иванов", "FN:Ivan Ivanov"), ("tanaka", "FN:たなか"),
      ("chen", "N:陈;伟;;;"), ("kim", "FN:김철수"), ("yorgos", "FN:Γιώργος"), ("mueller", "FN:Müller"),
      ("mohammed", "FN:محمد"),
    ])
  func scripts(query: String, line: String) async throws {
    #expect(try await found([query], [card("FN:Nobody"), card(line)]).count == 1)
  }

  @Test("many who are found come out in order, however the input comes")
  func many() async throws {
    var cards: [String] = []
    for index in 0..<20_000 {
      cards.append(card("FN:Kate B\(index * 7919 % 20_000 + 10_000)"))
    }
    let rows = try await found(["kate", "--threads", "3"], cards)
    #expect(rows == (10_000..<30_000).map { "Kate B\($0)" })
  }

  @Test("names from strangers are printed safely")
  func hostile() async throws {
    let rows = try await found(["kate"], [card("FN:Kate \u{1B}[2J\u{202E}Bell\tx")])
    #expect(rows == ["Kate \\u{1B}[2J\\u{202E}Bell\\tx"])
  }

  @Test("--limit refuses what is no number from 1 on", arguments: ["0", "-1", "x"])
  func refuses(limit: String) async throws {
    let outcome = try await ToolRunner.run(["find", "a", "--limit=\(limit)", "--in", book])
    #expect(outcome.ending == .exit(64))
  }

  @Test("a query without a word is wrong usage")
  func noWord() async throws {
    #expect(try await ToolRunner.run(["find", " -. ", "--in", book]).ending == .exit(64))
  }
}
