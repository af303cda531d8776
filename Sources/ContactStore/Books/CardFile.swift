import Files
import Synchronization
import SystemPackage
import VCard

/// A file of cards that is open, and where its cards stand in it.
///
/// ```
/// file     │junk│card 0     │card 1          │blank line│card 2      │
/// extents       ├─ extent 0 ┼── extent 1 ────┤          ├─ extent 2 ─┤
/// written  │junk│card 0     │another card 1  │blank line│card 2      │added …
/// ```
/// The file stays open, so a file that is replaced by another can be read to its end as it was.
final class CardFile {
  /// Where a card stands.
  struct Extent: Sendable {
    let start: Int
    let length: Int
    /// The number of the card from 0, cards that were skipped counted too.
    let number: Int

    init(start: Int, length: Int, number: Int) {
      self.start = start
      self.length = length
      self.number = number
    }

    init(_ card: borrowing Card) {
      self.init(start: card.start.byte, length: card.byteCount, number: card.start.card)
    }
  }

  let path: FilePath
  /// What the file was when it was opened.
  let stamp: FileStamp
  private(set) var extents: [Extent] = []
  /// How many cards there are, those that were skipped for being too large counted too.
  private(set) var cardCount = 0
  private let descriptor: FileDescriptor
  private let options: BookOptions
  private var isScanned = false
  private var isUTF16 = false
  /// The last card lacks its END, so nothing can be put behind it as it stands.
  private var endsInCard = false
  /// The number of the last card without its END, which may have others after it.
  private var openCard: Int?
  private var lastOctet: UInt8 = 0x0A
  private var charsets = FoundCharsets()

  /// Bytes that are copied at a time.
  ///
  /// A larger piece reads no faster, and it fits the second-level cache.
  private static let pieceSize = 256 * 1024

  /// Opens a file.
  ///
  /// - Returns: `nil` when there is none.
  init?(_ path: FilePath, options: BookOptions) throws(BookError) {
    let opened: FileDescriptor
    do throws(Errno) {
      // A pipe would otherwise wait here for somebody to write to it.
      opened = try SystemCalls.open(path, .readOnly, options: .nonBlocking)
    } catch {
      guard error == .noSuchFileOrDirectory else {
        throw BookError(FileError(.open, path, error))
      }
      return nil
    }
    do throws(Errno) {
      guard try Stat(opened).type == .regular else { throw .invalidArgument }
      stamp = try FileStamp(opened)
    } catch {
      try? SystemCalls.close(opened)
      if error == .invalidArgument {
        throw BookError(.cannotRead, path, "it is not a regular file")
      }
      throw BookError(FileError(.open, path, error))
    }
    descriptor = opened
    self.path = path
    self.options = options
  }

  // Nothing is lost by a file that was only read.
  deinit { try? SystemCalls.close(descriptor) }

  // MARK: Reading

  /// Finds out where the cards stand, unless that is known.
  func scan() throws {
    if !isScanned { try forEachCard { _, _ in } }
  }

  /// Goes through all cards with their numbers.
  func forEachCard(_ body: (Int, Card) throws -> Void) throws {
    let isFirst = !isScanned
    var found: [Extent] = []
    let stream = CardStream(descriptor, path)
    let count = try pipeline(threads: 1).forEachCard(stream.source) { card, diagnostics in
      if isFirst {
        try note(diagnostics)
        if let card {
          found.append(Extent(card))
          charsets.note(card, number: card.start.card)
        }
      }
      if let card { try body(card.start.card, card) }
    }
    try finishScan(found, count: count, end: stream.end)
  }

  /// Hands all cards to workers on several threads.
  ///
  /// - Parameters:
  ///   - worker: What is done to cards; each thread copies it.
  ///   - threads: How many threads read.
  ///   - deliver: Receives what came of each piece of the file, in its order, and the numbers of the
  ///     cards in it.
  /// - Throws: ``BookError``, and what the worker or `deliver` throws.
  func readCards<Worker: CardWorker>(
    _ worker: Worker, threads: Int, deliver: (inout Worker.Piece, [Int]) throws -> Void
  ) throws {
    let isFirst = !isScanned
    var found: [Extent] = []
    let stream = CardStream(descriptor, path)
    let pipeline = pipeline(threads: threads)
    let count = try pipeline.run(stream.source, ExtentWorker(worker)) { piece in
      let origin = piece.origin
      let extents = piece.result.extents.map {
        Extent(
          start: $0.start + origin.bytes, length: $0.length, number: $0.number + origin.cards)
      }
      if isFirst {
        found += extents
        charsets.append(piece.result.charsets, offset: origin.cards)
        try note(piece.diagnostics)
      }
      guard !extents.isEmpty, var result = piece.result.result.take() else { return }
      try deliver(&result, extents.map(\.number))
      piece.result.result = result
    }
    try finishScan(found, count: count, end: stream.end)
  }

  private func pipeline(threads: Int) -> CardPipeline {
    CardPipeline(threads: threads, limits: options.limits, decoding: options.decoding)
  }

  /// Keeps what the first reading of the whole file has found.
  private func finishScan(_ found: [Extent], count: Int, end: CardStream.End) throws {
    try checkContent(count: end.count)
    guard !isScanned else { return }
    lastOctet = end.lastOctet
    guard count > 0 || !end.hasContent else {
      throw BookError(.notABook, path, "there is no card in it")
    }
    extents = found
    endsInCard = openCard != nil && openCard == found.last?.number
    cardCount = count
    isScanned = true
  }

  /// Hands diagnostics on, and heeds what they tell of the file.
  private func note(_ diagnostics: [Diagnostic]) throws {
    for diagnostic in diagnostics {
      switch diagnostic.code {
      case .missingEnd, .truncatedCard: openCard = diagnostic.position.card
      case .utf16: isUTF16 = true
      default: break
      }
      try options.diagnose(path, diagnostic)
    }
  }

  /// The card of a number, or `nil` when there is none.
  func card(_ number: Int) throws -> Card? {
    try scan()
    guard let extent = extent(number) else { return nil }
    if isUTF16 {
      // Places are those of the file, and lengths those of UTF-8.
      var found: Card?
      try forEachCard { if $0 == number { found = $1 } }
      return found
    }
    return try card(at: extent)
  }

  private func card(at extent: Extent) throws -> Card {
    let decoding = charsets.decoding(options.decoding, ofCard: extent.number)
    var bytes = [UInt8](repeating: 0, count: extent.length)
    guard try read(at: extent.start, into: &bytes) == extent.length else {
      throw BookError(.changed, path, "try again")
    }
    var reader = CardReader(limits: options.limits, decoding: decoding)
    try reader.append(bytes)
    reader.finish()
    guard case .card(let card, _) = reader.next() else {
      throw BookError(.changed, path, "try again")
    }
    return card
  }

  /// Where the card of a number stands.
  func extent(_ number: Int) -> Extent? {
    index(number).map { extents[$0] }
  }

  private func index(_ number: Int) -> Int? {
    var low = 0
    var high = extents.count
    while low < high {
      let middle = (low + high) / 2
      if extents[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < extents.count && extents[low].number == number ? low : nil
  }

  private func read(at offset: Int, into buffer: inout [UInt8]) throws(BookError) -> Int {
    try BookError.naming(.read, path) { () throws(Errno) in
      try SystemCalls.read(descriptor, at: offset, into: &buffer)
    }
  }

  /// Makes sure that nobody wrote to the file while it was read.
  private func checkContent(count: Int) throws(BookError) {
    do throws(Errno) {
      guard Int64(count) == stamp.size, try FileStamp(descriptor).hasContent(of: stamp) else {
        throw .staleNFSFileHandle
      }
    } catch {
      throw BookError(.changed, path, "try again")
    }
  }

  // MARK: Writing

  /// What becomes of a card.
  enum Edit {
    case replaced(Card)
    case removed
  }

  /// Writes the file with changes; every octet that no change is about stays as it is.
  ///
  /// - Parameters:
  ///   - edits: What becomes of which card, by its number.
  ///   - added: Cards that come after all others.
  ///   - writer: Receives the file.
  /// - Throws: ``BookError``, and an error of the writer.
  func write(_ edits: [Int: Edit], adding added: [Card], to writer: BufferedWriter) throws {
    guard !isUTF16 else {
      throw BookError(
        .unsupported, path, "it is UTF-16; make it UTF-8 with `vcard convert` to change it")
    }
    var edits = edits
    if endsInCard, !added.isEmpty, let last = extents.last, edits[last.number] == nil {
      edits[last.number] = .replaced(try card(at: last))
    }
    var position = 0
    var octet: UInt8 = lastOctet
    for index in edits.keys.compactMap({ self.index($0) }).sorted() {
      let extent = extents[index]
      try copy(position..<extent.start, to: writer)
      position = extent.start + extent.length
      guard case .replaced(let card) = edits[extent.number] else { continue }
      try CardFile.write(card, to: writer)
      if position == Int(stamp.size) { octet = 0x0A }
    }
    try copy(position..<Int(stamp.size), to: writer)
    guard !added.isEmpty else { return }
    if cardCount > 0, octet != 0x0A, octet != 0x0D { try writer.write([0x0D, 0x0A]) }
    for card in added { try CardFile.write(card, to: writer) }
  }

  /// Writes a card with the octets that its lines have, as a database keeps them.
  static func write(_ card: Card, to writer: BufferedWriter) throws {
    try writer.append { octets in
      card.appendAsRead(to: &octets)
      // The last line of an input may have no end.
      if octets.last != 0x0A, octets.last != 0x0D { octets += card.lineEnd }
    }
  }

  private func copy(_ range: Range<Int>, to writer: BufferedWriter) throws {
    var buffer = [UInt8](repeating: 0, count: min(CardFile.pieceSize, range.count))
    var offset = range.lowerBound
    while offset < range.upperBound {
      if range.upperBound - offset < buffer.count {
        buffer.removeLast(buffer.count - (range.upperBound - offset))
      }
      let count = try read(at: offset, into: &buffer)
      guard count == buffer.count else { throw BookError(.changed, path, "try again") }
      try BookError.translating { () throws(FileError) in try writer.write(buffer) }
      offset += count
    }
  }
}

/// Notes where cards stand, besides what another worker does with them.
private struct ExtentWorker<Worker: CardWorker>: CardWorker {
  struct Piece: Sendable {
    var extents: [CardFile.Extent] = []
    var charsets = FoundCharsets()
    var result: Worker.Piece?
  }

  private var worker: Worker
  private var extents: [CardFile.Extent] = []
  private var charsets = FoundCharsets()

  init(_ worker: Worker) { self.worker = worker }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    extents.append(CardFile.Extent(card))
    charsets.note(card, number: card.start.card)
    try worker.process(card, found: &found)
  }

  mutating func finish(_ piece: inout Piece?) throws {
    var next = piece.take() ?? Piece()
    next.extents.removeAll(keepingCapacity: true)
    swap(&next.extents, &extents)
    next.charsets = charsets
    charsets = FoundCharsets()
    try worker.finish(&next.result)
    piece = next
  }
}

/// The octets of a file from its start on, and what is to be known of them at the end.
private final class CardStream: Sendable {
  struct End: Sendable {
    var count = 0
    var lastOctet: UInt8 = 0x0A
    /// Whether there was anything but blanks and byte order marks.
    var hasContent = false
  }

  private let descriptor: FileDescriptor
  private let path: FilePath
  private let state = Mutex(End())

  init(_ descriptor: FileDescriptor, _ path: FilePath) {
    self.descriptor = descriptor
    self.path = path
  }

  var end: End { state.withLock { $0 } }

  var source: OctetSource { OctetSource(read: { try self.read(into: &$0, from: $1) }) }

  private func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    try state.withLock { end in
      let count = try BookError.naming(.read, path) { () throws(Errno) in
        try SystemCalls.read(descriptor, at: end.count, into: &buffer, from: start)
      }
      guard count > 0 else { return 0 }
      let piece = buffer.span.extracting(start..<start + count)
      // RFC 1952 §2.3.1: a book is changed in places, and what is compressed has none.
      if end.count == 0, count > 1, piece[0] == 0x1F, piece[1] == 0x8B {
        throw BookError(
          .notABook, path, "it is compressed with gzip; unpack it with gunzip first")
      }
      if !end.hasContent { end.hasContent = CardStream.hasContent(piece) }
      end.lastOctet = piece[count - 1]
      end.count += count
      return count
    }
  }

  private static func hasContent(_ piece: Span<UInt8>) -> Bool {
    for index in 0..<piece.count {
      switch piece[index] {
      case 0...0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF: continue
      default: return true
      }
    }
    return false
  }
}
