import ContactMatching
import ContactMerging
import ContactModel
import ContactStore
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("People in question by the indexes of a database")
struct BookMatchingTests {
  struct Generator {
    var random: SeededGenerator

    mutating func pick<T>(_ values: [T]) -> T {
      values[Int.random(in: 0..<values.count, using: &random)]
    }

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func card() throws -> Card {
      let given = pick([
        "Kate", "KATE", "José", "Jose", "Mary Ann", "Maryann", "Mary-Ann", "K.", "Анна", "金", "",
      ])
      let family = pick(["Bell", "bell", "O'Neil", "ONeil", "Núñez", "Ruiz", "Иванова", "田中", ""])
      var lines = ["N:\(family);\(given);\(chance(20) ? pick(["Ann", "A.", "Zoe"]) : "");;"]
      if chance(20) { lines.append("NICKNAME:\(pick(["Katie", "Pepe", "Kate Bell", "Annie"]))") }
      if chance(10) { lines.append("ORG:\(pick(["Bell", "Acme", "Kate Bell"]))") }
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        lines.append("EMAIL:\(pick(["a", "b", "c", "d", "E", "e"]))@\(pick(["x", "y"])).example")
      }
      for _ in 0..<Int.random(in: 0..<2, using: &random) {
        lines.append(
          "TEL:\(pick(["+49 30 123456", "030 123456", "+1 408 123456", "030/654321", "777777"]))")
      }
      if chance(20) { lines.append("BDAY:\(pick(["19800203", "--0203", "19810203"]))") }
      if chance(10) { lines.append("KIND:group") }
      if chance(20) {
        lines.append("UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b\(pick([1, 2, 3]))")
      }
      let name =
        chance(80) ? "\(given) \(family)" : pick(["Bell, Kate", "Dr. Kate Bell", "Nobody"])
      let text = (["BEGIN:VCARD", "VERSION:4.0", "FN:\(name)"] + lines + ["END:VCARD", ""])
      return try CardSamples.parsed(text.joined(separator: "\r\n"))
    }
  }

  /// The outcome but for the places of candidates, which are of one index.
  private static func summary(_ outcome: Outcome) -> String {
    "\(outcome.verdict) \(outcome.person ?? "-") "
      + outcome.candidates.map { "\($0.person) \($0.name) \($0.bits) \($0.evidence)" }
      .joined(separator: "; ")
  }

  @Test("lead to the outcome that the whole book leads to", arguments: 0..<6 * lawTimes)
  func same(seed: Int) throws {
    var generator = Generator(random: SeededGenerator(seed: UInt64(seed)))
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    var request = SaveRequest()
    for _ in 0..<120 { request.add(try generator.card()) }
    if seed % 2 == 0 {
      // More than lead to anybody.
      for number in 0..<130 {
        request.add(
          try CardSamples.parsed(
            CardSamples.card("Person \(number)", "EMAIL:a@x.example", "TEL:777777")))
      }
    }
    for _ in 0..<30 {
      request.link(
        .match(
          .added(Int.random(in: 0..<120, using: &generator.random)),
          .added(Int.random(in: 0..<120, using: &generator.random))))
    }
    _ = try book.save(request)
    var people: [UnifiedRecord] = []
    try book.forEachPerson { people.append($0) }
    #expect(people.count < request.added.count)
    let region = seed % 3 == 0 ? PhoneRegion("DE") : nil
    let whole = try book.matchIndex(MatchOptions(region: region))
    var read = 0
    for _ in 0..<150 {
      let card = try generator.card()
      let found = try #require(try book.peopleInQuestion(for: [card]))
      #expect(
        found.map(\.id)
          == found.map(\.id).sorted { (Int($0.rawValue) ?? 0) < (Int($1.rawValue) ?? 0) })
      read += found.count
      let part = try book.matchIndex(MatchOptions(region: region), for: [card])
      let contact = Contact(card, keys: .matching)
      for policy in MatchPolicy.allCases {
        #expect(
          Self.summary(try part.match(contact, policy: policy))
            == Self.summary(try whole.match(contact, policy: policy)),
          "\(CardSamples.written(card))")
      }
    }
    #expect(read < 150 * people.count)
  }

  @Test("are those of cards with the same content or UUID, too")
  func known() throws {
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    let cards = try [
      CardSamples.card("", "NOTE:nothing else"),
      CardSamples.card("Ada", "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"),
      CardSamples.card("Zoe"),
    ].map { try CardSamples.parsed($0) }
    var request = SaveRequest()
    for card in cards { request.add(card) }
    let ids = try book.save(request)
    #expect(try book.peopleInQuestion(for: [cards[0]])?.map(\.id) == [ids[0]])
    let other = try CardSamples.parsed(
      CardSamples.card("Eve", "UID:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1"))
    #expect(try book.peopleInQuestion(for: [other])?.map(\.id) == [ids[1]])
    #expect(try book.peopleInQuestion(for: [])?.isEmpty == true)
  }

  @Test("import the same file twice: the second time nothing changes, whatever the source")
  func twice() throws {
    for source in [nil, "phone"] as [String?] {
      let directory = try TemporaryDirectory()
      let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
      var generator = Generator(random: SeededGenerator(seed: 7))
      var cards: [Card] = []
      for _ in 0..<60 { cards.append(try generator.card()) }
      var importer = Importer(policy: .careful, now: 0)
      importer.ambiguous = .always(.new)
      importer.source = source
      _ = try book.save(importer.plan(cards, for: book).request)
      let (count, change) = (try book.count(), try book.newestChange())
      #expect(try book.sources().contains { $0.name == source ?? "local" && $0.count == count })
      let again = try importer.plan(cards, for: book)
      #expect(again.counts.matched == cards.count)
      #expect(again.counts.updated == 0)
      _ = try book.save(again.request)
      #expect(try book.newestChange() == change)
      #expect(try book.journal(limit: 9).map(\.kind) == ["import"])
      #expect(try book.undo()?.added == count)
      #expect(try book.count() == 0)
      #expect(try book.sources().map(\.name) == ["local"])
    }
  }

  @Test("a matched person gets a record in the source that is imported, linked by itself once")
  func automaticLinks() throws {
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    let old = try CardSamples.parsed(
      CardSamples.card("Kate Bell", "N:Bell;Kate;;;", "EMAIL:kate@x.example"))
    let new = try CardSamples.parsed(
      CardSamples.card("Bell, Kate", "N:Bell;Kate;;;", "EMAIL:kate@x.example", "TEL:12345678"))
    var request = SaveRequest()
    request.add(old)
    let first = try book.save(request)[0]
    var importer = Importer(policy: .careful, now: 0)
    importer.source = "phone"
    let ids = try book.save(importer.plan([new], for: book).request)
    let second = try #require(ids.first)
    let kate = try #require(try book.person(of: second))
    #expect(kate.id == first)
    #expect(kate.records.map(\.id) == [first, second])
    #expect(try book.record(first)?.card.octetsAsRead == old.octetsAsRead)
    #expect(try kate.records.map { try book.sourceName(of: $0.id) } == ["local", "phone"])
    // Somebody says that they are two, and no import joins them again.
    request = SaveRequest()
    request.link(.separate(second))
    _ = try book.save(request)
    request = SaveRequest()
    request.link(.match(.record(first), .record(second)))
    _ = try book.save(request)
    #expect(try book.person(of: second)?.id == second)
    // But somebody may.
    request = SaveRequest()
    request.link(.join(.record(second), .record(first)))
    _ = try book.save(request)
    #expect(try book.person(of: second)?.id == first)
    #expect(try book.journal(limit: 9).count == 4)
  }

  private static let uuid = "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"

  /// Imports into a source, saves, and tells the counts.
  private func run(_ cards: [Card], _ source: String?, _ book: DatabaseBook) throws -> String {
    var importer = Importer(policy: .careful, now: 0)
    importer.source = source
    let plan = try importer.plan(cards, for: book)
    _ = try book.save(plan.request)
    return "\(plan.counts)"
  }

  private func people(_ book: DatabaseBook) throws -> [[String]] {
    var people: [[String]] = []
    try book.forEachPerson { people.append($0.records.map(\.id.rawValue)) }
    return people
  }

  @Test("a card of a known UUID goes into the record that has it, not into one linked with it")
  func intoRecordOfUID() throws {
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    var request = SaveRequest()
    request.add(try CardSamples.parsed(CardSamples.card("Kate Bell")))
    request.add(try CardSamples.parsed(CardSamples.card("Kate Bell", Self.uuid)), source: "phone")
    request.link(.join(.added(0), .added(1)))
    let ids = try book.save(request)
    let first = try #require(try book.record(ids[0])).card.octetsAsRead
    let incoming = try CardSamples.parsed(CardSamples.card("Kate Bell", Self.uuid, "TEL:12345678"))
    let known = "read 1, matched 1 (0 updated), created 0, ambiguous 0, skipped 0"
    let updated = "read 1, matched 1 (1 updated), created 0, ambiguous 0, skipped 0"
    #expect(try run([incoming], nil, book) == updated)
    #expect(try book.record(ids[0])?.card.octetsAsRead == first)
    let second = try #require(try book.record(ids[1])).card
    #expect(second.first(.tel)?.text == "12345678")
    #expect(try run([incoming], nil, book) == known)
    #expect(try run([incoming], "phone", book) == known)

    // Another source gets a record of its own, and nothing is written into these.
    let more = try CardSamples.parsed(CardSamples.card("Kate Bell", Self.uuid, "NOTE:n"))
    #expect(try run([more, more], "cloud", book).hasPrefix("read 2, matched 2 (1 updated)"))
    #expect(try people(book) == [["1", "2", "3"]])
    #expect(try book.sourceName(of: RecordID(rawValue: "3")) == "cloud")
    #expect(try book.record(ids[1])?.card.octetsAsRead == second.octetsAsRead)
    let change = try book.newestChange()
    #expect(
      try run([more, more], "cloud", book)
        == "read 2, matched 2 (0 updated), created 0, ambiguous 0, skipped 0")
    #expect(try book.newestChange() == change)
  }

  @Test("a card that another source has, octet for octet, is a linked record of the source, once")
  func sameContent() throws {
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    let cards = try [
      CardSamples.card("Kate Bell", Self.uuid), CardSamples.card("Ada", "EMAIL:a@x.example"),
      CardSamples.card("Nobody"), CardSamples.card("Choir", "KIND:group", version: "4.0"),
    ].map { try CardSamples.parsed($0) }
    #expect(try run(cards, nil, book).hasPrefix("read 4, matched 0 (0 updated), created 4"))
    #expect(try run(cards, "phone", book).hasPrefix("read 4, matched 4 (4 updated), created 0"))
    // A group is linked with nobody.
    #expect(try people(book) == [["1", "5"], ["2", "6"], ["3", "7"], ["4"], ["8"]])
    for source in [nil, "phone"] {
      let change = try book.newestChange()
      #expect(
        try run(cards, source, book)
          == "read 4, matched 4 (0 updated), created 0, ambiguous 0, skipped 0")
      #expect(try book.newestChange() == change)
    }
    // What somebody has taken apart stays so, though both say the same.
    for id in ["5", "6", "7"] {
      var request = SaveRequest()
      request.link(.separate(RecordID(rawValue: id)))
      _ = try book.save(request)
    }
    let change = try book.newestChange()
    #expect(
      try run(cards, "phone", book)
        == "read 4, matched 4 (0 updated), created 0, ambiguous 0, skipped 0")
    #expect(try book.newestChange() == change)
    // Nobody goes with the source but its own.
    #expect(try book.removeSource(named: "phone") == 4)
    #expect(try people(book) == [["1"], ["2"], ["3"], ["4"]])
    #expect(try book.undo() != nil)
    #expect(try people(book).count == 8)
  }

  @Test("groups of another source stay what they are, and the second time nothing changes")
  func groupsOfSource() throws {
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    func group(_ lines: String...) throws -> Card {
      let text =
        ["BEGIN:VCARD", "VERSION:4.0", "KIND:group", "FN:Choir"] + lines + ["END:VCARD", ""]
      return try CardSamples.parsed(text.joined(separator: "\r\n"))
    }
    _ = try run([group("UID:x")], nil, book)
    let cards = try [
      group("UID:x", "MEMBER:urn:uuid:a"), group("UID:y", "MEMBER:urn:uuid:b"), group("UID:z"),
      group("UID:z"),
    ]
    var importer = Importer(policy: .cutout, now: 0)
    importer.source = "phone"
    importer.ambiguous = .always(.new)
    var plan = try importer.plan(cards, for: book)
    #expect(plan.counts.description.hasPrefix("read 4, matched 4 (3 updated), created 0"))
    _ = try book.save(plan.request)
    #expect(try book.sources().map(\.count) == [1, 3])
    plan = try importer.plan(cards, for: book)
    #expect(plan.request.isEmpty)
    #expect(plan.counts.description.hasPrefix("read 4, matched 4 (0 updated), created 0"))
  }

  @Test("of linked records the one that is named gets what is new")
  func intoNamedRecord() throws {
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    var request = SaveRequest()
    for name in ["Kate Bell", "Cate Bell"] {
      request.add(try CardSamples.parsed(CardSamples.card(name)))
    }
    request.link(.join(.added(0), .added(1)))
    let ids = try book.save(request)
    var importer = Importer(policy: .cutout, now: 0)
    importer.person = ids[1]
    importer.updates = .details
    let card = try CardSamples.parsed(CardSamples.card("Katie", "EMAIL:k@x.example"))
    let plan = try importer.plan([card], for: book)
    #expect(Array(plan.request.updated.keys) == [ids[1]])
  }

  @Test("a linked record that becomes a group leaves the others, until that is undone")
  func becomesGroup() throws {
    for number in 0..<3 {
      let directory = try TemporaryDirectory()
      let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
      var request = try BookSamples.request(add: ["A", "B", "C"])
      request.link(.join(.added(0), .added(1)))
      request.link(.join(.added(0), .added(2)))
      let ids = try book.save(request)
      #expect(try people(book) == [["1", "2", "3"]])
      request = SaveRequest()
      request.update(
        ids[number],
        to: try CardSamples.parsed(CardSamples.card("G", "KIND:group", version: "4.0")))
      _ = try book.save(request)
      var others = ["1", "2", "3"]
      let group = others.remove(at: number)
      #expect(try Set(people(book)) == [[group], others])
      #expect(try book.people(limit: 9).map(\.id.rawValue) == [others[0]])
      #expect(try book.groups().map(\.id.rawValue) == [group])
      #expect(try book.undo() != nil)
      #expect(try people(book) == [["1", "2", "3"]])
      #expect(try book.people(limit: 9).count == 1)
      // It was nobody's word that they are not one.
      request = SaveRequest()
      request.link(.separate(ids[0]))
      _ = try book.save(request)
      #expect(try book.undo() != nil)
      try BookLawTests.expectWhole(book)
    }
  }

  @Test("UIDs that are no UUIDs are members with their case")
  func memberCase() throws {
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    var request = SaveRequest()
    request.add(try CardSamples.parsed(CardSamples.card("Kate", "UID:pas-id-4A5B")))
    request.add(
      try CardSamples.parsed(CardSamples.card("G", "KIND:group", "UID:g", version: "4.0")))
    let ids = try book.save(request)
    _ = try book.save(book.requestAdding([ids[0]], to: ids[1]))
    #expect(try book.groups().map(\.members) == [[ids[0]]])
    #expect(try book.groups().map(\.missing) == [0])
  }
}
