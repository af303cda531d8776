import VCard

/// Makes cards of the rows of a table.
struct CSVCardMaker {
  private let header: CSVHeader
  private var dates: [CSVDates]
  /// Columns of which it was told that the order of a date is a guess.
  private var guessed: Set<Int> = []

  private var lines: [ContentLine] = []
  private var groups = 0
  private var found: [Diagnostic] = []
  private var place = SourcePosition()

  /// What the columns of a value hold.
  private struct Value {
    var texts: [String] = []
    var components: [[String]] = []
    var label = ""
    var service = ""
    var formatted = ""
    var year = ""
    var month = ""
    var day = ""
    var column = 0
  }

  /// - Parameters:
  ///   - header: The names of the columns.
  ///   - order: The order of day and month, where it was told.
  init(_ header: CSVHeader, order: DateOrder?) {
    self.header = header
    dates = header.columns.map { _ in CSVDates(told: order, language: header.language) }
  }

  /// The columns whose dates may show their order.
  var dateColumns: [Int] {
    header.columns.indices.filter { CSVCardMaker.holdsDate(header.columns[$0].meaning) }
  }

  /// Looks at the date of a column before any card is made, for the order of its parts.
  mutating func look(at date: String, in column: Int) { dates[column].note(date) }

  /// Lets columns whose dates show no order have that of another.
  mutating func finishLooking() {
    guard let order = dates.lazy.compactMap(\.order).first else { return }
    for index in dates.indices where dates[index].order == nil {
      dates[index] = CSVDates(told: order, language: header.language)
    }
  }

  private static func holdsDate(_ meaning: CSVMeaning) -> Bool {
    ["BDAY", "ANNIVERSARY", "X-ABDATE"].contains(meaning.property) && meaning.part == .whole
  }

  /// Makes a card of a row.
  mutating func card(of cells: [String], at place: SourcePosition) -> (Card, [Diagnostic]) {
    let raw = rawLines(in: cells)
    var said = lines(of: cells, at: place, afterGroups: raw.lazy.map(\.lastGroup).max() ?? 0)
    let kept = held(raw) { $0 < cells.count ? cells[$0] : nil }
    var names = said.flatMap { $0 }.filter { $0.name == "FN" }
    if names.isEmpty, !kept.contains(where: { $0.property.canonicalName == "FN" }),
      let name = CSVCardMaker.shownName(said.flatMap { $0 }), !name.isEmpty
    {
      names.append(ContentLine("FN", .text(name)))
    }
    let replaced = Set(kept.compactMap(\.slot))
    for line in kept {
      guard let slot = line.slot else { continue }
      // Names as they sound share their columns.
      let name = CSVWriter.phonetic(line.property).map { _ in line.property.canonicalName }
      said[slot].removeAll { name == nil || $0.name == name }
    }
    var card = Card(version: .version40)
    let lines = said.flatMap { $0 }
    let isNameReplaced = replaced.contains { header.slots[$0].property == "FN" }
    for line in names where !isNameReplaced { card.append(line) }
    for line in lines where line.name == "N" { card.append(line) }
    for line in lines where line.name != "N" && line.name != "FN" { card.append(line) }
    for line in kept { card.append(rawLine: line.octets) }
    card.stand(at: place)
    return (card, found)
  }

  /// The lines that the columns of each value say; what has no column comes last.
  mutating func lines(
    of cells: [String], at place: SourcePosition, afterGroups group: Int = 0
  ) -> [[ContentLine]] {
    var (number, told) = (group, [Diagnostic]())
    let said = header.slots.indices.map { slot in
      lines(of: slot, at: place, groups: &number, found: &told) {
        $0 < cells.count ? cells[$0] : nil
      }
    }
    (lines, found) = ([], told)
    for (index, cell) in cells.enumerated().dropFirst(header.columns.count) where !cell.isEmpty {
      keep(cell, as: "Column \(index + 1)")
    }
    return said + [lines]
  }

  /// The lines that the columns of one value say.
  ///
  /// - Parameters:
  ///   - slot: The value.
  ///   - place: Of the row.
  ///   - number: The number of the last group, and of the last one then.
  ///   - told: Receives what is odd.
  ///   - text: The cell of a column; `nil` where the row has none.
  /// - Returns: The lines.
  mutating func lines(
    of slot: Int, at place: SourcePosition, groups number: inout Int,
    found told: inout [Diagnostic], _ text: (_ column: Int) -> String?
  ) -> [ContentLine] {
    (lines, found, groups) = ([], [], number)
    self.place = place
    var value: Value?
    for index in header.slotColumns[slot] {
      if let cell = text(index) { put(cell, index, into: &value) }
    }
    if let value { say(value, header.slots[slot]) }
    number = groups
    told += found
    return lines
  }

  /// A line of a vCard that stands in a cell.
  struct RawLine {
    let octets: [UInt8]
    let property: Property
    /// The value whose columns say the same.
    let slot: Int?

    /// The number of its group `item1`, for others to be different.
    var lastGroup: Int {
      guard let group = property.group?.lowercased(), group.hasPrefix("item") else { return 0 }
      return min(Int(group.dropFirst(4)) ?? 0, 1_000_000)
    }
  }

  /// The lines of vCards in cells, but for what is around a card.
  private func rawLines(in cells: [String]) -> [RawLine] {
    var raw: [RawLine] = []
    for (index, column) in header.columns.enumerated()
    where column.meaning.part == .lines && index < cells.count {
      let cell = CSVCardMaker.unguarded(cells[index])
      for line in cell.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        if let line = rawLine(Array(line)) { raw.append(line) }
      }
    }
    return raw
  }

  /// Reads a line of a vCard, before which the column that says the same may stand in brackets; `nil`
  /// where it is none, or its column is gone.
  func rawLine(_ line: [UInt8]) -> RawLine? {
    var octets = line
    var slot: Int?
    if octets.first == UInt8(ascii: "["), let end = octets.firstIndex(of: UInt8(ascii: "]")) {
      let name = String(decoding: octets[1..<end], as: UTF8.self)
      slot = header.columns.first { $0.name == name }?.slot
      octets.removeSubrange(...end)
      if octets.first == 0x20 { octets.removeFirst() }
      if slot == nil || octets.isEmpty { return nil }
    }
    var card = Card(version: .version40)
    card.append(rawLine: octets + [0x0D, 0x0A])
    return card.properties.first { _ in true }.map {
      RawLine(octets: octets + [0x0D, 0x0A], property: $0, slot: slot)
    }
  }

  /// The lines that count: those whose cells are as the line left them, and those of no cells.
  private func held(_ raw: [RawLine], _ text: (_ column: Int) -> String?) -> [RawLine] {
    let labels = CSVWriter.labels(of: raw.map(\.property))
    /// The groups whose label a changed cell says.
    var changed: Set<String> = []
    let held = raw.filter { line in
      guard let slot = line.slot else { return true }
      let group = line.property.group?.lowercased()
      let label = group.flatMap { labels[$0] }
      if holds(line.property, slot: slot, label: label ?? "", text) { return true }
      if let group, label != nil, hasLabel(slot) { changed.insert(group) }
      return false
    }
    if changed.isEmpty { return held }
    return held.filter { line in
      line.slot != nil || line.property.canonicalName != "X-ABLABEL"
        || !changed.contains(line.property.group?.lowercased() ?? "")
    }
  }

  /// Whether a column is for the label of a value.
  func hasLabel(_ slot: Int) -> Bool {
    header.slotColumns[slot].contains { header.columns[$0].meaning.part == .label }
  }

  /// Whether the cells of a value say what they said when a line was written beside them.
  ///
  /// - Parameters:
  ///   - property: The line.
  ///   - slot: The value.
  ///   - label: The label of the line's group.
  ///   - text: The cell of a column; `nil` where the row has none.
  /// - Returns: Whether they do, in whatever form a program for tables has given to them.
  func holds(
    _ property: Property, slot: Int, label: String, _ text: (_ column: Int) -> String?
  ) -> Bool {
    // Programs separate categories in two ways.
    let separators =
      property.canonicalName == "CATEGORIES"
      ? [CSVCardMaker.separator, ";"] : [CSVCardMaker.separator]
    return separators.contains { separator in
      let left = header.cells(of: property, in: slot, label: label, separator: separator)
      let found = left.map { column, _ in
        (column: column, text: CSVCardMaker.unguarded(text(column) ?? ""))
      }
      if zip(left, found).allSatisfy({ isSame($0.text, as: $1.text, in: $0.column) }) {
        return true
      }
      let lines = comparable(left, slot)
      return !lines.isEmpty && lines == comparable(found, slot)
    }
  }

  /// Whether a cell is as it was left, but for blanks, and for a `+` that Excel takes from numbers.
  private func isSame(_ left: String, as found: String, in column: Int) -> Bool {
    if left == found { return true }
    let (words, others) = (
      left.split(whereSeparator: \.isWhitespace), found.split(whereSeparator: \.isWhitespace)
    )
    if words == others { return true }
    return header.columns[column].meaning.property == "TEL" && "+" + found == left
      && found.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// What cells of a value say, without numbers of groups.
  private func comparable(
    _ cells: [(column: Int, text: String)], _ slot: Int
  ) -> [ContentLine] {
    var (maker, number, told) = (self, 0, [Diagnostic]())
    let lines = maker.lines(of: slot, at: place, groups: &number, found: &told) { column in
      cells.first { $0.column == column }?.text
    }
    return lines.map { line in
      var line = line
      line.group = nil
      return line
    }
  }

  /// A cell without what keeps programs from taking it for a formula.
  private static func unguarded(_ cell: String) -> String {
    isGuarded(Array(cell.utf8.prefix(64))[...]) ? String(cell.dropFirst()) : cell
  }

  /// Whether a cell begins with an apostrophe that keeps programs from taking it for something else.
  static func isGuarded(_ cell: ArraySlice<UInt8>) -> Bool {
    guard cell.first == UInt8(ascii: "'"), let next = cell.dropFirst().first else { return false }
    return [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D, 0x0A, 0x27].contains(next)
      || cell.dropFirst().allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || " +-().,/#*;:".utf8.contains($0)
      }
  }

  /// What programs write where there is nothing.
  private static let nothing: Set<String> = [
    "unspecified", "keine angabe", "normal", "aus", "falsch", "false", "smtp", "ex", "0",
    "no", "non", "nein", "indéfini", "sin especificar", "falso", "faux", "off",
  ]

  /// Octets of the longest of them.
  private static let longestNothing = nothing.map(\.utf8.count).max() ?? 0

  /// Whether a text of a column without a property says that there is nothing.
  static func isNothing(_ text: Span<UInt8>) -> Bool {
    text.count <= longestNothing && isNothing(String(decoding: CSVText.array(text), as: UTF8.self))
  }

  private static func isNothing(_ text: String) -> Bool {
    nothing.contains(text.lowercased()) || text == "0.0.00"
  }

  private static func isEmpty(_ text: String, in column: CSVHeader.Column) -> Bool {
    if holdsDate(column.meaning) { return CSVDates.isNone(text) }
    guard column.isKnown, ["X", "GENDER"].contains(column.meaning.property) else { return false }
    return isNothing(text)
  }

  private func put(_ cell: String, _ index: Int, into value: inout Value?) {
    let column = header.columns[index]
    if column.meaning.part == .lines { return }
    let text = CSVCardMaker.unguarded(cell)
    if text.allSatisfy(\.isWhitespace) || CSVCardMaker.isEmpty(text, in: column) { return }
    var changed = value ?? Value(column: index)
    switch column.meaning.part {
    case .whole, .lines: changed.texts.append(text)
    case .component(let number):
      while changed.components.count <= number { changed.components.append([]) }
      changed.components[number].append(text)
    case .label: changed.label = text
    case .service: changed.service = text
    case .formatted: changed.formatted = text
    case .year: changed.year = text
    case .month: changed.month = text
    case .day: changed.day = text
    }
    value = changed
  }

  // MARK: Values

  private mutating func say(_ value: Value, _ slot: CSVHeader.Slot) {
    switch slot.property {
    case "N", "ORG":
      let size = slot.property == "N" ? 5 : value.components.count
      if value.components.isEmpty { return add(slot.property, .structure([value.texts])) }
      add(slot.property, .structure(CSVCardMaker.padded(value.components, size)))
    case "PHONETIC":
      let names = ["X-PHONETIC-LAST-NAME", "X-PHONETIC-FIRST-NAME", "X-PHONETIC-MIDDLE-NAME"]
      for (name, texts) in zip(names, value.components) where !texts.isEmpty {
        add(name, .text(texts.joined(separator: " ")))
      }
    case "ADR": sayAddresses(value, slot)
    case "BDAY" where value.texts.isEmpty:
      sayDate([value.year, value.month, value.day], "BDAY")
    case "CATEGORIES": sayCategories(value.texts)
    case "X": sayCustom(value)
    default:
      let labels = CSVCardMaker.values(value.label)
      for text in value.texts {
        let texts = slot.isNumbered ? CSVCardMaker.values(text) : [text]
        for (index, text) in texts.enumerated() {
          let label = index < labels.count ? labels[index] : labels.first ?? ""
          say(text, slot, label: label, service: value.service, value.column)
        }
      }
      // A kind of no value: Outlook's type of an email, or a rest of Google's.
      let kind = value.service.isEmpty ? CSVLabel.bare(value.label) : value.service
      if value.texts.isEmpty, !kind.isEmpty, !CSVCardMaker.nothing.contains(kind.lowercased()),
        CSVLabel(kind, of: slot.property).text != nil
      {
        keep(kind, as: header.columns[value.column].name)
      }
    }
  }

  private mutating func say(
    _ text: String, _ slot: CSVHeader.Slot, label: String, service: String, _ column: Int
  ) {
    var kind = CSVLabel(label, of: slot.property)
    kind.types = slot.types + kind.types
    if let own = slot.label { kind.text = own }
    switch slot.property {
    case "BDAY", "ANNIVERSARY": sayDate(text, slot.property, column)
    case "X-ABDATE":
      if label.lowercased() == "anniversary" { return sayDate(text, "ANNIVERSARY", column) }
      sayDate(text, "X-ABDATE", column, kind.text ?? label)
    case "TEL":
      if CSVCardMaker.isDamaged(text) {
        tell(.warning, .csvDamagedNumber, "\(text) is no telephone number any more; kept as it is")
      }
      add("TEL", .text(text), kind)
    case "IMPP":
      kind.types.removeAll { MessagingService.named($0) != nil }
      sayMessaging(text, service.isEmpty ? slot.types.first ?? "" : service, kind)
    case "RELATED":
      let type = slot.types.first ?? CSVCardMaker.relation(label)
      if let type {
        add(
          "RELATED", .text(text),
          CSVLabel(types: [type], text: nil, isPreferred: kind.isPreferred),
          [Parameter("VALUE", "text")])
      } else {
        kind.types = []
        kind.text = label.isEmpty ? nil : CSVLabel.bare(label)
        add("X-ABRELATEDNAMES", .text(text), kind)
      }
    case "GENDER":
      let letters: [String: String] = [
        "male": "M", "m": "M", "männlich": "M", "masculin": "M", "masculino": "M", "homme": "M",
        "female": "F", "f": "F", "w": "F", "weiblich": "F", "féminin": "F", "femenino": "F",
        "femme": "F",
      ]
      if let letter = letters[text.lowercased()] {
        add("GENDER", .structure([[letter]]))
      } else {
        add("GENDER", .structure([[], [text]]))
      }
    case "LANG":
      let isTag =
        text.utf8.count <= 12
        && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy {
          1...8 ~= $0.utf8.count && $0.allSatisfy { $0.isASCII && $0.isLetter }
        }
      if isTag { add("LANG", .verbatim(text)) } else { keep(text, as: header.columns[column].name) }
    case "PHOTO", "URL", "CALURI":
      // What is no URI would be read as one.
      let isURI = !text.contains(where: \.isWhitespace)
      if isURI {
        add(slot.property, .init(verbatim: text, of: .url), kind)
      } else {
        keep(text, as: header.columns[column].name)
      }
    case "NICKNAME": add("NICKNAME", .list(CSVCardMaker.values(text)))
    default: add(slot.property, ContentLine.Value(decoded: text, of: slot.property), kind)
    }
  }

  private mutating func sayAddresses(_ value: Value, _ slot: CSVHeader.Slot) {
    // Google writes several addresses into one cell, part by part.
    let parts = value.components.map { texts -> [[String]] in
      slot.isNumbered ? texts.flatMap { CSVCardMaker.values($0) }.map { [$0] } : [texts]
    }
    let formatted = CSVCardMaker.values(value.formatted)
    let labels = CSVCardMaker.values(value.label)
    for index in 0..<max(1, parts.map(\.count).max() ?? 0, formatted.count) {
      var kind = CSVLabel(index < labels.count ? labels[index] : labels.first ?? "", of: "ADR")
      kind.types = slot.types + kind.types
      if let own = slot.label { kind.text = own }
      let components = CSVCardMaker.padded(
        parts.map { index < $0.count ? $0[index].filter { !$0.isEmpty } : [] }, 7)
      var parameters: [Parameter] = []
      let label = index < formatted.count ? formatted[index] : ""
      // What is only the parts put together says nothing more.
      if components.contains(where: {
        $0.contains { !CSVCardMaker.holds(label.utf8.span, $0.utf8.span) }
      })
        || components.allSatisfy(\.isEmpty)
      {
        if !label.isEmpty { parameters.append(Parameter("LABEL", label)) }
      }
      if components.allSatisfy(\.isEmpty), parameters.isEmpty { continue }
      add("ADR", .structure(components), kind, parameters)
    }
  }

  private mutating func sayCategories(_ texts: [String]) {
    var categories: [String] = []
    for text in texts {
      let isGoogle = text.contains(CSVCardMaker.separator) || text.hasPrefix("* ")
      let parts =
        isGoogle
        ? CSVCardMaker.values(text)
        : text.split { $0 == ";" || $0 == "," }.map { CSVCardMaker.trimmed(String($0)) }
      for part in parts where !part.isEmpty {
        let (name, isSystem) =
          part.hasPrefix("* ") ? (String(part.dropFirst(2)), true) : (part, false)
        switch CSVColumnNames.normalized(name) {
        case "mycontacts", "othercontacts": if !isSystem { categories.append(name) }
        case "starred" where isSystem: keep("starred", as: "Labels")
        default: categories.append(name)
        }
      }
    }
    if !categories.isEmpty { add("CATEGORIES", .list(categories)) }
  }

  private mutating func sayMessaging(_ text: String, _ service: String, _ kind: CSVLabel) {
    var parameters: [Parameter] = []
    if !service.isEmpty { parameters.append(Parameter("X-SERVICE-TYPE", service)) }
    let scheme = text.split(separator: ":", maxSplits: 1).first.map { $0.lowercased() } ?? ""
    if scheme != text.lowercased(), MessagingService.hasScheme(scheme) {
      return add("IMPP", .init(verbatim: text, of: .impp), kind, parameters)
    }
    let isPlain = text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    if isPlain, let scheme = MessagingService.named(service)?.scheme {
      return add("IMPP", .init(verbatim: "\(scheme):\(text)", of: .impp), kind, parameters)
    }
    add("IMPP", .text(text), kind, [Parameter("VALUE", "text")] + parameters)
  }

  private mutating func sayCustom(_ value: Value) {
    let column = header.columns[value.column]
    let label = CSVLabel.bare(value.label)
    let name = column.meaning.isNumbered ? (label.isEmpty ? "Custom Field" : label) : column.name
    for text in value.texts { keep(text, as: name) }
    if value.texts.isEmpty, !label.isEmpty { keep(label, as: "Custom Field") }
  }

  private mutating func sayDate(_ text: String, _ name: String, _ column: Int, _ label: String = "")
  {
    let kind = CSVLabel(types: [], text: label.isEmpty ? nil : label, isPreferred: false)
    guard let (date, isGuess) = dates[column].date(text) else {
      return add(name, .text(text), kind, name == "X-ABDATE" ? [] : [Parameter("VALUE", "text")])
    }
    if isGuess, guessed.insert(column).inserted {
      let order = dates[column].likely == .monthFirst ? "month first" : "day first"
      tell(
        .note, .ambiguousDate,
        "\(text) of \"\(header.columns[column].name)\" was read \(order); --dates dmy or mdy says "
          + "which it is")
    }
    add(name, .verbatim(date), kind)
  }

  /// Says a date whose year, month and day stand in columns of their own.
  private mutating func sayDate(_ parts: [String], _ name: String) {
    let numbers = parts.map { Int(CSVCardMaker.trimmed($0)).flatMap { $0 == 0 ? nil : $0 } }
    let text = parts.filter { !$0.isEmpty }.joined(separator: "-")
    // Some programs write the whole date into one of them.
    if let part = parts.first(where: { $0.utf8.count > 4 }),
      let date = DateText(part).flatMap(CSVDates.iso)
    {
      return add(name, .verbatim(date))
    }
    let date = CSVDates.basic(PartialDate(year: numbers[0], month: numbers[1], day: numbers[2]))
    let isRead = zip(parts, numbers).allSatisfy { $0.isEmpty || $0 == "0" || $1 != nil }
    if isRead, PartialDate(date) != nil,
      date.utf8.count == 4 || numbers[1] != nil || numbers[0] == nil
    {
      add(name, .verbatim(date))
    } else {
      add(name, .text(text), CSVLabel(), [Parameter("VALUE", "text")])
    }
  }

  // MARK: Lines

  private mutating func add(
    _ name: String, _ value: ContentLine.Value, _ kind: CSVLabel = CSVLabel(),
    _ parameters: [Parameter] = []
  ) {
    var parameters = parameters
    if !kind.types.isEmpty { parameters.append(Parameter("TYPE", kind.types)) }
    if kind.isPreferred { parameters.append(Parameter("PREF", "1")) }
    guard let label = kind.text else {
      return lines.append(ContentLine(name, parameters: parameters, value))
    }
    groups += 1
    let group = "item\(groups)"
    lines.append(ContentLine(group: group, name, parameters: parameters, value))
    lines.append(ContentLine(group: group, "X-ABLabel", .text(label)))
  }

  /// Keeps a cell that no property is for, under the name of its column.
  private mutating func keep(_ text: String, as column: String) {
    if column.uppercased().hasPrefix("X-"), Property.Name(column) != nil, !column.contains(" ") {
      return add(column, .text(text))
    }
    add(
      CSVCardMaker.propertyName(of: column), .text(text), CSVLabel(),
      [Parameter(CSVCardMaker.columnParameter, column)])
  }

  /// The parameter with the name of the column as it is.
  static let columnParameter = "X-COLUMN"

  /// The name of the property that keeps a column.
  static func propertyName(of column: String) -> String {
    var name = "X-CSV"
    var isOpen = false
    for scalar in column.unicodeScalars {
      let isPlain = scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar
      if isPlain {
        if !isOpen { name += "-" }
        name.unicodeScalars.append(scalar)
      }
      isOpen = isPlain
    }
    return name.uppercased()
  }

  /// What a card is shown by that has no FN.
  static func shownName(_ lines: [ContentLine]) -> String? {
    for name in ["N", "ORG", "NICKNAME", "EMAIL", "TEL"] {
      guard let line = lines.first(where: { $0.name == name }) else { continue }
      let text: String
      switch line.value {
      case .structure(let components):
        text =
          name == "N"
          ? FormattedName.text(ofComponents: components)
          : components.joined().filter { !$0.isEmpty }.joined(separator: ", ")
      case .list(let texts): text = texts.first ?? ""
      case .text(let value), .verbatim(let value): text = value
      case .binary: text = ""
      }
      if !text.isEmpty { return text }
    }
    return nil
  }

  private mutating func tell(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String
  ) {
    found.append(Diagnostic(severity: severity, code: code, position: place, message: message))
  }

  // MARK: Texts

  /// What Google writes between several values of one cell.
  static let separator = " ::: "

  static func values(_ text: String) -> [String] {
    text.split(separator: separator, omittingEmptySubsequences: false).map {
      trimmed(String($0))
    }
  }

  static func trimmed(_ text: String) -> String {
    var rest = Substring(text).unicodeScalars
    while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Whether the octets of a text are among those of another.
  static func holds(_ text: Span<UInt8>, _ part: Span<UInt8>) -> Bool {
    guard !part.isEmpty else { return true }
    var index = 0
    while text.count - index >= part.count {
      index = Octets.first(part[0], in: text, from: index)
      if text.count - index < part.count { return false }
      if Octets.areSame(text.extracting(index..<index + part.count), part) { return true }
      index += 1
    }
    return false
  }

  private static func padded(_ components: [[String]], _ count: Int) -> [[String]] {
    components + Array(repeating: [], count: max(0, count - components.count))
  }

  /// The type of RELATED that a label of Google's says exactly.
  private static func relation(_ label: String) -> String? {
    let word = CSVLabel.bare(label).lowercased()
    guard let relation = Relation.labelled(word), Relation.typed(relation.type)?.label == word
    else { return nil }
    return relation.type
  }

  /// Whether a program for tables made a number of a telephone number: 4.15E+09.
  private static func isDamaged(_ text: String) -> Bool {
    let parts = text.uppercased().split(separator: "E", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].first == "+", parts[1].dropFirst().allSatisfy(\.isNumber),
      parts[1].count > 1
    else { return false }
    return !parts[0].isEmpty && parts[0].allSatisfy { $0.isNumber || $0 == "." || $0 == "," }
  }
}

/// What a label of a table says: types, or a word of the owner's own.
struct CSVLabel {
  var types: [String] = []
  var text: String?
  var isPreferred = false

  /// The types that labels of Google's stand for.
  static let words: [(label: String, types: [String])] = [
    ("Home", ["home"]), ("Work", ["work"]), ("Mobile", ["cell"]), ("Home Fax", ["home", "fax"]),
    ("Work Fax", ["work", "fax"]), ("Other Fax", ["fax"]), ("Pager", ["pager"]),
    ("Work Mobile", ["work", "cell"]),
  ]

  /// The label without the mark of what is preferred.
  static func bare(_ label: String) -> String {
    CSVCardMaker.trimmed(label.hasPrefix("*") ? String(label.dropFirst()) : label)
  }
}

extension CSVLabel {
  /// Reads a label; `* Home` is preferred.
  init(_ label: String, of property: String) {
    isPreferred = label.hasPrefix("*")
    let bare = CSVLabel.bare(label)
    if bare.isEmpty { return }
    let word = bare.lowercased()
    if let known = CSVLabel.words.first(where: { $0.label.lowercased() == word }),
      property == "TEL" || known.types == ["home"] || known.types == ["work"]
    {
      types = known.types
    } else {
      text = bare
    }
  }
}
