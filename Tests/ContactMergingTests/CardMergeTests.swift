import ContactMerging
import TestSupport
import Testing
import VCard

@Suite("Adding what a person lacks")
struct CardMergeTests {
  /// 2026-01-02T03:04:05Z.
  private let now: Int64 = 1_767_323_045

  private func card(_ lines: [String], _ version: String = "3.0") throws -> Card {
    try CardSamples.parsed(lines: lines, version: version)
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
    let text = CardSamples.written(merge.card)
    let again = CardMerge(
      adding: incoming, to: try CardSamples.parsed(text), extent: extent, now: now + 60)
    #expect(again.additions == [])
    #expect(CardSamples.written(again.card) == text)
    #expect(merge.isChanged == (text != CardSamples.written(target)))
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
          #"URL:http://a/?b;c,d\\\\e"#,
          "NICKNAME:Katie", "BDAY:1985-04-12", "ADR;TYPE=home:;;1 Main St;Town;;12345;",
        ])
        == target + [
          "EMAIL;TYPE=work:k@x.example", "ORG:Apple\\, Inc.;Sales", #"URL:http://a/?b;c,d\\\\e"#,
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

  @Test(
    "adds a different value of what may stand several times beside it, once",
    arguments: ["2.1", "3.0", "4.0"])
  func repeated(version: String) throws {
    let target = ["ORG:Apple", "NOTE:a", "TITLE:Boss", "ROLE:r", "URL:http://a/", "NICKNAME:K"]
    let further = [
      "ORG:Pear;R\\;D", "NOTE:b", "TITLE:Chief", "ROLE:s", "URL:http://b/", "NICKNAME:L",
    ]
    #expect(
      try merged(target, further + target, from: version, to: version) == target + further)
    let merge = CardMerge(adding: try card(further), to: try card(target), now: now)
    #expect(merge.additions.allSatisfy { !$0.isConflict })
  }

  @Test(
    "a number or mailbox that the person has is not added in another writing",
    arguments: [
      (["TEL:0171 1234567"], ["TEL:+49 171 1234567", "TEL:tel:+491711234567"], []),
      (["TEL:+49 171 1234567"], ["TEL:0171 1234567"], []),
      (["TEL:+49 171 1234567"], ["TEL:tel:171-1234567;phone-context=+49"], []),
      (["TEL:+49 171 1234567", "TEL:+43 171 1234567"], ["TEL:0171 1234567"], ["TEL:0171 1234567"]),
      (
        ["TEL:0171 1234567"], ["TEL:+49 171 1234567", "TEL:+43 171 1234567"],
        ["TEL:+49 171 1234567", "TEL:+43 171 1234567"]
      ),
      (["TEL:+1 408 555 0100"], ["TEL:+1 408 555 0100 x5"], ["TEL:+1 408 555 0100 x5"]),
      (["TEL:+1 408 555 0100 x5"], ["TEL:408 555 0100"], []),
      (["EMAIL:kate@x.example"], ["EMAIL:Kate+shop@x.example"], []),
      (
        ["EMAIL:kate+shop@x.example"], ["EMAIL:kate@x.example", "EMAIL:k@x.example"],
        ["EMAIL:k@x.example"]
      ),
    ])
  func sameReach(line: [String], incoming: [String], added: [String]) throws {
    #expect(try merged(line, incoming) == line + added)
  }

  @Test("fills in what is there and empty")
  func empty() throws {
    #expect(
      try merged(["FN:Kate", "N:;;;;", "NOTE:"], ["N:Bell;Kate;;;", "NOTE:x"])
        == ["FN:Kate", "N:Bell;Kate;;;", "NOTE:x"])
    #expect(
      try merged(["NICKNAME:"], ["NICKNAME;TYPE=pref:K"]) == ["NICKNAME:", "NICKNAME;TYPE=pref:K"])
    #expect(try merged(["X-GENDER:"], ["X-GENDER:F"]) == ["X-GENDER:F"])
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
    let converted = try merged(["FN:K"], lines, from: "4.0")
    // In 4.0 it would say with NICKNAME and SOCIALPROFILE what 3.0 says with these.
    let nickname = lines[0].replacing("CUSTOM:", with: "CUSTOM;X-VERSION=4.0:")
    let profile = lines[2].replacing(":http", with: ";X-VERSION=4.0:http")
    #expect(converted == ["FN:K", nickname, lines[1], profile])
  }

  @Test("adds all but names, and the photo where there is none, when no more is wanted")
  func details() throws {
    let incoming = [
      "FN:Katherine", "N:Bell;Katherine;;;", "X-PHONETIC-FIRST-NAME:Keitu", "item1.EMAIL:b@x",
      "item1.X-ABLabel:l", "item2.TEL:1234567", "item2.X-ABLabel:m", "NOTE:x",
      "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==",
      "X-THUMBNAIL;ENCODING=b;TYPE=JPEG:/9j/4A==",
    ]
    #expect(
      try merged(["FN:Kate"], incoming, extent: .details)
        == ["FN:Kate"] + incoming.suffix(7))
    let photo = "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo="
    #expect(
      try merged([photo], incoming, extent: .details)
        == [photo] + incoming.dropFirst(3).prefix(5))
  }

  @Test("says how REV follows a change, and only a change")
  func revision() throws {
    for (version, expected) in [
      ("3.0", "REV:2026-01-02T03:04:05Z"), ("4.0", "REV:20260102T030405Z"),
    ] {
      let target = try card(["REV:old", "FN:K"], version)
      let merge = CardMerge(adding: try card(["EMAIL:a@x"]), to: target, now: now)
      #expect(CardSamples.written(merge.card).contains("\r\n\(expected)\r\nFN:K\r\n"))
      let same = CardMerge(adding: try card(["FN:K", "REV:new"]), to: target, now: now)
      #expect(CardSamples.written(same.card) == CardSamples.written(target))
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
    let target = try CardSamples.parsed("BEGIN:VCARD\r\nVERSION:2.1\r\nFN:K\r\n\(line)")
    let merge = CardMerge(adding: try card(["EMAIL:a@x", "TEL:1"]), to: target, now: now)
    let again = try CardSamples.parsed(CardSamples.written(merge.card))
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
