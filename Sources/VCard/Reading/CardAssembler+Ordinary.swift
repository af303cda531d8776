internal import CVCard

extension CardAssembler {
  /// Rows of the largest card that is taken at once.
  static let ordinaryRows = 128

  /// What the C side knows of flags and names.
  static let codes = cvc_row_codes(
    quoted_printable: Row.Flags.quotedPrintable.rawValue, base64: Row.Flags.base64.rawValue,
    unindented: Row.Flags.unindented.rawValue, uncanonical: Row.Flags.uncanonical.rawValue,
    begin: KnownName.begin.rawValue, end: KnownName.end.rawValue, agent: KnownName.agent.rawValue)

  /// Takes a whole card at once when it stands in the buffer and nothing is odd about it.
  ///
  /// It gives what the line-by-line way gives, several times as fast. That way stays the one that
  /// knows everything, and takes over from BEGIN whenever this one declines.
  mutating func takeOrdinaryCard(_ bytes: Span<UInt8>) -> Bool {
    guard unit == 1, next < bytes.count, bytes[next] | 0x20 == UInt8(ascii: "b") else {
      return false
    }
    let available = min(bytes.count - next, limits.bytesPerCard)
    let capacity = min(spare.count, limits.propertiesPerCard)
    let found = CardAssembler.split(
      bytes.extracting(next..<next + available), by: .best, into: &spare, capacity: capacity,
      longestLine: limits.bytesPerLine)
    guard found.octets > 0 else { return false }
    startCard()
    unsafe spare.withUnsafeBufferPointer { unsafe rows.append(contentsOf: $0[..<found.rows]) }
    isCanonical = found.is_canonical != 0
    position.byte += found.octets
    position.line += found.lines
    position.column = 1
    next += found.octets
    searched = next
    cardEnd = next
    position.card += 1
    return true
  }

  /// Splits the card at the start of `bytes` into the first of `rows`, if it is an ordinary one.
  fileprivate static func split(
    _ bytes: Span<UInt8>, by kernel: ByteKernel, into rows: inout [Row], capacity: Int,
    longestLine: Int
  ) -> cvc_card {
    var codes = codes
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe rows.withUnsafeMutableBufferPointer { rows in
        unsafe KnownName.table.slots.withUnsafeBufferPointer { slots -> cvc_card in
          guard let base = buffer.baseAddress, let table = slots.baseAddress,
            let into = rows.baseAddress
          else { return cvc_card() }
          return unsafe cvc_split_card(
            kernel.cKernel, base, buffer.count, table, &codes, longestLine, into, capacity)
        }
      }
    }
  }
}

extension ByteKernel {
  /// What this kernel makes of the card at the start of some octets, as numbers that tests compare:
  /// its octets, lines and whether it is canonical, and then every row; empty when the card is no
  /// ordinary one.
  package func ordinaryCard(_ bytes: Span<UInt8>) -> [[Int]] {
    var rows = [Row](repeating: .none, count: CardAssembler.ordinaryRows)
    let found = CardAssembler.split(
      bytes, by: self, into: &rows, capacity: rows.count, longestLine: .max)
    guard found.octets > 0 else { return [] }
    let whole = [Int(found.octets), Int(found.lines), Int(found.is_canonical)]
    return [whole] + rows[..<Int(found.rows)].map(\.numbers)
  }
}
