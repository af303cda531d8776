import ContactModel
package import VCard

extension Card {
  /// Whether it is about a group of people.
  package var isGroup: Bool { Contact(self, keys: .contactType).contactType == .group }

  /// The UID by which groups name the card; `nil` where it says none.
  package var memberUID: String? { GroupMembers.uid(of: self) }

  /// A UID in the form in which groups' members are compared.
  package static func uidKey(_ uid: String) -> String { GroupMembers.key(uid).text }

  /// Has the card say another UID, or none.
  package mutating func setUID(_ uid: String?) {
    guard let uid else { return removeAll(.uid) }
    if let known = first(.uid), !known.isMalformed {
      if known.text != uid || !known.parameters.isEmpty {
        replace(known, with: ContentLine("UID", .text(uid)))
      }
    } else {
      GroupMembers.setUID(uid, of: &self)
    }
  }

  /// Has a group's card name members by other UIDs.
  ///
  /// - Parameter uids: The new UIDs by the keys of the old ones.
  package mutating func renameMembers(_ uids: [String: String]) {
    guard !uids.isEmpty else { return }
    GroupMembers.rename(
      Dictionary(uids.map { (OctetText($0), $1) }, uniquingKeysWith: { first, _ in first }),
      in: &self)
  }
}
