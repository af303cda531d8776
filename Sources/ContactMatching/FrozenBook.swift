/// A book that will not change any more, and where to look in it.
final class FrozenBook: Sendable {
  let book: BookStorage
  let options: MatchOptions
  /// The readings of names by the hash of their cores.
  let readingsByCore: HashChains
  /// The numbers of `book.phones` by their last six digits.
  let phonesByEnding: HashChains
  /// Whose the phone numbers are.
  let phonePeople: [UInt32]
  private let emailPeopleStarts: [UInt32]
  private let emailPeople: [UInt32]

  init(_ book: BookStorage, _ options: MatchOptions) {
    self.book = book
    self.options = options
    readingsByCore = HashChains(book.readings.map { FrozenBook.hash(book.nameTokens[$0.core]) })
    phonesByEnding = HashChains(book.phones.map { FrozenBook.hash($0.blockingKey) })
    var owners = [UInt32](repeating: 0, count: book.phones.count)
    for person in book.ids.indices {
      for phone in book.range(book.phoneStarts, person) { owners[phone] = UInt32(person) }
    }
    phonePeople = owners
    // A counting sort: lists of people by email, each in the order of the book.
    var starts = [UInt32](repeating: 0, count: book.emails.count + 1)
    for email in book.emailIDs { starts[Int(email) + 1] += 1 }
    for email in 0..<book.emails.count { starts[email + 1] += starts[email] }
    var next = starts
    var people = [UInt32](repeating: 0, count: book.emailIDs.count)
    for person in book.ids.indices {
      for index in book.range(book.emailStarts, person) {
        let email = Int(book.emailIDs[index])
        people[Int(next[email])] = UInt32(person)
        next[email] += 1
      }
    }
    emailPeopleStarts = starts
    emailPeople = people
  }

  /// The people who have an email, in the order of the book.
  func people(withEmail email: UInt32) -> ArraySlice<UInt32> {
    emailPeople[Int(emailPeopleStarts[Int(email)])..<Int(emailPeopleStarts[Int(email) + 1])]
  }

  static func hash(_ core: ArraySlice<Token>) -> UInt64 {
    var hasher = Hasher()
    for token in core { hasher.combine(token) }
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  static func hash(_ number: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
