extension [UInt8] {
  /// Appends a number in as many octets as it needs: seven bits in each, the lowest first, and the highest
  /// bit set in all but the last.
  ///
  /// - Complexity: 1 to 10 octets.
  @inlinable
  package mutating func append(packed number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends how many octets there are, and the octets.
  package mutating func append(counted more: Span<UInt8>) {
    append(packed: UInt64(more.count))
    append(more)
  }
}

extension OutputSpan<UInt8> {
  /// Appends the octets of a span as one copy; there is room for them.
  @inlinable
  @inline(__always)
  package mutating func append(_ octets: Span<UInt8>) {
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      unsafe octets.withUnsafeBufferPointer { octets in
        _ = unsafe buffer[count...].update(fromContentsOf: octets)
      }
      count += octets.count
    }
  }
}

extension Span<UInt8> {
  /// Reads a number that `append(packed:)` wrote.
  ///
  /// - Parameter place: Where it begins; receives where it ends.
  /// - Returns: `nil` where no number stands.
  @inlinable
  @inline(__always)
  package func packedNumber(_ place: inout Int) -> UInt64? {
    // Nearly all are below 128.
    if place < count, self[place] < 0x80 {
      place += 1
      return UInt64(self[place - 1])
    }
    return longNumber(&place)
  }

  @usableFromInline
  package func longNumber(_ place: inout Int) -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while place < count, shift < 64 {
      let octet = self[place]
      place += 1
      number |= UInt64(octet & 0x7F) << shift
      if octet < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  /// Reads where octets stand that `append(counted:)` wrote.
  ///
  /// - Parameter place: Where their number begins; receives where they end.
  /// - Returns: `nil` where there are not so many.
  @inlinable
  @inline(__always)
  package func counted(_ place: inout Int) -> Range<Int>? {
    guard let number = packedNumber(&place), let length = Int(exactly: number),
      length <= count - place
    else { return nil }
    place += length
    return place - length..<place
  }
}
