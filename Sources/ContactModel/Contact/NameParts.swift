/// The parts of a personal name; `nil` for what is empty.
struct NameParts: Hashable, Sendable {
  var prefix: String?
  var given: String?
  var middle: String?
  var family: String?
  var suffix: String?

  /// Whether there is a name, and not only a title.
  var hasName: Bool { given != nil || middle != nil || family != nil }

  var isEmpty: Bool { !hasName && prefix == nil && suffix == nil }
}
