import CardFormats
import Foundation
import Testing
import VCard

@Suite("JSONLinesWriter, schema vcard.card/1")
struct JSONLinesTests {
  private func json(_ lines: String, version: String = "3.0") throws -> String {
    let text = "BEGIN:VCARD\r\nVERSION:\(version)\r\n\(lines)\r\nEND:VCARD\r\n"
    var reader = CardReader()
    try reader.append(Array(text.utf8))
    reader.finish()
    var json: [UInt8] = []
    while case .card(let card, _) = reader.next() {
      JSONLinesWriter(file: "a \"b\".vcf").write(card, into: &json)
    }
    return String(decoding: json, as: UTF8.self)
  }

  /// What stands in the array of the properties.
  private func properties(_ lines: String, version: String = "3.0") throws -> String {
    let line = try json(lines, version: version)
    let start = try #require(line.range(of: "\"properties\":["))
    return String(line[start.upperBound...].dropLast(3))
  }

  @Test("a card is a line: schema, file, card and line numbers, version, properties")
  func card() throws {
    #expect(
      try json("item1.TEL;TYPE=cell,pref:+1 408\r\nN:Bell;Kate;;;")
        == #"{"schema":"vcard.card/1","file":"a \"b\".vcf","card":0,"line":1,"version":"3.0","properties":["#
        + #"{"group":"item1","name":"TEL","parameters":{"TYPE":["cell","pref"]},"value":"+1 408"},"#
        + #"{"name":"N","parameters":{},"value":[["Bell"],["Kate"],[],[],[]]}]}"# + "\n")
  }

  @Test("lists are arrays, structures arrays of arrays, binary is a data: URI")
  func values() throws {
    #expect(
      try properties("CATEGORIES:a,b")
        == #"{"name":"CATEGORIES","parameters":{},"value":["a","b"]}"#)
    #expect(try properties("NICKNAME:") == #"{"name":"NICKNAME","parameters":{},"value":[]}"#)
    #expect(
      try properties("ADR:;;a,b") == #"{"name":"ADR","parameters":{},"value":[[],[],["a","b"]]}"#)
    #expect(
      try properties("PHOTO;ENCODING=b:QUJD")
        == #"{"name":"PHOTO","parameters":{"ENCODING":"b"},"value":"data:application/octet-stream;base64,QUJD"}"#
    )
    #expect(try properties("nothing") == #"{"name":"","parameters":{},"value":"nothing"}"#)
    #expect(try properties("#comment\r\nFN:x") == #"{"name":"FN","parameters":{},"value":"x"}"#)
  }

  @Test("parameters of one name are one, without values that differ in case only")
  func parameters() throws {
    #expect(
      try properties("TEL;TYPE=a;X=1;type=B,A;X=2:1")
        == #"{"name":"TEL","parameters":{"TYPE":["a","B"],"X":["1","2"]},"value":"1"}"#)
    #expect(try properties("TEL;X=:1") == #"{"name":"TEL","parameters":{"X":""},"value":"1"}"#)
    #expect(
      try properties("TEL;HOME;HOME:1")
        == #"{"name":"TEL","parameters":{"TYPE":"HOME"},"value":"1"}"#)
  }

  @Test("what would end a string or a line is escaped, whatever prints it. RFC 8259 §7")
  func escapes() throws {
    #expect(
      try properties(
        "NOTE:\"\\\\\\n\t\u{1}\u{1B}\u{7F}\u{85}\u{9F}\u{A0}\u{2028}\u{2029}\u{202A}é/")
        == #"{"name":"NOTE","parameters":{},"value":"\"\\\n\t\u0001\u001B\u007F\u0085\u009F"#
        + "\u{A0}"
        + #"\u2028\u2029"# + "\u{202A}é/\"}")
  }

  @Test("what could not be decoded cleanly is told with its property")
  func problems() throws {
    let text =
      Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:a\r\nNOTE:".utf8) + [0xE9]
      + Array("\r\nEND:VCARD\r\n".utf8)
    var reader = CardReader()
    try reader.append(text)
    reader.finish()
    guard case .card(let card, _) = reader.next() else {
      Issue.record("no card")
      return
    }
    var json: [UInt8] = []
    var told: [(KnownName, DecodingProblems)] = []
    JSONLinesWriter(file: "").write(card, into: &json) { told.append(($0.known, $1)) }
    #expect(told.map(\.0) == [.note])
    #expect(told.map(\.1) == [.undeclaredCharset])
  }
}
