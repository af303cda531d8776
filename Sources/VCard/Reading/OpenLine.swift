internal import CVCard

/// A content line that further physical lines may continue.
///
/// Offsets count from the start of the card, which stands in the buffer at `cardStart`.
struct OpenLine: Sendable {
  var row = Row.none
  /// Where the line stands in the source, for diagnostics.
  var position = SourcePosition()

  private(set) var hasHead = false
  private(set) var isInName = true
  private(set) var isInQuote = false
  /// Where the last quotation began.
  private(set) var quoteStart = 0
  /// A backslash ended the last physical line of the head.
  private var isEscaped = false
  /// The last line of a quoted-printable value ended in `=`.
  var isSoftBroken = false
  /// Lines of base64 without a blank before them may still come.
  var takesBase64 = false
  /// The line is AGENT without a value: what follows may be a card.
  var isEmptyAgent = false

  /// Becomes the line that starts with the physical line from `start` to `end`.
  mutating func begin(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, after: Int, cardStart: Int
  ) {
    var name = start
    while name < end, Octets.isBlank(bytes[name]) { name += 1 }
    let offset = UInt32(truncatingIfNeeded: name - cardStart)
    self = OpenLine()
    row.start = UInt32(truncatingIfNeeded: start - cardStart)
    row.nameStart = offset
    row.nameEnd = offset
    row.valueStart = offset
    row.valueEnd = UInt32(truncatingIfNeeded: end - cardStart)
    row.end = UInt32(truncatingIfNeeded: after - cardStart)
    row.flags = after - end != 2 || end - start > Folding.width ? .uncanonical : []
    scanHead(bytes, from: name, to: end, cardStart: cardStart)
    if row.flags.contains(.quotedPrintable) { noteSoftBreak(bytes, from: start, to: end) }
  }

  /// Goes on with the physical line from `start` to `end`.
  mutating func extend(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, after: Int, cardStart: Int
  ) {
    row.valueEnd = UInt32(truncatingIfNeeded: end - cardStart)
    row.end = UInt32(truncatingIfNeeded: after - cardStart)
    row.addFold()
    if after - end != 2 || end - start > Folding.width { row.flags.insert(.uncanonical) }
    isEmptyAgent = false
    if !hasHead {
      row.flags.insert(.foldedHead)
      // The blank of the fold is no part of the head.
      scanHead(bytes, from: start + 1, to: end, cardStart: cardStart)
    }
    if row.flags.contains(.quotedPrintable) { noteSoftBreak(bytes, from: start, to: end) }
  }

  /// Goes on with a physical line of a nested card.
  mutating func extendNested(to end: Int, after: Int, cardStart: Int) {
    row.valueEnd = UInt32(truncatingIfNeeded: end - cardStart)
    row.end = UInt32(truncatingIfNeeded: after - cardStart)
    row.addFold()
    row.flags.insert(.uncanonical)
  }

  private mutating func noteSoftBreak(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
    isSoftBroken = hasHead && CardAssembler.endsInEqualsSign(bytes, start..<end)
  }

  // MARK: Heads

  /// Looks for the colon that ends the head, in one physical line.
  private mutating func scanHead(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, cardStart: Int
  ) {
    var index = start
    if isInName {
      while index < end {
        let octet = bytes[index]
        if octet == UInt8(ascii: ":") || octet == UInt8(ascii: ";") { break }
        if octet == UInt8(ascii: ".") {
          row.nameStart = UInt32(truncatingIfNeeded: index + 1 - cardStart)
        }
        index += 1
      }
      guard index < end else { return }
      endName(bytes, at: index, cardStart: cardStart)
    }
    if isEscaped, index < end {
      isEscaped = false
      index += 1
    }
    while index < end {
      let octet = bytes[index]
      index += 1
      // Most octets of parameters are letters.
      if octet > UInt8(ascii: ";"), octet != UInt8(ascii: "\\") { continue }
      switch octet {
      case UInt8(ascii: "\""):
        isInQuote.toggle()
        quoteStart = index - 1 - cardStart
      case UInt8(ascii: ":") where !isInQuote:
        endHead(bytes, at: index - 1, cardStart: cardStart)
        return
      case UInt8(ascii: ";") where !isInQuote:
        row.flags.formUnion(OpenLine.encoding(bytes, index: index, end: end))
      case UInt8(ascii: "\\") where !isInQuote:
        // RFC 6350 §3.3 has no backslash here, but programs escape in parameters as in values;
        // an escaped colon does not end the head.
        if index < end { index += 1 } else { isEscaped = true }
      default: break
      }
    }
  }

  private mutating func endName(_ bytes: Span<UInt8>, at index: Int, cardStart: Int) {
    isInName = false
    let start = cardStart + Int(row.nameStart)
    var end = index
    while end > start, Octets.isSpace(bytes[end - 1]) { end -= 1 }
    row.nameEnd = UInt32(truncatingIfNeeded: end - cardStart)
    if row.flags.contains(.foldedHead) {
      row.known = KnownName.named(Unfolding.unfolded(bytes, start..<end).span)
    } else if start < end {
      row.known = KnownName.named(bytes.extracting(start..<end))
    }
  }

  private mutating func endHead(_ bytes: Span<UInt8>, at index: Int, cardStart: Int) {
    hasHead = true
    row.valueStart = UInt32(truncatingIfNeeded: index + 1 - cardStart)
    if row.flags.contains(.foldedHead) { findEncoding(bytes, cardStart: cardStart) }
    guard !row.flags.isDisjoint(with: [.quotedPrintable, .base64]) else { return }
    // What is no property has no encoding, and takes no further lines for it.
    guard isProperty(bytes, cardStart: cardStart) else {
      row.flags.subtract([.quotedPrintable, .base64])
      return
    }
    takesBase64 = row.flags.contains(.base64)
  }

  /// Whether the head is that of a property.
  func isProperty(_ bytes: Span<UInt8>, cardStart: Int) -> Bool {
    guard row.known == .unknown else { return row.known.isProperty }
    let range = cardStart + Int(row.start)..<cardStart + Int(row.nameEnd)
    if row.flags.contains(.foldedHead) {
      return CardAssembler.isName(Unfolding.unfolded(bytes, range).span)
    }
    return CardAssembler.isName(bytes.extracting(range))
  }

  /// Takes the first colon for the end of the head, whatever stands before it; `false` when there
  /// is none.
  mutating func endAtFirstColon(_ bytes: Span<UInt8>, cardStart: Int) -> Bool {
    let end = cardStart + Int(row.valueEnd)
    var index = cardStart + Int(row.nameEnd)
    // A quotation mark that is closed behind the colon is not closed in the head.
    var isInQuote = false
    while index < end, bytes[index] != UInt8(ascii: ":") {
      if bytes[index] == UInt8(ascii: "\"") { isInQuote.toggle() }
      index += 1
    }
    guard index < end else { return false }
    hasHead = true
    row.valueStart = UInt32(truncatingIfNeeded: index + 1 - cardStart)
    if isInQuote { row.flags.insert(.quotesIgnored) }
    findEncoding(bytes, cardStart: cardStart)
    return true
  }

  /// Looks anew for the encoding, in all of the head.
  private mutating func findEncoding(_ bytes: Span<UInt8>, cardStart: Int) {
    row.flags.subtract([.quotedPrintable, .base64])
    let head = Unfolding.unfolded(
      bytes, cardStart + row.parameterRange.lowerBound..<cardStart + row.parameterRange.upperBound)
    var isInQuote = false
    var index = 0
    while index < head.count {
      switch head[index] {
      case UInt8(ascii: "\""): isInQuote = !isInQuote && !row.flags.contains(.quotesIgnored)
      case UInt8(ascii: "\\") where !isInQuote: index += 1
      case UInt8(ascii: ";") where !isInQuote:
        row.flags.formUnion(OpenLine.encoding(head.span, index: index + 1, end: head.count))
      default: break
      }
      index += 1
    }
  }

  /// What a parameter that starts at `index` says about the encoding of the value.
  private static func encoding(_ bytes: Span<UInt8>, index: Int, end: Int) -> Row.Flags {
    var codes = CardAssembler.codes
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      return unsafe Row.Flags(rawValue: cvc_row_encoding(base, index, end, &codes))
    }
  }
}
