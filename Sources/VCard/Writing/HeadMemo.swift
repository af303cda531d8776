/// What the heads of lines became, by their octets: address books say the same few over and over.
///
/// ```
/// item1.TEL;type=CELL:  →  "group":"item1","name":"TEL","parameters":{"TYPE":["CELL"]},"value":
/// ```
/// Each head has one place; another one of the same hash takes it, and the one that stood there goes to the
/// place beside, whatever stands there.
package struct HeadMemo: Sendable {
  /// Octets of a place: two lengths, a head, and what it became.
  private static let size = 256
  /// A power of two.
  private static let places = 256

  /// The octets of all places.
  package private(set) var octets = [UInt8](repeating: 0, count: size * places)

  /// Creates an empty memory.
  package init() {}

  /// Where in ``octets`` it stands what a head became; `nil` when nobody remembers.
  package func result(of head: Span<UInt8>) -> Range<Int>? {
    guard let place = HeadMemo.place(of: head) else { return nil }
    return result(of: head, at: place) ?? result(of: head, at: place ^ HeadMemo.size)
  }

  private func result(of head: Span<UInt8>, at place: Int) -> Range<Int>? {
    guard Int(octets[place]) == head.count else { return nil }
    let end = place + 2 + head.count
    guard Octets.areSame(octets.span.extracting(place + 2..<end), head) else { return nil }
    return end..<end + Int(octets[place + 1])
  }

  /// Appends a part of ``octets``.
  package func append(_ range: Range<Int>, to result: inout [UInt8]) {
    result.append(octets.span.extracting(range))
  }

  /// Remembers what a head became, unless it takes too much.
  package mutating func store(_ result: Span<UInt8>, of head: Span<UInt8>) {
    guard let place = HeadMemo.place(of: head), 2 + head.count + result.count <= HeadMemo.size
    else { return }
    if octets[place] > 0 {
      for index in place..<place + HeadMemo.size {
        octets[index ^ HeadMemo.size] = octets[index]
      }
    }
    octets[place] = UInt8(head.count)
    octets[place + 1] = UInt8(result.count)
    for index in head.indices { octets[place + 2 + index] = head[index] }
    for index in result.indices { octets[place + 2 + head.count + index] = result[index] }
  }

  /// The place of a head by its first, middle and last octets; `nil` for one that has none.
  private static func place(of head: Span<UInt8>) -> Int? {
    guard 1..<200 ~= head.count else { return nil }
    return Int(hash(of: head) >> 56) * size
  }

  /// A number for the head of a line: of its length and its first, middle and last octets.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - seed: Makes other numbers of the same heads.
  /// - Returns: The number, of which the highest bits are the best.
  static func hash(of head: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
    var hash = seed &+ UInt64(head.count)
    if head.count >= 8 {
      hash = hash &* 0x9E37_79B9_7F4A_7C15 &+ head.number(at: 0)
      hash = hash &* 0xC2B2_AE3D_27D4_EB4F &+ head.number(at: head.count / 2 - 4)
      hash = hash &* 0x9E37_79B9_7F4A_7C15 &+ head.number(at: head.count - 8)
    } else {
      for index in head.indices { hash = hash &* 31 &+ UInt64(head[index]) }
    }
    return hash &* 0xD6E8_FEB8_6659_FD93
  }
}
