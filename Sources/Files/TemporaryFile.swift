package import SystemPackage

/// A file without a name: what is written to it can be read again from any place.
///
/// It stands in `$TMPDIR`, else `/tmp`, and is gone with the process, however that ends.
package final class TemporaryFile {
  /// Octets written so far.
  package private(set) var count = 0

  private let descriptor: FileDescriptor
  private let writer: BufferedWriter

  /// Reads it; only after ``finishAppending()``.
  package let readable: Reader

  /// Reads what was written, and keeps the file.
  package final class Reader: Sendable {
    private let descriptor: FileDescriptor
    private let name: String

    fileprivate init(_ descriptor: FileDescriptor, name: String) {
      self.descriptor = descriptor
      self.name = name
    }

    deinit {
      // Nobody can reach the file any more; an error would tell nothing.
      try? SystemCalls.close(descriptor)
    }

    /// Fills a buffer with the octets at a place; stops early only at the end.
    ///
    /// - Returns: How many octets were read.
    package func read(at offset: Int, into buffer: inout [UInt8]) throws(Errno) -> Int {
      try SystemCalls.read(descriptor, at: offset, into: &buffer)
    }

    /// Reads as many octets at a place as a buffer has.
    ///
    /// - Throws: An error of action `read`, also where there are fewer.
    package func fill(_ buffer: inout [UInt8], at offset: Int) throws(FileError) {
      do throws(Errno) {
        let count = try read(at: offset, into: &buffer)
        guard count == buffer.count else { throw .ioError }
      } catch {
        throw FileError(.read, name, error, isTemporary: true)
      }
    }
  }

  /// Creates an empty one.
  ///
  /// - Throws: An error of action `create` when the folder cannot be written to.
  package init() throws(FileError) {
    let folder = FilePath(
      SystemCalls.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
    // The file has no name by which anybody could find it.
    let name = "a temporary file in \(folder)"
    let permissions: FilePermissions = [.ownerRead, .ownerWrite]
    let opened: FileDescriptor
    do throws(Errno) {
      if let nameless = try SystemCalls.openNameless(in: folder, permissions: permissions) {
        opened = nameless
      } else {
        opened = try TemporaryFile.openUnlinked(in: folder, permissions)
      }
    } catch {
      throw FileError(.create, name, error, isTemporary: true)
    }
    descriptor = opened
    writer = BufferedWriter(opened, name: name)
    readable = Reader(opened, name: name)
  }

  /// Makes a file with a name that it has for a moment only.
  private static func openUnlinked(
    in folder: FilePath, _ permissions: FilePermissions
  ) throws(Errno) -> FileDescriptor {
    var generator = SystemRandomNumberGenerator()
    let path = folder.appending("vcard-\(generator.next() as UInt64).tmp")
    let opened = try SystemCalls.open(
      path, .readWrite, options: [.create, .exclusiveCreate], permissions: permissions)
    do throws(Errno) {
      // From here on only the descriptor keeps it.
      try SystemCalls.remove(path)
    } catch {
      try? SystemCalls.close(opened)
      throw error
    }
    return opened
  }

  /// Appends octets; the place where they start is the count before.
  ///
  /// - Throws: An error of action `write` when the disk is full.
  package func append(_ octets: [UInt8]) throws(FileError) {
    count += octets.count
    do {
      try writer.write(octets)
    } catch {
      throw FileError(error.action, error.name, error.errno, isTemporary: true)
    }
  }

  /// Makes everything appended so far readable.
  package func finishAppending() throws(FileError) {
    do {
      try writer.flush()
    } catch {
      throw FileError(error.action, error.name, error.errno, isTemporary: true)
    }
  }

  /// Reads octets that were appended before ``finishAppending()``.
  ///
  /// - Parameters:
  ///   - offset: Where they start.
  ///   - buffer: Filled whole.
  /// - Throws: An error of action `read`.
  package func read(at offset: Int, into buffer: inout [UInt8]) throws(FileError) {
    try readable.fill(&buffer, at: offset)
  }

  /// Takes the place of the process's standard input, which then can be read from any place.
  ///
  /// - Throws: An error of action `read`.
  package func becomeStandardInput() throws(FileError) {
    try finishAppending()
    do {
      _ = try descriptor.duplicate(as: .standardInput)
      _ = try FileDescriptor.standardInput.seek(offset: 0, from: .start)
    } catch {
      throw FileError(.read, writer.name, error as? Errno ?? .ioError, isTemporary: true)
    }
  }
}
