extension Range<Int> {
  /// The first place for which something is so, as it is for all behind it; the end where it is for
  /// none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func firstPlace(where isSo: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isSo(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
