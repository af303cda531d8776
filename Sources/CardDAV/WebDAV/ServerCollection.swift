import VCard

/// Where a collection of cards is, and what its server says of it.
package struct CollectionDescription: Hashable, Sendable {
  package var url: WebURL
  package var abilities: CollectionAbilities
  /// Whether it can tell what has changed since (RFC 6578); it is tried where the server does not say.
  package var tellsChanges = true

  package init(url: WebURL, abilities: CollectionAbilities) {
    self.url = url
    self.abilities = abilities
  }

  /// What is asked of a collection.
  static let properties: [DAVName] = [
    .resourceType, .displayName, .supportedAddressData, .maximumSize, .privileges,
    .supportedReports, .color, .calendarColor,
  ]

  /// A collection of cards as its server tells of it; `nil` for what is none (RFC 6352 §5.2).
  init?(_ response: DAVResponse, at url: WebURL) {
    guard let type = response.properties[.resourceType], type.names.contains(.addressBook) else {
      return nil
    }
    self.url = url
    abilities = CollectionAbilities()
    let properties = response.properties
    abilities.holdsVersion40 =
      properties[.supportedAddressData]?.versions.contains("4.0") ?? false
    abilities.maximumSize = properties[.maximumSize].flatMap { Int($0.trimmed) }
      .flatMap { $0 > 0 ? $0 : nil }
    abilities.title = properties[.displayName].flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    abilities.color =
      [.color, .calendarColor].lazy
      .compactMap { properties[$0].flatMap { CollectionDescription.color($0.trimmed) } }.first
    // A server that does not tell privileges tells by refusing.
    if let privileges = properties[.privileges] {
      let writing: Set<DAVName> = [
        DAVName(DAVName.dav, "all"), DAVName(DAVName.dav, "write"),
        DAVName(DAVName.dav, "write-content"), DAVName(DAVName.dav, "bind"),
      ]
      abilities.isWritable = !writing.isDisjoint(with: privileges.names)
    }
    if let reports = properties[.supportedReports] {
      tellsChanges = reports.names.contains(.syncCollection)
    }
  }

  /// `#RRGGBB` of that, or of the same with an opacity after it.
  private static func color(_ text: String) -> String? {
    let digits = text.utf8.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 & 0xDF })
    else { return nil }
    return String(text.prefix(7)).uppercased()
  }
}

/// A collection of cards on a server (RFC 6352).
package final class ServerCollection: RemoteCollection {
  /// Hrefs in a request.
  static let mostHrefs = 100

  package let url: WebURL
  package let abilities: CollectionAbilities

  let connection: ServerConnection
  let tellsChanges: Bool
  let href: MemberHref

  /// - Parameters:
  ///   - description: What the server said of it.
  ///   - connection: To its server.
  package init(_ description: CollectionDescription, _ connection: ServerConnection) {
    url = description.url
    abilities = description.abilities
    tellsChanges = description.tellsChanges
    href = MemberHref(description.url.path)
    self.connection = connection
  }

  package var requestCount: Int { connection.requestCount }

  /// How the server wants credentials shown, once it has said so.
  package var scheme: String? { connection.scheme?.rawValue }

  /// Where a member is.
  ///
  /// Whatever server an href names, as one behind a proxy may name itself by another name: a request for
  /// a member goes to the server of the collection.
  ///
  /// - Throws: That it is no member.
  func memberURL(_ member: String) throws(RemoteError) -> WebURL {
    guard MemberHref(member).isBelow(href) else { throw isForeign(member) }
    let path = String(decoding: MemberHref.path(of: member), as: UTF8.self)
    return WebURL(url.origin, user: url.user, target: path)
  }

  func isForeign(_ member: String) -> RemoteError {
    RemoteError(.unreadable, "\(url.text) names what is not in it: \(member)")
  }

  package func newHref() -> String {
    // RFC 6352 §6.3.2 leaves the name to the client; this one is nobody's.
    let name = String(UInt128.random(in: .min ... .max), digits: 32, radix: 16)
    let path = url.path
    return path + (path.hasSuffix("/") ? "" : "/") + name + ".vcf"
  }

  // MARK: Answers

  /// Sends a request whose answer is a multistatus.
  ///
  /// - Parameters:
  ///   - request: What to ask.
  ///   - begin: Is called before responses come, and once more when they come anew.
  ///   - each: Gets the responses as they come.
  /// - Returns: What the whole says.
  /// - Throws: That no answer came, or none of WebDAV.
  func multistatus(
    _ request: HTTPRequest, begin: () -> Void,
    each: ([DAVResponse]) -> Void
  ) throws(RemoteError) -> MultistatusEnd {
    var reader = MultistatusReader()
    let answer = try connection.stream(request) { () throws(RemoteError) in
      reader = MultistatusReader()
      begin()
    } body: { (piece) throws(RemoteError) in
      try reader.append(piece)
      each(reader.take())
    }
    guard answer.head.isSuccess else {
      return .refused(
        status: answer.status, conditions: MultistatusReader.conditions(answer.body))
    }
    try reader.finish()
    each(reader.take())
    return .whole(token: reader.token)
  }

  /// What comes of a request that a server does not do, and that nothing else stands in for.
  func failure(_ status: Int, _ conditions: [DAVName]) -> RemoteError {
    let words = conditions.isEmpty ? "" : ": " + conditions.map(\.local).joined(separator: ", ")
    return switch status {
    case 403, 405:
      RemoteError(.notAllowed, "\(url.text) may not be used (\(status)\(words))")
    case 404, 410: RemoteError(.noSuchCollection, "there is no collection at \(url.text)")
    case 500...599:
      RemoteError(.unreachable, "\(url.origin) fails (\(status)\(words))")
    default: RemoteError(.unreadable, "\(url.origin) answers with \(status)\(words)")
    }
  }
}

/// How a request for a multistatus ended.
enum MultistatusEnd {
  case whole(token: String?)
  /// The server did not do it.
  case refused(status: Int, conditions: [DAVName])
}
