import TestSupport
import Testing
import VCard

@Suite("ContentLine")
struct ContentLineTests {
  private func text(_ line: ContentLine, _ version: Version) -> String {
    String(decoding: line.octets(for: Rules(version)), as: UTF8.self)
  }

  @Test(
    "texts are escaped. RFC 6350 §3.4, RFC 2426 §4; vCard 2.1 has only the semicolon and the backslash"
  )
  func escapes() {
    let line = ContentLine("NOTE", .text("a,b;c\\d\ne:f\r\ng\rh"))
    #expect(text(line, .version30) == "NOTE:a\\,b\\;c\\\\d\\ne:f\\ng\\nh\r\n")
    #expect(text(line, .version40) == text(line, .version30))
    #expect(text(ContentLine("NOTE", .text("a,b;c\\d")), .version21) == "NOTE:a,b\\;c\\\\d\r\n")
  }

  @Test(
    "lists have commas between their values, structures semicolons between their components. RFC 6350 §4"
  )
  func listsAndStructures() {
    #expect(
      text(ContentLine("NICKNAME", .list(["a,b", "c"])), .version40) == "NICKNAME:a\\,b,c\r\n")
    #expect(
      text(ContentLine("NICKNAME", .list(["a,b", "c"])), .version21) == "NICKNAME:a\\,b,c\r\n")
    let name = ContentLine("N", .structure([["Bell", "X;Y"], ["Kate"], [], [""], ["a,b"]]))
    #expect(text(name, .version30) == "N:Bell,X\\;Y;Kate;;;a\\,b\r\n")
    #expect(text(name, .version21) == "N:Bell,X\\;Y;Kate;;;a,b\r\n")
  }

  @Test("in what is verbatim nothing is escaped, and it stays one line")
  func verbatim() {
    #expect(
      text(ContentLine("URL", .verbatim("http://a/?b,c;d\\e\nf")), .version40)
        == "URL:http://a/?b,c;d\\e f\r\n")
  }

  @Test("a URI decodes to what it was made of, whatever its backslashes stand before")
  func backslashesOfURIs() {
    var texts = [""]
    var longest = texts
    for _ in 0..<5 {
      longest = longest.flatMap { text in ["\\", ":", ",", "n", "a"].map { text + $0 } }
      texts += longest
    }
    for version in Version.allCases {
      for text in texts {
        var card = Card(version: version)
        card.append(ContentLine("URL", ContentLine.Value(decoded: text, of: "URL")))
        #expect(card.properties.map(\.text) == [text])
      }
    }
    #expect(
      text(ContentLine("URL", .init(decoded: "C:\\a", of: "URL")), .version40) == "URL:C:\\a\r\n")
  }

  @Test("a parameter decodes to what it was made of, whatever blanks, quotes and signs it holds")
  func signsOfParameters() {
    var texts: [String] = []
    var longest = [""]
    for _ in 0..<4 {
      longest = longest.flatMap { text in
        [" ", "\"", ";", ":", ",", "\\", "^", "=", "n"].map { text + $0 }
      }
      texts += longest
    }
    for version in Version.allCases {
      for name in ["X-B", "LABEL"] {
        var card = Card(version: version)
        for text in texts {
          card.append(ContentLine("X-A", parameters: [Parameter(name, [text])], .text("c")))
        }
        let read = card.properties.map { $0.parameters.map(\.values) }
        #expect(zip(texts, read).filter { [[$0]] != $1 }.map(\.0) == [], "\(name) in \(version)")
        #expect(read.count == texts.count)
      }
    }
  }

  @Test("binary is base64 in 2.1 and 3.0, and a data: URI in 4.0. RFC 2426 §2.4.1, RFC 6350 §6.2.4")
  func binary() {
    let line = ContentLine("PHOTO", .binary(mediaType: "image/jpeg", octets: [65, 66, 67]))
    #expect(text(line, .version21) == "PHOTO;ENCODING=BASE64;JPEG:QUJD\r\n\r\n")
    #expect(text(line, .version30) == "PHOTO;ENCODING=b;TYPE=JPEG:QUJD\r\n")
    #expect(text(line, .version40) == "PHOTO:data:image/jpeg;base64,QUJD\r\n")
    let other = ContentLine(
      "PHOTO", parameters: [Parameter("TYPE", ["home", "JPEG"])],
      .binary(mediaType: "image/jpeg", octets: [65]))
    #expect(text(other, .version30) == "PHOTO;TYPE=home,JPEG;ENCODING=b:QQ==\r\n")
    let unknown = ContentLine("KEY", .binary(mediaType: "application/x-mine", octets: []))
    #expect(text(unknown, .version30) == "KEY;ENCODING=b;TYPE=application/x-mine:\r\n")
    #expect(text(unknown, .version21) == "KEY;ENCODING=BASE64;TYPE=application/x-mine:\r\n\r\n")
  }

  @Test(
    "2.1 writes what is not ASCII, and line ends, in quoted-printable. vCard 2.1 §2.1.5, RFC 2045 §6.7"
  )
  func quotedPrintable() {
    #expect(
      text(ContentLine("NOTE", .text("é=\n ;,")), .version21)
        == "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=A9=3D=0D=0A \\;,\r\n")
    #expect(
      text(ContentLine("NOTE", .text("é ")), .version21)
        == "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=A9=20\r\n")
    #expect(text(ContentLine("NOTE", .text("a=b")), .version21) == "NOTE:a=b\r\n")
    let long = text(ContentLine("NOTE", .text(String(repeating: "é", count: 60))), .version21)
    for line in long.utf8.split(separator: 0x0A) { #expect(line.count <= 77) }
    #expect(long.contains("=\r\n="))
  }

  @Test("a line of quoted-printable never looks like the end of the card, and starts with no blank")
  func quotedPrintableEnvelope() throws {
    for pad in 0..<80 {
      for word in ["END:VCARD", "BEGIN:VCARD", " x", "a.END : vCard", "\tEND:VCARD", "END"] {
        let value = "é" + String(repeating: "-", count: pad) + word
        var card = Card(version: .version21)
        card.append(ContentLine("NOTE", .text(value)))
        var octets: [UInt8] = []
        CardWriter().write(card, into: &octets)
        let reading = try Reading(octets)
        #expect(
          reading.cards.count == 1 && reading.cards.first?.first(.note)?.text == value,
          "\(pad) \(word)")
      }
    }
  }

  @Test("parameter values are quoted where they must be. RFC 6350 §3.3")
  func quotes() {
    func written(_ value: String, _ version: Version = .version40) -> String {
      text(ContentLine("X", parameters: [Parameter("P", value)], .verbatim("v")), version)
    }
    #expect(written("abc") == "X;P=abc:v\r\n")
    #expect(written("") == "X;P=:v\r\n")
    #expect(written("a b") == "X;P=a b:v\r\n")
    for value in ["a,b", "a;b", "a:b", " a", "a\t", "a\\b"] {
      #expect(written(value) == "X;P=\"\(value)\":v\r\n")
    }
    // Some readers know RFC 6868 between quotes only.
    #expect(written("a\"b^c\nd\r\ne") == "X;P=\"a^'b^^c^nd^ne\":v\r\n")
    #expect(written("a\u{1}b\u{7F}c") == "X;P=a b c:v\r\n")
    #expect(written("a\"b,c;d:e\\f", .version21) == "X;P=a\\\"b\\,c\\;d\\:e\\\\f:v\r\n")
    #expect(written("a\nb^c", .version21) == "X;P=a b^c:v\r\n")
  }

  @Test("in LABEL a backslash escapes, as in the example of RFC 6350 §6.3.1")
  func label() {
    let line = ContentLine("ADR", parameters: [Parameter("LABEL", "a\\n\nb")], .verbatim(";"))
    #expect(text(line, .version40) == "ADR;LABEL=\"a\\\\n^nb\":;\r\n")
    #expect(text(line, .version21) == "ADR;LABEL=a\\\\n\\nb:;\r\n")
  }

  @Test("in 2.1 the types it knows stand alone. vCard 2.1 §2.1.2")
  func types() {
    let line = ContentLine(
      "TEL", parameters: [Parameter("TYPE", ["home", "x-mine", "a b"])], .text("1"))
    #expect(text(line, .version21) == "TEL;home;TYPE=x-mine;TYPE=a b:1\r\n")
    #expect(text(line, .version30) == "TEL;TYPE=home,x-mine,a b:1\r\n")
  }

  @Test("ENCODING and CHARSET are those of the line as it is written")
  func encodings() {
    let line = ContentLine(
      "NOTE",
      parameters: [
        Parameter("ENCODING", "QUOTED-PRINTABLE"), Parameter("CHARSET", "x"), Parameter("X", []),
      ],
      .text("=41"))
    for version in Version.allCases { #expect(text(line, version) == "NOTE:=41\r\n") }
  }

  @Test(
    "no group, name or parameter makes two lines of one, or another name",
    arguments: [
      "a\r\nEND:VCARD", "a:b", "a;b", " a", "\ta", "a b", ".a", "!", "é", "a\"b", "a=b", "a,b",
      "a\u{0}", "a.b", "",
    ])
  func injection(word: String) throws {
    for version in Version.allCases {
      var card = Card(version: version)
      card.append(ContentLine("NOTE", .text("before")))
      card.append(
        ContentLine(
          group: word, "X" + word, parameters: [Parameter("P" + word, word)], .text("value")))
      card.append(ContentLine(group: "g", "NOTE", .text("after")))
      var octets: [UInt8] = []
      CardWriter().write(card, into: &octets)
      let again = try Reading(octets).cards
      #expect(again.count == 1)
      let properties = try #require(again.first).properties.map { $0 }
      #expect(properties.map(\.text) == ["before", "value", "after"])
      #expect(properties[1].parameters.count == 1)
      #expect(properties[0].line.elementsEqual("NOTE:before\r\n".utf8))
    }
  }
}
