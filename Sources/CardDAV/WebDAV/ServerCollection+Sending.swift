extension ServerCollection {
  package func put(
    _ card: [UInt8], at href: String, replacing etag: String?
  ) throws(RemoteError) -> PutAnswer {
    if let maximum = abilities.maximumSize, card.count > maximum {
      return .refused(
        RemoteRefusal(
          status: 413, reason: "the card has \(card.count) octets, and \(maximum) are allowed"))
    }
    var request = HTTPRequest("PUT", try memberURL(href))
    request.fields = [("Content-Type", "text/vcard; charset=utf-8")]
    if let etag {
      guard let condition = ServerCollection.condition(etag) else { return .refused(noETag) }
      request.fields.append(condition)
    } else {
      request.fields.append(("If-None-Match", "*"))
    }
    request.body = card
    let answer = try connection.send(request)
    switch answer.status {
    case 200..<300:
      // A weak one says that the server stored something else (RFC 6352 §6.3.2.3).
      let stored = answer.head["etag"].flatMap { ETagText.quoted($0) }
      return .stored(
        href: location(answer.head, of: href),
        etag: stored.flatMap { $0.hasPrefix("W/") ? nil : $0 })
    case 412: return .changedMeanwhile
    // What was to be replaced is gone.
    case 404 where etag != nil, 410 where etag != nil: return .changedMeanwhile
    case 404, 410: throw failure(answer.status, [])
    case 400..<500, 501, 505, 507:
      return .refused(RemoteRefusal(answer))
    default: return try putOutcome(answer, at: href, replacing: etag)
    }
  }

  /// What became of a card when the server failed over it: it may have stored it before.
  private func putOutcome(
    _ answer: HTTPAnswer, at href: String, replacing etag: String?
  ) throws(RemoteError) -> PutAnswer {
    let refusal = RemoteRefusal(answer)
    switch try get(href, after: failure(answer.status, [])) {
    case .gone: return etag == nil ? .refused(refusal) : .changedMeanwhile
    case .card(_, let now) where now == etag: return .refused(refusal)
    case .card: return .changedMeanwhile
    case .unanswered, .refused: throw failure(answer.status, [])
    }
  }

  package func delete(_ href: String, etag: String) throws(RemoteError) -> DeleteAnswer {
    var request = HTTPRequest("DELETE", try memberURL(href))
    guard let condition = ServerCollection.condition(etag) else { return .refused(noETag) }
    request.fields = [condition]
    let answer = try connection.send(request)
    switch answer.status {
    case 200..<300: return .deleted
    case 404, 410: return .gone
    case 412:
      // sabre/dav says so of what is gone, too (RFC 9110 §13.1.1).
      if case .gone = try get(href) { return .gone }
      return .changedMeanwhile
    case 400..<500, 501, 507:
      return .refused(RemoteRefusal(answer))
    default: throw failure(answer.status, [])
    }
  }

  /// Where the server stored a card: it may have a mind of its own.
  ///
  /// Xandikos was seen to answer with `//user/…`, which is a path on another server.
  private func location(_ head: HTTPHead, of href: String) -> String {
    guard let location = head["location"], let target = url.resolving(location),
      target.origin == url.origin,
      case let member = MemberHref(target.path), member != MemberHref(href),
      member.isBelow(self.href)
    else { return href }
    return target.path
  }

  /// The line that keeps from overwriting somebody's change; `nil` where there is no ETag.
  private static func condition(_ etag: String) -> (name: String, value: String)? {
    ETagText.quoted(etag).map { ("If-Match", $0) }
  }

  private var noETag: RemoteRefusal {
    RemoteRefusal(
      status: 0, reason: "the server gives it no ETag, so a change of somebody else may be lost")
  }
}
