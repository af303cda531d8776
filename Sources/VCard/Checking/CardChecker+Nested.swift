extension CardChecker {
  /// Cards.
  ///
  /// As deep as the reader goes; inline cards double their backslashes at each step anyway.
  private static let deepest = 16

  /// Looks at a card that stands in a card as it is.
  ///
  /// vCard 2.1 §2.5.4.
  mutating func checkNestedCard(_ row: Row, card: borrowing Card, in bytes: Span<UInt8>) {
    let range = CardAssembler.trimmed(bytes, row.valueRange)
    if range.isEmpty { return }
    map.reset(to: range.lowerBound)
    var inner: [UInt8] = []
    inner.append(bytes.extracting(range))
    checkInner(inner, places: map, card: card, checks: lineChecks.subtracting(.lineEnds))
  }

  /// Looks at a card that stands in a card as an escaped text.
  ///
  /// RFC 2426 §3.5.4.
  mutating func checkInlineCard(
    _ value: Span<UInt8>, place: Int, octets: Span<UInt8>, row: Row, card: borrowing Card,
    in bytes: Span<UInt8>
  ) {
    guard ValueSyntax.starts(value, with: "BEGIN:VCARD") else {
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
    while index < octets.count {
      guard octets[index] == UInt8(ascii: "\\"), index + 1 < octets.count else {
        if index == 0 { places.append(index: 0, offset: map.offset(of: 0)) }
        inner.append(octets[index])
        index += 1
        if index < octets.count, map.offset(of: index) != map.offset(of: index - 1) + 1 {
          places.append(index: inner.count, offset: map.offset(of: index))
        }
        continue
      }
      places.append(index: inner.count, offset: map.offset(of: index))
      switch octets[index + 1] {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): inner.append(0x0A)
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "\\"):
        inner.append(octets[index + 1])
      default: inner.append(contentsOf: [octets[index], octets[index + 1]])
      }
      index += 2
      if index < octets.count {
        places.append(index: inner.count, offset: map.offset(of: index))
      }
    }
    checkInner(inner, places: places, card: card, checks: [])
  }

  private mutating func checkInner(
    _ inner: [UInt8], places: FoldMap, card: borrowing Card, checks: LineChecks
  ) {
    guard depth < CardChecker.deepest else {
      say(
        .error, code: .nestedTooDeep, at: places.offset(of: 0),
        message: "cards are nested deeper than \(CardChecker.deepest); not looked into, and kept")
      return
    }
    var reader = CardReader(decoding: card.decoding)
    var checker = CardChecker()
    checker.limit = max(0, limit - findings.count)
    checker.depth = depth + 1
    checker.lineChecks = checks
    var found: [Diagnostic] = []
    do throws(ReadError) {
      try reader.append(inner)
    } catch {
      preconditionFailure("a new reader takes octets")
    }
    reader.finish()
    reading: while true {
      switch reader.next() {
      case .card(let card, let diagnostics):
        found.append(contentsOf: diagnostics)
        checker.check(card, into: &found)
      case .needsInput, .end: break reading
      }
    }
    found.append(contentsOf: reader.takeDiagnostics())
    for diagnostic in found {
      say(
        diagnostic.severity, code: diagnostic.code, at: places.offset(of: diagnostic.position.byte),
        message: diagnostic.message)
    }
  }
}
