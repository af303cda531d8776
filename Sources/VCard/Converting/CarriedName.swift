/// Names that carry what a version does not have: `X-KIND`, and `X-X-KIND` for an `X-KIND` that was
/// there before, so that nothing falls together.
enum CarriedName {
  /// Whether a name may carry a property, or be taken for one that does.
  static func carries(_ name: Span<UInt8>) -> Bool {
    let start = stemStart(name)
    return start > 0 && PropertyRegistry.standard(stem(name, from: start)) != nil
  }

  /// The number of the name of a line without the `X-` in front of it, and how many there are.
  static func known(_ line: ConversionLine) -> (stem: KnownName, depth: Int) {
    let octets = line.name.utf8Span.span
    let start = stemStart(octets)
    return (start == 0 ? line.known : stem(octets, from: start), start / 2)
  }

  private static func stem(_ name: Span<UInt8>, from start: Int) -> KnownName {
    KnownName.named(name.extracting(start..<name.count))
  }

  /// Where the stem of a name starts, after as many octets as there are in each `X-` before it.
  static func stemStart(_ name: Span<UInt8>) -> Int {
    var start = 0
    while start + 2 < name.count, name[start] | 0x20 == UInt8(ascii: "x"),
      name[start + 1] == UInt8(ascii: "-")
    {
      start += 2
    }
    return start
  }
}
