import ContactMatching
import ContactModel
import ContactStore
import VCard

/// Prepares a book for matching.
enum BookIndex {
  /// Reads a book and makes the keys of its people as it goes.
  ///
  /// One thread does both: handing cards to another costs as much as it gains, for the keys are made
  /// while the card is still in the cache (0.9 s for 150,000 people; two threads took 1.5 s of
  /// processor time for it).
  static func build(of book: any AddressBook, _ options: MatchOptions) throws -> MatchIndex {
    var builder = try MatchIndex.Builder(options: options)
    try book.forEachPerson { person in
      let contacts = person.records.map { Contact($0.card, keys: .matching) }
      try builder.append(Person(id: person.id.rawValue, contacts: contacts))
    }
    return builder.build()
  }
}

extension MatchIndex {
  /// Contacts that a task matches: so few that the threads end together.
  private static let batchSize = 256

  /// Matches contacts on several threads; outcomes in the order of the contacts.
  func match(
    _ contacts: [Contact], policy: MatchPolicy
  ) async throws -> [Outcome] {
    let size = Self.batchSize
    let count = (contacts.count + size - 1) / size
    return try await withThrowingTaskGroup(of: (Int, [Outcome]).self) { group in
      var outcomes = [[Outcome]](repeating: [], count: count)
      for number in 0..<count {
        group.addTask {
          let range = number * size..<min(contacts.count, (number + 1) * size)
          return (number, try contacts[range].map { try self.match($0, policy: policy) })
        }
      }
      for try await (number, batch) in group { outcomes[number] = batch }
      return Array(outcomes.joined())
    }
  }
}
