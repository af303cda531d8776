import ContactStore
import Files
import SystemPackage

/// Reads the lines of a file of JSON Lines, and any of them again by where it starts.
struct JSONLineReader: Sendable {
  private let file: StoredFile

  init(_ file: StoredFile) { self.file = file }

  /// Goes through all lines that are not blank.
  ///
  /// - Parameter body: Receives a line without its end, its number from 1 and where it stands.
  /// - Throws: What reading the file and `body` throw.
  func forEachLine(_ body: ([UInt8], Int, Range<Int>) throws -> Void) throws {
    var line: [UInt8] = []
    var number = 0
    var start = 0
    func finish(_ end: Int) throws {
      number += 1
      let range = start..<start + line.count
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.contains(where: { $0 > 0x20 }) { try body(line, number, range) }
      line.removeAll(keepingCapacity: true)
      start = end
    }
    var offset = 0
    try file.forEachPiece(in: 0..<file.count) { piece in
      var rest = piece[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<end]
        try finish(offset + end + 1)
        rest = rest[(end + 1)...]
      }
      line += rest
      offset += piece.count
    }
    if !line.isEmpty { try finish(offset) }
  }

  /// The octets of a line that ``forEachLine(_:)`` found.
  func line(at range: Range<Int>) throws -> [UInt8] {
    var line = [UInt8](repeating: 0, count: range.count)
    guard try file.read(at: range.lowerBound, into: &line) == line.count else {
      throw DedupeError.changed(file.path.string)
    }
    return line
  }
}
