public import SystemPackage
public import VCard

/// An address book: a file, a folder or, one day, a database that holds cards.
///
/// One object is one user of the book and is used by one thread at a time; several objects, also of
/// other processes, may use the same book. A book opened for writing is locked from then on until its
/// object goes, so what was read is what is changed.
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
  /// - Complexity: O(*n*) in the octets of the book; holds one card.
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

  /// Goes through all people: linked records are one of them.
  ///
  /// - Throws: ``BookError``, and what `body` throws.
  func forEachPerson(_ body: (UnifiedRecord) throws -> Void) throws

  /// Applies a request whole or not at all.
  ///
  /// - Returns: The identifiers of the cards that were added, in their order.
  /// - Throws: ``BookError``; `changed` when the book is no longer what was read.
  func save(_ request: SaveRequest) throws -> [RecordID]
}

extension AddressBook {
  /// The caller's alone.
  public var threads: Int { 1 }

  /// Hands the cards to one worker on the caller's thread.
  public func readCards<Worker: CardWorker>(
    _ worker: Worker, deliver: (inout Worker.Piece, [RecordID]) throws -> Void
  ) throws {
    let batchSize = 256
    var worker = worker
    var piece: Worker.Piece?
    var ids: [RecordID] = []
    func finish() throws {
      guard !ids.isEmpty else { return }
      try worker.finish(&piece)
      guard var result = piece.take() else { return }
      try deliver(&result, ids)
      piece = result
      ids.removeAll(keepingCapacity: true)
    }
    try forEachRecord { record in
      var found: [Diagnostic] = []
      try worker.take(record.card, found: &found)
      ids.append(record.id)
      if ids.count == batchSize { try finish() }
    }
    try finish()
  }

  /// Goes through all people, each record being one of them.
  public func forEachPerson(_ body: (UnifiedRecord) throws -> Void) throws {
    try forEachRecord { try body(UnifiedRecord(id: $0.id, records: [$0])) }
  }
}

/// The name of a record in its book; it means nothing elsewhere.
public struct RecordID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// A file name in a folder, the card's number from 0 in a `.vcf` file.
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

/// A kind of book.
public struct BookKind: RawRepresentable, Hashable, Sendable {
  /// A word such as `vdir`.
  public let rawValue: String

  /// Creates a kind from its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// One `.vcf` file.
  public static let file = BookKind(rawValue: "vcf")
  /// A folder with one card a file.
  public static let folder = BookKind(rawValue: "vdir")
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
}

/// Changes of a book that are made together or not at all.
public struct SaveRequest: Sendable {
  /// Cards to be added, in this order, after all others.
  public private(set) var added: [Card] = []
  /// Cards that come in the place of those that records hold now.
  public private(set) var updated: [RecordID: Card] = [:]
  /// Records to be deleted.
  public private(set) var deleted: Set<RecordID> = []

  /// Creates a request that changes nothing.
  public init() {}

  /// Whether nothing would change.
  public var isEmpty: Bool { added.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Asks for a new record.
  public mutating func add(_ card: Card) { added.append(card) }

  /// Asks for another card in a record.
  ///
  /// Of several for one record the last counts.
  public mutating func update(_ id: RecordID, to card: Card) {
    precondition(!deleted.contains(id), "a record that is deleted is not updated too")
    updated[id] = card
  }

  /// Asks for a record to go.
  public mutating func delete(_ id: RecordID) {
    precondition(updated[id] == nil, "a record that is updated is not deleted too")
    deleted.insert(id)
  }
}
