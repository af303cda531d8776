/// Gathers the notes of a preset.
struct Teller {
  /// What the importer is called.
  let importer: String
  /// Octets of the card before the first edit: lines that start beyond them were edited.
  let readOctets: Int
  /// Where every note points, if not at its line.
  let place: SourcePosition?
  var notes: [Diagnostic] = []

  init(importer: String, readOctets: Int, place: SourcePosition?) {
    self.importer = importer
    self.readOctets = readOctets
    self.place = place
  }

  mutating func tell(_ property: Property, _ message: String) {
    let isAsRead = Int(property.row.start) < readOctets
    tell(at: isAsRead ? property.position : property.start, message)
  }

  mutating func tell(at position: SourcePosition, _ message: String) {
    notes.append(
      Diagnostic(
        severity: .note, code: .importerChange, position: place ?? position, message: message))
  }
}

/// What becomes of a line.
enum LineEdit {
  case keep, remove
  case replace(ContentLine)
}

extension Card {
  /// Goes through the properties of some names once, and does with each what is answered.
  ///
  /// Lines that are no property, and nested cards, are left alone.
  mutating func edit(_ names: NameSet, _ edit: (Property) -> LineEdit) {
    self.edit({ row, _ in names.contains(row.known) }, edit)
  }

  /// Goes through the properties that have an octet in their parameters, likewise.
  mutating func edit(parametersWith octet: UInt8, _ edit: (Property) -> LineEdit) {
    self.edit({ row, bytes in bytes[row.parameterRange].dropFirst().contains(octet) }, edit)
  }

  /// Goes through the properties of some names that have a word in their parameters, likewise.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - word: ASCII letters in upper case; their case in the parameters does not matter.
  ///   - edit: What becomes of a property.
  mutating func edit(
    _ names: NameSet, parametersWith word: StaticString, _ edit: (Property) -> LineEdit
  ) {
    self.edit(
      { row, bytes in names.contains(row.known) && row.mayHave(word, in: bytes.span) }, edit)
  }

  /// Takes the mark of what was derived, where no version has it.
  mutating func dropDerivedMarks() {
    guard !rules.isModern else { return }
    let mark = rules.derivedName
    edit({ row, bytes in row.mayHave("X-DERIVED", in: bytes.span) }) { property in
      guard !property.parameter(mark).isEmpty, var line = ContentLine(copying: property) else {
        return .keep
      }
      line.parameters.removeAll { $0.name == mark }
      return .replace(line)
    }
  }

  private mutating func edit(
    _ isWanted: (Row, [UInt8]) -> Bool, _ edit: (Property) -> LineEdit
  ) {
    var index = 0
    while index < rows.count {
      let row = rows[index]
      guard !row.isEnvelope, row.known != .malformed, !row.flags.contains(.nested),
        isWanted(row, octets)
      else {
        index += 1
        continue
      }
      let property = property(at: index)
      switch edit(property) {
      case .keep: index += 1
      case .replace(let line):
        replace(property, with: line)
        index += 1
      case .remove: remove(property)
      }
    }
  }

  /// The properties of some names, in order.
  func properties(of names: NameSet) -> [Property] {
    var found: [Property] = []
    for index in rows.indices where names.contains(rows[index].known) {
      found.append(property(at: index))
    }
    return found
  }

  /// The first property of a name that no standard has.
  func first(named name: String) -> Property? {
    for index in rows.indices where rows[index].known == .unknown {
      let property = property(at: index)
      if property.canonicalName == name { return property }
    }
    return nil
  }

  /// The parameter that marks what was derived.
  var derivedMark: Parameter { rules.derivedMark }

  /// The first `item1`, `item2`, … that no line has for its group.
  func freeGroup() -> String {
    var used: Set<String> = []
    for property in properties {
      if let group = property.group { used.insert(group.lowercased()) }
    }
    var number = 1
    while used.contains("item\(number)") { number += 1 }
    return "item\(number)"
  }

  /// What the X-ABLabel in the group of a property says, without the marks of Apple's own labels.
  func label(of property: Property) -> AppleLabel? {
    guard let group = property.group?.lowercased(),
      let label = properties(named: .xABLabel).first(where: { $0.group?.lowercased() == group })
    else { return nil }
    return AppleLabel(label.text)
  }

  /// Adds a property with a label, both marked as derived.
  mutating func appendDerived(_ line: ContentLine, label: String) {
    var line = line
    let group = freeGroup()
    line.group = group
    line.parameters.append(derivedMark)
    append(line)
    append(
      ContentLine(
        group: group, "X-ABLabel", parameters: [derivedMark], .verbatim("_$!<\(label)>!$_")))
  }
}

/// A label of Apple's, such as `_$!<Mother>!$_`, or somebody's own.
struct AppleLabel {
  /// The word, such as `Mother`.
  let word: String
  /// The word in lower case.
  var key: String { word.lowercased() }

  /// Creates a label; `nil` when nothing is in it.
  init?(_ text: String) {
    let marked = text.utf8.starts(with: "_$!<".utf8) && text.hasSuffix(">!$_")
    let word = marked ? String(text.dropFirst(4).dropLast(4)) : text
    guard word.utf8.contains(where: { !Octets.isBlank($0) }) else { return nil }
    self.word = word
  }
}

extension ContentLine {
  /// The line as a property says it, so that all but what is changed of it comes out the same.
  ///
  /// It is `nil` for base64 that cannot be decoded.
  ///
  /// - Parameter property: The property.
  init?(copying property: Property) {
    guard let value = ContentLine.value(copying: property) else { return nil }
    self.init(
      group: property.group, property.name.spelling, parameters: property.parameters, value)
  }

  private static func value(copying property: Property) -> Value? {
    let row = property.row
    let isPlain =
      row.flags.isDisjoint(with: [.quotedPrintable, .base64, .unindented])
      && (row.folds == 0 || property.rules.foldsAnywhere) && property.parameter("CHARSET").isEmpty
    if isPlain {
      let octets = Unfolding.unfolded(property.bytes.span, row.valueRange)
      // The octets stay as they are, so that nothing is escaped anew.
      if property.readsUTF8 ? Octets.areUTF8(octets.span) : Octets.areASCII(octets.span) {
        return .verbatim(String(decoding: octets, as: UTF8.self))
      }
    }
    switch property.value {
    case .text(let text): return property.isBase64 ? nil : .text(text)
    case .list(let values): return .list(values)
    case .structure(let components): return .structure(components)
    case .binary(let mediaType, let octets): return .binary(mediaType: mediaType, octets: octets)
    }
  }
}

extension Property {
  /// The text in quotation marks for a message.
  var quotedText: String { Quote.of(Array(text.utf8).span) }

  /// The values of TYPE but for those that say nothing of the kind of address.
  var tellingTypes: [String] {
    types.filter { $0 != "pref" && $0 != "internet" && $0 != "voice" }
  }
}
