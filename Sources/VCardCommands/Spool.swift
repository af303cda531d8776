import ContactStore
import SystemPackage

/// A temporary file without a name: what is written to it can be read again from any place.
///
/// It stands in `$TMPDIR`, else `/tmp`, and is gone with the process, however that ends.
struct Spool: ~Copyable {
  private let descriptor: FileDescriptor
  private let writer: BufferedWriter
  /// Octets written so far.
  private(set) var count = 0

  /// Creates an empty one.
  ///
  /// - Throws: An error of action `create` when the folder cannot be written to.
  init() throws(FileError) {
    let folder = FilePath(
      Platform.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
    var generator = SystemRandomNumberGenerator()
    let path = folder.appending("vcard-\(generator.next() as UInt64).tmp")
    let opened = try FileError.naming(.create, path) { () throws(Errno) in
      try SystemCalls.open(
        path, .readWrite, options: [.create, .exclusiveCreate],
        permissions: [.ownerRead, .ownerWrite])
    }
    do throws(Errno) {
      // From here on only the descriptor keeps it.
      try SystemCalls.remove(path)
    } catch {
      try? SystemCalls.close(opened)
      throw FileError(.remove, path, error)
    }
    descriptor = opened
    writer = BufferedWriter(opened, name: path.string)
  }

  deinit {
    // Nobody can reach the file any more; an error would tell nothing.
    try? SystemCalls.close(descriptor)
  }

  /// Appends octets; the place where they start is the count before.
  mutating func append(_ octets: [UInt8]) throws(FileError) {
    count += octets.count
    try writer.write(octets)
  }

  /// Makes everything written so far readable.
  mutating func finishWriting() throws(FileError) { try writer.flush() }

  /// Reads octets that were written before ``finishWriting()``.
  ///
  /// - Parameters:
  ///   - offset: Where they start.
  ///   - buffer: Filled whole.
  /// - Throws: An error of action `read`.
  borrowing func read(at offset: Int, into buffer: inout [UInt8]) throws(FileError) {
    do throws(Errno) {
      let count = try SystemCalls.read(descriptor, at: offset, into: &buffer)
      guard count == buffer.count else { throw .ioError }
    } catch {
      throw FileError(.read, writer.name, error)
    }
  }
}
