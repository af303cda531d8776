package import SystemPackage

/// A regular file that is read again from any place, and is known by its content.
package final class StoredFile: Sendable {
  /// Where it is.
  package let path: FilePath
  /// Octets of it.
  package let count: Int
  private let stamp: FileStamp
  /// `nil` where there are so many files that each is opened anew.
  private let descriptor: FileDescriptor?
  private let isOwned: Bool

  /// Octets that are read at a time.
  private static let pieceSize = 256 * 1024

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - staysOpen: Whether it stays open, which is quicker and costs a descriptor.
  /// - Throws: An error of action `open`.
  package init(_ path: FilePath, staysOpen: Bool) throws(FileError) {
    self.path = path
    let opened = try FileError.naming(.open, path) { () throws(Errno) in
      try SystemCalls.open(path, .readOnly, options: .nonBlocking)
    }
    do throws(Errno) {
      guard try Stat(opened).type == .regular else { throw .invalidArgument }
      stamp = try FileStamp(opened)
    } catch {
      try? SystemCalls.close(opened)
      throw FileError(.open, path, error)
    }
    count = Int(stamp.size)
    descriptor = staysOpen ? opened : nil
    isOwned = true
    if !staysOpen { try? SystemCalls.close(opened) }
  }

  /// Reads a file that is open, and stays so.
  ///
  /// - Parameters:
  ///   - descriptor: The file, a regular one.
  ///   - name: What errors call it.
  /// - Throws: An error of action `open`.
  package init(reading descriptor: FileDescriptor, name: String) throws(FileError) {
    path = FilePath(name)
    do throws(Errno) {
      stamp = try FileStamp(descriptor)
    } catch {
      throw FileError(.open, name, error)
    }
    count = Int(stamp.size)
    self.descriptor = descriptor
    isOwned = false
  }

  deinit {
    // Nothing is lost by a file that was only read.
    if isOwned, let descriptor { try? SystemCalls.close(descriptor) }
  }

  /// Fills a buffer with the octets at a place; stops early only at the end.
  ///
  /// - Returns: How many octets were read.
  /// - Throws: An error of action `read`, with `ESTALE` when the file is another one by now.
  package func read(at offset: Int, into buffer: inout [UInt8]) throws(FileError) -> Int {
    try FileError.naming(.read, path) { () throws(Errno) in
      try withDescriptor { (descriptor) throws(Errno) in
        try SystemCalls.read(descriptor, at: offset, into: &buffer)
      }
    }
  }

  /// Goes through the octets of a range, piece by piece.
  ///
  /// - Throws: What ``read(at:into:)`` and `body` throw; also when the file ends in the range.
  package func forEachPiece(
    in range: Range<Int>, _ body: ([UInt8]) throws -> Void
  ) throws {
    try Self.forEachPiece(of: range, body) { place, buffer in
      guard try read(at: place.lowerBound, into: &buffer) == place.count else {
        throw FileError(.read, path, .staleNFSFileHandle)
      }
    }
  }

  /// Goes through octets that `read` fills a buffer with, piece by piece.
  ///
  /// - Throws: What `body` and `read` throw.
  package static func forEachPiece(
    of range: Range<Int>, _ body: ([UInt8]) throws -> Void,
    reading read: (Range<Int>, inout [UInt8]) throws -> Void
  ) rethrows {
    var offset = range.lowerBound
    var buffer: [UInt8] = []
    while offset < range.upperBound {
      let size = min(pieceSize, range.upperBound - offset)
      if buffer.count != size { buffer = [UInt8](repeating: 0, count: size) }
      try read(offset..<offset + size, &buffer)
      try body(buffer)
      offset += size
    }
  }

  /// The SHA-256 of the content in lower-case hexadecimal digits.
  ///
  /// - Complexity: O(*n*) in the octets, all of which are read.
  package func digest() throws -> String {
    var hash = SHA256()
    try forEachPiece(in: 0..<count) { hash.update($0.span) }
    return hash.digest.hexadecimal
  }

  /// Whether nobody has written to the file or put another in its place since it was opened.
  package var isUnchanged: Bool {
    guard isOwned else { return true }
    guard let now = try? FileStamp.ofFile(at: path) else { return false }
    return now.hasContent(of: stamp)
  }

  /// The birth of the file; `nil` where the file system keeps none.
  package func birth() throws(FileError) -> FileBirth? {
    try FileError.naming(.read, path) { () throws(Errno) in
      try withDescriptor { (opened) throws(Errno) in try FileBirth(opened) }
    }
  }

  /// When the content was changed last, in nanoseconds since 1970.
  package var modified: Int { stamp.modified }

  private func withDescriptor<Result>(
    _ body: (FileDescriptor) throws(Errno) -> Result
  ) throws(Errno) -> Result {
    if let descriptor { return try body(descriptor) }
    let opened = try SystemCalls.open(path, .readOnly, options: .nonBlocking)
    defer { try? SystemCalls.close(opened) }
    guard try FileStamp(opened).hasContent(of: stamp) else { throw .staleNFSFileHandle }
    return try body(opened)
  }
}
