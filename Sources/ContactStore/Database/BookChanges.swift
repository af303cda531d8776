import ContactModel
internal import GRDB
import SystemPackage
import VCard

/// What happened to one record.
public struct BookChange: Hashable, Sendable {
  /// What happened.
  public enum Action: String, Hashable, Sendable {
    /// It is new.
    case added = "add"
    /// Its card is another one.
    case updated = "update"
    /// It is gone.
    case deleted = "delete"
    /// It is linked with others than before.
    case linked = "person"
  }

  /// The number of the change: later ones have higher numbers.
  public internal(set) var sequence: Int64
  /// What happened.
  public let action: Action
  /// The record.
  public let record: RecordID
  /// The composite name, of a record that is gone the one that it had; or an empty text.
  public let name: String
  /// The source that it belongs to; `nil` where there are none.
  public let source: String?
  /// When it happened, or was seen to have happened: seconds since 1970.
  public let time: Int64

  /// When, for people: `2008-04-24T19:52:43Z`.
  public var timeText: String { Timestamp.text(time, Rules(.version30)) }
}

/// The changes of a book from a number on, as they happen, whoever makes them.
///
/// They are told within a quarter of a second. The sequence ends when its task is cancelled.
public struct BookChanges: AsyncSequence, Sendable {
  /// Changes come one after the other.
  public typealias Element = BookChange

  private let book: BookChangeReader
  private let start: Int64

  init(_ book: BookChangeReader, after start: Int64) {
    self.book = book
    self.start = start
  }

  /// Goes through the changes.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let book: BookChangeReader
    private var last: Int64
    private var waiting: [BookChange] = []

    init(_ book: BookChangeReader, after start: Int64) {
      self.book = book
      last = start
    }

    /// The next change; `nil` when the task is cancelled.
    ///
    /// - Throws: ``BookError``.
    public mutating func next() async throws -> BookChange? {
      while waiting.isEmpty {
        if Task.isCancelled { return nil }
        waiting = try book.changes(after: last).reversed()
        if !waiting.isEmpty { break }
        // A look costs some ten microseconds; SQLite tells nobody what other processes do. A task that
        // is cancelled wakes at once.
        try? await Task.sleep(for: .milliseconds(200))
      }
      let change = waiting.removeLast()
      last = change.sequence
      return change
    }
  }

  /// Begins to go through the changes.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(book, after: start) }
}

/// Reads changes from the journal, on whatever thread.
struct BookChangeReader: Sendable {
  let connection: BookConnection
  let path: String
  let cards: StoredCardReader

  private static let batchSize = 256

  func changes(after sequence: Int64) throws -> [BookChange] {
    do {
      return try connection.database.read { db in
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT sequence, action, change.record, record.name, coalesce(after, before),
              coalesce(source.name, (
                SELECT name FROM change AS gone
                WHERE gone.record = change.source AND action = 'delete-source'
                ORDER BY sequence DESC))
            FROM change LEFT JOIN record ON record.id = change.record
            LEFT JOIN source ON source.id = coalesce(record.source, change.source)
            WHERE sequence > ? AND action IN ('add', 'update', 'delete', 'person')
            ORDER BY sequence LIMIT ?
            """, arguments: [sequence, BookChangeReader.batchSize])
        var times = try times(of: rows, db)[...]
        return try rows.compactMap { row in
          guard let action = BookChange.Action(rawValue: try row.value(1)) else { return nil }
          let sequence: Int64 = try row.value(0)
          while let first = times.first, first.last < sequence { times.removeFirst() }
          return BookChange(
            sequence: sequence, action: action, record: DatabaseBook.recordID(try row.value(2)),
            name: try row.value(3) ?? name(ofCard: row.value(4), db), source: try row.value(5),
            time: times.first?.time ?? 0)
        }
      }
    } catch let error as DatabaseError {
      throw BookError(error, path)
    }
  }
}

extension BookChangeReader {
  /// When the requests of changes were, and their last changes.
  private func times(of rows: [Row], _ db: Database) throws -> [(last: Int64, time: Int64)] {
    guard let first = rows.first, let last = rows.last else { return [] }
    let ends: (Int64, Int64) = (try first.value(0), try last.value(0))
    return try Row.fetchAll(
      db,
      sql: """
        SELECT last_change, time FROM request WHERE last_change >= ? AND first_change <= ?
        ORDER BY id
        """, arguments: [ends.0, ends.1]
    ).map { (try $0.value(0), try $0.value(1)) }
  }

  /// The name that a record had which is gone.
  private func name(ofCard id: Int64?, _ db: Database) throws -> String {
    let card = try id.flatMap { cards.card(try StoredCard.fetch($0, db)) }
    return card.flatMap { Contact($0, keys: .compositeName).compositeName } ?? ""
  }
}

extension DatabaseBook {
  /// The number of the newest change, to ask for those after it.
  public func newestChange() throws -> Int64 {
    try reading { try DatabaseBook.newestChange($0) }
  }

  static func newestChange(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM change") ?? 0
  }

  /// The records of which something changed after a number, each once.
  ///
  /// - Returns: `nil` for more than are asked for.
  package func changedRecords(after number: Int64, limit: Int) throws -> [RecordID]? {
    let records = try reading { db in
      try Int64.fetchAll(
        db, sql: "SELECT DISTINCT record FROM change WHERE sequence > ? LIMIT ?",
        arguments: [number, limit + 1])
    }
    return records.count > limit ? nil : records.map(DatabaseBook.recordID)
  }

  /// The number of the newest change.
  public func revision() throws -> Int64? { try newestChange() }

  /// The changes after a number, those that are there already first and then as they happen.
  ///
  /// - Parameter number: That of the last change that is known; 0 for all of the journal.
  /// - Returns: The changes; each loop over them begins anew.
  public func changes(after number: Int64) -> BookChanges {
    BookChanges(
      BookChangeReader(connection: connection, path: path.string, cards: tools.reader),
      after: number)
  }
}
