/// Reads vCard 2.1, 3.0 and 4.0, mixed in one stream, from bytes that come in pieces.
///
/// Bytes go in in pieces of any size, and cards come out:
/// ```swift
/// var reader = CardReader()
/// try reader.append(piece)          // a Span<UInt8>, from wherever bytes come
/// while case .card(let card, let diagnostics) = reader.next() { … }
/// ```
/// The pieces make no difference to the cards. The reader holds one unfinished card and what was
/// appended and not yet read, so memory is bounded by the limits and the piece size. It is
/// lenient: what is no property is kept as it stands, a missing BEGIN, END or VERSION is made up
/// for, and each of these is told by a ``Diagnostic``.
///
/// UTF-8 and UTF-16 (by byte order mark, or by the look of `BEGIN`) are told apart by themselves.
/// Where text is neither and declares no charset, and the decoding is one that finds it out, cards
/// are held back until many octets of such text, or the end, were read: see ``UndeclaredText``.
///
/// - Complexity: O(*n*) in the bytes read; two allocations a card, none with ``next(into:)``.
public struct CardReader: Sendable {
  /// What `next()` found.
  public enum Step: Sendable {
    /// A whole card, and what was odd about it and the text before it.
    case card(Card, [Diagnostic])
    /// There is no further whole card in the bytes so far.
    case needsInput
    /// ``CardReader/finish()`` was called and every byte is spent. What was odd after the last
    /// card is in ``CardReader/takeDiagnostics()``.
    case end
  }

  /// What `next(into:)` found.
  public enum Progress: Hashable, Sendable {
    /// The card was filled in.
    case card
    /// There is no further whole card in the bytes so far.
    case needsInput
    /// ``CardReader/finish()`` was called and every byte is spent.
    case end
  }

  /// What bounds the memory of a reader.
  ///
  /// No honest card meets the defaults.
  public struct Limits: Hashable, Sendable {
    /// Octets of a physical line: 128 MiB, more than any photo written on one line.
    public var bytesPerLine = 128 << 20
    /// Octets of a card: 256 MiB.
    public var bytesPerCard = 256 << 20
    /// Content lines of a card: a million.
    public var propertiesPerCard = 1_000_000
    /// How deep cards may stand inside each other: 16.
    public var nesting = 16

    /// Creates the default limits.
    public init() {}
  }

  private enum Encoding: Sendable {
    case undecided([UInt8])
    case utf8
    case utf16(UTF16Source)
  }

  let decoding: TextDecoding
  private var assembler: CardAssembler
  private var buffer: [UInt8] = []
  private var encoding = Encoding.undecided([])
  /// Whether ``finish()`` was called.
  private(set) var isFinished = false
  /// Cards that wait for their charset to be found out, and what has been found out so far, for the
  /// reader that reads on.
  var held = HeldCards()
  /// What was odd about the card that waited and was handed out last.
  private var ready: [Diagnostic] = []
  /// Whether the last card had waited.
  private var wasHeld = false
  /// Whether to stop, for good, at a card whose charset is to be found out: for a reader that has not
  /// read what comes before.
  var stopsAtUndeclaredText = false
  /// Whether it did so.
  private(set) var isStopped = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - limits: What bounds its memory.
  ///   - decoding: How values that are not UTF-8 become text; kept by every card.
  public init(limits: Limits = Limits(), decoding: TextDecoding = .builtin) {
    self.decoding = decoding
    var limits = limits
    // Rows hold 32-bit offsets.
    limits.bytesPerCard = min(max(limits.bytesPerCard, 0), 1 << 31)
    limits.bytesPerLine = min(max(limits.bytesPerLine, 0), 1 << 31)
    limits.propertiesPerCard = max(limits.propertiesPerCard, 0)
    assembler = CardAssembler(limits: limits)
  }

  /// Cards read so far, with those that were skipped for being too large.
  public var cardCount: Int { assembler.position.card - held.count }

  /// Octets held: the unfinished card and what was appended after it.
  package var heldByteCount: Int { buffer.count }

  /// Appends the next piece of the input.
  ///
  /// - Throws: ``ReadError/finished`` after ``finish()``.
  public mutating func append(_ bytes: Span<UInt8>) throws(ReadError) {
    guard !isFinished else { throw .finished }
    compact()
    switch encoding {
    case .utf8:
      buffer.append(bytes)
    case .utf16(var source):
      source.append(bytes, to: &buffer) { assembler.noteBrokenPair(at: $0) }
      encoding = .utf16(source)
    case .undecided(var first):
      first.append(bytes)
      if first.count < 4 {
        encoding = .undecided(first)
      } else {
        decide(first)
      }
    }
  }

  /// Appends the next piece of the input.
  ///
  /// - Throws: ``ReadError/finished`` after ``finish()``.
  public mutating func append(_ bytes: [UInt8]) throws(ReadError) {
    try append(bytes.span)
  }

  /// Takes over the first piece of the input as it is, without copying it, as a rule.
  ///
  /// - Parameter octets: The piece; what is left there is none of the caller's.
  mutating func start(with octets: inout [UInt8]) {
    if octets.count < 4 || CardReader.wideness(of: octets.span) != nil {
      // It fails only after finish().
      try? append(octets.span)
    } else {
      encoding = .utf8
      swap(&buffer, &octets)
    }
  }

  /// Gives away what was appended since the buffer was last emptied, when nobody will read on.
  mutating func takeBuffer() -> [UInt8] {
    var octets: [UInt8] = []
    swap(&octets, &buffer)
    return octets
  }

  /// Whether the reader stands between two cards, with every octet read and nothing in mind that
  /// would make it read on in another way than a new reader.
  var isAtCut: Bool {
    guard case .utf8 = encoding else { return false }
    return assembler.isIdle(at: buffer.count) && held.count == 0
  }

  /// The place up to which everything was read.
  var position: SourcePosition { assembler.position }

  /// Tells that there are no more bytes.
  public mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    if case .undecided(let first) = encoding { decide(first) }
    if case .utf16(var source) = encoding {
      source.finish(&buffer) { assembler.noteBrokenPair(at: $0) }
      encoding = .utf16(source)
    }
  }

  /// The next card, with what was odd about it.
  public mutating func next() -> Step {
    var card = Card(decoding: decoding)
    switch next(into: &card) {
    case .card: return .card(card, takeDiagnostics())
    case .needsInput: return .needsInput
    case .end: return .end
    }
  }

  /// Fills in the next card and uses its storage again, for loops that look and go on.
  ///
  /// What was odd is in ``takeDiagnostics()``.
  public mutating func next(into card: inout Card) -> Progress {
    guard decoding.findsOut else { return read(into: &card) }
    wasHeld = false
    if isStopped { return .needsInput }
    if held.count == 0 {
      let progress = read(into: &card)
      guard progress == .card, mustWait(&card) else { return progress }
      if stopsAtUndeclaredText {
        isStopped = true
        return .needsInput
      }
    }
    if held.isGathering {
      guard gather() else { return .needsInput }
      held.decide(decoding)
    }
    ready += held.next(into: &card)
    wasHeld = true
    return .card
  }

  private mutating func mustWait(_ card: inout Card) -> Bool {
    if card.byteCount < Card.smallCard { card.noteUTF8() }
    return held.takesFirst(card) { assembler.takeDiagnostics() }
  }

  /// Gathers cards until their charset can be found out; `false` when that takes more input.
  private mutating func gather() -> Bool {
    while !held.isFull {
      var card = Card(decoding: decoding)
      switch read(into: &card) {
      case .needsInput: return false
      case .end: return true
      case .card: held.append(card, assembler.takeDiagnostics())
      }
    }
    return true
  }

  private mutating func read(into card: inout Card) -> Progress {
    // A second reference for as long as this call lasts; the buffer is not copied.
    let bytes = buffer
    let progress = assembler.advance(bytes.span, isLast: isFinished)
    guard progress == .card else { return progress }
    card.refill(bytes, &assembler, decoding: decoding)
    card.decideVersion { assembler.report(.warning, $0, at: $1, $2) }
    return .card
  }

  /// The diagnostics since the last call, in the order of the input.
  ///
  /// Those of a card come when the card is whole, so the pieces of the input make no difference to
  /// them either.
  public mutating func takeDiagnostics() -> [Diagnostic] {
    // What was read after cards that wait is told after them.
    if !wasHeld, held.count == 0, ready.isEmpty { return assembler.takeDiagnostics() }
    var found: [Diagnostic] = []
    swap(&found, &ready)
    return wasHeld || held.count > 0 ? found : found + assembler.takeDiagnostics()
  }

  /// Octets.
  ///
  /// Less than this is not worth moving the rest of the buffer for.
  private static let compactionThreshold = 4096

  private mutating func compact() {
    let spent = assembler.cardStart
    if spent == buffer.count {
      buffer.removeAll(keepingCapacity: true)
    } else if spent >= CardReader.compactionThreshold, spent >= buffer.count / 2 {
      buffer.removeSubrange(0..<spent)
    } else {
      return
    }
    assembler.moved(by: spent)
  }

  /// Whether a reader takes an input that starts with these octets, four of them or all, for UTF-16.
  package static func readsAsUTF16(_ first: Span<UInt8>) -> Bool { wideness(of: first) != nil }

  /// Tells UTF-16 from everything else by the first four octets: how its octets stand, and how many its
  /// byte order mark takes.
  private static func wideness(of first: Span<UInt8>) -> (isBigEndian: Bool, marks: Int)? {
    if first.count >= 2 {
      if first[0] == 0xFF, first[1] == 0xFE { return (false, 2) }
      if first[0] == 0xFE, first[1] == 0xFF { return (true, 2) }
    }
    guard first.count >= 4 else { return nil }
    if first[1] == 0, first[3] == 0, first[0] != 0, first[2] != 0 {
      return (false, 0)
    }
    if first[0] == 0, first[2] == 0, first[1] != 0, first[3] != 0 {
      return (true, 0)
    }
    return nil
  }

  private mutating func decide(_ first: [UInt8]) {
    guard let wideness = CardReader.wideness(of: first.span) else {
      encoding = .utf8
      buffer.append(contentsOf: first)
      return
    }
    var source = UTF16Source(isBigEndian: wideness.isBigEndian)
    assembler.unit = 2
    assembler.position.byte = wideness.marks
    assembler.position.column = 1 + wideness.marks
    assembler.report(
      .note, .utf16, at: SourcePosition(), "the input is UTF-16; read as such, written as UTF-8")
    source.append(first.span.extracting(wideness.marks..<first.count), to: &buffer) {
      assembler.noteBrokenPair(at: $0)
    }
    encoding = .utf16(source)
  }
}

/// What stops the work of a reader.
public enum ReadError: Error, Hashable, Sendable {
  /// `CardReader.append` was called after ``CardReader/finish()``.
  case finished
}
