extension [UInt8] {
  /// The same lines with other line ends.
  package func withLineEnds(_ lineEnd: String) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count + count / 16)
    var index = 0
    while index < count {
      switch self[index] {
      case 0x0D:
        if index + 1 < count, self[index + 1] == 0x0A { index += 1 }
        text += lineEnd.utf8
      case 0x0A: text += lineEnd.utf8
      default: text.append(self[index])
      }
      index += 1
    }
    return text
  }

  /// The lines without folds, which may stand within what is one character for people.
  package var unfoldedLines: [String] {
    var lines: [[UInt8]] = [[]]
    var index = 0
    while index < count {
      let isEnd = self[index] == 0x0D && index + 1 < count && self[index + 1] == 0x0A
      if isEnd, index + 2 < count, self[index + 2] == 0x20 || self[index + 2] == 0x09 {
        index += 3
      } else if isEnd {
        lines.append([])
        index += 2
      } else {
        lines[lines.count - 1].append(self[index])
        index += 1
      }
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The 64-bit hash FNV-1a of Fowler, Noll and Vo, by which outputs are known again.
  package var fnv: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
