/// The conversion of one card.
struct Conversion: Directed {
  /// A line of the card and what comes of it.
  struct Entry {
    /// Its place in the card.
    let row: Int
    /// The line; `nil` for what is no property, or nobody asked for yet.
    var line: ConversionLine?
    /// What stands in its place.
    var result: ConversionLine? {
      didSet { if isRead { alone = 0..<0 } }
    }
    /// Where among the lines that were converted alone it stands instead; empty when it does not.
    var alone = 0..<0
    /// The name of a line that stands there and that others may ask for, until they do.
    var unread: KnownName?
    /// Whether it says the same in both versions.
    var isSame = false
    /// Whether they did: as soon as it becomes another one, it no longer stands there.
    var isRead = false
    /// The line as it was read.
    var seen: SeenLine? { didSet { line = seen?.line.standing(in: row) } }
    /// What stands after it.
    var followers: [ConversionLine] = []

    var isDerived: Bool { seen?.isDerived ?? false }

    /// The name of the line, or of what stands in its place.
    func name(ofResult isResult: Bool = false) -> KnownName? {
      unread ?? (isResult ? result?.known : line?.known)
    }
  }

  private let card: Card
  let converter: LineConverter
  var entries: [Entry] = []
  /// Places of lines that were no properties, and are none again.
  private var raw: [Int] = []
  var losses: ConversionLosses
  /// What stands before all others.
  var leaders: [ConversionLine] = []
  /// Lines that need no look at others.
  private(set) var alone: LinesAlone
  private let memo: LineMemo?

  var direction: Direction { converter.direction }
  /// Whether what the version cannot say is carried.
  var carries: Bool { converter.carries }

  /// Starts a conversion of a card, some lines of which are converted alone already; without a memory of
  /// lines of other cards each is looked at anew.
  init(
    _ card: borrowing Card, to target: Version, alone: LinesAlone, memo: LineMemo?,
    carries: Bool, tellsLosses: Bool
  ) {
    self.card = copy card
    (self.alone, self.memo) = (alone, memo)
    converter = LineConverter(direction: Direction(card.version, target), carries: carries)
    losses = ConversionLosses(areWanted: tellsLosses, carries: carries, all: alone.losses)
    entries.reserveCapacity(card.lineCount)
    for index in 0..<card.lineCount where !card.isEnvelope(at: index) {
      var entry = Entry(row: index)
      if index < alone.places.count, !alone.places[index].isEmpty {
        entry.alone = alone.places[index]
        if alone.asked[index] != .no { entry.unread = card.rows[index].known }
        entry.isSame = alone.asked[index] == .same
      } else if card.rows[index].known == .malformed {
        entry.result = converter.carried(card.property(at: index), &losses)
      } else {
        let seen = converter.seen(at: index, of: card, memo)
        if seen.isCarried, let octets = restoredLine(seen.line) {
          raw.append(entries.count)
          entry.alone = self.alone.octets.count..<self.alone.octets.count + octets.count
          self.alone.octets += octets
        } else {
          entry.seen = seen
        }
      }
      entries.append(consume entry)
    }
  }

  /// Reads a line that was converted alone, and what came of it, for others that ask.
  mutating func read(_ index: Int) {
    guard entries[index].unread != nil else { return }
    entries[index].unread = nil
    entries[index].seen = converter.seen(at: entries[index].row, of: card, memo)
    // What of it cannot be said was told when it was converted.
    let count = losses.all.count
    if entries[index].isSame { entries[index].result = entries[index].line }
    convertEntry(index)
    losses.removeAll(after: count)
    entries[index].isRead = true
  }

  /// Reads all lines for which others may ask.
  mutating func readAll() { for index in entries.indices { read(index) } }

  /// Reads those of some names, and those in a group.
  mutating func read(_ names: NameSet, andGrouped readsGrouped: Bool = false) {
    for index in entries.indices {
      guard let name = entries[index].unread else { continue }
      let row = card.rows[entries[index].row]
      if names.contains(name) || readsGrouped && row.nameStart > row.start { read(index) }
    }
  }

  /// Whether a line has a name.
  func has(_ name: KnownName) -> Bool { entries.indices.contains { entries[$0].name() == name } }

  /// The lines before all others of a card.
  static func begin(_ version: Version) -> [UInt8] { begins[version.index] }

  private static let begins = Version.allCases.map {
    Array("BEGIN:VCARD\r\nVERSION:\($0.rawValue)\r\n".utf8)
  }
  static let end = Array("END:VCARD\r\n".utf8)

  // MARK: Lines that are no properties

  /// The octets of a line that was no property in the target version; `nil` when they would be
  /// something else.
  func restoredLine(_ line: ConversionLine) -> [UInt8]? {
    guard line.first(.version).map(CarriedValue.decoded) == target.rawValue else { return nil }
    let octets = NestedCard.octets(line.text)
    // Whoever wrote it may mean to end the card, or to slip in another property.
    guard let card = Card(target, lines: "UID:x\r\n".utf8 + octets) else { return nil }
    let properties = Array(card.properties)
    return properties.count == 2 && properties[1].isMalformed ? octets : nil
  }

  // MARK: The whole

  mutating func run() {
    var labels: [LabelPair] = []
    var sortKeys: [Int: String] = [:]
    if isToModern {
      labels = pairLabels()
      sortKeys = takeSortStrings()
    }
    if isToOld { splitModernParameters() }
    let joined = Set(labels.lazy.map(\.label))
    for index in entries.indices where !entries[index].isDerived {
      convertEntry(index, isTold: joined.isEmpty || !joined.contains(index))
    }
    finishDerived()
    join(labels)
    for (index, text) in sortKeys {
      entries[index].result?.append(.sortAs, text)
    }
    if carries { keepFromDeriving() }
    derive()
    requireNames()
    if to.hasAlternatives { allowRepeated() }
    if isToOld {
      if carries { markRepeated() }
      preferOne()
    }
    if converter.dropsDerivedMarks { dropDerivedMarks() }
  }

  /// Converts a line; what cannot be said is not told of a label that may stand with its address.
  mutating func convertEntry(_ index: Int, isTold: Bool = true) {
    guard let line = entries[index].line, entries[index].result == nil else { return }
    if isToOld, !carries, line.known == .n, line.has(.phonetic) {
      // Without its parameter, how a name is spoken would be taken for the name.
      let version = target.rawValue
      losses.append(
        .lossRepeated, row: line.row,
        about: "N with PHONETIC would be a second name in vCard \(version)")
      return
    }
    let count = losses.all.count
    if let seen = entries[index].seen, line.isCopy(of: seen.line) {
      entries[index].result = seen.convert(row: line.row, &losses)
    } else {
      entries[index].result = converter.convert(line, &losses)
    }
    if !isTold { losses.removeAll(after: count) }
  }

  // MARK: Writing

  /// Appends the card; lines that were none stay carried where the reader would take them for a
  /// part of the line before them.
  mutating func writeWhole(into text: inout [UInt8]) {
    let start = text.count
    write(into: &text)
    guard !raw.isEmpty else { return }
    let octets = Array(text[start...])
    let lines =
      leaders.count + entries.reduce(0) { $0 + $1.followers.count }
      + entries.count { $0.result != nil || !$0.alone.isEmpty }
    if let card = Card(reading: octets), card.byteCount == octets.count,
      Array(card.properties).count == lines
    {
      return
    }
    text.removeLast(text.count - start)
    for index in raw {
      entries[index].alone = 0..<0
      entries[index].result = converter.seen(at: entries[index].row, of: card, memo).line
    }
    write(into: &text)
  }

  func write(into text: inout [UInt8]) {
    let rules = Rules(target)
    text += Conversion.begin(target)
    for line in leaders { line.write(rules, into: &text) }
    for index in entries.indices {
      if !entries[index].alone.isEmpty {
        text.append(alone.octets.span.extracting(entries[index].alone))
      } else {
        entries[index].result?.write(rules, into: &text)
      }
      for line in entries[index].followers { line.write(rules, into: &text) }
    }
    text.append(contentsOf: Conversion.end)
  }
}
