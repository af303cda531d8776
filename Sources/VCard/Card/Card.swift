/// A vCard as it was written: one buffer of octets and a table of its content lines.
///
/// ```
/// bytes  BEGIN:VCARD⏎VERSION:3.0⏎item1.TEL;TYPE=cell:+1 408⏎ 555⏎END:VCARD⏎
/// rows   │begin      │version    │tel, one fold                 │end
/// ```
/// Nothing is decoded until it is asked for, unknown things are kept by themselves, and an
/// untouched card goes out byte for byte. An edit appends a line to the buffer and changes the
/// table; the octets of other lines are never touched.
///
/// A card is a value: copies share their storage until one of them is changed.
public struct Card: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var rows: [Row] = []
  /// The version whose rules the card follows: the declared one, else the one its style tells.
  public private(set) var version: Version = .version30
  /// Whether VERSION says ``version``; `false` when it is missing or none that exists.
  public private(set) var declaresVersion = false
  /// Where the card starts in the input it was read from; its `card` is the card's index.
  public private(set) var start = SourcePosition()
  /// Whether every line end is CRLF and no line is longer than 75 octets, and nothing was repaired.
  public private(set) var isCanonical = true
  /// Whether reading has found that all octets are UTF-8; `false` says nothing.
  private var isKnownUTF8 = false
  /// Where the octets of lines begin that were added since the card was read; `nil` when it was not
  /// edited.
  private(set) var editStart: Int?
  private(set) var decoding: TextDecoding
  /// Octets of the input that an ASCII character of the card takes: 2 in UTF-16, and 0 where the card
  /// was made of what stands at its start.
  private(set) var unit = 1

  /// Creates a card with nothing but its envelope.
  ///
  /// - Parameters:
  ///   - version: The version that it declares and follows.
  ///   - decoding: How values that are not UTF-8 become text.
  public init(version: Version, decoding: TextDecoding = .builtin) {
    self.decoding = decoding
    self.version = version
    declaresVersion = true
    appendLine(Array("BEGIN:VCARD\r\n".utf8), at: 0)
    appendLine(Array("VERSION:\(version.rawValue)\r\n".utf8), at: 1)
    appendLine(Array("END:VCARD\r\n".utf8), at: 2)
  }

  /// Creates a card of lines, as if they were appended one after the other.
  ///
  /// - Parameters:
  ///   - version: The version that it declares and follows, which folds lines anywhere.
  ///   - lines: The lines without folds and line ends.
  ///   - ends: Where each of them ends.
  package init(version: Version, lines: Span<UInt8>, ends: [Int]) {
    self = version == .version40 ? Card.empty40 : Card(version: version)
    noteEdit()
    bytes.reserveCapacity(bytes.count + lines.count + lines.count / 16 + 2 * ends.count)
    rows.reserveCapacity(rows.count + ends.count)
    let end = rows.removeLast()
    var start = 0
    for place in ends {
      let base = bytes.count
      Folding.append(lines.extracting(start..<place), to: &bytes)
      rows.append(Card.row(of: bytes.span, from: base))
      start = place
    }
    rows.append(end)
  }

  private static let empty40 = Card(version: .version40)

  init(decoding: TextDecoding) { self.decoding = decoding }

  /// The rules of the card's version.
  public var rules: Rules { Rules(version) }

  /// The properties in the order in which they stand, without BEGIN, VERSION and END.
  ///
  /// Lines that are no property are among them; see ``Property/isMalformed``.
  public var properties: Properties { Properties(card: self) }

  /// The properties of a name, in order.
  public func properties(named name: KnownName) -> [Property] {
    var found: [Property] = []
    for index in rows.indices where rows[index].known == name { found.append(property(at: index)) }
    return found
  }

  /// The first property of a name.
  public func first(_ name: KnownName) -> Property? {
    for index in rows.indices where rows[index].known == name { return property(at: index) }
    return nil
  }

  /// Octets of the card as it was read.
  public var byteCount: Int { bytes.count }

  /// Whether another card has the same octets, table and place in the input.
  package func isIdentical(to other: Card) -> Bool {
    bytes == other.bytes && rows.count == other.rows.count
      && zip(rows, other.rows).allSatisfy { $0.isSame(as: $1) } && version == other.version
      && declaresVersion == other.declaresVersion && start == other.start && unit == other.unit
      && isCanonical == other.isCanonical
  }

  package func property(at index: Int) -> Property {
    // What was written since is UTF-8.
    let isWritten = editStart.map { rows[index].start >= $0 } ?? false
    return Property(
      bytes: bytes, row: rows[index], version: version, start: start, unit: unit,
      decoding: isWritten ? decoding.readingUTF8 : decoding, index: index)
  }

  // MARK: Filling

  /// Counts places from the start of the whole input instead of that of a piece of it.
  public mutating func moveStart(by origin: PieceOrigin) { start = origin.place(start) }

  /// Says that the card was made of what stands at a place of an input.
  ///
  /// Its own lines are nowhere in that input: what is told of them is told of the place.
  package mutating func stand(at place: SourcePosition) {
    start = place
    unit = 0
  }

  /// Takes over the card that an assembler finished in a buffer.
  mutating func refill(
    _ buffer: [UInt8], _ assembler: inout CardAssembler, decoding: TextDecoding
  ) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: buffer[assembler.cardStart..<assembler.cardEnd])
    swap(&rows, &assembler.rows)
    start = assembler.start
    unit = assembler.unit
    isCanonical = assembler.isCanonical
    isKnownUTF8 = false
    self.decoding = decoding
    editStart = nil
  }

  /// Whether all octets are UTF-8.
  var isUTF8: Bool { isKnownUTF8 || Octets.areWellFormed(bytes.span) }

  /// Finds out whether all octets are UTF-8.
  mutating func noteUTF8() { isKnownUTF8 = isUTF8 }

  /// Whether a line that declares no charset and may be UTF-8 is.
  func readsUTF8(_ row: Row) -> Bool {
    decoding.undeclared.readsUTF8 || editStart.map { row.start >= $0 } ?? false
      || Octets.areASCII(bytes.span.extracting(row.lineRange))
  }

  /// Decodes text that declares no charset as was found out.
  mutating func decide(_ decoding: TextDecoding) { self.decoding = decoding }

  /// Finds out the version, and tells what is wrong with its declaration.
  mutating func decideVersion(
    _ report: (Diagnostic.Code, SourcePosition, String) -> Void
  ) {
    guard let index = rows.firstIndex(where: { $0.known == .version }) else {
      version = guessedVersion()
      declaresVersion = false
      report(.missingVersion, start, "the card has no VERSION; read as \(version.rawValue)")
      return
    }
    let declared = Version.declared(bytes.span.extracting(rows[index].valueRange))
    version = declared?.version ?? guessedVersion()
    declaresVersion = declared?.exists ?? false
    if !declaresVersion {
      report(
        .unknownVersion, position(atRow: index),
        "there is no such version; read as \(version.rawValue)")
    }
    if declared != nil, rules.requiresVersionFirst, index > (rows[0].known == .begin ? 1 : 0) {
      report(
        .lateVersion, position(atRow: index),
        "VERSION does not come right after BEGIN; heeded all the same")
    }
  }

  /// The version that the style of a card without VERSION tells.
  private func guessedVersion() -> Version {
    var looks40 = false
    var looks30 = false
    for index in rows.indices {
      let row = rows[index]
      if row.flags.contains(.quotedPrintable) { return .version21 }
      switch row.known {
      case .kind, .member, .gender, .related, .anniversary, .lang, .clientPIDMap, .xml:
        looks40 = true
      default: break
      }
      guard !row.parameterRange.isEmpty, row.known != .malformed else { continue }
      // Names and encodings are ASCII; what is not may stay as it is.
      let parameters = property(at: index).parameters { String(decoding: $0, as: UTF8.self) }
      for parameter in parameters {
        if parameter.isNameless { return .version21 }
        switch parameter.name {
        case "ENCODING":
          if let value = parameter.values.first {
            if value.lowercased() == "base64" { return .version21 }
            looks30 = true
          }
        case "PREF", "ALTID", "PID", "MEDIATYPE", "SORT-AS", "CALSCALE": looks40 = true
        default: break
        }
      }
    }
    return looks40 && !looks30 ? .version40 : .version30
  }

  // MARK: Places

  /// The place of a row in the input.
  ///
  /// - Complexity: O(*n*) in the octets before it.
  private func position(atRow index: Int) -> SourcePosition {
    Card.position(at: Int(rows[index].start), in: bytes.span, from: start, unit: unit)
  }

  static func position(
    at offset: Int, in bytes: Span<UInt8>, from start: SourcePosition, unit: Int
  ) -> SourcePosition {
    var cursor = PlaceCursor(start: start, unit: unit)
    return cursor.place(of: offset, in: bytes)
  }

  // MARK: Editing

  private mutating func noteEdit() {
    isCanonical = false
    isKnownUTF8 = false
    if editStart == nil { editStart = bytes.count }
  }

  private mutating func appendLine(_ line: [UInt8], at index: Int) {
    rows.insert(appendedRow(line), at: index)
  }

  private mutating func appendedRow(_ line: [UInt8]) -> Row {
    precondition(bytes.count + line.count <= UInt32.max, "a card has at most 4 GiB, edits included")
    let base = bytes.count
    bytes.append(contentsOf: line)
    return Card.row(of: bytes.span, from: base)
  }

  /// The row of a line that was just written at the end of a buffer, CRLF after each of its
  /// physical lines.
  private static func row(of bytes: Span<UInt8>, from base: Int) -> Row {
    var open = OpenLine()
    var start = base
    while start < bytes.count {
      let end = Octets.lineEnd(in: bytes, from: start)
      let after = end + 2
      // A blank line is no part of the row, be it within folds or after base64, as when a card is read.
      if start == base {
        if end == start { break }
        open.begin(bytes, from: start, to: end, after: after, cardStart: 0)
      } else if end > start {
        if !Octets.isBlank(bytes[start]) { open.row.flags.insert(.unindented) }
        open.extend(bytes, from: start, to: end, after: after, cardStart: 0)
      }
      start = after
    }
    if !open.hasHead, open.isInName || !open.endAtFirstColon(bytes, cardStart: 0) {
      open.row.keepAsText(bytes)
    }
    return open.row
  }

  /// Adds a property after the last one of the card.
  public mutating func append(_ line: ContentLine) {
    append(rawLine: line.octets(for: rules))
  }

  /// Puts a property in the place of another.
  ///
  /// - Parameters:
  ///   - property: A property of this card, as ``properties`` gave it since the last edit.
  ///   - line: What comes in its place.
  ///
  /// - Complexity: O(*n*) in the octets of the line.
  public mutating func replace(_ property: Property, with line: ContentLine) {
    expect(property)
    replace(lineAt: property.index, rawLine: line.octets(for: rules))
  }

  /// Adds a line as it is to stand, CRLF after each of its physical lines, after the last property.
  package mutating func append(rawLine line: [UInt8]) {
    noteEdit()
    appendLine(line, at: linesEnd)
  }

  /// Puts a line as it is to stand, CRLF after each of its physical lines, in the place of one.
  package mutating func replace(lineAt index: Int, rawLine line: [UInt8]) {
    noteEdit()
    rows[index] = appendedRow(line)
  }

  /// Puts lines in the place of properties.
  ///
  /// - Parameter replacement: The line for a property; `nil` where the property stays.
  /// - Complexity: O(*n*) in the octets of the card, however many properties are replaced.
  package mutating func replaceProperties(with replacement: (Property) -> ContentLine?) {
    var lines: [Int: ContentLine] = [:]
    for property in properties { lines[property.index] = replacement(property) }
    edit(replaced: lines, removed: [], inserted: [:], appended: [])
  }

  /// Replaces, removes and adds lines, all at the places that lines have now.
  ///
  /// - Parameters:
  ///   - replaced: The new lines by the indices of the old ones.
  ///   - removed: The indices of the lines that go.
  ///   - inserted: What comes after a line, by its index; after -1 stands what comes first.
  ///   - appended: What comes after the last property.
  /// - Complexity: O(*n*) in the lines of the card and the octets of the new ones.
  package mutating func edit(
    replaced: [Int: ContentLine], removed: Set<Int>, inserted: [Int: [ContentLine]],
    appended: [ContentLine]
  ) {
    let rules = rules
    edit(
      rawReplaced: replaced.mapValues { $0.octets(for: rules) }, removed: removed,
      rawInserted: inserted.mapValues { $0.map { $0.octets(for: rules) } },
      rawAppended: appended.map { $0.octets(for: rules) })
  }

  /// The same with lines as they are to stand, CRLF after each of their physical lines.
  ///
  /// - Complexity: O(*n*) in the lines of the card and the octets of the new ones.
  mutating func edit(
    rawReplaced: [Int: [UInt8]], removed: Set<Int>, rawInserted: [Int: [[UInt8]]] = [:],
    rawAppended: [[UInt8]]
  ) {
    if rawReplaced.isEmpty, removed.isEmpty, rawInserted.isEmpty, rawAppended.isEmpty { return }
    noteEdit()
    var edited: [Row] = []
    edited.reserveCapacity(rows.count + rawAppended.count)
    let end = linesEnd
    for index in -1...rows.count {
      if index == end { edited += rawAppended.map { appendedRow($0) } }
      if rows.indices.contains(index), !removed.contains(index) {
        edited.append(rawReplaced[index].map { appendedRow($0) } ?? rows[index])
      }
      edited += rawInserted[index]?.map { appendedRow($0) } ?? []
    }
    rows = edited
  }

  /// Puts a property before another.
  public mutating func insert(_ line: ContentLine, before property: Property) {
    expect(property)
    noteEdit()
    appendLine(line.octets(for: rules), at: property.index)
  }

  /// Checks that a property is one of this card as it is now.
  private func expect(_ property: Property) {
    precondition(
      rows.indices.contains(property.index) && rows[property.index].start == property.row.start,
      "the property is one that the card gave since its last edit")
  }

  /// Removes a property.
  ///
  /// - Parameter property: A property of this card, as ``properties`` gave it since the last edit.
  public mutating func remove(_ property: Property) {
    expect(property)
    noteEdit()
    rows.remove(at: property.index)
  }

  /// Removes all properties of a name.
  ///
  /// - Complexity: O(*n*) in the lines of the card, however many are removed.
  public mutating func removeAll(_ name: KnownName) {
    guard rows.contains(where: { $0.known == name }) else { return }
    noteEdit()
    rows.removeAll { $0.known == name }
  }
}

extension Card {
  /// The properties of a card.
  public struct Properties: Sequence, Sendable {
    let card: Card

    /// Goes through the properties.
    public struct Iterator: IteratorProtocol {
      let card: Card
      var index = 0

      /// The next property.
      public mutating func next() -> Property? {
        while index < card.rows.count {
          defer { index += 1 }
          if !card.rows[index].isEnvelope { return card.property(at: index) }
        }
        return nil
      }
    }

    /// Creates an iterator from the first property on.
    public func makeIterator() -> Iterator { Iterator(card: card) }
  }
}

extension Card {
  /// The card that octets hold, in the place of this one; they were written since it was read.
  func reread(_ octets: [UInt8]) -> Card {
    let cards = CardReading.read(octets, decoding.readingUTF8, atMost: 1).cards
    guard var card = cards.first else { return self }
    card.start = start
    return card
  }
}
