import Compression
import ContactStore
package import Files
import SystemPackage
import VCard

/// An input that is read piece by piece into one buffer.
///
/// What is compressed with gzip, as its first two bytes tell whatever its name, is inflated as it
/// comes. Memory stays the same whatever the size of the input.
package struct ByteSource: ~Copyable {
  /// The size of the largest piece in bytes.
  ///
  /// Twice this is no faster, and it still fits the second-level cache.
  package static let pieceSize = 256 * 1024

  /// The size in bytes of what is read of a compressed input at a time.
  ///
  /// Cards inflate to about four times as much, which is a piece.
  private static let compressedSize = 64 * 1024

  /// The name in diagnostics; standard input is `-`.
  package let name: String
  /// Bytes of the whole input where that is known before it is read: of regular files.
  ///
  /// Of a compressed input these are the compressed ones, as those of ``consumed`` are.
  package let size: Int?
  /// Bytes that were read of the input so far, before they were inflated.
  package private(set) var consumed = 0
  /// Whether the input is compressed; known once something was read.
  package private(set) var isCompressed = false
  private let descriptor: FileDescriptor
  private let isRegular: Bool
  private var buffer: [UInt8] = []
  private var inflater: Inflater?
  private var isBegun = false
  private var isAtEnd = false
  /// What was read and not handed over or inflated yet: the bytes at `held`.
  private var heldBytes: [UInt8] = []
  private var held = 0..<0
  /// A byte that was inflated to see whether there is one.
  private var ahead: UInt8?

  /// Opens an input.
  ///
  /// - Throws: An error of action `open`, for a directory too.
  package init(_ file: InputFile) throws(FileError) {
    let opened = try Self.open(file)
    do throws(Errno) {
      let status = try Stat(opened)
      if status.type == .directory { throw .isDirectory }
      isRegular = status.type == .regular
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
  /// - Throws: What ``read(into:from:)`` throws, or what `body` throws.
  package mutating func withNextPiece(
    _ body: (Span<UInt8>) throws -> Void
  ) throws -> Bool {
    var piece: [UInt8] = []
    swap(&piece, &buffer)
    defer { swap(&piece, &buffer) }
    if piece.isEmpty { piece = [UInt8](repeating: 0, count: Self.pieceSize) }
    let count = try read(into: &piece, from: 0)
    guard count > 0 else { return false }
    try body(piece.span.extracting(0..<count))
    return true
  }

  /// Reads all that is left, but not many more octets than a limit.
  mutating func rest(atMost limit: Int = .max) throws -> [UInt8] {
    var octets: [UInt8] = []
    while octets.count <= limit, try withNextPiece({ octets.append($0) }) {}
    return octets
  }

  /// Reads what has arrived, and waits only while that is nothing.
  ///
  /// What was inflated before damage is handed over first; the call after that throws, and so does
  /// every later one.
  ///
  /// - Parameters:
  ///   - buffer: Filled from `start`, where it has room; it never grows.
  ///   - start: Where in `buffer` to begin.
  /// - Returns: How many bytes there are; 0 at the end of the input.
  /// - Throws: An error of action `read`; a ``CommandFailure`` that ends with 65 where compressed
  ///   data is damaged or ends too soon.
  package mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    precondition(start < buffer.count, "there is room in the buffer")
    if !isBegun {
      isBegun = true
      let count = try begin(into: &buffer, from: start)
      if !isCompressed { return count }
    }
    guard isCompressed else { return try readPlain(into: &buffer, from: start) }
    if let ahead {
      self.ahead = nil
      buffer[start] = ahead
      guard start + 1 < buffer.count, !held.isEmpty else { return 1 }
      // An error in what follows waits for the next call.
      return 1 + ((try? inflateHeld(into: &buffer, from: start + 1)) ?? 0)
    }
    while true {
      let made = try inflateHeld(into: &buffer, from: start)
      if made > 0 { return made }
      if try !refill() { return 0 }
    }
  }

  /// Whether ``read(into:from:)`` would not wait: for bytes, for the end or for an error.
  ///
  /// Always so of regular files. Costs a system call for others, and reads compressed bytes that have
  /// arrived.
  package var hasMoreNow: Bool {
    mutating get {
      if isRegular || isAtEnd || ahead != nil { return true }
      guard isCompressed else { return !held.isEmpty || isReadable }
      do {
        while true {
          var byte: [UInt8] = [0]
          if try inflateHeld(into: &byte, from: 0) > 0 {
            ahead = byte[0]
            return true
          }
          if isAtEnd { return true }
          guard isReadable else { return false }
          if try !refill() { return true }
        }
      } catch {
        // Whoever reads is told.
        return true
      }
    }
  }

  /// Whether ``read(into:from:)`` would wait no longer than so many milliseconds.
  package mutating func hasMore(within milliseconds: Int) -> Bool {
    if hasMoreNow { return true }
    // An error is told by the read that follows.
    let hasArrived = try? SystemCalls.isReadable(descriptor, within: milliseconds)
    return (hasArrived ?? true) && hasMoreNow
  }

  /// What people should know of a compressed input that was read to its end, in one line without
  /// its name: that something else follows the data, and was ignored.
  package var remark: String? {
    guard let place = trailing else { return nil }
    return "what follows the compressed data, from byte \(place) on, is none and was ignored"
  }

  // MARK: Plain bytes

  /// Reads the first bytes and finds out what they are.
  ///
  /// - Returns: How many bytes are in `buffer`, unless the input is compressed: then they are held.
  private mutating func begin(into buffer: inout [UInt8], from start: Int) throws -> Int {
    let count = try readOnce(into: &buffer, from: start)
    guard count > 0, buffer[start] == 0x1F else { return count }
    var first = Array(buffer[start..<start + count])
    if count == 1 {
      // Whatever sends it may write the two bytes one by one.
      var rest = [UInt8](repeating: 0, count: Self.compressedSize)
      let more = try readOnce(into: &rest, from: 0)
      first += rest[..<more]
    }
    guard first.count > 1, first[1] == 0x8B else {
      held = count..<first.count
      if !held.isEmpty { heldBytes = first }
      return count
    }
    inflater = try Self.explained(name) { () throws(GzipError) in try Inflater() }
    isCompressed = true
    heldBytes = first
    held = 0..<first.count
    return 0
  }

  private mutating func readPlain(into buffer: inout [UInt8], from start: Int) throws -> Int {
    guard !held.isEmpty else { return try readOnce(into: &buffer, from: start) }
    let count = min(held.count, buffer.count - start)
    buffer.replaceSubrange(
      start..<start + count, with: heldBytes[held.lowerBound..<held.lowerBound + count])
    held = held.lowerBound + count..<held.upperBound
    if held.isEmpty { heldBytes = [] }
    return count
  }

  private mutating func readOnce(
    into buffer: inout [UInt8], from start: Int
  ) throws(FileError) -> Int {
    do {
      let count = try SystemCalls.read(descriptor, into: &buffer, from: start)
      consumed += count
      return count
    } catch {
      throw FileError(.read, name, error)
    }
  }

  private var isReadable: Bool {
    // An error is told by the read that follows.
    (try? SystemCalls.isReadable(descriptor)) ?? true
  }

  // MARK: Compressed bytes

  private var trailing: Int? {
    switch inflater {
    case .some(let inflater): inflater.trailing
    case .none: nil
    }
  }

  /// Inflates what is held as far as there is room.
  ///
  /// - Returns: How many bytes were made; 0 when more has to be read, and at the end.
  private mutating func inflateHeld(into buffer: inout [UInt8], from start: Int) throws -> Int {
    guard !isAtEnd else { return 0 }
    // A copy of the reference: reading one property while another changes is no access to both.
    let bytes = heldBytes
    let range = held
    let progress = try Self.explained(name) { () throws(GzipError) in
      try inflater?.inflate(bytes.span.extracting(range), into: &buffer, from: start)
    }
    guard let progress else { return 0 }
    held = range.lowerBound + progress.taken..<range.upperBound
    if trailing != nil { isAtEnd = progress.made == 0 }
    return progress.made
  }

  /// Reads compressed bytes after those that were held are spent.
  ///
  /// - Returns: `false` at the end of the input.
  private mutating func refill() throws -> Bool {
    guard !isAtEnd else { return false }
    if heldBytes.count < Self.compressedSize {
      heldBytes = [UInt8](repeating: 0, count: Self.compressedSize)
    }
    var bytes: [UInt8] = []
    swap(&bytes, &heldBytes)
    defer { swap(&bytes, &heldBytes) }
    let count = try readOnce(into: &bytes, from: 0)
    held = 0..<count
    guard count == 0 else { return true }
    try Self.explained(name) { () throws(GzipError) in try inflater?.finish() }
    isAtEnd = true
    return false
  }

  private static func explained<Result: ~Copyable>(
    _ name: String, _ call: () throws(GzipError) -> Result
  ) throws -> Result {
    do {
      return try call()
    } catch {
      throw CommandFailure(error.kind == .outOfMemory ? .ioError : .data, "\(name): \(error)")
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
