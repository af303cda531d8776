// Every call into C, and so every `unsafe`, of this module.

private import CZlib

/// The checksum of gzip, CRC-32 of ISO 3309.
enum CRC32 {
  /// The checksum of what came before and one byte more; that of nothing is 0.
  static func adding(_ byte: UInt8, to checksum: UInt32) -> UInt32 { czlib_crc32(checksum, byte) }
}

/// zlib's inflater of raw deflate data (RFC 1951); closed when it goes.
///
/// Unchecked: it has state, and only its one owner can change that.
@safe struct InflateHandle: ~Copyable, @unchecked Sendable {
  /// How a step ended.
  enum Result {
    /// It needs more input or more room.
    case goesOn
    /// The last block ended.
    case end
    /// The data are no deflate data, in zlib's words.
    case damaged(String)
    case outOfMemory
  }

  /// How far a step came.
  struct Step {
    var taken: Int
    var made: Int
    var result: Result
  }

  private let pointer: OpaquePointer

  /// Opens it; `nil` when there is too little memory.
  init?() {
    guard let opened = unsafe czlib_inflater_open() else { return nil }
    unsafe pointer = opened
  }

  deinit {
    unsafe czlib_inflater_close(pointer)
  }

  /// Makes it ready for the next stream.
  mutating func reset() { unsafe czlib_inflater_reset(pointer) }

  /// Inflates as much as fits.
  ///
  /// - Parameters:
  ///   - input: What comes next of the stream.
  ///   - output: Filled from `start`.
  ///   - start: Where in `output` there is room, up to its end.
  ///   - checksum: Becomes the CRC-32 of what came before and what was made.
  /// - Returns: What was taken and made.
  mutating func inflate(
    _ input: Span<UInt8>, into output: inout [UInt8], from start: Int, checksum: inout UInt32
  ) -> Step {
    precondition((0...output.count).contains(start), "output starts inside of the buffer")
    return unsafe input.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        var taken = Int64(input.count)
        var made = Int64(output.count - start)
        var reason: UnsafePointer<CChar>?
        let next = unsafe output.baseAddress.map { unsafe $0 + start }
        let status = unsafe czlib_inflate(
          pointer, input.baseAddress, &taken, next, &made, &checksum, &reason)
        let result: Result =
          switch status {
          case CZLIB_END: .end
          case CZLIB_OUT_OF_MEMORY: .outOfMemory
          case CZLIB_DAMAGED:
            .damaged(unsafe reason.map { unsafe String(cString: $0) } ?? "invalid data")
          default: .goesOn
          }
        return Step(taken: Int(taken), made: Int(made), result: result)
      }
    }
  }
}

/// zlib's writer of gzip; closed when it goes.
///
/// Unchecked: it has state, and only its one owner can change that.
@safe struct DeflateHandle: ~Copyable, @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Opens it; `nil` when there is too little memory.
  init?() {
    guard let opened = unsafe czlib_deflater_open() else { return nil }
    unsafe pointer = opened
  }

  deinit {
    unsafe czlib_deflater_close(pointer)
  }

  /// Deflates as much as fits.
  ///
  /// - Parameters:
  ///   - input: What comes next.
  ///   - output: Filled from its start; it has room.
  ///   - isLast: Whether nothing comes behind the input.
  /// - Returns: What was taken and made, and whether the member is whole.
  mutating func deflate(
    _ input: Span<UInt8>, into output: inout [UInt8], isLast: Bool
  ) -> (taken: Int, made: Int, isWhole: Bool) {
    unsafe input.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        guard let room = output.baseAddress else { preconditionFailure("the output has room") }
        var taken = Int64(input.count)
        var made = Int64(output.count)
        let isWhole = unsafe czlib_deflate(
          pointer, input.baseAddress, &taken, room, &made, isLast)
        return (Int(taken), Int(made), isWhole)
      }
    }
  }
}
