import ContactSearch
import TestSupport
import Testing
import VCardCommands

@Suite("The columns of vcard find")
struct FindLayoutTests {
  private func cards(_ names: [String]) -> [UInt8] {
    Array(
      names.map {
        "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\($0)\r\nEMAIL:x@y.example\r\nEND:VCARD\r\n"
      }.joined().utf8)
  }

  @Test("one long name does not widen the rows of all others")
  func longName() async throws {
    let names = ["kate " + String(repeating: "x", count: 1_000_000)]
    let short = (0..<200).map { "kate \($0)" }
    let outcome = try await ToolRunner.run(
      ["find", "--quiet", "--in", "-", "kate"], input: cards(names + short))
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.utf8.count < 1_100_000)
    let lines = outcome.outputText.split(separator: "\n")
    #expect(lines.count == 201)
    #expect(lines.contains { $0.hasPrefix("kate 7  ") && $0.hasSuffix("x@y.example") })
  }

  @Test(
    "a database lists without its cards as they do, whatever they say",
    arguments: ["text", "email", "phone"])
  func entries(format: String) async throws {
    let folder = try TemporaryDirectory()
    let names = [
      "Kate \u{1B}[31mred", "kate kate", "Käte Näf", "Kate\u{202E}evil", "Ｋate Wide 金", "kate\\, b",
      "", "Κate",
    ]
    let cards = names.enumerated().map { number, name in
      CardSamples.card(
        name, number % 2 == 0 ? "ORG:\(name)" : "ORG:Kate\u{7} & \(number)",
        "EMAIL;TYPE=home:kate\(number)@x.example", "EMAIL:KATE\(number)@x.example",
        "TEL;TYPE=cell:+1 408 555 \(number)", "TEL:1;ext=\(number)", "NICKNAME:Kate")
    }
    try folder.write(cards.joined(), to: "cards.vcf")
    func run(_ arguments: [String]) async throws -> String {
      try await ToolRunner.run(arguments, directory: folder.path).outputText
    }
    let importing = ["import", "cards.vcf", "--book", "book.sqlite", "--ambiguous", "new"]
    _ = try await run(importing)
    let find = ["find", "--quiet", "--format", format, "kate"]
    let file = try await run(find + ["--in", "cards.vcf"])
    let book = try await run(find + ["--book", "book.sqlite"])
    #expect(file.split(separator: "\n").count >= names.count)
    #expect(book == file)
  }

  @Test("of few that are written no other widens the rows, of a file and of a database")
  func few() async throws {
    let folder = try TemporaryDirectory()
    let names = (0..<40).map { "kate \(String(repeating: "x", count: $0 + 1))" }
    try folder.write(cards(names), to: "cards.vcf")
    let importing = ["import", "cards.vcf", "--book", "book.sqlite", "--ambiguous", "new"]
    _ = try await ToolRunner.run(importing, directory: folder.path)
    for source in [["--in", "cards.vcf"], ["--book", "book.sqlite"]] {
      let found = try await ToolRunner.run(
        ["find", "--quiet", "kate", "--limit", "2"] + source, directory: folder.path)
      #expect(found.outputText == "kate x     x@y.example\nkate xx    x@y.example\n")
    }
  }

  @Test("names of up to 80 columns are aligned")
  func aligned() async throws {
    let wide = String(repeating: "x", count: 75)
    let outcome = try await ToolRunner.run(
      ["find", "--quiet", "--in", "-", "kate"], input: cards(["kate \(wide)", "kate"]))
    let lines = outcome.outputText.split(separator: "\n")
    let columns = lines.map { line in line.prefix { $0 != "@" }.count }
    #expect(columns.count == 2 && columns[0] == columns[1] && columns[0] > 80)
  }

  @Test("a row of a damaged book is printed as no other is, or not at all")
  func damagedRows() {
    let texts = ["Kate", "a\u{1B}[31mb", "Müller", ""].map { Array($0.utf8) }
    func row(_ columns: (Int) -> Int, _ count: Int = 4) -> [UInt8]? {
      var (cells, row, room): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
      for text in texts.prefix(count) {
        RowCells.append(text.span, columns: columns(text.count), to: &cells)
      }
      var layout = RowLayout(columns: 4, maximumWidth: nil)
      return layout.appendShown(cells.span, to: &row, &room) ? row : nil
    }
    var expected: [UInt8] = []
    for (text, columns) in [("Kate", 4), ("a\\u{1B}[31mb", 12), ("Müller", 6), ("", 0)] {
      RowCells.append(text.utf8.span, columns: columns, to: &expected)
    }
    #expect(row { $0 } == expected)
    #expect(row { _ in 0 } == expected)
    #expect(row { _ in .max } == expected)
    #expect(row({ $0 }, 3) == nil)
    var (none, room): ([UInt8], [UInt8]) = ([], [])
    let damaged: [UInt8] = [200, 200]
    var layout = RowLayout(columns: 4, maximumWidth: nil)
    #expect(!layout.appendShown(damaged.span, to: &none, &room) && none.isEmpty)
  }
}
