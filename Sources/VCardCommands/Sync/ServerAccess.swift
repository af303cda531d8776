import ArgumentParser
import CardDAV
import ContactPages
import ContactStore
import SystemPackage
import VCard

/// The server of a source, as commands ask it.
struct ServerAccess {
  let secrets: SecretFinder

  /// The collection of a source, as it was when the server was asked what it can do.
  func collection(_ server: SourceServer) throws -> ServerCollection {
    let url = try WebURL.of(server.url)
    var abilities = CollectionAbilities()
    abilities.holdsVersion40 = server.holdsVersion40
    abilities.maximumSize = server.maximumSize
    abilities.isWritable = server.isWritable
    abilities.title = server.title
    abilities.color = server.color
    var description = CollectionDescription(url: url, abilities: abilities)
    description.tellsChanges = server.tellsChanges
    let connection = try ServerConnection(
      url.origin, user: server.user ?? url.user,
      scheme: server.scheme.flatMap { AuthenticationScheme(rawValue: $0) },
      try ServerAccess.options(server), credentials: secrets.credentials)
    return ServerCollection(description, connection)
  }

  /// Where somebody says that a server is.
  func place(_ text: String) throws -> Discovery.Place {
    do throws(WebURL.Problem) {
      return try Discovery.Place(text)
    } catch {
      throw CommandFailure(error, text)
    }
  }

  /// The collection of a source as its server describes it now.
  func description(
    of server: SourceServer
  ) throws -> (CollectionDescription, ServerConnection) {
    try Discovery.choose(nil, of: collections(at: place(server.url), server))
  }

  /// Looks for address books at a URL or a mailbox.
  ///
  /// - Parameters:
  ///   - place: Where to look.
  ///   - server: Who asks, and whom they trust.
  /// - Returns: One at least, each with the connection that it was found by.
  /// - Throws: Why there is none.
  func collections(
    at place: Discovery.Place, _ server: SourceServer
  ) throws -> [(CollectionDescription, ServerConnection)] {
    try Discovery(
      user: server.user, ServerAccess.options(server), isTrusted: secrets.isTrusted,
      credentials: secrets.credentials
    ).collections(at: place)
  }

  private static func options(_ server: SourceServer) throws -> HTTPOptions {
    var options = HTTPOptions()
    if let authority = server.authority {
      options.authorities = FilePath(authority)
      // libcurl tells a missing file from a bad one by words only.
      guard (try? Stat(FilePath(authority))) != nil else {
        throw CommandFailure(.noInput, "there is no file \(authority) of certificates")
      }
    }
    options.pins = server.pin.flatMap { Pin($0) }.map { [$0.octets] } ?? []
    return options
  }
}

/// SHA-256 of the public key of a server, as `openssl` and servers' pages print it.
struct Pin: Hashable, Sendable {
  let octets: [UInt8]

  /// Reads 64 hexadecimal digits, with or without colons, or 44 letters of base64 with `sha256//` or not.
  init?(_ text: String) {
    let digits = text.filter { $0 != ":" }
    if digits.utf8.count == 64, let number = Pin.octets(ofHexadecimal: digits) {
      octets = number
      return
    }
    let letters = text.hasPrefix("sha256//") ? String(text.dropFirst(8)) : text
    guard letters.utf8.count == 44, let number = Base64.decode(Array(letters.utf8)),
      number.count == 32
    else { return nil }
    octets = number
  }

  private static func octets(ofHexadecimal digits: String) -> [UInt8]? {
    var octets: [UInt8] = []
    var rest = digits[...]
    while !rest.isEmpty {
      guard let octet = UInt8(rest.prefix(2), radix: 16) else { return nil }
      octets.append(octet)
      rest = rest.dropFirst(2)
    }
    return octets
  }

  /// 64 digits.
  var text: String { octets.map { String($0, digits: 2, radix: 16) }.joined() }
}

extension SourceServer {
  /// Takes over what a server says of a collection.
  mutating func learn(_ description: CollectionDescription, _ connection: ServerConnection) {
    url = description.url.text
    title = description.abilities.title
    color = description.abilities.color
    holdsVersion40 = description.abilities.holdsVersion40
    maximumSize = description.abilities.maximumSize
    isWritable = description.abilities.isWritable
    tellsChanges = description.tellsChanges
    scheme = connection.scheme?.rawValue ?? scheme
  }

  /// What the collection is and can do, in words.
  var summary: String {
    var parts = [holdsVersion40 ? "vCard 3.0 and 4.0" : "vCard 3.0"]
    if isReadOnly || !isWritable { parts.append("read-only") }
    if let maximumSize { parts.append("cards of up to \(maximumSize) octets") }
    if !tellsChanges { parts.append("does not tell what has changed") }
    return "\(title.map { "\"\($0)\" at " } ?? "")\(url) (\(parts.joined(separator: ", ")))"
  }
}

extension WebURL {
  /// The URL that a book has for a source.
  static func of(_ text: String) throws -> WebURL {
    do throws(WebURL.Problem) {
      return try WebURL(text)
    } catch {
      throw CommandFailure(error, text)
    }
  }
}

extension CommandFailure {
  /// What is wrong with where somebody says that a server is.
  init(_ problem: WebURL.Problem, _ text: String) {
    switch problem {
    case .malformed: self.init(.usage, "\"\(text)\" is neither a URL of HTTP nor a mailbox")
    case .holdsPassword:
      self.init(
        .usage, "a URL with a password in it is seen by others",
        suggestion: "'man vcard-sync' says where passwords come from")
    case .plain:
      self.init(.usage, "\"\(text)\" is plain HTTP to another machine; use https://")
    }
  }

  /// Why a server cannot be worked with.
  init(_ error: RemoteError) {
    let exitCode: ExitCode =
      switch error.kind {
      case .unreachable, .noSuchCollection: .unavailable
      case .notAllowed: .notAllowed
      case .busy: .changed
      case .unreadable: .protocolError
      }
    self.init(exitCode, error.message)
  }

  /// Too much would be deleted.
  init(_ deletion: MassDeletion, source: String) {
    let place =
      switch deletion.side {
      case .book: "the book"
      case .server: "the server"
      }
    self.init(
      .changed, "\(deletion.count) of \(deletion.total) cards would be deleted from \(place)",
      suggestion: "if that is meant: 'vcard sync \(source) --allow-deletions \(deletion.count)'")
  }
}
