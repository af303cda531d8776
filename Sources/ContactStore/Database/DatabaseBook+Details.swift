public import ContactModel
internal import GRDB
import VCard

/// What there is to say of a database book as a whole.
public struct BookDetails: Hashable, Sendable {
  /// All records, those of groups too.
  public let records: Int
  /// People; linked records are one.
  public let people: Int
  /// Groups.
  public let groups: Int
  /// Sources.
  public let sources: Int
  /// Requests in the journal.
  public let requests: Int
  /// Octets of the database, without what still lies in its log.
  public let octets: Int
  /// The rules and ICU tables by which its indexes are to be made.
  public let rules: String
  /// Whether its indexes are made by these.
  public let hasCurrentIndexes: Bool
  /// The language in whose order people stand; `nil` in a book that nobody has written to.
  public let locale: String?
}

extension DatabaseBook {
  /// What there is to say of the book as a whole.
  ///
  /// - Complexity: O(*n*) in the records, by indexes.
  public func details() throws -> BookDetails {
    let isCurrent = try hasCurrentFacts()
    return try reading { db in
      func number(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
      let records = try number("SELECT count(*) FROM record")
      let linked = try number("SELECT count(*) FROM record WHERE person <> id")
      let groups = try number("SELECT count(*) FROM record WHERE is_group")
      let pages = try number("PRAGMA page_count")
      return BookDetails(
        records: records, people: records - linked - groups, groups: groups,
        sources: try number("SELECT count(*) FROM source"),
        requests: try number("SELECT count(*) FROM request"),
        octets: try pages * number("PRAGMA page_size"), rules: tools.facts.version,
        hasCurrentIndexes: isCurrent, locale: try FactsKeeper.locale(db))
    }
  }

  /// The records of a source; `nil` when there is no such source.
  public func records(ofSource name: String) throws -> Set<RecordID>? {
    guard DatabaseBook.canName(name) else { return nil }
    return try reading { db in
      guard let source = try DatabaseBook.sourceNumber(name, db) else { return nil }
      let ids = try Int64.fetchAll(
        db, sql: "SELECT id FROM record WHERE source = ?", arguments: [source])
      return Set(ids.map(DatabaseBook.recordID))
    }
  }
}

extension DatabaseBook {
  /// Whether a source can have a name: SQLite cuts a text at U+0000.
  static func canName(_ name: String) -> Bool {
    !name.utf8.contains(0) && !name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// The identifiers that values of a record have kept through corrections.
  public func valueIdentifiers(of id: RecordID) throws -> ValueIdentifiers {
    guard let number = DatabaseBook.number(id) else { return ValueIdentifiers() }
    return try reading { try ValueIdentifiers.fetch(number, $0) }
  }

  /// Refuses a name that no source can have.
  public func refuseUnnamable(_ name: String) throws(BookError) {
    guard DatabaseBook.canName(name) else {
      throw BookError(
        .unsupported, path, "a source has a name, which is not blank and holds no U+0000")
    }
  }
}

extension JournalEntry {
  /// When it was carried out, for people: `2008-04-24T19:52:43Z`.
  public var timeText: String { Timestamp.text(time, Rules(.version30)) }
}
