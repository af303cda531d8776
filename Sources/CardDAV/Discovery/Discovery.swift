/// Finds collections of cards (RFC 6764, RFC 5397).
///
/// ```
/// URL as given ─┐             ┌─ address book: that one
/// .well-known ──┼─ PROPFIND ──┼─ home sets ─────────────── PROPFIND Depth 1 ─ address books
/// / ────────────┘             └─ principal ─ PROPFIND ─ home sets ┘
/// ```
package final class Discovery {
  /// Where to look.
  package enum Place: Hashable, Sendable {
    case url(WebURL)
    case mailbox(local: String, domain: String)

    /// Reads a URL of HTTP or a mailbox.
    ///
    /// - Parameter text: What somebody typed.
    /// - Throws: What is wrong with it where it is neither.
    package init(_ text: String) throws(WebURL.Problem) {
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      guard !text.contains("/"), parts.count == 2, !parts[0].isEmpty,
        // What can be a host can be a domain.
        let url = try? WebURL("https://\(parts[1])/"), url.origin.port == 443, url.target == "/"
      else {
        self = .url(try WebURL(text))
        return
      }
      self = .mailbox(local: String(parts[0]), domain: url.origin.host)
    }
  }

  private let user: String?
  private let options: HTTPOptions
  private let records: ServiceRecords
  private let isTrusted: (WebURL) -> Bool
  private let wait: (Int) -> Void
  private let credentials: ServerConnection.CredentialSource
  private var connections: [WebURL.Origin: ServerConnection] = [:]

  /// What the server did not let us look at.
  private var refusal: RemoteError?

  /// Octets of an answer, which has thousands of collections in them.
  private static let mostOctets = 16 << 20
  private static let wellKnown = "/.well-known/carddav"
  /// Servers that may lead to each other.
  private static let mostServers = 4

  /// - Parameters:
  ///   - user: Who asks; whom the URL or the mailbox names where `nil`.
  ///   - options: How to go about it.
  ///   - records: Who is asked for servers of a domain.
  ///   - isTrusted: Whether credentials may go to a server that another one, or DNS, names.
  ///   - wait: Lets seconds pass.
  ///   - credentials: Finds a secret, when one is wanted.
  package init(
    user: String? = nil, _ options: HTTPOptions = HTTPOptions(),
    records: ServiceRecords = ServiceRecords(), isTrusted: @escaping (WebURL) -> Bool,
    wait: @escaping (Int) -> Void = ServerConnection.pause,
    credentials: @escaping ServerConnection.CredentialSource
  ) {
    self.user = user
    self.options = options
    self.records = records
    self.isTrusted = isTrusted
    self.wait = wait
    self.credentials = credentials
  }

  /// The collections of cards that are to be found at a place.
  ///
  /// - Returns: One at least, each with the connection that it was found by.
  /// - Throws: Why there is none.
  package func collections(
    at place: Place
  ) throws(RemoteError) -> [(CollectionDescription, ServerConnection)] {
    switch place {
    case .url(let url): return try look(at: url, as: user ?? url.user)
    case .mailbox(let local, let domain):
      let urls = try servers(of: domain)
      do throws(RemoteError) {
        return try look(at: urls, as: user ?? "\(local)@\(domain)")
      } catch {
        // RFC 6764 §6: some servers know people by what stands before the @.
        guard error.kind == .notAllowed, user == nil else { throw error }
        connections = [:]
        return try look(at: urls, as: local)
      }
    }
  }

  /// The one collection of several that somebody means.
  ///
  /// - Parameters:
  ///   - name: Its title, or the last part of its path; `nil` where there is but one.
  ///   - collections: All of them.
  /// - Returns: That one.
  /// - Throws: The names of all, where it is none of them, or more.
  package static func choose(
    _ name: String?, of collections: [(CollectionDescription, ServerConnection)]
  ) throws(RemoteError) -> (CollectionDescription, ServerConnection) {
    func names(_ collection: CollectionDescription) -> [String] {
      [MemberHref(collection.url.path).name] + (collection.abilities.title.map { [$0] } ?? [])
    }
    var meant = collections
    if let name {
      meant = collections.filter { names($0.0).contains(name) }
      if meant.isEmpty {
        let lower = name.lowercased()
        meant = collections.filter { names($0.0).contains { $0.lowercased() == lower } }
      }
    }
    if meant.count == 1 { return meant[0] }
    let all = collections.map { collection, _ in
      names(collection).joined(separator: " (") + (collection.abilities.title == nil ? "" : ")")
    }
    let problem =
      name.map { "\(meant.isEmpty ? "no" : "more than one") address book is called \($0)" }
      ?? "there is more than one address book"
    throw RemoteError(.noSuchCollection, "\(problem); there are \(all.joined(separator: ", "))")
  }

  // MARK: Servers

  /// Where to look for the cards of a domain.
  private func servers(of domain: String) throws(RemoteError) -> [WebURL] {
    let named = try records.servers(of: domain)
    let own = WebURL(
      WebURL.Origin(isSecure: true, host: domain, port: 443), target: "/")
    guard let best = named.first else { return [own] }
    // RFC 6764 §8: whoever forges answers of DNS gets no password.
    let isOwn = { (host: String) in host == domain || host.hasSuffix("." + domain) }
    let trusted = named.filter { isOwn($0.origin.host) || isTrusted($0) }
    guard trusted.isEmpty else { return trusted }
    throw RemoteError(
      .unreachable,
      "\(domain) has its cards on another server; if you trust it, use \(best.text)")
  }

  private func connection(
    to origin: WebURL.Origin, as user: String?
  ) throws(RemoteError) -> ServerConnection {
    if let connection = connections[origin] { return connection }
    let connection = try ServerConnection(
      origin, user: user, options, wait: wait, credentials: credentials)
    connections[origin] = connection
    return connection
  }

  // MARK: Looking

  private typealias Found = [(CollectionDescription, ServerConnection)]

  /// Looks at the first server that answers.
  private func look(at urls: [WebURL], as user: String?) throws(RemoteError) -> Found {
    for url in urls.dropLast() {
      do throws(RemoteError) {
        return try look(at: url, as: user)
      } catch {
        guard error.kind == .unreachable else { throw error }
      }
    }
    guard let last = urls.last else { return [] }
    return try look(at: last, as: user)
  }

  /// Looks at a URL, then where its server should say more.
  private func look(at url: WebURL, as user: String?) throws(RemoteError) -> Found {
    let others = [Discovery.wellKnown, "/"].map { WebURL(url.origin, target: $0) }
    // The root says the least.
    let urls = (url.target == "/" ? [] : [url]) + others
    for candidate in urls {
      let found = try look(at: candidate, user, servers: 1)
      if !found.isEmpty { return found }
    }
    throw refusal ?? RemoteError(.noSuchCollection, "there is no address book at \(url.text)")
  }

  /// What a URL leads to; nothing where it leads nowhere.
  private func look(at url: WebURL, _ user: String?, servers: Int) throws(RemoteError) -> Found {
    let connection = try connection(to: url.origin, as: user)
    let answers: [DAVResponse]
    do throws(RemoteError) {
      let names = CollectionDescription.properties + [.principal, .homeSet]
      answers = try ask(connection, url, depth: 0, names)
    } catch {
      guard let elsewhere = connection.takeElsewhere() else { throw error }
      guard servers < Discovery.mostServers, isTrusted(elsewhere) else { throw error }
      return try look(at: elsewhere, user, servers: servers + 1)
    }
    for answer in answers {
      let place = answer.hrefs.first.flatMap { url.resolving($0) } ?? url
      // As the server calls it, so that members are below it.
      let own = place.origin == url.origin ? place : url
      if let book = CollectionDescription(answer, at: own) { return [(book, connection)] }
      let homes = answer.properties[.homeSet]?.hrefs ?? []
      if !homes.isEmpty { return try books(in: homes, from: url, user) }
      if let href = answer.properties[.principal]?.hrefs.first {
        guard let principal = url.resolving(href) else { continue }
        let found = try self.homes(of: principal, from: url, user)
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  /// RFC 6352 §7.1.1.
  private func homes(
    of principal: WebURL, from url: WebURL, _ user: String?
  ) throws(RemoteError) -> Found {
    try check(principal, from: url)
    let connection = try connection(to: principal.origin, as: user)
    let answers = try ask(connection, principal, depth: 0, [.homeSet])
    return try books(
      in: answers.flatMap { $0.properties[.homeSet]?.hrefs ?? [] }, from: principal, user)
  }

  /// The address books one level deep in collections, which may be such themselves.
  private func books(
    in homes: [String], from url: WebURL, _ user: String?
  ) throws(RemoteError) -> Found {
    var found: Found = []
    var known: Set<MemberHref> = []
    for href in homes {
      guard let home = url.resolving(href) else { continue }
      try check(home, from: url)
      let connection = try connection(to: home.origin, as: user)
      let answers = try ask(connection, home, depth: 1, CollectionDescription.properties)
      for answer in answers {
        guard let href = answer.hrefs.first, let place = home.resolving(href),
          let book = CollectionDescription(
            answer, at: WebURL(home.origin, user: home.user, target: place.target)),
          known.insert(MemberHref(book.url.text)).inserted
        else { continue }
        found.append((book, connection))
      }
    }
    return found
  }

  /// Lets credentials go to another server only where somebody trusts it.
  private func check(_ target: WebURL, from url: WebURL) throws(RemoteError) {
    guard target.origin == url.origin || isTrusted(target) else {
      throw ServerConnection.leading(from: url.origin, to: target)
    }
  }

  /// What a server says of a URL; nothing where there is nothing of WebDAV.
  private func ask(
    _ connection: ServerConnection, _ url: WebURL, depth: Int, _ names: [DAVName]
  ) throws(RemoteError) -> [DAVResponse] {
    var request = HTTPRequest.dav("PROPFIND", url, depth: depth, DAVBody.propfind(names))
    request.limit = Discovery.mostOctets
    let answer = try connection.send(request)
    switch answer.status {
    case 200..<300: break
    case 403:
      refusal = RemoteError(.notAllowed, "\(url.text) may not be looked at (403)")
      return []
    case 500...599: throw RemoteError(.unreachable, "\(url.origin) fails (\(answer.status))")
    default: return []
    }
    let reader = MultistatusReader()
    do throws(RemoteError) {
      try reader.append(answer.body[...])
      try reader.finish()
    } catch {
      // A page for people: the cards are elsewhere on this server.
      return []
    }
    return reader.take().filter { ($0.status ?? 200) < 400 }
  }
}
