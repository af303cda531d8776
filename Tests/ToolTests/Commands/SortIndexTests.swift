import SystemPackage
import TestSupport
import Testing

@Suite("vcard sort --index")
struct SortIndexTests {
  private func card(_ lines: String) -> String {
    "BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines)\r\nEND:VCARD\r\n"
  }

  private func listed(
    _ arguments: [String], _ lines: [String], environment: [String: String] = [:]
  ) async throws -> [String] {
    let outcome = try await ToolRunner.run(
      ["sort", "--index", "--quiet"] + arguments, input: Array(lines.map(card).joined().utf8),
      environment: environment)
    #expect(outcome.ending == .exit(0))
    return outcome.outputText.split(separator: "\n").map(String.init)
  }

  private let names = [
    "N:Åberg;Ada;;;", "N:Bell;Zoe;;;", "N:Bell;Kate;;;", "FN:007", "N:Иванов;Иван;;;",
    "ORG:Acme\r\nX-ABShowAs:COMPANY", "NOTE:x", "N:Zander;Bo;;;",
  ]

  @Test("prints each letter once, with its names under it, # last")
  func letters() async throws {
    #expect(
      try await listed(["--locale", "sv"], names)
        == [
          "A", "  Acme", "B", "  Kate Bell", "  Zoe Bell", "Z", "  Bo Zander", "Å", "  Ada Åberg",
          "#", "  007", "  Иван Иванов", "  (no name)",
        ])
    #expect(
      try await listed(["--locale", "ru", "--by", "given"], names)
        == [
          "И", "  Иван Иванов", "A", "  Acme", "  Ada Åberg", "B", "  Bo Zander", "K",
          "  Kate Bell", "Z", "  Zoe Bell", "#", "  007", "  (no name)",
        ])
  }

  @Test("--reverse turns letters and names around")
  func backwards() async throws {
    #expect(
      try await listed(["--locale", "sv", "--reverse"], names)
        == [
          "#", "  (no name)", "  Иван Иванов", "  007", "Å", "  Ada Åberg", "Z", "  Bo Zander", "B",
          "  Zoe Bell", "  Kate Bell", "A", "  Acme",
        ])
  }

  @Test("in Chinese by Pinyin Han and Latin names share a letter, which is printed once")
  func pinyin() async throws {
    let names = ["N:陈;伟;;;", "N:Chen;Wei;;;", "N:张;三;;;", "N:Abel;Zoe;;;"]
    #expect(
      try await listed(["--locale", "zh"], names)
        == ["A", "  Zoe Abel", "C", "  陈伟", "  Wei Chen", "Z", "  张三"])
  }

  @Test("Japanese names stand by their sound")
  func japanese() async throws {
    let names = [
      "N:山田;太郎;;;\r\nX-PHONETIC-LAST-NAME:やまだ", "N:阿部;一;;;\r\nX-PHONETIC-LAST-NAME:アベ", "N:林;学;;;",
      "N:Bell;Kate;;;",
    ]
    #expect(
      try await listed(["--locale", "ja"], names)
        == ["B", "  Kate Bell", "あ", "  阿部一", "や", "  山田太郎", "#", "  林学"])
  }

  @Test("--format jsonl has a section a line")
  func json() async throws {
    #expect(
      try await listed(["--locale", "en", "--format", "jsonl"], names + ["FN:\u{1B}\"x"])
        == [
          ##"{"schema":"vcard.section/1","section":"A","names":["Ada Åberg","Acme"]}"##,
          ##"{"schema":"vcard.section/1","section":"B","names":["Kate Bell","Zoe Bell"]}"##,
          ##"{"schema":"vcard.section/1","section":"Z","names":["Bo Zander"]}"##,
          ##"{"schema":"vcard.section/1","section":"#","names":["\u001B\"x","007","Иван Иванов",""]}"##,
        ])
  }

  @Test("names from strangers are printed safely")
  func hostile() async throws {
    #expect(
      try await listed([], ["FN:Kate \u{1B}[2J\u{202E}x\\nZ"])
        == ["K", "  Kate \\u{1B}[2J\\u{202E}x\\nZ"])
  }

  @Test("writes the same in little memory and on any number of threads")
  func memory() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    try directory.makeFolder("temporary")
    var random = SeededGenerator(seed: 11)
    let families = ["Bell", "Öberg", "Ärlig", "Zander", "Åberg", "O'Neil", "陈", "Ng", "1", ""]
    let lines = (0..<6000).map { _ in
      let family = families.randomElement(using: &random) ?? ""
      return "N:\(family);\(Int.random(in: 0..<900, using: &random));;;"
    }
    let environment = ["TMPDIR": directory.argument("temporary")]
    let all = try await listed(["--locale", "sv"], lines, environment: environment)
    #expect(all.count == 6000 + all.count { !$0.hasPrefix(" ") })
    let some = ["--locale", "sv", "--memory", "3K", "--threads", "3"]
    #expect(try await listed(some, lines, environment: environment) == all)
  }

  @Test("an empty name list, and options that do not fit")
  func usage() async throws {
    let path = Fixtures.path("demo/book.vcf").string
    let alone = try await ToolRunner.run(["sort", "--format", "jsonl", path])
    #expect(alone.ending == .exit(64))
    let unknown = try await ToolRunner.run(["sort", "--index", "--locale", "12345", path])
    #expect(unknown.ending == .exit(64))
    let empty = try await ToolRunner.run(["sort", "--index"])
    #expect(empty.ending == .exit(65))
    #expect(empty.output.isEmpty)
  }
}
