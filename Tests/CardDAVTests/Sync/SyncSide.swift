import CardDAV
import ContactMerging
import ContactStore
import SystemPackage
import TestSupport
import VCard

/// A book with a source on a ``FakeServer``.
final class SyncSide {
  static let source = "home"
  let path: FilePath
  let server: FakeServer
  var options = SyncOptions()

  init(_ path: FilePath, _ server: FakeServer) throws {
    (self.path, self.server) = (path, server)
    try book().addSource(named: Self.source, at: SourceServer(url: "https://x.example/cards/"))
  }

  func book(_ access: BookAccess = .writing) throws -> DatabaseBook {
    try DatabaseBook(path, for: access)
  }

  /// Synchronises once, perhaps dying on the way.
  @discardableResult
  func sync(
    _ fault: FakeCollection.Fault? = nil, before: @escaping (String) -> Void = { _ in }
  ) throws -> SyncReport {
    let collection = FakeCollection(server, fault: fault)
    collection.before = before
    return try Synchronizer(
      Self.source, of: book(options.isRehearsal ? .reading : .writing), with: collection,
      options: options
    ).run()
  }

  /// How many requests a run makes.
  func requests() throws -> Int {
    let collection = FakeCollection(server)
    return try Synchronizer(Self.source, of: book(), with: collection).run().requestCount
  }

  @discardableResult
  func add(_ lines: String..., version: String = "3.0") throws -> RecordID {
    try add(lines: lines, version: version)
  }

  func add(lines: [String], version: String = "3.0") throws -> RecordID {
    var request = SaveRequest()
    request.add(try CardSamples.parsed(lines: lines, version: version), source: Self.source)
    return try book().save(request)[0]
  }

  func edit(_ id: RecordID, _ body: (inout Card) throws -> Void) throws {
    let book = try book()
    guard let record = try book.record(id) else { return }
    var card = record.card
    try body(&card)
    var request = SaveRequest()
    request.update(id, to: card, from: record.card)
    _ = try book.save(request)
  }

  func delete(_ id: RecordID) throws {
    var request = SaveRequest()
    request.delete(id)
    _ = try book().save(request)
  }

  var ids: [RecordID] {
    get throws { try book(.reading).sourceRecords(of: Self.source).map(\.id) }
  }

  var cards: [Card] {
    get throws {
      let book = try book(.reading)
      return try ids.compactMap { try book.record($0)?.card }
    }
  }

  /// The lines of a record's card but for its envelope.
  func lines(_ id: RecordID) throws -> [String] {
    try book(.reading).record(id).map { SyncSide.lines($0.card) } ?? []
  }

  static func lines(_ card: Card) -> [String] {
    card.properties.map { String(decoding: $0.lineOctets, as: UTF8.self) }
  }

  /// What a book or a server says, without who says it: lines of each card, sorted.
  static func said(_ cards: [Card]) -> [[String]] {
    cards.map { card in
      lines(card).filter { !$0.hasPrefix("UID") && !$0.hasPrefix("REV") }.sorted()
    }.sorted { $0.joined() < $1.joined() }
  }
}
