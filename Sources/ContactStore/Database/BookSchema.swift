internal import GRDB
import SystemPackage

/// The tables of a database book, and how those of older versions become the newest.
///
/// ```
/// source ─▶ record ─┬─▶ match_key   by which incoming cards find people
///             │     ├─▶ term        how many cards have a word or a name
///             │     ├─▶ word_key    by which people are searched
///             │     ├─▶ member      whom a group's card names
///             ▼     └─▶ entry_block by what people are found and listed without their cards
///           card ◀──┐
/// request ─▶ change ┘               what was done, and what was there before
/// value_identifier                  which values of a record are those that others were
/// server ─▶ server_member           what is known of a source that is a collection on a server
/// ```
/// The cards are the truth; a row of `card` never changes, so that records and the journal share
/// it. `match_key`, `term`, `word_key`, `member`, `entry_block` and the columns of `record` that tell of the
/// card are made of it and can be made again. A record's `person` is the lowest identifier among the records that
/// it is linked with, its own when it is linked with none.
package struct BookSchema: Sendable {
  /// Marks the file as a book for tools that look at SQLite's header: "vCrd".
  static let applicationID = 0x7643_7264

  /// The schema of this program.
  static let current = BookSchema(
    steps: [version1, version2, version3, version4, version5, version6, version7, version8])

  /// What makes each version of the version before it; the first one of an empty file.
  private let steps: [String]

  /// The version that this program makes.
  private var newestVersion: Int { steps.count }

  /// The schema as a later program would have it.
  ///
  /// - Parameter step: SQL that makes its newest version of that of this program.
  /// - Returns: The schema.
  package static func following(with step: String) -> BookSchema {
    BookSchema(steps: current.steps + [step])
  }

  /// What a database is to this program.
  enum State: Hashable {
    /// It has no tables: a kill leaves such a file.
    case empty
    /// An older version of this program made it.
    case older
    case current
  }

  /// What a database is.
  ///
  /// - Throws: ``BookError`` for a database of another program, and for a book of a newer version;
  ///   errors of the database.
  func state(_ db: Database, _ path: FilePath) throws -> State {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    guard application == BookSchema.applicationID else {
      let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      guard application == 0, version == 0, tables == 0 else {
        throw BookError(.notABook, path, "it is a database of another program")
      }
      return .empty
    }
    guard version <= newestVersion else {
      throw BookError(
        .unsupported, path,
        "a newer version of this program made the book (its schema is \(version), "
          + "this program knows \(newestVersion)); update the program")
    }
    guard version > 0 else {
      throw BookError(.damaged, path, "it is marked as a book of no version")
    }
    return version == newestVersion ? .current : .older
  }

  /// Brings a database to the newest version, in one transaction.
  ///
  /// - Parameters:
  ///   - db: The database, outside a transaction.
  ///   - path: What people call it.
  /// - Throws: ``BookError`` as ``state(_:_:)``, and errors of the database; nothing has changed then.
  func migrate(_ db: Database, _ path: FilePath) throws {
    var isCurrent = false
    // Of one moment: somebody else may be making the book.
    try db.inTransaction(.deferred) {
      isCurrent = try state(db, path) == .current
      return .commit
    }
    if isCurrent { return }
    try db.inTransaction(.immediate) {
      // Somebody else, of a newer version even, may have done it while this one waited.
      guard try state(db, path) != .current else { return .commit }
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      for step in steps[version...] { try db.execute(sql: step) }
      try db.execute(sql: "PRAGMA user_version = \(newestVersion)")
      try db.execute(sql: "PRAGMA application_id = \(BookSchema.applicationID)")
      return .commit
    }
  }

  /// AUTOINCREMENT: an identifier is never used again (https://sqlite.org/autoinc.html).
  ///
  /// STRICT: a column holds what its type says (https://sqlite.org/stricttables.html, SQLite 3.37 and later).
  private static let version1 = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
    CREATE TABLE source (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE
    ) STRICT;
    INSERT INTO source (name) VALUES ('local');
    CREATE TABLE card (
      id INTEGER PRIMARY KEY,
      charset TEXT,
      octets BLOB NOT NULL
    ) STRICT;
    CREATE TABLE record (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      source INTEGER NOT NULL REFERENCES source (id),
      person INTEGER NOT NULL,
      card INTEGER NOT NULL REFERENCES card (id),
      is_group INTEGER NOT NULL,
      name TEXT NOT NULL,
      sort_key BLOB NOT NULL,
      uid TEXT
    ) STRICT;
    CREATE INDEX record_by_source ON record (source);
    CREATE INDEX record_by_person ON record (person) WHERE person <> id;
    CREATE INDEX person_by_sort_key ON record (sort_key, id) WHERE person = id AND NOT is_group;
    CREATE INDEX record_by_uid ON record (uid) WHERE uid IS NOT NULL;
    CREATE INDEX record_of_group ON record (id) WHERE is_group;
    CREATE TABLE match_key (
      key INTEGER NOT NULL,
      record INTEGER NOT NULL,
      PRIMARY KEY (key, record)
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE word_key (
      key INTEGER NOT NULL,
      record INTEGER NOT NULL,
      PRIMARY KEY (key, record)
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE member (
      uid TEXT NOT NULL,
      record INTEGER NOT NULL,
      PRIMARY KEY (record, uid)
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE separation (
      low INTEGER NOT NULL,
      high INTEGER NOT NULL,
      PRIMARY KEY (low, high)
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE request (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      time INTEGER NOT NULL,
      undoes INTEGER,
      is_undone INTEGER NOT NULL DEFAULT 0,
      first_change INTEGER NOT NULL,
      last_change INTEGER NOT NULL,
      added INTEGER NOT NULL,
      updated INTEGER NOT NULL,
      deleted INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE change (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      action TEXT NOT NULL,
      record INTEGER NOT NULL,
      source INTEGER,
      person INTEGER,
      before INTEGER REFERENCES card (id),
      after INTEGER REFERENCES card (id),
      asked INTEGER REFERENCES card (id),
      name TEXT
    ) STRICT;
    CREATE INDEX change_by_record ON change (record);
    """

  /// How often each number of ``ContactMatching/CardKeys/terms`` is said by the cards.
  private static let version2 = """
    CREATE TABLE term (
      key INTEGER PRIMARY KEY,
      count INTEGER NOT NULL
    ) STRICT;
    """

  /// ``ContactModel/ValueIdentifiers`` of the records that have any; that of a deleted one stays, for it
  /// may come back.
  private static let version3 = """
    CREATE TABLE value_identifier (
      record INTEGER PRIMARY KEY,
      identifiers BLOB NOT NULL
    ) STRICT;
    """

  /// ``SourceServer`` and ``ServerMember``, which no journal has and nothing takes back.
  ///
  /// Columns that name cards are no foreign keys: whoever deletes a card would look for it through all
  /// members.
  private static let version4 = """
    CREATE TABLE server (
      source INTEGER PRIMARY KEY REFERENCES source (id),
      url TEXT NOT NULL,
      user TEXT,
      is_read_only INTEGER NOT NULL,
      groups TEXT NOT NULL,
      authority TEXT,
      pin TEXT,
      title TEXT,
      color TEXT,
      holds_40 INTEGER NOT NULL,
      maximum_size INTEGER,
      is_writable INTEGER NOT NULL,
      tells_changes INTEGER NOT NULL,
      scheme TEXT,
      token TEXT
    ) STRICT;
    CREATE TABLE server_member (
      id INTEGER PRIMARY KEY,
      source INTEGER NOT NULL REFERENCES server (source),
      href TEXT NOT NULL,
      etag TEXT,
      record INTEGER,
      uid TEXT,
      local_base INTEGER,
      remote_base INTEGER,
      is_pending INTEGER NOT NULL,
      sent INTEGER,
      sent_of INTEGER,
      answered TEXT,
      refused INTEGER,
      refusal TEXT
    ) STRICT;
    CREATE INDEX server_member_by_source ON server_member (source);
    CREATE INDEX server_member_by_record ON server_member (record) WHERE record IS NOT NULL;
    """

  /// ``ServerMember/isUnlisted``, which nobody knows of members that are there: without a token the next
  /// run lists them all.
  private static let version5 = """
    ALTER TABLE server_member ADD COLUMN is_unlisted INTEGER NOT NULL DEFAULT 0;
    UPDATE server SET token = NULL;
    """

  /// ``ContactSearch/SearchEntry`` of each record, by which people are found without their cards.
  ///
  /// Whoever writes next makes them, for the rules of older books are others.
  private static let version6 = "ALTER TABLE record ADD COLUMN entry BLOB;"

  /// The entries again, many in a row: ``EntryBlock``.
  private static let version7 = """
    ALTER TABLE record DROP COLUMN entry;
    CREATE TABLE entry_block (
      number INTEGER PRIMARY KEY,
      octets BLOB NOT NULL
    ) STRICT;
    """

  /// The same with rows apart from entries, which whoever writes next makes.
  private static let version8 = """
    DROP TABLE entry_block;
    CREATE TABLE entry_block (
      number INTEGER PRIMARY KEY,
      rows BLOB NOT NULL,
      entries BLOB NOT NULL
    ) STRICT;
    """
}
