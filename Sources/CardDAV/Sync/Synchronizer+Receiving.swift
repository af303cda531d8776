import ContactMerging
import ContactStore
import VCard

/// What the server has that the book has not.
extension Synchronizer {
  /// A card that was fetched.
  struct Fetched {
    let href: String
    let etag: String
    let card: Card
  }

  /// What of a listing is to be looked at.
  private struct Work {
    /// Hrefs whose cards are fetched.
    var changed: [String] = []
    /// The numbers of members that the listing lacks.
    var missing: [Int64] = []
  }

  /// Lists the collection, and takes over what has changed there.
  func receive() throws {
    let listing = try collection.listing(since: options.isFull ? nil : server.token)
    var work = self.work(listing)
    let gone = try goneMembers(&work)
    try guardDeletions(gone)
    var adoption = Adoption()
    if work.changed.contains(where: { member(at: $0) == nil }) {
      adoption = try self.adoption(gone)
    }
    var groups: [Fetched] = []
    for piece in OrderedTasks.pieces(work.changed.count, of: Synchronizer.batchSize) {
      let hrefs = Array(work.changed[piece])
      var cards: [Fetched] = []
      for (href, answer) in zip(hrefs, try fetch(hrefs)) {
        guard let fetched = try self.fetched(href, answer) else { continue }
        if fetched.card.isGroup {
          groups.append(fetched)
        } else {
          cards.append(fetched)
        }
      }
      try store(cards, &adoption)
      advance(hrefs.count)
    }
    // Whom they name is known by now.
    try store(groups, &adoption)
    try finishReceiving(listing, gone: gone.filter { !adoption.isTaken($0) })
  }

  private func work(_ listing: CollectionListing) -> Work {
    var work = Work()
    var listed: Set<Int64> = []
    var new: Set<MemberHref> = []
    for entry in listing.entries {
      let known = member(at: entry.href)
      let isFirst =
        known?.id.map { listed.insert($0).inserted } ?? new.insert(MemberHref(entry.href)).inserted
      if isFirst, options.isFull || known?.etag != entry.etag { work.changed.append(entry.href) }
    }
    let removed = Set(listing.removed.compactMap { member(at: $0)?.id })
    work.missing = members.ids { member in
      guard let id = member.id, !listed.contains(id) else { return false }
      // What was never there is missing nowhere.
      return member.isListable
        && (listing.isComplete || member.isUnlisted || removed.contains(id))
    }
    return work
  }

  /// The members that the server says are gone when it is asked for each; the others are listed after all.
  private func goneMembers(_ work: inout Work) throws -> [ServerMember] {
    var suspects: [ServerMember] = []
    for piece in OrderedTasks.pieces(work.missing.count, of: Synchronizer.batchSize) {
      let batch = work.missing[piece].compactMap { members[$0] }
      for (member, answer) in zip(batch, try collection.cards(at: batch.map(\.href))) {
        if case .card = answer {
          work.changed.append(member.href)
        } else {
          suspects.append(member)
        }
      }
    }
    try guardDeletions(suspects)
    var gone: [ServerMember] = []
    for member in suspects {
      switch try collection.card(at: member.href) {
      case .gone: gone.append(member)
      case .card: work.changed.append(member.href)
      case .unanswered, .refused: isIncomplete = true
      }
    }
    return gone
  }

  /// Stops where either side would lose a large part of what it has.
  private func guardDeletions(_ gone: [ServerMember]) throws {
    let records = Set(try book.sourceRecords(of: source).map(\.id))
    let goneIDs = Set(gone.compactMap(\.id))
    let fromBook = gone.count { $0.recordID.map(records.contains) ?? false }
    let total = members.count(where: \.wasThere)
    let fromServer = members.count {
      $0.wasThere && !goneIDs.contains($0.id ?? 0)
        && $0.recordID.map { !records.contains($0) } ?? false
    }
    for (side, count) in [(MassDeletion.Side.book, fromBook), (.server, fromServer)]
    where count > max(10, options.allowedDeletions) && 4 * count > total {
      throw MassDeletion(side: side, count: count, total: total)
    }
  }

  /// What a server answered for an href that it had listed; `nil` where there is nothing to store.
  private func fetched(_ href: String, _ answer: RemoteMember) throws -> Fetched? {
    switch answer {
    case .card(let octets, let etag):
      if let card = Card(resource: octets) { return Fetched(href: href, etag: etag, card: card) }
      // It is not asked for again until it changes.
      var member = member(at: href) ?? ServerMember(href: href)
      member.etag = etag
      note(member)
      tell(.unreadable, nil, member.recordID, "\(href) is no vCard, or several")
    case .gone: break
    case .unanswered: isIncomplete = true
    case .refused(let refusal):
      isIncomplete = true
      tell(.refused, nil, nil, "\(href): \(refusal.status) \(refusal.reason)")
    }
    return nil
  }

  /// Stores fetched cards in one transaction.
  private func store(_ cards: [Fetched], _ adoption: inout Adoption) throws {
    var request = SaveRequest()
    var changed: [ServerMember] = []
    var delivered: [Delivered] = []
    var new: [Fetched] = []
    for fetched in cards {
      if let member = member(at: fetched.href), member.remoteBase != nil {
        changed.append(
          try takenOver(fetched.card, whole: fetched.card, fetched.etag, member, &request))
      } else if let member = member(at: fetched.href), member.pending == nil,
        member.wasThere, member.recordID == nil
      {
        // It could not be read before.
        changed.append(try add(fetched, to: &request, as: member))
      } else {
        new.append(fetched)
      }
    }
    let pairs = adoption.pairs(of: new.map(\.card))
    for (fetched, candidate) in zip(new, pairs) {
      guard let candidate else {
        changed.append(
          try add(fetched, to: &request, as: member(at: fetched.href), isNew: true))
        continue
      }
      var member = candidate.member ?? ServerMember(href: fetched.href)
      member.href = fetched.href
      if member.pending != nil, let sent = try card(member.pending?.sent) {
        remember(member)
        delivered.append(
          Delivered(member: member, sent: sent, found: fetched.card, etag: fetched.etag))
      } else if member.remoteBase != nil {
        // It is somewhere else by now.
        changed.append(
          try takenOver(fetched.card, whole: fetched.card, fetched.etag, member, &request))
      } else {
        changed.append(try adopt(fetched, candidate.record, member, &request))
      }
    }
    try commit(request, changed)
    try confirm(delivered)
  }

  /// Adds a record.
  ///
  /// A new person is one with the records of other sources that have its UID; a new group names its members
  /// as the book does.
  private func add(
    _ fetched: Fetched, to request: inout SaveRequest, as known: ServerMember?,
    isNew: Bool = false
  ) throws -> ServerMember {
    let card = isNew ? try inward(fetched.card) : fetched.card
    if isNew, !card.isGroup, let uid = card.memberUID {
      for other in try book.records(ofUID: uid) where try book.sourceName(of: other) != source {
        request.link(.match(.added(request.added.count), .record(other)))
      }
    }
    var member = known ?? ServerMember(href: fetched.href)
    member.etag = fetched.etag
    member.record = .added(request.added.count)
    member.localBase = .card(card)
    member.remoteBase = .card(fetched.card)
    request.add(card, source: source)
    report.fromServer.new += 1
    return member
  }

  /// Makes a record and a card of the server one that were each there before the other was known.
  private func adopt(
    _ fetched: Fetched, _ id: RecordID, _ known: ServerMember, _ request: inout SaveRequest
  ) throws -> ServerMember {
    var member = known
    guard let record = try book.record(id)?.card else { return member }
    member.record = .record(id)
    member.etag = fetched.etag
    member.remoteBase = .card(fetched.card)
    member.refusal = nil
    member.uid = fetched.card.memberUID == record.memberUID ? nil : fetched.card.memberUID
    let isGroup = record.isGroup
    let members = try isGroup ? translations() : (inward: [:], outward: [:])
    func isSaid(_ card: Card) -> Bool {
      let sent = OutgoingCard(
        card, version: fetched.card.version, uid: member.uid, members: members.outward)
      return Delivery(of: sent.card, found: fetched.card).missing.isEmpty
    }
    let theirs = fetched.card.inward(uid: record.first(.uid)?.text, members: members.inward)
    let sent = OutgoingCard(record, version: fetched.card.version, uid: nil)
    var merged = record
    // What another client sent there before may have been cut.
    let mended = theirs.mended(from: sent.card, isSure: true) ?? theirs
    if !Delivery(of: mended, found: sent.card).missing.isEmpty {
      let merge = ThreeWayMerge(
        base: theirs.emptied, mine: mended, into: record, of: record.emptied,
        preferring: options.prefersLocal ? .theirs : .mine)
      merged = merge.card
      if !merge.conflicts.isEmpty {
        tell(
          .conflict, record, id,
          options.prefersLocal
            ? "other values on both sides; the book's stays"
            : "other values on both sides; the server's stays, the other one is in the journal",
          of: merge.conflicts)
      }
    }
    member.localBase = .card(isSaid(merged) ? merged : theirs)
    if merged.octetsAsRead != record.octetsAsRead {
      request.update(id, to: merged, from: record)
      report.fromServer.changed += 1
    }
    return member
  }

  /// Deletes what is gone on the server, and keeps what the listing told.
  private func finishReceiving(_ listing: CollectionListing, gone: [ServerMember]) throws {
    var request = SaveRequest()
    var removed: [Int64] = []
    var records: [RecordID: SourceRecord] = [:]
    if !gone.isEmpty {
      for record in try book.sourceRecords(of: source) { records[record.id] = record }
    }
    for member in gone {
      guard let number = member.id else { continue }
      removed.append(number)
      guard let id = member.recordID, let record = records[id] else { continue }
      if try book.isEdited(record.card, since: member.localBase?.number) {
        tell(
          .kept, try book.keptCard(record.card), id,
          "deleted on the server and edited in the book; it is sent again")
      } else {
        request.delete(id)
        report.fromServer.deleted += 1
      }
    }
    // What was sent first and came nowhere is sent anew.
    removed += members.ids { $0.pending != nil && lostSends.contains($0.id ?? 0) }
    var server = self.server
    let abilities = collection.abilities
    if !isIncomplete { server.token = listing.token }
    server.title = abilities.title ?? server.title
    server.color = abilities.color ?? server.color
    server.holdsVersion40 = abilities.holdsVersion40
    server.maximumSize = abilities.maximumSize
    server.isWritable = abilities.isWritable
    // The token that is kept is from after them.
    try commit(
      request, removing: removed, server: server == self.server ? nil : server,
      areListed: !isIncomplete && noteListed())
  }
}
