import ContactMerging
import ContactModel
import ContactStore
import VCard

/// The server's changes and the book's, made one.
extension Synchronizer {
  /// Merges what changed on the server into the record and its local base.
  ///
  /// - Parameters:
  ///   - before: What the server had.
  ///   - after: What it has.
  ///   - record: The card of the record.
  ///   - member: Gets a local base with the changes.
  ///   - request: Gets the change of the record, if it is one.
  ///   - prefersLocal: Whose value stays where both changed one; `nil` as the options say.
  /// - Returns: Whether the record changes.
  /// - Throws: `BookError`.
  @discardableResult
  func merge(
    from before: Card, to after: Card, into record: Card, _ member: inout ServerMember,
    _ request: inout SaveRequest, prefersLocal: Bool? = nil
  ) throws -> Bool {
    guard let id = member.recordID else { return false }
    let members = after.isGroup ? try translations().inward : [:]
    let (uid, base) = (record.first(.uid)?.text, try card(member.localBase) ?? record.emptied)
    let (before, after) = (
      before.inward(uid: uid, members: members).rejoined(as: base),
      after.inward(uid: uid, members: members).rejoined(as: base)
    )
    let isEdited = !record.isUnedited(from: base)
    let start = isEdited ? base : record
    let applied = ThreeWayMerge(
      base: before, mine: after, into: start, of: start, preferring: .mine)
    var merged = applied.card
    // What was cut there stays whole here: the base has it so, and what differs from that is sent.
    let mended = after.mended(from: before, isSure: false)
    if isEdited || mended != nil {
      let prefersLocal = prefersLocal ?? options.prefersLocal
      let merge = ThreeWayMerge(
        base: before, mine: mended ?? after, into: record, of: base,
        preferring: prefersLocal ? .theirs : .mine)
      merged = merge.card
      if !merge.conflicts.isEmpty {
        tell(
          .conflict, record, id,
          prefersLocal
            ? "changed on both sides; the book's value stays"
            : "changed on both sides; the server's value stays, the other one is in the journal",
          of: merge.conflicts)
      }
    }
    member.localBase = .card(applied.card)
    guard merged.octetsAsRead != record.octetsAsRead else { return false }
    request.update(id, to: merged, from: record)
    return true
  }

  /// Takes over what somebody changed on the server, in a transaction of its own.
  ///
  /// - Parameters:
  ///   - card: What counts of what the server has.
  ///   - whole: What it has.
  ///   - etag: Of that.
  ///   - member: The member, with its bases.
  ///   - prefersLocal: Whose value stays where both changed one; `nil` as the options say.
  /// - Throws: `BookError`.
  func takeOver(
    _ card: Card, whole: Card, _ etag: String, _ member: ServerMember, prefersLocal: Bool? = nil
  ) throws {
    var request = SaveRequest()
    let changed = try takenOver(
      card, whole: whole, etag, member, &request, prefersLocal: prefersLocal)
    try commit(request, [changed])
  }

  /// The same as part of a request.
  func takenOver(
    _ card: Card, whole: Card, _ etag: String, _ member: ServerMember,
    _ request: inout SaveRequest, prefersLocal: Bool? = nil
  ) throws -> ServerMember {
    var member = member
    let old = try self.card(member.remoteBase)
    member.pending = nil
    member.etag = etag
    member.remoteBase = .card(whole)
    guard let id = member.recordID, let record = try book.record(id),
      try book.sourceName(of: id) == source
    else {
      // Deleted here and edited there: it comes back.
      let card = try inward(whole)
      tell(.kept, card, nil, "deleted in the book and edited on the server; it is back")
      member.record = .added(request.added.count)
      member.localBase = .card(card)
      member.uid = nil
      request.add(card, source: source)
      report.fromServer.new += 1
      return member
    }
    if let old, CardDigest(old) == CardDigest(card) { return member }
    let before = old ?? record.card.emptied
    if try merge(
      from: before, to: card, into: record.card, &member, &request, prefersLocal: prefersLocal)
    {
      report.fromServer.changed += 1
    }
    return member
  }

  /// A card that the book has not yet, with members as the book knows them.
  func inward(_ card: Card) throws -> Card {
    var card = card
    if card.isGroup { card.renameMembers(try translations().inward) }
    return card
  }
}

extension Card {
  /// What the person is called, or an empty text.
  var shownName: String { Contact(self, keys: .compositeName).compositeName ?? "" }
}
