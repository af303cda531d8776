public import ContactMerging
public import VCard

/// Two records of a book made one, before it is saved.
///
/// The record that stays gets the values that it lacks, is linked with whoever the other one was
/// linked with, and is in the groups that the other one was in.
public struct RecordMerge: Sendable {
  /// The card of the record that stays.
  public private(set) var card: Card
  /// What is added to it, in order.
  public let additions: [CardMerge.Addition]
  /// What could not be carried over, for people.
  ///
  /// They may quote the card.
  public let notes: [String]
  /// What is to be saved.
  public private(set) var request = SaveRequest("merge")

  /// Finds out what merging two records does.
  ///
  /// The request is for the book as it was read: `save` refuses it with `changed` where anything else
  /// was changed meanwhile, for what others say of the record that goes would be lost with it.
  ///
  /// - Parameters:
  ///   - goneID: The record that goes.
  ///   - keptID: The record that stays.
  ///   - book: Their book.
  ///   - now: What REV becomes of each card that changes: seconds since 1970.
  /// - Throws: ``BookError``: `noSuchRecord`, and `unsupported` for a person and a group.
  public init(
    _ goneID: RecordID, into keptID: RecordID, of book: any AddressBook, now: Int64
  ) throws {
    // Asked for before anything is read, so that no change falls between the two.
    let revision = try book.revision()
    let kept = try book.requiredRecord(keptID)
    let gone = try book.requiredRecord(goneID)
    let isGroup = kept.card.isGroup
    guard gone.card.isGroup == isGroup else {
      throw BookError(
        .unsupported, book.path,
        "record \(isGroup ? kept.id : gone.id) is a group, and record "
          + "\(isGroup ? gone.id : kept.id) is none; they do not become one")
    }
    let merge = CardMerge(adding: gone.card, to: kept.card, now: now)
    card = merge.card
    additions = merge.additions
    notes = merge.notes
    request.revision = revision
    if isGroup {
      // Neither is a member of what both are now.
      GroupMembers.remove(
        [kept, gone].compactMap { GroupMembers.uid(of: $0.card) }, from: &card)
    }
    if let database = book as? DatabaseBook {
      try keepGroups(of: gone, as: kept, in: database, now)
      for other in try database.person(of: gone.id)?.records ?? []
      where other.id != gone.id && other.id != kept.id {
        request.link(.join(.record(kept.id), .record(other.id)))
      }
    }
    if !card.isIdentical(to: kept.card) {
      card.setRevision(now)
      request.update(kept.id, to: card, from: kept.card)
    }
    request.delete(gone.id)
  }

  /// Puts a record in the place of another in the groups that name it.
  private mutating func keepGroups(
    of gone: Record, as kept: Record, in book: DatabaseBook, _ now: Int64
  ) throws {
    guard let old = GroupMembers.uid(of: gone.card) else { return }
    let groups = try book.groups().filter {
      $0.members.contains(gone.id) && $0.id != gone.id && $0.id != kept.id
    }
    guard !groups.isEmpty else { return }
    guard let new = GroupMembers.uid(of: kept.card) else {
      // The groups go on naming whom they named.
      if GroupMembers.uid(of: card) == nil { GroupMembers.setUID(old, of: &card) }
      return
    }
    if GroupMembers.key(new) == GroupMembers.key(old) { return }
    for group in groups {
      guard let record = try book.record(group.id) else { continue }
      var members = record.card
      GroupMembers.add([new], to: &members)
      let others = try group.members.filter { member in
        guard member != gone.id,
          let uid = try book.record(member).flatMap({ GroupMembers.uid(of: $0.card) })
        else { return false }
        return GroupMembers.key(uid) == GroupMembers.key(old)
      }
      // A copy of another source may have the same UID.
      if others.isEmpty { GroupMembers.remove([old], from: &members) }
      if !members.isIdentical(to: record.card) {
        members.setRevision(now)
        request.update(group.id, to: members, from: record.card)
      }
    }
  }
}
