public import VCard

/// Writes cards as entries of LDIF with the attributes that Mozilla's programs know.
///
/// ```
/// version: 1
/// dn: cn=Kate Bell,mail=kate@bell.example
/// objectClass: top
/// …
/// vcardProperty: TEL;TYPE=cell;PREF=1:+1 408 555 0000
/// ```
/// RFC 2849. What no attribute can say is carried as a line of vCard 4.0 in `vcardProperty`, from
/// which ``LDIFReader`` restores it.
public struct LDIFWriter: CardDocumentWriter {
  /// The version in which it takes cards: 4.0.
  public var version: Version { .version40 }

  /// The version of the format stands once, before the first entry.
  public var frame: DocumentFrame { DocumentFrame(head: "version: 1\n".utf8) }

  /// Whether what no attribute can say is carried.
  private let carries: Bool

  /// Creates a writer.
  ///
  /// - Parameter losses: What becomes of what no attribute can say.
  public init(losses: CardConverter.Losses = .kept) { carries = losses == .kept }

  /// The most columns of a line.
  ///
  /// RFC 2849, note 3 and the examples.
  static let width = 76

  /// Appends an entry and a blank line.
  ///
  /// - Parameters:
  ///   - card: A card in version 4.0.
  ///   - octets: Where it goes.
  ///   - notes: Receives what no attribute can say.
  /// - Complexity: O(*n*) in the octets of the card.
  public func write(_ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]) {
    let kind = card.first(.kind)?.text.lowercased() ?? "individual"
    let classes = LDIFAttribute.classes(ofKind: kind)
    let isOwnKind = classes.last.map { LDIFAttribute.kind(ofClass: $0.lowercased()) } == kind
    let source = card.first(.source).flatMap { DistinguishedName.name($0.text) }
    let name =
      source
      ?? DistinguishedName.derived(
        name: card.first(.fn)?.text, address: card.first(.email)?.text,
        identifier: card.first(.uid)?.text)
    LDIFWriter.append("dn", Array(name.utf8), to: &octets)
    for name in classes { LDIFWriter.append("objectClass", Array(name.utf8), to: &octets) }
    var uses = Uses()
    for property in card.properties where !property.isComment {
      if property.known == .kind, isOwnKind, kind != "individual", property.text == kind,
        property.parameters.isEmpty, property.group == nil, uses.isFirst(.kind)
      {
        continue
      }
      if property.known == .source, source != nil, uses.isFirst(.source),
        property.parameters.isEmpty, property.group == nil,
        DistinguishedName.uri(name) == property.text
      {
        continue
      }
      write(property, at: card.start, &uses, into: &octets, notes: &notes)
    }
    octets.append(0x0A)
  }

  /// What an entry holds already.
  private struct Uses {
    private var seen: Set<String> = []
    private var addresses = 0

    mutating func isFirst(_ known: KnownName) -> Bool { seen.insert(known.canonical).inserted }
    mutating func isFirst(_ property: String) -> Bool { seen.insert(property).inserted }

    /// The number of an address of mail.
    mutating func nextAddress() -> Int {
      addresses += 1
      return addresses - 1
    }
  }

  private func write(
    _ property: Property, at place: SourcePosition, _ uses: inout Uses,
    into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    let found = LDIFPairs(property)
    let mayStand = mayStand(property, found, &uses)
    if mayStand {
      for pair in found.pairs {
        var name = pair.name
        if let row = pair.row {
          let attribute = LDIFAttribute.all[row]
          name = attribute.names[0]
          if attribute.meaning == .text("EMAIL", type: nil) {
            name = attribute.names[min(uses.nextAddress(), 2)]
          }
        }
        for option in pair.options { name += ";" + option }
        LDIFWriter.append(name, pair.value, pair.form, to: &octets)
      }
      if found.loss == .nothing { return }
    }
    if carries {
      let isFurther = !mayStand && !found.pairs.isEmpty
      LDIFWriter.append(
        isFurther ? "vcardProperty;\(LDIFAttribute.further)" : "vcardProperty",
        carrier(property), to: &octets)
    }
    tell(property, mayStand ? found.loss : .property, at: place, &notes)
  }

  /// Whether the attributes of a property are free: a name, an address and what else is made of
  /// several attributes is there once.
  private func mayStand(_ property: Property, _ found: LDIFPairs, _ uses: inout Uses) -> Bool {
    guard let row = found.pairs.first?.row else { return !found.pairs.isEmpty }
    switch LDIFAttribute.all[row].meaning {
    case .component(let name, let type, _): return uses.isFirst(name + (type ?? ""))
    case .birth: return uses.isFirst("BDAY")
    // Thunderbird takes the last of several.
    case .text("FN", _): return uses.isFirst("FN")
    case .revision: return uses.isFirst("REV")
    case .identifier: return uses.isFirst("UID")
    default: return true
    }
  }

  /// The line that carries a property.
  private func carrier(_ property: Property) -> [UInt8] {
    let isOneLine =
      !property.isMalformed && !property.isNestedCard && !property.isQuotedPrintable
      && !property.hasUnindentedLines
    if isOneLine { return property.lineOctets }
    var card = Card(version: .version40)
    if property.isMalformed {
      card.append(ContentLine("X-VCARD-LINE", .text(property.text)))
    } else {
      card.append(property.contentLine)
    }
    return card.properties.first { _ in true }?.lineOctets ?? []
  }

  private func tell(
    _ property: Property, _ loss: LDIFPairs.Loss, at place: SourcePosition,
    _ notes: inout [Diagnostic]
  ) {
    let name = property.isMalformed ? "a line that is no property" : property.canonicalName
    let end = carries ? "carried as vcardProperty" : "left out"
    // Nothing is lost with a value that says nothing.
    guard !property.rawValue.allSatisfy({ $0 == UInt8(ascii: ";") || $0 == 0x20 }) else { return }
    let code: Diagnostic.Code
    let message: String
    switch loss {
    case .nothing, .form: return
    case .property:
      code = .lossProperty
      message = "LDIF has no attribute for this \(name); \(end)"
    case .parameters(let names):
      // How a value is written is no matter of what it says.
      let names = names.filter { $0 != "VALUE" }
      if names.isEmpty, !property.types.isEmpty || ![.tel, .url, .adr].contains(property.known) {
        return
      }
      code = .lossParameter
      message =
        names.isEmpty
        ? "LDIF has no \(name) without a type; \(end)"
        : "LDIF cannot say \(names.joined(separator: ", ")) of \(name); \(end)"
    case .value:
      code = .lossValue
      message = "LDIF can say a part of \(name) only; \(end)"
    }
    notes.append(Diagnostic(severity: .note, code: code, position: place, message: message))
  }

  // MARK: Lines

  /// Appends a line, folded.
  static func append(
    _ name: String, _ value: [UInt8], _ form: LDIFEntry.Line.Form = .plain,
    to octets: inout [UInt8]
  ) {
    var line = Array(name.utf8)
    line.append(UInt8(ascii: ":"))
    if form == .base64 || !isSafe(value) {
      line += [UInt8(ascii: ":"), 0x20]
      line += Base64.encode(value)
    } else {
      if form == .reference { line.append(UInt8(ascii: "<")) }
      line.append(0x20)
      line += value
    }
    octets.reserveCapacity(octets.count + line.count + line.count / (width - 1) * 2 + 1)
    var start = 0
    var room = width
    while line.count - start > room {
      octets += line[start..<start + room]
      octets += [0x0A, 0x20]
      start += room
      room = width - 1
    }
    octets += line[start...]
    octets.append(0x0A)
  }

  /// Whether a value may stand as it is: RFC 2849's SAFE-STRING without blanks at its ends, which
  /// editors take away, and without control characters.
  private static func isSafe(_ value: [UInt8]) -> Bool {
    guard let first = value.first, let last = value.last else { return true }
    if first == 0x20 || last == 0x20 || first == UInt8(ascii: ":") || first == UInt8(ascii: "<") {
      return false
    }
    return value.allSatisfy { 0x20...0x7E ~= $0 }
  }
}
