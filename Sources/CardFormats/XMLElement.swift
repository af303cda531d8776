import VCard

/// An element of a document in XML, with what stands in it.
package struct XMLElement {
  /// What stands in an element.
  enum Content {
    case text(String)
    case element(XMLElement)
  }

  /// The name as it is written.
  package let name: String
  package private(set) var attributes: [(name: String, value: String)]
  /// The URI; empty where there is none.
  package let namespace: String
  var content: [Content] = []

  /// The name without its prefix.
  package var localName: String {
    name.split(separator: ":", maxSplits: 1).last.map { String($0) } ?? name
  }

  /// The prefix; empty where there is none.
  var prefix: String { name.contains(":") ? String(name.prefix { $0 != ":" }) : "" }

  var elements: [XMLElement] {
    content.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The text in it and in the elements in it.
  var text: String {
    content.reduce(into: "") { text, content in
      switch content {
      case .text(let part): text += part
      case .element(let element): text += element.text
      }
    }
  }

  /// Appends the element as it can stand anywhere.
  ///
  /// - Parameters:
  ///   - bindings: Namespaces that are declared around it; those that it uses are declared in it.
  ///   - xml: Where it goes.
  func append(declaring bindings: [XMLNamespaces.Binding] = [], to xml: inout [UInt8]) {
    xml.append(UInt8(ascii: "<"))
    xml += name.utf8
    var declared: Set<String> = []
    for (name, value) in attributes {
      if name == "xmlns" { declared.insert("") }
      if name.hasPrefix("xmlns:") { declared.insert(String(name.dropFirst(6))) }
      XMLText.append(attribute: name, value, to: &xml)
    }
    // The one that is nearest counts.
    for binding in bindings.reversed()
    where uses(binding.prefix) && declared.insert(binding.prefix).inserted {
      let name = binding.prefix.isEmpty ? "xmlns" : "xmlns:\(binding.prefix)"
      XMLText.append(attribute: name, binding.uri, to: &xml)
    }
    if content.isEmpty {
      xml += "/>".utf8
      return
    }
    xml.append(UInt8(ascii: ">"))
    for content in content {
      switch content {
      case .text(let text): XMLText.append(text, to: &xml)
      case .element(let element): element.append(to: &xml)
      }
    }
    xml += "</\(name)>".utf8
  }

  /// The same element with its namespace as the default one, where all names in it have its prefix.
  ///
  /// So it does not matter where the prefix is declared, and readers find the name that they know.
  var withoutPrefix: XMLElement {
    var inner = self
    inner.attributes.removeAll { $0.name == "xmlns:\(prefix)" }
    return !prefix.isEmpty && inner.hasNames(of: prefix) ? inner.renamed(namespace) : self
  }

  /// Whether the prefix is that of all elements, and of no attribute.
  private func hasNames(of prefix: String) -> Bool {
    self.prefix == prefix && elements.allSatisfy { $0.hasNames(of: prefix) }
      && !attributes.contains { $0.name.hasPrefix("\(prefix):") || $0.name.hasPrefix("xmlns") }
  }

  private func renamed(_ declared: String?) -> XMLElement {
    var element = XMLElement(
      name: localName, attributes: declared.map { [("xmlns", $0)] + attributes } ?? attributes,
      namespace: namespace)
    element.content = content.map { content in
      guard case .element(let element) = content else { return content }
      return .element(element.renamed(nil))
    }
    return element
  }

  private func uses(_ prefix: String) -> Bool {
    self.prefix == prefix || elements.contains { $0.uses(prefix) }
      || !prefix.isEmpty && attributes.contains { $0.name.hasPrefix("\(prefix):") }
  }
}

/// The namespaces that are declared where a document in XML is being read.
package struct XMLNamespaces {
  /// A namespace and its prefix, which may be empty.
  package struct Binding {
    let prefix: String
    let uri: String
    fileprivate let depth: Int
  }

  package private(set) var bindings: [Binding] = []
  private(set) var depth = 0
  /// Whether there was an element whose prefix is none.
  private(set) var hasMissed = false

  /// Namespaces of which one is that of names without a prefix.
  package init(default uri: String? = nil) {
    bindings = uri.map { [Binding(prefix: "", uri: $0, depth: 0)] } ?? []
  }

  /// The namespace of names without a prefix; empty where there is none.
  var defaultURI: String { bindings.last { $0.prefix.isEmpty }?.uri ?? "" }

  /// Enters an element, whose namespace it gives; empty where there is none, or its prefix is none.
  mutating func enter(_ name: String, _ attributes: [(name: String, value: String)]) -> String {
    depth += 1
    for (name, value) in attributes {
      if name == "xmlns" {
        bindings.append(Binding(prefix: "", uri: value, depth: depth))
      } else if name.hasPrefix("xmlns:") {
        bindings.append(Binding(prefix: String(name.dropFirst(6)), uri: value, depth: depth))
      }
    }
    guard name.utf8.contains(UInt8(ascii: ":")) else { return defaultURI }
    let prefix = name.prefix { $0 != ":" }
    let uri = bindings.last { $0.prefix == prefix }?.uri
    if uri == nil, !prefix.isEmpty { hasMissed = true }
    return uri ?? ""
  }

  /// Leaves the element that was entered last.
  package mutating func leave() {
    while let last = bindings.last, last.depth == depth { bindings.removeLast() }
    depth -= 1
  }
}

extension XMLElement {
  /// The element that is all of a text; `nil` for what is none, or uses prefixes that it does not
  /// declare.
  init?(_ text: String) {
    let events = XMLEvents()
    events.append(Array(text.utf8)[...])
    events.finish()
    var tape = XMLTape()
    while events.parse(into: &tape) {}
    guard events.failure == nil else { return nil }
    var namespaces = XMLNamespaces()
    self = tape.takeElement(&namespaces)
    if namespaces.hasMissed { return nil }
  }
}

/// Writes text in XML.
package enum XMLText {
  /// Whether XML 1.0 has all characters of a text.
  package static func holds(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
      default: false
      }
    }
  }

  /// Appends text; what it cannot be mistaken for is escaped.
  package static func append(_ text: String, to xml: inout [UInt8]) {
    var text = text
    text.withUTF8 { buffer in
      _ = unsafe append(utf8: buffer.span, to: &xml)
    }
  }

  /// Appends text that is well-formed UTF-8; `false` where XML 1.0 has not all its characters.
  static func append(utf8 text: Span<UInt8>, to xml: inout [UInt8]) -> Bool {
    if isPlain(text) {
      xml.append(text)
      return true
    }
    var isHeld = true
    var start = 0
    for index in text.indices {
      let octet = text[index]
      let escape: StaticString
      switch octet {
      case UInt8(ascii: "&"): escape = "&amp;"
      case UInt8(ascii: "<"): escape = "&lt;"
      case UInt8(ascii: ">"): escape = "&gt;"
      // XML 1.0 §2.11: a reader takes it for a line feed else.
      case 0x0D: escape = "&#13;"
      case 0x09, 0x0A: continue
      case 0..<0x20:
        isHeld = false
        continue
      case 0xBE, 0xBF:
        // U+FFFE and U+FFFF.
        if index > 1, text[index - 1] == 0xBF, text[index - 2] == 0xEF { isHeld = false }
        continue
      default: continue
      }
      xml.append(text.extracting(start..<index))
      JSONText.append(literal: escape, to: &xml)
      start = index + 1
    }
    xml.append(text.extracting(start..<text.count))
    return isHeld
  }

  /// Whether nothing in a text has to be looked at.
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 8 else {
      return text.indices.allSatisfy { index in
        switch text[index] {
        case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0xEF: false
        default: true
        }
      }
    }
    var index = 0
    while index + 8 <= text.count {
      if mayBeOdd(text, index) { return false }
      index += 8
    }
    return index == text.count || !mayBeOdd(text, text.count - 8)
  }

  /// Whether a control character, `&`, `<`, `>` or what U+FFFE begins with is among eight octets.
  private static func mayBeOdd(_ text: Span<UInt8>, _ index: Int) -> Bool {
    let word: UInt64 = text.number(at: index)
    let ones: UInt64 = 0x0101_0101_0101_0101
    func all(_ octet: UInt8) -> UInt64 { ones &* UInt64(octet) }
    // The highest bit of an octet that is 0, and perhaps of those after it.
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let controls = (word &- all(0x20)) & ~word
    let ampersands = zeros(word ^ all(UInt8(ascii: "&")))
    // `<` and `>` differ in one bit.
    let angles = zeros((word & all(0xFD)) ^ all(UInt8(ascii: "<")))
    let last = zeros(word ^ all(0xEF))
    return (controls | ampersands | angles | last) & all(0x80) != 0
  }

  /// Appends a blank and an attribute.
  package static func append(attribute name: String, _ value: String, to xml: inout [UInt8]) {
    xml.append(0x20)
    xml += name.utf8
    xml += "=\"".utf8
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": xml += "&quot;".utf8
      case "\t", "\n": xml += "&#\(scalar.value);".utf8
      default: append(String(scalar), to: &xml)
      }
    }
    xml.append(UInt8(ascii: "\""))
  }

  /// Whether a text may be the name of an element here.
  ///
  /// A name without a prefix, of ASCII. XML 1.0 §2.3.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= 0x61 && first | 0x20 <= 0x7A || first == 0x5F
    else { return false }
    return text.utf8.allSatisfy {
      Octets.isNameOctet($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
    }
  }
}
