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
  private var storage = PlainStorage()
  private var plainWriter = JSContactPlainWriter()

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
  /// - Complexity: O(*n*) in the octets of a card in which no property concerns another.
  public mutating func write(
    _ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    if !isKnownUniquelyReferenced(&storage) { storage = PlainStorage() }
    let start = octets.count
    JSONText.append(literal: #"{"@type":"Card","version":""#, to: &octets)
    octets.append(contentsOf: (edition ?? .second).rawValue.utf8)
    octets.append(UInt8(ascii: "\""))
    if plainWriter.write(
      card, keepsProperties: keepsProperties, &storage.plain, into: &octets)
    {
      note(plainWriter.carriedNames, of: card, in: &notes)
    } else {
      octets.removeLast(octets.count - start)
      writeThoroughly(card, into: &octets, notes: &notes)
    }
  }

  /// Appends a card by looking at every property the thorough way; what ``write(_:into:notes:)`` must
  /// come to.
  package func writeThoroughly(
    _ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    var maker = JSContactMaker(card)
    var object = maker.made()
    let read = object["version"]?.text
    object["version"] = .text(edition?.rawValue ?? read ?? Edition.second.rawValue)
    let carried = maker.carried.filter { line, isShadow in
      !isShadow || !maker.lines[line].isBare || maker.lines[line].known == .adr
    }
    note(
      carried.map { (maker.lines[$0.line].property.canonicalName, $0.isShadow) }, of: card,
      in: &notes)
    for index in maker.stripped {
      noteRest(maker.lines[index].property.canonicalName, card, &notes)
    }
    if !keepsProperties { object["vCardProps"] = nil }
    object.node.append(to: &octets)
  }

  /// Tells that only the value of a property has a place.
  private func noteRest(_ name: String, _ card: Card, _ notes: inout [Diagnostic]) {
    notes.append(
      Diagnostic(
        severity: .note, code: .lossParameter, position: card.start,
        message: "JSContact has no member for what this \(name) says besides; left out"))
  }

  /// Tells which properties JSContact has no member for, or only one for their values.
  private func note(
    _ carried: [(name: String, isShadow: Bool)], of card: Card, in notes: inout [Diagnostic]
  ) {
    for (name, isShadow) in carried {
      if isShadow {
        if !keepsProperties { noteRest(name, card, &notes) }
        continue
      }
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
  }
}
