/// Names that carry what a version does not have: `X-KIND`, and `X-X-KIND` for an `X-KIND` that was
/// there before, so that nothing falls together.
enum CarriedName {
  /// Whether a name may carry a property, or be taken for one that does.
  static func carries(_ name: String) -> Bool {
    let (stem, depth) = stem(name)
    return depth > 0 && PropertyRegistry.shared.standard(ConversionLine.known(String(stem))) != nil
  }

  /// The name without the `X-` in front of it, and how many there are.
  static func stem(_ name: String) -> (stem: Substring, depth: Int) {
    var rest = name[...]
    var depth = 0
    while rest.utf8.count > 2,
      rest.utf8.starts(with: "X-".utf8) || rest.utf8.starts(with: "x-".utf8)
    {
      rest = rest.dropFirst(2)
      depth += 1
    }
    return (rest, depth)
  }
}
