package import ContactStore

/// What a book says of its people besides their cards, for their pages.
package struct PersonNotes {
  private let book: any AddressBook
  private let tellsSources: Bool
  /// The names of the groups that records are in.
  private var groups: [RecordID: [String]] = [:]

  // Sources are asked for only where pages say which records have each value.
  package init(_ book: any AddressBook, tellsSources: Bool) throws {
    self.book = book
    self.tellsSources = tellsSources && book.capabilities.contains(.sources)
    for group in try (book as? any LinkedBook)?.groups() ?? [] {
      for member in group.members { groups[member, default: []].append(group.name) }
    }
  }

  /// What the book says of a person.
  package func notes(of person: UnifiedRecord) throws -> ContactPage.Notes {
    var notes = ContactPage.Notes()
    for record in person.records {
      for group in groups[record.id] ?? [] where !notes.groups.contains(group) {
        notes.groups.append(group)
      }
      if tellsSources {
        let source = try book.sourceName(of: record.id)
        notes.sources.append(source.map { "\($0) \(record.id)" } ?? record.id.rawValue)
      }
    }
    return notes
  }
}
