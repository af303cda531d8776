/// Bytes that stand for a string in the order of a collator.
///
/// Only keys from collators with the same locale, options and ``Collator/version`` may be compared.
public struct SortKey: Hashable, Sendable {
  /// The key, in which there is no NUL.
  public let bytes: [UInt8]

  /// Makes a key of bytes that came from a collator, such as stored ones.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

extension SortKey: Comparable {
  /// Compares the bytes, unsigned.
  public static func < (left: SortKey, right: SortKey) -> Bool {
    Bridge.compareBytes(left.bytes.span, right.bytes.span) < 0
  }
}

extension SortKey {
  /// Compares the bytes of two keys that stand in larger buffers, unsigned.
  ///
  /// - Returns: Below 0, 0 or above 0 as the first sorts before, with or after the second.
  package static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    Bridge.compareBytes(left, right)
  }

  /// Eight bytes of a key as a number, so that numbers compare as the bytes do.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - offset: The first of the eight; past the end of the key there are zeros.
  /// - Returns: The number, the first byte in its highest bits.
  package static func word(of key: Span<UInt8>, at offset: Int) -> UInt64 {
    Bridge.word(of: key, at: offset)
  }
}
