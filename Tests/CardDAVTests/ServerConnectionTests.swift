import CardDAV
import Files
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("ServerConnection")
struct ServerConnectionTests {
  /// A connection to a server of a test, with limits that a test can wait for.
  private func connection(
    to server: ScriptedServer, scheme: AuthenticationScheme? = nil, user: String? = "ann",
    silence: Duration = .milliseconds(300),
    credentials: @escaping ServerConnection.CredentialSource = { _ in nil },
    wait: @escaping (Int) -> Void = { _ in }
  ) throws -> (ServerConnection, WebURL) {
    let url = try WebURL(server.url + "/book/")
    var options = HTTPOptions()
    options.silence = silence
    return (
      try ServerConnection(
        url.origin, user: user, scheme: scheme, options, wait: wait, credentials: credentials),
      url
    )
  }

  private func kind(_ body: () throws -> Void) -> RemoteError.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? RemoteError)?.kind
    }
  }

  @Test("sends method, target, fields and body as they are, over one connection")
  func sends() throws {
    let server = try ScriptedServer { request in .text(200, request.body, ["X-Said": " a  b "]) }
    let (connection, url) = try connection(to: server, silence: .seconds(60))
    for count in [0, 5, 2_000_000] {
      let target = WebURL(url.origin, target: "/a%20b/../ü/;x@?q=1")
      var request = HTTPRequest("PUT", target)
      request.fields = [("Content-Type", "text/vcard")]
      request.body = [UInt8](repeating: 0x61, count: count)
      request.limit = 3_000_000
      let answer = try connection.send(request)
      #expect(answer.body == request.body)
      #expect(answer.head["x-said"] == "a  b")
    }
    _ = try connection.send(HTTPRequest("DELETE", url))
    #expect(server.received.map(\.method) == ["PUT", "PUT", "PUT", "DELETE"])
    #expect(server.received[0].target == "/a%20b/../%C3%BC/;x@?q=1")
    #expect(server.received[0]["content-type"] == "text/vcard")
    #expect(server.received[0]["accept-encoding"] == "identity")
    #expect(server.received[0]["expect"] == nil)
    #expect(server.received[3].body.isEmpty)
    #expect(server.connectionCount == 1)
    #expect(connection.requestCount == 4)
    server.stop()
  }

  @Test("asks for a password once the server wants one, and shows it from then on (RFC 7617)")
  func basic() throws {
    let server = try ScriptedServer { request in
      request["authorization"] == "Basic YW5uOnPDvHRl"
        ? .text(200, "in") : .answer(401, ["WWW-Authenticate": "Basic realm=\"Digest of it\""])
    }
    var asked: [ServerConnection.Question] = []
    let (connection, url) = try connection(to: server) { question in
      asked.append(question)
      return .password(user: "ann", "süte")
    }
    for _ in 0..<2 { #expect(try connection.send(HTTPRequest("GET", url)).status == 200) }
    #expect(asked.map(\.isRepeated) == [false])
    #expect(asked.first?.origin == url.origin)
    #expect(server.received.map { $0["authorization"] != nil } == [false, true, true])
    #expect(connection.scheme == .basic)
    server.stop()
  }

  @Test("spares the question where it remembers how the server wants it")
  func remembered() throws {
    let server = try ScriptedServer { request in
      request["authorization"] == "Bearer t" ? .text(200, "in") : .answer(401)
    }
    let (connection, url) = try connection(to: server, scheme: .bearer) { _ in .bearer("t") }
    #expect(try connection.send(HTTPRequest("GET", url)).status == 200)
    #expect(connection.requestCount == 1)
    server.stop()
  }

  @Test("answers a challenge of Digest, and never with an empty REPORT (RFC 7616)")
  func digest() throws {
    let server = try ScriptedServer(Self.answerDigest)
    let (connection, url) = try connection(to: server) { _ in .password(user: "ann", "secret") }
    var request = HTTPRequest("REPORT", url)
    request.body = Array("<report/>".utf8)
    for _ in 0..<2 { #expect(try connection.send(request).body == request.body) }
    let reports = server.received.filter { $0.method == "REPORT" }
    #expect(reports.map(\.body) == ["<report/>", "<report/>", "<report/>"])
    #expect(reports.allSatisfy { $0["authorization"]?.contains("Basic ") != true })
    #expect(connection.requestCount == server.received.count)
    server.stop()
  }

  @Test(
    "shows a password by Digest once more where the question for it was answered with something else"
  )
  func interruptedDigest() throws {
    let count = Mutex(0)
    let server = try ScriptedServer { request in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      return isFirst ? .text(207, "<half") : Self.answerDigest(request)
    }
    for (password, status) in [("secret", 207), ("wrong", nil)] {
      count.withLock { $0 = 0 }
      var asked: [Bool] = []
      let (connection, url) = try connection(to: server, scheme: .digest) { question in
        asked.append(question.isRepeated)
        return question.isRepeated ? nil : .password(user: "ann", password)
      }
      var request = HTTPRequest("PROPFIND", url)
      request.body = Array("<propfind/>".utf8)
      let answer = try? connection.send(request)
      #expect(answer?.status == status)
      #expect(asked == (status == nil ? [false, true] : [false]))
      #expect(status == nil || answer?.body == request.body)
    }
    server.stop()
  }

  /// Answers who shows ann's secret by Digest with what was sent, and others with what it takes.
  @Sendable
  private static func answerDigest(_ request: ScriptedServer.Received) -> ScriptedServer.Reply {
    let challenge = [
      "WWW-Authenticate":
        #"Digest realm="cards Basic", nonce="n1", qop="auth", algorithm=SHA-256, Basic realm="x""#
    ]
    guard let text = request["authorization"], text.hasPrefix("Digest ") else {
      return .answer(401, challenge)
    }
    var parts: [String: String] = [:]
    for part in text.dropFirst(7).split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      parts[pair[0].trimmingCharacters(in: .whitespaces)] =
        pair[1].trimmingCharacters(in: ["\""])
    }
    let who = Self.digest("ann:cards Basic:secret")
    let what = Self.digest("\(request.method):\(request.target)")
    let rest = [parts["nonce"], parts["nc"], parts["cnonce"], parts["qop"]].map { $0 ?? "" }
    let wanted = Self.digest("\(who):\(rest.joined(separator: ":")):\(what)")
    return parts["response"] == wanted ? .text(207, request.body) : .answer(401, challenge)
  }

  private static func digest(_ text: String) -> String {
    SHA256.digest(of: Array(text.utf8).span).hexadecimal
  }

  @Test("asks for another secret once when one is refused, and then stops")
  func refused() throws {
    let server = try ScriptedServer { request in
      request["authorization"] == "Bearer new"
        ? .answer(200) : .answer(401, ["WWW-Authenticate": "Basic realm=x"])
    }
    var asked: [Bool] = []
    let (one, url) = try connection(to: server) { question in
      asked.append(question.isRepeated)
      return .bearer(question.isRepeated ? "new" : "old")
    }
    #expect(try one.send(HTTPRequest("GET", url)).status == 200)
    #expect(asked == [false, true])

    let (other, _) = try connection(to: server) { _ in .password(user: "ann", "wrong") }
    let before = server.received.count
    #expect(kind { _ = try other.send(HTTPRequest("GET", url)) } == .notAllowed)
    #expect(server.received.count - before == 3)

    let (nobody, _) = try connection(to: server)
    #expect(kind { _ = try nobody.send(HTTPRequest("GET", url)) } == .notAllowed)
    server.stop()
  }

  @Test("follows redirects on the server, with method, body and credentials")
  func redirects() throws {
    let server = try ScriptedServer { request in
      switch request.target {
      case "/book/": .answer(308, ["Location": "../a%20b/"])
      case "/a%20b/": .answer(301, ["Location": "/c"])
      default: .text(200, request.body)
      }
    }
    let (connection, url) = try connection(to: server, scheme: .bearer) { _ in .bearer("t") }
    var request = HTTPRequest("PROPFIND", url)
    request.body = [0x78]
    #expect(try connection.send(request).body == [0x78])
    #expect(server.received.map(\.target) == ["/book/", "/a%20b/", "/c"])
    #expect(server.received.allSatisfy { $0.method == "PROPFIND" && $0["authorization"] != nil })
    server.stop()
  }

  @Test("follows no redirect to another server, which learns nothing of who asks")
  func foreignRedirects() throws {
    let other = try ScriptedServer { _ in .answer(200) }
    let server = try ScriptedServer { request in
      request.target == "/loop"
        ? .answer(302, ["Location": "/loop"])
        : .answer(302, ["Location": "http://127.0.0.1:\(other.port)/book/"])
    }
    let (connection, url) = try connection(to: server, scheme: .basic) { _ in
      .password(user: "ann", "secret")
    }
    #expect(kind { _ = try connection.send(HTTPRequest("GET", url)) } == .unreachable)
    #expect(other.received.isEmpty)
    #expect(other.connectionCount == 0)
    let loop = WebURL(url.origin, target: "/loop")
    #expect(kind { _ = try connection.send(HTTPRequest("GET", loop)) } == .unreadable)
    #expect(server.received.count < 10)
    for server in [server, other] { server.stop() }
  }

  @Test("waits as a server says up to a minute, thrice, and then stops (RFC 9110 §10.2.3)")
  func busy() throws {
    let count = Mutex(0)
    let server = try ScriptedServer { request in
      let count = count.withLock { count in
        count += 1
        return count
      }
      switch request.target {
      case "/book/": return count < 3 ? .answer(429, ["Retry-After": "7"]) : .answer(200)
      case "/long": return .answer(503, ["Retry-After": "61"])
      case "/date":
        return count % 2 == 0
          ? .answer(200)
          : .answer(
            503,
            [
              "Date": "Thu, 29 Feb 2024 23:59:50 GMT",
              "Retry-After": "Fri, 01 Mar 2024 00:00:20 GMT",
            ])
      default: return .answer(503)
      }
    }
    var waits: [Int] = []
    let (connection, url) = try connection(to: server, wait: { waits.append($0) })
    #expect(try connection.send(HTTPRequest("GET", url)).status == 200)
    #expect(waits == [7, 7])
    func ask(_ target: String) -> RemoteError.Kind? {
      waits = []
      count.withLock { $0 = 0 }
      let url = WebURL(url.origin, target: target)
      return kind { _ = try connection.send(HTTPRequest("GET", url)) }
    }
    #expect(ask("/long") == .busy)
    #expect(waits.isEmpty)
    #expect(ask("/date") == nil)
    #expect(waits == [30])
    #expect(ask("/never") == .busy)
    #expect(waits == [5, 10, 15])
    server.stop()
  }

  @Test("says that a server is silent, gone, breaks off or says too much")
  func faults() throws {
    let server = try ScriptedServer { request in
      switch request.target {
      case "/stall": .stall(2000)
      case "/half": .octets(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".utf8))
      case "/noise": .octets(Array("no HTTP at all\r\n\r\n".utf8))
      case "/close": .octets([])
      default: .answer(200, [:], [UInt8](repeating: 0x61, count: 2 << 20))
      }
    }
    let (connection, url) = try connection(to: server)
    func ask(_ target: String) -> RemoteError.Kind? {
      kind { _ = try connection.send(HTTPRequest("GET", WebURL(url.origin, target: target))) }
    }
    for target in ["/stall", "/half", "/noise", "/close"] {
      #expect(ask(target) == .unreachable, "\(target)")
    }
    #expect(ask("/large") == .unreadable)
    // What failed stands in nobody's way.
    var request = HTTPRequest("GET", url)
    request.limit = 3 << 20
    #expect(try connection.send(request).body.count == 2 << 20)
    server.stop()
    #expect(ask("/close") == .unreachable)
  }

  @Test("reads which schemes a server offers, and not what stands in their parameters")
  func challenges() throws {
    let server = try ScriptedServer { _ in
      .answer(401, ["WWW-Authenticate": #"Negotiate, NTLM abc=, Custom a="x, Basic y", b=1"#])
    }
    let (connection, url) = try connection(to: server) { _ in .password(user: "a", "b") }
    #expect(kind { _ = try connection.send(HTTPRequest("GET", url)) } == .notAllowed)
    #expect(server.received.count == 1)
    server.stop()
  }
}
