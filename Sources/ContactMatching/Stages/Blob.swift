internal import ICU
internal import VCard

/// Why octets are nothing that a stage can go on with.
package enum BlobError: Error, Hashable {
  /// They end too early, or say what nobody writes.
  case damaged
  /// They are of another job, or another version of the program made them.
  case ofAnotherJob
}

/// Writes numbers and octets one after the other, little-endian, field by field.
package struct BlobWriter: Sendable {
  /// What was written.
  package private(set) var octets: [UInt8] = []

  /// Octets from which on a blob is ended: so many that handing it over costs little, and so few that
  /// many of them may be under way.
  package static let usualSize = 4 << 20

  /// Begins without octets.
  package init() {}

  /// Begins a blob of a job.
  package init(of job: UInt64) { append(job) }

  package var count: Int { octets.count }

  /// Appends an octet.
  package mutating func append(_ number: UInt8) { octets.append(number) }

  /// Appends two octets.
  package mutating func append(_ number: UInt16) { octets.append(littleEndian: number) }

  /// Appends four octets.
  package mutating func append(_ number: UInt32) { octets.append(littleEndian: number) }

  /// Appends eight octets.
  package mutating func append(_ number: UInt64) { octets.append(littleEndian: number) }

  /// Appends a number in as many octets as it needs.
  package mutating func append(packed number: UInt64) { octets.append(packed: number) }

  /// The same for what counts.
  package mutating func append(packed number: Int) { append(packed: UInt64(number)) }

  /// Appends the number of a card: that of its split, and its place there.
  package mutating func append(card: UInt64) {
    append(packed: card >> 32)
    append(packed: card & 0xFFFF_FFFF)
  }

  /// Appends how many octets there are, and the octets.
  package mutating func append(counted more: some Collection<UInt8>) {
    append(packed: more.count)
    octets.append(contentsOf: more)
  }

  /// Appends octets.
  package mutating func append(contentsOf more: some Collection<UInt8>) {
    octets.append(contentsOf: more)
  }

  /// Takes out what was written and begins anew.
  package mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &octets)
    return taken
  }
}

/// Reads what a ``BlobWriter`` wrote.
package struct BlobReader: Sendable {
  private let octets: [UInt8]
  private var place = 0

  /// Begins to read octets.
  package init(_ octets: [UInt8]) { self.octets = octets }

  /// Begins to read a blob of a job.
  ///
  /// - Throws: ``BlobError``.
  package init(_ octets: [UInt8], of job: UInt64) throws(BlobError) {
    self.octets = octets
    guard try number64() == job else { throw .ofAnotherJob }
  }

  /// Whether all was read.
  package var isAtEnd: Bool { place == octets.count }

  private mutating func step(_ count: Int) throws(BlobError) -> Int {
    let start = place
    guard count >= 0, octets.count - start >= count else { throw .damaged }
    place += count
    return start
  }

  package mutating func octet() throws(BlobError) -> UInt8 { octets[try step(1)] }

  package mutating func number16() throws(BlobError) -> UInt16 {
    octets.number(at: try step(2))
  }

  package mutating func number32() throws(BlobError) -> UInt32 {
    octets.number(at: try step(4))
  }

  package mutating func number64() throws(BlobError) -> UInt64 {
    octets.number(at: try step(8))
  }

  /// A number in as many octets as it needs.
  package mutating func packed() throws(BlobError) -> UInt64 {
    var end = place
    guard let number = octets.span.packedNumber(&end) else { throw .damaged }
    place = end
    return number
  }

  /// A number of things, each of which takes so many octets at least; so no blob asks for more memory
  /// than it has octets.
  package mutating func count(ofAtLeast size: Int = 1) throws(BlobError) -> Int {
    guard let count = Int(exactly: try packed()),
      count <= (octets.count - place) / max(1, size)
    else { throw .damaged }
    return count
  }

  /// A number below a bound.
  package mutating func number(below bound: Int) throws(BlobError) -> Int {
    guard let number = Int(exactly: try packed()), number < bound else { throw .damaged }
    return number
  }

  /// The number of a card.
  package mutating func card() throws(BlobError) -> UInt64 {
    let split = UInt64(try number(below: 1 << 32))
    return split << 32 | UInt64(try number(below: 1 << 32))
  }

  /// Octets with their count before them.
  package mutating func counted() throws(BlobError) -> ArraySlice<UInt8> {
    let count = try count()
    return try slice(count)
  }

  /// So many octets.
  package mutating func slice(_ count: Int) throws(BlobError) -> ArraySlice<UInt8> {
    let start = try step(count)
    return octets[start..<place]
  }
}

/// What must be the same in all stages of a job, besides its options.
package enum StageVersions {
  /// Of the blobs and of what stages make of them; raised whenever either changes.
  package static let schema = "vcard.worker/3"
  /// Of ICU, which spells words.
  package static var icu: String { ICULibrary.version }
  /// Of the form of words.
  package static var letters: Int { NameLetters.version }
}
