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

  @Test("a line that cells do not say whole counts until somebody changes them")
  func changed() throws {
    var options = CSVTable.Options()
    options.dialect = .google
    let text = try table(["FN:Kate", "N:;Kate;;;", "TEL;TYPE=work;X-A=b:123"], options)
    #expect(CSVReaderTests.read(text) == [["FN:Kate", "N:;Kate;;;", "TEL;TYPE=work;X-A=b:123"]])
    let edited = text.replacing(",123,", with: ",456,")
    #expect(CSVReaderTests.read(edited) == [["FN:Kate", "N:;Kate;;;", "TEL;TYPE=work:456"]])
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
}
