import VCard

extension CSVWriter {
  /// What becomes of lines with one head, and one label of the group.
  struct Place {
    enum Kind: UInt8 {
      /// It has no column.
      case none
      case numbered, fixed, custom
      /// It is the name that is shown, which the columns of N say.
      case name
      /// The card has to be looked at the thorough way.
      case odd
    }

    enum Form: UInt8 { case text, telephone, date, structure, names, categories }

    var kind = Kind.odd
    var form = Form.text
    /// Whether there is nothing but the name.
    var isBare = false
    /// The number of the name in ``CSVWriter/rawNames``.
    var name = 0
    /// Whether it is told when it has no column.
    var isTold = false
    /// The set of a numbered column.
    var set = 0
    /// The text of its label, in ``CSVWriter/store``.
    var word = 0..<0
    /// Whether a plain value comes back in the same line.
    var comesBack = false
    /// Whether nothing in the value is escaped on the way back.
    var isVerbatim = false
    /// Where in ``CSVWriter/fixedPlaces`` the columns stand that may say it.
    var fixed = 0..<0
    /// Whether its head was found to be plain.
    var isHeadPlain = false
  }

  /// Columns that every table has, and that may say a value.
  struct FixedPlace {
    let slot: Int
    let columns: Range<Int>
    let comesBack: Bool
    let isVerbatim: Bool
    let isPlain: Bool
  }

  /// A line, once it is known what says it.
  struct PlainLine {
    var line = 0
    /// The number of its name.
    var name = 0
    /// The first column that says something; ``CSVColumns/named`` for none.
    var column = CSVColumns.named
    /// Whether that is all of it.
    var isExact = false
    /// The line whose label it is.
    var labelled = -1
  }

  /// Lines of a card, of which some are looked for among all others.
  private static let mostLines = 1000

  /// Appends the record of a card on its octets; `false` where it is not plain, and the thorough way
  /// is to be gone.
  mutating func writePlain(
    _ card: Card, _ plain: inout PlainProperty, into record: inout [UInt8],
    notes: inout [Diagnostic]
  ) -> Bool {
    let octets = card.octets
    guard card.lineCount <= CSVWriter.mostLines, Octets.areUTF8(octets.span) else { return false }
    let (start, told) = (record.count, notes.count)
    for set in numbers.indices { numbers[set] = 0 }
    for slot in takenSlots.indices { takenSlots[slot] = false }
    plainLines.removeAll(keepingCapacity: true)
    nameLines.removeAll(keepingCapacity: true)
    derivedName.removeAll(keepingCapacity: true)
    family.removeAll(keepingCapacity: true)
    isNamed = false
    isNameBare = false
    var isPlain = true
    for index in 0..<card.lineCount where isPlain && !card.isEnvelope(at: index) {
      isPlain = writeLine(card, index, octets.span, &plain, into: &record, notes: &notes)
    }
    if isPlain { isPlain = writeNames(card, octets.span, &plain, into: &record) }
    guard isPlain else {
      record.removeLast(record.count - start)
      notes.removeLast(notes.count - told)
      return false
    }
    for index in plainLines.indices {
      let line = plainLines[index]
      if line.labelled >= 0, isExact(line.labelled) { plainLines[index].isExact = true }
    }
    if losses == .kept { writeLines(card, into: &record) } else { tellLines(card, &notes) }
    if record.count == start { notes.append(nothing(at: card.start)) }
    return true
  }

  // MARK: Lines

  private mutating func writeLine(
    _ card: Card, _ index: Int, _ octets: Span<UInt8>, _ plain: inout PlainProperty,
    into record: inout [UInt8], notes: inout [Diagnostic]
  ) -> Bool {
    let head = card.head(at: index)
    guard !head.isEmpty else { return false }
    let group = card.groupRange(at: index)
    key.removeAll(keepingCapacity: true)
    var labelled = -1
    var hasLabel = false
    if !group.isEmpty {
      guard let found = label(of: group, at: index, card, octets, &plain) else { return false }
      if found.isLabel { labelled = found.line } else { hasLabel = found.line >= 0 }
    }
    // What stands in LABEL is another text of the card, and no part of its head.
    let address = card.label(at: index) ?? head.lowerBound..<head.lowerBound
    let number: Int
    let isNew: Bool
    if hasLabel || !address.isEmpty {
      let label = key
      key.become(head, of: octets, without: address)
      if hasLabel {
        key.append(0)
        key += label
      }
      let whole = key
      (number, isNew) = heads.number(of: whole.span)
      if isNew { places.append(place(of: whole, hasLabel ? label : nil)) }
    } else {
      (number, isNew) = heads.number(of: octets.extracting(head))
      if isNew { places.append(place(of: CSVText.array(octets.extracting(head)), nil)) }
    }
    let place = places[number]
    var line = PlainLine(line: index, name: place.name, labelled: labelled)
    switch place.kind {
    case .odd: return false
    case .name:
      nameLines.append(index)
      isNameBare = place.isBare
      return true
    case .none: return add(line, place, card, notes: &notes)
    case .numbered, .fixed, .custom: break
    }
    if CSVWriter.isData(octets.extracting(head.upperBound..<octets.count)) {
      guard card.property(at: index).binary != nil else { return false }
      return add(line, place, card, notes: &notes)
    }
    guard
      card.decode(at: index, into: &plain, isHeadKnown: place.isHeadPlain && address.isEmpty)
    else { return false }
    if !place.isHeadPlain { places[number].isHeadPlain = true }
    let own = plain.octets
    if !plain.hasValues { return add(line, place, card, notes: &notes) }
    var isWritten = false
    switch place.kind {
    case .numbered where place.form == .structure:
      isWritten = writeAddress(
        place, plain, octets, own.span, hasFormatted: !address.isEmpty, &line, into: &record)
    case .numbered, .custom:
      isWritten = writeNumbered(place, plain, octets, own.span, &line, into: &record)
      if !address.isEmpty { line.isExact = false }
    case .fixed:
      guard
        let fixed = freePlace(place.fixed)
      else {
        // Google's columns have others for it; no other table has any.
        if !columns.sets.isEmpty { return false }
        return add(line, place, card, notes: &notes)
      }
      takenSlots[fixedPlaces[fixed].slot] = true
      isWritten = writeFixed(
        place, fixedPlaces[fixed], plain, octets, own.span, &line, into: &record)
      if !address.isEmpty { line.isExact = false }
    case .none, .name, .odd: break
    }
    guard isWritten else { return false }
    plainLines.append(line)
    return true
  }

  /// The first of some columns that say nothing yet.
  private mutating func freePlace(_ places: Range<Int>) -> Int? {
    for place in places where !takenSlots[fixedPlaces[place].slot] { return place }
    return nil
  }

  /// Adds a line that no column says.
  private mutating func add(
    _ line: PlainLine, _ place: Place, _ card: Card, notes: inout [Diagnostic]
  ) -> Bool {
    plainLines.append(line)
    // What is dropped is told once it is known of all lines.
    if losses == .kept, place.isTold,
      let note = loss(of: card.property(at: line.line), hasColumn: false, at: card.start)
    {
      notes.append(note)
    }
    return true
  }

  /// The one other line of a group, of which one of both is a label; the label's text is the key then.
  ///
  /// - Returns: The line, -1 for none; `nil` where groups are not plain.
  private mutating func label(
    of group: Range<Int>, at index: Int, _ card: Card, _ octets: Span<UInt8>,
    _ plain: inout PlainProperty
  ) -> (line: Int, isLabel: Bool)? {
    guard Octets.areASCII(octets.extracting(group)) else { return nil }
    var other = -1
    for line in 0..<card.lineCount where line != index && !card.isEnvelope(at: line) {
      let range = card.groupRange(at: line)
      guard Octets.equal(octets.extracting(range), octets.extracting(group)) else { continue }
      // A group of three has no label.
      if other >= 0 { return (-1, false) }
      other = line
    }
    if other < 0 { return (-1, false) }
    let (isLabel, isOtherLabel) = (
      CSVWriter.isLabel(octets, card.head(at: index), group.count),
      CSVWriter.isLabel(octets, card.head(at: other), group.count)
    )
    if isLabel && isOtherLabel { return nil }
    if isLabel { return (other, true) }
    guard isOtherLabel else { return (-1, false) }
    guard card.decode(at: other, into: &plain), plain.shape == .single else { return nil }
    let text = plain.strings[plain.values.lowerBound]
    if text.isInCard {
      key.append(octets.extracting(text.range))
    } else {
      key += plain.octets[text.range]
    }
    return (other, false)
  }

  private static func isLabel(_ octets: Span<UInt8>, _ head: Range<Int>, _ group: Int) -> Bool {
    let start = head.lowerBound + group + 1
    let end = start + "X-ABLabel".utf8.count
    guard end < head.upperBound, Octets.equal(octets.extracting(start..<end), "X-ABLabel") else {
      return false
    }
    return octets[end] == UInt8(ascii: ":") || octets[end] == UInt8(ascii: ";")
  }

  private static func isData(_ value: Span<UInt8>) -> Bool {
    value.count >= 5 && value[4] == UInt8(ascii: ":")
      && Octets.equal(value.extracting(0..<4), "data")
  }

  // MARK: Cells

  /// Whether a text comes back as it is, from a column that gives back what is plain.
  private static func comesBack(
    _ text: Span<UInt8>, isVerbatim: Bool = false, isNumbered: Bool
  ) -> Bool {
    CSVText.isOrdinary(text, isNumbered: isNumbered)
      && Octets.first(0x0D, in: text, from: 0) == text.count
      && (!isVerbatim || CSVText.isWord(text))
  }

  /// Begins the next columns of a set with the label of a place, and gives their number.
  private mutating func begin(_ place: Place, in record: inout [UInt8]) -> Int {
    numbers[place.set] += 1
    let (number, words) = (numbers[place.set], store)
    let word = words.span.extracting(place.word)
    if !word.isEmpty {
      CSVRecord.append(CSVColumns.number(set: place.set, part: 0, number), word, to: &record)
    }
    return number
  }

  private mutating func writeNumbered(
    _ place: Place, _ plain: borrowing PlainProperty, _ card: Span<UInt8>, _ own: Span<UInt8>,
    _ line: inout PlainLine, into record: inout [UInt8]
  ) -> Bool {
    guard plain.values.count == 1, plain.shape == .single else { return false }
    let text = plain.strings[plain.values.lowerBound]
    var value = text.isInCard ? card.extracting(text.range) : own.extracting(text.range)
    if CSVWriter.isData(value) { return false }
    var isExact = place.comesBack
    var date: [UInt8] = []
    switch place.form {
    case .telephone:
      if value.count >= 4, Octets.equal(value.extracting(0..<4), "tel:") {
        value = value.extracting(4..<value.count)
        isExact = false
        if value.isEmpty { return false }
      }
    case .date:
      guard CSVText.isBasicDate(value) else { return false }
      date = CSVText.extended(value)
    case .text: break
    case .structure, .names, .categories: return false
    }
    if isExact, place.form != .date {
      let isCustom = place.kind == .custom
      guard
        CSVWriter.comesBack(value, isVerbatim: place.isVerbatim, isNumbered: !isCustom),
        !isCustom || !CSVCardMaker.isNothing(value)
      else { return false }
    }
    let number = begin(place, in: &record)
    line.column = CSVColumns.number(set: place.set, part: 1, number)
    line.isExact = isExact
    if date.isEmpty {
      CSVRecord.append(line.column, value, to: &record)
    } else {
      CSVRecord.append(line.column, date.span, to: &record)
    }
    return true
  }

  private mutating func writeAddress(
    _ place: Place, _ plain: borrowing PlainProperty, _ card: Span<UInt8>, _ own: Span<UInt8>,
    hasFormatted: Bool, _ line: inout PlainLine, into record: inout [UInt8]
  ) -> Bool {
    guard plain.shape == .structure else { return false }
    let number = begin(place, in: &record)
    line.isExact = place.comesBack
    var formatted = card.extracting(0..<0)
    if hasFormatted {
      guard let label = plain.label.map({ plain.strings[$0] }) else { return false }
      formatted = label.isInCard ? card.extracting(label.range) : own.extracting(label.range)
      CSVRecord.append(
        CSVColumns.number(set: place.set, part: formattedPart, number), formatted, to: &record)
      // Only a label that says more than the parts comes back.
      if line.isExact, !CSVWriter.comesBack(formatted, isNumbered: true) { return false }
    }
    var saysMore = false
    var start = 0
    for (component, end) in plain.componentEnds.enumerated() {
      defer { start = end }
      var text: PlainProperty.Text?
      for value in start..<end {
        let next = plain.strings[plain.values.lowerBound + value]
        if next.range.isEmpty { continue }
        // Several become one.
        if text != nil { return false }
        text = next
      }
      guard let text else { continue }
      guard component < addressParts.count else { return false }
      let value = text.isInCard ? card.extracting(text.range) : own.extracting(text.range)
      let column = CSVColumns.number(set: place.set, part: addressParts[component], number)
      if line.column == CSVColumns.named { line.column = column }
      CSVRecord.append(column, value, to: &record)
      if line.isExact, !CSVWriter.comesBack(value, isNumbered: true) { return false }
      if hasFormatted, !saysMore { saysMore = !CSVCardMaker.holds(formatted, value) }
    }
    if hasFormatted, !saysMore { line.isExact = false }
    return true
  }

  private mutating func writeFixed(
    _ place: Place, _ fixed: FixedPlace, _ plain: borrowing PlainProperty, _ card: Span<UInt8>,
    _ own: Span<UInt8>, _ line: inout PlainLine, into record: inout [UInt8]
  ) -> Bool {
    guard fixed.isPlain else { return false }
    line.isExact = fixed.comesBack
    line.column = UInt32(fixedColumns[fixed.columns.lowerBound])
    let first = plain.strings[plain.values.lowerBound]
    var text = first.isInCard ? card.extracting(first.range) : own.extracting(first.range)
    switch place.form {
    case .text, .telephone:
      if CSVWriter.isData(text) { return false }
      if place.form == .telephone, text.count >= 4, Octets.equal(text.extracting(0..<4), "tel:") {
        text = text.extracting(4..<text.count)
        line.isExact = false
        if text.isEmpty { return false }
      }
      if line.isExact,
        !CSVWriter.comesBack(text, isVerbatim: fixed.isVerbatim, isNumbered: false)
      {
        return false
      }
      CSVRecord.append(line.column, text, to: &record)
      return true
    case .date:
      guard CSVText.isBasicDate(text) else { return false }
      let date = CSVText.extended(text)
      for place in fixed.columns {
        let part = self.fixed.columns[fixedColumns[place]].meaning.part
        guard let range = CSVText.part(part, of: date.span) else { return false }
        CSVRecord.append(UInt32(fixedColumns[place]), date.span.extracting(range), to: &record)
      }
      return true
    case .names, .categories: return writeList(place, plain, card, own, &line, into: &record)
    case .structure: return writeStructure(place, fixed, plain, card, own, &line, into: &record)
    }
  }

  private mutating func writeList(
    _ place: Place, _ plain: borrowing PlainProperty, _ card: Span<UInt8>, _ own: Span<UInt8>,
    _ line: inout PlainLine, into record: inout [UInt8]
  ) -> Bool {
    let isCategories = place.form == .categories
    cell.removeAll(keepingCapacity: true)
    for index in plain.values {
      let text = plain.strings[index]
      let value = text.isInCard ? card.extracting(text.range) : own.extracting(text.range)
      guard CSVWriter.comesBack(value, isNumbered: true) else { return false }
      if isCategories {
        for mark in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "*")]
        where Octets.first(mark, in: value, from: 0) < value.count { return false }
      }
      if index > plain.values.lowerBound {
        cell.append(contentsOf: (isCategories ? categorySeparator : CSVCardMaker.separator).utf8)
      }
      cell.append(value)
    }
    let cell = cell
    CSVRecord.append(line.column, cell.span, to: &record)
    return true
  }

  private mutating func writeStructure(
    _ place: Place, _ fixed: FixedPlace, _ plain: borrowing PlainProperty, _ card: Span<UInt8>,
    _ own: Span<UInt8>, _ line: inout PlainLine, into record: inout [UInt8]
  ) -> Bool {
    guard plain.shape == .structure else { return false }
    let isPerson = place.name == personName
    if !isPerson, place.name == organizationName, plain.componentEnds.count > 2 { return false }
    line.column = CSVColumns.named
    cell.removeAll(keepingCapacity: true)
    var written = 0
    for column in fixed.columns {
      let index = fixedColumns[column]
      guard case .component(let number) = self.fixed.columns[index].meaning.part else {
        return false
      }
      // Its number among the columns of the component.
      var place = 0
      var others = 0
      for other in fixed.columns
      where self.fixed.columns[fixedColumns[other]].meaning.part == .component(number) {
        if other < column { place += 1 }
        others += 1
      }
      guard number < plain.componentEnds.count else { continue }
      let start = number == 0 ? 0 : plain.componentEnds[number - 1]
      var found: PlainProperty.Text?
      var count = 0
      for value in start..<plain.componentEnds[number] {
        let next = plain.strings[plain.values.lowerBound + value]
        if next.range.isEmpty { continue }
        if count == place { found = next }
        count += 1
      }
      if count > others { return false }
      guard let found else { continue }
      let text = found.isInCard ? card.extracting(found.range) : own.extracting(found.range)
      if line.isExact || isPerson, !CSVWriter.comesBack(text, isNumbered: false) { return false }
      written += 1
      if line.column == CSVColumns.named { line.column = UInt32(index) }
      CSVRecord.append(UInt32(index), text, to: &record)
      guard isPerson else { continue }
      family.append((number, cell.count..<cell.count + text.count))
      cell.append(text)
    }
    if written == 0 { return false }
    var all = 0
    for value in plain.values where !plain.strings[value].range.isEmpty { all += 1 }
    if all > written { line.isExact = false }
    guard isPerson else { return true }
    let cell = cell
    if !isNamed { FormattedName.append(family, of: cell.span, to: &derivedName) }
    isNamed = true
    family.removeAll(keepingCapacity: true)
    return true
  }

  // MARK: Lines of vCards

  /// Finds out whether the other columns make the name that is shown.
  private mutating func writeNames(
    _ card: Card, _ octets: Span<UInt8>, _ plain: inout PlainProperty, into record: inout [UInt8]
  ) -> Bool {
    guard let first = nameLines.first else { return true }
    // Who has no name in parts is shown by something else.
    guard isNamed, card.decode(at: first, into: &plain), plain.shape == .single else {
      return false
    }
    guard nameLines.count == 1, isNameBare else { return true }
    let text = plain.strings[plain.values.lowerBound]
    let isSame =
      text.isInCard
      ? Octets.areSame(octets.extracting(text.range), derivedName.span)
      : Octets.areSame(plain.octets.span.extracting(text.range), derivedName.span)
    if isSame { nameLines.removeAll(keepingCapacity: true) }
    return true
  }

  /// Appends the lines that columns do not say whole, by their names.
  private mutating func writeLines(_ card: Card, into record: inout [UInt8]) {
    if !nameLines.isEmpty {
      let name = rawNames[fullName].column
      let place = CSVRecord.begin(named: name.span, to: &record)
      for line in nameLines {
        if record.count > place { record.append(0x0A) }
        card.appendUnfolded(at: line, to: &record)
      }
      CSVRecord.end(place, name: name.count, in: &record)
    }
    for index in plainLines.indices where !plainLines[index].isExact {
      let number = plainLines[index].name
      let name = rawNames[number].column
      let place = CSVRecord.begin(named: name.span, to: &record)
      for other in index..<plainLines.count
      where plainLines[other].name == number && !plainLines[other].isExact {
        if record.count > place { record.append(0x0A) }
        appendColumn(plainLines[other].column, to: &record)
        card.appendUnfolded(at: plainLines[other].line, to: &record)
        plainLines[other].isExact = true
      }
      CSVRecord.end(place, name: name.count, in: &record)
    }
  }

  /// Tells of the lines that columns do not say whole.
  private func tellLines(_ card: Card, _ notes: inout [Diagnostic]) {
    for line in plainLines where !line.isExact {
      if line.labelled >= 0, written(line.labelled) != nil { continue }
      let (property, hasColumn) = (card.property(at: line.line), line.column != CSVColumns.named)
      if let note = loss(of: property, hasColumn: hasColumn, at: card.start) { notes.append(note) }
    }
    let shown = String(decoding: derivedName, as: UTF8.self)
    for line in nameLines {
      let name = card.property(at: line)
      if let note = lossOfName(name, shown, at: card.start) { notes.append(note) }
    }
  }

  private func isExact(_ line: Int) -> Bool { written(line)?.isExact ?? false }

  /// A line that columns say something of.
  private func written(_ line: Int) -> PlainLine? {
    plainLines.first { $0.line == line && $0.column != CSVColumns.named }
  }

  /// Appends the column before the line that says the same.
  private mutating func appendColumn(_ column: UInt32, to record: inout [UInt8]) {
    if column == CSVColumns.named { return }
    record.append(UInt8(ascii: "["))
    if let (set, part, number) = CSVColumns.parts(of: column) {
      record += setNames[set]
      JSONText.append(number, to: &record)
      record += partNames[set][part]
    } else {
      record += fixedNames[Int(column)]
    }
    record.append(UInt8(ascii: "]"))
    record.append(0x20)
  }
}
