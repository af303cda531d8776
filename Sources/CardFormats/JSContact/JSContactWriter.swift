public import VCard

/// Writes cards as JSContact, RFC 9553 and RFC 9982, by the rules of RFC 9555.
///
/// ```json
/// {"@type":"Card","version":"2.0","name":{"full":"Kate Bell"},"emails":{"EMAIL-1":{"address":…}}}
/// ```
/// What JSContact has no member for stands in `vCardProps` and `vCardParams`, from which
/// reading restores it.
public struct JSContactWriter: CardDocumentWriter {
  /// A version of JSContact.
  public enum Edition: String, CaseIterable, Sendable {
    /// RFC 9553: every card has a `uid`.
    case first = "1.0"
    /// RFC 9982: a card has a `uid` if somebody gave it one.
    case second = "2.0"
  }

  private let edition: Edition?
  private let keepsProperties: Bool

  /// It takes vCard 4.0.
  public let version = Version.version40

  /// What stands around the cards.
  public let frame: DocumentFrame

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - edition: The version that the cards name, and a `uid` must be there already where it wants
  ///     one; if `nil`, 2.0, unless a card was read that names another.
  ///   - frame: What stands around them.
  ///   - keepsProperties: Whether `vCardProps` carries what JSContact has no member for.
  public init(
    _ edition: Edition? = nil, frame: DocumentFrame = .jsonLines, keepsProperties: Bool = true
  ) {
    self.edition = edition
    self.frame = frame
    self.keepsProperties = keepsProperties
  }

  /// Appends a card.
  ///
  /// - Parameters:
  ///   - card: The card, in vCard 4.0.
  ///   - octets: Where it goes.
  ///   - notes: Receives which properties JSContact has no member for.
  public func write(_ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]) {
    var maker = JSContactMaker(card)
    var object = maker.made()
    let read = object["version"]?.text
    object["version"] = .text(edition?.rawValue ?? read ?? Edition.second.rawValue)
    for (index, isShadow) in maker.carried where !isShadow {
      let name = maker.lines[index].property.canonicalName
      // What programs have of their own, no standard has.
      let isStandard = PropertyRegistry.named(name)?.defaultType(in: .version40) != nil
      if keepsProperties, !isStandard { continue }
      notes.append(
        Diagnostic(
          severity: .note, code: .lossProperty, position: card.start,
          message: keepsProperties
            ? "JSContact has no member for this \(name); kept in vCardProps"
            : "JSContact has no member for this \(name); left out"))
    }
    if !keepsProperties { object["vCardProps"] = nil }
    object.node.append(to: &octets)
  }
}
