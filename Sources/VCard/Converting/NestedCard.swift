/// Cards within cards.
///
/// vCard 2.1 §2.5.4, RFC 2426 §3.5.4.
enum NestedCard {
  static func isBegun(_ text: String) -> Bool {
    Octets.equal(text.utf8Span.span.extracting(first: 11), "BEGIN:VCARD")
  }

  /// Whether a text is one card, so that lines of it can stand in a line of another.
  static func isWhole(_ text: String) -> Bool {
    guard isBegun(text),
      let property = Card(.version21, lines: "AGENT:\r\n".utf8 + octets(text))?.onlyProperty
    else { return false }
    return property.isNestedCard && property.nestedCardText == text
  }

  /// Whether a text is one card without errors, by ``CardChecker``.
  static func isSound(_ text: String) -> Bool {
    guard isWhole(text) else { return false }
    var (cards, found) = CardReading.read(octets(text), .builtin, atMost: 1)
    guard let card = cards.first else { return false }
    var checker = CardChecker()
    checker.check(card, into: &found)
    return !found.contains { $0.severity == .error }
  }

  /// The lines of AGENT with a card in them; `nil` for what is not one card.
  static func lines(_ text: String) -> [UInt8]? {
    // A line that starts with a blank would be taken for a part of the one before.
    let isFolded = text.utf8.contains("\n ".utf8) || text.utf8.contains("\n\t".utf8)
    return !isFolded && isWhole(text) ? octets(text) : nil
  }

  /// The lines of a text, which has LF between them, with CRLF after each.
  static func octets(_ text: String) -> [UInt8] {
    var octets: [UInt8] = []
    for octet in text.utf8 {
      if octet == 0x0A { octets.append(0x0D) }
      octets.append(octet)
    }
    return octets + Folding.lineEnd
  }
}

extension Card {
  /// Reads the first card of octets; `nil` when there is none.
  package init?(reading octets: [UInt8]) {
    guard let card = CardReading.read(octets, .builtin, atMost: 1).cards.first else { return nil }
    self = card
  }

  /// Reads a card of a version that has some lines, CRLF after each; `nil` where they end it.
  init?(_ version: Version, lines: [UInt8]) {
    let octets = Conversion.begin(version) + lines + Conversion.end
    guard let card = Card(reading: octets), card.byteCount == octets.count else { return nil }
    self = card
  }

  /// The property that a line without a line end is in a card of vCard 3.0; `nil` when it is none.
  static func property(ofLine line: [UInt8]) -> Property? {
    if let first = line.first, first < 0x80, !Octets.isBlank(first) {
      var card = Card.empty30
      card.append(rawLine: line + Folding.lineEnd)
      if card.rows[2].isPlain(in: card.bytes.span) { return card.property(at: 2) }
    }
    // Something that may belong to the lines around it.
    return Card(.version30, lines: line + Folding.lineEnd)?.onlyProperty
  }

  private static let empty30 = Card(version: .version30)

  /// The property of a card that has no other lines; `nil` when it is none.
  var onlyProperty: Property? {
    let lines = Array(properties)
    return lines.count == 1 && !lines[0].isMalformed ? lines[0] : nil
  }
}

extension Row {
  /// Whether a line that was written by itself is a property with no more to it than its octets say.
  fileprivate func isPlain(in bytes: Span<UInt8>) -> Bool {
    switch known {
    case .malformed, .begin, .version, .end, .agent: false
    case .unknown where !CardAssembler.isName(bytes.extracting(Int(start)..<Int(nameEnd))): false
    default: flags.isSubset(of: [.uncanonical])
    }
  }
}
