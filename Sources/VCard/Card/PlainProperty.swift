/// A property decoded into storage that serves for the next one again.
///
/// Most properties hold plain UTF-8: no charset, no transfer encoding, nothing odd in their
/// parameters. Of these it says where the strings stand that ``Property`` would make, most of them
/// in the card itself:
/// ```
/// card     TEL;TYPE=cell,pref:+1\, 408      strings  TYPE (card 4…8), cell (card 9…13),
/// octets   +1, 408                                   pref (card 14…18), +1, 408 (octets 0…7)
/// ```
/// Of any other it says that it is not plain, and ``Property`` is asked instead. It cannot be copied,
/// for copies made in passing cost a sixth of the time.
package struct PlainProperty: ~Copyable, Sendable {
  /// Where a string stands, which is well-formed UTF-8.
  package struct Text: Sendable {
    package var range: Range<Int>
    /// Whether it stands in ``Card/octets``, and not in ``PlainProperty/octets``.
    package var isInCard: Bool
  }

  /// A parameter: which string is its name, and which are its values.
  package struct Parameter: Sendable {
    package var name: Int
    package var values: Range<Int>
  }

  /// The octets of the strings that stand in the card otherwise than they are, or not at all.
  package private(set) var octets: [UInt8] = PlainProperty.words
  package private(set) var strings: [Text] = []
  package private(set) var parameters: [Parameter] = []
  /// The string that is the group; `nil` when there is none.
  package private(set) var group: Int?
  /// The number of the name.
  package private(set) var known = KnownName.unknown
  /// The string that is the name in upper case, when no number stands for it.
  package private(set) var name = 0
  package private(set) var shape = ValueShape.single
  /// The strings that are values, in order.
  package private(set) var values = 0..<0
  /// In a structure, where among ``values`` each component ends.
  package private(set) var componentEnds: [Int] = []

  /// The value without its folds.
  private var unfolded: [UInt8] = []
  /// Whether there is a backslash in the value.
  package private(set) var hasEscapes = false
  /// The string that is the LABEL among the parameters; `nil` when there is none.
  package private(set) var label: Int?
  private let facts = NameFacts.shared

  /// Creates empty storage.
  package init() {
    octets.reserveCapacity(256)
    strings.reserveCapacity(16)
    parameters.reserveCapacity(8)
    componentEnds.reserveCapacity(8)
  }

  /// The names of parameters that are written without them, at the start of ``octets``.
  private static let words = Array("TYPEENCODINGVALUE".utf8)

  /// What no quick look can tell: encodings, nested cards, what is no property.
  fileprivate static let irregular: Row.Flags = [
    .quotedPrintable, .base64, .foldedHead, .nested, .unindented, .quotesIgnored, .comment,
  ]

  /// Octets.
  ///
  /// Whoever makes room for all that a longer line may become would ask for much memory.
  fileprivate static let longestLine = 1 << 16

  /// Fills in a property of a card, without group, name and parameters if they are known; `false`
  /// when it is not plain.
  fileprivate mutating func fill(
    _ bytes: Span<UInt8>, row: Row, rules: Rules, isHeadKnown: Bool
  ) -> Bool {
    guard row.lineRange.count <= PlainProperty.longestLine,
      row.flags.isDisjoint(with: PlainProperty.irregular), row.known != .malformed,
      // A fold of vCard 2.1 may keep its blank.
      row.folds == 0 || rules.foldsAnywhere
    else { return false }
    known = row.known
    guard !facts.octets.contains(known) else { return false }
    // Taking nothing away takes time, too.
    if octets.count > PlainProperty.words.count {
      octets.removeLast(octets.count - PlainProperty.words.count)
    }
    strings.empty()
    parameters.empty()
    label = nil
    guard isHeadKnown || takeNames(bytes, row) && takeParameters(bytes, row) else { return false }
    return takeValue(bytes, row: row, rules: rules)
  }

  /// Appends a string.
  package borrowing func append(_ string: Int, of card: Span<UInt8>, to text: inout [UInt8]) {
    let place = strings[string]
    text.append((place.isInCard ? card : octets.span).extracting(place.range))
  }

  private mutating func add(_ range: Range<Int>, isInCard: Bool) {
    strings.append(Text(range: range, isInCard: isInCard))
  }

  /// Adds a string that stands in the card as it is.
  private mutating func add(_ start: Int, _ end: Int) { add(start..<end, isInCard: true) }

  /// Adds a word of ASCII in upper case.
  private mutating func addUppercased(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
    for index in start..<end where UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index] {
      let from = octets.count
      for index in start..<end { octets.append(Octets.upper(bytes[index])) }
      return add(from..<octets.count, isInCard: false)
    }
    add(start, end)
  }

  private mutating func takeNames(_ bytes: Span<UInt8>, _ row: Row) -> Bool {
    group = nil
    let (start, nameStart, nameEnd) = (Int(row.start), Int(row.nameStart), Int(row.nameEnd))
    if nameStart > start {
      guard bytes[nameStart - 1] == UInt8(ascii: "."), nameStart > start + 1,
        !Octets.isBlank(bytes[start]), Octets.areASCII(bytes.extracting(start..<nameStart))
      else { return false }
      group = 0
      add(start, nameStart - 1)
    }
    guard known == .unknown else { return true }
    guard Octets.areASCII(bytes.extracting(nameStart..<nameEnd)) else { return false }
    name = strings.count
    addUppercased(bytes, from: nameStart, to: nameEnd)
    return true
  }

  // MARK: Parameters

  /// Takes `;NAME=value,value` and `;WORD`; anything else is not plain.
  private mutating func takeParameters(_ bytes: Span<UInt8>, _ row: Row) -> Bool {
    var index = Int(row.nameEnd)
    let end = Int(row.valueStart) - 1
    guard index < end else { return true }
    // Merging those of one name looks at all pairs.
    guard bytes[index] == UInt8(ascii: ";"), end - index < 256 else { return false }
    while index < end {
      // At a semicolon.
      let start = index + 1
      index = start
      while PlainProperty.isPlain(bytes[index]) { index += 1 }
      guard index > start else { return false }
      if bytes[index] == UInt8(ascii: "=") {
        guard takeNamed(bytes, start: start, index: &index, end: end) else { return false }
      } else {
        takeNameless(bytes, from: start, to: index)
      }
      guard index == end || bytes[index] == UInt8(ascii: ";") else { return false }
    }
    return true
  }

  /// Octets that mean themselves wherever they stand in a parameter; the colon is none of them.
  private static func isPlain(_ octet: UInt8) -> Bool {
    Octets.isLooseNameOctet(octet) || octet == UInt8(ascii: ".") || octet == UInt8(ascii: "+")
  }

  private mutating func takeNamed(
    _ bytes: Span<UInt8>, start: Int, index: inout Int, end: Int
  ) -> Bool {
    let word = bytes.extracting(start..<index)
    if word.count == 7, Octets.equal(word, "CHARSET") { return false }
    let isType = word.count == 4 && Octets.equal(word, "TYPE")
    let isLabel = word.count == 5 && Octets.equal(word, "LABEL")
    // Labels hold any character, and those that say the same in other letters are one.
    if isLabel, label != nil { return false }
    let name = strings.count
    if isLabel { label = name + 1 }
    addUppercased(bytes, from: start, to: index)
    repeat {
      // At the equals sign or a comma.
      let valueStart = index + 1
      index = valueStart
      if bytes[index] == UInt8(ascii: "\"") {
        let isTaken =
          isLabel
          ? takeQuotedLabel(bytes, index: &index, end: end)
          : takeQuoted(bytes, index: &index, end: end, splits: isType)
        guard isTaken else { return false }
      } else {
        while PlainProperty.isPlain(bytes[index]) { index += 1 }
        guard index > valueStart else { return false }
        add(valueStart, index)
      }
      if isLabel { break }
    } while bytes[index] == UInt8(ascii: ",")
    parameters.append(Parameter(name: name, values: name + 1..<strings.count))
    return true
  }

  /// Takes what stands between quotation marks, if it is ASCII without escapes; of a TYPE, the
  /// values between the commas.
  private mutating func takeQuoted(
    _ bytes: Span<UInt8>, index: inout Int, end: Int, splits: Bool
  ) -> Bool {
    index += 1
    var start = index
    while index < end, bytes[index] != UInt8(ascii: "\"") {
      let octet = bytes[index]
      if splits, octet == UInt8(ascii: ",") {
        guard index > start else { return false }
        add(start, index)
        start = index + 1
      } else if splits ? !PlainProperty.isPlain(octet) : PlainProperty.mayBeEscape(octet) {
        return false
      }
      index += 1
    }
    guard index < end, index > start else { return false }
    add(start, index)
    index += 1
    return true
  }

  /// Whether an octet may mean something else between quotation marks, or is not ASCII.
  private static func mayBeEscape(_ octet: UInt8) -> Bool {
    octet >= 0x80 || octet == UInt8(ascii: "\\") || octet == UInt8(ascii: "^")
  }

  /// Takes a label between quotation marks, in which a backslash escapes.
  ///
  /// RFC 6350 §6.3.1.
  private mutating func takeQuotedLabel(
    _ bytes: Span<UInt8>, index: inout Int, end: Int
  ) -> Bool {
    index += 1
    let from = octets.count
    let value = bytes.extracting(0..<end)
    while index < end, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "^") { return false }
      let said = VCard.Parameter.unescaped(value, index, isLabel: true, hasCircumflex: false)
      octets.append(said ?? bytes[index])
      index += said == nil ? 1 : 2
    }
    guard index < end, octets.count > from,
      Octets.areUTF8(octets.span.extracting(from..<octets.count))
    else { return false }
    add(from..<octets.count, isInCard: false)
    index += 1
    return true
  }

  private mutating func takeNameless(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
    let name = strings.count
    switch VCard.Parameter.kind(ofNameless: bytes.extracting(start..<end)) {
    case .type: add(0..<4, isInCard: false)
    case .encoding: add(4..<12, isInCard: false)
    case .value: add(12..<17, isInCard: false)
    }
    add(start, end)
    parameters.append(Parameter(name: name, values: name + 1..<name + 2))
  }

  // MARK: Value

  private mutating func takeValue(_ bytes: Span<UInt8>, row: Row, rules: Rules) -> Bool {
    shape = facts.shape(of: known)
    componentEnds.empty()
    if row.folds == 0 {
      return takeValue(bytes.extracting(row.valueRange), at: Int(row.valueStart), rules)
    }
    unfolded.removeAll(keepingCapacity: true)
    Unfolding.append(bytes, row.valueRange, to: &unfolded)
    // The storage is taken out for as long as it is looked at.
    let text = unfolded
    unfolded = []
    defer { unfolded = text }
    return takeValue(text.span, at: nil, rules)
  }

  /// Takes a value without folds.
  ///
  /// - Parameters:
  ///   - text: The value.
  ///   - place: Where it stands in the card; `nil` when it does not stand there like this.
  ///   - rules: By which it was written.
  /// - Returns: Whether it is plain.
  private mutating func takeValue(
    _ text: Span<UInt8>, at place: Int?, _ rules: Rules
  ) -> Bool {
    let marks = Octets.marks(text)
    guard !marks.isBeyondASCII || Octets.areWellFormed(text) else { return false }
    hasEscapes = marks.hasBackslash
    let first = strings.count
    switch shape {
    case .single:
      addText(text, from: 0, to: text.count, at: place, keepsLineFeeds: facts.uris.contains(known))
    case .list:
      if !text.isEmpty {
        split(text, at: place, commas: true, semicolons: rules.separatesListsWithSemicolons)
      }
    case .structure:
      let commas = rules.separatesWithinComponents && !facts.plainComponents.contains(known)
      split(text, at: place, commas: commas, semicolons: true)
    }
    values = first..<strings.count
    return true
  }

  private mutating func addText(
    _ text: Span<UInt8>, from start: Int, to end: Int, at place: Int?, keepsLineFeeds: Bool = false
  ) {
    let part = text.extracting(start..<end)
    if let place, !hasEscapes || Octets.first(UInt8(ascii: "\\"), in: part, from: 0) == part.count {
      return add(place + start, place + end)
    }
    let from = octets.count
    ValueText.unescape(part, keepsLineFeeds: keepsLineFeeds, into: &octets)
    add(from..<octets.count, isInCard: false)
  }

  /// Takes what stands between separators.
  ///
  /// In a structure semicolons end components, of which an empty one has no values.
  private mutating func split(
    _ text: Span<UInt8>, at place: Int?, commas: Bool, semicolons: Bool
  ) {
    let first = strings.count
    var componentStart = 0
    var start = 0
    var index = 0
    while true {
      let isEnd = index >= text.count
      let octet = isEnd ? 0 : text[index]
      let isSemicolon = octet == UInt8(ascii: ";") && semicolons
      guard isEnd || isSemicolon || octet == UInt8(ascii: ",") && commas else {
        index += octet == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      let end = min(index, text.count)
      let endsComponent = shape == .structure && (isEnd || isSemicolon)
      if !(endsComponent && componentStart == end) {
        addText(text, from: start, to: end, at: place)
      }
      start = index + 1
      if endsComponent {
        componentStart = start
        componentEnds.append(strings.count - first)
      }
      if isEnd { return }
      index += 1
    }
  }
}

extension Array {
  /// Takes out all elements, of which most often there are a few, and keeps the memory.
  ///
  /// One by one, for `removeAll` does what replacing any range by anything asks for.
  fileprivate mutating func empty() {
    if count > 64 { removeAll(keepingCapacity: true) }
    while !isEmpty { removeLast() }
  }
}

/// A property whose storage is used for card after card.
package final class PlainStorage: @unchecked Sendable {
  package var plain = PlainProperty()

  /// Creates empty storage.
  package init() {}
}

extension Card {
  /// Where in ``octets`` the value of the property in a line stands when it is one text, as for
  /// ``bareValue(at:_:)``.
  ///
  /// - Complexity: O(*n*) in the octets of the line; allocates nothing.
  package func bareText(at index: Int, _ facts: NameFacts = .shared) -> Range<Int>? {
    facts.shape(of: rows[index].known) == .single ? bareValue(at: index, facts) : nil
  }

  /// Where in ``octets`` the value of the property in a line stands when nothing has to be decoded for
  /// it but its separators; `nil` when ``decode(at:into:)`` must be asked.
  ///
  /// The property has a known name, one line, and neither group, parameters nor escapes; its value is
  /// well-formed UTF-8.
  ///
  /// - Complexity: O(*n*) in the octets of the line; allocates nothing.
  package func bareValue(at index: Int, _ facts: NameFacts = .shared) -> Range<Int>? {
    let row = rows[index]
    guard row.folds == 0, row.nameStart == row.start, row.valueStart == row.nameEnd + 1,
      row.flags.isDisjoint(with: PlainProperty.irregular), row.known.isProperty,
      !facts.octets.contains(row.known), row.lineRange.count <= PlainProperty.longestLine,
      readsUTF8(row)
    else { return nil }
    let text = bytes.span.extracting(row.valueRange)
    let marks = Octets.marks(text)
    guard !marks.hasBackslash, !marks.isBeyondASCII || Octets.areWellFormed(text) else {
      return nil
    }
    return row.valueRange
  }

  /// The octets of the card; the lines that were edited out are still among them.
  package var octets: [UInt8] { bytes }

  /// How many content lines there are, those of the envelope among them.
  package var lineCount: Int { rows.count }

  /// The name of a line.
  package func name(at index: Int) -> KnownName { rows[index].known }

  /// Where in ``octets`` the group of a line stands, with its dot; empty where it has none.
  package func group(at index: Int) -> Range<Int> {
    Int(rows[index].start)..<Int(rows[index].nameStart)
  }

  /// Whether a line is BEGIN, VERSION or END.
  package func isEnvelope(at index: Int) -> Bool { rows[index].isEnvelope }

  /// Where in ``octets`` the head of a line stands: group, name and parameters, with the colon.
  package func head(at index: Int) -> Range<Int> {
    Int(rows[index].start)..<max(Int(rows[index].start), Int(rows[index].valueStart))
  }

  /// Where in ``octets`` the value of a line stands, with its folds.
  package func value(at index: Int) -> Range<Int> { rows[index].valueRange }

  /// Where in ``octets`` the group of a line stands; nowhere where there is none.
  package func groupRange(at index: Int) -> Range<Int> {
    let row = rows[index]
    return Int(row.start)..<max(Int(row.start), Int(row.nameStart) - 1)
  }

  /// Where in ``octets`` the name of a line stands.
  package func nameRange(at index: Int) -> Range<Int> {
    Int(rows[index].nameStart)..<Int(rows[index].nameEnd)
  }

  /// Where in ``octets`` an address has LABEL among its parameters, with the semicolon before it; `nil`
  /// where it has none.
  ///
  /// Hardly any two cards have the same one, so that a head is remembered without it.
  ///
  /// - Complexity: O(*n*) in the octets of the head.
  package func label(at index: Int) -> Range<Int>? {
    guard rows[index].known == .adr else { return nil }
    let octets = bytes.span
    let end = head(at: index).upperBound - 1
    var start = nameRange(at: index).upperBound
    while start < end {
      let name = start + 1..<min(start + 7, end)
      let isLabel = Octets.equal(octets.extracting(name), "LABEL=")
      var isQuoted = false
      var place = name.lowerBound
      while place < end, isQuoted || octets[place] != UInt8(ascii: ";") {
        if octets[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
        // RFC 6350 §6.3.1: a backslash escapes in it.
        place += isLabel && octets[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      place = min(place, end)
      if isLabel { return start..<place }
      start = place
    }
    return nil
  }

  /// Decodes the property in a line into storage that is used again; `false` when it is not plain
  /// and ``property(at:)`` must be asked.
  ///
  /// - Parameters:
  ///   - index: The line.
  ///   - plain: The storage.
  ///   - isHeadKnown: Whether a plain property had the same octets before its value, and all that
  ///     is wanted is the value.
  /// - Returns: Whether it is plain.
  /// - Complexity: O(*n*) in the octets of the line; allocates nothing once the storage has grown.
  package func decode(
    at index: Int, into plain: inout PlainProperty, isHeadKnown: Bool = false
  ) -> Bool {
    let row = rows[index]
    return readsUTF8(row)
      && plain.fill(bytes.span, row: row, rules: rules, isHeadKnown: isHeadKnown)
  }
}
