import VCard

/// An entry of a directory as LDIF writes it.
///
/// ```
/// octets  cnKate Bellmailkate@bell.example…
/// lines   │ └ value  └ head
/// ```
struct LDIFEntry: Sendable {
  /// How a value stands there.
  enum Form: Sendable {
    case plain
    /// `::`
    case base64
    /// `:<`, a place where the value is; it is never looked at.
    case reference
  }

  /// A line of an entry, by its places in ``octets``.
  struct Line: Sendable {
    /// Its name and options.
    var head: Range<Int>
    var form = Form.plain
    /// What the line says, without base64.
    var value: Range<Int>

    /// Where it stands when what is before it goes.
    fileprivate func moved(by count: Int) -> Line {
      Line(
        head: head.lowerBound - count..<head.upperBound - count, form: form,
        value: value.lowerBound - count..<value.upperBound - count)
    }
  }

  /// What a line says.
  struct Attribute: Sendable {
    /// The name as it is spelled, without options.
    let spelling: String
    /// The name in lower case.
    let name: String
    /// The options in lower case, such as `lang-ja`.
    let options: [String]
    let form: Form
    let value: [UInt8]
  }

  /// The lines after that with the name, in order.
  var lines: [Line] = []
  /// The heads and values of the lines.
  fileprivate(set) var octets: [UInt8] = []
  /// What it is called; `nil` when it has no name.
  var name: [UInt8]?
  /// Where it starts.
  var start: SourcePosition
  /// What is odd about it.
  var diagnostics: [Diagnostic] = []
  /// Octets of its lines.
  fileprivate(set) var size = 0

  /// Creates an entry without lines.
  init(at start: SourcePosition) { self.start = start }

  /// What a line says.
  func attribute(_ line: Line) -> Attribute {
    let head = String(decoding: octets[line.head], as: UTF8.self)
    var parts = head.split(separator: ";", omittingEmptySubsequences: false)[...]
    let spelling = String(parts.removeFirst())
    return Attribute(
      spelling: spelling, name: spelling.lowercased(), options: parts.map { $0.lowercased() },
      form: line.form, value: Array(octets[line.value]))
  }
}

/// Cuts LDIF into entries, as its octets come.
///
/// ```
/// octets ─▶ physical lines ─▶ lines (a blank at the start continues one) ─▶ entries, from dn: to dn:
/// ```
/// RFC 2849. A blank line ends an entry only where `dn:` comes next: in files that went through a
/// printer or an editor one stands inside of entries, too. Memory holds one entry.
struct LDIFEntries: Sendable {
  /// The most octets of an entry; what follows of it is passed over.
  static let mostOctets = CardReader.Limits().bytesPerCard
  /// The most lines of an entry.
  static let mostLines = CardReader.Limits().propertiesPerCard

  private var buffer: [UInt8] = []
  /// Where in the buffer the next physical line starts, and up to where there is no line end.
  private var next = 0
  private var searched = 0
  private var isFinished = false
  private var place = SourcePosition()
  /// The lines of the entry, and after them one that further physical lines may continue.
  private var octets: [UInt8] = []
  private var lineStart = 0
  private var hasLine = false
  private var linePlace = SourcePosition()
  private var entry: LDIFEntry?
  private var afterBlankLine = false
  private var ready: [LDIFEntry] = []
  private var isTooLarge = false
  private var entries = 0

  mutating func append(_ octets: ArraySlice<UInt8>) {
    // What was read goes, now and then.
    if next > 0, next >= buffer.count / 2 {
      buffer.removeFirst(next)
      searched -= next
      next = 0
    }
    buffer += octets
  }

  mutating func finish() { isFinished = true }

  /// The next entry; `nil` when more octets are needed, or at the end.
  mutating func take() -> LDIFEntry? {
    while ready.isEmpty {
      guard takeLine() else {
        guard isFinished else { return nil }
        endLine()
        endEntry()
        guard !ready.isEmpty else { return nil }
        break
      }
    }
    return ready.removeFirst()
  }

  /// Takes a physical line; `false` when there is no whole one.
  private mutating func takeLine() -> Bool {
    let end = Octets.lineEnd(in: buffer.span, from: searched)
    searched = end
    // Whether a line feed follows a carriage return is not known yet.
    let isOpen = end == buffer.count || buffer[end] == 0x0D && end + 1 == buffer.count
    if isOpen, !isFinished { return false }
    if end == buffer.count, next == end { return false }
    var after = end < buffer.count ? end + 1 : end
    if end < buffer.count, buffer[end] == 0x0D, after < buffer.count, buffer[after] == 0x0A {
      after += 1
    }
    take(next..<end)
    place.byte += after - next
    place.line += 1
    next = after
    searched = after
    return true
  }

  private mutating func take(_ range: Range<Int>) {
    var range = range
    if place.byte == 0, buffer[range].starts(with: [0xEF, 0xBB, 0xBF]) {
      range = range.lowerBound + 3..<range.upperBound
    }
    guard !range.isEmpty else {
      endLine()
      afterBlankLine = true
      return
    }
    let buffer = buffer
    if buffer[range.lowerBound] == 0x20, hasLine {
      // RFC 2849: exactly one blank goes.
      if octets.count - lineStart + range.count <= LDIFEntries.mostOctets {
        octets.append(buffer.span.extracting(range.lowerBound + 1..<range.upperBound))
      } else {
        isTooLarge = true
      }
      return
    }
    endLine()
    let end = min(range.upperBound, range.lowerBound + LDIFEntries.mostOctets)
    octets.append(buffer.span.extracting(range.lowerBound..<end))
    hasLine = true
    linePlace = place
  }

  // MARK: Lines

  private mutating func endLine() {
    guard hasLine else { return }
    hasLine = false
    if !keepLine() { octets.removeLast(octets.count - lineStart) }
    lineStart = octets.count
  }

  /// Adds the line to its entry; `false` where it is none of an entry.
  private mutating func keepLine() -> Bool {
    let size = octets.count - lineStart
    if octets[lineStart] == UInt8(ascii: "#") || size == 1 && octets[lineStart] == UInt8(ascii: "-")
    {
      return false
    }
    let colon = Octets.first(UInt8(ascii: ":"), in: octets.span, from: lineStart)
    guard colon < octets.count, Octets.areUTF8(octets.span.extracting(lineStart..<colon)) else {
      tell("a line of it has no colon, and was passed over")
      return false
    }
    var line = LDIFEntry.Line(head: lineStart..<colon, value: colon + 1..<octets.count)
    readValue(of: &line)
    let isName = LDIFEntries.isNamed(octets.span.extracting(line.head), "dn")
    let isVersion = LDIFEntries.isNamed(octets.span.extracting(line.head), "version")
    if isName {
      let value = Array(octets[line.value])
      octets.removeLast(octets.count - lineStart)
      endEntry()
      entry = LDIFEntry(at: linePlace)
      entry?.name = value
      entry?.size = size
      return false
    }
    if entry == nil, isVersion {
      afterBlankLine = false
      return false
    }
    return add(line, size)
  }

  /// Whether a name without its options is a word in any case.
  private static func isNamed(_ head: Span<UInt8>, _ word: StaticString) -> Bool {
    let end = Octets.first(UInt8(ascii: ";"), in: head, from: 0)
    return Octets.equal(head.extracting(0..<end), word)
  }

  /// Finds the form of a value, and undoes base64.
  private mutating func readValue(of line: inout LDIFEntry.Line) {
    var start = line.value.lowerBound
    if start < octets.count, octets[start] == UInt8(ascii: ":") {
      line.form = .base64
      start += 1
    } else if start < octets.count, octets[start] == UInt8(ascii: "<") {
      line.form = .reference
      start += 1
    }
    while start < octets.count, octets[start] == 0x20 { start += 1 }
    if line.form == .base64 {
      if let value = Base64.decode(octets.span.extracting(start..<octets.count), by: .best) {
        octets.removeLast(octets.count - start)
        octets.append(value.span)
      } else {
        line.form = .plain
        let head = octets[line.head].split(
          separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)[0]
        tell("\(String(decoding: head, as: UTF8.self)) is no base64; kept as text")
      }
    }
    line.value = start..<octets.count
  }

  /// Adds a line of so many octets to the entry; `false` where there is no room.
  private mutating func add(_ line: LDIFEntry.Line, _ size: Int) -> Bool {
    var line = line
    if afterBlankLine, entry != nil {
      afterBlankLine = false
      if entry?.name == nil {
        line = line.moved(by: lineStart)
        endEntry()
      } else {
        tell("what follows a blank line has no dn; taken as the rest of the entry before it")
      }
    }
    if entry == nil { entry = LDIFEntry(at: linePlace) }
    guard let before = entry?.size, let count = entry?.lines.count else { return false }
    if before + size > LDIFEntries.mostOctets || count >= LDIFEntries.mostLines {
      isTooLarge = true
      return false
    }
    entry?.size += size
    entry?.lines.append(line)
    return true
  }

  /// Ends the entry before the line at hand.
  private mutating func endEntry() {
    afterBlankLine = false
    guard var ended = entry else { return }
    entry = nil
    let line = Array(octets[lineStart...])
    octets.removeLast(line.count)
    swap(&ended.octets, &octets)
    octets.reserveCapacity(ended.octets.count)
    octets += line
    lineStart = 0
    ended.start.card = entries
    entries += 1
    for index in ended.diagnostics.indices {
      ended.diagnostics[index].position.card = ended.start.card
    }
    if isTooLarge {
      ended.diagnostics.append(
        Diagnostic(
          severity: .error, code: .ldifLine, position: ended.start,
          message: "the entry is larger than any card; what does not fit is left out"))
    }
    isTooLarge = false
    ready.append(ended)
  }

  private mutating func tell(_ message: String) {
    // Of an entry that is all wrong some hundred lines are enough.
    guard (entry?.diagnostics.count ?? 0) < 100 else { return }
    if entry == nil { entry = LDIFEntry(at: linePlace) }
    entry?.diagnostics.append(
      Diagnostic(severity: .warning, code: .ldifLine, position: linePlace, message: message))
  }
}
