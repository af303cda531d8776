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
    let widths = Set(rows.map { $0.count { $0 == "|" } })
    #expect(widths.count == 1)
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

  @Test("tables are written in the charset that is asked for, and what it lacks is told")
  func charset() async throws {
    let card =
      "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Zoë Bell\r\nN:Bell;Zoë;;;\r\nNOTE:Кот €\r\nEND:VCARD\r\n"
    try folder.write(card, to: "in.vcf")
    func table(_ charset: String, _ more: String...) async throws -> ToolRunner.Outcome {
      try await ToolRunner.run(
        ["convert", "--to", "csv", "--charset", charset, "in.vcf"] + more, directory: folder.path)
    }
    let western = try await table("windows-1252")
    #expect(
      western.errorLines == [
        "in.vcf:1:1: note: [loss-characters] windows-1252 has no \"К\", \"о\", \"т\"; written as ?"
      ])
    #expect(western.output.firstRange(of: [0x5A, 0x6F, 0xEB, 0x2C]) != nil)
    #expect(western.output.firstRange(of: Array("??? ".utf8) + [0x80]) != nil)
    let found = try await run("convert", "--to", "csv", "--charset", "UTF-8", "in.vcf")
    #expect(found.outputText.contains("Кот €"))
    let wide = try await table("UTF-16")
    #expect(wide.errorLines == [])
    #expect(wide.output.starts(with: [0xFF, 0xFE, 0x46, 0x00]))
    #expect(try await table("utf-16le", "--bom").output == wide.output)
    #expect(try await table("UTF-16LE").output == Array(wide.output.dropFirst(2)))
    #expect(
      try await table("UTF-16BE", "--bom").output.starts(with: [0xFE, 0xFF, 0x00, 0x46]))
    try folder.write(wide.output, to: "wide.csv")
    #expect(try await run("convert", "--to", "vcard4", "wide.csv").outputText == card)
    #expect(try await table("UTF-16", "--split", "each").ending == .exit(0))
    #expect(
      try await run("convert", "--to", "vcard4", "each/card-000001.csv").outputText
        .contains("NOTE:Кот €\r\n"))
    let unmarked = try await table("windows-1252", "--bom")
    #expect(unmarked.ending == .exit(64))
    #expect(unmarked.errorText.contains("windows-1252 has no byte order mark"))
  }

  @Test(
    "--charset tells what text is that is no UTF-8, in tables, LDIF and MECARD",
    arguments: [
      ("Name,Email\n", [0xEB, 0xDC, 0xD4], ",a@b.c\n", "koi8-r", "Кэт"),
      ("dn: cn=x\nobjectClass: person\ncn: ", [0xEB, 0xDC, 0xD4], "\n", "koi8-r", "Кэт"),
      // An octet of ソ is a backslash.
      ("MECARD:N:", [0x83, 0x5C, 0x83, 0x6A], ";;\n", "cp932", "ソニ"),
    ] as [(String, [UInt8], String, String, String)])
  func foreign(
    start: String, foreign: [UInt8], end: String, charset: String, name: String
  ) async throws {
    let octets = Array(start.utf8) + foreign + Array(end.utf8)
    let outcome = try await ToolRunner.run(
      ["convert", "--to", "vcard4", "--charset", charset], input: octets)
    #expect(outcome.outputText.contains("FN:\(name)\r\n"))
    #expect(outcome.errorLines.allSatisfy { $0.contains("is not UTF-8; read as \(charset)") })
  }

  @Test("what is told of a card that was made of something else is told of where that stands")
  func places() async throws {
    try folder.write(
      "Name,Email,vCard BDAY\nKate,k@b.c,\n\"Ha\nnk\",h@b.c,BDAY:12th may\n", to: "people.csv")
    #expect(
      try await run("check", "people.csv").errorLines == [
        "people.csv:3:1: warning: [unparsable-value] BDAY \"12th may\" is not a date; kept as text"
      ])
    try folder.write(
      """
      [["vcard",[["fn",{},"text","Kate"]]],
        ["vcard",[
          ["fn",{},"text","Hank"],
          ["bday",{},"date-and-or-time","12th may"]]]]
      """, to: "people.json")
    #expect(
      try await run("check", "people.json").errorLines == [
        "people.json:2:3: warning: [unparsable-value] BDAY \"12th may\" is not a date; kept as text"
      ])
  }
}
