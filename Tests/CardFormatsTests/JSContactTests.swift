import CardFormats
import TestSupport
import Testing
import VCard

@Suite("JSContact, RFC 9553, by RFC 9555")
struct JSContactTests {
  private static func card(_ lines: [String]) -> Card {
    let text = ["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]
    return FormatLaws.card(Array(text.joined(separator: "\r\n").utf8))
  }

  private static func write(_ card: Card, keepsProperties: Bool = true) -> String {
    var json: [UInt8] = []
    var notes: [Diagnostic] = []
    var writer = JSContactWriter(keepsProperties: keepsProperties)
    writer.write(card, into: &json, notes: &notes)
    return String(decoding: json, as: UTF8.self)
  }

  private static func read(_ json: String) -> (card: Card, warnings: [String])? {
    read(Array(json.utf8))
  }

  private static func read(_ json: [UInt8]) -> (card: Card, warnings: [String])? {
    var scanner = JSContactReader.scanner(json)
    guard let node = try? scanner.document(), JSContactReader.isCard(node) else { return nil }
    return JSContactReader.card(node)
  }

  /// The lines of a card without its envelope and without FN that nobody said.
  private static func lines(_ card: Card) -> [String] {
    let writer = CardWriter(options: .init(folding: .never))
    var text: [UInt8] = []
    writer.write(card, into: &text)
    return String(decoding: text, as: UTF8.self).split(separator: "\r\n").dropFirst(2).dropLast()
      .map(String.init).filter { !$0.hasPrefix("FN;DERIVED=TRUE") }
  }

  /// Lines and the members that say the same, in both directions.
  private static let pairs: [(lines: [String], members: String)] = [
    (["FN:John Q. Public\\, Esq."], #""name":{"full":"John Q. Public, Esq."}"#),
    (
      ["FN:A", "FN:A", "FN:A"],
      #""name":{"full":"A"},"vCardProps":[["fn",{},"text","A"],["fn",{},"text","A"]]"#
    ),
    (
      ["N;SORT-AS=\"Stevenson,John Philip\":Stevenson;John;Philip,Paul;Dr.;M.D.,Jr.;;Jr."],
      #""name":{"components":[{"kind":"surname","value":"Stevenson"},"#
        + #"{"kind":"given","value":"John"},{"kind":"given2","value":"Philip"},"#
        + #"{"kind":"given2","value":"Paul"},{"kind":"title","value":"Dr."},"#
        + #"{"kind":"credential","value":"M.D."},{"kind":"generation","value":"Jr."}],"#
        + #""sortAs":{"surname":"Stevenson","given":"John Philip"}}"#
    ),
    (
      ["N;JSCOMPS=\";1;s,-;0\":Doe;Jane;;;;;"],
      #""name":{"components":[{"kind":"given","value":"Jane"},{"kind":"separator","value":"-"},"#
        + #"{"kind":"surname","value":"Doe"}],"isOrdered":true}"#
    ),
    (
      ["ADR;TYPE=work;LABEL=Here;CC=US:;;54321 Oak St;Reston;VA;20190;USA"],
      #""addresses":{"ADDR-1":{"components":[{"kind":"name","value":"54321 Oak St"},"#
        + #"{"kind":"locality","value":"Reston"},{"kind":"region","value":"VA"},"#
        + #"{"kind":"postcode","value":"20190"},{"kind":"country","value":"USA"}],"#
        + #""full":"Here","countryCode":"US","contexts":{"work":true}}}"#
    ),
    (
      ["item1.TEL;TYPE=cell,home;PREF=1;VALUE=uri:tel:+1-555", "item1.X-ABLabel:foo"],
      #""phones":{"PHONE-1":{"number":"tel:+1-555","features":{"mobile":true},"#
        + #""contexts":{"private":true},"pref":1,"label":"foo"}}"#
    ),
    (
      ["EMAIL;PROP-ID=e1;X-FOO=Bar:jane@x.example", "NICKNAME:Jo,Jane"],
      #""emails":{"e1":{"address":"jane@x.example","vCardParams":{"x-foo":"Bar"}}},"#
        + #""nicknames":{"NICK-1":{"name":"Jo"},"NICK-1-2":{"name":"Jane"}}"#
    ),
    (
      ["TITLE;ALTID=1:Boss", "TITLE;ALTID=1;LANGUAGE=fr:Patron"],
      #""titles":{"TITLE-1":{"kind":"title","name":"Boss"}},"#
        + #""localizations":{"fr":{"titles/TITLE-1/name":"Patron"}}"#
    ),
    (
      ["BDAY:--0412", "BIRTHPLACE:Oslo", "ANNIVERSARY:19860201T000000Z"],
      #""anniversaries":{"ANNIVERSARY-1":{"kind":"birth","date":{"month":4,"day":12},"#
        + #""place":{"full":"Oslo"}},"ANNIVERSARY-2":{"kind":"wedding","#
        + #""date":{"@type":"Timestamp","utc":"1986-02-01T00:00:00Z"}}}"#
    ),
    // RFC 9553 §1.4.5: a moment in UTC has hours.
    (
      ["BDAY:19850412T-2543Z"],
      #""vCardProps":[["bday",{},"date-and-or-time","1985-04-12T-25:43Z"]]"#
    ),
    (
      ["IMPP:xmpp:a@x.example", "SOCIALPROFILE;SERVICE-TYPE=X;VALUE=text:alice"],
      #""onlineServices":{"OS-1":{"uri":"xmpp:a@x.example","vCardName":"impp"},"#
        + #""OS-2":{"user":"alice","service":"X"}}"#
    ),
    (
      ["EXPERTISE;LEVEL=expert;INDEX=1:chemistry"],
      #""personalInfo":{"PERSINFO-1":{"kind":"expertise","value":"chemistry","level":"high","#
        + #""listAs":1}}"#
    ),
    (
      ["ORG;SORT-AS=ABC:ABC\\, Inc.;Marketing"],
      #""organizations":{"ORG-1":{"name":"ABC, Inc.","units":[{"name":"Marketing"}],"#
        + #""sortAs":"ABC"}}"#
    ),
    (
      ["GENDER:M", "X-A:b\\,c"],
      #""vCardProps":[["gender",{},"text","M"],["x-a",{},"unknown","b\\,c"]]"#
    ),
    (
      ["JSPROP;JSPTR=\"example.com:foo\":{\"bar\":[1\\,null]}"],
      #""example.com:foo":{"bar":[1,null]}"#
    ),
    (["CATEGORIES:a,b"], #""keywords":{"a":true,"b":true}"#),
    (
      ["RELATED;TYPE=friend:urn:x", "MEMBER:urn:y"],
      #""relatedTo":{"urn:x":{"relation":{"friend":true}}},"members":{"urn:y":true}"#
    ),
    (
      ["NOTE;CREATED=20221123T150132Z;AUTHOR-NAME=John:Hi"],
      #""notes":{"NOTE-1":{"note":"Hi","created":"2022-11-23T15:01:32Z","author":{"name":"John"}}}"#
    ),
  ]

  @Test(
    "names beside those that a card of JSContact has come back as they are",
    arguments: [
      ["FN:a", "FN;PREF=1:a", "N:Bell;Kate;;;"], ["FN;PREF=1:a", "FN;TYPE=work:a"],
      ["FN;PREF=2:a", "FN:a"], ["FN:a", "N;DERIVED=TRUE:Bell;Kate;;;"],
      ["FN:a", "N;DERIVED=FALSE:Bell;Kate;;;"],
      ["FN:a", "N;ALTID=1:Bell;Kate;;;", "N;ALTID=1;LANGUAGE=de;DERIVED=TRUE:Bell;K;;;"],
      ["FN:a", "N;ALTID=1;LANGUAGE=ja:;;;;", "N;ALTID=1;LANGUAGE=en:Bell;Kate;;;"],
      ["FN:a", "N;ALTID=1:;;;;", "N;ALTID=1;PHONETIC=ipa:b;;;;"],
      ["FN;DERIVED=true;ALTID=1:a", "FN;ALTID=1;LANGUAGE=de:b", "N;LANGUAGE=de-CH:Bell;Kate;;;"],
      ["FN;X-A=b;ALTID=1:a", "FN;ALTID=1;LANGUAGE=de:b"],
      ["FN:a", "FN;LANGUAGE=de;TYPE=home:b", "N:Bell;Kate;;;"],
      ["FN;VALUE=uri:a", "FN;VALUE=uri:a"],
      ["FN:a", "ADR;PREF=1:;Flat 9;1 High St;York;;;UK;room 5;;;;;;;;;;"],
      [
        "FN:a", "ADR:;Flat 9;;York;;;;room 5;;;;;;;;;;", "ADR:;Flat 8;;York;;;;room 5;;;;;;;;;;",
        "ADR:;room 5;;York;;;;room 5;;;;;;;;;;",
      ],
      ["FN:a", "ADR;JSCOMPS=\";7,1;7\":;Flat 9;;;;;;5,room;;;;;;;;;;"],
      ["FN:a", "TZ;TZ=Europe/Paris:Europe/Rome"], ["FN:a", "GEO;GEO=\"geo:5,6\":geo:1,2"],
      ["FN:a", "ADR:;;s;;;;", "TZ:-0500", "GEO:geo:1,2", "g.ADR:;;t;;;;"],
      [
        "FN:a", "ADR;ALTID=1:;;s;;;;", "g.ADR;ALTID=1;LANGUAGE=de:;;S;;;;", "TZ;X-A=b:-05",
        "g.ADR:;;t;;;;",
      ],
      ["FN:a", "g.GEO;TZ=Europe/Rome:geo:1,2", "g.TZ:Europe/Paris"],
      ["FN:a", "ORG;SORT-AS=\"x,y\":o"], ["FN:a", "N;SORT-AS=\"a,b,c,d,e,f,g,h\":a;b;;;"],
    ])
  func otherNames(lines: [String]) throws {
    let back = Self.lines(try #require(Self.read(Self.write(Self.card(lines)))).card)
    // The language that the names imply is said besides.
    #expect(back.filter { !$0.hasPrefix("LANGUAGE:") }.sorted() == lines.sorted())
  }

  /// Lines without the order in which they and their parameters stand.
  private static func unordered(_ lines: [String]) -> [[Substring]] {
    lines.map { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      return line[..<colon].split(separator: ";").sorted() + [line[colon...]]
    }.sorted { "\($0)" < "\($1)" }
  }

  @Test(
    "RFC 9555 §2.3.1: lines that say one thing come back as one, whatever tells them apart",
    arguments: [
      ["ORG;ALTID=1:B", "ORG;ALTID=1;PHONETIC=ipa:b"],
      ["PHOTO;ALTID=7:http://a", "PHOTO;ALTID=7:http://b"],
      ["FN;ALTID=2:a", "FN;ALTID=2;PHONETIC=ipa:b"],
      ["N;ALTID=2:a;;;;", "N;ALTID=2:b;;;;", "N;ALTID=2;LANGUAGE=de:c;;;;"],
      ["TITLE;ALTID=1:A", "TITLE;ALTID=2:B", "TITLE;ALTID=2;LANGUAGE=de:C", "TITLE;ALTID=2:D"],
      ["TITLE;ALTID=1:A", "ROLE;ALTID=3:B", "ROLE;ALTID=3:C"],
      ["item1.TITLE;ALTID=1:A", "item2.TITLE;ALTID=1;LANGUAGE=de:B"],
      ["item1.TITLE;ALTID=1:A", "TITLE;ALTID=1;LANGUAGE=de:B"],
      ["GRAMGENDER;ALTID=4:NEUTER", "GRAMGENDER;ALTID=4;LANGUAGE=de;X-A=b:NEUTER"],
      ["GRAMGENDER:NEUTER", "GRAMGENDER;ALTID=4:neuter"],
      ["GRAMGENDER:NEUTER", "g.GRAMGENDER;LANGUAGE=en;X-A=b:NEUTER"],
      ["LANGUAGE:fr", "FN:K", "FN;ALTID=2;LANGUAGE=fr;X-A=b:K"],
      ["N;ALTID=2:a;b;;;", "N;ALTID=2;PHONETIC=ipa;X-A=b:c;d;;;"],
      ["N;ALTID=2:a;;;;", "g.N;ALTID=2;PHONETIC=ipa:c;;;;"],
      ["ADR;ALTID=2:;;a;;;;", "ADR;ALTID=2;PHONETIC=ipa:;;a;b;;;"],
      ["g.ADR;ALTID=1:;;a;;;;", "g.ADR;PHONETIC=ipa;ALTID=1:;;b;;;;"],
      ["FN;ALTID=2:K", "g.FN;ALTID=2;LANGUAGE=en:K", "N:Bell;Kate;;;"],
      ["BIRTHPLACE;ALTID=1:Rome", "BIRTHPLACE;ALTID=1;LANGUAGE=it:Roma"],
      ["DEATHPLACE;ALTID=1;LANGUAGE=en:Rome", "DEATHPLACE;ALTID=1;VALUE=uri:geo:1,2"],
      [
        "BDAY:19800203", "BIRTHPLACE;ALTID=1;VALUE=uri:http://a",
        "BIRTHPLACE;ALTID=1;LANGUAGE=it:Roma",
      ],
      [
        "BDAY:19800203", "BIRTHPLACE;ALTID=1:Rome",
        "BIRTHPLACE;ALTID=1;LANGUAGE=it;VALUE=uri:http://a",
      ],
    ])
  func alternatives(lines: [String]) throws {
    let lines = lines.contains { $0.hasPrefix("FN") } ? lines : ["FN:K"] + lines
    let back = Self.lines(try #require(Self.read(Self.write(Self.card(lines)))).card)
    #expect(Self.unordered(back) == Self.unordered(lines))
  }

  @Test(
    "RFC 9555 §2.3.11: what a language says stays its own where it says the same as the card",
    arguments: [
      "TITLE CEO", "NOTE a", "GRAMGENDER NEUTER", "PHOTO http://a", "KEY http://a",
      "CALURI http://a",
      "IMPP xmpp:a", "SOURCE http://a", "LANG de", "ORG a;b", "ADR ;;a;;;;", "PRONOUNS they",
      "NICKNAME a", "FN a", "N a;b;;;",
    ])
  func sameInOtherLanguages(text: String) throws {
    let words = text.split(separator: " ")
    let (name, value) = (words[0], words[1])
    let lines = [
      name == "FN" ? "ROLE:K" : "FN:K", "LANGUAGE:en", "\(name);ALTID=1;LANGUAGE=en:\(value)",
      "\(name);ALTID=1;LANGUAGE=de:\(value)",
    ]
    let json = Self.write(Self.card(lines), keepsProperties: false)
    let back = Self.lines(try #require(Self.read(json)).card)
    #expect(Self.unordered(back) == Self.unordered(lines), "\(json)")
  }

  @Test(
    "what vCardProps tell besides a member goes with the value that the member has by now",
    arguments: [
      ("UID;X-A=b:urn:uuid:1", "urn:uuid:1", "urn:uuid:2", ["UID;X-A=b:urn:uuid:2"]),
      ("UID;X-A=b:urn:uuid:1", "urn:uuid:1", "a", ["UID;VALUE=text;X-A=b:a"]),
      ("g.KIND;X-A=b:org", "org", "group", ["g.KIND;X-A=b:group"]),
      (
        "REV;X-A=b:20200102T030405Z", "2020-01-02T03:04:05Z", "2021-01-02T03:04:05Z",
        ["REV;X-A=b:20210102T030405Z"]
      ),
      ("LANGUAGE;X-A=b:de", "de", "en", ["LANGUAGE;X-A=b:en"]),
      ("PRODID;X-A=b:x y", "x y", "z", ["PRODID;X-A=b:z"]),
      ("MEMBER;PREF=1:urn:a", "urn:a", "urn:b", ["MEMBER:urn:b"]),
      ("UID:urn:a\r\nUID;X-A=b:urn:b", "none", "", ["UID:urn:a", "UID;X-A=b:urn:b"]),
      ("UID:urn:a\r\nUID:urn:a", "none", "", ["UID:urn:a", "UID:urn:a"]),
    ])
  func edited(lines: String, old: String, new: String, expected: [String]) throws {
    let json = Self.write(Self.card(["FN:K", lines]))
    // Not in vCardProps.
    let parts = json.split(separator: #""vCardProps""#, maxSplits: 1)
    let changed =
      parts[0].replacing("\"\(old)\"", with: "\"\(new)\"")
      + parts.dropFirst().map { #""vCardProps""# + $0 }.joined()
    let back = Self.lines(try #require(Self.read(String(changed))).card)
    #expect(Self.unordered(back) == Self.unordered(["FN:K"] + expected), "\(changed)")
  }

  @Test("an ALTID that is made up is none that another line has")
  func freshAlternatives() throws {
    let json =
      #"{"@type":"Card","version":"2.0","titles":{"a":{"name":"A","vCardParams":{"altid":"1"}},"#
      + #""b":{"name":"B"}},"localizations":{"de":{"titles/b/name":"C"}}}"#
    let lines = Self.lines(try #require(Self.read(json)).card)
    #expect(lines.contains("TITLE;PROP-ID=b;ALTID=2:B") && lines.count == 3)
  }

  @Test("each property has its member, and each member its property", arguments: pairs.indices)
  func pair(index: Int) throws {
    let (lines, members) = Self.pairs[index]
    let json = #"{"@type":"Card","version":"2.0",\#(members)}"#
    let (card, warnings) = try #require(Self.read(json))
    #expect(warnings == [])
    #expect(Self.unordered(Self.lines(card)) == Self.unordered(lines))
    let (one, two) = (Self.members(Self.write(Self.card(lines))), Self.members(json))
    #expect(one == two)
  }

  /// The members of a card, each as JSON, without the order in which they stand.
  private static func members(_ json: String) -> [String] {
    var scanner = JSContactReader.scanner(Array(json.utf8))
    guard case .object(let members)? = try? scanner.document() else { return [] }
    return members.map { "\($0.key): \(canonical($0.value))" }.sorted()
  }

  private static func canonical(_ node: DocumentNode) -> String {
    switch node {
    case .object(let members):
      "{" + members.map { "\($0.key):\(canonical($0.value))" }.sorted().joined(separator: ",") + "}"
    case .list(let nodes): "[" + nodes.map(canonical).joined(separator: ",") + "]"
    default: "\(node)"
    }
  }

  @Test(
    "a card comes back whole by way of vCard, whatever vCard has no property for",
    arguments: [
      #""uid":"x","name":{"sortAs":{"surname":"A"}},"extension.example:a":{"b":null}"#,
      #""name":{"full":"A","x.example:y":1},"phones":{"p":{"number":"1","features":{"x":true}}}"#,
      #""phones":{},"emails":{"e":{"address":"a@b","contexts":{"x":true,"work":true}}}"#,
      #""media":{"m":{"kind":"film","uri":"x:y"}},"links":{"l":{"uri":"x:z","label":"here"}}"#,
      #""anniversaries":{"a":{"kind":"other","date":{"year":1}},"b":{"kind":"birth","date":{"year":2000}}}"#,
      #""titles":{"t":{"kind":"role","name":"A","organizationId":"none"}}"#,
      #""relatedTo":{"urn:a":{"relation":null}},"name":{"components":[{"kind":"x","value":"y"}]}"#,
      #""speakToAs":{"grammaticalGender":"neuter","pronouns":{"k":{"pronouns":"they","pref":2}}}"#,
      #""speakToAs":{"pronouns":{"k":{"pref":2}}},"localizations":{"de":{"uid":"x"}}"#,
      #""titles":{"t":{"kind":"title","name":"A"}},"localizations":{"de":{"titles/t/name":"B"},"fr":{"titles/t":null}}"#,
      #""name":{"full":"A"},"localizations":{"de":{"name/full":"B","titles":{"t":{"name":"x"}}}}"#,
      #""addresses":{"a":{"coordinates":"geo:1,2","timeZone":"Europe/Oslo"}}"#,
      #""organizations":{"o":{"units":[{"name":"A","x.example:z":1}]}},"members":{}"#,
      #""vCardProps":[["x-a",{"group":"g"},"unknown","1"],7],"language":"no""#,
    ])
  func whole(members: String) throws {
    let json = #"{"@type":"Card","version":"2.0",\#(members)}"#
    let (card, _) = try #require(Self.read(json))
    let back = Self.write(card)
    #expect(Self.members(back) == Self.members(json), "\(Self.lines(card))")
  }

  @Test("the version that a card names stays, and only --jscontact makes another of it")
  func version() throws {
    let (card, _) = try #require(Self.read(#"{"@type":"Card","version":"1.0","uid":"urn:x"}"#))
    #expect(Self.write(card).contains(#""version":"1.0""#))
    var json: [UInt8] = []
    var notes: [Diagnostic] = []
    var writer = JSContactWriter(.second)
    writer.write(card, into: &json, notes: &notes)
    #expect(String(decoding: json, as: UTF8.self).contains(#""version":"2.0""#))
  }

  @Test("JSPROP is applied as a whole or not at all, and never into an array")
  func patches() {
    for wrong in [
      ["JSPROP;JSPTR=a:1", "JSPROP;JSPTR=\"a/b\":2"], ["JSPROP;JSPTR=\"no/where\":1"],
      ["JSPROP;JSPTR=a:{"], ["JSPROP:1"],
      ["N:A;;;;", "JSPROP;JSPTR=\"name/components/0/kind\":\"x\""],
      ["JSPROP;JSPTR=b:1", "JSPROP;JSPTR=\"no/where\":1"], ["JSPROP;JSPTR=@type:\"x\""],
    ] {
      let json = Self.write(Self.card(wrong))
      #expect(json.contains(#"["jsprop",{"#), "\(json)")
      #expect(!json.contains(#""b":1"#))
    }
  }

  @Test("names that RFC 9553 §1.7.1 forbids and patches of §1.4.3 that lead nowhere are told")
  func warnings() throws {
    for members in [
      #""extra":1"#, #""nickNames":{}"#, #""name":{"full":"A","extra":1}"#, #""emails":[]"#,
      #""name":{"full":"A"},"localizations":{"de":{"name/extra":1}}"#,
      #""localizations":{"de":{"no/where":1}}"#,
      #""titles":{"t":{"name":"A"}},"localizations":{"de":{"titles":{},"titles/t/name":"B"}}"#,
    ] {
      let json = #"{"@type":"Card","version":"2.0",\#(members)}"#
      let (card, warnings) = try #require(Self.read(json))
      #expect(!warnings.isEmpty, "\(members)")
      #expect(!Self.lines(card).joined().contains("LANGUAGE=de"))
    }
  }

  @Test("what the other way leaves out are vCardProps only")
  func drop() {
    let card = Self.card(["FN:A", "GENDER:M", "TEL;X-A=1:1"])
    let json = Self.write(card, keepsProperties: false)
    #expect(!json.contains("vCardProps"))
    #expect(json.contains(#""vCardParams":{"x-a":"1"}"#))
  }

  @Test(
    "what a property says besides its value is told where it is left out",
    arguments: [
      ("KIND;X-A=b:org", 1), ("CATEGORIES;TYPE=x:a", 1), ("item1.UID:urn:a", 1),
      ("MEMBER;PREF=1:urn:a", 1), ("ADR:;Flat 9;;;;;;room 5;;;;;;;;;;", 1), ("CATEGORIES:a,a", 0),
      ("KIND:org", 0), ("TEL;X-A=b:1", 0),
    ])
  func dropParameters(line: String, count: Int) {
    var json: [UInt8] = []
    for keepsProperties in [false, true] {
      var notes: [Diagnostic] = []
      var writer = JSContactWriter(keepsProperties: keepsProperties)
      writer.write(Self.card(["FN:A", line]), into: &json, notes: &notes)
      #expect(notes.map(\.code) == (keepsProperties || count == 0 ? [] : [.lossParameter]))
      notes = []
      writer.write(Self.card(["FN:A", "g.JSPROP;JSPTR=a:1"]), into: &json, notes: &notes)
      #expect(notes.map(\.code) == [.lossParameter])
    }
  }

  /// Lines as they are often, and as they are seldom.
  private static let plainLines = #"""
    FN:Kate Bell
    N:Bell;Kate,Ann;;Ms.;
    N:;;;;
    N:A;B;;;;;
    N:A;B;C;D;E;F;G
    N;SORT-AS=A:A;;;;
    KIND:Individual
    KIND:é
    UID:urn:x
    UID;VALUE=text:x
    UID;VALUE=text:urn:x
    UID;X-A=1:urn:x
    REV;X-A=1:20241206T080820Z
    item1.KIND;X-A=1:org
    BDAY;X-A=1,2:19690127
    item1.ANNIVERSARY;CALSCALE=gregorian:19690127
    item1.BDAY:19690127
    BDAY;VALUE=text:soon
    BDAY;X-A=1:soon
    REV:20241206T080820Z
    REV:20240229T080820Z
    REV:2024
    CREATED;VALUE=timestamp:20230229T080820Z
    PRODID:a\,b
    BDAY:19690127
    BDAY;VALUE=date:19690127
    BDAY:--0127
    BDAY:soon
    ANNIVERSARY:00010203
    DEATHDATE:20240229
    CATEGORIES:a,b,a
    CATEGORIES:é,é,b
    CATEGORIES:
    NICKNAME:
    NICKNAME:A,B
    NICKNAME;TYPE=work:A,B
    ORG:A
    ORG:A;;B;
    ORG:;B
    ORG:
    ORG;SORT-AS=a:A
    ORG;TYPE=work:A\;b,c;d
    TEL:1
    TEL;VALUE=uri:tel:1
    TEL;VALUE=uri:1
    TEL;VALUE=text:tel:1
    TEL;TYPE="cell,home,x";PREF=1:1
    TEL;TYPE=cell,home,x;PREF=1;X-A=b:2
    item1.TEL:3
    item1.TEL;TYPE=home:4
    item1.X-ABLabel:_$!<Work>!$_
    ITEM1.EMAIL:a@b
    item2.X-ABLabel:x
    item2.X-ABLabel;X-A=1:x
    item2.URL:http://a
    item3.X-ABADR:de
    EMAIL;PREF=1;TYPE=work:a@b
    EMAIL;PREF=0.5:a@b
    EMAIL;ALTID=1:a
    EMAIL;PROP-ID=a:b
    ADR;TYPE=home;LABEL="1 A St\nB":;;1 A St;B;;;
    ADR;TYPE=home;LABEL="2":;;2;B;;;
    ADR;LABEL=x:;;;;;;
    ADR;LABEL="x":;;;;;;
    ADR:;;;;;;
    ADR;CC=de;TYPE=work:;;A,B;C;D;E;F
    ADR:;;A;C;D;E;F;;;;1
    ADR;TYPE=home:;Flat 9;1 High St;York;;;UK;room 5;;;;;;;;;;
    ADR:;room 5;1 High St;York;;;UK;room 5;;;1;High St;;;;;;
    item4.ADR;TYPE=home:;;A;;;;
    item4.X-ABLabel:
    NOTE;LANGUAGE=en:Hi\nyou
    NOTE:"
    IMPP:xmpp:a
    IMPP;SERVICE-TYPE=X;PREF=2:xmpp:a
    SOCIALPROFILE;SERVICE-TYPE=X:https://x
    SOCIALPROFILE;SERVICE-TYPE=X;VALUE=text:me
    SOCIALPROFILE;SERVICE-TYPE=X:me
    URL;TYPE=home:http://x
    PHOTO:data:image/png;base64,AAAA
    PHOTO;MEDIATYPE=image/png:http://x
    KEY:http://x
    TITLE:T
    item1.TITLE:T
    ROLE:R
    HOBBY;LEVEL=high:h
    EXPERTISE;LEVEL=expert;INDEX=2:e
    GENDER:M
    X-A;X-B=1:b\,c
    X-PHONETIC-FIRST-NAME:K
    GEO:geo:1,2
    RELATED:urn:x
    MEMBER:urn:x
    LANGUAGE:de
    JSPROP;JSPTR=a:1
    no property
    PRONOUNS:she
    LANG;PREF=1:de
    """#.split(separator: "\n").map(String.init)

  /// What a card becomes by a writer that has written others, and by the thorough way.
  private static func written(
    _ card: Card, by writer: inout JSContactWriter
  ) -> (plain: String, thorough: String, notes: Bool) {
    var (plain, thorough): ([UInt8], [UInt8]) = ([], [])
    var (notes, thoroughNotes): ([Diagnostic], [Diagnostic]) = ([], [])
    writer.write(card, into: &plain, notes: &notes)
    writer.writeThoroughly(card, into: &thorough, notes: &thoroughNotes)
    return (
      String(decoding: plain, as: UTF8.self), String(decoding: thorough, as: UTF8.self),
      notes == thoroughNotes
    )
  }

  @Test("what is written at once is what the thorough way comes to")
  func plain() {
    var writers = [JSContactWriter(), JSContactWriter(.first, keepsProperties: false)]
    var random = SeededGenerator(seed: 9555)
    let lines = Self.plainLines
    for round in 0..<6000 {
      let count = 1 + Int(random.next() % 9)
      let chosen = (0..<count).map { _ in lines[Int(random.next() % UInt64(lines.count))] }
      let card = Self.card(chosen)
      let (plain, thorough, hasNotes) = Self.written(card, by: &writers[round % 2])
      #expect(plain == thorough, "\(chosen)")
      #expect(hasNotes, "\(chosen)")
    }
    for round in 0..<600 {
      let kind: CardGenerator.Kind = round.isMultiple(of: 2) ? .wild : .valid
      let generated = CardGenerator(.version40, kind).card(using: &random)
      let (plain, thorough, hasNotes) = Self.written(
        FormatLaws.card(generated.octets), by: &writers[round % 2])
      #expect(plain == thorough && hasNotes, "\(generated.text)")
    }
  }

  /// Members as programs write them, and as none should.
  private static let plainMembers = #"""
    "@type":"Card"
    "version":"2.0"
    "version":"1.0"
    "name":{"full":"Kate Bell"}
    "name":{"@type":"Name","components":[{"kind":"given","value":"Kate"},{"@type":"NameComponent","kind":"surname","value":"B;e,ll"}],"full":"K\u00e9\ud83d\ude00\n","isOrdered":false}
    "name":{"components":[{"kind":"generation","value":"Jr."}],"full":"A"}
    "name":{"components":[{"kind":"given","value":"A"},{"kind":"given","value":"B"},{"kind":"title","value":"Dr."}],"full":""}
    "name":{"components":[{"kind":"given","value":""}],"full":"A"}
    "name":{"components":[],"full":"A"}
    "name":{"full":"A","vCardParams":{"x-a":"1"}}
    "name":{"components":[{"kind":"surname","value":"B"},{"kind":"separator","value":"-"},{"kind":"given","value":"A"}],"isOrdered":true,"full":"B-A"}
    "name":{"components":[{"kind":"surname","value":"B","phonetic":"b"}],"full":"B"}
    "addresses":{"a":{"coordinates":"geo:1,2","vCardName":"geo"},"ADDR-2":{"timeZone":"Etc/UTC","vCardName":"tz"}}
    "uid":"urn:uuid:1"
    "addresses":{"a":{"components":[{"kind":"number","value":"1"},{"kind":"name","value":"A rather long street in which many lines are folded, and some more"}],"label":"x"},"ADDR-2":{"full":"x"}}
    "uid":"a b"
    "uid":"c\\d"
    "kind":"group"
    "prodId":"a,b;c\t"
    "language":"de"
    "updated":"2024-12-06T08:08:20Z"
    "updated":"2024-12-06"
    "created":"2024-02-29T08:08:20Z"
    "keywords":{"a":true,"b,c":true}
    "keywords":{"a":false}
    "keywords":{}
    "anniversaries":{"ANNIVERSARY-1":{"kind":"birth","date":{"year":1969,"month":1,"day":27}}}
    "anniversaries":{"x":{"@type":"Anniversary","date":{"@type":"PartialDate","month":1,"day":7},"kind":"wedding"}}
    "anniversaries":{"x":{"kind":"birth","date":{"year":2000}},"y":{"kind":"birth","date":{"year":2001}}}
    "emails":{"EMAIL-1":{"address":"a@b","contexts":{"work":true},"pref":1},"EMAIL-2":{"address":"c"}}
    "emails":{"e1":{"@type":"EmailAddress","address":"a\"b","label":"x,y"},"EMAIL-1":{"address":"c"}}
    "emails":{"a b":{"address":"c"}}
    "emails":{"e":{"address":"a","contexts":{"x":true}},"f":{"contexts":{"work":true},"address":"b"}}
    "emails":{"e":{"address":"a","address":"b"}}
    "emails":{}
    "phones":{"PHONE-1":{"number":"tel:+1","features":{"mobile":true,"voice":true},"label":"L\nM"},"PHONE-2":{"number":"1"}}
    "phones":{"p":{"number":"+1 2","vCardParams":{"group":"g","x-a":"1"}}}
    "phones":{"p":{"number":"+1 2","vCardParams":{"x-a":["1","2,3"]},"pref":3}}
    "phones":{"p":{"number":"+1 2","vCardParams":{"value":"text"}}}
    "addresses":{"ADDR-1":{"components":[{"kind":"name","value":"1 St"},{"kind":"locality","value":"B"}],"full":"1 \"St\"\nB","contexts":{"private":true}}}
    "addresses":{"a":{"full":"b","countryCode":"de"},"ADDR-2":{"countryCode":"us","timeZone":"Etc/UTC"}}
    "addresses":{"a":{"components":[{"kind":"number","value":"1"},{"kind":"name","value":"St"}],"isOrdered":true}}
    "addresses":{"a":{"components":[{"kind":"apartment","value":"1"},{"kind":"postcode","value":"2"}],"full":" x"}}
    "organizations":{"ORG-1":{"name":"A","units":[{"name":"B"},{"@type":"OrgUnit","name":"C"}]},"ORG-2":{"name":"D","contexts":{"work":true}}}
    "organizations":{"o":{"name":"A","units":[{"name":"B","sortAs":"C"}]},"p":{"units":[{"name":"X"}]},"q":{"name":"","units":[]}}
    "nicknames":{"NICK-1":{"name":"A"},"NICK-1-2":{"name":"B"},"NICK-1-3":{"name":"C"},"NICK-2":{"name":"D"}}
    "nicknames":{"n":{"name":"A"},"n-2":{"name":"B","contexts":{"work":true}},"n-3":{"name":"C"}}
    "titles":{"TITLE-1":{"kind":"title","name":"A"},"TITLE-2":{"kind":"role","name":"B"},"x":{"name":"C"}}
    "titles":{"t":{"name":"A","organizationId":"ORG-1"}}
    "notes":{"NOTE-1":{"note":"a\\b","author":{"name":"N"},"created":"2024-12-06T08:08:20Z"}}
    "links":{"LINK-1":{"uri":"http://a","label":"L"},"LINK-2":{"kind":"contact","uri":"x:\\y"}}
    "media":{"m":{"kind":"photo","uri":"data:image/png;base64,AAAA","mediaType":"image/png"}}
    "onlineServices":{"OS-1":{"uri":"xmpp:a","vCardName":"impp"},"OS-2":{"user":"me","service":"S"},"OS-3":{"uri":"https://x","service":"S"}}
    "preferredLanguages":{"LANG-1":{"language":"de","pref":1}}
    "personalInfo":{"p":{"kind":"hobby","value":"v","level":"high"},"q":{"kind":"x","value":"v"}}
    "cryptoKeys":{"k":{"uri":"data:a"}}
    "vCardProps":[["x-a",{},"unknown","1\\,2"],["gender",{},"text","M"]]
    "vCardProps":[["categories",{"x-a":"1"},"text","a","z"]]
    "vCardProps":[["fn",{},"text","Kate Bell"]]
    "vCardProps":[["x-a",{"group":"g"},"unknown","1"],7]
    "members":{"urn:x":true}
    "extra":1
    "Emails":{}
    "x.example:y":{"z":[1,null,"{"]}
    """#.split(separator: "\n").map(String.init)

  /// Reads a document at once, and the thorough way; whether both come to the same, and whether it was
  /// read at once.
  private static func isSame(
    _ document: [UInt8], by reader: inout JSContactPlainReader
  ) -> (isSame: Bool, isPlain: Bool) {
    guard let plain = reader.card(document) else { return (true, false) }
    guard let (card, warnings) = read(document) else { return (false, true) }
    return (plain.isIdentical(to: card) && warnings.isEmpty, true)
  }

  @Test("what is read at once is what the thorough way comes to")
  func plainReading() {
    var random = SeededGenerator(seed: 9553)
    var reader = JSContactPlainReader()
    var plain = 0
    func pick(_ texts: [String]) -> String { texts[Int(random.next() % UInt64(texts.count))] }
    for round in 0..<6000 {
      let count = 1 + Int(random.next() % 7)
      var members = (0..<count).map { _ in pick(Self.plainMembers) }
      if round % 3 > 0 {
        let head = [#""@type":"Card""#, #""version":"2.0""#, #""name":{"full":"A"}"#]
        members =
          head + members.filter { !$0.hasPrefix(#""name""#) && !$0.hasPrefix(#""version""#) }
      }
      var document = "{\(members.joined(separator: ","))}"
      if round % 5 == 0 {
        document = document.replacing(":", with: " : ").replacing(",", with: " ,\n")
      }
      let found = Self.isSame(Array(document.utf8), by: &reader)
      if found.isPlain { plain += 1 }
      #expect(found.isSame, "\(document)")
    }
    // Most are read the thorough way, as most have some odd member.
    #expect(plain > 600)
    for round in 0..<2000 {
      let count = 1 + Int(random.next() % 9)
      let lines = ["FN:A"] + (0..<count).map { _ in pick(Self.plainLines) }
      let document = Self.write(Self.card(lines), keepsProperties: round.isMultiple(of: 2))
      #expect(Self.isSame(Array(document.utf8), by: &reader).isSame, "\(document)")
    }
  }

  @Test("damaged documents make no trap, and are read at once only where they are whole")
  func damaged() {
    var random = SeededGenerator(seed: 9982)
    var reader = JSContactPlainReader()
    var documents: [[UInt8]] = []
    for _ in 0..<300 {
      let lines = (0..<4).map { _ in
        Self.plainLines[Int(random.next() % UInt64(Self.plainLines.count))]
      }
      documents.append(Array(Self.write(Self.card(["FN:A"] + lines)).utf8))
      let members = (0..<3).map { _ in
        Self.plainMembers[Int(random.next() % UInt64(Self.plainMembers.count))]
      }
      let all = [#""@type":"Card""#] + members
      documents.append(Array("{\(all.joined(separator: ","))}".utf8))
    }
    for round in 0..<10_000 {
      let damaged = Mutation.damaged(
        documents[round % documents.count], documents[(round * 7) % documents.count],
        using: &random)
      #expect(
        Self.isSame(damaged, by: &reader).isSame, "\(String(decoding: damaged, as: UTF8.self))")
      if let (card, _) = Self.read(damaged) { _ = Self.write(card) }
    }
  }

  @Test("generated cards come back with all their values, and damaged documents make no trap")
  func generated() throws {
    var random = SeededGenerator(seed: 9553)
    var documents: [[UInt8]] = []
    for round in 0..<400 {
      let kind: CardGenerator.Kind = round.isMultiple(of: 4) ? .wild : .valid
      let generated = CardGenerator(.version40, kind).card(using: &random)
      let card = FormatLaws.card(generated.octets)
      let document = Self.write(card)
      documents.append(Array(document.utf8))
      let (back, _) = try #require(Self.read(document), "\(document)")
      guard kind == .valid else { continue }
      let (old, new) = (Self.values(card), Self.values(back))
      #expect(old.subtracting(new) == [], "\(generated.text)\n\(document)")
    }
    for round in 0..<3000 {
      let damaged = Mutation.damaged(
        documents[round % documents.count], documents[(round * 7) % documents.count],
        using: &random)
      if let (card, _) = Self.read(String(decoding: damaged, as: UTF8.self)) {
        _ = Self.write(card)
      }
    }
  }

  /// The values of properties, and of their components; of an address of RFC 9554 without what it
  /// repeats for old readers.
  private static func values(_ card: Card) -> Set<String> {
    var values: Set<String> = []
    for property in card.properties where !property.isComment {
      let name = property.canonicalName
      switch property.value {
      case .structure(var components):
        if property.known == .adr, components.dropFirst(7).contains(where: { !$0.joined().isEmpty })
        {
          components.replaceSubrange(1...2, with: [[], []])
        }
        for value in components.joined() where !value.isEmpty { values.insert("\(name) \(value)") }
      default:
        let text = property.text
        let isDate = PropertyRegistry.named(name)?.isDate == true || property.known == .rev
        // The case of their words says nothing.
        let isWord = name == "GRAMGENDER" || property.known == .kind
        let isOffset = property.known == .tz && text.wholeMatch(of: /[+-][0-9]{2}/) != nil
        let same =
          isDate
          ? DateText.basic(text) ?? text
          : isWord
            ? text.lowercased()
            : property.known == .tz ? text.replacing(":", with: "") + (isOffset ? "00" : "") : text
        values.insert("\(name) \(same)")
      }
    }
    return values
  }
}
