import Compression
import Files
import SystemPackage
import VCard

/// An archive of programs that is compressed as it is written: ustar of POSIX.1-2017, pax, in gzip.
///
/// ```
/// gzip │ header, 512 octets │ file, zeros up to a block │ header │ file │ … │ two blocks of zeros │
/// ```
/// Files have no owner and no time, and everybody may read and run them: the same files give the same
/// octets.
struct TarArchive: ~Copyable {
  private static let blockSize = 512

  private let writer: BufferedWriter
  private var deflater: Deflater

  /// Starts an archive.
  ///
  /// - Throws: `GzipError` when there is too little memory.
  init(_ writer: BufferedWriter) throws {
    self.writer = writer
    deflater = try Deflater()
  }

  /// Appends a program or library, without what is there for debuggers.
  ///
  /// - Parameters:
  ///   - path: The file; links are followed.
  ///   - name: Its name in the archive, up to 100 octets.
  /// - Throws: An error of action `open`, `read` or `write`.
  mutating func add(_ path: FilePath, as name: String) throws {
    let file = try StoredFile(path, staysOpen: true)
    var head = [UInt8](repeating: 0, count: min(file.count, 1 << 16))
    _ = try file.read(at: 0, into: &head)
    let count = min(file.count, LoadedImage.cut(&head) ?? file.count)
    head.removeLast(max(0, head.count - count))
    try append(Self.header(name: name, count: count))
    try append(head)
    try file.forEachPiece(in: head.count..<count) { try append($0) }
    try append([UInt8](repeating: 0, count: -count & (Self.blockSize - 1)))
  }

  /// Writes the end.
  consuming func finish() throws {
    try append([UInt8](repeating: 0, count: 2 * Self.blockSize))
    var output: [UInt8] = []
    deflater.finish(to: &output)
    try writer.write(output)
  }

  private mutating func append(_ octets: [UInt8]) throws(FileError) {
    var output: [UInt8] = []
    deflater.append(octets.span, to: &output)
    try writer.write(output)
  }

  /// The header of a regular file: fields of fixed places, numbers in octal.
  static func header(name: String, count: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockSize)
    func put(_ text: String, at offset: Int, _ width: Int) {
      precondition(text.utf8.count <= width, "a field of a header holds its text")
      block.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    func octal(_ number: Int, _ digits: Int) -> String { String(number, digits: digits, radix: 8) }
    put(name, at: 0, 100)
    put(octal(0o755, 7), at: 100, 7)
    put(octal(0, 7), at: 108, 7)
    put(octal(0, 7), at: 116, 7)
    put(octal(count, 11), at: 124, 11)
    put(octal(0, 11), at: 136, 11)
    put("0", at: 156, 1)
    put("ustar", at: 257, 6)
    put("00", at: 263, 2)
    // The sum is taken with blanks in its own field.
    put("        ", at: 148, 8)
    put(octal(block.reduce(0) { $0 + Int($1) }, 6) + "\0 ", at: 148, 8)
    return block
  }
}
