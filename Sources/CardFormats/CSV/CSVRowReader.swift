import VCard

/// Makes cards of the rows of a table on their octets; what is not plain ``CSVCardMaker`` is asked.
///
/// ```
/// cells ─▶ slots ─▶ head, by the label's octets ┬▶ lines ─▶ one card's octets ─▶ CardReader
///            └──▶ CSVCardMaker, where not plain ┘
/// ```
/// What a label makes of the head of a line is what ``CSVCardMaker`` answers for a sample.
struct CSVRowReader {
  /// How the cells of a slot become the value of a line.
  enum Form { case other, text, date, structure, names, categories }

  struct Plan {
    var form = Form.other
    let property: String
    /// Where in ``CSVRowReader/order`` its columns stand.
    let columns: Range<Int>
    let isNumbered: Bool
    /// The fewest components.
    var size = 0
    /// Whether some texts are none: of columns that are known but are no property.
    var mayBeNothing = false
  }

  /// What becomes of a label: the head of the line, and the line of the label.
  struct Head {
    let label: Range<Int>
    let head: Range<Int>
    let labelLine: Range<Int>
    let isPlain: Bool
    let isVerbatim: Bool
  }

  /// What a line of a vCard in a cell begins with.
  struct RawHead {
    var shape: Shape
    /// Whether it is the name that is shown.
    var isName = false
    /// The slot that says the same; -1 for none.
    var slot = -1
    /// The number of its group.
    var group = 0
    /// Its group in lower case.
    var groupName: String?
    var isLabel = false
    /// What the cell for the label says of it.
    var word: [UInt8] = []
    /// Octets before the line.
    var skipped = 0
  }

  /// How such a line is compared with the cells that say the same.
  enum Shape: UInt8 {
    case text, telephone, structure, date, other
    /// It is left out.
    case none
    /// The row has to be looked at the thorough way.
    case odd
  }

  struct RawLine {
    let line: Range<Int>
    let value: Range<Int>
    let slot: Int
    let shape: Shape
    /// The number of its head among ``CSVRowReader/knownHeads``.
    let head: Int
    /// The line that is the label of its group; empty for none.
    var label = 0..<0
    /// The line whose label it is; -1 for none.
    var labelled = -1
    /// Whether it counts.
    var isHeld = true
  }

  let header: CSVHeader
  var maker: CSVCardMaker
  private let rules = Rules(.version40)
  var plans: [Plan] = []
  var order: [Int] = []
  /// What the cells of the columns are for.
  let parts: [CSVMeaning.Part]
  /// The columns that hold lines of vCards.
  private let lineColumns: [Int]

  /// What labels become, in ``store``: so many for each slot that has cells.
  private var heads: [Head?] = []
  /// Where those of a slot begin, and which of them goes next; -1 where there are none.
  private var slotHeads: [(first: Int, next: Int)]
  private var store: [UInt8] = []
  private static let headsPerSlot = 16
  /// Octets.
  private static let mostStored = 1 << 16
  /// What heads of lines in cells say, by the numbers of the heads.
  var rawHeads = OctetTable()
  var knownHeads: [RawHead] = []

  private var reader = CardReader()
  private var card: [UInt8] = []
  private var names: [UInt8] = []
  private var nameParts: [UInt8] = []
  private var body: [UInt8] = []
  /// Where in ``nameParts`` and ``body`` the lines of each slot begin.
  private var starts: [(names: Int, body: Int)] = []
  var raw: [RawLine] = []
  var groups = 0
  private var found: [Diagnostic] = []
  /// The components of N where it was plain.
  private var family: [(component: Int, text: Range<Int>)] = []
  private var components: [(component: Int, text: Range<Int>)] = []
  private var kept: [RawLine] = []
  private var replaced: [Bool]
  private var isNameReplaced = false
  private var scratch: [UInt8] = []
  private var place = SourcePosition()

  init(_ header: CSVHeader, _ maker: CSVCardMaker) {
    self.header = header
    self.maker = maker
    parts = header.columns.map(\.meaning.part)
    slotHeads = header.slots.map { _ in (-1, 0) }
    replaced = header.slots.map { _ in false }
    lineColumns = header.columns.indices.filter { header.columns[$0].meaning.part == .lines }
    for (slot, columns) in zip(header.slots, header.slotColumns) {
      var plan = Plan(
        property: slot.property, columns: order.count..<order.count + columns.count,
        isNumbered: slot.isNumbered)
      order += columns
      plan.form = CSVRowReader.form(of: slot, columns.map { header.columns[$0].meaning.part })
      plan.size = ["N": 5, "ADR": 7][slot.property] ?? 0
      plan.mayBeNothing = slot.property == "X" && columns.contains { header.columns[$0].isKnown }
      // Of several only one says what a card is shown by.
      if slot.property == "N", header.slots.count(where: { $0.property == "N" }) > 1 {
        plan.form = .other
      }
      plans.append(plan)
    }
  }

  private static func form(of slot: CSVHeader.Slot, _ parts: [CSVMeaning.Part]) -> Form {
    guard parts.count(where: { $0 == .label }) <= 1, slot.property != "FN" || slot.label == nil
    else { return .other }
    let values = parts.filter { $0 != .label }
    switch slot.property {
    case "N", "ORG", "ADR":
      let isStructure = values.allSatisfy { part in
        if case .component = part { return true }
        return part == .formatted && slot.property == "ADR"
      }
      return isStructure ? .structure : .other
    case "PHONETIC", "IMPP", "GENDER", "LANG": return .other
    default: break
    }
    guard values.allSatisfy({ $0 == .whole }) else { return .other }
    switch slot.property {
    case "BDAY", "ANNIVERSARY", "X-ABDATE": return .date
    case "NICKNAME": return .names
    case "CATEGORIES": return .categories
    default: return .text
    }
  }

  /// Makes a card of a row.
  ///
  /// - Parameters:
  ///   - octets: Where the row stands, in UTF-8.
  ///   - cells: Where in it the cells stand.
  ///   - place: The place of the row.
  ///   - isThorough: Whether to look at all of it the thorough way; both must come to the same.
  /// - Returns: The card, and what was odd about the row.
  mutating func card(
    of octets: [UInt8], _ cells: [Range<Int>], at place: SourcePosition, isThorough: Bool = false
  ) -> (Card, [Diagnostic]) {
    self.place = place
    found.removeAll(keepingCapacity: true)
    if !isThorough, cells.count <= header.columns.count,
      let card = plainCard(octets.span, cells)
    {
      return (card, found)
    }
    let told = found
    let texts = cells.map { String(decoding: octets[$0], as: UTF8.self) }
    let (card, found) = maker.card(of: texts, at: place)
    // What is told once only was told before.
    return (card, told.isEmpty ? found : told)
  }

  private mutating func plainCard(_ octets: Span<UInt8>, _ cells: [Range<Int>]) -> Card? {
    names.removeAll(keepingCapacity: true)
    nameParts.removeAll(keepingCapacity: true)
    body.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    raw.removeAll(keepingCapacity: true)
    if knownHeads.count > CSVWriter.mostHeads { (rawHeads, knownHeads) = (OctetTable(), []) }
    family.removeAll(keepingCapacity: true)
    groups = 0
    var hasLabel = false
    for column in lineColumns where column < cells.count && !cells[column].isEmpty {
      guard takeRawLines(octets, cells[column], &hasLabel) else { return nil }
    }
    if hasLabel { findLabels() }
    for slot in plans.indices {
      starts.append((nameParts.count, body.count))
      for place in plans[slot].columns
      where order[place] < cells.count && !cells[order[place]].isEmpty {
        if !say(slot, octets, cells) { sayThoroughly(slot, octets, cells) }
        break
      }
    }
    starts.append((nameParts.count, body.count))
    hold(octets, cells)
    if names.isEmpty, !kept.contains(where: { knownHeads[$0.head].isName }) {
      addName(octets, cells)
    }
    assemble(octets)
    return read()
  }

  // MARK: Slots

  /// Says what the cells of a slot say where they are plain.
  private mutating func say(
    _ slot: Int, _ octets: Span<UInt8>, _ cells: [Range<Int>]
  ) -> Bool {
    let form = plans[slot].form
    if form == .other { return false }
    var label = 0..<0
    var text = 0..<0
    for place in plans[slot].columns {
      let column = order[place]
      guard column < cells.count, !cells[column].isEmpty else { continue }
      switch parts[column] {
      case .label: label = cells[column]
      case .formatted, .component:
        guard
          CSVText.isOrdinary(
            octets.extracting(cells[column]), isNumbered: plans[slot].isNumbered)
        else { return false }
      default:
        // Several texts, or what is written for nothing.
        guard text.isEmpty else { return false }
        text = cells[column]
      }
    }
    let number = head(of: slot, octets.extracting(label))
    guard let head = heads[number], head.isPlain else { return false }
    if form == .structure { return sayStructure(slot, head, octets, cells) }
    let cell = octets.extracting(text)
    guard CSVText.isOrdinary(cell, isNumbered: plans[slot].isNumbered || form == .date) else {
      return false
    }
    switch form {
    case .text:
      if plans[slot].mayBeNothing, CSVCardMaker.isNothing(cell) { return false }
      if head.isVerbatim, !CSVText.isWord(cell) { return false }
      if plans[slot].property == "TEL", CSVText.mayBeDamaged(cell) { return false }
      if plans[slot].property == "FN" { return sayName(head, cell) }
      let start = begin(head)
      if head.isVerbatim { body.append(cell) } else { ContentLine.escape(cell, rules, into: &body) }
      end(head, from: start)
    case .date:
      guard CSVText.isDate(cell) else { return false }
      let start = begin(head)
      for index in 0..<10 where index != 4 && index != 7 { body.append(cell[index]) }
      end(head, from: start)
    case .names: return sayList(cell, head, splitsAtMarks: false)
    case .categories:
      if Octets.first(UInt8(ascii: "*"), in: cell, from: 0) < cell.count { return false }
      return sayList(cell, head, splitsAtMarks: true)
    case .structure, .other: return false
    }
    return true
  }

  private mutating func begin(_ head: Head) -> Int {
    let start = body.count
    if !head.labelLine.isEmpty {
      groups += 1
      appendGroup()
    }
    let store = store
    body.append(store.span.extracting(head.head))
    return start
  }

  private mutating func appendGroup() {
    body.append(contentsOf: "item".utf8)
    JSONText.append(groups, to: &body)
    body.append(UInt8(ascii: "."))
  }

  private mutating func end(_ head: Head, from start: Int) {
    Folding.endLine(from: start, in: &body)
    if head.labelLine.isEmpty { return }
    let start = body.count
    appendGroup()
    let store = store
    body.append(store.span.extracting(head.labelLine))
    Folding.endLine(from: start, in: &body)
  }

  private mutating func sayName(_ head: Head, _ cell: Span<UInt8>) -> Bool {
    let (start, store) = (names.count, store)
    names.append(store.span.extracting(head.head))
    ContentLine.escape(cell, rules, into: &names)
    Folding.endLine(from: start, in: &names)
    return true
  }

  /// Says a list; `false` where some value of it is not plain.
  private mutating func sayList(
    _ cell: Span<UInt8>, _ head: Head, splitsAtMarks: Bool
  ) -> Bool {
    let groups = groups
    let start = begin(head)
    let first = body.count
    var index = 0
    let isGoogle = CSVText.separator(in: cell, from: 0) < cell.count
    while index <= cell.count {
      var last = CSVText.separator(in: cell, from: index)
      var next = last + 3
      if splitsAtMarks, !isGoogle {
        last = index
        while last < cell.count, cell[last] != UInt8(ascii: ","), cell[last] != UInt8(ascii: ";") {
          last += 1
        }
        next = last + 1
      }
      var range = index..<last
      if isGoogle || splitsAtMarks {
        // Google's separator has a blank at either side.
        while !range.isEmpty, cell[range.lowerBound] == 0x20 { range.removeFirst() }
        while !range.isEmpty, cell[range.upperBound - 1] == 0x20 { range.removeLast() }
      }
      let value = cell.extracting(range)
      let isPlain =
        value.isEmpty
        ? splitsAtMarks && !isGoogle : CSVText.isOrdinary(value, isNumbered: true)
      guard isPlain, last == cell.count || !isGoogle || cell[last - 1] == 0x20,
        index == 0 || !isGoogle || cell[index] == 0x20
      else {
        body.removeLast(body.count - start)
        self.groups = groups
        return false
      }
      if !value.isEmpty {
        if body.count > first { body.append(UInt8(ascii: ",")) }
        ContentLine.escape(value, rules, escapesCommas: true, into: &body)
      }
      index = next
    }
    guard body.count > first else {
      body.removeLast(body.count - start)
      self.groups = groups
      return false
    }
    end(head, from: start)
    return true
  }

  /// Says N, ORG or ADR, whose cells are ordinary.
  private mutating func sayStructure(
    _ slot: Int, _ head: Head, _ octets: Span<UInt8>, _ cells: [Range<Int>]
  ) -> Bool {
    scratch.removeAll(keepingCapacity: true)
    var size = plans[slot].size
    var formatted = 0..<0
    components.removeAll(keepingCapacity: true)
    for place in plans[slot].columns {
      let column = order[place]
      guard column < cells.count, !cells[column].isEmpty else { continue }
      switch parts[column] {
      case .component(let number):
        components.append((number, cells[column]))
        size = max(size, number + 1)
      case .formatted: formatted = cells[column]
      default: break
      }
    }
    if components.isEmpty { return false }
    for number in 0..<size {
      if number > 0 { scratch.append(UInt8(ascii: ";")) }
      var isFirst = true
      for (component, text) in components where component == number {
        if !isFirst {
          // Several of a number would be several addresses.
          if plans[slot].isNumbered { return false }
          scratch.append(UInt8(ascii: ","))
        }
        isFirst = false
        ContentLine.escape(octets.extracting(text), rules, into: &scratch)
      }
    }
    guard plans[slot].property != "N" else {
      let (start, store) = (nameParts.count, store)
      nameParts.append(store.span.extracting(head.head))
      nameParts += scratch
      Folding.endLine(from: start, in: &nameParts)
      swap(&family, &components)
      return true
    }
    var label = octets.extracting(formatted)
    if components.allSatisfy({ CSVCardMaker.holds(label, octets.extracting($0.text)) }) {
      label = octets.extracting(0..<0)
    }
    let start = begin(head)
    if !label.isEmpty {
      // LABEL stands before all other parameters.
      let store = store
      body.removeLast(head.head.count - "ADR".utf8.count)
      body.append(contentsOf: ";LABEL=".utf8)
      ContentLine.appendParameterValue(label, rules, isLabel: true, to: &body)
      body.append(
        store.span.extracting(head.head.lowerBound + "ADR".utf8.count..<head.head.upperBound))
    }
    body += scratch
    end(head, from: start)
    return true
  }

  /// Says the cells of a slot the thorough way.
  private mutating func sayThoroughly(
    _ slot: Int, _ octets: Span<UInt8>, _ cells: [Range<Int>]
  ) {
    let lines = maker.lines(of: slot, at: place, groups: &groups, found: &found) {
      CSVRowReader.text($0, octets, cells)
    }
    for line in lines {
      let octets = line.octets(for: rules)
      switch line.name {
      case "FN": names += octets
      case "N": nameParts += octets
      default: body += octets
      }
    }
  }

  /// The text of the cell of a column; `nil` where the row has none.
  static func text(_ column: Int, _ octets: Span<UInt8>, _ cells: [Range<Int>]) -> String? {
    guard column < cells.count else { return nil }
    return String(decoding: CSVText.array(octets.extracting(cells[column])), as: UTF8.self)
  }

  // MARK: Heads

  /// The number of what a label becomes in a slot.
  private mutating func head(of slot: Int, _ label: Span<UInt8>) -> Int {
    let known = slotHeads[slot].first
    if known >= 0 {
      for number in known..<known + CSVRowReader.headsPerSlot {
        guard let head = heads[number] else { break }
        if Octets.areSame(store.span.extracting(head.label), label) { return number }
      }
    }
    if store.count > CSVRowReader.mostStored {
      store.removeAll()
      heads.removeAll()
      for slot in slotHeads.indices { slotHeads[slot] = (-1, 0) }
    }
    if slotHeads[slot].first < 0 {
      slotHeads[slot] = (heads.count, 0)
      heads += Array(repeating: nil, count: CSVRowReader.headsPerSlot)
    }
    let number = slotHeads[slot].first + slotHeads[slot].next
    slotHeads[slot].next = (slotHeads[slot].next + 1) % CSVRowReader.headsPerSlot
    heads[number] = newHead(of: slot, CSVText.array(label))
    return number
  }

  private mutating func stored(_ octets: [UInt8]) -> Range<Int> {
    store += octets
    return store.count - octets.count..<store.count
  }

  private mutating func newHead(of slot: Int, _ label: [UInt8]) -> Head {
    let text = String(decoding: label, as: UTF8.self)
    let sample = plans[slot].form == .date ? "1990-02-03" : "x"
    var groups = 0
    var told: [Diagnostic] = []
    var isGiven = false
    let lines = maker.lines(of: slot, at: place, groups: &groups, found: &told) { column in
      switch parts[column] {
      case .label: return text
      case .formatted: return nil
      default:
        if isGiven { return nil }
        isGiven = true
        return sample
      }
    }
    let isGrouped = lines.count == 2 && lines[1].name == "X-ABLabel" && lines[0].group != nil
    var isVerbatim = false
    var isPlain = (lines.count == 1 && lines[0].group == nil || isGrouped) && told.isEmpty
    if CSVText.separator(in: label.span, from: 0) < label.count { isPlain = false }
    switch (plans[slot].form, lines.first?.value) {
    case (.text, .text(sample)), (.structure, .structure), (.names, .list([sample])),
      (.categories, .list([sample])):
      break
    case (.text, .verbatim(sample)), (.date, .verbatim("19900203")): isVerbatim = true
    default: isPlain = false
    }
    var labelLine: [UInt8] = []
    if isGrouped, case .text(let own) = lines[1].value {
      labelLine = Array("X-ABLabel:".utf8)
      ContentLine.escape(own.utf8.span, rules, into: &labelLine)
    }
    var head: [UInt8] = []
    if var line = lines.first {
      line.group = nil
      head = line.head(for: rules)
    }
    return Head(
      label: stored(label), head: stored(head), labelLine: stored(labelLine), isPlain: isPlain,
      isVerbatim: isVerbatim)
  }

  // MARK: The card

  /// Adds the name that the other columns say.
  private mutating func addName(_ octets: Span<UInt8>, _ cells: [Range<Int>]) {
    scratch.removeAll(keepingCapacity: true)
    if !family.isEmpty {
      FormattedName.append(family, of: octets, to: &scratch)
    } else {
      var lines: [ContentLine] = []
      var groups = 0
      var told: [Diagnostic] = []
      for slot in plans.indices
      where ["N", "ORG", "NICKNAME", "EMAIL", "TEL"].contains(plans[slot].property) {
        lines += maker.lines(of: slot, at: place, groups: &groups, found: &told) {
          CSVRowReader.text($0, octets, cells)
        }
      }
      scratch += (CSVCardMaker.shownName(lines) ?? "").utf8
    }
    if scratch.isEmpty { return }
    let name = scratch
    names.append(contentsOf: "FN:".utf8)
    ContentLine.escape(name.span, rules, into: &names)
    Folding.endLine(from: 0, in: &names)
  }

  /// Finds the lines in cells that count: all of whose cells nobody has changed.
  private mutating func hold(_ octets: Span<UInt8>, _ cells: [Range<Int>]) {
    kept.removeAll(keepingCapacity: true)
    for slot in replaced.indices { replaced[slot] = false }
    isNameReplaced = false
    for index in raw.indices where raw[index].slot >= 0 {
      raw[index].isHeld = holds(raw[index], octets, cells)
      if raw[index].isHeld {
        replaced[raw[index].slot] = true
        if plans[raw[index].slot].property == "FN" { isNameReplaced = true }
      }
    }
    for line in raw where line.isHeld {
      // The cell for it says the label of what was changed.
      if line.labelled >= 0, !raw[line.labelled].isHeld, maker.hasLabel(raw[line.labelled].slot) {
        continue
      }
      kept.append(line)
    }
  }

  /// Puts the octets of the card together; a line in a cell comes in the place of what says the same.
  private mutating func assemble(_ octets: Span<UInt8>) {
    card.removeAll(keepingCapacity: true)
    card.append(contentsOf: "BEGIN:VCARD\r\nVERSION:4.0\r\n".utf8)
    let (nameParts, body) = (nameParts, body)
    if !isNameReplaced { card += names }
    for slot in plans.indices where !replaced[slot] {
      card.append(nameParts.span.extracting(starts[slot].names..<starts[slot + 1].names))
    }
    var from = 0
    for slot in plans.indices where replaced[slot] {
      card.append(body.span.extracting(from..<starts[slot].body))
      from = starts[slot + 1].body
    }
    card.append(body.span.extracting(from..<body.count))
    for line in kept {
      let start = card.count
      card.append(octets.extracting(line.line))
      Folding.endLine(from: start, in: &card)
    }
    card.append(contentsOf: "END:VCARD\r\n".utf8)
  }

  /// Reads the card; `nil` where it reads otherwise than line by line.
  private mutating func read() -> Card? {
    var lines = 0
    var index = 0
    let card = card
    while index < card.count {
      index = Octets.first(0x0A, in: card.span, from: index) + 1
      if index < card.count, card[index] != 0x20 { lines += 1 }
    }
    guard (try? reader.append(card.span)) != nil, case .card(var read, _) = reader.next(),
      read.lineCount == lines + 1, case .needsInput = reader.next()
    else {
      reader = CardReader()
      return nil
    }
    read.stand(at: place)
    return read
  }
}
