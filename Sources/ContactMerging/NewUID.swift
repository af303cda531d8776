internal import Foundation
package import VCard

/// UIDs for cards that have none.
package enum NewUID {
  /// A random one, RFC 9562 §5.4, in the form of RFC 6350 §6.7.6: `urn:uuid:…`.
  package static func make() -> String { "urn:uuid:\(UUID().uuidString.lowercased())" }

  /// The one of a card that is made of what it says, RFC 9562 §5.8: the same card gets the same again.
  package static func make(for digest: CardDigest) -> String {
    var octets = Array(digest.octets.prefix(16))
    octets[6] = octets[6] & 0x0F | 0x80
    octets[8] = octets[8] & 0x3F | 0x80
    var text = "urn:uuid:"
    for (index, octet) in octets.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += octet < 16 ? "0" : ""
      text += String(octet, radix: 16)
    }
    return text
  }
}

extension Card {
  /// The card with a UID: its own, else one that is made of what it says.
  ///
  /// - Complexity: O(*n* log *n*) in the properties of a card that has none.
  package var identified: Card { identified { NewUID.make(for: CardDigest(self)) } }

  /// The card with a UID: its own, else another.
  package func identified(by uid: () -> String) -> Card {
    guard first(.uid)?.text.isEmpty ?? true else { return self }
    var card = self
    card.append(ContentLine("UID", .verbatim(uid())))
    return card
  }
}
