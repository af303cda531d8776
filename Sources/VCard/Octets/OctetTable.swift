/// Strings of octets, each of which is there once and has a number.
///
/// ```
/// slots    hashes and numbers, by hash           3 ─ 0 1 ─ ─ 2
/// octets   the strings one after the other       BellKateOleg
/// ends     where each ends                       4 8 12
/// ```
package struct OctetTable: Sendable {
  /// The strings, one after the other.
  package private(set) var octets: [UInt8] = []
  /// Where each ends.
  private var ends: [UInt32] = []
  /// A hash in the higher half and a number plus one in the lower, so that most look-ups that find
  /// nothing read one place; 0 is free, as half of the slots at least are.
  private var slots: [UInt64] = []
  /// Makes hashes that nobody can foresee who would have many strings collide.
  private let seed = OctetTable.seed
  private static let seed = UInt64.random(in: .min ... .max) | 1

  /// Creates an empty table.
  package init() {}

  /// How many strings there are.
  package var count: Int { ends.count }

  /// Where a string stands in ``octets``.
  package func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
  }

  /// Finds a string, or adds it with the next number.
  ///
  /// - Parameter string: Octets; those of all strings together are 4 GiB at most.
  /// - Returns: Its number, and whether it was added.
  /// - Complexity: O(*n*) in the octets, nearly always.
  package mutating func number(of string: Span<UInt8>) -> (number: Int, isNew: Bool) {
    if slots.isEmpty { grow() }
    let hash = hash(string)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash {
        let number = Int(slots[slot] & 0xFFFF_FFFF) - 1
        if Octets.areSame(octets.span.extracting(range(number)), string) { return (number, false) }
      }
      slot = (slot + 1) & mask
    }
    let number = ends.count
    precondition(octets.count + string.count <= UInt32.max, "a table has 4 GiB at most")
    octets.append(string)
    ends.append(UInt32(truncatingIfNeeded: octets.count))
    slots[slot] = UInt64(hash) << 32 | UInt64(truncatingIfNeeded: number + 1)
    if ends.count * 2 > slots.count { grow() }
    return (number, true)
  }

  private mutating func grow() {
    var grown = [UInt64](repeating: 0, count: max(64, slots.count * 4))
    let mask = grown.count - 1
    for entry in slots where entry != 0 {
      var slot = Int(entry >> 32) & mask
      while grown[slot] != 0 { slot = (slot + 1) & mask }
      grown[slot] = entry
    }
    slots = grown
  }

  @inline(__always)
  private func hash(_ string: Span<UInt8>) -> UInt32 {
    var state = seed ^ UInt64(truncatingIfNeeded: string.count)
    var index = 0
    while index < string.count {
      let product = (state ^ OctetTable.word(string, index)).multipliedFullWidth(
        by: 0x9E37_79B9_7F4A_7C15)
      state = product.high ^ product.low &+ seed
      index += 8
    }
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }
  /// Eight octets as a number, or those that are left.
  @inline(__always)
  private static func word(_ string: Span<UInt8>, _ index: Int) -> UInt64 {
    if index + 8 <= string.count { return string.number(at: index) }
    var word: UInt64 = 0
    for place in index..<string.count { word = word << 8 | UInt64(string[place]) }
    return word
  }
}
