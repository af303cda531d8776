import ContactModel
public import VCard

extension Card {
  /// What of a card that somebody sent may stand in another book.
  ///
  /// Left out is what means something to its sender only: UID, by which a stranger could name somebody
  /// else's card, identifiers and paths of a device, and when the card was changed there.
  ///
  /// - Returns: The card, and the names of the properties that are left out and tell something.
  /// - Complexity: O(*n*) in the octets of the card.
  public func received() -> (card: Card, left: [String]) {
    var removed: [Property] = []
    var left: [String] = []
    for property in properties {
      let tellsNothing = property.known == .rev || property.known == .prodid
      let namesCard = property.known == .uid || property.furtherValue?.name == "UID"
      guard tellsNothing || namesCard || DeviceLocal.isLocal(property) else { continue }
      removed.append(property)
      if !tellsNothing, !left.contains(property.canonicalName) {
        left.append(property.canonicalName)
      }
    }
    var card = self
    card.edit(replacing: [], removing: removed, appending: [])
    return (card, left)
  }
}
