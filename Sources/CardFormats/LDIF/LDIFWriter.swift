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
  /// The version of the format stands once, before the first entry.
  public var frame: DocumentFrame { DocumentFrame(head: "version: 1\n".utf8) }

  /// Whether what no attribute can say is carried.
  var carries: Bool { heads.carries }

  private var storage = PlainStorage()
  /// Heads of lines that were met, and what becomes of lines with them.
  var heads: LDIFHeads
  var scratch: [UInt8] = []
  /// The names of attributes by their rows, and those of the first address, the second and all others.
  let names = LDIFAttribute.all.map { Array($0.names[0].utf8) }
  let addressNames = LDIFAttribute.all[LDIFAttribute.address].names.map { Array($0.utf8) }

  let carried = Array("vcardProperty".utf8)
  let carriedFurther = Array("vcardProperty;\(LDIFAttribute.further)".utf8)
  static let entryName = Array("dn".utf8)
  /// What says that the entry is a person.
  static let individual = classes(ofKind: "individual")

  /// Creates a writer.
  ///
  /// - Parameter losses: What becomes of what no attribute can say.
  public init(losses: CardConverter.Losses = .kept) {
    heads = LDIFHeads(carries: losses == .kept)
  }

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
  public mutating func write(
    _ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    if !isKnownUniquelyReferenced(&storage) { storage = PlainStorage() }
    let storage = storage
    if !writePlain(card, &storage.plain, into: &octets, notes: &notes) {
      writeThoroughly(card, into: &octets, notes: &notes)
    }
  }

  /// Appends an entry by looking at every property the thorough way; what
  /// ``write(_:into:notes:)`` must come to.
  package func writeThoroughly(
    _ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    let kind = card.first(.kind)?.text.lowercased() ?? "individual"
    let classes = LDIFAttribute.classes(ofKind: kind)
    let isOwnKind = classes.last.map { LDIFAttribute.kind(ofClass: $0.lowercased()) } == kind
    let source = card.first(.source).flatMap { DistinguishedName.name($0.text) }
    let name = source ?? DistinguishedName.derived(of: card)
    LDIFWriter.append(LDIFWriter.entryName, name.utf8.span, to: &octets)
    octets += LDIFWriter.classes(ofKind: kind)
    // What the entry itself says, of one line each.
    var saysKind = isOwnKind && kind != "individual"
    var saysSource = source != nil
    func isBare(_ line: Property) -> Bool { line.parameters.isEmpty && line.group == nil }
    var uses = Uses()
    // Several that are weighed are one value, RFC 2798 §2.7.
    let weighed = card.properties.compactMap(LDIFLanguages.part)
    var languages = weighed.count > 1 ? weighed.joined(separator: ", ") : ""
    for property in card.properties where !property.isComment {
      if weighed.count > 1, LDIFLanguages.part(property) != nil {
        if let row = LDIFAttribute.row(.languages), !languages.isEmpty {
          LDIFWriter.append(names[row], languages.utf8.span, to: &octets)
        }
        languages = ""
        continue
      }
      if property.known == .kind, saysKind, property.text == kind, isBare(property) {
        saysKind = false
        continue
      }
      if property.known == .source, saysSource {
        saysSource = false
        if isBare(property), DistinguishedName.uri(name) == property.text { continue }
      }
      write(property, at: card.start, &uses, into: &octets, notes: &notes)
    }
    octets.append(0x0A)
  }

  private static func classes(ofKind kind: String) -> [UInt8] {
    var octets: [UInt8] = []
    for name in LDIFAttribute.classes(ofKind: kind) {
      append(Array("objectClass".utf8), name.utf8.span, to: &octets)
    }
    return octets
  }

  /// What an entry holds already.
  struct Uses {
    private var rows = [Bool](repeating: false, count: LDIFAttribute.all.count)
    private var addresses = 0

    /// Whether the attribute of a row may stand, by those that stand already: a name, an address and what
    /// else is made of several attributes is there once.
    mutating func mayStand(_ row: Int) -> Bool {
      guard let use = LDIFAttribute.uses[row] else { return true }
      defer { rows[use] = true }
      return !rows[use]
    }

    /// The number of an address of mail.
    mutating func nextAddress() -> Int {
      addresses += 1
      return addresses - 1
    }
  }

  func write(
    _ property: Property, at place: SourcePosition, _ uses: inout Uses,
    into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    let found = LDIFPairs(property)
    let mayStand =
      found.pairs.first?.row.map { uses.mayStand($0) } ?? !found.pairs.isEmpty
    if mayStand {
      for pair in found.pairs {
        var name = pair.name
        if let row = pair.row {
          let attribute = LDIFAttribute.all[row]
          name = attribute.names[0]
          if row == LDIFAttribute.address {
            name = attribute.names[min(uses.nextAddress(), 2)]
          }
        }
        for option in pair.options { name += ";" + option }
        LDIFWriter.append(Array(name.utf8), pair.value.span, pair.form, to: &octets)
      }
      if found.loss == .nothing { return }
    }
    if carries {
      let isFurther = !mayStand && !found.pairs.isEmpty
      let line = carrier(property)
      LDIFWriter.append(isFurther ? carriedFurther : carried, line.span, to: &octets)
    }
    let note = LDIFWriter.note(
      property, mayStand ? found.loss : .property, at: place, carries: carries)
    if let note { notes.append(note) }
  }

  /// The line that carries a property.
  private func carrier(_ property: Property) -> [UInt8] {
    let isOneLine =
      !property.isMalformed && !property.isNestedCard && !property.isQuotedPrintable
      && !property.hasUnindentedLines
    if isOneLine { return property.lineOctets }
    var card = Card(version: .version40)
    if property.isMalformed {
      card.append(ContentLine(TypedProperty.line, .text(property.text)))
    } else {
      card.append(property.contentLine)
    }
    return card.properties.first { _ in true }?.lineOctets ?? []
  }

  /// What is told of what attributes do not say; `nil` where nothing is.
  static func note(
    _ property: Property, _ loss: LDIFPairs.Loss, at place: SourcePosition, carries: Bool
  ) -> Diagnostic? {
    let name = property.isMalformed ? "a line that is no property" : property.canonicalName
    let end = carries ? "carried as vcardProperty" : "left out"
    // Nothing is lost with a value that says nothing.
    guard !property.rawValue.allSatisfy({ $0 == UInt8(ascii: ";") || $0 == 0x20 }) else {
      return nil
    }
    let code: Diagnostic.Code
    let message: String
    switch loss {
    case .nothing, .form: return nil
    case .property:
      code = .lossProperty
      message = "LDIF has no attribute for this \(name); \(end)"
    case .parameters(let names):
      // How a value is written is no matter of what it says.
      let names = names.filter { $0 != "VALUE" }
      if names.isEmpty, !property.types.isEmpty || ![.tel, .url, .adr].contains(property.known) {
        return nil
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
    return Diagnostic(severity: .note, code: code, position: place, message: message)
  }

  // MARK: Lines

  /// Appends a line, folded.
  static func append(
    _ name: [UInt8], _ value: Span<UInt8>, _ form: LDIFEntry.Form = .plain,
    to octets: inout [UInt8]
  ) {
    var column = 0
    fold(name.span, &column, to: &octets)
    if form == .base64 || !isSafe(value) {
      fold(base64Mark.span, &column, to: &octets)
      fold(Base64.encode(value, by: .best).span, &column, to: &octets)
    } else {
      fold((form == .reference ? referenceMark : plainMark).span, &column, to: &octets)
      fold(value, &column, to: &octets)
    }
    octets.append(0x0A)
  }

  private static let plainMark = Array(": ".utf8)
  private static let base64Mark = Array(":: ".utf8)
  private static let referenceMark = Array(":< ".utf8)

  /// Appends a part of a line that stands in a column, folded.
  private static func fold(_ part: Span<UInt8>, _ column: inout Int, to octets: inout [UInt8]) {
    var index = 0
    while part.count - index > width - column {
      let end = index + width - column
      octets.append(part.extracting(index..<end))
      octets.append(0x0A)
      octets.append(0x20)
      index = end
      column = 1
    }
    octets.append(part.extracting(index..<part.count))
    column += part.count - index
  }

  /// Whether a value may stand as it is: RFC 2849's SAFE-STRING without blanks at its ends, which
  /// editors take away, and without control characters.
  private static func isSafe(_ value: Span<UInt8>) -> Bool {
    guard !value.isEmpty else { return true }
    let (first, last) = (value[0], value[value.count - 1])
    if first == 0x20 || last == 0x20 || first == UInt8(ascii: ":") || first == UInt8(ascii: "<") {
      return false
    }
    // Without a branch an octet, so that vectors do it.
    var odd: UInt8 = 0
    for index in value.indices { odd |= value[index] &- 0x20 > 0x5E ? 1 : 0 }
    return odd == 0
  }
}
