import ContactStore
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Sources of a database that are collections on servers")
struct SourceServerTests {
  let directory: TemporaryDirectory
  let path: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("book.sqlite")
  }

  private func book(_ access: BookAccess = .writing) throws -> DatabaseBook {
    try DatabaseBook(path, for: access)
  }

  private func card(_ lines: String...) throws -> Card { try CardSamples.parsed(lines: lines) }

  private func added(_ card: Card, to source: String?) throws -> RecordID {
    var request = SaveRequest()
    request.add(card, source: source)
    return try book().save(request)[0]
  }

  private var server: SourceServer {
    var server = SourceServer(url: "https://x.example/cards/")
    server.user = "kate"
    server.title = "Cards"
    return server
  }

  @Test("a source on a server is listed with what is known of it, and its name is taken")
  func listed() throws {
    try book().addSource(named: "home", at: server)
    let sources = try book(.reading).sources()
    #expect(sources.map(\.name) == ["local", "home"])
    #expect(sources[1].kind.name == "carddav" && sources[1].title == "Cards")
    #expect(sources[1].server == server)
    #expect(sources[1].kind.capabilities.contains(.groups))
    #expect(throws: BookError.self) { try book().addSource(named: "home", at: server) }
    #expect(throws: BookError.self) { try book().addSource(named: " ", at: server) }
    #expect(
      throws: BookError.self,
      performing: { try book().addSource(named: "x", at: server, taking: "y") })
    #expect(try book(.reading).sources().count == 2)
    // Nobody takes it back, nor what it can do from the book.
    #expect(try book().undo() == nil)
    #expect(try book(.reading).capabilities.contains(.groups))
  }

  @Test(
    "what a server cannot hold is refused by the property when it is saved, and what is only read always"
  )
  func limits() throws {
    var small = server
    (small.groups, small.maximumSize) = (.categories, 100)
    try book().addSource(named: "home", at: small)
    for (lines, reason) in [
      ("KIND:group", "has no groups"),
      (
        "NOTE:\(String(repeating: "x", count: 60))",
        "holds 100 octets of a card, and this one has 126, 67 of them its NOTE"
      ),
    ] {
      let error = #expect(throws: BookError.self) {
        try added(card("VERSION:4.0", "FN:Kate", lines), to: "home")
      }
      #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }
    let id = try added(card("FN:Kate"), to: "home")
    var closed = server
    closed.isReadOnly = true
    try book().addSource(named: "shared", at: closed)
    #expect(throws: BookError.self) { try added(card("FN:Kate"), to: "shared") }
    var request = SaveRequest()
    request.move(id, to: "shared")
    #expect(throws: BookError.self) { try book().save(request) }
  }

  @Test("what is sent in 3.0 and has no place there is told by the property when it is saved, once")
  func losses() throws {
    try book().addSource(named: "home", at: server)
    var told: [String] = []
    var options = BookOptions()
    options.diagnose = { _, diagnostic in told.append(diagnostic.code.rawValue) }
    let book = try DatabaseBook(path, for: .writing, options: options)
    let card = try CardSamples.parsed(lines: ["FN:Kate", "N:;Kate;;;", "GENDER:F"], version: "4.0")
    var request = SaveRequest()
    request.add(card, source: "home")
    request.add(card)
    let ids = try book.save(request)
    #expect(told.count == 1 && told[0].hasPrefix("loss-"))
    var edited = card
    edited.append(ContentLine("TEL", .text("1")))
    request = SaveRequest()
    request.update(ids[0], to: edited, from: card)
    request.update(ids[1], to: edited, from: card)
    _ = try book.save(request)
    #expect(told.count == 1)
    request = SaveRequest()
    request.move(ids[1], to: "home")
    _ = try book.save(request)
    #expect(told.count == 2)
  }

  @Test("a record moves with its identifier and its links, and undo brings it back")
  func move() throws {
    try book().addSource(named: "home", at: server)
    let (one, two) = (try added(card("FN:Kate"), to: nil), try added(card("FN:Kate"), to: nil))
    var request = SaveRequest()
    request.link(.join(.record(one), .record(two)))
    _ = try book().save(request)
    request = SaveRequest()
    request.move(one, to: "home")
    _ = try book().save(request)
    #expect(try book(.reading).sourceName(of: one) == "home")
    #expect(try book(.reading).person(of: two)?.records.count == 2)
    #expect(try book(.reading).check { _ in Issue.record("nothing is wrong") } == 2)
    _ = try book().undo()
    #expect(try book(.reading).sourceName(of: one) == "local")
    _ = try book().redo()
    #expect(try book(.reading).sourceName(of: one) == "home")
    // Taking a source over moves all of it.
    try book().addSource(named: "work", at: server, taking: "local")
    #expect(try book(.reading).sourceName(of: two) == "work")
  }

  @Test("who says no source gets into the one that was said to be the usual one")
  func usual() throws {
    #expect(try book().setDefaultSource("home") == false)
    try book().addSource(named: "home", at: server)
    #expect(try book().setDefaultSource("home"))
    let id = try added(card("FN:Kate"), to: nil)
    #expect(try book(.reading).sourceName(of: id) == "home")
    #expect(try book().removeSource(named: "home") == 1)
    #expect(try book(.reading).sourceName(of: added(card("FN:Ada"), to: nil)) == "local")
  }

  @Test("a member is unlisted until it is kept as listed, and again where it is somewhere else")
  func unlisted() throws {
    try book().addSource(named: "home", at: server)
    var changes = DatabaseBook.SyncChanges()
    changes.members = ["/a", "/b"].map { ServerMember(href: $0) }
    changes.members = try book().save(SaveRequest(), changes, ofSource: "home")
    func unlisted() throws -> [String] {
      try book(.reading).members(of: "home").filter(\.isUnlisted).map(\.href)
    }
    #expect(try unlisted() == ["/a", "/b"])
    changes.members[0].isUnlisted = false
    _ = try book().save(SaveRequest(), changes, ofSource: "home")
    #expect(try unlisted() == ["/b"])
    // What is somewhere else by now is not listed there.
    var moved = try book(.reading).members(of: "home")[0]
    moved.href = "/d"
    changes = DatabaseBook.SyncChanges()
    changes.members = [moved]
    _ = try book().save(SaveRequest(), changes, ofSource: "home")
    #expect(try unlisted() == ["/d", "/b"])
  }

  @Test("a book from before that was known has the next run list all members")
  func older() throws {
    try book().addSource(named: "home", at: server)
    var changes = DatabaseBook.SyncChanges()
    changes.members = [ServerMember(href: "/a")]
    changes.server = server
    changes.server?.token = "urn:1"
    _ = try book().save(SaveRequest(), changes, ofSource: "home")
    try SQLScript.run(
      "ALTER TABLE server_member DROP COLUMN is_unlisted; DROP TABLE entry_block; "
        + "PRAGMA user_version = 4;", on: path)
    let older = try book()
    #expect(try older.servers()["home"]?.token == nil)
    #expect(try older.members(of: "home").map(\.isUnlisted) == [false])
  }

  @Test("a source that is removed forgets its server; undo brings its records back, as local ones")
  func removed() throws {
    try book().addSource(named: "home", at: server)
    let id = try added(card("FN:Kate"), to: "home")
    var member = ServerMember(href: "/a")
    member.record = .record(id)
    member.localBase = .card(try card("FN:Kate"))
    member.remoteBase = .card(try card("FN:Other"))
    var changes = DatabaseBook.SyncChanges()
    changes.members = [member]
    let kept = try book().save(SaveRequest(), changes, ofSource: "home")
    let record = try #require(try book(.reading).sourceRecords(of: "home").first)
    // A base that is the record's card is kept once.
    #expect(kept[0].localBase?.number == record.card && kept[0].remoteBase?.number != record.card)
    #expect(try book(.reading).unsentEdits(ofSource: "home") == 0)
    // History may go, and the bases stay.
    try book().purge()
    let number = try #require(try book().members(of: "home")[0].remoteBase?.number)
    #expect(try book().keptCard(number)?.first(.fn)?.text == "Other")
    var request = SaveRequest()
    request.update(id, to: try card("FN:Cate"))
    _ = try book().save(request)
    #expect(try book(.reading).unsentEdits(ofSource: "home") == 1)

    _ = try book().removeSource(named: "home")
    #expect(try book(.reading).servers().isEmpty && book(.reading).members(of: "home").isEmpty)
    try book().addSource(named: "home", at: server)
    _ = try book().undo()
    let sources = try book(.reading).sources()
    #expect(Set(sources.map(\.name)) == ["local", "home", "home (2)"])
    #expect(sources.first { $0.name == "home (2)" }?.count == 1)
    #expect(throws: BookError.self) {
      try book().save(SaveRequest(), changes, ofSource: "home (2)")
    }
  }
}
