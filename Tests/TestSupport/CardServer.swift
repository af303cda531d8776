import Foundation
import Synchronization

/// A server of CardDAV in this process, with one collection, one user, and faults as a test tells it.
///
/// It keeps cards as they come, tells what has changed since a token, and knows as much of WebDAV as
/// synchronising asks for; real servers stand beside it in the tests.
package final class CardServer: Sendable {
  private struct State {
    var cards: [String: (octets: String, etag: String)] = [:]
    /// Hrefs by the number of the change that touched them last.
    var changes: [(href: String, number: Int)] = []
    var number = 0
    var intercept: (@Sendable (ScriptedServer.Received, Int) -> ScriptedServer.Reply?)?
    var count = 0
    /// What a card becomes when it is stored.
    var rewrite: (@Sendable (String) -> String)?
  }

  package static let collection = "/ann/book/"
  private let state: Mutex<State>
  private let server: ScriptedServer

  package init() throws {
    let box = Box()
    state = Mutex(State())
    server = try ScriptedServer { box.server?.reply($0) ?? .answer(500) }
    box.server = self
  }

  private final class Box: @unchecked Sendable { weak var server: CardServer? }

  package var url: String { server.url }
  package func stop() { server.stop() }

  /// What came so far.
  package var received: [ScriptedServer.Received] { server.received }
  package func forget() { server.forget() }

  /// The cards by the last part of their hrefs.
  package var cards: [String: String] {
    state.withLock { state in
      Dictionary(
        uniqueKeysWithValues: state.cards.map {
          (String($0.key.dropFirst(CardServer.collection.count)), $0.value.octets)
        })
    }
  }

  /// Puts a card there as another client would; `nil` deletes it.
  package func set(_ name: String, _ card: String?) {
    state.withLock { CardServer.store(CardServer.collection + name, card, &$0) }
  }

  /// Has requests be answered otherwise: of the request and how many came before it.
  package func intercept(
    _ body: (@Sendable (ScriptedServer.Received, Int) -> ScriptedServer.Reply?)?
  ) {
    state.withLock { state in
      state.intercept = body
      state.count = 0
    }
  }

  /// Has cards become others when they are stored.
  package func rewrite(_ body: (@Sendable (String) -> String)?) {
    state.withLock { $0.rewrite = body }
  }

  private static func store(_ href: String, _ card: String?, _ state: inout State) {
    state.number += 1
    state.changes.removeAll { $0.href == href }
    state.changes.append((href, state.number))
    state.cards[href] = card.map { ($0, "\"\(state.number)\"") }
  }

  private func reply(_ request: ScriptedServer.Received) -> ScriptedServer.Reply {
    let (intercept, count) = state.withLock { state in
      defer { state.count += 1 }
      return (state.intercept, state.count)
    }
    if let reply = intercept?(request, count) { return reply }
    let secret = "Basic " + Data("ann:secret".utf8).base64EncodedString()
    guard request["authorization"] == secret else {
      return .text(401, "who?", ["WWW-Authenticate": "Basic realm=\"cards\""])
    }
    return state.withLock { state in CardServer.answer(request, &state) }
  }

  /// Does what a request asks, and returns the answer; as if nobody had intercepted it.
  package func answer(_ request: ScriptedServer.Received) -> ScriptedServer.Reply {
    state.withLock { CardServer.answer(request, &$0) }
  }

  private static func answer(
    _ request: ScriptedServer.Received, _ state: inout State
  ) -> ScriptedServer.Reply {
    let href = request.target
    switch request.method {
    case "PROPFIND" where href == collection: return listed(request, state)
    case "PROPFIND" where href == "/ann/":
      let home = found(
        "/ann/", "<c:addressbook-home-set><d:href>/ann/</d:href></c:addressbook-home-set>")
      return multistatus(request["depth"] == "1" ? home + described : home)
    case "PROPFIND":
      return multistatus(
        found(
          href, "<d:current-user-principal><d:href>/ann/</d:href></d:current-user-principal>"))
    case "REPORT" where request.body.contains("sync-collection"): return changes(request, state)
    case "REPORT":
      return multistatus(
        hrefs(request.body).map { href in
          state.cards[href].map {
            found(
              href,
              etag($0.etag) + "<c:address-data>\(escaped($0.octets))</c:address-data>")
          } ?? gone(href)
        }.joined())
    case "GET":
      guard let card = state.cards[href] else { return .answer(404) }
      return .text(200, card.octets, ["ETag": card.etag, "Content-Type": "text/vcard"])
    case "PUT":
      let old = state.cards[href]
      if request["if-none-match"] == "*", old != nil { return .answer(412) }
      if let match = request["if-match"], match != old?.etag { return .answer(412) }
      store(href, state.rewrite?(request.body) ?? request.body, &state)
      return .answer(201, ["ETag": state.cards[href]?.etag ?? ""])
    case "DELETE":
      guard let old = state.cards[href] else { return .answer(404) }
      if let match = request["if-match"], match != old.etag { return .answer(412) }
      store(href, nil, &state)
      return .answer(204)
    default: return .answer(405)
    }
  }

  // MARK: WebDAV

  private static let described = found(
    collection,
    """
    <d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>\
    <d:displayname>Friends</d:displayname>
    """)

  private static func listed(
    _ request: ScriptedServer.Received, _ state: State
  ) -> ScriptedServer.Reply {
    guard request["depth"] == "1" else { return multistatus(described) }
    return multistatus(
      described
        + state.cards.sorted { $0.key < $1.key }.map { found($0.key, etag($0.value.etag)) }
        .joined())
  }

  private static func changes(
    _ request: ScriptedServer.Received, _ state: State
  ) -> ScriptedServer.Reply {
    let token =
      request.body.components(separatedBy: "sync-token>").dropFirst().first
      .map { String($0.prefix { $0 != "<" }) } ?? ""
    guard let since = token.isEmpty ? 0 : Int(token.dropFirst(4)) else {
      return .text(403, "<d:error xmlns:d=\"DAV:\"><d:valid-sync-token/></d:error>")
    }
    let entries = state.changes.filter { $0.number > since }.map { href, _ in
      state.cards[href].map { found(href, etag($0.etag)) } ?? (since == 0 ? "" : gone(href))
    }
    return multistatus(entries.joined() + "<d:sync-token>urn:\(state.number)</d:sync-token>")
  }

  private static func hrefs(_ body: String) -> [String] {
    body.components(separatedBy: "href>").enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element.prefix { $0 != "<" }) }
  }

  private static func multistatus(_ content: String) -> ScriptedServer.Reply {
    .dav(
      """
      <?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">\
      \(content)</d:multistatus>
      """)
  }

  private static func found(_ href: String, _ properties: String) -> String {
    """
    <d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>\
    <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
    """
  }

  private static func gone(_ href: String) -> String {
    "<d:response><d:href>\(href)</d:href><d:status>HTTP/1.1 404 Gone</d:status></d:response>"
  }

  private static func etag(_ etag: String) -> String { "<d:getetag>\(etag)</d:getetag>" }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\r", with: "&#13;")
  }
}
