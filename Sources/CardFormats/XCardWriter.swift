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
  private var memo = HeadMemo()
  private let tags = Tags.shared
  /// A head without the text of its label.
  private var key: [UInt8] = []

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
      let told = notes.count
      XCardWriter.fit(&typed, property, &notes)
      XCardWriter.enter(typed.group, from: &group, &octets)
      write(typed, of: card, at: index, isPlain: notes.count == told, into: &octets)
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
    let head = card.head(at: index)
    guard let label = card.label(at: index) else {
      return writePlain(
        card, at: index, octets, &plain, octets.extracting(head), isHeadWhole: true, in: &last,
        into: &xml)
    }
    key.become(head, of: octets, without: label.textOfLabel)
    let key = key
    return writePlain(
      card, at: index, octets, &plain, key.span, isHeadWhole: false, in: &last, into: &xml)
  }

  private mutating func writePlain(
    _ card: Card, at index: Int, _ octets: Span<UInt8>, _ plain: inout PlainProperty,
    _ head: Span<UInt8>, isHeadWhole: Bool, in last: inout String?, into xml: inout [UInt8]
  ) -> Bool {
    let known = memo.result(of: head)
    // The last octet is the number of the type.
    guard card.decode(at: index, into: &plain, isHeadKnown: known != nil && isHeadWhole),
      let type = known.map({ ValueType(rawValue: memo.octets[$0.upperBound - 1]) })
        ?? plain.valueType(in: octets)
    else { return false }
    let place = card.groupRange(at: index)
    let group =
      place.isEmpty
      ? nil : String(decoding: CSVText.array(octets.extracting(place)), as: UTF8.self)
    guard known != nil || group.map(XMLText.holds) ?? true else { return false }
    XCardWriter.enter(group, from: &last, &xml)
    let start = xml.count
    if let known {
      memo.append(known.lowerBound..<known.upperBound - 1, to: &xml)
    } else {
      let label = isHeadWhole ? nil : plain.label
      guard XCardWriter.writeHead(plain, without: label, card: octets, into: &xml) else {
        return false
      }
      remember(head, from: start, type, in: &xml)
    }
    guard isHeadWhole || XCardWriter.writeLabel(plain, octets, from: start, &xml),
      writeValue(plain, type, card: octets, into: &xml)
    else { return false }
    if plain.known == .unknown {
      XCardWriter.close(card.nameRange(at: index), of: octets, &xml)
    } else {
      tags.close(plain.known, &xml)
    }
    return true
  }

  /// U+0001, which stands where the text of a label goes; XML has no such character.
  private static let hole = "\u{1}"

  /// Writes the label where its text is left out; `false` where the thorough way must.
  private static func writeLabel(
    _ plain: borrowing PlainProperty, _ card: Span<UInt8>, from start: Int, _ xml: inout [UInt8]
  ) -> Bool {
    guard let label = plain.label,
      let place = xml[start...].firstIndex(of: 0x01)
    else { return false }
    let rest = Array(xml[(place + 1)...])
    xml.removeLast(rest.count + 1)
    let text = plain.strings[label]
    let octets = (text.isInCard ? card : plain.octets.span).extracting(text.range)
    guard XMLText.append(utf8: octets, to: &xml) else { return false }
    xml += rest
    return true
  }

  private mutating func remember(
    _ head: Span<UInt8>, from start: Int, _ type: ValueType, in xml: inout [UInt8]
  ) {
    xml.append(type.rawValue)
    memo.store(xml.span.extracting(start..<xml.count), of: head)
    xml.removeLast()
  }

  /// Opens the element of a property and writes its parameters; `false` where the thorough way must.
  private static func writeHead(
    _ plain: borrowing PlainProperty, without label: Int?, card: Span<UInt8>,
    into xml: inout [UInt8]
  ) -> Bool {
    let own = plain.octets
    func text(_ string: Int, _ plain: borrowing PlainProperty) -> String {
      let text = plain.strings[string]
      let octets = (text.isInCard ? card : own.span).extracting(text.range)
      return unsafe octets.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
    let name = plain.known == .unknown ? text(plain.name, plain) : plain.known.canonical
    guard XMLText.isName(name), plain.known != .xml else { return false }
    var parameters: [Parameter] = []
    for parameter in plain.parameters {
      let name = text(parameter.name, plain)
      if name == "VALUE" || name == "ENCODING" { continue }
      let isLeftOut = parameter.values.lowerBound == label
      let values = isLeftOut ? [hole] : parameter.values.map { text($0, plain) }
      guard XMLText.isName(name), isLeftOut || values.allSatisfy(XMLText.holds) else {
        return false
      }
      parameters.append(Parameter(name, values))
    }
    writeHead(name, parameters, into: &xml)
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

  private mutating func write(
    _ property: TypedProperty, of card: Card, at index: Int, isPlain: Bool, into xml: inout [UInt8]
  ) {
    if property.name == "XML", property.type == "text",
      case .text(let text)? = property.values.first,
      let element = XMLElement(text), !element.namespace.isEmpty,
      element.namespace != XCardWriter.namespace
    {
      // RFC 6351 §6: as is.
      xml += text.utf8
      return
    }
    let start = xml.count
    XCardWriter.writeHead(property.name, property.parameters, into: &xml)
    let definition = PropertyRegistry.named(property.name)
    let octets = card.octets
    let group = octets[card.groupRange(at: index)]
    // Nobody looks at a head again that is remembered, so that all of it must be plain: a value that has
    // parts of its own is not, nor is a group of which something was left out.
    if isPlain, card.decode(at: index, into: &storage.plain),
      let type = ValueType.named(property.type), definition?.isPIDMap != true,
      property.name != TypedProperty.line, property.name != "XML",
      group.elementsEqual((property.group ?? "").utf8)
    {
      remember(octets.span.extracting(card.head(at: index)), from: start, type, in: &xml)
    }
    let names = definition?.componentNames ?? []
    if !names.isEmpty, property.type != TypedProperty.unknown, property.values.count == 1 {
      for (index, texts) in property.values[0].components.enumerated() where index < names.count {
        for text in texts.isEmpty ? [""] : texts { XCardWriter.leaf(names[index], text, &xml) }
      }
    } else {
      for text in property.values.flatMap(\.texts) {
        XCardWriter.leaf(text, of: property.type, &xml)
      }
    }
    XCardWriter.close(property.name.lowercased(), &xml)
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
