import ContactModel
import ICU
import VCard

extension NameSorter {
  /// What puts lists into the order that the user wants.
  static var ofLists: NameSorter {
    get throws {
      try NameSorter(.family, locale: Preferences.current.language(for: .sorting, nil))
    }
  }

  /// Cards, or what has one, in the order of their names.
  ///
  /// - Parameters:
  ///   - people: What is put in order.
  ///   - leavingGroups: Whether groups are left out.
  ///   - card: The card that has the name.
  /// - Returns: The same in the order of their names; who have the same name stay as they are.
  /// - Throws: Errors of ICU.
  func sorted<Person>(
    _ people: [Person], leavingGroups: Bool = false, card: (Person) -> Card
  ) throws -> [Person] {
    var keyed: [(key: SortKey, place: Int)] = []
    for (place, person) in people.enumerated() {
      let contact = Contact(card(person), keys: .sorting)
      if leavingGroups, contact.contactType == .group { continue }
      keyed.append((try sortKey(for: contact), place))
    }
    keyed.sort { $0.key != $1.key ? $0.key < $1.key : $0.place < $1.place }
    return keyed.map { people[$0.place] }
  }
}
