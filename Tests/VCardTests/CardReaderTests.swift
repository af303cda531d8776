import TestSupport
import Testing
import VCard

@Suite("CardReader")
struct CardReaderTests {
  private static let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Kate Bell\r\nEND:VCARD\r\n"

  private func read(_ text: String) throws -> Reading { try Reading(Array(text.utf8)) }

  private func summary(_ reading: Reading) -> [String] {
    reading.diagnostics.map {
      "\($0.position.line):\($0.position.column): \($0.severity): [\($0.code.rawValue)] \($0.message)"
    }
  }

  // MARK: Steps

  @Test("gives a card as soon as it is whole, and says when it wants more and when it is done")
  func steps() throws {
    var reader = CardReader()
    var card = Card(version: .version40)
    #expect(reader.next(into: &card) == .needsInput)
    let bytes = Array(Self.card.utf8)
    for octet in bytes.dropLast() {
      try reader.append([octet])
      #expect(reader.next(into: &card) == .needsInput)
    }
    try reader.append(bytes.suffix(1).map { $0 })
    #expect(reader.next(into: &card) == .card)
    #expect(card.version == .version30)
    #expect(card.first(.fn)?.text == "Kate Bell")
    #expect(reader.cardCount == 1)
    #expect(reader.next(into: &card) == .needsInput)
    reader.finish()
    #expect(reader.next(into: &card) == .end)
    #expect(reader.next(into: &card) == .end)
    #expect(throws: ReadError.finished) { try reader.append([0x20]) }
  }

  @Test("empty input is no card and nothing odd")
  func empty() throws {
    for text in ["", "\r\n", "\u{FEFF}", "\u{FEFF}\r\n", " \t\r\n\n"] {
      let reading = try read(text)
      #expect(reading.cards.count == 0)
      #expect(reading.diagnostics == [])
    }
  }

  @Test("a reader is a value: a copy goes its own way")
  func copies() throws {
    var reader = CardReader()
    try reader.append(Array("BEGIN:VCARD\r\nFN:K".utf8))
    var other = reader
    try reader.append(Array("ate\r\nEND:VCARD\r\n".utf8))
    try other.append(Array("im\r\nEND:VCARD\r\n".utf8))
    guard case .card(let one, _) = reader.next(), case .card(let two, _) = other.next() else {
      Issue.record("no card")
      return
    }
    #expect(one.first(.fn)?.text == "Kate")
    #expect(two.first(.fn)?.text == "Kim")
  }

  @Test("a card that is kept stays as it is when its storage is filled in anew")
  func reuse() throws {
    var reader = CardReader()
    try reader.append(Array((Self.card + Self.card.replacing("Kate", with: "Kim")).utf8))
    reader.finish()
    var card = Card(version: .version30)
    #expect(reader.next(into: &card) == .card)
    let kept = card
    let name = try #require(card.first(.fn))
    #expect(reader.next(into: &card) == .card)
    #expect(kept.first(.fn)?.text == "Kate Bell")
    #expect(name.text == "Kate Bell")
    #expect(card.first(.fn)?.text == "Kim Bell")
  }

  // MARK: Places

  @Test("byte, card, line and column of cards and properties, with line ends of every kind")
  func places() throws {
    let text =
      "\u{FEFF}BEGIN:VCARD\nFN:a\r\n b\rN:c\r\r\nEND:VCARD\r\n\r\nx BEGIN:VCARD\r\nTEL:1\r\nEND:VCARD"
    let cards = try read(text).cards
    #expect(
      cards.map(\.start) == [
        SourcePosition(byte: 3, card: 0, line: 1, column: 4),
        SourcePosition(byte: 45, card: 1, line: 7, column: 3),
      ])
    let properties = cards.flatMap { $0.properties.map { $0 } }
    #expect(
      properties.map(\.position) == [
        SourcePosition(byte: 15, card: 0, line: 2, column: 1),
        SourcePosition(byte: 24, card: 0, line: 4, column: 1),
        SourcePosition(byte: 58, card: 1, line: 8, column: 1),
      ])
    #expect(properties[0].valuePosition == SourcePosition(byte: 18, card: 0, line: 2, column: 4))
    #expect(properties[0].position(at: 7) == SourcePosition(byte: 22, card: 0, line: 3, column: 2))
    #expect(properties[2].valuePosition.column == 5)
  }

  @Test("columns of the first line of a card count from the start of the line")
  func firstLine() throws {
    let reading = try read(
      "END:VCARD\r\ntext: BEGIN:VCARD\r\nEND:VCARDBEGIN:VCARD\r\nFN:x\r\nEND:VCARD\r\n")
    #expect(reading.cards.map(\.start.line) == [2, 3])
    #expect(reading.cards.map(\.start.column) == [7, 10])
    #expect(reading.cards.map(\.start.byte) == [17, 39])
  }

  // MARK: Diagnostics

  @Test("says what was done, in the order of the input")
  func messages() throws {
    let text = """
      junk
      more
      END:VCARD
      \u{FEFF}BEGIN:VCARD
      #comment
      nothing
      NOTE:a
      b
      c
      TEL;X="y:1
      AGENT:
      BEGIN:VCARD
      END:VCARD
      NOTE;QUOTED-PRINTABLE:a=
      END:VCARD
      FN:x
      VERSION:9
      END:
      BEGIN:VCARD
      VERSION:3.0
      FN:y
      """
    #expect(
      summary(try read(text)) == [
        "1:1: warning: [text-between-cards] 2 lines that belong to no card; left out",
        "3:1: warning: [extra-end] END:VCARD without a card before it; left out",
        "4:1: note: [byte-order-mark] a byte order mark stands here; left out",
        "4:4: warning: [missing-version] the card has no VERSION; read as 2.1",
        "5:1: note: [comment-line] a comment; not a property",
        "6:1: error: [malformed-line] not a property; kept as it stands",
        "8:1: warning: [unindented-continuation] not a property; taken, with lines like it that follow, as text of the value before it",
        "10:7: warning: [unclosed-quote] a quotation mark is never closed; the parameters end at the first colon",
        "12:1: note: [nested-card] a card inside a card; kept as its value",
        "14:1: warning: [quoted-printable-unterminated] the value ends in a soft line break; it ends there",
        "16:1: warning: [missing-begin] a card starts here without BEGIN:VCARD; added",
        "17:1: warning: [unknown-version] there is no such version; read as 3.0",
        "18:1: warning: [extra-end] END ends nothing here; kept as it stands",
        "19:1: warning: [missing-end] another card starts here without END:VCARD before it; the card ends here",
        "21:1: error: [truncated-card] the input ends in the middle of a card; END:VCARD added",
      ])
  }

  @Test("diagnostics of a card come with the card, whatever the pieces")
  func withTheCard() throws {
    var reader = CardReader()
    try reader.append(Array("junk\r\nBEGIN:VCARD\r\nnothing\r\n".utf8))
    var card = Card(version: .version30)
    #expect(reader.next(into: &card) == .needsInput)
    // What came before the card is settled, what is in it is not.
    #expect(reader.takeDiagnostics().map(\.code) == [.textBetweenCards])
    #expect(reader.takeDiagnostics() == [])
    try reader.append(Array("END:VCARD\r\n".utf8))
    #expect(reader.next(into: &card) == .card)
    #expect(reader.takeDiagnostics().map(\.code) == [.missingVersion, .malformedLine])
  }

  @Test("the number of a diagnostic's card counts the cards that were skipped")
  func cardNumbers() throws {
    var limits = CardReader.Limits()
    limits.bytesPerLine = 40
    let long = "BEGIN:VCARD\r\nNOTE:\(String(repeating: "x", count: 50))\r\nEND:VCARD\r\n"
    let text = Self.card + long + "junk\r\n" + Self.card + long + "junk\r\n"
    let reading = try Reading(Array(text.utf8), limits: limits)
    #expect(reading.cards.map(\.start.card) == [0, 2])
    #expect(
      reading.diagnostics.map(\.code) == [
        .lineTooLong, .textBetweenCards, .lineTooLong, .textBetweenCards,
      ])
    #expect(reading.diagnostics.map(\.position.card) == [1, 2, 3, 4])
  }

  // MARK: Envelopes

  @Test("a soft line break takes neither the end of its card nor the start of the next")
  func softBreak() throws {
    for next in ["END:VCARD\r\n", "", "\u{FEFF}"] {
      let reading = try read(
        "BEGIN:VCARD\r\nVERSION:2.1\r\nNOTE;QUOTED-PRINTABLE:a=\r\n\(next)" + Self.card)
      #expect(reading.cards.count == 2)
      #expect(reading.cards.first?.first(.note)?.text == "a")
      #expect(reading.cards.last?.first(.fn)?.text == "Kate Bell")
      #expect(reading.diagnostics.first?.code == .quotedPrintableUnterminated)
    }
  }

  @Test(
    "a card whose END is missing ends where the next begins, also with a byte order mark before it")
  func markedBegin() throws {
    let cut = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Cut\r\n"
    let reading = try read(cut + "\u{FEFF}" + Self.card)
    #expect(reading.cards.map { $0.first(.fn)?.text } == ["Cut", "Kate Bell"])
    #expect(reading.diagnostics.map(\.code) == [.missingEnd, .byteOrderMark])
    #expect(reading.diagnostics.map(\.position.line) == [4, 4])
    let nested = try read(cut + "AGENT:\r\nBEGIN:VCARD\r\nFN:x\r\n\u{FEFF}" + Self.card)
    #expect(nested.cards.map { $0.first(.fn)?.text } == ["Cut", "Kate Bell"])
  }

  @Test(
    "a property that is folded within its name ends the base64 before it, which needs no blanks (RFC 6350 §3.2)"
  )
  func foldedNameAfterBase64() throws {
    let photo = "BEGIN:VCARD\r\nVERSION:3.0\r\nPHOTO;ENCODING=b:QUJD\r\nREVG\r\n"
    for (lines, name) in [
      ("IMP\r\n P:xmpp:a", "IMPP"), ("X\r\n -A\r\n B;TYPE=c:d", "X-AB"),
      ("item1\n .T\n EL:1", "TEL"), ("FN\r\n \r\n\r\r\n :x", "FN"),
      ("XA" + String(repeating: "\r\n", count: 300) + " B:x", "XAB"),
    ] {
      let reading = try read(photo + lines + "\r\nEND:VCARD\r\n")
      let properties = try #require(reading.cards.first?.properties)
      #expect(properties.map(\.canonicalName) == ["PHOTO", name])
      #expect(reading.cards.first?.first(.photo)?.binary?.octets == Array("ABCDEF".utf8))
    }
    let padded = try read(photo + "RA==\r\ndata\r\nEND:VCARD\r\n")
    #expect(padded.cards.first?.first(.photo)?.binary?.octets == Array("ABCDEFD".utf8))
    #expect(padded.diagnostics.map(\.code) == [.malformedLine])
    // What follows is base64 all the same where no name ends.
    for lines in ["IMP\r\n QQ", "IM+\r\n P:x", "I M\r\n P:x"] {
      let reading = try read(photo + lines + "\r\nEND:VCARD\r\n")
      #expect(reading.cards.first.map { Array($0.properties).count } == 1, "\(lines)")
    }
  }

  @Test(
    "an AGENT that is a text folded behind BEGIN:VCARD holds no card of lines (RFC 2426 §3.5.4)")
  func foldedAgent() throws {
    let reading = try read(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nAGENT:BEGIN:VCARD\r\n \\nFN:Fred\\nEND:VCARD\r\nFN:x\r\nEND:VCARD\r\n"
    )
    let properties = try #require(reading.cards.first?.properties)
    #expect(properties.map(\.text) == ["BEGIN:VCARD\nFN:Fred\nEND:VCARD", "x"])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test("another component inside a card is kept line by line, and reported")
  func otherComponent() throws {
    let reading = try read(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCARD\r\n")
    #expect(reading.cards.first?.properties.map(\.text) == ["x", "BEGIN:VEVENT", "END:VEVENT"])
    #expect(reading.diagnostics.map(\.code) == [.malformedLine, .malformedLine])
  }

  @Test("VERSION before BEGIN is no card")
  func versionFirst() throws {
    let reading = try read("VERSION:3.0\r\n" + Self.card)
    #expect(reading.cards.count == 1)
    #expect(reading.diagnostics.map(\.code) == [.textBetweenCards])
    #expect(reading.diagnostics.first?.position.line == 1)
  }

  @Test("what is no text starts no card, though it begins like one")
  func noText() throws {
    #expect(try read("N;\u{1}\u{2}\r\n").cards.count == 0)
    #expect(try read("N:Bell;Kate\r\n").cards.count == 1)
    #expect(try read("N:Bell\tKate\r\n").cards.count == 1)
  }

  @Test("who wants one card of a text reads no others, however many there are")
  func fewCards() {
    let text = Array(String(repeating: Self.card, count: 3).utf8) + Array("no card\r\n".utf8)
    #expect(CardReading.read(text, .builtin, atMost: 2).cards.count == 2)
    #expect(CardReading.read(text, .builtin, atMost: 2).found.isEmpty)
    let all = CardReading.read(text, .builtin)
    #expect(all.cards.count == 3)
    #expect(all.found.map(\.code) == [.textBetweenCards])
  }
}
