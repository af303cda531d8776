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

  /// The document and its root.
  public var frame: DocumentFrame {
    DocumentFrame(
      head: """
        <?xml version="1.0" encoding="UTF-8"?>
        <vcards xmlns="\(XCardWriter.namespace)">

        """.utf8, tail: "</vcards>\n".utf8)
  }

  private var storage = PlainStorage()
  private var heads = PlainHeads(hole: Array(PlainHeads.mark.utf8))
  private let tags = Tags.shared

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
    octets += "<vcard>".utf8
    if !isKnownUniquelyReferenced(&storage) { storage = PlainStorage() }
    var found: [(property: Property, problems: DecodingProblems)] = []
    var group: String?
    let storage = storage
    let lines = card.octets
    for index in 0..<card.lineCount where !card.isEnvelope(at: index) {
      if !isThorough {
        let (start, last) = (octets.count, group)
        if writePlain(card, at: index, lines.span, &storage.plain, in: &group, into: &octets) {
          continue
        }
        octets.removeLast(octets.count - start)
        group = last
      }
      let property = card.property(at: index)
      if property.isComment { continue }
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
      XCardWriter.enter(typed.group, from: &group, &octets)
      XCardWriter.write(typed, into: &octets)
    }
    XCardWriter.enter(nil, from: &group, &octets)
    octets += "</vcard>\n".utf8
    notes += DecodingProblems.diagnostics(of: found)
  }

  /// Closes the group of the property before, and opens that of the next one, unless they are one.
  private static func enter(_ group: String?, from last: inout String?, _ xml: inout [UInt8]) {
    guard group != last else { return }
    if last != nil { xml += "</group>".utf8 }
    last = group
    guard let group else { return }
    xml += "<group".utf8
    XMLText.append(attribute: "name", group, to: &xml)
    xml += ">".utf8
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
    property.parameters.removeAll { parameter in
      guard !XMLText.isName(parameter.name) || !parameter.values.allSatisfy(XMLText.holds) else {
        return false
      }
      notes.append(
        note(.lossParameter, line, "XML cannot hold the parameter \(parameter.name); left out"))
      return true
    }
    if element(of: property) != nil {
      for parameter in property.parameters {
        notes.append(
          note(.lossParameter, line, "xCard has no place for \(parameter.name) of XML; left out"))
      }
    }
    if let group = property.group, !XMLText.holds(group) { property.group = nil }
    guard !property.values.flatMap(\.texts).allSatisfy(XMLText.holds) else { return }
    func encoded(_ text: String) -> String {
      String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self)
    }
    property.values = property.values.map { $0.mapped(encoded) }
    property.take(property.parameters + [Parameter(base64, "true")])
    notes.append(
      note(.lossValue, line, "XML has not all characters of the value; written as base64"))
  }

  // MARK: Plain properties

  /// Names of properties that may name elements, by their numbers.
  private static let names: [[UInt8]] = KnownName.allCases.map { known in
    XMLText.isName(known.canonical) && known != .xml ? Array(known.canonical.lowercased().utf8) : []
  }

  /// Names of the components of properties, by the numbers of the properties.
  static let componentNames: [[[UInt8]]] = KnownName.allCases.map { known in
    (PropertyRegistry.shared[known]?.componentNames ?? []).map { Array($0.utf8) }
  }

  /// The starts and ends of elements, such as `<uri></uri>`, one after the other.
  private struct Tags: Sendable {
    static let shared = Tags()

    private var octets: [UInt8] = []
    /// Where the start of each element ends, and its end.
    private var places: [(start: Int, end: Int)] = []
    /// The numbers of the components of properties, by the numbers of the properties.
    private(set) var components: [Range<Int>] = []
    /// The number of the first type.
    private let firstType: Int

    private init() {
      firstType = XCardWriter.names.count
      for name in XCardWriter.names { add(name) }
      for type in ValueType.allCases {
        add(Array((type == .unknown ? TypedProperty.unknown : type.name).utf8))
      }
      for names in XCardWriter.componentNames {
        let first = places.count
        for name in names { add(name) }
        components.append(first..<places.count)
      }
    }

    private mutating func add(_ name: [UInt8]) {
      octets += "<".utf8 + name + ">".utf8
      let start = octets.count
      octets += "</".utf8 + name + ">".utf8
      places.append((start, octets.count))
    }

    /// The number of the element of a value.
    func number(of type: ValueType) -> Int { firstType + Int(type.rawValue) }

    /// Writes the end of the element of a property.
    func close(_ known: KnownName, _ xml: inout [UInt8]) {
      let place = places[Int(known.rawValue)]
      xml.append(octets.span.extracting(place.start..<place.end))
    }

    /// Writes a text in an element; `false` where XML has not all its characters.
    func leaf(_ number: Int, _ text: Span<UInt8>, into xml: inout [UInt8]) -> Bool {
      let first = number > 0 ? places[number - 1].end : 0
      let place = places[number]
      if text.isEmpty {
        xml.append(octets.span.extracting(first..<place.start - 1))
        JSONText.append(literal: "/>", to: &xml)
        return true
      }
      xml.append(octets.span.extracting(first..<place.start))
      guard XMLText.append(utf8: text, to: &xml) else { return false }
      xml.append(octets.span.extracting(place.start..<place.end))
      return true
    }
  }

  /// Writes a property that needs no thorough look; `false` when it must get one, and what was written is
  /// not whole.
  private mutating func writePlain(
    _ card: Card, at index: Int, _ octets: Span<UInt8>, _ plain: inout PlainProperty,
    in last: inout String?, into xml: inout [UInt8]
  ) -> Bool {
    let place = card.groupRange(at: index)
    let group =
      place.isEmpty
      ? nil : String(decoding: CSVText.array(octets.extracting(place)), as: UTF8.self)
    XCardWriter.enter(group, from: &last, &xml)
    let type = heads.append(
      card, at: index, octets, &plain, to: &xml, label: { XMLText.append(utf8: $0, to: &$1) },
      head: { property, xml in
        guard XMLText.isName(property.name), property.name != "XML",
          group.map(XMLText.holds) ?? true,
          property.parameters.allSatisfy({
            XMLText.isName($0.name)
              && ($0.values == [PlainHeads.mark] || $0.values.allSatisfy(XMLText.holds))
          })
        else { return false }
        XCardWriter.writeHead(property.name, property.parameters, into: &xml)
        return true
      })
    guard let type, writeValue(plain, type, card: octets, into: &xml) else { return false }
    if plain.known == .unknown {
      XCardWriter.close(card.nameRange(at: index), of: octets, &xml)
    } else {
      tags.close(plain.known, &xml)
    }
    return true
  }

  /// Writes the value; `false` where the thorough way must.
  private func writeValue(
    _ plain: borrowing PlainProperty, _ type: ValueType, card: Span<UInt8>, into xml: inout [UInt8]
  ) -> Bool {
    guard let rendering = plain.rendering(as: type) else { return false }
    if rendering == .date {
      let text = plain.strings[plain.values.lowerBound]
      return leaf(
        date: (text.isInCard ? card : plain.octets.span).extracting(text.range), type, into: &xml)
    }
    let number = tags.number(of: type)
    guard plain.shape == .structure else {
      return leaves(plain.values, number, of: plain, card: card, into: &xml)
    }
    let names = tags.components[Int(plain.known.rawValue)]
    var place = plain.values.lowerBound
    for index in 0..<max(plain.componentEnds.count, plain.known.fewestComponents) {
      let isThere = index < plain.componentEnds.count
      let end = isThere ? plain.values.lowerBound + plain.componentEnds[index] : place
      if names.isEmpty || index < names.count {
        let number = names.isEmpty ? number : names.lowerBound + index
        guard leaves(place..<end, number, of: plain, card: card, into: &xml) else { return false }
      }
      place = end
    }
    return true
  }

  /// Writes texts in an element each, or an empty one for none; `false` where XML has not all their
  /// characters.
  private func leaves(
    _ strings: Range<Int>, _ number: Int, of plain: borrowing PlainProperty, card: Span<UInt8>,
    into xml: inout [UInt8]
  ) -> Bool {
    if strings.isEmpty { return tags.leaf(number, card.extracting(0..<0), into: &xml) }
    for string in strings {
      let text = plain.strings[string]
      let octets = (text.isInCard ? card : plain.octets.span).extracting(text.range)
      guard tags.leaf(number, octets, into: &xml) else { return false }
    }
    return true
  }

  /// Writes a date in an element that is called as what it is.
  private func leaf(
    date text: Span<UInt8>, _ type: ValueType, into xml: inout [UInt8]
  ) -> Bool {
    guard var basic = DateText(text)?.basic() else {
      return tags.leaf(
        tags.number(of: type == .dateAndOrTime ? .text : type), text, into: &xml)
    }
    let type = XCardWriter.type(ofDate: basic, type)
    if type == .time { basic.removeFirst() }
    return tags.leaf(tags.number(of: type), basic.span, into: &xml)
  }

  /// The type whose element holds a date in the basic format.
  private static func type(ofDate basic: [UInt8], _ type: ValueType) -> ValueType {
    let isTime = basic.first == UInt8(ascii: "T")
    switch type {
    // RFC 6351 §A: a date, a time or both have their own elements, and what is said to be a date is none
    // with a time in it.
    case .dateAndOrTime, .date:
      guard basic.contains(UInt8(ascii: "T")) else { return .date }
      return isTime ? type == .date ? .text : .time : .dateTime
    default: return type
    }
  }

  private static func close(_ name: Range<Int>, of card: Span<UInt8>, _ xml: inout [UInt8]) {
    xml += "</".utf8
    for index in name { xml.append(Octets.lowercased(card[index])) }
    xml.append(UInt8(ascii: ">"))
  }

  // MARK: All properties

  private static func write(_ property: TypedProperty, into xml: inout [UInt8]) {
    if let element = element(of: property) {
      // RFC 6351 §6: as is.
      xml += element.utf8
      return
    }
    writeHead(property.name, property.parameters, into: &xml)
    let names = PropertyRegistry.named(property.name)?.componentNames ?? []
    if !names.isEmpty, property.type != TypedProperty.unknown, property.values.count == 1 {
      for (index, texts) in property.values[0].components.enumerated() where index < names.count {
        for text in texts.isEmpty ? [""] : texts { leaf(names[index], text, &xml) }
      }
    } else {
      for text in property.values.flatMap(\.texts) {
        leaf(text, of: property.type, &xml)
      }
    }
    close(property.name.lowercased(), &xml)
  }

  /// The element of another namespace that a property is; `nil` where it is none.
  private static func element(of property: TypedProperty) -> String? {
    guard property.name == "XML", property.type == "text",
      case .text(let text)? = property.values.first, let element = XMLElement(text),
      !element.namespace.isEmpty, element.namespace != namespace
    else { return nil }
    return text
  }

  /// Opens the element of a property and writes its parameters.
  private static func writeHead(
    _ name: String, _ parameters: [Parameter], into xml: inout [UInt8]
  ) {
    open(name.lowercased(), &xml)
    // The schema asks for it in SOURCE even when it is empty.
    guard !parameters.isEmpty || name == "SOURCE" else { return }
    open("parameters", &xml)
    for parameter in ordered(parameters, of: name) {
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
    case "date", "date-time", "date-and-or-time", "timestamp":
      guard let basic = DateText.basic(text), let told = ValueType.named(type) else {
        return leaf(type == "date-and-or-time" ? "text" : type, text, &xml)
      }
      let type = XCardWriter.type(ofDate: Array(basic.utf8), told)
      leaf(type.name, type == .time ? String(basic.dropFirst()) : basic, &xml)
    case "utc-offset": leaf(type, DateText.offset(text, isBasic: true) ?? text, &xml)
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
