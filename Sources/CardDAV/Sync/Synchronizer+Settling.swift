import ContactMerging
import ContactStore
import VCard

/// Requests of which nobody knows what became of them.
extension Synchronizer {
  /// Finds out what became of what was being sent when a run stopped.
  func settle() throws {
    var waiting: [ServerMember] = []
    for id in members.ids(where: { $0.pending != nil }) {
      guard var member = members[id], let pending = member.pending else { continue }
      if pending.sent == nil {
        // What is still there is listed, and deleted again.
        member.pending = nil
        note(member)
      } else {
        waiting.append(member)
      }
    }
    if waiting.isEmpty { return }
    let records = Dictionary(
      try book.sourceRecords(of: source).map { (Optional($0.id), $0) },
      uniquingKeysWith: { first, _ in first })
    var again: [(member: ServerMember, card: OutgoingCard)] = []
    for batch in OrderedTasks.pieces(waiting.count, of: Synchronizer.batchSize)
      .map({ waiting[$0] })
    {
      let answers = try fetch(batch.map(\.href))
      var delivered: [Delivered] = []
      for (var member, answer) in zip(batch, answers) {
        if case .gone = answer, let id = member.id { lostSends.insert(id) }
        guard case .card(let octets, let etag) = answer, let found = Card(resource: octets),
          let sent = try card(member.pending?.sent)
        else { continue }
        if member.etag == etag {
          // It never came, and is sent again: an edit with the others, another form of the card now.
          if let record = records[member.recordID], try !isEdited(record, member) {
            again.append((member, OutgoingCard(ready: sent)))
          } else {
            member.pending = nil
            note(member)
          }
          continue
        }
        let delivery = Delivery(of: sent, found: found)
        let isOurs = !member.wasThere || delivery.missing.isEmpty
        if isOurs || member.pending?.answered == etag {
          delivered.append(Delivered(member: member, sent: sent, found: found, etag: etag))
        } else {
          // What of it is ours is not told: the book keeps what it has.
          try takeOver(
            delivery.withoutRemains(found), whole: found, etag, member, prefersLocal: true)
        }
      }
      try confirm(delivered)
    }
    if !options.isRehearsal { try sendGuarded(again) }
    try commit()
  }

  /// A card that was sent, and what the server has of it.
  struct Delivered {
    var member: ServerMember
    let sent: Card
    let found: Card
    let etag: String
  }

  /// Keeps what the server made of cards that were sent, and sends those again of which it destroyed
  /// something, in a form in which it may leave it whole.
  ///
  /// - Parameters:
  ///   - delivered: The cards.
  ///   - isGuarded: Whether that was done already.
  /// - Throws: As ``Synchronizer/run()``.
  func confirm(_ delivered: [Delivered], isGuarded: Bool = false) throws {
    var request = SaveRequest()
    var changed: [ServerMember] = []
    var again: [(member: Int, card: OutgoingCard)] = []
    for delivered in delivered {
      var member = delivered.member
      let found = delivered.found
      let isCertain = member.pending?.answered == delivered.etag
      let delivery = Delivery(of: delivered.sent, found: found)
      let record = try member.recordID.flatMap { try book.record($0)?.card }
      member.localBase = member.pending?.record ?? member.localBase
      member.remoteBase = .card(found)
      member.etag = delivered.etag
      member.pending = nil
      member.refusal = nil
      member.uid = found.memberUID == record?.memberUID ? nil : found.memberUID
      if !isCertain, !delivery.foreign.isEmpty, let record {
        // Somebody else was faster than this look.
        var before = found
        before.edit(replacing: [], removing: delivery.foreign, appending: [])
        try merge(from: before, to: found, into: record, &member, &request)
      }
      if !delivery.missing.isEmpty {
        let outgoing = OutgoingCard(
          delivered.sent, version: delivered.sent.version, uid: member.uid)
        let isChanged = !isCertain && !delivery.foreign.isEmpty
        if !isGuarded, !isChanged, !options.isRehearsal,
          let guarded = outgoing.guarded(
            Delivery(of: outgoing.card, found: found).missing)
        {
          member.pending = ServerMember.Pending(sent: .card(guarded.card), of: member.localBase)
          again.append((changed.count, guarded))
        } else {
          tellLost(delivery.missing, of: member, record ?? delivered.sent)
        }
      }
      changed.append(member)
    }
    let kept = try commit(request, changed)
    try sendGuarded(again.map { (kept[$0.member], $0.card) })
  }

  /// Sends cards in another form, of which the server has destroyed something; that they are to be sent
  /// is known to the book.
  private func sendGuarded(_ cards: [(member: ServerMember, card: OutgoingCard)]) throws {
    var sent: [(member: ServerMember, card: Card)] = []
    for (member, card) in cards {
      var member = member
      switch try collection.put(card.octets, at: member.href, replacing: member.etag) {
      case .stored(let href, let etag):
        member.href = href
        member.pending?.answered = etag
        sent.append((member, card.card))
      case .changedMeanwhile, .refused:
        member.pending = nil
        let found = try self.card(member.remoteBase) ?? card.card
        tellLost(Delivery(of: card.card, found: found).missing, of: member, card.card)
      }
      note(member)
    }
    if !sent.isEmpty { try verify(sent, isGuarded: true) }
  }

  private func tellLost(_ missing: [Property], of member: ServerMember, _ card: Card) {
    if missing.isEmpty { return }
    tell(
      .serverLost, card, member.recordID, "the server did not keep it, the book does",
      of: Array(Set(missing.map(\.canonicalName))).sorted())
  }

  /// Looks at what the server has of cards that were sent.
  ///
  /// What it does not have where it was put is looked for by the next run.
  func verify(_ sent: [(member: ServerMember, card: Card)], isGuarded: Bool = false) throws {
    let answers = try fetch(sent.map(\.member.href))
    var delivered: [Delivered] = []
    for ((member, card), answer) in zip(sent, answers) {
      guard case .card(let octets, let etag) = answer, let found = Card(resource: octets) else {
        continue
      }
      delivered.append(Delivered(member: member, sent: card, found: found, etag: etag))
    }
    try confirm(delivered, isGuarded: isGuarded)
  }

  /// What the server has at hrefs; each by itself of which it says nothing when asked for many.
  func fetch(_ hrefs: [String]) throws -> [RemoteMember] {
    if hrefs.isEmpty { return [] }
    return try collection.cards(at: hrefs).enumerated().map { place, answer in
      if case .unanswered = answer { return try collection.card(at: hrefs[place]) }
      return answer
    }
  }
}
