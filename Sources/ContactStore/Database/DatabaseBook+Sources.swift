import ContactMerging
import ContactModel
internal import GRDB
import VCard

/// A group of a book.
public struct BookGroup: Hashable, Sendable {
  /// The record that is the group.
  public let id: RecordID
  /// Its name.
  public let name: String
  /// The name of the source that it belongs to.
  public let source: String
  /// The records of the book that are its members.
  public let members: [RecordID]
  /// How many members its card names that the book does not have.
  public let missing: Int
}

extension DatabaseBook {
  /// The sources in the order in which they were made.
  public func sources() throws -> [BookSource] {
    let servers = try servers()
    let kinds = sourceKinds(servers)
    return try reading { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT source.name, count(record.id) FROM source LEFT JOIN record ON source = source.id
          GROUP BY source.id ORDER BY source.id
          """
      ).map { row in
        let name: String = try row.value(0)
        let server = servers[name]
        return BookSource(
          name: name, kind: kinds[name] ?? .local, count: try row.value(1), title: server?.title,
          color: server?.color, server: server)
      }
    }
  }

  /// The kinds of sources that are not local.
  func sourceKinds(_ servers: [String: SourceServer]) -> [String: SourceKind] {
    servers.mapValues(\.kind).merging(options.sourceKinds) { _, told in told }
  }

  /// Removes a source and all of its records.
  ///
  /// - Returns: How many records are gone; `nil` when there is no such source.
  public func removeSource(named name: String) throws -> Int? {
    guard DatabaseBook.canName(name) else { return nil }
    return try transaction("remove source") { writer in
      guard let id = try DatabaseBook.sourceNumber(name, writer.db) else { return nil }
      let records = try Int64.fetchAll(
        writer.db, sql: "SELECT id FROM record WHERE source = ? ORDER BY id", arguments: [id])
      for record in records {
        if let old = try writer.stored(record) { try writer.delete(record, old) }
      }
      // What is local has a home even when it is empty.
      if name != DatabaseBook.localSource { try writer.deleteSource(id, name: name) }
      return records.count
    }
  }

  /// The name of the source that a record belongs to.
  public func sourceName(of id: RecordID) throws -> String? {
    guard let number = DatabaseBook.number(id) else { return nil }
    return try reading { db in
      try String.fetchOne(
        db, sql: "SELECT name FROM source WHERE id = (SELECT source FROM record WHERE id = ?)",
        arguments: [number])
    }
  }

  // MARK: Groups

  /// The groups in the order of their identifiers.
  ///
  /// A member is the record that has its UID, in the source of the group if it is there.
  public func groups() throws -> [BookGroup] {
    try reading { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT record.id, record.name, source.name, source FROM record
          JOIN source ON source = source.id
          WHERE is_group ORDER BY record.id
          """)
      return try rows.map { row in
        let (id, source): (Int64, Int64) = (try row.value(0), try row.value(3))
        let uids = try String.fetchAll(
          db.cachedStatement(sql: "SELECT uid FROM member WHERE record = ?"),
          arguments: [id])
        var members: [Int64] = []
        var missing = 0
        for uid in uids {
          let found = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT id, source FROM record WHERE uid = ?"),
            arguments: [uid]
          ).map { row -> (id: Int64, source: Int64) in (try row.value(0), try row.value(1)) }
          let own = found.filter { $0.source == source }
          // A group that names itself is no member of its own.
          members += (own.isEmpty ? found : own).map(\.id).filter { $0 != id }
          if found.isEmpty { missing += 1 }
        }
        return BookGroup(
          id: DatabaseBook.recordID(id), name: try row.value(1), source: try row.value(2),
          members: Set(members).sorted().map(DatabaseBook.recordID), missing: missing)
      }
    }
  }

  /// The changes that make records members of a group.
  ///
  /// A group's card names its members by UID; a record without one gets one. REV follows on each card
  /// that changes. The group is no member of itself.
  ///
  /// - Throws: ``BookError``; `noSuchRecord` also for a group that is none.
  /// - Complexity: O(*n*) in the octets of the cards of the group and of the records.
  public func requestAdding(_ ids: [RecordID], to group: RecordID) throws -> SaveRequest {
    var request = SaveRequest("group")
    let now = options.now()
    var uids: [String] = []
    // Who is named twice gets one UID.
    var named: Set<RecordID> = [group]
    for id in ids where named.insert(id).inserted {
      let record = try requiredRecord(id)
      if let known = GroupMembers.uid(of: record.card) {
        uids.append(known)
        continue
      }
      let uid = NewUID.make()
      var person = record.card
      GroupMembers.setUID(uid, of: &person)
      person.setRevision(now)
      request.update(id, to: person, from: record.card)
      uids.append(uid)
    }
    try change(&request, naming: uids, asMembers: true, of: group)
    return request
  }

  /// The changes that make records no members of a group any more.
  ///
  /// REV follows on the card of the group.
  ///
  /// - Throws: ``BookError``; `noSuchRecord` for a group that is none.
  /// - Complexity: O(*n*) in the octets of the cards of the group and of the records.
  public func requestRemoving(_ ids: [RecordID], from group: RecordID) throws -> SaveRequest {
    var request = SaveRequest("group")
    let uids = try ids.compactMap { try record($0).flatMap { GroupMembers.uid(of: $0.card) } }
    try change(&request, naming: uids, asMembers: false, of: group)
    return request
  }

  /// Has the card of a group name cards as members, or name them no more; REV follows.
  public func change(
    _ request: inout SaveRequest, naming uids: [String], asMembers areMembers: Bool,
    of group: RecordID
  ) throws {
    let stored = try groupCard(group)
    let old = request.updated[group] ?? stored
    var card = old
    if areMembers {
      GroupMembers.add(uids, to: &card)
    } else {
      GroupMembers.remove(uids, from: &card)
    }
    guard !card.isIdentical(to: old) else { return }
    card.setRevision(options.now())
    request.update(group, to: card, from: stored)
  }

  private func groupCard(_ id: RecordID) throws -> Card {
    let record = try requiredRecord(id)
    guard record.card.isGroup else {
      throw BookError(.noSuchRecord, path, "\(id) that is a group")
    }
    return record.card
  }
}
