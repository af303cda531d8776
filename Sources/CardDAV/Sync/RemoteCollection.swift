/// A collection of cards on a server, as far as synchronising asks of it.
///
/// Hrefs are those that the server wrote, octet by octet; which of them are one member is asked of
/// ``MemberHref``. ETags are opaque and come with their quotation marks.
package protocol RemoteCollection: AnyObject {
  /// What the server says of the collection.
  var abilities: CollectionAbilities { get }

  /// How many requests were sent so far.
  var requestCount: Int { get }

  /// What has changed since a token was given out; everything that is there when there is none, and when
  /// the server no longer takes the token (RFC 6578 §3.2, §3.7; RFC 4918 §9.1).
  ///
  /// - Throws: ``RemoteError`` when the listing did not come whole: nothing may be concluded then.
  func listing(since token: String?) throws(RemoteError) -> CollectionListing

  /// The cards at hrefs, one answer for each, in their order.
  ///
  /// Where the server offers both versions, the view that has more (RFC 6352 §10.4).
  func cards(at hrefs: [String]) throws(RemoteError) -> [RemoteMember]

  /// Asks for one href by itself: a listing that lacks a member deletes nobody.
  func card(at href: String) throws(RemoteError) -> RemoteMember

  /// Stores a card (RFC 6352 §6.3.2).
  ///
  /// - Parameters:
  ///   - card: Its octets.
  ///   - href: Of the member; ``newHref()`` for a new one.
  ///   - etag: What is replaced; `nil` where nothing may be there yet.
  /// - Returns: What became of it.
  /// - Throws: ``RemoteError`` when that is not known.
  func put(_ card: [UInt8], at href: String, replacing etag: String?) throws(RemoteError)
    -> PutAnswer

  /// Deletes a member that is still as `etag` says.
  func delete(_ href: String, etag: String) throws(RemoteError) -> DeleteAnswer

  /// A name in the collection that nobody has.
  func newHref() -> String
}

/// What a collection can hold.
package struct CollectionAbilities: Hashable, Sendable {
  /// Whether 4.0 is among `supported-address-data` (RFC 6352 §6.2.2); 3.0 always counts as supported.
  package var holdsVersion40 = false
  /// Octets of a card, where the server says so (`max-resource-size`, RFC 6352 §6.2.3).
  package var maximumSize: Int?
  /// Whether cards may be added, changed and deleted (`current-user-privilege-set`, RFC 3744 §5.4).
  package var isWritable = true
  /// What people call it: its `displayname`.
  package var title: String?
  /// `#RRGGBB`, where it has one.
  package var color: String?

  package init() {}
}

/// What a server lists of a collection.
package struct CollectionListing: Sendable {
  /// A member: where it is and what it is like.
  package struct Entry: Hashable, Sendable {
    package let href: String
    package let etag: String

    package init(href: String, etag: String) {
      self.href = href
      self.etag = etag
    }
  }

  /// Members that are there: new and changed ones, or all where ``isComplete``.
  package var entries: [Entry] = []
  /// Hrefs that the server says are gone.
  package var removed: [String] = []
  /// What to ask with next time; `nil` where the server gives out none.
  package var token: String?
  /// Whether the entries are all members, not what changed since the token.
  package var isComplete = true

  package init() {}
}

/// What a server has at an href.
package enum RemoteMember: Sendable {
  /// A card as the server sent it, with CRLF restored.
  case card(octets: [UInt8], etag: String)
  /// 404 or 410 for this href.
  case gone
  /// The server left this href out of its answer: nothing is known.
  case unanswered
  /// The server refuses this one.
  case refused(RemoteRefusal)
}

/// What became of a card that was sent.
package enum PutAnswer: Sendable {
  /// It was stored. Where the server says otherwise than asked, `href` is its `Location`.
  case stored(href: String, etag: String?)
  /// 412: somebody was there before.
  case changedMeanwhile
  /// It is stored nowhere.
  case refused(RemoteRefusal)
}

/// What became of a member that was to be deleted.
package enum DeleteAnswer: Sendable {
  case deleted
  /// 404 or 410: it is gone, which is as well.
  case gone
  /// 412: it is another one now.
  case changedMeanwhile
  case refused(RemoteRefusal)
}

/// Why a server refuses one card, and goes on taking others.
package struct RemoteRefusal: Hashable, Sendable {
  /// The status of HTTP: 400, 403, 409, 413, 415, 507 and the like.
  package let status: Int
  /// What the server says of it, safe to nobody: escaped by whoever prints it.
  package let reason: String

  package init(status: Int, reason: String) {
    self.status = status
    self.reason = reason
  }
}

/// Why a server cannot be worked with at all for now.
package struct RemoteError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// No name, no connection, no answer in time, a certificate that is not trusted.
    case unreachable
    /// 401 twice, or 403 for the collection.
    case notAllowed
    /// 404 for the collection itself.
    case noSuchCollection
    /// 429 or 503 with more than a minute to wait, or again and again.
    case busy
    /// An answer that is no WebDAV: HTML with 200, XML that ends too early.
    case unreadable
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
