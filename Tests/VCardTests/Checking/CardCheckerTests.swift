import TestSupport
import Testing
import VCard

/// A card and what is said about it, as `LINE:COLUMN SEVERITY CODE`.
struct CheckCase: CustomTestStringConvertible, Sendable {
  let lines: [String]
  let expected: [String]
  var testDescription: String { lines.joined(separator: "⏎") }

  /// A line of vCard 4.0, which is the fourth of its card.
  static func v4(_ lines: String..., says expected: String...) -> CheckCase {
    CheckCase(
      lines: ["BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell"] + lines + ["END:VCARD"],
      expected: expected)
  }

  /// A line of vCard 3.0, which is the fifth of its card.
  static func v3(_ lines: String..., says expected: String...) -> CheckCase {
    CheckCase(
      lines: ["BEGIN:VCARD", "VERSION:3.0", "N:Bell;Kate;;;", "FN:Kate Bell"] + lines
        + ["END:VCARD"],
      expected: expected)
  }

  /// A line of vCard 2.1, which is the fourth of its card.
  static func v2(_ lines: String..., says expected: String...) -> CheckCase {
    CheckCase(
      lines: ["BEGIN:VCARD", "VERSION:2.1", "N:Bell;Kate"] + lines + ["END:VCARD"],
      expected: expected)
  }

  static func whole(_ lines: String..., says expected: String...) -> CheckCase {
    CheckCase(lines: lines, expected: expected)
  }

  func check() throws {
    #expect(try Checked.summary(lines.map { $0 + "\n" }.joined()) == expected)
  }
}

@Suite("CardChecker, properties of a card")
struct CardCheckerPropertyTests {
  @Test(
    "asks for FN and N where the version does (RFC 6350 §6.2.1, RFC 2426 §3.1)",
    arguments: [
      CheckCase.whole(
        "BEGIN:VCARD", "VERSION:3.0", "END:VCARD", says: "1:1 error missing-fn",
        "1:1 warning missing-n"),
      .whole("BEGIN:VCARD", "VERSION:2.1", "FN:x", "END:VCARD", says: "1:1 warning missing-n"),
      .whole("BEGIN:VCARD", "VERSION:4.0", "END:VCARD", says: "1:1 error missing-fn"),
      .whole(
        "BEGIN:VCARD", "VERSION:3.0", "N:;;;;", "FN:", "END:VCARD", says: "4:1 warning empty-fn"),
      .v4("N:;;;;"),
    ])
  func required(sample: CheckCase) throws { try sample.check() }

  @Test(
    "counts what may stand once, and an ALTID as one (RFC 6350 §5.4)",
    arguments: [
      CheckCase.v4("BDAY:1985", "BDAY:1986", says: "5:1 error repeated-property"),
      .v4("N;ALTID=1;LANGUAGE=ja:山田;太郎;;;", "N;ALTID=1;LANGUAGE=en:Yamada;Taro;;;"),
      .v4(
        "N;ALTID=1:a;b;;;", "N;ALTID=1:c;b;;;", "N;ALTID=2:d;b;;;",
        says: "6:1 error repeated-property"),
      .v4("N;ALTID=1:a;b;;;", "N:c;b;;;", says: "5:1 error repeated-property"),
      .v4("N:a;b;;;", "N;ALTID=1:c;b;;;", says: "5:1 error repeated-property"),
      .v4("FN:Kate", "TITLE:a", "TITLE:b"),
      .v3("BDAY:1985-04-12", "BDAY:1985-04-13", says: "6:1 note repeated-property"),
      .v4("VERSION:4.0", says: "4:1 error repeated-property", "4:1 note duplicate-property"),
    ])
  func occurrence(sample: CheckCase) throws {
    #expect(
      try Checked.summary(sample.lines.map { $0 + "\n" }.joined()).sorted()
        == sample.expected.sorted())
  }

  @Test(
    "tells properties of other versions and of none from those of programs",
    arguments: [
      CheckCase.v4("LABEL:x", says: "4:1 warning property-not-in-version"),
      .v4("item1.AGENT;VALUE=uri:cid:1", says: "4:7 warning property-not-in-version"),
      .v4("MAILER:x", says: "4:1 warning property-not-in-version"),
      .v4("CLASS:PUBLIC", says: "4:1 warning property-not-in-version"),
      .v4("SORT-STRING:x", says: "4:1 warning property-not-in-version"),
      .v3("KIND:group", says: "5:1 warning property-not-in-version"),
      .v3("HOBBY:tea", says: "5:1 warning property-not-in-version"),
      .v2("CATEGORIES:tea", says: "4:1 warning property-not-in-version"),
      .v3("X-KIND:group", "X-ABUID:1"), .v4("VND-12345-TEA:green"),
      .v3("SHOESIZE:38", says: "5:1 note unknown-property"),
      .v4("X-GOOGLE TALK:kate", says: "4:9 warning property-name"),
      .v4("X_A:1", says: "4:2 warning property-name"),
      .v4("NOTE :tea", says: "4:5 warning property-name"),
      .v4("a.b.TEL:1", says: "4:2 warning group-name"), .v2("a.b.TEL:1"),
      .v4("my_group.TEL:1", says: "4:3 warning group-name"),
    ])
  func names(sample: CheckCase) throws { try sample.check() }

  @Test(
    "tells the same line twice, octet for octet",
    arguments: [
      CheckCase.v4(
        "TEL:1", "TEL:1", "TEL:1", says: "5:1 note duplicate-property",
        "6:1 note duplicate-property"),
      .v4("TEL:1", "tel:1", "TEL:11", "TEL;TYPE=home:1", "a.TEL:1"),
      .v4(
        "NOTE:abcdefgh12345678", "NOTE:ABCDEFGH12345678", "NOTE:abcdefgh12345678",
        says: "6:1 note duplicate-property"),
    ])
  func duplicates(sample: CheckCase) throws { try sample.check() }

  @Test("finds the lines that stand twice among many of one length and one end")
  func manyDuplicates() throws {
    // The keys of all these lines are alike, so that their contents decide.
    let lines = (0..<3000).map { "NOTE:\(100_000 + $0 % 2000) and the same words" }
    let found = try Checked.diagnostics(
      "BEGIN:VCARD\nVERSION:4.0\nFN:x\n" + lines.map { $0 + "\n" }.joined() + "END:VCARD\n")
    #expect(found.map(\.code) == Array(repeating: .duplicateProperty, count: 1000))
    #expect(found.first?.position.line == 2004)
    #expect(found.last?.position.line == 3003)
  }

  @Test(
    "tells labels that label nothing",
    arguments: [
      CheckCase.v3("item1.TEL:1", "ITEM1.X-ABLabel:Boat"),
      .v3("X-ABLabel:Boat", says: "5:1 note stray-label"),
      .v3("item1.X-ABLabel:Boat", "item2.TEL:1", says: "5:1 note stray-label"),
      .v3(
        "item1.X-ABLabel:a", "item1.X-ABLabel:b", says: "5:1 note stray-label",
        "6:1 note stray-label"),
    ])
  func labels(sample: CheckCase) throws { try sample.check() }

  @Test(
    "allows MEMBER in groups only, and PID sources with a map only (RFC 6350 §6.6.5, §6.7.7)",
    arguments: [
      CheckCase.v4("MEMBER:urn:x:1", "KIND:GROUP"),
      .v4(
        "KIND:individual", "MEMBER:urn:x:1", "MEMBER:urn:x:2",
        says: "5:1 warning member-without-group"),
      .v4(
        "TEL;PID=2.1,3.2:1", "EMAIL;PID=1.1:a@b.example", "CLIENTPIDMAP:2;urn:x:1",
        says: "4:11 warning pid-without-map"),
      .v4("TEL;PID=1:1"),
      .v4("CLIENTPIDMAP:0;urn:x:1", says: "4:14 warning bad-clientpidmap"),
      .v4("CLIENTPIDMAP:1;nothing", says: "4:14 warning bad-clientpidmap"),
    ])
  func relations(sample: CheckCase) throws { try sample.check() }

  @Test(
    "notes properties without a value, and minds those of FN and UID",
    arguments: [
      CheckCase.v4("NOTE:", says: "4:1 note empty-property"),
      .v4("item1.X-ABLABEL: ", "item1.TEL:1", says: "4:7 note empty-property"),
      .v4("UID:", says: "4:1 warning empty-uid"),
    ])
  func empty(sample: CheckCase) throws { try sample.check() }
}

@Suite("CardChecker, parameters")
struct CardCheckerParameterTests {
  @Test(
    "takes parameters without a name in vCard 2.1 only, and PREF of RFC 2739",
    arguments: [
      CheckCase.v2("TEL;HOME;VOICE:1", "NOTE;QUOTED-PRINTABLE:a=3D", "PHOTO;URL:http://a.example"),
      .v3("TEL;HOME;VOICE:1", says: "5:5 warning bare-parameter"),
      .v4("TEL;TYPE=home;CELL:1", says: "4:15 warning bare-parameter"),
      .v3("FBURL;PREF:http://a.example/fb", "CALURI;PREF:http://a.example/c"),
      .v4("FBURL;PREF:http://a.example/fb", says: "4:7 warning bare-parameter"),
      .v3("URL;PREF:http://a.example/", says: "5:5 warning bare-parameter"),
      .v2("TEL;BOAT:1", says: "4:5 note unknown-type"),
    ])
  func bare(sample: CheckCase) throws { try sample.check() }

  @Test(
    "tells empty parameters once a line",
    arguments: [
      CheckCase.v4("TEL;;;:1", says: "4:5 warning empty-parameter"),
      .v4("TEL;TYPE=:1", says: "4:5 warning empty-parameter"),
      .v2("TEL;CELL=;HOME=:1", says: "4:5 warning empty-parameter"),
      .v4("ADR;LABEL=\"\":;;;;;;", "X-A;X-B=:1"),
    ])
  func empty(sample: CheckCase) throws { try sample.check() }

  @Test(
    "knows which version has which parameter, and which property",
    arguments: [
      CheckCase.v3("TEL;PREF=1:1", says: "5:5 warning parameter-not-in-version"),
      .v3(
        "N;SORT-AS=x:a;b", says: "5:1 note repeated-property",
        "5:3 warning parameter-not-in-version"),
      .v3("NOTE;CHARSET=UTF-8:x", says: "5:6 warning parameter-not-in-version"),
      .v3(
        "URL;MEDIATYPE=text/html:http://a.example",
        says: "5:5 warning parameter-not-in-version"),
      .v4("NOTE;CHARSET=UTF-8:x", says: "4:6 warning parameter-not-in-version"),
      .v4("KEY;ENCODING=b:TUlJ", says: "4:5 warning parameter-not-in-version"),
      .v4("BDAY;TYPE=home:1985", says: "4:6 warning parameter-not-allowed"),
      .v4("N;PID=1:a;b;;;", says: "4:3 warning parameter-not-allowed"),
      .v4("UID;PREF=1:urn:x:1", says: "4:5 warning parameter-not-allowed"),
      .v4("NOTE;GEO=\"geo:1,2\":x", says: "4:6 note parameter-not-allowed"),
      .v3("URL;TYPE=work:http://a.example", says: "5:5 note parameter-not-allowed"),
      .v4("TEL;COLOUR=red:1", says: "4:5 note unknown-parameter"),
      .v4("TEL;X-COLOUR=red:1", "X-B;TYPE=home;PREF=1:1"),
      .v4("NOTE;LANGUAGE=en;LANGUAGE=en:x", says: "4:18 warning repeated-parameter"),
      .v4("TEL;TYPE=home;TYPE=work:1"),
      .v4(
        "ADR;CC=us;LABEL=\"a\";GEO=\"geo:1,2\";TZ=Europe/Berlin:;;1 Moat;;;;",
        "NOTE;AUTHOR=\"https://a.example\";AUTHOR-NAME=K;CREATED=20220101T000000Z:x",
        "SOCIALPROFILE;SERVICE-TYPE=Boats;USERNAME=kate:https://boats.example/@kate"),
    ])
  func allowed(sample: CheckCase) throws { try sample.check() }

  @Test(
    "looks at the values of parameters",
    arguments: [
      CheckCase.v4("TEL;PREF=101:1", says: "4:10 warning bad-pref"),
      .v4("TEL;PREF=100:1", "EMAIL;PREF=1:a@b.example"),
      .v4("TEL;PREF=high:1", says: "4:10 warning bad-pref"),
      .v4("TEL;PID=1.0:1", says: "4:9 warning bad-pid"),
      .v4("TEL;PID=1.2.3:1", says: "4:9 warning bad-pid"),
      .v4("NOTE;LANGUAGE=english language:x", says: "4:15 warning bad-language"),
      .v4("NOTE;LANGUAGE=zh-Hant-TW:x", "TITLE;LANGUAGE=x-tea:x"),
      .v4("TEL;TYPE=HOME,Pref:1", says: "4:15 warning type-pref"), .v3("TEL;TYPE=HOME,Pref:1"),
      .v4("ADR;TYPE=dom:;;1 Moat;;;;", says: "4:10 note obsolete-type"),
      .v4("TEL;TYPE=pcs:1", says: "4:10 note obsolete-type"),
      .v4("ADR;TYPE=car:;;1 Moat;;;;"),
      .v4("HOBBY;LEVEL=much:x", says: "4:13 warning bad-parameter-value"),
      .v4("HOBBY;INDEX=0:x", says: "4:13 warning bad-parameter-value"),
      .v4("URL;MEDIATYPE=html:http://a.example", says: "4:15 warning bad-parameter-value"),
      .v4("ADR;CC=USA:;;1 Moat;;;;", says: "4:8 warning bad-parameter-value"),
      .v4("N;SORT-AS=\"a,b,c,d,e,f\":a;b;c;d;e", says: "4:12 warning bad-parameter-value"),
      .v4("N;SORT-AS=\"Harten,Rene\":van der Harten;Rene;;;"),
      .v4("TEL;X-A=a\"b\"c:1", says: "4:10 warning bad-parameter-value"),
      .v4("TEL;TYPE=home\\,work:1", says: "4:14 warning escape-in-parameter"),
      .v4("ADR;LABEL=\"a\\nb\\, c\":;;1 Moat;;;;"),
      .v4("ADR;LABEL=a^b:;;1 Moat;;;;", says: "4:12 note circumflex-escape"),
      .v4("ADR;LABEL=a^nb^^c^'d:;;1 Moat;;;;"),
      .v4("ADR;LABEL=a\u{1}b:;;1 Moat;;;;", says: "4:12 warning control-character"),
    ])
  func values(sample: CheckCase) throws { try sample.check() }

  @Test(
    "knows VALUE and its types",
    arguments: [
      CheckCase.v4("X-A;VALUE=tea:1", says: "4:11 note unknown-value-type"),
      .v4("X-A;VALUE=x-tea:1"),
      .v4("BDAY;VALUE=date:19850412", says: "4:12 warning value-type-not-allowed"),
      .v3("BDAY;VALUE=date:1985-04-12", "TZ;VALUE=text:Europe/Berlin"),
      .v3("PHOTO;VALUE=url:http://a.example/p.jpg", says: "5:13 warning value-type-not-allowed"),
      .v2("PHOTO;VALUE=URL:http://a.example/p.jpg", "SOUND;VALUE=CID:<a@b>"),
      .v4("X-A;VALUE=integer:12,+3", "X-B;VALUE=float:1.5,-2", "X-C;VALUE=boolean:true"),
      .v4("X-A;VALUE=integer:1.5", says: "4:19 warning unparsable-value"),
      .v4("X-A;VALUE=boolean:yes", says: "4:19 warning unparsable-value"),
    ])
  func valueTypes(sample: CheckCase) throws { try sample.check() }

  @Test(
    "knows which version spells ENCODING how",
    arguments: [
      CheckCase.v3("KEY;ENCODING=B:TUlJ", says: "5:14 note encoding-spelling"),
      .v3("KEY;ENCODING=BASE64:TUlJ", says: "5:14 warning encoding-spelling"),
      .v2("KEY;ENCODING=b:TUlJ", "", says: "4:14 warning encoding-spelling"),
      .v3("NOTE;ENCODING=8BIT:x", says: "5:15 warning encoding-spelling"), .v2("NOTE;8BIT:x"),
      .v3("NOTE;ENCODING=QUOTED-PRINTABLE:=41", says: "5:6 warning quoted-printable-obsolete"),
      .v4("NOTE;ENCODING=QUOTED-PRINTABLE:=41", says: "4:6 warning quoted-printable-obsolete"),
      .v2("NOTE;ENCODING=ROT13:x", says: "4:15 error unknown-encoding"),
    ])
  func encodings(sample: CheckCase) throws { try sample.check() }

  @Test("gives the place of a parameter in a folded head")
  func foldedHead() throws {
    let found = try Checked.summary(
      "BEGIN:VCARD\nVERSION:4.0\nFN:x\nTEL;TYPE=ho\n me;PR\n EF=0;TY\n PE=pref:1\nEND:VCARD\n")
    #expect(found == ["6:5 warning bad-pref", "7:5 warning type-pref"])
  }
}

@Suite("CardChecker, values")
struct CardCheckerValueTests {
  @Test(
    "reads dates in the form of the version (RFC 6350 §4.3, RFC 2425 §5.8.4)",
    arguments: [
      CheckCase.v4("BDAY:19850412", "ANNIVERSARY:--0412", "DEATHDATE:---12"),
      .v4("BDAY:1985-04"), .v4("BDAY:19531015T231000Z"), .v4("BDAY:T102200-0800"),
      .v4("BDAY:--1022T1400"), .v4("BDAY;VALUE=text:circa 1800"),
      .v4("BDAY:1985-04-12", says: "4:6 warning date-form"),
      .v4("BDAY:--04-12", says: "4:6 warning date-form"),
      .v4("BDAY:1985T10", says: "4:6 warning date-form"),
      .v4("BDAY:19850412T10:22", says: "4:6 warning date-form"),
      .v4("BDAY:19850412t102200z", says: "4:6 warning date-form"),
      .v4("BDAY:19850230", says: "4:6 warning unparsable-value"),
      .v4("BDAY:12th May", says: "4:6 warning unparsable-value"),
      .v4("REV:19951031T222710Z"), .v4("REV:19951031T222710-05"),
      .v4("REV:19951031", says: "4:5 warning date-form"),
      .v4("REV:1995-10-31T22:27:10Z", says: "4:5 warning date-form"),
      .v4("REV:1747922601891", says: "4:5 warning unparsable-value"),
      .v4("CREATED:20220705T093412Z"),
      .v3("BDAY:1985-04-12", "REV:1995-10-31T22:27:10.5Z"), .v3("BDAY:19850412"),
      .v3("REV:1995-10-31"),
      .v3("BDAY:--04-12", says: "5:6 warning date-form"),
      .v3("BDAY:1985", says: "5:6 warning date-form"),
      .v3("BDAY:00000000", says: "5:6 warning unparsable-value"),
      .v2("BDAY:19950415", "REV:19951031T222710"),
    ])
  func dates(sample: CheckCase) throws { try sample.check() }

  @Test("calls a date what PartialDate calls one, whatever its form")
  func sameAsPartialDate() throws {
    var generator = Numbers(seed: 7)
    let shapes = ["19850412", "1985-04-12", "--0412", "T1022", "1985-04-12T10:22:00Z", ""]
    var dates = 0
    for _ in 0..<4000 {
      let value = generator.date(like: shapes, changes: 4)
      guard value.contains(where: { $0 != " " }) else { continue }
      let found = try Checked.diagnostics(
        "BEGIN:VCARD\nVERSION:4.0\nFN:x\nBDAY:\(value)\nEND:VCARD\n")
      let isDate = !found.contains { $0.code == .unparsableValue }
      #expect(isDate == (PartialDate(value) != nil), "\(value)")
      if isDate { dates += 1 }
    }
    #expect(500...3500 ~= dates)
  }

  @Test(
    "reads offsets and places",
    arguments: [
      CheckCase.v3("TZ:-05:00", "GEO:37.386013;-122.082932"),
      .v3("TZ:-0500", says: "5:4 warning date-form"),
      .v3("TZ:Europe/Paris", says: "5:4 warning unparsable-value"),
      .v3("TZ:+25:00", says: "5:4 warning unparsable-value"),
      .v2("TZ:-0500", "GEO:37.24,-17.87"), .v2("TZ:-08:00"),
      .v4("TZ:Raleigh/North America", "TZ;VALUE=utc-offset:-0500"),
      .v4("TZ;VALUE=utc-offset:-05:00", says: "4:21 warning date-form"),
      .v3("GEO:37.4,-122.1", says: "5:5 warning unparsable-value"),
      .v4("GEO:geo:37.386013,-122.082932;u=35", "GEO:https://a.example/here"),
      .v4("GEO:geo:here", says: "4:5 warning unparsable-value"),
      .v4("GEO:37.4;-122.1", says: "4:5 warning bad-uri"),
    ])
  func places(sample: CheckCase) throws { try sample.check() }

  @Test(
    "asks for a scheme where a URI is (RFC 6350 §4.2)",
    arguments: [
      CheckCase.v4("URL:www.example.com", says: "4:5 warning bad-uri"),
      .v3("URL:www.example.com", says: "5:5 warning bad-uri"),
      .v4("URL:https://a.example/a b", says: "4:24 warning bad-uri"),
      .v4("UID:1b880cda", says: "4:5 warning bad-uri"), .v4("UID;VALUE=text:1b880cda"),
      .v3("UID:1b880cda"), .v4("RELATED:Fred", says: "4:9 warning bad-uri"),
      .v4("RELATED;VALUE=text:Fred"), .v3("IMPP:kate", says: "5:6 warning bad-uri"),
      .v4("PHOTO:/9j/4AAQSkZJRgABAQAA", says: "4:7 warning bad-uri"),
      .v4("TEL;VALUE=uri:1", says: "4:15 warning bad-uri"),
      .v4("TEL:tel:+1", says: "4:5 note uri-without-value"), .v4("TEL;VALUE=text:tel:+1"),
      .v4("URL:https\\://a.example", says: "4:10 note escape-in-uri"),
      .v4("PHOTO:data:image/png;base64\\,iVBORw0KGgoAAAAN", says: "4:28 note escape-in-uri"),
      .v4("PHOTO:data:image/png", says: "4:7 error bad-uri"),
      .v3("PHOTO:https://a.example/p.jpg", says: "5:7 warning uri-without-value"),
      .v3("PHOTO;VALUE=uri:https://a.example/p.jpg"),
      .v3("PHOTO:data:image/png;base64,iVBORw0KGgoAAAAN", says: "5:7 warning uri-without-value"),
    ])
  func uris(sample: CheckCase) throws { try sample.check() }

  @Test(
    "counts components (RFC 6350 §6.2.2, RFC 9554 §2, RFC 2426 §4)",
    arguments: [
      CheckCase.v4("N:a;b;c;d;e"), .v4("N:a;b;c;d;e;f;g"),
      .v3("N:a;b", says: "5:1 note repeated-property"),
      .v4("N:a;b", says: "4:3 note component-count"),
      .v4("N:a;b;c;d;e;f;g;h", says: "4:17 error component-count"),
      .v4("N:a\\;b;c;;;"), .v4("ADR:;;1 Moat;;;;"),
      .v4("ADR:;;1 Moat;;;;;;;;;;;;;;;"), .v4("ADR:;;1 Moat", says: "4:5 note component-count"),
      .v3("ADR:;;1 Moat;a;b;c;d;e", says: "5:22 error component-count"),
      .v3("ADR:;;1 Moat;a;b;c;d;", says: "5:22 warning component-count"),
      .v2("ADR;HOME:;;1 Moat;a;b;c;d;e", says: "4:27 error component-count"),
      .v4("GENDER:F"), .v4("GENDER:;it's complicated"), .v4("GENDER:o;x"),
      .v4("GENDER:Female", says: "4:8 warning bad-gender"),
      .v4("GENDER:F;a;b", says: "4:12 error component-count"),
      .v4("KIND:boat", says: "4:6 note unknown-kind"), .v4("KIND:X-boat"), .v4("KIND:device"),
      .v4("LANG:german", "LANG:de-CH"), .v4("LANG:de_CH", says: "4:6 warning bad-language"),
    ])
  func structures(sample: CheckCase) throws { try sample.check() }

  @Test(
    "minds commas, semicolons and backslashes in text where nothing else can be meant",
    arguments: [
      CheckCase.v4("NOTE:tea\\, milk; sugar\\; \\n\\N\\\\"),
      .v4("NOTE:tea, milk", says: "4:9 warning unescaped-separator"),
      .v3("NOTE:tea; milk, sugar", says: "5:9 warning unescaped-separator"),
      .v3("CATEGORIES:tea,milk"), .v4("CATEGORIES:tea,milk", "NICKNAME:a,b"),
      .v3("CATEGORIES:tea;milk", says: "5:15 warning unescaped-separator"),
      .v4("ORG:ABC, Inc.;Tea", says: "4:8 warning unescaped-separator"),
      .v4("N:a,b;c,d;;;"), .v2("NOTE:tea, milk; sugar \\x"),
      .v4("NOTE:C:\\files", says: "4:8 note bad-escape"),
      .v4("NOTE:tea\\", says: "4:9 note bad-escape"), .v4("X-A:tea, \\x"), .v4("TEL:1,,2;3\\x"),
    ])
  func text(sample: CheckCase) throws { try sample.check() }

  @Test("sees an escape that a fold splits as one")
  func foldedEscape() throws {
    #expect(
      try Checked.summary(
        "BEGIN:VCARD\nVERSION:4.0\nFN:x\nNOTE:a\\\n nb\n c\\d\nEND:VCARD\n")
        == ["6:3 note bad-escape"])
  }

  @Test(
    "looks at base64 and what it holds",
    arguments: [
      CheckCase.v3("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ", " SkZJRgABAQAA"),
      .v3("KEY;ENCODING=b:MIICajCC", " Ad*gAwIBAgIC", says: "6:4 error bad-base64"),
      .v3("KEY;ENCODING=b:MIICa", says: "5:16 error bad-base64"),
      .v3("KEY;ENCODING=b:MIICajA", says: "5:16 warning bad-base64"),
      .v3("KEY;ENCODING=b:MIIC=jCC", says: "5:21 error bad-base64"),
      .v3("PHOTO;ENCODING=b:data:image/png;base64,iVBO", says: "5:18 warning encoding-on-uri"),
      .v3("PHOTO;TYPE=JPEG:/9j/4AAQSkZJRgABAQAA", says: "5:17 warning missing-encoding"),
      .v3("PHOTO:a face", says: "5:7 warning unparsable-value"),
      .v3(
        "PHOTO;ENCODING=b;TYPE=GIF:/9j/4AAQSkZJRgABAQAA",
        says: "5:27 note media-type-mismatch"),
      .v3("PHOTO;ENCODING=b;TYPE=image/jpg:/9j/4AAQSkZJRgABAQAA"),
      .v4(
        "PHOTO:data:image/png;base64,/9j/4AAQSkZJRgABAQAA",
        says: "4:7 note media-type-mismatch"),
      .v4("PHOTO:data:image/png;base64,iVB?", says: "4:32 error bad-base64"),
      .v4("PHOTO:data:image/png,%89PNG"),
      .v2("PHOTO;JPEG;BASE64:", " /9j/4AAQSkZJRgABAQAA", ""),
    ])
  func binary(sample: CheckCase) throws { try sample.check() }

  @Test(
    "says of what is no base64 what reading does: left out at the end, else kept as text",
    arguments: ["MIIC*jCC", "MIICajCC...", "MIICajCC\r\n =*\r\n *", "****", "not base64!!"])
  func strangeBase64(value: String) throws {
    let head = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\nN:x;;;;\r\n"
    let octets = Array("\(head)KEY;ENCODING=b:\(value)\r\nEND:VCARD\r\n".utf8)
    let key = try #require(Card(reading: octets)?.first(.key))
    let isBinary = if case .binary = key.value { true } else { false }
    #expect(try messages(octets) == [isBinary ? "left out" : "kept as text"], "\(key)")
    // Nothing of a URI is left out.
    let uri = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:x\r\nKEY:data:x/y;base64,\(value)\r\nEND:VCARD\r\n"
    #expect(try messages(Array(uri.utf8)) == ["kept as text"])
  }

  /// What becomes of the base64 of KEY that is none.
  private func messages(_ octets: [UInt8]) throws -> [String] {
    try Checked.diagnostics(octets).filter { $0.code == .badBase64 }
      .map { $0.message.replacing("KEY holds what is not base64; ", with: "") }
  }

  @Test("tells charsets that are missing, unknown or wrong")
  func charsets() throws {
    func codes(_ version: String, _ line: [UInt8]) throws -> [String] {
      let head = "BEGIN:VCARD\r\nVERSION:\(version)\r\nFN:x\r\nN:x;;;;\r\n"
      return try Checked.diagnostics(
        Array(head.utf8) + line + Array("\r\nEND:VCARD\r\n".utf8)
      ).map {
        "\($0.position.line):\($0.position.column) \($0.severity.rawValue) \($0.code.rawValue)"
      }
    }
    #expect(
      try codes("4.0", Array("NOTE:Zo".utf8) + [0xEB]) == ["5:8 error undeclared-charset"])
    #expect(
      try codes("3.0", Array("NOTE:Zo".utf8) + [0xEB]) == ["5:8 warning undeclared-charset"])
    #expect(
      try codes("2.1", Array("NOTE;CHARSET=ISO-8859-1:Zo".utf8) + [0xEB]) == [])
    #expect(
      try codes("2.1", Array("NOTE;CHARSET=UTF-8:Zo".utf8) + [0xEB])
        == ["5:20 error wrong-charset"])
    #expect(
      try codes("2.1", Array("NOTE;CHARSET=nope:Zo".utf8)) == ["5:14 error unknown-charset"])
    #expect(try codes("2.1", Array("NOTE:Zoë".utf8)) == ["5:6 note missing-charset"])
    #expect(
      try codes("2.1", Array("NOTE:Zo".utf8) + [0xEB]) == ["5:8 warning undeclared-charset"])
    #expect(
      try codes("2.1", Array("NOTE;ENCODING=QUOTED-PRINTABLE:Zo=EB".utf8))
        == ["5:32 warning undeclared-charset"])
    #expect(
      try codes("2.1", Array("NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Zo=C3=AB".utf8)) == [])
    #expect(
      try codes("4.0", Array("NOTE:Zo".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xAB])
        == ["5:8 warning split-character"])
  }

  @Test("asks the decoding before it looks at backslashes of a declared charset")
  func shiftJIS() throws {
    // In Shift_JIS the second octet of 表 is that of a backslash.
    let decoding = TextDecoding { _, charset in
      charset == "SHIFT_JIS" ? Array("表;;;;".utf8) : nil
    }
    let card =
      Array("BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=SHIFT_JIS:".utf8) + [0x95, 0x5C]
      + Array(";;;;\r\nEND:VCARD\r\n".utf8)
    #expect(try Checked.diagnostics(card, decoding: decoding).isEmpty)
  }

  @Test(
    "finds faults in quoted-printable, and control characters in what it says",
    arguments: [
      CheckCase.v2("NOTE;QUOTED-PRINTABLE:a=3D=", "b=zz", says: "5:2 warning bad-quoted-printable"),
      .v2("NOTE;QUOTED-PRINTABLE:a=08b", says: "4:23 warning control-character"),
      .v2("NOTE;QUOTED-PRINTABLE:a=0D=0A=", "b"),
      .v2("N;QUOTED-PRINTABLE:a=3Bb;c;d;e;f", says: "4:1 note repeated-property"),
      .v4("NOTE:a\u{7}b\u{8}", says: "4:7 warning control-character"),
      .v4("URL:https://a.example/\u{7F}", says: "4:23 warning control-character"),
    ])
  func encodings(sample: CheckCase) throws { try sample.check() }
}

@Suite("CardChecker, lines and places")
struct CardCheckerPlaceTests {
  @Test("tells a line end that is not CR LF once a card, at its first place")
  func lineEnds() throws {
    let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Kate\nNOTE:x\rEND:VCARD\n"
    let found = try Checked.diagnostics(Array((card + card).utf8))
    #expect(found.map(\.code) == [.lineEnd, .lineEnd])
    #expect(found.map(\.position.line) == [3, 8])
    #expect(found.map(\.position.column) == [8, 8])
    #expect(found[0].message.contains("LF"))
    #expect(found.map(\.severity) == [.note, .note])
  }

  @Test("does not mind that the input ends without a line end")
  func lastLine() throws {
    let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Kate\r\nEND:VCARD"
    #expect(try Checked.diagnostics(Array(card.utf8)).isEmpty)
  }

  @Test("tells the first line of a property that has more than 75 octets, and blank lines")
  func lengths() throws {
    let long = String(repeating: "a", count: 75)
    let found = try Checked.summary(
      "BEGIN:VCARD\nVERSION:4.0\n\nFN:\(long)\nNOTE:x\n \(long)\n \(long)\nTITLE:x\n\n y\nEND:VCARD\n"
    )
    #expect(
      found == [
        "3:1 note blank-line", "4:1 note long-line", "6:1 note long-line", "9:1 note blank-line",
      ])
    let exact = String(repeating: "a", count: 72)
    #expect(try Checked.summary("BEGIN:VCARD\nVERSION:4.0\nFN:\(exact)\nEND:VCARD\n").isEmpty)
    #expect(
      try Checked.summary("BEGIN:VCARD\nVERSION:2.1\nN:x\nNOTE:\(long)\nEND:VCARD\n").isEmpty)
  }

  @Test("checks the card in AGENT, with places in the whole input (vCard 2.1 §2.5.4)")
  func nested() throws {
    let found = try Checked.summary(
      """
      BEGIN:VCARD
      VERSION:2.1
      N:Bell;Kate
      AGENT:
      BEGIN:VCARD
      VERSION:2.1
      N:Friday;Fred
      BDAY:soon
      AGENT:
      BEGIN:VCARD
      VERSION:2.1
      TZ:noon
      END:VCARD
      END:VCARD
      REV:never
      END:VCARD

      """)
    #expect(
      found == [
        "5:1 note nested-card", "8:6 warning unparsable-value", "10:1 note nested-card",
        "10:1 warning missing-n", "12:4 warning unparsable-value", "15:5 warning unparsable-value",
      ])
  }

  @Test("checks the card that AGENT holds as text, with places behind its escapes and folds")
  func inline() throws {
    let found = try Checked.summary(
      """
      BEGIN:VCARD
      VERSION:3.0
      N:Bell;Kate;;;
      FN:Kate Bell
      AGENT:BEGIN:VCARD\\nVERSION:3.0\\nFN:Fred\\nN:Friday\\;F
       red\\nBDAY:soon\\nTEL\\;HOME:1\\nEND:VCARD
      AGENT:Fred
      AGENT:http://example.com/fred
      AGENT;VALUE=text:Fred
      END:VCARD

      """)
    #expect(
      found == [
        "6:12 warning unparsable-value", "6:23 warning bare-parameter",
        "7:7 warning unparsable-value", "8:7 warning uri-without-value",
      ])
  }

  @Test("gives places that count lines and octets as the input has them, in every encoding")
  func references() throws {
    var generator = Numbers(seed: 42)
    let lines = [
      "BDAY:soon", "NOTE:Zoë, 趙偉 𝄞", "TEL;PREF=0;TYPE=pref:1", "URL:no\u{7}where", "NOTE:a\\b",
      "item1.X-ABLabel:x", "N:a;b", "X_Y:1", "KEY;VALUE=uri:data:a;base64,*", "", "NOTE:é",
      " 趙\\x, y", "TITLE;LANGUAGE=a b:", "RELATED:x", "GENDER:z;y;x",
    ]
    let ends = ["\r\n", "\n", "\r", "\r\r\n"]
    for round in 0..<300 {
      var text = ""
      for _ in 0..<2 {
        text += "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:x\r\n"
        for _ in 0..<8 {
          text += lines[Int(generator.next() % UInt64(lines.count))]
          text += ends[Int(generator.next() % UInt64(round % 2 == 0 ? 1 : ends.count))]
        }
        text += "END:VCARD\r\n"
      }
      let narrow = Array(text.utf8)
      let wide: [UInt8] =
        [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      let found = try Checked.diagnostics(narrow)
      #expect(!found.isEmpty)
      for diagnostic in found {
        let place = diagnostic.position
        #expect(place == Self.place(of: place.byte, in: narrow, unit: 1, card: place.card))
      }
      let wideFound = try Checked.diagnostics(wide).filter { $0.code != .utf16 }
      #expect(wideFound.map(\.code) == found.map(\.code))
      #expect(wideFound.map(\.position.line) == found.map(\.position.line))
      for diagnostic in wideFound {
        let place = diagnostic.position
        #expect(place == Self.place(of: place.byte, in: wide, unit: 2, card: place.card))
      }
    }
  }

  /// Counts lines slowly.
  private static func place(
    of byte: Int, in octets: [UInt8], unit: Int, card: Int
  ) -> SourcePosition {
    func isUnit(_ index: Int, _ octet: UInt8) -> Bool {
      guard index >= 0, index + unit <= octets.count else { return false }
      return octets[index + unit - 1] == octet && (unit == 1 || octets[index] == 0)
    }
    var line = 1
    var start = 0
    var index = 0
    while index < byte {
      var next = index + unit
      if isUnit(index, 0x0D) {
        if isUnit(next, 0x0A) {
          next += unit
        } else if isUnit(next, 0x0D), isUnit(next + unit, 0x0A) {
          next += 2 * unit
        }
      } else if !isUnit(index, 0x0A) {
        index = next
        continue
      }
      index = next
      line += 1
      start = index
    }
    return SourcePosition(byte: byte, card: card, line: line, column: byte - start + 1)
  }

  @Test("says nothing that is not visible, and quotes no more than forty characters")
  func messages() throws {
    let long = String(repeating: "ü", count: 100)
    let found = try Checked.diagnostics(
      "BEGIN:VCARD\nVERSION:4.0\nFN:x\nBDAY:a\u{1B}[31m\u{202E}b\nTZ;VALUE=utc-offset:\(long)\n"
        + "END:VCARD\n")
    let messages = found.map(\.message)
    #expect(messages.contains { $0.contains("\"a\\u{1B}[31m\\u{202E}b\"") })
    #expect(messages.contains { $0.contains("\"\(long.prefix(40))…\"") })
    for scalar in messages.joined().unicodeScalars {
      #expect(![.control, .format].contains(scalar.properties.generalCategory))
    }
  }

  @Test("says what is wrong and what was done about it")
  func wording() throws {
    let found = try Checked.diagnostics(
      "BEGIN:VCARD\nVERSION:4.0\nFN:x\nBDAY:12th May\nLABEL:x\nTEL;PREF=0;HOME:1\nEND:VCARD\n")
    #expect(
      found.map(\.message) == [
        "BDAY \"12th May\" is not a date; kept as text",
        "LABEL is not a property of vCard 4.0; kept",
        "PREF \"0\" is not a number from 1 to 100; kept, means nothing",
        "the parameter \"HOME\" lacks its name; taken as TYPE",
      ])
  }

  @Test(
    "says of a word that lacks the name of its parameter what reading takes it for",
    arguments: [("B", "TYPE"), ("BASE64", "ENCODING"), ("INLINE", "VALUE"), ("HOME", "TYPE")])
  func namelessWords(word: String, name: String) throws {
    func text(_ version: String) -> String {
      "BEGIN:VCARD\nVERSION:\(version)\nFN:x\nN:x\nPHOTO;\(word):AAAA\nEND:VCARD\n"
    }
    func messages(_ version: String) throws -> [String] {
      try Checked.diagnostics(text(version)).map(\.message)
    }
    for version in ["2.1", "3.0"] {
      let photo = try Reading(Array(text(version).utf8)).cards.first?.first(.photo)
      #expect(photo?.parameters.map(\.name) == [name])
    }
    #expect(
      try messages("3.0").contains("the parameter \"\(word)\" lacks its name; taken as \(name)"))
    #expect(
      try messages("2.1").contains("\"\(word)\" is not a word of vCard 2.1; taken as a type")
        == (word == "B"))
  }

  @Test(
    "a word alone says where a value is in vCard 3.0 and 4.0, too",
    arguments: [("3.0", "PHOTO;URL:http://a.example/p"), ("4.0", "TEL;URL:tel:+1")])
  func valueWord(version: String, line: String) throws {
    let codes = try Checked.diagnostics(
      "BEGIN:VCARD\nVERSION:\(version)\nFN:x\nN:x\n\(line)\nEND:VCARD\n"
    ).map(\.code)
    #expect(codes.contains(.bareParameter))
    #expect(!codes.contains(.uriWithoutValue))
  }

  @Test("gives places inside the input, in order, for whatever octets come")
  func anything() throws {
    var generator = Numbers(seed: 99)
    let samples = DiagnosticCatalogue.entries.map(\.bad.octets)
    let special = Array(";:=,\\\"^.\r\n \0".utf8) + [0xC3, 0xEB]
    for sample in samples {
      for _ in 0..<40 {
        var octets = sample
        for _ in 0...(generator.next() % 4) {
          let place = Int(generator.next() % UInt64(octets.count))
          switch generator.next() % 3 {
          case 0: octets.remove(at: place)
          case 1: octets[place] = special[Int(generator.next() % UInt64(special.count))]
          default: octets.insert(special[Int(generator.next() % UInt64(special.count))], at: place)
          }
        }
        var reader = CardReader()
        try reader.append(octets)
        reader.finish()
        var checker = CardChecker()
        while case .card(let card, _) = reader.next() {
          var found: [Diagnostic] = []
          checker.check(card, into: &found)
          let places = found.map(\.position.byte)
          #expect(places == places.sorted())
          #expect(places.allSatisfy { card.start.byte...octets.count ~= $0 })
          #expect(found.allSatisfy { DiagnosticCatalogue.entry(for: $0.code) != nil })
        }
      }
    }
  }

  @Test("sums up what goes beyond the limit, and keeps the worst severity")
  func limit() throws {
    var text = "BEGIN:VCARD\nVERSION:4.0\nFN:x\n"
    for number in 0..<50 { text += "TZ;VALUE=utc-offset:\(number) o'clock\n" }
    text += "GENDER:F;a;b\nEND:VCARD\n"
    let found = try Checked.diagnostics(
      text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, limit: 10)
    #expect(found.count == 11)
    #expect(found.last?.code == .moreDiagnostics)
    #expect(found.last?.severity == .error)
    #expect(found.last?.message == "41 more diagnostics of this card are left out")
  }

  @Test("gives every one of a hundred thousand faults its place")
  func many() throws {
    var text = "BEGIN:VCARD\nVERSION:4.0\nFN:x\n"
    for number in 0..<100_000 { text += "URL:\(number)\n" }
    let found = try Checked.diagnostics(text + "END:VCARD\n")
    #expect(found.count == 100_000)
    #expect(found.indices.allSatisfy { found[$0].position.line == $0 + 4 })
  }

  @Test("checks cards that a program made or changed")
  func edited() throws {
    var card = Card(version: .version40)
    card.append(ContentLine("FN", .text("Kate, the \u{1F34B}; Bell")))
    card.append(ContentLine("N", .structure([["Bell"], ["Kate"], [], [], []])))
    card.append(
      ContentLine("PHOTO", .binary(mediaType: "image/png", octets: [0x89, 0x50, 0x4E, 0x47])))
    card.append(ContentLine("NOTE", .text(String(repeating: "tea and lemon\n", count: 20))))
    var checker = CardChecker()
    var found: [Diagnostic] = []
    checker.check(card, into: &found)
    #expect(found.isEmpty, "\(found)")
    let note = try #require(card.first(.note))
    card.replace(note, with: ContentLine("BDAY", .text("soon")))
    let photo = try #require(card.first(.photo))
    card.remove(photo)
    checker.check(card, into: &found)
    #expect(found.map(\.code) == [.unparsableValue])
  }

  @Test("keeps nothing from one card to the next")
  func reuse() throws {
    let samples = DiagnosticCatalogue.entries.map(\.bad) + DiagnosticCatalogue.entries.map(\.good)
    var checker = CardChecker()
    for sample in samples where sample.diagnosticLimit > 0 {
      var reader = CardReader(limits: sample.limits)
      try reader.append(sample.octets)
      reader.finish()
      while case .card(let card, _) = reader.next() {
        var reused: [Diagnostic] = []
        var fresh: [Diagnostic] = []
        checker.check(card, into: &reused)
        var other = CardChecker()
        other.check(card, into: &fresh)
        #expect(reused == fresh)
      }
    }
  }
}

/// Random numbers that are the same in every run.
///
/// SplitMix64.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A date, or nearly one: one of some with fewer than so many octets changed or put in.
  mutating func date(like shapes: [String], changes: UInt64) -> String {
    let alphabet = Array("00112345678999--TTZ:+., tz")
    var text = Array(shapes[Int(next() % UInt64(shapes.count))])
    for _ in 0..<(next() % changes) {
      let letter = alphabet[Int(next() % UInt64(alphabet.count))]
      let place = Int(next() % UInt64(text.count + 1))
      if next() % 2 == 0 || place == text.count {
        text.insert(letter, at: place)
      } else {
        text[place] = letter
      }
    }
    return String(text)
  }
}
