public import ContactSearch
public import SystemPackage
public import VCard

/// Which cards of a book are read.
public struct BookQuery: Sendable {
  /// What is searched, words with spaces between them; `nil` for all records.
  public var words: String?
  /// The fields that are searched.
  public var fields = SearchField.all
  /// Whether the cards of a person come together, and answer the query together.
  public var joinsLinked = false
  /// How many of those who answer best are enough; `nil` for all.
  ///
  /// The best are told by their rank and then by name. More may come, but of these none is missing.
  public var best: Int?

  /// Creates a query for all records.
  public init() {}
}

/// A book that keeps more than cards: the sources they come from, which records are one person, groups,
/// indexes, and a journal of every request, which can be taken back.
///
/// A database is one. Ask for it where a book may be of any kind:
/// ```swift
/// if let linked = book as? any LinkedBook { print(try linked.sources().map(\.name)) }
/// ```
public protocol LinkedBook: AddressBook {
  // MARK: People

  /// People in the order of their names: a page of them.
  ///
  /// Records that are linked are listed once, groups are not.
  ///
  /// - Parameters:
  ///   - start: How many to leave out.
  ///   - limit: How many to list, at most.
  /// - Returns: The page.
  /// - Throws: ``BookError``.
  func people(from start: Int, limit: Int) throws -> [PersonName]

  /// The people whom a query finds, with all records that they are linked with, in the order of the
  /// book.
  ///
  /// - Parameters:
  ///   - query: Words with spaces between them; see `NameSearch`.
  ///   - fields: The fields that are searched.
  /// - Returns: The people.
  /// - Throws: ``BookError`` and errors of ICU.
  func people(matching query: String, in fields: Set<SearchField>) throws -> [UnifiedRecord]

  /// Hands cards to workers, those of all records or those that a search can find.
  ///
  /// - Parameters:
  ///   - query: Whose cards.
  ///   - worker: What is done to cards; each thread copies it.
  ///   - deliver: Receives what came of some cards after the other, in the order of the book and on the
  ///     caller's thread.
  /// - Throws: ``BookError``, errors of ICU, and what the worker or `deliver` throws.
  func readCards<Worker: CardWorker>(
    inQuestionFor query: BookQuery, _ worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void) throws

  // MARK: Sources and groups

  /// Refuses a name that no source can have.
  ///
  /// - Throws: ``BookError`` of kind `unsupported`.
  func refuseUnnamable(_ name: String) throws(BookError)

  /// The source of records of which nobody says where they belong.
  func defaultSource() throws -> String

  /// Has such records go to another source; it is no change of the book that could be undone.
  ///
  /// - Returns: `false` when there is no such source.
  func setDefaultSource(_ name: String) throws -> Bool

  /// Removes a source and its people.
  ///
  /// - Returns: How many records were removed; `nil` when there is no such source.
  func removeSource(named name: String) throws -> Int?

  /// The groups, in the order of their identifiers.
  func groups() throws -> [BookGroup]

  /// The request that makes records members of a group.
  func requestAdding(_ ids: [RecordID], to group: RecordID) throws -> SaveRequest

  /// The request after which records are no members of a group.
  func requestRemoving(_ ids: [RecordID], from group: RecordID) throws -> SaveRequest

  /// Has the card of a group name cards as members, or name them no more, together with whatever else a
  /// request changes.
  ///
  /// - Parameters:
  ///   - request: Receives the change, if there is one.
  ///   - uids: What the cards say as their UIDs.
  ///   - areMembers: Whether they are members then.
  ///   - group: The group.
  /// - Throws: ``BookError``; `noSuchRecord` for a group that is none.
  func change(
    _ request: inout SaveRequest, naming uids: [String], asMembers areMembers: Bool,
    of group: RecordID) throws

  // MARK: History

  /// The number of the newest change.
  func newestChange() throws -> Int64

  /// The changes after a number: those that are there already, then others as they happen, whoever
  /// makes them.
  func changes(after number: Int64) -> BookChanges

  /// The newest requests, the last one first.
  func journal(limit: Int) throws -> [JournalEntry]

  /// What became of a record, which may be gone, from its first card on; nothing for one that never
  /// was.
  func versions(of id: RecordID) throws -> [RecordVersion]

  /// Goes through what a request made of records, in the order in which it did.
  ///
  /// - Parameters:
  ///   - entry: The request.
  ///   - body: Receives what each record held, and what came in its place.
  /// - Throws: ``BookError``, and what `body` throws.
  func forEachVersion(in entry: JournalEntry, _ body: (RecordVersion) throws -> Void) throws

  /// The request that ``undo()`` would take back; `nil` when there is none.
  func undoable() throws -> JournalEntry?

  /// Takes the newest request back that has not been taken back.
  ///
  /// - Returns: What was taken back; `nil` when there is nothing.
  func undo() throws -> JournalEntry?

  /// The request that ``redo()`` would do again; `nil` when there is none.
  func redoable() throws -> JournalEntry?

  /// Does the request again that was taken back last, unless the book has changed otherwise since.
  ///
  /// - Returns: What was done again; `nil` when there is nothing.
  func redo() throws -> JournalEntry?

  // MARK: Upkeep

  /// What the book is made of.
  func details() throws -> BookDetails

  /// Looks at the whole book: the file, every card, and what stands beside the cards.
  ///
  /// - Parameter found: Receives each fault.
  /// - Returns: How many records were looked at.
  /// - Throws: ``BookError`` where the book could not be looked at, and what `found` throws.
  func check(_ found: (BookFault) throws -> Void) throws -> Int

  /// Makes anew what stands beside the cards, and mends references that lead to nothing.
  func repair() throws

  /// Copies the book as it is at one moment, whoever uses it meanwhile.
  ///
  /// - Parameters:
  ///   - destination: The file of the copy.
  ///   - replaces: Whether what is there may be replaced.
  /// - Throws: ``BookError``.
  func backUp(to destination: FilePath, replacing replaces: Bool) throws

  /// Gives back the room that nothing needs.
  func compact() throws

  /// Takes out history, and with it everything that was deleted or overwritten, so that no octet of it
  /// is left in the file; nothing can be undone then.
  func purge() throws
}

extension LinkedBook {
  /// The people whom a query finds in any field.
  public func people(matching query: String) throws -> [UnifiedRecord] {
    try people(matching: query, in: SearchField.all)
  }
}

/// A person in a list: who, and by which name.
public struct PersonName: Hashable, Sendable {
  /// The identifier of the person.
  public let id: RecordID
  /// The composite name, or an empty text.
  public let name: String
}

/// What is wrong with a book.
public struct BookFault: Hashable, Sendable {
  /// What it is about.
  public enum Kind: Hashable, Sendable {
    /// The file itself is damaged: something of it is lost.
    case damage
    /// A card does not read.
    case unreadableCard
    /// What stands beside a card is not what the card says, or an index of the database is not what its
    /// table says; it can be made again.
    case index
    /// A record leads to nothing: its source or its person is gone. It can be mended.
    case reference
  }

  /// What it is about.
  public let kind: Kind
  /// The record, where there is one.
  public let record: RecordID?
  /// One line for people.
  public let text: String
}
