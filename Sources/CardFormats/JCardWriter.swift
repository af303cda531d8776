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
  /// vCard 4.0.
  public var version: Version { .version40 }

  private let facts = NameFacts.shared
  private var storage = PlainStorage()
  private var memo = HeadMemo()

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
    for index in 0..<card.lineCount where !card.isEnvelope(at: index) {
      if !isThorough, writePlain(card, at: index, &storage.plain, into: &octets) { continue }
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
      write(typed, of: card.octets.span.extracting(card.head(at: index)), into: &octets)
    }
    notes += DecodingProblems.diagnostics(of: found)
    JSONText.append(literal: "]]", to: &octets)
  }

  // MARK: Plain properties

  /// Types whose values stand in JSON as they are decoded.
  private static let plainTypes: Set<String> = ["text", "uri", "language-tag"]

  /// What stands before the value of a property of each name that has nothing but a value; nothing
  /// where its type is not plain.
  private static let bareHeads: [[UInt8]] = KnownName.allCases.map { known in
    guard let definition = PropertyRegistry.shared[known], !definition.isPIDMap,
      let type = definition.defaultType(in: .version40), plainTypes.contains(type)
    else { return [] }
    var json: [UInt8] = []
    writeHead(TypedProperty(known.canonical, type), into: &json)
    return json
  }

  private static let fewestComponents = KnownName.allCases.map { known in
    PropertyRegistry.shared[known]?.fewestComponents ?? 0
  }

  /// Writes a property whose head says what heads said before, or nothing; `false` when it must be
  /// looked at thoroughly.
  private func writePlain(
    _ card: Card, at index: Int, _ plain: inout PlainProperty, into json: inout [UInt8]
  ) -> Bool {
    let octets = card.octets
    let head = octets.span.extracting(card.head(at: index))
    let known = memo.result(of: head)
    guard known != nil || head.count < 20 else { return false }
    guard card.decode(at: index, into: &plain, isHeadKnown: true) else { return false }
    let number = Int(plain.known.rawValue)
    // A head that is no longer than the name and its colon says nothing else.
    let bare = JCardWriter.bareHeads[number]
    let isBare = !bare.isEmpty && head.count == plain.known.canonical.utf8.count + 1
    guard isBare || known != nil else { return false }
    let own = plain.octets
    var size = 0
    for text in plain.strings { size += text.range.count }
    let fewest = JCardWriter.fewestComponents[number]
    let texts = plain.strings.count + max(plain.componentEnds.count, fewest)
    let room = size * JSONText.growth + texts * (JSONText.slack + 4) + 256
    json.append(addingCapacity: room) { json in
      json.append(UInt8(ascii: ","))
      if let known {
        JSONText.append(raw: memo.octets.span.extracting(known), to: &json)
      } else {
        JSONText.append(raw: bare.span, to: &json)
      }
      JCardWriter.writeValue(
        plain, fewest: fewest, card: octets.span, own: own.span, into: &json)
    }
    return true
  }

  private static func writeValue(
    _ plain: borrowing PlainProperty, fewest: Int, card: Span<UInt8>, own: Span<UInt8>,
    into json: inout OutputSpan<UInt8>
  ) {
    func write(_ string: Int, _ plain: borrowing PlainProperty, _ json: inout OutputSpan<UInt8>) {
      let text = plain.strings[string]
      JSONText.append(utf8: text.isInCard ? card : own, text.range, to: &json)
    }
    let first = plain.values.lowerBound
    let isList = plain.shape == .list || plain.componentEnds.count == 1 && fewest < 2
    if plain.values.isEmpty, isList || plain.shape == .single {
      JSONText.append(literal: "\"\"", to: &json)
    } else if plain.shape != .structure || isList && plain.values.count == 1 {
      for index in plain.values {
        if index > first { json.append(UInt8(ascii: ",")) }
        write(index, plain, &json)
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
          write(first + value, plain, &json)
        }
        if end - start != 1 { json.append(UInt8(ascii: start == end ? "\"" : "]")) }
        start = end
      }
      json.append(UInt8(ascii: "]"))
    }
    json.append(UInt8(ascii: "]"))
  }

  // MARK: All properties

  private mutating func write(
    _ property: TypedProperty, of head: Span<UInt8>, into json: inout [UInt8]
  ) {
    json.append(UInt8(ascii: ","))
    let start = json.count
    JCardWriter.writeHead(property, into: &json)
    let definition = PropertyRegistry.named(property.name)
    // A value of which nobody says what it is, or that has parts of its own, is not plain.
    if JCardWriter.plainTypes.contains(property.type), definition?.isPIDMap != true,
      property.name != TypedProperty.line
    {
      memo.store(json.span.extracting(start..<json.count), of: head)
    }
    JCardWriter.writeValues(property, into: &json)
  }

  /// A property as a value of JSON.
  static func node(_ property: TypedProperty) -> DocumentNode {
    var json: [UInt8] = []
    writeHead(property, into: &json)
    writeValues(property, into: &json)
    var scanner = JSONScanner(json, values: json.count, nesting: 4)
    return (try? scanner.document()) ?? .null
  }

  /// Writes name, parameters and type, up to where the first value stands.
  private static func writeHead(_ property: TypedProperty, into json: inout [UInt8]) {
    json.append(UInt8(ascii: "["))
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
        json.append(UInt8(ascii: "["))
        for (index, values) in components.enumerated() {
          if index > 0 { json.append(UInt8(ascii: ",")) }
          write(values, into: &json)
        }
        json.append(UInt8(ascii: "]"))
      }
    }
    json.append(UInt8(ascii: "]"))
  }

  /// Writes one text as it is, several as an array, and none as an empty text.
  private static func write(_ values: [String], into json: inout [UInt8]) {
    guard values.count != 1 else { return JSONText.append(values[0], to: &json) }
    json.append(UInt8(ascii: values.isEmpty ? "\"" : "["))
    for (index, value) in values.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      JSONText.append(value, to: &json)
    }
    json.append(UInt8(ascii: values.isEmpty ? "\"" : "]"))
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
    case "utc-offset": JSONText.append(DateText.extendedOffset(text) ?? text, to: &json)
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
