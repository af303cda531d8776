/// A value of JSON or of a property list, of the kinds that a cutout may meet.
enum Node: Sendable {
  case text(String)
  case octets([UInt8])
  case list([Node])
  case object([(key: String, value: Node)])
  /// A number, a truth value: nothing that a cutout holds.
  case other
  case null
}

/// Why octets are no document of their format, and where.
struct ParseFailure: Error {
  let offset: Int
  let reason: String
  /// Whether what is wrong is that the octets end there.
  let isAtEnd: Bool

  /// Line and column of the failure, both from 1.
  func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A {
      line += 1
      start = index + 1
    }
    return (line, offset - start + 1)
  }
}
