import CardDAV
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Discovery, RFC 6764")
struct DiscoveryTests {
  /// An account whose principal, home and books are where a server likes to have them.
  private static func account(_ request: ScriptedServer.Received) -> ScriptedServer.Reply {
    switch request.target {
    case "/.well-known/carddav": return .answer(301, ["Location": "/dav/"])
    case "/dav/":
      return .dav(
        DAVAnswers.multistatus(
          DAVAnswers.found(
            "/dav/", "<d:current-user-principal><d:href>/p/ann/</d:href></d:current-user-principal>"
          )))
    case "/p/ann/":
      return .dav(
        DAVAnswers.multistatus(
          DAVAnswers.found(
            "/p/ann/",
            "<c:addressbook-home-set><d:href>/home/ann</d:href></c:addressbook-home-set>")))
    case "/home/ann":
      let book = "<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>"
      return .dav(
        DAVAnswers.multistatus(
          DAVAnswers.found("/home/ann/", "<d:resourcetype><d:collection/></d:resourcetype>")
            + DAVAnswers.found(
              "/home/ann/one%20x/",
              book + "<d:displayname>Friends</d:displayname>"
                + "<c:max-resource-size>1000</c:max-resource-size>"
                + "<color xmlns='http://inf-it.com/ns/ab/'>no</color>"
                + "<addressbook-color xmlns='http://inf-it.com/ns/ab/'>#a1b2c3ff</addressbook-color>"
            )
            + DAVAnswers.found(
              "/home/ann/two/",
              book + "<d:current-user-privilege-set><d:privilege><d:read/></d:privilege>"
                + "</d:current-user-privilege-set><c:supported-address-data>"
                + "<c:address-data-type content-type='text/vcard' version='4.0'/>"
                + "</c:supported-address-data><d:supported-report-set/>")
            + DAVAnswers.found(
              "/home/ann/calendar/", "<d:resourcetype><d:collection/></d:resourcetype>")
        ))
    default: return .text(200, "<!DOCTYPE html><p>Welcome</p>")
    }
  }

  private func discovery(
    trusting: @escaping (WebURL) -> Bool = { _ in false }
  ) -> Discovery {
    Discovery(isTrusted: trusting, wait: { _ in }) { _ in .password(user: "ann", "secret") }
  }

  @Test("finds the books of an account from its server, and what each can do")
  func finds() throws {
    let server = try ScriptedServer(Self.account)
    let found = try discovery().collections(at: Discovery.Place(server.url))
    #expect(
      found.map(\.0.url.text) == [server.url + "/home/ann/one%20x/", server.url + "/home/ann/two/"])
    let (one, two) = (found[0].0, found[1].0)
    #expect(one.abilities.title == "Friends")
    #expect(one.abilities.maximumSize == 1000)
    #expect(one.abilities.color == "#A1B2C3")
    #expect(one.abilities.isWritable)
    #expect(!one.abilities.holdsVersion40)
    #expect(one.tellsChanges)
    #expect(!two.abilities.isWritable)
    #expect(two.abilities.holdsVersion40)
    #expect(!two.tellsChanges)
    #expect(server.received.allSatisfy { $0.method == "PROPFIND" })
    #expect(server.received.last?["depth"] == "1")

    #expect(try Discovery.choose("friends", of: found).0 == one)
    #expect(try Discovery.choose("one x", of: found).0 == one)
    #expect(try Discovery.choose("two", of: found).0 == two)
    #expect(throws: RemoteError.self) { try Discovery.choose(nil, of: found) }
    #expect(throws: RemoteError.self) { try Discovery.choose("three", of: found) }
    #expect(try Discovery.choose(nil, of: [found[1]]).0 == two)
    server.stop()
  }

  @Test("takes the URL of a book for that book, and looks elsewhere on the server for others")
  func given() throws {
    let server = try ScriptedServer { request in
      request.target == "/book"
        ? .dav(
          DAVAnswers.multistatus(
            DAVAnswers.found("/book/", "<d:resourcetype><c:addressbook/></d:resourcetype>")))
        : Self.account(request)
    }
    let one = try discovery().collections(at: Discovery.Place(server.url + "/book"))
    // As the server calls it.
    #expect(one.map(\.0.url.target) == ["/book/"])
    #expect(server.received.count == 1)
    let all = try discovery().collections(at: Discovery.Place(server.url + "/index.html"))
    #expect(all.count == 2)
    server.stop()
  }

  @Test("says what hindered where nothing is found")
  func nothing() throws {
    for (status, kind) in [
      (404, RemoteError.Kind.noSuchCollection), (403, .notAllowed), (401, .notAllowed),
      (500, .unreachable), (405, .noSuchCollection),
    ] {
      let server = try ScriptedServer { _ in .answer(status) }
      let place = try Discovery.Place(server.url)
      do throws(RemoteError) {
        _ = try discovery().collections(at: place)
        Issue.record("\(status)")
      } catch {
        #expect(error.kind == kind, "\(status)")
      }
      server.stop()
    }
  }

  @Test("lets credentials go to another server only where somebody trusts it")
  func trust() throws {
    let other = try ScriptedServer(Self.account)
    let redirecting = try ScriptedServer { _ in
      .answer(302, ["Location": "http://127.0.0.1:\(other.port)/dav/"])
    }
    // iCloud names a server of each account's own this way.
    let naming = try ScriptedServer { _ in
      .dav(
        DAVAnswers.multistatus(
          DAVAnswers.found(
            "/",
            "<c:addressbook-home-set><d:href>http://127.0.0.1:\(other.port)/home/ann</d:href>"
              + "</c:addressbook-home-set>")))
    }
    for server in [redirecting, naming] {
      let place = try Discovery.Place(server.url)
      #expect(throws: RemoteError.self) { try discovery().collections(at: place) }
      #expect(other.received.isEmpty)
      let found = try discovery { $0.origin.port == Int(other.port) }.collections(at: place)
      #expect(found.map(\.0.url.origin.port) == [Int(other.port), Int(other.port)])
      #expect(found.allSatisfy { $0.1.origin == $0.0.url.origin })
      other.forget()
    }
    for server in [other, redirecting, naming] { server.stop() }
  }

  @Test("tells a mailbox from a URL")
  func places() throws {
    #expect(try Discovery.Place("ann@Example.org") == .mailbox(local: "ann", domain: "example.org"))
    #expect(
      try Discovery.Place("https://ann@dav.example/")
        == .url(WebURL("https://ann@dav.example/")))
    for text in ["ann", "ann@", "@example.org", "a@b@c", "ann@ex ample", "ann@example.org:1"] {
      #expect(throws: WebURL.Problem.malformed) { try Discovery.Place(text) }
    }
  }

  // MARK: DNS

  /// `_carddavs._tcp.example.org` with two services of one priority and one of another, and a text.
  private static let answer: [UInt8] = {
    func name(_ text: String) -> [UInt8] {
      text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }
    func record(_ type: UInt8, _ data: [UInt8]) -> [UInt8] {
      [0xC0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, UInt8(data.count)] + data
    }
    let path = "path=/dav/"
    return [0, 1, 0x81, 0x80, 0, 1, 0, 4, 0, 0, 0, 0] + name("_carddavs._tcp.example.org")
      + [0, 33, 0, 1]
      + record(33, [0, 20, 0, 0, 1, 0xBB] + name("last.example.org"))
      + record(33, [0, 10, 0, 0, 0x20, 0xFB] + [3] + Array("dav".utf8) + [0xC0, 27])
      + record(33, [0, 10, 0, 9, 1, 0xBB] + name("heavy.example.net"))
      + record(16, [UInt8(path.utf8.count)] + Array(path.utf8))
  }()

  @Test("reads services and texts of a message of DNS, and no message that is cut (RFC 1035 §4.1)")
  func messages() throws {
    let message = try #require(DNSMessage(Self.answer))
    #expect(
      message.services.map(\.target) == [
        "last.example.org", "dav.example.org", "heavy.example.net",
      ])
    #expect(message.services.map(\.port) == [443, 8443, 443])
    #expect(message.texts == ["path=/dav/"])
    for cut in 0..<Self.answer.count { #expect(DNSMessage(Array(Self.answer[..<cut])) == nil) }
    // A name that goes on at itself.
    var loop = Self.answer
    loop.replaceSubrange(12..<14, with: [0xC0, 12])
    #expect(DNSMessage(loop) == nil)
  }

  @Test("tries services by priority, then by weight and chance (RFC 2782)")
  func order() throws {
    let message = try #require(DNSMessage(Self.answer))
    var generator = SeededGenerator(seed: 1)
    var first: [String: Int] = [:]
    for _ in 0..<200 {
      let order = message.servicesInOrder(&generator)
      #expect(order.count == 3)
      #expect(order[2].target == "last.example.org")
      first[order[0].target, default: 0] += 1
    }
    #expect(first["heavy.example.net", default: 0] > first["dav.example.org", default: 0])
  }
}
