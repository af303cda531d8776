import VCard

extension [UInt8] {
  /// Makes octets those of a head without some in it, such as the text of a label, which hardly any
  /// other has.
  mutating func become(_ head: Range<Int>, of octets: Span<UInt8>, without hole: Range<Int>) {
    removeAll(keepingCapacity: true)
    append(octets.extracting(head.lowerBound..<hole.lowerBound))
    append(octets.extracting(hole.upperBound..<head.upperBound))
  }
}

extension Range<Int> {
  /// Where the text of a label stands that has its name before it, as `Card.label(at:)` gives it.
  var textOfLabel: Range<Int> { lowerBound + ";LABEL=".utf8.count..<upperBound }
}
