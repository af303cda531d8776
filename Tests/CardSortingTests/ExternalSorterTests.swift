import CardSorting
import ICU
import TestSupport
import Testing

@Suite("ExternalSorter")
struct ExternalSorterTests {
  /// Sorts keys in pieces of some size; each key's place is its number, with a count of its own.
  private func sorted(
    _ keys: [[UInt8]], pieces pieceSize: Int, _ limits: ExternalSorter.Limits, backwards: Bool,
    runs: (Int) -> Void = { _ in }
  ) throws -> [TextPlace] {
    var sorter = ExternalSorter(limits, backwards: backwards)
    var order = KeyOrder(backwards: backwards)
    for start in stride(from: 0, to: keys.count, by: pieceSize) {
      let piece = keys[start..<min(start + pieceSize, keys.count)]
      var ends: [UInt32] = []
      for key in piece { ends.append((ends.last ?? 0) + UInt32(key.count)) }
      order.sort(Array(piece.joined()), ends: ends)
      var records = SortedRecords()
      for index in order.indices.map({ Int($0) }) {
        let key = piece[start + index]
        records.append(place(index), key: key.span)
      }
      try sorter.append(records, base: start)
    }
    runs(sorter.runCount)
    var places: [TextPlace] = []
    try sorter.forEachPlace { places.append($0) }
    return places
  }

  /// Numbers of one digit and of several.
  private func place(_ index: Int) -> TextPlace {
    TextPlace(offset: index, count: index * index * index)
  }

  private func expected(
    _ keys: SeededKeys, pieces pieceSize: Int, backwards: Bool
  ) -> [TextPlace] {
    keys.order(backwards: backwards).map { index in
      TextPlace(offset: index, count: place(index % pieceSize).count)
    }
  }

  @Test(
    "gives the order of a plain stable sort, however little fits into memory",
    arguments: [0, 1, 100, 1000, 1_000_000], [1, 7, 200])
  func agrees(memory: Int, pieceSize: Int) throws {
    let keys = SeededKeys(1500, seed: UInt64(memory + pieceSize))
    for backwards in [false, true] {
      for runs in [2, 3, 64] {
        let limits = ExternalSorter.Limits(memory: memory, runs: runs, buffer: 64)
        let found = try sorted(keys.keys, pieces: pieceSize, limits, backwards: backwards)
        #expect(found == expected(keys, pieces: pieceSize, backwards: backwards))
      }
    }
  }

  @Test("reads records across the ends of its buffer, at every size of the buffer")
  func buffers() throws {
    let keys = SeededKeys(300, seed: 5)
    for buffer in 1...80 {
      let limits = ExternalSorter.Limits(memory: 500, runs: 4, buffer: buffer)
      let found = try sorted(keys.keys, pieces: 20, limits, backwards: false)
      #expect(found == expected(keys, pieces: 20, backwards: false), "buffer \(buffer)")
    }
  }

  @Test("writes nothing while all fits, and merges the runs of one level into one of the next")
  func runs() throws {
    let keys = (0..<64).map { [UInt8($0)] }
    func count(memory: Int, runs: Int) throws -> Int {
      var count = 0
      let limits = ExternalSorter.Limits(memory: memory, runs: runs)
      _ = try sorted(keys, pieces: 1, limits, backwards: false) { count = $0 }
      return count
    }
    #expect(try count(memory: 10_000, runs: 4) == 0)
    // A run a key; of each four one more, and of each sixteen and of all 64.
    #expect(try count(memory: 0, runs: 4) == 64 + 16 + 4 + 1)
    #expect(try count(memory: 0, runs: 64) == 64 + 1)
  }

  @Test("merges again before it opens more runs than it may")
  func manyRuns() throws {
    let keys = SeededKeys(63, seed: 9)
    let limits = ExternalSorter.Limits(memory: 0, runs: 2)
    let found = try sorted(keys.keys, pieces: 1, limits, backwards: false)
    #expect(found.map(\.offset) == keys.order(backwards: false))
  }

  @Test("takes a key that is larger than all memory and every buffer")
  func largeKey() throws {
    let large = [UInt8](repeating: 3, count: 100_000)
    let keys = [large + [2], [9], large + [1], [1]]
    let limits = ExternalSorter.Limits(memory: 0, runs: 2, buffer: 16)
    let found = try sorted(keys, pieces: 1, limits, backwards: false)
    #expect(found.map(\.offset) == [3, 2, 0, 1])
  }
}
