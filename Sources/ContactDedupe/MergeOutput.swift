import ContactStore
import Files
import SystemPackage
import VCard

/// Writes the inputs with the cards of each cluster as one, and everything else byte for byte.
///
/// ```
/// inputs  │A1│B│A2│C1│ │C2│D│       A and C are clusters
/// output  │A │B│C │ │D│
/// journal  "A1" copy B "A2" "C1" copy " " "C2" copy D
/// ```
/// A merged card stands where the first of its cards stood. Where something else comes behind a card
/// than in its input, the END that it lacks is written, and the BEGIN that the next one lacks.
struct MergeOutput {
  private let table: CardTable
  private let writer: BufferedWriter
  private let journal: JournalWriter?
  /// What becomes of each card: it passes, or goes into a merged one.
  private let isMerged: [Bool]
  /// Octets written so far.
  private(set) var count = 0
  private var hash: SHA256?
  private var last: UInt8 = 0x0A
  /// How many END the last card that was written lacks.
  private var missingEnds = 0
  /// How many the last card lacks that is passed and not written yet.
  private var passed: (ends: Int, end: Int)?
  /// Text that is no card follows the last card that was written.
  private var endsInText = false
  /// Whether something stands before the output, which goes on behind it.
  private let follows: Bool
  /// What is written next goes on where the input does.
  private var goesOn = false
  private var input = -1
  private var card = 0
  /// Where in the input what is still to be written starts.
  private var position = 0

  /// Prepares to write.
  ///
  /// - Parameters:
  ///   - table: The cards.
  ///   - isMerged: Whether each card goes into a merged one.
  ///   - writer: Receives the output.
  ///   - journal: Receives what is needed to restore the inputs.
  ///   - follows: Whether the output goes on behind another, which ends between two cards.
  init(
    _ table: CardTable, _ isMerged: [Bool], to writer: BufferedWriter,
    journal: JournalWriter? = nil, follows: Bool = false
  ) {
    self.table = table
    self.isMerged = isMerged
    self.writer = writer
    self.journal = journal
    self.follows = follows
    hash = journal == nil ? nil : SHA256()
  }

  /// The SHA-256 of what was written.
  var digest: String { (hash ?? SHA256()).digest.hexadecimal }

  /// Writes what stands before a card, and then octets in the place of it.
  mutating func write(_ octets: [UInt8], before next: Int) throws {
    try pass(to: next)
    try send(octets)
  }

  /// Writes what is left of the inputs.
  mutating func finish() throws {
    try pass(to: table.count)
    while input < table.inputs.count - 1 { try beginInput() }
    try endInput()
  }

  /// Ends the last card, so that whatever follows starts a line.
  mutating func close() throws {
    try separate()
  }

  /// Writes all up to a card.
  private mutating func pass(to next: Int) throws {
    while card < next {
      try enter(card)
      let range = table.range(of: card)
      if isMerged[card] {
        try copy(upTo: range.lowerBound)
        try journal?.keep(try table.octets(of: card), of: input)
        position = range.upperBound
        goesOn = false
      } else {
        if passed == nil, endsInText, table.lacksBegin(card) {
          // Text from elsewhere may keep a reader from seeing that a card starts here.
          try copy(upTo: range.lowerBound)
          try send(Array("BEGIN:VCARD\r\n".utf8))
        }
        passed = (table.missingEnds(of: card), range.upperBound)
      }
      card += 1
    }
    guard next < table.count else { return }
    try enter(next)
    try copy(upTo: table.range(of: next).lowerBound)
  }

  /// Goes on to the input that a card is in.
  private mutating func enter(_ card: Int) throws {
    while input < 0 || card >= table.inputs[input].cards.upperBound { try beginInput() }
  }

  private mutating func beginInput() throws {
    try endInput()
    input += 1
    goesOn = false
    let cards = table.inputs[input].cards
    position = table.inputs[input].part?.lowerBound ?? 0
    if isSpooled {
      position = cards.isEmpty ? 0 : table.range(of: cards.lowerBound).lowerBound
    } else if position == 0, count > 0 || follows {
      // A byte order mark has no place amid the output.
      var start: [UInt8] = []
      let size = min(3, table.inputs[input].file?.count ?? 0)
      try table.forEachPiece(in: 0..<size, of: input) { start += $0 }
      if start == [0xEF, 0xBB, 0xBF] {
        try journal?.keep(start, of: input)
        position = 3
      }
    }
  }

  private var isSpooled: Bool { table.inputs[input].isSpooled || table.inputs[input].file == nil }

  /// Writes what stands behind the last card of an input.
  private mutating func endInput() throws {
    guard input >= 0 else { return }
    let cards = table.inputs[input].cards
    let end =
      isSpooled
      ? cards.last.map { table.range(of: $0).upperBound } ?? position
      : table.inputs[input].part?.upperBound ?? table.inputs[input].file?.count ?? position
    try copy(upTo: end)
  }

  private mutating func copy(upTo end: Int) throws {
    guard position < end else { return }
    if !goesOn { try separate() }
    try journal?.copy(end - position, at: count, of: input)
    let range = position..<end
    position = end
    let table = table
    var (count, hash, last) = (count, hash, last)
    let writer = writer
    try table.forEachPiece(in: range, of: input) { piece in
      try writer.write(piece)
      hash?.update(piece.span)
      count += piece.count
      last = piece.last ?? last
    }
    (self.count, self.hash, self.last) = (count, hash, last)
    if let passed { missingEnds = passed.ends }
    endsInText = passed.map { $0.end < end } ?? true
    passed = nil
    goesOn = true
  }

  /// Ends a last line that has no end, and cards that have none.
  private mutating func separate() throws {
    if last != 0x0A, last != 0x0D { try add(Array("\r\n".utf8)) }
    for _ in 0..<missingEnds { try add(Array("END:VCARD\r\n".utf8)) }
    if missingEnds > 0 { endsInText = false }
    missingEnds = 0
  }

  private mutating func send(_ octets: [UInt8]) throws {
    try separate()
    try add(octets)
    goesOn = false
    endsInText = false
  }

  private mutating func add(_ octets: [UInt8]) throws {
    try writer.write(octets)
    hash?.update(octets.span)
    count += octets.count
    last = octets.last ?? last
  }
}
