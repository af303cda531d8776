public import VCard

/// Writes cards as xCard, RFC 6351: each a line of a document in XML.
///
/// ```xml
/// <?xml version="1.0" encoding="UTF-8"?>
/// <vcards xmlns="urn:ietf:params:xml:ns:vcard-4.0">
/// <vcard><fn><text>Kate Bell</text></fn><tel><parameters>…</parameters><uri>tel:+1</uri></tel></vcard>
/// </vcards>
/// ```
public struct XCardWriter: CardDocumentWriter {
  /// What the element names mean.
  static let namespace = "urn:ietf:params:xml:ns:vcard-4.0"
  /// The parameter of values that are base64 of their UTF-8, for XML has not all characters.
  static let base64 = "X-BASE64"

  /// vCard 4.0.
  public var version: Version { .version40 }
  /// The document and its root.
  public var frame: DocumentFrame {
    DocumentFrame(
      head: """
        <?xml version="1.0" encoding="UTF-8"?>
        <vcards xmlns="\(XCardWriter.namespace)">

        """.utf8, tail: "</vcards>\n".utf8)
  }

  /// Creates a writer.
  public init() {}

  /// Appends a card as a line.
  ///
  /// - Parameters:
  ///   - card: The card, of vCard 4.0.
  ///   - octets: Where it goes.
  ///   - notes: Receives what could not be decoded cleanly, and what XML cannot say.
  /// - Complexity: O(*n*) in the octets of the card.
  public mutating func write(
    _ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    octets += "<vcard>".utf8
    var found: [(property: Property, problems: DecodingProblems)] = []
    var group: String?
    for property in card.properties where !property.isComment {
      var problems = DecodingProblems()
      var typed = TypedProperty(property, problems: &problems)
      if !problems.isEmpty { found.append((property, problems)) }
      if property.isMalformed || !XMLText.isName(typed.name) {
        notes.append(
          XCardWriter.note(.lossLine, property, "the line is carried as \(TypedProperty.line)"))
        typed = TypedProperty(
          TypedProperty.line, "text",
          [.text(String(decoding: property.lineOctets, as: UTF8.self))])
      }
      XCardWriter.fit(&typed, property, &notes)
      if typed.group != group {
        if group != nil { octets += "</group>".utf8 }
        group = typed.group
        if let group {
          octets += "<group".utf8
          XMLText.append(attribute: "name", group, to: &octets)
          octets += ">".utf8
        }
      }
      XCardWriter.write(typed, into: &octets)
    }
    if group != nil { octets += "</group>".utf8 }
    octets += "</vcard>\n".utf8
    notes += DecodingProblems.diagnostics(of: found)
  }

  private static func note(
    _ code: Diagnostic.Code, _ property: Property, _ message: String
  ) -> Diagnostic {
    Diagnostic(severity: .note, code: code, position: property.position, message: message)
  }

  /// Makes a property one that XML can hold.
  private static func fit(
    _ property: inout TypedProperty, _ line: Property, _ notes: inout [Diagnostic]
  ) {
    for index in property.parameters.indices.reversed() {
      let parameter = property.parameters[index]
      guard !XMLText.isName(parameter.name) || !parameter.values.allSatisfy(XMLText.holds) else {
        continue
      }
      property.parameters.remove(at: index)
      notes.append(
        note(.lossParameter, line, "XML cannot hold the parameter \(parameter.name); left out"))
    }
    if let group = property.group, !XMLText.holds(group) { property.group = nil }
    guard !property.values.flatMap(\.texts).allSatisfy(XMLText.holds) else { return }
    func encoded(_ text: String) -> String {
      String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self)
    }
    property.values = property.values.map { value in
      switch value {
      case .text(let text): .text(encoded(text))
      case .structure(let components): .structure(components.map { $0.map(encoded) })
      }
    }
    property.add(Parameter(base64, "true"))
    notes.append(
      note(.lossValue, line, "XML has not all characters of the value; written as base64"))
  }

  // MARK: Properties

  private static func write(_ property: TypedProperty, into xml: inout [UInt8]) {
    if property.name == "XML", property.type == "text",
      case .text(let text)? = property.values.first,
      let element = XMLElement(text), !element.namespace.isEmpty, element.namespace != namespace
    {
      // RFC 6351 §6: as is.
      xml += text.utf8
      return
    }
    let name = property.name.lowercased()
    open(name, &xml)
    // The schema asks for it in SOURCE even when it is empty.
    if !property.parameters.isEmpty || property.name == "SOURCE" {
      open("parameters", &xml)
      for parameter in ordered(property.parameters, of: property.name) {
        let name = parameter.name.lowercased()
        open(name, &xml)
        for value in parameter.values {
          let type = type(of: parameter.name, value)
          let isWord = name == "type" && Parameter.isTypeWord(value)
          leaf(type, isWord ? value.lowercased() : value, &xml)
        }
        close(name, &xml)
      }
      close("parameters", &xml)
    }
    let names = PropertyRegistry.named(property.name)?.componentNames ?? []
    if !names.isEmpty, property.type != TypedProperty.unknown, property.values.count == 1 {
      for (index, texts) in property.values[0].components.enumerated() where index < names.count {
        for text in texts.isEmpty ? [""] : texts { leaf(names[index], text, &xml) }
      }
    } else {
      for text in property.values.flatMap(\.texts) { leaf(text, of: property.type, &xml) }
    }
    close(name, &xml)
  }

  private static func open(_ name: String, _ xml: inout [UInt8]) {
    xml.append(UInt8(ascii: "<"))
    xml += name.utf8
    xml.append(UInt8(ascii: ">"))
  }

  private static func close(_ name: String, _ xml: inout [UInt8]) {
    xml += "</".utf8
    xml += name.utf8
    xml.append(UInt8(ascii: ">"))
  }

  private static func leaf(_ name: String, _ text: String, _ xml: inout [UInt8]) {
    if text.isEmpty {
      xml += "<\(name)/>".utf8
    } else {
      open(name, &xml)
      XMLText.append(text, to: &xml)
      close(name, &xml)
    }
  }

  /// Writes a value in an element that is called as its type.
  private static func leaf(_ text: String, of type: String, _ xml: inout [UInt8]) {
    switch type {
    case "date-and-or-time":
      // RFC 6351 §A: a date, a time or both have their own elements.
      guard let basic = DateText.basic(text) else { return leaf("text", text, &xml) }
      if basic.utf8.first == UInt8(ascii: "T") {
        leaf("time", String(basic.dropFirst()), &xml)
      } else {
        leaf(basic.utf8.contains(UInt8(ascii: "T")) ? "date-time" : "date", basic, &xml)
      }
    case "date", "date-time", "timestamp": leaf(type, DateText.basic(text) ?? text, &xml)
    case "utc-offset": leaf(type, DateText.basicOffset(text) ?? text, &xml)
    default: leaf(XMLText.isName(type) ? type : TypedProperty.unknown, text, &xml)
    }
  }

  // MARK: Parameters

  /// The order that the schema asks for; others follow as they come.
  ///
  /// RFC 6351 §5.2 and §A.
  private static let order = [
    "LANGUAGE", "ALTID", "PID", "PREF", "TYPE", "MEDIATYPE", "CALSCALE", "GEO", "TZ", "LABEL",
    "SORT-AS",
  ]

  private static func ordered(_ parameters: [Parameter], of name: String) -> [Parameter] {
    // Of N alone it stands before ALTID.
    let order =
      name == "N" ? ["LANGUAGE", "SORT-AS"] + order.dropFirst().dropLast() : order
    let first = order.compactMap { name in parameters.first { $0.name == name } }
    return first + parameters.filter { !order.contains($0.name) }
  }

  /// The type of the value of a parameter.
  private static func type(of name: String, _ value: String) -> String {
    switch name {
    case "LANGUAGE": "language-tag"
    case "PREF": "integer"
    case "GEO": "uri"
    case "TZ": value.contains(":") ? "uri" : "text"
    default: Parameter.isOfStandard(name) ? "text" : TypedProperty.unknown
    }
  }
}
