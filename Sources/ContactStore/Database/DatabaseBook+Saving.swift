import ContactMerging
internal import Foundation
internal import GRDB
internal import ICU
import VCard

extension DatabaseBook {
  /// The source of records of which nobody says where they come from.
  public static let localSource = "local"

  /// Applies a request in one transaction.
  ///
  /// A card that somebody else has changed since it was read keeps their changes of other
  /// properties; of a property that both changed this request wins, and the journal has both. A
  /// record that becomes a group leaves the person that it was linked with. A request that changes
  /// nothing is not in the journal.
  ///
  /// - Throws: ``BookError``: `noSuchRecord` for a record that is gone, `changed` for a book that is
  ///   not of the request's ``SaveRequest/revision`` any more.
  /// - Complexity: O(*n* log *b*) in the octets and words of the cards of the request, for *b*
  ///   records in the book.
  public func save(_ request: SaveRequest) throws -> [RecordID] {
    try requireWriting()
    guard !request.isEmpty else { return [] }
    let losses = try losses(of: request)
    let ids = try save(request, isSync: false) { _, _ in }
    for loss in losses { try options.diagnose(path, loss) }
    return ids
  }

  /// The same, and something else in the same transaction.
  ///
  /// - Parameters:
  ///   - request: What is to be saved; it may be empty.
  ///   - isSync: Whether what sources can hold is not asked.
  ///   - besides: What else is done, with the numbers of the records that were added.
  /// - Returns: The identifiers of the cards that were added, in their order.
  /// - Throws: As ``save(_:)``, and what `besides` throws.
  func save(
    _ request: SaveRequest, isSync: Bool, besides: (inout BookWriter, [Int64]) throws -> Void
  ) throws -> [RecordID] {
    try requireWriting()
    for name in request.addedSources.values { try refuseUnnamable(name) }
    for name in request.moved.values { try refuseUnnamable(name) }
    let unnamed = try defaultSource()
    if !isSync {
      try options.refuseOverfull(request, in: self, kinds: sourceKinds(servers())) {
        request.addedSources[$0] ?? unnamed
      }
    }
    let added = try tools.map(Array(request.added.enumerated())) {
      (maker, card) throws(ICUError) in
      try maker.facts(of: card.element, digest: request.digests[card.offset])
    }
    let updates = request.updated.sorted { $0.key.rawValue < $1.key.rawValue }
    let updated = try tools.map(updates.map(\.value)) { (maker, card) throws(ICUError) in
      try maker.facts(of: card)
    }
    let ids = try transaction(request.kind) { writer in
      if let revision = request.revision, try DatabaseBook.newestChange(writer.db) != revision {
        throw BookError(.changed, path, "read it again")
      }
      for id in request.deleted.sorted(by: { $0.rawValue < $1.rawValue }) {
        let (number, old) = try existing(id, writer)
        try writer.delete(number, old)
      }
      for ((id, card), facts) in zip(updates, updated) {
        let (number, old) = try existing(id, writer)
        let merged = try self.merged(
          card, base: request.bases[id], facts: facts, over: old, writer: writer)
        try writer.update(number, old, to: merged.facts, asked: merged.asked)
        // A group is nobody: whoever it was linked with would be listed nowhere.
        if merged.facts.isGroup { try leave(number, &writer) }
      }
      var ids: [Int64] = []
      var sources: [String: Int64] = [:]
      for (place, facts) in added.enumerated() {
        let name = request.addedSources[place] ?? unnamed
        let source = try sources[name] ?? writer.source(named: name)
        sources[name] = source
        ids.append(try writer.insert(facts, source: source))
        options.advance(1)
      }
      for (id, name) in request.moved.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let number = try existing(id, writer).0
        try writer.setSource(of: number, to: writer.source(named: name))
      }
      for link in request.links { try apply(link, added: ids, writer: &writer) }
      try besides(&writer, ids)
      return ids
    }
    return ids.map(DatabaseBook.recordID)
  }

  /// Carries out a request, whole or not at all.
  func transaction<Result>(
    _ kind: String, _ body: (inout BookWriter) throws -> Result
  ) throws -> Result {
    try writing { db in
      var writer = try BookWriter(db, kind: kind, time: options.now(), tools: tools)
      let result = try body(&writer)
      try writer.finish()
      return result
    }
  }

  func existing(_ id: RecordID, _ writer: BookWriter) throws -> (Int64, BookWriter.Stored) {
    guard let number = DatabaseBook.number(id), let stored = try writer.stored(number) else {
      throw BookError(.noSuchRecord, path, id.rawValue)
    }
    return (number, stored)
  }

  private func merged(
    _ card: Card, base: Card?, facts: RecordFacts, over old: BookWriter.Stored,
    writer: BookWriter
  ) throws -> (facts: RecordFacts, asked: StoredCard?) {
    guard let base else { return (facts, nil) }
    let stored = try writer.card(old.card)
    guard Data(base.octetsAsRead) != stored.octets, let theirs = tools.reader.card(stored) else {
      return (facts, nil)
    }
    let merge = ThreeWayMerge(base: base, mine: card, theirs: theirs)
    var maker = tools.facts
    return (try maker.facts(of: merge.card), facts.card)
  }
}
