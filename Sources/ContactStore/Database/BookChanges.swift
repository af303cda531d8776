internal import GRDB
import SystemPackage

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
  public let sequence: Int64
  /// What happened.
  public let action: Action
  /// The record.
  public let record: RecordID
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
  let database: any DatabaseReader
  let path: String

  private static let batchSize = 256

  func changes(after sequence: Int64) throws -> [BookChange] {
    do {
      return try database.read { db in
        try Row.fetchAll(
          db,
          sql: """
            SELECT sequence, action, record FROM change
            WHERE sequence > ? AND action IN ('add', 'update', 'delete', 'person')
            ORDER BY sequence LIMIT ?
            """, arguments: [sequence, BookChangeReader.batchSize]
        ).compactMap { row in
          guard let action = BookChange.Action(rawValue: try row.value(1)) else { return nil }
          return BookChange(
            sequence: try row.value(0), action: action,
            record: DatabaseBook.recordID(try row.value(2)))
        }
      }
    } catch let error as DatabaseError {
      throw BookError(error, path)
    }
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

  /// The number of the newest change.
  public func revision() throws -> Int64? { try newestChange() }

  /// The changes after a number, those that are there already first and then as they happen.
  ///
  /// - Parameter number: That of the last change that is known; 0 for all of the journal.
  /// - Returns: The changes; each loop over them begins anew.
  public func changes(after number: Int64) -> BookChanges {
    BookChanges(
      BookChangeReader(database: database, path: path.string), after: number)
  }
}
