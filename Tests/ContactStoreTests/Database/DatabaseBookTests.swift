import ContactModel
import ContactStore
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("DatabaseBook")
struct DatabaseBookTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func book(_ access: BookAccess = .writing, locale: String? = nil) throws -> DatabaseBook {
    var options = BookOptions()
    options.locale = locale
    return try DatabaseBook(directory.path("book.sqlite"), for: access, options: options)
  }

  private func id(_ text: String) -> RecordID { RecordID(rawValue: text) }

  private func parsed(_ name: String, _ lines: String...) throws -> Card {
    let text = (["BEGIN:VCARD", "VERSION:3.0", "FN:\(name)"] + lines + ["END:VCARD", ""])
    return try CardSamples.parsed(text.joined(separator: "\r\n"))
  }

  private func save(
    _ book: DatabaseBook, _ change: (inout SaveRequest) throws -> Void
  ) throws -> [RecordID] {
    var request = SaveRequest()
    try change(&request)
    return try book.save(request)
  }

  // MARK: Opening

  @Test("is a file that only its owner may read, with all that SQLite puts beside it")
  func permissions() throws {
    let book = try book()
    _ = try book.save(BookSamples.request(add: ["Kate"]))
    let names = try directory.names()
    #expect(names.contains("book.sqlite-wal"))
    for name in names {
      #expect(try Stat(directory.path(name)).permissions == [.ownerRead, .ownerWrite], "\(name)")
    }
  }

  @Test("a file that a kill left empty or without tables reads as an empty book")
  func unfinished() throws {
    try directory.write("", to: "book.sqlite")
    let empty = try book(.reading)
    #expect(try empty.count() == 0)
    #expect(try empty.people(limit: 10).isEmpty)
    #expect(try empty.check { _ in Issue.record("nothing is wrong") } == 0)
    #expect(try directory.bytes("book.sqlite").isEmpty)
    let opened = try openBook(directory.path("book.sqlite"), for: .writing)
    #expect(try opened.save(BookSamples.request(add: ["Kate"])) == [id("1")])
  }

  @Test(
    "a file of another program is refused and not touched",
    arguments: [BookAccess.reading, .writing])
  func foreign(access: BookAccess) throws {
    try Self.sql("CREATE TABLE history (url TEXT);", directory.path("other.sqlite"))
    let before = try directory.bytes("other.sqlite")
    let error = #expect(throws: BookError.self) {
      try DatabaseBook(directory.path("other.sqlite"), for: access)
    }
    #expect(error?.kind == .notABook)
    #expect(try directory.bytes("other.sqlite") == before)
    try directory.write("BEGIN:VCARD\r\n" + String(repeating: "x", count: 5000), to: "no.sqlite")
    #expect(throws: BookError.self) { try DatabaseBook(directory.path("no.sqlite"), for: access) }
  }

  @Test(
    "a book of a newer version is refused with a clear word",
    arguments: [BookAccess.reading, .writing])
  func newer(access: BookAccess) throws {
    _ = try book().save(BookSamples.request(add: ["Kate"]))
    try Self.sql("PRAGMA user_version = 99;", directory.path("book.sqlite"))
    let error = #expect(throws: BookError.self) { try book(access) }
    #expect(error?.kind == .unsupported)
    #expect(error?.reason.contains("newer version of this program") == true)
  }

  /// Runs SQL by the library that the tests have anyway: SQLite's own program is not everywhere.
  static func sql(_ text: String, _ path: FilePath) throws {
    try SQLScript.run(text, on: path)
  }

  @Test("a medium that nobody can write to is read", .enabled(if: ReadOnlyMount.isPossible))
  func readOnlyMedium() throws {
    _ = try book().save(BookSamples.request(add: ["Kate", "Ada"]))
    try ReadOnlyMount.with(directory.path) { path in
      let shut = try DatabaseBook(path.appending("book.sqlite"))
      #expect(try BookSamples.names(shut) == ["Kate", "Ada"])
      #expect(try shut.check { _ in Issue.record("nothing is wrong") } == 2)
      let error = #expect(throws: BookError.self) {
        try DatabaseBook(path.appending("book.sqlite"), for: .writing).save(
          BookSamples.request(add: ["Eve"]))
      }
      #expect(error?.kind == .cannotCreate)
      #expect(
        #expect(throws: BookError.self) {
          try DatabaseBook(path.appending("new.sqlite"), for: .writing)
        }?.kind == .cannotCreate)
    }
    #expect(try BookSamples.names(book(.reading)) == ["Kate", "Ada"])
  }

  @Test("a full disk leaves the book as it was", .enabled(if: TinyDisk.isPossible))
  func fullDisk() throws {
    try TinyDisk.with(kibibytes: 1024) { disk in
      let path = disk.path("book.sqlite")
      let book = try DatabaseBook(path, for: .writing)
      _ = try book.save(BookSamples.request(add: ["Kate", "Ada"]))
      var request = SaveRequest()
      for number in 0..<400 {
        request.add(try parsed("P\(number)", "NOTE:" + String(repeating: "x", count: 4000)))
      }
      let error = #expect(throws: BookError.self) { try book.save(request) }
      #expect(error?.kind == .inputOutput)
      #expect(try BookSamples.names(book) == ["Kate", "Ada"])
      #expect(try book.check { _ in Issue.record("nothing is wrong") } == 2)
      #expect(try book.save(BookSamples.request(add: ["Eve"])) == [id("3")])
    }
  }

  // MARK: Sources, groups, names

  @Test("sources go with their records, and come back with the same identifiers")
  func sources() throws {
    let book = try book()
    var request = SaveRequest()
    for source in ["phone", "cloud", "phone"] {
      request.add(try parsed("Kate \(source)"), source: source)
    }
    request.link(.join(.added(0), .added(1)))
    request.link(.join(.added(1), .added(2)))
    let ids = try book.save(request)
    #expect(
      try book.sources().map { "\($0.name) \($0.count)" } == ["local 0", "phone 2", "cloud 1"])
    #expect(try book.removeSource(named: "none") == nil)
    #expect(try book.removeSource(named: "phone") == 2)
    #expect(try book.sources().map(\.name) == ["local", "cloud"])
    #expect(try book.person(of: ids[1])?.records.map(\.id) == [ids[1]])
    #expect(try book.undo()?.deleted == 2)
    #expect(try book.person(of: ids[1])?.records.map(\.id) == ids)
    #expect(try Set(book.sources().map(\.name)) == ["local", "phone", "cloud"])
    #expect(try book.sourceName(of: ids[2]) == "phone")
    try BookLawTests.expectWhole(book)
  }

  @Test(
    "group cards of Apple and of vCard 4.0 are groups, and stay as they are",
    arguments: [
      ("3.0", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:"),
      ("4.0", "KIND:group", "MEMBER:urn:uuid:"),
    ])
  func groups(version: String, kind: String, member: String) throws {
    let book = try book()
    let uids = ["4fbe8971-0bc3-424c-9c26-36c3e1eff6b1", "4FBE8971-0BC3-424C-9C26-36C3E1EFF6B2"]
    let group = CardSamples.card(
      "Team", kind, member + uids[0].uppercased(), member + "00000000-0000-4000-8000-000000000001",
      version: version)
    var request = SaveRequest()
    request.add(try CardSamples.parsed(group))
    request.add(try parsed("Kate", "UID:\(uids[0])"))
    request.add(try parsed("Ada", "UID:\(uids[1])"))
    request.add(try parsed("Eve"))
    let ids = try book.save(request)
    var team = try #require(try book.groups().first)
    #expect((team.name, team.source, team.missing) == ("Team", "local", 1))
    #expect(team.members == [ids[1]])
    #expect(try book.people(limit: 9).map(\.name) == ["Ada", "Eve", "Kate"])
    // Nothing changes for who is a member.
    #expect(try book.requestAdding([ids[1]], to: ids[0]).isEmpty)
    #expect(try book.record(ids[0])?.card.octetsAsRead == Array(group.utf8))
    _ = try book.save(book.requestAdding([ids[2], ids[3]], to: ids[0]))
    team = try #require(try book.groups().first)
    #expect(team.members == [ids[1], ids[2], ids[3]])
    let card = try #require(try book.record(ids[0])).card
    let name = version == "4.0" ? "MEMBER" : "X-ADDRESSBOOKSERVER-MEMBER"
    #expect(card.properties.count { $0.canonicalName == name } == 4)
    _ = try book.save(book.requestRemoving([ids[1]], from: ids[0]))
    #expect(try book.groups().first?.members == [ids[2], ids[3]])
    // A group that goes takes nobody along, and neither does a member.
    _ = try save(book) { $0.delete(ids[2]) }
    #expect(try book.groups().first?.members == [ids[3]])
    _ = try save(book) { $0.delete(ids[0]) }
    #expect(try book.count() == 2)
    for _ in 0..<4 { _ = try book.undo() }
    #expect(try book.record(ids[0])?.card.octetsAsRead == Array(group.utf8))
    #expect(
      #expect(throws: BookError.self) {
        try save(book) { $0.link(.join(.record(ids[0]), .record(ids[1]))) }
      }?.kind == .unsupported)
    try BookLawTests.expectWhole(book)
  }

  @Test("keeps the identifiers of values that are corrected, also when the record comes back")
  func valueIdentifiers() throws {
    let book = try book()
    let id = try save(book) {
      $0.add(try parsed("Kate", "TEL;TYPE=home:1", "TEL;TYPE=work:1"))
    }[0]
    func phones() throws -> [String] {
      let card = try #require(try book.record(id)).card
      return Contact(card, identifiers: try book.valueIdentifiers(of: id)).phoneNumbers
        .map(\.identifier)
    }
    let own = try phones()
    _ = try save(book) {
      $0.update(id, to: try parsed("Kate", "TEL;TYPE=home:1", "TEL;TYPE=work:2"))
    }
    #expect(try phones() == own)
    _ = try save(book) { $0.update(id, to: try parsed("Kate", "TEL;TYPE=work:3")) }
    #expect(try phones() == [own[1]])
    _ = try save(book) { $0.delete(id) }
    #expect(try book.undo() != nil)
    #expect(try phones() == [own[1]])
    for _ in 0..<2 { #expect(try book.undo() != nil) }
    #expect(try phones() == own)
    #expect(try book.valueIdentifiers(of: id).isEmpty)
    for _ in 0..<2 { #expect(try book.redo() != nil) }
    #expect(try phones() == [own[1]])
    _ = try save(book) { $0.delete(id) }
    try book.purge()
    #expect(try book.valueIdentifiers(of: id).isEmpty)
    #expect(try book.valueIdentifiers(of: self.id("junk")).isEmpty)
  }

  @Test("lists in the order of any language, and keeps that of who writes")
  func order() throws {
    _ = try book(locale: "sv").save(BookSamples.request(add: ["Öberg", "Zorn", "Olsson"]))
    func names(_ locale: String?) throws -> [String] {
      try book(.reading, locale: locale).people(limit: 9).map(\.name)
    }
    #expect(try names("sv") == ["Olsson", "Zorn", "Öberg"])
    #expect(try names(nil) == ["Olsson", "Zorn", "Öberg"])
    #expect(try names("de") == ["Öberg", "Olsson", "Zorn"])
    let before = try directory.bytes("book.sqlite")
    #expect(try book(.reading, locale: "de").people(from: 1, limit: 1).map(\.name) == ["Olsson"])
    #expect(try directory.bytes("book.sqlite") == before)
    #expect(try book(.reading, locale: "de").peopleInQuestion(for: [])?.isEmpty == true)
    _ = try book(locale: "de").save(BookSamples.request(add: ["Oz"]))
    #expect(try names(nil) == ["Öberg", "Olsson", "Oz", "Zorn"])
    #expect(try names("sv") == ["Olsson", "Oz", "Zorn", "Öberg"])
    try BookLawTests.expectWhole(book(locale: "root"))
  }

  // MARK: Several writers

  @Test("of two who change a card at once both are heard, and of one value the last one wins")
  func merging() throws {
    let book = try book()
    let base = try parsed(
      "Kate Bell", "N:Bell;Kate;;;", "TEL:1", "TEL:2", "TITLE:Baker", "X-A:1", "NOTE:n")
    let id = try save(book) { $0.add(base) }[0]
    func edited(_ changes: [(String, String?)]) throws -> Card {
      var card = base
      for (old, new) in changes {
        let property = card.properties.first { "\($0.canonicalName):\($0.text)" == old }
        if let property { card.remove(property) }
        if let new, let colon = new.firstIndex(of: ":") {
          card.append(
            ContentLine(String(new[..<colon]), .text(String(new[new.index(after: colon)...]))))
        }
      }
      return card
    }
    let theirs = try edited([("TITLE:Baker", "TITLE:Chef"), ("TEL:1", nil), ("", "TEL:3")])
    let mine = try edited([("TITLE:Baker", "TITLE:Owner"), ("X-A:1", "X-A:2"), ("", "TEL:4")])
    _ = try save(book) { $0.update(id, to: theirs, from: base) }
    _ = try save(book) { $0.update(id, to: mine, from: base) }
    let merged = try #require(try book.record(id)).card
    let lines = Set(merged.properties.map { "\($0.canonicalName):\($0.text)" })
    #expect(
      lines == [
        "FN:Kate Bell", "N:Bell;Kate;;;", "TEL:2", "TEL:3", "TEL:4", "TITLE:Owner", "X-A:2",
        "NOTE:n",
      ])
    let versions = try book.versions(of: id)
    #expect(versions.map(\.action) == [.added, .updated, .updated])
    #expect(versions[1].after?.octetsAsRead == theirs.octetsAsRead)
    #expect(versions[2].before?.octetsAsRead == theirs.octetsAsRead)
    #expect(versions[2].asked?.octetsAsRead == mine.octetsAsRead)
    #expect(versions[2].after?.octetsAsRead == merged.octetsAsRead)
    _ = try book.undo()
    #expect(try book.record(id)?.card.octetsAsRead == theirs.octetsAsRead)
  }

  @Test("a request for a state of the book is refused when there is another")
  func revision() throws {
    let (one, other) = (try book(), try book())
    var request = try BookSamples.request(add: ["Kate"])
    request.revision = try one.revision()
    _ = try other.save(BookSamples.request(add: ["Ada"]))
    #expect(#expect(throws: BookError.self) { try one.save(request) }?.kind == .changed)
    request.revision = try one.revision()
    #expect(try one.save(request) == [id("2")])
  }

  @Test("a request that cannot be carried out whole is not carried out")
  func atomic() throws {
    let book = try book()
    _ = try book.save(BookSamples.request(add: ["Kate"]))
    for request in [
      try BookSamples.request(add: ["Ada"], delete: ["7"]),
      try BookSamples.request(add: ["Ada"], update: ["1": "Eve", "x": "Y"]),
    ] {
      #expect(#expect(throws: BookError.self) { try book.save(request) }?.kind == .noSuchRecord)
    }
    #expect(try BookSamples.names(book) == ["Kate"])
    #expect(try book.journal(limit: 9).count == 1)
    #expect(throws: BookError.self) { try self.book(.reading).save(SaveRequest()) }
  }

  @Test("a session knows whether it has unsaved changes, saves them and forgets them")
  func session() throws {
    let book = try book()
    var session = BookSession(book)
    #expect(!session.hasUnsavedChanges)
    session.add(try parsed("Kate"))
    #expect(session.hasUnsavedChanges)
    let ids = try session.save()
    #expect(!session.hasUnsavedChanges)
    try session.update(ids[0], to: parsed("Cate"))
    #expect(try session.record(ids[0])?.card.first(.fn)?.text == "Cate")
    #expect(try book.record(ids[0])?.card.first(.fn)?.text == "Kate")
    session.revert()
    #expect(!session.hasUnsavedChanges)
    #expect(try session.record(ids[0])?.card.first(.fn)?.text == "Kate")
    try session.update(ids[0], to: parsed("Cate"))
    session.delete(ids[0])
    #expect(try session.record(ids[0]) == nil)
    // Somebody else was faster.
    _ = try self.book().save(BookSamples.request(delete: [ids[0].rawValue]))
    #expect(throws: BookError.self) { try session.save() }
    #expect(session.hasUnsavedChanges)
  }

  @Test("a reader neither waits for a long write nor sees half of it")
  func reader() async throws {
    _ = try book().save(BookSamples.request(add: ["Kate"]))
    let path = directory.path("book.sqlite")
    let asked = Mutex(false)
    // The writer stands in its transaction until the reader has read, or for good.
    let isRead = DispatchSemaphore(value: 0)
    let writer = BackgroundResult { () -> Bool in
      var options = BookOptions()
      options.now = {
        asked.withLock { $0 = true }
        return isRead.wait(timeout: .now() + 900) == .success ? 1 : 0
      }
      guard let book = try? DatabaseBook(path, for: .writing, options: options),
        let request = try? BookSamples.request(add: ["Ada", "Eve"], delete: ["1"])
      else { return false }
      return (try? book.save(request)) != nil && (try? book.journal(limit: 1))?.first?.time == 1
    }
    while !asked.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(2)) }
    let book = try book(.reading)
    #expect(try BookSamples.names(book) == ["Kate"])
    isRead.signal()
    #expect(await writer.value == true)
    #expect(try BookSamples.names(book) == ["Ada", "Eve"])
  }

  @Test("two who write at once both land")
  func writers() async throws {
    let path = directory.path("book.sqlite")
    let writers = (0..<3).map { number in
      BackgroundResult { () -> Int in
        guard let book = try? DatabaseBook(path, for: .writing) else { return -1 }
        var saved = 0
        for round in 0..<10 {
          guard let request = try? BookSamples.request(add: ["\(number).\(round)"]) else {
            continue
          }
          saved += (try? book.save(request))?.count ?? 0
        }
        return saved
      }
    }
    for writer in writers { #expect(await writer.value == 10) }
    let book = try book(.reading)
    #expect(try Set(BookSamples.names(book)).count == 30)
    #expect(try book.check { _ in Issue.record("nothing is wrong") } == 30)
  }

  @Test("tells others what has changed since a number, as it happens", .timeLimit(.minutes(20)))
  func changes() async throws {
    let path = directory.path("book.sqlite")
    let writer = try book()
    let ids = try writer.save(BookSamples.request(add: ["Kate", "Ada"]))
    let start = try writer.newestChange()
    let stream = try book(.reading).changes(after: start)
    let listener = Task {
      var heard: [String] = []
      for try await change in stream {
        heard.append("\(change.action.rawValue) \(change.record)")
        if heard.count == 4 { break }
      }
      return heard
    }
    var request = try BookSamples.request(add: ["Eve"], update: [ids[0].rawValue: "Cate"])
    request.link(.join(.record(ids[0]), .added(0)))
    _ = try writer.save(request)
    _ = try DatabaseBook(path, for: .writing).save(
      BookSamples.request(delete: [ids[1].rawValue]))
    #expect(try await listener.value == ["update 1", "add 3", "person 3", "delete 2"])
    let all = try book(.reading).changes(after: 0)
    var first = all.makeAsyncIterator()
    let change = try await first.next()
    #expect(change?.sequence == 1)
    let waiting = Task { () -> Bool in
      var iterator = stream.makeAsyncIterator()
      while try await iterator.next() != nil {}
      return true
    }
    waiting.cancel()
    #expect(try await waiting.value)
  }

  // MARK: Upkeep

  @Test("a copy is whole and is a book, also while others write")
  func backup() throws {
    let book = try book()
    _ = try book.save(BookSamples.request(add: ["Kate", "Ada"]))
    try book.backUp(to: directory.path("copy.sqlite"))
    _ = try book.save(BookSamples.request(add: ["Eve"]))
    let copy = try DatabaseBook(directory.path("copy.sqlite"))
    #expect(try BookSamples.names(copy) == ["Kate", "Ada"])
    #expect(try Stat(directory.path("copy.sqlite")).permissions == [.ownerRead, .ownerWrite])
    let error = #expect(throws: BookError.self) {
      try book.backUp(to: directory.path("copy.sqlite"))
    }
    #expect(error?.kind == .inTheWay)
    #expect(try directory.names().allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("wrong rows beside the cards are found and mended")
  func repair() throws {
    _ = try book().save(
      BookSamples.request(add: ["Kate Bell", "Ada Lovelace", "Eve"]))
    for damage in [
      "DELETE FROM match_key WHERE record = 1;", "INSERT INTO match_key VALUES (5, 77);",
      "DELETE FROM word_key WHERE record = 2;", "INSERT INTO word_key VALUES (5, 1);",
      "INSERT INTO member VALUES ('x', 1);", "UPDATE record SET name = 'Zoe' WHERE id = 1;",
      "UPDATE record SET sort_key = x'00' WHERE id = 2;",
      "UPDATE record SET uid = 'u' WHERE id = 3;",
      "UPDATE entry_block SET rows = CAST(replace(rows, 'Kate', 'Kath') AS BLOB);",
      "UPDATE entry_block SET rows = x'0000';", "UPDATE entry_block SET entries = x'0000';",
      "UPDATE entry_block SET rows = CAST(rows || x'00' AS BLOB);",
      "UPDATE entry_block SET entries = CAST(entries || x'00' AS BLOB);",
      "UPDATE entry_block SET rows = CAST(rows || x'3F000000' AS BLOB);",
      """
      UPDATE entry_block SET rows = CAST(rows || x'3F000000' AS BLOB),
        entries = CAST(entries || x'00' AS BLOB);
      """,
      "DELETE FROM entry_block;", "INSERT INTO entry_block VALUES (7, x'00000000', x'00');",
    ] {
      try Self.sql(damage, directory.path("book.sqlite"))
      let book = try book()
      var faults: [BookFault] = []
      _ = try book.check { faults.append($0) }
      #expect(!faults.isEmpty && faults.allSatisfy { $0.kind == .index }, "\(damage)")
      try book.repair()
      try BookLawTests.expectWhole(book)
    }
  }

  @Test("facts of other rules are made again by who writes, and read without meanwhile")
  func stale() throws {
    _ = try book().save(BookSamples.request(add: ["Kate Bell", "Ada"]))
    try Self.sql(
      """
      UPDATE setting SET value = 'older'; DELETE FROM match_key; DELETE FROM word_key;
      UPDATE record SET name = 'x', sort_key = x'00';
      """, directory.path("book.sqlite"))
    let reader = try book(.reading)
    let kate = try CardSamples.parsed(CardSamples.card("Kate Bell"))
    #expect(try reader.peopleInQuestion(for: [kate]) == nil)
    #expect(try reader.people(matching: "kat").map(\.id.rawValue) == ["1"])
    #expect(try reader.people(limit: 9).map(\.name) == ["Ada", "Kate Bell"])
    let writer = try book()
    _ = try writer.save(BookSamples.request(add: ["Eve"]))
    try BookLawTests.expectWhole(writer)
    #expect(try reader.peopleInQuestion(for: [kate])?.count == 1)
  }

  @Test(
    "a book without entries, or with others, is read by its cards, and who writes makes them",
    arguments: [
      (5, "DROP TABLE entry_block;"),
      (
        7,
        """
        DROP TABLE entry_block;
        CREATE TABLE entry_block (number INTEGER PRIMARY KEY, octets BLOB NOT NULL) STRICT;
        INSERT INTO entry_block VALUES (0, x'00000100');
        """
      ),
    ])
  func olderEntries(version: Int, script: String) throws {
    var request = try BookSamples.request(add: ["Kate Bell", "Ada", "Kathy Bell"])
    request.link(.match(.added(0), .added(2)))
    _ = try book().save(request)
    let path = directory.path("book.sqlite")
    try Self.sql(
      """
      \(script) UPDATE setting SET value = 'older' WHERE name = 'facts';
      PRAGMA user_version = \(version);
      """, path)
    #expect(try book(.reading).people(matching: "kat").map(\.id.rawValue) == ["1"])
    let writer = try book()
    #expect(try SQLScript.numbers("SELECT count(*) FROM entry_block", path) == [0])
    _ = try writer.save(BookSamples.request(add: ["Eve"]))
    #expect(try SQLScript.numbers("SELECT count(*) FROM entry_block", path) == [1])
    #expect(try writer.people(matching: "kath").map(\.id.rawValue) == ["1"])
    try BookLawTests.expectWhole(writer)
    #expect(try writer.undo() != nil && writer.undo() != nil)
    #expect(try writer.count() == 0)
  }

  @Test("a damaged file is told of and stays as it is", arguments: 0..<40)
  func damage(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let path = directory.path("book.sqlite")
    do {
      let book = try book()
      var request = SaveRequest()
      for number in 0..<300 {
        request.add(try parsed("Person \(number)", "EMAIL:p\(number)@x.example"))
      }
      _ = try book.save(request)
    }
    var bytes = try directory.bytes("book.sqlite")
    if seed % 4 == 0 {
      bytes.removeLast(Int.random(in: 1..<bytes.count - 100, using: &random))
    } else {
      for _ in 0..<200 {
        bytes[Int.random(in: 100..<bytes.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
      }
    }
    try directory.write(bytes, to: "book.sqlite")
    var faults = 0
    do {
      let book = try DatabaseBook(path)
      _ = try book.check { _ in faults += 1 }
    } catch let error as BookError {
      #expect([.damaged, .notABook, .inputOutput].contains(error.kind), "\(error)")
      faults += 1
    }
    #expect(faults > 0)
    #expect(try directory.bytes("book.sqlite") == bytes)
  }

  @Test("opens books of every older version", arguments: 1...1)
  func versions(version: Int) throws {
    let text = String(decoding: try Fixtures.bytes("books/version\(version).sql"), as: UTF8.self)
    try Self.sql(text, directory.path("book.sqlite"))
    let book = try book()
    #expect(try BookSamples.names(book) == ["Kate Bell", "Kate Bell", "Ada Lovelace", "Team"])
    #expect(try book.sources().map(\.name) == ["local", "phone"])
    #expect(try book.person(of: id("2"))?.id == id("1"))
    #expect(try book.groups().first?.members == [id("4")])
    #expect(try book.journal(limit: 9).map(\.kind) == ["save", "import"])
    try BookLawTests.expectWhole(book)
    #expect(try book.save(BookSamples.request(add: ["Eve"])) == [id("6")])
    for _ in 0..<3 { #expect(try book.undo() != nil) }
    #expect(try book.count() == 0)
  }
}
