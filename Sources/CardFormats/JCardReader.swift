package import VCard

/// Makes cards of jCard, RFC 7095.
///
/// What is not as the standard has it is kept as far as it can be understood, and told.
package struct JCardReader {
  /// Where the jCard stands.
  private let place: SourcePosition
  private var version = Version.version40
  private var diagnostics: [Diagnostic] = []

  /// Whether a value is a jCard: an array that begins with `"vcard"`.
  package static func isCard(_ node: DocumentNode) -> Bool {
    guard case .list(let parts) = node, case .text(let kind)? = parts.first else { return false }
    return kind.lowercased() == "vcard"
  }

  /// Makes a card.
  ///
  /// - Parameters:
  ///   - node: A jCard.
  ///   - place: Where it stands.
  /// - Returns: The card, and what is wrong with it.
  package static func card(
    _ node: DocumentNode, at place: SourcePosition
  ) -> (Card, [Diagnostic]) {
    var reader = JCardReader(place: place)
    let card = reader.card(node)
    return (card, reader.diagnostics)
  }

  /// The lines of one property of a jCard; none for what is no property.
  static func lines(_ node: DocumentNode) -> [ContentLine] {
    var reader = JCardReader(place: SourcePosition())
    return reader.lines(node)
  }

  private init(place: SourcePosition) { self.place = place }

  private mutating func tell(_ message: String, _ severity: Diagnostic.Severity = .warning) {
    diagnostics.append(
      Diagnostic(severity: severity, code: .jcardValue, position: place, message: message))
  }

  private mutating func card(_ node: DocumentNode) -> Card {
    var properties: [DocumentNode] = []
    if case .list(let parts) = node {
      if parts.count > 1, case .list(let nodes) = parts[1] {
        properties = nodes
      } else {
        tell("the jCard has no array of properties", .error)
      }
      // ical.js writes a third part, for components that a card has not.
      for case let further in parts.dropFirst(2) {
        if case .list(let nodes) = further, nodes.isEmpty { continue }
        tell("a jCard has one array of properties; what follows is left out")
      }
    }
    readVersion(properties)
    var card = Card(version: version)
    for property in properties {
      for line in lines(property) { card.append(line) }
    }
    card.stand(at: place)
    return card
  }

  private mutating func readVersion(_ properties: [DocumentNode]) {
    let declared = properties.compactMap { property -> String? in
      guard case .list(let parts) = property, case .text(let name)? = parts.first,
        name.lowercased() == "version"
      else { return nil }
      if parts.count > 3, case .text(let number) = parts[3] { return number }
      return ""
    }
    guard declared.first != version.rawValue else { return }
    if let first = declared.first, let other = Version(rawValue: first) {
      version = other
      tell("a jCard is vCard 4.0; its values are read as of \(first)")
    } else if !declared.isEmpty {
      tell("\"version\" is no version of vCard; read as 4.0")
    }
  }

  // MARK: Properties

  private mutating func lines(_ node: DocumentNode) -> [ContentLine] {
    guard case .list(let parts) = node, case .text(let spelling)? = parts.first else {
      tell("a property is no array that begins with a name; left out", .error)
      return []
    }
    guard var property = head(spelling, parts) else { return [] }
    if parts.count < 4 {
      tell("\(property.name) has no value; kept as an empty one")
      property.values = [.text("")]
    }
    for part in parts.dropFirst(3) { property.values.append(value(part, of: property)) }
    if PropertyRegistry.named(property.name)?.name == .version { return [] }
    let lines = property.lines(in: version)
    if lines.count > 1 { tell("\(property.name) has one value each; it became several") }
    return lines
  }

  /// A property without its values; `nil` where it can be none.
  private mutating func head(_ spelling: String, _ parts: [DocumentNode]) -> TypedProperty? {
    guard let name = Property.Name(spelling) else {
      tell("\"\(spelling)\" is no name of a property; left out", .error)
      return nil
    }
    let known = PropertyRegistry.named(name.canonical)?.name
    // What is around a card is not in it: it would end here, and another begin.
    if known == .begin || known == .end {
      tell("\(name.canonical) is no property of a card; left out", .error)
      return nil
    }
    var property = TypedProperty(name.canonical, TypedProperty.unknown)
    readParameters(parts.count > 1 ? parts[1] : .null, into: &property)
    readType(parts.count > 2 ? parts[2] : .null, into: &property)
    return property
  }

  /// Name, parameters and type of a property of vCard 4.0; `nil` where there is something to tell.
  static func head(_ node: DocumentNode) -> TypedProperty? {
    var reader = JCardReader(place: SourcePosition())
    guard case .list(let parts) = node, parts.count == 3, case .text(let spelling) = parts[0],
      let property = reader.head(spelling, parts), reader.diagnostics.isEmpty
    else { return nil }
    return property
  }

  private mutating func readParameters(_ node: DocumentNode, into property: inout TypedProperty) {
    guard case .object(let members) = node else {
      // PHP writes an object without members so.
      if case .list(let members) = node, members.isEmpty { return }
      tell("the parameters of \(property.name) are no object; left out")
      return
    }
    var parameters: [Parameter] = []
    for (spelling, value) in members {
      guard let name = Property.Name(spelling)?.canonical, !name.utf8.contains(0x20) else {
        tell("\"\(spelling)\" is no name of a parameter of \(property.name); left out")
        continue
      }
      let nodes: [DocumentNode] = if case .list(let nodes) = value { nodes } else { [value] }
      let texts = nodes.map { text($0, of: "parameter \(name) of \(property.name)") }
      if name == "GROUP" {
        property.group = texts.first { !$0.isEmpty }
      } else if !texts.isEmpty {
        parameters.append(Parameter(name, texts))
      }
    }
    property.take(parameters)
  }

  private mutating func readType(_ node: DocumentNode, into property: inout TypedProperty) {
    if case .text(let type) = node, Property.Name(type) != nil {
      property.type = type.lowercased()
    } else {
      tell("\(property.name) has no type; its value is taken for what the name says")
      property.type =
        PropertyRegistry.named(property.name)?.defaultType(in: version) ?? property.type
    }
  }

  // MARK: Values

  private mutating func value(
    _ node: DocumentNode, of property: TypedProperty
  ) -> TypedProperty.Value {
    guard case .list(let nodes) = node else { return .text(typedText(node, of: property)) }
    var components: [[String]] = []
    for node in nodes {
      let parts: [DocumentNode] = if case .list(let parts) = node { parts } else { [node] }
      let texts = parts.map { typedText($0, of: property) }
      components.append(texts == [""] ? [] : texts)
    }
    return .structure(components)
  }

  /// A value as vCard has it.
  private mutating func typedText(_ node: DocumentNode, of property: TypedProperty) -> String {
    switch (property.type, node) {
    case ("boolean", .truth(let isTrue)): return isTrue ? "TRUE" : "FALSE"
    case ("integer", .number(let number)): return DecimalText.plain(number, isInteger: true)
    case ("float", .number(let number)): return DecimalText.plain(number, isInteger: false)
    case ("date", .text(let text)), ("date-time", .text(let text)),
      ("date-and-or-time", .text(let text)), ("timestamp", .text(let text)):
      return version == .version40 ? JCardReader.basic(text) ?? text : text
    case ("time", .text(let text)):
      return JCardReader.basic("T" + text).map { String($0.dropFirst()) } ?? text
    case ("utc-offset", .text(let text)):
      return version == .version40 ? DateText.offset(text, isBasic: true) ?? text : text
    case ("unknown", .number(let number)): return number
    default: return text(node, of: property.name)
    }
  }

  /// A date or time in the basic format; `T-20:50` has colons where ISO 8601 knows none any more.
  private static func basic(_ text: String) -> String? {
    DateText.basic(text) ?? DateText.basic(text.replacing(":", with: ""))
  }

  /// A text, and what is none as text.
  private mutating func text(_ node: DocumentNode, of owner: String) -> String {
    switch node {
    case .text(let text): return text
    case .number(let number):
      tell("a value of \(owner) is a number; taken for text")
      return number
    case .truth(let isTrue):
      tell("a value of \(owner) is a truth value; taken for text")
      return isTrue ? "true" : "false"
    case .null:
      tell("a value of \(owner) is null; taken for an empty text")
      return ""
    case .octets, .list, .object:
      tell("a value of \(owner) is no text; what it holds is left out", .error)
      return ""
    }
  }
}

/// Numbers of JSON as vCard has them, RFC 6350 §4.5 and §4.6: without an exponent, and an integer
/// without decimals.
enum DecimalText {
  /// What is beyond needs more digits than a number of people has.
  private static let largestExponent = 40

  /// The number without its exponent.
  ///
  /// - Parameters:
  ///   - number: A number as JSON writes it.
  ///   - isInteger: Whether its decimals go, too.
  /// - Returns: The digits; the number as it is where it would be too long.
  static func plain(_ number: String, isInteger: Bool) -> String {
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard let exponent = parts.count > 1 ? Int(parts[1]) : 0,
      abs(exponent) <= largestExponent
    else { return number }
    let sign = number.hasPrefix("-") ? "-" : ""
    let halves = parts[0].drop { $0 == "-" }.split(separator: ".")
    var whole = halves.first.map { Array($0.utf8) } ?? []
    var decimals = halves.count > 1 ? Array(halves[1].utf8) : []
    let zero = UInt8(ascii: "0")
    for _ in 0..<max(0, exponent) {
      whole.append(decimals.isEmpty ? zero : decimals.removeFirst())
    }
    for _ in 0..<max(0, -exponent) {
      decimals.insert(whole.popLast() ?? zero, at: 0)
    }
    whole = Array(whole.drop { $0 == zero })
    if whole.isEmpty { whole = [zero] }
    let text = sign + String(decoding: whole, as: UTF8.self)
    if isInteger || decimals.isEmpty { return text }
    return text + "." + String(decoding: decimals, as: UTF8.self)
  }
}
