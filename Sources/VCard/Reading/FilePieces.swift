// The one place of this module that reads files; everything else takes octets.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that could not be read, and why.
public struct FileReadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The number of the error, as `errno` has it.
  public let errno: Int32

  /// One line such as `cannot read a.vcf: No such file or directory`.
  ///
  /// It quotes the path as it is: escape it before it goes to a terminal.
  public var description: String {
    let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return "cannot read \(path): \(reason)"
  }
}

/// The octets of a file in pieces, as a stream.
///
/// ```swift
/// for try await card in try FilePieces("contacts.vcf").cards() { … }
/// ```
/// Each piece is read when it is asked for, on the caller's thread; all iterators go on where the last
/// one stopped. The file is closed when nobody has the stream any more.
public struct FilePieces: AsyncSequence, Sendable {
  /// Why reading fails.
  public typealias Failure = FileReadError

  private let file: OpenFile

  /// Opens a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: Why it cannot be opened.
  public init(_ path: String) throws(FileReadError) { file = try OpenFile(path) }

  /// Goes from piece to piece.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(file: file) }

  /// Goes from piece to piece.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let file: OpenFile

    /// The next octets; `nil` at the end.
    public mutating func next() async throws(FileReadError) -> [UInt8]? { try file.piece() }

    /// The next octets; `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(FileReadError) -> [UInt8]? {
      try file.piece()
    }
  }
}

/// A file that is open for reading until the object goes.
final class OpenFile: Sendable {
  private static let pieceSize = 256 << 10

  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(FileReadError) {
    self.path = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileReadError(path: path, errno: errno) }
  }

  deinit { _ = close(descriptor) }

  /// The next octets; `nil` at the end.
  func piece() throws(FileReadError) -> [UInt8]? {
    var failure: Int32 = 0
    let octets = unsafe [UInt8](unsafeUninitializedCapacity: OpenFile.pieceSize) { buffer, count in
      while true {
        let result = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        if result < 0, errno == EINTR { continue }
        if result < 0 { failure = errno }
        count = max(result, 0)
        return
      }
    }
    guard failure == 0 else { throw FileReadError(path: path, errno: failure) }
    return octets.isEmpty ? nil : octets
  }
}
