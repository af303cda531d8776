import VCard

/// Reads cards of xCard, RFC 6351, one after the other.
///
/// A document may be of any length; memory holds one card. Elements of other namespaces between
/// properties become XML properties, elsewhere they count for nothing (RFC 6351 §5.1 and §6).
public struct XCardReader: CardDocumentReader {
  private let events = XMLEvents()
  private var tape = XMLTape()
  private var namespaces = XMLNamespaces()
  private var plain = PlainXCardReader()
  /// Whether every property is looked at the thorough way; both ways come to the same.
  package var isThorough = false
  private var count = 0
  private var isOver = false
  private var isEnded = false

  /// Creates a reader.
  ///
  /// Copies of it read the same document.
  public init() {}

  /// Whether octets begin an xCard: an element `vcards`, or one that names its namespace.
  ///
  /// - Parameter octets: The first octets of the input; some hundred are enough.
  /// - Returns: Whether they do.
  public static func begins(_ octets: some Collection<UInt8>) -> Bool {
    var start = Array(octets.prefix(4096))
    // XML 1.0 §4.3.3: every reader knows UTF-16.
    if CardReader.readsAsUTF16(start.span) {
      var wide = UTF16Source(isBigEndian: start[0] == 0xFE || start[0] == 0)
      let octets = start
      start = []
      wide.append(octets.span, to: &start) { _ in }
    }
    let text = String(decoding: start, as: UTF8.self)
    guard let first = text.unicodeScalars.first(where: { $0.value > 0x20 && $0 != "\u{FEFF}" }),
      first == "<"
    else { return false }
    return text.contains(XCardWriter.namespace) || text.contains("<vcards")
      || text.contains(":vcards")
  }

  /// Takes further octets of the document.
  public mutating func append(_ octets: ArraySlice<UInt8>) { events.append(octets) }

  /// Tells that there are no more octets.
  public mutating func finish() {
    isEnded = true
    events.finish()
  }

  /// The next card; `nil` when more octets are needed, or at the end.
  ///
  /// - Complexity: O(*n*) in the octets of the card.
  public mutating func next() -> DocumentEntry? {
    while !isOver {
      switch tape.next {
      case XMLTape.start:
        let (element, place) = tape.takeStart(&namespaces)
        if element.namespace == XCardWriter.namespace, element.localName == "vcard",
          let entry = card(at: position(place))
        {
          return entry
        }
      case XMLTape.end:
        tape.index += 1
        namespaces.leave()
      case nil:
        tape.index = 0
        tape.octets.removeAll(keepingCapacity: true)
        guard !events.parse(into: &tape) else { continue }
        guard events.failure != nil || isEnded else { return nil }
        isOver = true
        return end()
      default: tape.skip()
      }
    }
    return nil
  }

  /// What the end of the document tells, or the place where it cannot be read on.
  private func end() -> DocumentEntry? {
    let reason: String
    if let failure = events.failure {
      reason = "no XML: \(failure)"
    } else if count == 0 {
      reason = "no xCard: no element \"vcard\" of the namespace \(XCardWriter.namespace)"
    } else {
      return nil
    }
    return .noCard(error(reason, at: position(events.place)))
  }

  private func error(_ message: String, at place: SourcePosition) -> Diagnostic {
    Diagnostic(severity: .error, code: .xcardValue, position: place, message: message)
  }

  private func position(_ place: XMLTape.Place) -> SourcePosition {
    SourcePosition(byte: place.byte, card: count, line: place.line, column: place.column)
  }

  // MARK: Properties

  /// The card whose start was just taken; `nil` where its end will not come.
  private mutating func card(at place: SourcePosition) -> DocumentEntry? {
    count += 1
    // A second reference for as long as they are read.
    let octets = tape.octets
    var told: [String] = []
    var isTooLarge = false
    var group: String?
    var isPlain = !isThorough && namespaces.defaultURI == XCardWriter.namespace
    plain.start()
    while true {
      switch tape.next {
      case XMLTape.start:
        if isPlain, plain.takeProperty(octets.span, &tape.index) { continue }
        let start = tape.index
        if group == nil, let name = takeGroup() {
          group = name
          plain.enter(name)
          isPlain = isPlain && namespaces.defaultURI == XCardWriter.namespace
          continue
        }
        tape.index = start
        add(tape.takeElement(&namespaces), in: group, &told)
      case XMLTape.end:
        tape.index += 1
        namespaces.leave()
        if group == nil {
          guard !isTooLarge else {
            return .noCard(error("the card is larger than a card may be; left out", at: place))
          }
          var card = plain.lines.card
          card.stand(at: place)
          return .card(
            card,
            told.map {
              Diagnostic(severity: .warning, code: .xcardValue, position: place, message: $0)
            })
        }
        group = nil
        plain.enter(nil)
        isPlain = !isThorough && namespaces.defaultURI == XCardWriter.namespace
      case XMLTape.large:
        isTooLarge = true
        tape.index += 1
      case nil: return nil
      default: tape.skip()
      }
    }
  }

  /// Takes the start of a group and gives its name; `nil` where it is that of another element.
  private mutating func takeGroup() -> String? {
    let (element, _) = tape.takeStart(&namespaces)
    if element.namespace == XCardWriter.namespace, element.localName == "group" {
      return element.attributes.first { $0.name == "name" }?.value ?? ""
    }
    namespaces.leave()
    return nil
  }

  /// Adds what an element of a card says.
  private mutating func add(_ element: XMLElement, in group: String?, _ told: inout [String]) {
    var property: TypedProperty
    if element.namespace == XCardWriter.namespace {
      guard let known = XCardReader.property(element, &told) else {
        return told.append("\"\(element.localName)\" is no name of a property; left out")
      }
      property = known
      if group ?? "" == "", let line = XCardReader.carriedLine(property) {
        plain.lines.append(line)
        return plain.lines.endLine()
      }
      if let index = property.parameters.firstIndex(where: { $0.name == XCardWriter.base64 }) {
        property.parameters.remove(at: index)
        property.decodeBase64()
      }
    } else {
      var xml: [UInt8] = []
      element.withoutPrefix.append(declaring: namespaces.bindings, to: &xml)
      property = TypedProperty("XML", "text", [.text(String(decoding: xml, as: UTF8.self))])
    }
    property.group = group.flatMap { $0.isEmpty ? nil : $0 }
    let lines = property.lines(in: .version40)
    if lines.count > 1 { told.append("\(property.name) has one value each; it became several") }
    for line in lines { plain.lines.append(line) }
  }

  /// The line that a property carries because XML cannot hold its name; `nil` for all others.
  private static func carriedLine(_ property: TypedProperty) -> [UInt8]? {
    guard property.name == TypedProperty.line, property.parameters.isEmpty,
      property.values.count == 1, case .text(let text) = property.values[0],
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let head = Array(text.utf8[...colon])
    guard let line = Card.sample(ofHead: head[...], String(text[colon...].dropFirst())),
      !XMLText.isName(line.canonicalName), Property.Name(line.canonicalName) != nil,
      !text.utf8.contains(where: Octets.isLineEnd)
    else { return nil }
    return Array(text.utf8)
  }

  /// A property without its group; `nil` where it can be none.
  private static func property(_ element: XMLElement, _ told: inout [String]) -> TypedProperty? {
    guard let name = Property.Name(element.localName)?.canonical,
      ![.begin, .end, .version].contains(PropertyRegistry.named(name)?.name)
    else { return nil }
    let definition = PropertyRegistry.named(name)
    let type = definition?.defaultType(in: .version40) ?? TypedProperty.unknown
    var property = TypedProperty(name, type)
    var values: [XMLElement] = []
    var parameters: [Parameter] = []
    for child in element.elements where child.namespace == XCardWriter.namespace {
      if child.localName == "parameters" {
        for parameter in child.elements where parameter.namespace == XCardWriter.namespace {
          let texts = parameter.elements.filter { $0.namespace == XCardWriter.namespace }
            .map(\.typedText)
          let isBare = parameter.elements.isEmpty
          parameters.append(
            Parameter(parameter.localName, isBare ? [parameter.text.trimmingBlanks] : texts))
        }
      } else {
        values.append(child)
      }
    }
    property.take(parameters)
    let names = definition?.componentNames ?? []
    if values.contains(where: { names.contains($0.localName) }) {
      property.values = [.structure(components(values, names, of: name, &told))]
    } else if let first = values.first {
      property.type = first.localName.lowercased()
      property.values = values.map { .text($0.typedText) }
      if type == "date-and-or-time", ["date", "date-time", "time"].contains(property.type) {
        let isTime = property.type == "time"
        property.type = type
        property.values = property.values.flatMap(\.texts).map { text in
          .text(isTime && !text.hasPrefix("T") ? "T" + text : text)
        }
      }
    } else {
      told.append("\(name) has no element for its value; its text is taken for it")
      property.values = [.text(element.content.isEmpty ? "" : element.text.trimmingBlanks)]
    }
    return property
  }

  /// What the octets of an ``XMLTape`` say up to the name of a first value, which has no more in it;
  /// `nil` where something is odd.
  static func head(_ octets: [UInt8]) -> TypedProperty? {
    var tape = XMLTape(octets: octets + [XMLTape.end, XMLTape.end])
    var namespaces = XMLNamespaces(default: XCardWriter.namespace)
    let element = tape.takeElement(&namespaces)
    var told: [String] = []
    guard !namespaces.hasMissed, let property = property(element, &told), told.isEmpty,
      // It says what a value in upper case is, and a time has its T in a vCard only.
      let type = element.elements.last?.name, type == type.lowercased(), type != "time",
      // It may be another property.
      property.name != TypedProperty.line,
      !property.parameters.contains(where: { $0.name == XCardWriter.base64 })
    else { return nil }
    return property
  }

  private static func components(
    _ values: [XMLElement], _ names: [String], of owner: String, _ told: inout [String]
  ) -> [[String]] {
    var components: [[String]] = []
    for value in values {
      // sabre/vobject writes <text> for the identity of a gender.
      let next =
        value.localName == "text" && components.count < names.count ? components.count : nil
      guard let index = names.firstIndex(of: value.localName) ?? next else {
        told.append("\"\(value.localName)\" is no part of \(owner); left out")
        continue
      }
      while components.count <= index { components.append([]) }
      components[index].append(value.text)
    }
    return components.map { $0 == [""] ? [] : $0 }
  }
}

extension XMLElement {
  /// The text of a value, as vCard has it.
  fileprivate var typedText: String {
    let text = text
    switch localName {
    case "text", "unknown": return text
    case "date", "date-time", "date-and-or-time", "timestamp":
      return DateText.basic(text) ?? text.trimmingBlanks
    case "time":
      let text = text.trimmingBlanks
      return DateText.basic("T" + text).map { String($0.dropFirst()) } ?? text
    case "utc-offset": return DateText.offset(text, isBasic: true) ?? text.trimmingBlanks
    default: return text.trimmingBlanks
    }
  }
}

extension TypedProperty {
  /// Decodes values that are base64 of their UTF-8.
  fileprivate mutating func decodeBase64() {
    func decoded(_ text: String) -> String {
      Base64.decode(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }
    values = values.map { $0.mapped(decoded) }
  }
}

extension String {
  /// Without blanks and line ends around it.
  fileprivate var trimmingBlanks: String {
    let rest = utf8.drop(while: Octets.isSpace)
    guard let last = rest.lastIndex(where: { !Octets.isSpace($0) }) else { return "" }
    return String(self[rest.startIndex...last])
  }
}
