import Files
import ICU
import VCard

/// Where the text of a card stands among the texts of all.
package struct TextPlace: Hashable, Sendable {
  /// Octets before it.
  package var offset: Int
  /// Octets of it.
  package var count: Int

  /// Creates a place.
  package init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }
}

/// Sort keys in their order, each with the place of a card's text, as they stand in memory and in
/// temporary files.
///
/// ```
/// count of the text │ offset of the text │ count of the key │ key
/// ```
/// Numbers are in base 128, the lowest digit first; all digits but the last have their highest bit
/// set. A record takes about ten octets more than its key.
package struct SortedRecords: Sendable {
  /// The records one after the other.
  package private(set) var octets: [UInt8] = []

  /// Creates an empty list.
  package init() {}

  /// Creates an empty list with room for some octets.
  package init(capacity: Int) { octets.reserveCapacity(capacity) }

  /// Octets that a record takes.
  static func size(_ place: TextPlace, _ keyCount: Int) -> Int {
    width(place.count) + width(place.offset) + width(keyCount) + keyCount
  }

  /// Appends a record, whose key does not come before the last one.
  package mutating func append(_ place: TextPlace, key: Span<UInt8>) {
    octets.append(packed: UInt64(place.count))
    octets.append(packed: UInt64(place.offset))
    octets.append(counted: key)
  }

  /// Octets that a number takes.
  private static func width(_ number: Int) -> Int {
    max(1, (64 - number.leadingZeroBitCount + 6) / 7)
  }

  /// Removes all records and keeps the memory.
  mutating func removeAll() { octets.removeAll(keepingCapacity: true) }
}

/// Goes through records in memory or in a temporary file.
struct RecordCursor: Sendable {
  /// Where the text of the record under the cursor stands.
  private(set) var place = TextPlace(offset: 0, count: 0)
  /// The first eight bytes of the key, as a number.
  private(set) var word: UInt64 = 0
  /// The eight after them.
  private(set) var secondWord: UInt64 = 0
  /// Where the key stands in ``octets``.
  private(set) var key = 0..<0
  /// Records in memory, or a part of those in the file.
  private(set) var octets: [UInt8]

  /// What the offsets of the records count from.
  private let base: Int
  private let file: TemporaryFile.Reader?
  /// Octets of the file.
  private let fileCount: Int
  /// Where ``octets`` start in the file.
  private var start = 0
  /// Octets that are read at a time.
  private var bufferSize: Int
  /// The next record in ``octets``.
  private var next = 0

  /// Goes through records in memory.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - base: What their offsets count from.
  init(_ records: SortedRecords, base: Int) {
    octets = records.octets
    self.base = base
    (file, fileCount) = (nil, 0)
    bufferSize = 0
  }

  /// Goes through a file of records.
  ///
  /// - Parameters:
  ///   - file: The file, whose offsets count from 0 and to which nothing more is appended.
  ///   - bufferSize: Octets that are read at a time; more where a record is larger.
  init(_ file: TemporaryFile, bufferSize: Int) {
    octets = []
    base = 0
    self.file = file.readable
    fileCount = file.count
    self.bufferSize = max(1, bufferSize)
  }

  /// Goes on to the next record; `false` at the end, where its memory is given back.
  mutating func advance() throws(FileError) -> Bool {
    while !parse() {
      guard try refill() else {
        octets = []
        next = 0
        return false
      }
    }
    return true
  }

  /// Reads the record at ``next``; `false` when it is not there as a whole.
  private mutating func parse() -> Bool {
    var index = next
    guard let count = number(&index), let offset = number(&index), let length = number(&index),
      length <= octets.count - index
    else { return false }
    place = TextPlace(offset: base + offset, count: count)
    key = index..<index + length
    next = index + length
    word = SortKey.word(of: octets.span.extracting(key), at: 0)
    secondWord = SortKey.word(of: octets.span.extracting(key), at: MemoryLayout<UInt64>.size)
    return true
  }

  @inline(__always)
  private func number(_ index: inout Int) -> Int? {
    octets.span.packedNumber(&index).map { Int(truncatingIfNeeded: $0) }
  }

  /// Reads on from the record at ``next``, of which there is a part at most; `false` at the end.
  private mutating func refill() throws(FileError) -> Bool {
    guard let file, start + octets.count < fileCount else { return false }
    // A record that fills the buffer and does not end in it.
    if next == 0, !octets.isEmpty { bufferSize *= 2 }
    start += next
    next = 0
    let size = min(bufferSize, fileCount - start)
    if octets.count != size { octets = [UInt8](repeating: 0, count: size) }
    try file.fill(&octets, at: start)
    return true
  }
}
