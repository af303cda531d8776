import ContactModel
import ContactStore
import VCard

/// What the records of a book hold, as `vcard stats --people` counts it: of one state of the book, in
/// memory.
struct BookStatistics: Sendable {
  /// The newest change that it knows.
  let revision: Int64
  /// What the cards are.
  private(set) var cards = CardStatistics()
  /// What is known of whom they are about.
  private(set) var contacts = ContactStatistics()
  /// The same of each source, in their order; empty where there is one.
  private(set) var sources: [(name: String, contacts: ContactStatistics)] = []

  /// Reads a book.
  ///
  /// - Parameter book: The book; nobody else uses this object.
  /// - Throws: `BookError`.
  /// - Complexity: O(*n*) in the octets of the cards; holds a batch of them, and a number a record where
  ///   there are several sources.
  init(_ book: DatabaseBook) throws {
    revision = try book.newestChange()
    let names = try book.sources().map(\.name)
    var sources: [(name: String, contacts: ContactStatistics)] = []
    var source: [RecordID: Int] = [:]
    if names.count > 1 {
      for (place, name) in names.enumerated() {
        sources.append((name, ContactStatistics()))
        for id in try book.records(ofSource: name) ?? [] { source[id] = place }
      }
    }
    var cards = CardStatistics()
    var contacts = ContactStatistics()
    try book.readCards(StatisticsWorker()) { piece, ids in
      cards.add(piece.cards)
      for (contact, id) in zip(piece.contacts, ids) {
        contacts.add(contact)
        if let place = source[id] { sources[place].contacts.add(contact) }
      }
    }
    (self.cards, self.contacts, self.sources) = (cards, contacts, sources)
  }
}

/// Counts cards and reads contacts, on whatever thread.
private struct StatisticsWorker: CardWorker {
  struct Piece: Sendable {
    var cards = CardStatistics()
    var contacts: [Contact] = []
  }

  private var piece = Piece()

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    piece.cards.add(card)
    piece.contacts.append(Contact(copy card, keys: ContactStatistics.keys))
  }

  mutating func finish(_ piece: inout Piece?) {
    piece = self.piece
    self.piece = Piece()
  }
}
