import ContactMerging
import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("vcard dedupe --book: an address book is changed itself, and undo takes it back")
struct DedupeBookTests {
  /// A card with what makes two of a name one person.
  private static func card(_ name: String, _ lines: String...) -> String {
    let email = "EMAIL:\(name.lowercased().replacing(" ", with: "."))@example.org"
    return BookRunner.card(
      name.split(separator: " ").reversed().joined(separator: ";"),
      [
        email
      ] + lines
    ).replacing(
      "FN:\(name.split(separator: " ").reversed().joined(separator: ";"))",
      with: "FN:\(name)")
  }

  private static func card(_ text: String) throws -> Card {
    var reader = CardReader()
    try reader.append(Array(text.utf8))
    reader.finish()
    guard case .card(let card, _) = reader.next() else { throw CocoaError(.fileReadCorruptFile) }
    return card
  }

  /// A database of cards, each of a source.
  private static func book(_ cards: [(String, source: String)]) throws -> BookRunner {
    let runner = try BookRunner()
    let book = try DatabaseBook(FilePath(runner.book), for: .writing)
    var request = SaveRequest()
    for (text, source) in cards {
      request.add(try card(text), source: source == "local" ? nil : source)
    }
    _ = try book.save(request)
    return runner
  }

  /// The book as people see it: cards, who is who, groups.
  private func state(_ book: BookRunner) async throws -> [String] {
    [
      String(decoding: try await book.export(), as: UTF8.self),
      try await book.output(["book", "list", "--format", "jsonl"]),
      try await book.output(["book", "groups", "--format", "jsonl"]),
    ]
  }

  /// The records of each person.
  private func people(_ book: BookRunner) async throws -> [[String]] {
    try await book.output(["book", "list", "--format", "jsonl"]).split(separator: "\n").map {
      let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return object?["records"] as? [String] ?? []
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private struct Line: Decodable {
    struct Card: Decodable { let record: String }
    let verdict: String
    let cards: [Card]
  }

  private func lines(_ plan: String) throws -> [Line] {
    try plan.split(separator: "\n").dropFirst().map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private static let kate: [(String, source: String)] = [
    (card("Kate Bell", "TEL:1", "UID:a"), "local"), (card("Kate Bell", "TEL:2"), "phone"),
    (card("Tom Ashdown"), "phone"), (card("Kate Bell", "TEL:3", "UID:c"), "local"),
    (card("Kate Bell", "NOTE:of the cloud"), "cloud"),
  ]

  // MARK: What it does

  @Test("records of one source are merged into the first, those of several sources are linked")
  func bySource() async throws {
    let book = try Self.book(Self.kate)
    let before = try await state(book)
    let plan = try await book(["dedupe", "plan"])
    #expect(plan.ending == .exit(1), "\(plan.errorText)")
    #expect(try lines(plan.outputText).map { $0.cards.map(\.record) } == [["1", "2", "4", "5"]])
    let said = "merge 2 records into 1, would link 3 records as 1 person"
    let dry = try await book(["dedupe", "run", "--dry-run"])
    #expect(dry.errorText.hasSuffix("would \(said)\n"))
    #expect(try await state(book) == before)
    let run = try await book(["dedupe", "run"])
    #expect(run.ending == .exit(0))
    #expect(run.errorText.hasSuffix("merged 2 records into 1, linked 3 records as 1 person\n"))
    #expect(try await people(book) == [["1", "2", "5"], ["3"]])
    let cards = String(decoding: try await book.export(), as: UTF8.self)
      .components(separatedBy: "END:VCARD")
    for line in ["TEL:1", "TEL:3", "REV:"] { #expect(cards[0].contains("\r\n\(line)")) }
    #expect(!cards[0].contains("TEL:2") && !cards[1].contains("REV:"))
    let again = try await book(["dedupe", "run"])
    #expect(
      again.errorText.hasSuffix(
        "none is another's duplicate, 0 pairs are to review\n"
          + "nothing has changed\n"))
    #expect(try await book(["dedupe", "plan", "-o", "/dev/null"]).ending == .exit(0))
    #expect(try await book(["undo"]).errorText.hasPrefix("took back dedupe of "))
    #expect(try await state(book) == before)
  }

  @Test("--link leaves every record as it is, --merge leaves one of each person")
  func oneWay() async throws {
    let book = try Self.book(Self.kate)
    let before = try await state(book)
    let linked = try await book(["dedupe", "run", "--link"])
    #expect(linked.errorText.hasSuffix("linked 4 records as 1 person\n"))
    #expect(try await people(book) == [["1", "2", "4", "5"], ["3"]])
    #expect(String(decoding: try await book.export(), as: UTF8.self) == before[0])
    _ = try await book(["undo"])
    let merged = try await book(["dedupe", "run", "--merge"])
    #expect(merged.errorText.hasSuffix("merged 4 records into 1\n"))
    #expect(try await people(book) == [["1"], ["3"]])
    let card = try await book.output(["book", "show", "1", "--format", "vcf"])
    for line in ["TEL:1", "TEL:2", "TEL:3", "NOTE:of the cloud"] { #expect(card.contains(line)) }
    _ = try await book(["undo"])
    #expect(try await state(book) == before)
  }

  @Test("apply heeds answers and a card that was edited; what is linked cannot have one: 65")
  func applied() async throws {
    let book = try Self.book(Array(Self.kate.dropLast(1)) + [(Self.card("Ann Young"), "cloud")])
    let plan = book.folder.argument("plan.jsonl")
    #expect(try await book(["dedupe", "plan", "-o", plan]).ending == .exit(1))
    let text = try book.folder.text("plan.jsonl")
    try book.folder.write(text.replacing("FN:Kate Bell", with: "FN:Katie"), to: "plan.jsonl")
    let mixed = try await book(["dedupe", "apply", plan])
    #expect(mixed.ending == .exit(65))
    #expect(mixed.errorText.contains("its cards are linked, not merged"))
    #expect(mixed.errorText.contains("--merge makes one card of them"))
    let done = try await book(["dedupe", "apply", plan, "--merge"])
    #expect(done.ending == .exit(0), "\(done.errorText)")
    #expect(done.errorText == "merged 3 records into 1, 0 pairs left to review\n")
    let card = try await book.output(["book", "show", "1", "--format", "vcf"])
    #expect(card.contains("FN:Katie"))
    // The book is another one by now.
    let stale = try await book(["dedupe", "apply", plan, "--merge"])
    #expect(stale.ending == .exit(75))
    #expect(stale.errorText.contains("is not what the plan was made from"))
  }

  @Test("who was answered to be different stays apart, and who is linked stays linked")
  func answers() async throws {
    let book = try Self.book([
      (Self.card("Kate Bell", "TEL:1"), "local"), (Self.card("Kate Bell", "TEL:2"), "phone"),
      (Self.card("Tom Ashdown"), "local"), (BookRunner.card("Nobody;Else"), "phone"),
      (Self.card("Tom Ashdown", "TEL:9"), "local"), (Self.card("Ann Young"), "cloud"),
      (Self.card("Ann Young", "TEL:7"), "phone"),
    ])
    _ = try await book(["book", "link", "5", "4"])
    // Linked and unlinked: somebody has said that they are two.
    _ = try await book(["book", "link", "6", "7"])
    _ = try await book(["book", "unlink", "6", "7"])
    let before = try await state(book)
    let plan = book.folder.argument("plan.jsonl")
    _ = try await book(["dedupe", "plan", "-o", plan])
    let planned = try lines(book.folder.text("plan.jsonl"))
    #expect(planned.map { $0.cards.map(\.record) } == [["1", "2"], ["3", "4", "5"]])
    try await answer(book, "1", "2")
    let applied = try await book(["dedupe", "apply", plan])
    #expect(applied.ending == .exit(0), "\(applied.errorText)")
    #expect(applied.errorText.contains("stays apart: answers contradict it"))
    #expect(try await people(book) == [["1"], ["2"], ["3", "4"], ["6"], ["7"]])
    _ = try await book(["undo"])
    #expect(try await state(book) == before)
    _ = try await book(["dedupe", "run"])
    #expect(try await people(book) == [["1"], ["2"], ["3", "4"], ["6"], ["7"]])
  }

  @Test("who was kept apart from a record that goes is kept apart from the one that stays")
  func apart() async throws {
    let book = try Self.book([
      (Self.card("Kate Bell", "TEL:+14085550100"), "local"), (Self.card("Kate Bell"), "phone"),
      (Self.card("Kate Bell", "TEL:+14085550100"), "local"),
    ])
    _ = try await book(["book", "link", "2", "3"])
    _ = try await book(["book", "unlink", "2", "3"])
    let before = try await state(book)
    _ = try await book(["dedupe", "run"])
    #expect(try await people(book) == [["1"], ["2"]])
    #expect(try await book(["dedupe", "run"]).errorText.hasSuffix("nothing has changed\n"))
    #expect(try await book(["book", "link", "--auto"]).errorText == "nothing has changed\n")
    _ = try await book(["undo"])
    #expect(try await state(book) == before)
  }

  /// Says of two records that they are different people, in the file beside the book.
  private func answer(_ book: BookRunner, _ ids: String...) async throws {
    var cards: [String] = []
    for id in ids {
      let card = try Self.card(try await book.output(["book", "show", id, "--format", "vcf"]))
      cards.append("{\"digest\":\"\(CardDigest(card))\",\"uid\":null,\"name\":\"\"}")
    }
    try book.folder.write(
      "{\"schema\":\"vcard.decision/1\",\"answer\":\"different\",\"cards\":["
        + "\(cards.joined(separator: ","))]}\n", to: "book.sqlite.decisions.jsonl")
  }

  @Test("groups name the record that stays, each once; a group is nobody's duplicate")
  func groups() async throws {
    func group(_ name: String, _ members: String...) -> String {
      BookRunner.card(
        name,
        ["X-ADDRESSBOOKSERVER-KIND:group", "UID:g-\(name)"]
          + members.map { "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\($0)" })
    }
    let book = try Self.book([
      (Self.card("Kate Bell", "UID:a"), "local"),
      (Self.card("Kate Bell", "TEL:1", "UID:b"), "local"),
      (Self.card("Kate Bell", "TEL:1", "TEL:2", "UID:c"), "local"),
      (Self.card("Tom Ashdown", "UID:t"), "local"),
      (group("Family", "a", "b", "t", "gone"), "local"),
      (group("Choir", "c"), "local"), (group("Choir", "c"), "local"), (group("Work", "b"), "phone"),
    ])
    let before = try await state(book)
    _ = try await book(["dedupe", "run"])
    #expect(try await people(book) == [["1"], ["4"]])
    let groups = try await book.output(["book", "groups", "--format", "jsonl"])
    #expect(
      groups.split(separator: "\n").map { (line: Substring) -> String in
        String(line.split(separator: "\"members\":").last ?? "")
      } == [
        "[\"1\",\"4\"],\"missing\":1}", "[\"1\"],\"missing\":0}", "[\"1\"],\"missing\":0}",
        "[\"1\"],\"missing\":0}",
      ])
    let family = try await book.output(["book", "show", "5", "--format", "vcf"])
    #expect(family.components(separatedBy: "X-ADDRESSBOOKSERVER-MEMBER").count == 4)
    // The record keeps its UID, whichever card had the most to say.
    let kate = try await book.output(["book", "show", "1", "--format", "vcf"])
    for line in ["UID:a", "X-ALSO-UID:b", "X-ALSO-UID:c", "TEL:2"] {
      #expect(kate.contains("\r\n\(line)\r\n"), "\(kate)")
    }
    _ = try await book(["undo"])
    #expect(try await state(book) == before)
  }

  @Test("book link --auto links across sources what is the same, and merges nothing")
  func linkAuto() async throws {
    let book = try Self.book(Self.kate + [(Self.card("Tom Ashdown", "TEL:5"), "phone")])
    let before = try await state(book)
    let dry = try await book(["book", "link", "--auto", "-n"])
    #expect(dry.errorText == "would link 4 records as 1 person\n", "\(dry.errorText)")
    let linked = try await book(["book", "link", "--auto"])
    #expect(linked.errorText == "linked 4 records as 1 person\n")
    #expect(try await people(book) == [["1", "2", "4", "5"], ["3"], ["6"]])
    #expect(try await book(["book", "link", "--auto"]).errorText == "nothing has changed\n")
    #expect(try await book(["undo"]).errorText.hasPrefix("took back link of "))
    #expect(try await state(book) == before)
    for wrong in [["1", "--auto"], ["1"], []] {
      #expect(try await book(["book", "link"] + wrong).ending == .exit(64), "\(wrong)")
    }
  }

  @Test("a folder and a file are changed in one go, groups too, and say that they have no links")
  func filesAndFolders() async throws {
    let group = BookRunner.card(
      "Family", ["X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:b"])
    let cards = [
      Self.card("Kate Bell", "UID:a"), Self.card("Kate Bell", "TEL:1", "UID:b"),
      Self.card("Tom Ashdown", "UID:t"), group,
    ]
    let folder = try TemporaryDirectory()
    try folder.makeFolder("people")
    for (name, card) in zip(["a.vcf", "b.vcf", "t.vcf", "z.vcf"], cards) {
      try folder.write(card, to: "people/\(name)")
    }
    try folder.write("no card", to: "people/other.txt")
    try folder.write("between\r\n" + cards.joined(), to: "people.vcf")
    func run(_ arguments: String...) async throws -> ToolRunner.Outcome {
      try await ToolRunner.run(arguments, directory: folder.path)
    }
    for (book, left) in [("people", ["a.vcf", "other.txt", "t.vcf", "z.vcf"]), ("people.vcf", [])] {
      #expect(try await run("dedupe", "run", "--book", book, "--link").ending == .exit(64))
      let plan = try await run("dedupe", "plan", "--book", book, "-o", "plan.jsonl")
      #expect(plan.ending == .exit(1))
      let records = try lines(folder.text("plan.jsonl")).map { $0.cards.map(\.record) }
      #expect(records == [left.isEmpty ? ["0", "1"] : ["a.vcf", "b.vcf"]])
      #expect(
        try await run("dedupe", "apply", "plan.jsonl", "--book", book, "-n").ending == .exit(0))
      let applied = try await run("dedupe", "apply", "plan.jsonl", "--book", book)
      #expect(applied.ending == .exit(0), "\(applied.errorText)")
      #expect(applied.errorText.hasSuffix("merged 2 records into 1, 0 pairs left to review\n"))
      if !left.isEmpty { #expect(try folder.names(in: book) == left) }
      let text =
        left.isEmpty
        ? try folder.text(book)
        : try ["a.vcf", "t.vcf", "z.vcf"].map { try folder.text("\(book)/\($0)") }.joined()
      #expect(text.components(separatedBy: "BEGIN:VCARD").count == 4)
      #expect(text.hasPrefix("between") == left.isEmpty)
      #expect(text.contains("TEL:1") && text.contains(cards[2]))
      // The merged card is named as it says that it is.
      let uid = try #require(text.firstMatch(of: /\r\nUID:([ab])\r\n/)?.1)
      #expect(text.contains("X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\(uid)\r\n"))
      let stale = try await run("dedupe", "apply", "plan.jsonl", "--book", book)
      #expect(stale.ending == .exit(75), "\(stale.errorText)")
      #expect(try await run("dedupe", "run", "--book", book).errorText.hasSuffix("changed\n"))
    }
  }

  @Test("with -o a book is read and a file is written; what does not go together ends with 64")
  func usage() async throws {
    let book = try Self.book(Self.kate)
    let before = try await book.export()
    let (plan, output) = (book.folder.argument("plan.jsonl"), book.folder.argument("out.vcf"))
    #expect(try await book(["dedupe", "run", "-o", output]).ending == .exit(0))
    #expect(try book.folder.text("out.vcf").components(separatedBy: "BEGIN:VCARD").count == 3)
    _ = try await book(["dedupe", "plan", "-o", plan])
    #expect(try await book(["dedupe", "apply", plan, "-o", output]).ending == .exit(0))
    #expect(try await book.export() == before)
    for (arguments, sentence) in [
      (["run", output], "without files the book of --book is changed itself"),
      (["run", "--link", "--merge"], "either --link or --merge"),
      (["run", "--merge", "-o", output], "without -o"),
      (["run", "--journal", "j"], "--journal is for -o"),
      (["apply", plan, "--journal", "j"], "'vcard undo --book BOOK' takes back"),
      (["run", "-o", book.book], "would be an address book"),
    ] {
      let outcome = try await book(["dedupe"] + arguments)
      #expect(outcome.ending == .exit(64), "\(arguments)")
      #expect(outcome.errorText.contains(sentence), "\(outcome.errorText)")
    }
    let nowhere = try await ToolRunner.run(["dedupe", "apply", plan])
    #expect(nowhere.ending == .exit(64))
    #expect(
      nowhere.errorText.contains("-o FILE writes a file, --book BOOK changes an address book"))
    // A plan of files says nothing of a book.
    _ = try await ToolRunner.run(["dedupe", "plan", output, output, "-o", plan])
    let other = try await book(["dedupe", "apply", plan])
    #expect(other.ending == .exit(64))
    #expect(other.errorText.contains("is not a plan of"))
    #expect(try await book.export() == before)
  }

  // MARK: A book of several hundred

  private static let names = ["Kate", "Tom", "Ann", "José", "Olga", "Piet", "Yuki", "Li", "Sara"]

  /// A book of three sources with groups, links and people who are kept apart.
  private static func generated(_ seed: UInt64) throws -> BookRunner {
    var numbers = SeededGenerator(seed: seed)
    var cards: [(String, source: String)] = []
    var members: [String: [[String]]] = [
      "local": [[], []], "phone": [[], []], "cloud": [[], []],
    ]
    let sources = members.keys.sorted()
    for person in 0..<220 {
      let name = "\(names[person % names.count]) Fam\(person)"
      for copy in 0..<(Int.random(in: 0..<3, using: &numbers) == 0 ? 3 : 1) {
        let source = sources.randomElement(using: &numbers) ?? "local"
        var lines = ["X-PERSON:\(person)", "X-COPY:\(copy)"]
        if Int.random(in: 0..<3, using: &numbers) > 0 {
          let uid = "uid-\(person)-\(copy)"
          lines.append("UID:\(uid)")
          if Bool.random(using: &numbers) {
            members[source]?[Int.random(in: 0..<2, using: &numbers)].append(uid)
          }
        }
        let text = card(name, "TEL:+4930\(1_000_000 + person)")
        cards.append(
          (
            text.replacing("END:VCARD", with: (lines + ["END:VCARD"]).joined(separator: "\r\n")),
            source
          ))
      }
    }
    for source in sources {
      for (number, uids) in (members[source] ?? []).enumerated() {
        let lines = uids.map { "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\($0)" }
        cards.append(
          (
            BookRunner.card(
              "Group \(number)", ["X-ADDRESSBOOKSERVER-KIND:group"] + lines), source
          ))
      }
    }
    cards.shuffle(using: &numbers)
    return try book(cards)
  }

  /// Whom each record is of, by its ID; a merged record is of one person, as each other.
  private func owners(_ book: DatabaseBook) throws -> [RecordID: String] {
    var owners: [RecordID: String] = [:]
    try book.forEachRecord { record in
      owners[record.id] = record.card.properties.first { $0.canonicalName == "X-PERSON" }?.text
    }
    return owners
  }

  @Test(
    "several hundred records: nothing is lost, groups and links stay, undo gives every octet back",
    .slow, arguments: [1, 2] as [UInt64])
  func generated(seed: UInt64) async throws {
    let runner = try Self.generated(seed)
    let book = try DatabaseBook(FilePath(runner.book), for: .writing)
    let before = try owners(book)
    var byPerson: [String: [RecordID]] = [:]
    for (id, owner) in before { byPerson[owner, default: []].append(id) }
    let several = byPerson.filter { $0.value.count == 3 }.sorted { $0.key < $1.key }
      .map { $0.value.sorted { Int($0.rawValue) ?? 0 < Int($1.rawValue) ?? 0 } }
    // Some are linked already, and with strangers; of some it is said that they are two.
    var request = SaveRequest()
    for ids in several[0..<5] { request.link(.join(.record(ids[0]), .record(ids[2]))) }
    var strangers: [[RecordID]] = []
    let alone = byPerson.values.filter { $0.count == 1 }.map { $0[0] }
      .sorted { $0.rawValue < $1.rawValue }
    for (one, other) in zip(alone[0..<9], alone[9..<18])
    where try book.sourceName(of: one) != book.sourceName(of: other) {
      request.link(.join(.record(one), .record(other)))
      strangers.append([one, other])
    }
    #expect(!strangers.isEmpty)
    for ids in several[15..<20] { request.link(.keepApart(ids[0], ids[1])) }
    _ = try book.save(request)
    let apart = several[15..<20].map { [$0[0], $0[1]] }
    let old = try await state(runner)
    let groups = try book.groups()

    let run = try await runner(["dedupe", "run"])
    #expect(run.ending == .exit(0), "\(run.errorText)")
    let after = try owners(book)
    #expect(after.count < before.count)
    for (id, owner) in after { #expect(before[id] == owner) }
    // Every copy of everybody is on some record.
    let text = String(decoding: try await runner.export(), as: UTF8.self)
    for person in byPerson.keys {
      let copies = text.components(separatedBy: "X-PERSON:\(person)\r\n").count - 1
      #expect(copies >= 1)
    }
    var people: [RecordID: RecordID] = [:]
    var sources: [RecordID: [String: Int]] = [:]
    try book.forEachPerson { person in
      for record in person.records {
        people[record.id] = person.id
        let source = try book.sourceName(of: record.id) ?? ""
        if after[record.id] != nil { sources[person.id, default: [:]][source, default: 0] += 1 }
      }
    }
    // Who is three times in the book is one person now, once a source, unless kept apart.
    for ids in several[20...] {
      let left = ids.filter { after[$0] != nil }
      let owners = Set(left.map { people[$0] })
      #expect(owners.count == 1, "\(ids)")
      let person = try #require(left.first.flatMap { people[$0] })
      #expect(sources[person]?.values.allSatisfy { $0 == 1 } == true, "\(ids)")
    }
    for ids in several[0..<5] {
      let owners = Set(ids.filter { after[$0] != nil }.map { people[$0] })
      #expect(owners.count == 1)
    }
    for pair in strangers {
      #expect(people[pair[0]] != nil && people[pair[0]] == people[pair[1]])
    }
    for pair in apart {
      let owners = pair.compactMap { people[$0] }
      #expect(owners.count < 2 || owners[0] != owners[1])
    }
    // Groups name the same people, nobody twice, and nobody who is gone.
    for (was, now) in zip(groups, try book.groups()) {
      #expect(was.id == now.id && now.missing == 0)
      let owners = now.members.compactMap { after[$0] }
      #expect(Set(owners) == Set(was.members.compactMap { before[$0] }))
      #expect(owners.count == now.members.count)
    }
    // What is one by now stays so, and who is apart stays apart.
    let once = try await state(runner)
    #expect(try await runner(["dedupe", "run"]).errorText.hasSuffix("nothing has changed\n"))
    #expect(try await state(runner) == once)
    #expect(try await runner(["undo"]).ending == .exit(0))
    #expect(try await state(runner) == old)
    #expect(try await runner(["book", "check"]).ending == .exit(0))
    for pair in apart {
      try book.save(linking: pair)
      #expect(try book.person(of: pair[0])?.id != book.person(of: pair[1])?.id)
    }
  }
}

extension DatabaseBook {
  /// Links two records by the rules of matching, which heed what somebody said.
  fileprivate func save(linking pair: [RecordID]) throws {
    var request = SaveRequest()
    request.link(.match(.record(pair[0]), .record(pair[1])))
    _ = try save(request)
  }
}
