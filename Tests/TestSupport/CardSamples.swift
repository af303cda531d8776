import SystemPackage
public import VCard

/// Cards as text and back, for suites of any library.
public enum CardSamples {
  /// A card as text with CRLF.
  public static func card(_ name: String, _ lines: String..., version: String = "3.0") -> String {
    (["BEGIN:VCARD", "VERSION:\(version)", "FN:\(name)"] + lines + ["END:VCARD", ""])
      .joined(separator: "\r\n")
  }

  /// The first card of a text.
  public static func parsed(_ text: String) throws -> Card { try parsed(Array(text.utf8)) }

  /// The first card of some octets.
  public static func parsed(_ bytes: [UInt8]) throws -> Card {
    var reader = CardReader()
    try reader.append(bytes)
    reader.finish()
    guard case .card(let card, _) = reader.next() else { throw NoCard() }
    return card
  }

  /// The card of these lines between those that every card has.
  public static func parsed(lines: [String], version: String = "3.0") throws -> Card {
    let all = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
    return try parsed(all.joined(separator: "\r\n"))
  }

  /// There is no card in a text.
  public struct NoCard: Error {}

  /// A card as a writer writes it.
  public static func written(_ card: Card) -> String {
    var bytes: [UInt8] = []
    CardWriter().write(card, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The lines of a card between those that every card has, as a writer writes them.
  public static func lines(_ card: Card) -> [String] {
    written(card).split(separator: "\r\n").map(String.init).filter {
      !$0.hasPrefix("BEGIN:") && !$0.hasPrefix("VERSION:") && !$0.hasPrefix("END:")
    }
  }
}
