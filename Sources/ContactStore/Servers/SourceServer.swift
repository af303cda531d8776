/// Where a source is that is a collection on a server, and what is known of it.
///
/// It holds no secret: those are found by the origin of ``url`` and by ``user`` whenever they are needed.
public struct SourceServer: Hashable, Sendable {
  /// How a collection keeps groups.
  public enum Groups: String, Hashable, Sendable, CaseIterable {
    /// As cards: KIND in 4.0, X-ADDRESSBOOKSERVER-KIND in 3.0.
    case cards
    /// As CATEGORIES of their members; there is no group's card then.
    case categories
  }

  /// The collection.
  public var url: String
  /// Whose account it is; `nil` where the secret says it.
  public var user: String?
  /// Whether nothing is to be sent, as a person said.
  public var isReadOnly = false
  /// How groups are kept.
  public var groups = Groups.cards
  /// A file of certificates that are trusted besides; `nil` for the system's alone.
  public var authority: String?
  /// SHA-256 of the key of the one certificate that is trusted.
  public var pin: String?
  /// What people call the collection.
  public var title: String?
  /// `#RRGGBB`, where it has one.
  public var color: String?
  /// Whether it takes cards of vCard 4.0.
  public var holdsVersion40 = false
  /// The most octets of a card, where the server says so.
  public var maximumSize: Int?
  /// Whether the server lets this user change something.
  public var isWritable = true
  /// Whether it tells what has changed since it was asked last.
  public var tellsChanges = true
  /// How the server wanted to be shown who asks, in its word for it; `nil` before it was asked.
  public var scheme: String?
  /// What was listed last, in the server's words; `nil` before that.
  package var token: String?

  /// Creates a server of which nothing else is known.
  public init(url: String) { self.url = url }

  /// What such a source can do, and what its cards can hold.
  public var kind: SourceKind {
    var capabilities: BookCapabilities = [.lastingIdentifiers, .links, .undo]
    if groups == .cards { capabilities.insert(.groups) }
    var kind = SourceKind("carddav", capabilities)
    kind.isReadOnly = isReadOnly || !isWritable
    kind.maximumSize = maximumSize
    return kind
  }
}
