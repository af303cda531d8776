import TestSupport
import Testing
import VCard

@Suite("Parameter")
struct ParameterTests {
  private func parameters(_ head: String, _ version: Version = .version30) throws -> [Parameter] {
    let text = "BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\n\(head):value\r\nEND:VCARD\r\n"
    let card = try #require(try Reading(Array(text.utf8)).cards.first)
    let property = try #require(card.properties.first { _ in true })
    #expect(property.text == "value")
    return property.parameters
  }

  @Test("names are upper case, values keep their spelling. RFC 6350 §3.3")
  func plain() throws {
    #expect(
      try parameters("TEL;type=Cell;X-a=B") == [Parameter("TYPE", "Cell"), Parameter("X-A", "B")])
    #expect(try parameters("TEL") == [])
    #expect(Parameter("type", "x").name == "TYPE")
  }

  @Test("a comma separates values, quotes protect it. RFC 6350 §3.3")
  func lists() throws {
    #expect(try parameters("N;SORT-AS=\"a,b\",c") == [Parameter("SORT-AS", ["a,b", "c"])])
    #expect(try parameters("N;X=\"a;b:c\"") == [Parameter("X", "a;b:c")])
    #expect(try parameters("N;X=a,,b,") == [Parameter("X", ["a", "", "b", ""])])
    #expect(try parameters("N;X=") == [Parameter("X", "")])
  }

  @Test("TYPE in quotes is a list all the same. RFC 6350 §5.6 and its example in §6.4.1")
  func types() throws {
    #expect(try parameters("TEL;TYPE=\"HOME,VOICE\"") == [Parameter("TYPE", ["HOME", "VOICE"])])
    #expect(try parameters("TEL;TYPE=home\\,work") == [Parameter("TYPE", ["home", "work"])])
    #expect(try parameters("TEL;TYPE= a , b ") == [Parameter("TYPE", ["a", "b"])])
    #expect(
      try parameters("TEL;TYPE=a;TYPE=b") == [Parameter("TYPE", "a"), Parameter("TYPE", "b")])
  }

  @Test("words alone are TYPE, ENCODING or VALUE by what they say. vCard 2.1 §2.1.2")
  func nameless() throws {
    for version in Version.allCases {
      let found = try parameters("TEL;CELL;X-mine;8bit;INLINE", version)
      #expect(found.map(\.name) == ["TYPE", "TYPE", "ENCODING", "VALUE"])
      #expect(found.map(\.values) == [["CELL"], ["X-mine"], ["8bit"], ["INLINE"]])
      #expect(found.map(\.isNameless) == [true, true, true, true])
    }
  }

  @Test("a type with `=` and nothing after it is a type; empty places are nothing")
  func empty() throws {
    #expect(try parameters("TEL;CELL=;PREF=").map(\.values) == [["CELL"], ["PREF"]])
    #expect(try parameters("TEL;HOME, FAX,").map(\.values) == [["HOME"], ["FAX"]])
    #expect(try parameters("TEL;CELL=;PREF=").map(\.name) == ["TYPE", "TYPE"])
    #expect(try parameters("TEL;;PREF;").map(\.values) == [["PREF"]])
    #expect(try parameters("TEL;=") == [])
    #expect(try parameters("TEL;=home").map(\.values) == [["home"]])
    #expect(try parameters("TEL; ; = ;") == [])
  }

  @Test("blanks around names and values do not count, in quotes they do. vCard 2.1 §2.9")
  func blanks() throws {
    #expect(
      try parameters("TEL ; X-A = b ;\tY=c", .version21) == [
        Parameter("X-A", "b"), Parameter("Y", "c"),
      ])
    #expect(try parameters("TEL;X=\" b \"") == [Parameter("X", " b ")])
  }

  @Test("circumflex escapes are decoded once, from left to right, in 3.0 and 4.0. RFC 6868 §3")
  func circumflex() throws {
    let head = "ADR;X=\"a^nb^'c^^d^^ne^x^\""
    #expect(try parameters(head, .version40) == [Parameter("X", "a\nb\"c^d^ne^x^")])
    #expect(try parameters(head, .version30) == [Parameter("X", "a\nb\"c^d^ne^x^")])
    #expect(try parameters(head, .version21) == [Parameter("X", "a^nb^'c^^d^^ne^x^")])
    #expect(try parameters("ADR;X=a^", .version40) == [Parameter("X", "a^")])
  }

  @Test("a backslash escapes outside of quotes, as programs write it, and everywhere in LABEL")
  func backslash() throws {
    #expect(try parameters("ADR;X=a\\:b\\;c\\,d\\\\e\\f") == [Parameter("X", "a:b;c,d\\e\\f")])
    #expect(try parameters("ADR;X=\"a\\:b\\n\"") == [Parameter("X", "a\\:b\\n")])
    #expect(try parameters("ADR;LABEL=\"a\\nb\\Nc\\,d\"") == [Parameter("LABEL", "a\nb\nc,d")])
  }

  @Test("a bare comma is a part of a label, which is one text, and separates elsewhere")
  func commasInLabels() throws {
    #expect(
      try parameters("ADR;LABEL=1 Road\\nTown, State,1;TYPE=home")
        == [Parameter("LABEL", "1 Road\nTown, State,1"), Parameter("TYPE", "home")])
    #expect(try parameters("ADR;X-L=a, b") == [Parameter("X-L", ["a", "b"])])
    #expect(try parameters("ADR;LABEL=\"a\",\"b\"") == [Parameter("LABEL", ["a", "b"])])
  }

  @Test("an escaped colon is escaped over a fold, too. RFC 6350 §3.2: unfolding comes first")
  func escapeOverFold() throws {
    #expect(try parameters("ADR;X=a\\\r\n :b") == [Parameter("X", "a:b")])
    #expect(
      try parameters("ADR;ENCODING=QUOTED-\r\n PRINTABLE").map(\.values) == [["QUOTED-PRINTABLE"]])
    #expect(try parameters("ADR;X=\"a\r\n :b\"") == [Parameter("X", "a:b")])
  }

  @Test("a quotation mark that is never closed is passed over, and reported where it stands")
  func unclosedQuote() throws {
    let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=cell;X=\"a;Y=b:value:x\r\nEND:VCARD\r\n"
    let reading = try Reading(Array(text.utf8))
    let phone = try #require(reading.cards.first?.first(.tel))
    #expect(
      phone.parameters == [Parameter("TYPE", "cell"), Parameter("X", "a"), Parameter("Y", "b")])
    #expect(phone.text == "value:x")
    #expect(reading.diagnostics.map(\.code) == [.unclosedQuote])
    #expect(
      reading.diagnostics.first?.position == SourcePosition(byte: 42, card: 0, line: 3, column: 17))
  }

  @Test("no name holds a quotation mark: behind one, `=` is one of the words. RFC 6350 §3.3")
  func quotedWords() throws {
    for version in Version.allCases {
      let found = try parameters("TEL;\"A=B\";X=\"1,2\";C\"=D\",E", version)
      #expect(found.map(\.name) == ["TYPE", "X", "TYPE", "TYPE"])
      #expect(found.map(\.values) == [["\"A=B\""], ["1,2"], ["C\"=D\""], ["E"]])
      #expect(found.map(\.isNameless) == [true, false, true, true])
    }
  }

  @Test("an encoding after an unclosed quotation mark counts")
  func encodingAfterQuote() throws {
    let text =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE;X=\"a;ENCODING=QUOTED-PRINTABLE:=41\r\nEND:VCARD\r\n"
    let note = try #require(try Reading(Array(text.utf8)).cards.first?.first(.note))
    #expect(note.isQuotedPrintable)
    #expect(note.text == "A")
  }

  @Test("types are lower case and each once; parameters are asked for in any case")
  func asked() throws {
    let text =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=HOME;TYPE=home,Voice;PREF;X=1;x=2:1\r\nEND:VCARD\r\n"
    let phone = try #require(try Reading(Array(text.utf8)).cards.first?.first(.tel))
    #expect(phone.types == ["home", "voice", "pref"])
    #expect(phone.parameter("X") == ["1", "2"])
    #expect(phone.parameter("x") == ["1", "2"])
    #expect(phone.parameter("Y") == [])
  }

  @Test("octets that are no UTF-8 are read as the card's other text")
  func charset() throws {
    let text =
      Array("BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=".utf8) + [0xFC]
      + Array(":1\r\nEND:VCARD\r\n".utf8)
    let phone = try #require(try Reading(text).cards.first?.first(.tel))
    #expect(phone.types == ["ü"])
  }

  @Test("several parameters of a name become one where the first stood, as looking for each says")
  func gathered() {
    var random = SeededGenerator(seed: 15)
    for _ in 0..<500 {
      let all = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Parameter(
          "P\(Int.random(in: 0...3, using: &random))",
          (0..<Int.random(in: 0...3, using: &random)).map { _ in
            "\(Int.random(in: 0...2, using: &random))"
          })
      }
      for keepsRepeats in [false, true] {
        var expected: [Parameter] = []
        for parameter in all {
          guard let place = expected.firstIndex(where: { $0.name == parameter.name }) else {
            expected.append(parameter)
            continue
          }
          for value in parameter.values
          where keepsRepeats || !expected[place].values.contains(value) {
            expected[place].values.append(value)
          }
        }
        #expect(Parameter.gathered(all, keepsRepeats: keepsRepeats) == expected)
      }
    }
  }
}
