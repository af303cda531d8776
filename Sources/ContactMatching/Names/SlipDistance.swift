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
    // Names need no memory of their own.
    if second.count < room {
      var before = InlineArray<64, Int>(repeating: 0)
      var last = InlineArray<64, Int>(repeating: 0)
      var one = before.mutableSpan
      var other = last.mutableSpan
      return between(first, second, atMost: most, before: &one, last: &other)
    }
    var before = [Int](repeating: 0, count: second.count + 1)
    var last = before
    var one = before.mutableSpan
    var other = last.mutableSpan
    return between(first, second, atMost: most, before: &one, last: &other)
  }

  /// Columns of a table that needs no memory of its own.
  private static let room = 64

  /// The number, with room for two rows of the table.
  @inline(__always)
  private static func between(
    _ left: Span<UInt8>, _ right: Span<UInt8>, atMost most: Int, before: inout MutableSpan<Int>,
    last: inout MutableSpan<Int>
  ) -> Int {
    for column in 0...right.count { last[column] = column }
    for row in 1...left.count {
      // Both rows are overwritten behind the place that is looked at: `diagonal` is what stood in
      // the last one column to the left, and `older` what stood before that two to the left.
      var diagonal = last[0]
      var older = 0
      last[0] = row
      var best = row
      for column in 1...right.count {
        let cost = left[row - 1] == right[column - 1] ? 0 : 1
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
      if best >= most { return most }
    }
    return min(most, last[right.count])
  }
}
