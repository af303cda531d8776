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
    var batch = SearchIndex.Batch(sorter: sorter)
    var indexed: [RecordID] = []
    var letter: [RecordID: Int] = [:]
    func take(_ contact: Contact, _ id: RecordID) throws {
      try batch.append(contact)
      indexed.append(id)
      letter[id] = try letters.section(for: contact)
    }
    try book.readCards(ContactsWorker()) { contacts, ids in
      for (contact, id) in zip(contacts, ids) where !together.contains(id) {
        if contact.contactType != .group { try take(contact, id) }
      }
    }
    for records in linked {
      guard let person = try book.person(of: records[0]) else { continue }
      try take(UnifiedContact(person, keys: ContactsWorker.keys).contact, person.id)
    }
    index = try SearchIndex([batch])
    self.indexed = indexed
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

  /// Those who answer a query, the best first.
  func search(_ query: String, limit: Int) throws -> [RecordID] {
    try index.search(query, limit: limit).map { indexed[$0.contact] }
  }

  /// Some people in the order of the list.
  func sorted(_ ids: some Sequence<RecordID>) -> [PersonName] {
    Set(ids.compactMap { places[$0] }).sorted().map { people[$0] }
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
