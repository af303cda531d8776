import ContactStore
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("DatabaseBook: opening, locks of the process, versions")
struct DatabaseOpeningTests {
  let directory: TemporaryDirectory
  let path: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("book.sqlite")
  }

  private func make() throws {
    _ = try DatabaseBook(path, for: .writing).save(BookSamples.request(add: ["Kate", "Ada"]))
  }

  // MARK: Damage

  @Test(
    "a database whose start is damaged is none, and is not taken for cards", arguments: [0, 3, 15])
  func damagedStart(offset: Int) throws {
    try make()
    var octets = try directory.bytes("book.sqlite")
    octets[offset] = 0
    if octets == (try directory.bytes("book.sqlite")) { octets[offset] = 1 }
    try directory.write(octets, to: "book.sqlite")
    for access in [BookAccess.reading, .writing] {
      let error = #expect(throws: BookError.self) { try openBook(path, for: access) }
      #expect(error?.kind == .notABook)
    }
    #expect(try directory.bytes("book.sqlite") == octets)
  }

  @Test("a file that comes where a database was removed is read for what it is")
  func removed() throws {
    let card = CardSamples.card("Kate")
    for round in 0..<50 {
      try make()
      _ = try openBook(path).record(RecordID(rawValue: "1"))
      #expect(try directory.names() == ["book.sqlite"])
      try FileManager.default.removeItem(atPath: path.string)
      // The system likes to give it the inode that has just become free.
      try directory.write(card, to: "book.vcf")
      #expect(try openBook(directory.path("book.vcf")).kind == .file, "round \(round)")
      try FileManager.default.removeItem(atPath: directory.argument("book.vcf"))
    }
  }

  // MARK: Halves

  @Test("what a killed writer left half written is taken back, for readers and writers")
  func hotJournal() throws {
    try make()
    // As SQLite writes before a book has its log: pages go into the file, their old content beside it.
    let queue = try DatabaseQueue(path: path.string)
    try queue.inDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1")
      try db.execute(sql: "BEGIN")
      try db.execute(
        sql: "UPDATE card SET octets = zeroblob(100000); UPDATE record SET name = 'Nobody'")
      for suffix in ["", "-journal"] {
        for name in ["read", "write"] {
          let half = try directory.bytes("book.sqlite\(suffix)")
          try directory.write(half, to: "\(name).sqlite\(suffix)")
        }
      }
      try db.execute(sql: "ROLLBACK")
    }
    let whole = try directory.bytes("book.sqlite")
    try #require(try directory.bytes("read.sqlite") != whole)
    #expect(try BookSamples.names(DatabaseBook(directory.path("read.sqlite"))) == ["Kate", "Ada"])
    #expect(try directory.bytes("read.sqlite") == whole)
    let book = try DatabaseBook(directory.path("write.sqlite"), for: .writing)
    #expect(try BookSamples.names(book) == ["Kate", "Ada"])
  }

  // MARK: Locks

  /// The POSIX locks that this process has on a file, as Linux lists them (proc_locks(5)).
  private static func locks(on path: FilePath) throws -> [String] {
    let inode = try Stat(path).inode.rawValue
    let process = ProcessInfo.processInfo.processIdentifier
    let table = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    return table.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").dropFirst().map(String.init)
      guard fields.first == "POSIX", fields.contains("\(process)"),
        fields.contains(where: { $0.hasSuffix(":\(inode)") })
      else { return nil }
      return fields.joined(separator: " ")
    }.sorted()
  }

  @Test(
    "whoever looks at a book beside it leaves its locks alone, fcntl(2)",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/locks")))
  func locks() throws {
    try make()
    try directory.makeLink("link.sqlite", to: "book.sqlite")
    try FileManager.default.linkItem(atPath: path.string, toPath: directory.argument("hard.sqlite"))
    let book = try DatabaseBook(path, for: .writing)
    #expect(try book.count() == 2)
    let before = try Self.locks(on: path)
    // Whoever uses a database with a log has locked it in common with others.
    try #require(!before.isEmpty)
    for name in ["book.sqlite", "link.sqlite", "hard.sqlite"] {
      #expect(try BookKind.isDatabase(directory.path(name)))
      #expect(try Self.locks(on: path) == before, "isDatabase \(name)")
    }
    for access in [BookAccess.reading, .writing] {
      #expect(try openBook(directory.path("link.sqlite"), for: access).count() == 2)
      #expect(try Self.locks(on: path) == before, "openBook")
    }
    #expect(throws: BookError.self) { try book.backUp(to: path, replacing: true) }
    #expect(throws: BookError.self) { try book.backUp(to: directory.path("hard.sqlite")) }
    try book.backUp(to: directory.path("copy.sqlite"))
    #expect(try Self.locks(on: path) == before, "backUp")
  }

  @Test("a file is looked into again when nobody has it open any more")
  func released() throws {
    try make()
    do {
      let changes = try DatabaseBook(path).changes(after: 0)
      #expect(try BookKind.isDatabase(path))
      withExtendedLifetime(changes) {}
    }
    // The same file with other content.
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path.string))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data("BEGIN:VCARD".utf8))
    try handle.close()
    // GRDB may let go of a connection on a thread of its own, a moment later.
    for _ in 0..<200 where try BookKind.isDatabase(path) { Thread.sleep(forTimeInterval: 0.05) }
    #expect(try !BookKind.isDatabase(path))
  }

  @Test("what is no file is no database, and nobody waits for it")
  func pipe() throws {
    try TestSystem.makeFIFO(directory.path("pipe.sqlite"))
    try directory.makeFolder("folder.sqlite")
    #expect(try !BookKind.isDatabase(directory.path("pipe.sqlite")))
    #expect(try !BookKind.isDatabase(directory.path("folder.sqlite")))
    #expect(throws: BookError.self) { try BookKind.isDatabase(directory.path("none")) }
  }

  // MARK: Paths

  @Test(
    "a path is a path, whatever SQLite makes of such a name",
    arguments: [
      "file:x.sqlite", ":memory:", "a?mode=memory.sqlite", "a#b%41.sqlite", "Bücher 本.sqlite",
      "-x.sqlite",
    ])
  func paths(name: String) throws {
    let path = directory.path(name)
    _ = try DatabaseBook(path, for: .writing).save(BookSamples.request(add: ["Kate"]))
    #expect(try directory.names() == [name])
    #expect(try BookSamples.names(DatabaseBook(path)) == ["Kate"])
  }

  @Test("a path that is not UTF-8 is refused with a clear word, and nothing is made")
  func notUTF8() throws {
    let name = TestSystem.name(Array("a".utf8) + [0xFF] + Array(".sqlite".utf8))
    let path = directory.path.appending(name)
    for (access, kind) in [
      (BookAccess.writing, BookError.Kind.cannotCreate), (.reading, .cannotRead),
    ] {
      let error = #expect(throws: BookError.self) { try DatabaseBook(path, for: access) }
      #expect(error?.kind == kind)
      #expect(error?.reason.contains("not UTF-8") == true)
    }
    #expect(try directory.names().isEmpty)
  }

  @Test("a link leads to the book, also one that is to be made")
  func links() throws {
    try directory.makeFolder("real")
    try directory.makeLink("link.sqlite", to: "real/book.sqlite")
    let link = directory.path("link.sqlite")
    let book = try DatabaseBook(link, for: .writing)
    _ = try book.save(BookSamples.request(add: ["Kate"]))
    #expect(try directory.names() == ["link.sqlite", "real"])
    let names = try directory.names(in: "real")
    #expect(names == ["book.sqlite", "book.sqlite-shm", "book.sqlite-wal"])
    #expect(try BookSamples.names(DatabaseBook(link)) == ["Kate"])
  }

  @Test(
    "a medium that nobody can write to is read, by a link and under any name",
    .enabled(if: ReadOnlyMount.isPossible))
  func readOnly() throws {
    let name = "a?b #%41é.sqlite"
    _ = try DatabaseBook(directory.path(name), for: .writing).save(
      BookSamples.request(add: ["Kate"]))
    let other = try TemporaryDirectory()
    try ReadOnlyMount.with(directory.path) { medium in
      try other.makeLink("link.sqlite", to: medium.appending(name).string)
      for path in [medium.appending(name), other.path("link.sqlite")] {
        #expect(try BookSamples.names(openBook(path)) == ["Kate"])
      }
      #expect(try other.names() == ["link.sqlite"])
    }
  }

  @Test("a place that cannot be: cannot be made by who writes, cannot be read by who reads")
  func noPlace() throws {
    try directory.write("", to: "file")
    for (access, kind) in [
      (BookAccess.writing, BookError.Kind.cannotCreate), (.reading, .cannotRead),
    ] {
      for place in ["file/book.sqlite", "none/book.sqlite"] {
        let error = #expect(throws: BookError.self) {
          try openBook(directory.path(place), for: access)
        }
        #expect(error?.kind == kind, "\(place) \(access)")
      }
    }
    var options = BookOptions()
    options.makesMissing = false
    let error = #expect(throws: BookError.self) {
      try openBook(path, for: .writing, options: options)
    }
    #expect(error?.kind == .cannotRead)
    #expect(try directory.names() == ["file"])
  }

  // MARK: Tables

  @Test("a column takes nothing of another type than its own")
  func strict() throws {
    try make()
    for statement in [
      "UPDATE card SET octets = 17", "UPDATE record SET name = x'ff'",
      "UPDATE record SET person = 'x'", "INSERT INTO member VALUES (x'ff', 1)",
      "UPDATE setting SET value = x'ff'", "UPDATE change SET action = x'ff'",
    ] {
      let error = #expect(throws: DatabaseError.self) { try script(statement) }
      #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_DATATYPE, "\(statement)")
    }
  }

  @Test("the members of a group are looked up by its record, not by going through all")
  func memberIndex() throws {
    try make()
    let plan = try DatabaseQueue(path: path.string).read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT uid FROM member WHERE record = 1")
        .map { $0["detail"] as String }
    }
    #expect(plan == ["SEARCH member USING PRIMARY KEY (record=?)"])
  }

  // MARK: Versions

  /// A schema with one more version, whose step does what steps do: it changes tables and fills them.
  private static let next = BookSchema.following(
    with: """
      ALTER TABLE record ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
      UPDATE record SET length = (SELECT length(octets) FROM card WHERE card.id = record.card);
      CREATE TABLE total (length INTEGER NOT NULL);
      INSERT INTO total SELECT coalesce(sum(length), 0) FROM record;
      """)

  private func open(_ access: BookAccess, _ schema: BookSchema) throws -> DatabaseBook {
    try DatabaseBook(path, for: access, options: BookOptions(), schema: schema)
  }

  private func script(_ text: String) throws { try SQLScript.run(text, on: path) }

  private static let names = ["Kate Bell", "Kate Bell", "Ada Lovelace", "Team"]

  @Test(
    "a book of an older version is read as it is, and becomes one of the next when it is written")
  func migration() throws {
    let text = String(decoding: try Fixtures.bytes("books/version1.sql"), as: UTF8.self)
    try script(text)
    let before = try directory.bytes("book.sqlite")
    let reader = try open(.reading, Self.next)
    #expect(try BookSamples.names(reader) == Self.names)
    #expect(try reader.people(matching: "ada").count == 1)
    #expect(try reader.check { _ in Issue.record("nothing is wrong") } == 4)
    #expect(try directory.bytes("book.sqlite") == before)
    do {
      let writer = try open(.writing, Self.next)
      #expect(try BookSamples.names(writer) == Self.names)
      _ = try writer.save(BookSamples.request(add: ["Eve"]))
      try BookLawTests.expectWhole(writer)
    }
    #expect(try SQLScript.numbers("PRAGMA user_version", path) == [9])
    let lengths = try SQLScript.numbers(
      "SELECT total.length FROM total UNION ALL SELECT sum(length(octets)) FROM card JOIN record "
        + "ON card.id = card WHERE record.id < 6", path)
    #expect(lengths.count == 2 && lengths[0] == lengths[1] && lengths[0] > 0)
    // The older program.
    for access in [BookAccess.reading, .writing] {
      let error = #expect(throws: BookError.self) { try DatabaseBook(path, for: access) }
      #expect(error?.kind == .unsupported)
      #expect(error?.reason.contains("a newer version of this program") == true)
    }
    #expect(try open(.reading, Self.next).count() == 5)
  }

  @Test("a new book of the next version has all steps")
  func newBook() throws {
    _ = try open(.writing, Self.next).save(BookSamples.request(add: ["Kate"]))
    #expect(try SQLScript.numbers("SELECT count(*) FROM total", path) == [1])
    #expect(try BookSamples.names(open(.reading, Self.next)) == ["Kate"])
  }

  @Test("a step that fails leaves the book of the older version whole")
  func failingStep() throws {
    try make()
    let failing = BookSchema.following(
      with: "ALTER TABLE record ADD COLUMN length INTEGER; INSERT INTO nowhere VALUES (1);")
    #expect(throws: BookError.self) { try open(.writing, failing) }
    #expect(try SQLScript.numbers("PRAGMA user_version", path) == [8])
    let book = try DatabaseBook(path, for: .writing)
    #expect(try BookSamples.names(book) == ["Kate", "Ada"])
    try BookLawTests.expectWhole(book)
  }

  @Test(
    "an older book on a medium that nobody can write to is read",
    .enabled(if: ReadOnlyMount.isPossible))
  func olderOnMedium() throws {
    try make()
    try ReadOnlyMount.with(directory.path) { medium in
      let book = try DatabaseBook(
        medium.appending("book.sqlite"), for: .reading, options: BookOptions(), schema: Self.next)
      #expect(try BookSamples.names(book) == ["Kate", "Ada"])
    }
  }

  @Test("a newer version that comes while a writer waits is refused in its transaction")
  func newerMeanwhile() async throws {
    // SQLite has made the file, and not a single page is in it yet.
    let waiting = try SQLScript.whileChanging(
      path, "PRAGMA user_version = 99; PRAGMA application_id = \(0x7643_7264); CREATE TABLE t (x);"
    ) { path in
      BackgroundResult { Result { _ = try DatabaseBook(path, for: .writing) } }
    }
    let result = await waiting.value
    let error = #expect(throws: BookError.self) { try result?.get() }
    #expect(error?.kind == .unsupported)
    #expect(error?.reason.contains("a newer version of this program") == true)
  }
}
