import ContactPages
import ContactStore
import Foundation
import Page
import TestSupport
import Testing

/// Each line of what keeps others out has a request here that fails as it says.
@Suite("The page's server turns away what is not of its own page", .serialized)
struct PageSecurityTests {
  @Test("it is at an address of this machine that is made up, and each run has its own")
  func address() async throws {
    let (one, other) = (try await Served(), try await Served())
    #expect(one.host.hasPrefix("127.") && one.host != "127.0.0.1" && one.host != other.host)
    // What is bound to one address is not reached by another of the same machine.
    #expect(throws: (any Error).self) { try RawConnection("127.0.0.1", one.port) }
    await one.stop()
    await other.stop()
  }

  @Test(
    "a name that was made to lead here is another host; one is named, once, and in no other place")
  func hosts() async throws {
    let served = try await Served()
    for host in [
      "evil.example", "localhost:\(served.port)", served.host, "\(served.authority).", "",
    ] {
      #expect(try await served.send("GET /", host: host).status == 421, "\(host)")
    }
    #expect(try await served.send("GET /", ["Host: evil.example"]).status == 421)
    let connection = try RawConnection(served.host, served.port)
    try connection.send("GET / HTTP/1.1\r\nAccept: */*\r\n\r\n")
    #expect(await connection.answer().status == 421)
    #expect(try await served.send("GET http://evil.example/").status == 400)
    #expect(try await served.send("GET //evil.example/").status == 400)
    let old = try RawConnection(served.host, served.port)
    try old.send("GET / HTTP/1.0\r\nHost: \(served.authority)\r\n\r\n")
    #expect(await old.answer().status == 505)
    #expect(try await served.send("GET /").status == 200)
    await served.stop()
  }

  @Test("the key opens once, and only for two minutes; whoever is in may open the address again")
  func key() async throws {
    let served = try await Served()
    #expect(served.key.count == 64)
    let wrong = String(repeating: "0", count: 64)
    #expect(try await served.send("POST /session", [Served.ours], body: wrong).status == 403)
    let cookie = try await served.open()
    #expect(try await served.send("GET /people", [cookie]).status == 200)
    #expect(try await served.send("POST /session", [Served.ours], body: served.key).status == 403)
    #expect(
      try await served.send("POST /session", [Served.ours, cookie], body: served.key).status == 200)
    #expect(try await served.send("GET /", [cookie])["location"] == "/people")
    await served.stop()
    #expect(PageServerOptions().keyValidity == .seconds(120))
    let late = try await Served(validity: .zero)
    #expect(try await late.send("POST /session", [Served.ours], body: late.key).status == 403)
    await late.stop()
  }

  @Test("the door holds nothing of anybody, and the cookie is for this server's own pages alone")
  func door() async throws {
    let served = try await Served()
    for path in ["/", "/door.js", "/page.css", "/icon.svg"] {
      let answer = try await served.send("GET \(path)")
      #expect(answer.status == 200 && !answer.body.contains("Kate"), "\(path)")
    }
    let answer = try await served.send("POST /session", [Served.ours], body: served.key)
    let cookie = try #require(answer["set-cookie"])
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    #expect(cookie.hasPrefix("vcard-\(served.port)="))
    #expect(!answer.body.contains(served.key))
    await served.stop()
  }

  @Test(
    "without the cookie nothing else is seen",
    arguments: [
      "GET /people", "GET /people/1", "GET /api/people", "GET /photo/1/64", "GET /events",
      "GET /page.js", "POST /api/stop", "DELETE /api/people/1", "GET /nothing",
    ])
  func closed(request: String) async throws {
    let served = try await Served()
    for lines in [[Served.ours], [Served.ours, "Cookie: vcard-\(served.port)=\(served.key)"]] {
      let answer = try await served.send(request, lines)
      #expect(answer.status == 401 && !answer.body.contains("Kate"))
    }
    await served.stop()
  }

  @Test("another page's request is turned away, even with the cookie")
  func others() async throws {
    let served = try await Served()
    let cookie = try await served.open()
    for site in ["cross-site", "same-site", "none", ""] {
      let lines = [cookie] + (site.isEmpty ? [] : ["Sec-Fetch-Site: \(site)"])
      #expect(try await served.send("GET /api/people", lines).status == 403, "\(site)")
      #expect(try await served.send("GET /events", lines).status == 403, "\(site)")
      #expect(try await served.send("POST /api/stop", lines).status == 403, "\(site)")
    }
    #expect(
      try await served.send("GET /people", [cookie, "Sec-Fetch-Site: cross-site"]).status == 403)
    #expect(try await served.send("GET /people", [cookie, "Sec-Fetch-Site: none"]).status == 200)
    let origin = "Origin: http://\(served.authority)"
    #expect(try await served.send("GET /api/people", [cookie, origin]).status == 200)
    for origin in [
      "null", "http://evil.example", "http://\(served.host)", "https://\(served.authority)",
    ] {
      #expect(
        try await served.send("GET /api/people", [cookie, "Origin: \(origin)"]).status == 403)
    }
    #expect(
      try await served.send("POST /session", ["Sec-Fetch-Site: cross-site"], body: served.key)
        .status
        == 403)
    await served.stop()
  }

  @Test("a form without the word of the session changes nothing")
  func forms() async throws {
    let served = try await Served()
    let cookie = try await served.open()
    let form = "Content-Type: application/x-www-form-urlencoded"
    for body in ["", "session=", "session=\(served.key)", "x=y"] {
      let answer = try await served.send("POST /undo", [cookie, Served.ours, form], body: body)
      #expect(answer.status == 403, "\(body)")
    }
    await served.stop()
  }

  @Test(
    "what is not done here is refused by its method",
    arguments: [
      "TRACE", "CONNECT", "OPTIONS", "PROPFIND",
    ])
  func methods(method: String) async throws {
    let served = try await Served()
    let cookie = try await served.open()
    let answer = try await served.send("\(method) /people", [cookie, Served.ours])
    #expect([400, 405].contains(answer.status))
    let allowed = answer.headers.filter { $0.name == "allow" }.map(\.value)
    #expect(allowed == (answer.status == 405 ? ["GET, HEAD, POST, PUT, PATCH, DELETE"] : []))
    await served.stop()
  }

  @Test("every answer says what a browser may do with it")
  func headers() async throws {
    let served = try await Served()
    let cookie = try await served.open()
    for path in ["/people", "/people/1", "/page.js", "/nothing", "/api/people"] {
      let answer = try await served.send("GET \(path)", [cookie, Served.ours])
      let policy = answer["content-security-policy"] ?? ""
      for rule in [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
        "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
      ] { #expect(policy.contains(rule), "\(path)") }
      #expect(answer["x-content-type-options"] == "nosniff")
      #expect(answer["referrer-policy"] == "no-referrer")
      #expect(answer["cross-origin-opener-policy"] == "same-origin")
      #expect(answer["cross-origin-resource-policy"] == "same-origin")
      #expect(answer["cache-control"] == "no-store")
      #expect(!answer.body.contains("<script>") && !answer.body.contains(" style="))
    }
    await served.stop()
  }

  @Test(
    "no file and no place elsewhere is reached by a path, and errors repeat nothing",
    arguments: [
      "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/page.css/../../book.sqlite",
      "/book.sqlite",
      "/people?next=http://evil.example/", "/photo/..%2f..%2fetc/64", "/photo/1/99999",
      "/people/%3Cscript%3Ealert(1)%3C/script%3E", "/review/back?to=//evil.example",
    ])
  func paths(path: String) async throws {
    let served = try await Served()
    let cookie = try await served.open()
    let answer = try await served.send("GET \(path)", [cookie, Served.ours])
    #expect([200, 404].contains(answer.status) && answer["location"] == nil)
    #expect(!answer.body.contains("root:") && !answer.body.contains("<script>alert"))
    #expect(!answer.body.contains("evil.example") && !answer.body.contains("SQLite format"))
    await served.stop()
  }

  @Test("heads and bodies have bounds")
  func bounds() async throws {
    let served = try await Served()
    let cookie = try await served.open()
    let long = "X-Long: " + String(repeating: "a", count: 17 << 10)
    #expect(try await served.send("GET /", [long]).status == 431)
    let many = (0..<70).map { "X-\($0): a" }
    #expect(try await served.send("GET /", many).status == 431)
    #expect(try await served.send("GET /" + String(repeating: "a", count: 17 << 10)).status == 431)
    let large = try RawConnection(served.host, served.port)
    try large.send(
      """
      POST /api/arrivals HTTP/1.1\r\nHost: \(served.authority)\r\n\(cookie)\r\n\(Served.ours)\r\n\
      Content-Length: 99999999\r\n\r\n
      """)
    #expect(await large.answer().status == 413)
    let huge = try RawConnection(served.host, served.port)
    try huge.send(
      "GET / HTTP/1.1\r\n"
        + String(repeating: "X: " + String(repeating: "a", count: 1000) + "\r\n", count: 30))
    #expect(await huge.answer().status == 431)
    #expect(await huge.isClosed())
    // Two lengths, a length and chunks, and a line that only a line feed ends: nobody guesses.
    for lines in [
      "Content-Length: 1\r\nContent-Length: 2", "Content-Length: 1\r\nTransfer-Encoding: chunked",
    ] {
      let smuggling = try RawConnection(served.host, served.port)
      try smuggling.send(
        "POST /session HTTP/1.1\r\nHost: \(served.authority)\r\n\(Served.ours)\r\n\(lines)\r\n\r\nab"
      )
      #expect(await smuggling.answer().status == 400)
    }
    await served.stop()
  }

  @Test("a head that does not come is not waited for, and of connections there are 32", .slow)
  func waiting() async throws {
    let served = try await Served()
    let slow = try RawConnection(served.host, served.port)
    try slow.send("GET / HTTP/1.1\r\nHo")
    #expect(await slow.answer().status == 408)
    #expect(await slow.isClosed())
    var connections: [RawConnection] = []
    for _ in 0..<32 {
      let connection = try RawConnection(served.host, served.port)
      try connection.send("GET / HTTP/1.1\r\nHost: \(served.authority)\r\n\r\n")
      #expect(await connection.answer().status == 200)
      connections.append(connection)
    }
    let further = try RawConnection(served.host, served.port)
    #expect(await further.answer().status == 503)
    connections.removeAll()
    var status = 0
    for _ in 0..<50 where status != 200 {
      try await Task.sleep(for: .milliseconds(20))
      status = try await served.send("GET /").status
    }
    #expect(status == 200)
    await served.stop()
  }

  @Test("whoever only looks changes nothing, whatever the address says")
  func looking() async throws {
    let served = try await Served([CardSamples.card("Kate", "TEL:1"), CardSamples.card("Ole")])
    let cookie = try await served.open()
    let page = try await served.send("GET /people/new", [cookie]).body
    let word = try Served.field("session", of: page)
    let book = try DatabaseBook(served.folder.path("book.sqlite"), for: .reading)
    let before = try book.newestChange()
    for path in [
      "/people/new?given=Eva", "/people/1/edit?was.title=&title=Cook", "/people/1/photo?do=remove",
      "/people/chosen?do=linked&id=1&id=2", "/people/chosen?do=merged&id=1&id=2", "/undo?request=1",
      "/review?pair=1&answer=same", "/review/back", "/review/apply?way=merge",
      "/arrivals/1?do=sure",
      "/api/stop", "/api/people/1", "/api/undo?request=1",
    ] {
      let query = path.contains("?") ? "&" : "?"
      for method in ["GET", "HEAD"] {
        let answer = try await served.send(
          "\(method) \(path)\(query)session=\(word)",
          [cookie, Served.ours, "Connection: close"])
        #expect([200, 404].contains(answer.status), "\(method) \(path)")
      }
    }
    #expect(try book.newestChange() == before)
    #expect(try await served.send("GET /people", [cookie]).status == 200)
    await served.stop()
  }

  @Test("the server ends when nobody has come for long", .slow)
  func idle() async throws {
    let served = try await Served(idle: .milliseconds(500))
    await served.end()
    #expect(throws: (any Error).self) { try RawConnection(served.host, served.port) }
  }

  @Test("with --read-only nothing is changed, and no form asks for it")
  func readOnly() async throws {
    let served = try await Served(readOnly: true)
    let cookie = try await served.open()
    for request in ["POST /people/1/edit", "POST /undo", "DELETE /api/people/1", "POST /review"] {
      #expect(try await served.send(request, [cookie, Served.ours]).status == 403, "\(request)")
    }
    let page = try await served.send("GET /people/1", [cookie])
    #expect(page.body.contains("Kate Bell") && !page.body.contains("method=\"post\""))
    await served.stop()
  }

  @Test("what a card says does nothing on any page")
  func hostile() async throws {
    let evil = "</title><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"
    let card = CardSamples.card(
      evil, "N:\(evil);\u{202E}evil;;;", "ORG:\(evil)", "NOTE:\(evil)", "TEL;TYPE=home:*#06#",
      "TEL:+1 408 555 0100", "URL:javascript:alert(1)", "URL:data:text/html,x",
      "URL:https://a.example/?\"onx=",
      "EMAIL:a@b.example?bcc=\"x@y", "item1.TEL:1", "item1.X-ABLabel:\(evil)", "CATEGORIES:\(evil)",
      "PHOTO;ENCODING=b;TYPE=SVG:PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+")
    let group = CardSamples.card(evil, "KIND:group", version: "4.0")
    let served = try await Served([card, group])
    let cookie = try await served.open()
    for path in [
      "/people", "/people/1", "/people/1/edit", "/people/1/history", "/book", "/undo",
      "/people?q=script", "/people?in=group-2", "/people?q=%3Cscript%3Ealert(1)%3C/script%3E",
    ] {
      let page = try await served.send("GET \(path)", [cookie]).body
      #expect(!page.contains("<script>") && !page.contains("<img src=x"), "\(path)")
      // A form gives back what is on the card, in fields of their own direction.
      #expect(path.hasSuffix("/edit") || !page.contains("\u{202E}"), "\(path)")
      for target in ["javascript:", "data:", "*#06#\"", "tel:*"] {
        #expect(!page.contains("href=\"\(target)"), "\(path) \(target)")
      }
    }
    let page = try await served.send("GET /people/1", [cookie]).body
    #expect(page.contains("href=\"tel:+14085550100\"") && page.contains("*#06#"))
    #expect(page.contains("href=\"mailto:a@b.example%3Fbcc%3D%22x@y\""))
    #expect(page.contains("rel=\"noopener noreferrer\""))
    // What is no picture that our codec reads is none.
    #expect(try await served.send("GET /photo/1/64", [cookie]).status == 404)
    // The drawing itself is kept as a file of no kind, and runs nowhere.
    let original = try await served.send("GET /photo/1/original", [cookie])
    #expect(original.status == 200 && original.body == "<svg onload=\"alert(1)\"/>")
    #expect(original["content-type"] == "application/octet-stream")
    #expect(original["content-disposition"] == "attachment; filename=\"photo.bin\"")
    #expect(original.headers.contains { $0 == ("content-security-policy", "sandbox") })
    #expect(try await served.send("GET /photo/9/original", [cookie]).status == 404)
    let list = try await served.send("GET /api/people", [cookie, Served.ours])
    #expect(list["content-type"] == "application/json; charset=utf-8")
    #expect(!list.body.contains("\u{202E}"))
    await served.stop()
  }

  @Test("whoever ends it waits for nobody: events end, and the port is free")
  func ends() async throws {
    let served = try await Served()
    let cookie = try await served.open()
    let listener = try RawConnection(served.host, served.port)
    try listener.send(
      "GET /events HTTP/1.1\r\nHost: \(served.authority)\r\n\(cookie)\r\n\(Served.ours)\r\n\r\n")
    try await Task.sleep(for: .milliseconds(300))
    let start = ContinuousClock.now
    #expect(try await served.send("POST /api/stop", [cookie, Served.ours]).status == 202)
    await served.stop()
    #expect(start.duration(to: .now) < .seconds(10))
    let text = await listener.answer()
    #expect(text.status == 200 && text.body.contains("event: end"))
    #expect(throws: (any Error).self) { try RawConnection(served.host, served.port) }
  }
}
