import VCard

/// A URL of HTTP, as far as requests need it (RFC 3986, RFC 9110 §4.2).
///
/// The path stays as it was written: servers know their resources by it, octet by octet.
package struct WebURL: Hashable, Sendable {
  /// What credentials belong to (RFC 6454 §4).
  package struct Origin: Hashable, Sendable, CustomStringConvertible {
    package let isSecure: Bool
    /// Lower case; an address of IPv6 stands in brackets.
    package let host: String
    package let port: Int

    /// The origin as it begins a URL: `https://dav.example:8443`.
    package var description: String {
      let standard = isSecure ? 443 : 80
      return "\(isSecure ? "https" : "http")://\(host)" + (port == standard ? "" : ":\(port)")
    }

    /// Whether the host is this machine, by its address or as `localhost` (RFC 6761 §6.3).
    package var isLoopback: Bool {
      if host == "localhost" || host == "[::1]" { return true }
      let parts = host.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
  }

  /// Why a text cannot be taken for where a server is.
  package enum Problem: Error, Hashable, Sendable {
    /// It begins neither with `https://` nor with `http://`, or its host or port is none.
    case malformed
    /// It holds a password, which would be seen by everybody who sees the URL.
    case holdsPassword
    /// It is plain HTTP to another machine, where everybody between reads along.
    case plain
  }

  package let origin: Origin
  /// Whom the URL names before an `@`, decoded.
  package let user: String?
  /// The path and the query, as they were written; begins with `/`.
  package let target: String

  package init(_ origin: Origin, user: String? = nil, target: String) {
    self.origin = origin
    self.user = user
    self.target = target
  }

  /// Reads an absolute URL; what follows a `#` is left out.
  package init(_ text: String) throws(Problem) {
    let octets = text.utf8
    guard let colon = octets.firstIndex(of: UInt8(ascii: ":")),
      case let scheme = text[..<colon].lowercased(), scheme == "https" || scheme == "http",
      case let rest = octets[octets.index(after: colon)...], rest.starts(with: "//".utf8)
    else { throw .malformed }
    let isSecure = scheme == "https"
    let end = { (octet: UInt8) in "/?#".utf8.contains(octet) }
    let authority = rest.dropFirst(2).prefix { !end($0) }
    var host = authority
    var user: String?
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      let name = authority[..<at]
      guard !name.contains(UInt8(ascii: ":")) else { throw .holdsPassword }
      user = String(decoding: PercentCoding.decoded(name.span), as: UTF8.self)
      host = authority[authority.index(after: at)...]
    }
    var port = isSecure ? 443 : 80
    if let colon = host.lastIndex(of: UInt8(ascii: ":")),
      !host[colon...].contains(UInt8(ascii: "]"))
    {
      let digits = String(decoding: host[host.index(after: colon)...], as: UTF8.self)
      host = host[..<colon]
      if !digits.isEmpty {
        guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt16(digits), number > 0
        else { throw .malformed }
        port = Int(number)
      }
    }
    let name = String(decoding: host, as: UTF8.self).lowercased()
    guard WebURL.isHost(name) else { throw .malformed }
    origin = Origin(isSecure: isSecure, host: name, port: port)
    guard isSecure || origin.isLoopback else { throw .plain }
    self.user = user.flatMap { $0.isEmpty ? nil : $0 }
    target = WebURL.target(octets[authority.endIndex...])
  }

  /// The URL that a server means by a reference in one of its answers (RFC 3986 §5.2).
  ///
  /// A server whose TLS another program takes off calls itself by `http://`; what it means is there by TLS.
  ///
  /// - Returns: `nil` where it is no URL of HTTP, or leads to plain HTTP on another machine.
  package func resolving(_ reference: String) -> WebURL? {
    let octets = reference.utf8
    if octets.starts(with: "//".utf8) {
      return try? WebURL((origin.isSecure ? "https:" : "http:") + reference)
    }
    if octets.first == UInt8(ascii: "/") {
      return WebURL(origin, user: user, target: WebURL.target(octets[...]))
    }
    // A colon before any slash ends a scheme.
    let head = octets.prefix { !"/?#".utf8.contains($0) }
    if head.contains(UInt8(ascii: ":")) {
      let scheme = reference.prefix(4).lowercased()
      if origin.isSecure, scheme == "http",
        let own = try? WebURL("https" + reference.dropFirst(4)), own.origin == origin
      {
        return own
      }
      return try? WebURL(reference)
    }
    if octets.first == UInt8(ascii: "?") {
      return WebURL(origin, user: user, target: path + reference.prefix { $0 != "#" })
    }
    guard !octets.isEmpty, octets.first != UInt8(ascii: "#") else { return self }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return WebURL(
      origin, user: user, target: WebURL.withoutDots(folder + reference.prefix { $0 != "#" }))
  }

  /// The URL in whole, without the user.
  package var text: String { origin.description + target }

  /// The target without its query.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The target as it can stand in a request: what no request line can hold is escaped.
  var requestTarget: String {
    PercentCoding.encoded(target) { octet, _ in !(0x21...0x7E ~= octet) }
  }

  /// What follows the host, up to a `#`.
  private static func target(_ rest: Substring.UTF8View) -> String {
    let target = String(decoding: rest.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
    return target.hasPrefix("/") ? target : "/" + target
  }

  /// Whether a text may be a host: what could end it, or split a line of a request, is not in it.
  private static func isHost(_ host: String) -> Bool {
    guard !host.isEmpty else { return false }
    if host.hasPrefix("[") {
      return host.hasSuffix("]") && host.utf8.count > 4
        && host.utf8.dropFirst().dropLast().allSatisfy { octet in
          0x30...0x3A ~= octet || 0x61...0x66 ~= octet || octet == UInt8(ascii: ".")
        }
    }
    return host.utf8.allSatisfy { octet in
      octet > 0x20 && octet != 0x7F && !"\"#$%&'()*+,/:;<=>?@[\\]^`{|}".utf8.contains(octet)
    }
  }

  /// RFC 3986 §5.2.4: `.` and `..` of a relative reference go.
  private static func withoutDots(_ path: Substring) -> String {
    let query = path.firstIndex(of: "?") ?? path.endIndex
    var kept: [Substring] = []
    let parts = path[..<query].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { kept.append("") }
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(part)
      }
    }
    return "/" + kept.joined(separator: "/") + path[query...]
  }
}
