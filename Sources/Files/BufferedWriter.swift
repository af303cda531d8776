package import SystemPackage

/// A descriptor to write to, with the bytes that are still on their way to it.
///
/// It does not own the descriptor, and writes nothing by itself when it goes: call ``flush()``.
package final class BufferedWriter {
  /// The size in bytes past which a larger buffer makes copying a file no faster.
  ///
  /// There the cost of the system call is lost in that of the copy.
  package static let capacity = 256 * 1024

  /// The descriptor written to.
  package let descriptor: FileDescriptor
  /// What errors call the file.
  package let name: String
  private var buffer: [UInt8] = []

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - descriptor: Where to write; the caller closes it.
  ///   - name: What errors call the file.
  package init(_ descriptor: FileDescriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Writes bytes, sooner or later.
  package func write(_ bytes: Span<UInt8>) throws(FileError) {
    guard bytes.count < Self.capacity else {
      try flush()
      return try send(bytes)
    }
    buffer.append(copying: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes bytes, sooner or later.
  package func write(_ bytes: [UInt8]) throws(FileError) { try write(bytes.span) }

  /// Writes what `body` appends, without a copy in between.
  ///
  /// What has been appended is kept even if `body` throws.
  package func append<Result>(
    _ body: (inout [UInt8]) throws -> Result
  ) throws -> Result {
    let result = try body(&buffer)
    if buffer.count >= Self.capacity { try flush() }
    return result
  }

  /// Hands everything written so far to the system.
  package func flush() throws(FileError) {
    guard !buffer.isEmpty else { return }
    // What failed once is not tried again: a second error would hide the first.
    defer { buffer.removeAll(keepingCapacity: true) }
    try send(buffer.span)
  }

  /// Gives back the memory of the buffer when nothing more is to be written soon.
  func releaseBuffer() { if buffer.isEmpty { buffer = [] } }

  private func send(_ bytes: Span<UInt8>) throws(FileError) {
    do {
      try SystemCalls.write(bytes, to: descriptor)
    } catch {
      throw FileError(.write, name, error)
    }
  }
}
