/// Gathers the notes of a preset.
struct Teller: ~Copyable {
  /// What the importer is called.
  let importer: String
  /// Octets of the card before the first edit: lines that start beyond them were edited.
  private let readOctets: Int
  /// Where every note points, if not at its line.
  private let place: SourcePosition?
  private(set) var notes: [Diagnostic] = []
  private var cursor: PlaceCursor

  /// Creates a teller for a card before the first edit.
  init(importer: String, _ card: Card, place: SourcePosition?) {
    (self.importer, self.place) = (importer, place)
    readOctets = card.octets.count
    cursor = PlaceCursor(start: card.start, unit: card.unit)
  }

  mutating func tell(_ property: Property, _ message: String) {
    notes.append(
      Diagnostic(
        severity: .note, code: .importerChange, position: place ?? position(of: property),
        message: message))
  }

  private mutating func position(of property: Property) -> SourcePosition {
    let offset = Int(property.row.start)
    return offset < readOctets
      ? cursor.place(of: offset, in: property.bytes.span) : property.start
  }
}

/// What becomes of a line.
enum LineEdit {
  case keep, remove
  case replace(ContentLine)
}

extension Card {
  /// Goes through the properties of some names once, and does with each what is answered; a word that
  /// their parameters have to hold is ASCII letters in upper case, whose case does not matter there.
  ///
  /// Lines that are no property, and nested cards, are left alone.
  mutating func edit(
    _ names: NameSet, parametersWith word: StaticString? = nil, _ edit: (Property) -> LineEdit
  ) {
    self.edit(
      { row, bytes in
        names.contains(row.known) && word.map { row.mayHave($0, in: bytes.span) } ?? true
      }, edit)
  }

  /// Goes through the properties that have an octet in their parameters, likewise.
  mutating func edit(parametersWith octet: UInt8, _ edit: (Property) -> LineEdit) {
    self.edit({ row, bytes in bytes[row.parameterRange].dropFirst().contains(octet) }, edit)
  }

  /// Takes the mark of what was derived, where no version has it.
  mutating func dropDerivedMarks() {
    guard !rules.isModern else { return }
    let mark = rules.derivedName.text
    edit({ row, bytes in row.mayHave("X-DERIVED", in: bytes.span) }) { property in
      guard !property.parameter(mark).isEmpty else { return .keep }
      return property.edited { line in line.parameters.removeAll { $0.name == mark } }
    }
  }

  private mutating func edit(
    _ isWanted: (Row, [UInt8]) -> Bool, _ edit: (Property) -> LineEdit
  ) {
    var replaced: [Int: ContentLine] = [:]
    var removed: Set<Int> = []
    for (index, row) in rows.enumerated() {
      guard !row.isEnvelope, row.known != .malformed, !row.flags.contains(.nested),
        isWanted(row, octets)
      else { continue }
      switch edit(property(at: index)) {
      case .keep: break
      case .replace(let line): replaced[index] = line
      case .remove: removed.insert(index)
      }
    }
    self.edit(replaced: replaced, removed: removed, inserted: [:], appended: [])
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

  /// The groups that no line has yet.
  var freeGroups: FreeGroups { FreeGroups(properties.lazy.map(\.group)) }

  /// Adds a property that is marked as derived.
  mutating func appendDerived(
    _ name: String, _ value: ContentLine.Value, _ parameters: [Parameter] = [], group: String? = nil
  ) {
    let parameters = parameters + [rules.derivedMark]
    append(ContentLine(group: group, name, parameters: parameters, value))
  }

  /// Adds a label that is marked as derived, in the group of what it is of.
  mutating func appendDerived(label: String, group: String) {
    appendDerived("X-ABLabel", .verbatim("_$!<\(label)>!$_"), group: group)
  }
}

/// What each X-ABLabel says of its group, without the marks of Apple's own: the first that says something.
struct GroupLabels: Sendable {
  /// By the groups in upper case; nothing where no label of a group says anything.
  private var labels: [String: AppleLabel?] = [:]

  init(_ labels: some Sequence<(group: String?, text: String)>) {
    for case (let group?, let text) in labels where self[group] == nil {
      self.labels[Property.Name.uppercased(group)] = .some(AppleLabel(text))
    }
  }

  init(_ card: Card) {
    self.init(card.properties(named: .xABLabel).lazy.map { ($0.group, $0.text) })
  }

  /// The label of a group.
  subscript(_ group: String?) -> AppleLabel? {
    group.flatMap { labels[Property.Name.uppercased($0)] } ?? nil
  }

  /// Whether a group has a label, whatever that says.
  func has(_ group: String) -> Bool { labels[Property.Name.uppercased(group)] != nil }
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
    let row = property.row
    let isPlain =
      row.flags.isDisjoint(with: [.quotedPrintable, .base64, .unindented])
      && (row.folds == 0 || property.rules.foldsAnywhere) && property.parameter("CHARSET").isEmpty
    if isPlain {
      let octets = Unfolding.unfolded(property.bytes.span, row.valueRange)
      // The octets stay as they are, so that nothing is escaped anew.
      if property.readsUTF8 ? Octets.areUTF8(octets.span) : Octets.areASCII(octets.span) {
        self.init(
          group: property.group, property.name.spelling, parameters: property.parameters,
          .verbatim(String(decoding: octets, as: UTF8.self)))
        return
      }
    }
    self.init(property) { .text($0) }
    if property.isBase64, case .text = value { return nil }
  }
}

extension Property {
  /// The line with a change; as it stands where its base64 cannot be decoded.
  func edited(_ change: (inout ContentLine) -> Void) -> LineEdit {
    guard var line = ContentLine(copying: self) else { return .keep }
    change(&line)
    return .replace(line)
  }

  /// The text in quotation marks for a message.
  var quotedText: String { Quote.of(Array(text.utf8).span) }
}
