import ContactStore
import TestSupport
import Testing
import VCard

@Suite("Adding what a person lacks")
struct CardMergeTests {
  /// 2026-01-02T03:04:05Z.
  private let now: Int64 = 1_767_323_045

  private func card(_ lines: [String], _ version: String = "3.0") throws -> Card {
    let text = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
    return try BookSamples.parsed(text.joined(separator: "\r\n"))
  }

  /// Merges, checks that doing it again adds nothing, and gives the lines of the result without the
  /// envelope and REV.
  private func merged(
    _ target: [String], _ incoming: [String], from: String = "3.0", to: String = "3.0",
    extent: CardMerge.Extent = .everything
  ) throws -> [String] {
    let target = try card(target, to)
    let incoming = try card(incoming, from)
    let merge = CardMerge(adding: incoming, to: target, extent: extent, now: now)
    let text = BookSamples.written(merge.card)
    let again = CardMerge(
      adding: incoming, to: try BookSamples.parsed(text), extent: extent, now: now + 60)
    #expect(again.additions == [])
    #expect(BookSamples.written(again.card) == text)
    #expect(merge.isChanged == (text != BookSamples.written(target)))
    return text.split(separator: "\r\n").map(String.init).filter {
      !$0.hasPrefix("BEGIN:") && !$0.hasPrefix("VERSION:") && !$0.hasPrefix("END:")
        && !$0.hasPrefix("REV:")
    }
  }

  @Test("adds missing values behind the others and touches nothing else")
  func missing() throws {
    let target = ["FN:Kate Bell", "N:Bell;Kate;;;", "NOTE:a\\, b", "TEL;TYPE=home:1 234 567"]
    #expect(
      try merged(
        target,
        [
          "FN:Kate Bell", "EMAIL;TYPE=work:k@x.example", "ORG:Apple\\, Inc.;Sales",
          "URL:http://a/?b;c,d",
          "NICKNAME:Katie", "BDAY:1985-04-12", "ADR;TYPE=home:;;1 Main St;Town;;12345;",
        ])
        == target + [
          "EMAIL;TYPE=work:k@x.example", "ORG:Apple\\, Inc.;Sales", "URL:http://a/?b;c,d",
          "NICKNAME:Katie", "BDAY:1985-04-12", "ADR;TYPE=home:;;1 Main St;Town;;12345;",
        ])
  }

  @Test(
    "adds nothing that is there already",
    arguments: [
      ("EMAIL:Kate@Home.Example", "EMAIL;TYPE=work:kate@home.example"),
      ("EMAIL:kate@home.example", "EMAIL:mailto:kate@home.example"),
      ("TEL:+1 (408) 555-0000", "TEL;TYPE=cell:0014085550000"),
      ("TEL:030 1234567", "TEL:+49 30 1234567"),
      ("TEL:ask at the desk", "TEL: ask  at the desk"),
      ("NOTE:a  b", "NOTE: a b "), ("FN:Dr. Kate Bell", "FN:Bell\\, KATE"),
      ("N:Bell;Kate;Anne;Dr.;", "N:Bell;Kate;;;"), ("ORG:Apple;Sales", "ORG:Apple;"),
      ("BDAY:1985-04-12", "BDAY:19850412"), ("BDAY:1985-04-12", "BDAY:--0412"),
      ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "BDAY:--0412"),
      ("ADR:;;1 Main St;Town;;;", "ADR;TYPE=work:;;1 Main St;Town"),
      ("NICKNAME:a,b", "NICKNAME:b"), ("CATEGORIES:x,y", "CATEGORIES:y,x"),
      ("PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=", "PHOTO:data:image/png;base64,iVBORw0KGgo="),
      ("NOTE:x", "NOTE:"), ("FN:Kate", "KIND:individual"), ("X-A:b;c", "x-a:b;c"),
      ("FN:Kate", "UID:urn:uuid:1"),
      ("FN:Kate", "X-ABUID:1"), ("FN:Kate", "PRODID:x"), ("FN:Kate", "item1.X-ABLabel:x"),
      ("FN:Kate B", "FN;X-DERIVED=TRUE:Something Else"),
    ])
  func thereAlready(line: String, incoming: String) throws {
    #expect(try merged([line], [incoming]) == [line])
  }

  @Test(
    "keeps a different value of what a person has one of beside it, once",
    arguments: [
      ("FN:Kate Bell", "FN:Katherine Bell", "X-ALSO-FN:Katherine Bell"),
      ("N:Bell;Kate;;;", "N:Bell;Kate;Anne;;", "X-ALSO-N:Bell;Kate;Anne;;"),
      ("BDAY:1985-04-12", "BDAY;VALUE=date:1985-04-13", "X-ALSO-BDAY;VALUE=date:1985-04-13"),
      ("BDAY:--0412", "BDAY:1985-04-12", "X-ALSO-BDAY:1985-04-12"),
      ("BDAY:1985-04-12", "BDAY:spring", "X-ALSO-BDAY:spring"),
      ("ORG:Apple", "item1.ORG:Apple\\, Inc.;R\\;D", "X-ALSO-ORG:Apple\\, Inc.;R\\;D"),
      ("NOTE:a", "NOTE:b\\nc", "X-ALSO-NOTE:b\\nc"),
      ("TITLE:Boss", "TITLE:Chief", "X-ALSO-TITLE:Chief"),
      (
        "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==",
        "X-ALSO-PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A=="
      ),
      (
        "PHOTO;VALUE=uri:http://x/a.png", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==",
        "X-ALSO-PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A=="
      ),
      ("FN:Kate", "X-ABShowAs:COMPANY", "X-ALSO-X-ABSHOWAS:COMPANY"),
    ])
  func conflicts(line: String, incoming: String, kept: String) throws {
    #expect(try merged([line], [incoming]) == [line, kept])
    let merge = CardMerge(adding: try card([incoming]), to: try card([line]), now: now)
    #expect(merge.additions.map(\.isConflict) == [true])
    // Another different value is kept, too; one that is kept already is not.
    #expect(try merged([line, kept], [incoming]) == [line, kept])
  }

  @Test("adds all values of what a person may have several of")
  func several() throws {
    #expect(
      try merged(
        ["EMAIL:a@x", "CATEGORIES:x"], ["EMAIL:b@x", "EMAIL:B@x", "EMAIL:a@x", "CATEGORIES:y,x,z"])
        == ["EMAIL:a@x", "CATEGORIES:x", "EMAIL:b@x", "CATEGORIES:y,z"])
    #expect(
      try merged(["EMAIL:a@x"], ["FN:K", "FN:L", "NOTE:1", "NOTE:2"])
        == ["EMAIL:a@x", "FN:K", "FN:L", "NOTE:1", "NOTE:2"])
  }

  @Test("fills in what is there and empty")
  func empty() throws {
    #expect(
      try merged(["FN:Kate", "N:;;;;", "NOTE:"], ["N:Bell;Kate;;;", "NOTE:x"])
        == ["FN:Kate", "N:Bell;Kate;;;", "NOTE:x"])
  }

  @Test("takes labels with their values, under a group that is free")
  func labels() throws {
    let target = ["ITEM1.EMAIL:a@x", "item1.X-ABLabel:mine", "item2.URL:u"]
    #expect(
      try merged(
        target,
        [
          "item1.EMAIL:b@x", "item1.X-ABLabel:_$!<Other>!$_", "item2.EMAIL:a@x",
          "item2.X-ABLabel:yours",
          "x.ADR:;;1 St;;;;", "x.X-ABADR:de", "x.X-ABLabel:Hut",
        ])
        == target + [
          "item3.EMAIL:b@x", "item3.X-ABLabel:_$!<Other>!$_", "x.ADR:;;1 St;;;;", "x.X-ABADR:de",
          "x.X-ABLabel:Hut",
        ])
  }

  @Test("leaves it to the person's card which value is preferred")
  func preference() throws {
    #expect(
      try merged(["EMAIL:a@x"], ["EMAIL;TYPE=work,pref:b@x", "TEL;TYPE=pref:123"])
        == ["EMAIL:a@x", "EMAIL;TYPE=work:b@x", "TEL;TYPE=pref:123"])
    #expect(
      try merged(
        ["EMAIL:a@x", "N:B;K;;;"], ["EMAIL;PREF=1;PID=1.1:b@x", "N;ALTID=1:C;K;;;"], from: "4.0",
        to: "4.0") == ["EMAIL:a@x", "N:B;K;;;", "EMAIL:b@x", "X-ALSO-N:C;K;;;"])
  }

  @Test("keeps the parts of properties that programs made up")
  func vendors() throws {
    let lines = [
      "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Joe;1;;a\\;b", "X-A;X-P=\"a;b\":c, d\\, e",
      "X-SOCIALPROFILE;TYPE=twitter:http://twitter.com/a,b;c",
    ]
    #expect(try merged(["FN:K"], lines) == ["FN:K"] + lines)
    #expect(try merged(["FN:K"], lines, from: "4.0") == ["FN:K"] + lines)
  }

  @Test("adds emails, and the photo where there is none, when no more is wanted")
  func emailsAndPhoto() throws {
    let incoming = [
      "FN:Katherine", "NOTE:x", "TEL:123", "item1.EMAIL:b@x", "item1.X-ABLabel:l",
      "item2.TEL:1234567",
      "item2.X-ABLabel:m", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==",
      "X-THUMBNAIL;ENCODING=b;TYPE=JPEG:/9j/4A==",
    ]
    #expect(
      try merged(["FN:Kate"], incoming, extent: .emailsAndPhoto)
        == ["FN:Kate", "item1.EMAIL:b@x", "item1.X-ABLabel:l"] + incoming.suffix(2))
    let photo = "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo="
    #expect(
      try merged([photo], incoming, extent: .emailsAndPhoto)
        == [photo, "item1.EMAIL:b@x", "item1.X-ABLabel:l"])
  }

  @Test("says how REV follows a change, and only a change")
  func revision() throws {
    for (version, expected) in [
      ("3.0", "REV:2026-01-02T03:04:05Z"), ("4.0", "REV:20260102T030405Z"),
    ] {
      let target = try card(["REV:old", "FN:K"], version)
      let merge = CardMerge(adding: try card(["EMAIL:a@x"]), to: target, now: now)
      #expect(BookSamples.written(merge.card).contains("\r\n\(expected)\r\nFN:K\r\n"))
      let same = CardMerge(adding: try card(["FN:K", "REV:new"]), to: target, now: now)
      #expect(BookSamples.written(same.card) == BookSamples.written(target))
    }
  }

  @Test(
    "REV is right for every kind of day",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59Z"), (1_709_251_199, "2024-02-29T23:59:59Z"),
      (Int64.max, "9999-12-31T23:59:59Z"), (Int64.min, "0000-01-01T00:00:00Z"),
    ] as [(Int64, String)])
  func days(seconds: Int64, text: String) throws {
    let merge = CardMerge(adding: try card(["NOTE:x"]), to: try card(["FN:K"]), now: seconds)
    #expect(merge.card.first(.rev)?.text == text)
  }

  @Test(
    "adds nothing inside of a last property that has no end",
    arguments: [
      "NOTE;ENCODING=QUOTED-PRINTABLE:cut=\r\n", "NOTE;ENCODING=QUOTED-PRINTABLE:cut=C3=",
      "AGENT:\r\nBEGIN:VCARD\r\nFN:B\r\n",
      "AGENT:\r\nBEGIN:VCARD\r\nAGENT:\r\nBEGIN:VCARD\r\nEND:VCARD",
      "PHOTO;ENCODING=BASE64:\r\n AAAA\r\n BBBB\r\n",
    ])
  func openEnds(line: String) throws {
    let target = try BookSamples.parsed("BEGIN:VCARD\r\nVERSION:2.1\r\nFN:K\r\n\(line)")
    let merge = CardMerge(adding: try card(["EMAIL:a@x", "TEL:1"]), to: target, now: now)
    let again = try BookSamples.parsed(BookSamples.written(merge.card))
    #expect(again.first(.email)?.text == "a@x")
    #expect(again.first(.tel)?.text == "1")
    #expect(again.first(.rev) != nil)
  }

  @Test("says what it cannot carry over")
  func notes() throws {
    let incoming = try card(["FN:K", "this is no property", "#a comment", "EMAIL:a@x"])
    let merge = CardMerge(adding: incoming, to: try card(["FN:K"]), now: now)
    #expect(merge.notes == ["1 lines that are no properties are not carried over"])
    #expect(merge.additions.map(\.name) == ["EMAIL"])
    #expect(merge.additions.map(\.text) == ["a@x"])
  }
}

@Suite("Adding values of another version")
struct VersionMergeTests {
  private func merged(_ lines: [String], from: String, to: String) throws -> [String] {
    let texts = [(from, lines), (to, ["FN:K"])].map { version, lines in
      (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }
    let incoming = try BookSamples.parsed(texts[0])
    let merge = CardMerge(adding: incoming, to: try BookSamples.parsed(texts[1]), now: 0)
    let text = BookSamples.written(merge.card)
    let again = CardMerge(adding: incoming, to: try BookSamples.parsed(text), now: 60)
    #expect(again.additions == [])
    return text.split(separator: "\r\n").map(String.init).dropFirst(3).dropLast()
      .filter { !$0.hasPrefix("REV:") }
  }

  @Test(
    "says in 4.0 what 3.0 says",  // RFC 6350, appendix A, and what programs write
    arguments: [
      ("EMAIL;TYPE=INTERNET,HOME,pref:a@x", "EMAIL;TYPE=home;PREF=1:a@x"),
      ("BDAY;VALUE=date:1985-04-12", "BDAY:19850412"),
      ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "BDAY:--0412"),
      ("BDAY:spring\\, 1985", "BDAY;VALUE=text:spring\\, 1985"),
      ("GEO:37.38;-122.08", "GEO:geo:37.38,-122.08"),
      ("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==", "PHOTO:data:image/jpeg;base64,/9j/4A=="),
      ("PHOTO;VALUE=uri:http://x/a,b.png", "PHOTO;VALUE=uri:http://x/a,b.png"),
      ("CLASS:PRIVATE", "X-CLASS:PRIVATE"), ("LABEL;TYPE=home:a\\nb", "X-LABEL;TYPE=home:a\\nb"),
      ("TEL;TYPE=CELL;VALUE=phone-number:12 34", "TEL;TYPE=cell:12 34"),
      ("AGENT:BEGIN:VCARD\\nFN:B\\nEND:VCARD\\n", "X-AGENT:BEGIN:VCARD\\nFN:B\\nEND:VCARD\\n"),
      ("ORG;CHARSET=UTF-8:A\\;B;C", "ORG:A\\;B;C"), ("NICKNAME:a\\,b,c", "NICKNAME:a\\,b,c"),
      ("item1.X-ABDATE:2001-02-03", "item1.X-ABDATE:2001-02-03"),
    ])
  func to40(line: String, expected: String) throws {
    #expect(try merged([line], from: "3.0", to: "4.0") == [expected])
  }

  @Test(
    "says in 3.0 what 4.0 says, or keeps it under a name of its own",
    arguments: [
      ("EMAIL;PREF=1;TYPE=work:a@x", ["EMAIL;TYPE=work;TYPE=pref:a@x"]),
      ("EMAIL;PREF=50:a@x", ["EMAIL:a@x"]), ("BDAY:19850412", ["BDAY:1985-04-12"]),
      ("BDAY:--0412", ["BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12"]),
      ("BDAY:1985-04", ["X-BDAY-TEXT:1985-04"]),
      ("BDAY;VALUE=text:spring", ["BDAY;VALUE=text:spring"]),
      ("GEO:geo:37.38,-122.08;u=5", ["GEO:37.38;-122.08"]),
      ("PHOTO:data:image/png;base64,iVBORw0KGgo=", ["PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo="]),
      ("ANNIVERSARY:20010203", ["X-ANNIVERSARY:2001-02-03"]), ("GENDER:F;x", ["X-GENDER:F;x"]),
      ("RELATED;TYPE=spouse:urn:uuid:1", ["X-RELATED;TYPE=spouse:urn:uuid:1"]),
      ("TEL;VALUE=uri:tel:+1-408;ext=2", ["TEL;VALUE=uri:tel:+1-408;ext=2"]),
      (
        "N;SORT-AS=\"B,K\":B;K;;;;C;Jr",
        ["N;X-SORT-AS=\"B,K\":B;K;;;", "X-N;X-SORT-AS=\"B,K\":B;K;;;;C;Jr"]
      ),
      ("ADR;LABEL=\"a^nb\":;;s;;;;", ["ADR;X-LABEL=a^nb:;;s;;;;"]),
      ("NOTE;LANGUAGE=de;ALTID=1;PROP-ID=p1:x", ["NOTE;LANGUAGE=de;X-ALTID=1:x"]),
    ])
  func to30(line: String, expected: [String]) throws {
    #expect(try merged([line], from: "4.0", to: "3.0") == expected)
  }

  @Test("decodes what 2.1 encodes")
  func from21() throws {
    #expect(
      try merged(
        [
          "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9=0D=0Ab, c;d",
          "TEL;CELL;PREF:1234567",
          "PHOTO;ENCODING=BASE64;JPEG:", " /9j/4A==", "", "X-A;ENCODING=QUOTED-PRINTABLE:a=3Bb;c",
          "AGENT:", "BEGIN:VCARD", "VERSION:2.1", "FN:B", "END:VCARD",
        ], from: "2.1", to: "3.0")
        == [
          "NOTE:é\\nb\\, c\\;d", "TEL;TYPE=CELL;TYPE=pref:1234567",
          "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==", "X-A:a;b;c",
          "AGENT:BEGIN:VCARD\\nVERSION:2.1\\nFN:B\\nEND:VCARD",
        ])
  }

  @Test("encodes as 2.1 does")
  func to21() throws {
    #expect(
      try merged(
        ["NOTE:é\\nb", "EMAIL;TYPE=HOME,INTERNET:a@x", "KIND:org", "ANNIVERSARY:x"], from: "4.0",
        to: "2.1")
        == [
          "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=A9=0D=0Ab", "EMAIL;HOME;INTERNET:a@x",
          "X-ALSO-X-KIND:org", "X-ANNIVERSARY-TEXT:x",
        ])
  }
}
