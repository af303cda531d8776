import ContactMerging
package import ContactStore
import VCard

/// Brings a source of a book and a collection on a server to say the same.
///
/// ```
/// book ──▶ record ≠ local base ──┐                     ┌── remote base ≠ server ◀── collection
///                                ├─▶ merged by value ◀─┤
///          local base  ◀─────────┴── said the same ────┴─────────▶ remote base
/// ```
/// Each step ends in one transaction of the book, which has what was learned and what was changed. Stopped
/// anywhere, the next run goes on from the last of them: a request whose answer nobody heard is known by
/// the pending row that was written before it.
package final class Synchronizer {
  let book: DatabaseBook
  let source: String
  let collection: any RemoteCollection
  let options: SyncOptions
  /// What was done so far, of a run that threw, too.
  package internal(set) var report = SyncReport()

  /// Receives how many more cards were fetched or sent, now and then.
  package var advance: (Int) -> Void = { _ in }

  var server: SourceServer
  private(set) var members = MemberTable()
  /// Members with what was learned after the last transaction.
  private var unsaved: Set<Int64> = []
  /// A member that is yet to be kept has a number below zero: from -1 down to this.
  private var lastNumber: Int64 = 0
  /// In a rehearsal, the cards that records would have.
  private var rehearsed: [RecordID: Card] = [:]
  /// In a rehearsal, the records that would be gone.
  private(set) var rehearsedDeletions: Set<RecordID> = []
  /// The numbers of members that are not where they were sent.
  var lostSends: Set<Int64> = []
  /// Whether something that was listed could not be stored, so that it must be listed again.
  var isIncomplete = false

  /// Cards that are asked for at once.
  static let batchSize = 100

  /// Begins with what the book knows.
  ///
  /// - Parameters:
  ///   - source: The name of the source.
  ///   - book: The book, opened for writing unless it is rehearsed.
  ///   - collection: What the server has.
  ///   - options: How.
  /// - Throws: `BookError`; `noSuchRecord` for a source that is no collection on a server.
  package init(
    _ source: String, of book: DatabaseBook, with collection: any RemoteCollection,
    options: SyncOptions = SyncOptions()
  ) throws {
    guard let server = try book.servers()[source] else {
      throw BookError(
        .noSuchRecord, "\(book.path)", "of a source \"\(source)\" that is on a server")
    }
    self.book = book
    self.source = source
    self.collection = collection
    self.options = options
    self.server = server
    if !options.isRehearsal { try book.keepFewPages() }
    try book.forEachMember(of: source) { remember($0) }
  }

  /// Synchronises once.
  ///
  /// - Returns: What was done.
  /// - Throws: ``RemoteError``, ``MassDeletion`` and `BookError`. The book is whole then; what was not done is
  ///   done by the next run.
  package func run() throws -> SyncReport {
    let before = collection.requestCount
    defer { report.requestCount = collection.requestCount - before }
    try settle()
    try receive()
    try send()
    report.requestCount = collection.requestCount - before
    return report
  }

  // MARK: Members

  @discardableResult
  func remember(_ member: ServerMember) -> Int64 {
    var member = member
    let id = member.id ?? lastNumber - 1
    lastNumber = min(lastNumber, id)
    member.id = id
    members.keep(member, as: id)
    return id
  }

  /// Remembers what the next transaction will keep.
  func note(_ member: ServerMember) { unsaved.insert(remember(member)) }

  func member(at href: String) -> ServerMember? { members.member(at: MemberHref(href)) }

  private func forget(_ id: Int64) {
    members.remove(id)
    unsaved.remove(id)
  }

  /// Remembers that all members were there before the token that is kept next.
  ///
  /// - Returns: Whether that was not known of some.
  func noteListed() -> Bool {
    let ids = members.ids { $0.isUnlisted && $0.isListable }
    for id in ids {
      guard var member = members[id] else { continue }
      member.isUnlisted = false
      members.keep(member, as: id)
    }
    return !ids.isEmpty
  }

  // MARK: The book

  /// Saves a request and what was learned with it, in one transaction.
  @discardableResult
  func commit(
    _ request: SaveRequest = SaveRequest(), _ changed: [ServerMember] = [], removing: [Int64] = [],
    server: SourceServer? = nil, areListed: Bool = false
  ) throws -> [ServerMember] {
    var changes = DatabaseBook.SyncChanges()
    let ids = Set(changed.compactMap(\.id))
    changes.members =
      changed + unsaved.subtracting(ids).subtracting(removing).sorted().compactMap { members[$0] }
    changes.removed = removing
    changes.areListed = areListed
    changes.server = server
    if let server { self.server = server }
    guard !changes.isEmpty || !request.isEmpty else { return [] }
    var kept = changes.members
    if options.isRehearsal {
      rehearsed.merge(request.updated) { _, new in new }
      rehearsedDeletions.formUnion(request.deleted)
    } else {
      var request = request
      request.kind = "sync"
      for (place, member) in changes.members.enumerated() where member.id ?? 0 < 0 {
        changes.members[place].id = nil
      }
      changes.removed.removeAll { $0 < 0 }
      kept = try book.save(request, changes, ofSource: source)
      while lastNumber < 0 {
        forget(lastNumber)
        lastNumber += 1
      }
    }
    for id in removing { forget(id) }
    for member in kept { remember(member) }
    unsaved.removeAll()
    return Array(kept.prefix(changed.count))
  }

  func card(_ kept: ServerMember.Kept?) throws -> Card? {
    switch kept {
    case nil: nil
    case .number(let number)?: try book.keptCard(number)
    case .card(let card)?: card
    }
  }

  /// Whether a record says something else than the server was told.
  func isEdited(_ record: SourceRecord, _ member: ServerMember) throws -> Bool {
    guard options.isRehearsal else {
      return try book.isEdited(record.card, since: member.localBase?.number)
    }
    guard let base = try card(member.localBase),
      let card = try rehearsed[record.id] ?? book.keptCard(record.card)
    else { return true }
    return !card.isUnedited(from: base)
  }

  /// UIDs of the book by those of the server, and the other way round, where they differ.
  func translations() throws -> (inward: [String: String], outward: [String: String]) {
    var translations: (inward: [String: String], outward: [String: String]) = ([:], [:])
    for member in members {
      guard let remote = member.uid, let id = member.recordID,
        let local = try book.record(id)?.card.memberUID
      else { continue }
      translations.inward[Card.uidKey(remote)] = local
      translations.outward[Card.uidKey(local)] = remote
    }
    return translations
  }

  // MARK: Telling

  func tell(
    _ kind: SyncReport.Event.Kind, _ card: Card?, _ record: RecordID?, _ reason: String,
    of properties: [String] = []
  ) {
    report.events.append(
      SyncReport.Event(
        kind: kind, record: record, name: card?.shownName ?? "", properties: properties,
        reason: reason))
  }
}
