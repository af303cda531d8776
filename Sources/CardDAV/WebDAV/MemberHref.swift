import VCard

/// What an href names, however it is written.
///
/// Servers escape what they like, and write a path alone or with their name before it. Two hrefs of one
/// server name one resource where they are equal here; a request takes the href as the server wrote it.
///
/// ```
/// /a%20b  =  /a b        /u%40x  =  /u@x        /%c3%bc  =  /ü        http://h/x  =  /x
/// /%2540  ≠  /%40        /a%2Fb  ≠  /a/b
/// ```
package struct MemberHref: Hashable, Sendable {
  /// The path, decoded once; what would then be taken for another path stays escaped.
  private let path: [UInt8]

  /// - Complexity: O(*n*) in the octets of `href`.
  package init(_ href: String) {
    var path: [UInt8] = []
    path.reserveCapacity(href.utf8.count)
    PercentCoding.forEach(MemberHref.path(of: href).span) { octet, wasEscaped in
      if octet == UInt8(ascii: "%") || wasEscaped && "/?".utf8.contains(octet) {
        PercentCoding.append(octet, to: &path)
      } else {
        path.append(octet)
      }
    }
    self.path = path
  }

  /// Whether it is below another one, which is that of a collection.
  package func isBelow(_ collection: MemberHref) -> Bool {
    let folder = collection.folder
    return path.count > folder.count && path.starts(with: folder)
  }

  /// Whether both are one collection, with or without a slash at the end.
  package func isSameCollection(_ other: MemberHref) -> Bool { folder == other.folder }

  /// Whether it is written as that of a collection (RFC 4918 §5.2).
  package var isCollection: Bool { path.last == UInt8(ascii: "/") }

  /// The last part of the path, decoded.
  package var name: String {
    let whole = isCollection ? path.dropLast() : path[...]
    let part = whole.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    return part.map { String(decoding: PercentCoding.decoded($0.span), as: UTF8.self) } ?? ""
  }

  private var folder: [UInt8] { isCollection ? path : path + [UInt8(ascii: "/")] }

  /// An href without the name of the server.
  static func path(of href: String) -> Substring.UTF8View {
    let octets = href.utf8[...]
    guard octets.first != UInt8(ascii: "/"),
      let colon = octets.firstIndex(of: UInt8(ascii: ":")),
      octets[octets.index(after: colon)...].starts(with: "//".utf8)
    else { return octets }
    let authority = octets[octets.index(colon, offsetBy: 3)...]
    return authority.firstIndex(of: UInt8(ascii: "/")).map { authority[$0...] }
      ?? authority[authority.endIndex...]
  }
}
