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
    let worker = KnownCards.Worker(builder: MatchIndex.Builder(options: options))
    return try matchIndex(options, for: incoming, worker) { _, _ in }
  }

  /// The same with what a worker notes of the cards of the book.
  ///
  /// - Parameters:
  ///   - options: What matching is told besides the cards.
  ///   - incoming: The cards that are to be matched, where they are known.
  ///   - worker: What looks at the cards.
  ///   - take: Receives what it has noted of some cards, and whose these are.
  /// - Returns: The index.
  /// - Throws: ``BookError``, and errors of ICU.
  func matchIndex(
    _ options: MatchOptions, for incoming: [Card]?, _ worker: KnownCards.Worker,
    take: (KnownCards.Worker.Piece, [KnownCards.Holder]) -> Void
  ) throws -> MatchIndex {
    var all = MatchIndex.Builder(options: options)
    if let incoming, let found = try peopleInQuestion(for: incoming) {
      for person in found {
        var worker = worker
        for record in person.records { try worker.note(record.card) }
        take(
          worker.piece,
          person.records.map { KnownCards.Holder(person: person.id, record: $0.id) })
        try all.append(id: person.id.rawValue, person.records.map(\.card))
      }
      // By the statistics of the whole book.
      return try all.build(threads: threads) { terms in
        var terms = terms
        terms.formUnion(try BookTerms(of: incoming))
        guard let known = try self.statistics(of: terms) else {
          throw BookError(.changed, self.path, "another version of this program writes to it")
        }
        return known
      }
    }
    let linked = try linkedRecords()
    var people: [RecordID: RecordID] = [:]
    for records in linked { for record in records { people[record] = records[0] } }
    var places: [RecordID: Int] = [:]
    try readCards(worker) { piece, ids in
      if !piece.isEmpty {
        take(piece, ids.map { KnownCards.Holder(person: people[$0] ?? $0, record: $0) })
      }
      for (place, id) in ids.enumerated() where people[id] != nil {
        places[id] = all.count + place
      }
      if let read = piece.builder.take() { all.append(read, ids: ids.map(\.rawValue)) }
    }
    all.link(linked.map { $0.compactMap { places[$0] } })
    return try all.build(threads: threads)
  }
}
