package import ContactStore
import SystemPackage

/// An input that is read piece by piece into one buffer.
///
/// Memory stays the same whatever the size of the input.
package struct ByteSource: ~Copyable {
  /// The size of the largest piece in bytes.
  ///
  /// Twice this is no faster, and it still fits the second-level cache.
  package static let pieceSize = 256 * 1024

  /// The name in diagnostics; standard input is `-`.
  package let name: String
  /// Bytes of the whole input where that is known before it is read: of regular files.
  package let size: Int?
  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []

  /// Opens an input.
  ///
  /// - Throws: An error of action `open`, for a directory too.
  package init(_ file: InputFile) throws(FileError) {
    let opened = try Self.open(file)
    do throws(Errno) {
      let status = try Stat(opened)
      if status.type == .directory { throw .isDirectory }
      // Files that the kernel writes as they are read say 0.
      size = status.type == .regular && status.size > 0 ? Int(status.size) : nil
    } catch {
      if file != .standardInput { try? SystemCalls.close(opened) }
      throw FileError(.open, file.name, error)
    }
    descriptor = opened
    name = file.name
  }

  deinit {
    // Nothing is lost by a file that was only read.
    if descriptor != .standardInput { try? SystemCalls.close(descriptor) }
  }

  /// Reads the next piece.
  ///
  /// - Parameter body: Receives the piece, which is not empty; it lasts until `body` returns.
  /// - Returns: `false` at the end of the input; `body` has not run then.
  /// - Throws: An error of action `read`, or what `body` throws.
  package mutating func withNextPiece(
    _ body: (Span<UInt8>) throws -> Void
  ) throws -> Bool {
    if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: Self.pieceSize) }
    let count: Int
    do {
      count = try SystemCalls.read(descriptor, into: &buffer)
    } catch {
      throw FileError(.read, name, error)
    }
    guard count > 0 else { return false }
    try body(buffer.span.extracting(0..<count))
    return true
  }

  /// Reads from any place of a regular file, leaving the next piece as it was.
  ///
  /// Several threads may do this at once.
  ///
  /// - Parameters:
  ///   - offset: Bytes from the start of the file.
  ///   - buffer: Filled from its start; filled in part only where the file ends.
  /// - Returns: How many bytes were read.
  /// - Throws: An error of action `read`.
  package borrowing func read(
    at offset: Int, into buffer: inout [UInt8]
  ) throws(FileError) -> Int {
    do {
      return try SystemCalls.read(descriptor, at: offset, into: &buffer)
    } catch {
      throw FileError(.read, name, error)
    }
  }

  private static func open(_ file: InputFile) throws(FileError) -> FileDescriptor {
    switch file {
    case .standardInput: return .standardInput
    case .file(let path):
      return try FileError.naming(.open, path) { () throws(Errno) in
        try SystemCalls.open(path, .readOnly)
      }
    }
  }
}
