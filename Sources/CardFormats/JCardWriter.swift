public import VCard

/// Writes cards as jCard, RFC 7095: each one JSON array.
///
/// ```json
/// ["vcard",[["version",{},"text","4.0"],["fn",{},"text","Kate Bell"],
///  ["tel",{"group":"item1","type":["cell","home"]},"uri","tel:+1-408-555-0000"]]]
/// ```
public struct JCardWriter: CardDocumentWriter {
  /// What stands around the cards.
  public let frame: DocumentFrame

  private var storage = PlainStorage()
  private var heads = PlainHeads(hole: Array(#""\u0001""#.utf8))

  /// Creates a writer.
  ///
  /// - Parameter frame: What stands around the cards: they are lines or the members of an array.
  public init(frame: DocumentFrame = .jsonLines) { self.frame = frame }

  /// Appends a card, without the end of its line.
  ///
  /// - Parameters:
  ///   - card: The card, of vCard 4.0.
  ///   - octets: Where it goes.
  ///   - notes: Receives what could not be decoded cleanly, and lines that are no property.
  /// - Complexity: O(*n*) in the octets of the card.
  public mutating func write(
    _ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    write(card, isThorough: false, into: &octets, notes: &notes)
  }

  /// Appends a card by looking at every property the thorough way; what ``write(_:into:notes:)`` must
  /// come to.
  package mutating func writeThoroughly(_ card: Card, into octets: inout [UInt8]) {
    var notes: [Diagnostic] = []
    write(card, isThorough: true, into: &octets, notes: &notes)
  }

  private mutating func write(
    _ card: Card, isThorough: Bool, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    JSONText.append(literal: #"["vcard",[["version",{},"text","4.0"]"#, to: &octets)
    if !isKnownUniquelyReferenced(&storage) { storage = PlainStorage() }
    var found: [(property: Property, problems: DecodingProblems)] = []
    let source = card.octets
    for index in 0..<card.lineCount where !card.isEnvelope(at: index) {
      let start = octets.count
      if !isThorough, writePlain(card, at: index, source.span, &storage.plain, into: &octets) {
        continue
      }
      octets.removeLast(octets.count - start)
      let property = card.property(at: index)
      if property.isComment { continue }
      var problems = DecodingProblems()
      let typed = TypedProperty(property, problems: &problems)
      if !problems.isEmpty { found.append((property, problems)) }
      if property.isMalformed {
        notes.append(
          Diagnostic(
            severity: .note, code: .lossLine, position: property.position,
            message: "a line that is no property is carried as \(TypedProperty.line)"))
      }
      JCardWriter.writeHead(typed, into: &octets)
      JCardWriter.writeValues(typed, into: &octets)
    }
    notes += DecodingProblems.diagnostics(of: found)
    JSONText.append(literal: "]]", to: &octets)
  }

  // MARK: Plain properties

  /// Writes a property that needs no thorough look; `false` when it must get one, and what was written is
  /// not whole.
  private mutating func writePlain(
    _ card: Card, at index: Int, _ octets: Span<UInt8>, _ plain: inout PlainProperty,
    into json: inout [UInt8]
  ) -> Bool {
    let type = heads.append(
      card, at: index, octets, &plain, to: &json,
      label: {
        JSONText.append(utf8: $0, to: &$1)
        return true
      },
      head: {
        JCardWriter.writeHead($0, into: &$1)
        return true
      })
    return type.map { writeValue(plain, $0, card: octets, into: &json) } ?? false
  }

  /// Writes the value; `false` where the thorough way must.
  private func writeValue(
    _ plain: borrowing PlainProperty, _ type: ValueType, card: Span<UInt8>, into json: inout [UInt8]
  ) -> Bool {
    guard let rendering = plain.rendering(as: type) else { return false }
    if rendering == .date {
      let text = plain.strings[plain.values.lowerBound]
      let octets = (text.isInCard ? card : plain.octets.span).extracting(text.range)
      if let date = DateText(octets) {
        json.append(UInt8(ascii: "\""))
        date.appendExtended(to: &json)
        JSONText.append(literal: "\"]", to: &json)
        return true
      }
    }
    let fewest = plain.known.fewestComponents
    json.append(addingCapacity: plain.room) {
      JCardWriter.writeValue(plain, fewest: fewest, card: card, into: &$0)
    }
    return true
  }

  private static func writeValue(
    _ plain: borrowing PlainProperty, fewest: Int, card: Span<UInt8>,
    into json: inout OutputSpan<UInt8>
  ) {
    let first = plain.values.lowerBound
    let isList = plain.shape == .list || plain.componentEnds.count == 1 && fewest < 2
    if plain.values.isEmpty, isList || plain.shape == .single {
      JSONText.append(literal: "\"\"", to: &json)
    } else if plain.shape != .structure || isList && plain.values.count == 1 {
      for index in plain.values {
        if index > first { json.append(UInt8(ascii: ",")) }
        plain.write(index, of: card, into: &json)
      }
    } else {
      json.append(UInt8(ascii: "["))
      var start = 0
      for index in 0..<max(plain.componentEnds.count, fewest) {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        let end = index < plain.componentEnds.count ? plain.componentEnds[index] : start
        if end - start != 1 { json.append(UInt8(ascii: start == end ? "\"" : "[")) }
        for value in start..<end {
          if value > start { json.append(UInt8(ascii: ",")) }
          plain.write(first + value, of: card, into: &json)
        }
        if end - start != 1 { json.append(UInt8(ascii: start == end ? "\"" : "]")) }
        start = end
      }
      json.append(UInt8(ascii: "]"))
    }
    json.append(UInt8(ascii: "]"))
  }

  // MARK: All properties

  /// A property as a value of JSON.
  static func node(_ property: TypedProperty) -> DocumentNode {
    var json: [UInt8] = []
    writeHead(property, into: &json)
    writeValues(property, into: &json)
    json.removeFirst()
    var scanner = JSONScanner(json, values: json.count, nesting: 4)
    return (try? scanner.document()) ?? .null
  }

  /// Writes a comma, name, parameters and type, up to where the first value stands.
  private static func writeHead(_ property: TypedProperty, into json: inout [UInt8]) {
    JSONText.append(literal: ",[", to: &json)
    JSONText.append(property.name.lowercased(), to: &json)
    JSONText.append(literal: ",{", to: &json)
    var isFirst = true
    func append(_ name: String, _ values: [String]) {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONText.append(name.lowercased(), to: &json)
      json.append(UInt8(ascii: ":"))
      write(values, into: &json)
    }
    // RFC 7095 §3.3.1.2.
    if let group = property.group { append("group", [group]) }
    for parameter in property.parameters where parameter.name != "GROUP" {
      append(parameter.name, parameter.values)
    }
    JSONText.append(literal: "},", to: &json)
    JSONText.append(property.type, to: &json)
    json.append(UInt8(ascii: ","))
  }

  private static func writeValues(_ property: TypedProperty, into json: inout [UInt8]) {
    for (index, value) in property.values.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      switch value {
      case .text(let text): write(text, property.type, into: &json)
      case .structure(let components):
        JSONText.append(arrayOf: components, to: &json) { write($0, into: &$1) }
      }
    }
    json.append(UInt8(ascii: "]"))
  }

  /// Writes one text as it is, several as an array, and none as an empty text.
  private static func write(_ values: [String], into json: inout [UInt8]) {
    if values.count > 1 { return JSONText.append(values, to: &json) }
    JSONText.append(values.first ?? "", to: &json)
  }

  /// Writes a text of a type, RFC 7095 §3.5; what is not of the type stays text.
  private static func write(_ text: String, _ type: String, into json: inout [UInt8]) {
    switch type {
    case "boolean" where ["true", "false"].contains(text.lowercased()):
      json += text.lowercased().utf8
    case "integer" where isNumbers(text, isInteger: true),
      "float" where isNumbers(text, isInteger: false):
      json += text.utf8
    case "date", "date-time", "date-and-or-time", "timestamp":
      JSONText.append(DateText.extendedParts(text) ?? text, to: &json)
    case "time":
      // Only beside a date does a time begin with T.
      let extended = DateText.extendedParts("T" + text)?.dropFirst()
      JSONText.append(extended.map { String($0) } ?? text, to: &json)
    case "utc-offset": JSONText.append(DateText.offset(text, isBasic: false) ?? text, to: &json)
    default: JSONText.append(text, to: &json)
    }
  }

  /// Whether a text is numbers of JSON with commas between them.
  private static func isNumbers(_ text: String, isInteger: Bool) -> Bool {
    text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { number in
      var scanner = JSONScanner(Array(number.utf8), values: 1, nesting: 1)
      guard !number.utf8.contains(0x20), case .number? = try? scanner.document() else {
        return false
      }
      return !isInteger || number.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 }
    }
  }
}
