import CardFormats
import ContactModel
import Foundation
import TestSupport
import Testing
import VCard

@Suite("JSONLinesWriter, schema vcard.card/2")
struct JSONLinesTests {
  private func json(_ lines: String, version: String = "3.0") throws -> String {
    let text = "BEGIN:VCARD\r\nVERSION:\(version)\r\n\(lines)\r\nEND:VCARD\r\n"
    var reader = CardReader()
    try reader.append(Array(text.utf8))
    reader.finish()
    var json: [UInt8] = []
    var writer = JSONLinesWriter(file: "a \"b\".vcf")
    while case .card(let card, _) = reader.next() {
      writer.write(card, into: &json)
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
        == #"{"schema":"vcard.card/2","file":"a \"b\".vcf","card":0,"line":1,"version":"3.0","properties":["#
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
        == #"{"name":"PHOTO","parameters":{"ENCODING":["b"]},"value":"data:application/octet-stream;base64,QUJD"}"#
    )
    #expect(try properties("nothing") == #"{"name":"","parameters":{},"value":"nothing"}"#)
    #expect(try properties("#comment\r\nFN:x") == #"{"name":"FN","parameters":{},"value":"x"}"#)
  }

  @Test("a parameter is an array, one for all of its name, without values that differ in case only")
  func parameters() throws {
    #expect(
      try properties("TEL;TYPE=a;X=1;type=B,A;X=2:1")
        == #"{"name":"TEL","parameters":{"TYPE":["a","B"],"X":["1","2"]},"value":"1"}"#)
    #expect(try properties("TEL;X=:1") == #"{"name":"TEL","parameters":{"X":[""]},"value":"1"}"#)
    #expect(
      try properties("TEL;HOME;HOME:1")
        == #"{"name":"TEL","parameters":{"TYPE":["HOME"]},"value":"1"}"#)
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

  // MARK: Plain properties

  private static let decoding = TextDecoding.icu()

  /// What is written of an input the quick and the thorough way.
  private func both(_ bytes: [UInt8]) throws -> (quick: [UInt8], thorough: [UInt8]) {
    var reader = CardReader(decoding: Self.decoding)
    try reader.append(bytes)
    reader.finish()
    var writer = JSONLinesWriter(file: "a")
    var (quick, thorough): ([UInt8], [UInt8]) = ([], [])
    while case .card(let card, _) = reader.next() {
      writer.write(card, into: &quick)
      writer.writeThoroughly(card, into: &thorough)
    }
    return (quick, thorough)
  }

  @Test("the quick way comes to the same as the thorough one, in all samples")
  func samples() throws {
    for (name, bytes) in try Samples.small() {
      let (quick, thorough) = try both(bytes)
      #expect(quick == thorough, "\(name)")
    }
  }

  @Test("what a head became once it becomes again, and nothing else does")
  func heads() throws {
    var random = SeededGenerator(seed: 41)
    // Heads of one length that differ somewhere, a few of them again and again.
    let words = ["work", "home", "cell", "pref", "WORK"]
    var lines = ""
    for _ in 0..<20_000 {
      lines += ["TEL", "EMAIL", "X-Ab", "item1.TEL", "NOTE"].randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        lines += ";TYPE=\(words.randomElement(using: &random) ?? "")"
      }
      lines +=
        [":1\r\n", ";X-\(Int.random(in: 0...9, using: &random))=a:é\r\n", ":a\\nb\r\n"]
        .randomElement(using: &random) ?? ""
    }
    let (quick, thorough) = try both(
      Array("BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines)END:VCARD\r\n".utf8))
    #expect(quick == thorough)
  }

  @Test("the quick way comes to the same as the thorough one, in damaged input", arguments: 0..<4)
  func damaged(part: Int) throws {
    var random = SeededGenerator(seed: 700 + UInt64(part))
    let originals = try Samples.small().map(\.bytes).filter { $0.count < 2000 }
    for _ in 0..<(isDebug ? 100 : 3000) {
      let input = Samples.damaged(of: originals, using: &random)
      let (quick, thorough) = try both(input)
      if quick != thorough {
        Issue.record("\(String(decoding: input, as: UTF8.self).debugDescription)")
        return
      }
    }
  }

  @Test(
    "the quick way comes to the same as the thorough one, for values and heads by chance",
    arguments: Version.allCases)
  func chance(version: Version) throws {
    var random = SeededGenerator(seed: 800)
    let pieces = [
      "a", "Kate", ";", ",", "\\", "\\n", "\\,", "\\;", "\\:", "\\\\", ":", "=", "\"", "^", " ",
      "\t", "é", "李", "👩‍👩‍👧",
      "\u{85}", "\u{A0}", "\u{2028}", "\u{202A}", "\u{1}", "\u{7F}", "\r\n ", "\r\n\t", "\n ",
      "12345678", "TYPE=", "type=home",
      "HOME", "X-P=", "CHARSET=UTF-8", "base64", "URL", "7bit",
    ]
    let names = [
      "FN", "N", "ADR", "ORG", "GENDER", "NICKNAME", "CATEGORIES", "NOTE", "URL", "PHOTO", "X-mine",
      "x_y/z", "item1.TEL",
      "a.b.Tel", "X-GOOGLE TALK", "é.TEL", ".TEL", "!.TEL", "TEL ", "tel",
    ]
    for _ in 0..<(isDebug ? 300 : 8000) * lawTimes {
      var text = "BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\n"
      for _ in 0..<4 {
        text += names.randomElement(using: &random) ?? ""
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          text += ";"
          for _ in 0..<Int.random(in: 0...3, using: &random) {
            text += pieces.randomElement(using: &random) ?? ""
          }
        }
        text += ":"
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          text += pieces.randomElement(using: &random) ?? ""
        }
        text += "\r\n"
      }
      var bytes = Array((text + "END:VCARD\r\n").utf8)
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 128...255, using: &random)
      }
      let (quick, thorough) = try both(bytes)
      if quick != thorough {
        Issue.record(
          "\(text.debugDescription)\n\(String(decoding: quick, as: UTF8.self))\(String(decoding: thorough, as: UTF8.self))"
        )
        return
      }
      // Whatever the text, it is JSON.
      if !quick.isEmpty, (try? JSONSerialization.jsonObject(with: Data(quick))) == nil {
        Issue.record("no JSON: \(String(decoding: quick, as: UTF8.self))")
        return
      }
    }
  }

  @Test(
    "the quick way comes to the same as the thorough one, for quoted parameters by chance",
    arguments: Version.allCases)
  func quotes(version: Version) throws {
    var random = SeededGenerator(seed: 801)
    let pieces = [
      "a", "work", "Work", "cell", ",", ",", ";", ":", " ", ".", "\\", "\\n", "\\N", "\\,", "\\\"",
      "\\\\", "\\x", "^", "^n", "é", "É", "e\u{301}", "李", "\t", "\u{1}", "\r\n ",
    ]
    let names = ["TYPE", "type", "LABEL", "Label", "X-P", "PREF", "CHARSET", "ENCODING"]
    for turn in 0..<(isDebug ? 300 : 8000) * lawTimes {
      var text = "BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\n"
      for _ in 0..<3 {
        text += "ADR"
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          text += ";" + (names.randomElement(using: &random) ?? "") + "="
          for value in 0..<Int.random(in: 1...2, using: &random) {
            if value > 0 { text += "," }
            let mark = Int.random(in: 0..<12, using: &random) > 0 ? "\"" : ""
            // Most have nothing odd in them, or none would be plain.
            let last = turn % 2 == 0 ? 5 : pieces.count
            text += mark
            for _ in 0..<Int.random(in: 0...4, using: &random) {
              text += pieces[Int.random(in: 0..<last, using: &random)]
            }
            text += mark
          }
        }
        text += ":;;Main St.;\r\n"
      }
      var bytes = Array((text + "END:VCARD\r\n").utf8)
      if turn % 8 == 0 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 128...255, using: &random)
      }
      let (quick, thorough) = try both(bytes)
      if quick != thorough {
        Issue.record(
          "\(text.debugDescription)\n\(String(decoding: quick, as: UTF8.self))\(String(decoding: thorough, as: UTF8.self))"
        )
        return
      }
    }
  }

  @Test("a line is a head, which tells the place, and a body, which does not")
  func headAndBody() throws {
    let text = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:a\r\nEND:VCARD\r\n"
    var reader = CardReader()
    try reader.append(Array((text + text).utf8))
    reader.finish()
    var writer = JSONLinesWriter(file: "a \"b\"")
    var bodies: [[UInt8]] = []
    while case .card(let card, _) = reader.next() {
      var (line, head, body): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
      writer.write(card, into: &line)
      writer.writeHead(card: card.start.card, line: card.start.line, into: &head)
      writer.writeBody(card, into: &body)
      #expect(line == head + body)
      #expect(head.last == UInt8(ascii: ","))
      #expect(String(decoding: body, as: UTF8.self).hasPrefix("\"version\":\"4.0\","))
      bodies.append(body)
    }
    #expect(bodies.count == 2)
    #expect(bodies.first == bodies.last)
  }

  @Test("strings longer than a piece of output keep their characters whole")
  func longStrings() throws {
    for unit in ["é", "李", "👩", "\u{85}", "\u{2028}", "\u{1}", "a"] {
      for pad in 0..<4 {
        let value = String(repeating: "-", count: pad) + String(repeating: unit, count: 20_000)
        let bytes = Array("BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:\(value)\r\nEND:VCARD\r\n".utf8)
        let (quick, thorough) = try both(bytes)
        #expect(quick == thorough)
        let card = try #require(
          try JSONSerialization.jsonObject(with: Data(quick)) as? [String: Any])
        let properties = try #require(card["properties"] as? [[String: Any]])
        #expect(properties.first?["value"] as? String == value)
      }
    }
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
    var writer = JSONLinesWriter(file: "")
    writer.write(card, into: &json) { told.append(($0.known, $1)) }
    #expect(told.map(\.0) == [.note])
    #expect(told.map(\.1) == [.undeclaredCharset])
  }
}
