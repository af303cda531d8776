import ContactModel
import ContactSearch
import ContactStore

extension Prompt {
  /// Has somebody choose one of several people, and says who it is.
  ///
  /// - Parameter people: All who fit.
  /// - Returns: The person; `nil` for who leaves.
  /// - Throws: An error of action `read`, and errors of ICU.
  mutating func pick(among people: [UnifiedRecord]) throws -> UnifiedRecord? {
    let contacts = people.map { $0.records.map { Contact($0.card, keys: .searching) } }
    return try pick("\(people.count) people fit; which one?") { text in
      let search = try NameSearch(text)
      if search.isEmpty { return people }
      return try people.indices.filter { try search.rank(of: contacts[$0]) != nil }
        .map { people[$0] }
    }
  }

  /// Has somebody find a person of a book, and says who it is.
  ///
  /// - Parameter book: The book.
  /// - Returns: The person, who is no group; `nil` for who leaves.
  /// - Throws: ``BookError``, an error of action `read`, and errors of ICU.
  mutating func pick(in book: any AddressBook) throws -> UnifiedRecord? {
    try pick("Who is it?") { text in
      var people: [UnifiedRecord] = []
      if try !NameSearch(text).isEmpty {
        people = try PeopleLookup.people([text], in: book)
      } else if let database = book as? any LinkedBook {
        people = try database.people(from: 0, limit: 100).compactMap { try book.person(of: $0.id) }
      } else {
        try book.forEachPerson { people.append($0) }
      }
      return people.filter { !$0.isGroup }
    }
  }

  private mutating func pick(
    _ question: String, find: (String) throws -> [UnifiedRecord]
  ) throws -> UnifiedRecord? {
    // Those who fit by name are told apart by what they are reached by. Rows have numbers of their
    // own, so that an ID says that it is one.
    let chosen = try pick(
      question,
      cells: { person in
        let cells = ListedPerson(person).cells
        return cells.dropFirst() + ["ID \(cells[0])"]
      }, find: find)
    if let chosen { console.line("\(chosen.id) \(chosen.callName)") }
    return chosen
  }
}
