/// How far a word is from those that somebody may have meant.
enum SpellingDistance {
  /// The word that takes the fewest slips to become another, if these are few for its length.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - words: What may have been meant.
  /// - Returns: The first of the nearest; `nil` when none is near.
  static func nearest(_ word: String, among words: [String]) -> String? {
    let distances = words.map {
      (word: $0, slips: slips(from: Array(word.utf8), to: Array($0.utf8)))
    }
    let near = distances.filter { $0.slips <= max(1, min($0.word.utf8.count, 9) / 3) }
    return near.min { $0.slips < $1.slips }?.word
  }

  /// Octets that are left out, added, exchanged, or changed with their neighbour.
  ///
  /// - Complexity: O(*n* · *m*); of a word with more than 64 octets the first 64 count.
  private static func slips(from left: [UInt8], to right: [UInt8]) -> Int {
    let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
    var rows = [Array(0...right.count)]
    for (row, octet) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var slips = min(rows[row][column + 1], next[column]) + 1
        slips = min(slips, rows[row][column] + (octet == other ? 0 : 1))
        if row > 0, column > 0, octet == right[column - 1], other == left[row - 1] {
          slips = min(slips, rows[row - 1][column - 1] + 1)
        }
        next.append(slips)
      }
      rows.append(next)
    }
    return rows[left.count][right.count]
  }
}
