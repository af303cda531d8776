extension CardChecker {
  /// Cards.
  ///
  /// As deep as the reader goes; inline cards double their backslashes at each step anyway.
  private static let deepest = 16

  /// Looks at a card that stands in a card as it is.
  ///
  /// vCard 2.1 §2.5.4.
  mutating func checkNestedCard(_ card: borrowing Card, _ bytes: Span<UInt8>) {
    let range = CardAssembler.trimmed(bytes, row.valueRange)
    if range.isEmpty { return }
    map.reset(to: range.lowerBound)
    var inner: [UInt8] = []
    inner.append(bytes.extracting(range))
    checkInner(inner, places: map, card, checks: lineChecks.subtracting(.lineEnds))
  }

  /// Looks at a card that stands in a card as an escaped text.
  ///
  /// RFC 2426 §3.5.4.
  mutating func checkInlineCard(
    _ value: Span<UInt8>, _ place: Int, octets: Span<UInt8>, _ card: borrowing Card
  ) {
    guard Octets.equal(value.extracting(first: 11), "BEGIN:VCARD") else {
      let isURI = ValueSyntax.scheme(value) != nil
      return say(
        .warning, code: isURI ? .uriWithoutValue : .unparsableValue, at: place,
        message: isURI
          ? "AGENT is a URI, and VALUE does not say so; kept as text"
          : "AGENT \(Quote.of(value)) is not a vCard; kept as text")
    }
    var inner: [UInt8] = []
    var places = FoldMap()
    places.reset(to: place)
    var index = 0
    // Where the next octet stands if nothing was left out before it.
    var expected = -1
    while index < octets.count {
      let (count, offset) = (inner.count, map.offset(of: index))
      if offset != expected { places.append(index: count, offset: offset) }
      inner.append(octets[index])
      index += 1
      if inner[count] == UInt8(ascii: "\\"), index < octets.count {
        switch octets[index] {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): inner[count] = 0x0A
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "\\"):
          inner[count] = octets[index]
        default: inner.append(octets[index])
        }
        index += 1
      }
      expected = offset + inner.count - count
    }
    checkInner(inner, places: places, card, checks: [])
  }

  private mutating func checkInner(
    _ inner: [UInt8], places: FoldMap, _ card: borrowing Card, checks: LineChecks
  ) {
    guard depth < CardChecker.deepest else {
      return say(
        .error, code: .nestedTooDeep, at: places.offset(of: 0),
        message: "cards are nested deeper than \(CardChecker.deepest); not looked into, and kept")
    }
    var reader = CardReader(decoding: card.decoding)
    var checker = CardChecker()
    checker.limit = max(0, limit - findings.count)
    checker.depth = depth + 1
    checker.lineChecks = checks
    var found: [Diagnostic] = []
    reader.append(piece: inner.span)
    reader.finish()
    while case .card(let card, let diagnostics) = reader.next() {
      found.append(contentsOf: diagnostics)
      checker.check(card, into: &found)
    }
    found.append(contentsOf: reader.takeDiagnostics())
    for diagnostic in found {
      say(
        diagnostic.severity, code: diagnostic.code, at: places.offset(of: diagnostic.position.byte),
        message: "\(diagnostic.message)")
    }
  }
}
