import TestSupport
import Testing

@Suite("Tables of comma-separated values")
struct CSVTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: String...) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, directory: folder.path)
  }

  @Test("a table is told by its header, and --map and --dates say what it does not")
  func reads() async throws {
    try folder.write(
      "First Name,Birthday,Shoe phone\nKate,2/3/1990,86\n", to: "people.txt")
    try folder.write("\"Shoe phone\" = \"TEL;work\"\n", to: "map.toml")
    let found = try await run("convert", "--to", "vcard4", "people.txt")
    #expect(found.ending == .exit(0))
    #expect(
      found.outputText.contains("BDAY:19900203\r\nX-CSV-SHOE-PHONE;X-COLUMN=Shoe phone:86\r\n"))
    #expect(
      found.errorLines == [
        "people.txt:1:1: note: [csv-columns] 2 of 3 columns understood; kept under X-CSV-…: "
          + "\"Shoe phone\"",
        "people.txt:2:1: note: [ambiguous-date] 2/3/1990 of \"Birthday\" was read month first; "
          + "--dates dmy or mdy says which it is",
      ])
    let told = try await run(
      "convert", "--to", "vcard4", "--map", "map.toml", "--dates", "dmy", "people.txt")
    #expect(told.outputText.contains("BDAY:19900302\r\nTEL;TYPE=work:86\r\n"))
    #expect(told.errorLines.isEmpty)
  }

  @Test("a table of which no column is known ends the run with 65 and says how to name them")
  func unknown() async throws {
    try folder.write("Foo,Bar\n1,2\n", to: "odd.csv")
    let outcome = try await run("check", "odd.csv")
    #expect(outcome.ending == .exit(65))
    #expect(
      outcome.errorLines.first
        == "vcard: error: odd.csv: a table of which no column is known to tell of people (\"Foo\", "
        + "\"Bar\"); name them with --map FILE, a line each: \"column\" = \"TEL;work\"")
    try folder.write("Foo = \"N.9\"\n", to: "map.toml")
    #expect(try await run("check", "--map", "map.toml", "odd.csv").ending == .exit(65))
    try folder.write("Foo = \"FN\"\n", to: "map.toml")
    #expect(
      try await run("convert", "--to", "vcard4", "--map", "map.toml", "odd.csv").outputText
        .contains("FN:1\r\nX-CSV-BAR;X-COLUMN=Bar:2\r\n"))
  }

  @Test("tables are written as wide as some card needs, to files, folders and parts, and read back")
  func writes() async throws {
    let cards = [
      "BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "N:Bell;Kate;;;", "TEL:1", "END:VCARD",
      "BEGIN:VCARD", "VERSION:4.0", "FN:Hank", "N:;Hank;;;", "TEL:2", "TEL:3", "X-A;X-B=c:d",
      "END:VCARD", "",
    ].joined(separator: "\r\n")
    try folder.write(cards, to: "in.vcf")
    let shown = try await run("convert", "--to", "csv", "--delimiter", "|", "--bom", "in.vcf")
    #expect(shown.ending == .exit(0))
    let rows = shown.outputText.split(separator: "\r\n")
    #expect(rows.count == 3)
    #expect(rows[0].hasPrefix("\u{FEFF}First Name|Middle Name|Last Name|"))
    #expect(Set(rows.map { $0.count { $0 == "|" } }).count == 1)
    #expect(try await run("convert", "--to", "csv", "in.vcf", "-o", "out.csv").ending == .exit(0))
    let back = try await run("convert", "--to", "vcard4", "out.csv")
    #expect(back.ending == .exit(0) && back.errorLines.isEmpty)
    #expect(
      back.outputText.split(separator: "\r\n").sorted()
        == cards.split(separator: "\r\n").sorted())
    #expect(
      try await run("convert", "--to", "csv", "in.vcf", "--split", "each").ending == .exit(0))
    #expect(try await run("convert", "--to", "vcard4", "each/card-000001.csv").ending == .exit(0))
    #expect(
      try await run("convert", "--to", "csv", "in.vcf", "--split-every", "1", "-o", "part.csv")
        .ending == .exit(0))
    let part = try await run("convert", "--to", "vcard4", "part-002.csv")
    #expect(part.outputText.contains("X-A;X-B=c:d\r\n"))
    #expect(try await run("convert", "--bom", "in.vcf").ending == .exit(64))
  }
}
