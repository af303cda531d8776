import VCard

/// An entry of a directory as LDIF writes it.
struct LDIFEntry: Sendable {
  /// A line of an entry.
  struct Line: Sendable {
    /// How a value stands there.
    enum Form: Sendable {
      case plain
      /// `::`
      case base64
      /// `:<`, a place where the value is; it is never looked at.
      case reference
    }

    /// The name as it is spelled, without options.
    var spelling: String
    /// The options in lower case, such as `lang-ja`.
    var options: [String] = []
    var form = Form.plain
    var value: [UInt8] = []

    /// The name in lower case.
    var name: String { spelling.lowercased() }
  }

  /// The lines after that with the name, in order.
  var lines: [Line] = []
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
  private var place = SourcePosition(byte: 0, card: 0, line: 1, column: 1)
  /// The line that further physical lines may continue.
  private var line: [UInt8] = []
  private var hasLine = false
  private var linePlace = SourcePosition(byte: 0, card: 0, line: 1, column: 1)
  private var entry: LDIFEntry?
  private var afterBlankLine = false
  private var ready: [LDIFEntry] = []
  private var isTooLarge = false
  private var entries = 0

  /// Whether octets begin LDIF.
  ///
  /// - Parameter octets: The first octets of an input.
  /// - Returns: Whether the first line that is no comment and no version is the name of an entry.
  static func begins(_ octets: some Collection<UInt8>) -> Bool {
    var lines = Array(octets.prefix(4096))[...]
    if lines.starts(with: [0xEF, 0xBB, 0xBF]) { lines = lines.dropFirst(3) }
    for line in lines.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let start = String(decoding: line.prefix(12), as: UTF8.self).lowercased()
      if start.hasPrefix("dn:") { return true }
      guard start.hasPrefix("#") || start.hasPrefix("version:") || start.hasPrefix(" ") else {
        return false
      }
    }
    return false
  }

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
    var end = searched
    while end < buffer.count, buffer[end] != 0x0A, buffer[end] != 0x0D { end += 1 }
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
    guard let first = buffer[range].first else {
      endLine()
      afterBlankLine = true
      return
    }
    if first == 0x20, hasLine {
      // RFC 2849: exactly one blank goes.
      if line.count + range.count <= LDIFEntries.mostOctets {
        line += buffer[range].dropFirst()
      } else {
        isTooLarge = true
      }
      return
    }
    endLine()
    line.removeAll(keepingCapacity: true)
    line += buffer[range].prefix(LDIFEntries.mostOctets)
    hasLine = true
    linePlace = place
  }

  // MARK: Lines

  private mutating func endLine() {
    guard hasLine else { return }
    hasLine = false
    guard line.first != UInt8(ascii: "#"), line != [UInt8(ascii: "-")] else { return }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let head = String(validating: line[..<colon], as: UTF8.self)
    else { return tell("a line of it has no colon, and was passed over") }
    var parts = head.split(separator: ";", omittingEmptySubsequences: false)[...]
    var attribute = LDIFEntry.Line(
      spelling: String(parts.removeFirst()), options: parts.map { $0.lowercased() })
    let name = attribute.name
    var value = line[(colon + 1)...]
    switch value.first {
    case UInt8(ascii: ":"):
      attribute.form = .base64
      value.removeFirst()
    case UInt8(ascii: "<"):
      attribute.form = .reference
      value.removeFirst()
    default: break
    }
    value = value.drop { $0 == 0x20 }
    if attribute.form == .base64 {
      if let octets = Base64.decode(Array(value)) {
        attribute.value = octets
      } else {
        attribute.form = .plain
        attribute.value = Array(value)
        tell("\(attribute.spelling) is no base64; kept as text")
      }
    } else {
      attribute.value = Array(value)
    }
    if name == "dn" {
      endEntry()
      entry = LDIFEntry(at: linePlace)
      entry?.name = attribute.value
      entry?.size = line.count
      afterBlankLine = false
    } else if name == "version", entry == nil {
      afterBlankLine = false
    } else {
      add(attribute)
    }
  }

  private mutating func add(_ attribute: LDIFEntry.Line) {
    if afterBlankLine, entry != nil {
      afterBlankLine = false
      if entry?.name == nil {
        endEntry()
      } else {
        tell("what follows a blank line has no dn; taken as the rest of the entry before it")
      }
    }
    if entry == nil { entry = LDIFEntry(at: linePlace) }
    guard let size = entry?.size, let count = entry?.lines.count else { return }
    if size + line.count > LDIFEntries.mostOctets || count >= LDIFEntries.mostLines {
      isTooLarge = true
    } else {
      entry?.size += line.count
      entry?.lines.append(attribute)
    }
  }

  private mutating func endEntry() {
    afterBlankLine = false
    guard var ended = entry else { return }
    entry = nil
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
