internal import CVCard

/// Escapes of JSON strings, here because vectors find what needs one.
///
/// RFC 8259 §7. Control characters, U+007F to U+009F, U+2028 and U+2029 are escaped, so that a line
/// of output is a line wherever it goes; `/` is not.
package enum JSONEscapes {
  /// How many times as many octets a text may become.
  package static let growth = 6
  /// Octets.
  ///
  /// Room that a text needs besides, for octets that are written in vain.
  package static let slack = 16

  /// The index of the first octet from `index` on that no string holds as it is: a quotation mark, a
  /// backslash or a control character; `end` where there is none before.
  package static func mark(in octets: [UInt8], from index: Int, to end: Int) -> Int {
    unsafe octets.withUnsafeBufferPointer { buffer in
      guard index < end, end <= buffer.count, let base = buffer.baseAddress else { return end }
      return unsafe index + cvc_find_json_mark(base + index, end - index)
    }
  }

  /// Appends a range of some octets, which is well-formed UTF-8, with escapes; there must be room
  /// for ``growth`` times its octets and ``slack``.
  package static func append(
    _ octets: Span<UInt8>, _ range: Range<Int>, to json: inout OutputSpan<UInt8>
  ) {
    precondition(json.freeCapacity >= range.count * growth + slack, "there is room")
    // The octets after the range may be read, too, as long as they are there.
    let readable = octets.extracting(range.lowerBound..<octets.count)
    precondition(range.count <= readable.count, "the range is one of the octets")
    unsafe readable.withUnsafeBufferPointer { source in
      unsafe json.withUnsafeMutableBufferPointer { target, count in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        count += unsafe cvc_escape_json(from, range.count, source.count, to + count)
      }
    }
  }
}
