public import ContactMatching
import ContactModel
public import ContactSearch
internal import GRDB
internal import ICU
public import VCard

extension DatabaseBook {
  /// People in the order of their names: a page of them.
  ///
  /// - Complexity: O(`start` + `limit`), by an index. Where the book is in the order of another
  ///   language, O(*n* log *n*) in its people the first time.
  public func people(from start: Int = 0, limit: Int) throws -> [PersonName] {
    precondition(start >= 0 && limit >= 0, "a page begins and ends in the list")
    let page = try reading { db -> [PersonName]? in
      guard try FactsKeeper.isOrderCurrent(tools, db) else { return nil }
      return try Row.fetchAll(
        db,
        sql: """
          SELECT id, name FROM record WHERE person = id AND NOT is_group
          ORDER BY sort_key, id LIMIT ? OFFSET ?
          """, arguments: [limit, start]
      ).map { row in
        PersonName(id: DatabaseBook.recordID(try row.value(0)), name: try row.value(1))
      }
    }
    return try page ?? Array(peopleInOwnOrder().dropFirst(start).prefix(limit))
  }

  /// All people in the order of their names, by their identifiers alone.
  ///
  /// - Throws: ``BookError``, and errors of ICU.
  /// - Complexity: O(*n*), by an index without its table; else as ``people(from:limit:)``.
  package func orderedPeople() throws -> [RecordID] {
    let ids = try reading { db -> [Int64]? in
      guard try FactsKeeper.isOrderCurrent(tools, db) else { return nil }
      return try Int64.fetchAll(
        db,
        sql: "SELECT id FROM record WHERE person = id AND NOT is_group ORDER BY sort_key, id")
    }
    return try ids?.map(DatabaseBook.recordID) ?? peopleInOwnOrder().map(\.id)
  }

  /// Everybody, in the order of our language.
  private func peopleInOwnOrder() throws -> [PersonName] {
    let change = try newestChange()
    if let ordered, ordered.change == change { return ordered.people }
    var keyed: [(key: [UInt8], id: Int64, name: String)] = []
    try withSnapshot { snapshot in
      try FactsKeeper.forEachBatch(snapshot.rows) { rows, cards in
        var shown: [(id: Int64, card: StoredCard)] = []
        for (row, card) in zip(rows, cards) {
          let (id, person): (Int64, Int64) = (try row.value("id"), try row.value("person"))
          let isGroup: Bool = try row.value("is_group")
          if id == person && !isGroup { shown.append((id, card)) }
        }
        let places = try tools.map(shown.map(\.card)) { (maker, card) throws(ICUError) in
          try maker.place(of: card)
        }
        for (person, place) in zip(shown, places) {
          keyed.append((place?.sortKey ?? [], person.id, place?.name ?? ""))
        }
      }
    }
    keyed.sort { left, right in
      left.key == right.key ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
    }
    let people = keyed.map { PersonName(id: DatabaseBook.recordID($0.id), name: $0.name) }
    ordered = (change, people)
    return people
  }

  // MARK: By indexes

  /// Whether what stands beside the cards was made by the rules of this program.
  func hasCurrentFacts() throws -> Bool {
    try reading { try FactsKeeper.areFactsCurrent(tools, $0) }
  }

  /// The people whom incoming cards can be, by the indexes: whoever matching would look at.
  ///
  /// - Parameter cards: The incoming cards.
  /// - Returns: `nil` when the book is to be read as a whole: more cards than the indexes are good
  ///   for, indexes that other rules have made, or people whose cards have more than 64 MiB.
  /// - Throws: ``BookError``, and errors of ICU.
  /// - Complexity: A look-up in the index for each name, email and phone number.
  public func peopleInQuestion(for cards: [Card]) throws -> [UnifiedRecord]? {
    try peopleInQuestion(for: cards, octets: 64 << 20)
  }

  /// The same with another bound on the octets of the cards that are held.
  package func peopleInQuestion(
    for cards: [Card], octets: Int
  ) throws -> [UnifiedRecord]? {
    guard cards.count <= Self.mostIncoming else { return nil }
    var keys: Set<CardKeys.Key> = []
    var digests: Set<UInt64> = []
    for found in try tools.map(
      cards,
      { (maker, card) throws(ICUError) in
        try maker.keys(of: card)
      })
    {
      keys.formUnion(found.blocking)
      digests.insert(found.digest)
    }
    let entries = try reading { db -> [PersonEntry]? in
      guard try FactsKeeper.areFactsCurrent(tools, db) else { return nil }
      var records: Set<Int64> = []
      let filed = try db.cachedStatement(sql: "SELECT record FROM match_key WHERE key = ? LIMIT ?")
      for key in keys.sorted(by: { $0.number < $1.number }) {
        let found = try Int64.fetchAll(
          filed, arguments: [Int64(bitPattern: key.number), key.rule.mostFiled])
        // Of initials with more cards none are compared.
        if key.rule != .initial || found.count < key.rule.mostFiled { records.formUnion(found) }
      }
      for digest in digests {
        records.formUnion(
          try Int64.fetchAll(filed, arguments: [Int64(bitPattern: digest), -1]))
      }
      return try DatabaseBook.people(records.sorted(), db, octets: octets)
    }
    return try entries.map { try people($0) }
  }

  /// Incoming cards for more of which the whole book is read.
  private static let mostIncoming = 500

  /// What of a book is known about some terms, by the indexes.
  ///
  /// - Parameter terms: What is asked.
  /// - Returns: The statistics; `nil` where other rules have made the indexes.
  /// - Throws: ``BookError``, and errors of ICU.
  /// - Complexity: A look-up a term, and O(*n*) in the cards that share a value.
  public func statistics(of terms: BookTerms) throws -> BookStatistics? {
    let found = try reading { db -> (counts: [UInt64: Int], sharers: [Entry])? in
      guard try FactsKeeper.areFactsCurrent(tools, db) else { return nil }
      var counts: [UInt64: Int] = [:]
      let count = try db.cachedStatement(sql: "SELECT count FROM term WHERE key = ?")
      for term in terms.counted {
        counts[term] = try Int.fetchOne(count, arguments: [Int64(bitPattern: term)])
      }
      var sharers: Set<Int64> = []
      let filed = try db.cachedStatement(sql: "SELECT record FROM match_key WHERE key = ? LIMIT ?")
      for value in terms.values {
        let records = try Int64.fetchAll(
          filed, arguments: [Int64(bitPattern: value), BookStatistics.mostSharers])
        if records.count > 1 { sharers.formUnion(records) }
      }
      return (counts, try DatabaseBook.entries(sharers.sorted(), db))
    }
    guard let found else { return nil }
    return try BookStatistics(
      terms, sharers: found.sharers.compactMap { tools.reader.card($0.card) }
    ) { found.counts[$0] ?? 0 }
  }

  /// Goes through the records that a search can find, by the index of words.
  ///
  /// - Parameters:
  ///   - query: Words with spaces between them.
  ///   - body: Receives each record, in the order of the book; not all of them need answer the query.
  /// - Returns: `false` when other rules have made the index; nothing was handed over then.
  /// - Throws: ``BookError``, errors of ICU, and what `body` throws.
  /// - Complexity: O(*n*) in the records that have words with the beginnings.
  public func forEachRecord(
    inQuestionFor query: String, _ body: (Record) throws -> Void
  ) throws -> Bool {
    guard case .these(let found)? = try leads(inQuestionFor: query) else { return false }
    for batch in OrderedTasks.pieces(found.count, of: DatabaseBook.batchSize) {
      for record in try records(Array(found[batch])) { try body(record) }
    }
    return true
  }

  /// Hands cards to workers on the threads of the book; each has the number, from 0, with which it
  /// comes.
  ///
  /// - Complexity: O(*n*) in the records that are read; holds some thousand cards a thread.
  public func readCards<Worker: CardWorker>(
    inQuestionFor query: BookQuery, _ worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws {
    let size = DatabaseBook.pieceSize * 4 * threads
    let links = query.joinsLinked ? try recordLinks() : RecordLinks()
    var taken = 0
    func hand(_ people: [[Entry]]) throws {
      for piece in try pieces(of: people, from: taken, by: DatabaseBook.pieceSize, worker) {
        guard var piece else { continue }
        try deliver(&piece)
      }
      taken += people.reduce(0) { $0 + $1.count }
    }
    func handAll(_ leads: [Int64]) throws {
      for some in OrderedTasks.pieces(leads.count, of: size) {
        let records = leads[some].flatMap { links.records(of: $0) }
        var people: [[Entry]] = []
        var last: Int64?
        for entry in try entries(records) {
          let lead = links.lead(of: entry.id)
          if lead == last {
            people[people.count - 1].append(entry)
          } else {
            people.append([entry])
          }
          last = lead
        }
        try hand(people)
      }
    }
    let joins = query.joinsLinked
    let entryWorker = (worker as? any EntryWorker).flatMap { $0.needsNoCards ? $0 : nil }
    if let words = query.words,
      let found = try leads(
        inQuestionFor: words, in: query.fields, links, orAnybody: entryWorker != nil && joins)
    {
      func handEntries(_ worker: some EntryWorker) throws -> [Int64] {
        try readEntries(of: found, joins ? links : recordLinks(), joining: joins, worker) { piece in
          guard var piece = piece as? CardPiece<Worker.Piece> else {
            preconditionFailure("a worker has pieces of one type")
          }
          try deliver(&piece)
        }
      }
      if let entryWorker {
        // All entries are sooner read than names and some cards.
        try handAll(leadingBest(of: handEntries(entryWorker), query, links))
      } else if case .these(let found) = found {
        try handAll(leadingBest(of: found, query, links))
      }
    } else {
      try withSnapshot { snapshot in
        try forEachBatch(snapshot, size: size) { entries in
          try hand(entries.filter { !links.isLinked($0.id) }.map { [$0] })
        }
      }
      try handAll(links.others.keys.sorted())
    }
  }

  /// Which records are one person with others.
  struct RecordLinks {
    /// The person that a record belongs to, of those that do not lead one.
    var leads: [Int64: Int64] = [:]
    /// The other records of a person, in ascending order.
    var others: [Int64: [Int64]] = [:]
    /// The newest change when they were so.
    var change: Int64?

    func isLinked(_ record: Int64) -> Bool { leads[record] != nil || others[record] != nil }

    func lead(of record: Int64) -> Int64 { leads[record] ?? record }

    func records(of lead: Int64) -> [Int64] { [lead] + (others[lead] ?? []) }
  }

  /// Which records are linked, by the index of those.
  func recordLinks() throws -> RecordLinks { try reading(DatabaseBook.recordLinks) }

  static func recordLinks(_ db: Database) throws -> RecordLinks {
    var links = RecordLinks()
    links.change = try newestChange(db)
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT id, person FROM record WHERE person <> id ORDER BY person, id"))
    while let row = try rows.next() {
      let (record, lead): (Int64, Int64) = (try row.value(0), try row.value(1))
      links.leads[record] = lead
      links.others[lead, default: []].append(record)
    }
    return links
  }

  /// Cards that a worker takes before it says what came of them.
  private static let pieceSize = 512

  /// What workers make of so many people each, in their order.
  func pieces<Worker: CardWorker>(
    of people: [[Entry]], from first: Int = 0, by size: Int, _ worker: Worker
  ) throws -> [CardPiece<Worker.Piece>?] {
    let (reader, path) = (tools.reader, path)
    let ranges = OrderedTasks.pieces(people.count, of: size)
    // The numbers of the first cards of all.
    let starts = people.reduce(into: [first]) { $0.append(($0.last ?? 0) + $1.count) }
    defer { options.advance((starts.last ?? first) - first) }
    return try OrderedTasks.map(ranges, threads: threads) { range in
      var worker = worker
      var found: [Diagnostic] = []
      for place in range {
        let cards = try people[place].enumerated().map { number, entry in
          guard var card = reader.card(entry.card) else {
            throw BookError(unreadable: entry.id, path)
          }
          card.moveStart(by: PieceOrigin(cards: starts[place] + number))
          return card
        }
        if cards.count == 1 {
          try worker.process(cards[0], found: &found)
        } else {
          try worker.process(person: cards, found: &found)
        }
      }
      var result: Worker.Piece?
      try worker.finish(&result)
      let count = starts[range.upperBound] - starts[range.lowerBound]
      return result.map { CardPiece(result: $0, diagnostics: found, cards: count) }
    }
  }

  /// The people whom a query finds, in the order of the book.
  public func people(
    matching query: String, in fields: Set<SearchField>
  ) throws -> [UnifiedRecord] {
    let search = try NameSearch(query, in: fields)
    func isFound(_ person: UnifiedRecord) throws -> Bool {
      try search.rank(of: person.records.map { Contact($0.card, keys: .searching) }) != nil
    }
    var people: [UnifiedRecord] = []
    guard case .these(let leads)? = try leads(inQuestionFor: query, in: fields, recordLinks())
    else {
      try forEachPerson { if try isFound($0) { people.append($0) } }
      return people
    }
    for batch in OrderedTasks.pieces(leads.count, of: DatabaseBook.batchSize) {
      people += try self.people(reading { db in try DatabaseBook.people(Array(leads[batch]), db) })
        .filter(isFound)
    }
    return people
  }

  /// Whom a query can find.
  enum Leads {
    /// Records in ascending order; of linked ones the first of the person.
    case these([Int64])
    /// Anybody, as the words are those of so many that they are as soon looked at all.
    case anybody
  }

  /// Whom the index of words leads to; `nil` where other rules have made it.
  ///
  /// With `orAnybody`, words are passed over that have more rows than a sixteenth of the highest number of a
  /// record: those people are in nearly every block of entries, while of cards each that need not be read
  /// counts.
  private func leads(
    inQuestionFor query: String, in fields: Set<SearchField> = SearchField.all,
    _ links: RecordLinks = RecordLinks(), orAnybody passesOver: Bool = false
  ) throws -> Leads? {
    let words = try WordKeys()
    // The longest beginning leads to the fewest.
    let terms = try words.terms(of: query, in: fields).sorted { left, right in
      width(of: left) < width(of: right)
    }
    guard !terms.isEmpty else { return .these([]) }
    // Cards that are as soon looked at as narrowed down.
    let few = 64
    return try reading { db in
      guard try FactsKeeper.areFactsCurrent(tools, db) else { return nil }
      let last = try Int.fetchOne(db, sql: "SELECT max(id) FROM record") ?? 0
      let most = passesOver ? max(few, last / 16) : .max
      var found: [Int64]?
      for term in terms {
        if let found, found.count <= few { break }
        guard var any = try DatabaseBook.records(of: term, upTo: most, db) else { continue }
        if !links.leads.isEmpty { any = any.map { links.lead(of: $0) } }
        any = DatabaseBook.ascending(any)
        found = found.map { DatabaseBook.both($0, any) } ?? any
      }
      return found.map { .these($0) } ?? .anybody
    }
  }

  /// The records that are filed under a term, in any order; `nil` for more rows than `most`.
  private static func records(
    of term: WordKeys.Term, upTo most: Int, _ db: Database
  ) throws -> [Int64]? {
    let statement = try db.cachedStatement(
      sql: "SELECT record FROM word_key WHERE key BETWEEN ? AND ? LIMIT ?")
    var records: [Int64] = []
    for range in term {
      let room = most == .max ? -1 : most + 1 - records.count
      try Int64.fetchCursor(statement, arguments: [range.lowerBound, range.upperBound, room])
        .forEach { records.append($0) }
      if records.count > most { return nil }
    }
    return records
  }

  /// Each number once, in ascending order; those that stand close together cost little.
  private static func ascending(_ numbers: [Int64]) -> [Int64] {
    guard let least = numbers.min(), let most = numbers.max() else { return [] }
    let span = most &- least
    // A mark in a row of as many words as there are numbers is sooner set than a number sorted.
    if span >= 0, span / 64 <= numbers.count {
      var marks = [UInt64](repeating: 0, count: Int(span / 64) + 1)
      for number in numbers {
        let place = number - least
        marks[Int(place >> 6)] |= 1 << UInt64(place & 63)
      }
      var ascending: [Int64] = []
      ascending.reserveCapacity(marks.reduce(0) { $0 + $1.nonzeroBitCount })
      for (place, word) in marks.enumerated() {
        var word = word
        while word != 0 {
          ascending.append(least + Int64(place * 64 + word.trailingZeroBitCount))
          word &= word - 1
        }
      }
      return ascending
    }
    var numbers = numbers
    numbers.sort()
    var count = 0
    for number in numbers where count == 0 || numbers[count - 1] != number {
      numbers[count] = number
      count += 1
    }
    numbers.removeLast(numbers.count - count)
    return numbers
  }

  /// The numbers that are in both of two ascending lists.
  private static func both(_ left: [Int64], _ right: [Int64]) -> [Int64] {
    var both: [Int64] = []
    var (next, other) = (0, 0)
    while next < left.count, other < right.count {
      if left[next] == right[other] { both.append(left[next]) }
      let (here, there) = (left[next], right[other])
      if here <= there { next += 1 }
      if there <= here { other += 1 }
    }
    return both
  }

  private func width(of term: WordKeys.Term) -> UInt64 {
    term.reduce(0) { width, range in
      max(width, UInt64(bitPattern: range.upperBound &- range.lowerBound))
    }
  }
}
