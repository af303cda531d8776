import CardFormats
import TestSupport
import Testing
import VCard

@Suite("JSONLinesReader, cards of JSON Lines")
struct JSONLinesReaderTests {
  private func line(_ card: Card) -> [UInt8] {
    var json: [UInt8] = []
    var writer = JSONLinesWriter(file: "")
    writer.write(card, into: &json)
    return json
  }

  /// What a line says, but for how its values were encoded and where the card stood.
  private func content(_ line: [UInt8]) throws -> [String] {
    var scanner = JSONScanner(line, values: 1_000_000, nesting: 16)
    guard case .list(let properties) = try scanner.document()["properties"] else { return [] }
    return properties.map { property in
      var parameters: [String] = []
      if case .object(let members) = property["parameters"] {
        parameters = members.filter { !["ENCODING", "CHARSET"].contains($0.key) }
          .map { "\($0.key)=\($0.value)" }
      }
      let name = "\(property["name"] ?? .null)"
      return "\(property["group"] ?? .null) \(name) \(parameters) \(property["value"] ?? .null)"
    }
  }

  @Test("a card comes back with all that its line says", arguments: FixtureTests.names)
  func back(name: String) throws {
    let lines = try Fixtures.bytes("cards/\(name).json").split(separator: 0x0A)
    for line in lines {
      let card = try JSONLinesReader.card(Array(line))
      let back = try content(self.line(card))
      let lost = try content(Array(line)).enumerated().filter { index, text in
        index >= back.count || back[index] != text && !text.hasPrefix("null text(\"\")")
      }
      #expect(lost.isEmpty, "\(lost.first.map { "\($0), now \(back[$0.offset])" } ?? "")")
    }
  }

  @Test("vcard.card/1, in which one value of a parameter is a text, is read on")
  func first() throws {
    let line = """
      {"schema":"vcard.card/1","file":"a","card":3,"line":9,"version":"3.0","properties":[
      {"group":"item1","name":"TEL","parameters":{"TYPE":"cell"},"value":"+1 408 555 0000"},
      {"name":"N","parameters":{},"value":[["Bell"],["Kate"],[],[],[]]},
      {"name":"PHOTO","parameters":{"ENCODING":["b"],"TYPE":["JPEG"]},"value":"data:image/jpeg;base64,/9j/"},
      {"name":"CATEGORIES","parameters":{},"value":["a,b","c"]}]}
      """
    var text: [UInt8] = []
    CardWriter().write(try JSONLinesReader.card(Array(line.utf8)), into: &text)
    #expect(
      String(decoding: text, as: UTF8.self)
        == [
          "BEGIN:VCARD", "VERSION:3.0", "item1.TEL;TYPE=cell:+1 408 555 0000",
          "N:Bell;Kate;;;", "PHOTO;TYPE=JPEG;ENCODING=b:/9j/", "CATEGORIES:a\\,b,c", "END:VCARD",
          "",
        ].joined(separator: "\r\n"))
  }

  @Test(
    "what is no card says why",
    arguments: [
      ("{\"schema\":\"vcard.card/2\"", "no JSON: it ends too soon"),
      ("{\"schema\":\"vcard.card/9\"}", "its schema is not \"vcard.card/2\""),
      ("{\"schema\":\"vcard.card/2\",\"version\":\"5.0\"}", "\"version\" is no version of vCard"),
      ("{\"schema\":\"vcard.card/2\",\"version\":\"4.0\"}", "\"properties\" is no list"),
      (
        "{\"schema\":\"vcard.card/2\",\"version\":\"4.0\",\"properties\":[{\"name\":\"FN:x\"}]}",
        "\"FN:x\" is no name of a property"
      ),
      (
        "{\"schema\":\"vcard.card/2\",\"version\":\"4.0\",\"properties\":[{\"name\":\"FN\",\"value\":1}]}",
        "the \"value\" of FN is no text and no list"
      ),
      (
        "{\"schema\":\"vcard.card/2\",\"version\":\"4.0\",\"properties\":[{\"name\":\"End\",\"value\":\"VCARD\"}]}",
        "END is no property of a card"
      ),
    ])
  func bad(line: String, reason: String) {
    let error = #expect(throws: JSONLinesReader.Failure.self) {
      _ = try JSONLinesReader.card(Array(line.utf8))
    }
    #expect(error?.description == reason)
  }
}
