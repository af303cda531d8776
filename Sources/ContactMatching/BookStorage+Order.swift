extension BookStorage {
  /// The octets by which people with equal evidence are ordered: the name, then emails, phone
  /// numbers, birthdays and UIDs, each of them in their own order.
  ///
  /// The same for people who are alike in all that is compared, wherever they stand in the book.
  func orderKey(of person: Int) -> [UInt8] {
    var key = Array(displayName(of: person).utf8)
    // Sorts before every character, so that a beginning comes before the whole.
    let end: UInt8 = 0
    key.append(end)
    func append(_ values: [[UInt8]]) {
      for value in values.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        key.append(contentsOf: value)
        key.append(end)
      }
      key.append(end)
    }
    append(emailIDs[range(emailStarts, person)].map { Array(emails.key($0)) })
    append(phones[range(phoneStarts, person)].map { Array("\($0)".utf8) })
    append(dates[range(dateStarts, person)].map { Array("\($0)".utf8) })
    append(uids[range(uidStarts, person)].map { Array("\($0)".utf8) })
    return key
  }

  /// The name of the first contact, empty where there is none.
  func displayName(of person: Int) -> String {
    range(nameStarts, person).first.map { displayNames[$0] } ?? ""
  }
}
