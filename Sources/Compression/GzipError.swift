/// Why a gzip stream could not be read on, and where.
package struct GzipError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Kind: Hashable, Sendable {
    /// It does not begin with the bytes 1F 8B. RFC 1952 §2.3.1, ID1 and ID2.
    case notGzip
    /// A member is compressed by another method than deflate. RFC 1952 §2.3.1, CM.
    case unknownMethod(UInt8)
    /// A member has flags that mean something nobody knows. RFC 1952 §2.3.1.2.
    case reservedFlags(UInt8)
    /// A header does not fit its checksum. RFC 1952 §2.3.1, CRC16.
    case headerChecksum
    /// The data are no deflate data; the text is what zlib says about them. RFC 1951.
    case data(String)
    /// What was inflated does not fit its checksum. RFC 1952 §2.3.1, CRC32.
    case checksum
    /// What was inflated is not as long as it should be. RFC 1952 §2.3.1, ISIZE.
    case length
    /// The stream ends within a member.
    case truncated
    /// There is too little memory for the window of 32 KiB.
    case outOfMemory
  }

  /// What is wrong.
  package var kind: Kind
  /// Where in the compressed stream, in bytes from its start.
  ///
  /// The start of a field that is wrong; the byte after what was taken for damaged data and for an
  /// end that comes too soon.
  package var offset: Int

  /// Creates an error.
  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension GzipError: CustomStringConvertible {
  /// One line without the name of the file, such as `the compressed data ends too soon, …`.
  package var description: String {
    switch kind {
    case .notGzip: "the data is not compressed with gzip"
    case .unknownMethod(let method):
      "the compressed data is of a method that is not known (\(method), at byte \(offset))"
    case .reservedFlags(let flags):
      "the header of the compressed data has flags that are not known "
        + "(0x\(String(flags, radix: 16)), at byte \(offset))"
    case .headerChecksum:
      "the header of the compressed data is damaged: it does not fit the checksum at byte \(offset)"
    case .data(let reason):
      "the compressed data is damaged before byte \(offset) (\(reason))"
    case .checksum:
      "the compressed data is damaged: what it gave does not fit the checksum at byte \(offset)"
    case .length:
      "the compressed data is damaged: what it gave does not fit the length at byte \(offset)"
    case .truncated: "the compressed data ends too soon, after \(offset) bytes"
    case .outOfMemory: "there is too little memory for compressed data"
    }
  }
}
