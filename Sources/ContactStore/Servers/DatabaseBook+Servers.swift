import ContactMerging
internal import GRDB
import VCard

extension DatabaseBook {
  private static let defaultSourceSetting = "default-source"

  /// The source of records of which nobody says where they belong.
  public func defaultSource() throws -> String {
    try reading { try DatabaseBook.defaultSource($0) }
  }

  static func defaultSource(_ db: Database) throws -> String {
    try String.fetchOne(
      db,
      sql: """
        SELECT source.name FROM setting JOIN source ON source.name = value
        WHERE setting.name = ?
        """, arguments: [defaultSourceSetting]) ?? localSource
  }

  /// Has records of which nobody says where they belong go to another source; it is no change of the
  /// book that could be undone.
  ///
  /// - Returns: `false` when there is no such source.
  public func setDefaultSource(_ name: String) throws -> Bool {
    guard DatabaseBook.canName(name) else { return false }
    return try writing { db in
      guard try DatabaseBook.sourceNumber(name, db) != nil else { return false }
      try db.execute(
        sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        arguments: [DatabaseBook.defaultSourceSetting, name])
      return true
    }
  }

  static func sourceNumber(_ name: String, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM source WHERE name = ?"), arguments: [name])
  }

  // MARK: Servers

  private static let serverColumns = """
    url, user, is_read_only, groups, authority, pin, title, color, holds_40, maximum_size,
    is_writable, tells_changes, scheme, token
    """

  /// The servers of all sources that have one, by the names of these.
  public func servers() throws -> [String: SourceServer] {
    try reading { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT \(DatabaseBook.serverColumns), name FROM server
          JOIN source ON source.id = server.source
          """)
      return Dictionary(
        try rows.map { (try $0.value("name") as String, try SourceServer($0)) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// Makes a source of a collection on a server; nothing is fetched yet, and it is no change that could be
  /// undone.
  ///
  /// - Parameters:
  ///   - name: The source, of which there is none yet.
  ///   - server: The collection.
  ///   - taken: A source whose records move over.
  /// - Throws: ``BookError``: `inTheWay` for a source that is there, `unsupported` for a name that no source can
  ///   have, `noSuchRecord` for a source that is to be taken and is none.
  public func addSource(
    named name: String, at server: SourceServer, taking taken: String? = nil
  ) throws {
    try refuseUnnamable(name)
    let moving = try taken.map { taken in
      guard let records = try records(ofSource: taken) else {
        throw BookError(.noSuchRecord, path, "of a source \"\(taken)\"")
      }
      return records
    }
    try writing { db in
      guard try DatabaseBook.sourceNumber(name, db) == nil else {
        throw BookError(.inTheWay, path, "a source \"\(name)\" is there")
      }
      try db.execute(sql: "INSERT INTO source (name) VALUES (?)", arguments: [name])
      try server.save(db.lastInsertedRowID, db)
    }
    guard let moving, !moving.isEmpty else { return }
    var request = SaveRequest("move")
    for id in moving { request.move(id, to: name) }
    _ = try save(request)
  }

  /// Keeps what else was learned of the server of a source; it is no change that could be undone.
  ///
  /// - Parameters:
  ///   - name: The source.
  ///   - change: Changes what is known.
  /// - Throws: ``BookError``.
  public func updateServer(ofSource name: String, _ change: (inout SourceServer) -> Void) throws {
    guard var server = try servers()[name] else { return }
    let known = server
    change(&server)
    if server == known { return }
    try writing { db in
      if let source = try DatabaseBook.sourceNumber(name, db) { try server.save(source, db) }
    }
  }

  /// How many records of a source are other than what its server was told last, those that it was never told of
  /// and those that it does not know to be gone among them.
  ///
  /// - Complexity: O(*n*) in the records of the source.
  public func unsentEdits(ofSource name: String) throws -> Int {
    let records = try sourceRecords(of: name)
    let known = Dictionary(
      records.map { ($0.id, $0.card) }, uniquingKeysWith: { first, _ in first })
    var told: Set<RecordID> = []
    var count = 0
    for member in try members(of: name) {
      guard let id = member.recordID else { continue }
      told.insert(id)
      guard let card = known[id], member.pending == nil else {
        count += 1
        continue
      }
      if try isEdited(card, since: member.localBase?.number) { count += 1 }
    }
    return count + records.count { !told.contains($0.id) }
  }

  /// Whether a card says something else than the one before it.
  package func isEdited(_ card: Int64, since base: Int64?) throws -> Bool {
    if card == base { return false }
    guard let base, let old = try keptCard(base), let new = try keptCard(card) else { return true }
    return !new.isUnedited(from: old)
  }
}

extension SourceServer {
  /// The server of a row with the columns of ``DatabaseBook/servers()``.
  init(_ row: Row) throws {
    self.init(url: try row.value(0))
    user = try row.value(1)
    isReadOnly = try row.value(2)
    groups = Groups(rawValue: try row.value(3)) ?? .cards
    authority = try row.value(4)
    pin = try row.value(5)
    title = try row.value(6)
    color = try row.value(7)
    holdsVersion40 = try row.value(8)
    maximumSize = try row.value(9)
    isWritable = try row.value(10)
    tellsChanges = try row.value(11)
    scheme = try row.value(12)
    token = try row.value(13)
  }

  /// Keeps it as that of a source.
  func save(_ source: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO server (source, url, user, is_read_only, groups, authority, pin, title, color,
          holds_40, maximum_size, is_writable, tells_changes, scheme, token)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
        ON CONFLICT (source) DO UPDATE SET url = ?2, user = ?3, is_read_only = ?4, groups = ?5,
          authority = ?6, pin = ?7, title = ?8, color = ?9, holds_40 = ?10, maximum_size = ?11,
          is_writable = ?12, tells_changes = ?13, scheme = ?14, token = ?15
        """
    ).execute(
      arguments: [
        source, url.storable, user?.storable, isReadOnly, groups.rawValue, authority?.storable,
        pin?.storable, title?.storable, color?.storable, holdsVersion40, maximumSize, isWritable,
        tellsChanges, scheme?.storable, token?.storable,
      ])
  }
}
