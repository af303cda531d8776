public import VCard

/// Makes cards of JSON Lines, schema `vcard.card/2` and `/1`, as ``JSONLinesWriter`` writes them.
///
/// What a card said is said again, in the version that the line names; octets may be others, for
/// escapes and transfer encodings are not in the line. `file`, `card` and `line` tell where the card
/// came from, which is of no use here.
public enum JSONLinesReader {
  /// Why a line is no card; one line for people, which may quote the input.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let description: String
  }

  /// The schemas that are read, the one that is written first.
  static let schemas = ["vcard.card/2", "vcard.card/1"]

  /// The most values of a line, those inside others counted too: a card has a million lines at most.
  private static let mostValues = 4_000_000
  /// How deep values stand inside each other: the card, its properties, one of them, its value, a
  /// component, a text.
  private static let nesting = 8

  /// Creates a card of a line.
  ///
  /// - Parameter line: One JSON object.
  /// - Returns: The card; it stands at the start of an input.
  /// - Throws: ``Failure``.
  /// - Complexity: O(*n*) in the octets.
  public static func card(_ line: [UInt8]) throws(Failure) -> Card {
    var scanner = scanner(line)
    let node: DocumentNode
    do throws(ParseFailure) {
      node = try scanner.document()
    } catch {
      throw Failure(description: "no JSON: \(error.reason)")
    }
    return try card(node)
  }

  /// A scanner within the limits of a line.
  package static func scanner(_ line: [UInt8]) -> JSONScanner {
    JSONScanner(line, values: mostValues, nesting: nesting)
  }

  /// Whether a document names one of the schemas.
  package static func isCard(_ node: DocumentNode) -> Bool {
    guard case .text(let schema) = node["schema"] else { return false }
    return schemas.contains(schema)
  }

  /// Creates a card of a document.
  package static func card(_ node: DocumentNode) throws(Failure) -> Card {
    guard isCard(node) else {
      throw Failure(description: "its schema is not \"\(schemas[0])\"")
    }
    guard case .text(let number) = node["version"], let version = Version(rawValue: number) else {
      throw Failure(description: "\"version\" is no version of vCard")
    }
    guard case .list(let properties) = node["properties"] else {
      throw Failure(description: "\"properties\" is no list")
    }
    var card = Card(version: version)
    for property in properties { card.append(try line(property, card.rules)) }
    return card
  }

  private static func line(
    _ node: DocumentNode, _ rules: Rules
  ) throws(Failure) -> ContentLine {
    guard case .text(let spelling) = node["name"] else {
      throw Failure(description: "the \"name\" of a property is no text")
    }
    var parameters: [Parameter] = []
    if case .object(let members) = node["parameters"] {
      for (name, values) in members {
        parameters.append(Parameter(name, try texts(values, of: name)))
      }
    }
    var group: String?
    if case .text(let text) = node["group"] { group = text }
    guard let name = Property.Name(spelling) else {
      // A line that is no property has no name; it is kept in a property that says so.
      guard spelling.isEmpty, case .text(let text) = node["value"] else {
        throw Failure(description: "\"\(spelling)\" is no name of a property")
      }
      return ContentLine(TypedProperty.line, .text(text))
    }
    // What is around a card is not in it: it would end here, and another begin.
    if let known = PropertyRegistry.named(name.canonical)?.name,
      [.begin, .end, .version].contains(known)
    {
      throw Failure(description: "\(name.canonical) is no property of a card")
    }
    return ContentLine(
      group: group, name.spelling, parameters: parameters,
      try value(node["value"] ?? .null, of: name, parameters, rules))
  }

  private static func value(
    _ node: DocumentNode, of name: Property.Name, _ parameters: [Parameter], _ rules: Rules
  ) throws(Failure) -> ContentLine.Value {
    switch node {
    case .text(let text):
      // The line has octets as a URI whatever the version.
      func has(_ name: String) -> Bool { parameters.contains { $0.name == name } }
      let isReference = parameters.contains { parameter in
        parameter.name == "VALUE" && parameter.values.first?.lowercased() != "binary"
      }
      let mayBeBinary =
        has("ENCODING") || PropertyRegistry.named(name.canonical)?.name.mayBeBinary ?? false
      if rules.base64Encoding != nil, mayBeBinary, !isReference,
        let (type, octets) = DataURI.decode(text)
      {
        // A type that the octets tell themselves was not written beside them.
        let isTyped = has("TYPE") || has("MEDIATYPE") || MediaType.sniffed(octets) == type
        return .binary(mediaType: isTyped ? MediaType.unknown : type, octets: octets)
      }
      return ContentLine.Value(decoded: text, of: name.canonical)
    case .list(let nodes):
      guard case .list = nodes.first else { return .list(try texts(node, of: name.canonical)) }
      var components: [[String]] = []
      for component in nodes { components.append(try texts(component, of: name.canonical)) }
      return .structure(components)
    default:
      throw Failure(description: "the \"value\" of \(name.canonical) is no text and no list")
    }
  }

  /// Texts, or one text, as `vcard.card/1` has it.
  private static func texts(
    _ node: DocumentNode, of name: String
  ) throws(Failure) -> [String] {
    if case .text(let text) = node { return [text] }
    var texts: [String] = []
    if case .list(let nodes) = node {
      for case .text(let text) in nodes { texts.append(text) }
      if texts.count == nodes.count { return texts }
    }
    throw Failure(description: "a value of \"\(name)\" is no text")
  }
}

extension DocumentNode {
  /// The member of an object; the first, where a key comes again.
  package subscript(_ key: String) -> DocumentNode? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}
