/// A value of JSON or of a property list.
package enum DocumentNode: Sendable {
  case text(String)
  case octets([UInt8])
  case list([DocumentNode])
  case object([(key: String, value: DocumentNode)])
  /// A number as it is written.
  case number(String)
  case truth(Bool)
  case null
}

/// Why octets are no document of their format, and where.
package struct ParseFailure: Error {
  package let offset: Int
  package let reason: String
  /// Whether what is wrong is that the octets end there.
  package let isAtEnd: Bool

  package init(offset: Int, reason: String, isAtEnd: Bool) {
    self.offset = offset
    self.reason = reason
    self.isAtEnd = isAtEnd
  }

  /// Line and column of an octet, both from 1.
  package static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A {
      line += 1
      start = index + 1
    }
    return (line, offset - start + 1)
  }
}
