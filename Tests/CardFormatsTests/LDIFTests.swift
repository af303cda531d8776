import CardFormats
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("LDIF, RFC 2849")
struct LDIFTests {
  private func lines(_ ldif: String) -> [String] {
    let (cards, _) = DocumentReading.read(Array(ldif.utf8), with: LDIFReader())
    return cards.joined().split(separator: "\r\n").map(String.init)
      .filter { !["BEGIN:VCARD", "VERSION:4.0", "END:VCARD"].contains($0) }
  }

  private func written(_ card: Card, losses: CardConverter.Losses = .kept) -> (String, [Diagnostic])
  {
    var octets: [UInt8] = []
    var notes: [Diagnostic] = []
    let card = CardConverter(to: .version40, losses: .kept).convertedCard(card)
    var writer = LDIFWriter(losses: losses)
    writer.write(card, into: &octets, notes: &notes)
    return (String(decoding: octets, as: UTF8.self), notes)
  }

  private func card(_ lines: String...) throws -> Card { try card(lines) }

  private func card(_ lines: [String]) throws -> Card {
    try Card(
      (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n"))
  }

  /// Also where something is odd, and where damage makes it so.
  @Test(
    "What the quick way writes and tells is what the thorough way writes and tells",
    arguments: [CardConverter.Losses.kept, .dropped])
  func quick(losses: CardConverter.Losses) {
    var random = SeededGenerator(seed: 2849)
    var writer = LDIFWriter(losses: losses)
    var documents: [[UInt8]] = []
    for round in 0..<3000 {
      let kind: CardGenerator.Kind = round.isMultiple(of: 2) ? .valid : .wild
      var octets = CardGenerator(.version40, kind).card(using: &random).octets
      documents.append(octets)
      if round % 3 == 2 {
        octets = Mutation.damaged(octets, documents[round / 2], using: &random)
      }
      guard let card = Card(reading: octets), card.version == .version40 else { continue }
      var (quick, thorough): ([UInt8], [UInt8]) = ([], [])
      var (told, toldThoroughly): ([Diagnostic], [Diagnostic]) = ([], [])
      writer.write(card, into: &quick, notes: &told)
      writer.writeThoroughly(card, into: &thorough, notes: &toldThoroughly)
      #expect(
        quick == thorough,
        "\(String(decoding: octets, as: UTF8.self))\n\(String(decoding: quick, as: UTF8.self))")
      #expect(told == toldThoroughly, "\(String(decoding: octets, as: UTF8.self))")
    }
  }

  /// Also of entries of other programs, and where damage makes something odd.
  @Test("What the quick way reads is what the thorough way reads")
  func quickReading() {
    var random = SeededGenerator(seed: 4512)
    var documents: [[UInt8]] = []
    for round in 0..<1000 {
      let kind: CardGenerator.Kind = round.isMultiple(of: 2) ? .valid : .wild
      let octets = CardGenerator(.version40, kind).card(using: &random).octets
      guard let card = Card(reading: octets), card.version == .version40 else { continue }
      documents.append(Array(written(card).0.utf8))
    }
    // Twice, so that names are remembered.
    let programs = (LDIFTests.programs + LDIFTests.programs).map { Array($0.utf8) }
    documents += programs
    let whole = documents.count
    for round in 0..<8000 {
      let document =
        round.isMultiple(of: 2) ? programs[round / 2 % programs.count] : documents[round % whole]
      documents.append(Mutation.damaged(document, documents[round * 7 % whole], using: &random))
    }
    // One reader after the other, and one for all that are whole.
    documents.append(Array(documents[..<whole].joined(separator: [0x0A, 0x0A])))
    for ldif in documents {
      let quick = DocumentReading.read(ldif, with: LDIFReader())
      var careful = LDIFReader()
      careful.isThorough = true
      let thorough = DocumentReading.read(ldif, with: careful)
      #expect(quick == thorough, "\(String(decoding: ldif.prefix(2000), as: UTF8.self))")
    }
  }

  /// What is nearly as most entries are.
  private static let programs: [String] =
    [
      LDIFTests.sample,
      """
      dn: uid=kate,ou=People,dc=example,dc=com
      objectClass: top
      objectClass: inetOrgPerson
      objectClass: posixAccount
      cn: Kate Bell
      displayName: Kate Bell
      sn: Bell
      givenName: Kate
      givenName: Mary
      mail: kate@bell.example
      mobile: +1 408
      homePhone: +1 555
      o: Bell Inc
      ou: Ringing
      departmentNumber: 7
      mozillaWorkUrl: https://bell.example/a,b
      mozillaHomeStreet: 1 Elm St
      mozillaHomeStreet: back, left
      l:: TWFsbcO2
      description:: TGluZSAxCkxpbmUgMg==
      birthyear: 1980
      birthmonth: 2
      birthday: 03
      vcardCategories: a,b
      uidNumber: 1000
      uid: kate
      modifyTimestamp: 20080526234914Z

      """,
    ]
    + [
      "objectClass: groupOfNames", "objectClass: x", "objectClass;x-a: person",
      "objectClass:: /w==",
      "control: 1", "changetype: add", "changetype: modify", "cn:: S2F0ZQ1CZWxs", "cn: K", "CN: L",
      "displayName: L", "cn:: S8Op", "cn;lang-ja: L", "displayName:: RcyB", "displayName:: w4k=",
      "sn:", "sn:: AA==", "sn:: /w==", "sn:< file:///a", "mail:< file:///a", "ou: only",
      "o: a\no: b",
      "c: US\nco: United States", "c: US", "street: a;b\\c", "postalAddress: a $ b",
      "birthyear: 1980", "birthyear: 80\nbirthmonth: 1\nbirthday: 1",
      "birthyear: 1980\nbirthmonth: +1\nbirthday: 1",
      "birthyear: 1980\nbirthmonth: 2\nbirthday: 30",
      "birthyear: 1980\nbirthmonth: 1\nbirthday: 1\nbirthday: 2", "birthday: 1980-01-02",
      "vcardCategories: a, b", "vcardCategories: a,,b", "vcardCategories: a ,b",
      "vcardCategories: ,",
      "vcardCategories:: YSzMgWI=", "uid: urn:a", "uid: a:\\b", "uid:: YTrMgWI=",
      "modifyTimestamp: 0Z",
      "modifyTimestamp: 20080526234961Z", "modifyTimestamp: 1213818826", "jpegPhoto:: /9j/",
      "sn: B\ngivenName: K\nvcardProperty: N;SORT-AS=B:B;K;;;",
      "givenName: K\nsn: B\nvcardProperty: N;SORT-AS=B:B;K;;;",
      "sn: B\ngivenName: Kit\nvcardProperty: N;SORT-AS=B:B;K;;;",
      "vcardProperty: N:;;;;\nsn: B", "uid: a\nvcardProperty: UID;X-A=b:urn:a",
      "vcardProperty: BDAY;X-A=b:19800203\nbirthday: 3\nbirthyear: 1980\nbirthmonth: 2",
      "preferredLanguage: fr, en;q=0.5", "preferredLanguage: de", "preferredLanguage;x-a: fr, en",
      "preferredLanguage: de\nvcardProperty: LANG;PREF=1:de", "preferredLanguage: fr,",
      "jpegPhoto:: /9j/\nvcardProperty: PHOTO;PREF=1:data:image/jpeg;base64,/9j/", "x_y: 1",
      "a.b: 1", "x-y: a;b,c\\d", "x-y:: /w==", "x;y: 1", "mozillaWorkUrl: a\\b", "nsAIMid: a",
      "labeledURI: http://a.example b", "vcardProperty: FN:Other", "vcardProperty: END:VCARD",
      "vcardProperty: BEGIN:VCARD", "vcardProperty: VERSION:3.0", "vcardProperty: X",
      "vcardProperty:",
      "vcardProperty:: IEFCOjE=", "vcardProperty:: Tk9URTr/", "vcardProperty:: Tk9URToNQQ==",
      "vcardProperty;further: FN:Other", "vcardProperty;x-a;further: FN:Other",
      "VCARDPROPERTY: TITLE:Boss", "title: Boss\nvcardProperty: TITLE;PREF=1:Boss",
      "title: Boss\nvcardProperty;further: TITLE;PREF=1:Boss",
      "Title: Boss\nvcardProperty: TITLE:Boss",
      "title;x-a: Boss\nvcardProperty: TITLE;PREF=1:Boss", "role: Boss\nvcardProperty: TITLE:Boss",
      "vcardProperty: NICKNAME:a,b", "nickname: a\nvcardProperty: NICKNAME:a,b",
      "nickname: a\nnickname: b\nvcardProperty: NICKNAME:a,b", "vcardProperty: AGENT:BEGIN:VCARD",
      "vcardProperty: NOTE;ENCODING=QUOTED-PRINTABLE:a=", "vcardProperty: SOURCE:ldap:///cn=x",
      "vcardProperty: KIND:org", "vcardProperty: item1.EMAIL:a@b", "vcardProperty: UID:urn:x",
      "mail: a@b\nvcardProperty: EMAIL;CHARSET=x:a@b", "anniversary: 20000102",
      "anniversary: 20000102\nvcardProperty: ANNIVERSARY;CALSCALE=gregorian:20000102",
    ].flatMap { lines in
      [
        "dn: cn=K\nobjectClass: person\ncn: K\n\(lines)\n",
        "dn: cn=K,mail=k@k.example\n\(lines)\nmail: k@k.example\ncn: K\n", "dn: cn=K\n\(lines)\n",
      ]
    }

  // MARK: Reading

  static let sample = """
    # An address book
    version: 1
    DN: cn=Kate Bell,mail=kate@bell.example\r
    objectClass: top
    objectclass: inetOrgPerson
    CN: Kate
      Bell
    # a comment
     that goes on
    sn: Bell
    givenName:: S2F0ZQ==
    telephoneNumber;x-private: +1 408
    homephone: +1 555
    mail: kate@bell.example
    mozillasecondemail: kb@home.example
    description:: TGluZSAxCkxpbmUgMg==
    street: 1 Elm St
    l: Town
    c: US
    co: United States
    o: Bell Inc
    ou: Ringing
    birthyear: 1980
    birthmonth: 2
    birthday: 3
    jpegPhoto:< file:///etc/passwd
    modifytimestamp: 1213818826
    roomNumber: 12

    dn: cn=Friends
    objectclass: groupOfNames
    cn: Friends
    member: cn=Kate Bell,mail=kate@bell.example
    member: uid=urn:uuid:1

    """

  @Test("attributes in any case become properties, and what is unknown is kept")
  func reading() {
    #expect(
      lines(LDIFTests.sample) == [
        "FN:Kate Bell", "N:Bell;Kate;;;",
        "X-LDIF-telephoneNumber;X-OPTIONS=x-private:+1 408", "TEL;TYPE=home:+1 555",
        "EMAIL:kate@bell.example", "EMAIL:kb@home.example", "NOTE:Line 1\\nLine 2",
        "ADR;TYPE=work;CC=US:;;1 Elm St;Town;;;United States", "ORG:Bell Inc;Ringing",
        "BDAY:19800203", "PHOTO:file:///etc/passwd", "REV:20080618T195346Z",
        "X-LDIF-roomNumber:12", "KIND:group", "FN:Friends",
        "MEMBER:ldap:///cn=Kate%20Bell,mail=kate@bell.example", "MEMBER:urn:uuid:1",
      ])
  }

  @Test("is the same whole, octet by octet and cut anywhere")
  func cuts() {
    let octets = Array(LDIFTests.sample.utf8)
    let whole = DocumentReading.read(octets, with: LDIFReader())
    for cut in octets.indices {
      let halves = DocumentReading.read(octets, cutAt: [cut], with: LDIFReader())
      #expect(halves == whole, "cut at \(cut)")
    }
    #expect(
      DocumentReading.read(octets, cutAt: Array(octets.indices), with: LDIFReader()) == whole)
  }

  @Test(
    "dates are read in all the forms that programs write",
    arguments: [
      ("birthyear: 1980\nbirthmonth: 12\nbirthday: 3", "BDAY:19801203"),
      ("birthmonth: 2\nbirthday: 29", "BDAY:--0229"), ("birthyear: 1980", "BDAY:1980"),
      ("xbatBirthday: 20150319", "BDAY:20150319"), ("birthDate: 2015-03-19", "BDAY:20150319"),
      ("birthday: 1980-12-03", "BDAY:19801203"),
      ("birthmonth: 13\nbirthday: 3", "X-LDIF-birthmonth:13"),
      ("modifyTimestamp: 20080526T234914Z", "REV:20080526T234914Z"),
    ])
  func dates(attributes: String, line: String) {
    #expect(lines("dn: cn=K\ncn: K\n\(attributes)\n").contains(line))
  }

  @Test(
    "RFC 2798 §2.7: languages with weights are one each with PREF, and back",
    arguments: [
      ("fr, en-gb;q=0.8, en;q=0.7", ["LANG;PREF=1:fr", "LANG;PREF=21:en-gb", "LANG;PREF=31:en"]),
      ("de, en;q=0.05", ["LANG;PREF=1:de", "LANG;PREF=96:en"]), ("de", ["LANG:de"]),
      ("a;q=0.01, b;q=0.99", ["LANG;PREF=100:a", "LANG;PREF=2:b"]),
    ])
  func weights(value: String, lines: [String]) throws {
    #expect(self.lines("dn: cn=K\ncn: K\npreferredLanguage: \(value)\n").dropFirst() == lines[...])
    let (text, notes) = written(try card(["FN:K"] + lines))
    #expect(text.contains("\npreferredLanguage: \(value)\n") && !text.contains("vcardProperty"))
    #expect(notes.isEmpty)
  }

  @Test(
    "languages that PREF or a weight cannot say come back as they are",
    arguments: [
      ["LANG:fr\\, en"], ["LANG;PREF=1:fr"], ["LANG;PREF=1:fr", "LANG:en"], ["LANG:fr;q=1"],
      ["LANG;PREF=1:fr", "LANG;PREF=01:en", "LANG;PREF=2;TYPE=home:de"], ["LANG:fr", "LANG:en"],
      ["LANG;PREF=3:fr", "LANG;PREF=2;ALTID=1:en", "LANG;PREF=1:de"],
    ])
  func otherLanguages(lines: [String]) throws {
    let (text, _) = written(try card(["FN:K"] + lines))
    #expect(self.lines(text).dropFirst().sorted() == lines.sorted())
  }

  @Test(
    "what a card has once and was carried goes where its attributes were changed, and is told",
    arguments: [
      ("sn: B\ngivenName: K\nvcardProperty: N;SORT-AS=B:B;K;;;", ["N;SORT-AS=B:B;K;;;"], 0),
      ("givenName: K\nvcardProperty: N;SORT-AS=B:B;K;;;\nsn: B", ["N;SORT-AS=B:B;K;;;"], 0),
      ("sn: B\ngivenName: Kit\nvcardProperty: N;SORT-AS=B:B;K;;;", ["N:B;Kit;;;"], 1),
      ("sn: B\nvcardProperty: N;SORT-AS=B:B;K;;;", ["N:B;;;;"], 1),
      ("uid: urn:b\nvcardProperty: UID;X-A=b:urn:a", ["UID:urn:b"], 1),
      ("vcardProperty: N;SORT-AS=B:B;K;;;", ["N;SORT-AS=B:B;K;;;"], 0),
      ("sn: B\nvcardProperty: N:B;;;;\nvcardProperty;further: N:C;;;;", ["N:B;;;;", "N:C;;;;"], 0),
    ])
  func edited(attributes: String, lines: [String], warnings: Int) {
    let ldif = "dn: cn=K\ncn: K\n\(attributes)\n"
    #expect(self.lines(ldif).sorted() == (["FN:K"] + lines).sorted())
    let (_, diagnostics) = DocumentReading.read(Array(ldif.utf8), with: LDIFReader())
    #expect(diagnostics.map(\.code) == Array(repeating: .ldifLine, count: warnings))
  }

  @Test("RFC 4517 §3.3.28: an address of lines, with escapes, is an address or its label")
  func addressLines() {
    #expect(
      lines("dn: cn=K\ncn: K\npostalAddress: 1 Elm \\24 St$Town\n")[1]
        == "ADR;TYPE=work:;;1 Elm $ St,Town;;;;")
    #expect(
      lines("dn: cn=K\ncn: K\nhomePostalAddress: 1 Elm $ Town\nmozillaHomeLocalityName: Town\n")[1]
        == "ADR;TYPE=home;LABEL=\"1 Elm^nTown\":;;;Town;;;")
  }

  @Test("options of language make alternatives, and phonetic is RFC 9554's")
  func languages() {
    #expect(
      lines("dn: cn=K\ncn: K\nsn: Bell\nsn;lang-ja: \u{9234}\nsn;lang-ja;phonetic: \u{3059}\n")
        == [
          "FN:K", "N;ALTID=1:Bell;;;;", "N;ALTID=1;LANGUAGE=ja:\u{9234};;;;",
          "N;ALTID=1;LANGUAGE=ja;PHONETIC=script;SCRIPT=Hira:\u{3059};;;;",
        ])
    #expect(
      lines("dn: cn=K\ncn: K\ntitle: Boss\ntitle;lang-de: Chefin\n").suffix(2) == [
        "TITLE;ALTID=1:Boss", "TITLE;LANGUAGE=de;ALTID=1:Chefin",
      ])
  }

  @Test("only a change that adds makes a card; others and what is nobody are told")
  func changes() {
    let ldif = """
      dn: cn=A
      changetype: add
      cn: A

      dn: cn=B
      changetype: modify
      add: mail
      mail: b@b.example
      -

      dn: dc=example
      objectclass: domain

      """
    let (cards, diagnostics) = DocumentReading.read(Array(ldif.utf8), with: LDIFReader())
    #expect(cards.count == 1)
    #expect(diagnostics.map(\.code) == [.ldifLine, .ldifLine])
    #expect(diagnostics.map(\.position.line) == [5, 11])
  }

  @Test("a blank line ends an entry only before dn")
  func blankLines() {
    let (cards, diagnostics) = DocumentReading.read(
      Array("dn: cn=A\ncn: A\n\n\nsn: B\n\ndn: cn=C\ncn: C\n".utf8), with: LDIFReader())
    #expect(cards.count == 2)
    #expect(cards[0].contains("N:B;;;;"))
    #expect(diagnostics.count == 1)
  }

  @Test("a value larger than 12 MB passes")
  func large() {
    let octets = [UInt8]([0xFF, 0xD8, 0xFF]) + [UInt8](repeating: 7, count: 12_000_000)
    var card = Card(version: .version40)
    card.append(ContentLine("FN", .text("K")))
    card.append(ContentLine("PHOTO", .binary(mediaType: "image/jpeg", octets: octets)))
    let (text, notes) = written(card)
    #expect(notes.isEmpty)
    let (cards, _) = DocumentReading.read(Array(text.utf8), with: LDIFReader())
    #expect(cards == [card.text])
  }

  @Test(
    "is told by dn after comments and the version",
    arguments: [
      ("dn: cn=K", true), ("\u{FEFF}version: 1\r\n# a\r\n b\r\n\r\nDN:: Y249Sw==", true),
      ("BEGIN:VCARD", false), ("version: 1\ncn: K", false), ("", false),
    ])
  func sniffing(text: String, isLDIF: Bool) {
    #expect(LDIFReader.begins(Array(text.utf8)) == isLDIF)
  }

  // MARK: Writing

  @Test("lines have 76 columns, and what is not safe is base64")
  func safety() throws {
    let (text, notes) = written(
      try card(
        "FN:Kate, \\\"Kit\\\" Bell", "EMAIL:kate@bell.example", "NOTE: blank",
        "TITLE:Zo\u{EB}", "NICKNAME:a:b", "X-CUSTOM1::colon", "X-CUSTOM2:<less",
        "X-CUSTOM3:\(String(repeating: "x", count: 100))"))
    #expect(notes.isEmpty)
    #expect(
      text == """
        dn: cn=Kate\\, \\"Kit\\" Bell,mail=kate@bell.example
        objectClass: top
        objectClass: person
        objectClass: organizationalPerson
        objectClass: inetOrgPerson
        objectClass: mozillaAbPersonAlpha
        cn: Kate, "Kit" Bell
        mail: kate@bell.example
        description:: IGJsYW5r
        title:: Wm/Dqw==
        mozillaNickname: a:b
        mozillaCustom1:: OmNvbG9u
        mozillaCustom2:: PGxlc3M=
        mozillaCustom3: \(String(repeating: "x", count: 60))
         \(String(repeating: "x", count: 40))


        """)
  }

  @Test("what no attribute can say is carried and told; --loss drop leaves it out")
  func losses() throws {
    let card = try card(
      "FN:K", "TEL;TYPE=cell;PREF=1:+1", "TEL:+2", "GENDER:F", "EMAIL:1", "EMAIL:2", "EMAIL:3",
      "FN:Kate")
    let (text, notes) = written(card)
    #expect(
      text.split(separator: "\n").suffix(10) == [
        "cn: K", "mobile: +1", "vcardProperty: TEL;TYPE=cell;PREF=1:+1", "telephoneNumber: +2",
        "vcardProperty: TEL:+2", "vcardProperty: GENDER:F", "mail: 1", "mozillaSecondEmail: 2",
        "otherMailbox: 3", "vcardProperty;further: FN:Kate",
      ])
    #expect(
      notes.map(\.message) == [
        "LDIF cannot say PREF of TEL; carried as vcardProperty",
        "LDIF has no TEL without a type; carried as vcardProperty",
        "LDIF has no attribute for this GENDER; carried as vcardProperty",
        "LDIF has no attribute for this FN; carried as vcardProperty",
      ])
    #expect(!written(card, losses: .dropped).0.contains("vcardProperty"))
  }

  @Test("RFC 4514 §2.4: a name is escaped, and what names an entry comes back")
  func names() throws {
    for name in ["#a", " a ", "a+b;c", "\u{E9}", "a=b", "a\\b", "", "<>"] {
      var card = Card(version: .version40)
      card.append(ContentLine("FN", .text(name)))
      let (text, _) = written(card)
      let (cards, _) = DocumentReading.read(Array(text.utf8), with: LDIFReader())
      #expect(cards == [card.text])
    }
    let dn = "dn: uid=k,ou=\\C3\\A9 a\\,b,dc=example\ncn: K\n"
    let (cards, _) = DocumentReading.read(Array(dn.utf8), with: LDIFReader())
    #expect(written(try Card(cards[0])).0.hasPrefix("dn: uid=k,ou=\\C3\\A9 a\\,b,dc=example\n"))
  }

  // MARK: Laws

  private func expectBack(_ card: Card, _ name: String) {
    let card = CardConverter(to: .version40, losses: .kept).convertedCard(card)
    let (text, _) = written(card)
    var reader = LDIFReader()
    reader.append(Array(text.utf8)[...])
    reader.finish()
    guard case .card(let back, _) = reader.next() else {
      Issue.record("\(name) makes no entry")
      return
    }
    // RFC 6350 §6.2.1: a card has a name, which is found where it says none.
    let before = DocumentReading.content(card)
    let after = DocumentReading.content(back).filter {
      card.first(.fn) != nil || !$0.hasPrefix(" FN ")
    }
    if before.sorted() != after.sorted() {
      let lost = before.filter { !after.contains($0) }.prefix(3)
      let added = after.filter { !before.contains($0) }.prefix(3)
      Issue.record("\(name): lost \(lost), added \(added)")
    }
    if reader.next() != nil { Issue.record("\(name) makes several entries") }
  }

  @Test("every card comes back with all that it says", arguments: Version.allCases)
  func back(version: Version) {
    for (kind, count) in [(CardGenerator.Kind.valid, 300), (.wild, 300)] {
      let generator = CardGenerator(version, kind)
      for seed in 0..<UInt64(count) {
        var random = SeededGenerator(seed: seed)
        let generated = generator.card(using: &random)
        guard let card = try? Card(generated.text) else { continue }
        expectBack(card, "\(version.rawValue) \(kind) \(seed)")
      }
    }
  }

  @Test("the cards of many programs come back", .enabled(if: !Corpus.files.isEmpty))
  func corpus() throws {
    for file in Corpus.files where file.extension == "vcf" {
      let octets = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file.string)))
      guard octets.count < 300_000 else { continue }
      var reader = CardReader()
      try reader.append(octets)
      reader.finish()
      while case .card(let card, _) = reader.next() { expectBack(card, file.string) }
    }
  }

  @Test("no damage makes it stop")
  func mutations() {
    var random = SeededGenerator(seed: 7)
    let (text, _) = written(
      (try? card("FN:K", "N:Bell;Kate;;;", "TEL;PREF=1:+1", "PHOTO:data:image/jpeg;base64,/9j/"))
        ?? Card(version: .version40))
    let other = Array(LDIFTests.sample.utf8)
    for _ in 0..<10_000 {
      let octets = Mutation.damaged(
        Bool.random(using: &random) ? other : Array(text.utf8), other, using: &random)
      _ = DocumentReading.read(octets, cutAt: [octets.count / 2], with: LDIFReader())
    }
  }
}

extension CardConverter {
  /// The card in the version, whatever it cannot say.
  fileprivate func convertedCard(_ card: Card) -> Card {
    var converter = self
    var notes: [Diagnostic] = []
    return converter.converted(card, notes: &notes)
  }
}
