import ContactModel
internal import Files
internal import Foundation
internal import GRDB
internal import ICU
public import SystemPackage
public import VCard

/// A book in an SQLite database: records that keep their identifiers, sources, groups, links, a
/// journal, and look-ups that do not read the whole book.
///
/// Any number of objects, also of other processes, may use one database at the same time: readers
/// see the book as it was when they began and never wait for writers, writers wait for each other.
/// Cards are kept with the octets that they came in with.
public final class DatabaseBook: LinkedBook {
  /// The database file.
  public let path: FilePath
  let options: BookOptions
  let access: BookAccess
  /// What is read and written: a book that is not made yet is an empty one in memory.
  var connection: BookConnection
  var database: any DatabaseReader { connection.database }
  let schema: BookSchema
  /// Make what stands beside cards.
  let tools: BookTools
  /// People in an order that the database does not have, and the change up to which they are so.
  var ordered: (change: Int64, people: [PersonName])?

  /// Opens a book; for writing one that is not there is made, which nobody else may read, now or by the
  /// first change, as ``BookOptions/makesWhenSaving`` says.
  ///
  /// A book that an older version of this program made becomes one of this version when it is opened
  /// for writing; opened for reading, it is read as it was then, and changes of others are not seen.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - access: What the book is opened for.
  ///   - options: How its cards are read.
  /// - Throws: ``BookError``: `notABook` for a file that is no database or one of another program,
  ///   `unsupported` for a book of a newer version, and what keeps the file from being opened.
  public convenience init(
    _ path: FilePath, for access: BookAccess = .reading, options: BookOptions = BookOptions()
  ) throws(BookError) {
    try self.init(path, for: access, options: options, schema: .current)
  }

  /// Opens a book as a program with another schema would.
  package init(
    _ path: FilePath, for access: BookAccess, options: BookOptions, schema: BookSchema
  ) throws(BookError) {
    self.path = path
    self.options = options
    self.access = access
    self.schema = schema
    let mayBeMissing =
      access == .reading
      ? options.allowsMissing : options.makesMissing && options.makesWhenSaving
    if mayBeMissing, try DatabaseBook.isMissing(path) {
      if access == .writing { try DatabaseFile.checkPlace(path) }
      connection = BookConnection(try DatabaseBook.nothing(path, schema))
    } else {
      connection = try DatabaseBook.open(path, access: access, options: options, schema: schema)
    }
    let reader = StoredCardReader(options.decoding)
    do {
      let locale = try options.locale ?? connection.database.read { try FactsKeeper.locale($0) }
      tools = BookTools(
        facts: try RecordFactsMaker(locale: locale ?? "root", reader), reader: reader,
        threads: max(options.threads, 1), pendingOctets: options.pendingOctets)
    } catch let error as DatabaseError {
      throw BookError(error, path)
    } catch {
      throw BookError(.unsupported, path, "\(error)")
    }
  }

  /// A database.
  public var kind: BookKind { .database }

  /// All that its sources can do.
  public var capabilities: BookCapabilities { options.capabilities(.local).union(.sources) }

  /// As many as the options say.
  public var threads: Int { tools.threads }

  // MARK: Reading

  /// Records, or people, fetched at once.
  static let batchSize = 256

  /// Goes through all records in the order of their identifiers, as they were at the start.
  public func forEachRecord(_ body: (Record) throws -> Void) throws {
    try withSnapshot { snapshot in
      try forEachBatch(snapshot) { batch in
        for entry in batch { try body(record(entry.id, card(entry))) }
      }
    }
  }

  /// A record as it is kept.
  struct Entry: Sendable {
    let id: Int64
    let card: StoredCard

    init(_ row: Row) throws {
      id = try row.value(0)
      card = StoredCard(octets: try row.value(1), charset: try row.value(2))
    }
  }

  func forEachBatch(
    _ snapshot: BookSnapshot, size: Int = DatabaseBook.batchSize,
    _ body: ([Entry]) throws -> Void
  ) throws {
    var last: Int64 = 0
    while true {
      let batch = try snapshot.rows(
        """
        SELECT record.id, octets, charset FROM record JOIN card ON card.id = card
        WHERE record.id > ? ORDER BY record.id LIMIT ?
        """, [last, size]
      ).map { try Entry($0) }
      guard let end = batch.last else { return }
      last = end.id
      try body(batch)
    }
  }

  /// Goes through all people in the order of their lowest identifier; linked records come together.
  ///
  /// Records that a damaged book links with nobody come last, those together that name the same one.
  public func forEachPerson(_ body: (UnifiedRecord) throws -> Void) throws {
    try withSnapshot { snapshot in
      var last: Int64 = 0
      while true {
        let own = try snapshot.rows(
          """
          SELECT record.id, octets, charset FROM record JOIN card ON card.id = card
          WHERE record.id > ? AND person = record.id ORDER BY record.id LIMIT ?
          """, [last, DatabaseBook.batchSize]
        ).map { try Entry($0) }
        guard let end = own.last?.id else { break }
        let linked = try snapshot.rows(
          """
          SELECT record.id, octets, charset, person FROM record JOIN card ON card.id = card
          WHERE person <> record.id AND person > ? AND person <= ? ORDER BY person, record.id
          """, [last, end]
        ).map { row -> (entry: Entry, person: Int64) in (try Entry(row), try row.value(3)) }
        var next = 0
        for entry in own {
          var records = [try record(entry.id, card(entry))]
          while next < linked.count, linked[next].person <= entry.id {
            let other = linked[next]
            next += 1
            // Who is linked with nobody has a turn later.
            guard other.person == entry.id else { continue }
            records.append(try record(other.entry.id, card(other.entry)))
          }
          try body(UnifiedRecord(id: DatabaseBook.recordID(entry.id), records: records))
        }
        last = end
      }
      try forEachStray(snapshot, body)
    }
  }

  /// Goes through the records whose person is gone, or is somebody else's record.
  private func forEachStray(
    _ snapshot: BookSnapshot, _ body: (UnifiedRecord) throws -> Void
  ) throws {
    var (person, last) = (Int64.min, Int64.min)
    var records: [Record] = []
    func hand() throws {
      if let first = records.first { try body(UnifiedRecord(id: first.id, records: records)) }
      records.removeAll()
    }
    while true {
      let batch = try snapshot.rows(
        """
        SELECT record.id, octets, charset, record.person FROM record
        JOIN card ON card.id = record.card LEFT JOIN record AS lead ON lead.id = record.person
        WHERE record.person <> record.id AND (record.person, record.id) > (?, ?)
          AND (lead.id IS NULL OR lead.id <= 0 OR lead.person <> lead.id
            OR NOT EXISTS (SELECT 1 FROM card WHERE card.id = lead.card))
        ORDER BY record.person, record.id LIMIT ?
        """, [person, last, DatabaseBook.batchSize])
      for row in batch {
        let (entry, next): (Entry, Int64) = (try Entry(row), try row.value(3))
        if next != person { try hand() }
        records.append(try record(entry.id, card(entry)))
        (person, last) = (next, entry.id)
      }
      guard batch.count == DatabaseBook.batchSize else { return try hand() }
    }
  }

  /// The records that are linked, a list for each person who has several, in the order of the book.
  public func linkedRecords() throws -> [[RecordID]] {
    let rows = try reading { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT person, id FROM record WHERE person <> id
          UNION SELECT person, person FROM record WHERE person <> id ORDER BY 1, 2
          """
      ).map { row -> (person: Int64, record: Int64) in (try row.value(0), try row.value(1)) }
    }
    var people: [[RecordID]] = []
    var last: Int64?
    for row in rows {
      if row.person == last {
        people[people.count - 1].append(DatabaseBook.recordID(row.record))
      } else {
        people.append([DatabaseBook.recordID(row.record)])
        last = row.person
      }
    }
    return people
  }

  /// Hands the cards to workers on the threads of the book.
  ///
  /// A batch of a thousand cards a thread is held at a time.
  public func readCards<Worker: CardWorker>(
    _ worker: Worker, deliver: (inout Worker.Piece, [RecordID]) throws -> Void
  ) throws {
    let size = DatabaseBook.batchSize
    try withSnapshot { snapshot in
      try forEachBatch(snapshot, size: size * 4 * threads) { batch in
        let pieces = try pieces(of: batch.map { [$0] }, by: size, worker)
        for (range, piece) in zip(OrderedTasks.pieces(batch.count, of: size), pieces) {
          guard var piece else { continue }
          try deliver(&piece.result, batch[range].map { DatabaseBook.recordID($0.id) })
        }
      }
    }
  }

  /// How many records there are.
  public func count() throws -> Int {
    try reading { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM record") ?? 0 }
  }

  /// The record of an identifier.
  public func record(_ id: RecordID) throws -> Record? {
    guard let number = DatabaseBook.number(id) else { return nil }
    return try records([number]).first
  }

  /// The records of some numbers that are there.
  func records(_ numbers: [Int64]) throws -> [Record] {
    try entries(numbers).map { try record($0.id, card($0)) }
  }

  /// The same as they are kept.
  func entries(_ numbers: [Int64]) throws -> [Entry] {
    try reading { try DatabaseBook.entries(numbers, $0) }
  }

  static func entries(_ numbers: [Int64], _ db: Database) throws -> [Entry] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT record.id, octets, charset FROM record JOIN card ON card.id = card
        WHERE record.id = ?
        """)
    return try numbers.compactMap { number in
      try Row.fetchOne(statement, arguments: [number]).map { try Entry($0) }
    }
  }

  /// The person that a record belongs to, with all linked records.
  public func person(of id: RecordID) throws -> UnifiedRecord? {
    guard let number = DatabaseBook.number(id) else { return nil }
    return try people(reading { db in try DatabaseBook.people([number], db) }).first
  }

  /// The people whom some records are, in the order in which they are asked for; who is gone is left out.
  ///
  /// - Complexity: Some look-ups a person; all are held.
  package func people(of ids: [RecordID]) throws -> [UnifiedRecord] {
    let numbers = ids.compactMap(DatabaseBook.number)
    let people = try people(reading { db in try DatabaseBook.people(numbers, db) })
    let places = Dictionary(
      people.enumerated().flatMap { place, person in person.records.map { ($0.id, place) } },
      uniquingKeysWith: { one, _ in one })
    return ids.compactMap { places[$0].map { people[$0] } }
  }

  /// What the database has of a person.
  struct PersonEntry {
    let id: Int64
    let records: [Entry]
  }

  /// The people whom some records are, each once and in the order of the book.
  static func people(_ records: [Int64], _ db: Database) throws -> [PersonEntry] {
    try people(records, db, octets: .max) ?? []
  }

  /// The same; `nil` when their cards have more octets than may be held.
  static func people(
    _ records: [Int64], _ db: Database, octets most: Int
  ) throws -> [PersonEntry]? {
    let lead = try db.cachedStatement(sql: "SELECT person FROM record WHERE id = ?")
    var people: Set<Int64> = []
    for record in records {
      if let person = try Int64.fetchOne(lead, arguments: [record]) { people.insert(person) }
    }
    // Only the others are in the index of linked records.
    let statement = try db.cachedStatement(
      sql: """
        SELECT record.id AS id, octets, charset FROM record JOIN card ON card.id = card
        WHERE record.id = ?1
        UNION ALL
        SELECT record.id, octets, charset FROM record JOIN card ON card.id = card
        WHERE person = ?1 AND person <> record.id
        ORDER BY 1
        """)
    var entries: [PersonEntry] = []
    var octets = 0
    for person in people.sorted() {
      let records = try Row.fetchAll(statement, arguments: [person]).map { try Entry($0) }
      octets += records.reduce(0) { $0 + $1.card.octets.count }
      guard octets <= most else { return nil }
      entries.append(PersonEntry(id: person, records: records))
    }
    return entries
  }

  func people(_ entries: [PersonEntry]) throws -> [UnifiedRecord] {
    try entries.map { entry in
      UnifiedRecord(
        id: DatabaseBook.recordID(entry.id),
        records: try entry.records.map { try record($0.id, card($0)) })
    }
  }

  // MARK: Identifiers and cards

  /// The number of an identifier, or `nil` for what was never one.
  static func number(_ id: RecordID) -> Int64? {
    guard let number = Int64(id.rawValue), number > 0, String(number) == id.rawValue else {
      return nil
    }
    return number
  }

  static func recordID(_ number: Int64) -> RecordID { RecordID(rawValue: String(number)) }

  func record(_ number: Int64, _ card: Card) -> Record {
    Record(id: DatabaseBook.recordID(number), card: card, file: path)
  }

  private func card(_ entry: Entry) throws(BookError) -> Card {
    guard let card = tools.reader.card(entry.card) else {
      throw BookError(unreadable: entry.id, path)
    }
    return card
  }
}

extension BookError {
  init(unreadable record: Int64, _ path: FilePath) {
    self.init(
      .notABook, path, "the card of record \(record) does not read; see 'vcard book check'")
  }
}

/// A state of the book that stays the same while it is looked at.
struct BookSnapshot {
  let database: any DatabaseReader

  func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
    try database.read { db in
      try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }
  }
}

extension DatabaseBook {
  /// Refuses to change a book that was opened for reading.
  func requireWriting() throws(BookError) {
    guard access == .writing else {
      throw BookError(.cannotCreate, path, "the book was opened for reading only")
    }
  }

  /// What is written to, in a book that was opened for it; one that is not there yet is made.
  func writablePool() throws(BookError) -> DatabasePool {
    try requireWriting()
    if !isMade {
      connection = try DatabaseBook.open(path, access: access, options: options, schema: schema)
    }
    guard let pool = database as? DatabasePool else {
      preconditionFailure("what is opened for writing has a pool")
    }
    return pool
  }

  /// Reads, and gives errors of SQLite the meaning that they have for a book.
  func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try translating { try database.read(body) }
  }

  /// Changes the book in one transaction: all of it or, where this throws, nothing.
  ///
  /// Where the disk fails at the end of a transaction, its commit may stand in the log already, and
  /// whoever opens the book next would take it for done (sqlite.org/walformat.html, on recovery). So the log is
  /// cut off.
  func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try requireWriting()
    if !isMade, try !hasStrayLog() { return try make(with: body) }
    let pool = try writablePool()
    return try translating {
      var isDone: Bool?
      defer { if let isDone { TemporaryFiles.endChange(isDone: isDone) } }
      do {
        let result = try pool.write { db in
          let result = try body(db)
          // What is left is the end of the transaction.
          TemporaryFiles.beginChange()
          isDone = false
          return result
        }
        isDone = true
        return result
      } catch let error as DatabaseError
        where [.SQLITE_IOERR, .SQLITE_FULL].contains(error.resultCode)
      {
        try? pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        throw error
      }
    }
  }

  /// Reads from one state of the book, however long that takes.
  func withSnapshot(_ body: (BookSnapshot) throws -> Void) throws {
    try translating { try withDatabaseSnapshot(body) }
  }

  /// The same with the errors of SQLite as they are.
  func withDatabaseSnapshot(_ body: (BookSnapshot) throws -> Void) throws {
    // Nobody writes to a database that is no pool: it lies on a medium that nobody can write to.
    guard let pool = database as? DatabasePool else {
      return try body(BookSnapshot(database: database))
    }
    let snapshot = try pool.makeSnapshot()
    defer { try? snapshot.close() }
    try body(BookSnapshot(database: snapshot))
  }

  func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try DatabaseError.tellingOfValues(body)
    } catch let error as DatabaseError {
      throw BookError(error, path)
    }
  }
}
