import ICU
import TestSupport
import Testing

/// Keys that are hard to sort, and their order found in the plain way.
struct SeededKeys {
  let keys: [[UInt8]]

  init(_ count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var keys: [[UInt8]] = []
    for _ in 0..<count {
      let earlier = keys.randomElement(using: &random) ?? []
      switch Int.random(in: 0..<10, using: &random) {
      // Equal keys, keys that begin with another, and those that differ late.
      case 0, 1: keys.append(earlier)
      case 2: keys.append(Array(earlier.dropLast(Int.random(in: 0...9, using: &random))))
      case 3: keys.append(earlier + [[0], [0, 0], [0xFF]][Int.random(in: 0..<3, using: &random)])
      case 4: keys.append([])
      case 5: keys.append([UInt8](repeating: 0xFF, count: Int.random(in: 1...20, using: &random)))
      case 6: keys.append([UInt8](repeating: 0, count: Int.random(in: 1...20, using: &random)))
      default:
        let letters: [UInt8] = [0x00, 0x01, 0x02, 0x7F, 0x80, 0xFF]
        let length = Int.random(in: 0...26, using: &random)
        keys.append((0..<length).map { _ in letters.randomElement(using: &random) ?? 0 })
      }
    }
    self.keys = keys
  }

  /// The numbers of the keys in the order of the keys, equal ones as they stand.
  func order(backwards: Bool) -> [Int] {
    keys.indices.sorted { left, right in
      if keys[left] == keys[right] { return left < right }
      return keys[left].lexicographicallyPrecedes(keys[right]) != backwards
    }
  }
}

@Suite("KeyOrder")
struct KeyOrderTests {
  private func order(_ keys: [[UInt8]], backwards: Bool) -> [Int] {
    var ends: [UInt32] = []
    for key in keys { ends.append((ends.last ?? 0) + UInt32(key.count)) }
    var order = KeyOrder(backwards: backwards)
    order.sort(Array(keys.joined()), ends: ends)
    return order.indices.map { Int($0) }
  }

  @Test(
    "sorts as a plain stable sort does, forwards and backwards",
    arguments: [0, 1, 2, 3, 15, 16, 17, 18, 40, 127, 128, 129, 130, 500, 3000])
  func agrees(count: Int) {
    for seed in 0..<20 as Range<UInt64> {
      let keys = SeededKeys(count, seed: seed)
      for backwards in [false, true] {
        let found = order(keys.keys, backwards: backwards)
        #expect(found == keys.order(backwards: backwards), "seed \(seed)")
      }
    }
  }

  @Test("sorts again with the same storage")
  func again() {
    var order = KeyOrder()
    order.sort([3, 2, 1], ends: [1, 2, 3])
    #expect(order.indices == [2, 1, 0])
    order.sort([5, 4], ends: [1, 2])
    #expect(order.indices == [1, 0])
    order.sort([], ends: [])
    #expect(order.indices.isEmpty)
  }

  @Test("takes keys of a megabyte that differ in their last byte, or not at all")
  func long() {
    let key = [UInt8](repeating: 7, count: 1 << 20)
    #expect(order([key + [9], key, key + [8], key], backwards: false) == [1, 3, 2, 0])
    #expect(order([key + [9], key, key + [8], key], backwards: true) == [0, 2, 1, 3])
  }
}
