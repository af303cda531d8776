import Synchronization
import TestSupport
import Testing
import VCard

@Suite("Undeclared text, found out for many cards together")
struct UndeclaredTextTests {
  /// Notes what it was asked.
  private final class Finder: Sendable {
    let asked = Mutex<[UndeclaredText]>([])
    let answer: @Sendable (UndeclaredText) -> [UndeclaredText.Run]

    init(_ answer: @escaping @Sendable (UndeclaredText) -> [UndeclaredText.Run]) {
      self.answer = answer
    }

    /// Answers with one charset for all.
    convenience init(_ charset: String, readsUTF8: Bool = true) {
      self.init { _ in [.init(start: 0, UndeclaredCharset(charset, readsUTF8: readsUTF8))] }
    }

    var decoding: TextDecoding {
      TextDecoding(
        // Each octet beyond ASCII becomes the first letter of the charset's name.
        convert: { octets, charset in
          octets.flatMap { $0 < 0x80 ? [$0] : Array(charset.utf8.prefix(1)) }
        },
        findingOut: { text in
          self.asked.withLock { $0.append(text) }
          return self.answer(text)
        })
    }
  }

  private static func card(_ lines: [[UInt8]]) -> [UInt8] {
    let all = [Array("BEGIN:VCARD\r\nVERSION:3.0".utf8)] + lines + [Array("END:VCARD\r\n".utf8)]
    return Array(all.joined(separator: [0x0D, 0x0A]))
  }

  private static func line(_ head: String, _ octets: UInt8...) -> [UInt8] {
    Array(head.utf8) + octets
  }

  private static let irregular = card([line("FN:a", 0xE9), line("TEL:+49 (0) 30 1")])
  private static let ascii = card([line("FN:b"), line("EMAIL:b@example.de")])
  private static let utf8 = card([line("FN:c", 0xC3, 0xA9)])

  private func read(
    _ bytes: [UInt8], _ finder: Finder, sizes: [Int] = [.max]
  ) throws -> (texts: [String], found: [Diagnostic]) {
    var reader = CardReader(decoding: finder.decoding)
    var texts: [String] = []
    var found: [Diagnostic] = []
    var position = 0
    var turn = 0
    while position <= bytes.count {
      if position == bytes.count {
        reader.finish()
        position += 1
      } else {
        let size = min(sizes[turn % sizes.count], bytes.count - position)
        try reader.append(Array(bytes[position..<position + size]))
        position += size
        turn += 1
      }
      while case .card(let card, let diagnostics) = reader.next() {
        #expect(card.start.card == texts.count)
        texts.append(card.first(.fn)?.text ?? "")
        found += diagnostics
      }
    }
    return (texts, found + reader.takeDiagnostics())
  }

  @Test("is asked about once, decodes every card, and is told once where it starts")
  func once() throws {
    let finder = Finder("xyz")
    let bytes =
      Self.ascii + Self.irregular + Self.utf8 + Self.irregular + Self.ascii + Self.irregular
    let (texts, found) = try read(bytes, finder)
    #expect(texts == ["b", "ax", "cé", "ax", "b", "ax"])
    #expect(
      found == [
        Diagnostic(
          severity: .note, code: .foundCharset,
          position: SourcePosition(byte: Self.ascii.count + 29, card: 1, line: 8, column: 4),
          message: "read as xyz (found out); --charset changes it")
      ])
    let asked = finder.asked.withLock { $0 }
    #expect(asked.count == 1)
    #expect(
      asked.first?.cards == [
        [[0x61, 0xE9]], [[0x63, 0xC3, 0xA9]], [[0x61, 0xE9]], [[0x61, 0xE9]],
      ])
  }

  @Test("the pieces in which it comes make no difference, nor does junk between cards")
  func pieces() throws {
    let finder = Finder { text in
      [.init(start: 0, UndeclaredCharset("xyz")), .init(start: 2, UndeclaredCharset("pqr"))]
    }
    let bytes =
      Array("junk\r\n".utf8) + Self.ascii + Self.irregular + Array("END:VCARD\r\n".utf8)
      + Self.irregular
      + Self.ascii + Self.irregular + Array("rest\r\n".utf8)
    let whole = try read(bytes, finder)
    #expect(whole.texts == ["b", "ax", "ax", "b", "ap"])
    #expect(
      whole.found.map(\.code.rawValue) == [
        "text-between-cards", "found-charset", "extra-end", "found-charset", "text-between-cards",
      ])
    for cut in 1..<bytes.count {
      let parts = try read(bytes, finder, sizes: [cut, .max])
      #expect(parts.texts == whole.texts && parts.found == whole.found, "cut at \(cut)")
    }
    let single = try read(bytes, finder, sizes: [1])
    #expect(single.texts == whole.texts && single.found == whole.found)
  }

  @Test(
    "several threads give what one gives, wherever a stream pauses and however long its cards are",
    arguments: [1, 2, 3])
  func threads(count: Int) throws {
    // The charset depends on what came before and was declared, and how much comes at once.
    let finder = Finder { text in
      let declared = text.charsets.map { "\($0.key)\($0.value)" }.sorted().joined()
      return [
        .init(start: 0, UndeclaredCharset(text.charsetBefore.map { $0 + "x" } ?? "a")),
        .init(
          start: text.cards.count / 2, UndeclaredCharset("\(text.cards.count) of \(declared)")),
      ]
    }
    let declared = Self.card([
      Self.line("FN:d"), Self.line("NOTE;CHARSET=KOI8-R:", 0xC1), Self.line("TEL:+7 495 1"),
    ])
    let long = Self.card([Self.line("FN:e" + String(repeating: "e", count: 20_000))])
    for seed in UInt64(0)..<12 {
      var random = SeededGenerator(seed: seed)
      var bytes: [UInt8] = []
      let first = Int.random(in: 0..<2000, using: &random)
      for number in 0..<3000 {
        let isIrregular = number > first && number % 900 < 500 && number % 7 == 3
        bytes +=
          isIrregular
          ? Self.irregular
          : number % 701 == 0
            ? long : number % 11 == 0 ? declared : number % 5 == 0 ? Self.utf8 : Self.ascii
      }
      let expected = try read(bytes, finder)
      let stream = UnevenStream(
        bytes, mostOctets: seed % 2 == 0 ? 1000 : .max, stalls: seed % 3 > 0, seed: seed)
      let pipeline = CardPipeline(
        threads: count, limits: .init(), decoding: finder.decoding, pieceSize: 3000)
      var texts: [String] = []
      var found: [Diagnostic] = []
      let cards = try pipeline.run(stream.source, CardCollector()) { piece in
        texts += piece.result.map { $0.first(.fn)?.text ?? "" }
        found += piece.diagnostics
      }
      #expect(cards == 3000, "seed \(seed)")
      #expect(texts == expected.texts, "seed \(seed)")
      #expect(found == expected.found, "seed \(seed)")
      #expect(Set(found.map(\.message)).count > 1, "seed \(seed)")
    }
  }

  @Test("holds nothing back where nothing is to be found out")
  func immediate() throws {
    let finder = Finder("xyz")
    var reader = CardReader(decoding: finder.decoding)
    for bytes in [Self.ascii, Self.utf8] {
      try reader.append(bytes)
      guard case .card = reader.next() else {
        Issue.record("a whole card was not handed out")
        return
      }
    }
    try reader.append(Self.irregular)
    guard case .needsInput = reader.next() else {
      Issue.record("the card was not held back")
      return
    }
    #expect(finder.asked.withLock { $0.isEmpty })
    #expect(reader.cardCount == 2)
    // A charset that is told is no reason to wait.
    var told = CardReader(decoding: TextDecoding(undeclared: "pqr") { octets, _ in octets })
    try told.append(Self.irregular)
    guard case .card(_, let found) = told.next() else {
      Issue.record("the card was held back")
      return
    }
    #expect(found.isEmpty)
  }

  @Test("no more is held back than tells a charset")
  func bounded() throws {
    let finder = Finder("xyz")
    let dense = Self.card([Self.line("FN:a") + [UInt8](repeating: 0xE9, count: 10_000)])
    let sparse = Self.card([
      Self.line("FN:a"), Self.line("NOTE:" + String(repeating: "n", count: 50_000)),
    ])
    for (card, most) in [(dense, 300_000), (sparse, 9 << 20)] {
      var reader = CardReader(decoding: finder.decoding)
      try reader.append(Self.irregular)
      var size = 0
      while case .needsInput = reader.next() {
        try reader.append(card)
        size += card.count
        guard size < most else {
          Issue.record("too much is held back")
          return
        }
      }
    }
  }

  @Test("text hidden by quoted-printable counts, declared text does not, but tells")
  func declared() throws {
    let finder = Finder("xyz")
    let bytes =
      Self.card([
        Self.line("FN;ENCODING=QUOTED-PRINTABLE:a=E9=\r\n=E8"),
        Self.line("NOTE;CHARSET=KOI8-R:", 0xC1), Self.line("TITLE;CHARSET=UTF-8:", 0xE9),
        Self.line("ORG;CHARSET=UTF-8:", 0xC3, 0xA9),
        Self.line("ROLE;LANGUAGE=pt_BR:", 0xE7), Self.line("TEL:+49 (0) 30 1"),
        Self.line("URL:https://www.example.com.tw:80/a.b"), Self.line("EMAIL:a@b.example.gr"),
        Self.line("PRODID:-//Maker//Program//EN"),
      ])
    #expect(try read(bytes, finder).texts == ["axx"])
    let text = try #require(finder.asked.withLock { $0.first })
    #expect(text.cards == [[[0x61, 0xE9, 0xE8], [0xE9], [0xE7]]])
    #expect(text.charsets == ["koi8-r": 1])
    #expect(text.languages == ["pt-br": 1])
    #expect(text.callingCodes == ["490": 1])
    #expect(text.domains == ["tw": 1, "gr": 1])
    #expect(text.programs == ["-//Maker//Program//EN": 1])
  }

  @Test(
    "what looks like UTF-8 by chance is decoded with the rest, and what is written later is not")
  func chance() throws {
    let finder = Finder("xyz", readsUTF8: false)
    let bytes = Self.card([
      Self.line("FN:a", 0xE9), Self.line("NOTE:", 0xC3, 0xA9), Self.line("TITLE:t"),
    ])
    var reader = CardReader(decoding: finder.decoding)
    try reader.append(bytes)
    reader.finish()
    guard case .card(var card, _) = reader.next() else {
      Issue.record("there is a card")
      return
    }
    #expect(card.first(.note)?.text == "xx")
    let title = try #require(card.first(.title))
    let copied = Card.Copied(try #require(try note("é")))
    card.edit(replacing: [(title, copied)], removing: [], appending: [])
    #expect(card.properties(named: .note).map(\.text) == ["xx", "é"])
  }

  private func note(_ text: String) throws -> Property? {
    var reader = CardReader()
    try reader.append(Self.card([Self.line("NOTE:" + text)]))
    reader.finish()
    guard case .card(let card, _) = reader.next() else { return nil }
    return card.first(.note)
  }

  @Test("cards that are found again by number read as they did")
  func again() {
    var found = FoundCharsets()
    var later = FoundCharsets()
    let decoding = TextDecoding.builtin
    let throughout = decoding.deciding(UndeclaredCharset("gbk", readsUTF8: false))
    found.note(Card(version: .version30, decoding: decoding), number: 0)
    found.note(Card(version: .version30, decoding: throughout), number: 2)
    later.note(Card(version: .version30, decoding: decoding), number: 0)
    later.note(Card(version: .version30, decoding: decoding.deciding(.init("koi8-r"))), number: 5)
    found.append(later, offset: 10)
    let names = [0, 1, 2, 9, 10, 14, 15, 99].map {
      found.decoding(decoding, ofCard: $0).foundCharset?.rawValue
    }
    #expect(
      names == [nil, nil, "gbk throughout", "gbk throughout", nil, nil, "koi8-r", "koi8-r"])
    #expect(UndeclaredCharset(rawValue: "gbk throughout") == throughout.undeclared)
  }
}
