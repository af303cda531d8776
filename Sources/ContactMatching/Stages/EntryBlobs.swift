/// Where the keys of a job go: to as many parts as it has, each a range of all keys.
package struct KeyParts: Sendable {
  /// How many parts there are.
  package let count: Int

  package init(_ count: Int) { self.count = count }

  /// The part of a key; keys in ascending order have parts in ascending order.
  @inline(__always)
  func part(of key: UInt64) -> Int { Int(key.multipliedFullWidth(by: UInt64(count)).high) }
}

/// Receives what a stage gives: a part, and the octets of a blob for it.
package typealias BlobSink = (_ part: Int, _ octets: [UInt8]) throws -> Void

/// What one kind of entries of a split became: a few blobs for each part of the keys.
///
/// ```
/// job │ kind │ split │ number of the blob │ words, where there are some │ entries
/// ```
/// Within a part blobs are in the order of split and number as the keys of one split are: so the entries
/// of a key come in the order of its cards, whatever the order in which blobs come.
struct EntryBlobs {
  /// What is known of the words that entries name, written when they first come.
  private var words = BlobWriter()
  private var entries = BlobWriter()
  private var numbers: [Word: Int] = [:]
  private var part = 0
  private var number = 0
  private var key: UInt64 = 0

  private let job: UInt64
  private let kind: UInt8
  private let split: UInt32
  private let parts: KeyParts
  private let sink: BlobSink

  init(
    _ kind: UInt8, of split: UInt32, job: UInt64, _ parts: KeyParts, _ sink: @escaping BlobSink
  ) {
    (self.kind, self.split, self.job) = (kind, split, job)
    (self.parts, self.sink) = (parts, sink)
  }

  /// Begins an entry; keys come in ascending order.
  mutating func begin(_ key: UInt64) throws {
    let part = parts.part(of: key)
    if part != self.part || words.count + entries.count >= BlobWriter.usualSize { try end() }
    self.part = part
    entries.append(packed: key - self.key)
    self.key = key
  }

  /// Appends to the entry that was begun.
  mutating func append(_ body: (inout BlobWriter) -> Void) { body(&entries) }

  /// Appends a word to the entry, or none.
  mutating func append(_ word: Word, of lexicon: borrowing NameLexicon) {
    guard word != CardSummary.none else { return entries.append(packed: 0) }
    if let number = numbers[word] { return entries.append(packed: number) }
    numbers[word] = numbers.count + 1
    lexicon.appendBriefly(word, to: &words)
    entries.append(packed: numbers.count)
  }

  /// Gives what was written so far.
  mutating func end() throws {
    guard entries.count > 0 else { return }
    var blob = BlobWriter(of: job)
    blob.append(kind)
    blob.append(packed: UInt64(split))
    blob.append(packed: number)
    blob.append(packed: numbers.count)
    blob.append(contentsOf: words.take())
    blob.append(contentsOf: entries.take())
    numbers.removeAll(keepingCapacity: true)
    number += 1
    key = 0
    try sink(part, blob.take())
  }
}

/// Blobs of ``EntryBlobs``, whatever the order in which they came, in theirs.
struct EntryBlobReader {
  /// A blob whose head was read.
  struct Blob {
    let kind: UInt8
    let split: UInt32
    fileprivate let number: UInt64
    fileprivate var reader: BlobReader
    fileprivate var key: UInt64 = 0
    /// The numbers of the words that entries name.
    fileprivate var words: [Word] = []

    fileprivate init(_ octets: [UInt8], of job: UInt64) throws(BlobError) {
      reader = try BlobReader(octets, of: job)
      kind = try reader.octet()
      guard let split = UInt32(exactly: try reader.packed()) else { throw .damaged }
      self.split = split
      number = try reader.packed()
    }

    /// Whether there are further entries.
    var hasMore: Bool { !reader.isAtEnd }

    /// Begins to read an entry.
    mutating func nextKey() throws(BlobError) -> UInt64 {
      let (key, isOver) = key.addingReportingOverflow(try reader.packed())
      if isOver { throw .damaged }
      self.key = key
      return key
    }

    /// Reads on in the entry.
    mutating func read<Result>(
      _ body: (inout BlobReader) throws(BlobError) -> Result
    ) throws(BlobError) -> Result {
      try body(&reader)
    }

    /// Reads a word of the entry.
    mutating func word() throws(BlobError) -> Word {
      let number = try reader.number(below: words.count + 1)
      return number == 0 ? CardSummary.none : words[number - 1]
    }

    /// Reads a card of the split.
    mutating func card() throws(BlobError) -> UInt64 {
      UInt64(split) << 32 | UInt64(try reader.number(below: 1 << 32))
    }
  }

  private var blobs: [UInt8: [Blob]] = [:]

  /// Takes in blobs.
  init(_ octets: [[UInt8]], of job: UInt64) throws(BlobError) {
    for octets in octets {
      let blob = try Blob(octets, of: job)
      blobs[blob.kind, default: []].append(blob)
    }
    for kind in blobs.keys {
      blobs[kind]?.sort { ($0.split, $0.number) < ($1.split, $1.number) }
    }
  }

  /// Goes through the blobs of a kind and forgets them.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - lexicon: Receives the words.
  ///   - known: The numbers of its words by their hashes.
  ///   - body: Receives each blob, whose words were read.
  /// - Throws: ``BlobError``.
  mutating func forEach(
    _ kind: UInt8, _ lexicon: inout NameLexicon, _ known: inout [UInt64: Word],
    _ body: (inout Blob) throws(BlobError) -> Void
  ) throws(BlobError) {
    for blob in blobs.removeValue(forKey: kind) ?? [] {
      var blob = blob
      for _ in 0..<(try blob.reader.count()) {
        blob.words.append(try lexicon.readBriefly(&blob.reader, knowing: &known))
      }
      try body(&blob)
    }
  }

  /// The same for blobs without words.
  mutating func forEach(
    _ kind: UInt8, _ body: (inout Blob) throws(BlobError) -> Void
  ) throws(BlobError) {
    var lexicon = NameLexicon()
    var known: [UInt64: Word] = [:]
    try forEach(kind, &lexicon, &known, body)
  }
}
