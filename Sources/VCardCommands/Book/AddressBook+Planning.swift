package import ContactStore

extension AddressBook {
  /// Plans a change and saves it; a plan that somebody else's change has overtaken is made again.
  ///
  /// - Parameters:
  ///   - rehearsing: Whether nothing is saved.
  ///   - plan: Makes the plan of what the book says now, and the request that carries it out.
  /// - Returns: The plan that was carried out, and the identifiers of the cards that were added.
  /// - Throws: What `plan` throws, and ``ContactStore/BookError``: of kind `changed` when others change
  ///   the book all the time.
  package func carryOut<Plan>(
    rehearsing: Bool = false, _ plan: () throws -> (Plan, SaveRequest)
  ) throws -> (Plan, [RecordID]) {
    let mostPlans = 20
    for round in 1... {
      // Asked for before anything is read, so that no change falls between the two.
      let revision = try revision()
      var (made, request) = try plan()
      if rehearsing || request.isEmpty { return (made, []) }
      request.revision = revision
      do {
        return (made, try save(request))
      } catch let error as BookError {
        guard error.kind == .changed, revision != nil, round < mostPlans else { throw error }
      }
    }
    preconditionFailure("the last round returns or throws")
  }
}
