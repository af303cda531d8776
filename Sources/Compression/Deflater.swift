/// A member of gzip that is made as its text comes, RFC 1952.
///
/// Its header has neither name nor time, so that the same text gives the same octets. It holds zlib's
/// 256 KiB and a buffer, however long the text is.
package struct Deflater: ~Copyable {
  /// Bytes that are made at once.
  private static let room = 64 * 1024

  private var handle: DeflateHandle
  private var buffer = [UInt8](repeating: 0, count: room)

  /// Creates a deflater at the start of a member.
  ///
  /// - Throws: An error of kind `outOfMemory`.
  package init() throws(GzipError) {
    guard let handle = DeflateHandle() else { throw GzipError(.outOfMemory, at: 0) }
    self.handle = handle
  }

  /// Takes text, and appends what it comes to so far.
  package mutating func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
    var offset = 0
    while offset < text.count {
      let step = handle.deflate(text.extracting(offset...), into: &buffer, isLast: false)
      offset += step.taken
      output += buffer[..<step.made]
    }
  }

  /// Appends the rest of the member; nothing is taken from then on.
  package consuming func finish(to output: inout [UInt8]) {
    let nothing: [UInt8] = []
    while true {
      let step = handle.deflate(nothing.span, into: &buffer, isLast: true)
      output += buffer[..<step.made]
      if step.isWhole { return }
    }
  }
}
