package import VCard

/// A member of a collection on a server, and the record that it is.
///
/// ```
/// record ── what was edited ── local base ╌╌ nobody's change ╌╌ remote base ── what was edited ── server
/// ```
/// The bases are the two cards as they were when they said the same: what the server made of a card
/// that it was sent is no edit of anybody.
package struct ServerMember: Sendable {
  /// A card that the book keeps besides those of its records.
  package enum Kept: Sendable {
    /// A row of the book.
    case number(Int64)
    /// One that is yet to be kept; it is large, and most are none.
    indirect case card(Card)

    /// The row; `nil` for one that is none yet.
    package var number: Int64? {
      if case .number(let number) = self { number } else { nil }
    }
  }

  /// A request that was begun, and of which it is not known what became of it.
  package struct Pending: Sendable {
    /// What was sent; `nil` where the member was to be deleted.
    package var sent: Kept?
    /// The card of the record that it says.
    package var record: Kept?
    /// The ETag that the server answered, if it has.
    package var answered: String?

    package init(sent: Kept? = nil, of record: Kept? = nil, answered: String? = nil) {
      (self.sent, self.record, self.answered) = (sent, record, answered)
    }
  }

  /// A card that the server would not take, and why.
  package struct Refusal: Sendable {
    /// The card of the record.
    package var card: Kept
    /// What the server said, for people; it may quote the server.
    package var reason: String

    package init(_ card: Kept, _ reason: String) { (self.card, self.reason) = (card, reason) }
  }

  /// The number of the member; `nil` for a new one.
  package var id: Int64?
  /// Where it is, as the server wrote it; another place is not listed yet.
  package var href: String {
    didSet { if href != oldValue { isUnlisted = true } }
  }
  /// Whether it was not there yet, for all that is known, when the token of the source was given out.
  ///
  /// Servers that compare two states do not list what came and went between them, though RFC 6578 §3.5.2
  /// says that they must: such a member is asked for when a listing lacks it.
  package var isUnlisted = true
  /// As the server said it; `nil` for what was never there.
  package var etag: String?
  /// The record, which may be gone; `nil` for a card that cannot be read.
  package var record: SaveRequest.Linked?
  /// The UID on the server, where that of the record is another one or none.
  package var uid: String?
  package var localBase: Kept?
  package var remoteBase: Kept?
  package var pending: Pending?
  package var refusal: Refusal?

  package init(href: String) { self.href = href }

  /// Whether the collection is known to have, or to have had, it.
  package var wasThere: Bool { etag != nil }

  /// Whether a listing tells of it, or it is asked for where one does not.
  package var isListable: Bool { wasThere && pending == nil }

  /// ``isListable`` of the rows of a book.
  static let listableRows = "etag IS NOT NULL AND NOT is_pending"

  /// The identifier of the record, if it is one of the book.
  package var recordID: RecordID? {
    if case .record(let id)? = record { id } else { nil }
  }
}

/// A record of a source, without its card.
package struct SourceRecord: Sendable {
  package let id: RecordID
  /// The row of its card.
  package let card: Int64
  package let isGroup: Bool
}
