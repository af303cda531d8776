import ContactMatching
import ContactMerging
import ContactStore
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Importing cards")
struct ImporterTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let namesakes =
    CardSamples.card("Kate Bell", "N:Bell;Kate;;;", "EMAIL:kate@home.example")
    + CardSamples.card("John Doe", "N:Doe;John;;;", "EMAIL:john@a.example")
    + CardSamples.card("John Doe", "N:Doe;John;;;", "EMAIL:john@b.example")

  private func book(_ text: String = ImporterTests.namesakes) throws -> any AddressBook {
    try openBook(directory.write(text, to: "book.vcf"), for: .writing)
  }

  private func cards(_ texts: String...) throws -> [Card] { try texts.map(CardSamples.parsed) }

  private func importer(_ policy: MatchPolicy = .careful) -> Importer {
    Importer(policy: policy, now: 0)
  }

  private func fates(_ plan: ImportPlan) -> [ImportPlan.Fate] { plan.items.map(\.fate) }

  private func id(_ text: String) -> RecordID { RecordID(rawValue: text) }

  // MARK: Who is who

  @Test("adds what a matched person lacks, and makes a person of an unknown one")
  func basics() throws {
    let book = try book()
    let incoming = try cards(
      CardSamples.card("Bell, Kate", "EMAIL:KATE@home.example", "TEL:1234567"),
      CardSamples.card("Ada Lovelace", "N:Lovelace;Ada;;;", "EMAIL:ada@x.example"))
    let plan = try importer().plan(incoming, for: book)
    #expect(fates(plan) == [.matched(id("0"), by: .policy), .created(0)])
    #expect(
      plan.counts.description == "read 2, matched 1 (1 updated), created 1, ambiguous 0, skipped 0")
    #expect(plan.items[0].additions.map(\.name) == ["TEL"])
    #expect(try directory.text("book.vcf") == ImporterTests.namesakes)
    #expect(try book.save(plan.request) == [id("3")])
    #expect(try BookSamples.names(book) == ["Kate Bell", "John Doe", "John Doe", "Ada Lovelace"])
    let kate = try #require(try book.record(id("0"))).card
    #expect(kate.first(.tel)?.text == "1234567")
    #expect(kate.first(.rev)?.text == "1970-01-01T00:00:00Z")
    let rest = try directory.text("book.vcf").components(separatedBy: "END:VCARD\r\n")
    #expect(
      rest[1] + "END:VCARD\r\n" + rest[2] + "END:VCARD\r\n" == ImporterTests.namesakes
        .components(separatedBy: "END:VCARD\r\n")[1...2].joined(separator: "END:VCARD\r\n")
        + "END:VCARD\r\n")
    #expect(CardSamples.written(incoming[1]) == rest[3] + "END:VCARD\r\n")
  }

  @Test("leaves it to the policy what a name alone proves")
  func policies() throws {
    let incoming = try cards(CardSamples.card("Kate Bell", "EMAIL:other@x.example"))
    let book = try book()
    #expect(fates(try importer(.careful).plan(incoming, for: book)) == [.skipped])
    #expect(
      fates(try importer(.cutout).plan(incoming, for: book)) == [.matched(id("0"), by: .policy)])
  }

  @Test("does with an ambiguous card what it is told")
  func ambiguous() throws {
    let book = try book()
    let incoming = try cards(
      CardSamples.card("John Doe", "EMAIL:c@x.example"), CardSamples.card("Ada Lovelace"))
    var importer = importer()
    var plan = try importer.plan(incoming, for: book)
    #expect(fates(plan) == [.skipped, .created(0)])
    #expect(plan.rejected == [0])
    #expect(plan.rejects(of: incoming) == Array(CardSamples.written(incoming[0]).utf8))
    #expect(plan.counts.description.hasSuffix("created 1, ambiguous 1, skipped 1"))

    importer.ambiguous = .always(.new)
    plan = try importer.plan(incoming, for: book)
    #expect(fates(plan) == [.created(0), .created(1)])
    #expect(plan.counts.description.hasSuffix("created 2, ambiguous 1, skipped 0"))

    importer.ambiguous = .always(.fail)
    plan = try importer.plan(incoming, for: book)
    #expect(plan.isRefused && plan.request.isEmpty)
    #expect(plan.items[0].isAmbiguous)

    var asked: [[String]] = []
    importer.ambiguous = .ask { question in
      asked.append(question.outcome.candidates.map(\.person).sorted())
      return .person(RecordID(rawValue: "2"))
    }
    plan = try importer.plan(incoming, for: book)
    #expect(asked == [["1", "2"]])
    #expect(fates(plan) == [.matched(id("2"), by: .choice), .created(0)])
    #expect(plan.request.updated.keys.map(\.rawValue) == ["2"])

    importer.ambiguous = .ask { _ in .person(RecordID(rawValue: "9")) }
    #expect(throws: BookError.self) { try importer.plan(incoming, for: book) }
  }

  @Test("asks about an unknown card where it is told to, and leaves out what it is told to")
  func unknown() throws {
    var importer = importer()
    importer.unknown = .ask { _ in .skip }
    let plan = try importer.plan(cards(CardSamples.card("Ada Lovelace")), for: book())
    #expect(fates(plan) == [.skipped])
    #expect(plan.request.isEmpty)
    #expect(!plan.items[0].isAmbiguous)
  }

  @Test("puts every card onto the person it is told")
  func person() throws {
    var importer = importer()
    importer.person = id("1")
    let book = try book()
    let plan = try importer.plan(cards(CardSamples.card("Ada Lovelace", "EMAIL:a@x")), for: book)
    #expect(fates(plan) == [.matched(id("1"), by: .choice)])
    #expect(plan.items[0].additions.map(\.name) == ["FN", "EMAIL"])
    importer.person = id("7")
    #expect(throws: BookError.self) { try importer.plan([], for: book) }
  }

  @Test("knows a card of the same content, and one of the same UUID, before any policy")
  func knownCards() throws {
    let uuid = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    let book = try book(
      ImporterTests.namesakes + CardSamples.card("Nobody")
        + CardSamples.card("Old", "UID:urn:uuid:\(uuid)"))
    let incoming = try cards(
      CardSamples.card("John Doe", "EMAIL:john@b.example", "REV:x", "N:Doe;John"),
      CardSamples.card("Nobody", "PRODID:x"),
      CardSamples.card("New Name", "UID:URN:UUID:\(uuid.uppercased())", "NOTE:x"))
    let plan = try importer().plan(incoming, for: book)
    #expect(
      fates(plan) == [
        .matched(id("2"), by: .content), .matched(id("3"), by: .content),
        .matched(id("4"), by: .uid),
      ])
    #expect(
      plan.counts.description == "read 3, matched 3 (1 updated), created 0, ambiguous 0, skipped 0")
    #expect(plan.items[2].additions.map(\.name) == ["FN", "NOTE"])
    #expect(plan.items[0].outcome == nil)
  }

  @Test("takes no identifier for an identity that means something on one device only")
  func localIdentifiers() throws {
    let lines = ["UID:17", "X-ABUID:1:ABPerson", "X-IRMC-LUID:5"]
    let book = try book(CardSamples.card("Kate Bell", lines[0], lines[1], lines[2]))
    let plan = try importer().plan(
      cards(CardSamples.card("Ada Lovelace", lines[0], lines[1], lines[2])), for: book)
    #expect(fates(plan) == [.created(0)])
  }

  @Test("leaves a UUID that two people have to the policy")
  func sharedUID() throws {
    let uid = "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    let book = try book(CardSamples.card("A B", uid) + CardSamples.card("C D", uid))
    let plan = try importer().plan(cards(CardSamples.card("E F", uid)), for: book)
    #expect(fates(plan) == [.created(0)])
  }

  @Test("asks about a card once, however often the plan is made, unless there is something new")
  func askedOnce() throws {
    let book = try book()
    let incoming = try cards(
      CardSamples.card("John Doe", "EMAIL:c@x.example"), CardSamples.card("Ada Lovelace"),
      CardSamples.card("John Doe", "EMAIL:d@x.example"))
    var asked: [Int] = []
    let rule = Importer.Rule.ask { question in
      asked.append(question.index)
      return question.index == 0 ? .new : .skip
    }
    var importer = importer()
    importer.ambiguous = rule.askedOnce()
    importer.unknown = rule.askedOnce()
    let first = try importer.plan(incoming, for: book)
    #expect(asked == [0, 1, 2])
    #expect(try fates(importer.plan(incoming, for: book)) == fates(first))
    #expect(asked == [0, 1, 2])
    // Another John Doe makes another question of it.
    var request = SaveRequest()
    request.add(try CardSamples.parsed(CardSamples.card("John Doe", "EMAIL:e@x.example")))
    _ = try book.save(request)
    _ = try importer.plan(incoming, for: book)
    #expect(asked == [0, 1, 2, 0, 2])
    guard case .always(.skip) = Importer.Rule.always(.skip).askedOnce() else {
      Issue.record("what is not asked stays as it is")
      return
    }
  }

  @Test("takes no group for a person of the same UUID, and puts no person into a group")
  func kinds() throws {
    let uid = "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    let book = try book(
      CardSamples.card("Bell", uid) + CardSamples.card("Doe", "KIND:group", version: "4.0"))
    let group = CardSamples.card("Choir", "KIND:group", uid, version: "4.0")
    #expect(fates(try importer().plan(cards(group), for: book)) == [.created(0)])
    var importer = importer()
    for (record, card) in [("0", group), ("1", CardSamples.card("Ada"))] {
      importer.person = id(record)
      let error = #expect(throws: BookError.self) {
        try importer.plan(cards(card), for: book)
      }
      #expect(error?.kind == .unsupported)
    }
  }

  // MARK: The whole

  @Test("compares all cards with the book as it was; equal ones are one, several of one add up")
  func several() throws {
    let book = try book()
    let ada = CardSamples.card("Ada Lovelace", "EMAIL:ada@x.example")
    let incoming = try cards(
      ada, ada, CardSamples.card("Kate Bell", "EMAIL:kate@home.example", "EMAIL:k2@x.example"),
      CardSamples.card("Kate Bell", "EMAIL:kate@home.example", "EMAIL:K2@x.example", "NOTE:n"))
    let plan = try importer().plan(incoming, for: book)
    #expect(
      plan.counts.description == "read 4, matched 3 (2 updated), created 1, ambiguous 0, skipped 0")
    _ = try book.save(plan.request)
    let kate = try #require(try book.record(id("0"))).card
    #expect(kate.properties(named: .email).map(\.text) == ["kate@home.example", "k2@x.example"])
    #expect(kate.first(.note)?.text == "n")
  }

  @Test(
    "groups of the import, wherever they stand, name people by the UIDs of the book",
    arguments: ["book.vcf", "book", "book.sqlite"], [true, false])
  func groups(name: String, updates: Bool) throws {
    if name == "book" { try directory.makeFolder(name) }
    let book = try openBook(directory.path(name), for: .writing)
    let uuid = "urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b"
    let kate = ["N:Bell;Kate;;;", "EMAIL:kate@x.example"]
    var request = SaveRequest()
    for card in try cards(
      CardSamples.card("Kate Bell", kate[0], kate[1], "UID:\(uuid)1"),
      CardSamples.card("Ada Lovelace", "N:Lovelace;Ada;;;", "EMAIL:ada@x.example"))
    { request.add(card) }
    let ids = try book.save(request)
    func group(_ lines: String...) -> String {
      let kind = "X-ADDRESSBOOKSERVER-KIND:group"
      return (["BEGIN:VCARD", "VERSION:3.0", "FN:Choir", kind] + lines + ["END:VCARD", ""])
        .joined(separator: "\r\n")
    }
    func member(_ uid: String) -> String { "X-ADDRESSBOOKSERVER-MEMBER:\(uid)" }
    let incoming = try cards(
      group("UID:\(uuid)9", member("\(uuid)2"), member("\(uuid)3")), group(member("\(uuid)2")),
      CardSamples.card("Kate Bell", kate[0], kate[1], "UID:\(uuid)2"),
      CardSamples.card("Bo Doe", "N:Doe;Bo;;;", "UID:\(uuid)3"),
      CardSamples.card("Ada Lovelace", "N:Lovelace;Ada;;;", "EMAIL:ada@x.example", "UID:\(uuid)4"))
    var importer = importer()
    if !updates { importer.updates = nil }
    let plan = try importer.plan(incoming, for: book)
    #expect(
      fates(plan) == [
        .created(0), .created(1), .matched(ids[0], by: .policy), .created(2),
        .matched(ids[1], by: .policy),
      ])
    #expect(plan.items[2].additions.map(\.isConflict) == (updates ? [true] : []))
    _ = try book.save(plan.request)
    var members: [[String]] = []
    try book.forEachRecord { record in
      guard record.card.isGroup else { return }
      members.append(
        record.card.properties.filter { $0.canonicalName.hasSuffix("MEMBER") }.map {
          String($0.text.dropFirst(uuid.count))
        })
    }
    #expect(members.sorted { $0.count > $1.count } == [["1", "3"], ["1"]])
    let known = try #require(try book.record(ids[0])).card
    #expect(known.first(.uid)?.text == "\(uuid)1")
    #expect(known.text.contains("X-ALSO-UID:\(uuid)2\r\n") == updates)
    if updates {
      let ada = try #require(try book.record(ids[1])).card
      #expect(ada.text.contains("UID:\(uuid)4\r\n"))
    }
    let again = try importer.plan(incoming, for: book)
    #expect(again.request.isEmpty)
    #expect(again.counts.created == 0)
  }

  @Test("changes nothing when it is asked for matches only")
  func noUpdates() throws {
    var importer = importer(.cutout)
    importer.updates = nil
    let plan = try importer.plan(cards(CardSamples.card("Kate Bell", "NOTE:n")), for: book())
    #expect(fates(plan) == [.matched(id("0"), by: .policy)])
    #expect(plan.request.isEmpty)
  }

  @Test("changes nothing the second time", arguments: [true, false], ["2.1", "3.0", "4.0"])
  func twice(isFolder: Bool, version: String) throws {
    let path: FilePath
    if isFolder {
      try directory.makeFolder("book")
      path = directory.path("book")
      try directory.write(
        CardSamples.card("Kate Bell", "EMAIL:k@x", "NOTE:m", "ORG:A"), to: "book/k.vcf")
      try directory.write(
        CardSamples.card("John Doe", "EMAIL:j@x", version: "4.0"), to: "book/j.vcf")
    } else {
      path = try directory.write(
        CardSamples.card("Kate Bell", "EMAIL:k@x", "NOTE:m", "ORG:A")
          + CardSamples.card("John Doe", "EMAIL:j@x", version: "4.0"), to: "book.vcf")
    }
    let incoming = try cards(
      CardSamples.card(
        "Bell, Kate", "N:Bell;Kate;Anne;;", "EMAIL:k@x", "ORG:B;C",
        "TEL:1234567",
        "item1.URL:http://x/", "item1.X-ABLabel:l", "NOTE:n", "X-FOO:a;b", version: version),
      CardSamples.card("John Doe", "EMAIL:j@x", "NICKNAME:Jo", "UID:1", version: version),
      CardSamples.card("No UID", "TEL:7654321", version: version),
      CardSamples.card("", version: version),
      CardSamples.card(
        "With UID", "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1", version: version))
    func run() throws -> String {
      let book = try openBook(path, for: .writing)
      let plan = try Importer(policy: .careful, now: 5).plan(incoming, for: book)
      _ = try book.save(plan.request)
      return plan.counts.description
    }
    func state() throws -> [[UInt8]] {
      guard isFolder else { return [try directory.bytes("book.vcf")] }
      return try directory.names(in: "book").map { try directory.bytes("book/\($0)") }
    }
    #expect(try run() == "read 5, matched 2 (2 updated), created 3, ambiguous 0, skipped 0")
    let first = try state()
    #expect(try run() == "read 5, matched 5 (0 updated), created 0, ambiguous 0, skipped 0")
    #expect(try state() == first)
  }

  @Test("by two at once is one after the other", arguments: [true, false])
  func twoAtOnce(isFolder: Bool) throws {
    if isFolder { try directory.makeFolder("book") }
    let path = directory.path(isFolder ? "book" : "book.vcf")
    let incoming = try (0..<20).map { number in
      try CardSamples.parsed(
        CardSamples.card("Person \(number)", "EMAIL:p\(number)@x.example"))
    }
    let counts = Mutex<[String]>([])
    let threads = (0..<4).map { _ in
      Thread {
        let line: String
        do {
          let book = try openBook(path, for: .writing)
          let plan = try Importer(policy: .careful, now: 0).plan(incoming, for: book)
          _ = try book.save(plan.request)
          line = plan.counts.description
        } catch {
          line = "\(error)"
        }
        counts.withLock { $0.append(line) }
      }
    }
    for thread in threads { thread.start() }
    while counts.withLock({ $0.count }) < threads.count { Thread.sleep(forTimeInterval: 0.01) }
    let known = "read 20, matched 20 (0 updated), created 0, ambiguous 0, skipped 0"
    let new = "read 20, matched 0 (0 updated), created 20, ambiguous 0, skipped 0"
    #expect(counts.withLock { $0.sorted() } == [new, known, known, known])
    #expect(try openBook(path).count() == 20)
  }
}
