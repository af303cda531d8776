import VCard

/// Reads cards of xCard, RFC 6351, one after the other.
///
/// A document may be of any length; memory holds one card. Elements of other namespaces between
/// properties become XML properties, elsewhere they count for nothing (RFC 6351 §5.1 and §6).
public struct XCardReader: CardDocumentReader {
  /// Octets of text in a card, and elements in it: what a card of vCard has, too.
  private static let limits = CardReader.Limits()

  private let events = XMLEvents()
  private var namespaces = XMLNamespaces()
  private var count = 0
  private var isOver = false
  private var isEnded = false
  private var open: Open?

  /// A card that has not ended.
  private struct Open {
    var card = Card(version: .version40)
    let place: SourcePosition
    let depth: Int
    var diagnostics: [Diagnostic] = []
    /// The elements that are open in it, without groups.
    var elements: [XMLElement] = []
    var group: (name: String, depth: Int)?
    var octets = 0
    var elementCount = 0

    var isTooLarge: Bool {
      octets > limits.bytesPerCard || elementCount > limits.propertiesPerCard
    }

    mutating func tell(_ message: String) {
      diagnostics.append(
        Diagnostic(severity: .warning, code: .xcardValue, position: place, message: message))
    }
  }

  /// Creates a reader.
  ///
  /// Copies of it read the same document.
  public init() {}

  /// Whether octets begin an xCard: an element `vcards`, or one that names its namespace.
  ///
  /// - Parameter octets: The first octets of the input; some hundred are enough.
  /// - Returns: Whether they do.
  public static func begins(_ octets: some Collection<UInt8>) -> Bool {
    let text = String(decoding: octets.prefix(4096), as: UTF8.self)
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
      guard let event = events.event() else {
        guard events.failure != nil || isEnded else { return nil }
        isOver = true
        return end()
      }
      switch event {
      case .start(let name, let attributes, let place): start(name, attributes, place)
      case .text(let text): add(text)
      case .end: if let entry = endElement() { return entry }
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

  private func position(_ place: XMLEvents.Place) -> SourcePosition {
    SourcePosition(byte: place.byte, card: count, line: place.line, column: place.column)
  }

  // MARK: Elements

  private mutating func start(
    _ name: String, _ attributes: [(name: String, value: String)], _ place: XMLEvents.Place
  ) {
    // What has a prefix that is none is of no namespace that is known.
    let namespace = namespaces.enter(name, attributes) ?? ""
    let element = XMLElement(name: name, attributes: attributes, namespace: namespace)
    guard var open else {
      if namespace == XCardWriter.namespace, element.localName == "vcard" {
        self.open = Open(place: position(place), depth: namespaces.depth)
        count += 1
      }
      return
    }
    self.open = nil
    open.elementCount += 1
    if open.elements.isEmpty, open.group == nil, namespace == XCardWriter.namespace,
      element.localName == "group"
    {
      let name = attributes.first { $0.name == "name" }?.value ?? ""
      open.group = (name, namespaces.depth)
    } else {
      open.elements.append(element)
    }
    self.open = open
  }

  private mutating func add(_ text: String) {
    guard let last = open?.elements.indices.last else { return }
    open?.octets += text.utf8.count
    if open?.isTooLarge == false { open?.elements[last].content.append(.text(text)) }
  }

  private mutating func endElement() -> DocumentEntry? {
    defer { namespaces.leave() }
    guard var open else { return nil }
    self.open = nil
    if let element = open.elements.popLast() {
      if open.isTooLarge {
      } else if open.elements.isEmpty {
        add(element, to: &open)
      } else {
        open.elements[open.elements.count - 1].content.append(.element(element))
      }
    } else if open.group?.depth == namespaces.depth {
      open.group = nil
    } else if open.depth == namespaces.depth {
      guard !open.isTooLarge else {
        return .noCard(error("the card is larger than a card may be; left out", at: open.place))
      }
      open.card.stand(at: open.place)
      return .card(open.card, open.diagnostics)
    }
    self.open = open
    return nil
  }

  // MARK: Properties

  /// Adds what an element of a card says.
  private func add(_ element: XMLElement, to open: inout Open) {
    var property: TypedProperty
    if element.namespace == XCardWriter.namespace {
      guard let name = Property.Name(element.localName)?.canonical,
        ![.begin, .end, .version].contains(PropertyRegistry.named(name)?.name)
      else {
        return open.tell("\"\(element.localName)\" is no name of a property; left out")
      }
      property = XCardReader.property(name, element, &open)
    } else {
      var xml: [UInt8] = []
      element.withoutPrefix.append(declaring: namespaces.bindings, to: &xml)
      property = TypedProperty("XML", "text", [.text(String(decoding: xml, as: UTF8.self))])
    }
    property.group = open.group.flatMap { $0.name.isEmpty ? nil : $0.name }
    let lines = property.lines(in: .version40)
    if lines.count > 1 { open.tell("\(property.name) has one value each; it became several") }
    for line in lines { open.card.append(line) }
  }

  private static func property(
    _ name: String, _ element: XMLElement, _ open: inout Open
  ) -> TypedProperty {
    let definition = PropertyRegistry.named(name)
    let type = definition?.defaultType(in: .version40) ?? TypedProperty.unknown
    var property = TypedProperty(name, type)
    var values: [XMLElement] = []
    for child in element.elements where child.namespace == XCardWriter.namespace {
      if child.localName == "parameters" {
        for parameter in child.elements where parameter.namespace == XCardWriter.namespace {
          let texts = parameter.elements.filter { $0.namespace == XCardWriter.namespace }
            .map(\.typedText)
          let isBare = parameter.elements.isEmpty
          property.add(
            Parameter(parameter.localName, isBare ? [parameter.text.trimmingBlanks] : texts))
        }
      } else {
        values.append(child)
      }
    }
    let names = definition?.componentNames ?? []
    if values.contains(where: { names.contains($0.localName) }) {
      property.values = [.structure(components(values, names, of: name, &open))]
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
      open.tell("\(name) has no element for its value; its text is taken for it")
      property.values = [.text(element.content.isEmpty ? "" : element.text.trimmingBlanks)]
    }
    if let index = property.parameters.firstIndex(where: { $0.name == XCardWriter.base64 }) {
      property.parameters.remove(at: index)
      property.decodeBase64()
    }
    return property
  }

  private static func components(
    _ values: [XMLElement], _ names: [String], of owner: String, _ open: inout Open
  ) -> [[String]] {
    var components: [[String]] = []
    for value in values {
      // sabre/vobject writes <text> for the identity of a gender.
      let next =
        value.localName == "text" && components.count < names.count ? components.count : nil
      guard let index = names.firstIndex(of: value.localName) ?? next else {
        open.tell("\"\(value.localName)\" is no part of \(owner); left out")
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
    case "utc-offset": return DateText.basicOffset(text) ?? text.trimmingBlanks
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
    values = values.map { value in
      switch value {
      case .text(let text): .text(decoded(text))
      case .structure(let components): .structure(components.map { $0.map(decoded) })
      }
    }
  }
}

extension String {
  /// Without blanks and line ends around it.
  fileprivate var trimmingBlanks: String {
    func isBlank(_ octet: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(octet) }
    let rest = utf8.drop(while: isBlank)
    guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[rest.startIndex...last])
  }
}
