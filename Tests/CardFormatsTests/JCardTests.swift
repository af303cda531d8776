import CardFormats
import TestSupport
import Testing
import VCard

@Suite("jCard, RFC 7095")
struct JCardTests {
  static func card(_ lines: String...) -> Card { card(lines) }

  static func card(_ lines: [String]) -> Card {
    let text = ["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]
    return FormatLaws.card(Array(text.joined(separator: "\r\n").utf8))
  }

  private func jcard(_ card: Card) -> String {
    var json: [UInt8] = []
    var notes: [Diagnostic] = []
    var writer = JCardWriter()
    writer.write(card, into: &json, notes: &notes)
    return String(decoding: json, as: UTF8.self)
  }

  private static func read(_ json: [UInt8]) -> (Card, [Diagnostic])? {
    var scanner = JSONLinesReader.scanner(json)
    guard let node = try? scanner.document(), JCardReader.isCard(node) else { return nil }
    return JCardReader.card(node, at: SourcePosition())
  }

  /// Lines that say the same as properties of jCards, in both directions.
  private static let pairs: [(line: String, property: String)] = [
    ("FN:J\\, D\\noe", #"["fn",{},"text","J, D\noe"]"#),
    ("N:Doe;J,K;;;", #"["n",{},"text",["Doe",["J","K"],"","",""]]"#),
    ("ORG:A\\, B", #"["org",{},"text","A, B"]"#),
    ("ORG:A;B", #"["org",{},"text",["A","B"]]"#),
    ("GENDER:M", #"["gender",{},"text","M"]"#),
    ("GENDER:;it", #"["gender",{},"text",["","it"]]"#),
    ("CATEGORIES:a\\,b,c", #"["categories",{},"text","a,b","c"]"#),
    ("CLIENTPIDMAP:1;urn:x:a", #"["clientpidmap",{},"text",["1","urn:x:a"]]"#),
    ("BDAY:19850412", #"["bday",{},"date-and-or-time","1985-04-12"]"#),
    ("BDAY:--0412T2320", #"["bday",{},"date-and-or-time","--04-12T23:20"]"#),
    ("BDAY:1985-04", #"["bday",{},"date-and-or-time","1985-04"]"#),
    ("BDAY;VALUE=text:circa 1800", #"["bday",{},"text","circa 1800"]"#),
    (
      "ANNIVERSARY;VALUE=date-time:19850412T232050+04",
      #"["anniversary",{},"date-time","1985-04-12T23:20:50+04"]"#
    ),
    ("REV:19951031T222710Z", #"["rev",{},"timestamp","1995-10-31T22:27:10Z"]"#),
    ("X-T;VALUE=time:102200-0800", #"["x-t",{},"time","10:22:00-08:00"]"#),
    ("X-T;VALUE=time:-2050", #"["x-t",{},"time","-20:50"]"#),
    ("X-T;VALUE=time:--50", #"["x-t",{},"time","--50"]"#),
    ("TZ;VALUE=utc-offset:-0500", #"["tz",{},"utc-offset","-05:00"]"#),
    ("TZ:Europe/Berlin", #"["tz",{},"text","Europe/Berlin"]"#),
    ("LANG;PREF=1:fr", #"["lang",{"pref":"1"},"language-tag","fr"]"#),
    ("TEL:+1", #"["tel",{},"text","+1"]"#),
    ("TEL;VALUE=uri;TYPE=a,b:tel:+1", #"["tel",{"type":["a","b"]},"uri","tel:+1"]"#),
    ("UID:urn:x", #"["uid",{},"uri","urn:x"]"#),
    ("UID;VALUE=text:x", #"["uid",{},"text","x"]"#),
    ("g1.URL:http://a;b,c", #"["url",{"group":"g1"},"uri","http://a;b,c"]"#),
    ("NOTE;X-P=\"a^nb^'c^^\":", #"["note",{"x-p":"a\nb\"c^"},"text",""]"#),
    ("X-A:a\\,b;c\\n", #"["x-a",{},"unknown","a\\,b;c\\n"]"#),
    ("X-A;VALUE=text:a\\,b", #"["x-a",{},"text","a,b"]"#),
    ("X-N;VALUE=integer:5,-7", #"["x-n",{},"integer",5,-7]"#),
    ("X-N;VALUE=float:1.50", #"["x-n",{},"float",1.50]"#),
    ("X-N;VALUE=integer:007", #"["x-n",{},"integer","007"]"#),
    ("X-B;VALUE=boolean:TRUE", #"["x-b",{},"boolean",true]"#),
    ("PHOTO:data:image/gif;base64,QUJD", #"["photo",{},"uri","data:image/gif;base64,QUJD"]"#),
    ("JSPROP;JSPTR=a:\"x\\,\"", #"["jsprop",{"jsptr":"a"},"text","\"x,\""]"#),
  ]

  @Test("a property is its name, parameters, type and values, both ways", arguments: pairs)
  func both(line: String, property: String) throws {
    let json = "[\"vcard\",[[\"version\",{},\"text\",\"4.0\"],\(property)]]"
    #expect(jcard(JCardTests.card(line)) == json)
    let (card, diagnostics) = try #require(JCardTests.read(Array(json.utf8)))
    let lines = card.properties.map { String(decoding: $0.lineOctets, as: UTF8.self) }
    #expect(lines == [line])
    #expect(diagnostics.isEmpty)
  }

  @Test(
    "what is not as the standard has it is kept as far as it goes, and told",
    arguments: [
      (#"["fn",{},"text",null]"#, ["FN:"], 1), (#"["fn",{},"text"]"#, ["FN:"], 1),
      (#"["fn",[],"text","a"]"#, ["FN:a"], 0), (#"["fn",null,"text","a"]"#, ["FN:a"], 1),
      (#"["fn",{},null,"a"]"#, ["FN:a"], 1), (#"["fn",{},"text",5]"#, ["FN:5"], 1),
      (#"["fn",{},"text",true]"#, ["FN:true"], 1), (#"["FN",{},"TEXT","a"]"#, ["FN:a"], 0),
      (#"["tel",{"pref":1},"text","1"]"#, ["TEL;PREF=1:1"], 1),
      (#"["tel",{"type":["a",null]},"text","1"]"#, ["TEL;TYPE=a,:1"], 1),
      (#"["tel",{"type":"a","TYPE":"b"},"text","1"]"#, ["TEL;TYPE=a,b:1"], 0),
      (#"["tel",{"a b":"x","c:d":"y"},"text","1"]"#, ["TEL:1"], 2),
      (#"["note",{},"text","a","b"]"#, ["NOTE:a", "NOTE:b"], 1),
      (#"["x-a",{},"text","a","b"]"#, ["X-A;VALUE=text:a,b"], 0),
      (#"["n",{},"text",["a",null,["b",{}]]]"#, ["N:a;;b,"], 2),
      (#"["adr",{},"text","Street"]"#, ["ADR:Street"], 0),
      (#"["org",{},"text","a;b","c"]"#, ["ORG:a\\;b;c"], 0),
      (#"["x-n",{},"integer",2.5e1]"#, ["X-N;VALUE=integer:25"], 0),
      (#"["x-n",{},"float",-25e-3]"#, ["X-N;VALUE=float:-0.025"], 0),
      (#"["x-a",{},"unknown","a\nb"]"#, ["X-A:a\\nb"], 0),
      (
        #"["photo",{"type":"GIF"},"binary","QUJD"]"#,
        ["PHOTO;TYPE=GIF:data:image/gif;base64,QUJD"], 0
      ),
      (#"["a b:c",{},"text","x"]"#, [], 1), (#"[5,{},"text","x"]"#, [], 1),
      (#""fn""#, [], 1), (#"["begin",{},"text","VCARD"]"#, [], 1),
    ])
  func lenient(property: String, lines: [String], count: Int) throws {
    let json = "[\"vcard\",[[\"version\",{},\"text\",\"4.0\"],\(property)],[]]"
    let (card, diagnostics) = try #require(JCardTests.read(Array(json.utf8)))
    #expect(card.properties.map { String(decoding: $0.lineOctets, as: UTF8.self) } == lines)
    #expect(diagnostics.count == count, "\(diagnostics.map(\.message))")
  }

  @Test("a card of another version is read as of that, and told")
  func version() throws {
    let json = """
      ["vcard",[["version",{},"text","3.0"],["bday",{},"date","1985-04-12"],
      ["tel",{"type":"home"},"phone-number","+1"],["photo",{"type":"GIF"},"binary","QUJD"]]]
      """
    let (card, diagnostics) = try #require(JCardTests.read(Array(json.utf8)))
    #expect(card.version == .version30)
    #expect(
      card.properties.map { String(decoding: $0.lineOctets, as: UTF8.self) }
        == ["BDAY:1985-04-12", "TEL;TYPE=home:+1", "PHOTO;TYPE=GIF;ENCODING=b:QUJD"])
    #expect(diagnostics.count == 1)
  }

  @Test("what the quick way writes is what the thorough way writes, and comes back whole")
  func laws() throws {
    try FormatLaws.hold { card, json in
      var thorough: [UInt8] = []
      var writer = JCardWriter()
      var notes: [Diagnostic] = []
      // Twice, so that heads are remembered.
      for _ in 0..<2 {
        json = []
        writer.write(card, into: &json, notes: &notes)
      }
      writer.writeThoroughly(card, into: &thorough)
      #expect(json == thorough)
    } read: {
      JCardTests.read($0)?.0
    }
  }

  @Test("a charset is heeded in every line, however often its head was seen")
  func charsets() {
    var octets = Array("BEGIN:VCARD\r\nVERSION:4.0\r\nNOTE;CHARSET=ISO-8859-1:x".utf8)
    octets += [0xE9] + Array("\r\nNOTE;CHARSET=ISO-8859-1:x".utf8) + [0xC3, 0xA9]
    let card = FormatLaws.card(octets + Array("\r\nEND:VCARD\r\n".utf8))
    let json = jcard(card)
    #expect(json.contains("\"xé\"") && json.contains("\"xÃ©\""), "\(json)")
    var xml: [UInt8] = []
    var notes: [Diagnostic] = []
    var writer = XCardWriter()
    writer.write(card, into: &xml, notes: &notes)
    #expect(String(decoding: xml, as: UTF8.self).contains("<text>xÃ©</text>"))
  }

  @Test(
    "a card that is made on octets is the one that the thorough way makes, without a diagnostic")
  func quick() throws {
    var plain = PlainJCardReader()
    var random = SeededGenerator(seed: 7)
    var made = 0
    var documents: [[UInt8]] = []
    for round in 0..<600 {
      let kind: CardGenerator.Kind = round.isMultiple(of: 3) ? .wild : .valid
      let card = FormatLaws.card(CardGenerator(.version40, kind).card(using: &random).octets)
      documents.append(Array(jcard(card).utf8))
    }
    let whole = documents.count
    for round in 0..<3000 {
      documents.append(
        Mutation.damaged(
          documents[round % whole], documents[(round * 7) % whole], using: &random))
    }
    for (number, json) in documents.enumerated() {
      guard let quick = plain.card(json) else { continue }
      made += number < whole ? 1 : 0
      let (thorough, diagnostics) = try #require(JCardTests.read(json))
      #expect(diagnostics.isEmpty, "\(String(decoding: json, as: UTF8.self))")
      #expect(
        quick.properties.map(\.lineOctets) == thorough.properties.map(\.lineOctets),
        "\(String(decoding: json, as: UTF8.self))")
    }
    // Most cards are not odd.
    #expect(made > whole / 2)
  }
}
