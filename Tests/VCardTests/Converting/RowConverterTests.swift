import TestSupport
import Testing
import VCard

/// Most lines are converted on their octets, all others by what they say, or with a look at the whole
/// card: both must come to the same.
@Suite("Lines are converted on their octets as they are by what they say")
struct RowConverterTests {
  static let ways: [(from: Version, to: Version)] = [
    (.version30, .version40), (.version40, .version30), (.version21, .version30),
    (.version21, .version40), (.version30, .version21), (.version40, .version21),
  ]

  /// What a card becomes in both ways, without folds, and what is told.
  private func difference(
    _ bytes: [UInt8], to version: Version, _ decoding: TextDecoding = .builtin,
    twice isTwice: Bool = true
  ) throws -> String? {
    for losses in [CardConverter.Losses.kept, .dropped] {
      var converter = CardConverter(to: version, losses: losses)
      for card in try Reading(bytes, decoding: decoding).cards {
        if card.version == version, card.declaresVersion { continue }
        var (ordinary, again, thorough): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        var (told, toldAgain, toldThoroughly): ([Diagnostic], [Diagnostic], [Diagnostic]) =
          ([], [], [])
        converter.convert(card, into: &ordinary, notes: &told)
        if isTwice {
          converter.convert(card, into: &again, notes: &toldAgain)
          if ordinary != again || told != toldAgain { return "another card the second time" }
        }
        converter.convertThoroughly(card, into: &thorough, notes: &toldThoroughly)
        let (left, right) = (ordinary.unfoldedLines, thorough.unfoldedLines)
        if left != right {
          let place = zip(left, right).first { $0 != $1 }
          return "\(place?.0 ?? "nothing") and not \(place?.1 ?? "nothing")"
        }
        if told != toldThoroughly { return "\(told) and not \(toldThoroughly)" }
      }
    }
    return nil
  }

  @Test(
    "tells of what is left out behind base64, and of ENCODING beside a text that is none",
    arguments: [
      ("MIICajCC...", "key ends with what is no whole base64; left out"), ("MIICajCC", nil),
      (
        "MIIC*jCC",
        "the parameter ENCODING of key says base64, which its value is not; left out"
      ),
    ])
  func cutOff(value: String, loss: String?) throws {
    let head = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\nN:x;;;;\r\n"
    let octets = Array("\(head)key;ENCODING=b:\(value)\r\nEND:VCARD\r\n".utf8)
    let card = try #require(Card(reading: octets))
    for version in [Version.version21, .version40] {
      var (text, notes): ([UInt8], [Diagnostic]) = ([], [])
      var converter = CardConverter(to: version)
      converter.convert(card, into: &text, notes: &notes)
      let told = notes.filter { $0.position.line == 5 }.map(\.message)
      #expect(told == (loss.map { [$0] } ?? []))
    }
    #expect(try difference(octets, to: .version40) == nil)
  }

  @Test(
    "a data: URI with octets amid its base64 that are none: without them, which is told where no mark has them",
    arguments: [CardConverter.Losses.kept, .dropped])
  func strangeOctets(losses: CardConverter.Losses) throws {
    let card = try #require(
      Card(
        reading: Array(
          "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:x\r\nphoto:data:image/png;base64,iVB*ORw0\r\nEND:VCARD\r\n"
            .utf8)))
    for version in [Version.version21, .version30] {
      var (text, notes): ([UInt8], [Diagnostic]) = ([], [])
      var converter = CardConverter(to: version, losses: losses)
      converter.convert(card, into: &text, notes: &notes)
      let told = notes.map { "\($0.position.line): [\($0.code.rawValue)] \($0.message)" }
      let left = "4: [loss-value] photo holds what is not base64; left out"
      #expect(told == (losses == .kept ? [] : [left]))
      #expect(String(decoding: text, as: UTF8.self).contains(":iVBORw0"))
    }
  }

  @Test(
    "KIND that something is made of, and that nothing is, in all spellings",
    arguments: [
      "KIND:individual", "KIND:org", "KIND:GROUP", "KIND:location", "KIND:application", "KIND:",
      "KIND:o\\rg", "KIND:gro\r\n up", "KIND;X-A=b:device", "KIND;X-A=b:Org",
      "KIND;ENCODING=b:b3Jn",
      "KIND;CHARSET=UTF-16:org", "a.KIND:x-robot", "KIND:thing\r\nKIND:org",
      "KIND;VALUE=text:thing",
    ])
  func kinds(line: String) throws {
    let octets = Array("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:x\r\n\(line)\r\nEND:VCARD\r\n".utf8)
    for version in [Version.version21, .version30] {
      #expect(try difference(octets, to: version) == nil)
    }
  }

  @Test("generated cards, with errors and without", arguments: ways.indices)
  func generated(way: Int) throws {
    try generated(way, seed: 11_000) { try difference($0, to: Self.ways[way].to) }
  }

  /// Wants no difference of generated cards.
  private func generated(
    _ way: Int, seed: UInt64, _ difference: ([UInt8]) throws -> String?
  ) throws {
    for kind in [CardGenerator.Kind.valid, .wild, .forged] {
      var random = SeededGenerator(seed: seed + UInt64(way))
      let generator = CardGenerator(Self.ways[way].from, kind)
      for round in 0..<(isDebug ? 300 : 500) * lawTimes {
        let card = generator.card(using: &random)
        guard try difference(card.octets) != nil else { continue }
        let smallest = try card.shrunk { try difference($0.octets) != nil }
        let text = try difference(smallest.octets) ?? ""
        Issue.record("round \(round): \(text)\n\(smallest.text)")
        return
      }
    }
  }

  @Test("lines that were there before, and more of them than anybody remembers")
  func remembered() throws {
    var random = SeededGenerator(seed: 12_000)
    let few = [
      "BDAY:about 1900", "TZ:Europe/Paris", "GEO:48\\;16", "BDAY;VALUE=text:soon", "NOTE;ALTID=1:a",
      "TEL;VALUE=uri:tel:+1;ext=2", "ADR;TYPE=home:;;a;b;c;d;e", "LABEL;TYPE=home:a\\nb", "a line",
      "SORT-STRING:bell", "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Kat;1", "X-AIM:kate",
      "N;PHONETIC=ipa:a;b;;;", "BDAY;X-ORIGINAL=3.0 BDAY:x", "URL;X-VERSION=2.1:a", "KIND:org",
      "REV:19.25", "ANNIVERSARY:--0412", "item1.X-ABDATE:2008-06-14", "item1.X-ABLabel:Party",
      "NOTE;ENCODING=QUOTED-PRINTABLE:=C3=A9=", "KEY;ENCODING=b:AQID", "AGENT:a", "X-VCARD-LINE:a",
      "X-GTALK;TYPE=home:kate", "IMPP:xmpp:kate", "IMPP;TYPE=home:aim:kate", "X-SKYPE;TYPE=pref:k",
      "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a", "MEMBER:urn:uuid:a", "MEMBER:mailto:a@b.c",
      "item1.X-ABRELATEDNAMES:Ann", "item1.X-ABLabel:_$!<Sister>!$_", "RELATED;VALUE=text:Ann",
      "X-ABShowAs:COMPANY", "X-PHONETIC-LAST-NAME:bel", "ANNIVERSARY;ALTID=1:20080614",
    ]
    let zones = (0..<12_000).map { "TZ:Zone/\($0)" }
    // Few that come again and again, more than are remembered, and so many that none comes again.
    for many in [few, zones[..<1500] + few, zones] as [[String]] {
      var text = ""
      for _ in 0..<(many.count > 2000 ? 4000 : 800) {
        let version = Version.allCases.randomElement(using: &random) ?? .version30
        // One that says no version is often of the one that is written.
        let isSaid = Int.random(in: 0..<8, using: &random) > 0
        text += "BEGIN:VCARD\r\n" + (isSaid ? "VERSION:\(version.rawValue)\r\n" : "")
        if Bool.random(using: &random) { text += "FN:Kate\r\n" }
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          text += "\(many.randomElement(using: &random) ?? "")\r\n"
        }
        text += "END:VCARD\r\n"
      }
      for version in Version.allCases {
        let difference = try difference(
          Array(text.utf8), to: version, twice: many.count == few.count)
        #expect(difference == nil)
      }
    }
  }

  @Test(
    "an FN that is made of N has the escapes of the standard (RFC 6350 §3.4)",
    arguments: [
      (#"N:Smith\NJones;A;;;"#, #"A Smith\nJones"#),
      (#"N:O\:Hara\,B;A,C;;Dr\.;"#, #"Dr\\. A C O:Hara\,B"#),
      (#"N:李\\;芳;;;"#, #"李\\芳"#), (#"N:a\;b;;;;"#, #"a\;b"#),
    ])
  func madeName(name: String, text: String) throws {
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\n\(name)\r\nEND:VCARD\r\n"
    let there = try ConversionLaws.converted(Reading(Array(card.utf8)).cards, to: .version40).octets
    #expect(String(decoding: there, as: UTF8.self).contains("FN;DERIVED=TRUE:\(text)\r\n"))
  }

  @Test(
    "an FN is made of the first N that says something, whoever converts it, else of another property",
    arguments: [
      ["N:Bell;Kate", "N:Doe;John"], ["N:", "N:Bell;Kate"], ["N:;;;;", "ORG:Kate Bell"],
      ["N;CHARSET=nonsense:Bell;Kate", "N:Doe;John"], ["N:Be\r\n ll;Kate", "N:Doe;John"],
      ["N;X-A=b:Bell;Kate"], ["N;ENCODING=QUOTED-PRINTABLE:B=65ll;Kate", "N;X-A=b:Doe;John"],
      ["N;X-ORIGINAL=4.0 N%3ABell%3BKate:Bell;Kate"], ["EMAIL:Kate Bell", "N:;;;", "N:"],
    ])
  func firstName(lines: [String]) throws {
    for (from, to) in Self.ways {
      let card = (["BEGIN:VCARD", "VERSION:\(from.rawValue)"] + lines + ["END:VCARD", ""])
        .joined(separator: "\r\n")
      #expect(try difference(Array(card.utf8), to: to) == nil, "from \(from) to \(to)")
      guard to != .version21, !lines[0].contains("\r\n") || from != .version21 else { continue }
      let made = try ConversionLaws.converted(Reading(Array(card.utf8)).cards, to: to).octets
      #expect(try Reading(made).cards.first?.first(.fn)?.text == "Kate Bell", "\(from) to \(to)")
    }
  }

  @Test("what a line beside it adds is that of its card, and not what Unicode takes for the same")
  func normalForms() throws {
    let texts = ["Caf\u{E9}", "Cafe\u{301}", String(repeating: "Caf\u{E9} ", count: 200)]
    let lines =
      texts.map { "ADR;TYPE=home:;;a;b;c;d;e\r\nLABEL;TYPE=home:\($0)\r\n" }
      + texts.map { "N:a;b;;;\r\nSORT-STRING:\($0)\r\n" }
    let cards = (lines + lines + lines.reversed()).map {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Kate\r\n\($0)END:VCARD\r\n"
    }
    #expect(try difference(Array(cards.joined().utf8), to: .version40, twice: true) == nil)
  }

  @Test("the same octets are another text where text that declares no charset is read otherwise")
  func decodings() throws {
    let line = "BDAY;ENCODING=QUOTED-PRINTABLE:=CF=F0"
    let card = "BEGIN:VCARD\r\nVERSION:2.1\r\n\(line)\r\nEND:VCARD\r\n"
    let greek = TextDecoding(undeclared: "greek") { octets, _ in
      octets.flatMap { Array("\(Unicode.Scalar(0x0300 + UInt32($0)) ?? "?")".utf8) }
    }
    var converter = CardConverter(to: .version40)
    var texts: [String] = []
    for decoding in [greek, greek, .builtin, greek] {
      var (text, notes): ([UInt8], [Diagnostic]) = ([], [])
      for card in try Reading(Array(card.utf8), decoding: decoding).cards {
        converter.convert(card, into: &text, notes: &notes)
      }
      texts.append(try #require(Card(reading: text)?.first(.bday)?.text))
    }
    #expect(texts == ["\u{3CF}\u{3F0}", "\u{3CF}\u{3F0}", "Ïð", "\u{3CF}\u{3F0}"])
  }

  @Test("the fixtures and the corpus", arguments: Version.allCases)
  func files(version: Version) throws {
    for (name, bytes) in try Samples.small() {
      if let difference = try difference(bytes, to: version) {
        Issue.record("\(name): \(difference)")
      }
    }
  }

  @Test(
    "lines that are ordinary but for one thing",
    arguments: [
      "EMAIL;TYPE=INTERNET,pref:a@b.c", "EMAIL:a@b.c", "EMAIL;TYPE=home:a@b.c",
      "EMAIL;TYPE=X400:a", "EMAIL;TYPE=INTERNET,X400:a", "EMAIL;type=internet;type=home:a@b.c",
      "TEL:tel:+1", "TEL;TYPE=pref:+1", "TEL;PREF=1:+1", "TEL;PREF=2:+1", "TEL:a,b", "TEL:a\\,b",
      "FN;TYPE=pref:x", "FN;PREF=1:x", "NOTE:a\\x", "NOTE:a\\", "NOTE:a\\:b", "NOTE:a;b",
      "URL:http\\://x", "ORG:a,b", "ORG:a\\,b;c", "ADR:;;a;b", "ADR;LABEL=x:;;a;b;;;",
      "ADR;LABEL=x;TYPE=home:;;a;b;c;d;e", "ADR;TYPE=home:;;a\\;b;c;d;e;f", "BDAY:1985-04-12",
      "BDAY:19850412", "BDAY:1604-04-12", "BDAY:1985-02-30", "BDAY:1985-01-31",
      "REV:2008-04-24T19:52:43Z", "REV:20080424T195243Z", "REV:2008-13-24T19:52:43Z",
      "UID:a", "UID:urn:uuid:b", "UID:a;b", "KIND:individual", "KIND:org", "LANG:fr",
      "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ", "PHOTO;ENCODING=b;TYPE=jpeg:/9j/4AAQ",
      "PHOTO;TYPE=JPEG;ENCODING=B:/9j/4AA=", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AB=",
      "PHOTO;ENCODING=b;TYPE=JPEG,HOME:/9j/4AAQ", "PHOTO;ENCODING=b:/9j/4AAQ",
      "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A@Q", "CLASS:PUBLIC", "X-CLASS:a", "X-FOO:a\\,b;c",
      "X-AIM:joe", "item1.X-ABLabel:a", "a.b.TEL:1", "TEL;TYPE=\"home,work\":1", "TEL;HOME:1",
      "TEL;TYPE=\"home\",work:1", "TEL;TYPE=\"home, work\":1", "TEL;TYPE=\"home:1",
      "TEL;TYPE=\"pref,work\":1", "EMAIL;TYPE=\"INTERNET,HOME\":a@b.c", "TEL;TYPE=\"a;b\":1",
      "TEL;VALUE=uri:tel:+1-2", "TEL;VALUE=uri;PREF=1;TYPE=\"cell,voice\":tel:+1-2",
      "TEL;VALUE=URI:tel:+1", "TEL;VALUE=uri:TEL:+1", "TEL;VALUE=uri:tel:", "TEL;VALUE=uri:+1",
      "TEL;VALUE=uri:tel:+1;ext=2", "TEL;VALUE=uri:tel:1 x2", "TEL;VALUE=uri:tel:sip:a",
      "TEL;VALUE=uri:sip:a", "TEL;VALUE=uri;VALUE=uri:tel:1", "TEL;VALUE=text:tel:1",
      "TEL;VALUE=uri;X-VALUE=a:tel:1", "TEL;VALUE=uri:tel:a\\,b", "TEL;VALUE=uri;PREF=3:tel:1",
      "NOTE;LANGUAGE=en:a\\,b", "NOTE;language=EN:a", "NOTE;LANGUAGE=\"en\":a", "NOTE;LANGUAGE=:a",
      "NOTE;LANGUAGE=en;PREF=1:a", "URL;LANGUAGE=en;TYPE=home:http://a", "N;LANGUAGE=en:a;b;;;",
      "NOTE;LANGUAGE=en;LANGUAGE=de:a", "BDAY;LANGUAGE=en:19850412", "X-A;LANGUAGE=en;ALTID=1:a",
      "ADR;LABEL=\"a\\nb\":;;a;b;c;d;e", "ADR;LABEL=\"a\\N^n^^^'^x\\:\\\\\\,\\;,;\":;;a;b;c;d;e",
      "ADR;LABEL=\"a\\b\":;;a;b;c;d;e", "ADR;LABEL=\"a\\\":;;a;b;c;d;e",
      "ADR;LABEL=\"\":;;a;b;c;d;e",
      "ADR;LABEL=\"a\"b:;;a;b;c;d;e", "ADR;LABEL=\"a\";LABEL=\"b\":;;a;b;c;d;e",
      "ADR;LABEL=\"a;PREF=2\":;;a;b;c;d;e", "ADR;LABEL=\"a;LABEL=b\":;;a;b;c;d;e",
      "item1.ADR;PREF=1;LANGUAGE=en;TYPE=\"home,work\";LABEL=\"a\":;;a\\,;b;c;d;e",
      "ADR;LABEL=\"a\":;;a", "ADR;TYPE=pref;LABEL=\"a\":;;a;b;c;d;e", "TEL;LABEL=\"a\":1",
      "N:a\\,b;c\\;d;e;;", "N:a\\,b;c\\;d;e;", "N:a\\x;b;;;", "kind:Individual",
      "item1.KIND:individual",
      "item 1.KIND:individual", "REV:2023-02-29T19:52:43Z", "REV:20230229T195243Z",
      "REV:2024-02-29T23:59:59Z", "REV:2008-04-31T19:52:43Z", "REV:20080424T235960Z",
      "REV:2008-04-24T24:00:00Z", "BDAY:1985-12-31", "BDAY:19850430", "BDAY:2000-02-29",
      "X-VCARD-LINE:a", "X-KADDRESSBOOK-X-ASSISTANTSNAME:a", "X-KADDRESSBOOK-X-ASSISTANTSNAMES:a",
      "tel;work;fax:+1", "TEL;HOME;PREF:+1", "TEL;=home:+1", "TEL;CELL=:+1", "TEL;VALUE=URL:tel:+1",
      "EMAIL;INTERNET;X-foo=bar:a@b.c", "EMAIL;X400:a", "EMAIL;PREF;INTERNET:a@b.c",
      "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=A9=0D=0Ab=2C;=\r\nc=3Bd",
      "NOTE;QUOTED-PRINTABLE:a=0Ab=0Dc=\r\n", "NOTE;ENCODING=QUOTED-PRINTABLE:a=ZZ",
      "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:=E9", "NOTE;CHARSET=UTF-8:a",
      "N;CHARSET=iso-8859-1;ENCODING=QUOTED-PRINTABLE:=E9=2C=3B;=80=C3=A9=\r\n=0D=0Aa;;;",
      "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=WINDOWS-1251:=E9", "NOTE;CHARSET=ISO-8859-1:a",
      "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-77:=E9",
      "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1;CHARSET=UTF-8:=E9",
      "NOTE;X-P=\"a;b:c\":d", "NOTE;X-P=\"a\":b", "NOTE;X-P=\"a;b,c\":d", "NOTE;X-P=\"a;^nb\":c",
      "NOTE;X-P=\"a;\\b\":c", "NOTE;X-P=\"a;é\":c", "NOTE;X-P=\"a;b\"c:d", "NOTE;X-P=\"a;b:c",
      "NOTE;X-P=\"PREF=2;\":a", "NOTE;X-P=\";PREF=2\";X-Q=\"x,y\":a", "X-A;X-B=\";ALTID=1\":a",
      "N;ENCODING=QUOTED-PRINTABLE:a=3Bb;c=2Cd;e\\;f;;", "ADR;HOME:;;a,b;c;d;e;f",
      "ADR;DOM;ENCODING=QUOTED-PRINTABLE:;;a=0D=0Ab;c;d;e;f", "CATEGORIES:a,b;c", "NICKNAME:a;b",
      "URL;ENCODING=QUOTED-PRINTABLE:http://a=0Ab", "URL:http://a/é", "X-FOO:a;b\\,c", "X-FOO:é",
      "PHOTO;JPEG;ENCODING=BASE64:\r\n /9j/4AAQ\r\n", "PHOTO;ENCODING=BASE64;TYPE=GIF:R0lG",
      "PHOTO;BASE64;JPEG:/9j/4AAQ", "LOGO;TYPE=BMP;ENCODING=b:Qk0A", "SOUND;WAVE;BASE64:UklG",
      "PHOTO:data:image/jpeg;base64,/9j/4AAQ", "PHOTO:data:image/jpeg;base64,/9j/4AA=",
      "PHOTO:data:image/jpg;base64,/9j/4AAQ", "PHOTO:data:image/png;base64,R0lG",
      "PHOTO;TYPE=home:data:image/jpeg;base64,/9j/4AAQ", "PHOTO;PREF=1:data:image/gif;base64,R0lG",
      "PHOTO;VALUE=URL:http://a", "KEY:data:application/pgp-keys;base64,AAAA", "BDAY:20000229",
      "REV:20240229T000000Z", "LABEL;HOME:a", "AGENT:a", "TZ:-05:00", "GEO:1;2", "GEO:geo:1,2",
      "TEL; PREF=2:1", "TEL;X-PREF=2:1", "TEL;X-DERIVED=TRUE:1", "TEL;X-VERSION=2.1:1",
      "TEL;X-FOO=a.b:1", "TEL;X-FOO=\"a\":1", "TEL;FOO=bar:1", "TEL;foo=bar:1", "TEL;TYPE=a_b:1",
      "ADR;LABEL=\"é^n,;\";X-FOO=a:;;a;b;c;d;e", "ADR;LABEL=\"é^n\";TYPE=home:;;a;b;c;d;e",
      "NOTE:BEGIN:VCARD aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé END:VCARD",
      "X-Anniver\r\n sary:2010-05-06", "MAILER:a;b,c", "MAILER;LANGUAGE=en:a;b\\;", "X-X-KIND:org",
      "X-ORG-DIRECTORY:a", "X-GOOGLE TALK:a", "X-:a", "X:a", "X-X-:a",
      "BDAY;X-PROPERTY=BDAY:--0504", "X-BDAY;X-PROPERTY=BDAY:--0504",
      "ANNIVERSARY;X-PROPERTY=ANNIVERSARY:--0504", "X-ABDATE;X-PROPERTY=X-ABDATE:--0504",
    ])
  func line(text: String) throws {
    for (from, to) in Self.ways {
      let card = "BEGIN:VCARD\r\nVERSION:\(from.rawValue)\r\nN:Bell;Kate;;;\r\nFN:Kate\r\n"
      let bytes = Array("\(card)\(text)\r\nEND:VCARD\r\n".utf8)
      #expect(try difference(bytes, to: to) == nil)
    }
  }

  /// What a card with these lines becomes in both ways, octet for octet.
  ///
  /// Its own folds are those that the thorough way writes, so that no line may differ in them.
  private func difference(lines: [String], _ way: Int) throws -> String? {
    let (from, version) = Self.ways[way]
    let text = "BEGIN:VCARD\r\nVERSION:\(from.rawValue)\r\nN:Bell;Kate;;;\r\nFN:Kate\r\n"
    let whole = Array((text + lines.map { "\($0)\r\n" }.joined() + "END:VCARD\r\n").utf8)
    let folds = CardWriter(options: CardWriter.Options(folding: .at(75)))
    var bytes: [UInt8] = []
    for card in try Reading(whole).cards { folds.write(card, into: &bytes) }
    // Line ends of other systems, and lines that are not folded at all, are no reason for others.
    for input in [bytes, bytes.withLineEnds("\n"), whole] {
      for losses in [CardConverter.Losses.kept, .dropped] {
        var converter = CardConverter(to: version, losses: losses)
        for card in try Reading(input).cards {
          var (ordinary, thorough): ([UInt8], [UInt8]) = ([1], [1])
          var notes: [Diagnostic] = []
          converter.convert(card, into: &ordinary, notes: &notes)
          converter.convertThoroughly(card, into: &thorough, notes: &notes)
          if ordinary != thorough {
            return String(decoding: ordinary, as: UTF8.self) + "\nand not\n"
              + String(decoding: thorough, as: UTF8.self)
          }
        }
      }
    }
    return nil
  }

  @Test(
    "lines of every length, with what must not be parted at their folds", arguments: ways.indices)
  func lengths(way: Int) throws {
    let parts = ["é", "電", "🙂", "\\,", "\\n", "\\\\", " ", "x"]
    // Short ones, and those with a fold, the first or the second, somewhere in the text behind the heads.
    for length in [0, 1, 2] + Array(26..<78) + Array(138..<152) {
      for part in parts {
        let text = String(repeating: "a", count: length) + part + "b" + part
        let lines = [
          "NOTE:\(text)", "NOTE;LANGUAGE=en:\(text)", "EMAIL;TYPE=home:\(text)",
          "N:\(text);Kate;;;", "ORG:\(text)", "TITLE:a", "NICKNAME:\(text)",
          "ADR;TYPE=home;LABEL=\"\(text)\":;;\(text);b;c;d;e", "X-A:\(text)",
          "TEL;VALUE=uri;TYPE=\"cell,voice\":tel:\(text)", "item1.URL:\(text)",
        ]
        for line in lines {
          if let difference = try difference(lines: [line], way) {
            Issue.record("\(length) \(part): \(difference)")
            return
          }
        }
        if let difference = try difference(lines: lines + lines, way) {
          Issue.record("\(length) \(part), all: \(difference)")
          return
        }
      }
    }
  }

  @Test("octets that are no UTF-8, at every place of a card", arguments: ways.indices)
  func damagedText(way: Int) throws {
    let (from, to) = Self.ways[way]
    let text =
      "BEGIN:VCARD\r\nVERSION:\(from.rawValue)\r\nN:Bell;Kate;;;\r\nFN:Käte 電🙂 𝄞\r\nEND:VCARD\r\n"
    let whole = Array(text.utf8)
    for octet: UInt8 in [0x80, 0xC1, 0xC3, 0xE0, 0xE9, 0xED, 0xF0, 0xF4, 0xF5, 0xFF] {
      for index in whole.indices {
        var bytes = whole
        bytes[index] = octet
        if let difference = try difference(bytes, to: to) {
          Issue.record("\(octet) at \(index): \(difference)")
          return
        }
      }
    }
  }

  @Test(
    "cards in another charset throughout, whose text may look like UTF-8", arguments: ways.indices)
  func throughout(way: Int) throws {
    let (from, to) = Self.ways[way]
    let decoding = TextDecoding(convert: { _, _ in nil }) { _ in
      [.init(start: 0, UndeclaredCharset("windows-1252", readsUTF8: false))]
    }
    // What finds it out is asked for the sake of the first card.
    let first = Array("BEGIN:VCARD\r\nNOTE:".utf8) + [0xE9] + Array("\r\nEND:VCARD\r\n".utf8)
    let read = try Reading(
      first + Array("BEGIN:VCARD\r\nNOTE:é\r\nEND:VCARD\r\n".utf8), decoding: decoding)
    #expect(read.cards.map { $0.first(.note)?.text } == ["é", "Ã©"])
    try generated(way, seed: 11_100) { try difference(first + $0, to: to, decoding) }
    for value in ["é", "=C3=A9"] {
      for head in [
        "NOTE", "NOTE;CHARSET=UTF-8", "NOTE;CHARSET=windows-1252", "NOTE;X-A=é", "NOTE;LANGUAGE=fr",
        "ADR;LABEL=\"é\"", "ADR;CHARSET=UTF-8;LABEL=a", "TITLE;CHARSET=\"utf-8\"", "X-é",
        "ORG", "URL",
      ] {
        for encoding in ["", ";ENCODING=QUOTED-PRINTABLE"] {
          let text =
            "BEGIN:VCARD\r\nVERSION:\(from.rawValue)\r\nN:a\r\nFN:é\r\n\(head)\(encoding):\(value)\r\nEND:VCARD\r\n"
          #expect(try difference(first + Array(text.utf8), to: to, decoding) == nil)
        }
      }
    }
  }

  @Test("pictures of every length and fold, whole and damaged")
  func pictures() throws {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var random = SeededGenerator(seed: 11_003)
    for length in 0..<330 {
      var text = (0..<length).map { _ in digits[Int.random(in: 0..<64, using: &random)] }
      let end = length - Int.random(in: 0...2, using: &random)
      for index in text.indices where index >= end { text[index] = UInt8(ascii: "=") }
      if length % 3 == 0, length > 4 {
        let irregular = Array("@[`{=-_ \t,/:".utf8)
        text[Int.random(in: 0..<length, using: &random)] =
          irregular[Int.random(in: 0..<irregular.count, using: &random)]
      }
      for width in [1, 15, 16, 17, 31, 48, 73, 74] {
        var lines = "PHOTO;ENCODING=b;TYPE=JPEG:"
        for (index, digit) in text.enumerated() {
          if index > 0, index % width == 0 { lines += "\r\n " }
          lines.unicodeScalars.append(Unicode.Scalar(digit))
        }
        if let difference = try difference(lines: [lines, "TITLE:a"], 0) {
          Issue.record("\(length) in \(width): \(difference)")
          return
        }
      }
    }
  }

  @Test("a card is what it is alone, whatever card came before it", arguments: ways.indices)
  func neighbours(way: Int) throws {
    let (from, to) = Self.ways[way]
    func card(_ lines: String...) -> String {
      let lines = ["BEGIN:VCARD", "VERSION:\(from.rawValue)"] + lines + ["END:VCARD", ""]
      return lines.joined(separator: "\r\n")
    }
    let long = String(repeating: "é, ", count: 1 << 20)
    // Half done when the whole card has to be looked at, longer than memory that is kept, short.
    let texts = [
      card("N:Bell;Kate;;;", "FN:Kate", "TEL;TYPE=work;PREF=2:1", "REV:20080424T195243Z"),
      card("N:Bell;Kate;;;", "FN:Kate", "TITLE:a", "REV:20080424T195243Z", "REV:20080424T195243Z"),
      card("N:Bell;Kate;;;", "FN:Kate", "NOTE;LANGUAGE=en:\(long)", "TITLE:a"),
      card("N:Bell;Kate;;;", "FN:Kate", "EMAIL:a@b.c", "TITLE:a"),
    ]
    var together = CardConverter(to: to)
    for text in texts + texts.reversed() {
      for card in try Reading(Array(text.utf8)).cards {
        var (alone, after): ([UInt8], [UInt8]) = ([], [])
        var notes: [Diagnostic] = []
        var converter = CardConverter(to: to)
        converter.convert(card, into: &alone, notes: &notes)
        together.convert(card, into: &after, notes: &notes)
        #expect(Octets(after) == Octets(alone))
      }
    }
  }

  /// Octets of which a failure shows only how many there are.
  private struct Octets: Equatable, CustomStringConvertible {
    let octets: [UInt8]
    init(_ octets: [UInt8]) { self.octets = octets }
    var description: String { "\(octets.count) octets" }
  }

  @Test(
    "a card is what it is alone after thousands of heads that stand once", arguments: ways.indices)
  func manyHeads(way: Int) throws {
    let (from, to) = Self.ways[way]
    var converter = CardConverter(to: to)
    for number in 0..<3000 {
      // Folded where nobody would fold, so that it is seen whether a line was written anew.
      let text = [
        "BEGIN:VCARD", "VERSION:\(from.rawValue)", "N:Bell;Kate;;;", "FN:Kate Bell",
        "NOTE;X-ID=\(number):a\r\n  b", "URL:https://example.\r\n com",
        "X-THING;X-ID=\(number):c\r\n d", "END:VCARD", "",
      ].joined(separator: "\r\n")
      let card = try #require(try Reading(Array(text.utf8)).cards.first)
      var alone = CardConverter(to: to)
      var (left, right): ([UInt8], [UInt8]) = ([], [])
      var notes: [Diagnostic] = []
      converter.convert(card, into: &left, notes: &notes)
      alone.convert(card, into: &right, notes: &notes)
      try #require(left == right, "\(number): \(String(decoding: left, as: UTF8.self))")
    }
  }

  @Test("heads of every length, those too long to be remembered too", arguments: ways.indices)
  func longHeads(way: Int) throws {
    let (from, to) = Self.ways[way]
    for length in [900, 1000, 1015, 1016, 1017, 1024, 1025, 1026, 1040, 5000] {
      let long = String(repeating: "x", count: length)
      let text =
        "BEGIN:VCARD\r\nVERSION:\(from.rawValue)\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\n"
        + "NOTE;X-ID=\(long):abc\r\nTEL;X-ID=\(long);TYPE=cell:+1\r\nEND:VCARD\r\n"
      let difference = try difference(Array(text.utf8), to: to)
      #expect(difference == nil, "\(length)")
    }
  }

  @Test(
    "parameters that nobody knows, whatever they say and wherever they stand",
    arguments: ways.indices)
  func foreignParameters(way: Int) throws {
    let (from, to) = Self.ways[way]
    let values = [
      "1", "x-vcard-hole", "ax-vcard-holeb", "home", "a-B-9", "", "a.b", "\"a;b\"", "1,2", "x ",
    ]
    let heads = [
      "NOTE;X-A=#", "note;x-a=#", "TEL;X-A=#;TYPE=home", "TEL;TYPE=pref;X-A=#;X-B=#",
      "TEL;HOME;X-A=#",
      "EMAIL;X-A=#", "X-THING;X-A=#;X-B=2;X-A=#", "URL;MEDIATYPE=text/html;X-A=#", "BDAY;X-A=#",
      "UID;X-A=#", "N;X-A=#", "LANG;X-A=#", "KIND;X-A=#", "REV;A=#", "NOTE;VALUE=text;X-A=#",
      "NOTE;LANGUAGE=#;X-A=#", "TEL;X-A=#;PREF=2", "NOTE;X-A=#;X-ORIGINAL=#", "NOTE;X-A;X-B=#",
    ]
    for head in heads {
      for value in values {
        let line = "\(head.replacing("#", with: value)):a"
        let text =
          "BEGIN:VCARD\r\nVERSION:\(from.rawValue)\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\n\(line)\r\n"
          + "ADR;X-A=\(value);LABEL=\"b\":;;a;b;c;d;e\r\nPHOTO;X-A=\(value):data:image/png;base64,QUJD"
          + "\r\nBDAY;X-A=\(value):19850412\r\nno property \(value)\r\nEND:VCARD\r\n"
        let difference = try difference(Array(text.utf8), to: to)
        #expect(difference == nil, "\(line)")
      }
    }
  }

  @Test("lines beside those that take a look at the whole card", arguments: ways.indices)
  func beside(way: Int) throws {
    let (from, to) = Self.ways[way]
    let wholes = [
      "X-AIM:joe", "X-PHONETIC-FIRST-NAME:ann", "item1.X-ABRELATEDNAMES:Joe", "SORT-STRING:b",
      "LABEL:a", "TEL;PREF=3:1", "EMAIL;PREF=2:a@b", "BDAY:19850412\r\nBDAY:19850413", "X-KIND:org",
      "RELATED;VALUE=text;TYPE=spouse:Joe", "KIND:group", "MEMBER:urn:a", "X-REV:a",
      "NOTE;ALTID=1:a",
      "X-BDAY-TEXT;X-PROPERTY=BDAY:circa", "X-VCARD-LINE:a", "FN;X-DERIVED=TRUE:a", "no line",
      "FN;DERIVED=TRUE:a", "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Joe;1;;;;;;;;;;;;;",
      "N;PHONETIC=script;ALTID=1:;ann;;;", "ADR;LABEL=x,y:;;a;b;c;d;e",
    ]
    let others = [
      "FN:Joe", "FN;TYPE=x:Joe", "N:b;a;;;", "N:b;a", "ORG:Acme", "EMAIL;TYPE=INTERNET,pref:a@b",
      "EMAIL;PREF=1:a@b", "TEL;TYPE=pref:1", "TEL;PREF=1:1", "BDAY:19850412", "BDAY:1985-04-12",
      "REV:20080424T195243Z", "UID:a", "ADR;TYPE=home:;;a;b;c;d;e",
      "item1.X-ABLabel:_$!<Spouse>!$_",
      "item1.TEL:2", "NICKNAME:Joe", "IMPP:aim:joe", "NOTE:a,b", "PHOTO:http://a", "X-FOO:a\r\n b",
      "URL;X-A=\"b;c\":http://a", "N:b;a;;;;;",
    ]
    var random = SeededGenerator(seed: 12_000 + UInt64(way))
    for _ in 0..<(isDebug ? 200 : 3000) {
      var lines = (0...Int.random(in: 0...2, using: &random)).compactMap { _ in
        wholes.randomElement(using: &random)
      }
      lines += (0...Int.random(in: 1...7, using: &random)).compactMap { _ in
        others.randomElement(using: &random)
      }
      lines.shuffle(using: &random)
      let text =
        (["BEGIN:VCARD", "VERSION:\(from.rawValue)"] + lines + ["END:VCARD"])
        .joined(separator: "\r\n") + "\r\n"
      if let difference = try difference(Array(text.utf8), to: to) {
        Issue.record("\(difference)\n\(text)")
        return
      }
    }
  }

  @Test("notes that nobody wants change nothing of the cards", arguments: ways.indices)
  func omittedNotes(way: Int) throws {
    let (from, to) = Self.ways[way]
    var random = SeededGenerator(seed: 11_005)
    let generator = CardGenerator(from, .wild)
    var told = 0
    for _ in 0..<200 {
      for card in try Reading(generator.card(using: &random).octets).cards {
        for version in Version.allCases where version != from {
          for losses in [CardConverter.Losses.kept, .dropped] {
            var (all, none): ([UInt8], [UInt8]) = ([], [])
            var (notes, omitted): ([Diagnostic], [Diagnostic]) = ([], [])
            var converter = CardConverter(to: version, losses: losses)
            converter.convert(card, into: &all, notes: &notes)
            converter = CardConverter(to: version, losses: losses, notes: .omitted)
            converter.convert(card, into: &none, notes: &omitted)
            #expect(all == none)
            #expect(omitted.isEmpty)
            told += notes.count
          }
        }
      }
    }
    #expect(told > 0, "there must have been something to tell on the way to \(to.rawValue)")
  }
}
