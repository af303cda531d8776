import ContactModel
import ContactSearch
import ContactStore
import ICU
import VCard

/// The people of a book in the order of their names, with the letters that they stand under, and what
/// finds them: made of one state of the book, in memory.
struct PeopleDirectory: Sendable {
  /// A letter, and where it begins.
  struct Section: Sendable, Encodable {
    let label: String
    /// The number of its first person, from 0.
    let start: Int
  }

  /// The newest change that it knows.
  let revision: Int64
  /// Everybody in order.
  let people: [RecordID]
  /// The letters that anybody stands under, in the order of the list.
  let sections: [Section]
  private let index: SearchIndex
  /// Where those stand whom the index numbers.
  private let indexed: [Int]
  /// Where everybody stands.
  private let places: [RecordID: Int]
  /// The person that each of the linked records belonged to.
  private let leads: [RecordID: RecordID]

  /// Reads a book: what it keeps beside the cards, or the cards where it keeps nothing.
  ///
  /// - Parameters:
  ///   - book: The book; nobody else uses this object.
  ///   - locale: The language of the letters and of the order.
  /// - Throws: `BookError`, and errors of ICU.
  /// - Complexity: O(*n* log *n*) in the words of the book.
  init(_ book: DatabaseBook, locale: String) throws {
    revision = try book.newestChange()
    let people = try book.orderedPeople()
    let letters = try SectionIndex(NameSorter(.family, locale: locale))
    let places = Dictionary(uniqueKeysWithValues: people.enumerated().map { ($1, $0) })
    var leads: [RecordID: RecordID] = [:]
    for records in try book.linkedRecords() {
      for record in records { leads[record] = records[0] }
    }
    var batches: [SearchIndex.Batch] = []
    var indexed: [Int] = []
    var letter = [Int?](repeating: nil, count: people.count)
    func take(_ piece: PeopleWorker.Piece) {
      batches.append(piece.batch)
      for (id, section) in zip(piece.people, piece.sections) {
        guard let place = places[id] else { preconditionFailure("whoever is asked for is listed") }
        indexed.append(place)
        letter[place] = section
      }
    }
    let left = Set(
      try book.readEntries(of: people, PeopleWorker(letters)) { take($0) })
    if !left.isEmpty {
      var worker = PeopleWorker(letters)
      var entries: [RecordID: [SearchEntry]] = [:]
      let none: [UInt8] = []
      func add(_ person: RecordID, _ entries: [SearchEntry]) throws {
        let (octets, starts) = SearchEntry.joined(entries)
        let isTaken = try worker.process(
          person, row: none.span, entries: octets.span, startingAt: starts, keys: none.span,
          startingAt: [])
        precondition(isTaken, "an entry that was just made reads")
      }
      try book.readCards(EntryMaker(words: ContactWords())) { made, ids in
        for (entry, id) in zip(made, ids) where left.contains(leads[id] ?? id) {
          if let lead = leads[id] {
            entries[lead, default: []].append(entry)
          } else {
            try add(id, [entry])
          }
        }
      }
      for (person, entries) in entries { try add(person, entries) }
      var piece: PeopleWorker.Piece?
      worker.finish(&piece)
      if let piece { take(piece) }
    }
    var numbers = [UInt32?](repeating: nil, count: people.count)
    for (number, place) in indexed.enumerated() {
      numbers[place] = UInt32(truncatingIfNeeded: number)
    }
    index = try SearchIndex(
      batches, order: numbers.compactMap(\.self), threads: book.threads)
    var sections: [Section] = []
    var seen: Set<Int> = []
    for (place, section) in letter.enumerated() {
      if let section, seen.insert(section).inserted {
        sections.append(Section(label: letters.labels[section], start: place))
      }
    }
    (self.people, self.indexed, self.places) = (people, indexed, places)
    (self.leads, self.sections) = (leads, sections)
  }

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
      return try index.search(query, limit: limit).map { people[indexed[$0.contact]] }
    }
    func place(_ id: RecordID) -> Int { places[id] ?? people.count }
    var found: [(rank: UInt32, place: Int, id: RecordID)] = []
    for hit in try index.search(query) {
      let place = indexed[hit.contact]
      let id = people[place]
      if !changes.ids.contains(id) { found.append((hit.rank.number, place, id)) }
    }
    let search = try NameSearch(query)
    for person in changes.people {
      let contacts = person.records.map { Contact($0.card, keys: EntryMaker.keys) }
      guard contacts.first?.contactType != .group, let rank = try search.rank(of: contacts) else {
        continue
      }
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

/// Indexes people by what a book keeps of them, on whatever thread.
private struct PeopleWorker: EntryWorker {
  struct Piece: Sendable {
    var batch = SearchIndex.Batch()
    var people: [RecordID] = []
    /// The section of each.
    var sections: [Int] = []
  }

  let needsKeys = false
  private let letters: SectionIndex
  private var piece = Piece()

  init(_ letters: SectionIndex) { self.letters = letters }

  mutating func process(
    _ person: @autoclosure () -> RecordID, row: Span<UInt8>, entries: Span<UInt8>,
    startingAt starts: [Int], keys: Span<UInt8>, startingAt keyStarts: [Int]
  ) throws -> Bool {
    // Of linked records, the first one that has a name.
    var text = 0..<0
    for start in starts where text.isEmpty {
      let isEntry = SearchEntry.forEachText(in: entries, from: start) { kind, range in
        if kind == .sortText { text = range }
      }
      guard isEntry else { return false }
    }
    guard try piece.batch.append(entries: entries, startingAt: starts) else { return false }
    piece.people.append(person())
    piece.sections.append(try letters.section(ofSortText: entries.extracting(text)))
    return true
  }

  mutating func finish(_ piece: inout Piece?) {
    piece = self.piece
    self.piece = Piece()
  }
}

/// Makes of cards what a book would keep of them, on whatever thread.
private struct EntryMaker: CardWorker {
  static let keys: Contact.Keys = [.searching, .sorting, .contactType]

  let words: ContactWords
  private var entries: [SearchEntry] = []

  init(words: ContactWords) { self.words = words }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    entries.append(try SearchEntry(Contact(copy card, keys: Self.keys), words))
  }

  mutating func finish(_ piece: inout [SearchEntry]?) {
    piece = entries
    entries = []
  }
}
