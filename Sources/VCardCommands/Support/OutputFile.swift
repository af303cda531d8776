package import Files
import SystemPackage

/// Where a command writes its data: standard output, or the file of `-o`.
///
/// A regular file is replaced as ``AtomicFile`` does it, by ``commit()`` and not before. A device or
/// a pipe is opened and written to.
package final class OutputFile {
  /// Writes to the output; a regular file shows nothing of it before ``commit()``.
  package let writer: BufferedWriter
  /// How many columns the terminal has; `nil` where the output is none.
  package let columns: Int?
  /// The file that is replaced; `nil` for what is written to at once.
  package let replacement: AtomicFile?
  private let isOwned: Bool

  /// Opens an output.
  ///
  /// - Parameter argument: What `-o` said; `nil` and `-` are standard output.
  /// - Throws: An error of action `create`.
  package init(_ argument: String? = nil) throws(FileError) {
    let path = argument.map { Platform.path($0) } ?? "-"
    if let descriptor = Self.inherited(path) {
      let name = descriptor == .standardOutput ? "standard output" : path.string
      writer = BufferedWriter(descriptor, name: name)
      replacement = nil
      isOwned = false
    } else if try Self.isReplaceable(path) {
      let file = try AtomicFile(replacing: path)
      writer = file.writer
      replacement = file
      isOwned = false
    } else {
      let descriptor = try FileError.naming(.create, path) { () throws(Errno) in
        try SystemCalls.open(path, .writeOnly)
      }
      writer = BufferedWriter(descriptor, name: path.string)
      replacement = nil
      isOwned = true
    }
    columns = Platform.isTerminal(writer.descriptor) ? Platform.columns(of: writer.descriptor) : nil
  }

  deinit {
    // Closing tells nothing new here: what was to arrive has been written by commit().
    if isOwned { try? SystemCalls.close(writer.descriptor) }
  }

  /// Writes what is still waiting, and puts a file in its place; call it once, when all is written.
  package func commit() throws(FileError) {
    if let replacement { return try replacement.commit() }
    try writer.flush()
  }

  /// Ends several outputs together: all files are put in their places, or none.
  package static func commit(_ outputs: [OutputFile]) throws(FileError) {
    for output in outputs where output.replacement == nil { try output.writer.flush() }
    try AtomicFile.commit(outputs.compactMap(\.replacement))
  }

  /// Writes what is still waiting where it is seen at once: to standard output, a device or a pipe.
  ///
  /// A run that fails has done so much. A regular file stays as it was.
  package func flush() throws(FileError) {
    if replacement == nil { try writer.flush() }
  }

  /// Whether what is written to an output takes the place of a file, or makes one, when all is written.
  ///
  /// - Throws: An error of action `create` when the system does not tell what is there.
  static func isFile(_ argument: String) throws(FileError) -> Bool {
    let path = Platform.path(argument)
    guard inherited(path) == nil else { return false }
    return try isReplaceable(path)
  }

  /// Finds out whether an output can be made, and leaves nothing.
  ///
  /// - Throws: An error of action `create`, as making it would.
  static func rehearse(_ argument: String) throws(FileError) {
    guard try isFile(argument) else { return }
    try AtomicFile(replacing: Platform.path(argument)).discard()
  }

  /// Writes a file at once that only its owner may read, if it is new.
  static func writePrivate(_ octets: [UInt8], to path: FilePath) throws(FileError) {
    let file = try FileError.naming(.create, path) { () throws(Errno) in
      try SystemCalls.open(
        path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    }
    defer { try? SystemCalls.close(file) }
    try FileError.naming(.write, path) { () throws(Errno) in
      try SystemCalls.write(octets.span, to: file)
    }
  }

  /// Writes octets to standard output that are all of the answer.
  static func print(_ compose: (inout [UInt8]) throws -> Void) throws {
    let output = try OutputFile()
    try output.writer.append(compose)
    try output.commit()
  }

  /// The descriptor that a path stands for.
  ///
  /// It must not be opened anew: a file behind it would be written from its start.
  private static func inherited(_ path: FilePath) -> FileDescriptor? {
    switch path.string {
    case "-", "/dev/stdout": return .standardOutput
    case "/dev/stderr": return .standardError
    default: break
    }
    let directory = path.removingLastComponent()
    guard directory == "/dev/fd" || directory == "/proc/self/fd",
      let number = CInt(path.lastComponent?.string ?? "")
    else { return nil }
    return FileDescriptor(rawValue: number)
  }

  private static func isReplaceable(_ path: FilePath) throws(FileError) -> Bool {
    do {
      let type = try Stat(path).type
      // Replacing a directory is refused there, with the right words.
      return type == .regular || type == .directory
    } catch Errno.noSuchFileOrDirectory {
      return true
    } catch {
      throw FileError(.create, path, error)
    }
  }
}
