import Compression

/// Gzip streams put together by hand, and read in ways of many kinds.
enum Gzip {
  /// The bytes of hexadecimal digits; blanks do not count.
  static func bytes(_ digits: String) -> [UInt8] {
    let digits = digits.filter { !$0.isWhitespace }
    return stride(from: 0, to: digits.count, by: 2).map { offset in
      let start = digits.index(digits.startIndex, offsetBy: offset)
      guard let byte = UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16) else {
        preconditionFailure("fixtures are hexadecimal")
      }
      return byte
    }
  }

  /// A member with one stored block, made without any help of zlib.
  static func stored(_ text: some Collection<UInt8>, header: [UInt8] = plainHeader) -> [UInt8] {
    let count = UInt16(text.count)
    let block: [UInt8] =
      [1] + littleEndian(UInt32(count)).prefix(2) + littleEndian(UInt32(~count)).prefix(2)
    return header + block + text + littleEndian(checksum(text))
      + littleEndian(UInt32(truncatingIfNeeded: text.count))
  }

  /// The header of a member without any field that may be missing.
  static let plainHeader = bytes("1F8B0800 00000000 00FF")

  static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
  }

  /// CRC-32 bit by bit.
  ///
  /// RFC 1952 §8 gives its polynomial.
  static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
    var checksum: UInt32 = .max
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 {
        checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1
      }
    }
    return ~checksum
  }

  /// What a stream gives.
  struct Outcome: Equatable {
    var text: [UInt8]
    var error: GzipError?
    var trailing: Int?
  }

  /// Inflates a stream that comes in pieces.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - cuts: The sizes of the pieces, used in turn; what is left after the last one used once is
  ///     cut by them again.
  ///   - room: The size of the buffer.
  /// - Returns: What it gave until its end or an error.
  static func inflate(_ stream: [UInt8], cuts: [Int], room: Int = 64) -> Outcome {
    var outcome = Outcome(text: [])
    do throws(GzipError) {
      var inflater = try Inflater()
      defer { outcome.trailing = inflater.trailing }
      var offset = 0
      var turn = 0
      var buffer = [UInt8](repeating: 0xAA, count: room + 2)
      while offset < stream.count, inflater.trailing == nil {
        let end = min(offset + cuts[turn % cuts.count], stream.count)
        turn += 1
        var made = room
        // A full buffer may not be all that these bytes give.
        while offset < end || made == room, inflater.trailing == nil {
          // The first two bytes of the buffer are somebody else's.
          let progress = try inflater.inflate(
            stream.span.extracting(offset..<end), into: &buffer, from: 2)
          offset += progress.taken
          made = progress.made
          outcome.text += buffer[2..<2 + made]
          precondition(buffer.count == room + 2 && buffer[0] == 0xAA && buffer[1] == 0xAA)
        }
      }
      try inflater.finish()
      outcome.trailing = inflater.trailing
    } catch {
      outcome.error = error
    }
    return outcome
  }

  static func inflate(_ stream: [UInt8]) -> Outcome {
    inflate(stream, cuts: [max(stream.count, 1)], room: 1 << 16)
  }
}
