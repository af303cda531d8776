import ContactMerging
import Files
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Adding values of another version")
struct VersionMergeTests {
  private func merged(_ lines: [String], from: String, to: String) throws -> [String] {
    let texts = [(from, lines), (to, ["FN:K"])].map { version, lines in
      (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }
    let incoming = try CardSamples.parsed(texts[0])
    let merge = CardMerge(adding: incoming, to: try CardSamples.parsed(texts[1]), now: 0)
    let text = CardSamples.written(merge.card)
    let again = CardMerge(adding: incoming, to: try CardSamples.parsed(text), now: 60)
    #expect(again.additions == [])
    return text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
      .dropFirst(3).dropLast()
      .filter { !$0.hasPrefix("REV:") }
  }

  @Test(
    "says in 4.0 what 3.0 says",  // RFC 6350, appendix A, and what programs write
    arguments: [
      ("EMAIL;TYPE=INTERNET,HOME,pref:a@x", "EMAIL;TYPE=HOME;PREF=1:a@x"),
      ("BDAY;VALUE=date:1985-04-12", "BDAY;X-VALUE=date:19850412"),
      ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "BDAY:--0412"),
      ("BDAY:spring\\, 1985", "BDAY;VALUE=text;X-ORIGINAL=3.0 BDAY:spring\\, 1985"),
      ("GEO:37.38;-122.08", "GEO:geo:37.38,-122.08"),
      ("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==", "PHOTO:data:image/jpeg;base64,/9j/4A=="),
      ("PHOTO;VALUE=uri:http://x/a,b.png", "PHOTO:http://x/a,b.png"),
      ("CLASS:PRIVATE", "X-CLASS:PRIVATE"), ("LABEL;TYPE=home:a\\nb", "X-LABEL;TYPE=home:a\\nb"),
      ("TEL;TYPE=CELL;VALUE=phone-number:12 34", "TEL;TYPE=CELL;X-VALUE=phone-number:12 34"),
      ("ORG;CHARSET=UTF-8:A\\;B;C", "ORG:A\\;B;C"), ("NICKNAME:a\\,b,c", "NICKNAME:a\\,b,c"),
      ("item1.X-ABDATE:2001-02-03", "item1.X-ABDATE:2001-02-03"),
    ])
  func to40(line: String, expected: String) throws {
    let lines = try merged([line], from: "3.0", to: "4.0")
    #expect(lines == [expected])
  }

  @Test(
    "says in 3.0 what 4.0 says, or keeps it under a name of its own",
    arguments: [
      ("EMAIL;PREF=1;TYPE=work:a@x", ["EMAIL;TYPE=INTERNET;TYPE=pref;TYPE=work:a@x"]),
      ("EMAIL;PREF=50:a@x", ["EMAIL;TYPE=INTERNET;X-PREF=50;TYPE=pref:a@x"]),
      ("BDAY:19850412", ["BDAY:1985-04-12"]),
      ("BDAY:--0412", ["BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12"]),
      ("BDAY:1985-04", ["BDAY:1985-04"]),
      ("BDAY;VALUE=text:spring", ["X-BDAY-TEXT;X-VALUE=text;X-PROPERTY=BDAY:spring"]),
      (
        "GEO:geo:37.38,-122.08;u=5",
        ["GEO;X-ORIGINAL=4.0 GEO%3Ageo%3A37.38%2C-122.08%3Bu=5:37.38;-122.08"]
      ),
      ("PHOTO:data:image/png;base64,iVBORw0KGgo=", ["PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo="]),
      (
        "ANNIVERSARY:20010203",
        [
          "X-ANNIVERSARY;X-PROPERTY=ANNIVERSARY:2001-02-03",
          "item1.X-ABDATE;X-DERIVED=TRUE:2001-02-03",
          "item1.X-ABLabel;X-DERIVED=TRUE:_$!<Anniversary>!$_",
        ]
      ), ("GENDER:F;x", ["X-GENDER;X-PROPERTY=GENDER:F;x"]),
      ("RELATED;TYPE=spouse:urn:uuid:1", ["X-RELATED;TYPE=spouse:urn:uuid:1"]),
      ("TEL;VALUE=uri:tel:+1-408;ext=2", ["TEL;X-VALUE=uri:+1-408 x2"]),
      (
        "N;SORT-AS=\"B,K\":B;K;;;;C;Jr",
        [
          "N;X-SORT-AS=B%2CK;X-ORIGINAL=4.0 N%3BSORT-AS=%22B%2CK%22%3AB%3BK%3B%3B%3B%3BC%3BJr:"
            + "B,C;K;;;Jr", "SORT-STRING;X-DERIVED=TRUE:B\\,K",
        ]
      ),
      ("ADR;LABEL=\"a^nb\":;;s;;;;", ["ADR:;;s;;;;", "LABEL:a\\nb"]),
      ("NOTE;LANGUAGE=de;ALTID=1;PROP-ID=p1:x", ["NOTE;LANGUAGE=de;X-ALTID=1:x"]),
    ])
  func to30(line: String, expected: [String]) throws {
    let lines = try merged([line], from: "4.0", to: "3.0")
    #expect(lines == expected)
  }

  @Test("decodes what 2.1 encodes")
  func from21() throws {
    let lines = try merged(
      [
        "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9=0D=0Ab, c;d",
        "TEL;CELL;PREF:1234567",
        "PHOTO;ENCODING=BASE64;JPEG:", " /9j/4A==", "", "X-A;ENCODING=QUOTED-PRINTABLE:a=3Bb;c",
        "AGENT:", "BEGIN:VCARD", "VERSION:2.1", "FN:B", "END:VCARD",
      ], from: "2.1", to: "3.0")
    #expect(
      lines
        == [
          "NOTE:é\\nb\\, c\\;d", "TEL;TYPE=CELL;TYPE=PREF:1234567",
          "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==", "X-A:a;b;c",
          "AGENT:BEGIN:VCARD\\nVERSION:2.1\\nFN:B\\nEND:VCARD",
        ])
  }

  @Test("keeps a card within the card, which 4.0 has not, and says whom it is about")
  func agent() throws {
    let agent = "BEGIN:VCARD\\nFN:B\\nEND:VCARD\\n"
    #expect(
      try merged(["AGENT:\(agent)"], from: "3.0", to: "4.0")
        == [
          "X-AGENT;X-ORIGINAL=3.0 AGENT:\(agent)", "RELATED;TYPE=agent;VALUE=text;DERIVED=TRUE:B",
        ])
  }

  @Test("encodes as 2.1 does")
  func to21() throws {
    let lines = try merged(
      ["NOTE:é\\nb", "EMAIL;TYPE=HOME,INTERNET:a@x", "KIND:org", "ANNIVERSARY:x"], from: "4.0",
      to: "2.1")
    #expect(
      lines
        == [
          "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=A9=0D=0Ab",
          "EMAIL;HOME;INTERNET;X-VERSION=4%2E0:a@x",
          "X-ALSO-X-KIND:org",
          "X-ANNIVERSARY;X-PROPERTY=ANNIVERSARY;X-ORIGINAL=4%2E0 ANNIVERSARY:x",
        ])
  }

  // MARK: What the converter makes up, and what it marks

  @Test(
    "takes over no name that conversion made up, where there is one",  // derived, so marked
    arguments: [
      ("4.0", ["N:Bell;Kate;;;"], "3.0", ["FN:Boss"]), ("4.0", ["FN:K"], "3.0", ["N:Bell;Kate;;;"]),
      ("3.0", ["N:Bell;Kate;;;"], "4.0", ["FN:Boss"]),
      ("2.1", ["N:Bell;Kate;;;"], "4.0", ["FN:Boss"]),
      ("4.0", ["EMAIL:a@x"], "2.1", ["FN:Boss", "N:B;K;;;"]),
    ])
  func madeUpNames(from: String, lines: [String], to: String, target: [String]) throws {
    let merge = try merge(lines, from: from, into: target, to: to)
    let own = Set(lines.map { $0.prefix { $0 != ":" } })
    #expect(merge.additions.filter { !own.contains($0.name[...]) } == [])
    #expect(merge.additions.filter(\.isConflict) == [])
    #expect(!CardSamples.written(merge.card).contains("DERIVED=TRUE"))
  }

  @Test("puts what is derived beside its source, marked, and goes without it where the source does")
  func derived() throws {
    #expect(
      try merged(["X-AIM:a", "X-ANNIVERSARY:2001-02-03"], from: "3.0", to: "4.0")
        == [
          "X-AIM:a", "IMPP;DERIVED=TRUE:aim:a", "X-ANNIVERSARY:2001-02-03",
          "ANNIVERSARY;DERIVED=TRUE:20010203",
        ])
    #expect(
      try merged(
        [
          "item1.X-ABDATE:2001-02-03", "item1.X-ABLabel:_$!<Anniversary>!$_",
          "X-ANNIVERSARY:2001-02-03",
        ], from: "3.0", to: "4.0")
        == [
          "item1.X-ABDATE:2001-02-03", "ANNIVERSARY;DERIVED=TRUE:20010203",
          "item1.X-ABLabel:_$!<Anniversary>!$_", "X-ANNIVERSARY:2001-02-03",
        ])
    #expect(
      try merged(["N:Doe;John;;;", "X-PHONETIC-FIRST-NAME:John"], from: "3.0", to: "4.0")
        == [
          "N;ALTID=vcard:Doe;John;;;", "X-PHONETIC-FIRST-NAME:John",
          "N;ALTID=vcard;PHONETIC=script;DERIVED=TRUE:;John;;;",
        ])
    let same = try merge(
      ["ANNIVERSARY:20010203", "KIND:org"], from: "4.0", into: ["X-ANNIVERSARY:2001-02-03"],
      to: "3.0")
    #expect(same.additions.map(\.name) == ["X-KIND"])
    #expect(same.additions.map(\.isConflict) == [true])
    let other = try merge(["X-AIM:b"], from: "3.0", into: ["IMPP:aim:a"], to: "4.0")
    #expect(other.additions.map(\.name) == ["X-AIM"])
  }

  @Test(
    "keeps the marks of conversion, so that a line comes back",
    arguments: ["2.1", "3.0"],
    [
      "N;SORT-AS=\"B,K\":B;K;;;;C;Jr", "GEO:geo:37.38,-122.08;u=5", "BDAY;VALUE=text:spring",
      "RELATED;TYPE=spouse:urn:uuid:1", "item1.TEL;VALUE=uri:tel:+1-408-555;ext=2;isub=3",
      "ADR;PREF=1;LABEL=\"a^nb\":;;s;t;;;;room 1;;;;;;;;;;", "X-GENDER:F", "GENDER:F;x",
      "item1.NOTE;ALTID=1;LANGUAGE=de:a\\, b\\;c", "PHOTO;MEDIATYPE=image/png:http://x/a",
    ])
  func comesBack(version: String, line: String) throws {
    let merge = try merge([line], from: "4.0", into: ["item1.URL:http://x/"], to: version)
    #expect(!merge.additions.isEmpty)
    var notes: [Diagnostic] = []
    var back = CardConverter(to: .version40)
    let lines = back.converted(merge.card, notes: &notes).properties.map {
      String(decoding: $0.line, as: UTF8.self).replacing("\r\n ", with: "")
    }
    // The group is one that was free.
    let expected = line.replacing("item1.", with: "item2.") + "\r\n"
    #expect(lines.contains(expected), "\(CardSamples.written(merge.card))")
    #expect(!notes.contains { $0.code == .lossCarried })
  }

  @Test("leaves behind what belongs to the card, also where conversion has carried it")
  func staysBehind() throws {
    let lines = [
      "UID:urn:uuid:1", "REV:20200101T000000Z", "PRODID:x", "CLIENTPIDMAP:1;urn:uuid:2",
      "CREATED:20200101T000000Z", "X-ABUID:3",
    ]
    #expect(try merged(lines, from: "4.0", to: "3.0") == [])
    var notes: [Diagnostic] = []
    var converter = CardConverter(to: .version30)
    let text = (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(
      separator: "\r\n")
    let carried = converter.converted(try CardSamples.parsed(text), notes: &notes)
    let target = try CardSamples.parsed(CardSamples.card("K"))
    #expect(CardMerge(adding: carried, to: target, now: 0).additions.map(\.name) == [])
    #expect(
      try merged(["TEL;PID=1.1;PROP-ID=p;TYPE=work:1234567"], from: "4.0", to: "3.0")
        == ["TEL;TYPE=work:1234567"])
  }

  @Test(
    "says once which lines are none, and carries none of them", arguments: ["2.1", "3.0", "4.0"])
  func noProperties(version: String) throws {
    let merge = try merge(
      ["no property", "#a comment", "TEL:1"], from: "3.0", into: [], to: version)
    #expect(merge.notes == ["1 lines that are no properties are not carried over"])
    #expect(merge.additions.map(\.name) == ["TEL"])
  }

  private func merge(
    _ lines: [String], from: String, into target: [String], to: String
  ) throws -> CardMerge {
    let cards = try [(from, lines), (to, target)].map { version, lines in
      let text = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
      return try CardSamples.parsed(text.joined(separator: "\r\n"))
    }
    return CardMerge(adding: cards[0], to: cards[1], now: 0)
  }
}

@Suite("Merging twice is merging once, for every pair of versions")
struct VersionPairTests {
  /// Checks a card against one before it, in all versions of both.
  private func check(_ card: Card, _ person: Card, _ file: FilePath) throws {
    let cards = Self.versions(of: card)
    let people = Self.versions(of: person)
    for incoming in cards {
      for target in people {
        let merge = CardMerge(adding: incoming, to: target, now: 0)
        var written: [UInt8] = []
        CardWriter().write(merge.card, into: &written)
        let again = CardMerge(adding: incoming, to: try CardSamples.parsed(written), now: 1)
        #expect(
          again.additions == [],
          "\(file)\n\(CardSamples.written(incoming))\n\(CardSamples.written(target))\n\(CardSamples.written(merge.card))"
        )
      }
      // In another version it says the same.
      for target in cards {
        let itself = CardMerge(adding: incoming, to: target, now: 0)
        #expect(
          itself.additions == [],
          "\(file)\n\(CardSamples.written(incoming))\n\(CardSamples.written(target))")
      }
    }
  }

  /// A card in all versions, its own among them.
  private static func versions(of card: Card) -> [Card] {
    var notes: [Diagnostic] = []
    return Version.allCases.map { version in
      var converter = CardConverter(to: version)
      return version == card.rules.version ? card : converter.converted(card, notes: &notes)
    }
  }

  private static func cards(_ file: FilePath, upTo limit: Int) throws -> [Card] {
    let descriptor = try FileDescriptor.open(file, .readOnly)
    defer { try? descriptor.close() }
    let size = Int(try Stat(descriptor).size)
    guard size <= limit else { return [] }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = try SystemCalls.read(descriptor, at: 0, into: &bytes)
    var reader = CardReader()
    try reader.append(Array(bytes[..<count]))
    reader.finish()
    var cards: [Card] = []
    while case .card(let card, _) = reader.next() { cards.append(card) }
    return cards
  }

  @Test("of the fixtures' cards")
  func fixtures() throws {
    var person = try CardSamples.parsed(CardSamples.card("K"))
    var versions: Set<Version> = []
    for file in Fixtures.files(in: "cards") where file.extension == "vcf" {
      for card in try Self.cards(file, upTo: 64 << 10) {
        versions.insert(card.rules.version)
        try check(card, person, file)
        person = card
      }
    }
    #expect(versions == Set(Version.allCases))
  }

  @Test(
    "of real files",
    .enabled(if: !Corpus.files.isEmpty, "the files are not part of the repository"))
  func corpus() throws {
    var person = try CardSamples.parsed(CardSamples.card("K"))
    for (number, file) in Corpus.files.enumerated() where number % 5 == 0 {
      for card in try Self.cards(file, upTo: 8 << 10).prefix(3) {
        try check(card, person, file)
        person = card
      }
    }
  }

  /// What the lines of a card say, but for their order, their groups and what came from elsewhere.
  private static func statements(_ card: Card) -> Set<String> {
    var statements: Set<String> = []
    for property in card.properties {
      // Within one version an agent of 2.1, octets that cannot be decoded and what contradicts stand
      // under names of their own.
      let name = property.canonicalName
      let isDerived = (property.parameter("DERIVED") + property.parameter("X-DERIVED")).contains {
        $0.lowercased() == "true"
      }
      if property.known == .rev || property.known == .agent || name.hasPrefix("X-ALSO-")
        || isDerived
        || ["X-AGENT", "X-PHOTO", "X-SOUND"].contains(name)
      {
        continue
      }
      var parameters: [String: Set<String>] = [:]
      for parameter in property.parameters
      where !["ENCODING", "CHARSET"].contains(parameter.name)
        && !(["TYPE", "VALUE"].contains(parameter.name) && property.binary != nil)
      {
        // RFC 2426 §5, RFC 6350 §3.3: their case means nothing.
        let isWord = ["TYPE", "VALUE"].contains(parameter.name)
        let values = parameter.values.map { isWord ? $0.lowercased() : $0 }
        parameters[parameter.name, default: []].formUnion(values)
      }
      let said = parameters.map { "\($0)=\($1.sorted())" }.sorted()
      let value: String
      if let binary = property.binary {
        value = "\(binary.octets)"
      } else if property.known == .geo {
        // Two ways to say one place come to one.
        value = property.text.replacing("geo:", with: "").replacing(";", with: ",")
      } else {
        value = "\(property.value)"
      }
      statements.insert("\(name) \(said) \(value)")
    }
    return statements
  }

  @Test("and what goes onto a card of another version comes back from it as it was")
  func back() throws {
    for file in Fixtures.files(in: "cards") where file.extension == "vcf" {
      for card in try Self.cards(file, upTo: 64 << 10) {
        let version = card.rules.version
        var notes: [Diagnostic] = []
        let own = CardMerge(adding: card, to: Card(version: version), now: 0)
        for other in Version.allCases where other != version {
          let merge = CardMerge(adding: card, to: Card(version: other), now: 0)
          var converter = CardConverter(to: version)
          let result = converter.converted(merge.card, notes: &notes)
          let missing = Self.statements(own.card).subtracting(Self.statements(result))
          #expect(
            missing == [],
            "\(file) \(other)\n\(CardSamples.written(merge.card))\n\(CardSamples.written(result))")
        }
      }
    }
  }
}
