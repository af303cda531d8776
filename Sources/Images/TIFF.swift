/// A look at the directories of a TIFF structure, TIFF 6.0 §2.
struct TIFF {
  struct Entry {
    let tag: UInt16
    let type: Int
    let count: Int
    /// The value, or its offset where it does not fit.
    let value: Int
    /// Where the value field stands.
    let field: Int
  }

  let bytes: [UInt8]
  let range: Range<Int>
  let isLittleEndian: Bool

  /// Looks at a range of a file; `nil` when no TIFF structure begins there.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard range.count >= 8 else { return nil }
    isLittleEndian = bytes.holds("II", in: range)
    guard isLittleEndian || bytes.holds("MM", in: range) else { return nil }
    self.bytes = bytes
    self.range = range
  }

  /// An entry of any honest directory is one of some dozens.
  private static let maximumEntries = 512

  func number(_ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset <= range.count - width else { return nil }
    let octets = bytes[range.lowerBound + offset..<range.lowerBound + offset + width]
    return isLittleEndian
      ? octets.reversed().reduce(0) { $0 << 8 | Int($1) }
      : octets.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The entries of a directory, and where the next one is.
  func directory(at offset: Int?) -> (entries: [Entry], next: Int?) {
    guard let offset, let count = number(offset, 2), count <= TIFF.maximumEntries else {
      return ([], nil)
    }
    var entries: [Entry] = []
    for index in 0..<count {
      let start = offset + 2 + 12 * index
      guard let tag = number(start, 2), let type = number(start + 2, 2),
        let length = number(start + 4, 4), let value = number(start + 8, 4)
      else { return (entries, nil) }
      entries.append(
        Entry(
          tag: UInt16(truncatingIfNeeded: tag), type: type, count: length, value: value,
          field: start + 8))
    }
    return (entries, number(offset + 2 + 12 * count, 4))
  }

  /// The text of an entry, as far as it fits a line.
  func text(_ entry: Entry) -> String {
    guard entry.type == 2 || entry.type == 7 else { return "" }
    let start = entry.count <= 4 ? entry.field : entry.value
    let length = min(entry.count, 64)
    guard start >= 0, start <= range.count, length <= range.count - start else { return "" }
    let octets = bytes[range.lowerBound + start..<range.lowerBound + start + length]
    var text = String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Degrees, minutes and seconds as degrees with four decimals, which are eleven metres.
  func degrees(_ entry: Entry) -> String? {
    guard entry.type == 5, entry.count == 3 else { return nil }
    var total = 0.0
    for (index, scale) in [1.0, 60.0, 3600.0].enumerated() {
      guard let above = number(entry.value + 8 * index, 4),
        let below = number(entry.value + 8 * index + 4, 4), below != 0
      else { return nil }
      total += Double(above) / Double(below) / scale
    }
    guard total.isFinite, total <= 360 else { return nil }
    let tenThousandths = Int((total * 10_000).rounded())
    let decimals = String(10_000 + tenThousandths % 10_000).dropFirst()
    return "\(tenThousandths / 10_000).\(decimals)"
  }
}
