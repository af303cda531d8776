import ContactMerging
import ContactModel
import VCard

/// What a card says that no field of the form does, as lines of a vCard without folds.
///
/// ```
/// X-ALSO-BDAY:1985-04-12        what an earlier merge kept
/// item2.X-DELIVERY:by the shed
/// item2.X-ABLabel:Parcels
/// ```
/// A line that nobody touched stays as it is, octet for octet.
struct RawLines {
  /// A line that cannot be taken, and why.
  struct Problem: Hashable, Sendable {
    /// The line, from 1.
    let line: Int
    let message: String
  }

  /// Why a text is not taken.
  struct Refusal: Error {
    let problems: [Problem]
  }

  /// What other fields of the form are about.
  private static let covered: PersonFields = [
    .names, .nickname, .organization, .jobTitle, .emails, .phones, .addresses, .urls, .birthday,
    .notes,
  ]

  /// The lines of the card that are shown.
  private let properties: [Property]

  /// The lines of a card.
  init(_ card: Card) {
    let own = card.properties.filter(Self.isShown)
    // A label goes with what it is about.
    let groups = Set(own.filter { !$0.known.isAttendant }.compactMap { $0.group?.lowercased() })
    properties = own.filter { property in
      !property.known.isAttendant || property.group.map { groups.contains($0.lowercased()) } ?? true
    }
  }

  /// Whether a property is about the card, which keeps it by itself.
  private static func isOfCard(_ property: Property) -> Bool {
    guard let row = PropertyRegistry.named(property.canonicalName) else { return false }
    return row.subject == .card || row.fields.contains(.uid)
  }

  private static func isShown(_ property: Property) -> Bool {
    if property.isMalformed || property.isNestedCard || property.isBase64 || isOfCard(property) {
      return false
    }
    if let row = PropertyRegistry.named(property.canonicalName),
      row.holdsOctets || !row.fields.isDisjoint(with: covered)
    {
      return false
    }
    let octets = property.lineOctets
    return !octets.contains { $0 < 0x20 && $0 != 0x09 }
      && String(validating: octets, as: UTF8.self) != nil
  }

  /// The lines with line feeds between them.
  var text: String {
    properties.map { String(decoding: $0.lineOctets, as: UTF8.self) }.joined(separator: "\n")
  }

  /// A text as it is compared: browsers send CRLF between lines.
  static func plain(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").split(separator: "\n").joined(separator: "\n")
  }

  /// A card whose other lines are those of a text.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - card: The card.
  /// - Returns: The card.
  /// - Throws: ``Refusal`` with what keeps the lines from being read.
  static func applying(_ text: String, to card: Card) throws(Refusal) -> Card {
    let old = RawLines(card)
    let head = "BEGIN:VCARD\nVERSION:\(card.version.rawValue)\n"
    func reading(_ lines: String, allowing known: [Diagnostic.Code: Int] = [:]) -> CardReading {
      let end = lines.isEmpty || lines.hasSuffix("\n") ? "" : "\n"
      return CardReading(
        Array("\(head)\(lines)\(end)END:VCARD\n".utf8), decoding: .builtin, allowing: known)
    }
    let known = reading(old.text).diagnostics.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
    // Empty lines stay, so that places are those of the text.
    let new = reading(text.replacing("\r\n", with: "\n"), allowing: known)
    guard let typed = new.card, typed.version == card.version else {
      let found = new.diagnostics.filter { $0.severity != .note }.map {
        Problem(line: max(1, $0.position.line - 2), message: $0.message)
      }
      throw Refusal(
        problems: found.isEmpty
          ? [Problem(line: 1, message: new.problem ?? "the version stays")] : found)
    }
    let second = typed.properties(named: .version).dropFirst().first
    if let odd = second ?? typed.properties.first(where: isOfCard) {
      throw Refusal(
        problems: [
          Problem(
            line: max(1, odd.position.line - 2),
            message: "\(odd.canonicalName) is kept by itself: leave it out")
        ])
    }
    // Folded as lines are written.
    var octets: [UInt8] = []
    CardWriter().write(typed, into: &octets)
    let written = CardReading(octets, decoding: .builtin, allowing: known).card ?? typed
    var places: [[UInt8]: [Property]] = [:]
    for property in old.properties.reversed() {
      places[property.lineOctets, default: []].append(property)
    }
    var added: [Property] = []
    for property in written.properties where places[property.lineOctets]?.popLast() == nil {
      added.append(property)
    }
    var changed = card
    changed.edit(replacing: [], removing: places.values.flatMap(\.self), appending: [])
    for property in added { changed.append(copying: property) }
    return changed
  }
}
