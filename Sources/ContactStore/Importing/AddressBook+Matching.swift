public import ContactMatching
public import VCard

extension AddressBook {
  /// Prepares the book for matching, on its threads.
  ///
  /// - Parameters:
  ///   - options: What matching is told besides the cards.
  ///   - incoming: The cards that are to be matched, where they are known: a book with indexes is not
  ///     read then.
  /// - Returns: The index of its people, or of those whom the incoming cards can be.
  /// - Throws: ``BookError``, and errors of ICU.
  public func matchIndex(
    _ options: MatchOptions, for incoming: [Card]? = nil
  ) throws -> MatchIndex {
    if let incoming, let people = try peopleInQuestion(for: incoming) {
      var builder = MatchIndex.Builder(options: options)
      for person in people {
        try builder.append(id: person.id.rawValue, person.records.map(\.card))
      }
      return try index(builder, for: incoming)
    }
    let builder = MatchIndex.Builder(options: options)
    var all = builder
    var places: [RecordID: Int] = [:]
    let linked = try linkedRecords()
    let wanted = Set(linked.joined())
    try readCards(MatchWorker(builder)) { piece, ids in
      for (place, id) in ids.enumerated() where wanted.contains(id) {
        places[id] = all.count + place
      }
      all.append(piece, ids: ids.map(\.rawValue))
    }
    all.link(linked.map { $0.compactMap { places[$0] } })
    return try all.build(threads: threads)
  }

  /// An index of those whom some cards can be, by the statistics of the whole book.
  func index(
    _ people: consuming MatchIndex.Builder, for incoming: [Card]
  ) throws -> MatchIndex {
    try people.build(threads: threads) { terms in
      var terms = terms
      terms.formUnion(try BookTerms(of: incoming))
      guard let known = try self.statistics(of: terms) else {
        throw BookError(.changed, self.path, "another version of this program writes to it")
      }
      return known
    }
  }
}

/// Reads what counts for matching.
struct MatchWorker: CardWorker {
  private var builder: MatchIndex.Builder

  init(_ builder: MatchIndex.Builder) { self.builder = builder }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    try builder.append(id: "", [copy card])
  }

  mutating func finish(_ piece: inout MatchIndex.Builder?) { piece = builder.cut() }
}
