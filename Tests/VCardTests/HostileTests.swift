import TestSupport
import Testing
import VCard

/// A test that takes a minute where it should take a moment has met something that is not linear.
@Suite("CardReader on input that means harm", .timeLimit(.minutes(20)))
struct HostileTests {
  private static let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Kate Bell\r\nEND:VCARD\r\n"
  private static let head = "BEGIN:VCARD\r\nVERSION:3.0\r\n"
  private static let tail = "\r\nEND:VCARD\r\n"

  private func repeated(_ text: String, _ count: Int) -> [UInt8] {
    Array(String(repeating: text, count: count).utf8)
  }

  /// Feeds the same piece many times, then a card; gives the most octets that the reader held.
  private func feed(
    _ piece: [UInt8], times: Int, before: String = "", limits: CardReader.Limits = .init()
  ) throws -> (reading: Reading, held: Int) {
    var reader = CardReader(limits: limits)
    var reading = Reading()
    var held = 0
    try reader.append(Array(before.utf8))
    for _ in 0..<times {
      try reader.append(piece)
      reading.drain(&reader)
      held = max(held, reader.heldByteCount)
    }
    try reader.append(Array(("\r\n" + Self.card).utf8))
    reader.finish()
    reading.drain(&reader)
    return (reading, held)
  }

  // MARK: Long lines

  @Test(
    "a line of 300 MiB outside of cards is one line left out, and no more of it is held than a piece"
  )
  func longLineBetween() throws {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let (reading, held) = try feed(piece, times: isDebug ? 20 : 300)
    #expect(held <= piece.count + 4096)
    #expect(reading.diagnostics.map(\.code) == [.textBetweenCards])
    #expect(reading.cards.map { $0.first(.fn)?.text } == ["Kate Bell"])
    #expect(reading.cards.first?.start.line == 2)
  }

  @Test("a line past the limit in a card is reported where it starts, and the next card is read")
  func longLineInside() throws {
    var limits = CardReader.Limits()
    limits.bytesPerLine = 1 << 20
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    let (reading, held) = try feed(
      piece, times: 200, before: "BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:", limits: limits)
    #expect(held <= limits.bytesPerLine + 2 * piece.count)
    #expect(reading.diagnostics.map(\.code) == [.lineTooLong])
    #expect(reading.diagnostics.first?.severity == .error)
    #expect(
      reading.diagnostics.first?.position == SourcePosition(byte: 26, card: 0, line: 3, column: 1))
    #expect(reading.cards.map(\.start.card) == [1])
    #expect(reading.cards.map { $0.first(.fn)?.text } == ["Kate Bell"])
  }

  @Test("a line of 300 MiB in a card stops at the default limit of 128 MiB")
  func longLineByDefault() throws {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let (reading, held) = try feed(piece, times: isDebug ? 10 : 300, before: "BEGIN:VCARD\r\nNOTE:")
    #expect(held <= CardReader.Limits().bytesPerLine + 2 * piece.count)
    #expect(reading.diagnostics.contains { $0.code == .lineTooLong } == !isDebug)
    #expect(reading.cards.last?.first(.fn)?.text == "Kate Bell")
  }

  @Test("a line of 1 MB byte by byte")
  func byteByByte() throws {
    let bytes =
      Array(Self.head.utf8) + Array("NOTE:".utf8) + repeated("x", 1_000_000) + Array(Self.tail.utf8)
    let reading = try Reading(bytes, pieces: [1])
    #expect(reading.cards.first?.first(.note)?.text.utf8.count == 1_000_000)
    #expect(reading.diagnostics == [])
  }

  // MARK: Large cards

  @Test(
    "a card past its limits is skipped with one report, and the next is read",
    arguments: [
      (10_000, 1_000_000), (1_000_000, 100),
    ])
  func largeCard(bytes: Int, properties: Int) throws {
    var limits = CardReader.Limits()
    limits.bytesPerCard = bytes
    limits.propertiesPerCard = properties
    let (reading, held) = try feed(
      repeated("NOTE:abcdefghijklmnopqrstuvwxyz\r\n", 10), times: 5000, before: Self.head,
      limits: limits)
    #expect(held <= bytes + 1000)
    #expect(reading.diagnostics.map(\.code) == [.cardTooLarge])
    #expect(reading.diagnostics.first?.position.line == 1)
    #expect(reading.cards.map { $0.first(.fn)?.text } == ["Kate Bell"])
  }

  @Test(
    "a reader holds a piece and an unfinished card, whatever the input",
    arguments: [
      "", "junk\r\n", "\r\n", "END:VCARD\r\n", "BEGIN:VCALENDAR\r\n", "\u{FEFF}\r\n",
    ])
  func held(junk: String) throws {
    let piece = repeated(junk + Self.card, 20) + Array("BEGIN:VCARD\r\nNOTE:".utf8)
    let (reading, held) = try feed(piece + Array("\r\nEND:VCARD\r\n".utf8), times: 500)
    #expect(held <= piece.count + 200)
    #expect(reading.cards.count == 500 * 21 + 1)
  }

  @Test("limits that let nothing through let nothing through, and end", arguments: [-1, 0, 1, 11])
  func smallLimits(limit: Int) throws {
    var limits = CardReader.Limits()
    limits.bytesPerLine = limit
    limits.bytesPerCard = limit
    limits.propertiesPerCard = limit
    limits.nesting = limit
    let input = repeated(Self.card, 3)
    let reading = try Reading(input, limits: limits)
    #expect(reading.cards.count == 0)
    #expect(reading.diagnostics.filter { $0.severity == .error }.count == 3)
    #expect(try Reading(input, pieces: [1], limits: limits).isIdentical(to: reading))
  }

  // MARK: Nesting

  @Test("100 agents in each other are too deep; the card after them is read")
  func agents() throws {
    let reading = try Reading(Fixtures.bytes("bad/nested-100-agents.vcf"))
    #expect(reading.diagnostics.map(\.code) == [.nestedTooDeep, .nestedCard])
    #expect(reading.cards.map { $0.first(.n)?.components } == [[["After"], ["Them"]]])
  }

  @Test("16 agents in each other are not too deep")
  func sixteen() throws {
    let input =
      repeated("BEGIN:VCARD\r\nVERSION:2.1\r\nAGENT:\r\n", 16)
      + Array("BEGIN:VCARD\r\nVERSION:2.1\r\n".utf8)
      + repeated("END:VCARD\r\n", 17)
    let reading = try Reading(input)
    #expect(reading.cards.count == 1)
    #expect(reading.diagnostics.map(\.code) == [.nestedCard])
    var limits = CardReader.Limits()
    limits.nesting = 15
    #expect(try Reading(input, limits: limits).diagnostics.first?.code == .nestedTooDeep)
  }

  @Test("agents that never end take no card after them", arguments: [1, 16, 17, 100])
  func endless(depth: Int) throws {
    let input =
      Array(Self.head.utf8) + repeated("AGENT:\r\nBEGIN:VCARD\r\n", depth) + repeated(Self.card, 2)
    let reading = try Reading(input)
    #expect(reading.cards.suffix(2).map { $0.first(.fn)?.text } == ["Kate Bell", "Kate Bell"])
    #expect(reading.cards.count == (depth > 16 ? 2 : 3))
    #expect(reading.diagnostics.contains { $0.code == (depth > 16 ? .nestedTooDeep : .missingEnd) })
  }

  // MARK: Many of a kind

  @Test("a million blank lines, between cards and in one")
  func blankLines() throws {
    let blank = repeated("\r\n", 1_000_000)
    let reading = try Reading(
      blank + Array(Self.head.utf8) + blank + Array("FN:Kate\r\n".utf8) + blank
        + Array("END:VCARD".utf8))
    #expect(reading.cards.map { $0.first(.fn)?.text } == ["Kate"])
    #expect(reading.cards.first?.first(.fn)?.position.line == 2_000_003)
    #expect(reading.diagnostics == [])
  }

  @Test("a million lines that belong to no card are one report")
  func junk() throws {
    let reading = try Reading(repeated("x\n", 1_000_000) + Array(Self.card.utf8))
    #expect(
      reading.diagnostics.map(\.message) == ["1000000 lines that belong to no card; left out"])
    #expect(reading.cards.count == 1)
  }

  @Test("lines that are no property: each is reported, until there are more than a card may have")
  func malformed() throws {
    let reading = try Reading(
      Array(Self.head.utf8) + repeated("x\n", 500_000) + Array("END:VCARD\r\n".utf8))
    #expect(reading.cards.first?.properties.reduce(0) { count, _ in count + 1 } == 500_000)
    #expect(reading.diagnostics.count == 500_000)
    let more = try Reading(
      Array(Self.head.utf8) + repeated("x\n", 1_000_000) + Array("END:VCARD\r\n".utf8))
    #expect(more.cards.count == 0)
    #expect(more.diagnostics.first?.code == .cardTooLarge)
  }

  @Test("a million lines of text without indentation are one value and one report")
  func unindented() throws {
    let reading = try Reading(
      Array(Self.head.utf8) + Array("NOTE:a\n".utf8) + repeated("x\n", 1_000_000)
        + Array("END:VCARD\r\n".utf8))
    #expect(reading.diagnostics.map(\.code) == [.unindentedContinuation])
    #expect(reading.cards.first?.first(.note)?.text.utf8.count == 2_000_001)
  }

  @Test(
    "what repeats costs as much each time, in reading, decoding and writing",
    arguments: [
      "NOTE:a\r\n", " x\r\n", "N\r\n x\r\n", "N;\r\n x\r\n", "N;X=\"\r\n", "N;X=\":a\r\n",
      "NOTE;QUOTED-PRINTABLE:a=\r\n", "=", "= ", "\\", ";", ",", ";X=a", ";TYPE=a,b", ".", " ",
      "\t",
      "\"", "^", "PHOTO;ENCODING=b:QQ==QQ==\r\n", "QUJD\r\n", "\u{FEFF}", "\0", "AGENT:\r\n",
      "AGENT:BEGIN:VCARD\r\nEND:VCARD\r\n", "BEGIN:VCARD\r\n", "END:\r\n", "VERSION:3.0\r\n", "\r",
      "#\r\n", "é", "b\r\n", ":", "=3B", "=\r\n",
    ],
    [
      "", "NOTE:", "NOTE;QUOTED-PRINTABLE:", "N:", "NICKNAME:", "TEL;TYPE=", "TEL", "TEL;X=\"",
      "PHOTO;ENCODING=b:", "PHOTO:/9j/4AAQSkZJRgAB", "PHOTO:data:image/png;base64,", "NOTE:\r\n ",
    ])
  func repeats(text: String, after start: String) throws {
    let count = (isDebug ? 10_000 : 200_000) / text.utf8.count
    for ending in [Self.tail, ":1" + Self.tail, ""] {
      let bytes = Array((Self.head + start).utf8) + repeated(text, count) + Array(ending.utf8)
      try touch(bytes)
    }
  }

  @Test("random octets", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<20_000 { bytes.append(.random(in: 0...255, using: &random)) }
    try touch(bytes)
    try touch(Array(Self.head.utf8) + bytes + Array(Self.tail.utf8))
    try touch([0xFF, 0xFE] + bytes)
    // Letters that mean something to a reader.
    let letters = Array("BEGINDVCARO:;=\",.\\\r\n \t#^QP".utf8)
    for index in bytes.indices { bytes[index] = letters[Int(bytes[index]) % letters.count] }
    try touch(bytes)
    try touch(Array(Self.head.utf8) + bytes + Array(Self.tail.utf8))
  }

  /// Reads, decodes, counts and writes all that there is in an input.
  private func touch(_ bytes: [UInt8]) throws {
    var statistics = CardStatistics()
    var written: [UInt8] = []
    for card in try Reading(bytes).cards {
      statistics.add(card)
      CardWriter().write(card, into: &written)
      for property in card.properties.prefix(2000) { touch(property) }
    }
    #expect(statistics.bytes <= bytes.count * 2)
  }

  private func touch(_ property: Property) {
    _ = property.group
    _ = property.canonicalName
    _ = property.parameters
    _ = property.types
    _ = property.value
    _ = property.text
    _ = property.list
    _ = property.components
    _ = property.binary
    _ = PartialDate(property.text)
  }
}
