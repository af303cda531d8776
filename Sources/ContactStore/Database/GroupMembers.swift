import ContactModel
import VCard

/// Whom the card of a group names.
///
/// MEMBER of vCard 4.0 (RFC 6350 §6.6.5), X-ADDRESSBOOKSERVER-MEMBER of Apple's cards in 3.0. Both
/// name people by their UID, mostly as `urn:uuid:…`.
enum GroupMembers {
  /// The form in which UIDs are compared, octet by octet: without `urn:uuid:`, a UUID in lower case,
  /// and as the index keeps it.
  ///
  /// Programs put `urn:uuid:` before UIDs that are no UUIDs, too, whose case counts.
  static func key(_ uid: String) -> OctetText {
    let text = UUIDText.withoutScheme(uid.trimmingBlanks)
    let isUUID = UUIDText.isUUID(text.utf8Span.span)
    return OctetText((isUUID ? text.asciiLowercased : text).storable)
  }

  private static func isMember(_ property: Property) -> Bool {
    property.known == .member || property.canonicalName == "X-ADDRESSBOOKSERVER-MEMBER"
  }

  /// The members' UIDs as they are compared, each once, in the order of the card.
  static func uids(in card: Card) -> [OctetText] {
    var known: Set<OctetText> = []
    var uids: [OctetText] = []
    for property in card.properties where isMember(property) {
      let uid = key(property.text)
      if !uid.text.isEmpty, known.insert(uid).inserted { uids.append(uid) }
    }
    return uids
  }

  /// Adds members to a group's card; who is one already stays one.
  ///
  /// - Complexity: O(*n*) in the lines of the card and the UIDs.
  static func add(_ uids: [String], to card: inout Card) {
    var known = Set(self.uids(in: card))
    let new = uids.filter { known.insert(key($0)).inserted }
    let lines = new.map { line($0, in: card) }
    card.edit(replaced: [:], removed: [], inserted: [:], appended: lines)
  }

  /// The line by which a group's card names a member.
  private static func line(_ uid: String, in card: Card) -> ContentLine {
    let name = card.rules.requiresName ? "X-ADDRESSBOOKSERVER-MEMBER" : "MEMBER"
    let isURI = uid.utf8.contains(UInt8(ascii: ":"))
    return ContentLine(name, .text(isURI ? uid : "urn:uuid:\(uid)"))
  }

  /// Names members of a group's card by other UIDs, each once.
  ///
  /// - Parameters:
  ///   - uids: The new UIDs by the old ones as they are compared.
  ///   - card: The group's card.
  static func rename(_ uids: [OctetText: String], in card: inout Card) {
    var replaced: [Int: ContentLine] = [:]
    var removed: Set<Int> = []
    var known = Set(self.uids(in: card)).subtracting(uids.keys)
    for property in card.properties where isMember(property) {
      guard let uid = uids[key(property.text)] else { continue }
      if known.insert(key(uid)).inserted {
        replaced[property.index] = line(uid, in: card)
      } else {
        removed.insert(property.index)
      }
    }
    card.edit(replaced: replaced, removed: removed, inserted: [:], appended: [])
  }

  /// Takes members out of a group's card.
  ///
  /// - Complexity: O(*n*) in the lines of the card and the UIDs.
  static func remove(_ uids: [String], from card: inout Card) {
    let keys = Set(uids.map(key))
    card.edit(
      replacing: [],
      removing: card.properties.filter { isMember($0) && keys.contains(key($0.text)) },
      appending: [])
  }

  // MARK: The members' cards

  /// The UID by which a card is named in groups, the one that the index of the book has too; `nil`
  /// where the card says none.
  static func uid(of card: Card) -> String? {
    Contact(card, keys: .uid).uid.flatMap { key($0).text.isEmpty ? nil : $0 }
  }

  /// Names a card that says no UID.
  static func setUID(_ uid: String, of card: inout Card) {
    let line = ContentLine("UID", .text(uid))
    // Behind an empty one it would be the second, which nobody reads.
    let empty = card.properties.first {
      $0.known == .uid && !$0.isMalformed && key($0.text).text.isEmpty
    }
    if let empty {
      card.replace(empty, with: line)
    } else {
      card.append(line)
    }
  }
}
