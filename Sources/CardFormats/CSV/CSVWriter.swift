public import VCard

/// Writes cards as rows of a table in a program's columns.
///
/// ```
/// card ─▶ cells by the names of their columns ─▶ read again ─▶ what came back otherwise, as it
///                                                              stands, in a column `vCard NAME`
/// ```
/// What a card becomes is a record, of which a ``CSVTable`` makes a row once all columns are known.
/// A line in a column `vCard NAME` begins with the column that says the same, in brackets, and counts
/// as long as nobody has changed that cell.
public struct CSVWriter: CardDocumentWriter {
  /// How a table is made of the records.
  public let frame: DocumentFrame

  let dialect: CSVDialect
  let losses: CardConverter.Losses
  let fixed: CSVHeader
  /// The columns that some card needed, and what reads them again.
  private var names: [String]
  private var known: Set<String>
  private var maker: CSVCardMaker
  private var header: CSVHeader

  var cells: [(name: String, text: String)] = []
  var counts: [String: Int] = [:]
  var taken: Set<Int> = []

  // What the plain way remembers and uses again.
  let columns: CSVColumns
  /// A table of one number of each set, for samples.
  let samples: CSVHeader
  /// The values of its sets.
  let setSlots: [Int]
  let sampler: CSVCardMaker
  let fixedMaker: CSVCardMaker
  /// The names of columns with numbers, before and after the number, and of those without.
  let setNames: [[UInt8]]
  let partNames: [[[UInt8]]]
  let fixedNames: [[UInt8]]
  /// The parts of the components of ADR, and that of the whole.
  let addressParts: [Int]
  let formattedPart: Int
  let categorySeparator: String
  var storage = PlainStorage()
  var heads = OctetTable()
  var places: [Place] = []
  var fixedPlaces: [FixedPlace] = []
  var fixedColumns: [Int] = []
  /// Names of properties, and of the columns for their lines.
  var rawNames: [(name: String, column: [UInt8])] = []
  let fullName = 0
  let personName = 1
  let organizationName = 2
  var store: [UInt8] = []
  var key: [UInt8] = []
  var cell: [UInt8] = []
  /// The last number of each set in the card.
  var numbers: [Int]
  var takenSlots: [Bool]
  var plainLines: [PlainLine] = []
  var nameLines: [Int] = []
  var isNameBare = false
  /// Whether columns of N say something, and what they make of it.
  var isNamed = false
  var derivedName: [UInt8] = []
  var family: [(component: Int, text: Range<Int>)] = []

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - table: How the table is written.
  ///   - losses: Whether what columns cannot say stands in columns of its own, or is left out.
  public init(_ table: CSVTable.Options, losses: CardConverter.Losses = .kept) {
    self.losses = losses
    dialect = table.dialect
    frame = DocumentFrame(table: table)
    fixed = CSVHeader(table.dialect.columns)
    header = fixed
    names = table.dialect.columns
    known = Set(names)
    maker = CSVCardMaker(fixed, order: nil)
    fixedMaker = maker
    columns = CSVColumns(table.dialect)
    let samples = CSVHeader(columns.fixed + columns.numbered(columns.sets.map { _ in 1 }))
    self.samples = samples
    let setSlots = columns.sets.map { set in
      samples.columns.first { $0.name.hasPrefix("\(set.name) 1 - ") }?.slot ?? 0
    }
    self.setSlots = setSlots
    sampler = CSVCardMaker(samples, order: nil)
    setNames = columns.sets.map { Array("\($0.name) ".utf8) }
    partNames = columns.sets.map { $0.parts.map { Array(" - \($0)".utf8) } }
    fixedNames = columns.fixed.map { Array($0.utf8) }
    let address = columns.sets.firstIndex { $0.name == "Address" }.map { set in
      samples.slotColumns[setSlots[set]].map { samples.columns[$0].meaning.part }
    }
    addressParts = (0..<7).compactMap { address?.firstIndex(of: .component($0)) }
    formattedPart = address?.firstIndex(of: .formatted) ?? 0
    categorySeparator = dialect == .google ? CSVCardMaker.separator : ";"
    numbers = columns.sets.map { _ in 0 }
    takenSlots = fixed.slots.map { _ in false }
    for name in ["FN", "N", "ORG"] {
      rawNames.append((name, Array((CSVHeader.linesPrefix + name).utf8)))
    }
  }

  /// Properties that are for programs, and no column shows.
  static let hidden: Set<String> = [
    "UID", "REV", "PRODID", "KIND", "MEMBER", "SOURCE", "KEY", "LOGO", "SOUND", "CLIENTPIDMAP",
    "XML", "CREATED", "X-ABLABEL", "PHOTO", "X-ABADR", "FN", "X-ABUID", TypedProperty.line,
  ]

  /// Appends the record of a card.
  public mutating func write(
    _ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    if !isKnownUniquelyReferenced(&storage) { storage = PlainStorage() }
    let storage = storage
    let start = octets.count
    if heads.count > CSVWriter.mostHeads { forgetHeads() }
    if !writePlain(card, &storage.plain, into: &octets, notes: &notes) {
      writeThoroughly(card, into: &octets, notes: &notes)
    }
    if let charset = frame.table?.charset,
      let loss = charset.loss(in: octets.span.extracting(start...), at: card.start)
    {
      notes.append(loss)
    }
  }

  /// Heads and labels, so that cards with heads of their own take no memory.
  static let mostHeads = 4096

  private mutating func forgetHeads() {
    heads = OctetTable()
    (places, fixedPlaces, fixedColumns, store) = ([], [], [], [])
    rawNames.removeLast(rawNames.count - 3)
  }

  /// Appends the record of a card by reading all of its cells again; what
  /// ``write(_:into:notes:)`` must come to.
  package mutating func writeThoroughly(
    _ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]
  ) {
    let start = octets.count
    cells.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    let properties = Array(card.properties)
    let labels = CSVWriter.labels(of: properties)
    let places = properties.map { property -> Placed in
      let label = property.group.flatMap { labels[$0.lowercased()] }
      if property.isMalformed { return Placed(property: property, label: label) }
      let column = place(property, label: label ?? "")
      return Placed(property: property, label: label, column: column)
    }
    var raw = rawLines(places, notes: &notes, at: card.start)
    addName(properties, to: &raw, notes: &notes, at: card.start)
    for (name, text) in cells where !text.isEmpty {
      CSVRecord.append(columns.number(of: name), text.utf8.span, to: &octets)
    }
    for (name, lines) in raw where losses == .kept {
      let column = CSVHeader.linesPrefix + name
      let place = CSVRecord.begin(named: column.utf8.span, to: &octets)
      octets += lines.joined(separator: "\n").utf8
      CSVRecord.end(place, name: column.utf8.count, in: &octets)
    }
    if octets.count == start { notes.append(nothing(at: card.start)) }
  }

  /// The labels of groups, by the groups in lower case; one belongs to the one other property.
  static func labels(of properties: [Property]) -> [String: String] {
    var labels: [String: String] = [:]
    var members: [String: Int] = [:]
    for property in properties {
      guard let group = property.group?.lowercased() else { continue }
      members[group, default: 0] += 1
      if property.canonicalName == "X-ABLABEL" { labels[group] = property.text }
    }
    return labels.filter { members[$0.key] == 2 }
  }

  /// A property, the label of its group, and the column that says it.
  struct Placed {
    let property: Property
    var label: String?
    var column: String?
  }

  // MARK: Columns

  /// Puts a property into free columns; gives the first of them that says something.
  private mutating func place(_ property: Property, label: String) -> String? {
    let name = property.canonicalName
    let texts = CSVWriter.texts(of: property)
    guard texts.contains(where: { !$0.isEmpty }), property.binary == nil else { return nil }
    if let set = dialect.numbered.firstIndex(where: { $0.properties.contains(name) }) {
      return place(property, label: label, in: set)
    }
    let slot = fixedSlots(property, label: label).first {
      taken.isDisjoint(with: fixed.columns(of: $0, for: property))
    }
    if let slot, let column = fill(slot, with: property) { return column }
    guard !CSVWriter.hidden.contains(name), !dialect.numbered.isEmpty else { return nil }
    // Into one for whatever there is.
    return place(property, label: label, in: dialect.numbered.count - 1)
  }

  /// Puts a property into the next columns of a set; gives the first of them that says something.
  mutating func place(_ property: Property, label: String, in set: Int) -> String? {
    let name = dialect.numbered[set].name
    counts[name, default: 0] += 1
    let number = counts[name, default: 1]
    var first: (component: Int, column: String)?
    for (index, text) in samples.cells(
      of: property, in: setSlots[set], label: label, separator: categorySeparator)
    where !text.isEmpty {
      let sample = samples.columns[index]
      let column = "\(name) \(number)" + sample.name.dropFirst(name.count + 2)
      cells.append((column, text))
      let component: Int
      switch sample.meaning.part {
      case .whole: component = 0
      case .component(let number): component = number
      default: continue
      }
      if component < first?.component ?? .max { first = (component, column) }
    }
    return first?.column
  }

  /// The word of Google's for a label or for types.
  static func label(_ property: Property, _ label: String) -> String {
    if !label.isEmpty { return apple(label) }
    let types = property.types.filter { !["voice", "internet", "pref", "text"].contains($0) }
    switch property.canonicalName {
    case "ANNIVERSARY": return "Anniversary"
    case "RELATED":
      return types.first.flatMap { Relation.typed($0)?.word } ?? types.joined(separator: " ")
    default: break
    }
    let sorted = Set(types)
    if let known = CSVLabel.words.first(where: { Set($0.types) == sorted }) { return known.label }
    return types.joined(separator: " ")
  }

  /// Apple's `_$!<Home>!$_` without its marks.
  private static func apple(_ label: String) -> String {
    label.hasPrefix("_$!<") && label.hasSuffix(">!$_")
      ? String(label.dropFirst(4).dropLast(4)) : label
  }

  /// The component of names as they sound that a property says.
  static func phonetic(_ property: Property) -> Int? {
    PropertyRegistry.named(property.canonicalName)?.phoneticComponent
  }

  /// The slots of columns that every table has which may say a property, the best first.
  func fixedSlots(_ property: Property, label: String) -> [Int] {
    let name = CSVWriter.phonetic(property) == nil ? property.canonicalName : "PHONETIC"
    let types = Set(property.types).subtracting(["voice", "internet", "pref", "text"])
    func fits(_ slot: CSVHeader.Slot, exactly: Bool) -> Bool {
      guard slot.property == name else { return false }
      if name == "IMPP" { return false }
      if (slot.label ?? "") != label, exactly || slot.label != nil { return false }
      if exactly { return Set(slot.types) == types }
      return slot.types.isEmpty || name == "EMAIL" || name == "URL"
    }
    let exact = fixed.slots.indices.filter { fits(fixed.slots[$0], exactly: true) }
    return exact
      + fixed.slots.indices.filter {
        fits(fixed.slots[$0], exactly: false) && !exact.contains($0)
      }
  }

  /// Puts a property into the columns of a slot; gives the first of them that says something.
  mutating func fill(_ slot: Int, with property: Property) -> String? {
    var first: String?
    for (index, text) in fixed.cells(
      of: property, in: slot, label: "", separator: categorySeparator)
    {
      taken.insert(index)
      if text.isEmpty { continue }
      let column = fixed.columns[index].name
      cells.append((column, text))
      first = first ?? column
    }
    return first
  }

  /// What cells say of a property: a text for each component, or one, without the scheme of a
  /// telephone number, and dates with hyphens.
  static func texts(of property: Property) -> [String] {
    let name = property.canonicalName
    switch property.value {
    case .structure(let components):
      return components.map { $0.filter { !$0.isEmpty }.joined(separator: " ") }
    case .list(let texts): return texts
    default: break
    }
    let text = property.text
    if name == "TEL", text.lowercased().hasPrefix("tel:") { return [String(text.dropFirst(4))] }
    if ["BDAY", "ANNIVERSARY", "X-ABDATE"].contains(name), let date = PartialDate(text),
      date.hour == nil, date.month != nil, date.day != nil,
      let extended = DateText.extendedParts(CSVDates.basic(date))
    {
      return [extended]
    }
    return [text]
  }

  // MARK: What cells do not say

  /// What comes back of a line.
  private struct Key: Hashable {
    let name: String
    let parameters: [String]
    let value: [[String]]

    init(_ property: Property) {
      name = property.canonicalName
      parameters =
        property.parameters.map { parameter in
          let values = parameter.values.map { parameter.name == "TYPE" ? $0.lowercased() : $0 }
          return ([parameter.name] + values.sorted()).joined(separator: "\u{1F}")
        }.sorted()
      var value: [[String]]
      switch property.value {
      case .structure(let components): value = components.map { $0.filter { !$0.isEmpty } }
      case .list(let texts): value = [texts]
      default: value = [[property.text]]
      }
      while value.last?.isEmpty == true { value.removeLast() }
      self.value = value
    }
  }

  /// Whether lines say what properties of one slot, and the labels of their groups, say.
  static func isExact(_ placed: [Placed], _ lines: [ContentLine]) -> Bool {
    var card = Card(version: .version40)
    for line in lines { card.append(line) }
    var keys: [Key: Int] = [:]
    var left = 0
    for property in card.properties {
      keys[Key(property), default: 0] += 1
      left += 1
    }
    for one in placed {
      let key = Key(one.property)
      if one.property.group != nil, one.label == nil { return false }
      guard let count = keys[key], count > 0 else { return false }
      keys[key] = count - 1
      left -= 1
      if let label = one.label {
        guard keys.contains(where: { $0.key.name == "X-ABLABEL" && $0.key.value == [[label]] })
        else { return false }
        left -= 1
      }
    }
    return left == 0
  }

  /// Reads the cells again; gives the lines that do not come back as they were, by their names.
  private mutating func rawLines(
    _ places: [Placed], notes: inout [Diagnostic], at place: SourcePosition
  ) -> [(name: String, lines: [String])] {
    let further = cells.map(\.name).filter { known.insert($0).inserted }
    if !further.isEmpty {
      names += further
      header = CSVHeader(names)
      maker = CSVCardMaker(header, order: nil)
    }
    let texts = Dictionary(cells.map { ($0.name, $0.text) }) { first, _ in first }
    let found = maker.lines(of: header.columns.map { texts[$0.name] ?? "" }, at: place)
    derived = CSVCardMaker.shownName(found.flatMap { $0 }) ?? ""
    let slots = Dictionary(header.columns.map { ($0.name, $0.slot) }) { first, _ in first }
    var bySlot: [Int: [Placed]] = [:]
    for placed in places {
      if let slot = placed.column.flatMap({ slots[$0] }) {
        bySlot[slot, default: []].append(placed)
      }
    }
    var exact: Set<Int> = []
    for (slot, placed) in bySlot where CSVWriter.isExact(placed, found[slot]) {
      exact.insert(slot)
    }
    var names: [String] = []
    var lines: [String: [String]] = [:]
    // The groups with a label whose lines have columns, and whether these say all.
    var labelled: [String: Bool] = [:]
    for placed in places where placed.label != nil {
      guard placed.property.canonicalName != "X-ABLABEL", let column = placed.column,
        let group = placed.property.group?.lowercased()
      else { continue }
      labelled[group] = slots[column].map(exact.contains) ?? false
    }
    for placed in places {
      let name = placed.property.canonicalName
      if name == "FN", placed.column == nil, !hasNameColumn { continue }
      let ofLabelled =
        name == "X-ABLABEL" ? placed.property.group.flatMap { labelled[$0.lowercased()] } : nil
      if ofLabelled == true { continue }
      let slot = placed.column.flatMap { slots[$0] }
      if let slot, exact.contains(slot) { continue }
      // The columns of what has a label say it, or that they do not say all.
      if ofLabelled == nil,
        let note = loss(of: placed.property, hasColumn: placed.column != nil, at: place)
      {
        notes.append(note)
      }
      let column = placed.property.isMalformed ? "LINE" : name
      if lines[column] == nil { names.append(column) }
      lines[column, default: []].append(
        (placed.column.map { "[\($0)] " } ?? "") + CSVWriter.line(placed.property))
    }
    return names.map { ($0, lines[$0] ?? []) }
  }

  /// What is told of a line that columns do not say, or not whole; `nil` where nothing is lost.
  func loss(of property: Property, hasColumn: Bool, at place: SourcePosition) -> Diagnostic? {
    let name = property.canonicalName
    let message: String
    if losses == .kept {
      if hasColumn || property.isMalformed || CSVWriter.hidden.contains(name) { return nil }
      message = "\(name) has no column; carried in the column \(CSVHeader.linesPrefix)\(name)"
    } else {
      // Nothing is lost with a value that says nothing.
      if property.rawValue.allSatisfy({ $0 == UInt8(ascii: ";") || $0 == 0x20 }) { return nil }
      let name = property.isMalformed ? "a line that is no property" : name
      message =
        hasColumn
        ? "no column says all of \(name); the rest is left out"
        : "no column says \(name); left out"
    }
    return Diagnostic(
      severity: .note, code: hasColumn ? .lossValue : .lossProperty, position: place,
      message: message)
  }

  /// What is told of a card of which no cell says anything.
  func nothing(at place: SourcePosition) -> Diagnostic {
    Diagnostic(
      severity: .note, code: .lossProperty, position: place,
      message: "the card says nothing; its row is empty, which is no card when it is read")
  }

  /// Whether a column is for the name that is shown.
  var hasNameColumn: Bool { fixed.columns.contains { $0.meaning.property == "FN" } }

  /// What a card is shown by whose cells were read again.
  private var derived = ""

  /// Adds FN where it is not what the other columns make of it.
  private mutating func addName(
    _ properties: [Property], to raw: inout [(name: String, lines: [String])],
    notes: inout [Diagnostic], at place: SourcePosition
  ) {
    guard !hasNameColumn else { return }
    let names = properties.filter { $0.canonicalName == "FN" }
    guard let first = names.first else { return }
    if names.count == 1, CSVWriter.isBare(first), first.text == derived { return }
    var lines = names.map { CSVWriter.line($0) }
    let isNamed = cells.contains { cell in
      fixed.columns.contains { $0.name == cell.name && $0.meaning.property == "N" }
    }
    if !isNamed,
      let given = fixed.columns.first(where: {
        $0.meaning.property == "N" && $0.meaning.part == .component(1)
      })
    {
      // Something has to be shown of whom has no name in parts.
      cells.append((given.name, first.text))
      lines[0] = "[\(given.name)] " + lines[0]
      derived = first.text
    }
    if losses == .dropped { notes += names.compactMap { lossOfName($0, derived, at: place) } }
    raw.insert(("FN", lines), at: 0)
  }

  /// Whether there is nothing but the name.
  private static func isBare(_ name: Property) -> Bool {
    name.parameters.isEmpty && name.group == nil
  }

  /// What is told of a name that is left out; `nil` where the other columns say it.
  func lossOfName(
    _ name: Property, _ shown: String, at place: SourcePosition
  ) -> Diagnostic? {
    let isBare = CSVWriter.isBare(name)
    return isBare && name.text == shown ? nil : loss(of: name, hasColumn: !isBare, at: place)
  }

  /// A line without folds and line end.
  private static func line(_ property: Property) -> String {
    String(decoding: property.lineOctets, as: UTF8.self)
  }
}
