import VCard

/// A property as jCard and xCard say it: parameters by their names, and values of one type.
///
/// ```
/// item1.TEL;VALUE=uri;TYPE=cell:tel:+1-408   group item1, TEL, TYPE=cell, uri, "tel:+1-408"
/// X-KARMA:5                                  X-KARMA, unknown, "5"
/// ```
/// What its values are the registry says; dates and offsets are in the basic format of vCard 4.0.
/// RFC 7095 §3.3 and §5, RFC 6351 §5 and §6.
struct TypedProperty {
  /// One value.
  enum Value {
    case text(String)
    /// Components, each with its values.
    case structure([[String]])
  }

  /// The type of values of which nobody says what they are: the octets stand for themselves.
  static let unknown = "unknown"
  /// The name of a line that is no property.
  static let line = CardConverter.carriedLine

  var group: String?
  /// In upper case.
  var name: String
  /// In upper case, each once; VALUE is not among them.
  var parameters: [Parameter] = []
  /// The word of VALUE in lower case, or ``unknown``.
  var type: String
  var values: [Value]

  init(group: String? = nil, _ name: String, _ type: String, _ values: [Value] = []) {
    self.group = group
    self.name = name
    self.type = type
    self.values = values
  }

  /// Takes parameters as its own; of several of a name the values become those of one, each once.
  mutating func take(_ parameters: [Parameter]) {
    self.parameters = Parameter.gathered(parameters, keepsRepeats: false)
  }
}

// MARK: - From a vCard

extension TypedProperty {
  /// What a property of vCard 4.0 says.
  ///
  /// - Parameters:
  ///   - property: The property; a line that is none becomes `X-VCARD-LINE`.
  ///   - problems: Receives what went wrong when its value was decoded.
  init(_ property: Property, problems: inout DecodingProblems) {
    guard !property.isMalformed else {
      self.init(TypedProperty.line, "text", [.text(property.text)])
      return
    }
    let definition = PropertyRegistry.named(property.canonicalName)
    let isTyped: Bool
    (self, isTyped) = TypedProperty.head(
      property.group, property.canonicalName, definition, property.parameters)
    // A card within a card has lines of its own.
    if property.isNestedCard, !isTyped { type = "text" }
    values = value(property, definition, &problems)
  }

  /// What the head of a line of vCard 4.0 says, and whether VALUE tells the type.
  static func head(
    _ group: String?, _ name: String, _ definition: PropertyDefinition?, _ parameters: [Parameter]
  ) -> (property: TypedProperty, isTyped: Bool) {
    var property = TypedProperty(
      group: group, name, definition?.defaultType(in: .version40) ?? TypedProperty.unknown)
    var isTyped = false
    property.take(
      parameters.filter { parameter in
        switch parameter.name {
        case "VALUE":
          guard !isTyped, let word = parameter.values.first, !word.isEmpty else { return false }
          property.type = word.lowercased()
          isTyped = true
          return false
        // What they say is undone.
        case "ENCODING", "CHARSET": return false
        default: return true
        }
      })
    return (property, isTyped)
  }

  private mutating func value(
    _ property: Property, _ definition: PropertyDefinition?, _ problems: inout DecodingProblems
  ) -> [Value] {
    if type == TypedProperty.unknown, !property.isBase64 {
      return [.text(String(decoding: property.decodedOctets(&problems), as: UTF8.self))]
    }
    switch property.decodedValue(&problems) {
    case .binary(let mediaType, let octets):
      type = "uri"
      return [.text(DataURI.encode(mediaType: mediaType, octets: octets))]
    case .list(let values): return values.isEmpty ? [.text("")] : values.map { .text($0) }
    case .structure(var components):
      let fewest = definition?.name.fewestComponents ?? 0
      while components.count < fewest { components.append([]) }
      // RFC 7095 §3.3.1.3: one component is better one text.
      guard components.count < 2, let texts = components.first, texts.count < 2 else {
        return [.structure(components)]
      }
      return [.text(texts.first ?? "")]
    case .text(let text):
      if definition?.isPIDMap == true, let end = text.firstIndex(of: ";") {
        return [.structure([[String(text[..<end])], [String(text[text.index(after: end)...])]])]
      }
      return [.text(text)]
    }
  }
}

// MARK: - To a vCard

extension TypedProperty {
  /// The line that says it, without what it says.
  ///
  /// - Parameters:
  ///   - version: Of the card.
  ///   - isTyped: Whether VALUE tells the type where the name does not.
  /// - Returns: The line.
  func headLine(in version: Version, isTyped: Bool = true) -> ContentLine {
    var parameters = parameters
    parameters.removeAll {
      $0.values.isEmpty || ["VALUE", "ENCODING", "CHARSET"].contains($0.name)
    }
    let standard = PropertyRegistry.named(name)?.defaultType(in: version)
    if isTyped, type != standard ?? TypedProperty.unknown, type != TypedProperty.unknown {
      parameters.insert(Parameter("VALUE", type), at: 0)
    }
    return ContentLine(group: group, name, parameters: parameters, .text(""))
  }

  /// The lines that say it.
  ///
  /// - Parameter version: Of the card.
  /// - Returns: One line, or one a value where a line has one value only.
  func lines(in version: Version) -> [ContentLine] {
    let definition = PropertyRegistry.named(name)
    let octets = octets(definition)
    let head = headLine(in: version, isTyped: octets == nil)
    func line(_ value: ContentLine.Value) -> ContentLine {
      var line = head
      line.value = value
      return line
    }
    if let octets { return [line(octets)] }
    let texts = values.flatMap(\.texts)
    if type == TypedProperty.unknown, values.allSatisfy(\.isText) {
      // RFC 7095 §5.2: taken over without processing, but it stays one line.
      return [line(.verbatim(texts.joined(separator: ",").escapingLineEnds))]
    }
    if definition?.isPIDMap == true {
      return [line(.verbatim(texts.joined(separator: ";").escapingLineEnds))]
    }
    switch definition?.shape ?? .single {
    case .list: return [line(.list(texts))]
    case .structure:
      let isOne = values.count == 1
      return [line(.structure(values.flatMap { isOne ? $0.components : [$0.texts] }))]
    case .single where values.count > 1 && definition == nil:
      return [line(isPlain ? .verbatim(texts.joined(separator: ",")) : .list(texts))]
    case .single:
      return values.map { value in
        switch value {
        case .structure(let components): line(.structure(components))
        case .text(let text) where type != "text" && text.isPlain: line(.verbatim(text))
        case .text(let text): line(ContentLine.Value(decoded: text, of: name))
        }
      }
    }
  }

  /// How ``lines(in:)`` writes a value that is one text, where it needs no look at anything else.
  enum Form: UInt8 {
    /// With escapes.
    case text
    /// Where there is nothing to be escaped, as it is.
    case verbatim
    /// Where it is one line, as it is, for it has its escapes.
    case unescaped
    /// Where there is nothing to be escaped, in the basic format.
    case date
    /// Texts, each with escapes and a comma before it.
    case list
    /// Components, each with escapes and a semicolon before it.
    case structure
    /// The version of the card, which is no line.
    case version
  }

  /// How the values of such a property are written in vCard 4.0; `nil` where each must be looked at.
  var form: Form? {
    if parameters.contains(where: { $0.name == "ENCODING" || $0.name == "CHARSET" }) { return nil }
    let definition = PropertyRegistry.named(name)
    // A card within a card has lines of its own.
    if definition?.isPIDMap == true || definition?.name == .agent { return nil }
    if type == TypedProperty.unknown { return .unescaped }
    switch ValueType.named(type) {
    case .date, .dateTime, .dateAndOrTime, .timestamp:
      return definition?.shape ?? .single == .single ? .date : nil
    case .text, .uri, .languageTag: break
    default: return nil
    }
    switch definition?.shape ?? .single {
    case .list: return .list
    case .structure: return .structure
    case .single:
      guard type == "text", case .text = ContentLine.Value(decoded: "", of: name) else {
        return .verbatim
      }
      return .text
    }
  }

  /// Whether no value is text in which something may have to be escaped.
  private var isPlain: Bool { type != "text" && values.flatMap(\.texts).allSatisfy(\.isPlain) }

  /// The octets that base64 says, as programs have it that write vCard 3.0 in other clothes.
  private func octets(_ definition: PropertyDefinition?) -> ContentLine.Value? {
    let encoding = parameters.first { $0.name == "ENCODING" }?.values.first?.lowercased()
    guard type == "binary" || encoding == "b" || encoding == "base64", values.count == 1,
      case .text(let text) = values[0], let octets = Base64.decode(Array(text.utf8))
    else { return nil }
    let words = parameters.filter { $0.name == "MEDIATYPE" || $0.name == "TYPE" }.flatMap(\.values)
    let known = definition?.name ?? .unknown
    let declared = words.lazy.compactMap { MediaType.named($0, known) }.first
    return .binary(
      mediaType: declared ?? MediaType.sniffed(octets) ?? MediaType.unknown, octets: octets)
  }
}

extension TypedProperty.Value {
  var isText: Bool {
    if case .text = self { return true }
    return false
  }

  /// Its texts, whatever they are parts of.
  var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .structure(let components): components.flatMap { $0.isEmpty ? [""] : $0 }
    }
  }

  /// The same with other texts.
  func mapped(_ change: (String) -> String) -> TypedProperty.Value {
    switch self {
    case .text(let text): .text(change(text))
    case .structure(let components): .structure(components.map { $0.map(change) })
    }
  }

  var components: [[String]] {
    switch self {
    case .text(let text): [[text]]
    case .structure(let components): components
    }
  }
}

extension String {
  /// Whether a line can hold it as it is, without escapes.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy { $0 != UInt8(ascii: "\\") && $0 != 0x0A && $0 != 0x0D }
  }

  /// With the escape of vCard for line ends.
  fileprivate var escapingLineEnds: String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
    var text = ""
    for character in self {
      text += ["\n", "\r", "\r\n"].contains(character) ? "\\n" : String(character)
    }
    return text
  }
}
