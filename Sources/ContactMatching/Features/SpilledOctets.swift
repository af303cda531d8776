// The one file of this module that turns memory into octets and back.
internal import VCard

extension [UInt8] {
  /// Appends the octets of a number, the lowest first.
  @inline(__always)
  mutating func append(littleEndian number: some FixedWidthInteger & BitwiseCopyable) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }

  /// The number whose octets stand at a place, the lowest first.
  @inline(__always)
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at place: Int) -> Number {
    span.number(at: place)
  }
}

/// An array of numbers that stands outside memory as the octets that it was, for the same process.
struct SpilledArray<Element: BitwiseCopyable & Sendable>: Sendable {
  private let spill: any DedupeSpill
  private let offset: Int
  private let count: Int

  /// Spills an array.
  init(_ elements: [Element], to spill: any DedupeSpill) throws {
    var octets: [UInt8] = []
    unsafe elements.withUnsafeBytes { unsafe octets.append(contentsOf: $0) }
    (self.spill, offset, count) = (spill, try spill.append(octets), elements.count)
  }

  /// Reads the array back.
  func read() throws -> [Element] {
    var octets = [UInt8](repeating: 0, count: count * MemoryLayout<Element>.stride)
    try spill.read(at: offset, into: &octets)
    return unsafe [Element](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe octets.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0)
      }
      filled = count
    }
  }
}

/// Cards whose features stand outside memory, but for the lexicon.
struct SpilledCards: Sendable {
  private let rows: SpilledArray<CardFeatures.Row>
  private let words: SpilledArray<Word>
  private let emails: SpilledArray<CardFeatures.Email>
  private let phones: SpilledArray<CardFeatures.Phone>

  /// Spills the cards of a book.
  init(_ book: CardFeatures, to spill: any DedupeSpill) throws {
    rows = try SpilledArray(book.rows, to: spill)
    words = try SpilledArray(book.words, to: spill)
    emails = try SpilledArray(book.emails, to: spill)
    phones = try SpilledArray(book.phones, to: spill)
  }

  /// Reads the cards back, whose words are those of a lexicon.
  func read(_ lexicon: NameLexicon) throws -> CardFeatures {
    var book = CardFeatures()
    book.lexicon = lexicon
    (book.rows, book.words) = (try rows.read(), try words.read())
    (book.emails, book.phones) = (try emails.read(), try phones.read())
    return book
  }
}
