import ContactMatching
import ContactStore
package import Files
import SystemPackage
public import VCard

/// The cards of several inputs, each found again by where it stands.
///
/// ```
/// input 0  book.vcf     │card 0│card 1│        inputs that can be read from any place
/// input 1  phone.vcf.gz ▶ spool │card 2│card 3│   the cards of the others, in a temporary file
/// ```
/// Some twenty octets a card; what the cards hold stays where it is.
public struct CardTable: Sendable {
  /// One input.
  public struct Input: Sendable {
    /// Its name as it was given.
    public package(set) var name: String
    /// The file, where it is one.
    package var file: StoredFile?
    /// What of the file it is; `nil` for all.
    var part: Range<Int>?
    /// Whether its cards are in the spool.
    package var isSpooled = false
    /// Whether vCards may take its place: it is no database, no cutout and not compressed.
    package var isVCard = true
    /// The digest of its cards, where there is no file to make one of.
    package var cardDigest: String?
    /// The number of its first card.
    package var first = 0
    /// How many cards it has.
    public package(set) var count = 0

    /// Describes an input without cards.
    package init(name: String, first: Int = 0) { (self.name, self.first) = (name, first) }

    /// The numbers of its cards among all.
    public var cards: Range<Int> { first..<first + count }

    /// The SHA-256 of the file; of what is no file, that of its cards one after the other.
    ///
    /// - Complexity: O(*n*) in the octets of the file, all of which are read.
    public func digest() throws -> String {
      try cardDigest ?? file?.digest() ?? SHA256().digest.hexadecimal
    }
  }

  /// The inputs in their order.
  public package(set) var inputs: [Input] = []
  private var starts: [Int] = []
  private var lengths: [UInt32] = []
  private var numbers: [UInt32] = []
  /// How many END cards lack, of those that do.
  private var open: [Int: Int] = [:]
  /// Cards that lack their BEGIN.
  private var headless: Set<Int> = []
  /// Where the cards are that are not in their input.
  var spool: TemporaryFile.Reader?
  private let decoding: TextDecoding
  private var charsets = FoundCharsets()

  init(decoding: TextDecoding) { self.decoding = decoding }

  /// Cards in all inputs.
  public var count: Int { starts.count }

  mutating func append(start: Int, length: Int, number: Int, missingEnds: Int, lacksBegin: Bool) {
    if missingEnds > 0 { open[starts.count] = missingEnds }
    if lacksBegin { headless.insert(starts.count) }
    starts.append(start)
    lengths.append(UInt32(clamping: length))
    numbers.append(UInt32(clamping: number))
    inputs[inputs.count - 1].count += 1
  }

  /// Takes note of the charsets of cards that are about to be appended.
  mutating func note(_ found: FoundCharsets) { charsets.append(found, offset: count) }

  /// How text of a card is decoded.
  fileprivate func decoding(ofCard card: Int) -> TextDecoding {
    charsets.decoding(decoding, ofCard: card)
  }

  /// Where a card stands in its input or in the spool.
  package func range(of card: Int) -> Range<Int> {
    starts[card]..<starts[card] + Int(lengths[card])
  }

  /// The number of a card in its input, from 0, cards that were skipped counted too.
  public func number(of card: Int) -> Int { Int(numbers[card]) }

  /// How many END a card lacks: its own, and those of cards inside of it.
  func missingEnds(of card: Int) -> Int { open[card] ?? 0 }

  /// Whether a card lacks its BEGIN.
  func lacksBegin(_ card: Int) -> Bool { headless.contains(card) }

  /// The input that a card is in, counted from 0.
  ///
  /// - Complexity: O(log *n*) in the inputs.
  public func input(of card: Int) -> Int {
    // The last one that does not start after it, empty ones passed over.
    max(0, inputs.indices.firstPlace { inputs[$0].first > card } - 1)
  }

  /// The card of a number in an input; `nil` when there is none.
  ///
  /// - Complexity: O(log *n*) in the cards.
  public func card(_ number: Int, of input: Int) -> Int? {
    let cards = inputs[input].cards
    let card = cards.firstPlace { Int(numbers[$0]) >= number }
    return cards.contains(card) && Int(numbers[card]) == number ? card : nil
  }

  /// The octets of a card as they were read.
  ///
  /// - Throws: ``DedupeError/changed(_:)`` when they are not there any more.
  public func octets(of card: Int) throws -> [UInt8] {
    let range = range(of: card)
    var octets = [UInt8](repeating: 0, count: range.count)
    try read(range, of: input(of: card), into: &octets)
    return octets
  }

  /// Fills a buffer with octets of an input, or of its cards in the spool.
  private func read(_ range: Range<Int>, of input: Int, into octets: inout [UInt8]) throws {
    let count: Int
    do {
      if !inputs[input].isSpooled, let file = inputs[input].file {
        count = try file.read(at: range.lowerBound, into: &octets)
      } else {
        guard let spool else { preconditionFailure("spooled cards have a spool") }
        do throws(Errno) {
          count = try spool.read(at: range.lowerBound, into: &octets)
        } catch {
          throw FileError(.read, inputs[input].name, error)
        }
      }
    } catch let error as FileError {
      if error.errno == .staleNFSFileHandle { throw DedupeError.changed(inputs[input].name) }
      throw error
    }
    guard count == octets.count else { throw DedupeError.changed(inputs[input].name) }
  }

  /// Goes through octets of an input, or of its cards in the spool, piece by piece.
  func forEachPiece(
    in range: Range<Int>, of input: Int, _ body: ([UInt8]) throws -> Void
  ) throws {
    try StoredFile.forEachPiece(of: range, body) { try read($0, of: input, into: &$1) }
  }

  /// Reads cards again, one after the other, into storage that serves for the next one.
  package struct Reader: Sendable {
    private let table: CardTable
    private var octets: [UInt8] = []
    private var reader: StoredCardReader

    /// Prepares to read.
    package init(_ table: CardTable) {
      self.table = table
      reader = StoredCardReader(table.decoding)
    }

    /// A card, read again.
    ///
    /// - Throws: ``DedupeError/changed(_:)`` when it is not there any more.
    package mutating func card(_ card: Int) throws -> Card {
      let range = table.range(of: card)
      let input = table.input(of: card)
      var octets: [UInt8] = []
      // The storage is taken out for as long as it is looked at.
      swap(&octets, &self.octets)
      defer { swap(&octets, &self.octets) }
      octets.resize(to: range.count)
      try table.read(range, of: input, into: &octets)
      let read = try reader.card(
        octets, lacking: table.missingEnds(of: card), table.decoding(ofCard: card))
      guard let read else { throw DedupeError.changed(table.inputs[input].name) }
      return read
    }
  }

  /// A card, read again.
  ///
  /// - Throws: ``DedupeError/changed(_:)`` when it is not there any more.
  public func card(_ card: Int) throws -> Card {
    var reader = Reader(self)
    return try reader.card(card)
  }

  /// Makes sure that no input has changed since it was opened.
  ///
  /// - Throws: ``DedupeError/changed(_:)``.
  public func checkInputs() throws {
    for input in inputs {
      if let file = input.file, !file.isUnchanged { throw DedupeError.changed(input.name) }
    }
  }
}

/// Reads cards again from octets that were read before.
struct StoredCardReader: Sendable {
  private var reader: CardReader
  /// What the reader decodes by; `nil` where nothing was found out.
  private var charset: UndeclaredCharset?

  /// Prepares to read.
  init(_ decoding: TextDecoding) { reader = CardReader(decoding: decoding) }

  /// Reads a card.
  ///
  /// - Parameters:
  ///   - octets: All of the card and nothing else.
  ///   - missingEnds: How many END it lacks.
  ///   - decoding: How its text is decoded.
  /// - Returns: The card; `nil` when the octets are none.
  /// - Throws: Nothing, for the reader is never at its end.
  mutating func card(
    _ octets: [UInt8], lacking missingEnds: Int, _ decoding: TextDecoding
  ) throws -> Card? {
    if decoding.foundCharset != charset {
      charset = decoding.foundCharset
      reader = CardReader(decoding: decoding)
    }
    try reader.append(octets.span)
    if missingEnds == 0, case .card(let read, _) = reader.next(), read.byteCount == octets.count {
      return read
    }
    // What may go on behind its last line takes a reader that is told of the end.
    reader = CardReader(decoding: decoding)
    var last = reader
    try last.append(octets.span)
    last.finish()
    guard case .card(let read, _) = last.next() else { return nil }
    return read
  }
}

// MARK: As octets

extension CardTable {
  /// Where the cards stand, for stages that read them again; the inputs are told by others.
  ///
  /// ```
  /// inputs │ cards of each │ place, length, number, what it lacks, of each card │ charsets, where they change
  /// ```
  func append(to blob: inout BlobWriter) {
    blob.append(packed: inputs.count)
    for input in inputs { blob.append(packed: input.count) }
    for input in inputs {
      var (place, number) = (0, 0)
      for card in input.cards {
        // Cards of what can only be read as a whole need not stand one after the other.
        blob.append(packed: UInt64(bitPattern: Int64(starts[card] &- place)))
        blob.append(packed: Int(lengths[card]))
        blob.append(packed: Int(numbers[card]) - number)
        blob.append(packed: missingEnds(of: card) << 1 | (lacksBegin(card) ? 1 : 0))
        place = starts[card] + Int(lengths[card])
        number = Int(numbers[card])
      }
    }
    let changes = charsets.changes
    blob.append(packed: changes.count)
    for (start, charset) in changes {
      blob.append(packed: start)
      blob.append(counted: (charset ?? "").utf8)
    }
  }

  /// Reads what ``append(to:)`` wrote.
  ///
  /// - Parameters:
  ///   - blob: What is read.
  ///   - decoding: How values that are not UTF-8 become text.
  /// - Throws: ``BlobError``.
  init(_ blob: inout BlobReader, decoding: TextDecoding) throws(BlobError) {
    self.init(decoding: decoding)
    var counts: [Int] = []
    for _ in 0..<(try blob.count()) { counts.append(try blob.number(below: 1 << 32)) }
    for count in counts {
      inputs.append(Input(name: "", first: self.count))
      var (place, number) = (0, 0)
      for _ in 0..<count {
        place &+= Int(truncatingIfNeeded: try blob.packed())
        let length = try blob.number(below: 1 << 32)
        number += try blob.number(below: 1 << 32)
        let lacks = try blob.number(below: 1 << 32)
        guard 0..<1 << 48 ~= place, number < 1 << 32 else { throw .damaged }
        append(
          start: place, length: length, number: number, missingEnds: lacks >> 1,
          lacksBegin: lacks & 1 != 0)
        place += length
      }
    }
    var changes: [(start: Int, charset: String?)] = []
    for _ in 0..<(try blob.count(ofAtLeast: 2)) {
      let start = try blob.number(below: 1 << 32)
      let name = String(decoding: try blob.counted(), as: UTF8.self)
      changes.append((start, name.isEmpty ? nil : name))
    }
    charsets = FoundCharsets(changes)
  }

  /// The charset that was found out for a card; `nil` for none.
  func foundCharset(ofCard card: Int) -> String? { decoding(ofCard: card).foundCharset?.rawValue }
}
