import ContactStore
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Two who change a card of a database at once")
struct ThreeWayMergeTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What the book holds when both have saved, and what its journal has of it.
  private func merged(
    _ base: Card, theirs: Card, mine: Card
  ) throws -> (card: Card, last: RecordVersion) {
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    var request = SaveRequest()
    request.add(base)
    let id = try book.save(request)[0]
    for card in [theirs, mine] {
      request = SaveRequest()
      request.update(id, to: card, from: base)
      _ = try book.save(request)
    }
    let last = try #require(try book.versions(of: id).last)
    return (try #require(try book.record(id)).card, last)
  }

  private func card(_ lines: String..., version: String = "3.0") throws -> Card {
    try card(lines, version: version)
  }

  private func card(_ lines: [String], version: String = "3.0") throws -> Card {
    let text =
      ["BEGIN:VCARD", "VERSION:\(version)", "N:Bell;Kate;;;", "FN:Kate Bell"] + lines
      + ["END:VCARD", ""]
    return try CardSamples.parsed(text.joined(separator: "\r\n"))
  }

  private func lines(_ card: Card) -> [String] {
    CardSamples.written(card).split(separator: "\r\n").map(String.init).filter {
      !["BEGIN:VCARD", "END:VCARD", "N:Bell;Kate;;;", "FN:Kate Bell"].contains($0)
        && !$0.hasPrefix("VERSION:")
    }
  }

  @Test(
    "of several values of a name each is looked at by itself",
    arguments: ["TITLE", "ORG", "PHOTO;VALUE=uri", "NOTE", "X-FOO"])
  func several(name: String) throws {
    let (first, second) = ("\(name):http://a", "\(name):http://b")
    let base = try card(first, second)
    let theirs = try card("\(name):http://c", second)
    let mine = try card(first, "\(name):http://d")
    #expect(
      lines(try merged(base, theirs: theirs, mine: mine).card).sorted()
        == ["\(name):http://c", "\(name):http://d"])
  }

  @Test("a name in several languages is several values")
  func alternatives() throws {
    let base = try card("FN;ALTID=1;LANGUAGE=fr:Cathérine", version: "4.0")
    let theirs = try card("FN;ALTID=1;LANGUAGE=fr:Catherine", version: "4.0")
    var mine = base
    let name = try #require(mine.first(.fn))
    mine.replace(name, with: ContentLine("FN", .text("Cate Bell")))
    let merged = try merged(base, theirs: theirs, mine: mine).card
    #expect(
      merged.properties(named: .fn).map(\.text).sorted() == ["Cate Bell", "Catherine"])
  }

  @Test("of what a card has once the last one wins, and what one alone did is done")
  func once() throws {
    let base = try card("BDAY:1978-01-20", "NOTE:n", "TEL;TYPE=home:12345678", "ROLE:r")
    let theirs = try card("BDAY:1979-01-20", "TEL;TYPE=home:12345678", "TITLE:a", "ROLE:s")
    let mine = try card("BDAY:1980-01-20", "NOTE:n", "TEL;TYPE=work:12345678", "TITLE:b")
    let (card, last) = try merged(base, theirs: theirs, mine: mine)
    #expect(
      lines(card).sorted() == ["BDAY:1980-01-20", "TEL;TYPE=work:12345678", "TITLE:b"])
    // Nothing is lost: both are in the journal.
    #expect(last.before?.octetsAsRead == theirs.octetsAsRead)
    #expect(last.asked?.octetsAsRead == mine.octetsAsRead)
  }

  @Test("what the card itself has once is there once")
  func ofCard() throws {
    let (made, again, other) = ("CREATED:20260101T", "CREATED:20260102T", "CREATED:20260103T")
    let cards = try [made, again, other].map { try card("\($0)000000Z", version: "4.0") }
    let merged = try merged(cards[0], theirs: cards[1], mine: cards[2]).card
    #expect(lines(merged) == ["\(other)000000Z"])
  }

  @Test(
    "one changes the version, the other something else: both are heard", arguments: [true, false])
  func version(isMine: Bool) throws {
    let base = try card("TEL;TYPE=cell:12345678", "GEO:37.4;-122.0", "TITLE:Baker", "EMAIL:a@x")
    var notes: [Diagnostic] = []
    var converter = CardConverter(to: .version40)
    var newer = base
    let email = try #require(newer.first(.email))
    newer.replace(email, with: ContentLine("EMAIL", .text("b@x")))
    newer = converter.converted(newer, notes: &notes)
    let other = try card(
      "TEL;TYPE=cell:12345678", "GEO:37.4;-122.0", "TITLE:Owner", "EMAIL:a@x", "TEL:87654321")
    let (card, last) = try merged(
      base, theirs: isMine ? other : newer, mine: isMine ? newer : other)
    #expect(card.version == .version40)
    #expect(card.properties(named: .tel).map(\.text) == ["12345678", "87654321"])
    #expect(card.properties(named: .email).map(\.text) == ["b@x"])
    #expect(card.properties(named: .title).map(\.text) == ["Owner"])
    #expect(card.properties(named: .geo).map(\.text) == ["geo:37.4,-122.0"])
    #expect(Array(card.properties).count == 7)
    #expect(last.before?.octetsAsRead == (isMine ? other : newer).octetsAsRead)
    #expect(last.asked?.octetsAsRead == (isMine ? newer : other).octetsAsRead)
  }

  @Test("a card that somebody wrote anew in another version keeps what the other one removed away")
  func versionByHand() throws {
    let base = try card("TEL;TYPE=cell:12345678", "TEL;TYPE=home:23456789", "EMAIL:a@x")
    let theirs = try card("TEL;TYPE=cell:12345678", "EMAIL:a@x", "EMAIL:b@x")
    let mine = try card(
      "TEL;VALUE=uri;TYPE=\"cell,voice\":tel:12345678", "TEL;TYPE=home:23456789",
      "EMAIL;PREF=1:a@x", "LANG:fr", version: "4.0")
    let card = try merged(base, theirs: theirs, mine: mine).card
    #expect(card.version == .version40)
    // What comes from the other version has the converter's mark.
    #expect(
      lines(card).sorted() == [
        "EMAIL;PREF=1:a@x", "EMAIL;X-VERSION=3.0:b@x", "LANG:fr",
        "TEL;VALUE=uri;TYPE=\"cell,voice\":tel:12345678",
      ])
  }

  @Test("labels stay with their values where both have made a group of the same name")
  func groups() throws {
    let base = try card("item1.URL:http://a", "item1.X-ABLabel:old")
    let theirs = try card(
      "item1.URL:http://a", "item1.X-ABLabel:new", "item2.EMAIL:b@x", "item2.X-ABLabel:theirs")
    let mine = try card(
      "item1.URL:http://a", "item1.X-ABLabel:old", "item2.TEL:12345678", "item2.X-ABLabel:mine")
    #expect(
      lines(try merged(base, theirs: theirs, mine: mine).card) == [
        "item1.URL:http://a", "item1.X-ABLabel:new", "item2.EMAIL:b@x",
        "item2.X-ABLabel:theirs", "item3.TEL:12345678", "item3.X-ABLabel:mine",
      ])
  }

  @Test("lines are counted: what both add is there once, what both remove is gone once")
  func counted() throws {
    let base = try card("X-A:1", "X-A:1", "X-A:1", "X-B:1")
    let theirs = try card("X-A:1", "X-A:1", "X-B:1", "X-C:1")
    let mine = try card("X-A:1", "X-A:1", "X-B:1", "X-B:1", "X-C:1")
    #expect(
      lines(try merged(base, theirs: theirs, mine: mine).card).sorted()
        == ["X-A:1", "X-A:1", "X-B:1", "X-B:1", "X-C:1"])
  }

  @Test("does line by line what counting lines does", arguments: 0..<6)
  func counting(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let names = ["X-A", "EMAIL", "URL", "TEL", "X-B", "IMPP", "RELATED"]
    func line() -> String { "\(names[below(names.count)]):tel:7000\(below(4))000" }
    func edited(_ old: [String]) -> [String] {
      var lines = old.filter { _ in below(4) > 0 }
      for _ in 0..<below(5) { lines.insert(line(), at: below(lines.count + 1)) }
      return lines
    }
    let book = try DatabaseBook(directory.path("law.sqlite"), for: .writing)
    for _ in 0..<40 {
      let base = (0..<below(12)).map { _ in line() }
      let (theirs, mine) = (edited(base), edited(base))
      let cards = try [base, theirs, mine].map { try card($0, version: "4.0") }
      var request = SaveRequest()
      request.add(cards[0])
      let id = try book.save(request)[0]
      for card in cards.dropFirst() {
        request = SaveRequest()
        request.update(id, to: card, from: cards[0])
        _ = try book.save(request)
      }
      var expected: [String] = []
      for line in Set(base + theirs + mine) {
        func count(_ lines: [String]) -> Int { lines.count { $0 == line } }
        let (before, changes) = (count(base), [theirs, mine].map { count($0) - count(base) })
        let change =
          changes[0] > 0 && changes[1] > 0
          ? max(changes[0], changes[1])
          : changes[0] < 0 && changes[1] < 0
            ? min(changes[0], changes[1]) : changes[0] + changes[1]
        for _ in 0..<(before + change) { expected.append(line) }
      }
      let saved = try #require(try book.record(id)).card
      #expect(
        lines(saved).sorted() == expected.sorted(), "\(base) \(theirs) \(mine)")
    }
  }

  @Test("a card with very many lines is merged in no time that grows with their square")
  func many() throws {
    let lines = (0..<60_000).map { "X-A:\($0)" }
    let base = try card(lines)
    let theirs = try card(Array(lines.dropFirst(30_000)) + ["X-B:1"])
    let mine = try card(Array(lines.dropLast(20_000)) + ["X-B:2"])
    let card = try merged(base, theirs: theirs, mine: mine).card
    #expect(self.lines(card).count == 10_002)
  }
}
