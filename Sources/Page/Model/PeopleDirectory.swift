import ContactModel
import ContactSearch
import ContactStore
import ICU
import VCard

/// The people of a book in the order of their names, with the letters that they stand under, and what
/// finds them: made of one state of the book, in memory.
struct PeopleDirectory: Sendable {
  /// A letter, and where it begins.
  struct Section: Sendable {
    let label: String
    /// The number of its first person, from 0.
    let start: Int
  }

  /// The newest change that it knows.
  let revision: Int64
  /// Everybody in order.
  let people: [PersonName]
  /// The letters that anybody stands under, in the order of the list.
  let sections: [Section]
  private let index: SearchIndex
  /// Whom the index numbers.
  private let indexed: [RecordID]
  /// Where everybody stands.
  private let places: [RecordID: Int]
  /// The person that each of the linked records belonged to.
  private let leads: [RecordID: RecordID]

  /// Contacts that are held until they are taken in.
  private static let mostWaiting = 16_384

  /// Reads a book.
  ///
  /// - Parameters:
  ///   - book: The book; nobody else uses this object.
  ///   - locale: The language of the letters and of the order.
  /// - Throws: `BookError`, and errors of ICU.
  /// - Complexity: O(*n* log *n*) in the words of the book.
  init(_ book: DatabaseBook, locale: String) throws {
    revision = try book.newestChange()
    let sorter = try NameSorter(.family, locale: locale)
    let letters = try SectionIndex(sorter)
    let linked = try book.linkedRecords()
    let together = Set(linked.joined())
    var batches: [SearchIndex.Batch] = []
    var indexed: [RecordID] = []
    var letter: [RecordID: Int] = [:]
    var waiting: [Contact] = []
    /// Takes in those who wait, on all threads.
    func takeWaiting() throws {
      let size = max(1, (waiting.count + book.threads - 1) / book.threads)
      let parts = OrderedTasks.pieces(waiting.count, of: size)
      let first = indexed.count - waiting.count
      let contacts = waiting
      let made = try OrderedTasks.map(parts, threads: book.threads) { part throws(ICUError) in
        var batch = SearchIndex.Batch(sorter: sorter)
        var sections: [Int] = []
        for contact in contacts[part] {
          try batch.append(contact)
          sections.append(try letters.section(for: contact))
        }
        return (batch: batch, sections: sections)
      }
      for (part, made) in zip(parts, made) {
        batches.append(made.batch)
        for (place, section) in zip(part, made.sections) {
          letter[indexed[first + place]] = section
        }
      }
      waiting.removeAll(keepingCapacity: true)
    }
    func take(_ contact: Contact, _ id: RecordID) throws {
      waiting.append(contact)
      indexed.append(id)
      if waiting.count == Self.mostWaiting { try takeWaiting() }
    }
    try book.readCards(ContactsWorker()) { contacts, ids in
      for (contact, id) in zip(contacts, ids) where !together.contains(id) {
        if contact.contactType != .group { try take(contact, id) }
      }
    }
    var leads: [RecordID: RecordID] = [:]
    for records in linked {
      for record in records { leads[record] = records[0] }
      guard let person = try book.person(of: records[0]) else { continue }
      try take(UnifiedContact(person, keys: ContactsWorker.keys).contact, person.id)
    }
    try takeWaiting()
    index = try SearchIndex(batches)
    (self.indexed, self.leads) = (indexed, leads)
    people = try book.people(from: 0, limit: .max)
    var places: [RecordID: Int] = [:]
    var sections: [Section] = []
    var seen: Set<Int> = []
    for (place, person) in people.enumerated() {
      places[person.id] = place
      if let section = letter[person.id], seen.insert(section).inserted {
        sections.append(Section(label: letters.labels[section], start: place))
      }
    }
    (self.places, self.sections) = (places, sections)
  }

  /// Where a person stands, from 0; `nil` for who is not listed.
  func place(of id: RecordID) -> Int? { places[id] }

  /// What has changed in the book since it was read.
  struct Changes {
    /// Whoever is another now, is new, or is gone.
    var ids: Set<RecordID> = []
    /// Those of them who are there, as they are now.
    var people: [UnifiedRecord] = []
  }

  /// Changes beyond which the book is read anew before anybody is found.
  static let mostChanges = 1000

  /// Finds out what has changed in a book since.
  ///
  /// - Returns: `nil` for too much.
  /// - Complexity: Some look-ups a change.
  func changes(of book: DatabaseBook) throws -> Changes? {
    var changes = Changes()
    guard try book.newestChange() != revision else { return changes }
    guard let records = try book.changedRecords(after: revision, limit: Self.mostChanges) else {
      return nil
    }
    // Of who is linked no longer, the person before and the one now.
    let asked = Set(records + records.map { leads[$0] ?? $0 })
    var listed: Set<RecordID> = []
    changes.people = try book.people(of: Array(asked)).filter { listed.insert($0.id).inserted }
    changes.ids = asked.union(listed)
    return changes
  }

  /// Those who answer a query by what the book says now, the best first.
  ///
  /// - Parameters:
  ///   - query: Words with spaces between them.
  ///   - changes: What has changed since the book was read.
  ///   - limit: How many are wanted at most.
  /// - Returns: Their identifiers.
  /// - Throws: Errors of ICU.
  func search(_ query: String, _ changes: Changes, limit: Int) throws -> [RecordID] {
    guard !changes.ids.isEmpty else {
      return try index.search(query, limit: limit).map { indexed[$0.contact] }
    }
    func place(_ id: RecordID) -> Int { places[id] ?? people.count }
    var found: [(rank: UInt32, place: Int, id: RecordID)] = []
    for hit in try index.search(query) where !changes.ids.contains(indexed[hit.contact]) {
      let id = indexed[hit.contact]
      found.append((hit.rank.number, place(id), id))
    }
    let search = try NameSearch(query)
    for person in changes.people {
      let contact = UnifiedContact(person, keys: ContactsWorker.keys).contact
      guard contact.contactType != .group, let rank = try search.rank(of: contact) else { continue }
      found.append((rank.number, place(person.id), person.id))
    }
    found.sort { ($0.rank, $0.place) < ($1.rank, $1.place) }
    return found.prefix(limit).map(\.id)
  }

  /// Some people in the order of the list; who was not there yet comes last.
  func sorted(_ ids: Set<RecordID>) -> [RecordID] {
    ids.map { (place: places[$0] ?? people.count, id: $0) }
      .sorted { ($0.place, $0.id.rawValue) < ($1.place, $1.id.rawValue) }.map(\.id)
  }
}

/// Reads what finding and sorting want of cards, on whatever thread.
private struct ContactsWorker: CardWorker {
  static let keys: Contact.Keys = [.searching, .sorting, .contactType]

  private var contacts: [Contact] = []

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    contacts.append(Contact(copy card, keys: Self.keys))
  }

  mutating func finish(_ piece: inout [Contact]?) {
    piece = contacts
    contacts = []
  }
}
