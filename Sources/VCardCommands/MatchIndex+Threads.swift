import ContactMatching
import ContactModel

extension MatchIndex {
  /// Contacts that a task matches: so few that the threads end together, and so many that what is done
  /// once a batch does not count.
  private static let batchSize = 1024

  /// Matches contacts on several threads; outcomes in the order of the contacts.
  func match(
    _ contacts: [Contact], policy: MatchPolicy, threads: Int
  ) async throws -> [Outcome] {
    let size = Self.batchSize
    let count = (contacts.count + size - 1) / size
    return try await withThrowingTaskGroup(of: (Int, [Outcome]).self) { group in
      var outcomes = [[Outcome]](repeating: [], count: count)
      var begun = 0
      func begin() {
        guard begun < count else { return }
        let number = begun
        begun += 1
        group.addTask {
          let range = number * size..<min(contacts.count, (number + 1) * size)
          return (number, try self.match(contacts[range], policy: policy))
        }
      }
      for _ in 0..<threads { begin() }
      while let (number, batch) = try await group.next() {
        outcomes[number] = batch
        begin()
      }
      return Array(outcomes.joined())
    }
  }
}
