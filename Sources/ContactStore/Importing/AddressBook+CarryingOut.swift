package import VCard

extension AddressBook {
  /// Plans a change and saves it; a plan that somebody else's change has overtaken is made again.
  ///
  /// - Parameters:
  ///   - rehearsing: Whether nothing is saved.
  ///   - plan: Makes the plan of what the book says now, and the request that carries it out.
  ///   - saving: Receives what saves the request, and does with it what has to be done with it.
  /// - Returns: The plan that was carried out, and the identifiers of the cards that were added.
  /// - Throws: What `plan` throws, and ``BookError``: of kind `changed` when others change
  ///   the book all the time.
  package func carryOut<Plan>(
    rehearsing: Bool = false, _ plan: () throws -> (Plan, SaveRequest),
    saving: (() throws -> [RecordID]) throws -> [RecordID] = { try $0() }
  ) throws -> (Plan, [RecordID]) {
    let mostPlans = 20
    for round in 1... {
      // Asked for before anything is read, so that no change falls between the two.
      let revision = try revision()
      var (made, request) = try plan()
      if rehearsing || request.isEmpty { return (made, []) }
      request.revision = revision
      do {
        return (made, try saving { try save(request) })
      } catch let error as BookError {
        guard error.kind == .changed, revision != nil, round < mostPlans else { throw error }
      }
    }
    preconditionFailure("the last round returns or throws")
  }
}

extension Importer {
  /// Finds out what importing cards does, and does it.
  ///
  /// A plan that somebody else's change has overtaken is made again: of two imports of the same cards
  /// at once, one creates people and the other finds them.
  ///
  /// - Parameters:
  ///   - incoming: The cards.
  ///   - book: The book.
  ///   - rehearsing: Whether nothing is done.
  ///   - prepare: What is to be done with a plan before it is carried out; called again for a plan
  ///     that is made again.
  ///   - saving: Receives what saves the request, and does with it what has to be done with it.
  /// - Returns: What was done, and the identifiers of the cards that were added.
  /// - Throws: Also ``BookError`` of kind `changed`, when others change the book all the time.
  package func carriedOut(
    _ incoming: [Card], in book: any AddressBook, rehearsing: Bool,
    preparing prepare: (ImportPlan) throws -> Void = { _ in },
    saving: (() throws -> [RecordID]) throws -> [RecordID] = { try $0() }
  ) throws -> (ImportPlan, [RecordID]) {
    var importer = self
    importer.ambiguous = ambiguous.askedOnce()
    importer.unknown = unknown.askedOnce()
    return try book.carryOut(
      rehearsing: rehearsing,
      {
        let plan = try importer.plan(incoming, for: book)
        if !rehearsing { try prepare(plan) }
        return (plan, plan.request)
      }, saving: saving)
  }
}
