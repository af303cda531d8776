import ContactMatching
package import Files
import SystemPackage

/// What goes between a driver and the stages of dedupe: octets, with what they are and whom they are for.
///
/// ```
/// tag │ part │ length │ octets       4, 4 and 8 octets before them, little-endian
/// ```
package struct Frame: Hashable, Sendable {
  /// What a frame holds.
  package struct Tag: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The job; it comes first.
    package static let job = Tag(rawValue: 1)
    /// What a task tells the driver; it comes last.
    package static let info = Tag(rawValue: 2)
    /// Rows of a table.
    package static let rows = Tag(rawValue: 3)
    package static let values = Tag(rawValue: 10)
    package static let identities = Tag(rawValue: 11)
    package static let statistics = Tag(rawValue: 12)
    package static let pairs = Tag(rawValue: 13)
    package static let keys = Tag(rawValue: 14)
    package static let lefts = Tag(rawValue: 15)
    package static let edges = Tag(rawValue: 16)
    package static let roots = Tag(rawValue: 17)
    package static let cards = Tag(rawValue: 18)
    package static let members = Tag(rawValue: 19)
    package static let gone = Tag(rawValue: 20)
    package static let clusters = Tag(rawValue: 21)
    package static let reviews = Tag(rawValue: 22)
    package static let table = Tag(rawValue: 23)
    package static let merged = Tag(rawValue: 24)
    /// In files: where cards stand, and their features.
    static let places = Tag(rawValue: 40)
    static let features = Tag(rawValue: 41)
  }

  package var tag: Tag
  package var part: Int
  package var octets: [UInt8]

  package init(_ tag: Tag, part: Int = 0, _ octets: [UInt8]) {
    (self.tag, self.part, self.octets) = (tag, part, octets)
  }

  /// Octets before those of a frame.
  private static let headSize = 16

  /// The octets that stand before those of the frame.
  private var head: [UInt8] {
    var head = BlobWriter()
    head.append(tag.rawValue)
    head.append(UInt32(part))
    head.append(UInt64(octets.count))
    return head.take()
  }

  /// Writes a frame.
  package func write(to writer: BufferedWriter) throws(FileError) {
    try writer.write(head)
    try writer.write(octets)
  }

  /// Reads the next frame; `nil` at the end.
  ///
  /// - Parameter read: Fills a buffer from a place on, and tells how many octets it read; 0 at the end.
  /// - Returns: The frame.
  /// - Throws: What `read` throws; ``BlobError/damaged`` when the end comes within a frame.
  package static func read(
    _ read: (inout [UInt8], Int) throws -> Int
  ) throws -> Frame? {
    var head = [UInt8](repeating: 0, count: headSize)
    let count = try fill(&head, read)
    if count == 0 { return nil }
    guard count == headSize else { throw BlobError.damaged }
    var fields = BlobReader(head)
    let (tag, part) = (Tag(rawValue: try fields.number32()), Int(try fields.number32()))
    let length = try fields.number64()
    // As it comes, for nobody knows whether the length is true.
    var octets: [UInt8] = []
    while UInt64(octets.count) < length {
      let start = octets.count
      let size = Int(min(length - UInt64(start), UInt64(max(pieceSize, start))))
      octets += [UInt8](repeating: 0, count: size)
      guard try fill(&octets, from: start, read) == size else { throw BlobError.damaged }
    }
    return Frame(tag, part: part, octets)
  }

  /// Octets that are read at once, at least.
  private static let pieceSize = 1 << 20

  private static func fill(
    _ buffer: inout [UInt8], from start: Int = 0, _ read: (inout [UInt8], Int) throws -> Int
  ) throws -> Int {
    var filled = start
    while filled < buffer.count {
      let count = try read(&buffer, filled)
      if count == 0 { break }
      filled += count
    }
    return filled - start
  }

  /// Goes through the frames of a file.
  static func forEach(in path: FilePath, _ body: (Frame) throws -> Bool) throws {
    let file = try StoredFile(path, staysOpen: true)
    var offset = 0
    while let frame = try read({ buffer, start in
      var piece = [UInt8](repeating: 0, count: buffer.count - start)
      let count = try file.read(at: offset, into: &piece)
      buffer.replaceSubrange(start..<start + count, with: piece[..<count])
      offset += count
      return count
    }) {
      guard try body(frame) else { return }
    }
  }
}
