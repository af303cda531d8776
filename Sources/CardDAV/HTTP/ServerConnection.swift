#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Requests to one server, of one user.
///
/// Whoever asks it gets an answer that says something: it follows redirects within the server, shows
/// who asks once the server wants to know, and waits as long as the server says where that is short.
/// Credentials go to this server only.
package final class ServerConnection {
  /// What a secret is wanted for.
  package struct Question: Hashable, Sendable {
    package let origin: WebURL.Origin
    package let user: String?
    /// Whether the last secret was refused.
    package let isRepeated: Bool
  }

  /// Finds a secret; `nil` where nobody knows one.
  package typealias CredentialSource = (Question) throws(RemoteError) -> Credentials?

  /// The longest that a server may have us wait (RFC 9110 §10.2.3).
  private static let longestWait = 60
  /// Seconds to wait where a server does not say how long.
  private static let usualWait = 5
  /// How often a server may say that it is busy.
  private static let mostWaits = 3
  private static let mostRedirects = 5

  package let origin: WebURL.Origin
  package let user: String?
  /// How the server wants credentials shown, once it has said so.
  package private(set) var scheme: AuthenticationScheme?
  /// Where the server redirected to, when that is another one.
  private var elsewhere: WebURL?

  private let session: HTTPSession
  private let source: CredentialSource
  private let wait: (Int) -> Void
  private var credentials: Credentials?
  private var hasRepeated = false
  /// Whether libcurl knows what the server wants of Digest.
  private var hasNegotiated = false
  /// Whether it was asked once more to show a password by Digest.
  private var hasShownAgain = false

  /// - Parameters:
  ///   - origin: The server.
  ///   - user: Who asks; whoever the secret is of where `nil`.
  ///   - scheme: How the server wanted credentials shown the last time, so that the first request has
  ///     them.
  ///   - options: How to go about it.
  ///   - wait: Lets seconds pass.
  ///   - credentials: Finds a secret, when one is wanted.
  /// - Throws: That libcurl is not there.
  package init(
    _ origin: WebURL.Origin, user: String? = nil, scheme: AuthenticationScheme? = nil,
    _ options: HTTPOptions = HTTPOptions(),
    wait: @escaping (Int) -> Void = ServerConnection.pause,
    credentials: @escaping CredentialSource
  ) throws(RemoteError) {
    self.origin = origin
    self.user = user
    self.scheme = scheme
    self.wait = wait
    session = try HTTPSession(options)
    source = credentials
  }

  /// How often the server was asked.
  package var requestCount: Int { session.requestCount }

  /// Sends a request, and has all of the answer.
  ///
  /// - Throws: That none came: nobody answers, nobody may ask, or the server has too much to do.
  package func send(_ request: HTTPRequest) throws(RemoteError) -> HTTPAnswer {
    var octets: [UInt8] = []
    let head = try send(request) { () throws(RemoteError) in
      octets = []
    } body: { (_, piece) throws(RemoteError) in
      octets += piece
    }
    return HTTPAnswer(head: head, body: octets)
  }

  /// Sends a request, and hands over the body as it comes where the request was understood and done;
  /// else the answer has it.
  ///
  /// - Parameters:
  ///   - request: What to ask.
  ///   - begin: Is called before a body comes, once more when it comes anew.
  ///   - body: Gets its pieces.
  /// - Returns: The answer, with the beginning of its body where it failed.
  /// - Throws: That no answer came, or what the closures throw.
  func stream(
    _ request: HTTPRequest, begin: () throws(RemoteError) -> Void,
    body: (ArraySlice<UInt8>) throws(RemoteError) -> Void
  ) throws(RemoteError) -> HTTPAnswer {
    var words: [UInt8] = []
    let head = try send(request) { () throws(RemoteError) in
      words = []
      try begin()
    } body: { (head, piece) throws(RemoteError) in
      if head.isSuccess {
        try body(piece)
      } else if words.count < HTTPRequest.mostOctetsOfText {
        words += piece
      }
    }
    return HTTPAnswer(head: head, body: words)
  }

  private func send(
    _ request: HTTPRequest, begin: () throws(RemoteError) -> Void,
    body: (HTTPHead, ArraySlice<UInt8>) throws(RemoteError) -> Void
  ) throws(RemoteError) -> HTTPHead {
    precondition(request.url.origin == origin, "a request goes to its own server")
    var request = request
    var waits = 0
    var redirects = 0
    // What was remembered of the last time spares a question.
    if scheme != nil, credentials == nil { try askForCredentials(isRepeated: false) }
    while true {
      let shown = shownCredentials
      try negotiate(request)
      try begin()
      let head = try session.send(request, shown, body: body)
      if head.status != 401, shown != nil { (hasRepeated, hasShownAgain) = (false, false) }
      switch head.status {
      case 401:
        try authenticate(head, wasShown: shown != nil)
      case 301, 302, 303, 307, 308:
        redirects += 1
        request.url = try target(of: head, from: request.url, redirects)
      case 429, 503:
        waits += 1
        try pause(head, waits)
      case 407:
        throw RemoteError(.notAllowed, "the proxy wants a password: put it into its variable")
      default:
        return head
      }
    }
  }

  private var shownCredentials: (Credentials, AuthenticationScheme)? {
    guard let credentials, let scheme else { return nil }
    return (credentials, scheme)
  }

  // MARK: Redirects

  /// RFC 9110 §15.4: where to ask instead, which is on the same server.
  ///
  /// The method stays, for what was asked is not to be had by GET.
  private func target(
    of head: HTTPHead, from url: WebURL, _ redirects: Int
  ) throws(RemoteError) -> WebURL {
    guard redirects <= ServerConnection.mostRedirects else {
      throw RemoteError(.unreadable, "\(origin) redirects again and again")
    }
    guard let location = head["location"], let target = url.resolving(location) else {
      throw RemoteError(.unreadable, "\(origin) redirects to nowhere")
    }
    guard target.origin == origin else {
      elsewhere = target
      throw ServerConnection.leading(from: origin, to: target)
    }
    return target
  }

  /// Where the server redirected to, if that was another one; once.
  func takeElsewhere() -> WebURL? {
    defer { elsewhere = nil }
    return elsewhere
  }

  /// Says that a server names another one, to which no credentials go by themselves.
  static func leading(from origin: WebURL.Origin, to target: WebURL) -> RemoteError {
    RemoteError(
      .unreachable, "\(origin) leads to another server; if you trust it, use \(target.text)")
  }

  // MARK: Waiting

  /// Lets seconds pass.
  package static func pause(_ seconds: Int) { _ = sleep(UInt32(seconds)) }

  private func pause(_ head: HTTPHead, _ waits: Int) throws(RemoteError) {
    let seconds = head["retry-after"].flatMap { RetryAfter.seconds($0, since: head["date"]) }
    guard (seconds ?? 0) <= ServerConnection.longestWait, waits <= ServerConnection.mostWaits else {
      let time = seconds.map { "; it says to try again after \($0) s" } ?? ""
      throw RemoteError(.busy, "\(origin) has too much to do (\(head.status))\(time)")
    }
    wait(max(1, seconds ?? ServerConnection.usualWait * waits))
  }

  // MARK: Credentials

  /// Gets ready to ask again after 401.
  private func authenticate(
    _ head: HTTPHead, wasShown: Bool
  ) throws(RemoteError) {
    let offered = ServerConnection.schemes(offeredBy: head)
    if credentials == nil { try askForCredentials(isRepeated: false) }
    let wanted: AuthenticationScheme
    switch credentials {
    case nil:
      throw RemoteError(.notAllowed, "\(origin) wants a password, and none is known")
    case .bearer:
      // Servers that take tokens do not always say so.
      wanted = .bearer
    case .password:
      let known: [AuthenticationScheme] = [.digest, .basic]
      guard let best = known.first(where: { offered.contains($0) })
      else {
        let names = head.fields.filter { $0.name == "www-authenticate" }.map(\.value)
        throw RemoteError(
          .notAllowed, "\(origin) takes no password: \(names.joined(separator: ", "))")
      }
      wanted = best
    }
    if wasShown, wanted == .digest, scheme == .digest, !hasShownAgain {
      // Where its question was answered with something else, libcurl has shown nothing yet.
      hasShownAgain = true
      return
    }
    if wasShown, wanted == scheme {
      guard !hasRepeated else { throw refused }
      hasRepeated = true
      credentials = nil
      try askForCredentials(isRepeated: true)
      guard credentials != nil else { throw refused }
    }
    scheme = wanted
  }

  /// Lets libcurl learn what a server wants of Digest.
  ///
  /// It asks with an empty body first, which sabre/dav answers with 500 where it is a REPORT.
  private func negotiate(_ request: HTTPRequest) throws(RemoteError) {
    guard scheme == .digest, case .password? = credentials, !hasNegotiated else { return }
    hasNegotiated = true
    guard request.method != "PROPFIND", request.method != "GET" else { return }
    let question = HTTPRequest.dav("PROPFIND", request.url, depth: 0, DAVBody.propfind([.etag]))
    _ = try session.send(question, shownCredentials) { (_, _) throws(RemoteError) in }
  }

  private var refused: RemoteError {
    RemoteError(.notAllowed, "\(origin) refuses the password\(user.map { " of \($0)" } ?? "")")
  }

  private func askForCredentials(isRepeated: Bool) throws(RemoteError) {
    credentials = try source(Question(origin: origin, user: user, isRepeated: isRepeated))
  }

  /// The schemes of `WWW-Authenticate`, of which there may be several in one field (RFC 9110 §11.6.1).
  static func schemes(offeredBy head: HTTPHead) -> Set<AuthenticationScheme> {
    var schemes: Set<AuthenticationScheme> = []
    for (name, value) in head.fields where name == "www-authenticate" {
      var isQuoted = false
      // Outside quotation marks a word that no `=` follows is a scheme.
      let words = value.split { character in
        if character == "\"" { isQuoted.toggle() }
        return !isQuoted && (character == "," || character == " " || character == "\t")
      }
      for word in words where !word.contains("=") {
        if let scheme = AuthenticationScheme(rawValue: word.lowercased()) { schemes.insert(scheme) }
      }
    }
    return schemes
  }
}

/// How long a server wants us to wait.
enum RetryAfter {
  /// Seconds, or a date less that of the answer (RFC 9110 §10.2.3); `nil` where it is neither.
  static func seconds(_ value: String, since date: String?) -> Int? {
    if let seconds = Int(value), seconds >= 0 { return seconds }
    guard let then = time(value), let now = date.flatMap(time) else { return nil }
    return max(0, then - now)
  }

  /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
  private static func time(_ text: String) -> Int? {
    let parts = text.split(separator: " ")
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), 1...31 ~= day,
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
      1970...9999 ~= year,
      case let clock = parts[4].split(separator: ":").compactMap({ Int($0) }), clock.count == 3,
      clock.allSatisfy({ 0...60 ~= $0 })
    else { return nil }
    // The days of a calendar whose years begin in March, so that a leap day is the last one.
    let (y, m) = month < 2 ? (year - 1, month + 10) : (year, month - 2)
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 719_469
    return ((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
  }
}
