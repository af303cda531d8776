package import ContactStore

/// How a source is synchronised.
package struct SyncOptions: Hashable, Sendable {
  /// Whether nothing is changed on either side.
  package var isRehearsal = false
  /// Whether all cards are fetched, whatever is known of them, and refused ones sent again.
  package var isFull = false
  /// Whose value stays where both sides changed one: the book's, or else the server's.
  package var prefersLocal = false
  /// As many deletions are made on a side, however large a part of it they are.
  package var allowedDeletions = 0

  package init() {}
}

/// What synchronising a source did.
package struct SyncReport: Hashable, Sendable {
  /// Cards that became others on one side.
  package struct Counts: Hashable, Sendable {
    package var new = 0
    package var changed = 0
    package var deleted = 0

    package init(new: Int = 0, changed: Int = 0, deleted: Int = 0) {
      (self.new, self.changed, self.deleted) = (new, changed, deleted)
    }
  }

  /// Something that a person should hear of.
  package struct Event: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      /// Both sides changed a value of which a card has one.
      case conflict
      /// One side does not take a card.
      case refused
      /// The server destroyed a value that it was sent; the book keeps it.
      case serverLost = "server-lost"
      /// What the server has is no card.
      case unreadable
      /// It was deleted on one side and edited on the other, and stays.
      case kept
    }

    package let kind: Kind
    /// The record; `nil` where there is none.
    package var record: RecordID?
    /// What the person is called, as the card says it.
    package var name: String
    /// The properties that it is about.
    package var properties: [String] = []
    /// Why, or what became of it; it may quote the server.
    package var reason: String

    /// Whether a run that met it ends with 1.
    package var isFound: Bool { kind != .kept }
  }

  /// What was changed in the book.
  package var fromServer = Counts()
  /// What was changed on the server.
  package var toServer = Counts()
  /// What a person should hear of, in the order in which it was met.
  package var events: [Event] = []
  /// How many requests were sent.
  package var requestCount = 0

  package init() {}

  /// How many events of a kind there were.
  package func count(_ kind: Event.Kind) -> Int { events.count { $0.kind == kind } }
}

/// Why synchronising stopped before anything was deleted.
package struct MassDeletion: Error, Hashable, Sendable {
  /// Where so much would be lost.
  package enum Side: String, Hashable, Sendable { case book, server }

  package let side: Side
  /// How many cards would be deleted.
  package let count: Int
  /// How many are known.
  package let total: Int

  package init(side: Side, count: Int, total: Int) {
    (self.side, self.count, self.total) = (side, count, total)
  }
}
