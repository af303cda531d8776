import VCard

extension ServerCollection {
  package func cards(at hrefs: [String]) throws(RemoteError) -> [RemoteMember] {
    var members: [RemoteMember] = []
    members.reserveCapacity(hrefs.count)
    for piece in OrderedTasks.pieces(hrefs.count, of: ServerCollection.mostHrefs) {
      members += try views(of: hrefs[piece])
    }
    return members
  }

  package func card(at href: String) throws(RemoteError) -> RemoteMember {
    // What it is in both versions, where it is there at all.
    if abilities.holdsVersion40, case let member = try views(of: [href])[0], case .card = member {
      return member
    }
    return try get(href)
  }

  /// Cards in the version that has more of them.
  private func views(of hrefs: ArraySlice<String>) throws(RemoteError) -> [RemoteMember] {
    let plain = try fetch(hrefs, version: nil)
    guard abilities.holdsVersion40, plain.contains(where: \.isCard) else { return plain }
    let version40 = try fetch(hrefs, version: "4.0")
    return zip(plain, version40).map { plain, version40 in CardView.richer(plain, version40) }
  }

  /// Cards in one version; halved, and at last one by one, where the server cannot answer for all.
  private func fetch(
    _ hrefs: ArraySlice<String>, version: String?
  ) throws(RemoteError) -> [RemoteMember] {
    let problem: RemoteError
    do throws(RemoteError) {
      switch try multiget(hrefs, version: version) {
      case .members(let members): return members
      case .failed(let failure): problem = failure
      }
    } catch {
      // One card that is no UTF-8 breaks the answer for all of them.
      guard error.kind == .unreadable else { throw error }
      problem = error
    }
    guard hrefs.count > 1 else {
      // What the other version of it is tells more than an error.
      if version != nil { return [.unanswered] }
      return [try get(hrefs[hrefs.startIndex], after: problem)]
    }
    let middle = hrefs.startIndex + hrefs.count / 2
    return try fetch(hrefs[..<middle], version: version)
      + fetch(hrefs[middle...], version: version)
  }

  private enum Fetched {
    case members([RemoteMember])
    /// The server did not do it, but may do less.
    case failed(RemoteError)
  }

  /// RFC 6352 §8.7.
  private func multiget(
    _ hrefs: ArraySlice<String>, version: String?
  ) throws(RemoteError) -> Fetched {
    var paths: [String] = []
    // iCloud refuses URLs in whole.
    for href in hrefs { paths.append(try memberURL(href).target) }
    var found: [MemberHref: DAVResponse] = [:]
    // Some servers want Depth 1 here (RFC 6352 §8.7 has 0 in its words, and 1 in its example).
    let request = HTTPRequest.dav(
      "REPORT", url, depth: 1, DAVBody.cards(at: paths, version: version))
    let end = try multistatus(request) {
      found = [:]
    } each: { responses in
      for response in responses {
        for href in response.hrefs { found[MemberHref(href)] = response }
      }
    }
    switch end {
    case .whole:
      return .members(
        hrefs.map { href in
          found[MemberHref(href)].map { ServerCollection.member($0) } ?? .unanswered
        })
    case .refused(let status, let conditions):
      let failure = failure(status, conditions)
      // A server that refuses a version, a number of hrefs or the report does one card by GET. sabre/dav
      // 1.8 says 404 of all of them where one is gone.
      guard failure.kind != .notAllowed else { throw failure }
      return .failed(failure)
    }
  }

  /// What a response of a multiget says of its member.
  private static func member(_ response: DAVResponse) -> RemoteMember {
    switch response.status {
    case 404?, 410?: return .gone
    case let status? where status >= 400:
      return .refused(RemoteRefusal(status, response.conditions, orSaying: response.words))
    default: break
    }
    guard let data = response.properties[.addressData], !data.text.isEmpty else {
      return .unanswered
    }
    return .card(octets: data.text, etag: response.etag ?? "")
  }

  /// One card by itself (RFC 6352 §6.3.2.3).
  ///
  /// - Parameters:
  ///   - href: Of the card.
  ///   - problem: What a request for several came to; told where this one comes to nothing.
  /// - Returns: What is there.
  /// - Throws: That it cannot be known.
  func get(_ href: String, after problem: RemoteError? = nil) throws(RemoteError) -> RemoteMember {
    var request = HTTPRequest("GET", try memberURL(href))
    request.fields = [("Accept", "text/vcard, text/x-vcard;q=0.9, */*;q=0.1")]
    request.limit = HTTPRequest.mostOctetsOfCard
    let answer = try connection.send(request)
    switch answer.status {
    case 200:
      let etag = answer.head["etag"].flatMap { ETagText.quoted($0) } ?? ""
      guard CardView.isCard(answer.body) else {
        // A page for people stands for the whole server, whatever was asked.
        guard answer.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else {
          return .refused(RemoteRefusal(status: answer.status, reason: "it is no card"))
        }
        throw RemoteError(.unreadable, "\(request.url.text) is a page, and no card")
      }
      return .card(octets: LineEnds.restored(answer.body), etag: etag)
    case 404, 410: return .gone
    case 400..<500: return .refused(RemoteRefusal(answer))
    default: throw problem ?? failure(answer.status, [])
    }
  }
}

extension RemoteRefusal {
  /// What a server says of a request that it does not do.
  init(_ answer: HTTPAnswer) {
    // A page for people says it in too many words.
    let text = String(decoding: answer.body.prefix(200), as: UTF8.self)
    let line = text.contains("<") ? "" : text.split(separator: "\n").first.map(String.init) ?? ""
    self.init(answer.status, MultistatusReader.conditions(answer.body), orSaying: line)
  }

  /// What was violated, or else what the server says in words.
  fileprivate init(_ status: Int, _ conditions: [DAVName], orSaying words: String) {
    self.init(
      status: status,
      reason: conditions.isEmpty ? words : conditions.map(\.local).joined(separator: ", "))
  }
}

extension RemoteMember {
  fileprivate var isCard: Bool { if case .card = self { true } else { false } }
}

/// A card as a server shows it in one version or another.
enum CardView {
  /// Whether octets begin as a card does.
  static func isCard(_ octets: [UInt8]) -> Bool {
    var text = octets[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    let start = text.drop { $0 <= 0x20 }.prefix(11)
    return String(decoding: start, as: UTF8.self).uppercased() == "BEGIN:VCARD"
  }

  /// Of two views of one card that which has more of it.
  ///
  /// What a server converts loses lines, what they say, then parameters: Cyrus 3.6 leaves `data:image/png` of
  /// a photo in what it makes 3.0 of. Where nothing is lost it is the first one: sabre/dav breaks the photos of
  /// what it makes 4.0 of.
  static func richer(_ one: RemoteMember, _ other: RemoteMember) -> RemoteMember {
    guard case .card(let first, let etag) = one else { return one }
    guard case .card(let second, let otherETag) = other, first != second, etag == otherETag else {
      return one
    }
    let (mine, its) = (extent(first), extent(second))
    return (its.lines, its.parameters) > (mine.lines, mine.parameters) ? other : one
  }

  /// How many lines and parameters say something.
  private static func extent(_ octets: [UInt8]) -> (lines: Int, parameters: Int) {
    var reader = CardReader()
    try? reader.append(octets.span)
    reader.finish()
    var extent = (lines: 0, parameters: 0)
    while case .card(let card, _) = reader.next() {
      for property in card.properties
      where !["VERSION", "PRODID", "REV"].contains(property.name.canonical) && !property.isCutData {
        extent.lines += 1
        extent.parameters += property.parameters.count
      }
    }
    return extent
  }
}
