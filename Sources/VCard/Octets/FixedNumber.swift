extension Span<UInt8> {
  /// The number whose octets stand from a place on, the lowest first.
  @inlinable
  @inline(__always)
  package func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at place: Int, as type: Number.Type = Number.self
  ) -> Number {
    precondition(place >= 0 && place <= count - MemoryLayout<Number>.size, "the number is there")
    return Number(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: type))
  }
}

extension [UInt8] {
  /// Appends the octets of a number, the lowest first, as `number(at:)` reads it.
  @inlinable
  package mutating func append(number: some FixedWidthInteger) {
    var rest = number
    for _ in 0..<MemoryLayout.size(ofValue: number) {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
