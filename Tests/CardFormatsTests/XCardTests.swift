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
  private static func read(_ xml: [UInt8], piece: Int = .max) -> [DocumentEntry] {
    var reader = XCardReader()
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

  @Test("pieces of any size read as the whole")
  func pieces() {
    let xml = XCardTests.document(XCardTests.pairs.map(\.property).joined(separator: "\n"))
    let whole = XCardTests.told(XCardTests.read(xml + Array("x".utf8)))
    #expect(whole.count == 2)
    for piece in [1, 2, 3, 7, 64, 1000] {
      #expect(XCardTests.told(XCardTests.read(xml + Array("x".utf8), piece: piece)) == whole)
    }
  }

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
