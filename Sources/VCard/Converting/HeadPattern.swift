/// The octets before a value, with a word of ours for each value of a parameter that nobody knows.
///
/// ```
/// TEL;X-N=4711;TYPE=home   ─▶   TEL;X-N=x-vcard-hole;TYPE=home
/// ```
/// Such a parameter stays as it is, whatever it says. Where each line has a number that never comes
/// again, all are converted alike.
struct HeadPattern {
  private(set) var octets: [UInt8] = []
  /// Where the values stand in the head.
  private(set) var values: [Range<Int>] = []

  private static let hole = Array("x-vcard-hole".utf8)

  init(_ head: Span<UInt8>) {
    var (start, index) = (0, Octets.nameEnd(head, from: 0, to: head.count))
    octets.reserveCapacity(head.count + 32)
    while index < head.count, head[index] == UInt8(ascii: ";") {
      let nameEnd = Octets.nameEnd(head, from: index + 1, to: head.count)
      guard nameEnd > index + 1 else { break }
      // A word of vCard 2.1.
      if nameEnd == head.count || head[nameEnd] == UInt8(ascii: ";") {
        index = nameEnd
        continue
      }
      guard head[nameEnd] == UInt8(ascii: "=") else { break }
      let name = head.extracting(index + 1..<nameEnd)
      let value = nameEnd + 1..<Octets.nameEnd(head, from: nameEnd + 1, to: head.count)
      let isEnd = value.upperBound == head.count || head[value.upperBound] == UInt8(ascii: ";")
      // What is odd, or has several values, stays in the pattern with all that follows.
      guard isEnd else { break }
      index = value.upperBound
      if value.isEmpty || ParameterName(name).stem != .unknown { continue }
      values.append(value)
      octets.append(head.extracting(start..<value.lowerBound))
      octets += HeadPattern.hole
      start = value.upperBound
    }
    octets.append(head.extracting(start..<head.count))
  }

  /// Appends what became of the pattern, with the values of a head in it; `false` when it does not
  /// have as many holes.
  func fill(_ pattern: Span<UInt8>, _ head: Span<UInt8>, _ text: inout OctetBuffer) -> Bool {
    // A head that stays is not written.
    if pattern.isEmpty { return true }
    var (start, index, next) = (0, 0, 0)
    while index < pattern.count {
      let end = index + HeadPattern.hole.count
      guard end <= pattern.count, pattern[index] == UInt8(ascii: "x"),
        Octets.areSame(pattern.extracting(index..<end), HeadPattern.hole.span)
      else {
        index += 1
        continue
      }
      guard next < values.count else { return false }
      text.append(pattern.extracting(start..<index))
      text.append(head.extracting(values[next]))
      next += 1
      (start, index) = (end, end)
    }
    text.append(pattern.extracting(start..<pattern.count))
    return next == values.count
  }
}
