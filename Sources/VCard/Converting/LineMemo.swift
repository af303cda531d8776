/// Lines that took a closer look, by their octets: address books say the same things over and over.
///
/// Nothing depends on what is remembered: the same octets, read in the same way, become the same.
final class LineMemo {
  /// Lines; all are forgotten when the next one comes.
  private static let most = 1024
  /// Lines that were there before among those, below which it is not worth the time to remember any; then
  /// eight times as many pass before it is tried again.
  private static let fewest = most / 8
  /// Octets of a line; longer ones are not remembered.
  private static let longest = 512

  /// How text is read.
  ///
  /// Quoted-printable and a declared charset hide octets behind ASCII, so that text must be read alike.
  let decoding: TextDecoding
  private var table = OctetTable()
  /// By their numbers in ``table``.
  private var lines: [SeenLine] = []
  private var key: [UInt8] = []
  private var hits = 0
  /// Lines that pass before any is remembered.
  private var pause = 0

  /// Creates an empty memory.
  init(_ decoding: TextDecoding) { self.decoding = decoding }

  /// A line of a card: the one that was there before, or a new one.
  ///
  /// All text of the card is read as ``decoding`` says; the lines are properties, and all are converted by
  /// one converter. O(*n*) in the octets of the line.
  func line(
    at index: Int, of card: borrowing Card, _ converter: LineConverter
  ) -> SeenLine {
    let row = card.rows[index]
    if pause > 0 { pause -= 1 }
    guard pause == 0, row.lineRange.count <= LineMemo.longest else {
      return SeenLine(at: index, of: card, converter)
    }
    if lines.count == LineMemo.most {
      pause = hits < LineMemo.fewest ? 8 * LineMemo.most : 0
      (table, lines, hits) = (OctetTable(), [], 0)
    }
    // What it is to change is taken out for the time, for which the runtime would keep book else.
    var key = self.key
    self.key = []
    LineMemo.set(&key, row, card.version, card.bytes.span)
    let (number, isNew) = table.number(of: key.span)
    self.key = key
    if isNew {
      let line = SeenLine(at: index, of: card, converter, remembers: true)
      lines.append(line)
    } else {
      hits += 1
    }
    return lines[number]
  }

  /// How the line was read, and after it what it is.
  private static func set(
    _ key: inout [UInt8], _ row: Row, _ version: Version, _ bytes: Span<UInt8>
  ) {
    func place(_ place: UInt32) -> UInt64 { UInt64(place - row.start) }
    key.removeAll(keepingCapacity: true)
    key.append(
      number: UInt64(version.index) << 48 | UInt64(row.known.rawValue) << 40
        | UInt64(row.flags.rawValue) << 32 | place(row.valueEnd))
    key.append(
      number: place(row.nameStart) << 32 | place(row.nameEnd) << 16 | place(row.valueStart))
    key.append(bytes.extracting(row.lineRange))
  }
}
