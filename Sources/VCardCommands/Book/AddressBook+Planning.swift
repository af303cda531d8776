package import ContactStore
import SystemPackage
import VCard

extension AddressBook {
  /// Plans a change and saves it; a plan that somebody else's change has overtaken is made again.
  ///
  /// - Parameters:
  ///   - rehearsing: Whether nothing is saved.
  ///   - plan: Makes the plan of what the book says now, and the request that carries it out.
  ///   - saving: Receives what saves the request, and does with it what has to be done with it.
  /// - Returns: The plan that was carried out, and the identifiers of the cards that were added.
  /// - Throws: What `plan` throws, and ``ContactStore/BookError``: of kind `changed` when others change
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

  /// Refuses records that are not those that somebody chose: in a book without a journal the number
  /// may mean another card by now.
  ///
  /// - Parameters:
  ///   - records: The records that the numbers mean now.
  ///   - chosen: What they were.
  ///   - advice: What to do.
  /// - Throws: ``ContactStore/BookError`` of kind `changed`.
  func refuseChange(of records: [Record], since chosen: [Record], _ advice: String) throws {
    let isSame = records.map(\.card.octetsAsRead) == chosen.map(\.card.octetsAsRead)
    if capabilities.contains(.undo) || isSame { return }
    throw BookError(.changed, path.string, "nothing was written; \(advice)")
  }
}
