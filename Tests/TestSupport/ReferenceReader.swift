package import VCard

/// Reads vCard the slow and obvious way, as a judge of `CardReader`.
///
/// It has the whole input at hand, cuts it into lines, puts these together to content lines, unfolds
/// them and looks at each as a whole. It knows no pieces, and no limit but that of nesting.
package struct ReferenceReader {
  package struct Card: Equatable {
    package var range: Range<Int>
    package var line: Int
    package var column: Int
    package var lines: [Line]
  }

  /// A content line; ranges are those of the input.
  package struct Line: Equatable {
    package enum Kind: Equatable { case property, malformed, comment, nested, envelope }
    package var kind: Kind
    package var range: Range<Int>
    package var value: Range<Int>
    package var group: [UInt8]?
    package var name: [UInt8] = []
    package var known = KnownName.malformed
    package var isBase64 = false
    package var isQuotedPrintable = false
  }

  package struct Note: Equatable {
    package var severity: Diagnostic.Severity
    package var code: Diagnostic.Code
    package var place: SourcePosition

    package init(severity: Diagnostic.Severity, code: Diagnostic.Code, place: SourcePosition) {
      (self.severity, self.code, self.place) = (severity, code, place)
    }
  }

  private struct Physical {
    /// Where it starts, where its line end starts, and where the next one starts.
    var start: Int
    var end: Int
    var after: Int
    var number: Int
    /// Where in its line it starts, from 1.
    var column = 1
  }

  private let bytes: [UInt8]
  private var physical: [Physical] = []
  /// The physical line that is looked at.
  private var index = 0
  /// Cards read and skipped.
  private var count = 0
  package private(set) var cards: [Card] = []
  package private(set) var notes: [Note] = []

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      var width = min(bytes.count - end, 1)
      for ending in [[0x0D, 0x0A], [0x0D, 0x0D, 0x0A]] as [[UInt8]]
      where bytes[end...].starts(with: ending) {
        width = ending.count
      }
      physical.append(
        Physical(start: start, end: end, after: end + width, number: physical.count + 1))
      start = end + width
    }
    readAll()
  }

  private func octets(_ line: Physical) -> ArraySlice<UInt8> { bytes[line.start..<line.end] }

  private func place(_ line: Physical, offset: Int = 0) -> SourcePosition {
    SourcePosition(
      byte: line.start + offset, card: count, line: line.number, column: line.column + offset)
  }

  private mutating func note(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ place: SourcePosition
  ) {
    notes.append(Note(severity: severity, code: code, place: place))
  }

  // MARK: Between cards

  private var junk: (first: SourcePosition, lines: Int)?

  private mutating func noteJunk(_ place: SourcePosition, lines: Int = 1) {
    junk = (junk?.first ?? place, (junk?.lines ?? 0) + lines)
  }

  private mutating func flushJunk() {
    if let junk { note(.warning, .textBetweenCards, junk.first) }
    junk = nil
  }

  private mutating func readAll() {
    var foreign = 0
    while index < physical.count {
      let line = physical[index]
      let place = place(line)
      let isLong = octets(line).count > 4096
      let body = Shape.withoutMarks(octets(line).prefix(4096))
      let text = Shape.trimmed(body)
      let hasMark = body.startIndex > line.start
      var begin: Int?
      var isDamaged = false
      switch isLong ? .none : Shape.envelope(text) {
      case .beginCard: begin = body.startIndex
      case .endCard:
        flushJunk()
        note(.warning, .extraEnd, place)
        index += 1
        continue
      case .beginOther: foreign += 1
      case .endOther: foreign = max(0, foreign - 1)
      case .none:
        if !isLong, let before = Shape.beforeTrailingBegin(text) {
          if before.allSatisfy(Shape.isPunctuation) {
            begin = body.startIndex
            isDamaged = true
          } else {
            noteJunk(place)
            begin = text.startIndex + before.count
          }
        } else if foreign == 0, Shape.startsCard(text) {
          begin = body.startIndex
          isDamaged = true
        }
      }
      guard let begin else {
        if !text.isEmpty || isLong || hasMark && line.start > 0 { noteJunk(place) }
        index += 1
        continue
      }
      foreign = 0
      flushJunk()
      if hasMark, begin == body.startIndex, line.start > 0 { note(.note, .byteOrderMark, place) }
      physical[index].column += begin - line.start
      physical[index].start = begin
      readCard(isDamaged: isDamaged)
    }
    flushJunk()
  }

  // MARK: Cards

  private mutating func readCard(isDamaged: Bool) {
    let start = physical[index]
    let noted = notes.count
    if isDamaged { note(.warning, .missingBegin, place(start)) }
    var lines: [Line] = []
    var end: Int?
    // The content line that the end of the input would cut off.
    var cutLine: Physical? = start
    var hasContinuation = false
    while index < physical.count, end == nil {
      let first = physical[index]
      if octets(first).isEmpty {
        index += 1
        continue
      }
      switch meaning(of: first, after: lines) {
      case .begin:
        lines.append(line([first], kind: .envelope))
        index += 1
      case .end(let after, let next):
        var last = first
        if let next {
          last.end = after
          last.after = after
          physical[index].column += next - first.start
          physical[index].start = next
        } else {
          index += 1
        }
        lines.append(line([last], kind: .envelope))
        end = after
      case .nextCard:
        if lines.allSatisfy({ $0.known == .version }), octets(first).first != 0xEF {
          notes.removeSubrange(noted...)
          noteJunk(place(start), lines: lines.count)
          return
        }
        note(.warning, .missingEnd, place(first))
        end = first.start
      case .nested:
        note(.note, .nestedCard, place(first))
        if Head(Array(octets(first))).known == .agent {
          lines.append(line([first], kind: .nested))
        }
        index += 1
        cutLine = first
        switch readNested(&lines[lines.count - 1]) {
        case .closed: cutLine = start
        case .cut: break
        case .tooDeep:
          note(.error, .nestedTooDeep, place(start))
          order(from: noted)
          skip(depth: 18)
          return
        }
        hasContinuation = false
      case .line:
        cutLine = first
        let (group, isSoftBroken) = takeLines()
        if isSoftBroken { note(.warning, .quotedPrintableUnterminated, place(first)) }
        decide(group, &lines, &hasContinuation)
      }
    }
    if end == nil {
      if let last = bytes.last, Shape.isLineEnd(last) {
        let number = physical[physical.count - 1].number + 1
        note(
          .warning, .missingEnd,
          SourcePosition(byte: bytes.count, card: count, line: number, column: 1))
      } else {
        note(.error, .truncatedCard, place(cutLine ?? start))
      }
    }
    noteVersion(lines, start)
    order(from: noted)
    cards.append(
      Card(
        range: start.start..<(end ?? bytes.count), line: start.number, column: start.column,
        lines: lines))
    count += 1
  }

  /// Puts the notes of a card in the order of the input.
  private mutating func order(from noted: Int) {
    let sorted = notes[noted...].enumerated().sorted {
      ($0.element.place.byte, $0.offset) < ($1.element.place.byte, $1.offset)
    }
    notes.replaceSubrange(noted..., with: sorted.map(\.element))
  }

  private mutating func noteVersion(_ lines: [Line], _ start: Physical) {
    guard let index = lines.firstIndex(where: { $0.known == .version }) else {
      return note(.warning, .missingVersion, place(start))
    }
    let value = bytes[lines[index].value].filter { !Shape.isBlank($0) && !Shape.isLineEnd($0) }
    let digits = String(decoding: value, as: UTF8.self)
    let line = physical.last { $0.start <= lines[index].range.lowerBound } ?? start
    if !["2.1", "3.0", "4.0"].contains(digits) { note(.warning, .unknownVersion, place(line)) }
    if digits.first == "4", digits.wholeMatch(of: /.(\.[0-9]*)?/) != nil,
      index > (lines[0].known == .begin ? 1 : 0)
    {
      note(.warning, .lateVersion, place(line))
    }
  }

  private enum Meaning {
    case begin, line, nested, nextCard
    /// Where the card ends, and where another starts in the same line.
    case end(Int, next: Int?)
  }

  /// What a physical line means that continues no other.
  private func meaning(of line: Physical, after lines: [Line]) -> Meaning {
    let text = octets(line)
    let head = Head(Array(text))
    if head.colon != nil, text.starts(with: [0xEF, 0xBB, 0xBF]),
      Shape.envelope(Shape.withoutMarks(text)) == .beginCard
    {
      return .nextCard
    }
    guard let colon = head.colon else { return .line }
    let value = Shape.trimmed(text.dropFirst(colon + 1))
    switch head.known {
    case .begin:
      guard Shape.envelope(text) == .beginCard else { return .line }
      if lines.isEmpty { return .begin }
      if let last = lines.last, last.kind == .property, last.known == .agent,
        Shape.trimmed(bytes[last.value]).isEmpty
      {
        return .nested
      }
      return .nextCard
    case .end:
      if Shape.envelope(text) == .endCard { return .end(line.after, next: nil) }
      let rest = Shape.trimmed(value.dropFirst(5))
      if Shape.envelope(text) == .endOther, Shape.isWord(value.prefix(5), "VCARD"),
        Shape.envelope(rest) == .beginCard
      {
        return .end(value.startIndex + 5, next: rest.startIndex)
      }
      return .line
    case .agent:
      // A text of RFC 2426 that is folded behind its first line goes on with a line end.
      if index + 1 < physical.count, octets(physical[index + 1]).dropFirst().first == 0x5C,
        octets(physical[index + 1]).first.map(Shape.isBlank) == true
      {
        return .line
      }
      return Shape.envelope(value) == .beginCard ? .nested : .line
    default: return .line
    }
  }

  // MARK: Nested and skipped cards

  private enum NestedEnd { case closed, cut, tooDeep }

  /// Reads up to the END of a nested card, or the end of the input.
  private mutating func readNested(_ row: inout Line) -> NestedEnd {
    row.kind = .nested
    var depth = 1
    var isAfterAgent = false
    func extend(_ line: Physical) {
      row.range = row.range.lowerBound..<line.after
      row.value = row.value.lowerBound..<line.end
    }
    extend(physical[index - 1])
    while index < physical.count {
      let line = physical[index]
      let text = octets(line)
      switch Shape.envelope(Shape.withoutMarks(text)) {
      case .beginCard:
        // A card that no AGENT holds is the next one.
        guard isAfterAgent, !text.starts(with: [0xEF, 0xBB, 0xBF]) else { return .closed }
        depth += 1
      case .endCard where !text.starts(with: [0xEF, 0xBB, 0xBF]): depth -= 1
      default: if Shape.agent(text) == .beginCard { depth += 1 }
      }
      if !Shape.trimmed(text).isEmpty { isAfterAgent = Shape.agent(text) == .empty }
      extend(line)
      index += 1
      if depth == 0 { return .closed }
      if depth > 16 { return .tooDeep }
    }
    return .cut
  }

  /// Leaves out lines up to the end of a card that is skipped, or the start of another.
  private mutating func skip(depth: Int) {
    count += 1
    var depth = depth
    var isAfterAgent = false
    while index < physical.count {
      let isLong = octets(physical[index]).count > 4096
      let text = Shape.trimmed(Shape.withoutMarks(octets(physical[index])))
      switch isLong ? .none : Shape.envelope(text) {
      case .beginCard:
        guard isAfterAgent else { return }
        depth += 1
      case .endCard: depth -= 1
      default: if !isLong, Shape.agent(text) == .beginCard { depth += 1 }
      }
      if !isLong, !text.isEmpty { isAfterAgent = Shape.agent(text) == .empty }
      index += 1
      if depth == 0 { return }
    }
  }

  // MARK: Content lines

  /// Takes physical lines as long as they belong to one content line.
  private mutating func takeLines() -> (lines: [Physical], isSoftBroken: Bool) {
    var group = [physical[index]]
    index += 1
    var isBase64Over = false
    var mayGoOn = true
    while index < physical.count {
      let line = physical[index]
      let text = octets(line)
      let head = Head(unfolded(group))
      let takesBase64 = head.isBase64 && head.colon != nil && !isBase64Over
      let isSoft = mayGoOn && endsSoftly(group, head)
      guard let first = text.first else {
        if takesBase64 {
          isBase64Over = !value(group, head).isEmpty
        } else {
          mayGoOn = false
        }
        index += 1
        continue
      }
      if !Shape.isBlank(first) {
        if isSoft {
          let envelope = Shape.envelope(Shape.withoutMarks(text))
          if envelope == .beginCard || envelope == .endCard { return (group, true) }
        } else if !takesBase64 || !Shape.isBase64(text) || isFoldedInName
          || bytes[value(group, head)].last(where: { !Shape.isBlank($0) }) == 0x3D
        {
          return (group, false)
        }
      }
      mayGoOn = true
      group.append(line)
      index += 1
    }
    return (group, mayGoOn && endsSoftly(group, Head(unfolded(group))))
  }

  /// Whether the line at `index`, with those that go on with it, begins with a name of 254 octets at
  /// most, and what ends one.
  private var isFoldedInName: Bool {
    let further = physical[(index + 1)...].prefix { line in
      octets(line).first.map(Shape.isBlank) ?? true
    }
    guard let last = further.last(where: { !octets($0).isEmpty }) else { return false }
    var text: [UInt8] = []
    for line in physical[index...] where line.start < last.end {
      // The blank that a further line begins with is the fold's.
      text += octets(line).dropFirst(line.start == physical[index].start ? 0 : 1)
    }
    text = Array(text.prefix(255))
    let end = text.first { !(0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF || $0 == 0x2D) }
    return end.map { ";:.".utf8.contains($0) } ?? false
  }

  private func endsSoftly(_ group: [Physical], _ head: Head) -> Bool {
    guard head.isQuotedPrintable, head.colon != nil, let last = group.last else { return false }
    return octets(last).last { !Shape.isBlank($0) } == UInt8(ascii: "=")
  }

  /// A content line without its folds: one blank goes from the start of each further line.
  private func unfolded(_ group: [Physical]) -> [UInt8] {
    var text = Array(octets(group[0]))
    for line in group.dropFirst() {
      let next = octets(line)
      text += next.first.map(Shape.isBlank) == true ? next.dropFirst() : next
    }
    return text
  }

  /// Where an octet of the unfolded line stands, and in which physical line.
  private func source(of offset: Int, in group: [Physical]) -> (line: Physical, offset: Int) {
    var left = offset
    for (place, line) in group.enumerated() {
      let fold = place > 0 && octets(line).first.map(Shape.isBlank) == true ? 1 : 0
      let count = octets(line).count - fold
      if left < count { return (line, left + fold) }
      left -= count
    }
    let last = group[group.count - 1]
    return (last, last.end - last.start)
  }

  /// The value with its folds: all that stands after the colon.
  private func value(_ group: [Physical], _ head: Head) -> Range<Int> {
    let end = group[group.count - 1].end
    guard let colon = head.colon else { return end..<end }
    let (line, offset) = source(of: colon, in: group)
    return line.start + offset + 1..<end
  }

  private func line(_ group: [Physical], kind: Line.Kind, _ head: Head? = nil) -> Line {
    let head = head ?? Head(unfolded(group))
    return Line(
      kind: kind, range: group[0].start..<group[group.count - 1].after, value: value(group, head),
      group: head.group, name: head.name, known: head.known, isBase64: head.isBase64,
      isQuotedPrintable: head.isQuotedPrintable)
  }

  /// Decides what a content line is.
  private mutating func decide(
    _ group: [Physical], _ lines: inout [Line], _ hasContinuation: inout Bool
  ) {
    let text = unfolded(group)
    var head = Head(text)
    if head.colon == nil, head.hasName, text.contains(UInt8(ascii: ":")) {
      if let quote = head.openQuote {
        let (line, offset) = source(of: quote, in: group)
        note(.warning, .unclosedQuote, place(line, offset: offset))
      }
      head = Head(text, takesFirstColon: true)
    }
    let isContinued = hasContinuation
    hasContinuation = false
    var new = line(group, kind: .property, head)
    if head.colon != nil {
      switch head.known {
      case .begin, .malformed: break
      case .end where Shape.trimmed(bytes[new.value]).isEmpty:
        note(.warning, .extraEnd, place(group[0]))
        new.kind = .envelope
        lines.append(new)
        return
      case .end: break
      case .unknown where !head.isAllowed: break
      default:
        if head.known == .version { new.kind = .envelope }
        lines.append(new)
        return
      }
    }
    new = Line(
      kind: .malformed, range: new.range,
      value: new.range.lowerBound..<group[group.count - 1].end)
    if text.first == UInt8(ascii: "#") {
      note(.note, .commentLine, place(group[0]))
      new.kind = .comment
    } else if let last = lines.last, goesOn(last, text, head, group.count > 1) {
      lines[lines.count - 1].range = last.range.lowerBound..<new.range.upperBound
      lines[lines.count - 1].value = last.value.lowerBound..<new.value.upperBound
      // One note tells all such lines of a value; in 2.1 a backslash may stand before a line end.
      let before = bytes[..<group[0].start].last { !Shape.isLineEnd($0) }
      let isVersion21 = lines.first { $0.known == .version }.map {
        Shape.trimmed(bytes[$0.value]).starts(with: "2".utf8)
          && String(
            decoding: bytes[$0.value].filter { !" \t\r\n".utf8.contains($0) }, as: UTF8.self
          )
          .wholeMatch(of: /.(\.[0-9]*)?/) != nil
      }
      let isEscaped = before == UInt8(ascii: "\\") && isVersion21 == true
      if !isContinued, !isEscaped {
        note(.warning, .unindentedContinuation, place(group[0]))
      }
      hasContinuation = isContinued || !isEscaped
      return
    } else {
      note(.error, .malformedLine, place(group[0]))
    }
    lines.append(new)
  }

  /// Whether a line that is no property is more text of the property before it.
  private func goesOn(_ last: Line, _ text: [UInt8], _ head: Head, _ isFolded: Bool) -> Bool {
    guard last.kind == .property, !last.isBase64, let first = text.first,
      !";=:. \t".utf8.contains(first)
    else { return false }
    switch last.known {
    case .note, .adr, .label: break
    case .unknown, .title, .role, .org, .agent: if head.colon != nil { return false }
    default: return false
    }
    // A name of a property alone is a property without its value.
    return head.colon != nil || isFolded
      || Shape.known(text) == .unknown && !Shape.isVendorName(text)
  }
}

/// The head of a content line without folds.
private struct Head {
  var group: [UInt8]?
  var name: [UInt8] = []
  var isQuotedPrintable = false
  var isBase64 = false
  /// Where the colon is; `nil` when there is none.
  var colon: Int?
  /// Where the quotation starts that is never closed.
  var openQuote: Int?
  /// Whether anything ends the name.
  var hasName = false
  private var lead = 0

  var known: KnownName { hasName ? Shape.known(name) : .unknown }

  init(_ line: [UInt8], takesFirstColon: Bool = false) {
    lead = line.prefix(while: Shape.isBlank).count
    guard let end = line.firstIndex(where: { ":;".utf8.contains($0) }) else { return }
    hasName = true
    name = Array(line[lead..<max(lead, end)])
    if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      group = Array(name[..<dot])
      name = Array(name[(dot + 1)...])
    }
    while let last = name.last, Shape.isBlank(last) { name.removeLast() }
    let isUnquoted = takesFirstColon && Head(line).openQuote != nil
    for parameter in parameters(line, from: end, takesFirstColon, isUnquoted) {
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      var word = parameter.drop { " \t".unicodeScalars.contains($0) }
      let name = parts[0].drop { " \t".unicodeScalars.contains($0) }
      let isEncoding = parts.count == 2 && Shape.upper(name.trimmingBlanksAtEnd) == "ENCODING"
      if isEncoding { word = parts[1].drop { " \t\"".unicodeScalars.contains($0) } }
      let end = word.firstIndex { ":;\"=, \t".unicodeScalars.contains($0) } ?? word.endIndex
      switch Shape.upper(word[..<end]) {
      case "QUOTED-PRINTABLE": isQuotedPrintable = true
      case "BASE64": isBase64 = true
      case "Q" where isEncoding: isQuotedPrintable = true
      case "B" where isEncoding: isBase64 = true
      default: break
      }
    }
    // What is no property has no encoding.
    let isProperty =
      switch known {
      case .unknown: isAllowed
      case .begin, .end: false
      default: true
      }
    if !isProperty { (isBase64, isQuotedPrintable) = (false, false) }
  }

  /// The parameters as they stand, without their semicolons; finds the colon and an open quote.
  private mutating func parameters(
    _ line: [UInt8], from start: Int, _ takesFirstColon: Bool, _ isUnquoted: Bool
  ) -> [String.UnicodeScalarView] {
    if takesFirstColon { colon = line[start...].firstIndex(of: UInt8(ascii: ":")) }
    var parameters: [String.UnicodeScalarView] = []
    var isQuoted = false
    var isEscaped = false
    for index in start..<(colon ?? line.count) {
      let octet = line[index]
      var separates = false
      if isEscaped {
        isEscaped = false
      } else {
        switch octet {
        case UInt8(ascii: "\""):
          isQuoted = !isQuoted && !isUnquoted
          openQuote = index
        case UInt8(ascii: "\\") where !isQuoted: isEscaped = true
        case UInt8(ascii: ":") where !isQuoted:
          colon = index
          openQuote = nil
          return parameters
        case UInt8(ascii: ";") where !isQuoted: separates = true
        default: break
        }
      }
      if separates {
        parameters.append("".unicodeScalars)
      } else if !parameters.isEmpty {
        parameters[parameters.count - 1].append(Unicode.Scalar(octet))
      }
    }
    if !isQuoted { openQuote = nil }
    return parameters
  }

  /// Whether group and name hold nothing but what names hold.
  var isAllowed: Bool {
    func isLetter(_ octet: UInt8) -> Bool {
      switch octet {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-_/".utf8.contains(octet)
      }
    }
    if let group {
      guard let first = group.first, first != UInt8(ascii: "."),
        group.allSatisfy({ isLetter($0) || $0 == UInt8(ascii: ".") })
      else { return false }
    }
    guard !name.isEmpty, name.allSatisfy({ isLetter($0) || Shape.isBlank($0) }) else {
      return false
    }
    return !name.contains(where: Shape.isBlank)
      || name.count > 2 && Shape.isWord(name.prefix(2), "X-")
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var trimmingBlanksAtEnd: Self {
    var text = self
    while let last = text.last, " \t".unicodeScalars.contains(last) { text.removeLast() }
    return text
  }
}

/// What single lines look like.
private enum Shape {
  enum Envelope { case none, beginCard, endCard, beginOther, endOther }
  enum Agent { case none, empty, beginCard }

  static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }
  static func isLineEnd(_ octet: UInt8) -> Bool { octet == 0x0A || octet == 0x0D }

  static func isPunctuation(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: ":"): false
    default: 0x21...0x7E ~= octet
    }
  }

  static func trimmed(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var octets = octets
    while let first = octets.first, isBlank(first) || isLineEnd(first) { octets.removeFirst() }
    while let last = octets.last, isBlank(last) || isLineEnd(last) { octets.removeLast() }
    return octets
  }

  static func withoutMarks(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var octets = octets
    while octets.starts(with: [0xEF, 0xBB, 0xBF]) { octets = octets.dropFirst(3) }
    return octets
  }

  static func upper(_ text: some Sequence<Unicode.Scalar>) -> String {
    var upper = ""
    for scalar in text { upper += scalar.isASCII ? String(scalar).uppercased() : String(scalar) }
    return upper
  }

  static func isWord(_ octets: some Sequence<UInt8>, _ word: String) -> Bool {
    upper(octets.map { Unicode.Scalar($0) }) == word
  }

  private static let names: [String: KnownName] = Dictionary(
    KnownName.allCases.map { ($0.canonical, $0) }, uniquingKeysWith: { first, _ in first })

  static func known(_ name: some Sequence<UInt8>) -> KnownName {
    let name = upper(name.map { Unicode.Scalar($0) })
    return name.isEmpty ? .unknown : names[name] ?? .unknown
  }

  /// `X-PROP` or `X-PROP;A=B`, and nothing else.
  static func isVendorName(_ line: [UInt8]) -> Bool {
    let name = line.prefix { $0 != UInt8(ascii: ";") }
    return name.count > 2
      && (isWord(name.prefix(2), "X-") || isWord(name.prefix(4), "VND-"))
      && String(decoding: name, as: UTF8.self).allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
      }
  }

  /// `BEGIN:VCARD` and the like, with blanks about and groups before it.
  static func envelope(_ line: ArraySlice<UInt8>) -> Envelope {
    let line = trimmed(line)
    guard let colon = line.prefix(64).firstIndex(of: UInt8(ascii: ":")) else { return .none }
    let name = trimmed(line[..<colon]).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let value = trimmed(line[(colon + 1)...])
    guard let last = name.last, let letter = value.last, 0x61...0x7A ~= letter | 0x20 else {
      return .none
    }
    let isCard = isWord(value, "VCARD")
    if isWord(last, "BEGIN") { return isCard ? .beginCard : .beginOther }
    if isWord(last, "END") { return isCard ? .endCard : .endOther }
    return .none
  }

  /// What an AGENT line holds.
  static func agent(_ line: ArraySlice<UInt8>) -> Agent {
    let line = trimmed(line)
    let name = line.prefix { !":;".utf8.contains($0) }
    guard
      let last = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last,
      known(last) == .agent, let colon = line.firstIndex(of: UInt8(ascii: ":"))
    else { return .none }
    let value = trimmed(line[(colon + 1)...])
    if value.isEmpty { return .empty }
    return envelope(value) == .beginCard ? .beginCard : .none
  }

  /// What stands before a `BEGIN:VCARD` at the end of a line, if it can be something else.
  static func beforeTrailingBegin(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.count > 11, isWord(line.suffix(11), "BEGIN:VCARD") else { return nil }
    let before = line.dropLast(11)
    guard let last = before.last, !(0x61...0x7A ~= last | 0x20), !".\\".utf8.contains(last) else {
      return nil
    }
    return before
  }

  /// Whether a line can only be of a card whose BEGIN is missing.
  static func startsCard(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { !":;".utf8.contains($0) }
    guard name.count <= 16, name.count < line.count,
      !line[name.endIndex...].contains(where: { $0 < 0x20 && $0 != 0x09 })
    else { return false }
    switch known(name) {
    case .fn, .n, .tel, .email, .adr, .url, .org, .bday, .nickname, .photo: return true
    case .version:
      let value = trimmed(line[(name.endIndex + 1)...])
      return ["2.1", "3.0", "4.0"].contains { isWord(value, $0) }
    default: return false
    }
  }

  static func isBase64(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { octet in
      switch octet {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "+/= \t".utf8.contains(octet)
      }
    }
  }
}
