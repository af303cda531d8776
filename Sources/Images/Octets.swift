extension [UInt8] {
  /// An unsigned number with its most significant octet first, or `nil` where there is none.
  func bigEndian(at index: Int, width: Int) -> Int? {
    guard index >= 0, index <= count - width else { return nil }
    var number = 0
    for octet in self[index..<index + width] { number = number << 8 | Int(octet) }
    return number
  }

  /// An unsigned number with its least significant octet first, or `nil` where there is none.
  func littleEndian(at index: Int, width: Int) -> Int? {
    guard index >= 0, index <= count - width else { return nil }
    var number = 0
    for octet in self[index..<index + width].reversed() { number = number << 8 | Int(octet) }
    return number
  }

  /// Whether the ASCII letters of a word stand at a place.
  func holds(_ word: String, at index: Int) -> Bool {
    index >= 0 && index <= count && self[index...].starts(with: word.utf8)
  }

  /// Whether a range begins with the ASCII letters of a word.
  func holds(_ word: String, in range: Range<Int>) -> Bool {
    self[range].starts(with: word.utf8)
  }

  /// The number with its most significant octet first.
  static func bigEndian(_ number: Int, width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The number with its least significant octet first.
  static func littleEndian(_ number: Int, width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
