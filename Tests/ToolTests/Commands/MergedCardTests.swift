import Foundation
import TestSupport
import Testing

@Suite("vcard: merged cards that importers take")
struct MergedCardTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: String...) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, directory: folder.path)
  }

  /// Writes cards of one person, each with an address that all share.
  private func write(_ cards: [[String]], to name: String = "in.vcf") throws {
    let texts = cards.map { lines in
      (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["EMAIL:one@person.example", "END:VCARD", ""])
        .joined(separator: "\r\n")
    }
    try folder.write(texts.joined(), to: name)
  }

  private struct Line: Decodable {
    struct Drop: Decodable, Equatable {
      struct Parameter: Decodable, Equatable {
        let name: String
        let values: [String]
      }
      let from: String
      let name: String
      let value: String
      let reason: String
      var parameters: [Parameter]?
    }
    let verdict: String
    let merged: String
    let provenance: [[String]]
    let dropped: [Drop]

    /// The merged card without its envelope.
    var lines: [String] { merged.split(separator: "\r\n").dropFirst(2).dropLast().map(String.init) }
  }

  /// The plan of the only cluster; `run` writes what it says, and a second run finds nothing.
  private func planned(matches: Bool = true) async throws -> Line {
    let plan = try await run("dedupe", "plan", "in.vcf")
    #expect(plan.ending == .exit(1), "\(plan.errorText)")
    let lines = try plan.outputText.split(separator: "\n").dropFirst().map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    let line = try #require(lines.first)
    #expect(lines.count == 1 && line.verdict == "same")
    let merged = try await run("dedupe", "run", "in.vcf", "-o", "out.vcf")
    #expect(merged.ending == .exit(0), "\(merged.errorText)")
    #expect(try folder.text("out.vcf") == line.merged)
    let again = try await run("dedupe", "plan", "out.vcf")
    #expect(again.ending == .exit(0), "\(again.errorText)")
    guard matches else { return line }
    // Whatever was dropped, each card is found to be of the person.
    let matched = try await run("match", "in.vcf", "--book", "out.vcf")
    #expect(matched.ending == .exit(0), "\(matched.outputText)")
    return line
  }

  @Test("a number and a mailbox stand once, and the plan names what was dropped and why")
  func sameValues() async throws {
    try write([
      [
        "FN:Kate Bell", "N:Bell;Kate;;;", "TEL;TYPE=home:0171 1234567",
        "EMAIL;TYPE=work:kate.bell+shop@gmail.com",
      ],
      [
        "FN:Kate Bell", "N:Bell;Kate;;;", "TEL;TYPE=cell;X-WHO=me:+49 171 1234567",
        "EMAIL:katebell@googlemail.com", "TEL:0049 171 1234567", "TEL:+43 660 1234567",
      ],
    ])
    let line = try await planned()
    #expect(
      line.lines == [
        "FN:Kate Bell", "N:Bell;Kate;;;", "TEL;TYPE=cell,home;X-WHO=me:+49 171 1234567",
        "EMAIL;TYPE=work:katebell@googlemail.com", "TEL:+43 660 1234567",
        "EMAIL:one@person.example",
      ])
    #expect(
      line.dropped.filter { $0.reason != "equal" } == [
        Line.Drop(
          from: "1/4", name: "TEL", value: "0049 171 1234567", reason: "same-number"),
        Line.Drop(from: "0/2", name: "TEL", value: "0171 1234567", reason: "same-number"),
        Line.Drop(
          from: "0/3", name: "EMAIL", value: "kate.bell+shop@gmail.com", reason: "same-mailbox"),
      ])
    #expect(line.provenance[2] == ["1/2", "1/4", "0/2"])
    let explained = try await run("dedupe", "plan", "in.vcf", "-o", "plan.jsonl")
    #expect(explained.ending == .exit(1))
    let text = try await run("dedupe", "explain", "plan.jsonl").outputText
    #expect(text.contains("not repeated: 3 equal, 1 same-mailbox, 2 same-number\n"))
  }

  @Test(
    "several notes, organisations and titles stand beside each other, and two time zones do not")
  func repeated() async throws {
    try write([
      [
        "FN:Kate Bell", "N:Bell;Kate;;;", "ORG:Apple;Sales", "TITLE:Boss", "NOTE:a",
        "URL:http://a/",
        "TZ:+01:00", "CATEGORIES:x", "LABEL:l",
      ],
      [
        "FN:Kate Bell", "N:Bell;Kate;;;", "ORG:Pear", "TITLE:Chief", "NOTE:b", "ROLE:Head",
        "URL:http://b/", "NICKNAME:Kitty", "TZ:+02:00",
      ],
    ])
    let line = try await planned()
    #expect(
      line.lines.suffix(8) == [
        "EMAIL:one@person.example", "ORG:Pear", "TITLE:Chief", "NOTE:b", "ROLE:Head",
        "URL:http://b/", "NICKNAME:Kitty", "X-ALSO-TZ:+02:00",
      ])
    #expect(try await run("check", "out.vcf").ending == .exit(0))
  }

  @Test("import adds no number and no mailbox that the person has in another writing")
  func imported() async throws {
    try write([
      [
        "FN:Kate Bell", "N:Bell;Kate;;;", "TEL:+49 171 1234567", "EMAIL:kate@bell.example",
        "NOTE:a",
      ]
    ])
    let book = try folder.bytes("in.vcf")
    try folder.write(book, to: "book.vcf")
    try write([
      ["FN:Kate Bell", "N:Bell;Kate;;;", "TEL:0171/1234567", "EMAIL:Kate+x@bell.example", "NOTE:b"]
    ])
    let imported = try await run("import", "in.vcf", "--book", "book.vcf")
    #expect(imported.ending == .exit(0), "\(imported.errorText)")
    let lines = try folder.text("book.vcf").split(separator: "\r\n")
    #expect(lines.filter { $0.hasPrefix("TEL") } == ["TEL:+49 171 1234567"])
    #expect(
      lines.filter { $0.hasPrefix("EMAIL") }
        == ["EMAIL:kate@bell.example", "EMAIL:one@person.example"])
    #expect(lines.filter { $0.hasPrefix("NOTE") } == ["NOTE:a", "NOTE:b"])
  }

  @Test("numbers of two countries stay where a third names none")
  func ambiguousNumbers() async throws {
    try write([
      ["FN:Kate Bell", "N:Bell;Kate;;;", "TEL:0171 1234567", "NOTE:n"],
      ["FN:Kate Bell", "N:Bell;Kate;;;", "TEL:+49 171 1234567", "TEL:+43 171 1234567"],
    ])
    let line = try await planned()
    #expect(line.lines.filter { $0.hasPrefix("TEL") }.count == 3)
  }
  @Test("two cards that say John Smith beat one that says Johnny, which stays as an alternative")
  func names() async throws {
    let person = ["TEL:+1 408 555 0100", "EMAIL:j@smith.example"]
    try write(
      [
        ["FN:Johnny Smith", "N:Smith;Johnny;;;", "NOTE:n", "ROLE:r"],
        ["FN:John Smith", "N:Smith;John;;;"], ["FN:JOHN SMITH", "N:SMITH;JOHN;;;"],
      ].map { $0 + person })
    let line = try await planned(matches: false)
    #expect(line.lines.prefix(2) == ["FN:John Smith", "N:Smith;John;;;"])
    #expect(line.lines.contains("X-ALSO-FN:Johnny Smith"))
    #expect(line.lines.contains("X-ALSO-N:Smith;Johnny;;;"))
  }

  @Test(
    "a name in the script of its person is not replaced by how it is written in Latin",
    arguments: [["山田太郎", "Taro Yamada"], ["Taro Yamada", "山田太郎"]])
  func script(names: [String]) async throws {
    try write(names.map { ["FN:\($0)", "TEL:+81 90 1234 5678"] })
    let plan = try await run("dedupe", "plan", "in.vcf", "-o", "plan.jsonl")
    #expect(plan.ending == .exit(1) || plan.ending == .exit(0), "\(plan.errorText)")
    let last = try #require(try folder.text("plan.jsonl").split(separator: "\n").last)
    let line = try JSONDecoder().decode(Line.self, from: Data(last.utf8))
    #expect(line.lines.first == "FN:山田太郎")
    #expect(line.lines.last == "X-ALSO-FN:Taro Yamada")
  }

  /// A card that was merged.
  private static let merged = """
    BEGIN:VCARD
    VERSION:3.0
    FN:Kate Bell
    N:Bell;Kate;;;
    X-ALSO-FN:Kitty Bell
    X-ALSO-N:Bell;Kitty;;;
    ORG:Apple;Sales
    TITLE:Boss
    BDAY:1985-04-12
    TEL:+1 408 555 0100
    X-ALSO-TZ:+01:00
    X-ALSO-BDAY;VALUE=date:1985-04-13
    item1.X-ALSO-PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=
    ORG:Pear\\, Inc.
    X-ALSO-UID:2
    X-ALSO-X-ABUID:3
    END:VCARD

    """

  @Test("show has what merging kept beside the values it belongs to, and nothing of the device")
  func shown() async throws {
    try folder.write(Self.merged, to: "in.vcf")
    let shown = try await run("show", "in.vcf")
    #expect(
      shown.outputText == """
        Kate Bell
        also: Kitty Bell
        Boss · Sales · Apple
        also: Pear, Inc.
                   Phone  +1 408 555 0100
                Birthday  April 12, 1985
          also: Birthday  April 13, 1985
                also: TZ  +01:00
             also: Photo  image/png, 8 bytes

        """)
    let page = try await run("book", "show", "--book", "in.vcf", "0")
    #expect(page.outputText == "0  " + shown.outputText)
  }

  @Test(
    "--for tells what merging kept and the importer will not show, with its place",
    arguments: [
      ("apple", "Apple Contacts"), ("google", "Google Contacts"), ("android", "Android"),
    ])
  func importers(preset: String, title: String) async throws {
    try folder.write(Self.merged, to: "in.vcf")
    let converted = try await run("convert", "--for", preset, "in.vcf", "-o", "out.vcf")
    #expect(converted.ending == .exit(0))
    let notes = converted.errorText.split(separator: "\n").filter { $0.contains("X-ALSO") }
    #expect(
      notes
        == [
          "FN \"Kitty Bell\" is kept as X-ALSO-FN", "N \"Bell;Kitty;;;\" is kept as X-ALSO-N",
          "TZ \"+01:00\" is kept as X-ALSO-TZ", "BDAY \"1985-04-13\" is kept as X-ALSO-BDAY",
          "PHOTO is kept as X-ALSO-PHOTO",
        ].enumerated().map { index, text in
          let line = [5, 6, 11, 12, 13][index]
          return "in.vcf:\(line):1: note: [importer-change] \(text), which \(title) does not show"
        })
    #expect(try folder.text("out.vcf").contains("X-ALSO-FN:Kitty Bell\r\n"))
    let explained = try await run("explain", "importer-change")
    #expect(explained.outputText.contains("X-ALSO-"))
  }
}
