internal import NIOHTTP1

/// Looks at the head of each request, and turns away what is not of our own page.
///
/// Other pages of the same browser, other programs and other people of the machine may send whatever
/// they like. Nothing that they sent is in an answer.
struct PageGate: Sendable {
  /// Octets of a head: line and fields.
  static let mostOctets = 16 << 10
  /// Fields of a head.
  static let mostFields = 64
  /// Octets of a body.
  static let mostBody = 16 << 20

  /// What only shows something, and what changes something.
  private static let methods: (reading: [HTTPMethod], changing: [HTTPMethod]) = (
    [.GET, .HEAD], [.POST, .PUT, .PATCH, .DELETE]
  )

  /// Where we are, as a browser names it.
  let authority: String
  let session: PageSession
  /// Whether nothing may be changed.
  let isReadOnly: Bool

  /// What a session is known by; cookies know no ports.
  var cookieName: String { "vcard-\(authority.split(separator: ":").last ?? "")" }

  /// What is answered instead; `nil` for a request that may pass.
  func refusal(of head: HTTPRequestHead) -> PageResponse? {
    // RFC 9112 §2.3; of 1.0 nobody need say which host is meant.
    guard head.version == .http1_1 else {
      return PageResponse(.httpVersionNotSupported, "only HTTP/1.1 is spoken here")
    }
    let octets = head.headers.reduce(head.uri.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
    guard head.headers.count <= Self.mostFields, octets <= Self.mostOctets else {
      return PageResponse(.requestHeaderFieldsTooLarge, "too much stands in the head")
    }
    // RFC 9112 §3.2.1: the form that browsers use; others could name another host than Host does.
    let target = head.uri.utf8
    guard target.first == UInt8(ascii: "/"), target.dropFirst().first != UInt8(ascii: "/"),
      target.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return PageResponse(.badRequest, "this is no path") }
    // RFC 9112 §3.2. Another name is that of a page that had it point to us (DNS rebinding).
    guard head.headers["host"] == [authority] else {
      return PageResponse(.misdirectedRequest, "this is another host")
    }
    let (reading, changing) = Self.methods
    let isReading = reading.contains(head.method)
    guard isReading || changing.contains(head.method) else {
      var response = PageResponse(.methodNotAllowed, "this is not done here")
      // RFC 9110 §15.5.6.
      let allowed = (reading + changing).map(\.rawValue)
      response.headers.append(("Allow", allowed.joined(separator: ", ")))
      return response
    }
    let length = head.headers["content-length"].first.flatMap { Int($0) }
    guard (length ?? 0) <= Self.mostBody else {
      return PageResponse(.payloadTooLarge, "this is too much")
    }
    let path = Self.path(of: head)
    let isDoor = path == "/session" ? head.method == .POST : isReading && Self.isOpen(path)
    guard isDoor || isOpen(to: head) else {
      return PageResponse(.unauthorized, "open the address that the terminal shows")
    }
    let isAPI = path.hasPrefix("/api/") || path == "/events"
    guard isReading && !isAPI || isOfOurPage(head) else {
      return PageResponse(.forbidden, "another page asks for this")
    }
    // A link of another page leads nowhere; what the person types or keeps comes as `none`.
    let site = head.headers["sec-fetch-site"]
    guard isDoor || site.allSatisfy({ ["same-origin", "none"].contains($0) }) else {
      return PageResponse(.forbidden, "another page asks for this")
    }
    // What is converted becomes an answer, and changes nothing.
    let isHarmless = ["/session", "/api/stop", "/convert"].contains(path)
    guard isReading || !isReadOnly || isHarmless else {
      return PageResponse(.forbidden, "nothing is changed with --read-only")
    }
    return nil
  }

  /// The path that a request names.
  static func path(of head: HTTPRequestHead) -> String {
    String(head.uri.prefix { $0 != "?" && $0 != "#" })
  }

  /// Whether anybody may see what is there: it holds nothing of anybody.
  static func isOpen(_ path: String) -> Bool {
    path == "/" || ["door.js", "page.css", "icon.svg"].contains(String(path.dropFirst()))
  }

  /// Whether the browser was let in that sends a request.
  func isOpen(to head: HTTPRequestHead) -> Bool {
    head.headers["cookie"].contains { field in
      field.split(separator: ";").contains { cookie in
        let parts = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        return parts.count == 2 && parts[0] == cookieName && session.knows(String(parts[1]))
      }
    }
  }

  /// Whether a page of ours sends a request, as the browser says.
  ///
  /// Fetch Metadata Request Headers §2.4; browsers without them send Origin, RFC 6454 §7.
  private func isOfOurPage(_ head: HTTPRequestHead) -> Bool {
    let site = head.headers["sec-fetch-site"]
    if !site.isEmpty { return site == ["same-origin"] }
    return head.headers["origin"] == ["http://\(authority)"]
  }
}
