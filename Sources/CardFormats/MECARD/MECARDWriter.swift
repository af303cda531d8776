public import VCard

/// Writes cards as MECARD, one a line: the text of a code for telephones that know no vCard.
///
/// ```
/// MECARD:N:Bell,Kate;TEL:+14085550000;EMAIL:kate@bell.example;;
/// ```
/// It holds what ``MECARDReader`` names; everything else, parts of a property too, is left out and
/// told.
public struct MECARDWriter: CardDocumentWriter {
  /// Nothing stands around the cards.
  public var frame: DocumentFrame { DocumentFrame() }

  /// Creates a writer.
  public init() {}

  /// Appends a line.
  ///
  /// - Parameters:
  ///   - card: A card in version 4.0.
  ///   - octets: Where it goes.
  ///   - notes: Receives what is left out.
  public func write(_ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]) {
    var left = Left()
    octets += "MECARD:".utf8
    writeNames(of: card, into: &octets, &left)
    for property in card.properties
    where !property.isComment && property.known != .n && property.known != .fn {
      if write(property, into: &octets) {
        tellParts(of: property, &left)
      } else {
        left.properties.insert(property.canonicalName)
      }
    }
    octets += ";\n".utf8
    func tell(_ code: Diagnostic.Code, _ texts: [String]) {
      guard !texts.isEmpty else { return }
      notes.append(
        Diagnostic(
          severity: .note, code: code, position: card.start,
          message: "MECARD has no field for \(texts.joined(separator: ", ")); left out"))
    }
    tell(.lossProperty, left.properties.texts)
    tell(.lossValue, left.parts.texts)
  }

  /// What is left out: properties, and parts of those that are written.
  private struct Left {
    var properties = UniqueTexts()
    var parts = UniqueTexts()
  }

  private func writeNames(of card: Card, into octets: inout [UInt8], _ left: inout Left) {
    let names = Array(card.properties(named: .n))
    func isPhonetic(_ property: Property) -> Bool { !property.parameter("PHONETIC").isEmpty }
    func parts(_ property: Property) -> [String] {
      property.components.prefix(2).map { $0.joined(separator: " ") }
    }
    let shownNames = Array(card.properties(named: .fn))
    var said = shownNames.first.map { [$0.text] } ?? []
    var isSaidBy = said
    let name = names.firstIndex { !isPhonetic($0) && parts($0).contains { !$0.isEmpty } }
    if let name {
      said = parts(names[name])
      isSaidBy = [
        FormattedName.text(ofComponents: names[name].components), MECARDForm.shownName(of: said),
      ]
    }
    append("N", said, into: &octets)
    let reading = names.firstIndex(where: isPhonetic)
    if let reading { append("SOUND", parts(names[reading]), into: &octets) }
    let words = words(of: said)
    for (index, property) in names.enumerated() {
      let rest = self.words(of: property.components.joined())
      if !rest.isSubset(of: index == reading ? self.words(of: parts(property)) : words) {
        left.parts.insert(index == name || index == reading ? "parts of N" : "another N")
      }
      tellParts(of: property, &left)
    }
    for property in shownNames {
      if isSaidBy.contains(property.text) {
        tellParts(of: property, &left)
      } else {
        left.properties.insert("FN")
      }
    }
  }

  private func words(of texts: some Sequence<String>) -> Set<Substring> {
    Set(texts.flatMap { $0.split(whereSeparator: \.isWhitespace) })
  }

  /// Parameters without which a property says the same to who calls or writes.
  private static let idle: Set<String> = [
    "TYPE", "VALUE", "PREF", "PID", "PROP-ID", "ALTID", "PHONETIC", "SCRIPT", "MEDIATYPE",
    "DERIVED",
  ]
  /// Types of what nobody can be called by.
  private static let machines: Set<String> = ["fax", "pager", "textphone", "modem", "bbs"]

  /// Tells what the field of a property does not say of it.
  private func tellParts(of property: Property, _ left: inout Left) {
    let name = property.canonicalName
    for parameter in property.parameters where !MECARDWriter.idle.contains(parameter.name) {
      left.parts.insert("\(parameter.name) of \(name)")
    }
    switch property.known {
    case .tel:
      for type in property.types where MECARDWriter.machines.contains(type) {
        left.parts.insert("TYPE=\(type) of TEL")
      }
    case .adr:
      let parts = property.components
      let said = words(of: parts.prefix(7).joined())
      if !words(of: parts.dropFirst(7).joined()).isSubset(of: said) {
        left.parts.insert("parts of ADR")
      }
    default: break
    }
    if property.text.utf8.contains(where: Octets.isLineEnd) {
      left.parts.insert("line ends of \(name)")
    }
  }

  /// Appends the field of a property; `false` when there is none that says it.
  private func write(_ property: Property, into octets: inout [UInt8]) -> Bool {
    let text = property.text
    switch property.known {
    case .tel:
      let number = TelURI(text)?.text ?? text
      append(property.types.contains("video") ? "TEL-AV" : "TEL", [number], into: &octets)
    case .email: append("EMAIL", [text], into: &octets)
    case .note: append("NOTE", [text], into: &octets)
    case .url: append("URL", [text], into: &octets)
    case .title: append("TITLE", [text], into: &octets)
    case .nickname: for name in property.list { append("NICKNAME", [name], into: &octets) }
    case .org:
      let parts = property.components.map { $0.joined() }
      if let first = parts.first { append("ORG", [first], into: &octets) }
      if parts.count > 1 { append("DIV", [parts[1...].joined(separator: ", ")], into: &octets) }
    case .adr:
      let parts = property.components.prefix(7).map { component in
        String(component.joined(separator: " ").trimmedBlanks)
      }
      append("ADR", parts + Array(repeating: "", count: 7 - parts.count), into: &octets)
    case .bday:
      guard let date = PartialDate(text), date.isFullDate, let day = LDIFDate.text(date) else {
        return false
      }
      append("BDAY", [day], into: &octets)
    case .unknown where property.canonicalName.hasPrefix("X-MECARD-"):
      append(String(property.canonicalName.dropFirst(9)), [text], into: &octets)
    default: return text.isEmpty
    }
    return true
  }

  private func append(_ name: String, _ parts: [String], into octets: inout [UInt8]) {
    guard parts.contains(where: { !$0.isEmpty }) else { return }
    octets += name.utf8
    octets.append(UInt8(ascii: ":"))
    for (index, part) in parts.enumerated() {
      if index > 0 { octets.append(UInt8(ascii: ",")) }
      for octet in part.utf8 {
        switch octet {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: ","):
          octets += [UInt8(ascii: "\\"), octet]
        // There are no line ends in a card.
        case 0..<0x20: octets.append(0x20)
        default: octets.append(octet)
        }
      }
    }
    octets.append(UInt8(ascii: ";"))
  }
}
