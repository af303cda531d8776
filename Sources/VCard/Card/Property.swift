/// A property of a card: a look at one of its lines, decoded when asked.
public struct Property: Sendable {
  let bytes: [UInt8]
  let row: Row
  let version: Version
  let start: SourcePosition
  let unit: Int
  let decoding: TextDecoding
  /// Its place in the card's table.
  package let index: Int

  /// The rules by which it was written.
  public var rules: Rules { Rules(version) }

  /// The number of its name, by which it is told quickly; `unknown` for names of no standard.
  public var known: KnownName { row.known }

  /// Whether the line is no property and was kept as it stands.
  public var isMalformed: Bool { row.known == .malformed }

  /// Whether the line is a comment, which starts with `#`.
  public var isComment: Bool { row.flags.contains(.comment) }

  /// Its name; empty for a line that is no property.
  public var name: Name { Name(unchecked: spelling) }

  /// Its name as it was written.
  var spelling: String {
    let range = Int(row.nameStart)..<Int(row.nameEnd)
    return row.flags.contains(.foldedHead)
      ? String(decoding: Unfolding.unfolded(bytes.span, range), as: UTF8.self)
      : String(decoding: bytes[range], as: UTF8.self)
  }

  /// Its name in upper case.
  public var canonicalName: String {
    row.known == .unknown ? name.canonical : row.known.canonical
  }

  /// What stands before the last dot of the name, such as `item1`.
  ///
  /// RFC 6350 §3.3.
  ///
  /// Groups compare without regard to case.
  public var group: String? {
    guard row.nameStart > row.start else { return nil }
    var octets = Unfolding.unfolded(bytes.span, Int(row.start)..<Int(row.nameStart))[...]
    while let first = octets.first, Octets.isBlank(first) { octets.removeFirst() }
    guard octets.last == UInt8(ascii: ".") else { return nil }
    return String(decoding: octets.dropLast(), as: UTF8.self)
  }

  /// Its parameters in order.
  public var parameters: [Parameter] {
    parameters(text: text(undeclaredSlice:))
  }

  /// Its parameters in order, with what turns octets into text.
  func parameters(text: (ArraySlice<UInt8>) -> String) -> [Parameter] {
    var parameters: [Parameter] = []
    forEachParameter { piece, octets in
      switch piece {
      case .named(let name):
        parameters.append(Parameter(unchecked: Name.uppercased(text(name)), [text(octets)]))
      case .further: parameters[parameters.count - 1].values.append(text(octets))
      case .nameless(let kind): parameters.append(Parameter(kind, text(octets)))
      }
    }
    return parameters
  }

  /// Goes through the parameters, with the octets that they have without folds and escapes.
  func forEachParameter(_ body: (Parameter.Piece, ArraySlice<UInt8>) -> Void) {
    let range = row.parameterRange
    guard !range.isEmpty else { return }
    let octets =
      row.flags.contains(.foldedHead)
      ? Unfolding.unfolded(bytes.span, range) : Array(bytes[range])
    Parameter.forEach(
      octets, rules, ignoresQuotes: row.flags.contains(.quotesIgnored), body)
  }

  /// The values of a parameter, of all its occurrences.
  ///
  /// - Parameter name: The name in any case.
  /// - Returns: The values in order; none when there is no such parameter.
  public func parameter(_ name: String) -> [String] {
    guard !row.parameterRange.isEmpty else { return [] }
    let name = Name.uppercased(name)
    return parameters.flatMap { $0.name == name ? $0.values : [] }
  }

  /// The types of the property in lower case, without repetition.
  ///
  /// RFC 6350 §5.6.
  public var types: [String] {
    let types = parameter("TYPE").map { $0.lowercased() }
    guard types.count > 1 else { return types }
    var seen: Set<String> = []
    return types.filter { seen.insert($0).inserted }
  }

  /// The line as it stands in the card, with its folds and line ends.
  public var line: ArraySlice<UInt8> { bytes[row.lineRange] }

  /// The value as it stands in the card, with its folds.
  public var rawValue: ArraySlice<UInt8> { bytes[row.valueRange] }

  /// Where the line starts in the input.
  public var position: SourcePosition { position(at: 0) }

  /// Where an octet of the line stands in the input.
  ///
  /// - Parameter offset: Octets from the start of ``line``, up to its count.
  /// - Returns: The place.
  /// - Complexity: O(*n*) in the octets of the card before it.
  public func position(at offset: Int) -> SourcePosition {
    Card.position(at: Int(row.start) + offset, in: bytes.span, from: start, unit: unit)
  }

  /// Where the value starts in the input.
  public var valuePosition: SourcePosition { position(at: Int(row.valueStart - row.start)) }

  /// Whether the value is base64 by its parameters.
  public var isBase64: Bool { row.flags.contains(.base64) }

  /// Whether the value is quoted-printable by its parameters.
  public var isQuotedPrintable: Bool { row.flags.contains(.quotedPrintable) }

  /// Whether the value is a card (AGENT in vCard 2.1).
  public var isNestedCard: Bool { row.flags.contains(.nested) }

  /// Whether a line of the value starts without a blank.
  package var hasUnindentedLines: Bool { row.flags.contains(.unindented) }
}

/// What a value decodes to.
public enum PropertyValue: Hashable, Sendable {
  /// Text, a URI, a date, …: one string.
  case text(String)
  /// The values of NICKNAME and CATEGORIES.
  case list([String])
  /// The components of N, ADR, ORG and GENDER, each with its values.
  case structure([[String]])
  /// Octets, with their media type.
  case binary(mediaType: String, octets: [UInt8])
}

/// How the value of a property is built.
public enum ValueShape: Hashable, Sendable {
  /// One text, a URI, a date, …
  case single
  /// Texts with commas between them.
  case list
  /// Components with semicolons between them, each of values with commas between them.
  case structure
}
