import CardFormats
import TestSupport
import Testing
import VCard

@Suite("CSVReader, RFC 4180 and the columns of many programs")
struct CSVReaderTests {
  /// Reads a table; each card as its lines without BEGIN, VERSION and END.
  static func read(
    _ octets: [UInt8], sizes: Int? = nil, isThorough: Bool = false,
    _ options: CSVReader.Options = .init()
  ) -> (cards: [[String]], found: [Diagnostic]) {
    var reader = CSVReader(options)
    reader.isThorough = isThorough
    var cards: [[String]] = []
    var found: [Diagnostic] = []
    func drain() {
      while let entry = reader.next() {
        switch entry {
        case .card(let card, let told):
          cards.append(
            card.properties.map {
              String(decoding: $0.line, as: UTF8.self).replacing("\r\n ", with: "")
                .replacing("\r\n", with: "")
            }.filter { !["BEGIN:VCARD", "VERSION:4.0", "END:VCARD"].contains($0) })
          found += told
        case .noCard(let problem): found.append(problem)
        }
      }
    }
    var start = 0
    while start < octets.count {
      let end = min(start + (sizes ?? octets.count), octets.count)
      reader.append(octets[start..<end])
      drain()
      start = end
    }
    reader.finish()
    drain()
    return (cards, found)
  }

  static func read(_ text: String, _ options: CSVReader.Options = .init()) -> [[String]] {
    read(Array(text.utf8), options).cards
  }

  static let samples: [(text: String, cards: [[String]])] = [
    (
      "Name,Email\r\n\"Bell, Kate\",kate@example.com\r\n,\r\n",
      [["FN:Bell\\, Kate", "EMAIL:kate@example.com"]]
    ),
    (
      "First Name;Last Name;Notes;\r\nKate;Bell;\"two\nlines \"\"so\"\"\";\r\n",
      [["FN:Kate Bell", "N:Bell;Kate;;;", "NOTE:two\\nlines \"so\""]]
    ),
    // A short row, a long one, and no line end at the end.
    (
      "Name\tPhone\nKate\nHank\t+1 415\tx",
      [["FN:Kate"], ["FN:Hank", "TEL:+1 415", "X-CSV-COLUMN-3;X-COLUMN=Column 3:x"]]
    ),
    // LinkedIn begins with notes.
    (
      "Notes:\n\"Some emails, as you see, are missing\"\n\nFirst Name,Last Name,Connected On\n"
        + "Kate,Bell,01 Jan 2024\n",
      [["FN:Kate Bell", "N:Bell;Kate;;;", "X-CSV-CONNECTED-ON;X-COLUMN=Connected On:01 Jan 2024"]]
    ),
    // Excel says what separates cells.
    ("sep=|\nName|E-mail\nKate|kate@example.com\n", [["FN:Kate", "EMAIL:kate@example.com"]]),
    // Names without regard to case, blanks and marks, and numbers of any size.
    (
      "FIRST_NAME,lastname,E-mail 12 Address,Business Phone 2\nKate,Bell,k@example.com,1\n",
      [["FN:Kate Bell", "N:Bell;Kate;;;", "EMAIL:k@example.com", "TEL;TYPE=work:1"]]
    ),
    (
      "Vorname;Name;Telefon (privat);Straße privat;Straße privat 2;Ort privat\n"
        + "Käthe;Bell;1;Weg 2;Hof;Ulm\n",
      [
        [
          "FN:Käthe Bell", "N:Bell;Käthe;;;", "TEL;TYPE=home:1", "ADR;TYPE=home:;;Weg 2,Hof;Ulm;;;",
        ]
      ]
    ),
    // Lines that are no property, and a column with no line after it.
    (
      "Name,vCard LINE\nKate,\"a.b\n[Name]\n[Name] \n#c:d\n e\"\n",
      [["FN:Kate", "a.b", "#c:d", " e"]]
    ),
    // What keeps a program from taking a cell for a formula is no part of it.
    ("Name,Notes\n'=Kate,'hm\n", [["FN:=Kate", "NOTE:'hm"]]),
  ]

  @Test("reads rows of any look, whole, octet by octet and in two pieces", arguments: samples)
  func rows(text: String, cards: [[String]]) {
    let octets = Array(text.utf8)
    #expect(Self.read(octets).cards == cards)
    #expect(Self.read(octets, sizes: 1).cards == cards)
    for size in 1..<octets.count { #expect(Self.read(octets, sizes: size).cards == cards) }
  }

  @Test("reads Google's columns: several values in a cell, what is preferred, labels, groups")
  func google() {
    let header = [
      "First Name", "Labels", "E-mail 1 - Label", "E-mail 1 - Value", "Phone 1 - Label",
      "Phone 1 - Value", "Address 1 - Label", "Address 1 - Formatted", "Address 1 - Street",
      "Address 1 - City", "Event 1 - Label", "Event 1 - Value", "Relation 1 - Label",
      "Relation 1 - Value", "Custom Field 1 - Label", "Custom Field 1 - Value",
    ]
    let row = [
      "Kate", "* myContacts ::: Friends ::: * starred", "* Home", "a@b.example ::: c@d.example",
      "Work Fax", "1", "Cabin", "\"Elm St 1\nTown\"", "Elm St 1 ::: Oak St 2", "Town ::: City",
      "Graduation", "2001-05-06", "Spouse", "Hank", "Shoe size", "38",
    ]
    let table = header.joined(separator: ",") + "\n" + row.joined(separator: ",") + "\n"
    #expect(
      Self.read(table) == [
        [
          "FN:Kate", "N:;Kate;;;", "X-CSV-LABELS;X-COLUMN=Labels:starred", "CATEGORIES:Friends",
          "EMAIL;TYPE=home;PREF=1:a@b.example", "EMAIL;TYPE=home;PREF=1:c@d.example",
          "TEL;TYPE=work,fax:1", "item1.ADR:;;Elm St 1;Town;;;", "item1.X-ABLabel:Cabin",
          "item2.ADR:;;Oak St 2;City;;;", "item2.X-ABLabel:Cabin", "item3.X-ABDATE:20010506",
          "item3.X-ABLabel:Graduation", "RELATED;VALUE=text;TYPE=spouse:Hank",
          "X-CSV-SHOE-SIZE;X-COLUMN=Shoe size:38",
        ]
      ])
  }

  @Test(
    "reads the dates of a column in the order that one of them shows, else by language or as told",
    arguments: [
      ("Name", "Birthday", ["1/20/1981", "2/3/1990"], nil, ["19810120", "19900203"], 0),
      ("Name", "Birthday", ["2/3/1990", "20/1/1981"], nil, ["19900302", "19810120"], 0),
      ("Vorname", "Geburtstag", ["02/03/1990"], nil, ["19900302"], 1),
      ("Name", "Birthday", ["2/3/1990", "3/4/1990"], nil, ["19900203", "19900304"], 1),
      ("Name", "Birthday", ["2/3/1990"], DateOrder.dayFirst, ["19900302"], 0),
      (
        "Name", "Birthday", ["01.02.99", "--01-20", "06 Jan 2020", "0/0/00"], nil,
        ["19990201", "--0120", "20200106"], 0
      ),
      (
        "Name", "Birthday", ["31.2.1999", "1999-2-3"], nil, ["VALUE=text:31.2.1999", "19990203"], 0
      ),
      // A time is kept but for the midnight of programs that have no date without one.
      (
        "Name", "Birthday",
        [
          "T10:30", "1990-05-04T10:30:00-05:00", "1990-05-04T00:00:00.000Z", "--05-04T00:00",
          "T00:00",
        ],
        nil, ["T1030", "19900504T103000-0500", "19900504", "--0504", "T0000"], 0
      ),
      // One that vCard 4.0 cannot say is text.
      (
        "Name", "Birthday", ["1990-05T10:30", "1990-05-04T10:30:00.5Z", "5/4/1990 12:00:00"], nil,
        [
          "VALUE=text:1990-05T10:30", "VALUE=text:1990-05-04T10:30:00.5Z",
          "VALUE=text:5/4/1990 12:00:00",
        ], 0
      ),
    ] as [(String, String, [String], DateOrder?, [String], Int)])
  func dates(
    name: String, column: String, cells: [String], order: DateOrder?, dates: [String], notes: Int
  ) {
    var options = CSVReader.Options()
    options.dates = order
    let table = "\(name),\(column)\n" + cells.map { "Kate,\($0)\n" }.joined()
    let (cards, found) = Self.read(Array(table.utf8), options)
    let lines = cards.flatMap { $0 }.filter { $0.hasPrefix("BDAY") }
    #expect(lines.map { $0.dropFirst(5) } == dates.map { $0[...] })
    #expect(found.count { $0.code == .ambiguousDate } == notes)
  }

  @Test("reads a birthday whose parts stand in columns of their own, as Thunderbird writes it")
  func birthdayParts() {
    let head = "First Name,Birth Year,Birth Month,Birth Day\n"
    #expect(Self.read(head + "Kate,1970,11,5\n")[0].contains("BDAY:19701105"))
    #expect(Self.read(head + "Kate,,11,5\n")[0].contains("BDAY:--1105"))
    #expect(Self.read(head + "Kate,1970,2,31\n")[0].contains("BDAY;VALUE=text:1970-2-31"))
    #expect(Self.read(head + "Kate,1970-11-05T00:00:00Z,,\n")[0].contains("BDAY:19701105"))
    #expect(Self.read(head + "Kate,1970-11-05T10:30,,\n")[0].contains("BDAY:19701105T1030"))
  }

  @Test("reads UTF-8 with its mark, UTF-16 of both orders with and without, and windows-1252")
  func charsets() {
    let table = "Name,Notes\nZoë,é\n"
    let cards = [["FN:Zoë", "NOTE:é"]]
    #expect(Self.read([0xEF, 0xBB, 0xBF] + Array(table.utf8)).cards == cards)
    #expect(Self.read([0xEF, 0xBB, 0xBF] + Array(table.utf8), sizes: 5).cards == cards)
    let units = table.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let swapped = table.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(Self.read([0xFF, 0xFE] + units).cards == cards)
    #expect(Self.read([0xFE, 0xFF] + swapped, sizes: 7).cards == cards)
    #expect(Self.read(units).cards == cards)
    #expect(Self.read(swapped).cards == cards)
    #expect(Self.read(table.unicodeScalars.map { UInt8($0.value) }).cards == cards)
  }

  @Test("tells what it kept, what was damaged, and a table of which nothing is known")
  func told() {
    func codes(_ table: String) -> [String] {
      Self.read(Array(table.utf8)).found.map { "\($0.severity) \($0.code.rawValue)" }
    }
    #expect(codes("Name,Shoe\nKate,38\n") == ["note csv-columns"])
    #expect(codes("Name,Phone\nKate,4.15E+09\n") == ["warning csv-damaged-number"])
    #expect(codes("Name,Notes\nKate,\"open\nHank,\n") == ["warning csv-row"])
    #expect(codes("Foo,Bar\nKate,38\n") == ["error csv-columns"])
    #expect(codes("") == ["error csv-columns"])
  }

  @Test("text behind a closing quotation mark is told with its place", arguments: [1, 3, 1000])
  func quotation(size: Int) {
    let (cards, found) = CSVReaderTests.read(
      Array(
        "\u{FEFF}Name,Email\r\n\"Kate\" Bell,k@b.c\r\nHank,h@z.c\r\n\"Ha\r\nna\"x,\"b\"c\n".utf8),
      sizes: size)
    #expect(
      cards == [
        ["FN:Kate Bell", "EMAIL:k@b.c"], ["FN:Hank", "EMAIL:h@z.c"], ["FN:Ha\\nnax", "EMAIL:bc"],
      ])
    #expect(found.map(\.code) == [.csvRow, .csvRow])
    #expect(
      found.map(\.position) == [
        SourcePosition(byte: 21, card: 0, line: 2, column: 7),
        SourcePosition(byte: 54, card: 2, line: 5, column: 4),
      ])
  }

  @Test("takes what columns mean from whoever tells it")
  func map() throws {
    var options = CSVReader.Options()
    options.columns = [
      "Wer": try #require(CSVMeaning("FN")),
      "Schuhtelefon": try #require(CSVMeaning("TEL;work#Shoe")),
    ]
    #expect(
      Self.read("wer,Schuhtelefon\nMax,86\n", options) == [
        ["FN:Max", "item1.TEL;TYPE=work:86", "item1.X-ABLabel:Shoe"]
      ])
    #expect(CSVMeaning("N.7") == nil)
    #expect(CSVMeaning("é") == nil)
  }

  @Test("is told by the columns of its header, and by nothing else")
  func begins() {
    for table in [
      "Name,Email\nx,y", "Primary Email\nx", "Vorname;Nachname\n", "sep=;\nName;Tel\n",
      // What stands in a cell is none of a vCard.
      "Name,Email,Notes\nKate,k@x,firmware version:2.1\n", "Name,Notes\nKate,END:VCARD\n",
      "Name,Notes\nKate,\"5\"\" \nBEGIN:VCARD\nVERSION:3.0\nEND:VCARD\"\n",
    ] {
      #expect(CSVReader.begins(Array(table.utf8)), "\(table)")
    }
    for text in [
      "", "BEGIN:VCARD\nFN:Name,Email\n", "Hello\n", "dn: cn=Kate\n", "a,b\nc,d\n", "{\"name\":1}",
      "FN,Name\r\nbegin:vcard", "Name,Email\r\n\"a\",5\"\r\n BEGIN:VCARD,,\r\n",
      "\u{FEFF}VERSION:4.0\nName,Email\n",
    ] {
      #expect(!CSVReader.begins(Array(text.utf8)), "\(text)")
    }
    let card = Array("BEGIN:VCARD\r\nVERSION:4.0\r\n".utf16)
    #expect(CSVReader.holdsCard(card.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
  }

  @Test("reads no damaged table into a trap, and always comes to an end")
  func mutations() {
    var random = SeededGenerator(seed: 4180)
    let tables = Self.samples.map { Array($0.text.utf8) }
    for round in 0..<4000 * lawTimes {
      let table = tables.randomElement(using: &random) ?? []
      let other = tables.randomElement(using: &random) ?? []
      let damaged = Mutation.damaged(table, other, using: &random)
      let whole = Self.read(damaged)
      guard round.isMultiple(of: 25) else { continue }
      let pieces = Self.read(damaged, sizes: 7)
      #expect(whole.cards == pieces.cards && whole.found == pieces.found)
    }
  }

  @Test("rows on their octets come to what the thorough way makes of them")
  func thorough() throws {
    var random = SeededGenerator(seed: 96)
    for round in 0..<300 * lawTimes {
      var options = CSVTable.Options()
      options.dialect = CSVDialect.allCases.randomElement(using: &random) ?? .google
      let kind: CardGenerator.Kind = round.isMultiple(of: 3) ? .wild : .valid
      let card = FormatLaws.card(
        CardGenerator(.version40, kind).card(using: &random).octets)
      var table = try CSVWriterTests.octets(card, options)
      if round.isMultiple(of: 2) {
        // Changed anywhere but in its header.
        let header = table.firstRange(of: "\r\n".utf8)?.upperBound ?? 0
        let rows = Array(table[header...])
        table = table[..<header] + Mutation.damaged(rows, rows, using: &random)
      }
      #expect(try Self.both(table), "\(String(decoding: table, as: UTF8.self))")
    }
    for sample in Self.samples { #expect(try Self.both(Array(sample.text.utf8))) }
  }

  @Test("texts of any look come to the same on octets", arguments: CSVDialect.allCases)
  func looks(dialect: CSVDialect) throws {
    let texts = [
      "x", " x", "x ", "\u{A0}x", "x\u{3000}", "かな", "\u{3042}\u{3000}\u{3042}", "'=x", "'x",
      "a ::: b",
      "a:::b", "a :::  b", " ::: ", "* a ::: b", "* myContacts ::: c", "starred", "1990-02-03",
      "1990-02-31", "2/3/1990", "0/0/00", "4.15E+09", "+1 415", "Work", "* Home Fax", "Spouse",
      "No",
      "false", "a;b,c\\d", "a\nb\r\nc", "https://a.example/x", "a b://c", "X-SHOE:38", "male",
      "[Phone 1 - Value] TEL;X-A=b:1", "[Notes] NOTE;LANGUAGE=en:x", "TEL:1", "BEGIN:VCARD", "FN:y",
      "item7.URL:z", "AGENT:BEGIN:VCARD", " x:y", "#a:b", "趙", "偉", "Ünal", "de", "ANNIVERSARY",
      "[Birthday] BDAY;X-A=b:19900203", "[First Name] N;SORT-AS=a:x;x;;;", "[First Name] FN:x",
      "[Phone 1 - Value] item1.TEL;X-A=b:1\nitem1.X-ABLabel:Work", "'-a.X-A:b", "item1.X-ABLabel:y",
      "[Phonetic First Name] X-PHONETIC-FIRST-NAME;X-A=b:x", "[Labels] CATEGORIES;X-A=b:x",
    ]
    var options = CSVTable.Options()
    options.dialect = dialect
    let card = FormatLaws.card(
      Array(
        ("BEGIN:VCARD\r\nVERSION:4.0\r\nN:a;b;;;\r\nTEL:1\r\nTEL:2\r\nEMAIL:x\r\nADR:;;a;b;;;\r\n"
          + "ANNIVERSARY:19900203\r\nURL:x\r\nRELATED:x\r\nX-A:b\r\nTEL;X-B=c:4\r\nEND:VCARD\r\n")
          .utf8))
    let table = try CSVWriterTests.octets(card, options)
    let header = table[..<(table.firstRange(of: "\r\n".utf8)?.upperBound ?? 0)]
    let count = header.count { $0 == UInt8(ascii: ",") } + 1
    var random = SeededGenerator(seed: 4180)
    for _ in 0..<100 * lawTimes {
      let row = (0..<count).map { _ in
        let text = Bool.random(using: &random) ? "" : texts.randomElement(using: &random) ?? ""
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
      }.joined(separator: ",")
      let table = Array(header) + row.utf8
      #expect(try Self.both(table), "\(row)")
    }
  }

  /// Whether both ways make the same of a table.
  private static func both(_ table: [UInt8]) throws -> Bool {
    let (plain, thorough) = (read(table), read(table, isThorough: true))
    return plain.cards == thorough.cards && plain.found == thorough.found
  }
}
