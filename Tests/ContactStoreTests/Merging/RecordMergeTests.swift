import ContactMerging
import ContactStore
import TestSupport
import Testing
import VCard

@Suite("One record of two")
struct RecordMergeTests {
  let directory: TemporaryDirectory
  /// 2026-01-02T03:04:05Z.
  private let now: Int64 = 1_767_323_045
  private let revision = "REV:2026-01-02T03:04:05Z"
  private let oldRevision = "REV:2001-01-01T00:00:00Z"

  init() throws { directory = try TemporaryDirectory() }

  private func book() throws -> DatabaseBook {
    try DatabaseBook(directory.path("book.sqlite"), for: .writing)
  }

  private func card(_ name: String, _ lines: [String] = []) throws -> Card {
    let text = ["BEGIN:VCARD", "VERSION:3.0", "FN:\(name)"] + lines + ["END:VCARD", ""]
    return try CardSamples.parsed(text.joined(separator: "\r\n"))
  }

  private func add(_ cards: [Card], to book: DatabaseBook) throws -> [RecordID] {
    var request = SaveRequest()
    for card in cards { request.add(card) }
    return try book.save(request)
  }

  private func lines(_ id: RecordID, of book: DatabaseBook) throws -> [String] {
    let record = try #require(try book.record(id))
    return CardSamples.written(record.card).split(separator: "\r\n").map(String.init)
  }

  @Test(
    "what others do meanwhile to the record that goes is not lost: the request is refused",
    arguments: [true, false])
  func overtaken(isLink: Bool) throws {
    let (one, other) = (try book(), try book())
    let ids = try add([card("Kate"), card("Kate"), card("Ada")], to: one)
    let stale = try RecordMerge(ids[1], into: ids[0], of: one, now: now)
    var change = SaveRequest()
    if isLink {
      change.link(.join(.record(ids[1]), .record(ids[2])))
    } else {
      change.update(ids[1], to: try card("Kate", ["TEL:1"]))
    }
    _ = try other.save(change)
    let error = #expect(throws: BookError.self) { try one.save(stale.request) }
    #expect(error?.kind == .changed)
    #expect(try one.count() == 3)
    _ = try one.save(RecordMerge(ids[1], into: ids[0], of: one, now: now).request)
    #expect(try one.record(ids[1]) == nil)
    if isLink {
      #expect(try one.person(of: ids[0])?.records.map(\.id) == [ids[0], ids[2]])
    } else {
      #expect(try lines(ids[0], of: one).contains("TEL:1"))
    }
  }

  @Test("a record that is not there has no merge")
  func none() throws {
    let book = try book()
    let ids = try add([card("Kate")], to: book)
    let missing = RecordID(rawValue: "7")
    for (gone, kept) in [(missing, ids[0]), (ids[0], missing)] {
      let error = #expect(throws: BookError.self) {
        try RecordMerge(gone, into: kept, of: book, now: now)
      }
      #expect(error?.kind == .noSuchRecord)
    }
  }

  private func group(_ members: String...) throws -> Card {
    try card(
      "Team",
      ["X-ADDRESSBOOKSERVER-KIND:group"]
        + members.map { "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\($0)" } + [oldRevision])
  }

  @Test(
    "REV follows on the groups that name another record now, and on no card that stays as it is")
  func revisionOfGroups() throws {
    let book = try book()
    let ids = try add(
      [
        card("Kate", ["UID:a", oldRevision]), card("Kate", ["UID:b", oldRevision]), group("b"),
        group("c"),
      ], to: book)
    _ = try book.save(RecordMerge(ids[1], into: ids[0], of: book, now: now).request)
    #expect(try book.groups().map(\.members) == [[ids[0]], []])
    // It is known by the other UID, too.
    #expect(try lines(ids[0], of: book).contains("X-ALSO-UID:b"))
    #expect(try lines(ids[0], of: book).filter { $0.hasPrefix("REV") } == [revision])
    #expect(try lines(ids[2], of: book).filter { $0.hasPrefix("REV") } == [revision])
    #expect(try lines(ids[3], of: book).filter { $0.hasPrefix("REV") } == [oldRevision])
  }

  @Test(
    "groups of a file and of a folder name the record that stays, where nobody else has the UID",
    arguments: ["book.vcf", "book"], [false, true])
  func groupsOfFiles(name: String, isShared: Bool) throws {
    if name == "book" { try directory.makeFolder(name) }
    let book = try openBook(directory.path(name), for: .writing)
    var request = SaveRequest()
    for card in [
      try card("Kate", ["UID:a"]), try card("Kate", ["UID:b"]), try group("b", "c", "b"),
      try card("Ada", [isShared ? "UID:b" : "UID:c"]),
    ] { request.add(card) }
    let ids = try book.save(request)
    _ = try book.save(RecordMerge(ids[1], into: ids[0], of: book, now: now).request)
    var cards: [Card] = []
    try book.forEachRecord { cards.append($0.card) }
    let choir = try #require(cards.first { $0.isGroup })
    let members = choir.properties.filter { $0.canonicalName.hasSuffix("MEMBER") }.map(\.text)
    #expect(
      members
        == (isShared
          ? ["urn:uuid:b", "urn:uuid:c", "urn:uuid:b", "urn:uuid:a"]
          : ["urn:uuid:a", "urn:uuid:c"]))
    #expect(cards.contains { $0.first(.uid)?.text == "a" && $0.text.contains("X-ALSO-UID:b") })
  }

  @Test(
    "the record that stays takes the UID of the other where it has none that names it, and REV follows",
    arguments: [[], ["UID:"], ["UID: "], ["UID:urn:uuid:"], ["UID:", "UID:URN:UUID: "]])
  func takenUID(uids: [String]) throws {
    let book = try book()
    let ids = try add(
      [card("Kate", uids + [oldRevision]), card("Kate", ["UID:b"]), group("b")], to: book)
    let merge = try RecordMerge(ids[1], into: ids[0], of: book, now: now)
    #expect(merge.additions.map(\.text) == ["b"])
    #expect(merge.additions.map(\.isConflict) == [false])
    _ = try book.save(merge.request)
    #expect(try book.groups().map(\.members) == [[ids[0]]])
    let lines = try lines(ids[0], of: book)
    #expect(lines.count { $0.hasPrefix("UID") } == max(uids.count, 1))
    #expect(lines.first { $0.hasPrefix("UID") } == "UID:b")
    #expect(lines.filter { $0.hasPrefix("REV") } == [revision])
  }
}
