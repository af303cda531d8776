// The one file of this module that touches C pointers of libcurl.

private import CCurl
package import SystemPackage
private import VCard

/// How a client of HTTP goes about it.
package struct HTTPOptions: Sendable {
  /// Who asks, as servers write it into their logs.
  package var agent = "vcard"
  /// A file with the certificates that are trusted instead of those of the system.
  package var authorities: FilePath?
  /// SHA-256 of public keys, of which the server must have one; any where empty.
  package var pins: [[UInt8]] = []
  /// How long it may take until a connection stands.
  package var connecting: Duration = .seconds(15)
  /// How long nothing may come or go: a server was seen to think 260 s before it listed 10,000 cards.
  package var silence: Duration = .seconds(300)
  /// How long a request may take altogether.
  package var whole: Duration = .seconds(3600)

  package init() {}
}

/// Who sends a request.
package enum Credentials: Hashable, Sendable {
  case password(user: String, String)
  /// A token of OAuth 2.0 (RFC 6750).
  case bearer(String)
}

/// How credentials are shown to a server.
package enum AuthenticationScheme: String, Hashable, Sendable {
  /// RFC 7617.
  case basic
  /// RFC 7616.
  case digest
  /// RFC 6750.
  case bearer
}

/// A client of HTTP that does one request at a time, and keeps its connections: libcurl.
///
/// It follows no redirect. Plain HTTP goes to this machine only, and to none by a proxy.
@safe final class HTTPSession {
  private let session: OpaquePointer
  private let options: HTTPOptions

  /// Octets of a body in a piece: what is read of it at once takes many times as much.
  private static let mostOctetsAtOnce = 1 << 16

  /// How often servers were asked.
  private(set) var requestCount = 0

  /// - Throws: That libcurl is not there.
  init(_ options: HTTPOptions) throws(RemoteError) {
    var reason: UnsafePointer<CChar>?
    guard let session = unsafe ccurl_create(&reason) else {
      let reason = unsafe reason.map { unsafe String(cString: $0) } ?? ""
      throw RemoteError(.unreachable, reason)
    }
    unsafe self.session = session
    self.options = options
    let pins = options.pins.map { "sha256//" + String(decoding: Base64.encode($0), as: UTF8.self) }
      .joined(separator: ";")
    if let authorities = options.authorities { set(CCURL_AUTHORITIES, authorities.string) }
    if !pins.isEmpty { set(CCURL_PIN, pins) }
    set(CCURL_CONNECT_TIME, options.connecting.milliseconds)
    set(CCURL_SILENCE, options.silence.milliseconds)
    set(CCURL_WHOLE_TIME, options.whole.milliseconds)
  }

  deinit { unsafe ccurl_free(session) }

  /// Sends a request, and hands over the body of the answer as it comes.
  ///
  /// - Parameters:
  ///   - request: What to ask.
  ///   - credentials: Whose it is, and how that is shown; nobody's where `nil`.
  ///   - body: Gets pieces of the body, whatever the status is. What it throws ends the request.
  /// - Returns: The head of the answer.
  /// - Throws: That no answer came, or not all of it.
  func send(
    _ request: HTTPRequest, _ credentials: (Credentials, AuthenticationScheme)?,
    body: (HTTPHead, ArraySlice<UInt8>) throws(RemoteError) -> Void
  ) throws(RemoteError) -> HTTPHead {
    guard request.url.origin.isSecure || request.url.origin.isLoopback else {
      throw RemoteError(.unreachable, "plain HTTP is for this machine only; use https://")
    }
    unsafe ccurl_cancel(session)
    prepare(request)
    set(credentials)
    defer {
      requestCount += max(1, Int(unsafe ccurl_rounds(session)))
      // Nothing of a request is there longer than it takes.
      unsafe ccurl_cancel(session)
      set(CCURL_SECRET, nil)
    }
    var step = unsafe ccurl_begin(session)
    var head: HTTPHead?
    while step == CCURL_PIECE {
      step = unsafe ccurl_step(session)
      var count: Int64 = 0
      let octets = unsafe ccurl_octets(session, &count)
      guard count > 0, step == CCURL_PIECE || step == CCURL_DONE else { continue }
      let known = head ?? currentHead
      head = known
      let came = unsafe UnsafeBufferPointer(start: octets, count: Int(count))
      for start in stride(from: 0, to: came.count, by: HTTPSession.mostOctetsAtOnce) {
        let end = min(start + HTTPSession.mostOctetsAtOnce, came.count)
        try body(known, unsafe Array(came[start..<end])[...])
      }
    }
    guard step == CCURL_DONE else { throw failure(step, request.url.origin) }
    return head ?? currentHead
  }

  private func prepare(_ request: HTTPRequest) {
    set(CCURL_URL, request.url.origin.description + request.url.requestTarget)
    set(CCURL_METHOD, request.method)
    set(CCURL_MOST_OCTETS, Int64(request.limit))
    // A proxy of the environment may be another machine, and these connections are not encrypted.
    set(CCURL_DIRECT, request.url.origin.isLoopback ? 1 : 0)
    set(CCURL_COMPRESSED, request.mayBeCompressed ? 1 : 0)
    var fields = request.fields
    fields.append(("User-Agent", options.agent))
    if !request.mayBeCompressed { fields.append(("Accept-Encoding", "identity")) }
    // Nothing waits for a server that does not know the word.
    fields.append(("Expect", ""))
    for (name, value) in fields {
      precondition(!value.utf8.contains { $0 < 0x20 && $0 != 0x09 }, "a field is one line")
      unsafe ccurl_add_header(session, "\(name): \(value)")
    }
    if let body = request.body {
      unsafe body.withUnsafeBufferPointer {
        unsafe ccurl_set_body(session, $0.baseAddress, Int64($0.count))
      }
    }
  }

  private func set(_ credentials: (Credentials, AuthenticationScheme)?) {
    switch credentials {
    case (.password(let user, let password), let scheme)?:
      set(CCURL_SCHEME, Int64(scheme == .digest ? CCURL_DIGEST : CCURL_BASIC))
      set(CCURL_USER, user)
      set(CCURL_SECRET, password)
    case (.bearer(let token), _)?:
      set(CCURL_SCHEME, Int64(CCURL_BEARER))
      set(CCURL_SECRET, token)
    case nil: set(CCURL_SCHEME, Int64(CCURL_NOBODY))
    }
  }

  private var currentHead: HTTPHead {
    var count: Int64 = 0
    let lines = unsafe ccurl_head(session, &count)
    return HTTPHead(
      status: Int(unsafe ccurl_status(session)),
      lines: unsafe Array(UnsafeBufferPointer(start: lines, count: Int(count))))
  }

  private func failure(_ step: Int32, _ origin: WebURL.Origin) -> RemoteError {
    let words = unsafe String(cString: ccurl_reason(session))
    let reason = words.isEmpty ? "" : ": \(words)"
    return switch Int(step) {
    case CCURL_NAME: RemoteError(.unreachable, "there is no host \(origin.host)\(reason)")
    case CCURL_CONNECT: RemoteError(.unreachable, "nobody answers at \(origin)\(reason)")
    case CCURL_TIME: RemoteError(.unreachable, "\(origin) does not answer in time\(reason)")
    case CCURL_TRUST: RemoteError(.unreachable, "\(origin) cannot be trusted\(reason)")
    case CCURL_BROKEN: RemoteError(.unreachable, "the connection to \(origin) broke off\(reason)")
    case CCURL_LARGE: RemoteError(.unreadable, "the answer of \(origin) is too large")
    case CCURL_MEMORY: RemoteError(.unreachable, "there is not enough memory")
    default: RemoteError(.unreachable, "\(origin) cannot be asked\(reason)")
    }
  }

  private func set(_ text: Int, _ value: String?) {
    unsafe ccurl_set_text(session, Int32(text), value)
  }

  private func set(_ number: Int, _ value: Int64) {
    unsafe ccurl_set_number(session, Int32(number), value)
  }
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
