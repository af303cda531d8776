import CardDAV
import ContactMerging
import ContactStore
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Synchronising with servers of several manners")
struct SyncTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func side(_ server: FakeServer, _ name: String = "book") throws -> SyncSide {
    try SyncSide(directory.path("\(name).sqlite"), server)
  }

  private func octets(_ lines: String..., version: String = "3.0") throws -> [UInt8] {
    Array(CardSamples.written(try CardSamples.parsed(lines: lines, version: version)).utf8)
  }

  @Test(
    "what is new, changed and deleted on either side is so on the other, and then nothing is sent",
    arguments: FakeServer.Manner.allCases)
  func both(manner: FakeServer.Manner) throws {
    let server = FakeServer(manner)
    let side = try side(server)
    server.store(try octets("UID:1", "FN:Ada", "N:Lovelace;Ada;;;", "TEL:1"), at: "/fake/1.vcf")
    server.store(try octets("UID:2", "FN:Bob", "N:;Bob;;;"), at: "/fake/2.vcf")
    let eve = try side.add("UID:3", "FN:Eve", "N:;Eve;;;")
    let max = try side.add("FN:Max", "N:;Max;;;")
    var report = try side.sync()
    #expect(report.fromServer.new == 2 && report.toServer.new == 2 && report.events == [])
    #expect(server.members.count == 4)
    #expect(try side.ids.count == 4)
    // A UID that only the server needs is not written into the book.
    #expect(try side.lines(max) == ["FN:Max", "N:;Max;;;"])
    #expect(try side.requests() == 1)

    try side.edit(eve) { $0.append(ContentLine("TEL", .text("3"))) }
    server.store(try octets("UID:1", "FN:Ada", "N:Lovelace;Ada;;;", "TEL:11"), at: "/fake/1.vcf")
    report = try side.sync()
    #expect(report.fromServer.changed == 1 && report.toServer.changed == 1)
    #expect(report.requestCount == 4)
    #expect(try side.requests() == 1)
    let said = SyncSide.said(server.cards)
    #expect(said == SyncSide.said(try side.cards).map { $0.sorted() })
    #expect(said.contains { $0.contains("TEL:11") } && said.contains { $0.contains("TEL:3") })

    try side.delete(eve)
    server.remove("/fake/2.vcf")
    report = try side.sync()
    #expect(report.fromServer.deleted == 1 && report.toServer.deleted == 1)
    #expect(try server.members.count == 2 && side.ids.count == 2)
    #expect(try side.requests() == 1)
  }

  @Test("a rehearsal counts the same and changes nothing", arguments: FakeServer.Manner.allCases)
  func rehearsal(manner: FakeServer.Manner) throws {
    let server = FakeServer(manner)
    let side = try side(server)
    server.store(try octets("UID:1", "FN:Ada", "N:;Ada;;;", "TEL:1"), at: "/fake/1.vcf")
    server.store(try octets("UID:2", "FN:Bob", "N:;Bob;;;"), at: "/fake/2.vcf")
    let eve = try side.add("UID:3", "FN:Eve", "N:;Eve;;;")
    try side.sync()
    server.store(try octets("UID:1", "FN:Ada", "N:;Ada;;;", "TEL:2"), at: "/fake/1.vcf")
    server.remove("/fake/2.vcf")
    try side.edit(eve) { $0.append(ContentLine("TEL", .text("3"))) }
    try side.add("UID:4", "FN:New", "N:;New;;;")
    let (book, revision) = (SyncSide.said(try side.cards), server.revision)
    side.options.isRehearsal = true
    var told = try side.sync()
    #expect(SyncSide.said(try side.cards) == book && server.revision == revision)
    side.options.isRehearsal = false
    var done = try side.sync()
    (told.requestCount, done.requestCount) = (0, 0)
    #expect(told == done)
    #expect(done.toServer == SyncReport.Counts(new: 1, changed: 1))
    #expect(done.fromServer == SyncReport.Counts(changed: 1, deleted: 1))
  }

  /// A photo, a nickname and a URL that Radicale would cut.
  private static let kate = [
    "UID:urn:uuid:1", "FN:Kate", "N:Bell;Kate;;;", "NICKNAME:Kate,Cathy",
    "PHOTO:data:image/png;base64,iVBORw0KGgo=", "URL:http://x.example/a,b",
  ]

  /// The card of a server, which has all of that.
  private func wholeCard(on server: FakeServer) throws -> Card {
    let card = try #require(server.cards.first)
    #expect(card.first(.photo)?.binary?.octets.count == 8)
    #expect(card.properties(named: .nickname).flatMap(\.list).sorted() == ["Cathy", "Kate"])
    #expect(card.first(.url)?.text == "http://x.example/a%2Cb")
    return card
  }

  @Test("a photo, a nickname and a URL that Radicale would cut are whole on both sides")
  func photo() throws {
    let server = FakeServer(.radicale)
    let side = try side(server)
    let lines = Self.kate
    let kate = try side.add(lines: lines, version: "4.0")
    var report = try side.sync()
    #expect(report.events == [])
    #expect(try side.lines(kate) == lines)
    let there = try wholeCard(on: server)
    #expect(try side.requests() == 1)
    // Somebody edits it elsewhere: what the server made of the rest is nobody's edit.
    let href = try #require(server.members.keys.first)
    var edited = there
    edited.append(ContentLine("TEL", .text("1")))
    server.store(Array(CardSamples.written(edited).utf8), at: href)
    report = try side.sync()
    #expect(report.fromServer.changed == 1 && report.toServer.changed == 0)
    let now = try side.lines(kate)
    #expect(now.starts(with: lines))
    #expect(now.count == 7 && now.last?.hasPrefix("TEL") == true)
    #expect(try side.requests() == 1)
  }

  @Test(
    "what another client sent, and Radicale cut, is whole where the book has it, and so again there"
  )
  func cutElsewhere() throws {
    let server = FakeServer(.radicale)
    let side = try side(server)
    let lines = Self.kate
    let kate = try side.add(lines: lines, version: "4.0")
    let sent = Array(
      CardSamples.written(try CardSamples.parsed(lines: lines, version: "4.0")).utf8)
    let href = "/fake/kate.vcf"
    // Before the book knows of it, and when it had healed it.
    for _ in 0..<2 {
      _ = server.put(sent, at: href, replacing: server.members[href]?.etag)
      #expect(server.cards.first?.first(.photo)?.binary == nil)
      let report = try side.sync()
      #expect(report.events == [])
      #expect(report.fromServer == SyncReport.Counts())
      #expect(try side.lines(kate) == lines)
      _ = try wholeCard(on: server)
      #expect(try side.requests() == 1)
    }
    #expect(server.members.count == 1)
    // A value that somebody took out by itself is an edit.
    var edited = try #require(server.cards.first)
    edited.remove(try #require(edited.properties(named: .nickname).first { $0.list == ["Cathy"] }))
    server.store(Array(CardSamples.written(edited).utf8), at: href)
    #expect(try side.sync().fromServer.changed == 1)
    #expect(try side.lines(kate).contains("NICKNAME:Kate"))
  }

  @Test("what a server destroys is told once, by property, and stays in the book")
  func lost() throws {
    let server = FakeServer(.google)
    let side = try side(server)
    let id = try side.add("UID:1", "FN:Ada", "N:;Ada;;;", "X-FOO:bar")
    let report = try side.sync()
    #expect(report.events.map(\.kind) == [.serverLost])
    #expect(report.events.first?.properties == ["X-FOO"])
    #expect(try side.lines(id).contains("X-FOO:bar"))
    #expect(try side.sync().events == [])
    try side.edit(id) { $0.append(ContentLine("TEL", .text("1"))) }
    try side.sync()
    #expect(server.cards.count == 1 && server.cards[0].first(.tel) != nil)
    #expect(try side.lines(id) == ["UID:1", "FN:Ada", "N:;Ada;;;", "X-FOO:bar", "TEL:1"])
  }

  @Test("of a value that both changed the server's stays, or the book's if somebody says so")
  func conflict() throws {
    for prefersLocal in [false, true] {
      let server = FakeServer(.xandikos)
      let side = try side(server, "\(prefersLocal)")
      let card = ["UID:1", "FN:Ada", "N:;Ada;;;"]
      server.store(try octets(card[0], card[1], card[2], "NOTE:old", "TEL:1"), at: "/fake/1.vcf")
      try side.sync()
      let id = try side.ids[0]
      try side.edit(id) { book in
        if let note = book.first(.note) {
          book.replace(note, with: ContentLine("NOTE", .text("book")))
        }
        book.append(ContentLine("TEL", .text("2")))
      }
      server.store(
        try octets(card[0], card[1], card[2], "NOTE:server", "TEL:1", "TEL:3"), at: "/fake/1.vcf")
      side.options.prefersLocal = prefersLocal
      let report = try side.sync()
      #expect(report.count(.conflict) == (prefersLocal ? 1 : 1))
      let note = prefersLocal ? "NOTE:book" : "NOTE:server"
      let lines = try side.lines(id)
      #expect(lines.sorted() == (card + [note, "TEL:1", "TEL:2", "TEL:3"]).sorted())
      #expect(SyncSide.said(server.cards) == SyncSide.said(try side.cards))
      // The losing value is in the journal.
      let versions = try side.book(.reading).versions(of: id)
      #expect(
        versions.contains { $0.before.map { SyncSide.lines($0).contains("NOTE:book") } ?? false }
          || prefersLocal)
      #expect(try side.requests() == 1)
    }
  }

  @Test("an edit beats a deletion, on whichever side", arguments: FakeServer.Manner.allCases)
  func kept(manner: FakeServer.Manner) throws {
    let server = FakeServer(manner)
    let side = try side(server)
    for number in 1...2 {
      server.store(try octets("UID:\(number)", "FN:P\(number)", "N:;P;;;"), at: "/fake/\(number)")
    }
    try side.sync()
    let ids = try side.ids
    try side.edit(ids[0]) { $0.append(ContentLine("TEL", .text("1"))) }
    server.remove("/fake/1")
    try side.delete(ids[1])
    server.store(try octets("UID:2", "FN:P2", "N:;P;;;", "TEL:2"), at: "/fake/2")
    let report = try side.sync()
    #expect(report.count(.kept) == 2)
    #expect(SyncSide.said(server.cards) == SyncSide.said(try side.cards))
    #expect(try side.ids.count == 2)
    #expect(try side.requests() == 1)
  }

  @Test(
    "who came after the last listing and went before the next one is gone, whoever sent the card",
    arguments: FakeServer.Manner.allCases)
  func cameAndWent(manner: FakeServer.Manner) throws {
    let server = FakeServer(manner)
    let side = try side(server)
    try side.add("UID:1", "FN:Ada", "N:;Ada;;;")
    try side.sync()
    try side.add("UID:2", "FN:Bob", "N:;Bob;;;")
    try side.sync()
    func href(_ name: String) throws -> String {
      try #require(
        server.members.first {
          Card(resource: $0.value.octets)?.first(.fn)?.text == name
        }?.key)
    }
    // Sent by a run that came to its end.
    server.remove(try href("Bob"))
    #expect(try side.sync().fromServer == SyncReport.Counts(deleted: 1))
    #expect(SyncSide.said(try side.cards) == SyncSide.said(server.cards))
    #expect(try side.requests() == 1)

    // By one that was killed when it sent the group: listing, PUT and look at the person were heard.
    try side.add("UID:3", "FN:Eve", "N:;Eve;;;")
    try side.add("UID:g", "FN:Team", "N:Team;;;;", "X-ADDRESSBOOKSERVER-KIND:group")
    #expect(throws: RemoteError.self) {
      try side.sync(FakeCollection.Fault(call: 3, isAfter: false))
    }
    server.remove(try href("Eve"))
    #expect(try side.sync().fromServer == SyncReport.Counts(deleted: 1))
    #expect(try side.ids.count == 2 && server.members.count == 2)
    #expect(try side.requests() == 1)

    // Fetched by one that was killed before all of the listing was: its token was not kept.
    for number in 100..<(100 + 150) {
      server.store(
        try octets("UID:\(number)", "FN:P\(number)", "N:;P;;;"), at: "/fake/\(number)")
    }
    #expect(throws: RemoteError.self) {
      try side.sync(FakeCollection.Fault(call: 2, isAfter: false))
    }
    #expect(try side.ids.count == 102)
    server.remove("/fake/100")
    #expect(try side.sync().fromServer == SyncReport.Counts(new: 50, deleted: 1))
    #expect(try side.ids.count == 151 && server.members.count == 151)
    #expect(try side.requests() == 1)
  }

  @Test("a listing that is half, empty or of somebody else deletes nobody")
  func lies() throws {
    let server = FakeServer(.sabre)
    let side = try side(server)
    for number in 1...40 {
      server.store(try octets("UID:\(number)", "FN:P\(number)", "N:;P;;;"), at: "/fake/\(number)")
    }
    try side.sync()
    server.knowsTokens = false
    server.lie = { listing in
      var listing = listing
      listing.entries.removeSubrange(0..<20)
      return listing
    }
    try side.sync()
    #expect(try side.ids.count == 40)
    server.lie = { listing in
      var listing = listing
      listing.entries = []
      return listing
    }
    try side.sync()
    #expect(try side.ids.count == 40)
    // Another collection, and 404 for each of ours.
    let other = FakeServer(.sabre)
    other.knowsTokens = false
    other.store(try octets("UID:x", "FN:X", "N:;X;;;"), at: "/fake/x")
    func syncWithOther(_ allowed: Int) throws -> SyncReport {
      var options = SyncOptions()
      options.allowedDeletions = allowed
      return try Synchronizer(
        SyncSide.source, of: side.book(), with: FakeCollection(other), options: options
      ).run()
    }
    #expect(throws: MassDeletion(side: .book, count: 40, total: 40)) { try syncWithOther(0) }
    #expect(try side.ids.count == 40)
    #expect(try syncWithOther(40).fromServer == SyncReport.Counts(new: 1, changed: 0, deleted: 40))
    #expect(try side.ids.count == 1)
  }

  @Test("a book that lost most of its records does not empty the server")
  func lostBook() throws {
    let server = FakeServer(.radicale)
    let side = try side(server)
    for number in 1...40 {
      server.store(try octets("UID:\(number)", "FN:P\(number)", "N:;P;;;"), at: "/fake/\(number)")
    }
    try side.sync()
    for id in try side.ids.prefix(11) { try side.delete(id) }
    #expect(throws: MassDeletion(side: .server, count: 11, total: 40)) { try side.sync() }
    #expect(server.members.count == 40)
    side.options.allowedDeletions = 11
    #expect(try side.sync().toServer.deleted == 11)
    #expect(server.members.count == 29)
  }

  @Test("what undo brings back is an edit, and what it takes back is a deletion")
  func undo() throws {
    let server = FakeServer(.xandikos)
    let side = try side(server)
    let id = try side.add("UID:1", "FN:Ada", "N:;Ada;;;")
    try side.sync()
    try side.delete(id)
    try side.sync()
    #expect(server.members.isEmpty)
    _ = try side.book().undo()
    #expect(try side.ids == [id])
    #expect(try side.sync().toServer.new == 1)
    #expect(server.members.count == 1)
    server.store(try octets("UID:2", "FN:Bob", "N:;Bob;;;"), at: "/fake/2")
    try side.sync()
    let entry = try #require(try side.book().undo())
    #expect(entry.kind == "sync" && entry.added == 1)
    #expect(try side.sync().toServer.deleted == 1)
    #expect(server.members.count == 1)
  }

  @Test("a first sync pairs by UID and by what cards say, and joins what each side has besides")
  func adoption() throws {
    let server = FakeServer(.xandikos)
    let side = try side(server)
    let one = try side.add("UID:1", "FN:Ada", "N:;Ada;;;", "TEL:1")
    let two = try side.add("FN:Bob", "N:;Bob;;;", "EMAIL:b@x")
    let three = try side.add("FN:Bob", "N:;Bob;;;", "EMAIL:c@x")
    server.store(try octets("UID:1", "FN:Ada", "N:;Ada;;;", "TEL:2"), at: "/fake/1")
    server.store(try octets("UID:b", "N:;Bob;;;", "FN:Bob", "EMAIL:b@x"), at: "/fake/2")
    var request = SaveRequest()
    request.add(try CardSamples.parsed(lines: ["UID:z", "FN:Zoe", "N:;Zoe;;;"]))
    let zoe = try side.book().save(request)[0]
    server.store(try octets("UID:z", "FN:Zoe", "N:;Zoe;;;", "TEL:9"), at: "/fake/z")
    let report = try side.sync()
    #expect(report.fromServer == SyncReport.Counts(new: 1, changed: 1))
    #expect(report.toServer == SyncReport.Counts(new: 1, changed: 1))
    #expect(report.events == [])
    #expect(try side.lines(one).sorted() == ["FN:Ada", "N:;Ada;;;", "TEL:1", "TEL:2", "UID:1"])
    #expect(try side.lines(two) == ["FN:Bob", "N:;Bob;;;", "EMAIL:b@x"])
    #expect(try side.lines(three) == ["FN:Bob", "N:;Bob;;;", "EMAIL:c@x"])
    // Who is in another source, too, is one person.
    let person = try #require(try side.book(.reading).person(of: zoe))
    #expect(person.records.count == 2)
    #expect(server.members.count == 4)
    #expect(try side.requests() == 1)
  }

  @Test("a group names members by the UIDs that the server gave them, and the book by its own")
  func groups() throws {
    let server = FakeServer(.google)
    let side = try side(server)
    try side.add("UID:a", "FN:Ada", "N:;Ada;;;")
    let group = try side.add(
      "UID:g", "FN:Team", "N:Team;;;;", "X-ADDRESSBOOKSERVER-KIND:group",
      "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a")
    let report = try side.sync()
    #expect(report.events == [])
    let person = try #require(server.cards.first { $0.first(.fn)?.text == "Ada" })
    let there = try #require(server.cards.first { $0.first(.fn)?.text == "Team" })
    let uid = try #require(person.first(.uid)?.text)
    #expect(uid != "a")
    #expect(SyncSide.lines(there).contains("X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\(uid)"))
    #expect(try side.lines(group).last == "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a")
    #expect(try side.requests() == 1)
    // Somebody else renames it.
    let href = try #require(
      server.members.first { $0.value.octets == Array(CardSamples.written(there).utf8) }?.key)
    var renamed = there
    if let name = renamed.first(.fn) { renamed.replace(name, with: ContentLine("FN", .text("Us"))) }
    server.store(Array(CardSamples.written(renamed).utf8), at: href)
    try side.sync()
    let lines = try side.lines(group)
    #expect(lines.contains("FN:Us") && lines.contains("X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a"))
    #expect(try side.requests() == 1)
  }

  @Test("who is put into a group of 4.0 elsewhere is in it, and who is taken out is not")
  func newGroup() throws {
    let server = FakeServer(.radicale)
    let side = try side(server)
    let group = try side.add(
      "UID:urn:uuid:g", "FN:Team", "KIND:group", "MEMBER:urn:uuid:a", "MEMBER:urn:uuid:b",
      version: "4.0")
    #expect(try side.sync().events == [])
    let href = try #require(server.members.keys.first)
    var card = try #require(server.cards.first)
    #expect(card.version == .version30)
    let gone = card.properties.filter { $0.text == "urn:uuid:a" }
    #expect(gone.count == 1)
    card.edit(replacing: [], removing: gone, appending: [])
    card.append(ContentLine("X-ADDRESSBOOKSERVER-MEMBER", .text("urn:uuid:c")))
    server.store(Array(CardSamples.written(card).utf8), at: href)
    try side.sync()
    let lines = try side.lines(group)
    #expect(!lines.contains { $0.hasSuffix("urn:uuid:a") }, "\(lines)")
    for uid in ["b", "c"] {
      #expect(lines.contains { $0.hasSuffix("urn:uuid:\(uid)") }, "\(lines)")
    }
    #expect(lines.contains("KIND:group"))
    #expect(try side.requests() == 1)
  }

  @Test(
    "a card that the server refuses is told, keeps nobody else away, and is not sent again as it is"
  )
  func refused() throws {
    let server = FakeServer(.radicale)
    server.hiddenMaximumSize = 200
    let side = try side(server)
    let big = try side.add(
      "UID:1", "FN:Big", "N:;Big;;;", "NOTE:\(String(repeating: "x", count: 300))")
    try side.add("UID:2", "FN:Ada", "N:;Ada;;;")
    try side.add("UID:2", "FN:Twin", "N:;Twin;;;")
    try side.add("UID:4", "N:;Nameless;;;")
    var report = try side.sync()
    #expect(report.toServer.new == 1)
    #expect(report.events.map(\.kind) == [.refused, .refused, .refused])
    #expect(report.events.map { $0.reason.prefix(3) } == ["412", "409", "400"])
    report = try side.sync()
    #expect(report.count(.refused) == 3 && report.requestCount == 1)
    try side.edit(big) { $0.removeAll(.note) }
    report = try side.sync()
    #expect(report.toServer.new == 1 && report.count(.refused) == 2)
    // What a server says it cannot hold is not even sent.
    server.abilities.maximumSize = 100
    try side.edit(big) { $0.append(ContentLine("NOTE", .text(String(repeating: "y", count: 90)))) }
    report = try side.sync()
    let reason = try #require(report.events.first { $0.record == big }?.reason)
    #expect(reason.contains("holds 100 octets") && reason.contains("its NOTE"))
  }

  @Test("a card that somebody else changes meanwhile is merged and sent again, three times")
  func overtaken() throws {
    let server = FakeServer(.xandikos)
    let side = try side(server)
    server.store(try octets("UID:1", "FN:Ada", "N:;Ada;;;"), at: "/fake/1")
    try side.sync()
    let id = try side.ids[0]
    for (turns, expected) in [(1, 0), (2, 0), (3, 1)] {
      try side.edit(id) { $0.append(ContentLine("EMAIL", .text("\(turns)@book"))) }
      var count = 0
      let report = try side.sync(nil) { call in
        guard call == "put", count < turns, var card = server.cards.first else { return }
        count += 1
        card.append(ContentLine("TEL", .text("\(turns)\(count)")))
        server.store(Array(CardSamples.written(card).utf8), at: "/fake/1")
      }
      #expect(report.count(.conflict) == expected)
      try side.sync()
      #expect(SyncSide.said(server.cards) == SyncSide.said(try side.cards))
    }
    #expect(try side.lines(id).count { $0.hasPrefix("TEL") } == 6)
    #expect(try side.lines(id).count { $0.hasPrefix("EMAIL") } == 3)
  }

  @Test("a server that can only be read is told what it is not told")
  func readOnly() throws {
    let server = FakeServer(.xandikos)
    let side = try side(server)
    server.store(try octets("UID:1", "FN:Ada", "N:;Ada;;;"), at: "/fake/1")
    try side.add("UID:2", "FN:Bob", "N:;Bob;;;")
    server.abilities.isWritable = false
    let report = try side.sync()
    #expect(report.fromServer.new == 1 && report.events.map(\.kind) == [.refused])
    #expect(server.putCount == 0)
    #expect(throws: BookError.self) { try side.add("UID:3", "FN:Eve", "N:;Eve;;;") }
    #expect(throws: BookError.self) { try side.delete(side.ids[0]) }
  }

  @Test("what is no card, or several, is told and left alone, and read when it has become one")
  func unreadable() throws {
    let server = FakeServer(.xandikos)
    let side = try side(server)
    server.store(Array("nothing".utf8), at: "/fake/1")
    server.store(
      try octets("UID:1", "FN:A", "N:;A;;;") + octets("UID:2", "FN:B", "N:;B;;;"), at: "/fake/2")
    #expect(try side.sync().count(.unreadable) == 2)
    #expect(try side.requests() == 1)
    server.store(try octets("UID:1", "FN:A", "N:;A;;;"), at: "/fake/2")
    let report = try side.sync()
    #expect(report.fromServer.new == 1)
    server.remove("/fake/1")
    try side.sync()
    #expect(try side.ids.count == 1)
    #expect(try side.book(.reading).unsentEdits(ofSource: SyncSide.source) == 0)
  }
}
