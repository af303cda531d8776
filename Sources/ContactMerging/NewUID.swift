internal import Foundation
package import VCard

/// UIDs for cards that have none.
package enum NewUID {
  /// A random one, RFC 9562 §5.4.
  package static func make() -> String { text(UUID()) }

  /// The one of a card that is made of what it says, RFC 9562 §5.8: the same card gets the same again.
  package static func make(for digest: CardDigest) -> String {
    let octets = Array(digest.octets.prefix(16))
    return text(
      UUID(
        uuid: (
          octets[0], octets[1], octets[2], octets[3], octets[4], octets[5],
          octets[6] & 0x0F | 0x80, octets[7], octets[8] & 0x3F | 0x80, octets[9], octets[10],
          octets[11], octets[12], octets[13], octets[14], octets[15]
        )))
  }

  /// The form of RFC 6350 §6.7.6.
  private static func text(_ uuid: UUID) -> String { "urn:uuid:\(uuid.uuidString.lowercased())" }
}

extension Card {
  /// The card with a UID: its own, else one that is made of what it says.
  ///
  /// - Complexity: O(*n* log *n*) in the properties of a card that has none.
  package var identified: Card { identified { NewUID.make(for: CardDigest(self)) } }

  /// The same of a card whose digest is known.
  package func identified(by digest: CardDigest) -> Card {
    identified { NewUID.make(for: digest) }
  }

  /// The card with a UID: its own, else another.
  package func identified(by uid: () -> String) -> Card {
    guard first(.uid)?.text.isEmpty ?? true else { return self }
    var card = self
    card.append(ContentLine("UID", .verbatim(uid())))
    return card
  }
}
