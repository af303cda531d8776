/// Checks cards by the rules of their versions.
///
/// ```
/// card ─▶ rows ─▶ name, parameters, value by the tables of the version ─▶ findings (offsets)
///                                                     sorted, one walk ─▶ diagnostics (places)
/// ```
/// It looks at one card at a time and knows nothing of others. What the reader has said already
/// (a missing END, a line that is no property, …) it does not say again.
///
/// A checker keeps its storage from card to card, so one for many cards is best.
///
/// RFC 6350 with RFC 6474, 6715, 6868, 8605, 9554 and 9555; RFC 2426 and 2425 with RFC 2739 and
/// 4770; vCard 2.1.
public struct CardChecker: Sendable {
  /// The most diagnostics of one card; what goes beyond is one `more-diagnostics`.
  public var limit = 100_000

  /// What of the physical lines is looked at.
  struct LineChecks: OptionSet, Sendable {
    let rawValue: UInt8
    static let lineEnds = LineChecks(rawValue: 1)
    static let lengths = LineChecks(rawValue: 2)
    static let all: LineChecks = [.lineEnds, .lengths]
  }

  var table = RuleTable.version40
  /// The charset of text that declares none, where it was found out.
  var foundCharset: String?

  // The card.
  /// What there is to say, each at an offset in the card's buffer.
  var findings:
    [(offset: Int, severity: Diagnostic.Severity, code: Diagnostic.Code, message: String)] = []
  private var omitted = 0
  private var omittedSeverity = Diagnostic.Severity.note
  /// The first row of each known name; -1 for none.
  var firstRows = [Int](repeating: -1, count: KnownName.allCases.count)
  var lines = LineIndex()
  /// The groups, and the rows that stand in them.
  var groups: [(hash: UInt64, isLabel: Bool, row: Int)] = []
  var pidSources: [(number: Int, offset: Int)] = []
  var mappedSources: Set<Int> = []
  var isGroup = false
  /// Whether the card is UTF-8 as it stands.
  var isUTF8 = true
  var isASCII = true
  var hasSaidMissingCharset = false
  /// The ALTID of the first of several properties of a name that should stand once.
  var firstAltIDs: [Int: [String]] = [:]

  // The line.
  /// What is said once a line, however often it is so, and was said.
  private var said: [Diagnostic.Code] = []
  var row = Row.none
  /// What the version says about its property.
  var rule = PropertyRule()
  /// Its name, where no standard and no program has it.
  private var unknownName: [UInt8] = []
  var parameters = SeenParameters()
  var map = FoldMap()
  var scratch: [UInt8] = []

  var lineChecks = LineChecks.all
  /// How many cards this one stands in.
  var depth = 0

  /// Creates a checker.
  public init() {}

  /// Looks at a card and appends what is to be said about it, in the order of the input.
  ///
  /// - Parameters:
  ///   - card: The card as it was read.
  ///   - diagnostics: Receives the diagnostics; those that are there stay.
  /// - Complexity: O(*n*) in the octets of the card, and O(*d* log *d*) in its diagnostics.
  public mutating func check(_ card: borrowing Card, into diagnostics: inout [Diagnostic]) {
    reset(for: card)
    let bytes = card.bytes.span
    isASCII = Octets.areASCII(bytes)
    isUTF8 = isASCII || card.isUTF8
    for index in card.rows.indices { checkRow(index, of: card, bytes) }
    checkWholeCard(card)
    if !card.isCanonical { checkLines(of: card, bytes) }
    if !findings.isEmpty || omitted > 0 { deliver(card, bytes, into: &diagnostics) }
  }

  private mutating func reset(for card: borrowing Card) {
    table = RuleTable.of(card.version)
    foundCharset = card.foundCharset?.name
    findings.removeAll(keepingCapacity: true)
    omitted = 0
    omittedSeverity = .note
    for index in firstRows.indices { firstRows[index] = -1 }
    lines.reset()
    groups.removeAll(keepingCapacity: true)
    pidSources.removeAll(keepingCapacity: true)
    if !mappedSources.isEmpty { mappedSources.removeAll(keepingCapacity: true) }
    if !firstAltIDs.isEmpty { firstAltIDs.removeAll(keepingCapacity: true) }
    isGroup = false
    hasSaidMissingCharset = false
  }

  // MARK: Saying

  /// Notes something at an offset in the card's buffer.
  mutating func say(
    _ severity: Diagnostic.Severity, code: Diagnostic.Code, at offset: Int, message: Message
  ) {
    guard findings.count < limit else {
      omitted += 1
      if severity == .error || omittedSeverity == .note { omittedSeverity = severity }
      return
    }
    findings.append((offset, severity, code, message.text))
  }

  /// Notes something once a line.
  mutating func sayOnce(
    _ severity: Diagnostic.Severity, code: Diagnostic.Code, at offset: Int, message: Message
  ) {
    if said.contains(code) { return }
    said.append(code)
    say(severity, code: code, at: offset, message: message)
  }

  private mutating func deliver(
    _ card: borrowing Card, _ bytes: Span<UInt8>, into diagnostics: inout [Diagnostic]
  ) {
    // The order of equal offsets is that in which they were found.
    let order = findings.indices.sorted {
      (findings[$0].offset, $0) < (findings[$1].offset, $1)
    }
    var cursor = PlaceCursor(start: card.start, unit: card.unit)
    for index in order {
      let finding = findings[index]
      diagnostics.append(
        Diagnostic(
          severity: finding.severity, code: finding.code,
          position: cursor.place(of: finding.offset, in: bytes), message: finding.message))
    }
    if omitted > 0 {
      diagnostics.append(
        Diagnostic(
          severity: omittedSeverity, code: .moreDiagnostics, position: card.start,
          message: "\(omitted) more diagnostics of this card are left out"))
    }
  }

  // MARK: Lines of a card

  /// Hands over a part of the line without its folds; the map tells where its octets stand.
  @inline(__always)
  mutating func withUnfolded(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isFolded: Bool, keepsBareEnds: Bool = false,
    _ body: (inout CardChecker, Span<UInt8>) -> Void
  ) {
    guard isFolded else {
      map.reset(to: range.lowerBound)
      return body(&self, bytes.extracting(range))
    }
    // It is unfolded into storage that nobody else touches.
    var octets: [UInt8] = []
    swap(&octets, &scratch)
    map.unfold(bytes, range, keepsBareEnds: keepsBareEnds, into: &octets)
    body(&self, octets.span)
    swap(&octets, &scratch)
  }

  private mutating func checkRow(_ index: Int, of card: borrowing Card, _ bytes: Span<UInt8>) {
    row = card.rows[index]
    switch row.known {
    // The reader has told about lines that are no property.
    case .begin, .end, .malformed: return
    default: break
    }
    if !said.isEmpty { said.removeAll(keepingCapacity: true) }
    rule = table[row.known]
    checkName(bytes, index)
    parameters = SeenParameters()
    if !row.parameterRange.isEmpty {
      withUnfolded(bytes, row.parameterRange, isFolded: row.flags.contains(.foldedHead)) {
        $0.checkParameters($1)
      }
    }
    checkOccurrence(index, card, bytes)
    checkValue(index, card, bytes)
  }

  private mutating func checkName(_ bytes: Span<UInt8>, _ index: Int) {
    let (start, end) = (Int(row.nameStart), Int(row.nameEnd))
    if start > row.start { checkGroup(Int(row.start)..<start, bytes, index) }
    if row.known == .unknown {
      withUnfolded(bytes, start..<end, isFolded: row.flags.contains(.foldedHead)) { checker, name in
        checker.unknownName.removeAll(keepingCapacity: true)
        checker.unknownName.append(name)
      }
    }
    if end < bytes.count, Octets.isBlank(bytes[end]), !row.flags.contains(.foldedHead) {
      say(
        .warning, code: .propertyName, at: end,
        message: "a blank stands after the name \(name); left out")
    }
    switch rule.standing {
    case .standard, .vendor: break
    case .otherVersion:
      say(
        .warning, code: .propertyNotInVersion, at: start,
        message: "\(name) is not a property of vCard \(version); kept")
    case .undefined: checkUndefinedName(at: start)
    }
  }

  private mutating func checkUndefinedName(at offset: Int) {
    let octets = unknownName
    if let index = octets.firstIndex(where: { !Octets.isNameOctet($0) }) {
      return say(
        .warning, code: .propertyName, at: map.offset(of: index),
        message: "the name \(Quote.of(octets.span)) holds what no name may hold; kept")
    }
    guard !Octets.isVendorWord(octets.span) else { return }
    say(
      .note, code: .unknownProperty, at: offset,
      message: "no standard has a property \(Quote.of(octets.span)); kept")
  }

  private mutating func checkGroup(_ range: Range<Int>, _ bytes: Span<UInt8>, _ index: Int) {
    // Blanks before the name are not a group.
    guard bytes[range.upperBound - 1] == UInt8(ascii: ".") else { return }
    let group = range.dropLast()
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in group {
      hash = (hash ^ UInt64(Octets.lowercased(bytes[place]))) &* 0x100_0000_01B3
    }
    groups.append((hash, row.known == .xABLabel, index))
    let irregular = Octets.nameEnd(bytes, from: group.lowerBound, to: group.upperBound)
    // vCard 2.1 §2.9 has groups of several names.
    guard irregular < group.upperBound, !row.flags.contains(.foldedHead),
      !table.rules.allowsNamelessParameters
    else { return }
    say(
      .warning, code: .groupName, at: irregular,
      message: "the group \(Quote.of(bytes, group)) holds what no group may hold; kept")
  }

  // MARK: How often

  private mutating func checkOccurrence(
    _ index: Int, _ card: borrowing Card, _ bytes: Span<UInt8>
  ) {
    if lines.isRepeated(Int(row.start)..<Int(row.valueEnd), in: bytes) {
      say(
        .note, code: .duplicateProperty, at: Int(row.start),
        message: "the same \(name) stands before; kept twice")
    }
    let number = Int(row.known.rawValue)
    guard firstRows[number] >= 0 else {
      firstRows[number] = index
      return
    }
    guard rule.occurrence != .any, !isAlternative(index, number, card) else { return }
    say(
      rule.occurrence == .once ? .error : .note, code: .repeatedProperty, at: Int(row.start),
      message: "\(name) stands a second time; readers take the first, both are kept")
  }

  /// Whether a property has the ALTID of the first one of its name.
  ///
  /// RFC 6350 §5.4: those count as one.
  private mutating func isAlternative(
    _ index: Int, _ number: Int, _ card: borrowing Card
  ) -> Bool {
    guard parameters.set.contains(.altid) else { return false }
    let first = firstAltIDs[number] ?? card.property(at: firstRows[number]).parameter("ALTID")
    firstAltIDs[number] = first
    return !first.isEmpty && first == card.property(at: index).parameter("ALTID")
  }

  // MARK: The whole card

  private mutating func checkWholeCard(_ card: borrowing Card) {
    let rules = table.rules
    if rules.requiresFormattedName, !has(.fn) {
      say(
        .error, code: .missingFN, at: 0,
        message: "the card has no FN, which vCard \(version) requires; none is made up")
    }
    if rules.requiresName, !has(.n) {
      say(
        .warning, code: .missingN, at: 0,
        message: "the card has no N, which vCard \(version) requires; none is made up")
    }
    if has(.member), !isGroup, table[.member].standing == .standard {
      say(
        .warning, code: .memberWithoutGroup,
        at: Int(card.rows[firstRows[Int(KnownName.member.rawValue)]].start),
        message: "MEMBER stands in a card whose KIND is not group; kept")
    }
    // Once a source is told, the others that name it need no word.
    for source in pidSources where mappedSources.insert(source.number).inserted {
      say(
        .warning, code: .pidWithoutMap, at: source.offset,
        message: "no CLIENTPIDMAP explains the source \(source.number) of this PID; kept")
    }
    if has(.xABLabel) { checkLabels(card) }
  }

  private func has(_ name: KnownName) -> Bool { firstRows[Int(name.rawValue)] >= 0 }

  private mutating func checkLabels(_ card: borrowing Card) {
    // What a label may be of comes before it.
    groups.sort { ($0.hash, $0.isLabel ? 1 : 0, $0.row) < ($1.hash, $1.isLabel ? 1 : 0, $1.row) }
    var labelled: UInt64?
    for use in groups {
      if !use.isLabel {
        labelled = use.hash
      } else if labelled != use.hash {
        say(
          .note, code: .strayLabel, at: Int(card.rows[use.row].start),
          message: "X-ABLabel labels nothing, for no other property is in its group; kept")
      }
    }
    for row in card.rows where row.known == .xABLabel && row.nameStart == row.start {
      say(
        .note, code: .strayLabel, at: Int(row.start),
        message: "X-ABLabel labels nothing, for it has no group; kept")
    }
  }

  // MARK: Names in messages

  /// The name of the property as messages say it.
  var name: String {
    row.known == .unknown ? Quote.of(unknownName.span, marks: "") : row.known.canonical
  }

  /// The version as messages say it.
  var version: String { table.rules.version.rawValue }
}

/// What the parameters of a line said.
struct SeenParameters: Sendable {
  var set = ParameterSet()
  var type: ValueType?
  /// Where CHARSET stands in the buffer.
  var charsetOffset: Int?
  var isDeclaredUTF8 = false
  /// The elements of SORT-AS, and where it stands.
  var sortKeys = 0
  var sortAsOffset = 0
}
