import ContactMatching
import ContactModel
import ContactStore
import Files
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("DatabaseBook: faults and their repair, copies, texts that SQLite would cut")
struct DatabaseUpkeepTests {
  let directory: TemporaryDirectory
  let path: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("book.sqlite")
  }

  private func book(_ access: BookAccess = .writing) throws -> DatabaseBook {
    try DatabaseBook(path, for: access)
  }

  private func id(_ text: String) -> RecordID { RecordID(rawValue: text) }

  private func script(_ text: String) throws { try SQLScript.run(text, on: path) }

  private func faults() throws -> [BookFault] {
    var faults: [BookFault] = []
    _ = try book(.reading).check { faults.append($0) }
    return faults
  }

  @Test("tells how many records were saved, checked and read")
  func advance() throws {
    var options = BookOptions()
    var worked = 0
    options.advance = { worked += $0 }
    let book = try DatabaseBook(path, for: .writing, options: options)
    _ = try book.save(BookSamples.request(add: ["A", "B", "C"]))
    #expect(worked == 3)
    #expect(try book.check { _ in } == 3)
    #expect(worked == 6)
    var collected = 0
    try book.readCards(inQuestionFor: BookQuery(), Counting()) { piece in
      collected += piece.result
    }
    #expect(worked == 9 && collected == 3)
    var importer = Importer(policy: .careful, now: 0)
    importer.advance = { worked += $0 }
    let zoe = try card("BEGIN:VCARD\nVERSION:3.0\nN:Zoe;;;;\nFN:Zoe\nEND:VCARD\n")
    _ = try importer.plan([zoe], for: book)
    #expect(worked >= 10)
  }

  private struct Counting: CardWorker {
    private var count = 0

    mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) { count += 1 }

    mutating func finish(_ piece: inout Int?) { piece = count }
  }

  // MARK: References

  @Test("records whose person is gone or is not the lowest are told of, and mended for good")
  func persons() throws {
    _ = try book().save(BookSamples.request(add: ["A", "B", "C", "D", "E", "F"]))
    // 1 leads to a higher one; 3 and 4 to one that never was, by way of each other; 6 to one whose
    // person is another.
    try script(
      """
      UPDATE record SET person = 2 WHERE id = 1; UPDATE record SET person = 99 WHERE id IN (3, 4);
      UPDATE record SET person = 1 WHERE id = 6;
      """)
    let found = try faults()
    #expect(found.allSatisfy { $0.kind == .reference })
    #expect(found.map(\.record) == ["1", "3", "4", "6"].map(id))
    let newest = try book(.reading).newestChange()
    try book().repair()
    #expect(try faults() == [])
    let book = try book()
    var people: [[String]] = []
    try book.forEachPerson { people.append($0.records.map(\.id.rawValue)) }
    #expect(people == [["1", "2", "6"], ["3", "4"], ["5"]])
    #expect(try book.newestChange() > newest)
    // Taking back takes back what somebody did.
    #expect(try book.undo()?.added == 6)
    #expect(try book.count() == 0)
  }

  @Test("records whose source is gone belong to the local one")
  func sources() throws {
    var request = SaveRequest()
    request.add(try CardSamples.parsed(CardSamples.card("Kate")), source: "phone")
    request.add(try CardSamples.parsed(CardSamples.card("Ada")))
    _ = try book().save(request)
    try script("PRAGMA foreign_keys = OFF; DELETE FROM source WHERE name = 'phone';")
    let found = try faults()
    #expect(found.map(\.kind) == [.reference])
    #expect(found.map(\.record) == [id("1")])
    try book().repair()
    #expect(try faults() == [])
    #expect(try book(.reading).sourceName(of: id("1")) == "local")
  }

  @Test("a card that is gone is damage, which nobody mends")
  func cards() throws {
    _ = try book().save(BookSamples.request(add: ["Kate", "Ada"]))
    try script("PRAGMA foreign_keys = OFF; DELETE FROM card WHERE id = 1;")
    #expect(try faults().contains { $0.kind == .damage && $0.record == id("1") })
    try book().repair()
    #expect(try faults().contains { $0.kind == .damage && $0.record == id("1") })
    #expect(try book(.reading).count() == 2)
  }

  @Test("a row that an index of SQLite's lacks is a fault of the index, and comes back")
  func missingFromIndex() throws {
    _ = try book().save(BookSamples.request(add: ["Kate", "Ada", "Eve"]))
    // An index that the schema does not tell of is not kept.
    try script(
      """
      CREATE TABLE kept AS SELECT * FROM sqlite_master WHERE name = 'record_by_uid';
      PRAGMA writable_schema = ON;
      DELETE FROM sqlite_master WHERE name = 'record_by_uid';
      """)
    try script("UPDATE record SET uid = 'u' WHERE id IN (1, 3);")
    try script(
      """
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_master SELECT * FROM kept; DROP TABLE kept;
      """)
    let found = try faults()
    #expect(found.allSatisfy { $0.kind == .index })
    #expect(
      found.contains { $0.text.hasPrefix("record_by_uid is not of its table: row 1 missing") })
    try book().repair()
    #expect(try faults() == [])
  }

  @Test("a card that has come to be unreadable can be replaced, and is found by what it is now")
  func unreadable() throws {
    let old = try book().save(BookSamples.request(add: ["Kate Bell", "Ada"]))
    try script("UPDATE card SET octets = x'00' WHERE id = 1;")
    #expect(try faults().contains { $0.kind == .unreadableCard && $0.record == old[0] })
    let book = try book()
    _ = try book.save(BookSamples.request(update: [old[0].rawValue: "Zoe Nuñez"]))
    #expect(try faults() == [])
    #expect(try book.people(matching: "zoe").map(\.id) == [old[0]])
    #expect(try book.people(matching: "kate").isEmpty)
    try BookLawTests.expectWhole(book)
  }

  @Test("who is linked with nobody hides no others, and comes last")
  func strays() throws {
    _ = try book().save(BookSamples.request(add: ["A", "B", "C", "D", "E", "F", "G", "H"]))
    // 4 leads to a record that is one of another person, 3, 7 and 8 to none.
    try script(
      """
      UPDATE record SET person = 1 WHERE id = 2; UPDATE record SET person = 2 WHERE id = 4;
      UPDATE record SET person = 5 WHERE id = 6; UPDATE record SET person = 0 WHERE id = 3;
      UPDATE record SET person = 99 WHERE id IN (7, 8);
      """)
    var people: [[String]] = []
    var ids: [String] = []
    try book(.reading).forEachPerson { person in
      people.append(person.records.map(\.id.rawValue))
      ids.append(person.id.rawValue)
    }
    #expect(people == [["1", "2"], ["5", "6"], ["3"], ["4"], ["7", "8"]])
    #expect(ids == ["1", "5", "3", "4", "7"])
  }

  @Test("a card that does not read can be taken back to, and is found by nothing")
  func undoneToUnreadable() throws {
    for isDeleted in [false, true] {
      let path = directory.path("\(isDeleted).sqlite")
      let book = try DatabaseBook(path, for: .writing)
      let ids = try book.save(BookSamples.request(add: ["Kate Bell", "Ada"]))
      _ = try book.save(
        isDeleted
          ? BookSamples.request(delete: ["1"]) : BookSamples.request(update: ["1": "Zoe"]))
      try SQLScript.run("UPDATE card SET octets = x'00' WHERE id = 1", on: path)
      #expect(try book.undo() != nil)
      #expect(try book.count() == 2)
      var faults: [BookFault] = []
      _ = try book.check { faults.append($0) }
      #expect(faults.map(\.kind) == [.unreadableCard])
      #expect(faults.map(\.record) == [ids[0]])
      #expect(try book.people(limit: 9).map(\.name) == ["", "Ada"])
      #expect(try book.people(matching: "kate").isEmpty)
      #expect(try book.people(matching: "zoe").isEmpty)
      #expect(try book.undo()?.added == 2)
      #expect(try book.count() == 0)
    }
  }

  // MARK: Hostile values

  /// Puts values into the tables that their types forbid, as a damaged file may have them.
  private func force(_ statement: String) throws {
    try script(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, ') STRICT', ')') WHERE type = 'table';
      """)
    try script("PRAGMA foreign_keys = OFF; \(statement);")
    try script(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = sql || ' STRICT'
      WHERE type = 'table' AND sql LIKE '%)' AND name NOT LIKE 'sqlite%';
      """)
  }

  @Test(
    "a value of another type than that of its column is damage, which is told of",
    arguments: [
      "UPDATE card SET octets = 17 WHERE id = 1", "UPDATE card SET charset = x'ff' WHERE id = 1",
      "UPDATE record SET name = x'ff' WHERE id = 1", "UPDATE record SET name = x'ff' WHERE id = 3",
      "UPDATE record SET person = 'x' WHERE id = 2", "UPDATE record SET sort_key = 5 WHERE id = 1",
      "UPDATE record SET is_group = 'zz' WHERE id = 1",
      "UPDATE record SET uid = x'ff' WHERE id = 1",
      "UPDATE record SET source = 'x' WHERE id = 1", "UPDATE record SET card = 'x' WHERE id = 1",
      "UPDATE source SET name = x'fe'", "UPDATE change SET action = x'ff'",
      "UPDATE change SET record = 'x'", "UPDATE change SET person = 'x'",
      "UPDATE change SET before = 'x'", "UPDATE request SET kind = x'ff'",
      "UPDATE request SET first_change = 'x'", "UPDATE request SET added = 'x'",
    ])
  func wrongTypes(statement: String) throws {
    let card = try CardSamples.parsed(CardSamples.card("Kate"))
    do {
      let book = try book()
      _ = try book.save(BookSamples.request(add: ["Kate", "Ada"]))
      var request = SaveRequest()
      request.add(
        try CardSamples.parsed(
          CardSamples.card("Team", "KIND:group", "MEMBER:urn:uuid:u", "UID:g", version: "4.0")))
      _ = try book.save(request)
      _ = try book.save(BookSamples.request(update: ["1": "Kate Bell"]))
    }
    try force(statement)
    #expect(try faults().contains { $0.kind == .damage })
    let book = try book()
    var options = BookOptions()
    options.locale = "de"
    let german = try DatabaseBook(path, for: .reading, options: options)
    func attempt(_ body: () throws -> Void) {
      do {
        try body()
      } catch {
        #expect((error as? BookError)?.kind == .damaged, "\(error)")
      }
    }
    attempt { try book.forEachRecord { _ in } }
    attempt { try book.forEachPerson { _ in } }
    for id in ["1", "2", "3"] {
      attempt { _ = try book.person(of: self.id(id)) }
      attempt { _ = try book.versions(of: self.id(id)) }
    }
    attempt { _ = try book.people(limit: 9) }
    attempt { _ = try german.people(limit: 9) }
    attempt { _ = try book.people(matching: "kate") }
    attempt { _ = try book.peopleInQuestion(for: [card]) }
    attempt { _ = try book.groups() }
    attempt { _ = try book.sources() }
    attempt { _ = try book.details() }
    attempt { _ = try book.journal(limit: 9) }
    attempt { _ = try book.save(BookSamples.request(update: ["1": "Kate Lovelace"])) }
    attempt { try book.repair() }
    attempt { for _ in 0..<4 { _ = try book.undo() } }
  }

  @Test(
    "numbers that a damaged book has used up, or has below zero, are damage",
    arguments: ["record", "change"], [Int64.max, .max - 1, -5, .min])
  func numbers(table: String, last: Int64) throws {
    _ = try book().save(BookSamples.request(add: ["Kate"]))
    try script("UPDATE sqlite_sequence SET seq = \(last) WHERE name = '\(table)'")
    let error = #expect(throws: BookError.self) {
      try book().save(BookSamples.request(add: ["Ada", "Eve"]))
    }
    #expect(error?.kind == .damaged)
    #expect(try BookSamples.names(book(.reading)) == ["Kate"])
  }

  @Test("a request is taken back by the changes that are there, whatever it says of their numbers")
  func extremes() throws {
    let names = (0..<2100).map { "Kate \($0)" }
    for (place, (first, last)) in [
      (Int64.min, Int64.max), (1, 9_000_000_000_000), (.min, 2100),
    ].enumerated() {
      let path = directory.path("\(place).sqlite")
      let book = try DatabaseBook(path, for: .writing)
      _ = try book.save(BookSamples.request(add: names))
      try SQLScript.run(
        "UPDATE request SET first_change = \(first), last_change = \(last)", on: path)
      #expect(try book.undo()?.added == names.count)
      #expect(try book.count() == 0)
    }
  }

  @Test("people whose cards are too long to be held are not looked up")
  func longCards() throws {
    let book = try book()
    let note = String(repeating: "x", count: 1000)
    let card = try CardSamples.parsed(
      CardSamples.card("Kate Bell", "N:Bell;Kate;;;", "NOTE:\(note)"))
    var request = SaveRequest()
    for _ in 0..<3 { request.add(card) }
    _ = try book.save(request)
    let octets = 3 * card.octetsAsRead.count
    #expect(try book.peopleInQuestion(for: [card], octets: octets)?.count == 3)
    #expect(try book.peopleInQuestion(for: [card], octets: octets - 1) == nil)
  }

  // MARK: Copies

  @Test(
    "what another database left beside the name of a copy is in the way",
    arguments: ["-wal", "-shm", "-journal"])
  func leftovers(suffix: String) throws {
    _ = try book().save(BookSamples.request(add: ["Kate", "Ada"]))
    let book = try book()
    let copy = directory.path("copy.sqlite")
    try directory.write("of another", to: "copy.sqlite\(suffix)")
    let error = #expect(throws: BookError.self) { try book.backUp(to: copy) }
    #expect(error?.kind == .inTheWay)
    #expect(error?.reason.contains("copy.sqlite\(suffix)") == true)
    #expect(try directory.text("copy.sqlite\(suffix)") == "of another")
    #expect(try !directory.names().contains("copy.sqlite"))
    try book.backUp(to: copy, replacing: true)
    #expect(try !directory.names().contains("copy.sqlite\(suffix)"))
    #expect(try BookSamples.names(DatabaseBook(copy)) == ["Kate", "Ada"])
  }

  @Test("a copy over a book that was not closed well does not take its log for its own")
  func overLog() throws {
    let other = directory.path("copy.sqlite")
    let open = try DatabaseBook(other, for: .writing)
    _ = try open.save(BookSamples.request(add: ["X", "Y", "Z"]))
    // As a kill leaves it.
    try directory.makeFolder("left")
    for name in ["copy.sqlite", "copy.sqlite-wal"] {
      try directory.write(directory.bytes(name), to: "left/\(name)")
    }
    try #require(!directory.bytes("left/copy.sqlite-wal").isEmpty)
    _ = try book().save(BookSamples.request(add: ["Kate", "Ada"]))
    try book(.reading).backUp(to: directory.path("left/copy.sqlite"), replacing: true)
    let copy = try DatabaseBook(directory.path("left/copy.sqlite"))
    #expect(try BookSamples.names(copy) == ["Kate", "Ada"])
    #expect(try copy.check { Issue.record("\($0)") } == 2)
  }

  @Test("a copy follows a link, and leaves nothing else behind")
  func linked() throws {
    _ = try book().save(BookSamples.request(add: ["Kate"]))
    try directory.makeFolder("far")
    try directory.makeLink("link.sqlite", to: "far/copy.sqlite")
    try book(.reading).backUp(to: directory.path("link.sqlite"))
    #expect(try directory.names(in: "far") == ["copy.sqlite"])
    try book(.reading).backUp(to: directory.path("link.sqlite"), replacing: true)
    #expect(try directory.names(in: "far") == ["copy.sqlite"])
    #expect(try BookSamples.names(DatabaseBook(directory.path("link.sqlite"))) == ["Kate"])
    let error = #expect(throws: BookError.self) {
      try book(.reading).backUp(to: directory.path("far"), replacing: true)
    }
    #expect(error?.kind == .cannotCreate)
  }

  @Test("a new name is given only where nothing has it, rename(2)")
  func renames() throws {
    try directory.write("new", to: "new")
    try directory.write("old", to: "old")
    #expect(throws: Errno.fileExists) {
      try SystemCalls.move(directory.path("new"), toNew: directory.path("old"))
    }
    #expect(try directory.text("old") == "old")
    try SystemCalls.move(directory.path("new"), toNew: directory.path("other"))
    #expect(try directory.names() == ["old", "other"])
    #expect(try directory.text("other") == "new")
  }

  // MARK: Texts

  @Test("U+0000 in names and UIDs keeps what follows it, and check is content")
  func zeros() throws {
    func card(_ name: String, _ lines: String...) throws -> Card {
      try CardSamples.parsed(
        (["BEGIN:VCARD", "VERSION:4.0", "FN:\(name)"] + lines + ["END:VCARD", ""])
          .joined(separator: "\r\n"))
    }
    let book = try book()
    var request = SaveRequest()
    request.add(try card("Kate\0Bell", "UID:a\0b"))
    request.add(try card("Ada", "UID:a\0c"))
    request.add(try card("Eve", "UID:a"))
    request.add(try card("Te\0am", "KIND:group", "MEMBER:a\0c", "UID:g\0"))
    let ids = try book.save(request)
    #expect(try book.people(limit: 9).map(\.name).contains("Kate\u{FFFD}Bell"))
    #expect(try book.groups().map(\.name) == ["Te\u{FFFD}am"])
    #expect(try book.groups().first?.members == [ids[1]])
    #expect(try faults() == [])
    #expect(try book.record(ids[0])?.card.octetsAsRead.contains(0) == true)
    #expect(try book.undo()?.added == 4)
  }

  @Test("UIDs of members in another form of Unicode, or that sort otherwise, are kept as they are")
  func forms() throws {
    func group(_ members: String...) throws -> Card {
      try CardSamples.parsed(
        (["BEGIN:VCARD", "VERSION:4.0", "KIND:group", "FN:Team"] + members.map { "MEMBER:\($0)" }
          + ["END:VCARD", ""]).joined(separator: "\r\n"))
    }
    let book = try book()
    var request = SaveRequest()
    // To Swift the first one comes after the second one.
    request.add(try group("e\u{301}", "f"))
    request.add(try group("\u{E9}"))
    let ids = try book.save(request)
    #expect(try faults() == [])
    var change = SaveRequest()
    change.update(ids[1], to: try group("e\u{301}"))
    _ = try book.save(change)
    #expect(try faults() == [])
    #expect(
      try SQLScript.numbers(
        "SELECT length(CAST(uid AS BLOB)) FROM member WHERE record = 2", path) == [3])
  }

  @Test("a source has a name that can be kept", arguments: ["", " ", "\t\u{A0}", "a\0b"])
  func sourceNames(name: String) throws {
    let book = try book()
    _ = try book.save(BookSamples.request(add: ["Kate"]))
    var request = SaveRequest()
    request.add(try CardSamples.parsed(CardSamples.card("Ada")), source: "a")
    _ = try book.save(request)
    var bad = SaveRequest()
    bad.add(try CardSamples.parsed(CardSamples.card("Eve")), source: name)
    let error = #expect(throws: BookError.self) { try book.save(bad) }
    #expect(error?.kind == .unsupported)
    #expect(try book.removeSource(named: name) == nil)
    #expect(try book.records(ofSource: name) == nil)
    #expect(try book.sources().map(\.name) == ["local", "a"])
    #expect(try book.count() == 2)
  }
}
