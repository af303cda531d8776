internal import CVCard

// Values as vCard 2.1 writes them.
extension RowRule.Plain {
  /// How the values of a property are written that are no URIs.
  init(_ name: KnownName) {
    switch name.shape {
    case .list: self = .list
    case .structure: self = .structure
    // What stands between semicolons may be parts.
    case .single: self = name == .unknown || name.isVendors ? .structure : .text
    }
  }

  /// Ends a line that stands in a text up to its colon with its value, in quoted-printable where needed.
  func endLine<Sink: OctetSink & ~Copyable>(
    _ value: Span<UInt8>, from start: Int, in text: inout Sink
  ) {
    if needsEncoding(value) {
      text.append(";ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:")
      QuotedPrintable.append(value, after: text.count - start, to: &text)
    } else {
      text.append(UInt8(ascii: ":"))
      text.append(value)
    }
    text.append("\r\n")
  }

  /// Whether a value takes quoted-printable.
  private func needsEncoding(_ octets: Span<UInt8>) -> Bool {
    guard self != .verbatim else { return false }
    var index = Octets.firstUnprintable(in: octets, from: 0)
    while index < octets.count {
      if octets[index] != 0x7F { return true }
      index = Octets.firstUnprintable(in: octets, from: index + 1)
    }
    return false
  }

  /// Appends a value as vCard 2.1 escapes it: a comma separates nothing but the values of lists.
  ///
  /// - Precondition: `octets` have no escapes but those of RFC 2426 §4, and no backslash at the end.
  func append<Sink: OctetSink & ~Copyable>(_ octets: Span<UInt8>, to text: inout Sink) {
    guard self != .verbatim else { return text.append(octets) }
    let marks = Octets.valueMarks(octets)
    if marks.has_backslash == 0, marks.semicolons == 0 || self == .structure {
      return text.append(octets)
    }
    var start = 0
    var index = 0
    while index < octets.count {
      let octet = octets[index]
      switch octet {
      case UInt8(ascii: "\\"):
        index += 1
        switch octets[index] {
        case UInt8(ascii: "n"), UInt8(ascii: "N"):
          text.append(octets.extracting(start..<index - 1))
          text.append("\r\n")
          start = index + 1
        case UInt8(ascii: ",") where self != .list:
          text.append(octets.extracting(start..<index - 1))
          start = index
        default: break
        }
      case UInt8(ascii: ";") where self != .structure:
        text.append(octets.extracting(start..<index))
        text.append(UInt8(ascii: "\\"))
        start = index
      default: break
      }
      index += 1
    }
    text.append(octets.extracting(start..<octets.count))
  }
}
