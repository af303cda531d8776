extension ServerCollection {
  /// Parts of a listing that a server may cut it into.
  private static let mostParts = 10_000

  package func listing(since token: String?) throws(RemoteError) -> CollectionListing {
    if tellsChanges {
      // A server that does not take the token, or no longer, takes none at all perhaps.
      if let token, !token.isEmpty, let changes = try changes(since: token) { return changes }
      if let all = try changes(since: "") { return all }
    }
    return try members()
  }

  /// What changed since a token, or all for an empty one (RFC 6578 §3.2).
  ///
  /// There is never a limit in it: two servers of four then leave out the rest without a word.
  ///
  /// - Returns: `nil` where the server does not tell by this token.
  private func changes(since token: String) throws(RemoteError) -> CollectionListing? {
    var listing = CollectionListing()
    listing.isComplete = token.isEmpty
    listing.token = token
    for _ in 0..<ServerCollection.mostParts {
      var part = CollectionListing()
      var isCut = false
      var problem: RemoteError?
      let request = HTTPRequest.dav(
        "REPORT", url, depth: 0, DAVBody.changes(since: listing.token ?? ""))
      let end = try multistatus(request) {
        part = CollectionListing()
        isCut = false
        problem = nil
      } each: { responses in
        for response in responses {
          guard let status = response.status, hasCollection(response) else {
            problem = add(response, to: &part) ?? problem
            continue
          }
          // RFC 6578 §3.6: the rest comes with the token of this part.
          if status == 507 { isCut = true } else if status >= 400 { problem = failure(status, []) }
        }
      }
      switch end {
      case .refused(let status, let conditions):
        guard mayAskOtherwise(status, conditions) else { throw failure(status, conditions) }
        return nil
      case .whole(let next):
        if let problem { throw problem }
        // Nothing can be asked with next time; who lists all anew each time needs no token.
        guard let next, !next.isEmpty else { return nil }
        append(part, to: &listing)
        guard isCut else {
          listing.token = next
          return listing
        }
        guard next != listing.token else {
          throw RemoteError(.unreadable, "\(url.origin) cuts its listing and does not go on")
        }
        listing.token = next
      }
    }
    throw RemoteError(.unreadable, "\(url.origin) does not come to the end of its listing")
  }

  /// Whether another kind of listing may do where this one was refused.
  private func mayAskOtherwise(_ status: Int, _ conditions: [DAVName]) -> Bool {
    switch status {
    // RFC 3744 §7.1.1.
    case _ where conditions.contains(DAVName(DAVName.dav, "need-privileges")): false
    case 401, 404, 410: false
    // sabre/dav answers with 500 to what it does not expect.
    case 400..<500, 500, 501: true
    default: false
    }
  }

  /// All members, one level deep (RFC 4918 §9.1).
  private func members() throws(RemoteError) -> CollectionListing {
    var listing = CollectionListing()
    var token: String?
    var problem: RemoteError?
    let request = HTTPRequest.dav(
      "PROPFIND", url, depth: 1, DAVBody.propfind([.etag, .resourceType, .syncToken]))
    let end = try multistatus(request) {
      listing = CollectionListing()
      (token, problem) = (nil, nil)
    } each: { responses in
      for response in responses {
        if hasCollection(response) {
          token = response.properties[.syncToken]?.trimmed ?? token
          if let status = response.status, status >= 400 { problem = failure(status, []) }
        } else {
          problem = add(response, to: &listing) ?? problem
        }
      }
    }
    if case .refused(let status, let conditions) = end { throw failure(status, conditions) }
    if let problem { throw problem }
    listing.removed = []
    // Only who tells changes takes the token.
    listing.token = tellsChanges ? token.flatMap { $0.isEmpty ? nil : $0 } : nil
    return listing
  }

  /// Whether a response is about the collection itself.
  private func hasCollection(_ response: DAVResponse) -> Bool {
    response.hrefs.contains { MemberHref($0).isSameCollection(href) }
  }

  /// Adds a member; what is wrong where it is none of this collection.
  private func add(_ response: DAVResponse, to listing: inout CollectionListing) -> RemoteError? {
    for name in response.hrefs {
      let member = MemberHref(name)
      // iCloud lists the collection among its members.
      if member.isSameCollection(href) { continue }
      guard member.isBelow(href) else { return isForeign(name) }
      // Collections in it hold none of its cards (RFC 6352 §5.2).
      let type = response.properties[.resourceType]?.names ?? []
      if member.isCollection || type.contains(DAVName(DAVName.dav, "collection")) { continue }
      switch response.status {
      case 404?, 410?: listing.removed.append(name)
      case let status? where status >= 400:
        return RemoteError(.unreadable, "\(url.origin) does not list \(name) (\(status))")
      default:
        // A property that was not found is no member that is gone.
        listing.entries.append(CollectionListing.Entry(href: name, etag: response.etag ?? ""))
      }
    }
    return nil
  }

  /// Appends a part of a listing to those before it.
  private func append(_ part: CollectionListing, to listing: inout CollectionListing) {
    if listing.entries.isEmpty, listing.removed.isEmpty {
      listing.entries = part.entries
      // RFC 6578 §3.4: nothing was removed from what nobody had; Radicale says so nevertheless.
      listing.removed = listing.isComplete ? [] : part.removed
      return
    }
    // What a later part says of a member counts.
    let changed = Set(part.entries.map { MemberHref($0.href) })
    let removed = Set(part.removed.map { MemberHref($0) })
    listing.entries.removeAll { entry in
      let href = MemberHref(entry.href)
      return changed.contains(href) || removed.contains(href)
    }
    listing.removed.removeAll { changed.contains(MemberHref($0)) }
    listing.entries += part.entries
    if !listing.isComplete { listing.removed += part.removed }
  }
}
