import CardDAV
import Synchronization
import TestSupport
import Testing

@Suite("ServerCollection")
struct ServerCollectionTests {
  /// A collection on a server that answers reports as a test says.
  private func collection(
    _ server: ScriptedServer, tellsChanges: Bool = true,
    _ change: (inout CollectionAbilities) -> Void = { _ in }
  ) throws -> ServerCollection {
    let url = try WebURL(server.url + "/ann/book/")
    var abilities = CollectionAbilities()
    change(&abilities)
    var description = CollectionDescription(url: url, abilities: abilities)
    description.tellsChanges = tellsChanges
    let connection = try ServerConnection(url.origin, wait: { _ in }) { _ in nil }
    return ServerCollection(description, connection)
  }

  private func kind(_ body: () throws -> Void) -> RemoteError.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? RemoteError)?.kind
    }
  }

  private static func dav(_ content: String) -> ScriptedServer.Reply {
    .dav(DAVAnswers.multistatus(content))
  }

  private static func entry(_ name: String, _ etag: String = "1") -> String {
    DAVAnswers.found("/ann/book/\(name)", DAVAnswers.etag(etag))
  }

  private static func token(_ token: String) -> String { "<d:sync-token>\(token)</d:sync-token>" }

  private static func card(_ name: String, in body: String = "FN:Ann") -> String {
    DAVAnswers.found(
      "/ann/book/\(name)",
      DAVAnswers.etag("1")
        + "<c:address-data>BEGIN:VCARD\nVERSION:3.0\n\(body)\nEND:VCARD\n</c:address-data>")
  }

  /// A card whose only line besides the frame is this one.
  private func text(_ member: RemoteMember) -> String? {
    if case .card(let octets, _) = member { String(decoding: octets, as: UTF8.self) } else { nil }
  }

  // MARK: Listing

  @Test("lists what changed since a token, and what is gone (RFC 6578 §3.2)")
  func changes() throws {
    let server = try ScriptedServer { _ in
      Self.dav(
        Self.entry("") + Self.entry("a%40b.vcf") + Self.entry("folder/")
          + DAVAnswers.status("/ann/book/gone.vcf", 404)
            + """
            <d:response><d:href>http://other.example/ann/book/c.vcf</d:href><d:propstat><d:prop>\
            <d:getetag/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
            """ + Self.token("urn:2"))
    }
    let listing = try collection(server).listing(since: "urn:1")
    #expect(
      listing.entries.map(\.href) == [
        "/ann/book/a%40b.vcf", "http://other.example/ann/book/c.vcf",
      ])
    #expect(listing.entries.map(\.etag) == ["\"1\"", ""])
    #expect(listing.removed == ["/ann/book/gone.vcf"])
    #expect(listing.token == "urn:2")
    #expect(!listing.isComplete)
    let request = try #require(server.received.first)
    #expect(server.received.count == 1)
    #expect(request.method == "REPORT")
    #expect(request["depth"] == "0")
    #expect(request.body.contains("<D:sync-token>urn:1</D:sync-token>"))
    #expect(!request.body.contains("limit"))
    server.stop()
  }

  @Test("lists all where there is no token, without what the server says is gone (RFC 6578 §3.4)")
  func all() throws {
    let server = try ScriptedServer { _ in
      Self.dav(
        Self.entry("a.vcf") + DAVAnswers.status("/ann/book/gone.vcf", 404) + Self.token("urn:1"))
    }
    let listing = try collection(server).listing(since: nil)
    #expect(listing.entries.map(\.href) == ["/ann/book/a.vcf"])
    #expect(listing.removed.isEmpty)
    #expect(listing.isComplete)
    server.stop()
  }

  @Test("goes on where a server cuts its listing, and the later part counts (RFC 6578 §3.6)")
  func parts() throws {
    let server = try ScriptedServer { request in
      let isFirst = request.body.contains("urn:1")
      return Self.dav(
        isFirst
          ? Self.entry("a.vcf") + Self.entry("b.vcf")
            + DAVAnswers.status("/ann/book/c.vcf", 404)
            + DAVAnswers.status("/ann/book/", 507) + Self.token("urn:2")
          : Self.entry("c.vcf") + DAVAnswers.status("/ann/book/%61.vcf", 404)
            + Self.entry("b.vcf", "2") + Self.token("urn:3"))
    }
    let listing = try collection(server).listing(since: "urn:1")
    #expect(listing.entries.map(\.href) == ["/ann/book/c.vcf", "/ann/book/b.vcf"])
    #expect(listing.entries.map(\.etag) == ["\"1\"", "\"2\""])
    #expect(listing.removed == ["/ann/book/%61.vcf"])
    #expect(listing.token == "urn:3")
    let endless = try ScriptedServer { _ in
      Self.dav(DAVAnswers.status("/ann/book", 507) + Self.token("urn:1"))
    }
    #expect(kind { _ = try collection(endless).listing(since: "urn:1") } == .unreadable)
    #expect(endless.received.count == 1)
    for server in [server, endless] { server.stop() }
  }

  @Test(
    "lists all anew where a token is refused, by PROPFIND where nothing else does",
    arguments: [400, 403, 409, 412, 415, 500, 501])
  func fallbacks(status: Int) throws {
    let refusesAll = Mutex(false)
    let server = try ScriptedServer { request in
      if request.method == "PROPFIND" {
        return Self.dav(
          DAVAnswers.found("/ann/book/", Self.token("urn:9"))
            + DAVAnswers.found(
              "/ann/book/f", "<d:resourcetype><d:collection/></d:resourcetype>")
            + Self.entry("p.vcf"))
      }
      let isEmpty = request.body.contains("<D:sync-token></D:sync-token>")
      return isEmpty && !refusesAll.withLock { $0 }
        ? Self.dav(Self.entry("a.vcf") + Self.token("urn:2"))
        : .text(status, "<d:error xmlns:d='DAV:'><d:valid-sync-token/></d:error>")
    }
    let collection = try collection(server)
    let anew = try collection.listing(since: "urn:old")
    #expect(anew.entries.map(\.href) == ["/ann/book/a.vcf"])
    #expect(anew.isComplete)
    #expect(anew.token == "urn:2")
    refusesAll.withLock { $0 = true }
    let members = try collection.listing(since: "urn:old")
    #expect(members.entries.map(\.href) == ["/ann/book/p.vcf"])
    #expect(members.token == "urn:9")
    #expect(server.received.last?["depth"] == "1")
    server.stop()
  }

  @Test("concludes nothing from a listing that did not come whole, or is of something else")
  func brokenListings() throws {
    let replies: [(RemoteError.Kind, ScriptedServer.Reply)] = [
      (.unreadable, .text(200, "<!DOCTYPE html><html>Log in</html>")),
      (.unreadable, .dav(String(DAVAnswers.multistatus(Self.entry("a.vcf")).dropLast(9)))),
      (.unreadable, Self.dav(DAVAnswers.found("/bob/book/a.vcf", DAVAnswers.etag("1")))),
      (.unreadable, Self.dav(DAVAnswers.status("/ann/book/a.vcf", 500) + Self.token("urn:2"))),
      (.noSuchCollection, .answer(404)), (.noSuchCollection, .answer(410)),
      (.unreachable, .answer(502)),
      (
        .notAllowed,
        .text(
          403, "<d:error xmlns:d='DAV:'><d:need-privileges><d:r/></d:need-privileges></d:error>")
      ),
      (.notAllowed, .answer(403)), (.notAllowed, .answer(401)), (.busy, .answer(503)),
      (.unreachable, .octets(Array("HTTP/1.1 207 OK\r\nContent-Length: 99\r\n\r\n<a".utf8))),
    ]
    for (wanted, reply) in replies {
      let server = try ScriptedServer { _ in reply }
      for token in ["urn:1", nil] {
        #expect(kind { _ = try collection(server).listing(since: token) } == wanted, "\(reply)")
      }
      server.stop()
    }
  }

  // MARK: Cards

  @Test("asks for a hundred cards at once, by the paths that the server wrote")
  func multiget() throws {
    let server = try ScriptedServer { request in
      let paths = request.body.split(separator: "<D:href>").dropFirst().map { part in
        String(part.prefix { $0 != "<" })
      }
      let found = paths.compactMap { path -> String? in
        let name = String(path.dropFirst("/ann/book/".count))
        return switch name {
        case "gone": DAVAnswers.status(path, 404)
        case "locked": DAVAnswers.status(path, 423)
        case "silent": nil
        default: Self.card(name.replacing("&amp;", with: "%26"))
        }
      }
      return Self.dav(found.reversed().joined())
    }
    let collection = try collection(server)
    let hrefs =
      ["gone", "locked", "silent", "a&b", "%61"].map { "/ann/book/\($0)" }
      + (0..<100).map { "https://other.example/ann/book/\($0).vcf" }
    let members = try collection.cards(at: hrefs)
    #expect(members.count == hrefs.count)
    guard case .gone = members[0], case .refused(let refusal) = members[1],
      case .unanswered = members[2]
    else {
      Issue.record("\(members[..<3])")
      return
    }
    #expect(refusal.status == 423)
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nEND:VCARD\r\n"
    #expect(members[3...].allSatisfy { text($0) == card })
    #expect(server.received.count == 2)
    #expect(!server.received.contains { $0.body.contains("other.example") })
    server.stop()
  }

  @Test(
    "finds the card that breaks an answer for all, and gets it by itself",
    arguments: [207, 404, 410, 500])
  func halves(status: Int) throws {
    let server = try ScriptedServer { request in
      if request.method == "GET" {
        let head = "HTTP/1.1 200 OK\r\nETag: \"g\"\r\nConnection: close\r\n\r\n"
        return .octets(
          Array(head.utf8) + Array("BEGIN:VCARD\nVERSION:3.0\nFN:".utf8) + [0xFF, 0x0A])
      }
      guard !request.body.contains("/7.vcf<") else {
        return status == 207
          ? .octets(
            Array(
              "HTTP/1.1 207 OK\r\nContent-Length: 70\r\n\r\n<d:multistatus xmlns:d='DAV:'>".utf8)
              + [UInt8](repeating: 0xFF, count: 40))
          : .answer(status)
      }
      let names = (0..<16).map { "\($0).vcf" }.filter { request.body.contains("/\($0)<") }
      return Self.dav(names.map { Self.card($0) }.joined())
    }
    let collection = try collection(server)
    let members = try collection.cards(at: (0..<16).map { "/ann/book/\($0).vcf" })
    for (index, member) in members.enumerated() {
      guard case .card(let octets, let etag) = member else {
        Issue.record("\(index): \(member)")
        continue
      }
      #expect(etag == (index == 7 ? "\"g\"" : "\"1\""))
      #expect(octets.contains(0xFF) == (index == 7))
    }
    #expect(server.received.filter { $0.method == "GET" }.map(\.target) == ["/ann/book/7.vcf"])
    #expect(server.received.first { $0.method == "GET" }?["accept-encoding"] == "identity")
    #expect(server.received.count == 10)
    server.stop()
  }

  @Test("keeps the view that has more, where a server offers both versions (RFC 6352 §10.4)")
  func views() throws {
    let views = [
      // A photo that is in 4.0 only, one that is broken there, a parameter, nothing.
      "photo": ("FN:Ann", "FN:Ann\nPHOTO:data:,x"), "label": ("FN:Ann\nLABEL:x", "FN:Ann"),
      "parameter": ("TEL:1", "TEL;PREF=2:1"),
      "broken": ("PHOTO;ENCODING=b:AAAA", "PHOTO:data:x\\,AAAA"),
      "cut": ("PHOTO:data:image/png", "PHOTO:data:image/png;base64,AAAA"),
    ]
    let server = try ScriptedServer { request in
      let is40 = request.body.contains("version=\"4.0\"")
      return Self.dav(
        views.filter { request.body.contains("/\($0.key)<") }
          .map { Self.card($0.key, in: is40 ? $0.value.1 : $0.value.0) }.joined())
    }
    let collection = try collection(server) { $0.holdsVersion40 = true }
    let names = ["photo", "label", "parameter", "broken", "cut"]
    let members = try collection.cards(at: names.map { "/ann/book/\($0)" })
    #expect(
      members.map { text($0)?.split(separator: "\r\n")[2...].dropLast().joined(separator: "\n") }
        == [
          "FN:Ann\nPHOTO:data:,x", "FN:Ann\nLABEL:x", "TEL;PREF=2:1", "PHOTO;ENCODING=b:AAAA",
          "PHOTO:data:image/png;base64,AAAA",
        ])
    #expect(server.received.count == 2)
    server.stop()
  }

  @Test(
    "takes a card for gone by 404 and 410 of itself only", arguments: [404, 410, 403, 200, 500])
  func one(status: Int) throws {
    let server = try ScriptedServer { _ in
      status == 200 ? .text(200, "BEGIN:VCARD\nEND:VCARD\n", ["ETag": "\"x\""]) : .answer(status)
    }
    let collection = try collection(server)
    let member = try? collection.card(at: "/ann/book/a%20b.vcf")
    switch (status, member) {
    case (404, .gone?), (410, .gone?), (500, nil): break
    case (403, .refused(let refusal)?): #expect(refusal.status == 403)
    case (200, .card(let octets, let etag)?):
      #expect(etag == "\"x\"")
      #expect(octets == Array("BEGIN:VCARD\r\nEND:VCARD\r\n".utf8))
    default: Issue.record("\(status): \(member.map { "\($0)" } ?? "nothing")")
    }
    #expect(server.received.map(\.target) == ["/ann/book/a%20b.vcf"])
    server.stop()
  }

  @Test("asks for nothing outside the collection")
  func outside() throws {
    let server = try ScriptedServer { _ in .answer(200) }
    let collection = try collection(server)
    for href in ["/bob/1.vcf", "/ann/book/", "https://other.example/x", "x.vcf", ""] {
      #expect(kind { _ = try collection.card(at: href) } == .unreadable)
      #expect(kind { _ = try collection.cards(at: [href]) } == .unreadable)
      #expect(kind { _ = try collection.put([], at: href, replacing: nil) } == .unreadable)
    }
    #expect(server.received.isEmpty)
    server.stop()
  }

  // MARK: Sending

  @Test("stores a new card only where nobody is, and a changed one only over what is known")
  func puts() throws {
    let server = try ScriptedServer { request in
      request["if-none-match"] == "*"
        ? .answer(201, ["ETag": "W/\"weak\"", "Location": "//ann/book/x.vcf"])
        : .answer(204, ["ETag": "\"2\"", "Location": "/ann/book/new%20one.vcf"])
    }
    let collection = try collection(server)
    let card = Array("BEGIN:VCARD\r\nEND:VCARD\r\n".utf8)
    let href = collection.newHref()
    guard case .stored(href, nil) = try collection.put(card, at: href, replacing: nil),
      case .stored("/ann/book/new%20one.vcf", "\"2\"") = try collection.put(
        card, at: "/ann/book/a%3Bb", replacing: "\"1\"")
    else {
      Issue.record("it is stored")
      return
    }
    #expect(server.received.map(\.target) == [href, "/ann/book/a%3Bb"])
    #expect(server.received[1]["if-match"] == "\"1\"")
    #expect(server.received[1]["if-none-match"] == nil)
    #expect(server.received[0]["content-type"] == "text/vcard; charset=utf-8")
    #expect(server.received[0].body == String(decoding: card, as: UTF8.self))
    #expect(collection.newHref() != href)
    #expect(MemberHref(href).isBelow(MemberHref("/ann/book/")))
    guard case .refused = try collection.put(card, at: href, replacing: "") else {
      Issue.record("it is not sent without a condition")
      return
    }
    #expect(server.received.count == 2)
    server.stop()
  }

  @Test("tells what refuses one card from what stops all")
  func refusals() throws {
    let status = Mutex(0)
    let server = try ScriptedServer { request in
      guard request.method != "GET" else { return .answer(404) }
      let error = "<d:error xmlns:d='DAV:'><c:no-uid-conflict xmlns:c='urn:x'/></d:error>"
      return .text(status.withLock { $0 }, error)
    }
    let collection = try collection(server) { $0.maximumSize = 10 }
    func put(_ code: Int, replacing etag: String?) throws -> String {
      status.withLock { $0 = code }
      return switch try collection.put([0x78], at: "/ann/book/a", replacing: etag) {
      case .stored: "stored"
      case .changedMeanwhile: "changed"
      case .refused(let refusal): "\(refusal.status) \(refusal.reason)"
      }
    }
    for code in [400, 403, 409, 413, 415, 422, 507] {
      #expect(try put(code, replacing: nil) == "\(code) no-uid-conflict")
    }
    for etag in ["\"1\"", nil] { #expect(try put(412, replacing: etag) == "changed") }
    #expect(try put(404, replacing: "\"1\"") == "changed")
    #expect(kind { _ = try put(404, replacing: nil) } == .noSuchCollection)
    // It failed, and has nothing of it.
    #expect(try put(500, replacing: nil) == "500 no-uid-conflict")
    #expect(kind { _ = try put(401, replacing: nil) } == .notAllowed)
    #expect(kind { _ = try put(503, replacing: nil) } == .busy)
    let count = server.received.count
    guard
      case .refused(let refusal) = try collection.put(
        [UInt8](repeating: 0x78, count: 11), at: "/ann/book/a", replacing: nil)
    else {
      Issue.record("it is too large")
      return
    }
    #expect(refusal.status == 413)
    #expect(server.received.count == count)
    server.stop()
  }

  @Test("asks what became of a card over which the server failed")
  func failedPuts() throws {
    let server = try ScriptedServer { request in
      request.method == "PUT"
        ? .answer(500) : .text(200, "BEGIN:VCARD\nEND:VCARD\n", ["ETag": "\"2\""])
    }
    let collection = try collection(server)
    guard
      case .changedMeanwhile = try collection.put([], at: "/ann/book/a", replacing: "\"1\""),
      case .changedMeanwhile = try collection.put([], at: "/ann/book/a", replacing: nil),
      case .refused = try collection.put([], at: "/ann/book/a", replacing: "\"2\"")
    else {
      Issue.record("what is there is told")
      return
    }
    server.stop()
  }

  @Test("deletes what is still as it was, and believes that it is gone by 404 only")
  func deletes() throws {
    let isThere = Mutex(true)
    let server = try ScriptedServer { request in
      guard request.method == "DELETE" else {
        return isThere.withLock { $0 } ? .text(200, "BEGIN:VCARD\nEND:VCARD\n") : .answer(404)
      }
      return switch request.target {
      case "/ann/book/there": .answer(204)
      case "/ann/book/gone": .answer(404)
      case "/ann/book/locked": .answer(423)
      default: .answer(412)
      }
    }
    let collection = try collection(server)
    func delete(_ name: String) throws -> String {
      switch try collection.delete("/ann/book/\(name)", etag: "\"1\"") {
      case .deleted: "deleted"
      case .gone: "gone"
      case .changedMeanwhile: "changed"
      case .refused(let refusal): "\(refusal.status)"
      }
    }
    #expect(
      try ["there", "gone", "locked", "other"].map(delete) == [
        "deleted", "gone", "423", "changed",
      ])
    isThere.withLock { $0 = false }
    #expect(try delete("other") == "gone")
    #expect(server.received[0]["if-match"] == "\"1\"")
    server.stop()
  }
}
