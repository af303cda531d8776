package import SystemPackage

/// A file whose octets are looked up where they stand, without being read first.
///
/// All processes of a machine that map it share one copy in memory. The file is not written to while it
/// is mapped; it may be removed.
package final class MappedFile: Sendable {
  /// Octets of it.
  package let count: Int
  private let memory: SystemCalls.Mapping

  /// Maps a file.
  ///
  /// - Throws: An error of action `open`.
  package init(_ path: FilePath) throws(FileError) {
    (memory, count) = try FileError.naming(.open, path) { () throws(Errno) in
      let descriptor = try SystemCalls.open(path, .readOnly)
      defer { try? SystemCalls.close(descriptor) }
      let count = Int(try Stat(descriptor).size)
      return (try SystemCalls.map(descriptor, count: count), count)
    }
  }

  deinit { SystemCalls.unmap(memory) }

  /// The octet at a place.
  package func octet(at place: Int) -> UInt8 { memory.octet(at: place) }

  /// The number whose eight octets stand from a place on, the lowest first.
  package func number(at place: Int) -> UInt64 { memory.number(at: place) }
}
