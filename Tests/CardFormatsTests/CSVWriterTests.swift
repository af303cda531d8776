import CardFormats
import TestSupport
import Testing
import VCard

@Suite("CSVWriter, tables in the columns of a program")
struct CSVWriterTests {
  private func table(_ lines: [String], _ options: CSVTable.Options = .init()) throws -> String {
    String(
      decoding: try Self.octets(CardSamples.parsed(lines: lines, version: "4.0"), options),
      as: UTF8.self)
  }

  /// The table of a card.
  static func octets(_ card: Card, _ options: CSVTable.Options) throws -> [UInt8] {
    var writer = CSVWriter(options)
    var record: [UInt8] = []
    var notes: [Diagnostic] = []
    writer.write(card, into: &record, notes: &notes)
    return CSVTable.document(of: record.span, options)
  }

  /// What is in the cells of the one row, by the names of their columns, where there is something.
  private func cells(_ lines: String..., dialect: CSVDialect = .google) throws -> [String: String] {
    var options = CSVTable.Options()
    options.dialect = dialect
    options.delimiter = UInt8(ascii: "|")
    let rows = try table(lines, options).split(separator: "\r\n").map {
      $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
    try #require(rows.count == 2 && rows[0].count == rows[1].count)
    return Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1])).filter { !$0.value.isEmpty }
  }

  @Test("writes Google's columns, those with numbers as often as needed")
  func google() throws {
    let cells = try cells(
      "FN:Kate Bell", "N:Bell;Kate;;;", "TEL;TYPE=cell:+1 415", "TEL;TYPE=work,fax;PREF=1:2",
      "item1.EMAIL:k@example.com", "item1.X-ABLabel:Club", "BDAY:19900203", "X-SHOE:38",
      "CATEGORIES:a,b", "ADR;TYPE=home:;;Elm St 1;Town;;1;US", "ORG:Contoso;Sales")
    #expect(
      cells == [
        "First Name": "Kate", "Last Name": "Bell", "Phone 1 - Label": "Mobile",
        "Phone 1 - Value": "+1 415", "Phone 2 - Label": "* Work Fax", "Phone 2 - Value": "2",
        "E-mail 1 - Label": "Club", "E-mail 1 - Value": "k@example.com", "Birthday": "1990-02-03",
        "Custom Field 1 - Label": "X-SHOE", "Custom Field 1 - Value": "38", "Labels": "a ::: b",
        "Address 1 - Label": "Home", "Address 1 - Street": "Elm St 1", "Address 1 - City": "Town",
        "Address 1 - Postal Code": "1", "Address 1 - Country": "US",
        "Organization Name": "Contoso", "Organization Department": "Sales",
      ])
  }

  @Test("writes Outlook's columns in its languages, and what has none in a column of its own")
  func outlook() throws {
    let cells = try cells(
      "FN:Kate Bell", "N:Bell;Kate;;;", "TEL;TYPE=cell:1", "TEL;TYPE=home:2", "X-SHOE:38",
      dialect: .outlookGerman)
    #expect(
      cells == [
        "Vorname": "Kate", "Nachname": "Bell", "Mobiltelefon": "1", "Telefon privat": "2",
        "vCard X-SHOE": "X-SHOE:38",
      ])
  }

  @Test("lines that are no properties stand in one column, and come back")
  func lines() throws {
    let cells = try cells("FN:Kate Bell", "N:Bell;Kate;;;", "X-VCARD-LINE:a", "X-VCARD-LINE:b c")
    #expect(
      cells == [
        "First Name": "Kate", "Last Name": "Bell",
        "vCard X-VCARD-LINE": "\"X-VCARD-LINE:a\nX-VCARD-LINE:b c\"",
      ])
  }

  @Test("guards what would be a formula, and numbers where that is asked for")
  func guards() throws {
    let lines = ["FN:=1+1", "N:=1+1;;;;", "TEL:+1 (415) 555", "NOTE:-x", "TITLE:'=", "ROLE:0415"]
    let cells = try cells(
      "FN:=1+1", "N:;=1+1;;;", "TEL:+1 (415) 555", "NOTE:-x", "TITLE:'=", "NICKNAME:0415")
    #expect(cells["First Name"] == "'=1+1")
    #expect(cells["Phone 1 - Value"] == "+1 (415) 555")
    #expect(cells["Notes"] == "'-x")
    #expect(cells["Organization Title"] == "''=")
    #expect(cells["Nickname"] == "0415")
    var options = CSVTable.Options()
    options.guarded = .all
    options.hasMark = true
    let all = try table(lines, options)
    #expect(all.utf8.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(all.contains("'+1 (415) 555") && all.contains("'0415"))
  }

  @Test(
    "a line that cells do not say whole counts until somebody changes one of them",
    arguments: [
      (["TEL;TYPE=work;X-A=b:123"], ",123,", ",456,", ["TEL;TYPE=work:456"]),
      (["EMAIL;X-A=b:a-b@c.example"], ",a-b@", ",a.b@", ["EMAIL:a.b@c.example"]),
      (["URL;X-A=b:https://a.example/Q"], "/Q,", "/q,", ["URL:https://a.example/q"]),
      (["NOTE;LANGUAGE=en:do not call"], ",do not call", ",do call", ["NOTE:do call"]),
      (["NOTE;LANGUAGE=en:a"], ",a,", ",,", []),
      (["ADR;X-A=b:;;1 Main St;Town;;;"], ",Town,", ",,", ["ADR:;;1 Main St;;;;"]),
      // The one cell of which says nothing.
      (["ADR:;\\n;;;;;;room 5;;;;;;;;;;"], "\"'\n\"", "Apt 5", ["ADR:;Apt 5;;;;;"]),
      (["TEL;X-A=b;TYPE=home:1"], ",Home,", ",Work,", ["TEL;TYPE=work:1"]),
      (
        ["item1.TEL;X-A=b:1", "item1.X-ABLabel:Club"], ",Club,", ",Pub,",
        ["item2.TEL:1", "item2.X-ABLabel:Pub"]
      ),
      (
        ["item1.X-PHONETIC-FIRST-NAME:a", "X-PHONETIC-LAST-NAME;PREF=1:b"], ",a,", ",c,",
        ["X-PHONETIC-FIRST-NAME:c", "X-PHONETIC-LAST-NAME;PREF=1:b"]
      ),
    ] as [([String], String, String, [String])])
  func changed(lines: [String], cell: String, other: String, changed: [String]) throws {
    let name = ["FN:Kate", "N:;Kate;;;"]
    let text = try table(name + lines)
    #expect(CSVReaderTests.read(text) == [name + lines])
    #expect(text.contains(cell))
    #expect(CSVReaderTests.read(text.replacing(cell, with: other)) == [name + changed])
  }

  @Test(
    "a line counts where a program for tables gave its cells another form only",
    arguments: [
      ("TEL;X-A=b:+1415", ",+1415,", ",1415,"),
      ("BDAY;X-A=b:19900203", ",1990-02-03,", ",2/3/1990,"),
      ("NOTE;LANGUAGE=en:a  b", ",a  b,", ",a b ,"),
      ("CATEGORIES;X-A=b:a,b", ",a ::: b,", ",a;b,"),
      ("TEL;X-A=b;TYPE=home:1", ",Home,", ",home,"),
    ])
  func formed(line: String, cell: String, other: String) throws {
    let lines = ["FN:Kate", "N:;Kate;;;", line]
    let text = try table(lines)
    #expect(text.contains(cell))
    #expect(CSVReaderTests.read(text.replacing(cell, with: other)) == [lines])
  }

  @Test("a new first name is the name of who had none in parts")
  func changedName() throws {
    let text = try table(["FN:Kate"])
    #expect(CSVReaderTests.read(text) == [["FN:Kate"]])
    let edited = text.replacing("\r\nKate,", with: "\r\nHank,")
    #expect(CSVReaderTests.read(edited) == [["FN:Hank", "N:;Hank;;;"]])
  }

  @Test(
    "a line that begins as a formula comes back as it is",
    arguments: ["-item1.X-ABADR:us", "=1+1", "'=x"])
  func guardedLine(line: String) throws {
    let lines = ["FN:Kate", "N:;Kate;;;", line]
    let text = try table(lines)
    #expect(text.contains(",'\(line)"))
    #expect(CSVReaderTests.read(text) == [lines])
  }

  @Test("a card within a card leaves the table a table", arguments: CSVDialect.allCases)
  func nested(dialect: CSVDialect) throws {
    var options = CSVTable.Options()
    options.dialect = dialect
    let agent = "AGENT:BEGIN:VCARD\\nVERSION:3.0\\nFN:Susan\\nEND:VCARD\\n"
    let text = try table(["FN:Kate", "N:;Kate;;;", agent], options)
    #expect(CSVReader.begins(Array(text.utf8)))
    #expect(CSVReaderTests.read(text)[0].contains(agent))
  }

  @Test(
    "what is left out is told, once for each line, and nothing else is",
    arguments: [
      (
        [
          "FN:Kate", "N:Bell;Kate;;;", "UID:urn:x", "PHOTO:data:image/png;base64,AAAA", "NOTE:",
          "TITLE;LANGUAGE=de:x", "item1.TEL;X-A=b:1", "item1.X-ABLabel:Club", "no property",
        ], CSVDialect.google,
        [
          "no column says UID; left out", "no column says PHOTO; left out",
          "no column says all of TITLE; the rest is left out",
          "no column says all of TEL; the rest is left out",
          "no column says a line that is no property; left out", "no column says FN; left out",
        ]
      ),
      (
        ["FN:Kate", "X-A:x", "X-A:y"], .outlook,
        Array(repeating: "no column says X-A; left out", count: 2)
      ),
      (["FN:K", "FN;LANGUAGE=en:C"], .outlook, ["no column says all of FN; the rest is left out"]),
      (
        [], .outlook, ["the card says nothing; its row is empty, which is no card when it is read"]
      ),
    ])
  func dropped(lines: [String], dialect: CSVDialect, messages: [String]) throws {
    var options = CSVTable.Options()
    options.dialect = dialect
    var writer = CSVWriter(options, losses: .dropped)
    let all = ["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]
    let card = FormatLaws.card(Array(all.joined(separator: "\r\n").utf8))
    let (table, notes) = Self.table(of: card, &writer, options, isThorough: false)
    #expect(notes.map(\.message) == messages)
    #expect(!String(decoding: table, as: UTF8.self).contains("vCard "))
  }

  @Test(
    "without a note everything comes back also where the rest is left out",
    arguments: CSVDialect.allCases)
  func untold(dialect: CSVDialect) throws {
    var options = CSVTable.Options()
    options.dialect = dialect
    var writer = CSVWriter(options, losses: .dropped)
    func content(_ card: Card) -> [String] {
      FormatLaws.content(card).map { String($0.drop { $0 != "." }) }.sorted()
    }
    var random = SeededGenerator(seed: 2025)
    let lines = [
      "TEL:1", "TEL;TYPE=work:2", "NOTE:a", "NOTE;LANGUAGE=en:b", "UID:urn:x", "ORG:a;b", "X-B:c",
      "ADR;TYPE=home:;;a;b;;;", "item1.EMAIL:a@b.example\r\nitem1.X-ABLabel:Club",
      "FN:K Bell",
    ]
    for _ in 0..<100 {
      let chosen = lines.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      let card = FormatLaws.card(
        Array(
          (["BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "N:Bell;Kate;;;"] + chosen
            + ["END:VCARD", ""]).joined(separator: "\r\n").utf8))
      let (table, notes) = Self.table(of: card, &writer, options, isThorough: false)
      var reader = CSVReader()
      reader.append(table[...])
      reader.finish()
      guard case .card(let back, _) = reader.next() else {
        Issue.record("no card: \(card.text)")
        continue
      }
      let isWhole = content(back) == content(card)
      #expect(isWhole == notes.isEmpty, "\(card.text)\n\(notes)")
    }
  }

  @Test("what changes the cells alone changes the card, too", arguments: CSVDialect.allCases)
  func edits(dialect: CSVDialect) throws {
    var options = CSVTable.Options()
    options.dialect = dialect
    func content(_ rows: [[String]]) -> [String] {
      let cells = CSVCells(guarded: .none)
      var octets: [UInt8] = []
      for row in rows { cells.append(row: row, to: &octets) }
      let (cards, thorough) = (
        CSVReaderTests.read(octets).cards, CSVReaderTests.read(octets, isThorough: true).cards
      )
      #expect(cards == thorough)
      return cards.joined().map { line in
        let name = line.prefix { $0 != ";" && $0 != ":" }
        return name.contains(".") ? String(line.drop { $0 != "." }) : line
      }.sorted()
    }
    var random = SeededGenerator(seed: 1990)
    for _ in 0..<60 * lawTimes {
      let card = FormatLaws.card(CardGenerator(.version40).card(using: &random).octets)
      var rows = Self.rows(try Self.octets(card, options))
      guard rows.count == 2 else { continue }
      let own = rows[0].indices.filter { !rows[0][$0].hasPrefix("vCard ") }
      let filled = own.filter { !rows[1][$0].isEmpty }
      guard let column = filled.randomElement(using: &random) else { continue }
      func alone() -> [String] { content(rows.map { row in own.map { row[$0] } }) }
      let (whole, plain, cell) = (content(rows), alone(), rows[1][column])
      let edits = ["", cell + "7", cell.uppercased(), cell.lowercased(), String(cell.dropFirst())]
      for edit in edits {
        rows[1][column] = edit
        let isSeen = content(rows) != whole || alone() == plain
        #expect(isSeen, "\(rows[0][column]): \(cell), \(edit)\n\(whole)")
      }
    }
  }

  /// The cells of a table.
  private static func rows(_ table: [UInt8]) -> [[String]] {
    var rows: [[String]] = [[]]
    var cell: [UInt8] = []
    var isQuoted = false
    var last: UInt8 = 0
    for octet in table {
      defer { last = octet }
      switch octet {
      case 0x22:
        isQuoted.toggle()
        if isQuoted, last == 0x22 { cell.append(octet) }
      case UInt8(ascii: ",") where !isQuoted, 0x0A where !isQuoted:
        rows[rows.count - 1].append(String(decoding: cell, as: UTF8.self))
        cell = []
        if octet == 0x0A { rows.append([]) }
      case 0x0D where !isQuoted: break
      default: cell.append(octet)
      }
    }
    return rows.dropLast()
  }

  @Test("a label of what is no address is none of its columns")
  func labelOfOther() throws {
    let lines = ["FN:Kate", "N:;Kate;;;", "X-ADR;LABEL=foo:bar"]
    var options = CSVTable.Options()
    options.dialect = .google
    #expect(CSVReaderTests.read(try table(lines, options)) == [lines])
  }

  @Test("every card comes back from every program's columns", arguments: CSVDialect.allCases)
  func roundTrip(dialect: CSVDialect) throws {
    var options = CSVTable.Options()
    options.dialect = dialect
    func content(_ card: Card) -> [String] {
      // Groups get other names, and values another order.
      FormatLaws.content(card).map { String($0.drop { $0 != "." }) }.sorted()
    }
    var random = SeededGenerator(seed: 2024)
    for _ in 0..<100 {
      let generated = CardGenerator(.version40).card(using: &random)
      let card = FormatLaws.card(generated.octets)
      var reader = CSVReader()
      reader.append(try Self.octets(card, options)[...])
      reader.finish()
      guard case .card(let back, _) = reader.next() else {
        Issue.record("no card: \(generated.text)")
        continue
      }
      #expect(content(back) == content(card), "\(generated.text)")
    }
  }

  @Test("every row is as wide as the header, whatever the cards need")
  func width() throws {
    var options = CSVTable.Options()
    options.delimiter = 0x09
    var writer = CSVWriter(options)
    var table = CSVTable(options)
    var records: [[UInt8]] = []
    for lines in [["FN:a", "TEL:1"], ["FN:b", "TEL:1", "TEL:2", "TEL:3", "X-B:c"], ["FN:c"]] {
      var record: [UInt8] = []
      var notes: [Diagnostic] = []
      writer.write(
        try CardSamples.parsed(lines: lines, version: "4.0"), into: &record, notes: &notes)
      table.note(record.span)
      records.append(record)
    }
    var text: [UInt8] = []
    var rows = table.begin(&text)
    for record in records { rows.append(record.span, to: &text) }
    let widths = String(decoding: text, as: UTF8.self).split(separator: "\r\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).count
    }
    #expect(widths.count == 4 && Set(widths).count == 1)
  }

  /// The table of a card, and what was told, by either way.
  private static func table(
    of card: Card, _ writer: inout CSVWriter, _ options: CSVTable.Options, isThorough: Bool
  ) -> ([UInt8], [Diagnostic]) {
    var record: [UInt8] = []
    var notes: [Diagnostic] = []
    if isThorough {
      writer.writeThoroughly(card, into: &record, notes: &notes)
    } else {
      writer.write(card, into: &record, notes: &notes)
    }
    return (CSVTable.document(of: record.span, options), notes)
  }

  @Test(
    "cells on octets come to what reading all of them again comes to",
    arguments: CSVDialect.allCases)
  func thorough(dialect: CSVDialect) throws {
    var options = CSVTable.Options()
    options.dialect = dialect
    let lines = [
      "FN:Kate Bell", "FN:Kate", "FN;LANGUAGE=en:Kate Bell", "N:Bell;Kate;;;", "N:趙;偉;;;",
      "N;SORT-AS=\"a,b\":Bell;Kate,Ann;;Dr.;", "N:;;;;", "TEL:1", "TEL;VALUE=uri:tel:+1-415",
      "TEL;TYPE=\"cell,voice\";PREF=1:2", "TEL;TYPE=work,fax:+1 (415) 5", "TEL:tel:", "TEL:'1",
      "EMAIL;TYPE=home:a@b.example", "EMAIL:a ::: b", "EMAIL;PREF=2:x", "EMAIL: x", "EMAIL:x\u{A0}",
      "item1.EMAIL:k@example.com", "item1.X-ABLabel:Club", "item2.URL:https://a.example/",
      "item2.X-ABLabel:_$!<HomePage>!$_", "item3.TEL:3", "item3.NOTE:b", "ITEM4.X-ABDATE:20010203",
      "item4.X-ABLabel:Anniversary", "item5.X-ABLabel:alone", "item6.ADR:;;a;b;;;",
      "item6.X-ABLabel:Cabin ::: b",
      "ADR;TYPE=home;LABEL=\"Elm St 1\\nTown\":;;Elm St 1;Town;;1;US",
      "ADR;LABEL=\"Elm St 1, Town\":;;Elm St 1;Town;;;", "ADR;TYPE=work:1;2;Elm St,Hof;;;;",
      "ADR:;Apt 1;Elm St;;;;", "ADR;LABEL=\"x\";LABEL=\"y\":;;a;;;;", "ADR:;;;;;;", "BDAY:19900203",
      "BDAY:19900230", "BDAY:--0203", "BDAY;VALUE=text:soon", "ANNIVERSARY:20000131", "ORG:a;b;c",
      "ORG:a", "ORG;SORT-AS=\"b\":a;b", "TITLE:x\\, y", "TITLE;LANGUAGE=de:x", "NOTE:a\\nb\\;c",
      "NOTE: ", "NOTE:=1", "NICKNAME:a,b", "NICKNAME:a,,b", "CATEGORIES:a,b", "CATEGORIES:a\\,b",
      "CATEGORIES:* a", "X-SHOE:38", "X-SHOE:no", "X-SHOE;X-A=b:38", "X-CSV-SHOE;X-COLUMN=Shoe:38",
      "GENDER:F", "GENDER:O;x", "LANG:de", "LANG;PREF=1:fr x", "IMPP:xmpp:a@b.example", "UID:urn:x",
      "RELATED;TYPE=spouse;VALUE=text:Hank", "RELATED;TYPE=friend:urn:uuid:1", "KIND:individual",
      "PHOTO:https://a.example/p.png", "PHOTO:data:image/png;base64,iVBORw0KGgo=", "REV:20240101",
      "X-PHONETIC-FIRST-NAME:keit", "X-PHONETIC-LAST-NAME:bel", "ROLE:a", "URL:https://b c",
      "SOUND:x",
      "URL;TYPE=work:https://w.example", "URL:", "X-FILE-AS:k", "no colon here", "X-NAME.A:b",
      "#x:y",
      "KEY:data:,x", "X-D:data:,x", "MEMBER:urn:y", "TZ:Europe/Berlin", "X-QUOTE:a\"b",
    ]
    var writers = [CardConverter.Losses.kept, .dropped].map { losses in
      (CSVWriter(options, losses: losses), CSVWriter(options, losses: losses))
    }
    var random = SeededGenerator(seed: 4180)
    for round in 0..<300 {
      let card: Card
      if round.isMultiple(of: 2) {
        let kind: CardGenerator.Kind = round.isMultiple(of: 4) ? .wild : .valid
        card = FormatLaws.card(CardGenerator(.version40, kind).card(using: &random).octets)
      } else {
        let chosen = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
          lines.randomElement(using: &random)
        }
        card = FormatLaws.card(
          Array(
            (["BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "N:Bell;Kate;;;"] + chosen
              + ["END:VCARD", ""]).joined(separator: "\r\n").utf8))
      }
      for index in writers.indices {
        let plain = Self.table(of: card, &writers[index].0, options, isThorough: false)
        let thorough = Self.table(of: card, &writers[index].1, options, isThorough: true)
        let isSame = plain == thorough
        let texts = [plain.0, thorough.0].map { String(decoding: $0, as: UTF8.self) }
        #expect(isSame, "\(card.text)\n\(texts[0])\n\(texts[1])\n\(plain.1)\n\(thorough.1)")
      }
    }
  }

  /// Names in twelve scripts, given and family name.
  private static let names = [
    ("Kate", "Bell"), ("Анна", "Каренина"), ("Ελένη", "Παππά"), ("ليلى", "حداد"), ("נועה", "לוי"),
    ("प्रिया", "शर्मा"), ("สมชาย", "ใจดี"), ("민지", "김"), ("偉", "趙"), ("さくら", "たなか"),
    ("ნინო", "ბერიძე"), ("Անի", "Սարգսյան"),
  ]

  @Test(
    "200 people in twelve scripts come back whole, and what has no column is told",
    arguments: [CSVDialect.google, .outlook])
  func people(dialect: CSVDialect) throws {
    var options = CSVTable.Options()
    options.dialect = dialect
    var random = SeededGenerator(seed: 12)
    let cards = (0..<200).map { number in
      let (given, family) = Self.names[number % Self.names.count]
      let may = [
        "TEL;TYPE=cell:+49 170 \(1000 + number)", "TEL;TYPE=work,fax:+1 (212) 555-\(number)",
        "TEL;VALUE=uri;PREF=1:tel:+\(number)", "EMAIL;TYPE=home:\(number)@example.com",
        "EMAIL:\(given)@example.com", "item1.URL:https://example.com/\(number)",
        "ADR;TYPE=home:;;\(family) \(number);\(given);;\(10_000 + number);\(family)",
        "ADR;TYPE=work;LABEL=\"\(family)^n\(number)\":;;\(given);;;;", "ORG:\(family);\(given)",
        "TITLE:\(given)\\, \(family)", "NOTE:\(given)\\n\(family)\\; =1",
        "BDAY:199002\(number % 18 + 10)",
        "NICKNAME:\(given),\(family)", "CATEGORIES:\(family),\(given)", "GENDER:F",
        "IMPP:xmpp:\(number)@example.com", "X-SHOE:\(number)", "UID:urn:\(number)",
        "RELATED;TYPE=spouse;VALUE=text:\(given)", "LANG:de", "ROLE:\(family)",
      ]
      let lines = may.filter { _ in Bool.random(using: &random) }
      let all =
        ["BEGIN:VCARD", "VERSION:4.0", "FN:\(given) \(family)", "N:\(family);\(given);;;"] + lines
        + ["END:VCARD", ""]
      return FormatLaws.card(Array(all.joined(separator: "\r\n").utf8))
    }
    var writer = CSVWriter(options)
    var table = CSVTable(options)
    var records: [[UInt8]] = []
    var notes: [Diagnostic] = []
    for card in cards {
      var record: [UInt8] = []
      writer.write(card, into: &record, notes: &notes)
      table.note(record.span)
      records.append(record)
    }
    var octets: [UInt8] = []
    var rows = table.begin(&octets)
    for record in records { rows.append(record.span, to: &octets) }
    func content(_ card: Card) -> [String] {
      FormatLaws.content(card).map { String($0.drop { $0 != "." }) }.sorted()
    }
    var reader = CSVReader()
    reader.append(octets[...])
    reader.finish()
    for card in cards {
      guard case .card(let back, let found) = reader.next() else {
        Issue.record("no card: \(card.text)")
        continue
      }
      #expect(content(back) == content(card), "\(card.text)")
      #expect(!found.contains { $0.severity != .note })
    }
    #expect(reader.next() == nil)
    // Google has a column for whatever there is.
    let lost = Set(notes.map { $0.message.prefix { $0 != " " } })
    #expect(lost == (dialect == .google ? [] : ["NICKNAME", "IMPP", "X-SHOE"]))
    #expect(notes.allSatisfy { $0.code == .lossProperty })
  }
}
