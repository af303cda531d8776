extension Array where Element: Equatable {
  /// Where the elements end that are the same as the one at a place, and stand behind it.
  func endOfRun(at start: Int) -> Int {
    var end = start
    while end < count, self[end] == self[start] { end += 1 }
    return end
  }
}

extension [UInt32] {
  /// Where the things of each bucket start, and where the last ones end, if they are put side by side.
  ///
  /// - Parameters:
  ///   - buckets: The bucket of each thing.
  ///   - count: How many buckets there are.
  /// - Complexity: O(*n* + *m*) in things and buckets.
  init(startsOf buckets: some Sequence<Int>, count: Int) {
    self.init(repeating: 0, count: count + 1)
    for bucket in buckets { self[bucket + 1] += 1 }
    for bucket in 1..<self.count { self[bucket] += self[bucket - 1] }
  }
}

/// Things that are put together to sets, each of which goes by its first one.
struct DisjointSets: Sendable {
  /// A thing of the same set before this one, or the thing itself, which is the first.
  private var parents: [UInt32]

  /// As many things, each alone.
  init(_ count: Int) { parents = Array(0..<UInt32(count)) }

  /// The first thing of a thing's set.
  mutating func first(of thing: UInt32) -> UInt32 {
    var thing = thing
    while parents[Int(thing)] != thing {
      parents[Int(thing)] = parents[Int(parents[Int(thing)])]
      thing = parents[Int(thing)]
    }
    return thing
  }

  /// Makes the sets of two things one.
  mutating func unite(_ one: UInt32, _ other: UInt32) {
    let (one, other) = (first(of: one), first(of: other))
    parents[Int(max(one, other))] = min(one, other)
  }
}
