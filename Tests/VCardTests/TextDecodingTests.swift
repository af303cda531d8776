import ICU
import TestSupport
import Testing
import VCard

@Suite("TextDecoding")
struct TextDecodingTests {
  private func note(
    _ value: [UInt8], _ parameters: String = "", decoding: TextDecoding = .builtin,
    version: String = "2.1"
  ) throws -> Property {
    let head = Array("BEGIN:VCARD\r\nVERSION:\(version)\r\nNOTE\(parameters):".utf8)
    var reader = CardReader(decoding: decoding)
    try reader.append(head + value + Array("\r\nEND:VCARD\r\n".utf8))
    reader.finish()
    guard case .card(let card, _) = reader.next() else { throw ReadError.finished }
    return try #require(card.first(.note))
  }

  @Test(
    "the module itself knows UTF-8, ASCII, ISO 8859-1 and windows-1252 by many names",
    arguments: [
      "ISO-8859-1", "iso_8859_1", "Latin1", "windows-1252", "CP1252", "US-ASCII", "ANSI",
    ])
  func builtin(name: String) throws {
    // ISO 8859-1 is read as windows-1252: 0x80 is the euro sign.
    #expect(try note([0xE9, 0x80], ";CHARSET=\(name)").text == "é€")
    #expect(TextDecoding.builtin.convert([0xE9], charset: name) == Array("é".utf8))
  }

  @Test("all octets of windows-1252 are as the WHATWG Encoding Standard has them")
  func windows1252() throws {
    let converted = try #require(
      TextDecoding.builtin.convert(Array(0...255), charset: "windows-1252"))
    let expected = try #require(CharsetConverter.decode(Array(0...255), from: "windows-1252"))
    #expect(converted == expected)
  }

  @Test("octets that are no UTF-8 and declare nothing are windows-1252, or what is told")
  func undeclared() throws {
    #expect(try note([0xE9]).text == "é")
    #expect(try note(Array("é".utf8)).text == "é")
    let cyrillic = TextDecoding(undeclared: "windows-1251") { octets, charset in
      CharsetConverter.decode(octets, from: charset)
    }
    #expect(try note([0xE9], decoding: cyrillic).text == "й")
    var problems = DecodingProblems()
    _ = try note([0xE9]).decodedValue(&problems)
    #expect(problems == .undeclaredCharset)
  }

  @Test("a charset that is unknown or wrong is told, and read as if none were named")
  func unknown() throws {
    var problems = DecodingProblems()
    #expect(try note([0xE9], ";CHARSET=x-nonsense").decodedValue(&problems) == .text("é"))
    #expect(problems == .unknownCharset)
    problems = []
    #expect(try note([0xE9], ";CHARSET=UTF-8").decodedValue(&problems) == .text("é"))
    #expect(problems == .wrongCharset)
    problems = []
    #expect(try note(Array("é".utf8), ";CHARSET=UTF-8").decodedValue(&problems) == .text("é"))
    #expect(problems == [])
  }

  @Test("damaged UTF-8 stays UTF-8, with U+FFFD for what is broken")
  func damaged() throws {
    #expect(try note(Array("aéb".utf8) + [0xC3] + Array("cü".utf8)).text == "aéb\u{FFFD}cü")
  }

  @Test("octets are converted before backslashes and semicolons are looked at")
  func beforeEscapes() throws {
    let icu = TextDecoding { octets, charset in
      CharsetConverter.decode(octets, from: charset)
    }
    // 表 is 95 5C in Shift_JIS.
    #expect(try note([0x95, 0x5C, 0x5C, 0x6E], ";CHARSET=SHIFT_JIS", decoding: icu).text == "表\n")
  }

  @Test("broken quoted-printable and base64 are told, and kept")
  func problems() throws {
    var problems = DecodingProblems()
    #expect(
      try note(Array("a=4Gb=41".utf8), ";QUOTED-PRINTABLE").decodedValue(&problems)
        == .text("a=4GbA"))
    #expect(problems == .badQuotedPrintable)
    problems = []
    #expect(try note(Array("a:b".utf8), ";BASE64").decodedValue(&problems) == .text("a:b"))
    #expect(problems == .badBase64)
    problems = []
    let clipped = try note(Array("QUJD...".utf8), ";BASE64").decodedValue(&problems)
    #expect(clipped == .binary(mediaType: "application/octet-stream", octets: [65, 66, 67]))
    #expect(problems == .badBase64)
  }

  @Test("the problems of a card's properties have the places of their values, found in one walk")
  func places() throws {
    let count = isDebug ? 2000 : 100_000
    let note = Array("NOTE:\r\n ".utf8) + [0xE9] + Array("\r\n".utf8)
    var reader = CardReader()
    try reader.append(Array("x:BEGIN:VCARD\r\nVERSION:3.0\r\n".utf8))
    for _ in 0..<count { try reader.append(note) }
    try reader.append(Array("END:VCARD\r\n".utf8))
    reader.finish()
    guard case .card(let card, _) = reader.next() else { throw ReadError.finished }
    var found: [(property: Property, problems: DecodingProblems)] = []
    for property in card.properties {
      var problems = DecodingProblems()
      _ = property.decodedValue(&problems)
      found.append((property, problems))
    }
    let diagnostics = DecodingProblems.diagnostics(of: found)
    #expect(diagnostics.count == count)
    for index in [0, 1, count - 1] {
      #expect(diagnostics[index].code == .undeclaredCharset)
      #expect(diagnostics[index].position == found[index].property.valuePosition)
      #expect([diagnostics[index]] == found[index].problems.diagnostics(of: found[index].property))
    }
    #expect(
      DecodingProblems.diagnostics(of: found.suffix(1) + found.prefix(1)).map(\.position.line) == [
        count * 2 + 1, 3,
      ])
    #expect(DecodingProblems.diagnostics(of: []) == [])
  }
}

@Suite("UTF-16")
struct UTF16Tests {
  private static let text = """
    text before\r
    BEGIN:VCARD\r
    VERSION:3.0\r
    N:Bell;Kate\r
    NOTE:é 李 👩‍👩‍👧\r
     and so on\r
    not a property\r
    X-A;B="c:d\r
    END:VCARD\r
    begin:vcard\r
    fn:x\r
    end:vcard
    """

  private func encoded(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    var units = Array(text.utf16)
    if mark { units.insert(0xFEFF, at: 0) }
    return units.flatMap { unit in
      let octets = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return bigEndian ? octets : octets.reversed()
    }
  }

  @Test(
    "reads as UTF-8 does, and places are those of the file", arguments: [true, false],
    [true, false])
  func reads(bigEndian: Bool, mark: Bool) throws {
    let wide = try Reading(encoded(Self.text, bigEndian: bigEndian, mark: mark))
    let narrow = try Reading(Array(Self.text.utf8))
    #expect(wide.cards.count == 2)
    for (one, other) in zip(wide.cards, narrow.cards) {
      #expect(one.properties.map(\.text) == other.properties.map(\.text))
      #expect(one.properties.map(\.position.line) == other.properties.map(\.position.line))
    }
    #expect(wide.diagnostics.map(\.code) == [.utf16] + narrow.diagnostics.map(\.code))
    #expect(wide.diagnostics.first?.severity == .note)
    // Every place, octet for octet.
    let marks = mark ? 2 : 0
    for (one, other) in zip(wide.diagnostics.dropFirst(), narrow.diagnostics) {
      let before = String(decoding: Array(Self.text.utf8)[..<other.position.byte], as: UTF8.self)
      #expect(one.position.byte == marks + before.utf16.count * 2)
      #expect(one.position.line == other.position.line)
      let start = Self.text.utf8.prefix(other.position.byte).lastIndex(of: 0x0A).map {
        Self.text.utf8.index(after: $0)
      }
      let line = String(
        decoding: Array(
          Self.text.utf8[(start ?? Self.text.startIndex)...].prefix(other.position.column - 1)),
        as: UTF8.self)
      #expect(
        one.position.column == 1 + line.utf16.count * 2 + (other.position.line == 1 ? marks : 0))
    }
  }

  @Test("pieces make no difference", arguments: [true, false], [true, false])
  func pieces(bigEndian: Bool, mark: Bool) throws {
    let bytes = encoded(Self.text, bigEndian: bigEndian, mark: mark)
    let whole = try Reading(bytes)
    for sizes in [[1], [2], [3], [1, 4], [5, 2], [64]] {
      #expect(try Reading(bytes, pieces: sizes).isIdentical(to: whole), "\(sizes)")
    }
    for cut in 0...bytes.count {
      let whole = try Reading(Array(bytes[..<cut]))
      #expect(
        try Reading(Array(bytes[..<cut]), pieces: [1]).isIdentical(to: whole), "cut at \(cut)")
    }
  }

  @Test("half a pair becomes U+FFFD and is reported where it stands, once a line")
  func broken() throws {
    func octets(_ unit: UInt16) -> [UInt8] { [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    func text(_ text: String) -> [UInt8] { encoded(text, bigEndian: false, mark: false) }
    let bytes =
      text("\u{FEFF}") + octets(0xDC00) + text("junk\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nFN:é")
      + octets(0xD800) + text("b") + octets(0xDC00) + text("\r\nNOTE:x\r\nEND:VCARD\r\n")
    let whole = try Reading(bytes)
    #expect(whole.cards.first?.first(.fn)?.text == "é\u{FFFD}b\u{FFFD}")
    #expect(whole.diagnostics.map(\.code) == [.utf16, .textBetweenCards, .brokenUTF16])
    #expect(
      whole.diagnostics.last?.position == SourcePosition(byte: 76, card: 0, line: 4, column: 9))
    for sizes in [[1], [2], [3], [5, 1]] {
      #expect(try Reading(bytes, pieces: sizes).isIdentical(to: whole))
    }
    // An octet is missing at the end.
    let cut = try Reading(text("\u{FEFF}BEGIN:VCARD\r\nFN:x") + [0x41])
    #expect(cut.cards.first?.first(.fn)?.text == "x\u{FFFD}")
    #expect(cut.diagnostics.map(\.code) == [.utf16, .missingVersion, .truncatedCard, .brokenUTF16])
  }
}
