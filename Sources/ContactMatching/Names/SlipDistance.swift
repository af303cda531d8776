/// How many slips of the pen lie between two words.
package enum SlipDistance {
  /// The number of letters put in, left out, exchanged or swapped with a neighbour (optimal string
  /// alignment).
  ///
  /// - Parameters:
  ///   - left: A word.
  ///   - right: Another.
  ///   - most: What is returned for everything above it, too.
  /// - Returns: The number, `most` at most.
  /// - Complexity: O(*m* × *n*) in the letters between the beginning and the end that both have.
  package static func between(
    _ left: Span<UInt8>, _ right: Span<UInt8>, atMost most: Int
  ) -> Int {
    guard abs(left.count - right.count) < most else { return most }
    // What both begin or end with has no slips.
    var start = 0
    let shorter = min(left.count, right.count)
    while start < shorter, left[start] == right[start] { start += 1 }
    var (leftEnd, rightEnd) = (left.count, right.count)
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      leftEnd -= 1
      rightEnd -= 1
    }
    let first = left.extracting(start..<leftEnd)
    let second = right.extracting(start..<rightEnd)
    if first.isEmpty || second.isEmpty { return min(most, max(first.count, second.count)) }
    return second.count < room && most <= UInt8.max
      ? ofShort(first, second, atMost: most) : ofLong(first, second, atMost: most)
  }

  /// Columns of a table that needs no memory of its own.
  private static let room = 64

  private static func ofShort(
    _ left: Span<UInt8>, _ right: Span<UInt8>, atMost most: Int
  ) -> Int {
    var before = InlineArray<64, Int32>(repeating: 0)
    var last = InlineArray<64, Int32>(repeating: 0)
    for column in 0...right.count { last[column] = Int32(column) }
    for row in 1...left.count {
      // Both rows are overwritten behind the place that is looked at: `diagonal` is what stood in
      // the last one column to the left, and `older` what stood before that two to the left.
      var diagonal = last[0]
      var older: Int32 = 0
      last[0] = Int32(row)
      var best = Int32(row)
      for column in 1...right.count {
        let cost: Int32 = left[row - 1] == right[column - 1] ? 0 : 1
        var value = min(min(last[column] + 1, last[column - 1] + 1), diagonal + cost)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          value = min(value, older + 1)
        }
        older = before[column - 1]
        before[column - 1] = diagonal
        diagonal = last[column]
        last[column] = value
        best = min(best, value)
      }
      if Int(best) >= most { return most }
    }
    return min(most, Int(last[right.count]))
  }

  private static func ofLong(
    _ left: Span<UInt8>, _ right: Span<UInt8>, atMost most: Int
  ) -> Int {
    var before = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var row = [Int](repeating: 0, count: right.count + 1)
    for i in 1...left.count {
      row[0] = i
      var best = i
      for j in 1...right.count {
        let cost = left[i - 1] == right[j - 1] ? 0 : 1
        var value = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          value = min(value, before[j - 2] + 1)
        }
        row[j] = value
        best = min(best, value)
      }
      if best >= most { return most }
      (before, last, row) = (last, row, before)
    }
    return min(most, last[right.count])
  }
}
