public import VCard

/// Writes cards as MECARD, one a line: the text of a code for telephones that know no vCard.
///
/// ```
/// MECARD:N:Bell,Kate;TEL:+14085550000;EMAIL:kate@bell.example;;
/// ```
/// It holds what ``MECARDReader`` names; everything else is left out and told.
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
    var left = UniqueTexts()
    octets += "MECARD:".utf8
    writeName(of: card, into: &octets)
    for property in card.properties where !property.isComment {
      if !write(property, into: &octets) { left.insert(property.canonicalName) }
    }
    octets += ";\n".utf8
    guard !left.texts.isEmpty else { return }
    notes.append(
      Diagnostic(
        severity: .note, code: .lossProperty, position: card.start,
        message: "MECARD has no field for \(left.texts.joined(separator: ", ")); left out"))
  }

  private func writeName(of card: Card, into octets: inout [UInt8]) {
    let names = card.properties(named: .n)
    let isPhonetic = { (property: Property) in !property.parameter("PHONETIC").isEmpty }
    func parts(_ property: Property) -> [String] {
      property.components.prefix(2).map { $0.joined(separator: " ") }
    }
    if let name = names.first(where: { !isPhonetic($0) }),
      parts(name).contains(where: { !$0.isEmpty })
    {
      append("N", parts(name), into: &octets)
    } else if let name = card.first(.fn)?.text, !name.isEmpty {
      append("N", [name], into: &octets)
    }
    if let reading = names.first(where: isPhonetic) {
      append("SOUND", parts(reading), into: &octets)
    }
  }

  /// Appends the field of a property; `false` when there is none that says it.
  private func write(_ property: Property, into octets: inout [UInt8]) -> Bool {
    let text = property.text
    switch property.known {
    case .n, .fn: return true
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
