import ContactMatching
import ContactModel
import VCard

extension Card {
  /// Where a card says a UID of another one; see ``keepUID(of:isFurther:)``.
  struct KeptUID {
    /// The number of the property that says it on the other card.
    let incoming: Int
    /// The number of the property that says it here.
    let place: Int
    /// What it says.
    let text: String
    /// Whether it was not there before.
    let isNew: Bool
    /// Whether it stands beside the card's own.
    let isFurther: Bool
  }

  /// Keeps the UID by which another card of the same person is known: as that of a card that says
  /// none, else as X-ALSO-UID.
  ///
  /// - Parameters:
  ///   - other: The other card.
  ///   - isFurther: Whether it does not become the card's own in any case.
  /// - Returns: Where it stands; `nil` when the other card says none.
  mutating func keepUID(of other: Card, isFurther: Bool = false) -> KeptUID? {
    guard let (number, uid) = other.properties.enumerated().first(where: { $1.saysUID }) else {
      return nil
    }
    let (text, identity, key) = (uid.text, UIDKey(uid.text), ValueKey(exactly: uid))
    let further = FurtherValue.prefix + "UID"
    var (own, empty): (Property?, (Int, Property)?)
    var count = 0
    for property in properties {
      defer { count += 1 }
      if property.isMalformed { continue }
      let isUID = property.known == .uid
      guard isUID || property.canonicalName == further else { continue }
      if property.text == text || identity.map({ $0 == UIDKey(property.text) }) == true
        || ValueKey(exactly: property) == key
      {
        return KeptUID(
          incoming: number, place: count, text: text, isNew: false, isFurther: !isUID)
      }
      guard isUID else { continue }
      // Behind an empty one it would be the second, which nobody reads.
      if property.saysUID { own = own ?? property } else { empty = empty ?? (count, property) }
    }
    let isFurther = isFurther || own != nil
    let line = ContentLine(isFurther ? further : "UID", .text(text))
    if !isFurther, let (place, property) = empty {
      replace(property, with: line)
      return KeptUID(incoming: number, place: place, text: text, isNew: true, isFurther: false)
    }
    append(line)
    return KeptUID(incoming: number, place: count, text: text, isNew: true, isFurther: isFurther)
  }
}

extension Property {
  /// Whether it is a UID that names somebody.
  fileprivate var saysUID: Bool {
    known == .uid && !isMalformed && !UUIDText.withoutScheme(text.trimmingBlanks).isEmpty
  }
}
