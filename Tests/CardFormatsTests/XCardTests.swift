import CardFormats
import TestSupport
import Testing
import VCard

@Suite("xCard, RFC 6351")
struct XCardTests {
  private static func document(_ properties: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <vcards xmlns="urn:ietf:params:xml:ns:vcard-4.0">
      <vcard>\(properties)</vcard>
      </vcards>

      """.utf8)
  }

  private static func write(_ card: Card, _ notes: inout [Diagnostic]) -> [UInt8] {
    var writer = XCardWriter()
    var xml = writer.frame.head
    writer.write(card, into: &xml, notes: &notes)
    return xml + writer.frame.tail
  }

  /// What a document holds, read in pieces.
  private static func read(
    _ xml: [UInt8], piece: Int = .max, isThorough: Bool = false
  ) -> [DocumentEntry] {
    var reader = XCardReader()
    reader.isThorough = isThorough
    var entries: [DocumentEntry] = []
    var start = 0
    while start < xml.count {
      let end = piece < xml.count - start ? start + piece : xml.count
      reader.append(xml[start..<end])
      while let entry = reader.next() { entries.append(entry) }
      start = end
    }
    reader.finish()
    while let entry = reader.next() { entries.append(entry) }
    return entries
  }

  private static func lines(_ card: Card) -> [String] {
    card.properties.map { String(decoding: $0.lineOctets, as: UTF8.self) }
  }

  /// Entries as texts.
  private static func told(_ entries: [DocumentEntry]) -> [String] {
    entries.map { entry in
      switch entry {
      case .card(let card, let diagnostics):
        let messages = diagnostics.map { "!\($0.message)" }
        return (["\(card.start.line):\(card.start.column)"] + lines(card) + messages)
          .joined(separator: " | ")
      case .noCard(let diagnostic):
        return "\(diagnostic.position.line):\(diagnostic.position.column) \(diagnostic.message)"
      }
    }
  }

  private static let pairs: [(line: String, property: String)] = [
    (
      "SOURCE:ldap://x.example",
      "<source><parameters></parameters><uri>ldap://x.example</uri></source>"
    ),
    ("FN:J\\, <D>\\noe & co", "<fn><text>J, &lt;D&gt;\noe &amp; co</text></fn>"),
    (
      "N:Doe;J,K;;;",
      "<n><surname>Doe</surname><given>J</given><given>K</given><additional/><prefix/><suffix/></n>"
    ),
    ("ORG:A\\, B;C", "<org><text>A, B</text><text>C</text></org>"),
    ("GENDER:M;it", "<gender><sex>M</sex><identity>it</identity></gender>"),
    ("CATEGORIES:a\\,b,c", "<categories><text>a,b</text><text>c</text></categories>"),
    (
      "CLIENTPIDMAP:1;urn:x:a",
      "<clientpidmap><sourceid>1</sourceid><uri>urn:x:a</uri></clientpidmap>"
    ),
    ("BDAY:--0412", "<bday><date>--0412</date></bday>"),
    ("BDAY:T102200Z", "<bday><time>102200Z</time></bday>"),
    ("BDAY:19850412T2320", "<bday><date-time>19850412T2320</date-time></bday>"),
    ("BDAY;VALUE=text:circa", "<bday><text>circa</text></bday>"),
    (
      "TEL;VALUE=uri;PREF=1;TYPE=home,cell:tel:+1",
      "<tel><parameters><pref><integer>1</integer></pref><type><text>home</text><text>cell</text>"
        + "</type></parameters><uri>tel:+1</uri></tel>"
    ),
    (
      "g1.URL;X-A=\"b,c\":http://a?b&c",
      "<group name=\"g1\"><url><parameters><x-a><unknown>b,c</unknown></x-a></parameters>"
        + "<uri>http://a?b&amp;c</uri></url></group>"
    ),
    ("LANG:fr-CA", "<lang><language-tag>fr-CA</language-tag></lang>"),
    ("X-A:a\\,b;c\\n", "<x-a><unknown>a\\,b;c\\n</unknown></x-a>"),
    ("X-N;VALUE=integer:5", "<x-n><integer>5</integer></x-n>"),
    (
      "XML:<a xmlns=\"http://x.example\" b=\"c\">d<e/></a>",
      "<a xmlns=\"http://x.example\" b=\"c\">d<e/></a>"
    ),
    ("XML:<a>b</a>", "<xml><text>&lt;a&gt;b&lt;/a&gt;</text></xml>"),
  ]

  @Test("a property is an element with an element a value, both ways", arguments: pairs)
  func both(line: String, property: String) {
    let xml = XCardTests.document(property)
    var notes: [Diagnostic] = []
    #expect(
      String(decoding: XCardTests.write(JCardTests.card(line), &notes), as: UTF8.self)
        == String(decoding: xml, as: UTF8.self))
    #expect(XCardTests.told(XCardTests.read(xml)) == ["3:1 | \(line)"])
    #expect(notes.isEmpty)
  }

  @Test(
    "what programs write besides is understood, or told",
    arguments: [
      ("<fn>Kate</fn>", "FN:Kate | !FN has no element for its value; its text is taken for it"),
      ("<bday><date> 1985-04-12 </date></bday>", "BDAY:19850412"),
      ("<FN><text>Kate</text></FN>", "FN:Kate"),
      (
        "<n><surname>B</surname><text>K</text><x>y</x></n>",
        "N:B;K | !\"x\" is no part of N; left out"
      ),
      ("<?pi x?><!-- c --><fn><text><![CDATA[a<b]]>c</text></fn>", "FN:a<bc"),
      ("<version><text>4.0</text></version>", "!\"version\" is no name of a property; left out"),
      (
        "<note><text>a</text><text>b</text></note>",
        "NOTE:a | NOTE:b | !NOTE has one value each; it became several"
      ),
      ("<x:a xmlns:x=\"u:x\"><x:b/></x:a>", "XML:<a xmlns=\"u:x\"><b/></a>"),
      (
        "<x:a xmlns:x=\"u:x\"><text>t</text></x:a>",
        "XML:<x:a xmlns:x=\"u:x\" xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\"><text>t</text></x:a>"
      ),
    ])
  func lenient(property: String, line: String) {
    #expect(XCardTests.told(XCardTests.read(XCardTests.document(property))) == ["3:1 | \(line)"])
  }

  @Test(
    "what is no xCard is told with its place; the cards before are read",
    arguments: [
      (
        "<a/>",
        "1:5 no xCard: no element \"vcard\" of the namespace urn:ietf:params:xml:ns:vcard-4.0"
      ),
      (
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a/>",
        "1:13 no XML: it has a DOCTYPE, which is never needed and may hide anything"
      ),
      ("<a><b></a>", "1:9 no XML: mismatched tag"),
      (String(repeating: "<a>", count: 65), "1:196 no XML: its elements are more than 64 deep"),
    ])
  func wrong(xml: String, message: String) {
    #expect(XCardTests.told(XCardTests.read(Array(xml.utf8))) == [message])
    let cut = XCardTests.document("<fn><text>a</text></fn>") + Array("<".utf8)
    #expect(XCardTests.told(XCardTests.read(cut)).first == "3:1 | FN:a")
    // A card that is cut off is none, but one was there.
    guard case .noCard(let error)? = XCardTests.read(Array(cut.prefix(115))).first else {
      Issue.record("a card")
      return
    }
    #expect(error.position.card == 1)
  }

  @Test("a tag of more than a megabyte is refused, a value of twelve is not")
  func limits() {
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 12_000_000)
    let value = XCardTests.document(
      "<note><text>\(String(decoding: long, as: UTF8.self))</text></note>")
    guard case .card(let card, _)? = XCardTests.read(value).first else {
      Issue.record("no card")
      return
    }
    #expect(card.first(.note)?.text.utf8.count == long.count)
    let tag = Array("<a b=\"".utf8) + long
    #expect(
      XCardTests.told(XCardTests.read(tag, piece: 1 << 16)) == [
        "1:1 no XML: a tag or a comment has more than 1048576 bytes"
      ])
  }

  @Test("characters that XML has not make the value base64, and come back")
  func control() {
    var notes: [Diagnostic] = []
    let card = JCardTests.card("NOTE:a\u{1}b")
    let xml = XCardTests.write(card, &notes)
    #expect(notes.map(\.code) == [.lossValue])
    #expect(XCardTests.told(XCardTests.read(xml)) == ["3:1 | NOTE:a\u{1}b"])
  }

  @Test("an element of another namespace has no place for parameters, which are told")
  func otherNamespaces() {
    for (head, count) in [("XML", 0), ("XML;ALTID=1;X-A=b", 2), ("g.XML", 0)] {
      var notes: [Diagnostic] = []
      let card = JCardTests.card("\(head):<x xmlns=\"e\"/>")
      let xml = String(decoding: XCardTests.write(card, &notes), as: UTF8.self)
      #expect(xml.contains("<x xmlns=\"e\"/>"))
      #expect(notes.map(\.code) == Array(repeating: .lossParameter, count: count))
    }
  }

  @Test("pieces of any size read as the whole")
  func pieces() {
    let xml = XCardTests.document(XCardTests.pairs.map(\.property).joined(separator: "\n"))
    let whole = XCardTests.told(XCardTests.read(xml + Array("x".utf8)))
    #expect(whole.count == 2)
    for piece in [1, 2, 3, 7, 64, 1000] {
      #expect(XCardTests.told(XCardTests.read(xml + Array("x".utf8), piece: piece)) == whole)
    }
  }

  @Test("what the quick way reads is what the thorough way reads")
  func quick() {
    var random = SeededGenerator(seed: 6351)
    var documents: [[UInt8]] = []
    for round in 0..<400 {
      var notes: [Diagnostic] = []
      let kind: CardGenerator.Kind = round.isMultiple(of: 3) ? .wild : .valid
      let card = FormatLaws.card(CardGenerator(.version40, kind).card(using: &random).octets)
      let xml = XCardTests.write(card, &notes)
      documents.append(xml)
      // As programs write it that put elements on lines of their own.
      let lines = String(decoding: xml, as: UTF8.self).replacing("><", with: ">\n  <")
      documents.append(Array(lines.utf8))
    }
    let pairs = XCardTests.pairs.map(\.property) + XCardTests.odd
    // Twice, so that heads are remembered.
    documents += (pairs + pairs).map { XCardTests.document($0) }
    documents += pairs.map { XCardTests.document("<group name=\"a.b\">\($0)</group>\($0)") }
    let whole = documents.count
    for round in 0..<6000 {
      documents.append(
        Mutation.damaged(
          documents[round % whole], documents[(round * 7) % whole], using: &random))
    }
    for xml in documents {
      let thorough = XCardTests.told(XCardTests.read(xml, isThorough: true))
      #expect(
        XCardTests.told(XCardTests.read(xml)) == thorough, "\(String(decoding: xml, as: UTF8.self))"
      )
    }
  }

  @Test(
    "a line whose name XML cannot hold is carried, told and comes back; no other line does",
    arguments: ["X-GOOGLE TALK:a,b", "1X;TYPE=home:a", "g1.-B;C=\"d:e\":f\\;g"])
  func names(line: String) {
    var notes: [Diagnostic] = []
    let xml = XCardTests.write(JCardTests.card(line), &notes)
    #expect(notes.map(\.code) == [.lossLine])
    #expect(XCardTests.told(XCardTests.read(xml)) == ["3:1 | \(line)"])
    for text in ["TEL:1", "END:VCARD", "1X", "AGENT:BEGIN:VCARD", "1X:a\nTEL:1", ":1", "1 X"] {
      let xml = XCardTests.document("<x-vcard-line><text>\(text)</text></x-vcard-line>")
      #expect(XCardTests.told(XCardTests.read(xml))[0].hasPrefix("3:1 | X-VCARD-LINE;"))
    }
  }

  @Test(
    "RFC 6351 §A: what is said to be a date is none with a time in it",
    arguments: [
      ("BDAY;VALUE=date:19850412T2320", "<bday><date-time>19850412T2320</date-time></bday>"),
      ("X-D;VALUE=date:T2320", "<x-d><text>T2320</text></x-d>"),
      ("X-D;VALUE=date:19850412", "<x-d><date>19850412</date></x-d>"),
    ])
  func times(line: String, property: String) {
    var notes: [Diagnostic] = []
    // Twice, so that the head is remembered.
    for card in [JCardTests.card(line), JCardTests.card(line)] {
      let xml = XCardTests.write(card, &notes)
      #expect(xml == XCardTests.document(property))
    }
  }

  @Test("What XML escapes is escaped wherever it stands, and what it has not is base64")
  func escapes() {
    let characters: [(String, String?)] = [
      ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("=", "="), ("\u{7F}", "\u{7F}"),
      ("\u{E9}", "\u{E9}"), ("\u{FB01}", "\u{FB01}"), ("\u{FFFE}", nil), ("\u{1}", nil),
    ]
    for length in 0..<20 {
      for place in 0...length {
        for (character, escape) in characters {
          let (before, after) = (
            String(repeating: "a", count: place), String(repeating: "b", count: length - place)
          )
          var card = Card(version: .version40)
          card.append(ContentLine("FN", .text(before + character + after)))
          var notes: [Diagnostic] = []
          let xml = String(decoding: XCardTests.write(card, &notes), as: UTF8.self)
          let expected = escape.map { "<text>\(before)\($0)\(after)</text>" } ?? "<x-base64>"
          #expect(xml.contains(expected))
        }
      }
    }
  }

  /// What is not as most properties are, but nearly.
  private static let odd: [String] = [
    "<n><given>a</given></n>", "<n><given>a</given><surname>b</surname></n>",
    "<n><text>a</text></n>",
    "<N><GIVEN>a</GIVEN></N>", "<N><given>a</given></N>", "<n><given/><x/></n>",
    "<gender><sex>M</sex><text>it</text></gender>", "<note><TEXT> a </TEXT></note>",
    "<fn> <text> a </text> </fn>", "<url><uri> u:a </uri></url>", "<url><uri>a\\b</uri></url>",
    "<bday><time>102200</time></bday>", "<bday><date>then</date></bday>",
    "<rev> <timestamp> 19951031T222710Z</timestamp></rev>", "<x-t><time>1022</time></x-t>",
    "<x-a><unknown>a\nb\\</unknown></x-a>", "<x-a><unknown>a</unknown><unknown>b</unknown></x-a>",
    "<x-a><uri>a</uri><uri>b</uri></x-a>", "<categories><text>a</text><uri>b</uri></categories>",
    "<note><text>a<b/></text></note>", "<note><text>a</text>b</note>",
    "<note>a<text>b</text></note>",
    "<note/>", "<note><parameters/></note>", "<note><parameters/><text/></note>",
    "<note><parameters><x-base64><text>true</text></x-base64></parameters><text>QQ==</text>"
      + "</note>",
    "<tel><parameters><value><text>uri</text></value></parameters><text>1</text></tel>",
    "<tel><parameters><encoding><text>b</text></encoding></parameters><text>QUJD</text></tel>",
    "<tel><parameters>a<type>b</type></parameters><text>1</text></tel>",
    "<tel><parameters><type><text>a</text></type><type><text>b</text></type></parameters><uri/>"
      + "</tel>",
    "<photo><binary>QUJD</binary></photo>", "<tz><utc-offset>-05:00</utc-offset></tz>",
    "<adr><parameters><label><text>a;\"b\"^\nc</text></label></parameters><code>1</code></adr>",
    "<adr><parameters><label><text>a</text></label></parameters><code>1</code></adr>",
    "<adr><parameters><label><text/></label></parameters><code>1</code></adr>",
    "<adr><parameters><label><uri> a </uri></label></parameters><code>1</code></adr>",
    "<adr><parameters><label>a</label></parameters><code>1</code></adr>",
    "<adr><parameters><label><text>a</text><text>b</text></label></parameters><code>1</code>"
      + "</adr>",
    "<adr><parameters><x-q><text>;LABEL=:</text></x-q><label><text>a</text></label></parameters>"
      + "<code>1</code></adr>",
    "<x:note xmlns:x=\"urn:ietf:params:xml:ns:vcard-4.0\"><x:text>a</x:text></x:note>",
    "<note xmlns=\"u:x\"><text>a</text></note>", "<note a=\"b\"><text>a</text></note>",
    "<note><x:text>a</x:text></note>", "<note><text a=\"b\">a</text></note>",
    "<group name=\"a\" xmlns=\"u:x\"><note><text>a</text></note></group>",
    "<group name=\"a\"><group name=\"b\"><note><text>a</text></note></group></group>",
    "<group><note><text>a</text></note></group>", "<begin><text>a</text></begin>",
    "<vcard><note><text>a</text></note></vcard>", "<x-vcard><text>a</text></x-vcard>",
  ]

  @Test("what the quick way writes is what the thorough way writes, and comes back whole")
  func laws() throws {
    var writer = XCardWriter()
    try FormatLaws.hold { card, xml in
      var quick: [UInt8] = []
      var thorough: [UInt8] = []
      var notes: [Diagnostic] = []
      // Twice, so that heads are remembered.
      for _ in 0..<2 {
        quick = []
        writer.write(card, into: &quick, notes: &notes)
      }
      writer.writeThoroughly(card, into: &thorough)
      #expect(quick == thorough)
      xml = writer.frame.document(of: quick.span)
    } read: { xml in
      for case .card(let card, _) in XCardTests.read(xml) { return card }
      return nil
    }
  }
}
