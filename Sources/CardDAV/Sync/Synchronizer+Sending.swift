import ContactMerging
import ContactStore
import VCard

/// What the book has that the server has not.
extension Synchronizer {
  /// How often a card is merged and sent that others change meanwhile.
  private static let mostRounds = 3

  /// An edit of the book.
  private struct Edit {
    let record: SourceRecord
    /// The number of the member that it is.
    let member: Int64?
  }

  /// Sends the edits of the book: deletions, then people, then groups, which name people.
  func send() throws {
    let records = try book.sourceRecords(of: source).filter {
      !rehearsedDeletions.contains($0.id)
    }
    let isReadOnly = server.kind.isReadOnly
    try sendDeletions(Set(records.map(\.id)), isReadOnly)
    var known: [RecordID: Int64] = [:]
    for member in members {
      if let id = member.recordID { known[id] = member.id }
    }
    var edits: [Edit] = []
    for record in records {
      let number = known[record.id]
      // A row that was rewritten on the way is its own base.
      if var member = number.flatMap({ members[$0] }) {
        if member.pending != nil { continue }
        if member.localBase != nil, try !isEdited(record, member) {
          if member.localBase?.number != record.card, !options.isRehearsal {
            member.localBase = .number(record.card)
            note(member)
          }
          continue
        }
      }
      edits.append(Edit(record: record, member: number))
    }
    for isGroup in [false, true] {
      let outward = isGroup ? try translations().outward : [:]
      var sent: [(member: ServerMember, card: Card)] = []
      for edit in edits where edit.record.isGroup == isGroup {
        if let one = try put(edit, isReadOnly, outward) { sent.append(one) }
        advance(1)
        if sent.count == Synchronizer.batchSize {
          try verify(sent)
          sent.removeAll()
        }
      }
      try verify(sent)
    }
    try commit()
  }

  private func sendDeletions(_ records: Set<RecordID>, _ isReadOnly: Bool) throws {
    let deleted = members.ids { $0.recordID.map { !records.contains($0) } ?? false }
    for number in deleted {
      guard let member = members[number] else { continue }
      guard let etag = member.etag else {
        try commit(removing: [number])
        continue
      }
      let card = try self.card(member.remoteBase)
      if isReadOnly {
        tell(.refused, card, nil, "deleted in the book, and the server can only be read")
        continue
      }
      if options.isRehearsal {
        report.toServer.deleted += 1
        continue
      }
      var pending = member
      pending.pending = ServerMember.Pending()
      pending = try commit(SaveRequest(), [pending])[0]
      switch try collection.delete(member.href, etag: etag) {
      case .deleted, .gone:
        try commit(removing: [number])
        report.toServer.deleted += 1
      case .changedMeanwhile:
        pending.pending = nil
        note(pending)
        switch try collection.card(at: member.href) {
        case .card(let octets, let etag):
          guard let found = Card(resource: octets) else { continue }
          if etag == member.etag {
            tell(.refused, card, nil, "the server does not delete it")
          } else {
            try takeOver(found, whole: found, etag, pending)
          }
        case .gone: try commit(removing: [number])
        case .unanswered, .refused: break
        }
      case .refused(let refusal):
        pending.pending = nil
        note(pending)
        tell(.refused, card, nil, "not deleted: \(refusal.status) \(refusal.reason)")
      }
    }
  }

  /// Sends a card, again after others have changed it.
  ///
  /// - Returns: The member and what was sent; `nil` where nothing was.
  private func put(
    _ edit: Edit, _ isReadOnly: Bool, _ outward: [String: String]
  ) throws -> (member: ServerMember, card: Card)? {
    let id = edit.record.id
    var (row, known) = (edit.record.card, edit.member.flatMap { members[$0] })
    for _ in 0..<Synchronizer.mostRounds {
      guard let record = try book.keptCard(row) else { return nil }
      var member = known ?? ServerMember(href: collection.newHref())
      member.record = .record(id)
      if let refusal = member.refusal, refusal.card.number == row, !options.isFull {
        tell(.refused, record, id, refusal.reason)
        return nil
      }
      if record.memberUID == nil, member.uid == nil { member.uid = NewUID.make() }
      let uid = member.uid ?? record.first(.uid)?.text
      let version = try card(member.remoteBase)?.version
      let outgoing = OutgoingCard(record, version: version, uid: uid, members: outward)
      if let reason = refusal(of: outgoing, isGroup: edit.record.isGroup, isReadOnly) {
        tell(.refused, record, id, reason)
        return nil
      }
      let isNew = !member.wasThere
      if options.isRehearsal {
        count(isNew)
        return nil
      }
      member.pending = ServerMember.Pending(sent: .card(outgoing.card), of: .number(row))
      member.refusal = nil
      member = try commit(SaveRequest(), [member])[0]
      let href = member.href
      switch try collection.put(outgoing.octets, at: href, replacing: member.etag) {
      case .stored(let stored, let etag):
        member.href = stored
        member.pending?.answered = etag
        note(member)
        count(isNew)
        return (member, outgoing.card)
      case .refused(let refusal):
        return refuse(member, row, record, "\(refusal.status) \(refusal.reason)")
      case .changedMeanwhile:
        switch try collection.card(at: href) {
        case .card(let octets, let etag):
          guard let found = Card(resource: octets) else {
            return refuse(member, row, record, "the server has something there that is no vCard")
          }
          if isNew {
            // It was stored although nobody heard so.
            try confirm([
              Delivered(member: member, sent: outgoing.card, found: found, etag: etag)
            ])
            count(true)
            return nil
          }
          if etag == member.etag { return refuse(member, row, record, "412, though unchanged") }
          try takeOver(found, whole: found, etag, member)
        case .gone where isNew: return refuse(member, row, record, "412, though it is new")
        case .gone:
          // Deleted there and edited here: it is a new one.
          tell(.kept, record, id, "deleted on the server and edited in the book; it is sent again")
          var anew = ServerMember(href: collection.newHref())
          (anew.id, anew.record) = (member.id, member.record)
          try commit(SaveRequest(), [anew])
        case .unanswered, .refused: return nil
        }
        guard let number = member.id, let now = members[number],
          let current = try book.sourceRecords(of: source).first(where: { $0.id == id })
        else { return nil }
        (row, known) = (current.card, now)
        if let base = now.localBase?.number, try !book.isEdited(row, since: base) { return nil }
      }
    }
    tell(
      .conflict, try book.keptCard(row), id,
      "others change it on the server all the time; it is sent by the next run")
    return nil
  }

  private func count(_ isNew: Bool) {
    if isNew { report.toServer.new += 1 } else { report.toServer.changed += 1 }
  }

  /// What keeps a card from being sent at all.
  private func refusal(of card: OutgoingCard, isGroup: Bool, _ isReadOnly: Bool) -> String? {
    if isReadOnly { return "the server can only be read" }
    var kind = server.kind
    kind.maximumSize = nil
    if isGroup, !kind.capabilities.contains(.groups) { return "the collection has no groups" }
    guard let size = server.maximumSize, card.octets.count > size else { return nil }
    kind.maximumSize = size
    return kind.refusal(of: card.card).map { "the collection \($0)" }
  }

  /// Remembers that the server does not take a card, which is not sent again as it is.
  private func refuse(
    _ member: ServerMember, _ row: Int64, _ record: Card, _ reason: String
  ) -> (member: ServerMember, card: Card)? {
    var member = member
    member.pending = nil
    member.refusal = ServerMember.Refusal(.number(row), reason)
    note(member)
    tell(.refused, record, member.recordID, reason)
    return nil
  }
}
