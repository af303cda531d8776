public import ContactMatching
import ContactModel
public import VCard

extension AddressBook {
  /// Prepares the book for matching.
  ///
  /// Cards are read on the threads of the book, and one makes the keys as they come: pieces of an
  /// index that are put together later look up every word twice.
  ///
  /// - Parameters:
  ///   - options: What matching is told besides the cards.
  ///   - incoming: The cards that are to be matched, where they are known: a book with indexes is not
  ///     read then.
  /// - Returns: The index of its people, or of those whom the incoming cards can be.
  /// - Throws: ``BookError``, and errors of ICU.
  public func matchIndex(
    _ options: MatchOptions, for incoming: [Card]? = nil
  ) throws -> MatchIndex {
    var builder = try MatchIndex.Builder(options: options)
    if let people = try incoming.flatMap({ try peopleInQuestion(for: $0) }) {
      for person in people {
        let contacts = person.records.map { Contact($0.card, keys: .matching) }
        try builder.append(Person(id: person.id.rawValue, contacts: contacts))
      }
      return builder.build()
    }
    if threads == 1 || capabilities.contains(.links) {
      // A contact that is used at once is still in the cache; cards that are linked come together.
      try forEachPerson { person in
        let contacts = person.records.map { Contact($0.card, keys: .matching) }
        try builder.append(Person(id: person.id.rawValue, contacts: contacts))
      }
      return builder.build()
    }
    try readCards(ContactReader()) { contacts, ids in
      for (contact, id) in zip(contacts, ids) {
        try builder.append(Person(id: id.rawValue, contacts: [contact]))
      }
    }
    return builder.build()
  }
}

/// Reads what counts for matching.
private struct ContactReader: CardWorker {
  private var contacts: [Contact] = []

  mutating func take(_ card: borrowing Card, found: inout [Diagnostic]) {
    contacts.append(Contact(copy card, keys: .matching))
  }

  mutating func finish(_ piece: inout [Contact]?) {
    piece = contacts
    contacts = []
  }
}
