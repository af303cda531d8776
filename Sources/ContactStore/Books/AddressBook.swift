public import ContactMatching
import ContactMerging
public import ContactModel
public import SystemPackage
public import VCard

/// An address book: a database, a file or a folder that holds cards.
///
/// One object is one user of the book and is used by one thread at a time; several objects, also of
/// other processes, may use the same book. A file or a folder opened for writing is locked from then on
/// until its object goes, so what was read is what is changed. A database is not: others may save
/// between reading and saving, and ``SaveRequest/revision`` or the base of an update says what a
/// request was made for.
public protocol AddressBook: AnyObject {
  /// Where the book is.
  var path: FilePath { get }
  /// What kind of book it is.
  var kind: BookKind { get }
  /// What it can do besides.
  var capabilities: BookCapabilities { get }

  /// Goes through all records in the order of the book, one at a time.
  ///
  /// What is odd about the book is told to ``BookOptions/diagnose`` the first time.
  ///
  /// - Parameter body: Receives each record.
  /// - Throws: ``BookError``, and what `body` throws.
  /// - Complexity: O(*n*) in the octets of the book; holds a few hundred cards at most.
  func forEachRecord(_ body: (Record) throws -> Void) throws

  /// How many threads ``readCards(_:deliver:)`` uses.
  var threads: Int { get }

  /// Hands the cards of all records to workers.
  ///
  /// - Parameters:
  ///   - worker: What is done to cards; each thread copies it.
  ///   - deliver: Receives what came of some records after the other, in the order of the book and on
  ///     the caller's thread, and their identifiers.
  /// - Throws: ``BookError``, and what the worker or `deliver` throws.
  func readCards<Worker: CardWorker>(
    _ worker: Worker, deliver: (inout Worker.Piece, [RecordID]) throws -> Void) throws

  /// How many records there are.
  ///
  /// - Complexity: Reads the book if nobody has done so yet.
  func count() throws -> Int

  /// The record of an identifier, or `nil` when there is none.
  ///
  /// - Complexity: Reads the book if nobody has done so yet, else only the record.
  func record(_ id: RecordID) throws -> Record?

  /// The person that a record belongs to, with all linked records; `nil` when there is none.
  ///
  /// - Complexity: As ``record(_:)``.
  func person(of id: RecordID) throws -> UnifiedRecord?

  /// The sources; none where the book is not divided.
  ///
  /// Those of a database come in the order in which they were made, and a record of which nobody says
  /// where it belongs goes to `local`; those of a folder in the order of the book, and it goes to the
  /// first.
  func sources() throws -> [BookSource]

  /// The records of a source; `nil` when there is none of that name.
  func records(ofSource name: String) throws -> Set<RecordID>?

  /// The name of the source that a record belongs to; `nil` where there are no sources.
  func sourceName(of id: RecordID) throws -> String?

  /// The identifiers that values of a record have kept through corrections, for
  /// `Contact(card, identifiers:)`.
  ///
  /// A file and a folder keep cards and nothing else: there an identifier is what the value gives by
  /// itself, and a corrected value has another one.
  ///
  /// - Throws: ``BookError``.
  func valueIdentifiers(of id: RecordID) throws -> ValueIdentifiers

  /// The people whom incoming cards can be, where that can be told without reading the book.
  ///
  /// - Parameter cards: The incoming cards.
  /// - Returns: Everybody whom matching would look at, in the order of the book; `nil` when only
  ///   reading all of it tells.
  /// - Throws: ``BookError``, and errors of ICU.
  func peopleInQuestion(for cards: [Card]) throws -> [UnifiedRecord]?

  /// What is known of the whole book about some terms, where that can be told without reading it.
  ///
  /// - Parameter terms: What is asked.
  /// - Returns: The statistics; `nil` when only reading the book tells.
  /// - Throws: ``BookError``, and errors of ICU.
  func statistics(of terms: BookTerms) throws -> BookStatistics?

  /// The records that are linked, a list for each person who has several, in the order of the book.
  func linkedRecords() throws -> [[RecordID]]

  /// Goes through all people: linked records are one of them.
  ///
  /// - Throws: ``BookError``, and what `body` throws.
  func forEachPerson(_ body: (UnifiedRecord) throws -> Void) throws

  /// Goes through the records that a search can find, where that can be told without reading the book.
  ///
  /// - Parameters:
  ///   - query: Words with spaces between them, as for `NameSearch`.
  ///   - body: Receives each record, in the order of the book; not all of them need answer the query.
  /// - Returns: `false` when only reading all of the book tells; nothing was handed over then.
  /// - Throws: ``BookError``, errors of ICU, and what `body` throws.
  func forEachRecord(inQuestionFor query: String, _ body: (Record) throws -> Void) throws -> Bool

  /// A number that is another one after every change of the book; `nil` where the book is locked
  /// while it is open for writing.
  func revision() throws -> Int64?

  /// Applies a request whole or not at all.
  ///
  /// - Returns: The identifiers of the cards that were added, in their order.
  /// - Throws: ``BookError``; `changed` when the book is no longer what was read.
  func save(_ request: SaveRequest) throws -> [RecordID]
}

extension AddressBook {
  /// The record alone.
  public func person(of id: RecordID) throws -> UnifiedRecord? {
    try record(id).map { UnifiedRecord(id: id, records: [$0]) }
  }

  /// The record of an identifier; ``BookError`` of kind `noSuchRecord` where there is none.
  package func requiredRecord(_ id: RecordID) throws -> Record {
    guard let record = try record(id) else { throw BookError(.noSuchRecord, path, id.rawValue) }
    return record
  }

  /// The person of a record; ``BookError`` of kind `noSuchRecord` where there is none.
  package func requiredPerson(of id: RecordID) throws -> UnifiedRecord {
    guard let person = try person(of: id) else {
      throw BookError(.noSuchRecord, path, id.rawValue)
    }
    return person
  }

  /// There are no sources.
  public func sources() throws -> [BookSource] { [] }

  /// There are no sources.
  public func records(ofSource name: String) throws -> Set<RecordID>? { nil }

  /// There are no sources.
  public func sourceName(of id: RecordID) throws -> String? { nil }

  /// Every value has the identifier that it gives by itself.
  public func valueIdentifiers(of id: RecordID) throws -> ValueIdentifiers { ValueIdentifiers() }

  /// The book is to be read.
  public func peopleInQuestion(for cards: [Card]) throws -> [UnifiedRecord]? { nil }

  /// The book is to be read.
  public func statistics(of terms: BookTerms) throws -> BookStatistics? { nil }

  /// There are no links.
  public func linkedRecords() throws -> [[RecordID]] { [] }

  /// The book is to be read.
  public func forEachRecord(
    inQuestionFor query: String, _ body: (Record) throws -> Void
  ) throws -> Bool { false }

  /// Nobody else changes the book.
  public func revision() throws -> Int64? { nil }

  /// Refuses what this book cannot do.
  func refuseUnsupported(_ request: SaveRequest) throws(BookError) {
    guard request.links.isEmpty else {
      throw BookError(.unsupported, path, "a \(kind.rawValue) book has no links")
    }
    guard request.moved.isEmpty else {
      throw BookError(
        .unsupported, path, "a \(kind.rawValue) book has no sources to move records to")
    }
    guard request.addedSources.isEmpty || capabilities.contains(.sources) else {
      throw BookError(.unsupported, path, "a \(kind.rawValue) book has no sources")
    }
  }

  /// Goes through all people, each record being one of them.
  public func forEachPerson(_ body: (UnifiedRecord) throws -> Void) throws {
    try forEachRecord { try body(UnifiedRecord(alone: $0)) }
  }
}

/// The name of a record in its book; it means nothing elsewhere.
public struct RecordID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// A number from 1 on in a database, which is never used again; a file name in a folder, such as
  /// `a.vcf`, or `work/a.vcf` in a collection; the card's number from 0 in a `.vcf` file, which is another one when a card before it goes.
  public let rawValue: String

  /// Creates an identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The identifier as people see it.
  public var description: String { rawValue }
}

/// A card in a book.
public struct Record: Sendable {
  /// Its name in the book.
  public let id: RecordID
  /// The card.
  ///
  /// Its places are those of ``file``, unless it was fetched by its identifier.
  public let card: Card
  /// The file that it is in.
  public let file: FilePath
}

/// A person: one record, or several that are linked.
public struct UnifiedRecord: Sendable {
  /// The identifier of the first record, by which the person goes.
  public let id: RecordID
  /// The records, at least one.
  public let records: [Record]
}

extension UnifiedRecord {
  /// A record by itself, whatever it is linked with.
  package init(alone record: Record) { self.init(id: record.id, records: [record]) }
}

/// What a book can do besides holding cards.
public struct BookCapabilities: OptionSet, Hashable, Sendable {
  /// One bit each.
  public let rawValue: Int

  /// Creates capabilities from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An identifier stays with its record, whatever becomes of others.
  public static let lastingIdentifiers = BookCapabilities(rawValue: 1)
  /// Records can be joined to one person.
  public static let links = BookCapabilities(rawValue: 2)
  /// Groups of people.
  public static let groups = BookCapabilities(rawValue: 4)
  /// Sources that records belong to.
  public static let sources = BookCapabilities(rawValue: 8)
  /// Changes can be taken back.
  public static let undo = BookCapabilities(rawValue: 16)
  /// Every card that is added gets a UID, without which other programs pass it over.
  public static let identifiedCards = BookCapabilities(rawValue: 32)
}

/// Changes of a book that are made together or not at all.
public struct SaveRequest: Sendable {
  /// What the journal calls the request, such as `import`.
  public var kind: String
  /// The state of the book that the request was made for; `nil` for any.
  ///
  /// It is what ``AddressBook/revision()`` told; a book that has changed since refuses the request.
  public var revision: Int64?
  /// Cards to be added, in this order, after all others.
  public private(set) var added: [Card] = []
  /// The sources of the added cards, where somebody named one.
  public private(set) var addedSources: [Int: String] = [:]
  /// The digests of added cards, where somebody has made them.
  private(set) var digests: [Int: CardDigest] = [:]
  /// Cards that come in the place of those that records hold now.
  public private(set) var updated: [RecordID: Card] = [:]
  /// The cards that records held when their updates were made of them.
  public private(set) var bases: [RecordID: Card] = [:]
  /// Records to be deleted.
  public private(set) var deleted: Set<RecordID> = []
  /// Records that get into another source, and its name.
  public private(set) var moved: [RecordID: String] = [:]
  /// What is linked or unlinked, in this order, after everything else.
  public private(set) var links: [Link] = []

  /// A record of a link: one that is there, or one that the request adds.
  public enum Linked: Hashable, Sendable {
    /// A record of the book.
    case record(RecordID)
    /// The added card of this place.
    case added(Int)
  }

  /// A change of who is who.
  public enum Link: Hashable, Sendable {
    /// Two records, and all that they are linked with, are one person because somebody said so.
    case join(Linked, Linked)
    /// Two records are one person by the rules of matching, unless somebody said that they are not.
    case match(Linked, Linked)
    /// A record is a person of its own, and no rule joins it again with those it was linked with.
    case separate(RecordID)
    /// Two records are different people, because somebody said so of records that are gone.
    case keepApart(RecordID, RecordID)
  }

  /// Creates a request that changes nothing, by what the journal calls it.
  public init(_ kind: String = "save") { self.kind = kind }

  /// Whether nothing would change.
  public var isEmpty: Bool {
    added.isEmpty && updated.isEmpty && deleted.isEmpty && moved.isEmpty && links.isEmpty
  }

  /// Asks for a new record.
  ///
  /// - Parameters:
  ///   - card: Its card.
  ///   - source: The name of the source that it belongs to; `nil` for the one that
  ///     ``AddressBook/sources()`` tells of.
  public mutating func add(_ card: Card, source: String? = nil) {
    if let source { addedSources[added.count] = source }
    added.append(card)
  }

  /// The same with the digest of the card, which takes as long as all else that is made of it.
  mutating func add(_ card: Card, source: String?, digest: CardDigest?) {
    digests[added.count] = digest
    add(card, source: source)
  }

  /// Asks for another card in a record.
  ///
  /// Of several for one record the last counts.
  ///
  /// - Parameters:
  ///   - id: The record.
  ///   - card: The card that it is to hold.
  ///   - base: The card that it held when `card` was made of it. With it a book that others change at
  ///     the same time keeps their changes of other properties.
  public mutating func update(_ id: RecordID, to card: Card, from base: Card? = nil) {
    precondition(!deleted.contains(id), "a record that is deleted is not updated too")
    updated[id] = card
    bases[id] = base
  }

  /// Takes back that a record is to have another card.
  public mutating func withdrawUpdate(of id: RecordID) {
    updated[id] = nil
    bases[id] = nil
  }

  /// Asks for a record to go.
  public mutating func delete(_ id: RecordID) {
    precondition(updated[id] == nil, "a record that is updated is not deleted too")
    deleted.insert(id)
  }

  /// Asks for a record to belong to another source, with its identifier and its links.
  public mutating func move(_ id: RecordID, to source: String) { moved[id] = source }

  /// Asks for a change of who is who.
  public mutating func link(_ link: Link) { links.append(link) }
}
