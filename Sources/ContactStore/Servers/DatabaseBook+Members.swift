internal import GRDB
package import VCard

extension DatabaseBook {
  /// The members that are known of a source's collection, in the order in which they were met.
  package func members(of source: String) throws -> [ServerMember] {
    var members: [ServerMember] = []
    try forEachMember(of: source) { members.append($0) }
    return members
  }

  /// The same, one after another; `body` reads nothing else of the book.
  package func forEachMember(of source: String, _ body: (ServerMember) throws -> Void) throws {
    try reading { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT server_member.id, href, etag, record, uid, local_base, remote_base, is_pending, sent,
            sent_of, answered, refused, refusal, is_unlisted
          FROM server_member JOIN source ON source.id = source WHERE name = ?
          ORDER BY server_member.id
          """, arguments: [source])
      while let row = try rows.next() {
        func kept(_ column: Int) throws -> ServerMember.Kept? {
          try (row.value(column) as Int64?).map { .number($0) }
        }
        var member = ServerMember(href: try row.value(1))
        member.id = try row.value(0)
        member.etag = try row.value(2)
        member.record = try (row.value(3) as Int64?).map { .record(DatabaseBook.recordID($0)) }
        member.uid = try row.value(4)
        member.localBase = try kept(5)
        member.remoteBase = try kept(6)
        if try row.value(7) {
          member.pending = ServerMember.Pending(
            sent: try kept(8), of: try kept(9), answered: try row.value(10))
        }
        if let card = try kept(11) {
          member.refusal = ServerMember.Refusal(card, try row.value(12) ?? "")
        }
        member.isUnlisted = try row.value(13)
        try body(member)
      }
    }
  }

  /// The records of a source in the order of their identifiers.
  package func sourceRecords(of source: String) throws -> [SourceRecord] {
    try reading { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT record.id, card, is_group FROM record
          WHERE source = (SELECT id FROM source WHERE name = ?) ORDER BY record.id
          """, arguments: [source])
      var records: [SourceRecord] = []
      while let row = try rows.next() {
        records.append(
          SourceRecord(
            id: DatabaseBook.recordID(try row.value(0)), card: try row.value(1),
            isGroup: try row.value(2)))
      }
      return records
    }
  }

  /// The records that have a UID, as groups would name it, in the order of their identifiers.
  package func records(ofUID uid: String) throws -> [RecordID] {
    try reading { db in
      try Int64.fetchAll(
        db.cachedStatement(sql: "SELECT id FROM record WHERE uid = ? ORDER BY id"),
        arguments: [GroupMembers.key(uid).text]
      ).map(DatabaseBook.recordID)
    }
  }

  /// A card that the book keeps, by its row; `nil` for one that does not read.
  package func keptCard(_ number: Int64) throws -> Card? {
    tools.reader.card(try reading { try StoredCard.fetch(number, $0) })
  }

  /// Has who saves little at a time keep few pages of the file in memory.
  package func keepFewPages() throws {
    try translating {
      try writablePool().writeWithoutTransaction { db in
        // KiB, which is what SQLite takes where it is told nothing.
        try db.execute(sql: "PRAGMA cache_size = -2000")
      }
    }
  }

  /// What became of members of a source's collection.
  package struct SyncChanges {
    /// Members that are new, or of which something else is known.
    package var members: [ServerMember] = []
    /// The numbers of members that are no more.
    package var removed: [Int64] = []
    /// What is known of the collection.
    package var server: SourceServer?
    /// Whether all members that may be listed are there for the token that is kept.
    package var areListed = false

    package init() {}

    package var isEmpty: Bool {
      members.isEmpty && removed.isEmpty && server == nil && !areListed
    }
  }

  /// Applies a request that synchronising made, and keeps what it learned, in one transaction.
  ///
  /// The source's own limits are not asked: what a server has it can hold.
  ///
  /// - Returns: The members as they are known now, in their order.
  /// - Throws: ``BookError``, as ``save(_:)``; `changed` when the source is gone.
  package func save(
    _ request: SaveRequest, _ changes: SyncChanges, ofSource name: String
  ) throws -> [ServerMember] {
    var members: [ServerMember] = []
    _ = try save(request, isSync: true) { writer, added in
      guard let source = try DatabaseBook.sourceNumber(name, writer.db),
        try Int.fetchOne(
          writer.db, sql: "SELECT 1 FROM server WHERE source = ?", arguments: [source]) != nil
      else { throw BookError(.changed, path, "its source \"\(name)\" is no more") }
      for id in changes.removed {
        try writer.db.cachedStatement(sql: "DELETE FROM server_member WHERE id = ?")
          .execute(arguments: [id])
      }
      for member in changes.members {
        members.append(try writer.keep(member, source: source, added: added))
      }
      if changes.areListed {
        try writer.db.execute(
          sql: """
            UPDATE server_member SET is_unlisted = 0
            WHERE source = ? AND is_unlisted AND \(ServerMember.listableRows)
            """, arguments: [source])
      }
      try changes.server?.save(source, writer.db)
    }
    return members
  }
}

extension BookWriter {
  /// Keeps what is known of a member of a server's collection, which is in no journal.
  ///
  /// A card is kept once: a base that is the card of the record, or the other base, shares its row.
  ///
  /// - Returns: The member with its number, and those of its cards.
  fileprivate func keep(
    _ member: ServerMember, source: Int64, added: [Int64]
  ) throws -> ServerMember {
    let record: Int64? =
      switch member.record {
      case nil: nil
      case .record(let id)?: DatabaseBook.number(id)
      case .added(let place)?: added[place]
      }
    var known: [(number: Int64, card: StoredCard)] = []
    if let stored = try record.flatMap({ try self.stored($0) }) {
      known.append((stored.card, try card(stored.card)))
    }
    func number(_ kept: ServerMember.Kept?) throws -> Int64? {
      guard case .card(let card)? = kept else { return kept?.number }
      let stored = StoredCard(card)
      if let same = known.first(where: { $0.card == stored }) { return same.number }
      known.append((try keep(stored), stored))
      return known.last?.number
    }
    var member = member
    member.record = record.map { .record(DatabaseBook.recordID($0)) }
    func settle(_ kept: inout ServerMember.Kept?) throws {
      kept = try number(kept).map { .number($0) }
    }
    try settle(&member.localBase)
    try settle(&member.remoteBase)
    if var pending = member.pending {
      try settle(&pending.sent)
      try settle(&pending.record)
      member.pending = pending
    }
    if let refusal = member.refusal, let card = try number(refusal.card) {
      member.refusal?.card = .number(card)
    }
    let pending = member.pending
    let values: [(any DatabaseValueConvertible)?] = [
      member.id, source, member.href.storable, member.etag?.storable, record,
      member.uid?.storable, member.localBase?.number, member.remoteBase?.number,
      pending != nil, pending?.sent?.number, pending?.record?.number,
      pending?.answered?.storable, member.refusal?.card.number, member.refusal?.reason.storable,
      member.isUnlisted,
    ]
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO server_member (id, source, href, etag, record, uid, local_base,
          remote_base, is_pending, sent, sent_of, answered, refused, refusal, is_unlisted)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: StatementArguments(values))
    if member.id == nil { member.id = db.lastInsertedRowID }
    return member
  }
}
