import ContactMerging
import ContactStore
package import VCard

extension Card {
  /// The one card of a resource; `nil` when it holds none, or several.
  package init?(resource octets: [UInt8]) {
    var reader = CardReader()
    guard (try? reader.append(octets.span)) != nil else { return nil }
    reader.finish()
    guard case .card(let card, _) = reader.next(), case .end = reader.next() else { return nil }
    self = card
  }

  /// A card that says nothing, in the version of this one.
  var emptied: Card { Card(version: version) }

  /// What groups and the book know the card by, in the place of what the server does.
  ///
  /// - Parameters:
  ///   - uid: The UID that it has in the book; `nil` for none.
  ///   - members: UIDs that members have in the book, by those that they have on the server.
  /// - Returns: The card.
  func inward(uid: String?, members: [String: String]) -> Card {
    var card = self
    if card.first(.uid)?.text != uid { card.setUID(uid) }
    card.renameMembers(members)
    return card
  }
}

/// What became of a card that was sent: what the server has of it, and what not.
struct Delivery {
  /// The properties that were sent and are not there.
  private(set) var missing: [Property]
  /// Properties that are there and were not sent: somebody else's, if the server did not make them.
  private(set) var foreign: [Property] = []
  /// What the server left of missing ones, or put into their places.
  private(set) var remains: [Property] = []

  /// Compares what was sent with what is there.
  ///
  /// - Complexity: O(*n*) in the octets of both.
  init(of sent: Card, found: Card) {
    let values = (sent: CardValues(sent), found: CardValues(found))
    missing = values.sent.missing(in: values.found)
    for property in values.found.missing(in: values.sent) {
      // What 3.0 asks for, and a server makes up.
      if [.fn, .n].contains(property.known), sent.first(property.known) == nil { continue }
      if missing.contains(where: { Delivery.isRemnant(property, of: $0) }) {
        remains.append(property)
      } else {
        foreign.append(property)
      }
    }
  }

  /// Whether a line may be what a server left of another one: its beginning, or anything in a place
  /// where there is room for one.
  ///
  /// Radicale 3.9.0 cuts a value at a bare comma.
  private static func isRemnant(_ rest: Property, of whole: Property) -> Bool {
    guard rest.canonicalName == whole.canonicalName else { return false }
    if PropertyRegistry.named(whole.canonicalName)?.isUsuallyOne == true { return true }
    return whole.text.utf8.starts(with: rest.text.utf8)
  }

  /// The card that is there without what the server left of values.
  func withoutRemains(_ found: Card) -> Card {
    var card = found
    card.edit(replacing: [], removing: remains, appending: [])
    return card
  }
}
