import TestSupport
import Testing
import VCard

@Suite("Property")
struct PropertyTests {
  private func property(_ lines: String, version: String = "3.0") throws -> Property {
    let text = "BEGIN:VCARD\r\nVERSION:\(version)\r\n\(lines)\r\nEND:VCARD\r\n"
    let card = try #require(try Reading(Array(text.utf8)).cards.first)
    return try #require(card.properties.first { _ in true })
  }

  @Test("the value has the shape that the name asks for. RFC 6350 §6")
  func shapes() throws {
    #expect(try property("FN:a,b;c").value == .text("a,b;c"))
    #expect(try property("N:a;b,c;;\\;").value == .structure([["a"], ["b", "c"], [], [";"]]))
    #expect(try property("ORG:a,b;c").value == .structure([["a,b"], ["c"]]))
    #expect(try property("NICKNAME:a,b\\,c").value == .list(["a", "b,c"]))
    #expect(try property("NICKNAME:").value == .list([]))
    #expect(
      try property("PHOTO;ENCODING=b;TYPE=PNG:QUJD").value
        == .binary(mediaType: "image/png", octets: [65, 66, 67]))
    #expect(try property("PHOTO:data:image/png;base64,QUJD").binary?.octets == [65, 66, 67])
    #expect(try property("PHOTO:http://example.com/a.png").binary == nil)
    #expect(try property("N:a").shape == .structure)
    #expect(try property("X-N:a;b").shape == .single)
  }

  @Test("2.1 knows no commas in components, and semicolons in lists. vCard 2.1 §2.2.2")
  func version21() throws {
    #expect(try property("N:a,b;c", version: "2.1").value == .structure([["a,b"], ["c"]]))
    #expect(try property("NICKNAME:a;b,c", version: "2.1").list == ["a", "b", "c"])
  }

  @Test("escapes are decoded; what is none stays. RFC 6350 §3.4")
  func escapes() throws {
    #expect(
      try property("NOTE:a\\,b\\;c\\nd\\Ne\\\\f\\:g\\\"h\\'i\\xj\\").text
        == "a,b;c\nd\ne\\f:g\"h'i\\xj\\")
    #expect(try property("URL:http\\://a\\,b\\n").text == "http://a,b\\n")
    #expect(try property("URL:https\\\\://a").text == "https://a")
    #expect(try property("SOCIALPROFILE;VALUE=text:a\\nb\\,c").text == "a\nb,c")
  }

  @Test("a fold is a line end and one blank, anywhere. RFC 6350 §3.2")
  func folds() throws {
    #expect(try property("NOTE:a\r\n b\r\n\tc\r\n  d\n e\r f\r\r\n g").text == "abc defg")
    #expect(try property("NOTE:a\\\r\n n").text == "a\n")
    #expect(try property("NOTE:a\r\n\r\n b").text == "ab")
    let folded = try property("it\r\n em1.no\r\n te;x-\r\n p=a\r\n b:c")
    #expect(folded.group == "item1")
    #expect(folded.known == .note)
    #expect(folded.name.spelling == "note")
    #expect(folded.parameter("X-P") == ["ab"])
    #expect(folded.text == "c")
  }

  @Test("in 2.1 a fold at a blank of the text keeps the blank. vCard 2.1 §2.1.3")
  func folds21() throws {
    #expect(
      try property("NOTE:some words\r\n and more", version: "2.1").text == "some words and more")
    let full = String(repeating: "x", count: 71)
    #expect(try property("NOTE:\(full)\r\n y", version: "2.1").text == full + "y")
    #expect(try property("NOTE:words \r\n and", version: "2.1").text == "words and")
    // The second line is short, whatever the first was.
    #expect(try property("NOTE:\(full)\r\n y\r\n z", version: "2.1").text == full + "y z")
  }

  @Test("quoted-printable: soft breaks go, line ends become LF. vCard 2.1 §2.1.5, RFC 2045 §6.7")
  func quotedPrintable() throws {
    func text(_ value: String, _ head: String = "NOTE;QUOTED-PRINTABLE") throws -> String {
      try property("\(head):\(value)", version: "2.1").text
    }
    #expect(try text("a=3D=3d=C3=A9") == "a==é")
    #expect(try text("a=\r\nb= \r\nc") == "abc")
    #expect(try text("a=0D=0Ab=0Dc=0Ad=0D=0D=0Ae") == "a\nb\nc\nd\ne")
    #expect(try text("a=\r\n b=\r\n c=\r\n d") == "abcd")
    #expect(try text("a=\r\n b") == "a b")
    #expect(try text("a==") == "a=")
    #expect(
      try property("N;QUOTED-PRINTABLE:a=3Bb;c", version: "2.1").components == [["a;b"], ["c"]])
  }

  @Test("groups are all before the last dot, as they are spelled. RFC 6350 §3.3")
  func groups() throws {
    #expect(try property("ITEM1.TEL:1").group == "ITEM1")
    #expect(try property("a.b.TEL:1").group == "a.b")
    #expect(try property("TEL:1").group == nil)
  }

  @Test("a line that is no property has no name, and its text is all of it")
  func malformed() throws {
    let line = try property("one two.three\\n:x\r\n y")
    #expect(line.isMalformed && !line.isComment)
    #expect(line.name.spelling == "" && line.canonicalName == "" && line.group == nil)
    #expect(line.parameters == [])
    #expect(line.text == "one two.three\\n:xy")
    #expect(line.value == .text(line.text))
    #expect(try property("#x").isComment)
  }

  @Test("a nested card is text, with LF between its lines. vCard 2.1 §2.5.3")
  func nested() throws {
    let agent = try property("AGENT:\r\nBEGIN:VCARD\r\nN:a\\;b\r\n\r\nEND:VCARD", version: "2.1")
    #expect(agent.isNestedCard)
    #expect(agent.text == "BEGIN:VCARD\nN:a\\;b\n\nEND:VCARD")
    #expect(agent.value == .text(agent.text))
  }

  @Test("text and value say the same of every property that is one text")
  func textAndValue() throws {
    for (name, bytes) in try Samples.small() {
      for card in try Reading(bytes).cards {
        for property in card.properties {
          if case .text(let text) = property.value {
            #expect(text == property.text, "\(name): \(text)")
          }
        }
      }
    }
  }

  @Test("a base64 photo that declares nothing is told by its first octets")
  func undeclaredBase64() throws {
    let photo = "/9j/4AAQSkZJRgABAQAAAQ=="
    #expect(try property("PHOTO:\(photo)").binary?.mediaType == "image/jpeg")
    #expect(
      try property("PHOTO:\(photo.prefix(10))\r\n \(photo.dropFirst(10))").binary?.mediaType
        == "image/jpeg")
    #expect(try property("PHOTO:\(photo)!").binary == nil)
    #expect(try property("NOTE:\(photo)").binary == nil)
  }
}
