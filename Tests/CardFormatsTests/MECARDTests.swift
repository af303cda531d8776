import CardFormats
import TestSupport
import Testing
import VCard

@Suite("MECARD and its kin, NTT DOCOMO")
struct MECARDTests {
  private func lines(_ text: String) -> [[String]] {
    DocumentReading.read(Array(text.utf8), with: MECARDReader()).cards.map { card in
      card.split(separator: "\r\n").map(String.init)
        .filter { !["BEGIN:VCARD", "VERSION:4.0", "END:VCARD"].contains($0) }
    }
  }

  private func written(_ card: Card) -> (String, [Diagnostic]) {
    var octets: [UInt8] = []
    var notes: [Diagnostic] = []
    MECARDWriter().write(card, into: &octets, notes: &notes)
    return (String(decoding: octets, as: UTF8.self), notes)
  }

  static let samples: [(String, [String])] = [
    (
      "MECARD:N:Bell,Kate;SOUND:\u{30D9}\u{30EB},\u{30B1}\u{30A4}\u{30C8};TEL:+1 408;TEL-AV:+2;;",
      [
        "FN:Kate Bell", "N;ALTID=1:Bell;Kate;;;",
        "N;ALTID=1;PHONETIC=script;SCRIPT=Kana:\u{30D9}\u{30EB};\u{30B1}\u{30A4}\u{30C8};;;",
        "TEL:+1 408", "TEL;TYPE=video:+2",
      ]
    ),
    (
      "mecard:N:Kate Bell;EMAIL:k@bell.example;NOTE:this,is\\;a\\\\memo\\:;URL:bell.example;",
      [
        "FN:Kate Bell", "EMAIL:k@bell.example", "NOTE:this\\,is\\;a\\\\memo:", "URL:bell.example",
      ]
    ),
    (
      "MECARD:N:\u{6E2C}\u{8A66},\u{4E00};BDAY:19801203;ADR:,,1 Elm,Town,,123,US;;",
      [
        "FN:\u{6E2C}\u{8A66}\u{4E00}", "N:\u{6E2C}\u{8A66};\u{4E00};;;", "BDAY:19801203",
        "ADR:;;1 Elm;Town;;123;US",
      ]
    ),
    (
      "MECARD:N:A;ADR:Town, 1;BDAY:soon;ORG:Bell;DIV:Ringing;TIL:Boss;NICKNAME:Kit;WIFI:x;;",
      [
        "FN:A", "ORG:Bell;Ringing", "ADR:;;Town\\, 1;;;;", "BDAY;VALUE=text:soon", "TITLE:Boss",
        "NICKNAME:Kit", "X-MECARD-WIFI:x",
      ]
    ),
    (
      "BIZCARD:N:Kate;X:Bell;T:Boss;C:Bell Inc;A:1 Elm\\; Town;B:+1;M:+2;F:+3;E:k@bell.example;;",
      [
        "FN:Kate Bell", "N:Bell;Kate;;;", "ORG:Bell Inc", "TITLE:Boss", "ADR:;;1 Elm\\; Town;;;;",
        "TEL;TYPE=work:+1", "TEL;TYPE=cell:+2", "TEL;TYPE=fax:+3", "EMAIL:k@bell.example",
      ]
    ),
    (
      "MEMORY:Baker\r\nNAME1:Kate Bell\r\nMAIL1:k@bell.example\r\nTEL1:+1\r\nTEL2:+2\r\nADD:Town\r\n",
      [
        "FN:Kate Bell", "NOTE:Baker", "EMAIL:k@bell.example", "TEL:+1", "TEL:+2", "ADR:;;Town;;;;",
      ]
    ),
  ]

  @Test("fields become properties", arguments: samples)
  func reading(text: String, properties: [String]) {
    #expect(lines(text) == [properties])
  }

  @Test("cards may stand one after the other, and what is none between them is told")
  func several() {
    let text = "MECARD:N:A;;;MECARD:N:B;;\n\nnothing here\nMECARD:N:C;\nBIZCARD:N:D;;"
    let (cards, diagnostics) = DocumentReading.read(Array(text.utf8), with: MECARDReader())
    #expect(cards.count == 4)
    #expect(diagnostics.map(\.code) == [.mecardValue])
    #expect(diagnostics.first?.position.line == 3)
  }

  @Test("is the same whole, octet by octet and cut anywhere")
  func cuts() {
    let octets = Array((" \n" + MECARDTests.samples.map(\.0).joined(separator: "\n")).utf8)
    let whole = DocumentReading.read(octets, with: MECARDReader())
    #expect(whole.cards.count == MECARDTests.samples.count)
    for cut in octets.indices {
      #expect(DocumentReading.read(octets, cutAt: [cut], with: MECARDReader()) == whole)
    }
    #expect(
      DocumentReading.read(octets, cutAt: Array(octets.indices), with: MECARDReader()) == whole)
  }

  @Test("no damage makes it stop")
  func mutations() {
    var random = SeededGenerator(seed: 3)
    let octets = Array(MECARDTests.samples.map(\.0).joined(separator: "\n").utf8)
    for _ in 0..<10_000 {
      let damaged = Mutation.damaged(octets, octets, using: &random)
      _ = DocumentReading.read(damaged, cutAt: [damaged.count / 2], with: MECARDReader())
    }
  }

  @Test("is told by its first word")
  func sniffing() {
    for (text, _) in MECARDTests.samples { #expect(MECARDReader.begins(Array(text.utf8))) }
    for text in ["BEGIN:VCARD", "MECARD", "N:A;;", ""] {
      #expect(!MECARDReader.begins(Array(text.utf8)))
    }
  }

  @Test("what is written is read back, and what has no field is told")
  func writing() throws {
    for (text, _) in MECARDTests.samples {
      let cards = DocumentReading.read(Array(text.utf8), with: MECARDReader()).cards
      let (again, notes) = written(try Card(cards[0]))
      #expect(again.hasPrefix("MECARD:") && again.hasSuffix(";;\n"))
      #expect(notes.count == (text.contains("soon") || text.contains("F:+3") ? 1 : 0))
      let back = DocumentReading.read(Array(again.utf8), with: MECARDReader()).cards
      #expect(back.count == 1)
    }
    let card = try Card(
      "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A;b\r\nNOTE:a\\nb\r\nGENDER:F\r\nLANG:de\r\n"
        + "ADR:  ;;;;;;\r\nEND:VCARD\r\n")
    let (text, notes) = written(card)
    #expect(text == "MECARD:N:A\\;b;NOTE:a b;;\n")
    #expect(
      notes.map(\.message) == [
        "MECARD has no field for GENDER, LANG; left out",
        "MECARD has no field for line ends of NOTE; left out",
      ])
  }

  @Test(
    "what a field does not say is told, and nothing that says no more",
    arguments: [
      (["FN:Dr. Kate Anne Bell Jr.", "N:Bell;Kate;Anne;Dr.;Jr."], ["parts of N"]),
      (["FN:Kate Bell", "N:Bell;Kate;;;"], []), (["FN:Kate", "N:;;;;"], []),
      (["FN:Kate Bell", "N:Bell;;Kate;;"], ["parts of N"]),
      (["FN:Kate", "N;SORT-AS=B:Bell;Kate;;;"], ["FN", "SORT-AS of N"]),
      (["FN:Kate", "FN:Cat"], ["FN"]),
      (["FN:K L", "N;ALTID=1:L;K;;;", "N;ALTID=1:M;N;;;"], ["another N"]),
      (["FN:K", "TEL;TYPE=home,fax;PREF=1:1", "TEL;TYPE=video:2"], ["TYPE=fax of TEL"]),
      (
        ["FN:K", "ADR;LABEL=\"a\":;;b;;;;;room 5;;;;;;;;;;", "ADR:;;b 5;;;;;b;5;;;;;;;;;"],
        ["LABEL of ADR", "parts of ADR"]
      ),
      (["FN:K", "NOTE:a\\nb", "TITLE;LANGUAGE=de:x"], ["line ends of NOTE", "LANGUAGE of TITLE"]),
      (["FN:K", "BDAY;CALSCALE=chinese:19960415"], ["CALSCALE of BDAY"]),
    ])
  func parts(lines: [String], left: [String]) throws {
    let card = try Card(
      "BEGIN:VCARD\r\nVERSION:4.0\r\n" + lines.joined(separator: "\r\n") + "\r\nEND:VCARD\r\n")
    let told = written(card).1.flatMap { note in
      note.message.dropFirst("MECARD has no field for ".count).dropLast("; left out".count)
        .split(separator: ", ").map(String.init)
    }
    #expect(told == left)
  }
}
