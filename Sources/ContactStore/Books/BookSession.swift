public import VCard

/// Unsaved changes of a book, as the objects of Apple's Address Book have them.
///
/// Changes are collected and saved together. What is saved is merged with what others have saved
/// meanwhile, value by value, and the last one wins.
public struct BookSession {
  /// The book.
  public let book: any AddressBook
  private var request = SaveRequest()

  /// Begins without changes.
  public init(_ book: any AddressBook) { self.book = book }

  /// Whether something is to be saved.
  public var hasUnsavedChanges: Bool { !request.isEmpty }

  /// A record with the changes that are not saved yet; `nil` for one that is gone or to go.
  ///
  /// - Throws: ``BookError``.
  public func record(_ id: RecordID) throws -> Record? {
    if request.deleted.contains(id) { return nil }
    guard let record = try book.record(id) else { return nil }
    guard let card = request.updated[id] else { return record }
    return Record(id: id, card: card, file: record.file)
  }

  /// Asks for a new record.
  public mutating func add(_ card: Card, source: String? = nil) {
    request.add(card, source: source)
  }

  /// Asks for another card in a record.
  ///
  /// - Throws: ``BookError`` of kind ``BookError/Kind/noSuchRecord``.
  public mutating func update(_ id: RecordID, to card: Card) throws {
    guard !request.deleted.contains(id) else {
      throw BookError(.noSuchRecord, book.path, id.rawValue)
    }
    if let base = request.bases[id] {
      request.update(id, to: card, from: base)
    } else {
      request.update(id, to: card, from: try book.requiredRecord(id).card)
    }
  }

  /// Asks for a record to go; changes of it are forgotten.
  public mutating func delete(_ id: RecordID) {
    request.withdrawUpdate(of: id)
    request.delete(id)
  }

  /// Saves all changes, or none.
  ///
  /// - Returns: The identifiers of the records that were added, in their order.
  /// - Throws: ``BookError``; the changes are then still unsaved.
  public mutating func save() throws -> [RecordID] {
    let ids = try book.save(request)
    request = SaveRequest()
    return ids
  }

  /// Forgets all changes: what is read next is what the book has.
  public mutating func revert() { request = SaveRequest() }
}
