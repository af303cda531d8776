import ContactStore
import SystemPackage
import VCard

extension AddressBook {
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
