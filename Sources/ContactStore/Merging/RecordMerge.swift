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
    var merge = CardMerge(adding: gone.card, to: kept.card, now: now)
    merge.keepUID(of: gone.card, now: now)
    card = merge.card
    additions = merge.additions
    notes = merge.notes
    request.revision = revision
    if isGroup {
      // Neither is a member of what both are now.
      GroupMembers.remove(
        [kept, gone].compactMap { GroupMembers.uid(of: $0.card) }, from: &card)
    }
    try keepGroups(of: gone, as: kept, in: book, now)
    if let database = book as? DatabaseBook {
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
    of gone: Record, as kept: Record, in book: any AddressBook, _ now: Int64
  ) throws {
    // Who takes the UID of the record that goes is whom the groups name.
    guard let old = GroupMembers.uid(of: gone.card), let new = GroupMembers.uid(of: card),
      GroupMembers.key(new) != GroupMembers.key(old)
    else { return }
    let naming = try RecordMerge.groups(naming: gone, GroupMembers.key(old), in: book)
    for (group, isShared) in naming where group.id != gone.id && group.id != kept.id {
      var members = group.card
      if isShared {
        GroupMembers.add([new], to: &members)
      } else {
        GroupMembers.rename([GroupMembers.key(old): new], in: &members)
      }
      if !members.isIdentical(to: group.card) {
        members.setRevision(now)
        request.update(group.id, to: members, from: group.card)
      }
    }
  }

  /// The groups that name a record, and whether they name another one by the same UID, such as a copy
  /// of another source.
  private static func groups(
    naming gone: Record, _ uid: OctetText, in book: any AddressBook
  ) throws -> [(group: Record, isShared: Bool)] {
    func isNamed(_ record: Record) -> Bool {
      record.id != gone.id && GroupMembers.uid(of: record.card).map(GroupMembers.key) == uid
    }
    if let database = book as? DatabaseBook {
      return try database.groups().filter { $0.members.contains(gone.id) }.compactMap { group in
        try database.record(group.id).map { record in
          (record, try group.members.contains { try database.record($0).map(isNamed) ?? false })
        }
      }
    }
    var groups: [Record] = []
    var isShared = false
    try book.forEachRecord { record in
      isShared = isShared || isNamed(record)
      if record.card.isGroup, GroupMembers.uids(in: record.card).contains(uid) {
        groups.append(record)
      }
    }
    return groups.map { ($0, isShared) }
  }
}
